// ricochet's casts and sight alone, in a third of the bytes.

import { Memory, compile } from './core.mjs';
import { Library } from './scene.mjs';

export { RicochetError } from './core.mjs';
export { Body, HIT_STRIDE, Library, MOTION_STRIDE, Queries, RAY_STRIDE, Region, Scene, Shape, Snapshot } from './scene.mjs';

/** Loads the library: the file ricochet_casts.wasm beside this module, or the given bytes, module or place. */
export async function load({ wasm } = {}) {
	return new Library(new Memory(await compile(wasm ?? new URL('./ricochet_casts.wasm', import.meta.url))));
}
