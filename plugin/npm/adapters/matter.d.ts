import type { Body as MatterBody, Engine } from 'matter-js';
import { Adapter, type AnyScene } from './adapter.js';

/** The functions of matter-js that the adapter calls: the module itself, or Phaser.Physics.Matter.Matter. */
export interface MatterModule {
	readonly Body: object;
	readonly Composite: object;
	readonly Sleeping: object;
}

/**
 * Follows an engine of matter-js. Lengths are those of matter-js, such as pixels, and times are seconds.
 * Shapes of the scene have the parts of bodies as userData.
 */
export class MatterAdapter extends Adapter<MatterBody> {
	constructor(scene: AnyScene, game: { Matter: MatterModule; engine: Engine });
}
