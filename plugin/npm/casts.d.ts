import type {
	BodyDef, BodyState, BodyType, Filter, LightDef, Outline, ParallelLightDef, Ray, RayFan, RayHit, Reason, SceneChange, ShapeDef,
	SightDef, SnapshotUpdate, Vec, VecList,
} from './structs.js';

export type * from './structs.js';

/** Floats of a ray in castRaysClosest: origin x and y, translation x and y. */
export const RAY_STRIDE: 4;
/**
 * Floats of a hit: fraction, point x and y, normal x and y, fraction of the exit, index of the shape, child.
 * A miss has an infinite fraction, the end of the ray as point, and -1 as shape.
 */
export const HIT_STRIDE: 8;
/** Floats of a motion: position x and y, sine, cosine, angle, velocity x and y, angular velocity. */
export const MOTION_STRIDE: 8;

/** A call that the library has refused. The message is the library's own sentence. */
export class RicochetError extends Error {
	/** Why the call was refused. */
	readonly reason: Reason;
	/** The name of the parameter or field. */
	readonly parameter: string;
	/** The index of the element that is wrong; -1 if there is only one. */
	readonly index: number;
	/** The number that was refused. */
	readonly value: number;
	/** The limit that would have passed. */
	readonly limit: number;
}

/** A list of floats that the game reuses. */
export type Floats = Float32Array | Float64Array | number[];

/** A pose whose angle is 0 if it is left away. */
export interface PoseDef {
	readonly position: Vec;
	readonly angle?: number;
}

/** An outline with several rings, or the points of its only ring. */
export type OutlineDef = Outline | VecList;

/** The casts of rays and the views of a scene or a copy of it. Each has the name and the contract of a function in c/cast.h or c/sight.h. */
export class Queries {
	protected constructor();
	/** Finds the hit with the smallest entry; null: a miss. */
	castRayClosest(ray: Ray, filter?: Filter): RayHit | null;
	/** True if the ray hits anything. This is the cheapest query. */
	castRayAny(ray: Ray, filter?: Filter): boolean;
	/** All hits, sorted by entry. */
	castRayAll(ray: Ray, filter?: Filter): RayHit[];
	/** The hit that follows `after` in the order of castRayAll. */
	castRayNext(ray: Ray, after: RayHit, filter?: Filter): RayHit | null;
	/** Casts many rays: RAY_STRIDE floats of each ray, HIT_STRIDE of each hit. Returns the number of rays that hit. */
	castRaysClosest(rays: ArrayLike<number>, hits: Floats, filter?: Filter): number;
	/** Writes 1 for each ray that hits anything, and 0 for the others. Returns the number of rays that hit. */
	castRaysAny(rays: ArrayLike<number>, isHit: Uint8Array | number[], filter?: Filter): number;
	/** Ray i of a fan. */
	fanRay(fan: RayFan, i: number): Ray;
	/** Casts all rays of a fan: HIT_STRIDE floats of each hit. */
	castRayFan(fan: RayFan, hits: Floats, filter?: Filter): number;

	/** True if the line between two points is free. */
	inSight(from: Vec, to: Vec, filter?: Filter): boolean;
	/** True if no third body blocks the line between two bodies. */
	bodyInSight(from: Body, to: Body, filter?: Filter): boolean;
	/** The share of a body that is in sight of an eye, 0 to 1. */
	seenFraction(eye: Vec, body: Body, filter?: Filter): number;
	/** The same for an eye with a radius and a cone. */
	seenFractionWithin(eye: Vec, body: Body, def: SightDef): number;
	/** The region that an eye sees: x and y of each corner, counter-clockwise. Empty if the eye is inside a solid. */
	visibilityPolygon(eye: Vec, def?: SightDef): Float32Array;
	/** That region as triangles: x and y of three corners each. */
	visibilityTriangles(eye: Vec, def?: SightDef): Float32Array;

	/** Frees the memory. No call is allowed afterwards. */
	dispose(): void;
}

/** A shape of a body. */
export class Shape {
	protected constructor();
	readonly scene: Scene;
	readonly body: Body;
	readonly id: bigint;
	/** The number of this shape in lists of hits. */
	readonly index: number;
	/** Anything of the game's. */
	userData: unknown;
	/** Sets friction, restitution, filter and sensor flag. Numbers that are left away get their defaults. */
	set(def: ShapeOptions): void;
	/** Lets an outline replace the shape for all queries and projectiles; null: the shape itself again. */
	attachOutline(outline: OutlineDef | null): void;
	destroy(): void;
}

/** Properties of a shape. */
export interface ShapeOptions extends ShapeDef {
	userData?: unknown;
}

