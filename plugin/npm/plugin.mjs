// Bullets, grenades and blasts; the past of a scene; the motion of a step.

import { beam, hullArguments } from './hulls.mjs';
import { Library, Queries, Scene, call, one, outlineOf } from './scene.mjs';
import * as s from './structs.mjs';

/** Bullets and grenades in a scene. */
export class Plugin {
	constructor(scene, def = {}) {
		this.scene = scene;
		this.memory = scene.memory;
		// One context serves both functions of the def. `surface` fills the gaps of those that surfaceOf gives.
		const functions = { rule: def.rule, surfaceOf: def.surfaceOf, surface: null };
		this.functions = functions;
		this.pointer = this.#call((m, c) => {
			const p = s.passPluginDef(m, def, scene);
			const q = p >> 2;
			functions.surface = s.readSurface(m, q + s.pluginDefWords.surface);
			if (def.rule || def.surfaceOf) {
				m.u32[q + s.pluginDefWords.rule] = def.rule ? m.trampoline('rule') : 0;
				m.u32[q + s.pluginDefWords.surfaceOf] = def.surfaceOf ? m.trampoline('surface_of') : 0;
				m.u32[q + s.pluginDefWords.context] = scene.keep(functions);
			}
			return m.check(c.ricochet_create_plugin(scene.pointer, p));
		});
	}

	/** A call after which the library may still use the functions of its arguments. */
	#call(work) {
		const m = this.memory;
		return call(m, (_, c) => {
			const before = m.keeps;
			m.keeps = true;
			try {
				return work(m, c);
			} finally {
				m.keeps = before;
			}
		});
	}

	beginStep() {
		call(this.memory, (m, c) => m.check(c.ricochet_begin_step(this.pointer)));
	}

	endStep(dt) {
		call(this.memory, (m, c) => m.check(c.ricochet_end_step(this.pointer, dt)));
	}

	/** A step of a game without an engine: bodies move by their velocities, and nothing collides. */
	step(dt) {
		call(this.memory, (m, c) => m.check(c.ricochet_step(this.pointer, dt, 1, 1)));
	}

	#fired(read, size, work) {
		return this.#call((m, c) => {
			const p = m.alloc(size);
			work(m, c, p);
			m.refresh();
			const id = read(m, p >> 2);
			return id ?? m.refuse();
		});
	}

	fire(def) {
		return this.#fired(s.readBullet, s.sizeBullet, (m, c, p) => c.ricochet_fire(p, this.pointer, s.passBulletDef(m, def, this.scene)));
	}

	throw(def) {
		return this.#fired(s.readGrenade, s.sizeGrenade, (m, c, p) => c.ricochet_throw(p, this.pointer, s.passGrenadeDef(m, def, this.scene)));
	}

	/** Fires a bullet at a past time of a history: lag compensation. */
	fireAt(def, history, time) {
		return this.#fired(s.readBullet, s.sizeBullet,
			(m, c, p) => c.ricochet_fire_at(p, this.pointer, s.passBulletDef(m, def, this.scene), history.pointer, time));
	}

	explode(def) {
		this.#call((m, c) => m.check(c.ricochet_explode(this.pointer, s.passExplosionDef(m, def, this.scene))));
	}

	#events(name, size, read) {
		return call(this.memory, (m, c) => m.list((p, n) => c[name](this.pointer, 0, p, n), size, read, this.scene));
	}

	get impacts() {
		return this.#events('ricochet_impacts', s.sizeImpact, s.readImpact);
	}

	get presses() {
		return this.#events('ricochet_presses', s.sizePress, s.readPress);
	}

	get expired() {
		return this.#events('ricochet_expired_events', s.sizeExpired, s.readExpired);
	}

	get explosions() {
		return this.#events('ricochet_explosions', s.sizeExplosion, s.readExplosion);
	}

	get blastHits() {
		return this.#events('ricochet_blast_hits', s.sizeBlastHit, s.readBlastHit);
	}

	get fragments() {
		return this.#events('ricochet_fragments', s.sizeBullet, s.readBullet);
	}

	get bullets() {
		return this.#events('ricochet_get_bullets', s.sizeBulletState, s.readBulletState);
	}

	get grenades() {
		return this.#events('ricochet_get_grenades', s.sizeGrenadeState, s.readGrenadeState);
	}

	/** Positions as floats, x and y of each, for drawing many. */
	bulletPositions() {
		return call(this.memory, (m, c) => m.points((p, n) => c.ricochet_bullet_positions(this.pointer, 0, p, n)));
	}

	grenadePositions() {
		return call(this.memory, (m, c) => m.points((p, n) => c.ricochet_grenade_positions(this.pointer, 0, p, n)));
	}

	#find(name, pass, size, read, id) {
		return call(this.memory, (m, c) => {
			const p = m.alloc(size);
			return m.counted(c[name](this.pointer, pass(m, id, this.scene), p)) === 0 ? null : read(m, p >> 2, this.scene);
		});
	}

	findBullet(id) {
		return this.#find('ricochet_find_bullet', s.passBullet, s.sizeBulletState, s.readBulletState, id);
	}

	findGrenade(id) {
		return this.#find('ricochet_find_grenade', s.passGrenade, s.sizeGrenadeState, s.readGrenadeState, id);
	}

	steerBullet(id, position, velocity) {
		call(this.memory, (m, c) => m.check(c.ricochet_steer_bullet(this.pointer, s.passBullet(m, id), m.vec(position), m.vec(velocity))));
	}

	steerGrenade(id, position, velocity) {
		call(this.memory, (m, c) => m.check(c.ricochet_steer_grenade(this.pointer, s.passGrenade(m, id), m.vec(position), m.vec(velocity))));
	}

	cancelBullet(id) {
		call(this.memory, (m, c) => m.check(c.ricochet_cancel_bullet(this.pointer, s.passBullet(m, id))));
	}

	cancelGrenade(id) {
		call(this.memory, (m, c) => m.check(c.ricochet_cancel_grenade(this.pointer, s.passGrenade(m, id))));
	}

	clear() {
		call(this.memory, (m, c) => m.check(c.ricochet_clear(this.pointer)));
	}

	reserve(bullets, grenades) {
		call(this.memory, (m, c) => m.check(c.ricochet_reserve(this.pointer, bullets, grenades)));
	}

	queueDestroy(body) {
		call(this.memory, (m, c) => m.check(c.ricochet_queue_destroy(this.pointer, body.id)));
	}

	/** Sets the surface of a shape. Numbers that are left away stay as they are. */
	setSurface(shape, surface) {
		call(this.memory, (m, c) => {
			const p = m.alloc(s.sizeSurface);
			m.check(c.ricochet_get_surface(this.pointer, shape.id, p));
			s.writeSurface(m, p >> 2, surface, this.scene);
			m.check(c.ricochet_set_surface(this.pointer, shape.id, p));
		});
	}

	getSurface(shape) {
		return call(this.memory, (m, c) => {
			const p = m.alloc(s.sizeSurface);
			m.check(c.ricochet_get_surface(this.pointer, shape.id, p));
			return s.readSurface(m, p >> 2);
		});
	}

	shiftOrigin(newOrigin) {
		call(this.memory, (m, c) => m.check(c.ricochet_shift_origin(this.pointer, m.vec(newOrigin))));
	}

	bulletPath(id) {
		return call(this.memory, (m, c) => {
			const at = s.passBullet(m, id);
			return m.list((p, n) => c.ricochet_bullet_path(this.pointer, at, p, n), s.sizePathPoint, s.readPathPoint, this.scene);
		});
	}

	/** The bullets that were in flight at a share of the last step, for a picture between two steps. */
	bulletsAt(alpha) {
		return call(this.memory, (m, c) => m.list((p, n) => c.ricochet_bullets_at(this.pointer, alpha, p, n),
			s.sizeBulletPlace, s.readBulletPlace, this.scene));
	}

	grenadesAt(alpha) {
		return call(this.memory, (m, c) => m.list((p, n) => c.ricochet_grenades_at(this.pointer, alpha, p, n),
			s.sizeGrenadePlace, s.readGrenadePlace, this.scene));
	}

	#preview(name, def, duration, dt, withEnd) {
		return call(this.memory, (m, c) => {
			let impactCapacity = 16;
			for (;;) {
				const impacts = m.alloc(s.sizeImpact * impactCapacity);
				const count = m.zeros(8);
				const end = m.zeros(s.sizeExpired);
				const points = m.list((p, n) => c[name](this.pointer, def, duration, dt, p, n, impacts, impactCapacity, count, count + 4,
					...(withEnd ? [end] : [])), s.sizePathPoint, s.readPathPoint, this.scene, 64);
				const impactCount = m.i32[count >> 2];
				if (impactCount <= impactCapacity) {
					const list = Array.from({ length: impactCount }, (_, i) => s.readImpact(m, (impacts + i * s.sizeImpact) >> 2, this.scene));
					const preview = { points, impacts: list, exactUntil: m.f32[(count >> 2) + 1] };
					return withEnd ? { ...preview, end: s.readExpired(m, end >> 2, this.scene) } : preview;
				}
				impactCapacity = impactCount;
			}
		});
	}

	/** The path that a bullet would fly if it were fired now. */
	previewBullet(def, duration, dt = 1 / 60) {
		return call(this.memory, (m) => this.#preview('ricochet_preview_bullet', s.passBulletDef(m, def, this.scene), duration, dt, false));
	}

	previewGrenade(def, duration, dt = 1 / 60) {
		return call(this.memory, (m) => this.#preview('ricochet_preview_grenade', s.passGrenadeDef(m, def, this.scene), duration, dt, true));
	}

	/** The hits that an explosion would have now. */
	previewBlast(def) {
		return call(this.memory, (m, c) => {
			const at = s.passExplosionDef(m, def, this.scene);
			return m.list((p, n) => c.ricochet_preview_blast(this.pointer, at, p, n), s.sizeBlastHit, s.readBlastHit, this.scene);
		});
	}

	/** All projectiles as bytes, for saved games and rollback. */
	save(names = 'name') {
		return call(this.memory, (m, c) => {
			const kind = s.enumValue(s.SaveNames, names, 'names');
			const count = m.counted(c.ricochet_save(this.pointer, kind, 0, 0));
			const p = m.alloc(count);
			m.counted(c.ricochet_save(this.pointer, kind, p, count));
			return m.u8.slice(p, p + count);
		});
	}

	restore(bytes, def = {}) {
		this.#call((m, c) => {
			const p = m.alloc(bytes.length);
			m.u8.set(bytes, p);
			m.check(c.ricochet_restore(this.pointer, p, bytes.length, s.passRestoreDef(m, def, this.scene)));
		});
	}

	/** A checksum of all projectiles. */
	get checksum() {
		return call(this.memory, (m, c) => BigInt.asUintN(64, c.ricochet_checksum(this.pointer)));
	}

	dispose() {
		this.memory.c.ricochet_destroy_plugin(this.pointer);
		this.pointer = 0;
		const handle = this.scene.kept.get(this.functions);
		if (handle !== undefined) {
			this.scene.kept.delete(this.functions);
			this.memory.handles.delete(handle);
		}
	}
}

