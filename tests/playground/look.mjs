// What a stranger goes by: the legend, materials without their colours, how much of the page a scene fills, words that
// can be read, statistics, the scale.

import { desktop } from './browser.mjs';

const materials = ['stone', 'earth', 'wood', 'glass', 'steel'];

const listed = (tab) => tab.evaluate(() => [...document.querySelectorAll('#names li')].map((item) => item.dataset.style));

export async function testLegend(browser, tab) {
	const scenes = await tab.evaluate(() => window.playground.about.scenes);
	for (const [i, { key }] of scenes.entries()) {
		await tab.evaluate((index) => window.playground.load(index), i);
		await tab.waitForTimeout(120);
		const held = await tab.evaluate(() => {
			const { program, painter } = window.playground;
			const count = program.call('draw');
			const marks = program.floats(program.call('marks'), count);
			const held = new Set();
			for (let at = 0; at < marks.length; at += 4 + marks[at + 3]) {
				held.add(painter.styles[marks[at + 1]]);
			}
			return [...held];
		});
		const names = await listed(tab);
		for (const material of materials) {
			browser.check(names.includes(material) === held.includes(material), `${key}: ${material} and the legend: ${names}`);
		}
	}
	await tab.evaluate(() => {
		const { program } = window.playground;
		window.playground.load('panes');
		window.playground.pause(false);
		for (const [x, y] of [[0, 1.2], [8.5, 1.2], [0, -6], [9, -3]]) {
			program.call('press', x, y);
			program.call('release', x, y);
		}
	});
	await tab.waitForTimeout(600);
	const names = await listed(tab);
	for (const mark of ['enter', 'exit', 'stop', 'bounce']) {
		browser.check(names.includes(mark), `${mark} was seen and is not in the legend: ${names}`);
	}
	await tab.keyboard.press('l');
	browser.check(await tab.locator('#names').isHidden(), 'L does not close the legend');
	await tab.keyboard.press('l');
}

// In shades of grey, by how light they are, or by how much that changes over a piece.
export async function testMaterials(browser, tab) {
	for (const theme of ['dark', 'light']) {
		const looks = await tab.evaluate((names) => names.map((name) => {
			const { painter } = window.playground;
			const sheet = new Painter(document.createElement('canvas'), painter.styles);
			sheet.show(72, 48);
			const solid = [1, 1, 71, 1, 71, 47, 1, 47];
			sheet.paint(Float32Array.from([3, painter.styles.indexOf('label'), 1, 4, 0, 24, 72, 24,
				1, painter.styles.indexOf(name), 1, solid.length, ...solid]));
			const { data } = sheet.context.getImageData(4, 4, 64, 40);
			const greys = Array.from({ length: 64 * 40 }, (_, i) => 0.3 * data[4 * i] + 0.59 * data[4 * i + 1] + 0.11 * data[4 * i + 2]);
			const middle = greys.reduce((sum, grey) => sum + grey) / greys.length;
			const rows = Array.from({ length: 40 }, (_, y) => greys.slice(64 * y, 64 * y + 64).reduce((sum, grey) => sum + grey) / 64);
			return { name, middle, rough: Math.sqrt(greys.reduce((sum, grey) => sum + (grey - middle) ** 2, 0) / greys.length),
				behind: Math.abs(rows[20] - 0.5 * (rows[14] + rows[26])) };
		}), materials);
		console.log(`  ${theme}: ` + looks.map(({ name, middle, rough, behind }) =>
			`${name} ${middle.toFixed(0)} ± ${rough.toFixed(0)}, behind it ${behind.toFixed(0)}`).join('; '));
		for (const [i, one] of looks.entries()) {
			for (const other of looks.slice(0, i)) {
				const apart = Math.hypot(one.middle - other.middle, one.rough - other.rough);
				browser.check(apart >= 8, `${theme}: ${one.name} and ${other.name} look the same in grey: ${apart.toFixed(1)}`);
			}
			browser.check(one.rough >= 8, `${theme}: ${one.name} has no hatching`);
			browser.check((one.name === 'glass') === (one.behind > 15), `${theme}: what is behind ${one.name} shows by ${one.behind}`);
		}
		await tab.keyboard.press('t');
		await tab.waitForTimeout(50);
	}
}

