// Bodies of Phaser: those of its Matter physics, and those of its Arcade physics.

import { Adapter, bits, writeMotion } from './adapter.mjs';
import { MatterAdapter } from './matter.mjs';

/** The Matter physics of a Phaser scene: `new PhaserMatterAdapter(scene, { Matter: Phaser.Physics.Matter.Matter, world: this.matter.world })`. */
export class PhaserMatterAdapter extends MatterAdapter {
	constructor(scene, { Matter, world }) {
		super(scene, { Matter, engine: world.engine });
	}
}

/** The Arcade physics of a Phaser scene: `new PhaserArcadeAdapter(scene, this.physics.world)`. Its bodies do not turn. */
export class PhaserArcadeAdapter extends Adapter {
	constructor(scene, world) {
		super(scene);
		this.world = world;
		this.sizes = new WeakMap();
	}

	* list() {
		for (const bodies of [this.world.bodies, this.world.staticBodies]) {
			for (const body of bodies) {
				if (body.enable) {
					yield body;
				}
			}
		}
	}

	isDynamic(body) {
		return body.physicsType === 0; // Phaser.Physics.Arcade.DYNAMIC_BODY
	}

	make(body) {
		return { type: !this.isDynamic(body) ? 'static' : body.immovable ? 'kinematic' : 'dynamic' };
	}

	mass(body) {
		return this.isDynamic(body) && !body.immovable ? { mass: body.mass, inertia: 0, center: { x: 0, y: 0 } } : null;
	}

	addShapes(engineBody, body) {
		const [hx, hy] = [engineBody.width / 2, engineBody.height / 2];
		const def = {
			categoryBits: bits(engineBody.collisionCategory ?? 1), maskBits: bits(engineBody.collisionMask ?? 0xffff), userData: engineBody,
		};
		if (engineBody.isCircle) {
			body.addSolid([{ x: 0, y: 0 }], hx, def);
		} else {
			body.addSolid([{ x: -hx, y: -hy }, { x: hx, y: -hy }, { x: hx, y: hy }, { x: -hx, y: hy }], 0, def);
		}
		this.sizes.set(engineBody, `${hx} ${hy} ${engineBody.isCircle}`);
	}

	/** Bodies whose size the game has changed are made anew. */
	sync() {
		for (const { engineBody } of [...this.entries.values()]) {
			const size = `${engineBody.width / 2} ${engineBody.height / 2} ${engineBody.isCircle}`;
			if (engineBody.enable && this.sizes.get(engineBody) !== size) {
				this.rebuild(engineBody);
			}
		}
		super.sync();
	}

	read(body, to) {
		const velocity = this.isDynamic(body) ? body.velocity : { x: 0, y: 0 };
		writeMotion(to, body.position.x + body.width / 2, body.position.y + body.height / 2, 0, velocity.x, velocity.y, 0);
	}

	push(body, impulse) {
		body.velocity.x += impulse.x / body.mass;
		body.velocity.y += impulse.y / body.mass;
	}

	put(body, { position }) {
		const [dx, dy] = [position.x - body.width / 2 - body.position.x, position.y - body.height / 2 - body.position.y];
		body.position.x += dx;
		body.position.y += dy;
		body.updateCenter();
		if (body.gameObject) {
			body.gameObject.x += dx;
			body.gameObject.y += dy;
		}
	}
}
