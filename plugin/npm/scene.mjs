// A scene, its bodies and shapes, copies of it, and the casts and views of all of them.

import { keepCallback, registerCallback } from './core.mjs';
import * as s from './structs.mjs';

/** Floats of a ray in castRaysClosest: origin x and y, translation x and y. */
export const RAY_STRIDE = 4;
/** Floats of a hit: fraction, point x and y, normal x and y, fraction of the exit, index of the shape, child. */
export const HIT_STRIDE = 8;
/** Floats of a motion: position x and y, sine, cosine, angle, velocity x and y, angular velocity. */
export const MOTION_STRIDE = 8;

// So many rays or bodies share a call, so that a large list needs no large copy in the memory of WebAssembly.
const BATCH = 2048;

/** A call of the library, whose arguments end with it. */
function call(memory, work) {
	memory.begin();
	try {
		return work(memory, memory.c);
	} finally {
		memory.end();
	}
}

const outlineOf = (outline) => ('vertices' in outline ? outline : { vertices: outline });

/** A query of one thing: null, or what read finds. */
function one(queries, name, size, read, give) {
	const m = queries.memory;
	m.begin();
	try {
		const p = m.alloc(size);
		return m.counted(give(m.c[name], p, m)) === 0 ? null : read(m, p >> 2, queries.scene);
	} finally {
		m.end();
	}
}

/** The casts of rays and the views. They are the same for a scene and for a copy of it. */
export class Queries {
	constructor(memory, pointer, scene) {
		this.memory = memory;
		this.pointer = pointer;
		this.scene = scene ?? this;
	}

	castRayClosest(ray, filter) {
		const m = this.memory;
		m.begin();
		try {
			const at = s.passRay(m, ray, this.scene);
			const p = m.alloc(s.sizeRayHit);
			const count = m.counted(m.c.ricochet_cast_ray_closest(this.pointer, at, m.filter(filter, this.scene), p));
			return count === 0 ? null : s.readRayHit(m, p >> 2, this.scene);
		} finally {
			m.end();
		}
	}

	castRayAny(ray, filter) {
		const m = this.memory;
		m.begin();
		try {
			const at = s.passRay(m, ray, this.scene);
			return m.counted(m.c.ricochet_cast_ray_any(this.pointer, at, m.filter(filter, this.scene))) === 1;
		} finally {
			m.end();
		}
	}

	castRayAll(ray, filter) {
		return call(this.memory, (m, c) => {
			const at = s.passRay(m, ray, this.scene);
			const f = m.filter(filter, this.scene);
			return m.list((p, n) => c.ricochet_cast_ray_all(this.pointer, at, f, p, n), s.sizeRayHit, s.readRayHit, this.scene);
		});
	}

	castRayNext(ray, after, filter) {
		return one(this, 'ricochet_cast_ray_next', s.sizeRayHit, s.readRayHit, (next, p, m) => {
			const before = m.zeros(s.sizeRayHit);
			s.writeRayHit(m, before >> 2, after, this.scene);
			s.writeCrossing(m, before >> 2, after, this.scene);
			return next(this.pointer, s.passRay(m, ray, this.scene), before, m.filter(filter, this.scene), p);
		});
	}

	/** Casts many rays. Both lists are of floats: RAY_STRIDE of each ray, HIT_STRIDE of each hit. */
	castRaysClosest(rays, hits, filter) {
		const count = Math.floor(rays.length / RAY_STRIDE);
		if (hits.length < count * HIT_STRIDE) {
			throw new RangeError(`hits has ${hits.length} numbers, but ${count} rays need ${count * HIT_STRIDE}`);
		}
		const m = this.memory;
		let sum = 0;
		m.begin();
		try {
			const f = m.filter(filter, this.scene);
			const most = Math.min(count, BATCH);
			const from = m.alloc(s.sizeRay * most);
			const to = m.alloc(s.sizeRayHit * most);
			for (let first = 0; first < count; first += BATCH) {
				const some = Math.min(BATCH, count - first);
				this.#writeRays(from >> 2, rays, first, some);
				sum += m.counted(m.c.ricochet_cast_rays_closest(this.pointer, from, some, f, to));
				const f32 = m.f32;
				for (let i = 0, q = to >> 2, at = first * HIT_STRIDE; i < some; ++i, q += s.sizeRayHit >> 2, at += HIT_STRIDE) {
					if (m.u32[q + s.rayHitWords.fixture + 1] === 0) {
						const r = (from >> 2) + i * (s.sizeRay >> 2);
						miss(hits, at, f32[r] + f32[r + 2], f32[r + 1] + f32[r + 3]);
					} else {
						copyHit(m, q, hits, at);
					}
				}
			}
		} finally {
			m.end();
		}
		return sum;
	}

