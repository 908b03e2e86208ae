// The bytes that a page loads. The limits are close above what was measured, so that a change that needs more is seen.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { load } from 'ricochet/casts';

const folder = dirname(new URL(import.meta.resolve('ricochet')).pathname);
const zipped = (files) => files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0);

test('The size of the package', (context) => {
	const all = zipped(['ricochet.wasm', 'index.mjs', 'core.mjs', 'scene.mjs', 'hulls.mjs', 'plugin.mjs', 'structs.mjs']);
	const casts = zipped(['ricochet_casts.wasm', 'casts.mjs', 'core.mjs', 'scene.mjs', 'structs.mjs']);
	context.diagnostic(`gzipped: everything ${all} bytes, rays and sight alone ${casts} bytes`);
	assert.ok(all <= 520 * 1024, `${all} bytes`);
	assert.ok(casts <= 213 * 1024, `${casts} bytes`);
});

test('Rays and sight work alone', async () => {
	const ricochet = await load();
	const scene = ricochet.createScene();
	const body = scene.createBody({ type: 'static', position: { x: 10, y: 0 } });
	body.addBox(1, 1);
	assert.ok(Math.abs(scene.castRayClosest({ origin: { x: 0, y: 0 }, translation: { x: 20, y: 0 } }).point.x - 9) < 1e-6);
	assert.equal(scene.inSight({ x: 0, y: 0 }, { x: 20, y: 0 }), false);
	assert.ok(scene.visibilityPolygon({ x: 0, y: 0 }, { radius: 20 }).length > 8);
	const snapshot = scene.createSnapshot();
	const hits = new Float32Array(8);
	assert.equal(snapshot.castRaysClosest([0, 0, 20, 0], hits, { accept: () => true }), 1);
	assert.equal(scene.shapeAt(hits[6]).body, body);
	assert.throws(() => body.addCircle({ x: 0, y: 0 }, -1), /radius/);
	const region = scene.createRegion();
	region.illuminate(snapshot, { position: { x: 0, y: 0 }, radius: 20, lightSize: 0.2 });
	assert.equal(region.share({ x: 5, y: 0 }), 1);
	assert.equal(scene.castHullClosest, undefined);
});
