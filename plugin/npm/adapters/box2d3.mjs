// Bodies of Box2D 3, as the package box2d3-wasm has it.

import { Adapter, addConvex, angleOf, bits } from './adapter.mjs';

const FAR = 1e6; // the box in which bodies are listed (m)

/** Calls work with an object of Box2D's and frees it, since its memory is not JavaScript's. */
function using(object, work) {
	try {
		return work(object);
	} finally {
		object.delete?.();
	}
}

/** The coordinates of a vector. If it is a part of another object, that object frees it. */
const take = ({ x, y }) => ({ x, y });

export class Box2D3Adapter extends Adapter {
	constructor(scene, b2, worldId) {
		super(scene);
		this.b2 = b2;
		this.worldId = worldId;
		this.counted = '';
	}

	// Each query makes new objects for ids.
	keyOf({ index1, generation }) {
		return index1 * 65536 + generation;
	}

	list() {
		const { b2 } = this;
		const found = new Map();
		using(new b2.b2AABB(), (box) => {
			box.lowerBound.Set(-FAR, -FAR);
			box.upperBound.Set(FAR, FAR);
			using(b2.b2DefaultQueryFilter(), (filter) => b2.b2World_OverlapAABB(this.worldId, box, filter, ({ shapeId }) => {
				const body = b2.b2Shape_GetBody(shapeId);
				const key = this.keyOf(body);
				found.set(key, found.get(key) ?? body);
				return true;
			})?.delete?.());
		});
		return found.values();
	}

	/**
	 * Box2D 3 lists bodies slowly through this package. So `sync` does it only if the number of bodies or shapes has
	 * changed. sync(true) does it in any case, and finds the bodies that the game has put elsewhere.
	 */
	sync(isForced = false) {
		const counted = using(this.b2.b2World_GetCounters(this.worldId), ({ bodyCount, shapeCount }) => `${bodyCount} ${shapeCount}`);
		if (isForced || counted !== this.counted) {
			this.counted = counted;
			super.sync();
		} else {
			this.apply();
		}
	}

	make(body) {
		const { b2 } = this;
		const type = b2.b2Body_GetType(body);
		const { b2_staticBody: fixed, b2_kinematicBody: kinematic } = b2.b2BodyType;
		return { type: type === fixed ? 'static' : type === kinematic ? 'kinematic' : 'dynamic' };
	}

	mass(body) {
		const { b2 } = this;
		if (b2.b2Body_GetType(body) !== b2.b2BodyType.b2_dynamicBody) {
			return null;
		}
		const isFixed = using(b2.b2Body_GetMotionLocks(body), ({ angularZ }) => angularZ);
		return using(b2.b2Body_GetMassData(body), (data) => ({
			mass: data.mass, inertia: isFixed ? 0 : data.rotationalInertia, center: take(data.center),
		}));
	}

	addShapes(engineBody, body) {
		const { b2 } = this;
		const count = b2.b2Body_GetShapeCount(engineBody);
		for (const shape of b2.b2Body_GetShapes(engineBody, count)) {
			const filter = using(b2.b2Shape_GetFilter(shape), ({ categoryBits, maskBits, groupIndex }) => ({
				categoryBits: bits(categoryBits), maskBits: bits(maskBits), groupIndex,
			}));
			const def = {
				friction: b2.b2Shape_GetFriction(shape), restitution: Math.min(b2.b2Shape_GetRestitution(shape), 1),
				sensor: b2.b2Shape_IsSensor(shape), ...filter, userData: shape,
			};
			this.#addShape(shape, body, def);
		}
	}

	#addShape(shape, body, def) {
		const { b2 } = this;
		const types = b2.b2ShapeType;
		const segment = (line) => body.addSegment(take(line.point1), take(line.point2), def);
		switch (b2.b2Shape_GetType(shape)) {
		case types.b2_circleShape:
			return using(b2.b2Shape_GetCircle(shape), (circle) => body.addSolid([take(circle.center)], circle.radius, def));
		case types.b2_capsuleShape:
			return using(b2.b2Shape_GetCapsule(shape), (capsule) => body.addSolid([take(capsule.center1), take(capsule.center2)], capsule.radius, def));
		case types.b2_segmentShape:
			return using(b2.b2Shape_GetSegment(shape), segment);
		case types.b2_chainSegmentShape:
			return using(b2.b2Shape_GetChainSegment(shape), (chain) => segment(chain.segment));
		case types.b2_polygonShape:
			return using(b2.b2Shape_GetPolygon(shape), (polygon) => {
				const points = Array.from({ length: polygon.count }, (_, i) => take(polygon.GetVertex(i)));
				return polygon.radius > 0 ? body.addPolygon(points, { ...def, radius: polygon.radius }) : addConvex(body, points, 0, def);
			});
		default:
			throw new Error('Box2D has a shape of a kind that is not known');
		}
	}

	read(body, to) {
		const { b2 } = this;
		using(b2.b2Body_GetTransform(body), (transform) => {
			const { p, q } = transform;
			to[0] = p.x;
			to[1] = p.y;
			to[2] = q.s;
			to[3] = q.c;
		});
		const velocity = using(b2.b2Body_GetLinearVelocity(body), take);
		to[4] = NaN; // Box2D 3 has no angle beyond a turn: the scene continues its own
		to[5] = velocity.x;
		to[6] = velocity.y;
		to[7] = b2.b2Body_GetAngularVelocity(body);
	}

	/** The bodies that Box2D says it has moved. */
	* moving() {
		const { b2 } = this;
		const events = b2.b2World_GetBodyEvents(this.worldId);
		for (let i = 0; i < events.moveCount; ++i) {
			const entry = using(events.GetMoveEvent(i), ({ bodyId }) => this.entries.get(this.keyOf(bodyId)));
			if (entry !== undefined) {
				yield entry;
			}
		}
		events.delete?.();
	}

	/** Reports that the game has put a body elsewhere, by b2Body_SetTransform. */
	jump(engineBody) {
		const entry = this.entries.get(this.keyOf(engineBody));
		this.apply();
		this.read(engineBody, entry.last);
		entry.body.setPose({ position: { x: entry.last[0], y: entry.last[1] }, angle: angleOf(entry.last) });
		this.scene.takeChanges();
	}

	push(body, impulse, angularImpulse) {
		const { b2 } = this;
		using(new b2.b2Vec2(impulse.x, impulse.y), (vector) => b2.b2Body_ApplyLinearImpulseToCenter(body, vector, true));
		b2.b2Body_ApplyAngularImpulse(body, angularImpulse, true);
	}

	put(body, { position, angle }) {
		const { b2 } = this;
		using(new b2.b2Vec2(position.x, position.y), (vector) =>
			using(b2.b2MakeRot(angle), (rotation) => b2.b2Body_SetTransform(body, vector, rotation)));
	}
}
