import type { Collider, RigidBody, World } from '@dimforge/rapier2d-compat';
import { Adapter, type AnyScene } from './adapter.js';

/** Follows a world of Rapier 2D. Shapes of the scene have Rapier's colliders as userData. */
export class RapierAdapter extends Adapter<RigidBody | Collider> {
	/** halfSpaceSize: the size of the boxes that stand for half spaces; by default 1000. */
	constructor(scene: AnyScene, world: World, options?: { halfSpaceSize?: number });
}
