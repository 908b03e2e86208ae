// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

const toolNames = {
	fire: 'Fire', grenade: 'Grenade', ray: 'Ray', thick: 'Thick ray', polygon: 'Polygon', beam: 'Beam',
	flashlight: 'Light', grid: 'Grid', drag: 'Drag', draw: 'Draw', space: 'Space',
};

const at = (id) => document.getElementById(id);

class Playground {
	constructor(program) {
		this.program = program;
		this.about = JSON.parse(program.text('describe'));
		this.tools = this.about.tools.split(' ');
		this.painter = new Painter(at('canvas'), this.about.styles.split(' '));
		this.values = {};
		this.isPaused = false;
		this.aim = [0, 0];
		this.frames = [];
		this.recording = null;
	}

	// Scenes, tools and sliders, as the program has them.
	build() {
		for (const [i, scene] of this.about.scenes.entries()) {
			at('scene').add(new Option(scene.name, i));
		}
		for (const [i, tool] of this.tools.entries()) {
			const button = document.createElement('button');
			button.textContent = toolNames[tool];
			button.setAttribute('role', 'radio');
			button.title = `${toolNames[tool]} (${(i + 1) % 11})`;
			button.onclick = () => this.take(i);
			at('tools').append(button);
		}
		for (const setting of this.about.settings) {
			at('settings').append(this.slider(setting));
		}
	}

	slider(setting) {
		const label = document.createElement('label');
		const value = document.createElement('span');
		const input = document.createElement('input');
		const isSwitch = setting.whole && setting.most === 1;
		input.type = 'range';
		input.id = 'set-' + setting.key;
		input.min = 0;
		input.max = setting.whole ? setting.most - setting.least : 1000;
		const spread = Math.log(setting.most / Math.max(setting.least, 1e-9));
		const fromShare = (share) => setting.log ? setting.least * Math.exp(share * spread) :
			setting.least + share * (setting.most - setting.least);
		const toShare = (number) => setting.log ? Math.log(number / setting.least) / spread :
			(number - setting.least) / (setting.most - setting.least);
		const show = (number) => {
			value.textContent = isSwitch ? (number ? 'on' : 'off') :
				`${Number(number.toPrecision(3))} ${setting.unit}`;
		};
		setting.set = (number) => {
			this.values[setting.key] = number;
			input.value = toShare(number) * input.max;
			show(number);
			this.program.call('set', this.program.give(setting.key), number);
		};
		input.oninput = () => {
			const number = fromShare(input.value / input.max);
			setting.set(setting.whole ? Math.round(number) : number);
			this.saveState();
		};
		label.append(setting.name, value, input);
		setting.set(setting.value);
		return label;
	}

	load(scene) {
		this.scene = scene;
		this.program.call('load', scene);
		const about = this.about.scenes[scene];
		if (about.key === 'map') {
			this.loadMap(this.map || at('map').textContent);
		}
		at('scene').value = scene;
		at('about').innerHTML = '';
		const name = document.createElement('b');
		name.textContent = about.name;
		at('about').append(name, document.createElement('br'), about.text);
		this.take(about.tool);
		this.fit();
		this.saveState();
	}

	loadMap(text) {
		const fault = this.program.read(this.program.call('map', this.program.give(text)));
		this.say(fault);
		if (fault === '') {
			this.map = text;
		}
		return fault === '';
	}

	take(tool) {
		this.tool = tool;
		this.program.call('tool', tool);
		for (const [i, button] of [...at('tools').children].entries()) {
			button.setAttribute('aria-checked', i === tool);
			button.tabIndex = i === tool ? 0 : -1;
		}
		this.saveState();
	}

	fit() {
		this.painter.fit([...this.program.floats(this.program.call('view'), 4)]);
	}

	say(text) {
		at('message').hidden = text === '';
		at('message').textContent = text;
	}

	// What is seen can be linked to.
	saveState() {
		if (this.scene === undefined) {
			return;
		}
		const state = new URLSearchParams({ scene: this.about.scenes[this.scene].key, tool: this.tools[this.tool] });
		for (const setting of this.about.settings) {
			if (Math.abs(this.values[setting.key] - setting.value) > 1e-6 * Math.abs(setting.value)) {
				state.set(setting.key, Number(this.values[setting.key].toPrecision(6)));
			}
		}
		history.replaceState(null, '', '#' + state);
	}

	restoreState() {
		const state = new URLSearchParams(location.hash.slice(1));
		for (const setting of this.about.settings) {
			const number = Number(state.get(setting.key));
			if (state.has(setting.key) && number >= setting.least && number <= setting.most) {
				setting.set(number);
			}
		}
		const scene = this.about.scenes.findIndex((about) => about.key === state.get('scene'));
		const tool = this.tools.indexOf(state.get('tool'));
		this.load(Math.max(scene, 0));
		if (tool >= 0) {
			this.take(tool);
		}
	}

	pause(isPaused) {
		this.isPaused = isPaused;
		at('pause').textContent = isPaused ? 'Play' : 'Pause';
	}

	step(back) {
		this.pause(true);
		this.program.call(back ? 'back' : 'step');
	}

	slow() {
		const time = this.about.settings.find((setting) => setting.key === 'time');
		time.set(this.values.time < 0.5 ? 1 : 0.01);
		this.saveState();
	}

