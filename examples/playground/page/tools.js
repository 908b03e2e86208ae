// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

// The tools, as the program names them: what they are called, their keys, their pictures, and what to do first.
const toolTexts = {
	fire: ['Fire', '1', 'Press and hold anywhere to fire', 'M2 10h8M11 10h1M14 10h5M15.5 6.5 19 10l-3.5 3.5'],
	grenade: ['Grenade', '2', 'Press, pull and let go: the dashed arc is what will be flown',
		'M6 13a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0M10.5 8.5V5.5M8.5 5.5h4l3 3'],
	ray: ['Ray', '3', 'Point to end the ray; press to start it there and pull', 'M2 16 18 4M6 10l3 4M11 6l3 4'],
	thick: ['Thick ray', '4', 'Point to end the sweep of the disc; press to start it there and pull',
		'M3.5 12.5 13 4M7.5 16.5 17 8M2.8 15a2.8 2.8 0 1 0 5.6 0 2.8 2.8 0 1 0-5.6 0'],
	polygon: ['Polygon', '5', 'Point to end the sweep of the polygon; press to start it there and pull',
		'M10 2.5 17.5 8l-3 9h-9l-3-9z'],
	beam: ['Beam', '6', 'Point to aim the beam; press to start it there and pull', 'M2 16 7 4l5 12 5-12'],
	flashlight: ['Light', '7', 'Point to turn the light; press to put it there', 'M2 8h4v4H2zM6 8l11-5M6 12l11 5M9 10h9'],
	grid: ['Grid', '8', 'Point: the cells that the line touches, and what is in sight; press to start it there and pull',
		'M3 3h14v14H3zM3 7.7h14M3 12.3h14M7.7 3v14M12.3 3v14'],
	drag: ['Drag', '9', 'Press a crate or a ball and pull it', 'M10 2v16M2 10h16M8 4l2-2 2 2M8 16l2 2 2-2M4 8l-2 2 2 2M16 8l2 2-2 2'],
	draw: ['Draw', '0', 'Draw an outline: it falls when you let go', 'M3.5 16.5l1-4 9-9 3 3-9 9zM11.5 5.5l3 3'],
	space: ['Space', '', 'Point around the middle: the ray turns', 'M10 2l7 4v8l-7 4-7-4V6zM3 6l7 4 7-4M10 10v8'],
	walk: ['Walk', '', 'Point to where it should go; press to swing the blade, if it has one',
		'M10 5a2 2 0 1 0 .1 0M10 7v5M10 12l-3 6M10 12l3 6M6 9h8'],
	point: ['Point', '', 'Point: both sides answer at once', 'M4 3l11 6-5 1.5L8 16z'],
};
const ownTools = ['space', 'walk', 'point']; // shown only in scenes that begin with them


const stillText = 'Nothing in this scene is free to be dragged: draw something, or take Falling crates';
// With Box2D beside it.
const besideTexts = {
	fire: 'Violet: the shot as a Box2D body with bullet = true. It moves 2 m a step at most, and pierces nothing',
	grenade: 'Violet: the same throw as a Box2D body with bullet = true',
	ray: 'Violet: the hit of b2World::RayCast. It has no exit',
	thick: 'Violet: the first hit of b2ShapeCast',
	polygon: 'Violet: the first hit of b2ShapeCast. It keeps the skin of polygons, and it does not turn',
	beam: 'Violet: rays of b2World::RayCast. Each bounce starts an epsilon before the mirror (see Settings)',
	flashlight: 'Violet: a fan of rays of b2World::RayCast. Things between two rays are lost (see Settings)',
	grid: 'Violet: a fan of rays of b2World::RayCast. Things between two rays are lost (see Settings)',
};
// What to do where several methods answer.
const contestTexts = {
	race: 'Press to fire the same shot in all three lanes',
	thinpanes: 'Press to fire the same shot in all three lanes',
	closingdoor: 'Press to throw one more grenade on both sides',
	epsilon: 'Point to aim both lasers',
	fan: 'Point to move both eyes',
};

function toolButton(tool, take) {
	const [name, key, hint, path] = toolTexts[tool];
	const button = document.createElement('button');
	button.setAttribute('role', 'radio');
	button.title = `${name}${key === '' ? '' : ` (${key})`}: ${hint}`;
	button.setAttribute('aria-label', name);
	button.innerHTML = `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="${path}"/></svg><span>${name}</span><kbd>${key}</kbd>`;
	button.onclick = take;
	return button;
}
