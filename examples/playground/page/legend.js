// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

// What the styles are called, in the order of the legend. Those that say themselves what they are have no name.
const legendNames = {
	stone: 'stone', earth: 'earth', wood: 'wood', glass: 'glass', steel: 'steel', solid: 'solid', hit: 'the first met',
	grenade: 'grenade', preview: 'foreseen', ray: 'ray', beam: 'beam', sweep: 'cast shape', cell: 'cell on the line',
	light: 'in sight', enter: 'entry', inside: 'inside', exit: 'exit', bounce: 'ricochet', stop: 'stop', normal: 'normal', box2d: 'Box2D', crack: 'crack',
};
const coveringNames = ['stone', 'earth', 'wood', 'glass', 'steel', 'solid', 'hit']; // what words should not cover

// Marks (display.h) of one style as the scene has it, in a box of so many px.
function legendMarks(name, style, width, height) {
	const mark = (operation, ...numbers) => [operation, style, 1, numbers.length, ...numbers];
	const middle = [0.5 * width, 0.5 * height];
	const across = [2, 0.5 * height, width - 2, 0.5 * height];
	if ([...coveringNames, 'cell'].includes(name)) {
		return mark(1, 1, 1, width - 1, 1, width - 1, height - 1, 1, height - 1);
	}
	const kinds = {
		grenade: () => mark(5, ...middle, 0.3 * height, 0.8), sweep: () => mark(5, ...middle, 0.4 * height, 0),
		preview: () => mark(2, ...across), ray: () => mark(3, ...across), beam: () => mark(3, ...across),
		inside: () => mark(3, ...across), crack: () => mark(3, ...across), normal: () => mark(6, 2, 0.5 * height, 1, 0),
		light: () => mark(8, 2, 0.5 * height, width, 2, 0.5 * height, width, 0, width, height), box2d: () => mark(2, ...across),
	};
	return (kinds[name] || (() => mark(4, ...middle)))();
}

// Names the materials and marks that the scene has shown since it began, each drawn as the scene draws it.
class Legend {
	constructor(list, painter) {
		this.list = list;
		this.painter = painter;
		this.clear('fire');
	}

	// The styles that were painted are noted anew.
	clear(tool, scene) {
		const preview = { lead: 'where they meet', past: '0.2 s ago', step: 'the doors then', tiles: 'outline' }[scene] ?? legendNames.preview;
		const exit = { race: 'lost', thinpanes: 'lost', closingdoor: 'lost', epsilon: 'has left', fan: 'border by rays' }[scene] ?? 'exit';
		const normal = scene === 'thinpanes' ? 'reported' : legendNames.normal;
		this.names = { ...legendNames, preview, exit, normal, bounce: tool === 'fire' ? 'ricochet' : 'bounce' };
		this.painter.seen.clear();
		this.list.replaceChildren();
		this.told = 0;
	}

	redraw() {
		this.told = 0;
		this.update();
	}

	update() {
		const { seen, styles } = this.painter;
		if (seen.size === this.told) {
			return;
		}
		this.told = seen.size;
		this.list.replaceChildren(...Object.keys(this.names).filter((name) => seen.has(name)).map((name) => {
			const item = document.createElement('li');
			item.dataset.style = name;
			item.append(this.swatch(name, styles), this.names[name]);
			return item;
		}));
	}

	swatch(name, styles) {
		const [width, height] = [26, 16];
		const canvas = document.createElement('canvas');
		canvas.style.width = `${width}px`;
		canvas.style.height = `${height}px`;
		const painter = new Painter(canvas, styles);
		painter.show(width, height);
		painter.paint(Float32Array.from(legendMarks(name, styles.indexOf(name), width, height)), this.painter.isNight);
		return canvas;
	}
}
