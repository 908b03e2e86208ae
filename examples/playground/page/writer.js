// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

// Words on the canvas, beside what they speak of.
class Writer extends Camera {
	constructor(canvas) {
		super(canvas);
		this.decoder = new TextDecoder();
		this.labels = new Labels();
	}

	words(c, texts, marks) {
		const isFixed = (text) => text.name === 'faint'; // numbers of cells stand where they are
		const first = (text) => (text.name === 'box2d' ? 0 : 1);
		const free = texts.filter((text) => !isFixed(text)).map((text, i) => this.measured(c, text, i));
		free.sort((a, b) => first(a) - first(b));
		const edge = 4 * this.unit;
		const area = [edge, edge, this.canvas.width - edge, this.canvas.height - edge - this.below];
		const placed = free.length > 0 ? this.labels.place(free, [...this.obstacles(marks)], area, this.unit) : [];
		for (const text of texts.filter(isFixed)) {
			const [x, y] = [this.x(text.numbers[0]), this.y(text.numbers[1])];
			const { width, height, ...measured } = this.measured(c, text, 0);
			const [left, low] = [x + 3 * this.unit, y - 3 * this.unit];
			this.write(c, { ...measured, box: [left, low - height, left + width, low], end: [x, y] });
		}
		for (const text of placed) {
			this.write(c, text);
		}
	}

	// How long a round number of metres is.
	scaleBar() {
		const c = this.context;
		const most = 130 * this.unit / this.scale;
		const power = 10 ** Math.floor(Math.log10(most));
		const metres = power * [5, 2, 1].find((factor) => factor * power <= most);
		const text = metres >= 1 ? `${metres} m` : metres >= 0.01 ? `${Math.round(100 * metres)} cm` : `${Number((1000 * metres).toPrecision(1))} mm`;
		const right = this.canvas.width - 12 * this.unit;
		const [left, low, tick] = [right - metres * this.scale, this.canvas.height - this.player - 9 * this.unit, 5 * this.unit];
		const path = new Path2D();
		path.moveTo(left, low - tick);
		path.lineTo(left, low);
		path.lineTo(right, low);
		path.lineTo(right, low - tick);
		c.font = `${12 * this.unit}px system-ui, "DejaVu Sans", sans-serif`;
		const x = 0.5 * (left + right - c.measureText(text).width);
		const { colors } = this.isNight ? this.night : this.day;
		for (const [color, width] of [[this.page, 5], [colors[this.styles.indexOf('label')].line, 2]]) {
			[c.strokeStyle, c.lineWidth, c.lineJoin] = [color, width * this.unit, 'miter'];
			c.stroke(path);
		}
		c.strokeStyle = this.page;
		c.lineWidth = 3.5 * this.unit;
		c.strokeText(text, x, low - tick);
		c.fillStyle = colors[this.styles.indexOf('label')].fill;
		c.fillText(text, x, low - tick);
		this.bar = { text, width: right - left };
	}

	measured(c, text, i) {
		const lines = this.decoder.decode(Uint8Array.from(text.numbers.subarray(2))).split('\n');
		const size = (text.name === 'faint' ? 11 : lines.length > 2 ? 12 : 13) * this.unit;
		c.font = `${size}px system-ui, "DejaVu Sans", sans-serif`;
		return {
			...text, lines, size, x: this.x(text.numbers[0]), y: this.y(text.numbers[1]),
			key: lines.length > 2 ? lines.join() : i, isShort: lines.length < 2,
			width: Math.max(...lines.map((line) => c.measureText(line).width)) + 6 * this.unit, height: 1.25 * size * lines.length,
		};
	}

	// A thin line leads to words that stand apart.
	write(c, { name, color, opacity, lines, size, x, y, box, end }) {
		const [left, top, right, low] = box;
		c.globalAlpha = opacity;
		c.strokeStyle = color.line;
		c.lineWidth = this.unit;
		if (Math.hypot(end[0] - x, end[1] - y) > 9 * this.unit) {
			c.beginPath();
			c.moveTo(x, y);
			c.lineTo(...end);
			c.stroke();
		}
		if (lines.length > 2) {
			c.fillStyle = this.page;
			c.fillRect(left, top, right - left, low - top);
		}
		c.font = `${size}px system-ui, "DejaVu Sans", sans-serif`;
		c.strokeStyle = this.page;
		c.lineWidth = 3.5 * this.unit;
		c.fillStyle = color.fill;
		for (const [i, line] of lines.entries()) {
			const baseline = top + size * (1 + 1.25 * i);
			c.strokeText(line, left + 3 * this.unit, baseline);
			c.fillText(line, left + 3 * this.unit, baseline);
		}
	}

	// The solids among the marks, in px.
	*obstacles(marks) {
		const toPx = (numbers) => numbers.map((number, i) => (i % 2 === 0 ? this.x(number) : this.y(number)));
		for (let at = 0; at < marks.length; at += 4 + marks[at + 3]) {
			const numbers = marks.subarray(at + 4, at + 4 + marks[at + 3]);
			if (!coveringNames.includes(this.styles[marks[at + 1]]) || numbers.length === 0) {
				continue;
			}
			if (marks[at] === 5) {
				yield new Obstacle([[this.x(numbers[0]), this.y(numbers[1])]], true, this.scale * numbers[2]);
			} else if (marks[at] === 9) {
				const rings = [];
				for (let ring = 0, begin = 1 + numbers[0]; ring < numbers[0]; ++ring) {
					rings.push(toPx(numbers.subarray(begin, begin + 2 * numbers[1 + ring])));
					begin += 2 * numbers[1 + ring];
				}
				yield new Obstacle(rings, true);
			} else if (marks[at] === 1 || marks[at] === 2) {
				yield new Obstacle([toPx(numbers)], marks[at] === 1);
			}
		}
	}
}
