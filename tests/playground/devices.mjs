// In the dark, slowly, beside Box2D, on a phone, and with little motion.

import { desktop } from './browser.mjs';

export async function testDevices(browser) {
	const slow = await browser.open({ viewport: desktop, colorScheme: 'dark' }, '#scene=panes&time=0.01&speed=900');
	browser.check(await slow.evaluate(() => window.playground.values.speed) === 900, 'the speed of the address');
	await slow.mouse.move(1000, 400);
	await slow.mouse.down();
	await slow.waitForTimeout(2600);
	await browser.picture(slow, 'slow_dark');
	await slow.mouse.up();
	for (const colorScheme of ['light', 'dark']) {
		const beside = await browser.open({ viewport: desktop, colorScheme }, '#scene=panes&box2d=1&rate=1');
		await beside.mouse.move(1000, 400);
		await beside.mouse.down();
		await beside.waitForTimeout(350);
		await browser.picture(beside, 'box2d_' + colorScheme);
		await browser.checkApart(beside, 'hint', 'legend');
		browser.check(/Box2D/.test(await beside.locator('#hint').textContent()), 'nothing says what is violet');
		await beside.mouse.up();
		await beside.context().close();
	}
	const still = await browser.open({ viewport: desktop, reducedMotion: 'reduce' });
	await still.waitForTimeout(300);
	browser.check(await still.evaluate(() => window.playground.statistics.time) === 0, 'moves, though less motion is asked for');
	browser.check(await still.locator('#state').isVisible(), 'does not say that it is paused');
	const middle = await still.locator('#canvas').boundingBox();
	await still.mouse.click(middle.x + 0.5 * middle.width, middle.y + 0.5 * middle.height);
	await still.waitForTimeout(300);
	browser.check(await still.evaluate(() => window.playground.statistics.time) > 0, 'a press does not start it');
	for (const [name, width, height] of [['portrait', 390, 844], ['landscape', 844, 390]]) {
		for (const [scene, colorScheme] of [['door', 'light'], ['panes', 'dark'], ['light', 'light'], ['swarm', 'dark']]) {
			const phone = await browser.open({ viewport: { width, height }, deviceScaleFactor: 2, hasTouch: true, isMobile: true, colorScheme },
				'#scene=' + scene);
			const box = await phone.locator('#canvas').boundingBox();
			await phone.touchscreen.tap(box.x + 0.6 * box.width, box.y + 0.4 * box.height);
			await phone.waitForTimeout(300);
			await browser.picture(phone, `phone_${name}_${scene}`);
			const fits = await phone.evaluate(() => ({
				wide: document.documentElement.scrollWidth > innerWidth || document.body.scrollHeight > innerHeight,
				outside: [...document.querySelectorAll('button, select, a')].filter((element) => element.offsetParent !== null &&
					element.getBoundingClientRect().right > innerWidth + 1).map((element) => element.id),
				small: [...document.querySelectorAll('button, select')].filter((element) => element.offsetParent !== null &&
					(element.offsetHeight < 36 || parseFloat(getComputedStyle(element).fontSize) < 12)).map((element) => element.id),
			}));
			browser.check(!fits.wide, `${name}, ${scene}: wider or higher than the phone`);
			browser.check(fits.outside.length === 0, `${name}, ${scene}: beyond the edge: ${fits.outside}`);
			browser.check(fits.small.length === 0, `${name}, ${scene}: too small for a finger: ${fits.small}`);
			browser.check(box.height >= 220, `${name}, ${scene}: the scene has ${box.height} px`);
			if (scene === 'door') {
				await phone.locator('#more').tap();
				await phone.waitForTimeout(200);
				await browser.picture(phone, `phone_${name}_settings`);
			}
			await phone.context().close();
		}
	}
}
