// ricochet: bullets, grenades, casts and sight over a scene that a game fills from its own engine.

import { Memory, compile } from './core.mjs';
import { WholeLibrary } from './plugin.mjs';

export { RicochetError } from './core.mjs';
export { Body, HIT_STRIDE, MOTION_STRIDE, Queries, RAY_STRIDE, Region, Scene, Shape, Snapshot } from './scene.mjs';
export { History, Plugin, StepMotion, WholeLibrary as Library } from './plugin.mjs';

/** Loads the library: the file ricochet.wasm beside this module, or the given bytes, module or place. */
export async function load({ wasm } = {}) {
	return new WholeLibrary(new Memory(await compile(wasm ?? new URL('./ricochet.wasm', import.meta.url))));
}
