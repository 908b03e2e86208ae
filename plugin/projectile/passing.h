// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg.h"

#include <span>
#include <vector>

namespace ricochet
{

/// The fixture children that a projectile is passing through: they are not hit again before it has left them.
class Passing
{
public:
	[[nodiscard]] bool Has(const b2Fixture* fixture, int32_t child) const;

	/// Makes sure that the next Add does not allocate.
	void MakeRoomForHit();

	/// Adds what was hit, with its twin. The projectile goes on from a little before it: it must come to it again
	/// within a path of `ahead` (m).
	void Add(const LegHit& hit, double ahead);

	/// These fixtures are gone: others at their addresses are not being passed. Sorted by std::less.
	void Forget(std::span<const b2Fixture* const> sorted);

	/// What a leg showed about a child that is passed: the fraction at which its span ends, and whether the leg ends
	/// inside it.
	void See(const b2Fixture* fixture, int32_t child, double exit, bool endsInside);

	/// Forgets the children that a leg left behind: one that was flown up to `fraction`, to an impact, or one that was
	/// flown to its end, over its length (m).
	void LeaveAtImpact(double fraction);
	void LeaveAtEnd(double length);

	void ForgetSights();

private:
	struct Entry
	{
		const b2Fixture* fixture; // compared, never read
		int32_t child;
		double ahead; // m; 0 once it has been met
		float exit = 0.0f;
		bool seen = false;
		bool endsInside = false;
	};

	std::vector<Entry> m_entries;
};

} // namespace ricochet