// All of the scene is seen, and it takes most of the canvas one way or the other.
export async function testFit(browser) {
	for (const [width, height] of [[desktop.width, desktop.height], [1600, 560], [390, 844]]) {
		const tab = await browser.open({ viewport: { width, height } });
		const count = await tab.evaluate(() => window.playground.about.scenes.length);
		for (let i = 0; i < count; ++i) {
			const { key, box, area } = await tab.evaluate((index) => {
				const { playground } = window;
				playground.load(index);
				const { painter, program } = playground;
				const { key } = playground.about.scenes[index];
				const box = [Infinity, Infinity, -Infinity, -Infinity];
				for (let turn = 0; turn < (key === 'space' ? 32 : 1); ++turn) { // once around
					const count = program.call('draw');
					const marks = program.floats(program.call('marks'), count);
					for (const { box: [left, top, right, low] } of painter.obstacles(marks)) {
						[box[0], box[1]] = [Math.min(box[0], left), Math.min(box[1], top)];
						[box[2], box[3]] = [Math.max(box[2], right), Math.max(box[3], low)];
					}
					for (let at = 0; at < marks.length; at += 4 + marks[at + 3]) { // titles
						if (marks[at] === 12) {
							box[1] = Math.min(box[1], painter.y(marks[at + 5] + marks[at + 6]));
							box[3] = Math.max(box[3], painter.y(marks[at + 5]));
						}
					}
					for (let step = 0; step < 120 && key === 'space'; ++step) {
						program.call('step');
					}
				}
				return { key, box, area: [painter.canvas.width, painter.canvas.height - painter.below] };
			}, i);
			const share = Math.max((box[2] - box[0]) / area[0], (box[3] - box[1]) / area[1]);
			browser.check(share >= 0.75, `${key} fills ${Math.round(100 * share)} % of ${width} × ${height}`);
			browser.check(Math.min(box[0], box[1], area[0] - box[2], area[1] - box[3]) >= -1, `${key} leaves ${width} × ${height}: ${box}`);
		}
		await tab.context().close();
	}
}

export async function testWords(browser) {
	const tab = await browser.open({ viewport: desktop }, '#scene=panes&time=0.02&speed=300');
	for (const [x, y] of [[6, 1.6], [6, -2.6], [6, 2.4]]) {
		await tab.evaluate((to) => {
			const { program } = window.playground;
			program.call('press', ...to);
			program.call('release', ...to);
		}, [x, y]);
		await tab.waitForTimeout(900);
	}
	await tab.waitForTimeout(1500);
	await browser.picture(tab, 'words');
	const placed = await tab.evaluate(() => window.playground.painter.labels.placed.map(({ box, isOnSolid }) => ({ box, isOnSolid })));
	const meet = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
	browser.check(placed.length >= 4, `only ${placed.length} hits are described`);
	for (const [i, one] of placed.entries()) {
		browser.check(!placed.slice(0, i).some((other) => meet(one.box, other.box)), 'words cover words');
	}
	const covering = placed.filter((one) => one.isOnSolid).length;
	browser.check(covering === 0, `${covering} of ${placed.length} descriptions cover a pane`);

	// Once the tool was used, the hint goes.
	await tab.mouse.move(700, 400);
	await tab.mouse.down();
	await tab.mouse.up();
	await tab.waitForTimeout(4500);
	browser.check(await tab.evaluate(() => getComputedStyle(document.getElementById('hint')).opacity) === '0', 'the hint stays');
	await tab.context().close();
}

export async function testNumbers(browser, tab) {
	await tab.evaluate(() => {
		window.playground.load('panes');
		window.playground.pause(false);
	});
	await tab.waitForTimeout(250);
	browser.check(!/(^|\s)0 [a-z]/.test(await tab.locator('#statistics').innerText()), 'zeros at first: ' + await tab.locator('#statistics').innerText());
	await tab.evaluate(() => window.playground.program.call('press', 6, 1.6));
	await tab.waitForTimeout(1200);
	const told = await tab.locator('#statistics').innerText();
	await tab.evaluate(() => window.playground.program.call('release', 6, 1.6));
	const rate = Number((/fired, (\d+)\/s/.exec(told) || [])[1]);
	browser.check(rate >= 9 && rate <= 15, `12 shots a second are told as "${told}"`);
	browser.check(!/(^|\s)0 [a-z]/.test(told), 'zeros: ' + told);

	// The bar is as long as it says.
	for (const zoom of [1, 3, 30]) {
		const { text, width, scale } = await tab.evaluate((factor) => {
			const { playground } = window;
			playground.zoom(0, [600, 400]);
			playground.zoom(factor, [600, 400]);
			playground.painter.scaleBar();
			return { ...playground.painter.bar, scale: playground.painter.scale };
		}, zoom);
		const [number, unit] = text.split(' ');
		const metres = Number(number) * { m: 1, cm: 0.01, mm: 0.001 }[unit];
		browser.check(/^[125]0*$/.test(number), `the bar says ${text}`);
		browser.check(Math.abs(metres * scale - width) < 0.01 * width && width >= 40, `${text} is drawn with ${width} px of ${scale} a metre`);
	}
	await tab.evaluate(() => window.playground.zoom(0, [600, 400]));
}
