// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// Bullets, grenades, blasts, casts and sight in a world of Box2D 3 (3.1 and later, positions in float or double). The
// game compiles this header with its own Box2D 3 and links ricochet::scene. Nothing of Box2D is in the library.

#include <box2d/box2d.h>
#include <ricochet/c/scene.h>
#include <ricochet/ricochet_c.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
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

/// Where a ray crosses a surface, as ricochet_crossing.
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
};

/// A shape that was not taken, and why. Such a shape is hit by nothing.
struct Refusal
{
	b2ShapeId shape{};
	ricochet_error error{};
};

/// Follows a world of Box2D 3 in a scene.
///
/// It follows these things by itself:
/// - Bodies that b2World_Step moves, by the world's move events.
/// - Shapes and bodies that were created or destroyed. Each Sync compares the world's counters and asks for each shape
///   whether it is valid.
///
/// The game calls Touch for a body that it has teleported, enabled or disabled, or whose type or mass it has changed.
/// It also calls Touch if it has changed the geometry, filter, friction or restitution of a shape of the body. With
/// `looksAtAll` teleports need no Touch: each Sync reads the pose of every body.
///
/// The order of a frame: the game changes its world, Step (or Begin, b2World_Step, End), then events and queries. If
/// the game changes its world before a query, it calls Sync.
///
/// - The world must outlive this object. Use both on one thread at a time.
/// - Positions are float, relative to `origin`. In a large world choose an origin near the action.
/// - 15 different category bits can be in use, those of filters included. A shape whose category would be the 16th is
///   refused (Refused).
/// - If memory runs out, functions throw std::bad_alloc or are refused like those of the C interface, which explains
///   errors (ricochet_last_error).
class World
{
public:
	/// How a world is followed.
	struct Options
	{
		const ricochet_plugin_def* plugin = nullptr; ///< null: the default
		Point origin{};
		bool looksAtAll = false;
	};

	/// Takes over the shapes and bodies of a world.
	explicit World(b2WorldId world, const Options& options) : m_engine(world), m_options(options)
	{
		const b2Vec2 gravity = b2World_GetGravity(world);
		m_scene = ricochet_create_world({gravity.x, gravity.y});
		m_plugin = m_scene != nullptr ? ricochet_create_plugin(m_scene, options.plugin) : nullptr;
		Sync();
	}
	/// The same, with the default options.
	explicit World(b2WorldId world) : World(world, Options()) {}
	~World()
	{
		ricochet_destroy_plugin(m_plugin);
		ricochet_destroy_world(m_scene);
	}
	World(const World&) = delete;
	World& operator=(const World&) = delete;

	/// False if memory ran out in the constructor, or the options of the plugin were refused. Then all calls are
	/// refused.
	[[nodiscard]] bool IsValid() const { return m_plugin != nullptr; }

	/// The handles of the C interface, for everything that is not here. Bodies and fixtures have the ids of Box2D as
	/// user data: b2LoadBodyId(hit.body_user_data).
	[[nodiscard]] ricochet_world* Scene() const { return m_scene; }
	[[nodiscard]] ricochet_plugin* Plugin() const { return m_plugin; }

	/// The scene's id of a body; 0 if the body is not known.
	[[nodiscard]] ricochet_body SceneBody(b2BodyId body) const
	{
		const auto found = m_bodies.find(b2StoreBodyId(body));
		return found != m_bodies.end() ? found->second.own : 0;
	}

	/// The shapes that were refused since they were first seen.
	[[nodiscard]] const std::vector<Refusal>& Refused() const { return m_refused; }

	/// Reports that a body has changed in a way that Sync does not see. The next Sync or step copies the whole body. A
	/// new pose counts as a jump, not as a motion.
	void Touch(b2BodyId body) { m_touched.push_back(body); }

	/// Takes over what the game has changed.
	void Sync();

	/// Steps Box2D and all projectiles. False: the C interface has refused something.
	bool Step(float dt, int subSteps)
	{
		const bool hasBegun = Begin();
		b2World_Step(m_engine, dt, subSteps);
		return End(dt) && hasBegun;
	}

	/// For a game that steps Box2D itself: call Begin before b2World_Step, and End after it. End gives the bodies
	/// their impulses, moves back bodies that grenades stop, and destroys bodies that blasts have destroyed.
	bool Begin()
	{
		Sync();
		const bool hasBegun = ricochet_begin_step(m_plugin);
		DestroyBodies(); // the bodies that were queued for destruction
		return hasBegun;
	}
	bool End(float dt);

	/// Fires a bullet, which flies from the next step on. Generation 0 in the id: refused (ricochet_last_error).
	ricochet_bullet Fire(const BulletDef& def);

	/// Throws a grenade, in the same way.
	ricochet_grenade Throw(const GrenadeDef& def);

	/// The impacts of the last step. Valid until the next one.
	[[nodiscard]] const std::vector<Impact>& Impacts() const { return m_impacts; }

	/// The hit with the smallest entry, as ricochet_cast_ray_closest.
	[[nodiscard]] std::optional<RayHit> CastRayClosest(Point origin, b2Vec2 translation, const Filter& filter = {});

	/// True if the ray hits anything. This is the cheapest query.
	[[nodiscard]] bool CastRayAny(Point origin, b2Vec2 translation, const Filter& filter = {});

	/// Replaces the content of `hits` by all hits, sorted by entry.
	void CastRayAll(Point origin, b2Vec2 translation, std::vector<RayHit>& hits, const Filter& filter = {});