	inspect(clientX, clientY) {
		const [x, y] = this.painter.toWorld(clientX, clientY);
		const reach = 12 * this.painter.unit / this.painter.scale;
		const text = this.program.text('inspect', x, y, reach);
		const box = at('stage').getBoundingClientRect();
		at('inspector').hidden = text === '';
		at('inspector').textContent = text;
		at('inspector').style.left = Math.min(clientX - box.left + 16, box.width - 230) + 'px';
		at('inspector').style.top = Math.min(clientY - box.top + 14, box.height - 150) + 'px';
	}

	listen() {
		const canvas = at('canvas');
		const place = (event) => this.painter.toWorld(event.clientX, event.clientY);
		canvas.onpointermove = (event) => {
			this.aim = place(event);
			this.program.call('move', ...this.aim);
			this.inspect(event.clientX, event.clientY);
		};
		canvas.onpointerdown = (event) => {
			canvas.setPointerCapture(event.pointerId);
			this.aim = place(event);
			this.program.call(event.shiftKey ? 'muzzle' : 'press', ...this.aim);
		};
		canvas.onpointerup = (event) => this.program.call('release', ...place(event));
		canvas.onpointercancel = canvas.onpointerup;
		canvas.onpointerleave = () => { at('inspector').hidden = true; };
		at('scene').onchange = () => this.load(Number(at('scene').value));
		at('pause').onclick = () => this.pause(!this.isPaused);
		at('forward').onclick = () => this.step(false);
		at('back').onclick = () => this.step(true);
		at('slow').onclick = () => this.slow();
		at('restart').onclick = () => this.load(this.scene);
		at('more').onclick = () => {
			const isClosed = at('settings').classList.toggle('closed');
			at('more').setAttribute('aria-expanded', !isClosed);
			this.fit();
		};
		at('theme').onclick = () => this.setTheme(!document.documentElement.classList.contains('dark'));
		window.onresize = () => this.fit();
		window.onhashchange = () => this.restoreState();
		document.addEventListener('keydown', (event) => this.key(event));
		document.addEventListener('dragover', (event) => event.preventDefault());
		document.addEventListener('drop', (event) => {
			event.preventDefault();
			this.open(event.dataTransfer.files[0]);
		});
	}

	key(event) {
		if (event.target.matches('input, select') || event.ctrlKey || event.metaKey || event.altKey) {
			return;
		}
		const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
		const actions = {
			' ': () => this.pause(!this.isPaused), '.': () => this.step(false), ',': () => this.step(true),
			s: () => this.slow(), r: () => this.load(this.scene), p: () => at('more').click(), t: () => at('theme').click(),
			n: () => this.load((this.scene + 1) % this.about.scenes.length),
			Enter: () => { this.program.call('press', ...this.aim); this.program.call('release', ...this.aim); },
		};
		if (move) {
			this.aim = this.aim.map((number, i) => number + 0.25 * move[i]);
			this.program.call('move', ...this.aim);
		} else if (event.key >= '1' && event.key <= '9') {
			this.take(Number(event.key) - 1);
		} else if (event.key === '0') {
			this.take(9);
		} else if (actions[event.key] && !(event.target.matches('button') && (event.key === ' ' || event.key === 'Enter'))) {
			actions[event.key]();
		} else {
			return;
		}
		event.preventDefault();
	}

	setTheme(isDark) {
		document.documentElement.classList.toggle('dark', isDark);
		this.painter.readColors();
	}

	// A map of the Tiled editor, or a recording of a game.
	async open(file) {
		const text = file ? await file.text() : '';
		if (text.startsWith('{"ricochet recording"')) {
			this.recording = new Recording(text, this);
			return;
		}
		const scene = this.about.scenes.findIndex((about) => about.key === 'map');
		if (this.loadMap(text)) {
			this.load(scene);
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
			this.recording.frame(seconds);
			requestAnimationFrame((next) => this.frame(next));
			return;
		}
		if (!this.isPaused) {
			this.program.call('advance', seconds);
		}
		const count = this.program.call('draw');
		const computed = performance.now();
		this.painter.paint(this.program.floats(this.program.call('marks'), count));
		this.showStatistics(computed - begin, performance.now() - computed);
		requestAnimationFrame((next) => this.frame(next));
	}

	showStatistics(computing, painting) {
		const seen = JSON.parse(this.program.text('statistics'));
		this.statistics = { ...seen, frames: this.frames.length, computing, painting };
		at('slow').setAttribute('aria-pressed', this.values.time < 0.5);
		at('statistics').textContent = `${seen.time.toFixed(2)} s · ${seen.bullets} bullets, ${seen.grenades} grenades, ` +
			`${seen.bodies} bodies · ${seen.fired} fired, ${seen.impacts} impacts: ${seen.bounces} bounced, ` +
			`${seen.pierces} pierced, ${seen.stops} stopped · ${this.frames.length} frames/s, ` +
			`${computing.toFixed(1)} + ${painting.toFixed(1)} ms`;
	}
}

async function startPlayground() {
	try {
		const program = await Program.load(at('program').textContent.trim());
		const playground = new Playground(program);
		window.playground = playground;
		playground.build();
		playground.setTheme(matchMedia('(prefers-color-scheme: dark)').matches);
		if (innerWidth < 760) {
			at('settings').classList.add('closed');
		}
		playground.listen();
		playground.restoreState();
		requestAnimationFrame((now) => playground.frame(now));
	} catch (fault) {
		at('message').hidden = false;
		at('message').textContent = `This browser cannot run the playground: ${fault.message}`;
		throw fault;
	}
}
