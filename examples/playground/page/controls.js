// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

// Pointers, keys and buttons of the page.
class Controls {
	constructor(playground) {
		this.play = playground;
		this.program = playground.program;
		this.touches = new Map(); // of pointers that are down, where they are
		this.listenToCanvas();
		this.listenToButtons();
		document.addEventListener('keydown', (event) => this.keyDown(event));
		document.addEventListener('keyup', (event) => this.keyUp(event));
		document.addEventListener('dragover', (event) => event.preventDefault());
		document.addEventListener('drop', (event) => {
			event.preventDefault();
			this.play.open(event.dataTransfer.files[0]);
		});
		window.onhashchange = () => {
			if (location.hash !== this.play.saved) {
				this.play.restoreState();
			}
		};
		const resized = new ResizeObserver(() => this.play.fit());
		resized.observe(at('stage'));
		resized.observe(at('player'));
	}

	listenToCanvas() {
		const canvas = at('canvas');
		const up = (event) => this.up(event);
		canvas.addEventListener('pointermove', (event) => this.move(event));
		canvas.addEventListener('pointerdown', (event) => this.down(event));
		canvas.addEventListener('pointerup', up);
		canvas.addEventListener('pointercancel', up);
		canvas.addEventListener('pointerleave', () => { at('inspector').hidden = true; });
		canvas.addEventListener('contextmenu', (event) => event.preventDefault());
		canvas.addEventListener('wheel', (event) => {
			if (isEmbedded && !event.ctrlKey) {
				return; // the page around it scrolls
			}
			event.preventDefault();
			this.play.zoom(Math.exp(-0.0015 * event.deltaY), [event.clientX, event.clientY]);
		}, { passive: false });
		canvas.addEventListener('blur', () => { this.play.isAimedByKeys = false; });
	}

	place(event) {
		return this.play.painter.toWorld(event.clientX, event.clientY);
	}

	isAtMuzzle(event) {
		const [x, y] = this.play.painter.toClient(...this.program.floats(this.program.call('origin'), 2));
		const box = at('canvas').getBoundingClientRect();
		const reach = event.pointerType === 'touch' ? 26 : 14;
		return Math.hypot(event.clientX - box.left - x, event.clientY - box.top - y) < reach;
	}

	move(event) {
		const before = this.touches.get(event.pointerId);
		const now = [event.clientX, event.clientY];
		if (before) {
			this.touches.set(event.pointerId, now);
		}
		if (this.touches.size === 2) {
			this.pinch(event.pointerId, before, now);
			return;
		}
		this.play.isAimedByKeys = false;
		this.play.aim = this.place(event);
		this.program.call(this.isMuzzleHeld ? 'muzzle' : 'move', ...this.play.aim);
		this.play.saveState();
		at('canvas').style.cursor = this.isMuzzleHeld || this.isAtMuzzle(event) ? 'grab' : '';
		this.play.inspect(event.clientX, event.clientY);
	}

	// The places under both fingers stay under them, as far as that can be.
	pinch(id, before, now) {
		const [other] = [...this.touches].filter(([key]) => key !== id).map(([, touch]) => touch);
		const middle = (a) => [0.5 * (a[0] + other[0]), 0.5 * (a[1] + other[1])];
		const apart = (a) => Math.max(Math.hypot(a[0] - other[0], a[1] - other[1]), 10);
		this.play.zoom(apart(now) / apart(before), middle(before), middle(now));
	}

	down(event) {
		at('canvas').setPointerCapture(event.pointerId);
		this.touches.set(event.pointerId, [event.clientX, event.clientY]);
		if (this.touches.size > 1) {
			this.program.call('tool', this.play.tool); // lets go
			this.isMuzzleHeld = false;
			return;
		}
		this.play.isAimedByKeys = false;
		this.play.aim = this.place(event);
		if (this.play.recording) {
			this.play.inspect(event.clientX, event.clientY);
			return;
		}
		this.wake();
		this.isMuzzleHeld = event.shiftKey || this.isAtMuzzle(event);
		this.program.call(this.isMuzzleHeld ? 'muzzle' : 'press', ...this.play.aim);
		this.play.used();
	}

	// A page that has waited because of reduced motion plays once it is asked for.
	wake() {
		if (this.play.waits) {
			this.play.pause(false);
		}
	}

	up(event) {
		this.touches.delete(event.pointerId);
		if (!this.isMuzzleHeld && !this.play.recording) {
			this.release(this.place(event));
		}
		this.isMuzzleHeld = false;
	}

	release(place) {
		this.play.saveState();
		if (this.program.call('release', ...place) === 0) {
			this.play.say('That outline crosses itself: it is no polygon.');
		}
	}