	/// True if nothing blocks the line between two points.
	[[nodiscard]] bool InSight(Point from, Point to, const Filter& filter = {});

	/// The share of a body that is in sight of an eye, 0 to 1; below 0: refused.
	[[nodiscard]] float SeenFraction(Point eye, b2BodyId body, const Filter& filter = {});

	/// Replaces the content of `points` by the region that an eye sees up to a radius (m), counter-clockwise.
	void VisibilityPolygon(Point eye, float radius, std::vector<Point>& points, const Filter& filter = {});

	/// A filter for calls of the C interface. Valid until the next call of this function.
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
	void TakeImpacts();
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
	[[nodiscard]] ricochet_ray RayOf(Point origin, b2Vec2 translation) const
	{
		return {ToScene(origin), {translation.x, translation.y}, 1.0f};
	}

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
	std::vector<ricochet_impact> m_events;
	std::vector<ricochet_ray_hit> m_hits;
	std::vector<ricochet_vec> m_points;
	std::vector<Impact> m_impacts;
	std::vector<Refusal> m_refused;
	ricochet_filter m_filter{};
};

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

// Puts the body in the scene to the pose of the engine's body, without a sweep. The angle is rounded, so the motion
// then sets the engine's sine and cosine to the bit.
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

// Forgets a body and its shapes, so that the next list finds them as they are now.
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
	TakeImpacts();
	GiveChanges();
	DestroyBodies();
	return hasMoved && hasEnded;
}

inline void World::TakeImpacts()
{
	const int32_t count = ricochet_impacts(m_plugin, 0, nullptr, 0);
	m_events.resize(static_cast<size_t>(std::max(count, 0)));
	ricochet_impacts(m_plugin, 0, m_events.data(), static_cast<int32_t>(m_events.size()));
	m_impacts.clear();
	for (const ricochet_impact& event : m_events)
	{
		m_impacts.push_back({ToWorld(event.hit), event});
	}
}

// Gives Box2D what the scene has changed.
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

// The last bit is set in every mask that is not 0. So a category must not have it, or it would match all of these
// masks. A category of all bits does match all of them.
inline uint16_t World::CategoryOf(uint64_t bits) const
{
	constexpr uint16_t k_named = k_all >> 1;
	return bits == UINT64_MAX ? k_all : static_cast<uint16_t>(SlotsOf(bits) & k_named);
}

// Gives slots to the bits of a category. False if there are too many. A category of all bits needs no slot: it matches
// every mask that is not 0.
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

inline const ricochet_filter* World::SceneFilter(const Filter& filter)
{
	m_filter = ricochet_filter_default();
	(void)AddSlots(filter.categoryBits); // if there are too many, bits without a slot match nothing
	m_filter.category_bits = CategoryOf(filter.categoryBits);
	m_filter.mask_bits = MaskOf(filter.maskBits);
	m_filter.sensors = filter.sensors;
	m_filter.start_inside = filter.startInside;
	m_filter.sides = filter.sides;
	std::transform(filter.ignore.begin(), filter.ignore.end(), m_filter.ignore,
	               [&](b2BodyId body) { return SceneBody(body); });
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

inline ricochet_bullet World::Fire(const BulletDef& def)
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
	return ricochet_fire(m_plugin, &own);
}

inline ricochet_grenade World::Throw(const GrenadeDef& def)
{
	ricochet_grenade_def own = ricochet_grenade_def_default();
	own.position = ToScene(def.position);
	own.velocity = {def.velocity.x, def.velocity.y};
	own.radius = def.radius;
	own.mass = def.mass;
	own.fuse = def.fuse;
	own.restitution = def.restitution;
	own.friction = def.friction;
	own.user_data = def.userData;
	own.filter = SceneFilter(def.filter);
	return ricochet_throw(m_plugin, &own);
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
	m_hits.resize(std::max<size_t>(m_hits.capacity(), 16));
	int32_t count = ricochet_cast_ray_all(m_scene, &ray, own, m_hits.data(), static_cast<int32_t>(m_hits.size()));
	if (count > static_cast<int32_t>(m_hits.size()))
	{
		m_hits.resize(static_cast<size_t>(count));
		count = ricochet_cast_ray_all(m_scene, &ray, own, m_hits.data(), count);
	}
	hits.clear();
	for (int32_t i = 0; i < count; ++i)
	{
		hits.push_back(ToWorld(m_hits[static_cast<size_t>(i)]));
	}
}

inline bool World::InSight(Point from, Point to, const Filter& filter)
{
	return ricochet_in_sight(m_scene, ToScene(from), ToScene(to), SceneFilter(filter)) == 1;
}

inline float World::SeenFraction(Point eye, b2BodyId body, const Filter& filter)
{
	return ricochet_seen_fraction(m_scene, ToScene(eye), SceneBody(body), SceneFilter(filter));
}

inline void World::VisibilityPolygon(Point eye, float radius, std::vector<Point>& points, const Filter& filter)
{
	ricochet_sight_def def = ricochet_sight_def_default();
	def.radius = radius;
	def.filter = SceneFilter(filter);
	const int32_t count = ricochet_visibility_polygon(m_scene, ToScene(eye), &def, nullptr, 0);
	m_points.resize(static_cast<size_t>(std::max(count, 0)));
	ricochet_visibility_polygon(m_scene, ToScene(eye), &def, m_points.data(), static_cast<int32_t>(m_points.size()));
	points.clear();
	for (const ricochet_vec point : m_points)
	{
		points.push_back(ToWorld(point));
	}
}

} // namespace ricochet::box2d3
