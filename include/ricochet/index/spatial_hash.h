// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/host/box2d_layout.h>
#include <ricochet/index/item.h>

#include <box2d/b2_fixture.h>

#include <cstdint>
#include <memory>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// The work that an Update did, counted in children of fixtures.
struct HashUpdate
{
	int32_t added = 0;
	int32_t moved = 0;
	int32_t removed = 0;
	int32_t kept = 0;
	int32_t ignored = 0; ///< never hit: without a finite pose and shape, or farther than 1e12 m from the origin
};

/// An index of segments, shapes and fixtures for many casts. It resembles a Snapshot (index/snapshot.h), but a game can
/// add entries by hand. plugin/docs/grid.md says when it beats the world's own tree. A SpatialHash is a Space
/// (query/space.h): every query takes it in place of a world.
///
/// - A query gives the hits that a cast at every entry would give, decided exactly as by CastRayAtShape and
///   CrossSegment. Ties go to fixtures in the world's order, then to the entry that was added first.
/// - After Update, hits on fixtures are those of the same query of the world, bit for bit.
/// - Queries read copies that the hash has made, and nothing of the world. They must not run while the hash changes. A
///   hit names its fixture by a pointer. The game must not follow the pointer if it has destroyed the fixture since.
///   CheckGround (query/ground.h) is the exception: it reads the velocity of the body, which must still exist.
/// - A call that is refused has changed nothing. But an Update that runs out of memory leaves no fixtures in the hash
///   until the next Update.
/// - Only the constructor lets std::bad_alloc through.
class SpatialHash
{
public:
	/// `cellSize`: about the size of most entries (m). The hash chooses its cells by its entries, so the answers do not
	/// depend on the size, and the speed hardly does. If CheckCellSize (geometry/supercover.h) refuses it, every call
	/// is refused by the same error. Leave out `layout`: its default is the layout of the Box2D headers of the game. If
	/// that differs from the library's, every call is refused by OtherBox2d (host/box2d_layout.h).
	explicit SpatialHash(float cellSize, const Box2dLayout& layout = k_box2dLayoutHere);
	~SpatialHash();
	SpatialHash(const SpatialHash&) = delete;
	SpatialHash& operator=(const SpatialHash&) = delete;

	// Entries are in the world frame. A QueryFilter compares `filter` as a fixture's own filter. The rules about
	// sensors, bodies and `accept` apply to fixtures alone. A segment has no sides: every query hits it from both.
	// AddShape copies the shape. MoveShape reads the shape again, so the game must keep it until the last MoveShape.
	// Many entries are added one by one in O(n log n). The next Update, of a world or of null, then leaves them in few
	// grids, which makes casts faster.
	// Refused: NotFinite, NotARotation, NoSuchChild, NoSuchEntry, TooSmall (a negative radius), TooLarge (beyond 1e12 m
	// from the origin), OutOfMemory. A segment or a shape whose own coordinates reach beyond 6e11 m may also be
	// TooLarge.
	Result<ItemId> AddSegment(b2Vec2 a, b2Vec2 b, uint64_t tag = 0, const b2Filter& filter = {});
	Result<ItemId> AddShape(const b2Shape& shape, int32_t child, const b2Transform& pose, uint64_t tag = 0,
	                        const b2Filter& filter = {});
	Result<> MoveSegment(ItemId id, b2Vec2 a, b2Vec2 b);
	Result<> MoveShape(ItemId id, const b2Transform& pose); ///< also after a change of the shape itself
	Result<> Remove(ItemId id);
	[[nodiscard]] bool Contains(ItemId id) const;

	/// Takes the fixtures of all enabled bodies as they are now, and no others. Call it after a step or any other
	/// change of the world. It notices by itself the fixtures that were created, moved, changed or destroyed. Things
	/// that were added by hand stay. It reads every fixture, and changes nothing in the world. Null: no fixtures.
	Result<HashUpdate> Update(const b2World* world);

	[[nodiscard]] float CellSize() const;     ///< m
	[[nodiscard]] int32_t EntryCount() const; ///< children of fixtures included

	struct State;

private:
	friend const State& StateOf(const SpatialHash& hash);

	std::unique_ptr<State> m_state;
};

} // namespace ricochet

RICOCHET_EXPORT_END
