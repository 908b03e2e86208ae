// Casts a second of ricochet and of the packages beside it, over the same shapes and rays, in one run.
//
//   node benchmark.mjs [shapes]

import { createRequire } from 'node:module';
import { Phaser, endGame, startGame } from './phaser_game.mjs';
import RAPIER from '@dimforge/rapier2d-compat';
import Matter from 'matter-js';
import * as planck from 'planck';
import { HIT_STRIDE, load } from 'ricochet';
import { load as loadCasts } from 'ricochet/casts';
import { random } from './support.mjs';

const { default: loadBox2D } = await import(new URL('./compat/Box2D.compat.mjs', import.meta.resolve('box2d3-wasm')));
// By its file, since the package's own list of exports is not one that Node accepts.
const raycaster = createRequire(import.meta.url)('./node_modules/phaser-raycaster/dist/phaser-raycaster.min.js');

const shapeCount = Number(process.argv[2] ?? 1000);
const rayCount = 10000;
const size = 100; // m, half of the world's side
const length = 40; // m
const pixels = 20; // a metre in the engines that count pixels
const eyeRadius = 20; // m
const patience = 1500; // ms for each row

const number = random(1);
const shapes = Array.from({ length: shapeCount }, (_, i) => ({
	isBox: i % 2 === 0, x: number(-size, size), y: number(-size, size), angle: number(0, 6), hx: number(0.3, 1.5), hy: number(0.3, 1.5), radius: number(0.3, 1.5),
}));
const rays = Array.from({ length: rayCount }, () => {
	const angle = number(0, 2 * Math.PI);
	return { x: number(-size, size), y: number(-size, size), dx: length * Math.cos(angle), dy: length * Math.sin(angle), angle };
});

/** The number of calls a second of one(i), and the number of rays that hit, if all were cast. */
function measure(one) {
	for (let i = 0; i < 200; ++i) {
		one(i);
	}
	let hits = 0;
	let count = 0;
	const begin = performance.now();
	while (count < rayCount && performance.now() - begin < patience) {
		hits += one(count++) ? 1 : 0;
	}
	let best = (performance.now() - begin) / count;
	for (let round = 0; round < 4 && count === rayCount; ++round) {
		const start = performance.now();
		for (let i = 0; i < rayCount; ++i) {
			one(i);
		}
		best = Math.min(best, (performance.now() - start) / rayCount);
	}
	return { rate: 1000 / best, hits: count === rayCount ? hits : null };
}

/** The same of many(), which casts all rays in one call. */
function measureAll(many) {
	let best = Infinity;
	let hits = 0;
	for (let round = 0; round < 12; ++round) {
		const start = performance.now();
		hits = many();
		best = Math.min(best, performance.now() - start);
	}
	return { rate: rayCount / (best / 1000), hits };
}

const rows = [];
const row = (name, { rate, hits }, note) => rows.push({ name, rate, hits, note });
const views = [];

function fill(scene) {
	for (const { isBox, x, y, angle, hx, hy, radius } of shapes) {
		const body = scene.createBody({ type: 'dynamic', position: { x, y }, angle });
		if (isBox) {
			body.addBox(hx, hy);
		} else {
			body.addCircle({ x: 0, y: 0 }, radius);
		}
	}
	return scene;
}

const list = new Float32Array(rays.flatMap(({ x, y, dx, dy }) => [x, y, dx, dy]));
const hits = new Float32Array(HIT_STRIDE * rayCount);
const outside = { startInside: false };
for (const [name, loading] of [['ricochet', load], ['ricochet/casts', loadCasts]]) {
	const scene = fill((await loading()).createScene());
	const snapshot = scene.createSnapshot();
	row(`${name}, one ray a call`, measure((i) => scene.castRayClosest(
		{ origin: { x: rays[i].x, y: rays[i].y }, translation: { x: rays[i].dx, y: rays[i].dy } }, outside) !== null), 'point, normal, exit');
	row(`${name}, all rays in a call`, measureAll(() => scene.castRaysClosest(list, hits, outside)), 'point, normal, exit');
	row(`${name}, all rays in a call, snapshot`, measureAll(() => snapshot.castRaysClosest(list, hits, outside)), 'point, normal, exit');
	views.push([`${name}, visibilityPolygon`, measure((i) => snapshot.visibilityPolygon(rays[i], { radius: eyeRadius }).length > 0)]);
	scene.dispose();
}

{
	const b2 = await loadBox2D();
	const worldDef = b2.b2DefaultWorldDef();
	const world = b2.b2CreateWorld(worldDef);
	const def = b2.b2DefaultBodyDef();
	const shapeDef = b2.b2DefaultShapeDef();
	def.type = b2.b2BodyType.b2_dynamicBody;
	for (const { isBox, x, y, angle, hx, hy, radius } of shapes) {
		def.position.Set(x, y);
		def.rotation.SetAngle(angle);
		const body = b2.b2CreateBody(world, def);
		if (isBox) {
			b2.b2CreatePolygonShape(body, shapeDef, b2.b2MakeBox(hx, hy));
		} else {
			const circle = new b2.b2Circle();
			circle.center.Set(0, 0);
			circle.radius = radius;
			b2.b2CreateCircleShape(body, shapeDef, circle);
		}
	}
	const [from, way, filter] = [new b2.b2Vec2(0, 0), new b2.b2Vec2(0, 0), b2.b2DefaultQueryFilter()];
	row('box2d3-wasm, b2World_CastRayClosest', measure((i) => {
		from.Set(rays[i].x, rays[i].y);
		way.Set(rays[i].dx, rays[i].dy);
		const result = b2.b2World_CastRayClosest(world, from, way, filter);
		const { hit } = result;
		result.delete();
		return hit;
	}), 'point, normal');
}

