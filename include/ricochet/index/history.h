// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/host/box2d_layout.h>

#include <box2d/b2_math.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

class b2Body;
class b2World;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// How much a History keeps, and how it recognizes jumps.
struct HistoryDef
{
	int32_t records = 64; ///< the number of records that are kept, > 0; 64 are about a second at 60 Hz

	// If a body moves farther or turns more between two records, it has jumped: it was never in between. A step of
	// Box2D moves no body by more than 2 m and a quarter turn, apart from position correction. So double the limits if
	// you record every two steps.
	float jumpDistance = 2.5f * k_meter; ///< limit of the centre of mass's displacement (m), >= 0, may be infinite
	float jumpAngle = 2.0f;              ///< limit of the rotation (rad), >= 0, may be infinite
};

/// The last steps of a world, for lag compensation. Snapshot::UpdateTo takes a Snapshot back to any time of it. Every
/// query of the Snapshot then sees that time, so a server can cast a shot as the shooter saw the world. No body is
/// moved for it.
///
/// At a recorded time everything is as it was then, to the bit: poses, fixtures and their shapes, and filters. So are
/// the set of enabled bodies, and the order in which ties are decided. Bodies and fixtures that were made later are not
/// there. Bodies and fixtures that were destroyed later are there.
///
/// Between two recorded times:
/// - Bodies, fixtures, shapes and filters are those of the earlier time.
/// - Moving bodies are interpolated: the centre of mass in a straight line, the angle at a steady rate. Box2D sweeps
///   bodies in the same way, and bullets of a Plugin hit bodies on the same paths.
/// - A body that has jumped (HistoryDef) stays where it was until the later time. So does a body without a finite pose
///   at one of the two times.
///
/// Record cannot notice one change. Suppose that since the last record the game has destroyed the newest body, and the
/// next body that it made has the same address. Record then takes the new body for the old one.
///
/// Memory, on 64 bits:
/// - A record takes nothing for a body that has not moved since the record before, and 56 bytes for one that has.
/// - Each body takes some 180 bytes once, and each child of its fixtures 48 bytes and its vertices.
/// - If the fixtures of a body, their shapes or filters change, all children of the body are kept a second time. This
///   ends when the record before the change is dropped.
/// - If no body is made or changed, and no more bodies move than ever before, a record allocates nothing.
///
/// Threads: while nothing changes a history, many threads may take Snapshots to its past at once. The world must
/// outlive every call of Record.
class History
{
public:
	/// Makes an empty history. If the def is invalid, every call of Record is refused by the same error. Lets
	/// std::bad_alloc through. Leave out `layout`: its default is the layout of the Box2D headers of the game. If that
	/// differs from the library's, every Record is refused by OtherBox2d (host/box2d_layout.h).
	explicit History(const b2World& world, const HistoryDef& def = {}, const Box2dLayout& layout = k_box2dLayoutHere);
	~History();
	History(const History&) = delete;
	History& operator=(const History&) = delete;

	/// Records the present state of the world, as its state at `time`. Call it after a step. It reads every fixture.
	///
	/// - The times are the game's own, in seconds or steps.
	/// - Records of this time or later are dropped. So a game can continue after a rollback, and can record the same
	///   time again after it has destroyed something.
	/// - If HistoryDef::records are kept already, the oldest one is dropped.
	/// - Refused: NotFinite; TooLarge for a time beyond 1e15; WorldIsLocked; OutOfMemory. After OutOfMemory nothing is
	///   recorded, but the later records are dropped.
	Result<> Record(double time);

	/// Moves all records to a new origin, rounded as Box2D rounds. Call it together with b2World::ShiftOrigin. Without
	/// the call it looks as if all bodies have jumped, or have moved if the distance is below the limits. Refused:
	/// NotFinite.
	Result<> ShiftOrigin(b2Vec2 newOrigin);

	/// Returns the pose of a body at a past time, in the frame of the world. It is the pose at which casts of a
	/// Snapshot that was updated to this time hit the body, to the bit: UpdateTo need not be called.
	///
	/// - None if the body was not in the world at the last record that is not after the time.
	/// - A body without fixtures and a disabled body have a pose, although no cast hits them.
	/// - A pose that was not finite is returned as it was.
	/// - The body is only an id, and may be gone. If its address was used again, the body of that time is meant.
	/// - Refused: NotFinite; TooFew records (none); TooSmall and TooLarge, with the oldest or the newest time as the
	///   limit.
	/// - Cost: O(n) for n bodies, and O(log m) for m records. It allocates nothing.
	[[nodiscard]] Result<std::optional<b2Transform>> PoseOf(const b2Body* body, double time) const;

	[[nodiscard]] int32_t RecordCount() const;              ///< the number of records that are kept
	[[nodiscard]] std::optional<double> OldestTime() const; ///< none if nothing is recorded
	[[nodiscard]] std::optional<double> NewestTime() const; ///< none if nothing is recorded
	[[nodiscard]] size_t ByteCount() const;                 ///< the memory that it takes

	struct State;

private:
	friend const State& StateOf(const History& history);

	std::unique_ptr<State> m_state;
};

} // namespace ricochet

RICOCHET_EXPORT_END
