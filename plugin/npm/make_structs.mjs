// Writes the part of the package that follows from the headers of the C interface: structs.mjs, which reads and writes
// its structs in the memory of WebAssembly, and structs.d.ts with their types and comments. So no offset is written by
// hand. tests/npm/layout.test.mjs compares the offsets with those of the C compiler.
//
//   node make_structs.mjs <folder with the headers> <folder to write to>

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const PLAIN = {
	float: { size: 4, array: 'f32', type: 'number' },
	double: { size: 8, array: 'f64', type: 'number' },
	int32_t: { size: 4, array: 'i32', type: 'number' },
	uint32_t: { size: 4, array: 'u32', type: 'number' },
	uint64_t: { size: 8, array: 'u32', type: 'number' },
	int16_t: { size: 2, array: 'i16', type: 'number' },
	uint16_t: { size: 2, array: 'u16', type: 'number' },
	bool: { size: 1, array: 'u8', type: 'boolean' },
	char: { size: 1, array: 'u8', type: 'string' },
	ricochet_body: { size: 8, array: 'u32', type: 'Body' },
	ricochet_fixture: { size: 8, array: 'u32', type: 'Shape' },
};
const POINTER = { size: 4, array: 'u32' };

// The functions that a def can hold: the argument of ricochet_js_callback_... and the type in JavaScript.
const CALLBACKS = {
	ricochet_predicate: ['predicate', '(body: Body, shape: Shape) => boolean'],
	ricochet_steering: ['steering', '(bullet: BulletState, acceleration: Vec) => void'],
	ricochet_blast_rule: ['blast_rule', '(hit: BlastHit, decision: BlastDecision) => void'],
	ricochet_rule: ['rule', '(impact: Impact, decision: Decision) => void'],
	ricochet_surface_of: ['surface_of', '(shape: Shape) => SurfaceDef | null'],
	ricochet_beam_rule: ['beam_rule', '(leg: BeamLeg, decision: BeamDecision) => void'],
	ricochet_put_back: ['put_back', '(def: RestoredDef) => PutBackCallbacks'],
};

// The enums of the C interface become strings: the name of the type, the first constant, the prefix to drop.
const ENUMS = [
	['BodyType', 'RICOCHET_STATIC', 'RICOCHET_'],
	['Sides', 'RICOCHET_SIDES_BOTH', 'RICOCHET_SIDES_'],
	['Response', 'RICOCHET_STOP', 'RICOCHET_'],
	['EndReason', 'RICOCHET_STOPPED', 'RICOCHET_'],
	['BeamEnd', 'RICOCHET_BEAM_INVALID', 'RICOCHET_BEAM_'],
	['SaveNames', 'RICOCHET_BY_NAME', 'RICOCHET_BY_'],
	['RestoredOf', 'RICOCHET_OF_BULLET', 'RICOCHET_OF_'],
	['Reason', 'RICOCHET_OK', 'RICOCHET_'],
];
const ENUM_FIELDS = {
	'body_def.type': 'BodyType',
	'body_state.type': 'BodyType',
	'filter.sides': 'Sides',
	'impact.response': 'Response',
	'decision.response': 'Response',
	'beam_leg.response': 'Response',
	'beam_decision.response': 'Response',
	'expired.reason': 'EndReason',
	'restore_def.names': 'SaveNames',
	'restored_def.of': 'RestoredOf',
	'error.reason': 'Reason',
};

// Fields whose own fields stand in the outer object: a hit has its point, and a body its position.
const INLINE = new Set(['ray_hit.enter', 'hull_hit.span', 'body_def.pose', 'body_state.pose', 'scene_change.pose']);
// The user data of bodies and fixtures stay in JavaScript. The library's own field of them is not used.
const DROPPED = new Set(['body_def.user_data', 'fixture_def.user_data', 'body_state.user_data', 'scene_change.user_data',
	'scene_destroyed.user_data']);
// Pointers to arrays, with the field that counts the elements.
const ARRAYS = {
	'hull.vertices': ['count', 'vecs', 'VecList'],
	'outline.vertices': ['count', 'vecs', 'VecList'],
	'outline.ring_starts': ['ring_count', 'ints', 'ArrayLike<number>'],
};
// The index of a field with which the rest of an array is not in use.
const COUNTED = { 'convex_piece.vertices': 'count', 'convex_piece.edges': 'count' };
// Its two functions share a context, so plugin.mjs writes them.
const BY_HAND = new Set(['plugin_def.rule', 'plugin_def.surface_of', 'plugin_def.context', 'callbacks.accept',
	'callbacks.steering', 'callbacks.blast', 'callbacks.accept_context', 'callbacks.steering_context',
	'callbacks.blast_context']);
