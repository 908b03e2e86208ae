// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// This header adds bullets, grenades, blasts, casts and sight to a world of Box2D 3 (3.1 and later, positions in float
// or double). The game compiles it with its own Box2D 3, and links ricochet::scene. That library contains nothing of
// Box2D.

#include <box2d/box2d.h>
#include <ricochet/c/scene.h>
#include <ricochet/ricochet_c.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ricochet::box2d3
{

/// A position in the world: b2Vec2, or b2Pos if Box2D is compiled for large worlds.
using Point = decltype(b2Body_GetPosition(b2BodyId{}));

/// The things that a query or a projectile can hit. Categories and masks are those of Box2D 3, with 64 bits.
struct Filter
{
	uint64_t categoryBits = UINT64_MAX;
	uint64_t maskBits = UINT64_MAX;
	bool sensors = false;
	bool startInside = true;
	int32_t sides = RICOCHET_SIDES_BOTH; ///< sides of chains that are hit
	std::array<b2BodyId, 4> ignore{};    ///< bodies that are not hit; null ids do not count
};

/// The point where a ray crosses a surface, as ricochet_crossing.
struct Crossing
{
	float fraction = 0.0f;
	Point point{};
	b2Vec2 normal{};
};

/// The part of a ray in a shape, as ricochet_ray_hit.
struct RayHit
{
	b2ShapeId shape{};
	b2BodyId body{};
	Crossing enter, exit;
	bool startsInside = false;
	bool endsInside = false;
	bool grazing = false;
};

/// An impact of the last step. Shape and body are null ids if a bullet hit a grenade. Points of `event` are relative to
/// the origin of the World.
struct Impact : RayHit
{
	ricochet_impact event{};
};

/// The most used fields of ricochet_bullet_def, which states the ranges.
struct BulletDef
{
	Point position{};
	b2Vec2 velocity{};
	float mass = 0.01f;
	float gravityScale = 1.0f;
	float lifetime = 5.0f;
	float restitution = 1.0f;
	float radius = 0.0f;
	int32_t maxBounces = 0;
	int32_t maxPierces = 0;
	uint64_t userData = 0;
	Filter filter{};
};

/// The most used fields of ricochet_explosion_def.
struct BlastDef
{
	Point position{};               ///< not read if the blast is that of a grenade
	float radius = 1.0f;            ///< m: up to this distance the blast has its full effect
	float falloff = 3.0f;           ///< m: from radius + falloff on the blast has no effect
	float impulsePerLength = 10.0f; ///< N s/m
	float damage = 1.0f;
	int32_t fragments = 0; ///< number of bullets that the blast fires
	float fragmentSpeed = 300.0f;
	uint64_t userData = 0;
	Filter filter{};
	ricochet_blast_rule rule = nullptr; ///< null: the blast destroys nothing
	void* context = nullptr;            ///< passed to the rule
};

/// The effect of a blast on a body or a grenade. The body is a null id if a grenade is hit. Points of `event` are
/// relative to the origin of the World.
struct BlastHit
{
	b2BodyId body{};
	Point point{};
	ricochet_blast_hit event{};
};

/// The most used fields of ricochet_grenade_def.
struct GrenadeDef
{
	Point position{};
	b2Vec2 velocity{};
	float radius = 0.1f;
	float mass = 0.4f;
	float fuse = std::numeric_limits<float>::infinity(); ///< s
	float restitution = 0.4f;
	float friction = 0.5f;
	uint64_t userData = 0;
	Filter filter{};
	const BlastDef* blast = nullptr;                           ///< the blast at the end of the fuse; null: none
	float impactFuse = std::numeric_limits<float>::infinity(); ///< s after its first impact
	bool sticky = false;
};

/// A bullet or a grenade in flight. The position in `state` is relative to the origin of the World.
template <class State>
struct Flying
{
	Point position{};
	State state{};
};
using Bullet = Flying<ricochet_bullet_state>;
using Grenade = Flying<ricochet_grenade_state>;

/// The end of a bullet or a grenade in the last step. The position in `event` is relative to the origin of the World.
struct Expired
{
	Point position{};
	ricochet_expired event{};
};

/// All points within a radius (m) of the convex hull of the vertices, as ricochet_hull. The radius must be above 0 for
/// one vertex or two. Three vertices or more must be counter-clockwise. b2ShapeProxy has the same data.
struct Hull
{
	std::span<const b2Vec2> vertices;
	float radius = 0.0f;
};

/// A hit of a hull, as ricochet_hull_hit. The points of enter and exit are the positions of the hull at entry and exit.
struct HullHit : RayHit
{
	Point contact{};    ///< the first touching point of hull and shape; meaningless if the hull starts inside
	Point place{};      ///< a position of the hull at which the two do not touch
	float depth = 0.0f; ///< if the hull starts inside: how far it must move to get out (m)
	b2Vec2 wayOut{};    ///< the direction of that move
};

/// A shape that a hull overlaps, as ricochet_overlap_hit.
struct Overlap
{
	b2ShapeId shape{};
	b2BodyId body{};
	float depth = 0.0f; ///< how far the hull must move to get out (m)
	b2Vec2 wayOut{};    ///< the direction of that move
	Point place{};      ///< a position of the hull after that move, at which the two do not touch
};

/// The ground under a hull, as ricochet_ground.
struct Ground
{
	b2ShapeId shape{};
	b2BodyId body{};
	Point point{};
	b2Vec2 normal{};
	float distance = 0.0f; ///< how far the ground is below the hull (m); negative: minus the depth of an overlap
	float slope = 0.0f;    ///< rad
	bool isWalkable = false;
	bool isHeld = false; ///< too steep to walk on, but the hull stays on it, as between two rocks
	b2Vec2 velocity{};   ///< velocity of the body at the point (m/s)
};

/// A shape that stopped a slide, as ricochet_slide_plane.
struct SlidePlane
{
	b2ShapeId shape{};
	b2BodyId body{};
	b2Vec2 normal{};
	Point point{}; ///< where the hull touched the shape; meaningless if the hull overlapped it
	bool isOverlap = false;
};

/// The end of a slide, as ricochet_slide_result.
struct Slide
{
	Point position{};
	b2Vec2 left{};       ///< the rest of the translation, along the planes
	bool isFree = false; ///< at the end the hull overlaps nothing
};

/// The shape that is near a point, as ricochet_nearest_hit.
struct NearestHit
{
	b2ShapeId shape{};
	b2BodyId body{};
	float distance = 0.0f; ///< m; if the point is in a solid, minus its depth
	Point point{};         ///< the nearest point of the shape's surface
	b2Vec2 normal{};
};

/// The most used fields of ricochet_beam_def.
struct BeamDef
{
	float length = 100.0f; ///< length of all legs together (m)
	int32_t maxBounces = 0;
	int32_t maxPierces = 0;
	Filter filter{};
	ricochet_beam_rule rule = nullptr; ///< null: bounce while bounces are left, else pierce, else stop
	void* context = nullptr;           ///< passed to the rule
};

/// A straight part of a beam. The shape of `hit` is a null id if the beam ends without a hit. Points of `leg` are
/// relative to the origin of the World.
struct BeamLeg
{
	Point begin{};
	Point end{};
	RayHit hit{};
	ricochet_beam_leg leg{};
};

/// How far and in which directions an eye sees, as ricochet_sight_def.
struct Eye
{
	Point position{};
	float radius = 10.0f;                          ///< m
	float direction = 0.0f;                        ///< direction of the middle of the cone (rad)
	float cone = 2.0f * std::numbers::pi_v<float>; ///< angle of the cone from border to border (rad)
	Filter filter{};
};

/// A luminous disc, all around or in a cone, as ricochet_light_def.
struct Light
{
	Point position{};
	float radius = 10.0f; ///< how far the light reaches (m)
	float direction = 0.0f;
	float cone = 2.0f * std::numbers::pi_v<float>;
	float size = 0.0f; ///< radius of the disc (m); 0: hard shadows
	Filter filter{};
};

/// Light from infinitely far away over a rectangle, as ricochet_parallel_light_def.
struct ParallelLight
{
	b2Vec2 direction{0.0f, -1.0f}; ///< direction in which the light travels
	Point viewLower{};
	Point viewUpper{};
	float before = 0.0f; ///< how far before the view the light begins (m)
	float spread = 0.0f; ///< half the angle under which the source is seen (rad)
	Filter filter{};
};

/// A corner of a triangle in a soft shadow, as ricochet_lit_vertex.
struct LitVertex
{
	Point point{};
	float share = 0.0f;
	float change = 0.0f;
};

/// A shape that was not copied into the scene, and why. Nothing hits such a shape.
struct Refusal
{
	b2ShapeId shape{};
	ricochet_error error{};
};

/// Keeps a scene of ricochet up to date with a world of Box2D 3.
///
/// It detects these changes by itself:
/// - Bodies that b2World_Step moves. The world's move events report them.
/// - Shapes and bodies that were created or destroyed. Each Sync compares the world's counters, and tests whether each
///   shape is still valid.
///
/// The game calls Touch for a body that it has teleported, enabled or disabled, or whose type or mass it has changed.
/// It also calls Touch if it has changed the geometry, filter, friction or restitution of a shape of the body. With
/// Options::looksAtAll, teleports need no Touch, because each Sync reads the pose of every body.
///
/// A frame has this order: the game changes its world, calls Step (or Begin, b2World_Step and End), and then reads
/// events and makes queries. If the game changes its world before a query, it must call Sync first.
///
/// - The world must outlive this object. Use both on one thread at a time.
/// - Positions are float, relative to `origin`. In a large world choose an origin near the action.
/// - Up to 15 different category bits can be in use, including those of filters. A shape whose category would need a
///   16th bit is refused (Refused).
/// - If memory runs out, functions throw std::bad_alloc, or are refused like those of the C interface.
///   ricochet_last_error then explains the error.
class World
{
public:
	/// The options of a World.
	struct Options
	{
		const ricochet_plugin_def* plugin = nullptr; ///< null: the default
		Point origin{};
		bool looksAtAll = false;
	};

	/// Copies the shapes and bodies of a Box2D world into a new scene.
	explicit World(b2WorldId world, const Options& options) : m_engine(world), m_options(options)
	{
		const b2Vec2 gravity = b2World_GetGravity(world);
		m_scene = ricochet_create_world({gravity.x, gravity.y});
		m_plugin = m_scene != nullptr ? ricochet_create_plugin(m_scene, options.plugin) : nullptr;
		Sync();
	}
	/// As above, with the default options.
	explicit World(b2WorldId world) : World(world, Options()) {}
	~World()
	{
		ricochet_destroy_plugin(m_plugin);
		ricochet_destroy_world(m_scene);
	}
	World(const World&) = delete;
	World& operator=(const World&) = delete;

	/// False if memory ran out in the constructor, or the options of the plugin were refused. In that case all calls
	/// are refused.
	[[nodiscard]] bool IsValid() const { return m_plugin != nullptr; }

	/// Return the handles of the C interface, for the functions that this class does not wrap. Bodies and fixtures have
	/// the ids of Box2D as user data: b2LoadBodyId(hit.body_user_data).
	[[nodiscard]] ricochet_world* Scene() const { return m_scene; }
	[[nodiscard]] ricochet_plugin* Plugin() const { return m_plugin; }

	/// Returns the scene's id of a body; 0 if the scene does not have the body.
	[[nodiscard]] ricochet_body SceneBody(b2BodyId body) const
	{
		const auto found = m_bodies.find(b2StoreBodyId(body));
		return found != m_bodies.end() ? found->second.own : 0;
	}

	/// Returns the scene's id of a shape; 0 if the scene does not have the shape, or if it was refused.
	[[nodiscard]] ricochet_fixture SceneShape(b2ShapeId shape) const
	{
		const auto found = m_shapes.find(b2StoreShapeId(shape));
		return found != m_shapes.end() ? found->second.own : 0;
	}

	/// Returns all shapes that were refused so far.
	[[nodiscard]] const std::vector<Refusal>& Refused() const { return m_refused; }

	/// Reports that a body has changed in a way that Sync does not detect. The next Sync or step copies the whole body.
	/// A new pose counts as a jump, not as a motion.
	void Touch(b2BodyId body) { m_touched.push_back(body); }

	/// Copies the game's changes of its world into the scene.
	void Sync();

	/// Steps Box2D and all projectiles by dt (s). False: a call of the C interface was refused.
	bool Step(float dt, int subSteps)
	{
		const bool hasBegun = Begin();
		b2World_Step(m_engine, dt, subSteps);
		return End(dt) && hasBegun;
	}

	/// For a game that steps Box2D itself: call Begin before b2World_Step, and End after it. End gives the bodies of
	/// Box2D their impulses, moves back bodies that grenades hold, and destroys bodies that blasts have destroyed.
	bool Begin()
	{
		Sync();
		const bool hasBegun = ricochet_begin_step(m_plugin);
		DestroyBodies(); // the bodies that were queued for destruction
		return hasBegun;
	}
	bool End(float dt);

	/// Fires a bullet, which flies from the next step on. If the call is refused, the id has generation 0
	/// (ricochet_last_error).
	ricochet_bullet Fire(const BulletDef& def);

	/// Throws a grenade, which flies from the next step on. Errors as for Fire.
	ricochet_grenade Throw(const GrenadeDef& def);

	/// Sets off a blast at once, or, if a rule calls it, at the end of the step. If the blast takes place at once, the
	/// bodies of Box2D receive its impulses in this call. A body that the blast's rule destroys is destroyed in the
	/// next step. False: refused.
	bool Explode(const BlastDef& def);

	/// Replaces the content of `hits` by the hits that Explode would have now. Nothing else changes.
	void PreviewBlast(const BlastDef& def, std::vector<BlastHit>& hits);

	/// Replaces the content of `path` by the path that a projectile would fly from now on for `duration` (s), in steps
	/// of dt (s).
	void Preview(const BulletDef& def, float duration, float dt, std::vector<Point>& path);
	void Preview(const GrenadeDef& def, float duration, float dt, std::vector<Point>& path);

	/// Removes a projectile without an event. If it does not fly, nothing happens.
	bool Cancel(ricochet_bullet bullet) { return ricochet_cancel_bullet(m_plugin, bullet); }
	bool Cancel(ricochet_grenade grenade) { return ricochet_cancel_grenade(m_plugin, grenade); }

	/// Destroys a body when the next step begins. A rule may call it, too.
	bool QueueDestroy(b2BodyId body) { return ricochet_queue_destroy(m_plugin, SceneBody(body)); }

	/// Sets how projectiles pass through a shape or bounce off it. The surface survives Touch. False: refused, or the
	/// scene does not have the shape (Sync).
	bool SetSurface(b2ShapeId shape, const ricochet_surface& surface);

	/// Replaces the content of the vector by the projectiles in flight.
	void Bullets(std::vector<Bullet>& bullets);
	void Grenades(std::vector<Grenade>& grenades);

	/// Returns the impacts of the last step. They are valid until the next step.
	[[nodiscard]] const std::vector<Impact>& Impacts() const { return m_impacts; }

	/// Replaces the content of the vector by the effects of all blasts since the last step began.
	void BlastHits(std::vector<BlastHit>& hits);

	/// Replaces the content of the vector by the projectiles that ended in the last step.
	void ExpiredEvents(std::vector<Expired>& events);

	/// Returns the hit with the smallest entry, as ricochet_cast_ray_closest.
	[[nodiscard]] std::optional<RayHit> CastRayClosest(Point origin, b2Vec2 translation, const Filter& filter = {});

	/// True if the ray hits anything. This is the cheapest query.
	[[nodiscard]] bool CastRayAny(Point origin, b2Vec2 translation, const Filter& filter = {});

	/// Replaces the content of `hits` by all hits, sorted by entry.
	void CastRayAll(Point origin, b2Vec2 translation, std::vector<RayHit>& hits, const Filter& filter = {});

	/// As CastRayAll, but touching shapes of one body are one solid.
	void CastRaySolids(Point origin, b2Vec2 translation, std::vector<RayHit>& solids, const Filter& filter = {});

	/// Returns the length (m) of the part of a straight line that lies in solids. Below 0: refused.
	[[nodiscard]] float SolidLength(Point from, Point to, const Filter& filter = {});

	/// Moves a hull from its position in a straight line, without turning. Finds the hit with the smallest entry, or
	/// replaces the content of `hits` by all hits, sorted by entry.
	[[nodiscard]] std::optional<HullHit> CastHullClosest(const Hull& hull, Point position, b2Rot rotation,
	                                                     b2Vec2 translation, const Filter& filter = {});
	void CastHullAll(const Hull& hull, Point position, b2Rot rotation, b2Vec2 translation, std::vector<HullHit>& hits,
	                 const Filter& filter = {});

	/// Replaces the content of `overlaps` by the shapes that a hull overlaps, the deepest first.
	void OverlapHull(const Hull& hull, Point position, b2Rot rotation, std::vector<Overlap>& overlaps,
	                 const Filter& filter = {});

	/// Returns the ground under a hull. If the def is null, the default is taken.
	[[nodiscard]] std::optional<Ground> CheckGround(const Hull& hull, Point position, b2Rot rotation,
	                                                const Filter& filter = {},
	                                                const ricochet_ground_def* def = nullptr);

	/// Moves a hull so that it slides along everything that it hits, and returns the end of the slide. Replaces the
	/// content of `planes` by the shapes that stopped the hull. No value: refused.
	std::optional<Slide> SlideHull(const Hull& hull, Point position, b2Rot rotation, b2Vec2 translation,
	                               std::vector<SlidePlane>& planes, const Filter& filter = {},
	                               const ricochet_slide_def* def = nullptr);

	/// Returns the nearest shape within a distance (m, may be infinite).
	[[nodiscard]] std::optional<NearestHit> Nearest(Point point, float maxDistance, const Filter& filter = {});

	/// Replaces the content of `hits` by up to `most` shapes within a distance, the nearest first.
	void AllNearest(Point point, float maxDistance, int32_t most, std::vector<NearestHit>& hits,
	                const Filter& filter = {});

	/// Casts a beam, such as a laser, in a direction of any length except 0, and replaces the content of `legs` by its
	/// legs. Returns why the beam ends (RICOCHET_BEAM_...). RICOCHET_BEAM_INVALID: refused.
	int32_t CastBeam(Point origin, b2Vec2 direction, const BeamDef& def, std::vector<BeamLeg>& legs);

	/// True if nothing blocks the line between two points. For two bodies: true if no third body blocks the line
	/// between them.
	[[nodiscard]] bool InSight(Point from, Point to, const Filter& filter = {});
	[[nodiscard]] bool InSight(b2BodyId from, b2BodyId to, const Filter& filter = {});

	/// Returns the share of a body that is in sight of an eye, 0 to 1; below 0: refused.
	[[nodiscard]] float SeenFraction(Point eye, b2BodyId body, const Filter& filter = {});

	/// As above, but only within the cone and the radius of an eye.
	[[nodiscard]] float SeenFraction(const Eye& eye, b2BodyId body);

	/// Replaces the content of `points` by the region that an eye sees up to a radius (m), counter-clockwise. For
	/// triangles, and for the same eye in each frame, use a Region.
	void VisibilityPolygon(Point eye, float radius, std::vector<Point>& points, const Filter& filter = {})
	{
		VisibilityPolygon({.position = eye, .radius = radius, .filter = filter}, points);
	}
	void VisibilityPolygon(const Eye& eye, std::vector<Point>& points);

	/// Returns a filter for calls of the C interface. It is valid until the next call of this function.
	[[nodiscard]] const ricochet_filter* SceneFilter(const Filter& filter);

	/// Converts a position to the scene and back.
	[[nodiscard]] ricochet_vec ToScene(Point point) const
	{
		return {static_cast<float>(point.x - m_options.origin.x), static_cast<float>(point.y - m_options.origin.y)};
	}
	[[nodiscard]] Point ToWorld(ricochet_vec point) const
	{
		Point result = m_options.origin;
		result.x += point.x;
		result.y += point.y;
		return result;
	}

private:
	friend class Region;

	using Transform = decltype(b2Body_GetTransform(b2BodyId{}));

	struct Body
	{
		b2BodyId id{};
		ricochet_body own = 0;
		Transform pose{};
		uint32_t shapes = 0;
	};

	struct Shape
	{
		b2ShapeId id{};
		ricochet_fixture own = 0; // 0: refused
		uint64_t body = 0;        // key in m_bodies
		uint32_t listed = 0;      // number of the last list that had it
	};

	static constexpr uint16_t k_all = 0xFFFF;
	static constexpr size_t k_slots = 15; // the last bit stands for all bits that have no slot

	[[nodiscard]] static bool IsSamePose(const Transform& a, const Transform& b)
	{
		return a.p.x == b.p.x && a.p.y == b.p.y && a.q.c == b.q.c && a.q.s == b.q.s;
	}
	template <class Id>
	[[nodiscard]] static bool IsRotationLocked(Id body)
	{
		if constexpr (requires { b2Body_GetMotionLocks(body).angularZ; })
		{
			return b2Body_GetMotionLocks(body).angularZ;
		}
		else
		{
			return b2Body_IsFixedRotation(body);
		}
	}

	void List();
	template <class WorldId>
	void ListAll(WorldId world);
	bool See(b2ShapeId shape);
	Body& BodyOf(b2BodyId body);
	[[nodiscard]] ricochet_fixture AddShape(b2ShapeId shape, ricochet_body body);
	void Drop(const Shape& shape);
	void DropBody(uint64_t key);
	void TakeAnew(b2BodyId body);
	void SetMass(const Body& body);
	void Jump(Body& body);
	[[nodiscard]] ricochet_scene_motion MotionOf(const Body& body) const;
	void GiveChanges();
	void DestroyBodies();
	[[nodiscard]] uint16_t SlotsOf(uint64_t bits) const;
	[[nodiscard]] uint16_t CategoryOf(uint64_t bits) const;
	[[nodiscard]] uint16_t MaskOf(uint64_t bits) const { return bits == UINT64_MAX ? k_all : SlotsOf(bits); }
	bool AddSlots(uint64_t bits);
	[[nodiscard]] bool FixtureDef(b2ShapeId shape, ricochet_fixture_def& def);
	void SetMasksAnew();
	[[nodiscard]] RayHit ToWorld(const ricochet_ray_hit& hit) const;
	[[nodiscard]] Crossing ToWorld(const ricochet_crossing& crossing) const
	{
		return {crossing.fraction, ToWorld(crossing.point), {crossing.normal.x, crossing.normal.y}};
	}
	[[nodiscard]] HullHit ToWorld(const ricochet_hull_hit& hit) const;
	[[nodiscard]] Overlap ToWorld(const ricochet_overlap_hit& hit) const;
	[[nodiscard]] SlidePlane ToWorld(const ricochet_slide_plane& plane) const;
	[[nodiscard]] NearestHit ToWorld(const ricochet_nearest_hit& hit) const;
	[[nodiscard]] BeamLeg ToWorld(const ricochet_beam_leg& leg) const;
	[[nodiscard]] Impact ToWorld(const ricochet_impact& event) const { return {ToWorld(event.hit), event}; }
	[[nodiscard]] Expired ToWorld(const ricochet_expired& event) const { return {ToWorld(event.position), event}; }
	[[nodiscard]] Bullet ToWorld(const ricochet_bullet_state& state) const { return {ToWorld(state.position), state}; }
	[[nodiscard]] Grenade ToWorld(const ricochet_grenade_state& state) const
	{
		return {ToWorld(state.position), state};
	}
	[[nodiscard]] Point ToWorld(const ricochet_path_point& point) const { return ToWorld(point.position); }
	[[nodiscard]] BlastHit ToWorld(const ricochet_blast_hit& hit) const
	{
		return {b2LoadBodyId(hit.body_user_data), ToWorld(hit.point), hit};
	}
	[[nodiscard]] LitVertex ToWorld(const ricochet_lit_vertex& corner) const
	{
		return {ToWorld(corner.point), corner.share, corner.change};
	}
	[[nodiscard]] static b2Vec2 VectorOf(ricochet_vec vector) { return {vector.x, vector.y}; }
	[[nodiscard]] ricochet_ray RayOf(Point origin, b2Vec2 translation) const
	{
		return {ToScene(origin), {translation.x, translation.y}, 1.0f};
	}
	[[nodiscard]] ricochet_pose PoseOf(Point position, b2Rot rotation) const
	{
		return {ToScene(position), std::atan2(rotation.s, rotation.c)};
	}
	[[nodiscard]] ricochet_hull HullOf(const Hull& hull);
	[[nodiscard]] ricochet_filter FilterOf(const Filter& filter);
	[[nodiscard]] ricochet_bullet_def BulletOf(const BulletDef& def);
	[[nodiscard]] ricochet_grenade_def GrenadeOf(const GrenadeDef& def);
	[[nodiscard]] const ricochet_explosion_def* BlastOf(const BlastDef& def);
	[[nodiscard]] ricochet_sight_def SightOf(const Eye& eye);

	/// Replaces the content of `things` by those that call(array, capacity) writes as `Own` structs. If the call is
	/// refused, `things` is empty.
	template <class Own, class Thing, class Call>
	void Collect(std::vector<Thing>& things, const Call& call) const;

	b2WorldId m_engine;
	Options m_options;
	ricochet_world* m_scene = nullptr;
	ricochet_plugin* m_plugin = nullptr;
	std::unordered_map<uint64_t, Body> m_bodies;  // by b2StoreBodyId
	std::unordered_map<uint64_t, Shape> m_shapes; // by b2StoreShapeId
	std::array<uint64_t, k_slots> m_slots{};      // the category bit of each slot; 0: free
	uint32_t m_lists = 0;
	int m_bodyCount = -1; // of the world's counters at the last list
	int m_shapeCount = -1;
	std::vector<b2BodyId> m_touched;
	std::vector<ricochet_scene_motion> m_motions;
	std::vector<ricochet_scene_change> m_changes;
	std::unordered_map<uint64_t, ricochet_surface> m_surfaces; // by b2StoreShapeId
	std::vector<ricochet_vec> m_vertices;                      // of the last hull
	std::vector<Impact> m_impacts;
	std::vector<Refusal> m_refused;
	ricochet_filter m_filter{};
	ricochet_filter m_blastFilter{};
	ricochet_explosion_def m_blast{};
};

/// The region that an eye sees or a light illuminates, for drawing. A region keeps its memory and its result. If the
/// same region is used in each frame, only changes are computed anew. The World must outlive it.
class Region
{
public:
	/// Creates an empty region. If memory runs out, all calls are refused.
	explicit Region(World& world) : m_world(world), m_region(ricochet_create_region()) {}
	~Region() { ricochet_destroy_region(m_region); }
	Region(const Region&) = delete;
	Region& operator=(const Region&) = delete;

	/// Computes the region that an eye sees, or that a light illuminates. False: refused, and the region is empty.
	bool Look(const Eye& eye);
	bool Illuminate(const Light& light);
	bool Illuminate(const ParallelLight& light);

	/// Replaces the content of `points` by the region with hard shadows: a polygon, counter-clockwise, or triangles of
	/// three points each. maxError (m): the largest distance of straight sides from arcs.
	void Polygon(std::vector<Point>& points, float maxError = 0.01f) const;
	void Triangles(std::vector<Point>& points, float maxError = 0.01f) const;

	/// Replaces the content of `corners` by the triangles of the soft shadows, as ricochet_region_soft_triangles.
	void SoftTriangles(std::vector<LitVertex>& corners, float maxError = 0.01f) const;

	/// Returns the share of the light that reaches a point, 0 to 1. For an eye, returns 1 if it sees the point, else 0.
	/// Below 0: refused.
	[[nodiscard]] float ShareAt(Point point) const { return ricochet_region_share(m_region, m_world.ToScene(point)); }

private:
	World& m_world;
	ricochet_region* m_region;
};

template <class Own, class Thing, class Call>
void World::Collect(std::vector<Thing>& things, const Call& call) const
{
	thread_local std::vector<Own> kept;
	std::vector<Own> own = std::exchange(kept, {}); // a callback may collect, too
	own.resize(std::max<size_t>(own.size(), 16));
	int32_t count = call(own.data(), static_cast<int32_t>(own.size()));
	if (count > static_cast<int32_t>(own.size()))
	{
		own.resize(static_cast<size_t>(count));
		count = call(own.data(), count);
	}
	things.clear();
	for (int32_t i = 0; i < count; ++i)
	{
		things.push_back(ToWorld(own[static_cast<size_t>(i)]));
	}
	kept = std::move(own);
}

inline void World::Sync()
{
	if (IsValid() == false)
	{
		return;
	}
	for (const b2BodyId body : std::exchange(m_touched, {}))
	{
		TakeAnew(body);
	}
	const b2Counters counters = b2World_GetCounters(m_engine);
	const auto isGone = [](const auto& entry)
	{
		return b2Shape_IsValid(entry.second.id) == false;
	};
	if (counters.bodyCount != m_bodyCount || counters.shapeCount != m_shapeCount ||
	    std::any_of(m_shapes.begin(), m_shapes.end(), isGone))
	{
		m_bodyCount = counters.bodyCount;
		m_shapeCount = counters.shapeCount;
		List();
	}
	for (auto& [key, body] : m_bodies)
	{
		if (m_options.looksAtAll && IsSamePose(b2Body_GetTransform(body.id), body.pose) == false)
		{
			Jump(body);
		}
	}
}

// Box2D lists the shapes of enabled bodies in a box.
template <class WorldId>
void World::ListAll(WorldId world)
{
	const auto see = [](b2ShapeId shape, void* self)
	{
		return static_cast<World*>(self)->See(shape);
	};
	b2OverlapResultFcn* const visit = see;
	constexpr float k_far = 1.0e8f;
	const b2AABB box{{-k_far, -k_far}, {k_far, k_far}};
	b2QueryFilter all = b2DefaultQueryFilter();
	all.categoryBits = UINT64_MAX;
	all.maskBits = UINT64_MAX;
	if constexpr (requires { b2World_OverlapAABB(world, box, all, visit, nullptr); })
	{
		b2World_OverlapAABB(world, box, all, visit, this);
	}
	else
	{
		b2World_OverlapAABB(world, m_options.origin, box, all, visit, this);
	}
}

inline void World::List()
{
	++m_lists;
	ListAll(m_engine);
	std::erase_if(m_shapes,
	              [&](const auto& entry)
	              {
		              const bool isGone = entry.second.listed != m_lists;
		              if (isGone)
		              {
			              Drop(entry.second);
		              }
		              return isGone;
	              });
	std::erase_if(m_surfaces, [](const auto& entry) { return b2Shape_IsValid(b2LoadShapeId(entry.first)) == false; });
}

inline bool World::See(b2ShapeId shape)
{
	const auto [found, isNew] = m_shapes.try_emplace(b2StoreShapeId(shape));
	found->second.listed = m_lists;
	if (isNew)
	{
		Body& body = BodyOf(b2Shape_GetBody(shape));
		++body.shapes;
		found->second.id = shape;
		found->second.body = b2StoreBodyId(body.id);
		found->second.own = AddShape(shape, body.own);
		if (const auto surface = m_surfaces.find(found->first); surface != m_surfaces.end())
		{
			ricochet_set_surface(m_plugin, found->second.own, &surface->second);
		}
		SetMass(body);
	}
	return true;
}

inline World::Body& World::BodyOf(b2BodyId id)
{
	const uint64_t key = b2StoreBodyId(id);
	const auto [found, isNew] = m_bodies.try_emplace(key);
	Body& body = found->second;
	if (isNew)
	{
		body.id = id;
		ricochet_body_def def = ricochet_body_def_default();
		const b2BodyType type = b2Body_GetType(id);
		def.type = type == b2_staticBody      ? RICOCHET_STATIC
		           : type == b2_kinematicBody ? RICOCHET_KINEMATIC
		                                      : RICOCHET_DYNAMIC;
		def.user_data = key;
		body.own = ricochet_create_body(m_scene, &def);
		Jump(body);
	}
	return body;
}

// Moves the body in the scene to the pose of the engine's body, without a sweep. The angle is rounded, so the following
// ricochet_scene_motion sets the engine's sine and cosine to the bit.
inline void World::Jump(Body& body)
{
	body.pose = b2Body_GetTransform(body.id);
	const ricochet_scene_motion motion = MotionOf(body);
	ricochet_set_body_pose(m_scene, body.own, {motion.position, std::atan2(motion.sine, motion.cosine)});
	ricochet_scene_move(m_scene, &motion, 1);
}

inline ricochet_scene_motion World::MotionOf(const Body& body) const
{
	const b2Vec2 velocity = b2Body_GetLinearVelocity(body.id);
	return {body.own,
	        ToScene(body.pose.p),
	        body.pose.q.s,
	        body.pose.q.c,
	        std::numeric_limits<float>::quiet_NaN(),
	        {velocity.x, velocity.y},
	        b2Body_GetAngularVelocity(body.id)};
}

inline void World::SetMass(const Body& body)
{
	const b2MassData mass = b2Body_GetMassData(body.id);
	const float inertia = IsRotationLocked(body.id) ? 0.0f : mass.rotationalInertia;
	if (b2Body_GetType(body.id) == b2_dynamicBody)
	{
		ricochet_scene_set_mass(m_scene, body.own, mass.mass, inertia, {mass.center.x, mass.center.y});
	}
}

inline void World::Drop(const Shape& shape)
{
	const auto found = m_bodies.find(shape.body);
	if (found == m_bodies.end())
	{
		return;
	}
	if (--found->second.shapes == 0)
	{
		DropBody(shape.body);
		return;
	}
	if (shape.own != 0)
	{
		ricochet_destroy_fixture(m_scene, shape.own);
	}
}

inline void World::DropBody(uint64_t key)
{
	ricochet_destroy_body(m_scene, m_bodies.at(key).own);
	m_bodies.erase(key);
}

// Removes a body and its shapes from the scene, so that the next list copies them as they are now.
inline void World::TakeAnew(b2BodyId id)
{
	const uint64_t key = b2StoreBodyId(id);
	if (m_bodies.contains(key))
	{
		DropBody(key);
		std::erase_if(m_shapes, [&](const auto& entry) { return entry.second.body == key; });
	}
	m_shapeCount = -1;
}

inline bool World::End(float dt)
{
	if (IsValid() == false)
	{
		return false;
	}
	m_motions.clear();
	const b2BodyEvents events = b2World_GetBodyEvents(m_engine);
	for (int i = 0; i < events.moveCount; ++i)
	{
		const auto found = m_bodies.find(b2StoreBodyId(events.moveEvents[i].bodyId));
		if (found != m_bodies.end())
		{
			found->second.pose = events.moveEvents[i].transform;
			m_motions.push_back(MotionOf(found->second));
		}
	}
	const bool hasMoved = ricochet_scene_move(m_scene, m_motions.data(), static_cast<int32_t>(m_motions.size()));
	const bool hasEnded = ricochet_end_step(m_plugin, dt);
	Collect<ricochet_impact>(m_impacts, [&](ricochet_impact* impacts, int32_t capacity)
	                         { return ricochet_impacts(m_plugin, 0, impacts, capacity); });
	GiveChanges();
	DestroyBodies();
	return hasMoved && hasEnded;
}

// Applies the changes of the scene's bodies to the bodies of Box2D.
inline void World::GiveChanges()
{
	m_changes.resize(static_cast<size_t>(std::max(ricochet_scene_take_changes(m_scene, nullptr, 0), 0)));
	ricochet_scene_take_changes(m_scene, m_changes.data(), static_cast<int32_t>(m_changes.size()));
	for (const ricochet_scene_change& change : m_changes)
	{
		const b2BodyId body = b2LoadBodyId(change.user_data);
		if (b2Body_IsValid(body) == false)
		{
			continue;
		}
		if (change.is_put)
		{
			Transform pose = b2Body_GetTransform(body);
			pose.p = ToWorld(change.pose.position);
			pose.q = {change.cosine, change.sine};
			b2Body_SetTransform(body, pose.p, pose.q);
			m_bodies.at(change.user_data).pose = pose;
		}
		b2Body_ApplyLinearImpulseToCenter(body, {change.impulse.x, change.impulse.y}, true);
		b2Body_ApplyAngularImpulse(body, change.angular_impulse, true);
	}
}

// Destroys the bodies of Box2D 3 whose copies in the scene were destroyed.
inline void World::DestroyBodies()
{
	ricochet_scene_destroyed destroyed{};
	while (ricochet_scene_take_destroyed(m_scene, &destroyed, 1) > 0)
	{
		const uint64_t key = destroyed.user_data;
		m_bodies.erase(key);
		std::erase_if(m_shapes, [&](const auto& entry) { return entry.second.body == key; });
		if (b2Body_IsValid(b2LoadBodyId(key)))
		{
			b2DestroyBody(b2LoadBodyId(key));
		}
	}
}

inline uint16_t World::SlotsOf(uint64_t bits) const
{
	uint32_t slots = bits != 0 ? 1u << k_slots : 0u;
	for (size_t i = 0; i < k_slots; ++i)
	{
		slots |= (m_slots[i] & bits) != 0 ? 1u << i : 0u;
	}
	return static_cast<uint16_t>(slots);
}

// The last bit is set in every mask that is not 0. So a category must not have this bit, or it would match all these
// masks. Only a category of all bits has it, and matches them all.
inline uint16_t World::CategoryOf(uint64_t bits) const
{
	constexpr uint16_t k_named = k_all >> 1;
	return bits == UINT64_MAX ? k_all : static_cast<uint16_t>(SlotsOf(bits) & k_named);
}

// Gives slots to the bits of a category. Returns false if there are not enough slots. A category of all bits needs no
// slot: it matches every mask that is not 0.
inline bool World::AddSlots(uint64_t bits)
{
	bool isOther = false;
	for (; bits != 0 && bits != UINT64_MAX; bits &= bits - 1)
	{
		const uint64_t bit = bits & (~bits + 1);
		const auto found =
		    std::find_if(m_slots.begin(), m_slots.end(), [&](uint64_t slot) { return slot == bit || slot == 0; });
		if (found == m_slots.end())
		{
			return false;
		}
		isOther = isOther || *found == 0;
		*found = bit;
	}
	if (isOther)
	{
		SetMasksAnew();
	}
	return true;
}

inline bool World::FixtureDef(b2ShapeId shape, ricochet_fixture_def& def)
{
	def = ricochet_fixture_def_default();
	const b2Filter filter = b2Shape_GetFilter(shape);
	if (AddSlots(filter.categoryBits) == false)
	{
		return false;
	}
	def.category_bits = CategoryOf(filter.categoryBits);
	def.mask_bits = MaskOf(filter.maskBits);
	def.group_index = static_cast<int16_t>(std::clamp(filter.groupIndex, -32768, 32767));
	def.sensor = b2Shape_IsSensor(shape);
	def.friction = b2Shape_GetFriction(shape);
	def.restitution = b2Shape_GetRestitution(shape);
	def.user_data = b2StoreShapeId(shape);
	return true;
}

// Sets the filters of all shapes again. When a bit gets a slot, masks that already had the bit get the slot, too.
inline void World::SetMasksAnew()
{
	for (const auto& [key, shape] : m_shapes)
	{
		ricochet_fixture_def def;
		if (shape.own != 0 && b2Shape_IsValid(shape.id) && FixtureDef(shape.id, def))
		{
			ricochet_scene_set_fixture(m_scene, shape.own, &def);
		}
	}
}

inline ricochet_fixture World::AddShape(b2ShapeId shape, ricochet_body body)
{
	ricochet_fixture_def def;
	if (FixtureDef(shape, def) == false)
	{
		m_refused.push_back({shape, {RICOCHET_TOO_MANY, -1, k_slots + 1.0, k_slots, "categoryBits"}});
		return 0;
	}
	const auto at = [](b2Vec2 point)
	{
		return ricochet_vec{point.x, point.y};
	};
	ricochet_fixture added = 0;
	switch (b2Shape_GetType(shape))
	{
	case b2_circleShape:
	{
		const b2Circle circle = b2Shape_GetCircle(shape);
		const ricochet_vec center = at(circle.center);
		added = ricochet_scene_add_solid(m_scene, body, &def, &center, 1, circle.radius);
		break;
	}
	case b2_capsuleShape:
	{
		const b2Capsule capsule = b2Shape_GetCapsule(shape);
		const std::array<ricochet_vec, 2> ends{at(capsule.center1), at(capsule.center2)};
		added = ricochet_scene_add_solid(m_scene, body, &def, ends.data(), 2, capsule.radius);
		break;
	}
	case b2_polygonShape:
	{
		const b2Polygon polygon = b2Shape_GetPolygon(shape);
		std::array<ricochet_vec, B2_MAX_POLYGON_VERTICES> vertices{};
		std::transform(polygon.vertices, polygon.vertices + polygon.count, vertices.begin(), at);
		added = ricochet_scene_add_solid(m_scene, body, &def, vertices.data(), polygon.count, polygon.radius);
		break;
	}
	case b2_segmentShape:
	{
		const b2Segment segment = b2Shape_GetSegment(shape);
		added = ricochet_add_segment(m_scene, body, &def, at(segment.point1), at(segment.point2));
		break;
	}
	case b2_chainSegmentShape:
	{
		const b2Segment segment = b2Shape_GetChainSegment(shape).segment;
		const std::array<ricochet_vec, 2> ends{at(segment.point1), at(segment.point2)};
		added = ricochet_add_chain(m_scene, body, &def, ends.data(), 2, false);
		break;
	}
	default:
		break;
	}
	if (added == 0)
	{
		m_refused.push_back({shape, ricochet_last_error()});
	}
	return added;
}

inline ricochet_filter World::FilterOf(const Filter& filter)
{
	ricochet_filter own = ricochet_filter_default();
	(void)AddSlots(filter.categoryBits); // if there are too many, bits without a slot match nothing
	own.category_bits = CategoryOf(filter.categoryBits);
	own.mask_bits = MaskOf(filter.maskBits);
	own.sensors = filter.sensors;
	own.start_inside = filter.startInside;
	own.sides = filter.sides;
	std::transform(filter.ignore.begin(), filter.ignore.end(), own.ignore,
	               [&](b2BodyId body) { return SceneBody(body); });
	return own;
}

inline const ricochet_filter* World::SceneFilter(const Filter& filter)
{
	m_filter = FilterOf(filter);
	return &m_filter;
}

inline RayHit World::ToWorld(const ricochet_ray_hit& hit) const
{
	return {b2LoadShapeId(hit.fixture_user_data),
	        b2LoadBodyId(hit.body_user_data),
	        ToWorld(hit.enter),
	        ToWorld(hit.exit),
	        hit.starts_inside,
	        hit.ends_inside,
	        hit.grazing};
}

inline HullHit World::ToWorld(const ricochet_hull_hit& hit) const
{
	return {ToWorld(hit.span), ToWorld(hit.contact), ToWorld(hit.place), hit.depth, VectorOf(hit.way_out)};
}

inline Overlap World::ToWorld(const ricochet_overlap_hit& hit) const
{
	return {b2LoadShapeId(hit.fixture_user_data), b2LoadBodyId(hit.body_user_data), hit.depth, VectorOf(hit.way_out),
	        ToWorld(hit.place)};
}

inline SlidePlane World::ToWorld(const ricochet_slide_plane& plane) const
{
	return {b2LoadShapeId(plane.fixture_user_data), b2LoadBodyId(plane.body_user_data), VectorOf(plane.normal),
	        ToWorld(plane.point), plane.is_overlap};
}

inline NearestHit World::ToWorld(const ricochet_nearest_hit& hit) const
{
	return {b2LoadShapeId(hit.fixture_user_data), b2LoadBodyId(hit.body_user_data), hit.distance, ToWorld(hit.point),
	        VectorOf(hit.normal)};
}

inline BeamLeg World::ToWorld(const ricochet_beam_leg& leg) const
{
	const ricochet_vec begin{leg.ray.origin.x + leg.begin * leg.ray.translation.x,
	                         leg.ray.origin.y + leg.begin * leg.ray.translation.y};
	return {ToWorld(begin), ToWorld(leg.hit.enter.point), ToWorld(leg.hit), leg};
}

inline ricochet_hull World::HullOf(const Hull& hull)
{
	m_vertices.clear();
	for (const b2Vec2 vertex : hull.vertices)
	{
		m_vertices.push_back({vertex.x, vertex.y});
	}
	return {m_vertices.data(), static_cast<int32_t>(m_vertices.size()), hull.radius};
}

inline ricochet_bullet_def World::BulletOf(const BulletDef& def)
{
	ricochet_bullet_def own = ricochet_bullet_def_default();
	own.position = ToScene(def.position);
	own.velocity = {def.velocity.x, def.velocity.y};
	own.mass = def.mass;
	own.gravity_scale = def.gravityScale;
	own.lifetime = def.lifetime;
	own.restitution = def.restitution;
	own.radius = def.radius;
	own.max_bounces = def.maxBounces;
	own.max_pierces = def.maxPierces;
	own.user_data = def.userData;
	own.filter = SceneFilter(def.filter);
	return own;
}

inline ricochet_grenade_def World::GrenadeOf(const GrenadeDef& def)
{
	ricochet_grenade_def own = ricochet_grenade_def_default();
	own.position = ToScene(def.position);
	own.velocity = {def.velocity.x, def.velocity.y};
	own.radius = def.radius;
	own.mass = def.mass;
	own.fuse = def.fuse;
	own.impact_fuse = def.impactFuse;
	own.sticky = def.sticky;
	own.restitution = def.restitution;
	own.friction = def.friction;
	own.user_data = def.userData;
	own.filter = SceneFilter(def.filter);
	if (def.blast != nullptr)
	{
		own.blast = BlastOf(*def.blast);
		own.filter = SceneFilter(def.filter); // the blast's category may have got a slot
	}
	return own;
}

inline const ricochet_explosion_def* World::BlastOf(const BlastDef& def)
{
	m_blastFilter = FilterOf(def.filter);
	m_blast = ricochet_explosion_def_default();
	m_blast.position = ToScene(def.position);
	m_blast.radius = def.radius;
	m_blast.falloff = def.falloff;
	m_blast.impulse_per_length = def.impulsePerLength;
	m_blast.damage = def.damage;
	m_blast.fragment_count = def.fragments;
	m_blast.fragment_speed = def.fragmentSpeed;
	m_blast.user_data = def.userData;
	m_blast.filter = &m_blastFilter;
	m_blast.rule = def.rule;
	m_blast.context = def.context;
	return &m_blast;
}

inline ricochet_sight_def World::SightOf(const Eye& eye)
{
	ricochet_sight_def own = ricochet_sight_def_default();
	own.radius = eye.radius;
	own.direction = eye.direction;
	own.cone = eye.cone;
	own.filter = SceneFilter(eye.filter);
	return own;
}

inline ricochet_bullet World::Fire(const BulletDef& def)
{
	const ricochet_bullet_def own = BulletOf(def);
	return ricochet_fire(m_plugin, &own);
}

inline ricochet_grenade World::Throw(const GrenadeDef& def)
{
	const ricochet_grenade_def own = GrenadeOf(def);
	return ricochet_throw(m_plugin, &own);
}

inline bool World::Explode(const BlastDef& def)
{
	const bool isDone = ricochet_explode(m_plugin, BlastOf(def));
	GiveChanges();
	return isDone;
}

inline void World::PreviewBlast(const BlastDef& def, std::vector<BlastHit>& hits)
{
	const ricochet_explosion_def* own = BlastOf(def);
	Collect<ricochet_blast_hit>(hits, [&](ricochet_blast_hit* array, int32_t capacity)
	                            { return ricochet_preview_blast(m_plugin, own, array, capacity); });
}

inline void World::Preview(const BulletDef& def, float duration, float dt, std::vector<Point>& path)
{
	const ricochet_bullet_def own = BulletOf(def);
	Collect<ricochet_path_point>(path,
	                             [&](ricochet_path_point* points, int32_t capacity) {
		                             return ricochet_preview_bullet(m_plugin, &own, duration, dt, points, capacity,
		                                                            nullptr, 0, nullptr, nullptr);
	                             });
}

inline void World::Preview(const GrenadeDef& def, float duration, float dt, std::vector<Point>& path)
{
	const ricochet_grenade_def own = GrenadeOf(def);
	Collect<ricochet_path_point>(path,
	                             [&](ricochet_path_point* points, int32_t capacity)
	                             {
		                             return ricochet_preview_grenade(m_plugin, &own, duration, dt, points, capacity,
		                                                             nullptr, 0, nullptr, nullptr, nullptr);
	                             });
}

inline bool World::SetSurface(b2ShapeId shape, const ricochet_surface& surface)
{
	const bool isSet = ricochet_set_surface(m_plugin, SceneShape(shape), &surface);
	if (isSet)
	{
		m_surfaces[b2StoreShapeId(shape)] = surface;
	}
	return isSet;
}

inline void World::Bullets(std::vector<Bullet>& bullets)
{
	Collect<ricochet_bullet_state>(bullets, [&](ricochet_bullet_state* states, int32_t capacity)
	                               { return ricochet_get_bullets(m_plugin, 0, states, capacity); });
}

inline void World::Grenades(std::vector<Grenade>& grenades)
{
	Collect<ricochet_grenade_state>(grenades, [&](ricochet_grenade_state* states, int32_t capacity)
	                                { return ricochet_get_grenades(m_plugin, 0, states, capacity); });
}

inline void World::BlastHits(std::vector<BlastHit>& hits)
{
	Collect<ricochet_blast_hit>(hits, [&](ricochet_blast_hit* events, int32_t capacity)
	                            { return ricochet_blast_hits(m_plugin, 0, events, capacity); });
}

inline void World::ExpiredEvents(std::vector<Expired>& events)
{
	Collect<ricochet_expired>(events, [&](ricochet_expired* array, int32_t capacity)
	                          { return ricochet_expired_events(m_plugin, 0, array, capacity); });
}

inline std::optional<RayHit> World::CastRayClosest(Point origin, b2Vec2 translation, const Filter& filter)
{
	const ricochet_ray ray = RayOf(origin, translation);
	ricochet_ray_hit hit;
	const bool isHit = ricochet_cast_ray_closest(m_scene, &ray, SceneFilter(filter), &hit) == 1;
	return isHit ? std::optional(ToWorld(hit)) : std::nullopt;
}

inline bool World::CastRayAny(Point origin, b2Vec2 translation, const Filter& filter)
{
	const ricochet_ray ray = RayOf(origin, translation);
	return ricochet_cast_ray_any(m_scene, &ray, SceneFilter(filter)) == 1;
}

inline void World::CastRayAll(Point origin, b2Vec2 translation, std::vector<RayHit>& hits, const Filter& filter)
{
	const ricochet_ray ray = RayOf(origin, translation);
	const ricochet_filter* own = SceneFilter(filter);
	Collect<ricochet_ray_hit>(hits, [&](ricochet_ray_hit* array, int32_t capacity)
	                          { return ricochet_cast_ray_all(m_scene, &ray, own, array, capacity); });
}

inline void World::CastRaySolids(Point origin, b2Vec2 translation, std::vector<RayHit>& solids, const Filter& filter)
{
	const ricochet_ray ray = RayOf(origin, translation);
	const ricochet_filter* own = SceneFilter(filter);
	Collect<ricochet_ray_hit>(solids, [&](ricochet_ray_hit* array, int32_t capacity)
	                          { return ricochet_cast_ray_solids(m_scene, &ray, own, array, capacity); });
}

inline float World::SolidLength(Point from, Point to, const Filter& filter)
{
	return ricochet_solid_length(m_scene, ToScene(from), ToScene(to), SceneFilter(filter));
}

inline std::optional<HullHit> World::CastHullClosest(const Hull& hull, Point position, b2Rot rotation,
                                                     b2Vec2 translation, const Filter& filter)
{
	const ricochet_hull own = HullOf(hull);
	ricochet_hull_hit hit;
	const bool isHit = ricochet_cast_hull_closest(m_scene, &own, PoseOf(position, rotation),
	                                              {translation.x, translation.y}, SceneFilter(filter), &hit) == 1;
	return isHit ? std::optional(ToWorld(hit)) : std::nullopt;
}

inline void World::CastHullAll(const Hull& hull, Point position, b2Rot rotation, b2Vec2 translation,
                               std::vector<HullHit>& hits, const Filter& filter)
{
	const ricochet_hull own = HullOf(hull);
	const ricochet_filter* made = SceneFilter(filter);
	Collect<ricochet_hull_hit>(hits,
	                           [&](ricochet_hull_hit* array, int32_t capacity)
	                           {
		                           return ricochet_cast_hull_all(m_scene, &own, PoseOf(position, rotation),
		                                                         {translation.x, translation.y}, made, array, capacity);
	                           });
}

inline void World::OverlapHull(const Hull& hull, Point position, b2Rot rotation, std::vector<Overlap>& overlaps,
                               const Filter& filter)
{
	const ricochet_hull own = HullOf(hull);
	const ricochet_filter* made = SceneFilter(filter);
	Collect<ricochet_overlap_hit>(
	    overlaps, [&](ricochet_overlap_hit* array, int32_t capacity)
	    { return ricochet_overlap_hull(m_scene, &own, PoseOf(position, rotation), made, array, capacity); });
}

inline std::optional<Ground> World::CheckGround(const Hull& hull, Point position, b2Rot rotation, const Filter& filter,
                                                const ricochet_ground_def* def)
{
	const ricochet_hull own = HullOf(hull);
	ricochet_ground ground;
	if (ricochet_check_ground(m_scene, &own, PoseOf(position, rotation), def, SceneFilter(filter), &ground) != 1)
	{
		return std::nullopt;
	}
	return Ground{b2LoadShapeId(ground.fixture_user_data),
	              b2LoadBodyId(ground.body_user_data),
	              ToWorld(ground.point),
	              VectorOf(ground.normal),
	              ground.distance,
	              ground.slope,
	              ground.is_walkable,
	              ground.is_held,
	              VectorOf(ground.velocity)};
}

inline std::optional<Slide> World::SlideHull(const Hull& hull, Point position, b2Rot rotation, b2Vec2 translation,
                                             std::vector<SlidePlane>& planes, const Filter& filter,
                                             const ricochet_slide_def* def)
{
	const ricochet_hull own = HullOf(hull);
	const ricochet_filter* made = SceneFilter(filter);
	ricochet_slide_result result;
	bool isDone = false;
	Collect<ricochet_slide_plane>(planes,
	                              [&](ricochet_slide_plane* array, int32_t capacity)
	                              {
		                              const int32_t count = ricochet_slide_hull(
		                                  m_scene, &own, PoseOf(position, rotation), {translation.x, translation.y},
		                                  def, made, &result, array, capacity);
		                              isDone = count >= 0;
		                              return count;
	                              });
	return isDone ? std::optional(Slide{ToWorld(result.position), VectorOf(result.left), result.is_free})
	              : std::nullopt;
}

inline std::optional<NearestHit> World::Nearest(Point point, float maxDistance, const Filter& filter)
{
	ricochet_nearest_hit hit;
	const bool isHit = ricochet_find_nearest(m_scene, ToScene(point), maxDistance, SceneFilter(filter), &hit) == 1;
	return isHit ? std::optional(ToWorld(hit)) : std::nullopt;
}

inline void World::AllNearest(Point point, float maxDistance, int32_t most, std::vector<NearestHit>& hits,
                              const Filter& filter)
{
	const ricochet_filter* own = SceneFilter(filter);
	Collect<ricochet_nearest_hit>(
	    hits, [&](ricochet_nearest_hit* array, int32_t capacity)
	    { return ricochet_find_all_nearest(m_scene, ToScene(point), maxDistance, most, own, array, capacity); });
}

inline int32_t World::CastBeam(Point origin, b2Vec2 direction, const BeamDef& def, std::vector<BeamLeg>& legs)
{
	ricochet_beam_def own = ricochet_beam_def_default();
	own.length = def.length;
	own.max_bounces = def.maxBounces;
	own.max_pierces = def.maxPierces;
	own.filter = SceneFilter(def.filter);
	own.rule = def.rule;
	own.context = def.context;
	int32_t end = RICOCHET_BEAM_INVALID;
	Collect<ricochet_beam_leg>(legs,
	                           [&](ricochet_beam_leg* array, int32_t capacity) {
		                           return ricochet_cast_beam(m_scene, ToScene(origin), {direction.x, direction.y}, &own,
		                                                     array, capacity, &end);
	                           });
	return end;
}

inline bool World::InSight(Point from, Point to, const Filter& filter)
{
	return ricochet_in_sight(m_scene, ToScene(from), ToScene(to), SceneFilter(filter)) == 1;
}

inline bool World::InSight(b2BodyId from, b2BodyId to, const Filter& filter)
{
	return ricochet_body_in_sight(m_scene, SceneBody(from), SceneBody(to), SceneFilter(filter)) == 1;
}

inline float World::SeenFraction(Point eye, b2BodyId body, const Filter& filter)
{
	return ricochet_seen_fraction(m_scene, ToScene(eye), SceneBody(body), SceneFilter(filter));
}

inline float World::SeenFraction(const Eye& eye, b2BodyId body)
{
	const ricochet_sight_def own = SightOf(eye);
	return ricochet_seen_fraction_within(m_scene, ToScene(eye.position), SceneBody(body), &own);
}

inline void World::VisibilityPolygon(const Eye& eye, std::vector<Point>& points)
{
	const ricochet_sight_def own = SightOf(eye);
	Collect<ricochet_vec>(points,
	                      [&](ricochet_vec* array, int32_t capacity) {
		                      return ricochet_visibility_polygon(m_scene, ToScene(eye.position), &own, array, capacity);
	                      });
}

inline bool Region::Look(const Eye& eye)
{
	const ricochet_sight_def own = m_world.SightOf(eye);
	return ricochet_look(m_region, m_world.Scene(), m_world.ToScene(eye.position), &own);
}

inline bool Region::Illuminate(const Light& light)
{
	ricochet_light_def own = ricochet_light_def_default();
	own.position = m_world.ToScene(light.position);
	own.radius = light.radius;
	own.direction = light.direction;
	own.cone = light.cone;
	own.light_size = light.size;
	own.filter = m_world.SceneFilter(light.filter);
	return ricochet_illuminate(m_region, m_world.Scene(), &own);
}

inline bool Region::Illuminate(const ParallelLight& light)
{
	ricochet_parallel_light_def own = ricochet_parallel_light_def_default();
	own.direction = {light.direction.x, light.direction.y};
	own.view_lower = m_world.ToScene(light.viewLower);
	own.view_upper = m_world.ToScene(light.viewUpper);
	own.before = light.before;
	own.spread = light.spread;
	own.filter = m_world.SceneFilter(light.filter);
	return ricochet_illuminate_parallel(m_region, m_world.Scene(), &own);
}

inline void Region::Polygon(std::vector<Point>& points, float maxError) const
{
	m_world.Collect<ricochet_vec>(points, [&](ricochet_vec* array, int32_t capacity)
	                              { return ricochet_region_polygon(m_region, maxError, array, capacity); });
}

inline void Region::Triangles(std::vector<Point>& points, float maxError) const
{
	m_world.Collect<ricochet_vec>(points, [&](ricochet_vec* array, int32_t capacity)
	                              { return ricochet_region_triangles(m_region, maxError, array, capacity); });
}

inline void Region::SoftTriangles(std::vector<LitVertex>& corners, float maxError) const
{
	m_world.Collect<ricochet_lit_vertex>(corners,
	                                     [&](ricochet_lit_vertex* array, int32_t capacity) {
		                                     return ricochet_region_soft_triangles(m_region, maxError, array, capacity);
	                                     });
}

} // namespace ricochet::box2d3
