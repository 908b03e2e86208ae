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

	/// Adds what was hit, with its twin.
	void Add(const LegHit& hit);

	/// These fixtures are gone: others at their addresses are not being passed. Sorted by std::less.
	void Forget(std::span<const b2Fixture* const> sorted);

	/// What a leg showed about a child that is passed: the fraction at which its span ends, and whether the leg ends
	/// inside it.
	void See(const b2Fixture* fixture, int32_t child, double exit, bool endsInside);

	/// Forgets the children that a leg left behind. It was flown up to `fraction`; `interrupted` if by an impact.
	void Leave(double fraction, bool interrupted);

	void ForgetSights();

private:
	struct Entry
	{
		const b2Fixture* fixture; // compared, never read
		int32_t child;
		float exit;
		bool seen;
		bool endsInside;
	};

	std::vector<Entry> m_entries;
};

} // namespace ricochet