/** The past poses of a scene. */
export class History {
	constructor(scene, def = {}) {
		this.memory = scene.memory;
		this.scene = scene;
		this.pointer = call(this.memory, (m, c) => m.check(c.ricochet_create_history(scene.pointer, s.passHistoryDef(m, def, scene))));
		++scene.copies;
	}

	record(time) {
		call(this.memory, (m, c) => m.check(c.ricochet_record(this.pointer, time)));
	}

	/** The number of records, and the oldest and the newest time. */
	get records() {
		return call(this.memory, (m, c) => {
			const p = m.zeros(16);
			const count = m.counted(c.ricochet_get_records(this.pointer, p, p + 8));
			return { count, oldest: count === 0 ? NaN : m.f64[p >> 3], newest: count === 0 ? NaN : m.f64[(p >> 3) + 1] };
		});
	}

	shift(newOrigin) {
		call(this.memory, (m, c) => m.check(c.ricochet_shift_history(this.pointer, m.vec(newOrigin))));
	}

	/** The pose of a body at a past time; null if it was not in the scene. */
	poseOf(body, time) {
		return call(this.memory, (m, c) => {
			const p = m.alloc(s.sizePose);
			return m.counted(c.ricochet_pose_of(this.pointer, body.id, time, p)) === 0 ? null : s.readPose(m, p >> 2);
		});
	}

