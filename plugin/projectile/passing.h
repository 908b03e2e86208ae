// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg.h"

#include <array>
#include <cstddef>

namespace ricochet
{

/// The fixture children that a projectile is passing through: they are not hit again before it has left them.
class Passing
{
public:
	static constexpr size_t k_capacity = 4;

	[[nodiscard]] bool Has(const b2Fixture* fixture, int32_t child) const;
	[[nodiscard]] bool IsFull() const { return m_count == k_capacity; }

	/// Adds what was hit, with its twin if there is room.
	/// Requires: not full.
	void Add(const LegHit& hit);

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
	[[nodiscard]] size_t IndexOf(const b2Fixture* fixture, int32_t child) const; // m_count if it is not there

	std::array<Entry, k_capacity> m_entries{};
	size_t m_count = 0;
};

} // namespace ricochet
