// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

// How many of what is counted there were in the last second of the viewer's time.
class Rates {
	constructor() {
		this.notes = [];
	}

	note(now, counts) {
		const { notes } = this;
		if (notes.length > 0 && counts.time < notes[notes.length - 1].counts.time) {
			this.clear(); // another scene, or a step back
		}
		notes.push({ now, counts });
		while (notes[0].now < now - 1000) {
			notes.shift();
		}
	}

	clear() {
		this.notes.length = 0;
	}

	// How many times slower than `speed` the scene's time goes; 1 if it keeps up, or before a second is over.
	slowness(speed) {
		const [first, last] = [this.notes[0], this.notes[this.notes.length - 1]];
		const seconds = (last.now - first.now) / 1000;
		const shown = last.counts.time - first.counts.time;
		return seconds < 0.9 || shown <= 0 || speed < 0.1 ? 1 : seconds * speed / shown;
	}

	of(name) {
		const [first, last] = [this.notes[0], this.notes[this.notes.length - 1]];
		const seconds = Math.max((last.now - first.now) / 1000, 0.5);
		return Math.round((last.counts[name] - first.counts[name]) / seconds);
	}
}

// What has happened in the scene, and what it took, as the page's last line has it: nothing of which there is none. A
// phone has no room for details.
function statisticsOf(seen, rates) {
	const counted = (name, text, kind) => [seen[name], text, kind, rates.of(name)];
	const parts = [
		[seen.time.toFixed(2), 's'], counted('fired', 'fired'), counted('impacts', 'impacts'), counted('bounces', 'bounced', 'detail'),
		counted('pierces', 'pierced', 'detail'), counted('stops', 'stopped', 'detail'), [seen.bullets, 'in flight'],
		[seen.grenades, 'grenades'], [seen.free, 'free bodies', 'detail'], [seen.frames, 'frames/s', 'cost'],
		[seen.computing.toFixed(1), 'ms computed', 'detail'], [seen.painting.toFixed(1), 'ms drawn', 'detail'],
	];
	return parts.filter(([number]) => Number(number) > 0).map(([number, name, kind = '', rate = 0]) => {
		const span = document.createElement('span');
		const value = document.createElement('b');
		value.textContent = number;
		span.className = kind;
		span.append(value, ' ' + name + (rate > 0 ? `, ${rate}/s` : ''));
		return span;
	});
}
