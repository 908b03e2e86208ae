// What the tests of the adapters share.

import assert from 'node:assert/strict';

/** Numbers that are the same in every run: a linear congruential generator (Numerical Recipes). */
export function random(seed = 1) {
	let state = seed;
	return (low = 0, high = 1) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return low + (high - low) * (state / 2 ** 32);
	};
}

export function close(a, b, limit, what = '') {
	assert.ok(Math.abs(a - b) <= limit, `${what} ${a} differs from ${b} by more than ${limit}`);
}

/** The corners of a convex polygon around the origin. */
export function polygon(corners, radius, turn = 0) {
	return Array.from({ length: corners }, (_, i) => {
		const angle = turn + (2 * Math.PI * i) / corners;
		return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
	});
}

/**
 * Casts random rays through the scene and through the engine. cast(origin, translation) returns the engine's shape and
 * point, or null. Returns how many rays agree, and the worst distance between points of the same shape.
 */
export function compareRays(scene, count, size, cast, { seed = 7, length = size, limit = 1e-4 } = {}) {
	const number = random(seed);
	const found = { hits: 0, misses: 0, onlyScene: 0, onlyEngine: 0, otherShape: 0, far: 0, worst: 0, differences: [] };
	for (let i = 0; i < count; ++i) {
		const origin = { x: Math.fround(number(-size, size)), y: Math.fround(number(-size, size)) };
		const angle = number(0, 2 * Math.PI);
		const translation = { x: Math.fround(length * Math.cos(angle)), y: Math.fround(length * Math.sin(angle)) };
		const hit = scene.castRayClosest({ origin, translation }, { startInside: false });
		const theirs = cast(origin, translation);
		if (hit === null && theirs === null) {
			++found.misses;
		} else if (theirs === null) {
			++found.onlyScene;
			found.differences.push({ origin, translation, hit });
		} else if (hit === null) {
			++found.onlyEngine;
			found.differences.push({ origin, translation, theirs });
		} else {
			const distance = Math.hypot(hit.point.x - theirs.x, hit.point.y - theirs.y);
			if (hit.shape.userData !== theirs.shape && distance > limit) {
				++found.otherShape;
				found.differences.push({ origin, translation, hit, theirs });
			} else if (distance > limit) {
				++found.far;
				found.differences.push({ origin, translation, hit, theirs, distance });
			} else {
				++found.hits;
				found.worst = Math.max(found.worst, distance);
			}
		}
	}
	return found;
}

/** The sum of the momentum of bodies: mass times velocity. */
export function momentum(bodies, read) {
	return bodies.reduce((sum, body) => {
		const { mass, velocity } = read(body);
		return { x: sum.x + mass * velocity.x, y: sum.y + mass * velocity.y };
	}, { x: 0, y: 0 });
}
