// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

// The panel of all parameters: those of the scene first, the others in groups, as the program names them. Each gets set(number) and its control.
class Settings {
	constructor(panel, about, changed) {
		this.about = about;
		this.changed = changed; // (setting, number)
		this.values = {};
		this.lent = {};
		this.own = this.fieldset('This scene');
		panel.append(this.own);
		const rest = document.createElement('details');
		rest.id = 'rest';
		rest.append(document.createElement('summary'));
		rest.firstChild.textContent = 'All settings';
		this.groups = new Map();
		for (const group of new Set(about.map((setting) => setting.group))) {
			this.groups.set(group, this.fieldset(group));
			rest.append(this.groups.get(group));
		}
		for (const setting of about) {
			setting.label = this.control(setting);
		}
		panel.append(rest);
		const reset = document.createElement('button');
		reset.id = 'defaults';
		reset.textContent = 'All as they were';
		reset.onclick = () => this.reset();
		rest.append(reset);
		this.show([]);
	}

	fieldset(name) {
		const fieldset = document.createElement('fieldset');
		const legend = document.createElement('legend');
		legend.textContent = name;
		fieldset.append(legend);
		return fieldset;
	}

	// Those of a scene stand first, the others in their groups.
	show(keys) {
		for (const setting of this.about) {
			this.groups.get(setting.group).append(setting.label);
		}
		this.own.append(...keys.map((key) => this.of(key).label));
		for (const fieldset of [this.own, ...this.groups.values()]) {
			fieldset.hidden = fieldset.children.length < 2;
		}
	}

	of(key) {
		return this.about.find((setting) => setting.key === key);
	}

	reset(keep = []) {
		for (const setting of this.about) {
			if (!keep.includes(setting.key)) {
				setting.set(setting.value);
			}
		}
	}

	// For the scene that is shown, until restore().
	lend(numbers) {
		for (const [key, number] of Object.entries(numbers)) {
			this.lent[key] = this.lent[key] ?? this.values[key];
			this.of(key).set(Number(number));
		}
	}

	restore() {
		const { lent } = this;
		this.lent = {};
		for (const [key, number] of Object.entries(lent)) {
			this.of(key).set(number);
		}
	}

	control(setting) {
		const label = document.createElement('label');
		const input = document.createElement('input');
		input.id = 'set-' + setting.key;
		label.append(setting.name);
		const note = (number) => {
			this.values[setting.key] = number;
			this.changed(setting, number);
		};
		if (setting.whole && setting.most === 1) {
			input.type = 'checkbox';
			input.onchange = () => note(input.checked ? 1 : 0);
			setting.set = (number) => {
				input.checked = number !== 0;
				note(number);
			};
		} else {
			this.slider(setting, input, label, note);
		}
		label.append(input);
		return label;
	}

	slider(setting, input, label, note) {
		const value = document.createElement('span');
		label.append(value);
		input.type = 'range';
		input.min = 0;
		input.max = setting.whole ? setting.most - setting.least : 1000;
		const spread = Math.log(setting.most / Math.max(setting.least, 1e-9));
		const fromShare = (share) => setting.log ? setting.least * Math.exp(share * spread) :
			setting.least + share * (setting.most - setting.least);
		const toShare = (number) => setting.log ? Math.log(number / setting.least) / spread :
			(number - setting.least) / (setting.most - setting.least);
		const show = (number) => {
			const isAngle = setting.unit.startsWith('rad'); // people read degrees
			const shown = Number((isAngle ? number * 180 / Math.PI : number).toPrecision(3));
			value.textContent = isAngle ? shown + setting.unit.replace('rad', '°') : `${shown} ${setting.unit}`.trim();
			input.setAttribute('aria-valuetext', value.textContent);
			note(number);
		};
		setting.set = (number) => {
			input.value = toShare(number) * input.max;
			show(number);
		};
		input.oninput = () => {
			const number = fromShare(input.value / input.max);
			show(setting.whole ? Math.round(number) : number);
		};
	}

	// Those that are not as they were, for the page's address.
	write(state) {
		for (const setting of this.about) {
			const number = this.values[setting.key];
			if (Math.abs(number - setting.value) > 1e-6 * Math.abs(setting.value)) {
				state.set(setting.key, Number(number.toPrecision(6)));
			}
		}
	}

	read(state) {
		for (const setting of this.about) {
			const number = Number(state.get(setting.key));
			if (state.has(setting.key) && number >= setting.least && number <= setting.most) {
				setting.set(number);
			}
		}
	}
}
