// The interface of the package, as a game uses it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HIT_STRIDE, RicochetError, load } from 'ricochet';

const ricochet = await load();
const square = [{ x: -0.5, y: -0.5 }, { x: 0.5, y: -0.5 }, { x: 0.5, y: 0.5 }, { x: -0.5, y: 0.5 }];

function row(count) {
	const scene = ricochet.createScene();
	const bodies = [];
	for (let i = 0; i < count; ++i) {
		const body = scene.createBody({ type: 'dynamic', position: { x: 10 * (i + 1), y: 0 }, userData: `body ${i}` });
		body.addSolid(square, 0, { userData: `shape ${i}` });
		bodies.push(body);
	}
	return { scene, bodies };
}

const close = (a, b, limit = 1e-5) => assert.ok(Math.abs(a - b) <= limit, `${a} is not ${b}`);

test('A ray finds the closest body with its entry and exit', () => {
	const { scene, bodies } = row(3);
	const hit = scene.castRayClosest({ origin: { x: 0, y: 0 }, translation: { x: 100, y: 0 } });
	assert.equal(hit.body, bodies[0]);
	assert.equal(hit.body.userData, 'body 0');
	assert.equal(hit.shape.userData, 'shape 0');
	close(hit.point.x, 9.5);
	close(hit.exit.point.x, 10.5);
	close(hit.fraction, 0.095);
	assert.deepEqual(hit.normal, { x: -1, y: 0 });
	assert.equal(hit.startsInside, false);
	assert.equal(scene.castRayClosest({ origin: { x: 0, y: 5 }, translation: { x: 100, y: 0 } }), null);
	assert.equal(scene.castRayAny({ origin: { x: 0, y: 0 }, translation: { x: 9, y: 0 } }), false);
	scene.dispose();
});

test('All hits come in order, and castRayNext goes from one to the next', () => {
	const { scene, bodies } = row(40);
	const ray = { origin: { x: 0, y: 0 }, translation: { x: 1000, y: 0 } };
	const all = scene.castRayAll(ray);
	assert.deepEqual(all.map(({ body }) => body), bodies);
	let hit = scene.castRayClosest(ray);
	for (let i = 1; i < 40; ++i) {
		hit = scene.castRayNext(ray, hit);
		assert.deepEqual(hit, all[i]);
	}
	assert.equal(scene.castRayNext(ray, hit), null);
	assert.equal(scene.castRaySolids(ray).length, 40);
	close(scene.solidLength({ x: 0, y: 0 }, { x: 1000, y: 0 }), 40, 1e-3);
	scene.dispose();
});

test('Thousands of rays in one call give the hits of single rays, from the scene and from a snapshot', () => {
	const { scene } = row(50);
	const snapshot = scene.createSnapshot();
	const count = 5000;
	const rays = new Float32Array(4 * count);
	for (let i = 0; i < count; ++i) {
		rays.set([i / 10, Math.sin(i) * 3, Math.cos(i) * 20, Math.sin(3 * i) * 20], 4 * i);
	}
	const hits = new Float32Array(HIT_STRIDE * count);
	const copied = new Float32Array(HIT_STRIDE * count);
	const isHit = new Uint8Array(count);
	const sum = scene.castRaysClosest(rays, hits);
	assert.equal(snapshot.castRaysClosest(rays, copied), sum);
	assert.equal(scene.castRaysAny(rays, isHit), sum);
	assert.deepEqual(hits, copied);
	let counted = 0;
	for (let i = 0; i < count; ++i) {
		const ray = { origin: { x: rays[4 * i], y: rays[4 * i + 1] }, translation: { x: rays[4 * i + 2], y: rays[4 * i + 3] } };
		const hit = scene.castRayClosest(ray);
		const at = HIT_STRIDE * i;
		assert.equal(isHit[i], hit === null ? 0 : 1);
		if (hit === null) {
			assert.equal(hits[at], Infinity);
			assert.equal(scene.shapeAt(hits[at + 6]), null);
		} else {
			++counted;
			assert.deepEqual([...hits.slice(at, at + 6)], [hit.fraction, hit.point.x, hit.point.y, hit.normal.x, hit.normal.y, hit.exit.fraction]);
			assert.equal(scene.shapeAt(hits[at + 6]), hit.shape);
		}
	}
	assert.equal(counted, sum);
	assert.ok(sum > 100 && sum < count, `${sum} hits`);
	assert.throws(() => scene.castRaysClosest(rays, new Float32Array(8)), RangeError);
	snapshot.dispose();
	scene.dispose();
});