// Values of fields that are left away, in structs that have no default in C.
const DEFAULTS = { 'ray.max_fraction': '1', 'scene_motion.angle': 'NaN' };
// Things in events may be gone.
const EVENTS = new Set(['press', 'blast_hit', 'impact', 'beam_leg', 'scene_destroyed']);
const TYPE_NAMES = { fixture_def: 'ShapeDef', restored_def: 'RestoredDef', surface: 'Surface', callbacks: 'PutBackCallbacks' };

const camel = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const pascal = (name) => TYPE_NAMES[name] ?? camel('_' + name);
const jsName = (name) => camel(name.replace('fixture', 'shape'));

/// The structs and enums of the C interface, with sizes and offsets as on wasm32.
export function parseHeaders(folder) {
	const text = readdirSync(folder).filter((name) => name.endsWith('.h')).sort()
		.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
	const constants = new Map();
	const enums = [];
	for (const [, body] of text.matchAll(/\benum\s*(?:ricochet_\w+)?\s*\{([^}]*)\}/g)) {
		const values = [];
		let next = 0;
		for (const item of body.replace(/\/\/.*$/gm, '').split(',')) {
			const match = /^\s*(RICOCHET_\w+)\s*(?:=\s*(\d+))?\s*$/.exec(item);
			if (match) {
				next = match[2] === undefined ? next : Number(match[2]);
				values.push({ name: match[1], value: next });
				constants.set(match[1], next++);
			}
		}
		enums.push(values);
	}

	const raw = new Map();
	for (const match of text.matchAll(/((?:^\/\/\/.*\n)*)^typedef struct (ricochet_\w+)\n\{\n([^}]*)\} \2;/gm)) {
		const fields = [];
		for (const line of match[3].split('\n')) {
			const field = /^\t((?:const )?(?:struct )?\w+)\s*(\*)?\s*(\w+)(?:\[(\w+)\])?;\s*(?:\/\/\/<\s*(.*))?$/.exec(line);
			if (field) {
				const count = field[4] && (constants.get(field[4]) ?? Number(field[4]));
				fields.push({
					type: field[1].replace('const ', '').replace('struct ', ''), isPointer: field[2] === '*', name: field[3],
					count, comment: field[5] ?? '',
				});
			} else if (/^\s*\/\/\/</.test(line)) {
				fields.at(-1).comment += ' ' + line.replace(/^\s*\/\/\/<\s*/, '');
			} else if (line.trim() !== '' && !/^\s*\/\//.test(line)) {
				throw new Error(`A field that is not understood: ${match[2]}: ${line}`);
			}
		}
		raw.set(match[2].replace('ricochet_', ''), {
			comment: match[1].replace(/^\/\/\/ ?/gm, '').trim(), fields,
		});
	}

	const structs = new Map();
	const lay = (name) => {
		if (structs.has(name)) {
			return structs.get(name);
		}
		const struct = raw.get(name);
		if (!struct) {
			throw new Error(`A type that is not known: ricochet_${name}`);
		}
		let at = 0;
		let align = 1;
		for (const field of struct.fields) {
			if (field.isPointer || field.type in CALLBACKS || field.type === 'void') {
				field.kind = field.isPointer ? 'pointer' : 'callback';
				Object.assign(field, { size: POINTER.size, align: POINTER.size });
			} else if (field.type in PLAIN) {
				field.kind = 'plain';
				Object.assign(field, { size: PLAIN[field.type].size, align: PLAIN[field.type].size });
			} else {
				field.kind = 'struct';
				const inner = lay(field.type.replace('ricochet_', ''));
				Object.assign(field, { size: inner.size, align: inner.align });
			}
			at = Math.ceil(at / field.align) * field.align;
			field.offset = at;
			at += field.size * (field.count ?? 1);
			align = Math.max(align, field.align);
		}
		structs.set(name, { ...struct, align, size: Math.ceil(at / align) * align });
		return structs.get(name);
	};
	for (const name of raw.keys()) {
		lay(name);
	}
	return { structs, enums };
}

const isDef = (struct) => struct.fields[0].name === 'size';

// The index of a field in the typed array of its type: q is the struct's address / 4.
function place(array, offset) {
	const [scale, shift] = { f64: ['q >> 1', 3], f32: ['q', 2], i32: ['q', 2], u32: ['q', 2], u16: ['q << 1', 1], i16: ['q << 1', 1],
		u8: ['q << 2', 0] }[array];
	const index = offset >> shift;
	return `m.${array}[${index === 0 ? scale : shift === 2 ? `q + ${index}` : `(${scale}) + ${index}`}]`;
}

