// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

// The program: what is built of exports.cpp, and the texts that go to it and come from it.
class Program {
	static async load(base64) {
		const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
		// The program opens no file and prints nothing: whatever of the system it asks for is not there.
		const system = new Proxy({}, { get: () => () => 52 });
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
}

// Draws a list of marks (display.h) on a canvas.
class Painter {
	constructor(canvas, styles) {
		this.canvas = canvas;
		this.context = canvas.getContext('2d');
		this.styles = styles;
		this.decoder = new TextDecoder();
		this.readColors();
	}

	readColors() {
		const style = getComputedStyle(document.documentElement);
		const color = (name) => style.getPropertyValue('--' + name).trim();
		this.colors = this.styles.map((name) => ({ fill: color(name), line: color(name + '-line') || color(name) }));
		this.page = color('page');
	}

	// The window of the world that is seen: [middle x, middle y, width, height].
	fit(view) {
		const ratio = window.devicePixelRatio || 1;
		const box = this.canvas.getBoundingClientRect();
		this.canvas.width = Math.max(1, Math.round(box.width * ratio));
		this.canvas.height = Math.max(1, Math.round(box.height * ratio));
		this.scale = Math.min(this.canvas.width / view[2], this.canvas.height / view[3]);
		this.unit = ratio;
		this.left = this.canvas.width / 2 - this.scale * view[0];
		this.top = this.canvas.height / 2 + this.scale * view[1];
	}

	x(x) { return this.left + this.scale * x; }
	y(y) { return this.top - this.scale * y; }

	toWorld(clientX, clientY) {
		const box = this.canvas.getBoundingClientRect();
		return [((clientX - box.left) * this.unit - this.left) / this.scale,
			(this.top - (clientY - box.top) * this.unit) / this.scale];
	}

	toClient(x, y) {
		return [this.x(x) / this.unit, this.y(y) / this.unit];
	}

	paint(marks) {
		const c = this.context;
		c.globalAlpha = 1;
		c.fillStyle = this.page;
		c.fillRect(0, 0, this.canvas.width, this.canvas.height);
		c.lineJoin = 'round';
		c.lineCap = 'round';
		const operations = [null, this.polygon, this.line, this.segments, this.dots, this.circle, this.arrow, this.words,
			this.glow, this.rings];
		for (let at = 0; at < marks.length;) {
			const count = marks[at + 3];
			this.name = this.styles[marks[at + 1]];
			this.color = this.colors[marks[at + 1]];
			c.globalAlpha = marks[at + 2];
			operations[marks[at]].call(this, c, marks.subarray(at + 4, at + 4 + count));
			at += 4 + count;
		}
		c.globalAlpha = 1;
	}

	trace(c, points) {
		for (let i = 0; i < points.length; i += 2) {
			const x = this.x(points[i]);
			const y = this.y(points[i + 1]);
			i === 0 ? c.moveTo(x, y) : c.lineTo(x, y);
		}
	}

	solid(c) {
		c.fillStyle = this.color.fill;
		c.strokeStyle = this.color.line;
		c.lineWidth = 1.2 * this.unit;
		c.fill('evenodd');
		c.stroke();
	}

	polygon(c, points) {
		c.beginPath();
		this.trace(c, points);
		c.closePath();
		this.solid(c);
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
		this.solid(c);
	}

	width() {
		const wide = { stone: 2.4, beam: 2.2, inside: 3.4, ray: 1.8, preview: 2, trail: 1.4, muzzle: 3, normal: 1.6 };
		return (wide[this.name] || 1.2) * this.unit;
	}

	line(c, points) {
		c.strokeStyle = this.color.line;
		c.lineWidth = this.width();
		c.setLineDash(this.name === 'preview' ? [6 * this.unit, 5 * this.unit] : []);
		c.beginPath();
		this.trace(c, points);
		c.stroke();
		c.setLineDash([]);
	}

	segments(c, ends) {
		c.strokeStyle = this.color.line;
		c.lineWidth = this.width();
		c.lineCap = 'butt';
		c.beginPath();
		for (let i = 0; i < ends.length; i += 4) {
			c.moveTo(this.x(ends[i]), this.y(ends[i + 1]));
			c.lineTo(this.x(ends[i + 2]), this.y(ends[i + 3]));
		}
		c.stroke();
	}

	dots(c, points) {
		const many = points.length > 2000;
		const radius = (many ? 1.1 : 3) * this.unit;
		c.fillStyle = this.color.fill;
		if (many) {
			for (let i = 0; i < points.length; i += 2) {
				c.fillRect(this.x(points[i]) - radius, this.y(points[i + 1]) - radius, 2 * radius, 2 * radius);
			}
			return;
		}
		c.beginPath();
		for (let i = 0; i < points.length; i += 2) {
			const x = this.x(points[i]);
			const y = this.y(points[i + 1]);
			c.moveTo(x + radius, y);
			c.arc(x, y, radius, 0, 2 * Math.PI);
		}
		c.fill();
	}

	circle(c, [x, y, radius, angle]) {
		c.beginPath();
		c.arc(this.x(x), this.y(y), this.scale * radius, 0, 2 * Math.PI);
		if (this.name === 'blast') {
			c.strokeStyle = this.color.line;
			c.lineWidth = 3 * this.unit;
			c.stroke();
			return;
		}
		this.solid(c);
		if (this.name !== 'muzzle' && this.name !== 'sweep' && this.name !== 'bullet') {
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
		const length = 24 * this.unit;
		const [ux, uy] = [dx / size, -dy / size];
		const [fromX, fromY] = [this.x(x), this.y(y)];
		const [toX, toY] = [fromX + length * ux, fromY + length * uy];
		const head = 6 * this.unit;
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

	words(c, numbers) {
		const text = this.decoder.decode(Uint8Array.from(numbers.subarray(2)));
		c.font = `${(this.name === 'faint' ? 11 : 12.5) * this.unit}px system-ui, "DejaVu Sans", sans-serif`;
		const [x, y] = [this.x(numbers[0]) + 5 * this.unit, this.y(numbers[1]) - 5 * this.unit];
		c.strokeStyle = this.page;
		c.lineWidth = 3 * this.unit;
		c.strokeText(text, x, y);
		c.fillStyle = this.color.fill;
		c.fillText(text, x, y);
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
}
