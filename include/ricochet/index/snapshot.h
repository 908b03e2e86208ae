// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/host/box2d_layout.h>
#include <ricochet/query/batch.h>
#include <ricochet/query/executor.h>
#include <ricochet/query/go_on.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/query/hull_solid_query.h>
#include <ricochet/query/nearest.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/ray_fan.h>
#include <ricochet/query/solid_query.h>
#include <ricochet/query/turning_query.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

class History;

/// What an Update did, counted in children of fixtures.
struct SnapshotUpdate
{
	int32_t added = 0;
	int32_t changed = 0; ///< moved, or of another shape
	int32_t removed = 0;
	int32_t kept = 0;
	int32_t ignored = 0; ///< without a finite pose and shape, or farther than 1e12 m from the origin: never hit. A
	                     ///< shape whose own coordinates reach beyond 6e11 m may count as that
};

/// Names a child of a fixture for as long as a game likes to keep it, also when the fixture is gone. Null: none.
struct SnapshotId
{
	uint32_t index = 0;
	uint32_t generation = 0;

	explicit operator bool() const { return generation != 0; }
	friend bool operator==(const SnapshotId&, const SnapshotId&) = default;
};

/// An index of a world for many casts: copies of all fixtures of enabled bodies as the last Update found them, in grids
/// of cells. Its casts give the hits that the same casts over the world would have given then, bit for bit, many times
/// as fast.
///
/// Casts read nothing but the copies. They are const, allocate nothing but the growth of what the caller gives (and
/// batches what they say), and may run on many threads at once: also while the world steps, while it is locked, and
/// while the game destroys bodies and fixtures. A hit names its fixture by a pointer that the game must not follow if
/// it has been destroyed since: take IdOf the hit, and ask FixtureOf after the next Update. A filter's `accept` gets
/// the same pointers.
/// No cast may run during Update, nor may it outlive the world.
class Snapshot
{
public:
	/// Takes the world as it stands, if it is not locked; of a locked world nothing until Update.
	/// Lets std::bad_alloc through. Leave the layout out: it is that of the game's headers. If it is not the library's,
	/// every Update is refused by OtherBox2d (host/box2d_layout.h), and every cast misses.
	explicit Snapshot(const b2World& world, const Box2dLayout& layout = k_box2dLayoutHere);
	~Snapshot();
	Snapshot(const Snapshot&) = delete;
	Snapshot& operator=(const Snapshot&) = delete;

	/// Takes the world as it stands: after a step or any other change. Notices by itself what came, went, moved, was
	/// enabled or disabled, or changed its shape, filter or sensor flag, also through b2Fixture::GetShape. Costs a look
	/// at every fixture, and what has changed. Refused: WorldIsLocked; OutOfMemory, after which every cast misses until
	/// an Update succeeds.
	Result<SnapshotUpdate> Update();

	/// Takes the world as it was at a time that a history has kept (index/history.h), of which it only reads: also
	/// while the world is locked. Until the next Update or UpdateTo all casts and looks see that. From one time to
	/// another between which nothing came, went or changed but moved, it costs a glance at each body and what stands
	/// elsewhere; else as much as Update. Hits name what there was then: FixtureOf gives nullptr for what the last
	/// Record before this call has not found, and what one of two times has and the other has not, though it bears the
	/// same name, are two. So is everything in two histories, and in a history and the world. Refused, and nothing has
	/// changed: NotFinite; TooFew records, which are none; TooSmall, TooLarge, the limit is the oldest or the newest
	/// time; OutOfMemory as by Update.
	Result<SnapshotUpdate> UpdateTo(const History& history, double time);

