// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/body_life.h"
#include "index/numbered_queue.h"

#include <ricochet/index/history.h>

#include <memory>
#include <vector>

namespace ricochet
{

/// Whether a history can be made by it.
[[nodiscard]] Result<> Check(const HistoryDef& def);

/// A body has moved since the record before.
struct BodyMove
{
	BodyLife* life;
	// How far back among the moves the one before it is, and the last one before it of an age that k_stride divides.
	// 0: it is not kept, or there is none.
	uint32_t back, far;
	uint32_t age; ///< how many moves it comes after one of which the one before is not kept
	Stand stand;

	static constexpr uint32_t k_stride = 8;
};

static_assert(sizeof(void*) != 8 || sizeof(BodyMove) == 56);

struct TimeRecord
{
	double time;
	uint64_t moves;  ///< the number of the first move after it
	uint64_t roster; ///< the same for records in which the same bodies look the same
};

/// A record, and which part of the way from it to the next has passed.
struct Moment
{
	uint64_t record = 0;
	double share = 0.0; ///< 0 to 1
};

/// What tells where a body is at a moment: the same, the same place.
struct Whereabouts
{
	uint64_t move = 0;  ///< which led there
	double share = 0.0; ///< of it, if it is still on its way; else 0

	friend bool operator==(const Whereabouts&, const Whereabouts&) = default;
};

/// Which bodies there were, what they looked like, and which of them are gone. None: 0.
struct Roster
{
	uint64_t then = 0;
	uint64_t now = 0;

	friend bool operator==(const Roster&, const Roster&) = default;
};

/// Where bodies stand is kept as what changed from record to record; what they look like and whether they are there, as
/// from which record to which (BodyLife).
struct History::State
{
	State(const b2World& theWorld, const HistoryDef& theDef) : world(theWorld), def(theDef) {}

	const b2World& world;
	const HistoryDef def;
	Result<> layout; ///< whether the game's Box2D is the library's; if not, the world is not read

	/// Requires: a time that may be recorded, a sound def, and a world that is not locked.
	Result<> Record(double time);

	/// Refused as Snapshot::UpdateTo says.
	[[nodiscard]] Result<Moment> MomentAt(double time) const;

	/// visit(const BodyLife&) for the bodies that were there, in the order that the world then had.
	template <class Visit>
	void ForEachBodyAt(uint64_t record, Visit&& visit) const
	{
		for (size_t i = m_lives.size(); i > 0; --i)
		{
			if (m_lives[i - 1]->WasThereAt(record))
			{
				visit(static_cast<const BodyLife&>(*m_lives[i - 1]));
			}
		}
	}

	[[nodiscard]] Whereabouts WhereaboutsAt(const BodyLife& life, const Moment& moment) const;
	[[nodiscard]] b2Transform PoseAt(const BodyLife& life, const Whereabouts& where) const;
	[[nodiscard]] Roster RosterAt(uint64_t record) const { return {m_records[record].roster, m_records.Back().roster}; }

	void ShiftOrigin(b2Vec2 newOrigin);

	[[nodiscard]] const NumberedQueue<TimeRecord>& Records() const { return m_records; }

	/// About how many children there were.
	[[nodiscard]] size_t ExpectedChildren() const { return m_lives.size(); }
	[[nodiscard]] size_t Bytes() const;

private:
	void Append(double time);
	void DropNewest();
	void DropOldest();
	void Begin(const b2Body& body, uint64_t record);
	void Follow(BodyLife& life, const b2Body& body, uint64_t record);
	[[nodiscard]] const Stand& StandAfter(const BodyLife& life, uint64_t move) const;
	[[nodiscard]] b2Transform PoseBetween(const Stand& from, const Stand& to, double share) const;

	NumberedQueue<TimeRecord> m_records;
	NumberedQueue<BodyMove> m_moves;                // those of the oldest record are told by BodyLife::first
	std::vector<std::unique_ptr<BodyLife>> m_lives; // in the order of their birth: the world's from the back
	std::vector<const b2Body*> m_present;           // of a Record on its way
	bool m_hasOutdated = false;                     // some body is gone, or has looked otherwise
	uint64_t m_roster = 0;                          // of the newest record; 0: of none
};

[[nodiscard]] inline const History::State& StateOf(const History& history)
{
	return *history.m_state;
}

} // namespace ricochet
