import type { Body as PlanckBody, World } from 'planck';
import { Adapter, type AnyScene } from './adapter.js';

/** Follows a world of planck. Shapes of the scene have planck's fixtures as userData. */
export class PlanckAdapter extends Adapter<PlanckBody> {
	constructor(scene: AnyScene, world: World);
}