/** A body of a scene. */
export class Body {
	protected constructor();
	readonly scene: Scene;
	readonly id: bigint;
	readonly index: number;
	readonly shapes: ReadonlySet<Shape>;
	/** Anything of the game's. */
	userData: unknown;
	/** Adds a box with half extents. */
	addBox(hx: number, hy: number, def?: ShapeOptions & { position?: Vec; angle?: number }): Shape;
	addCircle(center: Vec, radius: number, def?: ShapeOptions): Shape;
	/** Adds all points within a radius of a segment. */
	addCapsule(a: Vec, b: Vec, radius: number, def?: ShapeOptions): Shape;
	/** Adds the convex hull of 3 to 8 points. */
	addPolygon(points: VecList, def?: ShapeOptions & { radius?: number }): Shape;
	/** Adds a solid with the points as they are: a point, a segment or a convex counter-clockwise polygon, with a radius. */
	addSolid(points: VecList, radius?: number, def?: ShapeOptions): Shape;
	/** Adds a segment, which is hit from both sides. */
	addSegment(a: Vec, b: Vec, def?: ShapeOptions): Shape;
	/** Adds a chain, which collides from the right of its direction. */
	addChain(points: VecList, isLoop?: boolean, def?: ShapeOptions): Shape;
	/** Adds a solid of any form, with holes, as one shape for each convex piece. */
	addOutline(outline: OutlineDef, def?: ShapeOptions): Shape[];
	/** The present pose, velocities, mass and type. */
	readonly state: BodyState;
	/** Puts the body to another pose: a jump. */
	setPose(pose: PoseDef): void;
	setVelocity(velocity: Vec, angularVelocity?: number): void;
	applyImpulse(impulse: Vec, point: Vec): void;
	/** Restores a state. */
	putBack(state: Omit<BodyState, 'body'>): void;
	/** Sets the mass (kg), the inertia about the centre of mass (kg m^2) and that centre. */
	setMass(mass: number, inertia: number, center?: Vec): void;
	setType(type: BodyType): void;
	/** A disabled body is hit by nothing. */
	setEnabled(isEnabled: boolean): void;
	destroy(): void;
}

/** The initial state of a body. */
export interface BodyOptions extends BodyDef {
	userData?: unknown;
}

/** A motion of a body in a step of the engine. */
export interface SceneMotion {
	readonly body: Body;
	readonly position: Vec;
	/** If sine and cosine are left away, they are computed from the angle. */
	readonly sine?: number;
	readonly cosine?: number;
	/** If it is left away: the angle before, plus the shorter turn. */
	readonly angle?: number;
	readonly velocity?: Vec;
	readonly angularVelocity?: number;
}

/** A change of a body that the engine does not know yet. */
export type BodyChange = SceneChange;

/** A world that the game fills from its own engine. */
export class Scene extends Queries {
	readonly bodies: ReadonlySet<Body>;
	createBody(def?: BodyOptions): Body;
	/** The shape with an index from a list of hits; null for a miss. */
	shapeAt(index: number): Shape | null;
	/** Moves bodies to where the engine has moved them in its step. The others are at rest. */
	move(motions: readonly SceneMotion[]): void;
	/** The same from a list of floats, MOTION_STRIDE of each body. */
	moveMany(bodies: readonly Body[], numbers: ArrayLike<number>, count?: number): void;
	/** Takes the changes that the engine does not know yet: impulses, and poses to which bodies were put. */
	takeChanges(): BodyChange[];
	/** Takes the bodies that blasts have destroyed. */
	takeDestroyed(): Body[];
	/** Moves the bodies by their velocities, for a game without an engine. Nothing collides. */
	step(dt: number): void;
	createSnapshot(): Snapshot;
	createRegion(): Region;
}

/** A copy of a scene that answers the same questions faster. */
export class Snapshot extends Queries {
	/** Copies the scene as it is now. */
	update(): SnapshotUpdate;
}

/** The region that an eye sees or a light illuminates, for drawing. */
export class Region {
	protected constructor();
	look(queries: Queries, eye: Vec, def?: SightDef): void;
	illuminate(queries: Queries, light: LightDef): void;
	illuminateParallel(queries: Queries, light: ParallelLightDef): void;
	/** The region with hard shadows: x and y of each corner, counter-clockwise. */
	polygon(maxError?: number): Float32Array;
	/** The same as triangles: x and y of three corners each. */
	triangles(maxError?: number): Float32Array;
	/** Corners of the triangles of soft shadows: x, y, share and change of each. */
	softTriangles(maxError?: number): Float32Array;
	/** The share of the light that reaches a point, 0 to 1. */
	share(point: Vec): number;
	dispose(): void;
}

export interface SceneOptions {
	/** m/s^2; it acts on projectiles. */
	gravity?: Vec;
}

/** The loaded library. */
export class Library {
	protected constructor();
	readonly version: string;
	readonly RAY_STRIDE: 4;
	readonly HIT_STRIDE: 8;
	readonly MOTION_STRIDE: 8;
	createScene(options?: SceneOptions): Scene;
}

export interface LoadOptions {
	/** The program: its bytes, its module, or the place where it is. By default the file beside the module. */
	wasm?: BufferSource | WebAssembly.Module | URL | string;
}

/** Loads the library. */
export function load(options?: LoadOptions): Promise<Library>;
