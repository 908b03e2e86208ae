// Bodies of Rapier 2D, and its colliders without a body.

import { Adapter, addConvex, writeMotion } from './adapter.mjs';

// Rapier's ShapeType.
const BALL = 0;
const CUBOID = 1;
const CAPSULE = 2;
const SEGMENT = 3;
const POLYLINE = 4;
const TRIANGLE = 5;
const TRIMESH = 6;
const HEIGHT_FIELD = 7;
const CONVEX_POLYGON = 9;
const ROUND_CUBOID = 10;
const ROUND_TRIANGLE = 11;
const ROUND_CONVEX_POLYGON = 12;
const HALF_SPACE = 13;

// Rapier's RigidBodyType: dynamic, fixed, and two that are kinematic.
const TYPES = ['dynamic', 'static', 'kinematic', 'kinematic'];

const box = ({ x, y }) => [{ x: -x, y: -y }, { x, y: -y }, { x, y }, { x: -x, y }];
const pairs = (numbers) => Array.from({ length: numbers.length >> 1 }, (_, i) => ({ x: numbers[2 * i], y: numbers[2 * i + 1] }));

export class RapierAdapter extends Adapter {
	constructor(scene, world, { halfSpaceSize = 1000 } = {}) {
		super(scene);
		this.world = world;
		this.halfSpaceSize = halfSpaceSize;
	}

	// Rapier makes an object for each query, so handles tell its bodies apart. A collider alone has another range.
	keyOf(thing) {
		return thing.linvel ? thing.handle : `collider ${thing.handle}`;
	}

	* list() {
		for (const body of this.world.bodies.getAll()) {
			if (body.isEnabled()) {
				yield body;
			}
		}
		for (const collider of this.world.colliders.getAll()) {
			if (!collider.parent()) {
				yield collider;
			}
		}
	}

	make(thing) {
		return { type: thing.linvel ? TYPES[thing.bodyType()] : 'static' };
	}

	mass(thing) {
		return thing.linvel && thing.isDynamic()
			? { mass: thing.mass(), inertia: thing.principalInertia(), center: thing.localCom() } : null;
	}

	addShapes(thing, body) {
		if (!thing.linvel) {
			this.#addCollider(thing, body, { x: 0, y: 0 }, 0);
			return;
		}
		for (let i = 0; i < thing.numColliders(); ++i) {
			const collider = thing.collider(i);
			this.#addCollider(collider, body, collider.translationWrtParent() ?? { x: 0, y: 0 }, collider.rotationWrtParent() ?? 0);
		}
	}

	#addCollider(collider, body, { x, y }, rotation) {
		if (!collider.isEnabled()) {
			return;
		}
		// The upper 16 bits are the groups that it is in, the lower ones those that it meets.
		const groups = collider.collisionGroups();
		const def = {
			friction: collider.friction(), restitution: Math.min(collider.restitution(), 1), sensor: collider.isSensor(),
			categoryBits: groups >>> 16, maskBits: groups & 0xffff, userData: collider,
		};
		const [sine, cosine] = [Math.sin(rotation), Math.cos(rotation)];
		const at = (point) => ({ x: x + cosine * point.x - sine * point.y, y: y + sine * point.x + cosine * point.y });
		const convex = (points, radius = 0) => addConvex(body, points.map(at), radius, def);
		const { shape } = collider;
		switch (shape.type) {
		case BALL:
			body.addSolid([{ x, y }], shape.radius, def);
			break;
		case CUBOID:
			convex(box(shape.halfExtents));
			break;
		case ROUND_CUBOID:
			this.#addRound(body, box(shape.halfExtents).map(at), shape.borderRadius, def);
			break;
		case CAPSULE:
			body.addSolid([at({ x: 0, y: -shape.halfHeight }), at({ x: 0, y: shape.halfHeight })], shape.radius, def);
			break;
		case SEGMENT:
			body.addSegment(at(shape.a), at(shape.b), def);
			break;
		case TRIANGLE:
			convex([shape.a, shape.b, shape.c]);
			break;
		case ROUND_TRIANGLE:
			this.#addRound(body, [shape.a, shape.b, shape.c].map(at), shape.borderRadius, def);
			break;
		case CONVEX_POLYGON:
			convex(pairs(shape.vertices));
			break;
		case ROUND_CONVEX_POLYGON:
			this.#addRound(body, pairs(shape.vertices).map(at), shape.borderRadius, def);
			break;
		case POLYLINE: {
			const points = pairs(shape.vertices).map(at);
			// Without indices each point is joined to the next.
			const hasIndices = shape.indices?.length > 0;
			const count = hasIndices ? shape.indices.length >> 1 : points.length - 1;
			for (let i = 0; i < count; ++i) {
				const [from, to] = hasIndices ? [shape.indices[2 * i], shape.indices[2 * i + 1]] : [i, i + 1];
				body.addSegment(points[from], points[to], def);
			}
			break;
		}
		case TRIMESH: {
			const points = pairs(shape.vertices);
			for (let i = 0; i + 2 < shape.indices.length; i += 3) {
				convex([0, 1, 2].map((k) => points[shape.indices[i + k]]));
			}
			break;
		}
		case HEIGHT_FIELD: {
			const last = shape.heights.length - 1;
			const points = [...shape.heights].map((height, i) => at({ x: (i / last - 0.5) * shape.scale.x, y: height * shape.scale.y }));
			for (let i = 0; i < last; ++i) {
				body.addSegment(points[i], points[i + 1], def);
			}
			break;
		}
		case HALF_SPACE: {
			// Half of the plane has no end; a box of the option's size stands for it.
			const [n, size] = [shape.normal, this.halfSpaceSize];
			const corner = (along, depth) => ({ x: -n.y * along - n.x * depth, y: n.x * along - n.y * depth });
			convex([corner(-size, 0), corner(size, 0), corner(size, size), corner(-size, size)]);
			break;
		}
		default:
			throw new Error(`Rapier has a shape of a kind that is not known: ${shape.type}`);
		}
	}

	/** A polygon with a radius: the library's own rounded polygon. */
	#addRound(body, points, radius, def) {
		if (points.length > 8) {
			throw new RangeError(`A rounded polygon has ${points.length} corners, but at most 8 are possible`);
		}
		body.addPolygon(points, { ...def, radius });
	}

	/** A collider alone does not move, unless the game puts it elsewhere. */
	read(thing, to) {
		const position = thing.translation();
		const velocity = thing.linvel ? thing.linvel() : { x: 0, y: 0 };
		writeMotion(to, position.x, position.y, thing.rotation(), velocity.x, velocity.y, thing.linvel ? thing.angvel() : 0);
	}

	push(body, impulse, angularImpulse) {
		body.applyImpulse(impulse, true);
		body.applyTorqueImpulse(angularImpulse, true);
	}

	put(body, { position, angle }) {
		body.setTranslation(position, true);
		body.setRotation(angle, true);
	}
}
