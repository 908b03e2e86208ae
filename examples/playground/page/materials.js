// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

// Materials are told apart without their colours too, by hatching as in technical drawings. Each has a tile of so many
// px, the lines in it, which go on in the next tile, and how much of what is behind it is covered.
const hatchings = {
	stone: { width: 26, height: 16, wide: 1, shade: 0.5, covers: 1,
		lines: [[0, 0.5, 26, 0.5], [0, 8.5, 26, 8.5], [6.5, 0, 6.5, 8], [19.5, 8, 19.5, 16]] },
	earth: { width: 22, height: 18, wide: 1.5, shade: 0.75, covers: 1,
		lines: [[2, 3, 4, 3], [12, 5, 16, 5], [6, 9, 10, 9], [18, 11, 19.5, 11], [1, 14, 3, 14], [11, 15.5, 14, 15.5]] },
	wood: { width: 48, height: 11, wide: 1.1, shade: 0.85, covers: 1,
		lines: [[0, 2, 14, 3.2, 30, 1.4, 48, 2], [0, 7, 18, 6.2, 36, 8.4, 48, 7]] },
	glass: { width: 30, height: 30, wide: 1.4, shade: 0.75, covers: 0.42, lines: [[6, 18, 18, 6], [12, 20, 20, 12]] },
	steel: { width: 7, height: 7, wide: 1.6, shade: 0.95, covers: 1,
		lines: [[-1, 1, 1, -1], [-1, 8, 8, -1], [6, 8, 8, 6]] },
};

function hatchingOf(name, color, unit) {
	const { width, height, wide, shade, covers, lines } = hatchings[name];
	const tile = document.createElement('canvas');
	tile.width = Math.round(width * unit);
	tile.height = Math.round(height * unit);
	const c = tile.getContext('2d');
	c.globalAlpha = covers;
	c.fillStyle = color.fill;
	c.fillRect(0, 0, tile.width, tile.height);
	c.scale(tile.width / width, tile.height / height);
	c.globalAlpha = shade;
	c.strokeStyle = color.line;
	c.lineWidth = wide;
	c.beginPath();
	for (const [x, y, ...rest] of lines) {
		c.moveTo(x, y);
		for (let i = 0; i < rest.length; i += 2) {
			c.lineTo(rest[i], rest[i + 1]);
		}
	}
	c.stroke();
	return c.createPattern(tile, 'repeat');
}

// Where hatching begins and which way it goes, so that it moves and turns with the solid: [x, y, cos, sin] in px, from
// the first corner along the longest side. A side has to be clearly longer: those of a square take no turns.
function hatchingFrame(points, toX, toY) {
	let [longest, cos, sin] = [0, 1, 0];
	const corners = Math.min(points.length / 2, 16);
	for (let i = 0; i < corners; ++i) {
		const next = 2 * i + 2 < points.length ? 2 * i + 2 : 0;
		const [dx, dy] = [points[next] - points[2 * i], points[2 * i + 1] - points[next + 1]];
		const length = Math.hypot(dx, dy);
		if (length > 1.02 * longest) {
			[longest, cos, sin] = [length, dx / length, dy / length];
		}
	}
	return [toX(points[0]), toY(points[1]), cos, sin];
}
