// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

const groupTexts = {
	Shoot: 'Bullets that no wall or door misses',
	Throw: 'Grenades, bounces and blasts',
	Cast: 'Raycasts, shape casts, lasers',
	See: 'Light, shadows, line of sight',
};
const pictureSize = [240, 135]; // px
const pictureSteps = 40; // of a scene, until there is something to see

// All scenes in their groups, each with a picture that the program itself draws when the gallery is first opened.
class Gallery {
	constructor(play) {
		this.play = play;
		this.waiting = [];
		for (const [group, text] of Object.entries(groupTexts)) {
			const section = document.createElement('section');
			const heading = document.createElement('h3');
			heading.append(group, Object.assign(document.createElement('span'), { textContent: text }));
			const list = document.createElement('div');
			for (const [i, scene] of play.about.scenes.entries()) {
				if (scene.group === group) {
					list.append(this.button(i, scene));
				}
			}
			section.append(heading, list);
			at('groups').append(section);
		}
	}

	button(index, scene) {
		const button = document.createElement('button');
		const canvas = document.createElement('canvas');
		[canvas.width, canvas.height] = pictureSize;
		button.append(canvas, Object.assign(document.createElement('span'), { textContent: scene.name }));
		button.title = scene.text;
		button.dataset.key = scene.key;
		button.onclick = () => {
			at('gallery').close();
			this.play.load(index);
		};
		this.waiting.push([index, canvas]);
		return button;
	}

	open() {
		at('gallery').showModal();
		for (const button of at('groups').querySelectorAll('button')) {
			button.setAttribute('aria-current', button.dataset.key === this.play.about.scenes[this.play.scene].key);
		}
		this.painter ??= this.makePainter();
		this.next();
	}

	makePainter() {
		const painter = new Painter(document.createElement('canvas'), this.play.painter.styles);
		painter.pixels = (count) => this.play.program.bytes(this.play.program.call('picture_pixels'), count);
		painter.isSilent = true;
		return painter;
	}

	// One picture at a time, so that the page stays alive.
	next() {
		if (this.waiting.length === 0 || !at('gallery').open) {
			return;
		}
		const [index, canvas] = this.waiting.shift();
		const { program, about, map } = this.play;
		const isFull = about.scenes[index].key === 'swarm';
		const text = program.give(map || at('map').textContent);
		const count = program.call('picture', index, isFull ? 12 : pictureSteps, text);
		this.painter.showView([...program.floats(program.call('picture_view'), 4)], ...pictureSize);
		this.painter.paint(program.floats(program.call('picture_marks'), count));
		canvas.getContext('2d').drawImage(this.painter.canvas, 0, 0);
		setTimeout(() => this.next());
	}
}
