import type { Body, Plugin, Scene } from '../index.js';
import type { Scene as CastsScene } from '../casts.js';

/** Follows an engine's world with a scene. A body of the scene has the engine's body as userData. */
export class Adapter<EngineBody> {
	readonly scene: CastsScene;
	/** The body of the scene for a body of the engine; null if there is none. */
	bodyOf(engineBody: EngineBody): Body | null;
	/** Adds a body of the engine. `sync` does it for all that are new. */
	add(engineBody: EngineBody): Body;
	/** Removes a body of the engine. `sync` does it for all that are gone. */
	remove(engineBody: EngineBody): void;
	/** Makes a body anew, because its shapes have changed. */
	rebuild(engineBody: EngineBody): Body;
	/** Before the engine's step: adds and removes bodies, and puts the ones that the game has put elsewhere. */
	sync(): void;
	/** After the engine's step: reports where the bodies are now. */
	follow(): void;
	/** Gives the engine what projectiles and blasts have changed. */
	apply(): void;
	/** The bodies of the engine that blasts have destroyed. The game removes them from its engine. */
	takeDestroyed(): EngineBody[];
	/** One step: stepEngine is the engine's own. */
	step(plugin: Plugin, dt: number, stepEngine: () => void): void;
}

export type AnyScene = Scene | CastsScene;
