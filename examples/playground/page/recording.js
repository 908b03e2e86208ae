// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

// What a game's Recorder (ricochet/projectile/recorder.h) wrote: a line of JSON for each step.
class Recording {
	// Throws what is wrong with the text, and in which line.
	constructor(text) {
		const lines = text.trim().split('\n');
		this.steps = [];
		this.shapes = new Map(); // of each body
		for (const [i, line] of lines.entries()) {
			try {
				this.add(JSON.parse(line));
			} catch (fault) {
				// A game that ends amid a line has written the steps before it.
				if (i < lines.length - 1 || this.steps.length === 0) {
					throw new Error(`Line ${i + 1} of the recording ${fault instanceof SyntaxError ? 'is cut off or broken' : `has ${fault.message}`}.`);
				}
			}
		}
		if (this.steps.length === 0) {
			throw new Error('The recording has no steps.');
		}
		const first = this.steps[0].time;
		this.timeStep = (this.steps[this.steps.length - 1].time - first) / (this.steps.length - 1) || 1 / 60;
		this.at = 0;
		this.view = this.extent();
	}

	add(line) {
		const areNumbers = (list) => Array.isArray(list) && list.every(Number.isFinite);
		const areLists = (list, count) => Array.isArray(list) && list.every((item) => areNumbers(item) && item.length >= count);
		for (const shape of line.shapes || []) {
			if (!areNumbers(shape.points)) {
				throw new Error('a shape without points');
			}
			this.shapes.set(shape.body, [...(this.shapes.get(shape.body) || []), shape]);
		}
		if (!('time' in line)) {
			return;
		}
		const isWhole = Number.isFinite(line.time) && areLists(line.bodies, 4) && areLists(line.bullets, 2) &&
			areLists(line.grenades, 3) && Array.isArray(line.impacts) &&
			line.impacts.every((hit) => areLists([hit.enter, hit.exit, hit.normal], 2) && Number.isFinite(hit.thickness));
		if (!isWhole) {
			throw new Error('a step without time, bodies, bullets, grenades or impacts');
		}
		this.steps.push(line);
	}

	get step() {
		return this.steps[Math.floor(this.at)];
	}

	extent() {
		let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
		for (const step of this.steps) {
			for (const [, x, y] of step.bodies) {
				[left, right] = [Math.min(left, x), Math.max(right, x)];
				[low, high] = [Math.min(low, y), Math.max(high, y)];
			}
		}
		return left > right ? [0, 0, 24, 13.5] : [(left + right) / 2, (low + high) / 2, right - left + 3, high - low + 3];
	}

	play(seconds) {
		this.at = (this.at + seconds / this.timeStep) % this.steps.length;
	}

	// Those of the last half second, each with its age as a share of that.
	*recentHits() {
		const now = Math.floor(this.at);
		const count = Math.max(1, Math.round(0.5 / this.timeStep));
		for (let i = now; i >= 0 && i > now - count; --i) {
			for (const hit of this.steps[i].impacts) {
				yield [hit, (now - i) / count, this.steps[i].time];
			}
		}
	}

	inspect(x, y, reach) {
		for (const [hit, , time] of this.recentHits()) {
			if (Math.hypot(hit.enter[0] - x, hit.enter[1] - y) <= reach) {
				const text = (numbers) => numbers.map((number) => number.toFixed(3)).join(', ');
				return `${hit.response}\nat ${text(hit.enter)} m, in the step to ${time.toFixed(4)} s\nnormal ${text(hit.normal)}\n` +
					`thickness ${(1000 * hit.thickness).toFixed(1)} mm\nexit ${text(hit.exit)} m`;
			}
		}
		return '';
	}

	marks(styles) {
		const { step } = this;
		const marks = [];
		const put = (operation, name, numbers, opacity = 1) =>
			marks.push(operation, styles.indexOf(name), opacity, numbers.length, ...numbers);
		for (const [id, x, y, angle] of step.bodies) {
			const [c, s] = [Math.cos(angle), Math.sin(angle)];
			const turned = (px, py) => [x + c * px - s * py, y + s * px + c * py];
			for (const shape of this.shapes.get(id) || []) {
				if (shape.radius !== undefined && shape.points.length === 2) {
					put(5, 'solid', [...turned(...shape.points), shape.radius, angle]);
					continue;
				}
				const points = [];
				for (let i = 0; i + 1 < shape.points.length; i += 2) {
					points.push(...turned(shape.points[i], shape.points[i + 1]));
				}
				put(shape.isSolid ? 1 : 2, 'solid', points);
			}
		}
		for (const [hit, age] of this.recentHits()) {
			put(6, 'normal', [...hit.enter, ...hit.normal], 1 - age);
			if (hit.response === 'pierce') {
				put(3, 'inside', [...hit.enter, ...hit.exit], 1 - age);
				put(4, 'exit', hit.exit, 1 - age);
			}
			put(4, { pierce: 'enter', bounce: 'bounce' }[hit.response] || 'stop', hit.enter, 1 - age);
		}
		put(4, 'bullet', step.bullets.flat());
		for (const [x, y, radius] of step.grenades) {
			put(5, 'grenade', [x, y, radius, 0]);
		}
		return marks;
	}
}
