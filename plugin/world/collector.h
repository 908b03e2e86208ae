// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/span.h"
#include "world/world_order.h"

#include <cstdint>

namespace ricochet
{

// What a query keeps of what it meets: the only place of cutoffs and of ties. A collector is offered every meeting that
// the filter accepts, in any order; the order in which a source comes by things is never seen in an answer.

/// A cutoff for kernels and walks that keeps every entry which rounds to `fraction` or a smaller float.
[[nodiscard]] inline double CutoffAbove(float fraction)
{
	return fraction * (1.0 + 0x1p-22) + 0x1p-149;
}

/// A child of a fixture. Of two, the first in the world's order: body, fixture, child.
struct FixtureChild
{
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
};

[[nodiscard]] inline bool ComesBefore(const FixtureChild& a, const FixtureChild& b)
{
	return a.fixture == b.fixture ? a.child < b.child : ComesFirst(a.fixture, b.fixture);
}

/// The order of hits along a path: by the floats of their fractions, ties by what was met.
template <class What>
[[nodiscard]] bool IsNearer(float fraction, const What& what, float otherFraction, const What& other)
{
	return fraction != otherFraction ? fraction < otherFraction : ComesBefore(what, other);
}

/// The nearest hit.
template <class What>
class Closest
{
public:
	explicit Closest(float maxFraction) : m_fraction(maxFraction), m_cutoff(CutoffAbove(maxFraction)) {}

	/// Nothing that is entered beyond this is of interest.
	[[nodiscard]] float Fraction() const { return m_fraction; }
	[[nodiscard]] double Cutoff() const { return m_cutoff; }

	[[nodiscard]] bool HasHit() const { return m_hasHit; }
	[[nodiscard]] const What& Hit() const { return m_what; }
	[[nodiscard]] const LocalSpan& Span() const { return m_span; }

	/// True if nothing at all can change the answer any more.
	[[nodiscard]] bool IsComplete() const { return false; }

	/// True if nothing that is entered from a fraction on can.
	[[nodiscard]] bool IsDone(double fraction) const { return m_hasHit && m_cutoff < fraction; }

	void Offer(const What& what, const LocalSpan& span)
	{
		const auto fraction = static_cast<float>(span.enter.fraction);
		if (m_hasHit == false || IsNearer(fraction, what, m_fraction, m_what))
		{
			m_what = what;
			m_span = span;
			m_fraction = fraction;
			m_cutoff = CutoffAbove(fraction);
			m_hasHit = true;
		}
	}

private:
	What m_what{};
	LocalSpan m_span;
	float m_fraction;
	double m_cutoff;
	bool m_hasHit = false;
};

/// Whether there is any hit.
template <class What>
class Any
{
public:
	explicit Any(float maxFraction) : m_cutoff(CutoffAbove(maxFraction)) {}

	[[nodiscard]] double Cutoff() const { return m_cutoff; }
	[[nodiscard]] bool HasHit() const { return m_hasHit; }
	[[nodiscard]] bool IsComplete() const { return m_hasHit; }
	[[nodiscard]] bool IsDone(double) const { return m_hasHit; }
	void Offer(const What&, const LocalSpan&) { m_hasHit = true; }

private:
	double m_cutoff;
	bool m_hasHit = false;
};

} // namespace ricochet
