// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

// The fault of a map: the parser's own words are of use to nobody.
function inWords(fault) {
	if (fault.includes('is not JSON')) {
		const [, line, column] = /line (\d+), column (\d+)/.exec(fault) || [];
		return 'It is not a map of Tiled, or it is broken' + (line ? ` at line ${line}, column ${column}.` : '.');
	}
	return fault.replace('the map: ', 'The file ');
}

// A map of the Tiled editor, or a recording of a game.
async function openFile(play, file) {
	if (!file) {
		play.say('That is no file. Drop a map of Tiled (.tmj), or what a game’s Recorder wrote (.ricochet).');
		return;
	}
	try {
		const text = await file.text();
		if (text.trim() === '') {
			throw new Error('It is empty.');
		}
		if (text.startsWith('{"ricochet recording"')) {
			const recording = new Recording(text);
			play.closeRecording();
			play.openRecording(recording, file.name);
			return;
		}
		const fault = play.loadMap(text);
		if (fault === '') {
			play.load(play.about.scenes.findIndex((about) => about.key === 'map'));
		} else {
			play.say(`${file.name} cannot be played. ${inWords(fault)}`);
		}
	} catch (fault) {
		play.say(`${file.name} cannot be opened. ${fault.message}`);
	}
}
