// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

// Fires by itself, sweeping over what there is to be hit, until somebody points, presses or types.
class Demonstration {
	constructor(play) {
		this.play = play;
		this.shots = 0;
		for (const kind of ['pointermove', 'pointerdown', 'keydown', 'wheel', 'dragenter']) {
			addEventListener(kind, () => play.endDemonstration(), { once: true, capture: true });
		}
	}

	frame(now) {
		this.begin = this.begin ?? now;
		const seconds = (now - this.begin) / 1000;
		const { program, aim } = this.play;
		const [x, y] = [...program.floats(program.call('origin'), 2)];
		const turn = 0.25 * Math.sin(0.9 * seconds);
		const [dx, dy] = [aim[0] - x, aim[1] - y];
		const to = [x + dx * Math.cos(turn) - dy * Math.sin(turn), y + dx * Math.sin(turn) + dy * Math.cos(turn)];
		program.call('move', ...to);
		if (seconds * 2 >= this.shots) {
			this.shots += 1;
			program.call('press', ...to);
			program.call('release', ...to);
		}
	}
}
