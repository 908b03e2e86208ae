// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

// Whether the straight way from a to b comes into a box (Liang and Barsky).
function meetsBox([left, top, right, low], ax, ay, bx, by) {
	let [begin, end] = [0, 1];
	for (const [from, way, least, most] of [[ax, bx - ax, left, right], [ay, by - ay, top, low]]) {
		if (way === 0) {
			if (from < least || from > most) {
				return false;
			}
			continue;
		}
		const [one, other] = [(least - from) / way, (most - from) / way];
		begin = Math.max(begin, Math.min(one, other));
		end = Math.min(end, Math.max(one, other));
	}
	return begin <= end;
}

const boxesMeet = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

// What words should not cover: rings of px, closed or not, or a circle.
class Obstacle {
	constructor(rings, isSolid, radius = 0) {
		[this.rings, this.isSolid, this.radius] = [rings, isSolid, radius];
		this.box = [Infinity, Infinity, -Infinity, -Infinity];
		for (const ring of rings) {
			for (let i = 0; i < ring.length; i += 2) {
				this.box = [Math.min(this.box[0], ring[i] - radius), Math.min(this.box[1], ring[i + 1] - radius),
					Math.max(this.box[2], ring[i] + radius), Math.max(this.box[3], ring[i + 1] + radius)];
			}
		}
	}

	covers(x, y) {
		let isInside = false;
		for (const ring of this.rings) {
			for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
				if ((ring[i + 1] > y) !== (ring[j + 1] > y) &&
					x < ring[i] + (y - ring[i + 1]) / (ring[j + 1] - ring[i + 1]) * (ring[j] - ring[i])) {
					isInside = !isInside;
				}
			}
		}
		return isInside;
	}

	// Whether one of its sides is crossed.
	isCrossed(ax, ay, bx, by) {
		const side = (px, py, qx, qy, x, y) => (qx - px) * (y - py) - (qy - py) * (x - px);
		return this.rings.some((ring) => {
			for (let i = this.isSolid ? 0 : 2; i < ring.length; i += 2) {
				const j = i === 0 ? ring.length - 2 : i - 2;
				const [px, py, qx, qy] = [ring[j], ring[j + 1], ring[i], ring[i + 1]];
				if (side(px, py, qx, qy, ax, ay) * side(px, py, qx, qy, bx, by) < 0 &&
					side(ax, ay, bx, by, px, py) * side(ax, ay, bx, by, qx, qy) < 0) {
					return true;
				}
			}
			return false;
		});
	}

	meets(box) {
		if (!boxesMeet(this.box, box)) {
			return false;
		}
		if (this.radius > 0) {
			const [x, y] = this.rings[0];
			return Math.hypot(x - Math.min(Math.max(x, box[0]), box[2]), y - Math.min(Math.max(y, box[1]), box[3])) < this.radius;
		}
		const isCrossed = this.rings.some((ring) => {
			for (let i = this.isSolid ? 0 : 2; i < ring.length; i += 2) {
				const j = i === 0 ? ring.length - 2 : i - 2;
				if (meetsBox(box, ring[j], ring[j + 1], ring[i], ring[i + 1])) {
					return true;
				}
			}
			return false;
		});
		return isCrossed || (this.isSolid && this.covers(0.5 * (box[0] + box[2]), 0.5 * (box[1] + box[3])));
	}
}

const labelReaches = [8, 20, 36, 60, 90, 130, 180, 240]; // px from what is spoken of
const labelWays = [-45, 45, 0, -90, 90, -135, 135, 180, -20, 20, -70, 70, -110, 110, -160, 160].map((degrees) =>
	[Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)]);
const shortReach = 36; // of a single line: many of them with long lines would hide the rest
const saidNear = 60; // px, within which the same short words stand once
const costOnSolid = 300; // px of way that it is worth to keep a solid free
const costOfCrossing = 90; // of two lines, or of a line and a word
const costOfWayOverSolid = 40;

// Puts words beside what they speak of, where neither other words nor solids are.
class Labels {
	constructor() {
		this.before = new Map(); // of each text, how far from its place it stood
		this.placed = [];
	}

	// area, boxes and obstacles in px; texts: { key, lines, isShort, x, y, width, height }, what matters most first.
	// Those without room are left out.
	place(texts, obstacles, area, unit) {
		const before = this.before;
		[this.before, this.placed] = [new Map(), []];
		const isSaid = (text) => text.isShort && this.placed.some((other) => other.lines[0] === text.lines[0] &&
			Math.hypot(other.x - text.x, other.y - text.y) < saidNear * unit);
		for (const text of texts) {
			const best = !isSaid(text) && this.best(text, obstacles, area, unit, before.get(text.key));
			if (best) {
				this.before.set(text.key, [best.box[0] - text.x, best.box[1] - text.y]);
				this.placed.push({ ...text, ...best });
			}
		}
		return this.placed;
	}

	// Where it was before it stays, as long as that is free.
	best(text, obstacles, area, unit, before) {
		const near = obstacles.filter((obstacle) => boxesMeet(obstacle.box, [text.x - 400 * unit, text.y - 400 * unit,
			text.x + 400 * unit, text.y + 400 * unit]));
		const stayed = before && this.at(text, text.x + before[0], text.y + before[1], near, area);
		if (stayed && !stayed.isOnSolid) {
			return stayed;
		}
		let [best, least] = [null, Infinity];
		for (const reach of labelReaches) {
			if (reach >= least || (text.isShort && reach > shortReach)) {
				break;
			}
			for (const [x, y] of labelWays) {
				const middleX = text.x + reach * unit * x + 0.5 * text.width * Math.sign(Math.round(3 * x));
				const middleY = text.y + reach * unit * y + 0.5 * text.height * Math.sign(Math.round(3 * y));
				const place = this.at(text, middleX - 0.5 * text.width, middleY - 0.5 * text.height, near, area);
				const cost = place && reach + place.cost;
				if (place && cost < least) {
					[best, least] = [place, cost];
				}
			}
		}
		return best;
	}

	at(text, left, top, obstacles, area) {
		const x = Math.max(area[0], Math.min(left, area[2] - text.width));
		const y = Math.max(area[1], Math.min(top, area[3] - text.height));
		const box = [x, y, x + text.width, y + text.height];
		if (this.placed.some((other) => boxesMeet(other.box, box))) {
			return null;
		}
		const end = [Math.max(box[0], Math.min(text.x, box[2])), Math.max(box[1], Math.min(text.y, box[3]))];
		const isOnSolid = obstacles.some((obstacle) => obstacle.meets(box));
		const crossings = this.placed.filter((other) => meetsBox(other.box, text.x, text.y, ...end) ||
			meetsBox(box, other.x, other.y, ...other.end)).length;
		const solidsCrossed = obstacles.filter((obstacle) => obstacle.isCrossed(text.x, text.y, ...end)).length;
		return { box, end, isOnSolid, cost: costOnSolid * isOnSolid + costOfCrossing * crossings + costOfWayOverSolid * solidsCrossed };
	}
}