	castRaysAny(rays, isHit, filter) {
		const count = Math.floor(rays.length / RAY_STRIDE);
		if (isHit.length < count) {
			throw new RangeError(`isHit has ${isHit.length} elements, but there are ${count} rays`);
		}
		return call(this.memory, (m, c) => {
			const f = m.filter(filter, this.scene);
			const most = Math.min(count, BATCH);
			const from = m.alloc(s.sizeRay * most);
			const to = m.alloc(most);
			let sum = 0;
			for (let first = 0; first < count; first += BATCH) {
				const some = Math.min(BATCH, count - first);
				this.#writeRays(from >> 2, rays, first, some);
				sum += m.counted(c.ricochet_cast_rays_any(this.pointer, from, some, f, to));
				for (let i = 0; i < some; ++i) {
					isHit[first + i] = m.u8[to + i];
				}
			}
			return sum;
		});
	}

	#writeRays(q, rays, first, count) {
		const f32 = this.memory.f32;
		for (let i = 0, at = first * RAY_STRIDE; i < count; ++i, q += s.sizeRay >> 2, at += RAY_STRIDE) {
			f32[q] = rays[at];
			f32[q + 1] = rays[at + 1];
			f32[q + 2] = rays[at + 2];
			f32[q + 3] = rays[at + 3];
			f32[q + s.rayWords.maxFraction] = 1;
		}
	}

	fanRay(fan, i) {
		return call(this.memory, (m, c) => {
			const p = m.alloc(s.sizeRay);
			m.check(c.ricochet_fan_ray(s.passRayFan(m, fan, this.scene), i, p));
			return s.readRay(m, p >> 2);
		});
	}

	/** Casts a fan of rays into a list of floats: HIT_STRIDE of each hit. */
	castRayFan(fan, hits, filter) {
		return call(this.memory, (m, c) => {
			const count = fan.count ?? 0;
			if (hits.length < count * HIT_STRIDE) {
				throw new RangeError(`hits has ${hits.length} numbers, but ${count} rays need ${count * HIT_STRIDE}`);
			}
			const at = s.passRayFan(m, fan, this.scene);
			const f = m.filter(filter, this.scene);
			const to = m.alloc(s.sizeRayHit * Math.max(count, 1));
			const ray = m.alloc(s.sizeRay);
			const sum = m.counted(c.ricochet_cast_ray_fan(this.pointer, at, f, to, count));
			for (let i = 0, q = to >> 2; i < count; ++i, q += s.sizeRayHit >> 2) {
				if (m.u32[q + s.rayHitWords.fixture + 1] === 0) {
					m.check(c.ricochet_fan_ray(at, i, ray));
					const r = ray >> 2;
					miss(hits, i * HIT_STRIDE, m.f32[r] + m.f32[r + 2], m.f32[r + 1] + m.f32[r + 3]);
				} else {
					copyHit(m, q, hits, i * HIT_STRIDE);
				}
			}
			return sum;
		});
	}

	inSight(from, to, filter) {
		const m = this.memory;
		m.begin();
		try {
			return m.counted(m.c.ricochet_in_sight(this.pointer, m.vec(from), m.vec(to), m.filter(filter, this.scene))) === 1;
		} finally {
			m.end();
		}
	}

	bodyInSight(from, to, filter) {
		return call(this.memory, (m, c) => m.counted(c.ricochet_body_in_sight(this.pointer, from.id, to.id, m.filter(filter, this.scene))) === 1);
	}

	/** The share of a body that an eye sees. def: the radius and the cone of the eye; without it the eye sees all around. */
	seenFraction(eye, body, filter) {
		return call(this.memory, (m, c) => m.counted(c.ricochet_seen_fraction(this.pointer, m.vec(eye), body.id, m.filter(filter, this.scene))));
	}

	seenFractionWithin(eye, body, def) {
		return call(this.memory, (m, c) =>
			m.counted(c.ricochet_seen_fraction_within(this.pointer, m.vec(eye), body.id, s.passSightDef(m, def, this.scene))));
	}

	visibilityPolygon(eye, def) {
		return call(this.memory, (m, c) => {
			const at = m.vec(eye);
			const sight = s.passSightDef(m, def ?? {}, this.scene);
			return m.points((p, n) => c.ricochet_visibility_polygon(this.pointer, at, sight, p, n));
		});
	}

	visibilityTriangles(eye, def) {
		return call(this.memory, (m, c) => {
			const at = m.vec(eye);
			const sight = s.passSightDef(m, def ?? {}, this.scene);
			return m.points((p, n) => c.ricochet_visibility_triangles(this.pointer, at, sight, p, n));
		});
	}

	dispose() {
		this.memory.c.ricochet_destroy_world(this.pointer);
		this.pointer = 0;
	}
}

