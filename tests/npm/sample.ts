// Uses the types as a game does. A line after @ts-expect-error must not compile.

import Matter from 'matter-js';
import { World } from 'planck';
import { load, HIT_STRIDE, RicochetError, type Body, type BulletId, type RayHit } from 'ricochet';
import { load as loadCasts } from 'ricochet/casts';
import { Box2D3Adapter } from 'ricochet/adapters/box2d3';
import { MatterAdapter } from 'ricochet/adapters/matter';
import { PhaserArcadeAdapter } from 'ricochet/adapters/phaser';
import { PlanckAdapter } from 'ricochet/adapters/planck';

const ricochet = await load();
const scene = ricochet.createScene({ gravity: { x: 0, y: -10 } });
const body: Body = scene.createBody({ type: 'dynamic', position: { x: 0, y: 0 }, angle: 1, userData: { name: 'crate' } });
body.addSolid([{ x: 0, y: 0 }], 1, { friction: 0.5, userData: 'head' });
body.addPolygon(new Float32Array([0, 0, 1, 0, 1, 1]), { radius: 0.1 });
const hit: RayHit | null = scene.castRayClosest({ origin: { x: -5, y: 0 }, translation: { x: 10, y: 0 } }, { ignore: [body], accept: (other) => other !== body });
const where: number = hit === null ? 0 : hit.point.x + hit.exit.fraction;
const hits = new Float32Array(100 * HIT_STRIDE);
const count: number = scene.castRayFan({ origin: { x: 0, y: 0 }, radius: 10, count: 100, angle: 1 }, hits);
const plugin = scene.createPlugin({
	rule: (impact, decision) => {
		if (impact.hit.body === body) {
			decision.response = 'pierce';
		}
	},
	surfaceOf: (shape) => (shape.userData === 'head' ? { resistance: 100 } : null),
});
const bullet: BulletId = plugin.fire({ position: { x: 0, y: 0 }, velocity: { x: 300, y: 0 }, filter: { sides: 'front' } });
plugin.throw({ position: { x: 0, y: 0 }, blast: { radius: 3, impulsePerLength: 10 } });
plugin.beginStep();
scene.move([{ body, position: { x: 1, y: 0 }, angle: 0 }]);
plugin.endStep(1 / 60);
for (const { hit: { body: struck }, impulse } of plugin.impacts) {
	// A body of an event may be gone.
	const name: unknown = struck?.userData;
	console.log(name, impulse.x, bullet.index, where, count);
}
scene.takeChanges().forEach(({ body: changed, impulse, isPut }) => console.log(changed.userData, impulse.y, isPut));
const hull = scene.castHullClosest({ radius: 1 }, { position: { x: 0, y: 0 } }, { x: 1, y: 0 });
console.log(hull?.place.x, scene.createSnapshot().castBeam({ x: 0, y: 0 }, { x: 1, y: 0 }).end);

const matter: MatterAdapter = new MatterAdapter(scene, { Matter, engine: Matter.Engine.create() });
matter.step(plugin, 1 / 60, () => Matter.Engine.update(matter.bodyOf(Matter.Bodies.circle(0, 0, 1)) ? Matter.Engine.create() : Matter.Engine.create()));
new PlanckAdapter(scene, new World()).sync();
new Box2D3Adapter(scene, {}, { index1: 0, generation: 0 }).sync(true);
new PhaserArcadeAdapter(scene, { bodies: new Set(), staticBodies: new Set() });

const casts = await loadCasts();
const view: Float32Array = casts.createScene().visibilityPolygon({ x: 0, y: 0 }, { radius: 20 });
console.log(view.length, new Error() instanceof RicochetError);

// @ts-expect-error: no such type of body
scene.createBody({ type: 'soft' });
// @ts-expect-error: a ray has no target
scene.castRayClosest({ origin: { x: 0, y: 0 }, target: { x: 1, y: 0 } });
// @ts-expect-error: the small library has no hulls
casts.createScene().castHullClosest({ radius: 1 }, { position: { x: 0, y: 0 } }, { x: 1, y: 0 });
// @ts-expect-error: a hit may be null
console.log(scene.castRayClosest({ origin: { x: 0, y: 0 }, translation: { x: 1, y: 0 } }).point);
