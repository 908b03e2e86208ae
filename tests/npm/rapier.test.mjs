// The adapter for Rapier 2D, with the real package.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import RAPIER from '@dimforge/rapier2d-compat';
import { load } from 'ricochet';
import { RapierAdapter } from 'ricochet/adapters/rapier';
import { close, compareRays, momentum, polygon, random } from './support.mjs';

await RAPIER.init();
const ricochet = await load();
const flat = (points) => new Float32Array(points.flatMap(({ x, y }) => [x, y]));

function room(count, kinds) {
	const world = new RAPIER.World({ x: 0, y: 0 });
	const number = random(3);
	const bodies = [];
	const shapes = [
		() => RAPIER.ColliderDesc.cuboid(number(0.3, 1), number(0.3, 1)),
		() => RAPIER.ColliderDesc.ball(number(0.3, 1)).setTranslation(0.2, 0.1),
		() => RAPIER.ColliderDesc.capsule(number(0.3, 1), number(0.2, 0.5)).setRotation(1),
		() => RAPIER.ColliderDesc.convexHull(flat(polygon(5, number(0.4, 1)))),
		() => RAPIER.ColliderDesc.convexHull(flat(polygon(12, number(0.4, 1)))),
		() => RAPIER.ColliderDesc.triangle({ x: -0.5, y: -0.5 }, { x: 0.8, y: 0 }, { x: 0, y: 0.7 }),
	].slice(0, kinds);
	for (let i = 0; i < count; ++i) {
		const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(number(-20, 20), number(-20, 20)).setRotation(number(0, 6)));
		world.createCollider(shapes[i % shapes.length]().setDensity(1), body);
		bodies.push(body);
	}
	world.step();
	const scene = ricochet.createScene();
	const adapter = new RapierAdapter(scene, world);
	return { world, scene, adapter, bodies };
}

function castOf(world, handles) {
	return (origin, translation) => {
		const ray = new RAPIER.Ray(origin, translation);
		const hit = world.castRay(ray, 1, true, undefined, undefined, undefined, undefined, (collider) => !collider.containsPoint(origin));
		return hit && { shape: handles.get(hit.collider.handle), ...ray.pointAt(hit.timeOfImpact) };
	};
}

const handlesOf = (scene) => new Map([...scene.bodies].flatMap(({ shapes }) => [...shapes].map(({ userData }) => [userData.handle, userData])));

test('Rays hit what Rapier hits, after steps and at the same places', (context) => {
	const { world, scene, adapter } = room(120, 6);
	world.createCollider(RAPIER.ColliderDesc.segment({ x: -25, y: -20 }, { x: -25, y: 20 }));
	world.createCollider(RAPIER.ColliderDesc.polyline(new Float32Array([-30, -25, 0, -27, 30, -25])));
	world.createCollider(RAPIER.ColliderDesc.heightfield(new Float32Array([0, 1, 0.5, 2]), { x: 40, y: 1 }).setTranslation(0, 24));
	world.createCollider(RAPIER.ColliderDesc.halfspace({ x: -1, y: 0 }).setTranslation(25, 0));
	const plugin = scene.createPlugin();
	for (let i = 0; i < 30; ++i) {
		adapter.step(plugin, 1 / 60, () => world.step());
	}
	const found = compareRays(scene, 4000, 26, castOf(world, handlesOf(scene)), { limit: 1e-3 });
	const counts = JSON.stringify({ ...found, differences: undefined });
	context.diagnostic(counts);
	assert.ok(found.hits > 2000, counts);
	assert.equal(found.differences.length, 0, counts);
});

