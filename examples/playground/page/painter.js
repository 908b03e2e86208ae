// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

// Draws a list of marks (display.h) on a canvas.
class Painter extends Writer {
	constructor(canvas, styles) {
		super(canvas);
		this.context = canvas.getContext('2d');
		this.styles = styles;
		this.sheet = document.createElement('canvas'); // of a picture among the marks
		this.seen = new Set(); // styles that were painted
		this.isSilent = false; // true: without words
		this.readColors();
	}

	readColors() {
		this.day = this.palette(document.documentElement);
		this.night = this.palette(document.getElementById('night'));
	}

	palette(element) {
		const style = getComputedStyle(element);
		const color = (name) => style.getPropertyValue('--' + name).trim();
		const both = (name) => ({ fill: color(name), line: color(name + '-line') || color(name) });
		this.hatchedFor = this.unit;
		return {
			colors: this.styles.map((name) => (hatchings[name] && this.unit ?
				{ ...both(name), hatching: hatchingOf(name, both(name), this.unit) } : both(name))),
			page: color('page'),
			night: color('night'),
		};
	}

	paint(marks, isNight = marks[0] === 10) { // a picture of light: at night
		const c = this.context;
		if (this.unit !== this.hatchedFor) {
			this.readColors();
		}
		this.isNight = isNight;
		const palette = this.isNight ? this.night : this.day;
		this.page = this.isNight ? palette.night : palette.page;
		const texts = []; // over all else
		c.globalAlpha = 1;
		c.fillStyle = this.page;
		c.fillRect(0, 0, this.canvas.width, this.canvas.height);
		c.lineJoin = 'round';
		c.lineCap = 'round';
		const operations = [null, this.polygon, this.line, this.segments, this.dots, this.circle, this.arrow, null,
			this.glow, this.rings, this.picture, this.streaks, this.title];
		for (let at = 0; at < marks.length;) {
			const count = marks[at + 3];
			this.name = this.styles[marks[at + 1]];
			this.color = palette.colors[marks[at + 1]];
			c.globalAlpha = marks[at + 2];
			const numbers = marks.subarray(at + 4, at + 4 + count);
			if (marks[at] === 7) {
				texts.push({ name: this.name, color: this.color, opacity: marks[at + 2], numbers });
			} else {
				operations[marks[at]].call(this, c, numbers);
				if (count > 0) {
					this.seen.add(this.name);
				}
			}
			at += 4 + count;
		}
		if (!this.isSilent) {
			this.words(c, texts, marks);
		}
		c.globalAlpha = 1;
	}

	title(c, [x, y, size, ...letters]) {
		c.font = `600 ${size * this.scale}px system-ui, "DejaVu Sans", sans-serif`;
		c.textAlign = 'center';
		c.fillStyle = this.color.line;
		c.fillText(this.decoder.decode(Uint8Array.from(letters)), this.x(x), this.y(y));
		c.textAlign = 'start';
	}

	trace(c, points) {
		for (let i = 0; i < points.length; i += 2) {
			const x = this.x(points[i]);
			const y = this.y(points[i + 1]);
			i === 0 ? c.moveTo(x, y) : c.lineTo(x, y);
		}
	}

	solid(c, frame) {
		if (frame) {
			const [x, y, cos, sin] = frame;
			this.color.hatching.setTransform({ a: cos, b: sin, c: -sin, d: cos, e: x, f: y });
		}
		c.fillStyle = this.color.hatching || this.color.fill;
		c.strokeStyle = this.color.line;
		c.lineWidth = 1.2 * this.unit;
		c.fill('evenodd');
		c.stroke();
	}

	polygon(c, points) {
		c.beginPath();
		this.trace(c, points);
		c.closePath();
		this.solid(c, this.frame(points));
	}

	frame(points) {
		return this.color.hatching && hatchingFrame(points, (x) => this.x(x), (y) => this.y(y));
	}

