// The types: a program in TypeScript that uses them compiles, and each line of it that is wrong does not.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

test('The sample compiles', () => {
	const compiler = join(dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin/tsc');
	const { stdout, status } = spawnSync(process.execPath, [compiler, '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext',
		'--lib', 'es2022,dom', '--types', 'matter-js', '--moduleResolution', 'nodenext', '--skipLibCheck', 'false', 'sample.ts'], { cwd: here, encoding: 'utf8' });
	assert.equal(stdout, '');
	assert.equal(status, 0);
});

test('No type is any', () => {
	const folder = dirname(fileURLToPath(import.meta.resolve('ricochet')));
	for (const file of ['index.d.ts', 'casts.d.ts', 'structs.d.ts', 'adapters/adapter.d.ts', 'adapters/box2d3.d.ts', 'adapters/matter.d.ts',
		'adapters/phaser.d.ts', 'adapters/planck.d.ts', 'adapters/rapier.d.ts']) {
		const code = readFileSync(join(folder, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
		assert.doesNotMatch(code, /[:<|(,]\s*any\b/, file);
	}
});
