// First sight, every scene as on this machine, and what can be asked for in them.

const steps = 300;

// Who has never seen it is told what to do, and fires within one press.
export async function testFirstSight(browser, tab) {
	await tab.waitForTimeout(900);
	await browser.picture(tab, 'first');
	browser.check(await tab.evaluate(() => window.playground.statistics.fired) > 0, 'nothing is shown by itself');
	browser.check(/^Demonstration/.test(await tab.locator('#hint').textContent()), 'it is not said that it is shown');
	browser.check(await tab.locator('#hint').isVisible() && /fire/.test(await tab.locator('#hint').textContent()), 'no hint at first');
	const stage = await tab.locator('#canvas').boundingBox();
	await tab.mouse.move(stage.x + 0.6 * stage.width, stage.y + 0.4 * stage.height);
	browser.check(/^Demonstration/.test(await tab.locator('#hint').textContent()) === false, 'a pointer does not end it');
	const shown = await tab.evaluate(() => window.playground.statistics.fired);
	await tab.mouse.down();
	await tab.waitForTimeout(400);
	await tab.mouse.up();
	browser.check(await tab.evaluate(() => window.playground.statistics.fired) > shown + 1, 'a held button does not fire');
	browser.check(await tab.locator('#hint.known').count() === 1, 'the hint stays loud');
}

export async function testScenes(browser, tab, expected) {
	const scenes = await tab.evaluate(() => window.playground.about.scenes);
	for (const [i, scene] of scenes.entries()) {
		const told = await tab.evaluate(([index, count]) => window.playground.program.text('script', index, count, 0), [i, steps]);
		browser.check(told === expected[i], `${scene.key}: "${told}" here, "${expected[i]}" on this machine`);
		const compared = await tab.evaluate(([index, count]) => window.playground.program.text('script', index, count, 1), [i, steps]);
		browser.check(compared === told, `${scene.key}: Box2D's bodies change what happens: "${compared}"`);

		await tab.evaluate((index) => window.playground.load(index), i);
		const box = await tab.locator('#canvas').boundingBox();
		const at = [box.x + 0.66 * box.width, box.y + 0.46 * box.height];
		await tab.mouse.move(...at);
		await tab.mouse.down();
		await tab.waitForTimeout(700);
		if (scene.key !== 'grenades') {
			await browser.picture(tab, scene.key);
		} else {
			await tab.mouse.move(at[0] + 90, at[1] - 120);
			await browser.picture(tab, scene.key);
		}
		await tab.mouse.up();
		await tab.keyboard.press('t');
		await tab.waitForTimeout(100);
		await browser.picture(tab, scene.key + '_light');
		await tab.keyboard.press('t');
		browser.check((await tab.title()).startsWith(scene.name), scene.key + ' has no title');
		const seen = await tab.evaluate(() => window.playground.statistics);
		browser.check(seen.time > 0, scene.key + ' does not play');
		console.log(`${scene.key}: ${seen.impacts} impacts, ${seen.frames} frames/s, ` +
			`${seen.computing.toFixed(1)} ms computing, ${seen.painting.toFixed(1)} ms painting`);
	}
}

export async function testStage(browser, tab) {
	// Back is where it was.
	await tab.evaluate(() => window.playground.load('door'));
	const again = await tab.evaluate(() => {
		const { program } = window.playground;
		window.playground.pause(true);
		program.call('press', 3, 0.5);
		const marks = [];
		for (let i = 0; i < 20; ++i) {
			program.call('step');
		}
		const before = program.text('statistics');
		for (let i = 0; i < 10; ++i) {
			program.call('back');
		}
		marks.push(program.text('statistics') !== before);
		for (let i = 0; i < 10; ++i) {
			program.call('step');
		}
		program.call('release', 3, 0.5);
		marks.push(program.text('statistics') === before);
		return marks;
	});
	browser.check(again[0] && again[1], 'ten steps back and ten forward end elsewhere');

	// Box2D's bodies are drawn beside bullets while they are asked for, and only then.
	const ghosts = await tab.evaluate(() => {
		const { program, about } = window.playground;
		const style = about.styles.split(' ').indexOf('box2d');
		const drawn = () => {
			const marks = program.floats(program.call('marks'), program.call('draw'));
			let count = 0;
			for (let i = 0; i < marks.length; i += 4 + marks[i + 3]) {
				count += marks[i] === 5 && marks[i + 1] === style;
			}
			return count;
		};
		window.playground.pause(true);
		const fire = () => {
			program.call('press', 3, 0.5);
			program.call('release', 3, 0.5);
			program.call('step');
		};
		fire();
		const without = drawn();
		window.playground.compare();
		fire();
		const beside = drawn();
		program.call('back');
		const back = drawn();
		program.call('step');
		window.playground.compare();
		program.call('step');
		return [without, beside, back, drawn()];
	});
	browser.check(ghosts.join() === '0,1,1,0', `Box2D's bodies before, with, a step before and after the comparison: ${ghosts}`);

	// A light with a size has soft borders: few places where the picture jumps.
	const jumps = await tab.evaluate(() => {
		const { playground } = window;
		playground.load(playground.about.scenes.findIndex((scene) => scene.key === 'light'));
		return [0, 0.5].map((size) => {
			playground.settings.of('light').set(size);
			const marks = playground.program.floats(playground.program.call('marks'), playground.program.call('draw'));
			const [columns, rows] = marks[0] === 10 ? [marks[8], marks[9]] : [0, 0];
			const pixels = playground.program.bytes(playground.program.call('pixels'), 4 * columns * rows);
			let count = 0;
			for (let i = 7; i < pixels.length; i += 4) {
				count += Math.abs(pixels[i] - pixels[i - 4]) > 30;
			}
			return count;
		});
	});
	browser.check(jumps[0] > 100 && jumps[1] < 0.5 * jumps[0], `the light jumps ${jumps[0]} times without a size, ${jumps[1]} with one`);

	// Memory that runs out is refused, and the game goes on.
	browser.check(await tab.evaluate(() => window.playground.program.call('without_memory')) === 1, 'memory that runs out');
}
