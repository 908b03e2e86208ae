// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"

#include <cstdint>
#include <vector>

namespace ricochet
{

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

} // namespace ricochet
