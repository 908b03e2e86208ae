// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

// In a frame of another page, or as its address asks for: the scene alone.
const isEmbedded = window !== window.top || new URLSearchParams(location.hash.slice(1)).has('embed');

// The documents of the site beside the page, or those of the repository that it was built in.
function linkDocuments() {
	const kind = location.pathname.endsWith('/playground.html') ? 'site' : 'disk';
	for (const link of document.querySelectorAll('nav a[data-site]')) {
		link.href = link.dataset[kind];
	}
	at('whole').hidden = !isEmbedded;
	at('whole').onclick = () => { at('whole').href = location.pathname + location.hash.replace(/&?embed=?[^&]*/, ''); };
	at('whole').href = location.pathname;
}

async function startPlayground() {
	try {
		document.body.classList.toggle('embedded', isEmbedded);
		linkDocuments();
		const program = await Program.load(at('program').textContent.trim());
		const playground = new Playground(program);
		window.playground = playground;
		playground.setTheme(true);
		new Controls(playground);
		if (isEmbedded || innerHeight < 700 || innerWidth < 760) {
			at('more').click();
		}
		if (isEmbedded || innerWidth < 760 || innerHeight < 500) {
			at('explain').click();
		}
		playground.restoreState();
		playground.pause(matchMedia('(prefers-reduced-motion: reduce)').matches);
		playground.waits = playground.isPaused;
		playground.showState();
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
