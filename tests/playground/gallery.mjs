// The gallery, the knobs of a scene, the code drawer, links, and the page within another page.

import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { desktop } from './browser.mjs';

export async function testGallery(browser, tab) {
	await tab.locator('#all').click();
	await tab.waitForFunction(() => window.playground.gallery.waiting.length === 0);
	await browser.picture(tab, 'gallery');
	const { groups, scenes, blank } = await tab.evaluate(() => ({
		groups: [...document.querySelectorAll('#groups h3')].map((heading) => heading.firstChild.textContent),
		scenes: window.playground.about.scenes,
		// A canvas of one colour
		blank: [...document.querySelectorAll('#groups button')].filter((button) => {
			const canvas = button.querySelector('canvas');
			const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
			return data.every((value, i) => value === data[i % 4]);
		}).map((button) => button.dataset.key),
	}));
	browser.check(groups.join() === 'Shoot,Throw,Cast,See', `the groups: ${groups}`);
	browser.check(blank.length === 0, `pictures are blank: ${blank}`);
	await tab.locator('#groups [data-key="light"]').click();
	browser.check(await tab.evaluate(() => window.playground.about.scenes[window.playground.scene].key) === 'light', 'a picture does not load');

	for (const [i, { key, knobs }] of scenes.entries()) {
		await tab.evaluate((index) => window.playground.load(index), i);
		const shown = await tab.locator('#settings > fieldset input').evaluateAll((inputs) => inputs.map((input) => input.id.slice(4)));
		browser.check(shown.join(' ') === knobs && shown.length >= 1 && shown.length <= 5, `${key} has the knobs ${shown}`);
	}
}

// Writes the lines of every scene, and of every tool, as functions of one program, for a compiler to check.
export async function testCode(browser, tab, file) {
	const { scenes, tools } = await tab.evaluate(() => window.playground.about).then((about) => ({ ...about, tools: about.tools.split(' ') }));
	const includes = new Set();
	let functions = '';
	const add = async (name) => {
		const text = await tab.evaluate(() => window.playground.program.text('code'));
		const lines = text.split('\n');
		const isInclude = (line) => line.startsWith('#include ');
		lines.filter(isInclude).forEach((line) => includes.add(line));
		browser.check(lines.some(isInclude) && lines.length > 8, `${name} has no code`);
		functions += `void ${name}()\n{\n${lines.filter((line) => !isInclude(line)).map((line) => '\t' + line).join('\n')}\n}\n\n`;
	};
	for (const [i, { key }] of scenes.entries()) {
		await tab.evaluate((index) => window.playground.load(index), i);
		await add('Scene_' + key);
	}
	await tab.evaluate(() => window.playground.load('polygons'));
	for (const [i, tool] of tools.entries()) {
		await tab.evaluate((index) => window.playground.take(index), i);
		await add('Tool_' + tool);
	}
	await tab.evaluate(() => { // every number that is left out while it has its default
		window.playground.load('door');
		for (const [key, value] of Object.entries({ drag: 1, homing: 2, radius: 0.1, turn: 1.5, pierces: 4, bounces: 2, mass: 0.02 })) {
			window.playground.settings.of(key).set(value);
		}
	});
	for (const tool of ['fire', 'polygon']) {
		await tab.evaluate((name) => window.playground.take(window.playground.tools.indexOf(name)), tool);
		await add('Changed_' + tool);
	}
	writeFileSync(file, `// The lines of the playground's code drawer.\n${[...includes].sort().join('\n')}\n\n${functions}`);

	// The drawer follows the sliders, and copies.
	await tab.evaluate(() => {
		window.playground.settings.reset();
		window.playground.load('door');
	});
	await tab.locator('#lines').click();
	await tab.locator('#set-bounces').fill('7');
	await tab.waitForTimeout(500);
	browser.check(/bullet\.maxBounces = 7;/.test(await tab.locator('#code pre').textContent()), 'the code does not follow a slider');
	await browser.picture(tab, 'code');
	await tab.locator('#copy').click();
	browser.check(await tab.locator('#copy').textContent() !== 'Copy', 'copying says nothing');
	await tab.locator('#lines').click();
	browser.check(await tab.locator('#code').isHidden(), 'the code stays open');
}

