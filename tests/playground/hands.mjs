// Keys, the mouse and its wheel.

export async function testKeys(browser, tab) {
	await tab.evaluate(() => {
		window.playground.load('door');
		window.playground.pause(false);
	});
	await tab.keyboard.press('n');
	browser.check(await tab.evaluate(() => window.playground.about.scenes[window.playground.scene].key) === 'panes', 'N is no next scene');
	await tab.locator('#canvas').focus();
	await tab.keyboard.press('ArrowUp');
	await tab.keyboard.down('Enter');
	await tab.waitForTimeout(500);
	await browser.picture(tab, 'keyboard');
	await tab.keyboard.up('Enter');
	browser.check(await tab.evaluate(() => window.playground.statistics.fired) > 2, 'Enter, held, does not fire');
	await tab.locator('#tools [aria-checked="true"]').focus();
	await tab.keyboard.press('ArrowDown');
	browser.check(await tab.evaluate(() => document.activeElement.getAttribute('aria-label')) === 'Grenade', 'arrows do not choose tools');
	await tab.keyboard.press('?');
	await browser.picture(tab, 'keys');
	await tab.keyboard.press('Escape');
	await tab.evaluate(() => {
		document.activeElement.blur();
		document.getElementById('rest').open = true;
	});
	const reached = new Set();
	const unmarked = new Set();
	for (let i = 0; i < 90; ++i) {
		await tab.keyboard.press('Tab');
		const [id, width] = await tab.evaluate(() => {
			const { id, parentElement } = document.activeElement;
			return [id || parentElement.id, parseFloat(getComputedStyle(document.activeElement).outlineWidth)];
		});
		reached.add(id);
		if (!(width >= 2)) {
			unmarked.add(id);
		}
	}
	for (const id of ['scene', 'pause', 'back', 'forward', 'slow', 'restart', 'compare', 'file', 'lines', 'all', 'more', 'theme', 'help', 'guide', 'source', 'tools',
		'canvas', 'set-time', 'set-light', 'defaults']) {
		browser.check(reached.has(id), `Tab does not reach ${id}`);
		browser.check(!unmarked.has(id), `${id} has no ring when it has the focus`);
	}
}

export async function testMouse(browser, tab) {
	const stage = await tab.locator('#canvas').boundingBox();
	// What cannot be drawn is said; the muzzle goes where it is dragged.
	const crossing = await tab.evaluate(() => {
		const { program } = window.playground;
		window.playground.take(window.playground.tools.indexOf('draw'));
		program.call('press', -3, -1);
		for (const [x, y] of [[3, 1], [3, -1], [-3, 1]]) {
			program.call('move', x, y);
		}
		return program.call('release', -3, 1);
	});
	browser.check(crossing === 0, 'an outline that crosses itself is taken');
	await tab.evaluate(() => window.playground.load('door'));
	const muzzle = await tab.evaluate(() => window.playground.painter.toClient(-9, 0));
	await tab.mouse.move(stage.x + muzzle[0], stage.y + muzzle[1]);
	await tab.mouse.down();
	await tab.mouse.move(stage.x + muzzle[0] + 80, stage.y + muzzle[1], { steps: 3 });
	await tab.mouse.up();
	browser.check(await tab.evaluate(() => {
		const { program } = window.playground;
		return program.floats(program.call('origin'), 2)[0];
	}) > -8.5, 'the muzzle is not dragged');

	// Zoom keeps what is under the pointer.
	const under = await tab.evaluate(([x, y]) => {
		const { painter } = window.playground;
		const before = painter.toWorld(x, y);
		window.playground.zoom(3, [x, y]);
		const after = painter.toWorld(x, y);
		const { zoom } = painter;
		window.playground.zoom(0, [x, y]);
		return [zoom, Math.hypot(before[0] - after[0], before[1] - after[1]), painter.zoom];
	}, [900, 300]);
	browser.check(under[0] === 3 && under[1] < 1e-3 && under[2] === 1, `the zoom: ${under}`);
}
