import type {
	BeamDef, BeamEnd, BeamLeg, BlastHit, Box, BulletDef, BulletId, BulletPlace, BulletState, Expired, Explosion, ExplosionDef, Filter,
	GrenadeDef, GrenadeId, GrenadePlace, GrenadeState, Ground, GroundDef, HistoryDef, HullHit, Impact, Intercept, MovingTarget, NearestHit,
	OutlineFault, OverlapHit, PathPoint, PluginDef, PolygonKind, Pose, Press, Ray, RayHit, RestoreDef, SaveNames, SlideDef, SlidePlane,
	SlideResult, SnapshotUpdate, Surface, SurfaceDef, TurningHit, TurningPath, Vec, VecList,
} from './structs.js';
import { Body, LoadOptions, OutlineDef, PoseDef, SceneOptions, Shape, Library as CastsLibrary, Scene as CastsScene, Snapshot as CastsSnapshot } from './casts.js';

export type * from './structs.js';
export {
	Body, HIT_STRIDE, MOTION_STRIDE, Queries, RAY_STRIDE, Region, RicochetError, Shape,
} from './casts.js';
export type {
	BodyChange, BodyOptions, Floats, LoadOptions, OutlineDef, PoseDef, SceneMotion, SceneOptions, ShapeOptions,
} from './casts.js';

/** A convex polygon with an optional radius around it, or a circle: only a radius. */
export type HullDef = { readonly vertices: VecList; readonly radius?: number } | { readonly radius: number };

/** The path of a hull that turns. */
export type TurningPathDef = Omit<TurningPath, 'hull'> & { readonly hull: HullDef };

/** Casts through solids, casts of hulls, distances, characters and beams. Each has the name and the contract of a function in c/cast.h. */
export interface HullQueries {
	/** The solids along a ray: touching shapes of one body are one solid. */
	castRaySolids(ray: Ray, filter?: Filter): RayHit[];
	/** The length of the part of a straight line that is solid (m). */
	solidLength(from: Vec, to: Vec, filter?: Filter): number;
	/** The first thing that a hull hits on a straight translation; null: none. */
	castHullClosest(hull: HullDef, pose: PoseDef, translation: Vec, filter?: Filter): HullHit | null;
	castHullAny(hull: HullDef, pose: PoseDef, translation: Vec, filter?: Filter): boolean;
	castHullAll(hull: HullDef, pose: PoseDef, translation: Vec, filter?: Filter): HullHit[];
	castHullSolids(hull: HullDef, pose: PoseDef, translation: Vec, filter?: Filter): HullHit[];
	/** Everything that a hull overlaps, the deepest first. */
	overlapHull(hull: HullDef, pose: PoseDef, filter?: Filter): OverlapHit[];
	/** The first thing that a hull hits while it moves and turns; null: none. */
	castTurningClosest(path: TurningPathDef, filter?: Filter): TurningHit | null;
	castTurningAny(path: TurningPathDef, filter?: Filter): boolean;
	castTurningAll(path: TurningPathDef, filter?: Filter): TurningHit[];

	/** The nearest thing within a distance; null: none. */
	findNearest(point: Vec, maxDistance?: number, filter?: Filter): NearestHit | null;
	/** Up to `most` things within a distance, the nearest first. */
	findAllNearest(point: Vec, maxDistance: number, most: number, filter?: Filter): NearestHit[];
	/** The ground under a hull; null: none. */
	checkGround(hull: HullDef, pose: PoseDef, def?: GroundDef, filter?: Filter): Ground | null;
	/** Moves a hull by a translation so that it slides along the things that it hits. */
	slideHull(hull: HullDef, pose: PoseDef, translation: Vec, def?: SlideDef, filter?: Filter): SlideResult & { planes: SlidePlane[] };
	/** Casts a beam, such as a laser, with its bounces. */
	castBeam(origin: Vec, direction: Vec, def?: BeamDef): { legs: BeamLeg[]; end: BeamEnd };
	/** The effects that a blast would have, the nearest first. It changes nothing. */
	measureBlast(def: ExplosionDef): BlastHit[];
}

/** Rings as the library makes them: x and y of each vertex, and the first vertex of each ring. */
export interface Rings {
	vertices: Float32Array;
	ringStarts: number[];
}

// Scenes and snapshots have these methods, too.
export interface Scene extends HullQueries {}
export interface Snapshot extends HullQueries {}

/** A world that the game fills from its own engine. */
export class Scene extends CastsScene {
	createSnapshot(): Snapshot;
	/** Bullets and grenades in this scene. */
	createPlugin(def?: PluginOptions): Plugin;
	/** The past poses of this scene, for lag compensation. */
	createHistory(def?: HistoryDef): History;
	createStepMotion(): StepMotion;
}

/** A copy of a scene that answers the same questions faster. */
export class Snapshot extends CastsSnapshot {
	/** Sets the copy to a past time of a history. */
	updateTo(history: History, time: number): SnapshotUpdate;
}

/** Settings of a plugin. `surface` replaces the whole default surface. */
export type PluginOptions = PluginDef;

