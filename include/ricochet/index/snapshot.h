// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/host/box2d_layout.h>

class b2Fixture;
class b2World;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

class History;

/// The work that an Update did, counted in children of fixtures.
struct SnapshotUpdate
{
	int32_t added = 0;
	int32_t changed = 0; ///< moved, or changed its shape
	int32_t removed = 0;
	int32_t kept = 0;
	int32_t ignored = 0; ///< never hit: without a finite pose and shape, or farther than 1e12 m from the origin. A
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

/// An index of a world for many queries: copies of all fixtures of enabled bodies as the last Update found them, in
/// grids of cells. A Snapshot is a Space (query/space.h): every query takes it in place of the world. It gives the
/// answer that the world would have given at the Update, bit for bit, many times as fast.
///
/// Queries read nothing but the copies. So they may run on many threads at once. The world may step or be locked
/// meanwhile, and the game may destroy bodies and fixtures. A hit names its fixture by a pointer. The game must not
/// follow it if the fixture has been destroyed since: take its IdOf, and call FixtureOf after the next Update. A
/// filter's `accept` gets the same pointers. Things farther than 1e12 m from the origin are not found. No query may run
/// during Update. The world must outlive the Snapshot.
class Snapshot
{
public:
	/// Takes the world as it is now, unless it is locked: a locked world is taken by the next Update.
	/// Lets std::bad_alloc through. Leave out `layout`: its default is the layout of the Box2D headers of the game. If
	/// that differs from the library's, every Update is refused by OtherBox2d (host/box2d_layout.h), and every query
	/// finds nothing.
	explicit Snapshot(const b2World& world, const Box2dLayout& layout = k_box2dLayoutHere);
	~Snapshot();
	Snapshot(const Snapshot&) = delete;
	Snapshot& operator=(const Snapshot&) = delete;

	/// Takes the world as it is now: call it after a step or any other change. It notices by itself everything that was
	/// created, destroyed, moved, enabled, disabled, or changed its shape, filter or sensor flag, also through
	/// b2Fixture::GetShape. It reads every fixture, and works on those that changed. Refused:
	/// WorldIsLocked; OutOfMemory, after which every query finds nothing until an Update succeeds.
	Result<SnapshotUpdate> Update();

	/// Takes the world as it was at a time that a history has kept (index/history.h). Until the next Update or UpdateTo
	/// all queries see that time. It only reads the history, so it may run while the world is locked.
	///
	/// - Cost: if only poses changed since the last time, it reads each body and works on those that moved. Otherwise
	///   it costs as much as Update.
	/// - Hits name the fixtures of that time. FixtureOf gives nullptr for a fixture that the last Record before this
	///   call has not found. Something that exists at one time and not at the other counts as two things, even if its
	///   address is the same. A thing in one history is never the same as one in another history or in the world.
	/// - Refused, and nothing has changed: NotFinite; TooFew records (none); TooSmall and TooLarge, with the oldest or
	///   the newest time as the limit; OutOfMemory, as by Update.
	Result<SnapshotUpdate> UpdateTo(const History& history, double time);

	/// Returns an id for a child of a fixture, such as that of a hit. Call it before the next Update. Null if the
	/// Snapshot holds no such child.
	[[nodiscard]] SnapshotId IdOf(const b2Fixture* fixture, int32_t child = 0) const;

	/// Returns the fixture of an id if every Update since has found it, on an enabled body; otherwise nullptr, for
	/// good. A fixture that was made at the same address, without an Update between, is taken for the old one.
	[[nodiscard]] b2Fixture* FixtureOf(SnapshotId id) const;

	[[nodiscard]] int32_t ChildCount() const; ///< the number of children of fixtures that it holds
	[[nodiscard]] size_t ByteCount() const;   ///< the memory that it takes

	struct State;

private:
	friend const State& StateOf(const Snapshot& snapshot);

	std::unique_ptr<State> m_state;
};

} // namespace ricochet

RICOCHET_EXPORT_END
