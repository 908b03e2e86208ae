// Starts Phaser in Node: jsdom stands for the browser, and a canvas that draws nothing for its pictures.

import { createRequire } from 'node:module';
import { JSDOM } from 'jsdom';

const dom = new JSDOM('<!DOCTYPE html><body></body>', { pretendToBeVisual: true, url: 'http://localhost/' });
const context = () => ({
	canvas: { width: 1, height: 1 },
	fillRect() {}, clearRect() {}, drawImage() {}, putImageData() {}, save() {}, restore() {}, beginPath() {}, fill() {}, arc() {},
	getImageData: (x, y, width, height) => ({ data: new Uint8ClampedArray(4 * width * height), width, height }),
	createImageData: (width, height) => ({ data: new Uint8ClampedArray(4 * width * height), width, height }),
	measureText: () => ({ width: 0, actualBoundingBoxAscent: 0, actualBoundingBoxDescent: 0 }),
	setTransform() {}, translate() {}, rotate() {}, scale() {},
});
dom.window.HTMLCanvasElement.prototype.getContext = context;
dom.window.focus = () => {};
for (const name of ['window', 'document', 'navigator', 'HTMLElement', 'HTMLCanvasElement', 'HTMLVideoElement', 'Element', 'Node', 'XMLHttpRequest',
	'DOMParser', 'Event', 'CustomEvent', 'requestAnimationFrame', 'cancelAnimationFrame', 'screen']) {
	Object.defineProperty(globalThis, name, { value: name === 'window' ? dom.window : dom.window[name], configurable: true, writable: true });
}

/** Without a canvas jsdom loads no pictures, and Phaser waits for three of its own. */
globalThis.Image = class {
	width = 1;
	height = 1;
	onload = null;

	set src(_) {
		setTimeout(() => this.onload?.(), 0);
	}
};
dom.window.Image = globalThis.Image;

export const Phaser = createRequire(import.meta.url)('phaser');
globalThis.Phaser = Phaser;
dom.window.Phaser = Phaser;
globalThis.self = globalThis;

/** A game without a picture. Resolves with its scene once this was created. */
export function startGame(physics, plugins) {
	return new Promise((resolve) => {
		const game = new Phaser.Game({
			type: Phaser.HEADLESS, width: 800, height: 600, banner: false, audio: { noAudio: true }, plugins,
			scene: { physics, create() { resolve({ game, scene: this }); } },
		});
	});
}

/** Ends the game, so that the process can end. */
export function endGame(game) {
	game.destroy(true);
	game.step(performance.now(), 16);
	dom.window.close();
}
