// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

async function startPlayground() {
	try {
		const program = await Program.load(at('program').textContent.trim());
		const playground = new Playground(program);
		window.playground = playground;
		playground.setTheme(matchMedia('(prefers-color-scheme: dark)').matches);
		new Controls(playground);
		if (innerHeight < 700 || innerWidth < 760) {
			at('more').click();
		}
		if (innerWidth < 760 || innerHeight < 500) {
			at('explain').click();
		}
		playground.restoreState();
		playground.pause(matchMedia('(prefers-reduced-motion: reduce)').matches);
		if (location.hash === '' && playground.isPaused === false) {
			playground.demonstration = new Demonstration(playground);
			playground.hint();
		}
		requestAnimationFrame((now) => playground.frame(now));
	} catch (fault) {
		at('hint').hidden = true;
		at('message').hidden = false;
		at('message').firstElementChild.textContent = `This browser cannot run the playground: ${fault.message}`;
		throw fault;
	}
}