	dispose() {
		if (this.pointer !== 0 && --this.scene.copies === 0) {
			this.scene.replaced.clear();
		}
		this.memory.c.ricochet_destroy_history(this.pointer);
		this.pointer = 0;
	}
}

/** How the bodies moved in the last step, for projectiles that the game moves itself. */
export class StepMotion {
	constructor(scene) {
		this.memory = scene.memory;
		this.scene = scene;
		this.pointer = call(this.memory, (m, c) => m.check(c.ricochet_create_step_motion(scene.pointer)));
	}

	begin() {
		call(this.memory, (m, c) => m.check(c.ricochet_begin_step_motion(this.pointer)));
	}

	end() {
		call(this.memory, (m, c) => m.check(c.ricochet_end_step_motion(this.pointer)));
	}

	castRay(ray, filter) {
		return one(this, 'ricochet_cast_ray_in_step', s.sizeRayHit, s.readRayHit, (cast, p, m) =>
			cast(this.pointer, s.passRay(m, ray, this.scene), m.filter(filter, this.scene), p));
	}

	castHull(hull, pose, translation, filter) {
		return one(this, 'ricochet_cast_hull_in_step', s.sizeHullHit, s.readHullHit, (cast, p, m) =>
			cast(this.pointer, ...hullArguments(this, m, hull, pose, translation, filter), p));
	}

	/** The beam flies its length in the step. */
	castBeam(origin, direction, def) {
		return beam(this, 'ricochet_cast_beam_in_step', origin, direction, def);
	}

	dispose() {
		this.memory.c.ricochet_destroy_step_motion(this.pointer);
		this.pointer = 0;
	}
}