function readPlain(field, offset, key) {
	const plain = PLAIN[field.type];
	if (field.type === 'ricochet_body' || field.type === 'ricochet_fixture') {
		return `s.object(${place('u32', offset)}, ${place('u32', offset + 4)})`;
	}
	if (ENUM_FIELDS[key]) {
		return `${ENUM_FIELDS[key]}[${place('i32', offset)}]`;
	}
	return place(plain.array, offset) + (field.type === 'bool' ? ' !== 0' : '');
}

function readFields(structs, name, base, indent) {
	const lines = [];
	for (const field of structs.get(name).fields) {
		const key = `${name}.${field.name}`;
		const offset = base + field.offset;
		const js = jsName(field.name);
		if (DROPPED.has(key) || /^(body|fixture)_user_data$/.test(field.name) || field.name === 'size') {
			continue;
		}
		if (key === 'error.parameter') {
			lines.push(`${js}: m.text(${place('u32', offset)})`);
		} else if (field.kind === 'pointer' || field.kind === 'callback') {
			return null; // only written
		} else if (field.type === 'char') {
			lines.push(`${js}: m.text((q << 2) + ${offset})`);
		} else if (field.count) {
			const at = `(q << 2) + ${offset}`;
			const most = COUNTED[key] ? place('i32', base + structs.get(name).fields.find((f) => f.name === COUNTED[key]).offset) : field.count;
			if (field.type !== 'int32_t') {
				return null;
			}
			lines.push(`${js}: [...m.i32.subarray((${at}) >> 2, ((${at}) >> 2) + ${most})]`);
		} else if (field.kind === 'plain') {
			lines.push(`${js}: ${readPlain(field, offset, key)}`);
		} else {
			const inner = field.type.replace('ricochet_', '');
			if (INLINE.has(key)) {
				lines.push(...readFields(structs, inner, offset, indent));
			} else if (inner === 'bullet' || inner === 'grenade') {
				lines.push(`${js}: readId(m, q + ${offset >> 2})`);
			} else if (inner === 'vec') {
				lines.push(`${js}: { x: ${place('f32', offset)}, y: ${place('f32', offset + 4)} }`);
			} else {
				lines.push(`${js}: read${pascal(inner)}(m, q + ${offset >> 2}, s)`);
			}
		}
	}
	return lines;
}

function writeFields(structs, name, base) {
	const lines = [];
	const struct = structs.get(name);
	const put = (js, statement) => lines.push(`if (o.${js} !== undefined) { ${statement} }`);
	for (const field of struct.fields) {
		const key = `${name}.${field.name}`;
		const offset = base + field.offset;
		const js = jsName(field.name);
		if (DROPPED.has(key) || BY_HAND.has(key) || field.name === 'size' || /^(\w+_)?context$/.test(field.name)) {
			continue;
		}
		if (field.kind === 'callback') {
			const context = struct.fields.find((other) => other.name === 'context');
			lines.push(`if (o.${js}) { ${place('u32', offset)} = m.trampoline('${CALLBACKS[field.type][0]}'); `
				+ `${place('u32', base + context.offset)} = s.handle(o.${js}); }`);
		} else if (key in ARRAYS) {
			const [count, call] = ARRAYS[key];
			const at = base + struct.fields.find((other) => other.name === count).offset;
			lines.push(`if (o.${js}) { const p = m.${call}(o.${js}); ${place('u32', offset)} = p; ${place('i32', at)} = m.count; }`);
		} else if (Object.keys(ARRAYS).some((array) => array.startsWith(name + '.') && ARRAYS[array][0] === field.name)) {
			continue;
		} else if (field.kind === 'pointer') {
			const inner = field.type.replace('ricochet_', '');
			if (field.type === 'char' || field.type === 'void') {
				return null;
			}
			const call = inner === 'vec' ? `m.vec(o.${js})` : `pass${pascal(inner)}(m, o.${js}, s)`;
			// First the call: it may make the memory larger, which ends the arrays over it.
			lines.push(`if (o.${js}) { const p = ${call}; ${place('u32', offset)} = p; }`);
		} else if (field.count) {
			if (key !== 'filter.ignore') {
				return null;
			}
			put(js, `m.ignore(q + ${offset >> 2}, o.${js}, ${field.count});`);
		} else if (field.kind === 'plain') {
			if (field.type === 'ricochet_body' || field.type === 'ricochet_fixture') {
				put(js, `m.id(q + ${offset >> 2}, o.${js});`);
			} else if (ENUM_FIELDS[key]) {
				put(js, `${place('i32', offset)} = enumValue(${ENUM_FIELDS[key]}, o.${js}, '${js}');`);
			} else if (DEFAULTS[key]) {
				lines.push(`${place(PLAIN[field.type].array, offset)} = o.${js} ?? ${DEFAULTS[key]};`);
			} else {
				put(js, `${place(PLAIN[field.type].array, offset)} = o.${js};`);
			}
		} else {
			const inner = field.type.replace('ricochet_', '');
			if (INLINE.has(key)) {
				lines.push(...writeFields(structs, inner, offset));
			} else if (inner === 'vec') {
				put(js, `${place('f32', offset)} = o.${js}.x; ${place('f32', offset + 4)} = o.${js}.y;`);
			} else {
				put(js, `write${pascal(inner)}(m, q + ${offset >> 2}, o.${js}, s);`);
			}
		}
	}
	return lines;
}

