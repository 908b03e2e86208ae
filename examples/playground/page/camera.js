// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

// What of the world a canvas shows, and where.
class Camera {
	constructor(canvas) {
		this.canvas = canvas;
		this.zoom = 1;
	}

	// The window of the world that is seen: [middle x, middle y, width, height].
	fit(view) {
		const ratio = window.devicePixelRatio || 1;
		const box = this.canvas.getBoundingClientRect();
		this.canvas.width = Math.max(1, Math.round(box.width * ratio));
		this.canvas.height = Math.max(1, Math.round(box.height * ratio));
		this.view = view;
		this.unit = ratio;
		this.middle = this.zoom > 1 ? this.middle : [view[0], view[1]];
		this.player = ratio * document.getElementById('player').offsetHeight; // of recordings, under all else
		this.below = (box.height > 300 ? 34 * ratio : 0) + this.player; // the legend and the scale have it
		const height = this.canvas.height - this.below;
		this.scale = this.zoom * Math.min(this.canvas.width / view[2], height / view[3]);
		this.left = this.canvas.width / 2 - this.scale * this.middle[0];
		this.top = height / 2 + this.scale * this.middle[1];
		this.mark = ratio * Math.min(Math.max(this.scale / ratio / 36, 0.6), 1); // a px of marks: smaller on a phone
	}

	// A canvas on its own, whose px are the world's metres.
	show(width, height) {
		this.unit = window.devicePixelRatio || 1;
		this.canvas.width = Math.round(width * this.unit);
		this.canvas.height = Math.round(height * this.unit);
		[this.scale, this.left, this.top, this.mark, this.below] = [this.unit, 0, this.canvas.height, this.unit, 0];
	}

	// All of a view in a canvas of so many px.
	showView([x, y, width, height], columns, rows) {
		[this.canvas.width, this.canvas.height, this.unit, this.below, this.player] = [columns, rows, 1, 0, 0];
		this.scale = Math.min(columns / width, rows / height);
		[this.left, this.top, this.mark] = [columns / 2 - this.scale * x, rows / 2 + this.scale * y, 0.6];
	}

	// The same place of the world stays under the pointer, which may have moved.
	zoomBy(factor, [fromX, fromY], [toX, toY] = [fromX, fromY]) {
		const place = this.toWorld(fromX, fromY);
		this.zoom = Math.min(Math.max(this.zoom * factor, 1), 80);
		this.fit(this.view);
		const now = this.toWorld(toX, toY);
		this.middle = [this.middle[0] + place[0] - now[0], this.middle[1] + place[1] - now[1]];
		this.fit(this.view);
	}

	// What of the world the canvas shows, and how many pixels a picture of it should have.
	window() {
		const { width, height } = this.canvas;
		const shrink = Math.max(this.unit, Math.sqrt(width * height / 150000));
		return [-this.left / this.scale, (this.top - height) / this.scale, (width - this.left) / this.scale,
			this.top / this.scale, Math.max(1, Math.round(width / shrink)), Math.max(1, Math.round(height / shrink))];
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
}