	listenToButtons() {
		const { play } = this;
		const clicks = {
			previous: () => play.loadBeside(-1), next: () => play.loadBeside(1),
			all: () => play.gallery.open(), lines: () => play.code.toggle(),
			pause: () => play.pause(!play.isPaused), play: () => play.pause(!play.isPaused),
			forward: () => this.step(1), back: () => this.step(-1), slow: () => play.slow(),
			restart: () => play.load(play.scene), compare: () => play.compare(), close: () => play.closeRecording(),
			theme: () => play.setTheme(!document.documentElement.classList.contains('dark')),
			help: () => at('keys').showModal(), dismiss: () => play.say(''), file: () => at('files').click(),
		};
		for (const [id, click] of Object.entries(clicks)) {
			at(id).onclick = click;
		}
		at('scene').onchange = () => play.load(Number(at('scene').value));
		at('files').onchange = () => {
			play.open(at('files').files[0]);
			at('files').value = '';
		};
		at('more').onclick = () => at('more').setAttribute('aria-expanded', !at('settings').classList.toggle('closed'));
		at('explain').onclick = () => at('explain').setAttribute('aria-expanded', !at('legend').classList.toggle('closed'));
		at('scrub').oninput = () => {
			play.pause(true);
			play.recording.at = Number(at('scrub').value);
		};
		at('tools').addEventListener('keydown', (event) => this.toolKey(event));
	}

	// As radio buttons do.
	toolKey(event) {
		const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
		if (by) {
			const buttons = [...at('tools').children].filter((button) => !button.hidden);
			const next = buttons[(buttons.indexOf(event.target.closest('button')) + by + buttons.length) % buttons.length];
			next.click();
			next.focus();
			event.preventDefault();
			event.stopPropagation();
		}
	}

	step(by) {
		const { play } = this;
		if (play.recording) {
			play.pause(true);
			play.recording.at = Math.min(Math.max(Math.floor(play.recording.at) + by, 0), play.recording.steps.length - 1);
		} else {
			play.step(by < 0);
		}
	}

	aimByKeys([x, y], movesMuzzle) {
		const { play, program } = this;
		const size = 0.02 * Math.min(play.painter.canvas.width, play.painter.canvas.height) / play.painter.scale;
		if (movesMuzzle) {
			const [muzzleX, muzzleY] = program.floats(program.call('origin'), 2);
			program.call('muzzle', muzzleX + size * x, muzzleY + size * y);
			return;
		}
		play.isAimedByKeys = true;
		play.aim = [play.aim[0] + size * x, play.aim[1] + size * y];
		program.call('move', ...play.aim);
		const box = at('canvas').getBoundingClientRect();
		const [clientX, clientY] = play.painter.toClient(...play.aim);
		play.inspect(box.left + clientX, box.top + clientY);
	}

	keyDown(event) {
		const { play } = this;
		const isOwn = event.target.matches('input, select') || (event.target.matches('button') && [' ', 'Enter'].includes(event.key));
		if (isOwn || at('keys').open || at('gallery').open || event.ctrlKey || event.metaKey || event.altKey) {
			return;
		}
		const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
		const box = at('canvas').getBoundingClientRect();
		const middle = [box.left + 0.5 * box.width, box.top + 0.5 * box.height];
		const click = (id) => () => at(id).click();
		const actions = {
			' ': click('pause'), '.': click('forward'), ',': click('back'), s: click('slow'), r: click('restart'), b: click('compare'),
			p: click('more'), t: click('theme'), l: click('explain'), o: click('file'), g: click('all'), c: click('lines'), n: click('next'), N: click('previous'), '?': click('help'),
			'+': () => play.zoom(1.25, middle), '-': () => play.zoom(0.8, middle), f: () => play.zoom(0, middle),
			Escape: () => (at('message').hidden ? play.closeRecording() : play.say('')), Enter: () => this.press(event),
		};
		const tool = play.tools.findIndex((name) => toolTexts[name][1] === event.key);
		if (move) {
			this.aimByKeys(move, event.shiftKey);
		} else if (tool >= 0) {
			play.take(tool);
		} else if (actions[event.key]) {
			actions[event.key]();
		} else {
			return;
		}
		event.preventDefault();
	}

	press(event) {
		if (!event.repeat && !this.play.recording) {
			this.isEnterHeld = true;
			this.wake();
			this.program.call('press', ...this.play.aim);
			this.play.used();
		}
	}

	keyUp(event) {
		if (event.key === 'Enter' && this.isEnterHeld) {
			this.isEnterHeld = false;
			this.release(this.play.aim);
		}
	}
}