test('A fan of rays hits what its rays hit', () => {
	const { scene } = row(3);
	const fan = { origin: { x: 0, y: 0 }, direction: 0, angle: 1, radius: 50, count: 101 };
	const hits = new Float32Array(HIT_STRIDE * fan.count);
	const sum = scene.castRayFan(fan, hits);
	assert.ok(sum > 0);
	for (let i = 0; i < fan.count; ++i) {
		const hit = scene.castRayClosest(scene.fanRay(fan, i));
		assert.equal(hits[HIT_STRIDE * i], hit?.fraction ?? Infinity);
	}
	scene.dispose();
});

test('Filters: categories, ignored bodies, and functions', () => {
	const { scene, bodies } = row(4);
	const ray = { origin: { x: 0, y: 0 }, translation: { x: 100, y: 0 } };
	assert.equal(scene.castRayClosest(ray, { ignore: bodies[0] }).body, bodies[1]);
	assert.equal(scene.castRayClosest(ray, { ignore: [bodies[0], bodies[1]] }).body, bodies[2]);
	assert.equal(scene.castRayClosest(ray, { accept: (body) => body === bodies[3] }).body, bodies[3]);
	[...bodies[0].shapes][0].set({ categoryBits: 2 });
	assert.equal(scene.castRayClosest(ray, { maskBits: 1 }).body, bodies[1]);
	// A function that throws, and one that casts itself.
	assert.throws(() => scene.castRayClosest(ray, { accept: () => { throw new Error('mine'); } }), /mine/);
	assert.equal(scene.castRayClosest(ray, { accept: (body) => scene.castRayClosest(ray, { ignore: bodies[0] }).body === body }).body, bodies[1]);
	assert.equal(ricochet.memory.temporary.length, 0);
	assert.equal(ricochet.memory.top, ricochet.memory.arena);
	scene.dispose();
});

test('Every kind of shape is hit', () => {
	const scene = ricochet.createScene();
	const down = (x) => scene.castRayClosest({ origin: { x, y: 10 }, translation: { x: 0, y: -20 } });
	const body = scene.createBody({ type: 'static' });
	const shapes = [
		body.addBox(1, 1, { position: { x: 0, y: 0 }, angle: Math.PI / 4 }),
		body.addCircle({ x: 10, y: 0 }, 1),
		body.addCapsule({ x: 20, y: -1 }, { x: 20, y: 1 }, 0.5),
		body.addPolygon([{ x: 29, y: 0 }, { x: 31, y: 0 }, { x: 30, y: 2 }]),
		body.addSegment({ x: 39, y: 1 }, { x: 41, y: 1 }),
		body.addChain(new Float32Array([51, 3, 50, 3, 49, 3])),
		body.addSolid([{ x: 60, y: 0 }], 2),
	];
	const heights = [Math.SQRT2, 1, 1.5, 2, 1, 3, 2];
	shapes.forEach((shape, i) => {
		const hit = down(10 * i);
		assert.equal(hit.shape, shape);
		close(hit.point.y, heights[i]);
	});
	// A ring with a hole is one solid, whatever its pieces are.
	const pieces = body.addOutline({
		vertices: [66, -4, 74, -4, 74, 4, 66, 4, 68, -2, 68, 2, 72, 2, 72, -2], ringStarts: [0, 4],
	}, { userData: 'ring' });
	assert.ok(pieces.length > 2);
	assert.equal(scene.castRaySolids({ origin: { x: 70, y: 10 }, translation: { x: 0, y: -20 } }).length, 2);
	pieces[0].destroy();
	assert.equal(body.shapes.size, shapes.length + pieces.length - 1);
	assert.equal(scene.findNearest({ x: 10, y: 3 }).shape, shapes[1]);
	assert.equal(scene.overlapHull({ radius: 0.5 }, { position: { x: 10, y: 0 } }).length, 1);
	close(scene.castHullClosest({ radius: 0.5 }, { position: { x: 10, y: 5 } }, { x: 0, y: -10 }).point.y, 1.5);
	const turn = { hull: { vertices: [-1, -0.1, 1, -0.1, 1, 0.1, -1, 0.1] }, pose: { position: { x: 10, y: 1.8 }, angle: 0 }, angle: Math.PI / 2 };
	assert.equal(scene.castTurningClosest({ ...turn, translation: { x: 0, y: 0 } }).shape, shapes[1]);
	assert.equal(scene.castTurningAny({ ...turn, angle: 0.1 }), false);
	assert.equal(scene.checkGround({ radius: 0.5 }, { position: { x: 10, y: 1.5 } }).isWalkable, true);
	assert.ok(scene.slideHull({ radius: 0.5 }, { position: { x: 9, y: 3 } }, { x: 0, y: -3 }).planes.length > 0);
	assert.equal(scene.castBeam({ x: 10, y: 5 }, { x: 0, y: -1 }, { length: 20, maxBounces: 1 }).legs.length, 2);
	scene.dispose();
});