/** Bullets and grenades in a scene. Events are those of the last step, and are valid until the next step begins. */
export class Plugin {
	protected constructor();
	readonly scene: Scene;
	/** Call it before the engine's step, and endStep after it. */
	beginStep(): void;
	endStep(dt: number): void;
	/** A step of a game without an engine: bodies move by their velocities, and nothing collides. */
	step(dt: number): void;
	/** Fires a bullet, which flies from the next step on. */
	fire(def: BulletDef): BulletId;
	/** Throws a grenade, which flies from the next step on. */
	throw(def: GrenadeDef): GrenadeId;
	/** Fires a bullet at a past time of a history: lag compensation. */
	fireAt(def: BulletDef, history: History, time: number): BulletId;
	/** Sets off an explosion: at once, or, inside a step, at its end. */
	explode(def: ExplosionDef): void;

	readonly impacts: Impact[];
	/** Impulses that grenades give without an impact. */
	readonly presses: Press[];
	/** Projectiles that have ended. */
	readonly expired: Expired[];
	readonly explosions: Explosion[];
	readonly blastHits: BlastHit[];
	readonly fragments: BulletId[];

	/** The bullets in flight. */
	readonly bullets: BulletState[];
	readonly grenades: GrenadeState[];
	/** x and y of each bullet, for drawing many. */
	bulletPositions(): Float32Array;
	grenadePositions(): Float32Array;
	/** One bullet; null if it does not fly. */
	findBullet(id: BulletId): BulletState | null;
	findGrenade(id: GrenadeId): GrenadeState | null;
	steerBullet(id: BulletId, position: Vec, velocity: Vec): void;
	steerGrenade(id: GrenadeId, position: Vec, velocity: Vec): void;
	/** Removes a bullet without an event. */
	cancelBullet(id: BulletId): void;
	cancelGrenade(id: GrenadeId): void;
	clear(): void;
	reserve(bullets: number, grenades: number): void;
	/** Destroys the body when the next step begins. */
	queueDestroy(body: Body): void;
	/** Sets the surface of a shape. Numbers that are left away stay as they are. */
	setSurface(shape: Shape, surface: SurfaceDef): void;
	getSurface(shape: Shape): Surface;
	/** Shifts the origin of the scene and of this plugin. */
	shiftOrigin(newOrigin: Vec): void;

	/** The path of a bullet in the last step. Its def must have keepsPath. */
	bulletPath(id: BulletId): PathPoint[];
	/** The bullets that were in flight at a share of the last step, for a picture between two steps. */
	bulletsAt(alpha: number): BulletPlace[];
	grenadesAt(alpha: number): GrenadePlace[];
	/** The path that a bullet would fly if it were fired now. */
	previewBullet(def: BulletDef, duration: number, dt?: number): { points: PathPoint[]; impacts: Impact[]; exactUntil: number };
	previewGrenade(def: GrenadeDef, duration: number, dt?: number): { points: PathPoint[]; impacts: Impact[]; exactUntil: number; end: Expired };
	/** The hits that an explosion would have now. */
	previewBlast(def: ExplosionDef): BlastHit[];

	/** All projectiles as bytes, for saved games and rollback. */
	save(names?: Exclude<SaveNames, 'userData'>): Uint8Array;
	restore(bytes: Uint8Array, def?: RestoreDef): void;
	/** A checksum of all projectiles. */
	readonly checksum: bigint;
	dispose(): void;
}

/** The past poses of a scene. */
export class History {
	protected constructor();
	record(time: number): void;
	/** The number of records, and the oldest and the newest time; NaN if there is none. */
	readonly records: { count: number; oldest: number; newest: number };
	shift(newOrigin: Vec): void;
	/** The pose of a body at a past time; null if it was not in the scene. */
	poseOf(body: Body, time: number): Pose | null;
	dispose(): void;
}

/** How the bodies moved in the last step, for projectiles that the game moves itself. */
export class StepMotion {
	protected constructor();
	/** Call it before the engine's step, and end after it. */
	begin(): void;
	end(): void;
	/** The closest hit of a ray through the step. The fraction is also the share of the step. */
	castRay(ray: Ray, filter?: Filter): RayHit | null;
	castHull(hull: HullDef, pose: PoseDef, translation: Vec, filter?: Filter): HullHit | null;
	/** The beam flies its length in the step. */
	castBeam(origin: Vec, direction: Vec, def?: BeamDef): { legs: BeamLeg[]; end: BeamEnd };
	dispose(): void;
}

/** The loaded library. */
export class Library extends CastsLibrary {
	createScene(options?: SceneOptions): Scene;
	/** Throws if the rings do not make a solid. */
	checkOutline(outline: OutlineDef): void;
	findOutlineFaults(outline: OutlineDef): OutlineFault[];
	/** The outline of the union of boxes, such as the tiles of a level. */
	uniteBoxes(boxes: readonly Box[]): Rings;
	withoutFlatVertices(outline: OutlineDef): Rings;
	weldRings(outline: OutlineDef, distance: number): Rings;
	checkPolygon(points: VecList): PolygonKind;
	/** Cuts an outline into convex pieces. */
	decompose(outline: OutlineDef, mostVertices?: number): { count: number; vertices: number[]; edges: number[] }[];
	/** The two angles at which a bullet reaches a point, the low one first. */
	solveLaunch(from: Vec, to: Vec, speed: number, gravity: Vec, drag?: number): [number, number];
	/** The velocity with which a bullet is at a point after a duration. */
	launchVelocity(from: Vec, to: Vec, duration: number, gravity: Vec, drag?: number): Vec;
	/** The velocity with which a bullet hits a moving target. */
	solveIntercept(from: Vec, target: MovingTarget, speed: number, gravity: Vec, drag?: number, lifetime?: number): Intercept;
}

/** Loads the library. */
export function load(options?: LoadOptions): Promise<Library>;
