// The adapter for matter-js, with the real package.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import Matter from 'matter-js';
import { load } from 'ricochet';
import { MatterAdapter } from 'ricochet/adapters/matter';
import { close, compareRays, momentum, random } from './support.mjs';

const { Bodies, Body, Composite, Engine, Query } = Matter;
const ricochet = await load();

function room(count) {
	const engine = Engine.create({ gravity: { x: 0, y: 0 } });
	const number = random(3);
	const bodies = [];
	for (let i = 0; i < count; ++i) {
		const [x, y] = [number(-1000, 1000), number(-1000, 1000)];
		const body = [
			() => Bodies.rectangle(x, y, number(20, 60), number(20, 60)),
			() => Bodies.polygon(x, y, 5, number(20, 40)),
			() => Bodies.polygon(x, y, 11, number(20, 40)),
			() => Bodies.circle(x, y, number(15, 40)),
			() => {
				const whole = Body.create({ parts: [Bodies.rectangle(0, 0, 60, 15), Bodies.rectangle(20, 30, 15, 60)] });
				Body.setPosition(whole, { x, y });
				return whole;
			},
		][i % 5]();
		Body.setAngle(body, number(0, 6));
		bodies.push(body);
	}
	const ground = Bodies.rectangle(0, 1100, 2400, 50, { isStatic: true });
	Composite.add(engine.world, [...bodies, ground]);
	const scene = ricochet.createScene();
	const adapter = new MatterAdapter(scene, { Matter, engine });
	return { engine, scene, adapter, bodies, ground };
}

/** The first point of a ray on the parts of bodies, by the vertices or the circle of each: matter-js finds no points. */
function castOf(engine) {
	const parts = Composite.allBodies(engine.world).flatMap((body) => (body.parts.length > 1 ? body.parts.slice(1) : body.parts));
	const cross = (a, b) => a.x * b.y - a.y * b.x;
	return (origin, translation) => {
		let best = null;
		for (const part of parts) {
			let fraction = Infinity;
			if (part.circleRadius) {
				const d = { x: origin.x - part.position.x, y: origin.y - part.position.y };
				const a = translation.x ** 2 + translation.y ** 2;
				const b = d.x * translation.x + d.y * translation.y;
				const c = d.x ** 2 + d.y ** 2 - part.circleRadius ** 2;
				fraction = c < 0 || b * b < a * c ? Infinity : (-b - Math.sqrt(b * b - a * c)) / a;
			} else if (!Matter.Vertices.contains(part.vertices, origin)) {
				part.vertices.forEach((from, i) => {
					const to = part.vertices[(i + 1) % part.vertices.length];
					const edge = { x: to.x - from.x, y: to.y - from.y };
					const apart = { x: from.x - origin.x, y: from.y - origin.y };
					const bottom = cross(translation, edge);
					const t = cross(apart, edge) / bottom;
					const along = cross(apart, translation) / bottom;
					if (t >= 0 && along >= 0 && along <= 1) {
						fraction = Math.min(fraction, t);
					}
				});
			}
			if (fraction >= 0 && fraction <= 1 && (best === null || fraction < best.fraction)) {
				best = { fraction, shape: part, x: origin.x + fraction * translation.x, y: origin.y + fraction * translation.y };
			}
		}
		return best;
	};
}

test('Rays hit the parts of bodies, after steps and at the same places', (context) => {
	const { engine, scene, adapter } = room(150);
	const plugin = scene.createPlugin();
	for (let i = 0; i < 30; ++i) {
		adapter.step(plugin, 1 / 60, () => Engine.update(engine, 1000 / 60));
	}
	// Lengths are pixels: a thousandth of one.
	const found = compareRays(scene, 4000, 1200, castOf(engine), { limit: 2e-3 });
	const counts = JSON.stringify({ ...found, differences: undefined });
	context.diagnostic(counts);
	assert.ok(found.hits > 2000, counts);
	assert.equal(found.differences.length, 0, counts);
});

test('A free line is free for matter-js, too', () => {
	const { engine, scene, adapter } = room(150);
	adapter.sync();
	const bodies = Composite.allBodies(engine.world).filter(({ circleRadius }) => !circleRadius);
	const number = random(9);
	let free = 0;
	for (let i = 0; i < 500; ++i) {
		const from = { x: number(-1000, 1000), y: number(-1000, 1000) };
		const to = { x: number(-1000, 1000), y: number(-1000, 1000) };
		const accept = (body) => !body.userData.circleRadius;
		const isFree = scene.inSight(from, to, { accept });
		if (!isFree) {
			assert.ok(Query.ray(bodies, from, to, 0.01).length > 0);
		}
		free += isFree ? 1 : 0;
	}
	assert.ok(free > 20 && free < 480, `${free} of 500 are free`);
});

test('Bodies receive the momentum of bullets', () => {
	const { engine, scene, adapter, bodies } = room(80);
	const plugin = scene.createPlugin();
	const number = random(5);
	const read = (body) => ({ mass: body.mass, velocity: { x: 60 * Body.getVelocity(body).x, y: 60 * Body.getVelocity(body).y } });
	let given = 0;
	for (let step = 0; step < 10; ++step) {
		for (let i = 0; i < 20; ++i) {
			plugin.fire({ position: { x: -1100, y: number(-1000, 1000) }, velocity: { x: 20000, y: number(-5000, 5000) }, mass: 0.01 });
		}
		adapter.sync();
		plugin.beginStep();
		Engine.update(engine, 1000 / 60);
		const before = momentum(bodies, read);
		adapter.follow();
		plugin.endStep(1 / 60);
		// The ground is static: it receives nothing.
		const sum = plugin.impacts.filter(({ hit }) => !hit.body.userData.isStatic)
			.reduce((all, { impulse }) => ({ x: all.x + impulse.x, y: all.y + impulse.y }), { x: 0, y: 0 });
		adapter.apply();
		const after = momentum(bodies, read);
		close(after.x - before.x, sum.x, 1e-3 * Math.max(1, Math.abs(sum.x)), 'momentum given');
		close(after.y - before.y, sum.y, 1e-3 * Math.max(1, Math.abs(sum.x)), 'momentum given');
		given += sum.x;
	}
	assert.ok(given > 10, `${given}`);
});

test('Bodies that are added, removed, put elsewhere or destroyed', () => {
	const { engine, scene, adapter, bodies } = room(3);
	const plugin = scene.createPlugin();
	const step = () => adapter.step(plugin, 1 / 60, () => Engine.update(engine, 1000 / 60));
	const column = { origin: { x: 5000, y: 500 }, translation: { x: 0, y: -1000 } };
	step();
	Body.setPosition(bodies[0], { x: 5000, y: 0 });
	step();
	assert.equal(scene.castRayClosest(column).body.userData, bodies[0]);
	Composite.remove(engine.world, bodies[0]);
	step();
	assert.equal(scene.castRayClosest(column), null);
	assert.equal(scene.bodies.size, 3);
	plugin.queueDestroy(adapter.bodyOf(bodies[1]));
	step();
	assert.deepEqual(adapter.takeDestroyed(), [bodies[1]]);
	step();
	assert.equal(scene.bodies.size, 2);
});
