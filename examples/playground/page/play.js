// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

const at = (id) => document.getElementById(id);

// The page: scenes, tools, time, and what is said of them. Pointer and keys are in controls.js.
class Playground {
	constructor(program) {
		this.program = program;
		this.about = JSON.parse(program.text('describe'));
		this.tools = this.about.tools.split(' ');
		this.painter = new Painter(at('canvas'), this.about.styles.split(' '));
		this.painter.pixels = (count) => program.bytes(program.call('pixels'), count);
		this.legend = new Legend(at('names'), this.painter);
		this.settings = new Settings(at('settings'), this.about.settings, (setting, number) => this.changed(setting, number));
		this.values = this.settings.values;
		this.isPaused = false;
		this.known = new Set(); // tools that were used
		this.aim = [0, 0];
		this.frames = [];
		this.rates = new Rates();
		this.recording = null;
		for (const group of Object.keys(groupTexts)) {
			const options = document.createElement('optgroup');
			options.label = group;
			for (const [i, scene] of this.about.scenes.entries()) {
				if (scene.group === group) {
					options.append(new Option(scene.name, i));
				}
			}
			at('scene').append(options);
		}
		this.order = Array.from(at('scene').options, (option) => Number(option.value)); // of next and previous
		this.gallery = new Gallery(this);
		this.code = new CodeDrawer(this);
		at('tools').append(...this.tools.map((tool, i) => toolButton(tool, () => this.take(i))));
		this.settings.reset();
	}

	changed(setting, number) {
		this.program.call('set', this.program.give(setting.key), number);
		if (setting.key === 'box2d') {
			at('compare').setAttribute('aria-pressed', number !== 0);
			this.hint();
		}
		if (setting.key === 'time') {
			at('slow').setAttribute('aria-pressed', number < 0.5);
			this.rates.clear();
			this.showState();
		}
		this.saveState();
	}

	// By number or key.
	load(which) {
		at('inspector').hidden = true;
		const count = this.about.scenes.length;
		const scene = typeof which === 'string' ? this.about.scenes.findIndex((about) => about.key === which) : which;
		const about = this.about.scenes[(scene + count) % count];
		this.closeRecording();
		this.endDemonstration();
		this.say('');
		this.scene = (scene + count) % count;
		this.program.call('load', this.scene);
		this.settings.restore();
		this.settings.lend(Object.fromEntries(new URLSearchParams(about.settings)));
		this.settings.show(about.knobs.split(' '));
		if (about.key === 'map') {
			this.loadMap(this.map || at('map').textContent);
		}
		at('scene').value = this.scene;
		document.title = `${about.name}, ricochet playground`;
		at('about').textContent = about.text;
		for (const [i, tool] of this.tools.entries()) {
			const own = this.tools[about.tool];
			at('tools').children[i].hidden = tool !== own && (['space', 'point'].includes(own) || about.name.startsWith('Puzzle') || ownTools.includes(tool));
		}
		this.painter.zoom = 1;
		this.take(about.tool);
		this.fit();
		this.aim = [...this.program.floats(this.program.call('aim'), 2)];
		this.begin = { muzzle: rounded([...this.program.floats(this.program.call('origin'), 2)]), aim: rounded(this.aim) };
		this.rates.clear();
		this.saveState();
	}

	// A map says its gravity. The fault, if it is none.
	loadMap(text) {
		const fault = this.program.text('map', this.program.give(text));
		if (fault === '') {
			this.map = text;
			this.settings.lend({ gravity: this.program.call('get', this.program.give('gravity')) });
		}
		return fault;
	}

	take(tool) {
		const buttons = [...at('tools').children];
		if (!buttons[tool] || buttons[tool].hidden) {
			return;
		}
		this.tool = tool;
		this.program.call('tool', tool);
		this.legend.clear(this.tools[tool], this.about.scenes[this.scene].key);
		for (const [i, button] of buttons.entries()) {
			button.setAttribute('aria-checked', i === tool);
			button.tabIndex = i === tool ? 0 : -1;
		}
		this.hint();
		this.saveState();
	}

	// What to do with the tool: loud until it was done once.
	hint() {
		const tool = this.tools[this.tool];
		if (!tool) {
			return;
		}
		const isStill = tool === 'drag' && this.statistics && this.statistics.free === 0;
		const plain = isStill ? stillText : contestTexts[this.about.scenes[this.scene].key] || toolTexts[tool][2];
		const beside = this.values.box2d !== 0 && besideTexts[tool];
		const text = beside || plain;
		at('compare').disabled = !besideTexts[tool];
		at('hint').textContent = this.demonstration ? `Demonstration. ${text}` : text;
		at('hint').classList.toggle('known', this.known.has(tool));
		at('hint').classList.toggle('stays', Boolean(beside)); // it says what is violet
		at('hint').hidden = this.recording !== null;
	}

	endDemonstration() {
		if (this.demonstration) {
			this.demonstration = null;
			this.hint();
		}
	}

	used() {
		this.known.add(this.tools[this.tool]);
		this.hint();
	}

	fit() {
		this.painter.fit(this.recording ? this.recording.view : [...this.program.floats(this.program.call('view'), 4)]);
		this.program.call('window', ...this.painter.window());
	}

	zoom(...how) {
		this.painter.zoomBy(...how);
		this.program.call('window', ...this.painter.window());
		this.showState();
		this.saveState();
	}