	rings(c, numbers) {
		const count = numbers[0];
		c.beginPath();
		for (let ring = 0, at = 1 + count; ring < count; ++ring) {
			const end = at + 2 * numbers[1 + ring];
			this.trace(c, numbers.subarray(at, end));
			c.closePath();
			at = end;
		}
		this.solid(c, this.frame(numbers.subarray(1 + count)));
	}

	width() {
		const wide = { stone: 2.4, solid: 2.4, beam: 2.2, inside: 5, ray: 1.8, preview: 2, trail: 2, muzzle: 3, bullet: 3, normal: 1.6, lit: 2, box2d: 1.6 };
		return (wide[this.name] || 1.2) * this.unit;
	}

	line(c, points) {
		c.strokeStyle = this.color.line;
		c.lineWidth = this.width();
		c.setLineDash(this.name === 'preview' || this.name === 'box2d' ? [6 * this.unit, 5 * this.unit] : []);
		c.beginPath();
		this.trace(c, points);
		c.stroke();
		c.setLineDash([]);
	}

	segments(c, ends) {
		c.strokeStyle = this.color.line;
		c.lineWidth = this.width();
		c.lineCap = 'butt';
		c.globalAlpha *= this.name === 'inside' ? 0.5 : 1;
		c.beginPath();
		for (let i = 0; i < ends.length; i += 4) {
			c.moveTo(this.x(ends[i]), this.y(ends[i + 1]));
			c.lineTo(this.x(ends[i + 2]), this.y(ends[i + 3]));
		}
		c.stroke();
	}

	// Heads with short tails; of many, only thin tails.
	streaks(c, pairs) {
		const many = pairs.length > 4000;
		const least = (many ? 3 : 14) * this.mark;
		const heads = [];
		c.strokeStyle = this.color.line;
		c.lineWidth = many ? 1.6 * this.mark : this.width();
		c.lineCap = 'butt';
		c.globalAlpha *= many ? 0.55 : 1;
		c.beginPath();
		for (let i = 0; i < pairs.length; i += 4) {
			const [x, y] = [this.x(pairs[i]), this.y(pairs[i + 1])];
			const length = Math.hypot(pairs[i + 2], pairs[i + 3]);
			const tail = length > 0 ? Math.max(this.scale * length, least) / length : 0;
			c.moveTo(x, y);
			c.lineTo(x + tail * pairs[i + 2], y - tail * pairs[i + 3]);
			heads.push(pairs[i], pairs[i + 1]);
		}
		c.stroke();
		if (!many) {
			this.dots(c, heads);
		}
	}

	dots(c, points) {
		const radius = 3.2 * this.mark;
		c.fillStyle = this.color.fill;
		c.beginPath();
		for (let i = 0; i < points.length; i += 2) {
			this.dot(c, this.x(points[i]), this.y(points[i + 1]), radius);
		}
		// Open where something enters or bounces, full where it leaves.
		if (this.name === 'enter' || this.name === 'bounce' || this.name === 'stop') {
			c.fillStyle = this.page;
			c.strokeStyle = this.color.line;
			c.lineWidth = (this.name === 'stop' ? 2.4 : 1.8) * this.mark;
			c.stroke();
		}
		c.fill();
	}

	// A circle; where something bounces a diamond, where it stops a cross.
	dot(c, x, y, radius) {
		if (this.name === 'bounce') {
			const r = 1.4 * radius;
			c.moveTo(x - r, y);
			c.lineTo(x, y - r);
			c.lineTo(x + r, y);
			c.lineTo(x, y + r);
			c.closePath();
		} else if (this.name === 'stop') {
			c.moveTo(x - radius, y - radius);
			c.lineTo(x + radius, y + radius);
			c.moveTo(x - radius, y + radius);
			c.lineTo(x + radius, y - radius);
		} else {
			c.moveTo(x + radius, y);
			c.arc(x, y, radius, 0, 2 * Math.PI);
		}
	}

