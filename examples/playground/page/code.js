// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

// The C++ lines of the scene, which follow the present values while they are shown.
class CodeDrawer {
	constructor(play) {
		this.play = play;
		this.lines = at('code').querySelector('pre');
		at('copy').onclick = () => this.copy();
	}

	toggle() {
		at('code').hidden = !at('code').hidden;
		at('lines').setAttribute('aria-expanded', !at('code').hidden);
		this.update(0);
	}

	update(now) {
		if (at('code').hidden || now - this.told < 200) {
			return;
		}
		this.told = now;
		const text = this.play.program.text('code');
		if (text !== this.lines.textContent) {
			this.lines.textContent = text;
		}
	}

	// A page from disk may be refused the clipboard: then the lines are selected, to be copied by hand.
	async copy() {
		getSelection().selectAllChildren(this.lines);
		let isCopied = true;
		try {
			await navigator.clipboard.writeText(this.lines.textContent);
		} catch {
			isCopied = document.execCommand('copy');
		}
		at('copy').textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
		setTimeout(() => { at('copy').textContent = 'Copy'; }, 1500);
	}
}
