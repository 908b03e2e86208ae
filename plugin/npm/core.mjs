// The library in WebAssembly: its memory, its errors, and the functions of JavaScript that it calls.

import { Reason, readError, passFilter, readRestoredDef } from './structs.mjs';
import {
	readBulletState, readBlastHit, readBlastDecision, writeBlastDecision, readImpact, readDecision, writeDecision, writeSurface,
	readBeamLeg, readBeamDecision, writeBeamDecision, callbacksWords,
} from './structs.mjs';

/** A call that the library has refused. The message is the library's own sentence. */
export class RicochetError extends Error {
	constructor(message, fields) {
		super(message);
		this.name = 'RicochetError';
		Object.assign(this, fields);
	}
}

const WASI_SUCCESS = 0;
const WASI_BAD_FILE = 8;
const WASI_NOT_SUPPORTED = 52;
const FIRST_TEMPORARY = 2 ** 30;
const ARENA_BYTES = 1 << 16;

function outOfMemory(bytes) {
	return new RicochetError('out of memory', { reason: 'outOfMemory', parameter: 'memory', index: -1, value: bytes, limit: 0 });
}

/** The bytes of a file beside a module, in browsers and in Node. */
async function readBeside(url) {
	if (url.protocol === 'file:' && typeof process === 'object') {
		const files = await import(/* webpackIgnore: true */ /* @vite-ignore */ 'node:fs/promises');
		return files.readFile(url);
	}
	const answer = await fetch(url);
	if (!answer.ok) {
		throw new Error(`${url} cannot be loaded: ${answer.status}`);
	}
	return answer.arrayBuffer();
}

/** Compiles a program. source: its bytes, its module, or the place where it is. */
export async function compile(source) {
	if (source instanceof WebAssembly.Module) {
		return source;
	}
	const isPlace = typeof source === 'string' || source instanceof URL;
	return WebAssembly.compile(isPlace ? await readBeside(new URL(source, import.meta.url)) : await source);
}

/**
 * One instance of the library.
 *
 * Arguments of a call lie in an arena: `begin` notes its top, and `end` frees what was taken since. Every pair encloses
 * one call of the library. The typed arrays are made anew whenever the memory has grown.
 */
export class Memory {
	constructor(module) {
		this.instance = new WebAssembly.Instance(module, {
			wasi_snapshot_preview1: this.#system(),
			ricochet: this.#callbacks(),
		});
		this.c = this.instance.exports;
		this.#views();
		this.c._initialize();
		this.#views();
		this.arena = this.c.malloc(ARENA_BYTES);
		this.top = this.arena;
		this.arenaEnd = this.arena + ARENA_BYTES;
		this.large = []; // blocks that did not fit into the arena
		this.marks = [];
		this.defaults = new Map();
		this.trampolines = new Map();
		this.handles = new Map(); // functions that the library may call later
		this.nextHandle = 1;
		this.temporary = []; // functions that it may call until the end of the call
		this.keeps = false;
		this.thrown = null;
		this.count = 0;
		this.stack = this.c.__stack_pointer.value;
		this.isCut = false; // an error has left the library without its returns
		this.error = this.c.malloc(64);
		this.#views();
	}