test('Rounded shapes and meshes', () => {
	const world = new RAPIER.World({ x: 0, y: 0 });
	const round = world.createCollider(RAPIER.ColliderDesc.roundCuboid(1, 1, 0.25));
	world.createCollider(RAPIER.ColliderDesc.roundConvexHull(flat(polygon(5, 1)), 0.25).setTranslation(10, 0));
	world.createCollider(RAPIER.ColliderDesc.roundTriangle({ x: -1, y: -1 }, { x: 1, y: -1 }, { x: 0, y: 1 }, 0.25).setTranslation(20, 0));
	world.createCollider(RAPIER.ColliderDesc.trimesh(new Float32Array([29, -1, 31, -1, 31, 1, 29, 1]), new Uint32Array([0, 1, 2, 0, 2, 3])));
	const scene = ricochet.createScene();
	const adapter = new RapierAdapter(scene, world);
	adapter.sync();
	const heights = [1.25, 0, 0, 1];
	[0, 30].forEach((x) => close(scene.castRayClosest({ origin: { x, y: 5 }, translation: { x: 0, y: -10 } }).point.y, heights[x / 10], 1e-5));
	close(scene.castRayClosest({ origin: { x: 20, y: 5 }, translation: { x: 0, y: -10 } }).point.y, 1.25, 1e-5);
	close(scene.castRayClosest({ origin: { x: 5, y: 0 }, translation: { x: 10, y: 0 } }).point.x, 10 - Math.cos(Math.PI / 5) - 0.25, 1e-5);
	assert.equal(scene.castRayClosest({ origin: { x: 0, y: 5 }, translation: { x: 0, y: -10 } }).shape.userData.handle, round.handle);
	// The square of the mesh is one solid, though it has two triangles.
	assert.equal(scene.castRaySolids({ origin: { x: 28, y: 0.3 }, translation: { x: 4, y: 0 } }).length, 1);
});

test('Bodies receive the momentum of bullets', () => {
	const { world, scene, adapter, bodies } = room(60, 6);
	const plugin = scene.createPlugin();
	const number = random(5);
	const read = (body) => ({ mass: body.mass(), velocity: body.linvel() });
	let given = 0;
	for (let step = 0; step < 10; ++step) {
		for (let i = 0; i < 20; ++i) {
			plugin.fire({ position: { x: -25, y: number(-20, 20) }, velocity: { x: 500, y: number(-200, 200) }, mass: 0.01 });
		}
		adapter.sync();
		plugin.beginStep();
		world.step();
		const before = momentum(bodies, read);
		const spin = bodies.map((body) => body.angvel());
		adapter.follow();
		plugin.endStep(1 / 60);
		const sum = plugin.impacts.reduce((all, { impulse }) => ({ x: all.x + impulse.x, y: all.y + impulse.y }), { x: 0, y: 0 });
		const changes = plugin.impacts.length;
		adapter.apply();
		const after = momentum(bodies, read);
		close(after.x - before.x, sum.x, 1e-3, 'momentum given');
		close(after.y - before.y, sum.y, 1e-3, 'momentum given');
		if (changes > 0) {
			assert.ok(bodies.some((body, i) => body.angvel() !== spin[i]));
		}
		given += sum.x;
	}
	assert.ok(given > 10, `${given} N s`);
});

test('Bodies that are added, removed, put elsewhere or destroyed', () => {
	const { world, scene, adapter, bodies } = room(3, 1);
	const plugin = scene.createPlugin();
	const step = () => adapter.step(plugin, 1 / 60, () => world.step());
	const column = { origin: { x: 100, y: 50 }, translation: { x: 0, y: -100 } };
	step();
	bodies[0].setTranslation({ x: 100, y: 0 }, true);
	step();
	assert.equal(scene.castRayClosest(column).body.userData.handle, bodies[0].handle);
	world.removeRigidBody(bodies[0]);
	step();
	assert.equal(scene.castRayClosest(column), null);
	assert.equal(scene.bodies.size, 2);
	plugin.queueDestroy(adapter.bodyOf(bodies[1]));
	step();
	const [gone] = adapter.takeDestroyed();
	assert.equal(gone.handle, bodies[1].handle);
	world.removeRigidBody(gone);
	step();
	assert.equal(scene.bodies.size, 1);
});