	circle(c, [x, y, radius, angle]) {
		c.beginPath();
		const least = { box2d: 5, muzzle: 5, lit: 3 }[this.name] || 0; // to be seen at all
		c.arc(this.x(x), this.y(y), Math.max(this.scale * radius, least * this.unit), 0, 2 * Math.PI);
		if (this.name === 'blast' || this.name === 'box2d') {
			const opacity = c.globalAlpha;
			c.strokeStyle = this.color.line;
			c.fillStyle = this.color.line;
			c.lineWidth = (this.name === 'blast' ? 3 : 2) * this.unit;
			c.globalAlpha = 0.18 * opacity;
			c.fill();
			c.globalAlpha = opacity;
			c.stroke();
			return;
		}
		this.solid(c, this.color.hatching && [this.x(x), this.y(y), Math.cos(angle), -Math.sin(angle)]);
		if (!['muzzle', 'sweep', 'bullet', 'lit'].includes(this.name)) {
			c.beginPath();
			c.moveTo(this.x(x), this.y(y));
			c.lineTo(this.x(x + radius * Math.cos(angle)), this.y(y + radius * Math.sin(angle)));
			c.stroke();
		}
	}

	arrow(c, [x, y, dx, dy]) {
		const size = Math.hypot(dx, dy);
		if (size === 0) {
			return;
		}
		const length = 24 * this.mark;
		const [ux, uy] = [dx / size, -dy / size];
		const [fromX, fromY] = [this.x(x), this.y(y)];
		const [toX, toY] = [fromX + length * ux, fromY + length * uy];
		const head = 6 * this.mark;
		c.strokeStyle = this.color.line;
		c.lineWidth = this.width();
		c.beginPath();
		c.moveTo(fromX, fromY);
		c.lineTo(toX, toY);
		c.moveTo(toX - head * (ux + 0.5 * uy), toY - head * (uy - 0.5 * ux));
		c.lineTo(toX, toY);
		c.lineTo(toX - head * (ux - 0.5 * uy), toY - head * (uy + 0.5 * ux));
		c.stroke();
	}

	glow(c, numbers) {
		const [x, y, radius] = numbers;
		const gradient = c.createRadialGradient(this.x(x), this.y(y), 0, this.x(x), this.y(y), this.scale * radius);
		gradient.addColorStop(0, `rgba(${this.color.fill}, 0.95)`);
		gradient.addColorStop(0.5, `rgba(${this.color.fill}, 0.45)`);
		gradient.addColorStop(1, `rgba(${this.color.fill}, 0)`);
		c.fillStyle = gradient;
		c.beginPath();
		this.trace(c, numbers.subarray(3));
		c.closePath();
		c.fill();
	}

	// White pixels of some opacity, in the colour of the style.
	picture(c, [left, low, right, high, columns, rows]) {
		const [x, y] = [this.x(left), this.y(high)];
		const sheet = this.sheet.getContext('2d');
		this.sheet.width = columns;
		this.sheet.height = rows;
		sheet.putImageData(new ImageData(this.pixels(4 * columns * rows), columns, rows), 0, 0);
		sheet.globalCompositeOperation = 'source-in';
		sheet.fillStyle = `rgb(${this.color.fill})`;
		sheet.fillRect(0, 0, columns, rows);
		c.imageSmoothingQuality = 'high';
		c.drawImage(this.sheet, x, y, this.x(right) - x, this.y(low) - y);
	}

	// Where the keyboard aims.
	cross(x, y) {
		const c = this.context;
		const [middleX, middleY, size] = [this.x(x), this.y(y), 9 * this.unit];
		c.strokeStyle = this.day.colors[this.styles.indexOf('label')].line;
		c.lineWidth = 2 * this.unit;
		c.beginPath();
		c.arc(middleX, middleY, size, 0, 2 * Math.PI);
		for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
			c.moveTo(middleX + 0.5 * size * dx, middleY + 0.5 * size * dy);
			c.lineTo(middleX + 1.5 * size * dx, middleY + 1.5 * size * dy);
		}
		c.stroke();
	}
}