function miss(hits, at, x, y) {
	hits[at] = Infinity;
	hits[at + 1] = x;
	hits[at + 2] = y;
	hits[at + 3] = 0;
	hits[at + 4] = 0;
	hits[at + 5] = Infinity;
	hits[at + 6] = -1;
	hits[at + 7] = -1;
}

function copyHit(m, q, hits, at) {
	const f32 = m.f32;
	const { fraction, point, normal } = s.crossingWords;
	hits[at] = f32[q + fraction];
	hits[at + 1] = f32[q + point];
	hits[at + 2] = f32[q + point + 1];
	hits[at + 3] = f32[q + normal];
	hits[at + 4] = f32[q + normal + 1];
	hits[at + 5] = f32[q + s.rayHitWords.exit + fraction];
	hits[at + 6] = m.u32[q + s.rayHitWords.fixture];
	hits[at + 7] = m.i32[q + s.rayHitWords.child];
}

/** A body or a shape: an id of the library in its two halves, and as the BigInt that functions of WebAssembly take. */
class Thing {
	constructor(scene, id, userData) {
		this.scene = scene;
		this.id = id;
		this.low = Number(id & 0xffffffffn);
		this.high = Number(id >> 32n);
		this.userData = userData;
		scene.register(this);
	}

	/** The number of this thing in lists of floats. */
	get index() {
		return this.low;
	}
}

export class Shape extends Thing {
	constructor(body, id, userData) {
		super(body.scene, id, userData);
		this.body = body;
		body.shapes.add(this);
	}

	/** Sets friction, restitution, filter and sensor flag. */
	set(def) {
		call(this.scene.memory, (m, c) => m.check(c.ricochet_scene_set_fixture(this.scene.pointer, this.id, s.passShapeDef(m, def, this.scene))));
		if (def.userData !== undefined) {
			this.userData = def.userData;
		}
	}

	attachOutline(outline) {
		call(this.scene.memory, (m, c) => m.check(c.ricochet_attach_outline(this.scene.pointer, this.id,
			outline === null ? 0 : s.passOutline(m, outlineOf(outline), this.scene))));
	}

	destroy() {
		call(this.scene.memory, (m, c) => m.check(c.ricochet_destroy_fixture(this.scene.pointer, this.id)));
		this.body.shapes.delete(this);
	}
}

export class Body extends Thing {
	constructor(scene, id, userData) {
		super(scene, id, userData);
		this.shapes = new Set();
		scene.bodies.add(this);
	}