// The structs that JavaScript gives to the library; it only gets the others.
const WRITTEN = new Set(['vec', 'pose', 'filter', 'ray', 'ray_fan', 'hull', 'turning_path', 'ground_def', 'slide_def',
	'beam_def', 'beam_decision', 'blast_decision', 'sight_def', 'light_def', 'parallel_light_def', 'outline', 'box', 'body_def',
	'body_state', 'fixture_def', 'scene_motion', 'bullet', 'grenade', 'bullet_def', 'grenade_def', 'explosion_def', 'plugin_def',
	'surface', 'decision', 'history_def', 'restore_def', 'moving_target', 'ray_hit', 'crossing']);

function typeOf(field, key, struct, isInput) {
	if (ENUM_FIELDS[key]) {
		return ENUM_FIELDS[key];
	}
	if (field.kind === 'callback') {
		return CALLBACKS[field.type][1];
	}
	if (key in ARRAYS) {
		return ARRAYS[key][2];
	}
	if (key === 'filter.ignore') {
		return 'Body | readonly Body[]';
	}
	const inner = field.type.replace('ricochet_', '');
	if (field.kind === 'plain') {
		const type = PLAIN[field.type].type;
		const isGone = !isInput && (EVENTS.has(struct) && (type === 'Body' || type === 'Shape'));
		const list = field.count && type !== 'string' ? '[]' : '';
		return type + list + (isGone || (isInput && type === 'Body') ? ' | null' : '');
	}
	if (field.kind === 'pointer') {
		return field.type === 'char' ? 'string' : inner === 'vec' ? 'Vec' : pascal(inner);
	}
	if (inner === 'bullet' || inner === 'grenade') {
		return pascal(inner) + 'Id' + (field.name === 'id' || isInput ? '' : ' | null');
	}
	if (inner === 'ray_hit' && EVENTS.has(struct)) {
		return 'EventHit';
	}
	return pascal(inner);
}

function typeFields(structs, name, optional) {
	const lines = [];
	const struct = structs.get(name);
	const isInput = WRITTEN.has(name) && optional;
	for (const field of struct.fields) {
		const key = `${name}.${field.name}`;
		if (DROPPED.has(key) || field.name === 'size' || /(^|_)context$/.test(field.name) || /^(body|fixture)_user_data$/.test(field.name)
			|| Object.keys(ARRAYS).some((array) => array.startsWith(name + '.') && ARRAYS[array][0] === field.name)) {
			continue;
		}
		const inner = field.type.replace('ricochet_', '');
		if (INLINE.has(key)) {
			lines.push(...typeFields(structs, inner, optional));
			continue;
		}
		if (field.comment && !/^RICOCHET_/.test(field.comment)) {
			lines.push(`/** ${field.comment} */`);
		}
		const isRequired = ['ray_fan.radius', 'pose.position'].includes(key) || ['vec', 'crossing'].includes(name) || key === 'hull.vertices' || key === 'outline.vertices'
			|| ['ray.origin', 'ray.translation', 'box.lower', 'box.upper'].includes(key);
		lines.push(`${jsName(field.name)}${optional && !isRequired ? '?' : ''}: ${typeOf(field, key, name, isInput)};`);
	}
	return lines;
}