	/// As the functions of the same names (query/ray_query.h, query/go_on.h, query/hull_query.h, query/overlap_query.h,
	/// query/solid_query.h, query/hull_solid_query.h, query/nearest.h, query/turning_query.h, query/beam.h).
	[[nodiscard]] std::optional<RayHit> CastRayClosest(const Ray& ray, const QueryFilter& filter = {}) const;
	[[nodiscard]] bool CastRayAny(const Ray& ray, const QueryFilter& filter = {}) const;
	void CastRayAll(const Ray& ray, std::vector<RayHit>& hits, const QueryFilter& filter = {}) const;
	[[nodiscard]] std::optional<RayHit> CastRayNext(const Ray& ray, const RayHit& after,
	                                                const QueryFilter& filter = {}) const;
	[[nodiscard]] std::optional<Ray> GoOn(const Ray& ray, const RayHit& hit, Onward onward, b2Vec2 translation,
	                                      const QueryFilter& filter = {}) const;
	void CastRaySolids(const Ray& ray, std::vector<SolidSpan>& solids, const QueryFilter& filter = {},
	                   const SolidTag& tagOf = {}) const;
	void CastHullSolids(const HullPath& path, std::vector<HullSolidSpan>& solids, const QueryFilter& filter = {},
	                    const SolidTag& tagOf = {}) const;
	[[nodiscard]] float SolidLength(b2Vec2 from, b2Vec2 to, const QueryFilter& filter = {}) const;
	[[nodiscard]] std::optional<NearestHit> FindNearest(b2Vec2 point, float maxDistance,
	                                                    const QueryFilter& filter = {}) const;
	void FindAllNearest(b2Vec2 point, float maxDistance, size_t most, std::vector<NearestHit>& hits,
	                    const QueryFilter& filter = {}) const;
	[[nodiscard]] std::optional<CastHit> CastHullClosest(const HullPath& path, const QueryFilter& filter = {}) const;
	[[nodiscard]] bool CastHullAny(const HullPath& path, const QueryFilter& filter = {}) const;
	void CastHullAll(const HullPath& path, std::vector<CastHit>& hits, const QueryFilter& filter = {}) const;
	void OverlapHull(const Hull& hull, const b2Transform& pose, std::vector<OverlapHit>& overlaps,
	                 const QueryFilter& filter = {}) const;
	[[nodiscard]] bool OverlapHullAny(const Hull& hull, const b2Transform& pose, const QueryFilter& filter = {}) const;
	[[nodiscard]] std::optional<TurningHit> CastTurningClosest(const TurningPath& path,
	                                                           const QueryFilter& filter = {}) const;
	[[nodiscard]] bool CastTurningAny(const TurningPath& path, const QueryFilter& filter = {}) const;
	void CastTurningAll(const TurningPath& path, std::vector<TurningHit>& hits, const QueryFilter& filter = {}) const;
	BeamEnd CastBeam(b2Vec2 origin, b2Vec2 direction, const BeamDef& def, std::vector<BeamLeg>& legs) const;

	/// All rays of a fan in one call, as the function of the same name (query/ray_fan.h): hits[i] is CastRayClosest of
	/// FanRay(fan, i), with fixture nullptr for a miss. From 64 rays on they look at what they meet together; as many
	/// single casts where they lie so far apart that they share nothing. Allocates nothing.
	[[nodiscard]] bool CastRayFan(const RayFan& fan, std::span<RayHit> hits, const QueryFilter& filter = {}) const;

	/// Many rays at once: hits[i] is CastRayClosest of rays[i], with fixture nullptr for a miss; isHit[i] is CastRayAny
	/// of rays[i]. The same whatever the executor does. From 256 rays on they are cast in an order in which they find
	/// what they meet at hand, for which a call takes some bytes a ray if it gets them. Refused, with nothing written:
	/// TooFew hits.
	Result<> CastRaysClosest(std::span<const Ray> rays, std::span<RayHit> hits, const QueryFilter& filter = {},
	                         const Executor& executor = {}) const;
	Result<> CastRaysAny(std::span<const Ray> rays, std::span<bool> isHit, const QueryFilter& filter = {},
	                     const Executor& executor = {}) const;

	/// Many rays at once: hits.Of(i) is CastRayAll of rays[i]. Many beams at once, all by one def: legs.Of(i) and
	/// legs.ends[i] are CastBeam of rays[i]. The same whatever the executor does, which never gets an exception of the
	/// library's. Replaces what was there. Of the memory that a call takes, as much again as the answer, only the
	/// growth of the answer stays. Refused: OutOfMemory. Then, and if a predicate, the rule or the executor throws, the
	/// lists are empty.
	Result<> CastRaysAll(std::span<const Ray> rays, RayHits& hits, const QueryFilter& filter = {},
	                     const Executor& executor = {}) const;
	Result<> CastBeams(std::span<const BeamRay> rays, const BeamDef& def, BeamLegs& legs,
	                   const Executor& executor = {}) const;

	/// Of a hit of this snapshot, before the next Update. Null for a fixture that it does not hold.
	[[nodiscard]] SnapshotId IdOf(const RayHit& hit) const;

	/// The fixture that an id named, if every Update since has found it, on an enabled body; else nullptr, for good. A
	/// fixture that was made at the same place of memory, without an Update between, is taken for the old one.
	[[nodiscard]] b2Fixture* FixtureOf(SnapshotId id) const;

	[[nodiscard]] int32_t ChildCount() const; ///< of fixtures that it holds
	[[nodiscard]] size_t ByteCount() const;   ///< of memory

	struct State;

private:
	friend const State& StateOf(const Snapshot& snapshot);

	std::unique_ptr<State> m_state;
};

} // namespace ricochet

RICOCHET_EXPORT_END