test('Sight, visibility and light', () => {
	const { scene, bodies } = row(2);
	assert.equal(scene.inSight({ x: 0, y: 0 }, { x: 20, y: 0 }), false);
	assert.equal(scene.inSight({ x: 0, y: 2 }, { x: 20, y: 2 }), true);
	assert.equal(scene.bodyInSight(bodies[0], bodies[1]), true);
	assert.ok(scene.seenFraction({ x: 0, y: 0 }, bodies[0]) > 0.2);
	assert.equal(scene.seenFraction({ x: 0, y: 0 }, bodies[1]), 0);
	const area = (corners) => {
		let sum = 0;
		for (let i = 0, j = corners.length - 2; i < corners.length; j = i, i += 2) {
			sum += corners[j] * corners[i + 1] - corners[i] * corners[j + 1];
		}
		return sum / 2;
	};
	const free = scene.visibilityPolygon({ x: 0, y: 100 }, { radius: 5, maxError: 0.001 });
	close(area(free), 25 * Math.PI, 0.05);
	const seen = scene.visibilityPolygon({ x: 0, y: 0 }, { radius: 15, maxError: 0.001 });
	assert.ok(area(seen) < 225 * Math.PI - 5);
	assert.equal(scene.visibilityTriangles({ x: 0, y: 0 }, { radius: 15 }).length % 6, 0);
	const region = scene.createRegion();
	region.illuminate(scene, { position: { x: 0, y: 0 }, radius: 15, lightSize: 0.5 });
	assert.equal(region.share({ x: 5, y: 0 }), 1);
	assert.equal(region.share({ x: 12, y: 0 }), 0);
	assert.ok(region.softTriangles().length > 0);
	region.look(scene, { x: 0, y: 0 }, { radius: 15 });
	assert.ok(region.polygon().length > 6);
	region.dispose();
	scene.dispose();
});

test('A refusal is an error with the sentence of the library', () => {
	const { scene, bodies } = row(1);
	const refused = (work, reason, pattern) => assert.throws(work, (error) =>
		error instanceof RicochetError && error.reason === reason && pattern.test(error.message));
	refused(() => scene.castRayClosest({ origin: { x: NaN, y: 0 }, translation: { x: 1, y: 0 } }), 'notFinite', /origin/);
	refused(() => bodies[0].addCircle({ x: 0, y: 0 }, -1), 'notPositive', /radius/);
	refused(() => bodies[0].addSolid([{ x: 0, y: 0 }, { x: 0, y: 1 }, { x: 1, y: 0 }]), 'notASolid', /points/);
	assert.throws(() => scene.createBody({ type: 'soft' }), /type is 'soft'/);
	bodies[0].destroy();
	refused(() => bodies[0].setPose({ position: { x: 0, y: 0 } }), 'noSuchEntry', /./);
	scene.dispose();
	refused(() => scene.castRayAny({ origin: { x: 0, y: 0 }, translation: { x: 1, y: 0 } }), 'null', /world/);
	assert.equal(ricochet.memory.top, ricochet.memory.arena);
});

