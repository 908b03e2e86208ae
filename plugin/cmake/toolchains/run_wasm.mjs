// Runs a program that was built for WebAssembly.
//
//   node run_wasm.mjs program [arguments]

import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [program, ...parameters] = process.argv.slice(2);
const system = new WASI({ version: 'preview1', args: [program, ...parameters], preopens: { '/': '/' }, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: system.wasiImport });
process.exitCode = system.start(instance);
