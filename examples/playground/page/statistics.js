// MIT License, Copyright (c) 2026 the ricochet authors

'use strict';

// What has happened in the scene, and what it took, as the page's last line has it. A phone has no room for details.
function statisticsOf(seen) {
	const parts = [
		[seen.time.toFixed(2), 's'], [seen.bullets, 'bullets'], [seen.grenades, 'grenades', 'detail'],
		[seen.bodies, 'bodies', 'detail'], [seen.fired, 'fired'], [seen.impacts, 'impacts'], [seen.bounces, 'bounced', 'detail'],
		[seen.pierces, 'pierced', 'detail'], [seen.stops, 'stopped', 'detail'], [seen.frames, 'frames/s'],
		[seen.computing.toFixed(1), 'ms computed', 'detail'], [seen.painting.toFixed(1), 'ms drawn', 'detail'],
	];
	return parts.map(([number, name, kind = '']) => {
		const span = document.createElement('span');
		const value = document.createElement('b');
		value.textContent = number;
		span.className = kind;
		span.append(value, ' ' + name);
		return span;
	});
}
