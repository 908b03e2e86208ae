// Opens the playground in Chromium, from disk, and plays every scene.
//
//   node page_test.mjs page.html folder-for-pictures native-results recording

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [page, pictures, native, recording] = process.argv.slice(2);
const { chromium } = createRequire(process.cwd() + '/')('playwright-core');

const steps = 300;
let faults = 0;

function check(isTrue, text) {
	if (!isTrue) {
		faults += 1;
		console.log('FAULT ' + text);
	}
}

// A picture of one colour is the smallest file that a PNG of its size can be.
function isBlank(png) {
	return png.length < 12000;
}

const expected = readFileSync(native, 'utf8').trim().split('\n');
mkdirSync(pictures, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });

async function open(options, hash = '') {
	const context = await browser.newContext(options);
	const tab = await context.newPage();
	tab.on('console', (message) => check(message.type() !== 'error', 'console: ' + message.text()));
	tab.on('pageerror', (error) => check(false, 'page: ' + error.message));
	tab.on('request', (request) => check(/^(file|data|blob):/.test(request.url()), 'asks for ' + request.url()));
	await tab.goto(pathToFileURL(page).href + hash);
	await tab.waitForFunction(() => window.playground && window.playground.statistics);
	return tab;
}

async function picture(tab, name) {
	const png = await tab.screenshot();
	writeFileSync(`${pictures}/${name}.png`, png);
	check(!isBlank(png), name + ' is blank');
}

const tab = await open({ viewport: { width: 1280, height: 760 } });
const scenes = await tab.evaluate(() => window.playground.about.scenes);
for (const [i, scene] of scenes.entries()) {
	const told = await tab.evaluate(([index, count]) => window.playground.program.text('script', index, count), [i, steps]);
	check(told === expected[i], `${scene.key}: "${told}" here, "${expected[i]}" on this machine`);

	await tab.evaluate((index) => window.playground.load(index), i);
	const box = await tab.locator('#canvas').boundingBox();
	const at = [box.x + 0.66 * box.width, box.y + 0.46 * box.height];
	await tab.mouse.move(...at);
	await tab.mouse.down();
	await tab.waitForTimeout(700);
	if (scene.key !== 'grenades') {
		await picture(tab, scene.key);
	} else {
		await tab.mouse.move(at[0] + 90, at[1] - 120);
		await picture(tab, scene.key);
	}
	await tab.mouse.up();
	const seen = await tab.evaluate(() => window.playground.statistics);
	check(seen.time > 0, scene.key + ' does not play');
	console.log(`${scene.key}: ${seen.impacts} impacts, ${seen.frames} frames/s, ` +
		`${seen.computing.toFixed(1)} ms computing, ${seen.painting.toFixed(1)} ms painting`);
}

// Back is where it was.
await tab.evaluate(() => window.playground.load(0));
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
check(again[0] && again[1], 'ten steps back and ten forward end elsewhere');

// Memory that runs out is refused, and the game goes on.
check(await tab.evaluate(() => window.playground.program.call('without_memory')) === 1, 'memory that runs out');

// By keyboard, on a phone, in the dark.
await tab.keyboard.press('n');
check(await tab.evaluate(() => window.playground.scene) === 1, 'N is no next scene');
const slow = await open({ viewport: { width: 1280, height: 760 }, colorScheme: 'dark' }, '#scene=panes&time=0.01&speed=900');
check(await slow.evaluate(() => window.playground.values.speed) === 900, 'the speed of the address');
await slow.mouse.move(900, 300);
await slow.mouse.down();
await slow.waitForTimeout(2600);
await picture(slow, 'slow_dark');
await slow.mouse.up();
const phone = await open({ viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, hasTouch: true }, '#scene=light');
await phone.touchscreen.tap(200, 500);
await phone.waitForTimeout(300);
await picture(phone, 'phone');

// What a game recorded is played.
const text = readFileSync(recording, 'utf8');
await tab.evaluate((content) => window.playground.open(new File([content], 'run.ricochet')), text);
await tab.waitForTimeout(900);
await picture(tab, 'recording');
const played = await tab.evaluate(() => [window.playground.recording.steps.length, window.playground.recording.at]);
check(played[0] === 240 && played[1] > 0, 'the recording does not play');
await tab.locator('#scrub').fill('120');
check(await tab.evaluate(() => window.playground.recording.at) === 120, 'the recording is not scrubbed');
await tab.locator('#close').click();

// What is no map is said, and the game goes on.
await tab.evaluate(() => window.playground.open(new File(['{"type":"map"}'], 'no.tmj')));
check(await tab.locator('#message').isVisible(), 'a map with faults is not refused');

await browser.close();
console.log(faults === 0 ? 'The playground plays.' : `${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;