	#add(name, def, give) {
		return call(this.scene.memory, (m, c) => {
			const id = c[name](this.scene.pointer, this.id, def ? s.passShapeDef(m, def, this.scene) : 0, ...give(m));
			m.check(id !== 0n);
			return new Shape(this, BigInt.asUintN(64, id), def?.userData);
		});
	}

	addBox(hx, hy, def) {
		return this.#add('ricochet_add_box', def, (m) => [hx, hy, s.passPose(m, def ?? {}, this.scene)]);
	}

	addCircle(center, radius, def) {
		return this.#add('ricochet_add_circle', def, (m) => [m.vec(center), radius]);
	}

	addCapsule(a, b, radius, def) {
		return this.#add('ricochet_add_capsule', def, (m) => [m.vec(a), m.vec(b), radius]);
	}

	addPolygon(points, def) {
		return this.#add('ricochet_add_polygon', def, (m) => [m.vecs(points), m.count, def?.radius ?? 0]);
	}

	addSolid(points, radius = 0, def = undefined) {
		return this.#add('ricochet_scene_add_solid', def, (m) => [m.vecs(points), m.count, radius]);
	}

	addSegment(a, b, def) {
		return this.#add('ricochet_add_segment', def, (m) => [m.vec(a), m.vec(b)]);
	}

	addChain(points, isLoop = false, def = undefined) {
		return this.#add('ricochet_add_chain', def, (m) => [m.vecs(points), m.count, isLoop]);
	}

	/** Adds a solid of any form, as one shape for each convex piece. */
	addOutline(outline, def) {
		return call(this.scene.memory, (m, c) => {
			const given = outlineOf(outline);
			const at = s.passOutline(m, given, this.scene);
			const values = def ? s.passShapeDef(m, def, this.scene) : 0;
			// A piece has at least three vertices and shares two with its neighbours, also across the bridges to holes.
			const most = 2 * m.i32[(at >> 2) + s.outlineWords.count] + 2;
			const p = m.alloc(8 * most);
			const count = m.counted(c.ricochet_add_outline(this.scene.pointer, this.id, values, at, p, most));
			const shapes = [];
			for (let i = 0, q = p >> 2; i < count; ++i, q += 2) {
				shapes.push(new Shape(this, BigInt(m.u32[q]) | (BigInt(m.u32[q + 1]) << 32n), def?.userData));
			}
			return shapes;
		});
	}

	/** The present pose, velocities, mass and type. */
	get state() {
		return call(this.scene.memory, (m, c) => {
			const p = m.alloc(s.sizeBodyState);
			m.check(c.ricochet_get_body(this.scene.pointer, this.id, p));
			return s.readBodyState(m, p >> 2, this.scene);
		});
	}

	/** Puts the body to another pose: a jump. */
	setPose(pose) {
		call(this.scene.memory, (m, c) => m.check(c.ricochet_set_body_pose(this.scene.pointer, this.id, s.passPose(m, pose, this.scene))));
	}

	setVelocity(velocity, angularVelocity = 0) {
		call(this.scene.memory, (m, c) => m.check(c.ricochet_set_body_velocity(this.scene.pointer, this.id, m.vec(velocity), angularVelocity)));
	}

	applyImpulse(impulse, point) {
		call(this.scene.memory, (m, c) => m.check(c.ricochet_apply_impulse(this.scene.pointer, this.id, m.vec(impulse), m.vec(point))));
	}

	putBack(state) {
		call(this.scene.memory, (m, c) => {
			const p = m.zeros(s.sizeBodyState);
			s.writeBodyState(m, p >> 2, state, this.scene);
			m.id((p >> 2) + s.bodyStateWords.body, this);
			m.check(c.ricochet_put_back_body(this.scene.pointer, p));
		});
	}

	setMass(mass, inertia, center = { x: 0, y: 0 }) {
		call(this.scene.memory, (m, c) => m.check(c.ricochet_scene_set_mass(this.scene.pointer, this.id, mass, inertia, m.vec(center))));
	}

	setType(type) {
		call(this.scene.memory, (m, c) => m.check(c.ricochet_scene_set_type(this.scene.pointer, this.id, s.enumValue(s.BodyType, type, 'type'))));
	}

	setEnabled(isEnabled) {
		call(this.scene.memory, (m, c) => m.check(c.ricochet_scene_set_enabled(this.scene.pointer, this.id, isEnabled)));
	}

	destroy() {
		call(this.scene.memory, (m, c) => m.check(c.ricochet_destroy_body(this.scene.pointer, this.id)));
		this.scene.bodies.delete(this);
	}
}