// A link carries scene, tool, settings, muzzle, aim, zoom and drawn shapes.
export async function testLink(browser) {
	const tab = await browser.open({ viewport: desktop }, '#scene=door&tool=fire');
	await tab.evaluate(() => {
		const { program } = window.playground;
		window.playground.pause(true);
		window.playground.take(window.playground.tools.indexOf('draw'));
		program.call('press', -6, 3);
		for (const [x, y] of [[-5, 3], [-5, 4], [-6, 4]]) {
			program.call('move', x, y);
		}
		program.call('release', -6, 4);
		window.playground.take(window.playground.tools.indexOf('ray'));
		program.call('muzzle', -8, 2);
		window.playground.aim = [4, -3];
		program.call('move', 4, -3);
		window.playground.zoom(2, [600, 400]);
	});
	await tab.waitForTimeout(500);
	const [hash, bodies] = await tab.evaluate(() => [location.hash, JSON.parse(window.playground.program.text('statistics')).bodies]);
	for (const key of ['muzzle=-8,2', 'aim=4,-3', 'zoom=2', 'drawn=', 'tool=ray']) {
		browser.check(hash.includes(key), `${key} is not in the link ${hash}`);
	}
	const other = await browser.open({ viewport: desktop }, hash);
	const seen = await other.evaluate(() => {
		const { program, painter, tools, tool } = window.playground;
		return [[...program.floats(program.call('origin'), 2)], [...program.floats(program.call('aim'), 2)], painter.zoom, tools[tool],
			JSON.parse(program.text('statistics')).bodies].join();
	});
	browser.check(seen === `-8,2,4,-3,2,ray,${bodies}`, `the link ${hash} shows ${seen}`);
	for (const broken of ['#scene=door&drawn=1,2,nonsense&zoom=x&aim=1', '#scene=none&tool=none&muzzle=,', '#drawn=1,1,2']) {
		await (await browser.open({ viewport: desktop }, broken)).context().close();
	}
	await tab.context().close();
	await other.context().close();
}

// What was wrong once.
export async function testFaults(browser) {
	const tab = await browser.open({ viewport: desktop }, '#scene=door');
	// Fired while paused, a bullet waits in the muzzle.
	const [muzzle, heads] = await tab.evaluate(() => {
		const { program, about } = window.playground;
		window.playground.pause(true);
		program.call('step');
		program.call('press', 3, 0.5);
		program.call('release', 3, 0.5);
		const marks = program.floats(program.call('marks'), program.call('draw'));
		const bullet = about.styles.split(' ').indexOf('bullet');
		const heads = [];
		for (let i = 0; i < marks.length; i += 4 + marks[i + 3]) {
			if (marks[i] === 11 && marks[i + 1] === bullet) {
				heads.push([...marks.subarray(i + 4, i + 4 + marks[i + 3])].join());
			}
		}
		return [[...program.floats(program.call('origin'), 2)].join(), heads.join()];
	});
	browser.check(heads === muzzle + ',0,0', `a bullet that was fired while paused is drawn as ${heads}, the muzzle is at ${muzzle}`);
	// A sweep that starts inside has no contact at the origin.
	const stray = await tab.evaluate(() => {
		const { program, about } = window.playground;
		window.playground.load('thick');
		program.call('muzzle', -4, 1.8); // in a triangle
		const enter = about.styles.split(' ').indexOf('enter');
		const marks = program.floats(program.call('marks'), program.call('draw'));
		for (let i = 0; i < marks.length; i += 4 + marks[i + 3]) {
			if (marks[i] === 4 && marks[i + 1] === enter && marks[i + 4] === 0 && marks[i + 5] === 0) {
				return true;
			}
		}
		return false;
	});
	browser.check(stray === false, 'a ring at the origin');
	// The map is aimed at its middle.
	const aim = await tab.evaluate(() => {
		window.playground.load('map');
		return window.playground.aim.join();
	});
	browser.check(aim !== '0,0', 'the map is aimed at the origin');
	// A tooltip ends with its scene.
	await tab.evaluate(() => window.playground.load('door'));
	const box = await tab.locator('#canvas').boundingBox();
	const door = await tab.evaluate(() => window.playground.painter.toClient(2, 0));
	await tab.mouse.move(box.x + door[0], box.y + door[1]);
	browser.check(await tab.locator('#inspector').isVisible(), 'the door tells nothing');
	browser.check(!/inf|rad/.test(await tab.locator('#inspector').textContent()), await tab.locator('#inspector').textContent());
	await tab.keyboard.press('n');
	browser.check(await tab.locator('#inspector').isHidden(), 'a tooltip stays');
	// The last line never changes the canvas.
	const heights = new Set();
	for (const key of ['light', 'panes', 'swarm']) {
		await tab.evaluate((name) => {
			window.playground.load(name);
			window.playground.pause(false);
		}, key);
		await tab.waitForTimeout(400);
		heights.add((await tab.locator('#canvas').boundingBox()).height);
	}
	browser.check(heights.size === 1, `the canvas is ${[...heights]} px high`);
	// Angles are read in degrees.
	browser.check(/°/.test(await tab.locator('label:has(#set-spread)').textContent()), 'spread is not in degrees');
	await tab.context().close();
}

