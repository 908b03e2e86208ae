// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"

#include <ricochet/index/history.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ricochet
{

/// A queue that numbers its elements in the order of insertion, from 1 on. If the newest element is removed, the next
/// one gets its number. The queue keeps its memory.
template <class T>
class NumberedQueue
{
public:
	[[nodiscard]] uint64_t Begin() const { return m_begin; }
	[[nodiscard]] uint64_t End() const { return m_end; }
	[[nodiscard]] size_t Size() const { return static_cast<size_t>(m_end - m_begin); }
	[[nodiscard]] bool Contains(uint64_t number) const { return number >= m_begin && number < m_end; }
	[[nodiscard]] size_t Bytes() const { return m_slots.capacity() * sizeof(T); }

	// Requires: Contains(number); for Front and Back: the queue is not empty.
	[[nodiscard]] T& operator[](uint64_t number) { return m_slots[SlotOf(number)]; }
	[[nodiscard]] const T& operator[](uint64_t number) const { return m_slots[SlotOf(number)]; }
	[[nodiscard]] const T& Front() const { return (*this)[m_begin]; }
	[[nodiscard]] const T& Back() const { return (*this)[m_end - 1]; }

	void PushBack(const T& value)
	{
		if (Size() == m_slots.size())
		{
			Grow();
		}
		m_slots[SlotOf(m_end)] = value;
		m_end += 1;
	}

	void PopBack() { m_end -= 1; }
	void PopFront(uint64_t begin) { m_begin = begin; } ///< drops all elements before this number

private:
	[[nodiscard]] size_t SlotOf(uint64_t number) const { return static_cast<size_t>(number) & (m_slots.size() - 1); }

	void Grow()
	{
		std::vector<T> slots(m_slots.empty() ? 16 : 2 * m_slots.size());
		for (uint64_t number = m_begin; number < m_end; ++number)
		{
			slots[static_cast<size_t>(number) & (slots.size() - 1)] = (*this)[number];
		}
		m_slots.swap(slots);
	}

	std::vector<T> m_slots; // their number is a power of two
	uint64_t m_begin = 1;
	uint64_t m_end = 1;
};

/// The place of a body: its pose, its centre of mass, and its angle.
struct Stand
{
	b2Transform pose;
	b2Vec2 center;      ///< centre of mass, in the world's frame
	b2Vec2 localCenter; ///< centre of mass, in the body's frame
	float angle;
};

static_assert(sizeof(Stand) == 9 * sizeof(float));

/// Returns a number larger than all that it has returned before in this process. Safe on many threads.
[[nodiscard]] uint64_t NextNumber();

[[nodiscard]] Stand StandOf(const b2Body& body);
[[nodiscard]] bool HasSameBits(const Stand& a, const Stand& b);

/// A copy of a child of a fixture, as it was at a record.
struct PastChild
{
	const b2Fixture* fixture; ///< an id, never dereferenced
	uint64_t life;            ///< number of the fixture's lifetime; unique in the process
	int32_t child;
	uint32_t first; ///< index of its first point in Look::points
	float radius;
	b2Filter filter;
	uint8_t count; ///< the number of its points
	ChildKind kind;
	bool oneSided : 1;
	bool isSensor : 1;
	GeometryPointer attached;
};

/// The shapes and filters of a body from one record on. Never changes.
struct Look
{
	uint64_t from = 0;                 ///< number of the first record that it applies to
	std::vector<PastChild> children{}; ///< in the world's order, with descending `life`; empty if the body is disabled
	std::vector<b2Vec2> points{};

	/// True if the body still has exactly these children, compared bit by bit.
	[[nodiscard]] bool Shows(const b2Body& body) const;

	/// Calls visit(const ChildSeen&) for all children. `now` is the body's latest look, or null if the body is gone.
	/// A child that `now` does not contain is marked as gone.
	template <class Visit>
	void ForEachChild(const b2Body* body, const b2Transform& pose, const Look* now, Visit& visit) const
	{
		for (const PastChild& child : children)
		{
			const bool isGone = now != this && (now == nullptr || now->Has(child.life) == false);
			visit(ChildSeen{child.fixture, body, child.child, pose, child.filter, child.isSensor, GeometryOf(child),
			                child.life, isGone});
		}
	}

private:
	[[nodiscard]] ChildGeometry GeometryOf(const PastChild& child) const;
	[[nodiscard]] bool Has(uint64_t life) const;
};

/// Copies the present children of a body. Fixtures that are already in `before` keep their `life`.
[[nodiscard]] Look LookOf(const b2Body& body, const Look* before, uint64_t from);

/// A body, from the first record that contains it to the first later record that does not.
struct BodyLife
{
	static constexpr uint64_t k_never = UINT64_MAX;

	const b2Body* body = nullptr; ///< only dereferenced while the body lives; afterwards just an id
	uint64_t born = 0;            ///< number of the first record that contains it
	uint64_t died = k_never;
	Stand first;             ///< its place at its birth, or in the oldest record if that is later
	uint64_t firstMove = 0;  ///< number of the move that led to `first`; 0: none
	uint64_t lastMove = 0;   ///< number of its last move, even if that is no longer kept; 0: none
	std::vector<Look> looks; ///< oldest first; at least one

	[[nodiscard]] bool Lives() const { return died == k_never; }
	[[nodiscard]] bool WasThereAt(uint64_t record) const { return record >= born && record < died; }

	/// Requires: WasThereAt(record).
	[[nodiscard]] const Look& LookAt(uint64_t record) const
	{
		size_t i = looks.size() - 1;
		while (i > 0 && looks[i].from > record)
		{
			--i;
		}
		return looks[i];
	}

	/// The latest look; null if the body is gone.
	[[nodiscard]] const Look* LookNow() const { return Lives() ? &looks.back() : nullptr; }

	/// Drops the looks that neither this record nor a later one needs.
	void ForgetBefore(uint64_t record);
};

[[nodiscard]] Result<> Check(const HistoryDef& def);

/// The place of a body at a record, if it has moved since the previous record.
struct BodyMove
{
	BodyLife* life;
	// back: how many numbers before this move the body's previous move is.
	// far: skip link to its latest earlier move whose age is a multiple of k_stride, as a number of moves, too.
	// 0: there is no such move, or it was not kept any more when this move was recorded.
	uint32_t back, far;
	uint32_t age; ///< its position in the chain of `back` links; 0 for a move whose `back` is 0
	Stand stand;

	static constexpr uint32_t k_stride = 8;
};

static_assert(sizeof(void*) != 8 || sizeof(BodyMove) == 56);

struct TimeRecord
{
	double time;
	uint64_t moves;  ///< number of the first move after this record
	uint64_t roster; ///< equal for records that contain the same bodies with the same looks
};

/// A record, and how much of the time from it to the next record has passed.
struct Moment
{
	uint64_t record = 0;
	double share = 0.0; ///< 0 to 1
};

/// Identifies the place of a body at a moment. Equal values mean equal places.
struct Whereabouts
{
	uint64_t move = 0;  ///< number of the body's last move, or of the move that it is making
	double share = 0.0; ///< the part of that move that is done; 0: all of it

	friend bool operator==(const Whereabouts&, const Whereabouts&) = default;
};

/// Identifies which bodies existed at a record, with their shapes and filters (Look), and which of them no longer
/// exist. {0, 0} means no roster.
struct Roster
{
	uint64_t then = 0;
	uint64_t now = 0;

	friend bool operator==(const Roster&, const Roster&) = default;
};

/// Places are stored as differences from record to record (BodyMove). Looks, births and deaths are stored as ranges of
/// records (BodyLife).
struct History::State
{
	State(const b2World& theWorld, const HistoryDef& theDef) : world(theWorld), def(theDef) {}

	const b2World& world;
	const HistoryDef def;
	Result<> layout; ///< error if the game's Box2D has another layout than the library's; then the world is not read

	/// Requires: a finite time in range, a valid def, and a world that is not locked.
	Result<> Record(double time);

	/// Returns the errors of Snapshot::UpdateTo.
	[[nodiscard]] Result<Moment> MomentAt(double time) const;

	/// Calls visit(const BodyLife&) for the bodies of a record, in the order that the world had then.
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
	/// The place of a body at a record. Requires: it was there then.
	[[nodiscard]] const Stand& StandAt(const BodyLife& life, uint64_t record) const
	{
		return StandAfter(life, WhereaboutsAt(life, {record, 0.0}).move);
	}
	/// True if a body moved from one place to the other, and has not jumped (HistoryDef).
	[[nodiscard]] bool Sweeps(const Stand& from, const Stand& to) const;
	/// None: the body was not in the world then.
	[[nodiscard]] std::optional<b2Transform> PoseOf(const b2Body* body, const Moment& moment) const;
	[[nodiscard]] Roster RosterAt(uint64_t record) const { return {m_records[record].roster, m_records.Back().roster}; }

	void ShiftOrigin(b2Vec2 newOrigin);

	[[nodiscard]] const NumberedQueue<TimeRecord>& Records() const { return m_records; }

	/// A guess at the number of children.
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
	NumberedQueue<BodyMove> m_moves;                // for the oldest record see BodyLife::first
	std::vector<std::unique_ptr<BodyLife>> m_lives; // oldest first; backwards, this is the world's order
	std::vector<const b2Body*> m_present;           // used during Record only
	bool m_hasOutdated = false;                     // some body is gone, or has more than one look
	uint64_t m_roster = 0;                          // roster of the newest record; 0: the next record needs a new one
};

[[nodiscard]] inline const History::State& StateOf(const History& history)
{
	return *history.m_state;
}

} // namespace ricochet