export class Scene extends Queries {
	constructor(memory, gravity) {
		const pointer = call(memory, (m, c) => m.check(c.ricochet_create_world(m.vec(gravity))));
		super(memory, pointer, null);
		this.bodies = new Set();
		this.kept = new Map();
		this.copies = 0;
		this.slots = []; // the body or shape of each index
		this.replaced = new Map(); // the ones whose index was given again, while a copy may know them
	}

	register(thing) {
		const before = this.slots[thing.low];
		if (before !== undefined && this.copies > 0) {
			this.replaced.set(before.id, before);
		}
		this.slots[thing.low] = thing;
	}

	/** The body or shape with an id; null for 0. */
	object(low, high) {
		const thing = this.slots[low];
		if (thing !== undefined && thing.high === high) {
			return thing;
		}
		return this.replaced.get(BigInt(low) | (BigInt(high) << 32n)) ?? null;
	}

	/** The shape with an index from a list of hits; null for a miss. */
	shapeAt(index) {
		return this.slots[index] ?? null;
	}

	handle(target) {
		return registerCallback(this.memory, target, this, this.kept);
	}

	keep(target) {
		return keepCallback(this.memory, target, this, this.kept);
	}

	createBody(def = {}) {
		return call(this.memory, (m, c) => {
			const id = c.ricochet_create_body(this.pointer, s.passBodyDef(m, def, this));
			m.check(id !== 0n);
			return new Body(this, BigInt.asUintN(64, id), def.userData);
		});
	}

	/** Moves bodies to where the engine has moved them in its step. */
	move(motions) {
		call(this.memory, (m, c) => {
			const p = m.zeros(s.sizeSceneMotion * motions.length);
			motions.forEach((motion, i) => s.writeSceneMotion(m, (p + i * s.sizeSceneMotion) >> 2, motion, this));
			m.check(c.ricochet_scene_move(this.pointer, p, motions.length));
		});
	}

	/** The same from a list of floats, MOTION_STRIDE of each body. */
	moveMany(bodies, numbers, count = bodies.length) {
		if (numbers.length < count * MOTION_STRIDE) {
			throw new RangeError(`numbers has ${numbers.length} elements, but ${count} bodies need ${count * MOTION_STRIDE}`);
		}
		const m = this.memory;
		m.begin();
		try {
			const p = m.alloc(s.sizeSceneMotion * count);
			const { f32, u32 } = m;
			for (let i = 0, q = p >> 2, at = 0; i < count; ++i, q += s.sizeSceneMotion >> 2) {
				u32[q] = bodies[i].low;
				u32[q + 1] = bodies[i].high;
				const to = q + s.sceneMotionWords.position;
				for (let k = 0; k < MOTION_STRIDE; ++k) {
					f32[to + k] = numbers[at++];
				}
			}
			m.check(m.c.ricochet_scene_move(this.pointer, p, count));
		} finally {
			m.end();
		}
	}

	/** Takes the changes that the engine does not know yet: impulses, and poses to which bodies were put. */
	takeChanges() {
		return this.#take('ricochet_scene_take_changes', s.sizeSceneChange, s.readSceneChange);
	}

	/** Takes the bodies that blasts have destroyed. */
	takeDestroyed() {
		const gone = this.#take('ricochet_scene_take_destroyed', s.sizeSceneDestroyed, s.readSceneDestroyed).map(({ body }) => body);
		gone.forEach((body) => this.bodies.delete(body));
		return gone;
	}

	#take(name, bytes, read) {
		const things = [];
		const capacity = 64;
		call(this.memory, (m, c) => {
			const p = m.alloc(bytes * capacity);
			for (;;) {
				const count = m.counted(c[name](this.pointer, p, capacity));
				for (let i = 0; i < Math.min(count, capacity); ++i) {
					things.push(read(m, (p + i * bytes) >> 2, this));
				}
				if (count <= capacity) {
					break;
				}
			}
		});
		return things;
	}

	/** Moves the bodies by their velocities, for a game without an engine. Nothing collides. */
	step(dt) {
		call(this.memory, (m, c) => m.check(c.ricochet_step_world(this.pointer, dt, 1, 1)));
	}

	createSnapshot() {
		return new Snapshot(this);
	}

	createRegion() {
		return new Region(this);
	}

	dispose() {
		super.dispose();
		for (const handle of this.kept.values()) {
			this.memory.handles.delete(handle);
		}
		this.kept.clear();
	}
}

