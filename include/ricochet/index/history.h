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

class b2World;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// How much a History keeps, and what is a jump to it.
struct HistoryDef
{
	int32_t records = 64; ///< > 0: how many are kept; a second of 60 Hz
	// What goes farther or turns more between two records has jumped, and was never in between. A step of Box2D moves
	// no body by more than 2 m and a quarter turn, but for what it puts right; twice that for a record every two steps.
	float jumpDistance = 2.5f * k_meter; ///< of the centre of mass (m), >= 0, may be infinite
	float jumpAngle = 2.0f;              ///< rad, >= 0, may be infinite
};

/// What a world looked like in its last steps. A Snapshot goes back there (Snapshot::UpdateTo), and all that can be
/// asked of a snapshot can be asked of the past: what a shot met as the shooter saw it. No body is moved for it.
///
/// At a recorded time everything is as it was, to the bit: poses, fixtures and their shapes, filters, which bodies were
/// enabled, and the order in which ties are decided. What came later is not there, and what has gone since is.
/// Between two recorded times what is there, and what it looks like, is that of the earlier one; what moves is on its
/// way: its centre of mass on a straight line, its angle evenly, as Box2D sweeps it and as bullets of a Plugin meet it.
/// What has jumped (HistoryDef) stays where it was until the later time, as does what has no finite pose at one of the
/// two. A body that was destroyed since the last record, and of whose memory the game has made the newest body at once,
/// is taken for that one.
///
/// Memory: nothing for a record of a body that has not moved since the record before; 56 bytes for one that has (on
/// 64 bits); once for each body some 180 bytes, for each child of its fixtures 48 and its vertices. A body whose
/// fixtures change, or their shapes or filters, has all of its children kept a second time, until the record before it
/// is no longer kept. Allocates nothing where nothing comes or changes and no more moves than ever before.
///
/// Snapshots may go to the past of one history on many threads at once, while nothing changes it. The world must
/// outlive every Record.
class History
{
public:
	/// With a def that is not as it states, every call of Record is refused by the same error. Lets std::bad_alloc
	/// through. Leave the layout out: it is that of the game's headers. If it is not the library's, every Record is
	/// refused by OtherBox2d (host/box2d_layout.h).
	explicit History(const b2World& world, const HistoryDef& def = {}, const Box2dLayout& layout = k_box2dLayoutHere);
	~History();
	History(const History&) = delete;
	History& operator=(const History&) = delete;

	/// Keeps the world as it stands, if it is not locked, as that of a time: after a step. The times are the game's
	/// own, in seconds or steps. What was recorded for this time or later is forgotten: so a game that has gone back
	/// goes on, and a game that has destroyed something since may record the same time again. If as many are kept as
	/// shall be, the oldest one is forgotten. Costs a look at every fixture. Refused: NotFinite; TooLarge for a time
	/// beyond 1e15; WorldIsLocked; OutOfMemory, then nothing is recorded, but what had to be forgotten is.
	Result<> Record(double time);

	/// To be called with b2World::ShiftOrigin: all that is kept is where it was, seen from the new origin, and rounded
	/// as Box2D rounds. Without the call, all bodies have jumped, or have moved if the way is that short. Refused:
	/// NotFinite.
	Result<> ShiftOrigin(b2Vec2 newOrigin);

	[[nodiscard]] int32_t RecordCount() const;              ///< that are kept
	[[nodiscard]] std::optional<double> OldestTime() const; ///< none: nothing is recorded
	[[nodiscard]] std::optional<double> NewestTime() const; ///< likewise
	[[nodiscard]] size_t ByteCount() const;                 ///< of memory

	struct State;

private:
	friend const State& StateOf(const History& history);

	std::unique_ptr<State> m_state;
};

} // namespace ricochet

RICOCHET_EXPORT_END
