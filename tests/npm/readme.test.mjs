// The programs of the README run, and print what they should.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const readme = readFileSync(join(dirname(fileURLToPath(import.meta.resolve('ricochet'))), 'README.md'), 'utf8');
const programs = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);
const expected = [/^crate \{ x: 8\.99999\d*, y: 0 \} \{ x: -1, y: 0 \} \{ x: 11\.00000\d*, y: 0 \}\n$/, /^true true\n$/, /^0\.44\d* \{ x: 10, y: 0 \}\n$/];

test('The programs of the README', () => {
	assert.equal(programs.length, expected.length);
	programs.forEach((code, i) => {
		const file = join(here, `readme_${i}.mjs`);
		writeFileSync(file, code);
		assert.match(execFileSync(process.execPath, [file], { encoding: 'utf8' }), expected[i]);
		rmSync(file);
	});
});
