// The page in Chromium, from disk, and what is wrong with it.

import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const { chromium } = createRequire(process.cwd() + '/')('playwright-core');

export const desktop = { width: 1440, height: 900 };

export class Browser {
	static async start(page, pictures) {
		mkdirSync(pictures, { recursive: true });
		const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });
		return Object.assign(new Browser(), { browser, page, pictures, faults: 0 });
	}

	check(isTrue, text) {
		if (!isTrue) {
			this.faults += 1;
			console.log('FAULT ' + text);
		}
	}

	// A tab that complains of errors, and of whatever it asks of a network.
	async open(options, hash = '') {
		const context = await this.browser.newContext(options);
		const tab = await context.newPage();
		tab.on('console', (message) => this.check(message.type() !== 'error', 'console: ' + message.text()));
		tab.on('pageerror', (error) => this.check(false, 'page: ' + error.message));
		tab.on('request', (request) => this.check(/^(file|data|blob):/.test(request.url()), 'asks for ' + request.url()));
		await tab.goto(pathToFileURL(this.page).href + hash);
		await tab.waitForFunction(() => window.playground && window.playground.statistics);
		return tab;
	}

	// A picture of one colour is the smallest file that a PNG of its size can be.
	async picture(tab, name) {
		const png = await tab.screenshot();
		writeFileSync(`${this.pictures}/${name}.png`, png);
		this.check(png.length >= 12000, name + ' is blank');
	}

	// What stands over the scene is not covered by what else does.
	async checkApart(tab, ...ids) {
		const boxes = await Promise.all(ids.map((id) => tab.locator('#' + id).boundingBox()));
		const meet = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
		for (const [i, box] of boxes.entries()) {
			for (const [j, other] of boxes.slice(0, i).entries()) {
				this.check(!meet(box, other), `${ids[i]} covers ${ids[j]}`);
			}
		}
	}

	close() {
		return this.browser.close();
	}
}
