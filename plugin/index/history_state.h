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

/// A queue whose elements are numbered in the order in which they came, from 1 on. What is taken off its end gives its
/// number back. Keeps its memory.
template <class T>
class NumberedQueue
{
public:
	[[nodiscard]] uint64_t Begin() const { return m_begin; }
	[[nodiscard]] uint64_t End() const { return m_end; }
	[[nodiscard]] size_t Size() const { return static_cast<size_t>(m_end - m_begin); }
	[[nodiscard]] bool Contains(uint64_t number) const { return number >= m_begin && number < m_end; }
	[[nodiscard]] size_t Bytes() const { return m_slots.capacity() * sizeof(T); }

	// Requires: it contains the number, or anything.
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
	void PopFront(uint64_t begin) { m_begin = begin; } ///< all before a number

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

	std::vector<T> m_slots; // a power of two of them
	uint64_t m_begin = 1;
	uint64_t m_end = 1;
};

/// Where a body is.
struct Stand
{
	b2Transform pose;
	b2Vec2 center;      ///< of mass, in the world
	b2Vec2 localCenter; ///< of mass
	float angle;
};

static_assert(sizeof(Stand) == 9 * sizeof(float));

/// Never given twice in a program, and rising.
[[nodiscard]] uint64_t NextNumber();

[[nodiscard]] Stand StandOf(const b2Body& body);
[[nodiscard]] bool HasSameBits(const Stand& a, const Stand& b);

/// A child of a fixture as it was, copied.
struct PastChild
{
	const b2Fixture* fixture; ///< a name
	uint64_t life;            ///< of the fixture; never used twice in a program
	int32_t child;
	uint32_t first; ///< of its points
	float radius;
	b2Filter filter;
	uint8_t count; ///< of points
	bool isEdge : 1;
	bool oneSided : 1;
	bool isSensor : 1;
	GeometryPointer attached;
};

/// What a body looks like from one record on. Never changes.
struct Look
{
	uint64_t from = 0;                 ///< the number of the record
	std::vector<PastChild> children{}; ///< in the world's order, of falling lives; none of a body that is disabled
	std::vector<b2Vec2> points{};

	/// Whether it is how the body shows now, to the bit.
	[[nodiscard]] bool Shows(const b2Body& body) const;

	/// visit(const ChildSeen&) for all children. What is not in the other look, or if there is none, is gone.
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

/// How a body shows now. Fixtures that it had before keep their lives.
[[nodiscard]] Look LookOf(const b2Body& body, const Look* before, uint64_t from);

/// A body from the record that first found it to the one that first missed it.
struct BodyLife
{
	static constexpr uint64_t k_never = UINT64_MAX;

	const b2Body* body = nullptr; ///< a name, unless it lives
	uint64_t born = 0;            ///< the numbers of the records
	uint64_t died = k_never;
	Stand first;             ///< at its birth, or in the oldest record if it is older than that
	uint64_t firstMove = 0;  ///< the number of the move that led there; 0: none
	uint64_t lastMove = 0;   ///< its number, also if it is no longer kept; 0: none
	std::vector<Look> looks; ///< oldest first, one at least

	[[nodiscard]] bool Lives() const { return died == k_never; }
	[[nodiscard]] bool WasThereAt(uint64_t record) const { return record >= born && record < died; }

	/// Requires: it was there.
	[[nodiscard]] const Look& LookAt(uint64_t record) const
	{
		size_t i = looks.size() - 1;
		while (i > 0 && looks[i].from > record)
		{
			--i;
		}
		return looks[i];
	}

	/// Null: it is gone.
	[[nodiscard]] const Look* LookNow() const { return Lives() ? &looks.back() : nullptr; }

	/// Drops what no record from one on needs.
	void ForgetBefore(uint64_t record);
};

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