// In a frame there is the scene alone, and the wheel scrolls the page around it.
export async function testEmbedded(browser) {
	const around = `${browser.pictures}/around.html`;
	writeFileSync(around, `<!DOCTYPE html><meta name="viewport" content="width=device-width"><body style="margin: 0">
		<iframe src="${pathToFileURL(browser.page).href}" style="width: 100%; height: 420px; border: 0"></iframe><p style="height: 2000px">Below</p>`);
	for (const [name, width, height] of [['desktop', 900, 700], ['phone', 390, 844]]) {
		const isPhone = name === 'phone';
		const context = await browser.browser.newContext({ viewport: { width, height }, hasTouch: isPhone, isMobile: isPhone });
		const page = await context.newPage();
		await page.goto(pathToFileURL(around).href);
		const frame = page.frames()[1];
		await frame.waitForFunction(() => window.playground && window.playground.statistics);
		const { share, buttons, touch } = await frame.evaluate(() => {
			const box = document.getElementById('canvas').getBoundingClientRect();
			return {
				share: box.width * box.height / (innerWidth * innerHeight), touch: getComputedStyle(document.getElementById('canvas')).touchAction,
				buttons: [...document.querySelectorAll('button')].filter((button) => button.offsetParent !== null).map((button) => button.id),
			};
		});
		browser.check(share > 0.8, `embedded, ${name}: the scene has ${Math.round(100 * share)} % of the frame`);
		browser.check(touch === 'pan-y', `embedded, ${name}: a finger cannot scroll the page around`);
		browser.check(buttons.length <= 2, `embedded, ${name}: buttons ${buttons}`);
		writeFileSync(`${browser.pictures}/embedded_${name}.png`, await page.screenshot());
		if (!isPhone) { // browsers of phones have no wheel
			await page.mouse.move(450, 200);
			await page.mouse.wheel(0, 300);
			await page.waitForTimeout(400);
			browser.check(await page.evaluate(() => scrollY) > 0, 'the wheel is trapped');
		}
		await context.close();
	}
}

// Every puzzle can be solved: some shot hits each of the marked crates.
export async function testPuzzles(browser, tab) {
	for (const [key, reaches, turn, steps] of [['bankshot', [3], 0.5, 30], ['overwall', [4, 5, 6], 5, 260], ['mirrormaze', [3], 0.5, 0]]) {
		const [goals, hit] = await tab.evaluate(([name, lengths, degrees, count]) => {
			const { program } = window.playground;
			const circle = window.playground.about.styles.split(' ').indexOf('lit');
			const left = () => { // places of the marked crates
				const marks = program.floats(program.call('marks'), program.call('draw'));
				const places = [];
				for (let i = 0; i < marks.length; i += 4 + marks[i + 3]) {
					if (marks[i] === 5 && marks[i + 1] === circle) {
						places.push(Math.round(marks[i + 4]));
					}
				}
				return places;
			};
			const load = () => {
				window.playground.load(name);
				window.playground.pause(true);
			};
			load();
			const goals = left();
			const hit = new Set();
			const [x, y] = [...program.floats(program.call('origin'), 2)];
			for (let angle = 0; angle < 360 && hit.size < goals.length; angle += degrees) {
				for (const length of lengths) {
					load();
					const to = [x + length * Math.cos(angle * Math.PI / 180), y + length * Math.sin(angle * Math.PI / 180)];
					program.call('move', ...to);
					program.call('press', ...to);
					program.call('release', ...to);
					for (let i = 0; i < count; ++i) {
						program.call('step');
					}
					left(); // a beam is cast when it is drawn
					const now = left();
					if (now.length < goals.length) {
						goals.filter((goal) => !now.some((place) => Math.abs(place - goal) <= 1)).forEach((goal) => hit.add(goal));
					}
				}
			}
			return [goals, [...hit]];
		}, [key, reaches, turn, steps]);
		browser.check(goals.length > 0 && hit.length === goals.length, `${key}: of the crates at ${goals} only ${hit} can be hit`);
	}
}