{
	const world = new planck.World({ x: 0, y: 0 });
	for (const { isBox, x, y, angle, hx, hy, radius } of shapes) {
		world.createBody({ type: 'dynamic', position: { x, y }, angle })
			.createFixture({ shape: isBox ? new planck.Box(hx, hy) : new planck.Circle(radius), density: 1 });
	}
	row('planck, World.rayCast', measure((i) => {
		const { x, y, dx, dy } = rays[i];
		let isHit = false;
		world.rayCast({ x, y }, { x: x + dx, y: y + dy }, (fixture, point, normal, fraction) => {
			isHit = true;
			return fraction;
		});
		return isHit;
	}), 'point, normal');
}

{
	await RAPIER.init();
	const world = new RAPIER.World({ x: 0, y: 0 });
	for (const { isBox, x, y, angle, hx, hy, radius } of shapes) {
		const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(x, y).setRotation(angle));
		world.createCollider(isBox ? RAPIER.ColliderDesc.cuboid(hx, hy) : RAPIER.ColliderDesc.ball(radius), body);
	}
	world.timestep = 1e-9; // a step makes the index of the colliders, and must not move them
	world.step();
	const ray = new RAPIER.Ray({ x: 0, y: 0 }, { x: 1, y: 0 });
	row('Rapier 2D, World.castRayAndGetNormal', measure((i) => {
		ray.origin.x = rays[i].x;
		ray.origin.y = rays[i].y;
		ray.dir.x = rays[i].dx;
		ray.dir.y = rays[i].dy;
		return world.castRayAndGetNormal(ray, 1, false) !== null;
	}), 'point, normal; from inside it hits the far side');
}

{
	const bodies = shapes.map(({ isBox, x, y, angle, hx, hy, radius }) => (isBox
		? Matter.Bodies.rectangle(pixels * x, pixels * y, 2 * pixels * hx, 2 * pixels * hy, { angle })
		: Matter.Bodies.circle(pixels * x, pixels * y, pixels * radius)));
	row('matter-js, Query.ray', measure((i) => {
		const { x, y, dx, dy } = rays[i];
		return Matter.Query.ray(bodies, { x: pixels * x, y: pixels * y }, { x: pixels * (x + dx), y: pixels * (y + dy) }, 1e-3).length > 0;
	}), 'bodies only: no point, no normal, no order');
}

{
	const { game, scene } = await startGame({ arcade: {} }, { scene: [{ key: 'PhaserRaycaster', plugin: raycaster, mapping: 'raycasterPlugin' }] });
	const box = new Phaser.Geom.Rectangle(-2 * pixels * size, -2 * pixels * size, 4 * pixels * size, 4 * pixels * size);
	const caster = scene.raycasterPlugin.createRaycaster({ boundingBox: box, autoUpdate: false });
	caster.mapGameObjects(shapes.map(({ isBox, x, y, angle, hx, hy, radius }) => {
		const object = isBox ? scene.add.rectangle(pixels * x, pixels * y, 2 * pixels * hx, 2 * pixels * hy)
			: scene.add.circle(pixels * x, pixels * y, pixels * radius);
		return isBox ? object.setRotation(angle) : object;
	}));
	const ray = caster.createRay();
	ray.setRayRange(pixels * length);
	row('phaser-raycaster, Ray.cast', measure((i) => {
		ray.setOrigin(pixels * rays[i].x, pixels * rays[i].y);
		ray.setAngle(rays[i].angle);
		const hit = ray.cast();
		return Boolean(hit && hit.object);
	}), 'point, segment; from inside it hits the far side');
	const eye = caster.createRay();
	eye.setDetectionRange?.(pixels * eyeRadius);
	eye.setRayRange(pixels * eyeRadius);
	views.push(['phaser-raycaster, Ray.castCircle', measure((i) => {
		eye.setOrigin(pixels * rays[i].x, pixels * rays[i].y);
		return eye.castCircle().length > 0;
	})]);
	endGame(game);
}

const rateOf = (rate) => Math.round(rate).toLocaleString('en');
console.log(`${shapeCount} shapes, half of them boxes and half circles, in ${2 * size} m x ${2 * size} m; ${rayCount} rays of ${length} m\n`);
console.log('| the closest hit of a ray | casts a second | rays that hit | gives |\n|---|---|---|---|');
rows.forEach(({ name, rate, hits: sum, note }) => console.log(`| ${name} | ${rateOf(rate)} | ${sum ?? 'not all cast'} | ${note} |`));
console.log(`\n| what an eye sees within ${eyeRadius} m | views a second |\n|---|---|`);
views.forEach(([name, { rate }]) => console.log(`| ${name} | ${rateOf(rate)} |`));
process.exit(0);
