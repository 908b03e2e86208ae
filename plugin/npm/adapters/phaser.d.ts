import { Adapter, type AnyScene } from './adapter.js';
import { MatterAdapter, type MatterModule } from './matter.js';

/** Phaser's own types are global, and the adapter must not need them: so here are the parts that it uses. */
export interface PhaserMatterWorld {
	readonly engine: object;
}

export interface PhaserArcadeWorld {
	readonly bodies: object;
	readonly staticBodies: object;
}

/** Follows the Matter physics of a Phaser scene: Matter is Phaser.Physics.Matter.Matter, world is this.matter.world. */
export class PhaserMatterAdapter extends MatterAdapter {
	constructor(scene: AnyScene, game: { Matter: MatterModule; world: PhaserMatterWorld });
}

/** Follows the Arcade physics of a Phaser scene: world is this.physics.world. Its bodies do not turn. */
export class PhaserArcadeAdapter extends Adapter<object> {
	constructor(scene: AnyScene, world: PhaserArcadeWorld);
}
