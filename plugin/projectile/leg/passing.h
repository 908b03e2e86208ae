// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg/leg.h"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace ricochet
{

/// When and how a projectile reaches a hit again, after it has continued from a little before that hit.
struct Reencounter
{
	double near = 0.0;                                    ///< m: until `due`, the path stays this near to the child
	double due = std::numeric_limits<double>::infinity(); ///< s of flight: at this time the path enters the child, or
	                                                      ///< misses it by at most `error`
	double error = 0.0;                                   ///< m
};

/// How a projectile passes a child whose hit was reported.
enum class PassedAs : uint8_t
{
	Untouched,   ///< the projectile ignores the child, or continues away from it
	Pierced,     ///< the projectile pierces the child, and has lost the energy for it
	WithAnother, ///< pierced, but the report and the loss of energy came with another child, which was entered before
	Along        ///< pierced, and the path runs along one of its faces
};

/// The fixture children whose hits were reported and that the projectile has not left. Each has a Standing: the
/// projectile is inside the child, or will still enter it. A cast also finds each Standing at the end of its leg. When
/// the projectile has flown to that end, Leave makes these the present ones.
class Passing
{
public:
	/// True if the child is being passed, or is a piece of an attached geometry that the projectile ignores.
	[[nodiscard]] bool Has(const b2Fixture* fixture, int32_t child) const;

	/// True if the projectile is inside a child for which isThat(fixture, child) holds.
	template <class IsThat>
	[[nodiscard]] bool IsInsideAny(IsThat&& isThat) const
	{
		return std::any_of(m_entries.begin(), m_entries.end(),
		                   [&](const Entry& e) { return e.here.inside && isThat(e.fixture, e.child); });
	}

	/// True if isThat(fixture, child) holds for a child that the projectile has pierced and not left.
	template <class IsThat>
	[[nodiscard]] bool HasPiercedAny(IsThat&& isThat) const
	{
		return std::any_of(m_entries.begin(), m_entries.end(),
		                   [&](const Entry& e) { return e.how != PassedAs::Untouched && isThat(e.fixture, e.child); });
	}

	/// True if a child that was reported with another child touches a pierced child. The path reaches the child at
	/// `place`. A pierced child touches it in one of these cases:
	/// - It is within `reach` (m) of the place.
	/// - A point of the path is within `reach` of both, as where they share a corner beside the path.
	/// Also true if the child was not reported with another one. `place` and `way` (the path's direction) are in the
	/// frame of the child's body.
	[[nodiscard]] bool HangsTogether(const b2Fixture* fixture, int32_t child, const Vec<double>& place,
	                                 const Vec<double>& way, double reach) const;

	/// True if the projectile passes a part of the fixture that it ignores, and has pierced no part of the fixture.
	[[nodiscard]] bool Ignores(const b2Fixture* fixture) const;

	/// True if the projectile ignores another part of the same fixture that is no farther from `place` than `reach`
	/// (m). `place` is in the fixture's frame. While a reported entry of that part is still ahead, the part may also be
	/// as far as Standing::near.
	[[nodiscard]] bool IsByIgnored(const b2Fixture* fixture, int32_t child, const Vec<double>& place,
	                               double reach) const;

	/// Returns the Standing of a child. If the child is not being passed, the projectile is not inside, and no entry is
	/// ahead.
	[[nodiscard]] Standing Of(const b2Fixture* fixture, int32_t child) const;

	/// True if a crossing of one child of a chain was already reported for another child, because it goes through the
	/// vertex between them. `place`: the crossing in the chain's frame. `after`: the time since the start of the leg
	/// (s).
	[[nodiscard]] bool IsToldOfAnother(const b2Fixture* fixture, int32_t child, Facing facing, b2Vec2 place,
	                                   double after) const;

	/// Returns the largest distance (m) from the path at which a child with a reported entry ahead may be.
	[[nodiscard]] float Ahead() const;

	[[nodiscard]] bool IsEmpty() const { return m_entries.empty(); }
	void Clear() { m_entries.clear(); }

	/// Makes sure that `count` calls of Add do not allocate.
	void MakeRoomForHits(size_t count = 1);

	/// Adds the child of a hit, from which the projectile continues.
	void Add(const LegHit& hit, const Reencounter& again, PassedAs how = PassedAs::Untouched);

	/// Removes fixtures that no longer exist, because other fixtures may get their addresses. `sorted`: these fixtures,
	/// sorted by std::less.
	void Forget(std::span<const b2Fixture* const> sorted);

	/// Saves or loads the children. Loading drops those that no longer exist.
	template <class Archive>
	void ExchangeParts(Archive& archive);

	/// Begins a cast. Children that the cast does not visit count as left at the end of its leg.
	void ForgetSights();

	/// Sets the Standing of a passed child the Standing at the end of the leg. If the projectile ignores the fixture,
	/// and is inside another part of it at that end, that part is passed from there on.
	void See(const b2Fixture* fixture, int32_t child, const Standing& end);

	/// Ends a cast, for a body at rest. Along a joint or a face, rounding may lead the path out of a pierced child and
	/// into it again. That is no new hit if the path runs along the child, or if the bullet is still in another pierced
	/// child of the body. `point`: the end of the leg. `near` (m): how near to the child `point` must be and the path
	/// must stay. Edges are left out, because they have no inside.
	void HoldJoints(const b2Body& body, const Vec<double>& point, double near);

	/// Calls visit(body) for the bodies of all children that the cast has visited.
	template <class Visit>
	void ForEachBody(Visit&& visit) const
	{
		const b2Body* last = nullptr;
		for (const Entry& entry : m_entries)
		{
			if (entry.isSeen == false)
			{
				continue;
			}
			const b2Body* body = entry.fixture->GetBody();
			if (body != last)
			{
				visit(*body);
			}
			last = body;
		}
	}

	/// Ends a cast whose leg has no length. Each Standing stays as it is.
	void SeeNothingNew();

	/// Call this when the projectile has flown the leg of the last cast. Each Standing at the end of that leg becomes
	/// the present one.
	void Leave();

private:
	struct Entry
	{
		const b2Fixture* fixture; // may dangle until Forget; only casts dereference it
		int32_t child;
		Facing facing;
		Standing here;
		Standing end; // at the end of the leg
		PassedAs how;
		bool isSeen = false; // the last cast has visited the child, so the fixture exists
	};

	[[nodiscard]] const Entry* Find(const b2Fixture* fixture, int32_t child) const;

	std::vector<Entry> m_entries;
};

} // namespace ricochet
