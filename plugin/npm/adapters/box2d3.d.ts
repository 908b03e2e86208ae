import { Adapter, type AnyScene } from './adapter.js';

/** An id of a body in Box2D 3, as box2d3-wasm has it. */
export interface Box2D3BodyId {
	readonly index1: number;
	readonly world0: number;
	readonly generation: number;
}

/** An id of a world in Box2D 3. */
export interface Box2D3WorldId {
	readonly index1: number;
	readonly generation: number;
}

/** Follows a world of Box2D 3. Shapes of the scene have Box2D's ids of shapes as userData. */
export class Box2D3Adapter extends Adapter<Box2D3BodyId> {
	/** b2: the module that box2d3-wasm loads. */
	constructor(scene: AnyScene, b2: object, worldId: Box2D3WorldId);
	/**
	 * Adds and removes bodies if the number of bodies or shapes has changed. sync(true) looks in any case, and finds the
	 * bodies that the game has put elsewhere.
	 */
	sync(isForced?: boolean): void;
	/** Reports that the game has put a body elsewhere, by b2Body_SetTransform. */
	jump(engineBody: Box2D3BodyId): void;
}
