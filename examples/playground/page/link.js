// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

const longestDrawn = 4000; // letters: browsers refuse longer addresses

const rounded = (numbers) => numbers.map((number) => Number(number.toFixed(3))).join(',');

// The numbers of a part of the address, or null if they are not as many finite ones.
function numbersIn(state, key, count) {
	const numbers = (state.get(key) || '').split(',').map(Number);
	return state.has(key) && numbers.length === count && numbers.every(Number.isFinite) ? numbers : null;
}

// What is seen, as the page's address keeps it.
function writeLink(play) {
	const { program, painter, about, settings } = play;
	const state = new URLSearchParams({ scene: about.scenes[play.scene].key, tool: play.tools[play.tool] });
	settings.write(state);
	const muzzle = rounded([...program.floats(program.call('origin'), 2)]);
	if (muzzle !== play.begin.muzzle) {
		state.set('muzzle', muzzle);
	}
	if (rounded(play.aim) !== play.begin.aim) {
		state.set('aim', rounded(play.aim));
	}
	if (painter.zoom > 1) {
		state.set('zoom', rounded([painter.zoom, ...painter.middle]));
	}
	const drawn = program.text('drawn');
	if (drawn !== '' && drawn.length < longestDrawn) {
		state.set('drawn', drawn);
	}
	return '#' + state.toString().replaceAll('%2C', ',').replaceAll('%3B', ';');
}

function readLink(play, state) {
	const { program, painter, about, settings, tools } = play;
	settings.restore();
	settings.reset();
	play.load(Math.max(about.scenes.findIndex((scene) => scene.key === state.get('scene')), 0));
	settings.read(state);
	play.take(tools.indexOf(state.get('tool')));
	const [muzzle, aim, zoom] = [numbersIn(state, 'muzzle', 2), numbersIn(state, 'aim', 2), numbersIn(state, 'zoom', 3)];
	if (muzzle) {
		program.call('muzzle', ...muzzle);
	}
	if (aim) {
		play.aim = aim;
		program.call('move', ...aim);
	}
	if (state.has('drawn')) {
		program.call('draw_again', program.give(state.get('drawn').slice(0, longestDrawn)));
	}
	if (zoom && zoom[0] > 1) {
		painter.zoom = Math.min(zoom[0], 80);
		painter.middle = zoom.slice(1);
		play.fit();
		play.showState();
	}
}
