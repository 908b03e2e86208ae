// Recordings and maps, whole and broken.

import { readFileSync } from 'node:fs';

export async function testFiles(browser, tab, recording) {
	// What a game recorded is played.
	const text = readFileSync(recording, 'utf8');
	await tab.evaluate((content) => window.playground.open(new File([content], 'run.ricochet')), text);
	await tab.waitForTimeout(900);
	await browser.picture(tab, 'recording');
	await browser.checkApart(tab, 'player', 'legend');
	browser.check(await tab.evaluate(() => {
		const { recording } = window.playground;
		const hit = recording.steps.flatMap((step, i) => step.impacts.map((impact) => [i, impact]))[0];
		recording.at = hit[0];
		return recording.inspect(...hit[1].enter, 0.01);
	}) !== '', 'a recorded hit tells nothing');
	const played = await tab.evaluate(() => [window.playground.recording.steps.length, window.playground.recording.at]);
	browser.check(played[0] === 240 && played[1] > 0, 'the recording does not play');
	await tab.locator('#scrub').fill('120');
	browser.check(await tab.evaluate(() => window.playground.recording.at) === 120, 'the recording is not scrubbed');
	await tab.locator('#close').click();

	// What is no map and no recording is said in words, without an error, and the game goes on.
	const lines = text.split('\n');
	const broken = {
		'no.tmj': '{"type":"map"}', 'noise.tmj': '\u0000\u0001}{', 'deep.tmj': '['.repeat(200000), 'empty.tmj': '',
		'head.ricochet': lines[0], 'cut.ricochet': [...lines.slice(0, 5), lines[5].slice(0, 20), ...lines.slice(6)].join('\n'),
		'numbers.ricochet': `${lines[0]}\n{"time":1,"bodies":[[0,1]],"bullets":5}\n`,
	};
	for (const [name, content] of Object.entries(broken)) {
		await tab.evaluate(([file, parts]) => window.playground.open(new File([parts], file)), [name, content]);
		const said = await tab.locator('#message p').textContent();
		browser.check(await tab.locator('#message').isVisible() && said.startsWith(name), `${name} is not refused: "${said}"`);
		console.log('  ' + said);
		await browser.picture(tab, 'refused');
		await tab.keyboard.press('Escape');
		browser.check(await tab.locator('#message').isHidden(), 'the message stays');
	}
	await tab.evaluate(() => {
		const data = new DataTransfer();
		data.setData('text/plain', 'no file');
		document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
	});
	browser.check(await tab.locator('#message').isVisible(), 'text that is dropped is not answered');
	const before = await tab.evaluate(() => window.playground.statistics.time);
	await tab.waitForTimeout(300);
	browser.check(await tab.evaluate(() => window.playground.statistics.time) > before, 'the game stands still');
}