	say(text) {
		at('message').hidden = text === '';
		at('message').firstElementChild.textContent = text;
	}

	// What is seen can be linked to. Not at every move of a slider: browsers refuse that.
	saveState() {
		clearTimeout(this.saving);
		this.saving = setTimeout(() => {
			this.saved = writeLink(this);
			history.replaceState(null, '', this.saved);
		}, 250);
	}

	restoreState() {
		readLink(this, new URLSearchParams(location.hash.slice(1)));
	}

	// In the order of the groups.
	loadBeside(by) {
		const count = this.order.length;
		this.load(this.order[(this.order.indexOf(this.scene) + by + count) % count]);
	}

	pause(isPaused) {
		this.isPaused = isPaused;
		this.waits = false;
		this.rates.clear();
		at('pause').textContent = isPaused ? 'Play' : 'Pause';
		this.showState();
	}

	showState() {
		const slower = this.values.time < 0.95 ? `${Number((1 / this.values.time).toPrecision(3))} times slower` : '';
		const zoom = this.painter.zoom > 1 ? `${this.painter.zoom.toFixed(1)} times larger` : '';
		const late = !this.isPaused && this.late > 1.2 ? `this device is busy: ${this.late.toFixed(1)} times slower than set` : '';
		const paused = this.waits ? 'Paused, because your system asks for less motion: press to play' : 'Paused';
		const texts = [this.isPaused ? paused : '', slower, late, zoom].filter((text) => text !== '');
		at('state').hidden = texts.length === 0;
		at('state').textContent = texts.join(', ');
	}

	step(back) {
		this.pause(true);
		this.program.call(back ? 'back' : 'step');
	}

	slow() {
		this.settings.of('time').set(this.values.time < 0.5 ? 1 : 0.01);
	}

	compare() {
		this.settings.of('box2d').set(this.values.box2d === 0 ? 1 : 0);
	}

	inspect(clientX, clientY) {
		const [x, y] = this.painter.toWorld(clientX, clientY);
		const reach = 12 * this.painter.unit / this.painter.scale;
		const text = this.recording ? this.recording.inspect(x, y, reach) : this.program.text('inspect', x, y, reach);
		const box = at('stage').getBoundingClientRect();
		const inspector = at('inspector');
		inspector.hidden = text === '';
		inspector.textContent = text;
		inspector.style.left = Math.max(4, Math.min(clientX - box.left + 16, box.width - inspector.offsetWidth - 6)) + 'px';
		inspector.style.top = Math.max(4, Math.min(clientY - box.top + 14, box.height - inspector.offsetHeight - 6)) + 'px';
	}

	setTheme(isDark) {
		document.documentElement.classList.toggle('dark', isDark);
		this.painter.readColors();
		this.legend.redraw();
	}

	open(file) {
		return openFile(this, file);
	}

	openRecording(recording, name) {
		this.recording = recording;
		at('player').hidden = false;
		at('scrub').max = recording.steps.length - 1;
		at('about').textContent = `${name}: ${recording.steps.length} recorded steps. Drag the bar to scrub, point at a hit to read it.`;
		at('tools').inert = true;
		this.say('');
		this.painter.zoom = 1;
		this.legend.clear('fire');
		this.pause(false);
		this.hint();
		this.fit();
	}

	closeRecording() {
		if (this.recording) {
			this.recording = null;
			at('player').hidden = true;
			at('tools').inert = false;
			at('inspector').hidden = true;
			this.pause(false);
			this.load(this.scene);
		}
	}

	frame(now) {
		const seconds = Math.min((now - (this.last || now)) / 1000, 0.1);
		this.last = now;
		this.frames.push(now);
		while (this.frames[0] < now - 1000) {
			this.frames.shift();
		}
		const begin = performance.now();
		if (this.recording) {
			this.recording.play(this.isPaused ? 0 : seconds * this.values.time);
			this.painter.paint(Float32Array.from(this.recording.marks(this.painter.styles)));
			this.showRecording();
		} else {
			if (!this.isPaused) {
				this.demonstration?.frame(now);
				this.program.call('advance', seconds);
			}
			const count = this.program.call('draw');
			const computed = performance.now();
			this.painter.paint(this.program.floats(this.program.call('marks'), count));
			this.showStatistics(now, computed - begin, performance.now() - computed);
		}
		this.painter.scaleBar();
		this.legend.update();
		this.code.update(now);
		if (this.isAimedByKeys) {
			this.painter.cross(...this.aim);
		}
		requestAnimationFrame((next) => this.frame(next));
	}

	showRecording() {
		const { step, at: index } = this.recording;
		at('scrub').value = Math.floor(index);
		at('frame').textContent = `${step.time.toFixed(3)} s, ${step.bullets.length} bullets, ${step.impacts.length} impacts`;
		at('statistics').textContent = '';
		at('play').textContent = this.isPaused ? 'Play' : 'Pause';
	}

	showStatistics(now, computing, painting) {
		const seen = JSON.parse(this.program.text('statistics'));
		this.statistics = { ...seen, frames: this.frames.length, computing, painting };
		this.rates.note(now, seen);
		if (now - (this.told || 0) >= 150) {
			this.told = now;
			this.late = this.isPaused ? 1 : this.rates.slowness(this.values.time);
			this.showState();
			at('statistics').replaceChildren(...statisticsOf(this.statistics, this.rates));
		}
	}
}
