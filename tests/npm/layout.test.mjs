// The offsets of structs that the package uses are those of the C compiler, and the program has every function that the
// interface calls.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = process.env.RICOCHET_ROOT;
const { parseHeaders } = await import(join(root, 'plugin/npm/make_structs.mjs'));

test('Offsets and sizes are those of the C compiler for WebAssembly', async () => {
	const headers = join(root, 'include/ricochet/c');
	const { structs } = parseHeaders(headers);
	const asked = [];
	for (const [name, { fields }] of structs) {
		const type = `ricochet_${name}`;
		asked.push([`${name}`, `sizeof(${type})`], ...fields.map((field) => [`${name}.${field.name}`, `offsetof(${type}, ${field.name})`]));
	}
	const folder = mkdtempSync(join(tmpdir(), 'ricochet-layout-'));
	try {
		const source = join(folder, 'layout.c');
		writeFileSync(source, ['#include <ricochet/ricochet_c.h>', '#include <ricochet/c/scene.h>', 'const unsigned layout[] = {',
			...asked.map(([, value]) => `${value},`), '};', 'const unsigned* get(void) { return layout; }'].join('\n'));
		const program = join(folder, 'layout.wasm');
		execFileSync('clang-14', ['--target=wasm32-wasi', '-std=c11', '-nostdlib', '-isystem', '/usr/include/wasm32-wasi', `-I${join(root, 'include')}`,
			'-Wl,--no-entry', '-Wl,--export=get', '-o', program, source]);
		const { instance } = await WebAssembly.instantiate(readFileSync(program));
		const values = new Uint32Array(instance.exports.memory.buffer, instance.exports.get(), asked.length);
		const ours = asked.map(([key]) => {
			const [name, field] = key.split('.');
			const struct = structs.get(name);
			return [key, field ? struct.fields.find((other) => other.name === field).offset : struct.size];
		});
		assert.deepEqual(ours, asked.map(([key], i) => [key, values[i]]));
		assert.ok(structs.size > 60);
	} finally {
		rmSync(folder, { recursive: true });
	}
});

test('The programs have every function that the interface calls', async () => {
	const folder = dirname(new URL(import.meta.resolve('ricochet')).pathname);
	const called = (files) => new Set(files.flatMap((file) =>
		[...readFileSync(join(folder, file), 'utf8').matchAll(/\bricochet_(?!js_|casts)[a-z0-9_]+\b(?!\.wasm)/g)].map(([name]) => name)));
	const exported = async (file) => new Set(WebAssembly.Module.exports(await WebAssembly.compile(readFileSync(join(folder, file)))).map(({ name }) => name));
	const sources = readdirSync(folder).filter((name) => name.endsWith('.mjs') && name !== 'structs.mjs');
	const all = await exported('ricochet.wasm');
	for (const name of called(sources)) {
		assert.ok(all.has(name) || name === 'ricochet_', name);
	}
	const casts = await exported('ricochet_casts.wasm');
	// updateTo needs a history, which the small program has not.
	const missing = [...called(['core.mjs', 'scene.mjs'])].filter((name) => !casts.has(name) && name !== 'ricochet_');
	assert.deepEqual(missing, ['ricochet_update_snapshot_to']);
});