export function generate({ structs, enums }) {
	const code = ['// Written by make_structs.mjs from the headers of the C interface. m: the memory, q: address / 4, s: the scene.', ''];
	const types = ["// Written by make_structs.mjs from the headers of the C interface.", '',
		"import type { Body, Shape } from './index.js';", '',
		'/** A list of points: objects, or their coordinates one after the other. */',
		'export type VecList = readonly Vec[] | ArrayLike<number>;', ''];
	for (const [type, first, prefix] of ENUMS) {
		const values = enums.find((list) => list.some((value) => value.name === first));
		const most = Math.max(...values.map(({ value }) => value)) + 1;
		const names = Array.from({ length: most }, (_, i) => values.find(({ value }) => value === i)?.name)
			.map((name) => name && camel(name.slice(prefix.length).toLowerCase()));
		code.push(`export const ${type} = [${names.map((name) => (name ? `'${name}'` : '')).join(', ')}];`);
		types.push(`export type ${type} = ${names.filter(Boolean).map((name) => `'${name}'`).join(' | ')};`);
	}
	types.push('');
	code.push('', 'export function enumValue(names, value, field) {', '\tconst at = names.indexOf(value);', '\tif (at < 0) {',
		"\t\tthrow new TypeError(`${field} is '${value}', but must be one of ${names.join(', ')}`);", '\t}', '\treturn at;', '}',
		'', 'const readId = (m, q) => (m.u32[q + 1] === 0 ? null : { index: m.u32[q], generation: m.u32[q + 1], plugin: m.u32[q + 2] });',
		'export const readBullet = readId;', 'export const readGrenade = readId;', '');

	for (const [name, struct] of structs) {
		const type = pascal(name);
		code.push(`export const size${type} = ${struct.size};`);
		if (name !== 'bullet' && name !== 'grenade') {
			const read = isDef(struct) ? null : readFields(structs, name, 0);
			if (read) {
				code.push(`export const read${type} = (m, q, s) => ({\n\t${read.join(',\n\t')},\n});`);
			}
		}
		const write = WRITTEN.has(name) ? writeFields(structs, name, 0) : null;
		if (write) {
			code.push(`export function write${type}(m, q, o, s) {\n\t${write.join('\n\t')}\n}`);
			const begin = isDef(struct) ? `m.fill('${name}', ${struct.size})` : `m.zeros(${struct.size})`;
			code.push(`export function pass${type}(m, o, s) {\n\tconst p = ${begin};\n\twrite${type}(m, p >> 2, o, s);\n\treturn p;\n}`);
		}
		const shown = name === 'bullet' || name === 'grenade' ? type + 'Id' : type;
		if (['callbacks', 'error', 'scene_motion', 'convex_piece'].includes(name) === false) {
			const isInput = isDef(struct) || ['pose', 'filter', 'ray', 'ray_fan', 'hull', 'turning_path', 'outline', 'box', 'moving_target', 'surface',
				'decision'].includes(name);
			const optional = isDef(struct) || ['hull', 'ray', 'ray_fan', 'outline', 'moving_target'].includes(name);
			if (struct.comment) {
				types.push(`/** ${struct.comment.replace(/\n/g, '\n * ')} */`);
			}
			types.push(`export interface ${shown} {\n\t${typeFields(structs, name, optional && isInput).join('\n\t')}\n}`, '');
		}
	}
	// For lists that are read or written without an object for each element.
	for (const name of ['plugin_def', 'callbacks', 'crossing', 'ray', 'ray_hit', 'scene_motion', 'body_state', 'outline']) {
		const words = structs.get(name).fields.filter((field) => field.offset % 4 === 0)
			.map((field) => `${camel(field.name)}: ${field.offset >> 2}`);
		code.push(`export const ${camel(name)}Words = { ${words.join(', ')} };`);
	}
	types.push('/** A hit of an event. Body or shape are null if they were destroyed since. */',
		"export interface EventHit extends Omit<RayHit, 'body' | 'shape'> {\n\tbody: Body | null;\n\tshape: Shape | null;\n}", '',
		'/** A surface whose missing numbers are those of the plugin. */', 'export type SurfaceDef = Partial<Surface>;', '',
		'/** The functions of a restored def. */', 'export interface PutBackCallbacks {\n\taccept?: '
		+ `${CALLBACKS.ricochet_predicate[1]};\n\tsteering?: ${CALLBACKS.ricochet_steering[1]};\n\tblast?: ${CALLBACKS.ricochet_blast_rule[1]};\n}`, '');
	return { code: code.join('\n') + '\n', types: types.join('\n') };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	const [headers, folder] = process.argv.slice(2);
	const { code, types } = generate(parseHeaders(headers));
	writeFileSync(join(folder, 'structs.mjs'), code);
	writeFileSync(join(folder, 'structs.d.ts'), types);
}