test('A bullet gives its momentum to a body that the engine moves', () => {
	const { scene, bodies } = row(1);
	const plugin = scene.createPlugin();
	bodies[0].setMass(20, 3);
	plugin.fire({ position: { x: 0, y: 0 }, velocity: { x: 800, y: 0 }, mass: 0.01, userData: 7 });
	plugin.beginStep();
	scene.move([{ body: bodies[0], position: { x: 9.95, y: 0 }, angle: 0, velocity: { x: -3, y: 0 } }]);
	plugin.endStep(1 / 60);
	const [impact] = plugin.impacts;
	assert.equal(impact.userData, 7);
	assert.equal(impact.hit.body, bodies[0]);
	assert.equal(impact.response, 'stop');
	assert.equal(impact.grenade, null);
	const [change] = scene.takeChanges();
	assert.equal(change.body, bodies[0]);
	// The bullet stays in the body: both have one velocity afterwards.
	close(change.impulse.x, 803 / (1 / 0.01 + 1 / 20), 1e-3);
	close(change.impulse.x, impact.impulse.x);
	assert.equal(change.isPut, false);
	assert.deepEqual(scene.takeChanges(), []);
	assert.equal(plugin.expired[0].reason, 'stopped');
	assert.equal(plugin.bullets.length, 0);
	plugin.dispose();
	scene.dispose();
});

test('Rules, surfaces and steering are functions', () => {
	const { scene, bodies } = row(3);
	const seen = [];
	const plugin = scene.createPlugin({
		rule: (impact, decision) => {
			seen.push(impact.hit.body);
			decision.response = 'pierce';
			decision.damage = 5;
		},
		surfaceOf: (shape) => (shape.body === bodies[1] ? { resistance: Infinity } : null),
	});
	const bullet = plugin.fire({ position: { x: 0, y: 0 }, velocity: { x: 3000, y: 0 }, maxPierces: 9, steering: (state, acceleration) => { acceleration.y = 0; } });
	plugin.step(1 / 60);
	assert.deepEqual(seen, bodies);
	assert.equal(plugin.impacts[0].damage, 5);
	assert.equal(plugin.getSurface([...bodies[1].shapes][0]).resistance, Infinity);
	assert.equal(plugin.findBullet(bullet).pierces, 3);
	plugin.setSurface([...bodies[0].shapes][0], { friction: 0.25 });
	assert.equal(plugin.getSurface([...bodies[0].shapes][0]).friction, 0.25);
	plugin.clear();
	const failing = scene.createPlugin({ rule: () => { throw new Error('from the rule'); } });
	failing.fire({ position: { x: 0, y: 0 }, velocity: { x: 3000, y: 0 } });
	assert.throws(() => failing.step(1 / 60), /from the rule/);
	failing.dispose();
	plugin.dispose();
	scene.dispose();
});

test('Grenades fly, explode, and destroy bodies by a rule', () => {
	const { scene, bodies } = row(2);
	const plugin = scene.createPlugin();
	const grenade = plugin.throw({
		position: { x: 8, y: 0 }, velocity: { x: 0, y: 0 }, fuse: 0.05,
		blast: { radius: 5, impulsePerLength: 10, fragmentCount: 8, rule: (hit, decision) => { decision.destroyed = hit.body === bodies[0]; } },
	});
	assert.equal(plugin.findGrenade(grenade).resting, false);
	for (let i = 0; i < 4; ++i) {
		plugin.step(1 / 60);
		if (plugin.explosions.length > 0) {
			break;
		}
	}
	assert.equal(plugin.explosions.length, 1);
	assert.deepEqual(plugin.explosions[0].grenade, grenade);
	assert.equal(plugin.blastHits[0].body, bodies[0]);
	assert.equal(plugin.blastHits[0].destroyed, true);
	assert.equal(plugin.fragments.length, 8);
	plugin.step(1 / 60);
	assert.deepEqual(scene.takeDestroyed(), [bodies[0]]);
	assert.equal(scene.bodies.has(bodies[0]), false);
	const blast = { position: { x: 18, y: 0 }, radius: 5, impulsePerLength: 1 };
	assert.equal(scene.measureBlast(blast)[0].body, bodies[1]);
	assert.equal(scene.createSnapshot().measureBlast(blast)[0].body, bodies[1]);
	plugin.dispose();
	scene.dispose();
});

