// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

// The program: what is built of exports.cpp, and the texts that go to it and come from it.
class Program {
	static async load(base64) {
		const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
		const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
		const bytes = await new Response(stream).arrayBuffer();
		// The program opens no file and prints nothing: whatever of the system it asks for is not there.
		// EBADF says that no folder is given to it, ENOSYS that there is no such call.
		const [noFolder, noCall] = [8, 52];
		const system = new Proxy({}, { get: (_, name) => () => (name === 'fd_prestat_get' ? noFolder : noCall) });
		const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: system });
		instance.exports._initialize();
		return new Program(instance.exports);
	}

	constructor(exports) {
		this.exports = exports;
		this.decoder = new TextDecoder();
		this.encoder = new TextEncoder();
	}

	call(name, ...numbers) {
		return this.exports['play_' + name](...numbers);
	}

	text(name, ...numbers) {
		return this.read(this.call(name, ...numbers));
	}

	give(text) {
		const bytes = this.encoder.encode(text);
		const at = this.call('text', bytes.length);
		new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
		return at;
	}

	read(at) {
		const bytes = new Uint8Array(this.exports.memory.buffer, at);
		return this.decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
	}

	floats(at, count) {
		return new Float32Array(this.exports.memory.buffer, at, count);
	}

	bytes(at, count) {
		return new Uint8ClampedArray(this.exports.memory.buffer, at, count);
	}
}
