// The part that all adapters share: which bodies are new, gone, put elsewhere or moved, and what they receive.

const X = 0;
const Y = 1;
const SINE = 2;
const COSINE = 3;
const ANGLE = 4;
const STRIDE = 8;

/**
 * Follows an engine's world with a scene.
 *
 * A body of the scene has the engine's body as userData, and a shape the engine's shape. An engine's adapter has these
 * methods:
 *
 * - list(): all bodies of the engine.
 * - make(engineBody): the def of the body, such as its type.
 * - addShapes(engineBody, body).
 * - read(engineBody, to): writes the pose and the velocities to 8 numbers, as MOTION_STRIDE says.
 * - push(engineBody, impulse, angularImpulse, change) and put(engineBody, change).
 */
export class Adapter {
	constructor(scene) {
		this.scene = scene;
		this.entries = new Map();
		this.destroyed = new WeakSet();
		this.moved = [];
		this.numbers = new Float32Array(64 * STRIDE);
		this.now = new Float32Array(STRIDE);
	}

	/** The body of the scene for a body of the engine; null if there is none. */
	bodyOf(engineBody) {
		return this.entries.get(this.keyOf(engineBody))?.body ?? null;
	}

	keyOf(engineBody) {
		return engineBody;
	}

	/** Adds a body of the engine. `sync` does it for all that are new. */
	add(engineBody) {
		const last = new Float32Array(STRIDE);
		this.read(engineBody, last);
		const body = this.scene.createBody({
			position: { x: last[X], y: last[Y] }, angle: angleOf(last), velocity: { x: last[5], y: last[6] }, angularVelocity: last[7],
			...this.make(engineBody), userData: engineBody,
		});
		this.entries.set(this.keyOf(engineBody), { engineBody, body, last, round: 0 });
		this.addShapes(engineBody, body);
		this.describe(engineBody, body);
		return body;
	}

	/** Sets the mass of a body again, and whatever else an adapter reports of it. */
	describe(engineBody, body) {
		const mass = this.mass(engineBody);
		if (mass !== null) {
			body.setMass(mass.mass, mass.inertia, mass.center);
		}
	}

	/** Removes a body of the engine. `sync` does it for all that are gone. */
	remove(engineBody) {
		const key = this.keyOf(engineBody);
		const entry = this.entries.get(key);
		if (entry !== undefined) {
			this.entries.delete(key);
			entry.body.destroy();
		}
	}

	/** Makes a body anew, because its shapes have changed. */
	rebuild(engineBody) {
		this.remove(engineBody);
		return this.add(engineBody);
	}

	/** Before the engine's step: adds and removes bodies, and puts the ones that the game has put elsewhere. */
	sync() {
		this.apply();
		this.round = (this.round ?? 0) + 1;
		let hasPut = false;
		for (const engineBody of this.list()) {
			const entry = this.entries.get(this.keyOf(engineBody));
			if (entry === undefined) {
				if (!this.destroyed.has(engineBody)) {
					this.add(engineBody);
					this.entries.get(this.keyOf(engineBody)).round = this.round;
				}
				continue;
			}
			entry.round = this.round;
			this.read(engineBody, this.now);
			if (this.isElsewhere(entry)) {
				entry.last.set(this.now);
				entry.body.setPose({ position: { x: this.now[X], y: this.now[Y] }, angle: angleOf(this.now) });
				hasPut = true;
			}
		}
		for (const entry of this.entries.values()) {
			if (entry.round !== this.round) {
				this.remove(entry.engineBody);
			}
		}
		if (hasPut) {
			// The engine knows these poses: they are its own.
			this.scene.takeChanges();
		}
	}

	isElsewhere({ last }) {
		const now = this.now;
		return last[X] !== now[X] || last[Y] !== now[Y] || last[SINE] !== now[SINE] || last[COSINE] !== now[COSINE];
	}

	/** After the engine's step: reports where the bodies are now. */
	follow() {
		let count = 0;
		for (const entry of this.moving()) {
			const { last } = entry;
			this.read(entry.engineBody, this.now);
			let isSame = true;
			for (let i = 0; i < STRIDE; ++i) {
				isSame = isSame && (last[i] === this.now[i] || (i === ANGLE && Number.isNaN(this.now[i])));
			}
			if (isSame) {
				continue;
			}
			last.set(this.now);
			if ((count + 1) * STRIDE > this.numbers.length) {
				const larger = new Float32Array(2 * this.numbers.length);
				larger.set(this.numbers);
				this.numbers = larger;
			}
			this.numbers.set(last, count * STRIDE);
			this.moved[count++] = entry.body;
		}
		this.moved.length = count;
		this.scene.moveMany(this.moved, this.numbers, count);
	}

	/** The bodies that a step may have moved. */
	moving() {
		return this.entries.values();
	}

	/** Gives the engine what projectiles, blasts and the scene's own impulses have changed. */
	apply() {
		for (const change of this.scene.takeChanges()) {
			const { body } = change;
			const entry = body === null ? undefined : this.entries.get(this.keyOf(body.userData));
			if (entry === undefined || entry.body !== body) {
				continue;
			}
			if (change.isPut) {
				this.put(entry.engineBody, change);
				this.read(entry.engineBody, entry.last);
			}
			if (change.impulse.x !== 0 || change.impulse.y !== 0 || change.angularImpulse !== 0) {
				this.push(entry.engineBody, change.impulse, change.angularImpulse, change);
			}
		}
	}

	/**
	 * The bodies of the engine that blasts or queueDestroy have destroyed. The game removes them from its engine; they
	 * are not added again.
	 */
	takeDestroyed() {
		return this.scene.takeDestroyed().map(({ userData }) => {
			this.entries.delete(this.keyOf(userData));
			this.destroyed.add(userData);
			return userData;
		});
	}

	/** One step: stepEngine is the engine's own. */
	step(plugin, dt, stepEngine) {
		this.sync();
		plugin.beginStep();
		stepEngine();
		this.follow();
		plugin.endStep(dt);
		this.apply();
	}
}

export function angleOf(numbers) {
	return Number.isNaN(numbers[ANGLE]) ? Math.atan2(numbers[SINE], numbers[COSINE]) : numbers[ANGLE];
}

/** Writes a motion whose engine knows an angle only. */
export function writeMotion(to, x, y, angle, velocityX, velocityY, angularVelocity) {
	to[0] = x;
	to[1] = y;
	to[2] = Math.sin(angle);
	to[3] = Math.cos(angle);
	to[4] = angle;
	to[5] = velocityX;
	to[6] = velocityY;
	to[7] = angularVelocity;
}

/** Adds a convex polygon with any number of corners, in either order. */
export function addConvex(body, points, radius, def) {
	let area = 0;
	for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
		area += points[j].x * points[i].y - points[i].x * points[j].y;
	}
	const ordered = area < 0 ? [...points].reverse() : points;
	const shape = body.addSolid(ordered.slice(0, ordered.length > 8 ? 7 : 8), radius, def);
	if (ordered.length > 8) {
		// One shape, where convex pieces would have seams.
		shape.attachOutline(ordered);
	}
	return shape;
}

/** Filters of the engines have up to 32 or 64 bits, those of ricochet 16: the lowest ones count. */
export const bits = (value) => value & 0xffff;
