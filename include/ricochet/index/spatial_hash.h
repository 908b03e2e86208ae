// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/host/box2d_layout.h>
#include <ricochet/query/beam.h>
#include <ricochet/query/go_on.h>

#include <box2d/b2_collision.h>
#include <box2d/b2_fixture.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// An entry as queries name it: the id and tag of one that was added, or a child of a fixture that Update brought.
struct HashItem
{
	HashId id; ///< null for fixtures
	uintptr_t tag = 0;
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
};

/// What an Update did, counted in children of fixtures.
struct HashUpdate
{
	int32_t added = 0;
	int32_t moved = 0;
	int32_t removed = 0;
	int32_t kept = 0;
	int32_t ignored = 0; ///< never hit: without a finite pose and shape, or farther than 1e12 m from the origin
};

/// An index of segments, shapes and fixtures for many casts: what a Snapshot (index/snapshot.h) is to a world, with
/// entries that a game adds by hand. When it beats the world's own tree: plugin/docs/grid.md.
///
/// A cast gives the hit that a look at every entry would give, decided exactly as by CastShape and CrossSegment. Ties
/// go to fixtures in the world's order, then to the entry that was added first. After Update, hits on fixtures are
/// those of CastRayClosest on the world, bit for bit.
///
/// Casts and queries read copies that the hash has made, and nothing of the world. They are const, allocate nothing but
/// the growth of what the caller gives, and may run on many threads at once, but not while the hash changes. A hit
/// names its fixture by a pointer. The game must not follow the pointer if it has destroyed the fixture since.
///
/// A call that is refused has changed nothing. An Update that runs out of memory leaves no fixtures in the hash until
/// the next Update. Only the constructor, Query, casts of shapes, and containers that the caller gives to be filled let
/// std::bad_alloc through.
class SpatialHash
{
public:
	/// `cellSize`: about the size of most entries (m). The hash chooses its cells by its entries, so no answer and
	/// hardly any speed depends on the size. If CheckCellSize (supercover.h) refuses it, every call is refused by the
	/// same error. Leave the layout out: it is that of the game's headers. If it is not the library's, every call is
	/// refused by OtherBox2d (host/box2d_layout.h).
	explicit SpatialHash(float cellSize, const Box2dLayout& layout = k_box2dLayoutHere);
	~SpatialHash();
	SpatialHash(const SpatialHash&) = delete;
	SpatialHash& operator=(const SpatialHash&) = delete;

	// Entries in the world frame. `filter` is to a QueryFilter what a fixture's own is; sensors, ignoreBody and accept
	// are about fixtures alone. A segment is two-sided. A shape is copied; MoveShape reads it again, so it must live
	// until its last move. Many entries are added one by one in O(n log n); the next Update, of a world or of nullptr,
	// then leaves them in few grids, which makes casts faster. Refused: NotFinite, NotARotation, NoSuchChild,
	// NoSuchEntry, TooSmall (a negative radius), TooLarge (beyond 1e12 m from the origin; a shape whose own coordinates
	// reach beyond 6e11 m may count as that), OutOfMemory.
	Result<HashId> AddSegment(b2Vec2 a, b2Vec2 b, uintptr_t tag = 0, const b2Filter& filter = {});
	Result<HashId> AddShape(const b2Shape& shape, int32_t child, const b2Transform& pose, uintptr_t tag = 0,
	                        const b2Filter& filter = {});
	Result<> MoveSegment(HashId id, b2Vec2 a, b2Vec2 b);
	Result<> MoveShape(HashId id, const b2Transform& pose); ///< also after a change of the shape itself
	Result<> Remove(HashId id);
	[[nodiscard]] bool Contains(HashId id) const;

	/// Takes the fixtures of all enabled bodies as they stand, and no others: after a step or any other change of the
	/// world. Notices by itself which fixtures came, moved, went, or changed their shape, filter or sensor flag.
	/// Entries added by hand stay. Costs a look at every fixture. Only reads the world; null: no fixtures.
	Result<HashUpdate> Update(const b2World* world);

	/// The hit with the smallest entry. An invalid ray misses.
	[[nodiscard]] std::optional<HashHit> CastRayClosest(const Ray& ray, const QueryFilter& filter = {}) const;

	/// True if anything is hit. The cheapest question.
	[[nodiscard]] bool CastRayAny(const Ray& ray, const QueryFilter& filter = {}) const;

	/// GoOn and CastRayNext of query/go_on.h and CastBeam of query/beam.h, over this hash. What was added by hand is
	/// left as exactly as fixtures are; its legs bear its id and tag. Of a hit on it the id says what was hit.
	[[nodiscard]] std::optional<Ray> GoOn(const Ray& ray, const HashHit& hit, Onward onward, b2Vec2 translation,
	                                      const QueryFilter& filter = {}) const;
	[[nodiscard]] std::optional<HashHit> CastRayNext(const Ray& ray, const HashHit& after,
	                                                 const QueryFilter& filter = {}) const;
	BeamEnd CastBeam(b2Vec2 origin, b2Vec2 direction, const BeamDef& def, std::vector<BeamLeg>& legs) const;

	/// As the functions of the same names of query/hull_query.h, query/overlap_query.h and query/turning_query.h, over
	/// this hash: after Update, of fixtures bit for bit. What was added by hand comes after fixtures where there is a
	/// tie.
	[[nodiscard]] std::optional<HashCastHit> CastHullClosest(const HullPath& path,
	                                                         const QueryFilter& filter = {}) const;
	[[nodiscard]] bool CastHullAny(const HullPath& path, const QueryFilter& filter = {}) const;
	void CastHullAll(const HullPath& path, std::vector<HashCastHit>& hits, const QueryFilter& filter = {}) const;
	void OverlapHull(const Hull& hull, const b2Transform& pose, std::vector<HashOverlapHit>& overlaps,
	                 const QueryFilter& filter = {}) const;
	[[nodiscard]] bool OverlapHullAny(const Hull& hull, const b2Transform& pose, const QueryFilter& filter = {}) const;
	[[nodiscard]] std::optional<HashTurningHit> CastTurningClosest(const TurningPath& path,
	                                                               const QueryFilter& filter = {}) const;
	[[nodiscard]] bool CastTurningAny(const TurningPath& path, const QueryFilter& filter = {}) const;
	void CastTurningAll(const TurningPath& path, std::vector<HashTurningHit>& hits,
	                    const QueryFilter& filter = {}) const;

	/// Every entry that reaches into the box, once, in no order that means anything. Entries of which only the bounds
	/// reach into the box, or come as near to it as their coordinates are rounded, may be among them. For viewports,
	/// and for what a light or a blast may reach. Replaces the content of found. A box that is not finite or inverted
	/// finds nothing.
	void Query(const b2AABB& box, std::vector<HashItem>& found) const;

	[[nodiscard]] float CellSize() const;     ///< as given to the constructor (m)
	[[nodiscard]] int32_t EntryCount() const; ///< children of fixtures included

	struct State;

private:
	friend const State& StateOf(const SpatialHash& hash);

	std::unique_ptr<State> m_state;
};

} // namespace ricochet

RICOCHET_EXPORT_END
