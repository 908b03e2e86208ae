// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg/leg.h"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace ricochet
{

/// The meeting with what was hit that is ahead of a projectile which goes on from a little before it.
struct Reencounter
{
	double near = 0.0;                                    ///< m: until then its path keeps so near to it
	double due = std::numeric_limits<double>::infinity(); ///< s: then it comes, or it misses by no more than `error`
	double error = 0.0;                                   ///< m
};

/// How a projectile goes on through what it was told of.
enum class PassedAs : uint8_t
{
	Untouched,  ///< as if it were not there, or on from it
	Pierced,    ///< and what that costs is paid
	WithAnother ///< the same, paid and told with another that it came into before
};

/// The fixture children that a projectile was told of and that it has not left: how it stands to each of them where it
/// is. A cast shows how it would stand at the end of a leg; that holds once it has flown there.
class Passing
{
public:
	[[nodiscard]] bool Has(const b2Fixture* fixture, int32_t child) const;

	/// True if it is inside a child for which isThat(fixture, child) holds.
	template <class IsThat>
	[[nodiscard]] bool IsInsideAny(IsThat&& isThat) const
	{
		return std::any_of(m_entries.begin(), m_entries.end(),
		                   [&](const Entry& e) { return e.here.inside && isThat(e.fixture, e.child); });
	}

	/// True of what it has pierced and not left, for which isThat(fixture, child) holds.
	template <class IsThat>
	[[nodiscard]] bool HasPiercedAny(IsThat&& isThat) const
	{
		return std::any_of(m_entries.begin(), m_entries.end(),
		                   [&](const Entry& e) { return e.how != PassedAs::Untouched && isThat(e.fixture, e.child); });
	}

	/// False of a child that was told with another, where a point in the frame of its body is farther than `reach` (m)
	/// from all others that are pierced.
	[[nodiscard]] bool HangsTogether(const b2Fixture* fixture, int32_t child, const Vec<double>& place,
	                                 double reach) const;

	/// Neither inside nor ahead for children that are not passed.
	[[nodiscard]] Standing Of(const b2Fixture* fixture, int32_t child) const;

	/// True if a crossing of one child of a chain, at a place in the chain's frame and after some time (s), is one that
	/// was told of another: through the vertex between them.
	[[nodiscard]] bool IsToldOfAnother(const b2Fixture* fixture, int32_t child, Facing facing, b2Vec2 place,
	                                   double after) const;

	/// How far from the path the children may be that are still to come (m).
	[[nodiscard]] float Ahead() const;

	[[nodiscard]] bool IsEmpty() const { return m_entries.empty(); }
	void Clear() { m_entries.clear(); }

	/// Makes sure that so many calls of Add do not allocate.
	void MakeRoomForHits(size_t count = 1);

	/// Adds what was hit.
	void Add(const LegHit& hit, const Reencounter& again, PassedAs how = PassedAs::Untouched);

	/// These fixtures are gone: others at their addresses are not being passed. Sorted by std::less.
	void Forget(std::span<const b2Fixture* const> sorted);

	/// What is saved; loaded, without what is no longer there.
	template <class Archive>
	void ExchangeParts(Archive& archive);

	/// A cast begins: what it does not come by is not passed at the end of its leg.
	void ForgetSights();

	/// Where a leg leads to, beside a child that is passed.
	void See(const b2Fixture* fixture, int32_t child, const Standing& end);

	/// The leg leads nowhere.
	void SeeNothingNew();

	/// The leg of the last cast has been flown.
	void Leave();

private:
	struct Entry
	{
		const b2Fixture* fixture; // compared, never read
		int32_t child;
		Facing facing;
		Standing here;
		Standing end; // of the leg
		PassedAs how;
	};

	[[nodiscard]] const Entry* Find(const b2Fixture* fixture, int32_t child) const;

	std::vector<Entry> m_entries;
};

} // namespace ricochet