/** A copy of a scene that answers the same questions faster. */
export class Snapshot extends Queries {
	constructor(scene) {
		super(scene.memory, call(scene.memory, (m, c) => m.check(c.ricochet_create_snapshot(scene.pointer))), scene);
		++scene.copies;
	}

	/** Copies the scene as it is now. */
	update() {
		return this.#updated((m, c, p) => c.ricochet_update_snapshot(this.pointer, p));
	}

	/** Sets the copy to a past time of a history. */
	updateTo(history, time) {
		return this.#updated((m, c, p) => c.ricochet_update_snapshot_to(this.pointer, history.pointer, time, p));
	}

	#updated(work) {
		return call(this.memory, (m, c) => {
			const p = m.alloc(s.sizeSnapshotUpdate);
			m.check(work(m, c, p));
			return s.readSnapshotUpdate(m, p >> 2);
		});
	}

	dispose() {
		if (this.pointer !== 0 && --this.scene.copies === 0) {
			this.scene.replaced.clear();
		}
		super.dispose();
	}
}

/** What an eye sees or a light reaches, for drawing. It keeps its memory from frame to frame. */
export class Region {
	constructor(scene) {
		this.memory = scene.memory;
		this.pointer = call(this.memory, (m, c) => m.check(c.ricochet_create_region()));
	}

	look(queries, eye, def) {
		call(this.memory, (m, c) => m.check(c.ricochet_look(this.pointer, queries.pointer, m.vec(eye), s.passSightDef(m, def ?? {}, queries.scene))));
	}

	illuminate(queries, light) {
		call(this.memory, (m, c) => m.check(c.ricochet_illuminate(this.pointer, queries.pointer, s.passLightDef(m, light, queries.scene))));
	}

	illuminateParallel(queries, light) {
		call(this.memory, (m, c) =>
			m.check(c.ricochet_illuminate_parallel(this.pointer, queries.pointer, s.passParallelLightDef(m, light, queries.scene))));
	}

	polygon(maxError = 0.01) {
		return call(this.memory, (m, c) => m.points((p, n) => c.ricochet_region_polygon(this.pointer, maxError, p, n)));
	}

	triangles(maxError = 0.01) {
		return call(this.memory, (m, c) => m.points((p, n) => c.ricochet_region_triangles(this.pointer, maxError, p, n)));
	}

	/** Corners of the triangles of soft shadows, 4 floats each: point x and y, share, change. */
	softTriangles(maxError = 0.01) {
		return call(this.memory, (m, c) =>
			m.points((p, n) => c.ricochet_region_soft_triangles(this.pointer, maxError, p, n), s.sizeLitVertex >> 2));
	}

	share(point) {
		return call(this.memory, (m, c) => m.counted(c.ricochet_region_share(this.pointer, m.vec(point))));
	}

	dispose() {
		this.memory.c.ricochet_destroy_region(this.pointer);
		this.pointer = 0;
	}
}

/** What both sizes of the library offer. */
export class Library {
	constructor(memory) {
		this.memory = memory;
		this.RAY_STRIDE = RAY_STRIDE;
		this.HIT_STRIDE = HIT_STRIDE;
		this.MOTION_STRIDE = MOTION_STRIDE;
	}

	get version() {
		return call(this.memory, (m, c) => {
			const p = m.alloc(12);
			c.ricochet_version(p, p + 4, p + 8);
			return [...m.i32.subarray(p >> 2, (p >> 2) + 3)].join('.');
		});
	}

	createScene({ gravity = { x: 0, y: 0 } } = {}) {
		return new Scene(this.memory, gravity);
	}
}

export { call, one, outlineOf };
