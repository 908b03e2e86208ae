// The adapter for planck, with the real package.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as planck from 'planck';
import { load } from 'ricochet';
import { PlanckAdapter } from 'ricochet/adapters/planck';
import { close, compareRays, momentum, polygon, random } from './support.mjs';

const ricochet = await load();

function room(count, { gravity = { x: 0, y: 0 } } = {}) {
	const world = new planck.World(gravity);
	const number = random(3);
	const boxes = [];
	for (let i = 0; i < count; ++i) {
		const body = world.createBody({ type: 'dynamic', position: { x: number(-20, 20), y: number(-20, 20) }, angle: number(0, 6) });
		const shape = [
			() => new planck.Box(number(0.3, 1), number(0.3, 1)),
			() => new planck.Circle({ x: 0.1, y: 0 }, number(0.3, 1)),
			() => new planck.Polygon(polygon(5, number(0.4, 1))),
		][i % 3]();
		body.createFixture({ shape, density: 1, userData: i });
		boxes.push(body);
	}
	const scene = ricochet.createScene({ gravity });
	const adapter = new PlanckAdapter(scene, world);
	adapter.sync();
	return { world, scene, adapter, boxes };
}

function castOf(world) {
	return (origin, translation) => {
		let closest = null;
		world.rayCast(origin, { x: origin.x + translation.x, y: origin.y + translation.y }, (fixture, point, normal, fraction) => {
			if (!fixture.testPoint(origin)) {
				closest = { shape: fixture, x: point.x, y: point.y };
				return fraction;
			}
			return -1;
		});
		return closest;
	};
}

test('Rays hit what planck hits, after steps and at the same places', (context) => {
	const { world, scene, adapter } = room(120);
	const ground = world.createBody({ type: 'static' });
	ground.createFixture({ shape: new planck.Chain([{ x: -30, y: -25 }, { x: 0, y: -27 }, { x: 30, y: -25 }]) });
	ground.createFixture({ shape: new planck.Chain([{ x: -28, y: -28 }, { x: 28, y: -28 }, { x: 28, y: 28 }, { x: -28, y: 28 }], true) });
	ground.createFixture({ shape: new planck.Edge({ x: -25, y: -20 }, { x: -25, y: 20 }) });
	const plugin = scene.createPlugin();
	for (let i = 0; i < 30; ++i) {
		adapter.step(plugin, 1 / 60, () => world.step(1 / 60));
	}
	// A hit of a polygon's skin within 1 mm, as planck computes in doubles and poses are floats here.
	const found = compareRays(scene, 4000, 26, castOf(world), { limit: 1e-3 });
	const counts = JSON.stringify({ ...found, differences: undefined });
	context.diagnostic(counts);
	assert.ok(found.hits > 2000, counts);
	assert.equal(found.differences.length, 0, counts);
});

test('Bodies receive the momentum of bullets', () => {
	const { world, scene, adapter, boxes } = room(40);
	const plugin = scene.createPlugin();
	const number = random(5);
	const given = { x: 0, y: 0 };
	const read = (body) => ({ mass: body.getMass(), velocity: body.getLinearVelocity() });
	for (let step = 0; step < 10; ++step) {
		for (let i = 0; i < 20; ++i) {
			const angle = number(0, 6.28);
			plugin.fire({ position: { x: -25, y: number(-20, 20) }, velocity: { x: 500 * Math.cos(angle / 6 - 0.5), y: 100 * Math.sin(angle) }, mass: 0.01 });
		}
		const before = momentum(boxes, read);
		adapter.sync();
		plugin.beginStep();
		world.step(1 / 60);
		const after = momentum(boxes, read);
		close(after.x, before.x, 1e-2, 'collisions keep momentum');
		adapter.follow();
		plugin.endStep(1 / 60);
		const sum = { x: 0, y: 0 };
		for (const { impulse } of plugin.impacts) {
			sum.x += impulse.x;
			sum.y += impulse.y;
		}
		adapter.apply();
		const pushed = momentum(boxes, read);
		close(pushed.x - after.x, sum.x, 1e-3, 'momentum given');
		close(pushed.y - after.y, sum.y, 1e-3, 'momentum given');
		given.x += sum.x;
	}
	assert.ok(given.x > 10, `${given.x} N s`);
});

test('Bodies that are added, removed, put elsewhere or destroyed', () => {
	const { world, scene, adapter, boxes } = room(3);
	const plugin = scene.createPlugin();
	const step = () => adapter.step(plugin, 1 / 60, () => world.step(1 / 60));
	boxes[0].setTransform({ x: 100, y: 0 }, 0);
	step();
	assert.equal(scene.castRayClosest({ origin: { x: 100, y: 50 }, translation: { x: 0, y: -100 } }).body.userData, boxes[0]);
	world.destroyBody(boxes[0]);
	step();
	assert.equal(scene.castRayClosest({ origin: { x: 100, y: 50 }, translation: { x: 0, y: -100 } }), null);
	assert.equal(adapter.bodyOf(boxes[0]), null);
	assert.equal(scene.bodies.size, 2);
	plugin.queueDestroy(adapter.bodyOf(boxes[1]));
	step();
	assert.deepEqual(adapter.takeDestroyed(), [boxes[1]]);
	step();
	assert.equal(scene.bodies.size, 1);
});

test('A bullet of the scene hits a body on its way within a step', () => {
	const world = new planck.World({ x: 0, y: 0 });
	const fast = world.createBody({ type: 'dynamic', position: { x: 0, y: 0 }, linearVelocity: { x: 100, y: 0 } });
	fast.createFixture({ shape: new planck.Box(0.1, 0.1), density: 1 });
	const scene = ricochet.createScene();
	const adapter = new PlanckAdapter(scene, world);
	const plugin = scene.createPlugin();
	plugin.fire({ position: { x: 0.8, y: -1 }, velocity: { x: 0, y: 120 }, mass: 0.001 });
	adapter.step(plugin, 1 / 60, () => world.step(1 / 60));
	assert.equal(plugin.impacts.length, 1);
	assert.equal(plugin.impacts[0].hit.body.userData, fast);
});