	#views() {
		const buffer = this.instance.exports.memory.buffer;
		this.buffer = buffer;
		this.f32 = new Float32Array(buffer);
		this.f64 = new Float64Array(buffer);
		this.i32 = new Int32Array(buffer);
		this.u32 = new Uint32Array(buffer);
		this.i16 = new Int16Array(buffer);
		this.u16 = new Uint16Array(buffer);
		this.u8 = new Uint8Array(buffer);
	}

	/** Call it after each call that may have made the memory larger. */
	refresh() {
		if (this.buffer !== this.c.memory.buffer) {
			this.#views();
		}
	}

	begin() {
		this.marks.push(this.top, this.large.length, this.temporary.length);
	}

	end() {
		const marks = this.marks;
		this.temporary.length = marks.pop();
		const large = marks.pop();
		this.top = marks.pop();
		if (this.isCut && marks.length === 0) {
			this.c.__stack_pointer.value = this.stack;
			this.isCut = false;
		}
		while (this.large.length > large) {
			this.c.free(this.large.pop());
		}
		if (this.thrown !== null) {
			const { error } = this.thrown;
			this.thrown = null;
			throw error;
		}
	}

	alloc(bytes) {
		const p = this.top;
		const next = (p + bytes + 7) & ~7;
		if (next <= this.arenaEnd) {
			this.top = next;
			return p;
		}
		return this.#allocLarge(bytes);
	}

	#allocLarge(bytes) {
		const p = this.c.malloc(bytes);
		this.refresh();
		if (p === 0) {
			throw outOfMemory(bytes);
		}
		this.large.push(p);
		return p;
	}

	zeros(bytes) {
		const p = this.alloc(bytes);
		this.u8.fill(0, p, p + bytes);
		return p;
	}

	/** A def with the values that the library has for it. */
	fill(name, bytes) {
		const p = this.alloc(bytes);
		let values = this.defaults.get(name);
		if (values === undefined) {
			this.c[`ricochet_${name}_default`](p);
			this.refresh();
			values = this.u8.slice(p, p + bytes);
			this.defaults.set(name, values);
		}
		this.u8.set(values, p);
		return p;
	}

	vec(v) {
		const p = this.alloc(8);
		this.f32[p >> 2] = v.x;
		this.f32[(p >> 2) + 1] = v.y;
		return p;
	}

	/** Points as objects, or their coordinates one after the other. Their number is then in `count`. */
	vecs(points) {
		const isFlat = typeof points[0] === 'number';
		const count = isFlat ? points.length >> 1 : points.length;
		const p = this.alloc(8 * count);
		if (isFlat) {
			this.f32.set(points, p >> 2);
		} else {
			for (let i = 0, at = p >> 2; i < count; ++i) {
				this.f32[at++] = points[i].x;
				this.f32[at++] = points[i].y;
			}
		}
		this.count = count;
		return p;
	}

	ints(numbers) {
		const p = this.alloc(4 * numbers.length);
		this.i32.set(numbers, p >> 2);
		this.count = numbers.length;
		return p;
	}

	id(q, thing) {
		this.u32[q] = thing === null ? 0 : thing.low;
		this.u32[q + 1] = thing === null ? 0 : thing.high;
	}

	ignore(q, things, most) {
		const list = Array.isArray(things) ? things : [things];
		if (list.length > most) {
			throw new RangeError(`ignore has ${list.length} bodies, but at most ${most} are possible; accept can refuse more`);
		}
		for (let i = 0; i < most; ++i) {
			this.id(q + 2 * i, list[i] ?? null);
		}
	}

	filter(filter, scene) {
		return filter === undefined || filter === null ? 0 : passFilter(this, filter, scene);
	}

	text(p) {
		let end = p;
		while (this.u8[end] !== 0) {
			++end;
		}
		return new TextDecoder().decode(this.u8.slice(p, end));
	}

	/** Throws the library's last error. */
	refuse() {
		this.refresh();
		if (this.thrown !== null) {
			// The function's own error says more. end() throws it.
			return;
		}
		this.c.ricochet_last_error(this.error);
		const fields = readError(this, this.error >> 2, null);
		throw new RicochetError(this.text(this.c.ricochet_last_message()), fields);
	}

	/** For calls that return whether they were done, or a number that is below 0 if they were refused. */
	check(result) {
		this.refresh();
		if (result === 0 || result === false) {
			this.refuse();
		}
		return result;
	}

	counted(result) {
		this.refresh();
		if (result < 0) {
			this.refuse();
		}
		return result;
	}

	/**
	 * A list of structs. call(p, capacity) writes up to `capacity` and returns how many there are, and is called again if
	 * that was not enough.
	 */
	list(call, bytes, read, scene, guess = 16) {
		let capacity = guess;
		for (;;) {
			const p = this.alloc(bytes * capacity);
			const count = this.counted(call(p, capacity));
			if (count <= capacity) {
				const things = [];
				for (let i = 0; i < count; ++i) {
					things.push(read(this, (p + bytes * i) >> 2, scene));
				}
				return things;
			}
			capacity = count;
		}
	}

	/** A list of points as their coordinates, one after the other. */
	points(call, floats = 2, guess = 256) {
		let capacity = guess;
		for (;;) {
			const p = this.alloc(4 * floats * capacity);
			const count = this.counted(call(p, capacity));
			if (count <= capacity) {
				return this.f32.slice(p >> 2, (p >> 2) + floats * count);
			}
			capacity = count;
		}
	}

	trampoline(kind) {
		let pointer = this.trampolines.get(kind);
		if (pointer === undefined) {
			pointer = this.c[`ricochet_js_callback_${kind}`]();
			this.trampolines.set(kind, pointer);
		}
		return pointer;
	}

	#entry(context) {
		return context >= FIRST_TEMPORARY ? this.temporary[context - FIRST_TEMPORARY] : this.handles.get(context);
	}

	// An exception must not run through the library, which would not clean up. end() throws it.
	#guarded(context, call, otherwise) {
		const { target, scene } = this.#entry(context);
		if (this.thrown !== null) {
			return otherwise;
		}
		try {
			this.refresh();
			return call(target, scene);
		} catch (error) {
			this.thrown = { error };
			return otherwise;
		}
	}

	#callbacks() {
		return {
			out_of_memory: () => {
				this.isCut = true;
				throw outOfMemory(0);
			},
			predicate: (bodyLow, bodyHigh, shapeLow, shapeHigh, context) => this.#guarded(context, (accept, s) =>
				(accept(s.object(bodyLow >>> 0, bodyHigh >>> 0), s.object(shapeLow >>> 0, shapeHigh >>> 0)) ? 1 : 0), 0),
			steering: (bullet, acceleration, context) => this.#guarded(context, (steering, s) => {
				const a = { x: 0, y: 0 };
				steering(readBulletState(this, bullet >> 2, s), a);
				this.f32[acceleration >> 2] = a.x;
				this.f32[(acceleration >> 2) + 1] = a.y;
			}),
			blast_rule: (hit, decision, context) => this.#guarded(context, (rule, s) => {
				const d = readBlastDecision(this, decision >> 2);
				rule(readBlastHit(this, hit >> 2, s), d);
				writeBlastDecision(this, decision >> 2, d, s);
			}),
			rule: (impact, decision, context) => this.#guarded(context, ({ rule }, s) => {
				const d = readDecision(this, decision >> 2);
				rule(readImpact(this, impact >> 2, s), d);
				writeDecision(this, decision >> 2, d, s);
			}),
			surface_of: (low, high, surface, context) => this.#guarded(context, ({ surfaceOf, surface: common }, s) => {
				const given = surfaceOf(s.object(low >>> 0, high >>> 0));
				if (given) {
					writeSurface(this, surface >> 2, { ...common, ...given }, s);
				}
				return given ? 1 : 0;
			}, 0),
			beam_rule: (leg, decision, context) => this.#guarded(context, (rule, s) => {
				const d = readBeamDecision(this, decision >> 2);
				d.response = readBeamLeg(this, leg >> 2, s).response;
				rule(readBeamLeg(this, leg >> 2, s), d);
				writeBeamDecision(this, decision >> 2, d, s);
			}),
			put_back: (def, callbacks, context) => this.#guarded(context, (putBack, s) => {
				const given = putBack(readRestoredDef(this, def >> 2, s)) ?? {};
				for (const [name, kind] of [['accept', 'predicate'], ['steering', 'steering'], ['blast', 'blast_rule']]) {
					if (given[name]) {
						this.u32[(callbacks >> 2) + callbacksWords[name]] = this.trampoline(kind);
						this.u32[(callbacks >> 2) + callbacksWords[`${name}Context`]] = s.keep(given[name]);
					}
				}
			}),
		};
	}

	/** The system calls of the C library. There are no files; what the library prints before it aborts goes to the console. */
	#system() {
		const lines = [];
		return {
			fd_write: (file, vectors, count, written) => {
				const words = new Uint32Array(this.c.memory.buffer);
				const bytes = new Uint8Array(this.c.memory.buffer);
				let sum = 0;
				for (let i = 0; i < count; ++i) {
					const [at, length] = [words[(vectors >> 2) + 2 * i], words[(vectors >> 2) + 2 * i + 1]];
					lines.push(new TextDecoder().decode(bytes.slice(at, at + length)));
					sum += length;
				}
				words[written >> 2] = sum;
				const text = lines.join('');
				if (text.endsWith('\n')) {
					lines.length = 0;
					console.error(text.trimEnd());
				}
				return WASI_SUCCESS;
			},
			fd_close: () => WASI_BAD_FILE,
			fd_seek: () => WASI_BAD_FILE,
			fd_fdstat_get: () => WASI_BAD_FILE,
			environ_sizes_get: (count, bytes) => {
				const words = new Uint32Array(this.c.memory.buffer);
				words[count >> 2] = 0;
				words[bytes >> 2] = 0;
				return WASI_SUCCESS;
			},
			environ_get: () => WASI_SUCCESS,
			clock_time_get: () => WASI_NOT_SUPPORTED,
			proc_exit: (code) => {
				throw new Error(`ricochet has ended with ${code}`);
			},
		};
	}
}

/** Registers a function that the library calls until the end of this call, or as long as the scene lives. */
export function registerCallback(memory, target, scene, kept) {
	if (!memory.keeps) {
		memory.temporary.push({ target, scene });
		return FIRST_TEMPORARY + memory.temporary.length - 1;
	}
	return keepCallback(memory, target, scene, kept);
}

export function keepCallback(memory, target, scene, kept) {
	let handle = kept.get(target);
	if (handle === undefined) {
		handle = memory.nextHandle++;
		kept.set(target, handle);
		memory.handles.set(handle, { target, scene });
	}
	return handle;
}

export { Reason };
