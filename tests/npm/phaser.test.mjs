// The adapters for Phaser, with the real package: its Matter and its Arcade physics in a game without a picture.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Phaser, endGame, startGame } from './phaser_game.mjs';
import { load } from 'ricochet';
import { PhaserArcadeAdapter, PhaserMatterAdapter } from 'ricochet/adapters/phaser';
import { close } from './support.mjs';

const ricochet = await load();
const { game, scene: stage } = await startGame({ arcade: { gravity: { x: 0, y: 0 } }, matter: { gravity: { x: 0, y: 0 }, autoUpdate: false } });
after(() => endGame(game));

test('Bodies of Matter in Phaser are hit, pushed and followed', () => {
	const { matter } = stage;
	const box = matter.add.rectangle(200, 100, 40, 40);
	const round = matter.add.circle(400, 100, 20);
	const image = matter.add.image(600, 100, '__DEFAULT', undefined, { isStatic: true });
	const scene = ricochet.createScene();
	const adapter = new PhaserMatterAdapter(scene, { Matter: Phaser.Physics.Matter.Matter, world: matter.world });
	const plugin = scene.createPlugin();
	const step = () => adapter.step(plugin, 1 / 60, () => matter.world.step(1000 / 60));
	step();
	const ray = { origin: { x: 0, y: 100 }, translation: { x: 1000, y: 0 } };
	const hits = scene.castRayAll(ray);
	assert.deepEqual(hits.map(({ body }) => body.userData), [box, round, image.body]);
	assert.equal(hits[2].body.userData.gameObject, image);
	close(hits[0].point.x, 180, 1e-4);
	close(hits[1].point.x, 380, 1e-4);
	plugin.fire({ position: { x: 0, y: 100 }, velocity: { x: 30000, y: 0 }, mass: 0.01 });
	step();
	const [{ impulse, hit }] = plugin.impacts;
	assert.equal(hit.body.userData, box);
	close(box.velocity.x * 60 * box.mass, impulse.x, 1e-4 * impulse.x);
	const before = box.position.x;
	step();
	assert.ok(box.position.x > before);
	close(scene.castRayClosest(ray).point.x, box.position.x - 20, 1e-3);
});

test('Bodies of Arcade physics are hit, pushed and followed', () => {
	const { physics } = stage;
	const box = stage.add.rectangle(200, 300, 40, 40);
	const round = stage.add.rectangle(400, 300, 40, 40);
	const wall = stage.add.rectangle(600, 300, 20, 200);
	physics.add.existing(box);
	physics.add.existing(round);
	round.body.setCircle(20);
	physics.add.existing(wall, true);
	const scene = ricochet.createScene();
	const adapter = new PhaserArcadeAdapter(scene, physics.world);
	const plugin = scene.createPlugin();
	let time = 0;
	const step = () => adapter.step(plugin, 1 / 60, () => {
		time += 1000 / 60;
		physics.world.update(time, 1000 / 60);
		physics.world.postUpdate();
	});
	step();
	const ray = { origin: { x: 0, y: 300 }, translation: { x: 1000, y: 0 } };
	const hits = scene.castRayAll(ray);
	assert.deepEqual(hits.map(({ body }) => body.userData), [box.body, round.body, wall.body]);
	assert.equal(hits[2].body.userData.gameObject, wall);
	assert.deepEqual(hits.map(({ point }) => Math.round(1000 * point.x) / 1000), [180, 380, 590]);
	plugin.fire({ position: { x: 0, y: 300 }, velocity: { x: 30000, y: 0 }, mass: 0.01 });
	step();
	const [{ impulse, hit }] = plugin.impacts;
	assert.equal(hit.body.userData, box.body);
	close(box.body.velocity.x * box.body.mass, impulse.x, 1e-4 * impulse.x);
	const before = box.x;
	step();
	assert.ok(box.x > before);
	close(scene.castRayClosest(ray).point.x, box.x - 20, 1e-2);
	// A body of another size, one that the game puts elsewhere, and one that is gone.
	box.body.setSize(10, 10);
	round.body.reset(400, 500);
	wall.destroy();
	step();
	close(scene.castRayClosest(ray).exit.point.x - scene.castRayClosest(ray).point.x, 10, 1e-3);
	assert.equal(scene.castRayAll(ray).length, 1);
	close(scene.castRayClosest({ origin: { x: 0, y: 500 }, translation: { x: 1000, y: 0 } }).point.x, 380, 1e-3);
});

test('A grenade rests on an Arcade body that rises, and the body keeps its place in Phaser', () => {
	const { physics } = stage;
	const lift = stage.add.rectangle(1200, 400, 100, 20);
	physics.add.existing(lift);
	lift.body.setImmovable(true);
	const scene = ricochet.createScene({ gravity: { x: 0, y: 600 } });
	const adapter = new PhaserArcadeAdapter(scene, physics.world);
	const plugin = scene.createPlugin();
	plugin.throw({ position: { x: 1200, y: 380 }, radius: 4, fuse: Infinity });
	let time = 0;
	lift.body.setVelocity(0, -30);
	for (let i = 0; i < 60; ++i) {
		adapter.step(plugin, 1 / 60, () => {
			time += 1000 / 60;
			physics.world.update(time, 1000 / 60);
			physics.world.postUpdate();
		});
	}
	const [grenade] = plugin.grenades;
	close(grenade.position.y, lift.y - 10 - 4, 2);
	close(lift.y, 370, 2);
});