Scene.prototype.createPlugin = function createPlugin(def) {
	return new Plugin(this, def);
};
Scene.prototype.createHistory = function createHistory(def) {
	return new History(this, def);
};
Scene.prototype.createStepMotion = function createStepMotion() {
	return new StepMotion(this);
};
/** The effects that a blast would have. It changes nothing. */
Queries.prototype.measureBlast = function measureBlast(def) {
	return call(this.memory, (m, c) => {
		const at = s.passExplosionDef(m, def, this.scene);
		return m.list((p, n) => c.ricochet_measure_blast(this.pointer, at, p, n), s.sizeBlastHit, s.readBlastHit, this.scene);
	});
};

/** What the whole library offers beside casts and sight. */
export class WholeLibrary extends Library {
	checkOutline(outline) {
		call(this.memory, (m, c) => m.check(c.ricochet_check_outline(s.passOutline(m, outlineOf(outline), null))));
	}

	findOutlineFaults(outline) {
		return call(this.memory, (m, c) => {
			const at = s.passOutline(m, outlineOf(outline), null);
			return m.list((p, n) => c.ricochet_find_outline_faults(at, p, n), s.sizeOutlineFault, s.readOutlineFault, null);
		});
	}

	#rings(vertices, work) {
		return call(this.memory, (m, c) => {
			const counted = m.zeros(4);
			let capacity = vertices;
			let ringCapacity = vertices;
			for (;;) {
				const p = m.alloc(8 * capacity);
				const rings = m.alloc(4 * ringCapacity);
				const count = m.counted(work(m, c, p, capacity, rings, ringCapacity, counted));
				const ringCount = m.i32[counted >> 2];
				if (count <= capacity && ringCount <= ringCapacity) {
					return {
						vertices: m.f32.slice(p >> 2, (p >> 2) + 2 * count),
						ringStarts: [...m.i32.subarray(rings >> 2, (rings >> 2) + ringCount)],
					};
				}
				capacity = Math.max(capacity, count);
				ringCapacity = Math.max(ringCapacity, ringCount);
			}
		});
	}

	/** The outline of the union of boxes, such as the tiles of a level. */
	uniteBoxes(boxes) {
		return this.#rings(4 * boxes.length + 4, (m, c, ...out) => {
			const p = m.alloc(s.sizeBox * boxes.length);
			boxes.forEach((box, i) => s.writeBox(m, (p + i * s.sizeBox) >> 2, box, null));
			return c.ricochet_unite_boxes(p, boxes.length, ...out);
		});
	}

	withoutFlatVertices(outline) {
		const given = outlineOf(outline);
		return this.#rings(given.vertices.length, (m, c, ...out) => c.ricochet_without_flat_vertices(s.passOutline(m, given, null), ...out));
	}

	weldRings(outline, distance) {
		const given = outlineOf(outline);
		return this.#rings(given.vertices.length, (m, c, ...out) => c.ricochet_weld_rings(s.passOutline(m, given, null), distance, ...out, 0));
	}

	checkPolygon(points) {
		return call(this.memory, (m, c) => {
			const p = m.alloc(8);
			const at = m.vecs(points);
			m.check(c.ricochet_check_polygon(at, m.count, p));
			return s.readPolygonKind(m, p >> 2);
		});
	}

	decompose(outline, mostVertices = 8) {
		return call(this.memory, (m, c) => {
			const at = s.passOutline(m, outlineOf(outline), null);
			return m.list((p, n) => c.ricochet_decompose(at, mostVertices, p, n), s.sizeConvexPiece, s.readConvexPiece, null);
		});
	}

	/** The two angles at which a bullet reaches a point, the low one first. */
	solveLaunch(from, to, speed, gravity, drag = 0) {
		return call(this.memory, (m, c) => {
			const p = m.alloc(8);
			m.check(c.ricochet_solve_launch(m.vec(from), m.vec(to), speed, m.vec(gravity), drag, p));
			return [m.f32[p >> 2], m.f32[(p >> 2) + 1]];
		});
	}

	launchVelocity(from, to, duration, gravity, drag = 0) {
		return call(this.memory, (m, c) => {
			const p = m.alloc(s.sizeVec);
			m.check(c.ricochet_launch_velocity(m.vec(from), m.vec(to), duration, m.vec(gravity), drag, p));
			return s.readVec(m, p >> 2);
		});
	}

	solveIntercept(from, target, speed, gravity, drag = 0, lifetime = 10) {
		return call(this.memory, (m, c) => {
			const p = m.alloc(s.sizeIntercept);
			m.check(c.ricochet_solve_intercept(m.vec(from), s.passMovingTarget(m, target, null), speed, m.vec(gravity), drag, lifetime, p));
			return s.readIntercept(m, p >> 2);
		});
	}
}
