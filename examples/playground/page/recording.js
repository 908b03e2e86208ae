// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

// Plays what a game's Recorder (ricochet/recorder.h) wrote: a line of JSON for each step.
class Recording {
	constructor(text, playground) {
		this.lines = text.trim().split('\n').map((line) => JSON.parse(line));
		this.steps = this.lines.filter((line) => 'time' in line);
		this.shapes = new Map(); // of each body
		this.playground = playground;
		this.at = 0;
		this.isPlaying = true;
		at('player').hidden = false;
		at('scrub').max = Math.max(this.steps.length - 1, 0);
		at('scrub').oninput = () => { this.isPlaying = false; this.at = Number(at('scrub').value); };
		at('play').onclick = () => { this.isPlaying = !this.isPlaying; };
		at('close').onclick = () => { at('player').hidden = true; playground.recording = null; playground.fit(); };
		at('about').textContent = 'A recording: drag the bar to scrub.';
		for (const line of this.lines) {
			for (const shape of line.shapes || []) {
				this.shapes.set(shape.body, [...(this.shapes.get(shape.body) || []), shape]);
			}
		}
		playground.painter.fit(this.view());
	}

	view() {
		let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
		for (const step of this.steps) {
			for (const [, x, y] of step.bodies) {
				[left, right] = [Math.min(left, x), Math.max(right, x)];
				[low, high] = [Math.min(low, y), Math.max(high, y)];
			}
		}
		return left > right ? [0, 0, 24, 13.5] : [(left + right) / 2, (low + high) / 2, right - left + 8, high - low + 8];
	}

	frame(seconds) {
		const step = this.steps[Math.floor(this.at)];
		if (!step) {
			return;
		}
		this.playground.painter.paint(Float32Array.from(this.marks(step)));
		at('scrub').value = Math.floor(this.at);
		at('frame').textContent = `${step.time.toFixed(3)} s, ${step.bullets.length} bullets, ${step.impacts.length} impacts`;
		at('play').textContent = this.isPlaying ? 'Pause' : 'Play';
		if (this.isPlaying) {
			this.at = (this.at + 60 * seconds) % Math.max(this.steps.length, 1);
		}
	}

	marks(step) {
		const style = (name) => this.playground.painter.styles.indexOf(name);
		const marks = [];
		const put = (operation, name, numbers) => marks.push(operation, style(name), 1, numbers.length, ...numbers);
		for (const [id, x, y, angle] of step.bodies) {
			const [c, s] = [Math.cos(angle), Math.sin(angle)];
			const turned = (px, py) => [x + c * px - s * py, y + s * px + c * py];
			for (const shape of this.shapes.get(id) || []) {
				if (shape.radius !== undefined && shape.points.length === 2) {
					put(5, 'stone', [...turned(...shape.points), shape.radius, angle]);
					continue;
				}
				const points = [];
				for (let i = 0; i < shape.points.length; i += 2) {
					points.push(...turned(shape.points[i], shape.points[i + 1]));
				}
				put(shape.isSolid ? 1 : 2, 'stone', points);
			}
		}
		put(4, 'bullet', step.bullets.flat());
		for (const [x, y, radius] of step.grenades) {
			put(5, 'grenade', [x, y, radius, 0]);
		}
		for (const impact of step.impacts) {
			put(6, 'normal', [...impact.enter, ...impact.normal]);
			put(3, 'inside', [...impact.enter, ...impact.exit]);
			put(4, 'enter', impact.enter);
		}
		return marks;
	}
}
