// Casts through solids, casts of hulls, distances, characters and beams.

import { Queries, call, one } from './scene.mjs';
import * as s from './structs.mjs';

const hullOf = (hull) => ('vertices' in hull ? hull : { vertices: [{ x: 0, y: 0 }], radius: hull.radius });

export function hullArguments(queries, m, hull, pose, translation, filter) {
	return [s.passHull(m, hullOf(hull), queries.scene), s.passPose(m, pose, queries.scene), m.vec(translation), m.filter(filter, queries.scene)];
}

function turning(queries, m, path, filter) {
	return [s.passTurningPath(m, { ...path, hull: hullOf(path.hull) }, queries.scene), m.filter(filter, queries.scene)];
}

export function beam(queries, name, origin, direction, def) {
	return call(queries.memory, (m, c) => {
		const from = m.vec(origin);
		const way = m.vec(direction);
		const given = s.passBeamDef(m, def ?? {}, queries.scene);
		const end = m.zeros(4);
		const legs = m.list((p, n) => c[name](queries.pointer, from, way, given, p, n, end), s.sizeBeamLeg, s.readBeamLeg, queries.scene);
		return { legs, end: s.BeamEnd[m.i32[end >> 2]] };
	});
}

class HullQueries extends Queries {
	castRaySolids(ray, filter) {
		return call(this.memory, (m, c) => {
			const at = s.passRay(m, ray, this.scene);
			const f = m.filter(filter, this.scene);
			return m.list((p, n) => c.ricochet_cast_ray_solids(this.pointer, at, f, p, n), s.sizeRayHit, s.readRayHit, this.scene);
		});
	}

	solidLength(from, to, filter) {
		return call(this.memory, (m, c) => m.counted(c.ricochet_solid_length(this.pointer, m.vec(from), m.vec(to), m.filter(filter, this.scene))));
	}

	castHullClosest(hull, pose, translation, filter) {
		return one(this, 'ricochet_cast_hull_closest', s.sizeHullHit, s.readHullHit,
			(cast, p, m) => cast(this.pointer, ...hullArguments(this, m, hull, pose, translation, filter), p));
	}

	castHullAny(hull, pose, translation, filter) {
		return call(this.memory, (m, c) =>
			m.counted(c.ricochet_cast_hull_any(this.pointer, ...hullArguments(this, m, hull, pose, translation, filter))) === 1);
	}

	castHullAll(hull, pose, translation, filter) {
		return call(this.memory, (m, c) => {
			const given = hullArguments(this, m, hull, pose, translation, filter);
			return m.list((p, n) => c.ricochet_cast_hull_all(this.pointer, ...given, p, n), s.sizeHullHit, s.readHullHit, this.scene);
		});
	}

	castHullSolids(hull, pose, translation, filter) {
		return call(this.memory, (m, c) => {
			const given = hullArguments(this, m, hull, pose, translation, filter);
			return m.list((p, n) => c.ricochet_cast_hull_solids(this.pointer, ...given, p, n), s.sizeHullHit, s.readHullHit, this.scene);
		});
	}

	overlapHull(hull, pose, filter) {
		return call(this.memory, (m, c) => {
			const shape = s.passHull(m, hullOf(hull), this.scene);
			const at = s.passPose(m, pose, this.scene);
			const f = m.filter(filter, this.scene);
			return m.list((p, n) => c.ricochet_overlap_hull(this.pointer, shape, at, f, p, n), s.sizeOverlapHit, s.readOverlapHit, this.scene);
		});
	}

	castTurningClosest(path, filter) {
		return one(this, 'ricochet_cast_turning_closest', s.sizeTurningHit, s.readTurningHit,
			(cast, p, m) => cast(this.pointer, ...turning(this, m, path, filter), p));
	}

	castTurningAny(path, filter) {
		return call(this.memory, (m, c) => m.counted(c.ricochet_cast_turning_any(this.pointer, ...turning(this, m, path, filter))) === 1);
	}

	castTurningAll(path, filter) {
		return call(this.memory, (m, c) => {
			const given = turning(this, m, path, filter);
			return m.list((p, n) => c.ricochet_cast_turning_all(this.pointer, ...given, p, n), s.sizeTurningHit, s.readTurningHit, this.scene);
		});
	}

	findNearest(point, maxDistance = Infinity, filter = undefined) {
		return one(this, 'ricochet_find_nearest', s.sizeNearestHit, s.readNearestHit,
			(find, p, m) => find(this.pointer, m.vec(point), maxDistance, m.filter(filter, this.scene), p));
	}

	findAllNearest(point, maxDistance, most, filter) {
		return call(this.memory, (m, c) => {
			const at = m.vec(point);
			const f = m.filter(filter, this.scene);
			return m.list((p, n) => c.ricochet_find_all_nearest(this.pointer, at, maxDistance, most, f, p, n),
				s.sizeNearestHit, s.readNearestHit, this.scene);
		});
	}

	checkGround(hull, pose, def, filter) {
		return one(this, 'ricochet_check_ground', s.sizeGround, s.readGround, (check, p, m) =>
			check(this.pointer, s.passHull(m, hullOf(hull), this.scene), s.passPose(m, pose, this.scene),
				s.passGroundDef(m, def ?? {}, this.scene), m.filter(filter, this.scene), p));
	}

	slideHull(hull, pose, translation, def, filter) {
		return call(this.memory, (m, c) => {
			const [shape, at, way, f] = hullArguments(this, m, hull, pose, translation, filter);
			const slide = s.passSlideDef(m, def ?? {}, this.scene);
			const result = m.alloc(s.sizeSlideResult);
			const planes = m.list((p, n) => c.ricochet_slide_hull(this.pointer, shape, at, way, slide, f, result, p, n),
				s.sizeSlidePlane, s.readSlidePlane, this.scene);
			return { ...s.readSlideResult(m, result >> 2), planes };
		});
	}

	castBeam(origin, direction, def) {
		return beam(this, 'ricochet_cast_beam', origin, direction, def);
	}
}

// The small library has no such functions, so its queries have no such methods.
for (const name of Object.getOwnPropertyNames(HullQueries.prototype)) {
	if (name !== 'constructor') {
		Object.defineProperty(Queries.prototype, name, Object.getOwnPropertyDescriptor(HullQueries.prototype, name));
	}
}