test('Previews, saved states, and the past', () => {
	const { scene, bodies } = row(1);
	const gravity = { x: 0, y: 0 };
	const plugin = scene.createPlugin();
	const history = scene.createHistory();
	const shot = { position: { x: 0, y: 0 }, velocity: { x: 300, y: 0 } };
	const preview = plugin.previewBullet(shot, 1);
	assert.equal(preview.impacts.length, 1);
	assert.equal(preview.impacts[0].hit.body, bodies[0]);
	plugin.fire(shot);
	const saved = plugin.save();
	const checksum = plugin.checksum;
	plugin.clear();
	assert.notEqual(plugin.checksum, checksum);
	plugin.restore(saved);
	assert.equal(plugin.checksum, checksum);
	history.record(0);
	bodies[0].setPose({ position: { x: 10, y: 50 } });
	history.record(1);
	close(history.poseOf(bodies[0], 0).position.y, 0);
	const past = scene.createSnapshot();
	past.updateTo(history, 0);
	assert.equal(past.castRayClosest({ origin: { x: 0, y: 0 }, translation: { x: 20, y: 0 } }).body, bodies[0]);
	// The copy knows bodies that are gone, also when their index was given again.
	bodies[0].destroy();
	scene.createBody({ type: 'static' }).addCircle({ x: 0, y: 90 }, 1);
	assert.equal(past.castRayClosest({ origin: { x: 0, y: 0 }, translation: { x: 20, y: 0 } }).body, bodies[0]);
	const angles = ricochet.solveLaunch({ x: 0, y: 0 }, { x: 10, y: 0 }, 20, { x: 0, y: -10 });
	close(angles[0] + angles[1], Math.PI / 2, 1e-4);
	close(ricochet.solveIntercept({ x: 0, y: 0 }, { position: { x: 10, y: 0 } }, 20, gravity).time, 0.5);
	const motion = scene.createStepMotion();
	motion.begin();
	motion.end();
	close(motion.castRay({ origin: { x: -5, y: 90 }, translation: { x: 20, y: 0 } }).fraction, 0.2);
	const disc = motion.castHull({ radius: 1 }, { position: { x: -5, y: 90 } }, { x: 20, y: 0 });
	close(disc.fraction, 0.15);
	assert.equal(motion.castBeam({ x: -5, y: 90 }, { x: 1, y: 0 }, { length: 10, maxBounces: 1 }).legs.length, 2);
	motion.dispose();
	past.dispose();
	history.dispose();
	plugin.dispose();
	scene.dispose();
});

test('Outlines are checked, united and cut', () => {
	assert.throws(() => ricochet.checkOutline([0, 0, 1, 1, 1, 0, 0, 1]), RicochetError);
	assert.equal(ricochet.findOutlineFaults([0, 0, 1, 1, 1, 0, 0, 1])[0].error.reason, 'edgesMeet');
	const tiles = [0, 1, 2].map((x) => ({ lower: { x, y: 0 }, upper: { x: x + 1, y: 1 } }));
	const united = ricochet.uniteBoxes(tiles);
	const simple = ricochet.withoutFlatVertices(united);
	assert.equal(simple.vertices.length, 8);
	assert.deepEqual(simple.ringStarts, [0]);
	assert.equal(ricochet.decompose(simple).length, 1);
	assert.deepEqual(ricochet.checkPolygon(simple.vertices), { convex: true, counterClockwise: true });
	assert.match(ricochet.version, /^\d+\.\d+\.\d+$/);
});

test('Memory grows and comes back', () => {
	const before = ricochet.memory.c.memory.buffer.byteLength;
	for (let round = 0; round < 3; ++round) {
		const scene = ricochet.createScene();
		for (let i = 0; i < 30000; ++i) {
			scene.createBody({ type: 'static' }).addCircle({ x: 3 * i, y: 0 }, 1);
		}
		assert.equal(scene.castRayAll({ origin: { x: -5, y: 0 }, translation: { x: 3 * 30001, y: 0 } }).length, 30000);
		scene.dispose();
	}
	const after = ricochet.memory.c.memory.buffer.byteLength;
	assert.ok(after > before);
	const scene = ricochet.createScene();
	for (let i = 0; i < 30000; ++i) {
		scene.createBody({ position: { x: i, y: 0 } });
	}
	scene.dispose();
	assert.equal(ricochet.memory.c.memory.buffer.byteLength, after);
});
