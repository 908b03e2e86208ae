// Bodies of planck.

import { Adapter, bits } from './adapter.mjs';

export class PlanckAdapter extends Adapter {
	constructor(scene, world) {
		super(scene);
		this.world = world;
	}

	* list() {
		for (let body = this.world.getBodyList(); body; body = body.getNext()) {
			if (body.isActive()) {
				yield body;
			}
		}
	}

	make(body) {
		return { type: body.getType() };
	}

	mass(body) {
		if (!body.isDynamic()) {
			return null;
		}
		const center = body.getLocalCenter();
		const mass = body.getMass();
		// planck's inertia is about the origin.
		const inertia = body.isFixedRotation() ? 0 : body.getInertia() - mass * (center.x * center.x + center.y * center.y);
		return { mass, inertia: Math.max(inertia, 0), center };
	}

	addShapes(engineBody, body) {
		for (let fixture = engineBody.getFixtureList(); fixture; fixture = fixture.getNext()) {
			const shape = fixture.getShape();
			const def = {
				friction: fixture.getFriction(), restitution: Math.min(fixture.getRestitution(), 1), sensor: fixture.isSensor(),
				categoryBits: bits(fixture.getFilterCategoryBits()), maskBits: bits(fixture.getFilterMaskBits()),
				groupIndex: fixture.getFilterGroupIndex(), userData: fixture,
			};
			switch (shape.getType()) {
			case 'circle':
				body.addSolid([shape.getCenter()], shape.getRadius(), def);
				break;
			case 'polygon':
				body.addSolid(shape.m_vertices, 0, def);
				break;
			case 'edge':
				body.addSegment(shape.m_vertex1, shape.m_vertex2, def);
				break;
			case 'chain':
				// A loop's last vertex is its first.
				body.addChain(shape.isLoop() ? shape.m_vertices.slice(0, -1) : shape.m_vertices, shape.isLoop(), def);
				break;
			default:
				throw new Error(`planck has a shape of a kind that is not known: ${shape.getType()}`);
			}
		}
	}

	read(body, to) {
		const { p, q } = body.getTransform();
		const velocity = body.getLinearVelocity();
		to[0] = p.x;
		to[1] = p.y;
		to[2] = q.s;
		to[3] = q.c;
		to[4] = body.getAngle();
		to[5] = velocity.x;
		to[6] = velocity.y;
		to[7] = body.getAngularVelocity();
	}

	push(body, impulse, angularImpulse) {
		body.applyLinearImpulse(impulse, body.getWorldCenter(), true);
		body.applyAngularImpulse(angularImpulse, true);
	}

	put(body, { position, angle }) {
		body.setTransform(position, angle);
	}
}
