// Bodies of matter-js, also within Phaser.

import { Adapter, addConvex, bits, writeMotion } from './adapter.mjs';

// matter-js has velocities per 1/60 s. A scene has them per second.
const STEPS_PER_SECOND = 60;

export class MatterAdapter extends Adapter {
	constructor(scene, { Matter, engine }) {
		super(scene);
		this.Matter = Matter;
		this.engine = engine;
	}

	list() {
		return this.Matter.Composite.allBodies(this.engine.world);
	}

	make(body) {
		return { type: body.isStatic ? 'static' : 'dynamic' };
	}

	// matter-js gives static bodies, and those that do not turn, an infinite inertia.
	mass(body) {
		return body.isStatic ? null : { mass: body.mass, inertia: Number.isFinite(body.inertia) ? body.inertia : 0, center: { x: 0, y: 0 } };
	}

	addShapes(engineBody, body) {
		const parts = engineBody.parts.length > 1 ? engineBody.parts.slice(1) : engineBody.parts;
		const [sine, cosine] = [Math.sin(engineBody.angle), Math.cos(engineBody.angle)];
		const local = ({ x, y }) => {
			const [dx, dy] = [x - engineBody.position.x, y - engineBody.position.y];
			return { x: cosine * dx + sine * dy, y: cosine * dy - sine * dx };
		};
		for (const part of parts) {
			const { category, mask, group } = part.collisionFilter;
			const def = {
				friction: part.friction, restitution: Math.min(part.restitution, 1), sensor: part.isSensor,
				categoryBits: bits(category), maskBits: bits(mask), groupIndex: group, userData: part,
			};
			if (part.circleRadius) {
				// A round body of matter-js is a polygon that stands for this circle.
				body.addSolid([local(part.position)], part.circleRadius, def);
			} else {
				addConvex(body, part.vertices.map(local), 0, def);
			}
		}
	}

	read(body, to) {
		const velocity = this.Matter.Body.getVelocity(body);
		writeMotion(to, body.position.x, body.position.y, body.angle, velocity.x * STEPS_PER_SECOND, velocity.y * STEPS_PER_SECOND,
			this.Matter.Body.getAngularVelocity(body) * STEPS_PER_SECOND);
	}

	push(body, impulse, angularImpulse) {
		const { Body, Sleeping } = this.Matter;
		const velocity = Body.getVelocity(body);
		Sleeping.set(body, false);
		Body.setVelocity(body, {
			x: velocity.x + impulse.x / (body.mass * STEPS_PER_SECOND), y: velocity.y + impulse.y / (body.mass * STEPS_PER_SECOND),
		});
		if (Number.isFinite(body.inertia)) {
			Body.setAngularVelocity(body, Body.getAngularVelocity(body) + angularImpulse / (body.inertia * STEPS_PER_SECOND));
		}
	}

	put(body, { position, angle }) {
		this.Matter.Body.setPosition(body, position);
		this.Matter.Body.setAngle(body, angle);
	}
}
