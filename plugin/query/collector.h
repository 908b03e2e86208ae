// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/local_ray.h"
#include "geometry/room.h"
#include "geometry/span.h"
#include "host/host.h"

#include <ricochet/query/ray_query.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace ricochet
{

// Collectors keep the hits of a query. Cutoffs are decided only here. A tie goes to the thing that ComesBefore names
// first, also where a query sorts its hits itself. A collector is offered every hit that the filter accepts, in any
// order. Answers never depend on the order in which a source visits things.

/// A cutoff for kernels and walks. No entry that rounds to `fraction` or a smaller float lies beyond it.
[[nodiscard]] inline double CutoffAbove(float fraction)
{
	return fraction * (1.0 + 0x1p-22) + 0x1p-149;
}

/// A child of a fixture. They are ordered as in the world: by body, fixture, child.
struct FixtureChild
{
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
	friend bool operator==(const FixtureChild&, const FixtureChild&) = default;
};

[[nodiscard]] inline bool ComesBefore(const FixtureChild& a, const FixtureChild& b)
{
	return a.fixture == b.fixture ? a.child < b.child : ComesFirst(a.fixture, b.fixture);
}

/// True if two hits are of the same thing.
[[nodiscard]] inline bool IsSameItem(const Item& a, const Item& b)
{
	return a.fixture == b.fixture && a.child == b.child && a.id == b.id;
}

/// The order of hits along a path: by fraction, as a float; ties by the order of the things.
template <class What>
[[nodiscard]] bool IsNearer(float fraction, const What& what, float otherFraction, const What& other)
{
	return fraction != otherFraction ? fraction < otherFraction : ComesBefore(what, other);
}

/// The order of IsNearer, for two hits of a source.
template <class Source, class Hit>
[[nodiscard]] bool IsNearerHit(const Source& source, const Hit& a, const Hit& b)
{
	return a.enter.fraction != b.enter.fraction ? a.enter.fraction < b.enter.fraction
	                                            : ComesBefore(source.WhatOf(a), source.WhatOf(b));
}

/// Returns a bound just below `fraction`. A thing whose reported end is below that bound does not contain an entry at
/// `fraction`. Fractions are rounded to floats, so the reported end of a thing may lie before an entry that the thing
/// contains.
[[nodiscard]] inline double LastBefore(float fraction)
{
	return (1.0 - 0x1p-22) * fraction;
}

/// A position in the order of hits. Only hits after it count.
template <class What>
struct After
{
	What what;
	float fraction;
};

/// Keeps the nearest hit. A Span holds the data of a hit, which begins at `enter.fraction`.
template <class What, class Span = LocalSpan>
class Closest
{
public:
	/// True if the collector needs all parts of a ray in one thing; false: only the first one.
	static constexpr bool k_takesEach = false;

	/// If a slack is given, IsClose() returns whether another hit is close to the kept one.
	explicit Closest(float maxFraction, const Closeness::Slack& slack = {})
	    : m_slack(slack), m_cutoff(slack.Behind(maxFraction))
	{
	}

	/// Things that are entered beyond this fraction do not matter.
	[[nodiscard]] double Cutoff() const { return m_cutoff; }

	[[nodiscard]] bool HasHit() const { return m_fraction < k_none; }
	[[nodiscard]] const What& Hit() const { return m_what; }
	[[nodiscard]] const Span& Kept() const { return *m_spans[m_kept]; }

	/// True if the kept hit is close to another hit, or to the start of the ray (Closeness), but does not start inside.
	[[nodiscard]] bool IsClose() const
	{
		return (m_isClose || m_slack.IsAtStart(m_fraction)) && Kept().startsInside == false;
	}

	/// Room for the span of the next hit to be offered.
	[[nodiscard]] Span& Trial() { return *m_spans[1 - m_kept]; }

	void Offer(const What& what)
	{
		const auto fraction = static_cast<float>(Trial().enter.fraction);
		if (IsNearer(fraction, what, m_fraction, m_what))
		{
			m_cutoff = m_slack.Behind(fraction);
			m_isClose = m_fraction <= m_cutoff;
			m_what = what;
			m_kept = 1 - m_kept;
			m_fraction = fraction;
		}
		else if (fraction <= m_cutoff)
		{
			m_isClose = m_isClose || (what == m_what) == false;
		}
	}

private:
	static constexpr float k_none = std::numeric_limits<float>::infinity(); // the fraction before there is a hit

	What m_what{};
	std::array<Room<Span>, 2> m_spans; // the kept span, and room for the next one: this saves a copy
	size_t m_kept = 0;
	Closeness::Slack m_slack;
	double m_cutoff;
	float m_fraction = k_none;
	bool m_isClose = false;
};

/// Keeps the nearest hit that comes after another one. If there is no other one, it keeps the nearest hit.
template <class What>
class Next : public Closest<What>
{
public:
	static constexpr bool k_takesEach = true;

	Next(float maxFraction, const std::optional<After<What>>& after, const Closeness::Slack& slack = {})
	    : Closest<What>(maxFraction, slack), m_after(after), m_slack(slack), m_last(slack.Within(maxFraction).last)
	{
	}

	void Offer(const What& what)
	{
		const LocalSpan& trial = this->Trial();
		if (m_after.has_value() == false ||
		    IsNearer(m_after->fraction, m_after->what, static_cast<float>(trial.enter.fraction), what))
		{
			Closest<What>::Offer(what);
		}
		else if (trial.exit.fraction >= m_after->fraction)
		{
			m_exits[m_exitCount % m_exits.size()] = static_cast<float>(trial.exit.fraction);
			m_exitCount += 1;
		}
	}

	/// True if the kept hit is close to another one, or to an end of the ray (Closeness). A thing that the ray has
	/// entered before and not yet left there does not count.
	[[nodiscard]] bool IsClose() const
	{
		const auto fraction = static_cast<float>(this->Kept().enter.fraction);
		const auto isCloseBehind = [&](float exit)
		{
			return exit < LastBefore(fraction) && fraction <= m_slack.Behind(exit);
		};
		return Closest<What>::IsClose() || fraction >= m_last || m_exitCount > m_exits.size() ||
		       (m_after && fraction == m_after->fraction) ||
		       std::any_of(m_exits.begin(), m_exits.begin() + m_exitCount, isCloseBehind);
	}

private:
	const std::optional<After<What>>& m_after;
	Closeness::Slack m_slack;
	double m_last;                  // from this fraction on, something is close to the end of the ray
	std::array<float, 8> m_exits{}; // where the ray leaves hits that come before
	size_t m_exitCount = 0;
};

/// Appends every hit to a list, as the source reports it.
template <class Source, class Hit = RayHit, class Span = LocalSpan>
class All
{
public:
	using What = typename Source::What;
	static constexpr bool k_takesEach = true;

	All(const Source& source, const Ray& ray, std::vector<Hit>& hits)
	    : m_source(source), m_ray(ray), m_hits(hits), m_before(static_cast<std::ptrdiff_t>(hits.size()))
	{
	}

	[[nodiscard]] double Cutoff() const { return CutoffAbove(m_ray.maxFraction); }
	[[nodiscard]] Span& Trial() { return *m_trial; }

	/// Hits come nearly in order. A thing in several cells of an index is offered several times.
	void Offer(const What& what)
	{
		const auto fraction = static_cast<float>(Trial().enter.fraction);
		auto place = m_hits.end();
		for (int32_t later = 0; place != First() && IsNearerThan(fraction, what, place[-1]); --place)
		{
			if (++later > k_mostLater)
			{
				place = m_hits.end();
				m_isSorted = false;
				break;
			}
		}
		if (place != First() && place[-1].enter.fraction == fraction && m_source.WhatOf(place[-1]) == what)
		{
			return;
		}
		m_source.Tell(m_ray, what, Trial(), *m_hits.emplace(place));
	}

	void Sort()
	{
		if (m_isSorted)
		{
			return;
		}
		const auto isNearer = [&](const Hit& a, const Hit& b)
		{
			return IsNearerHit(m_source, a, b);
		};
		const auto isSame = [](const Hit& a, const Hit& b)
		{
			return IsSameItem(a, b) && a.enter.fraction == b.enter.fraction;
		};
		std::sort(First(), m_hits.end(), isNearer);
		m_hits.erase(std::unique(First(), m_hits.end(), isSame), m_hits.end());
	}

	/// True if the first hit is close to the second one, or to the start of the ray (Closeness). Requires: they are
	/// sorted, and there is a hit.
	[[nodiscard]] bool IsFirstClose(const Closeness::Slack& slack)
	{
		const double first = First()->enter.fraction;
		return slack.IsAtStart(first) ||
		       (First() + 1 != m_hits.end() && First()[1].enter.fraction <= slack.Behind(first));
	}

	/// True if a cheap test proves that no entry is close to another hit, or to an end of the ray (Closeness).
	/// Requires: the hits are sorted.
	[[nodiscard]] bool AreApart(const Closeness::Slack& slack) const
	{
		const Closeness::Slack::Inner inner = slack.Within(m_ray.maxFraction);
		double behind = inner.first;
		for (size_t i = static_cast<size_t>(m_before); i < m_hits.size(); ++i)
		{
			const Hit& hit = m_hits[i];
			if (hit.startsInside == false && (hit.enter.fraction > behind && hit.enter.fraction < inner.last) == false)
			{
				return false;
			}
			behind = std::max(behind, slack.Behind(hit.exit.fraction));
		}
		return true;
	}

	/// Calls visit(Hit&) for all hits whose entry may be close to another hit, or to an end of the ray (Closeness).
	/// Some hits are visited several times. Returns false if too many hits overlap to find all of them. Requires: the
	/// hits are sorted.
	template <class Visit>
	[[nodiscard]] bool ForEachClose(const Closeness& closeness, Visit&& visit)
	{
		const Closeness::Slack slack = closeness.GetSlack();
		const Closeness::Slack::Inner far = slack.Within(m_ray.maxFraction);
		for (auto hit = First(); hit != m_hits.end(); ++hit)
		{
			if (far.Holds(hit->enter.fraction) == false)
			{
				visit(*hit);
			}
			const double behind = slack.Behind(hit->exit.fraction);
			for (auto later = hit + 1; later != m_hits.end() && later->enter.fraction <= behind; ++later)
			{
				if (later - hit > k_mostOverlaps)
				{
					return false;
				}
				VisitIfClose(closeness, slack, *hit, *later, visit);
			}
		}
		return true;
	}

	/// The hits, once they are sorted.
	[[nodiscard]] std::span<Hit> Hits() { return std::span(m_hits).subspan(static_cast<size_t>(m_before)); }

private:
	static constexpr int32_t k_mostLater = 8;            // at most this number of hits are moved for a new one
	static constexpr std::ptrdiff_t k_mostOverlaps = 64; // a hit is compared with at most this number of others

	// Visits each of two hits whose entry point may lie in the other one, unless the ray passes the other one there.
	// Requires: the later one begins close behind the exit of the other one, or before that.
	//
	// The surface at a crossing b has the height |t - b| * |dot(normal, translation)| over the ray at the fraction t.
	// If that is more than hit points stray, the hit point at t is not on the other side of the surface. Fractions are
	// rounded to floats, so the limit is twice the stray.
	template <class Visit>
	void VisitIfClose(const Closeness& closeness, const Closeness::Slack& slack, Hit& hit, Hit& later,
	                  const Visit& visit) const
	{
		const Vec<double> translation = Lift<double>(m_ray.translation);
		const auto visitIfNear = [&](Hit& entered, const Crossing& surface)
		{
			const double at = entered.enter.fraction;
			const double slope = Dot(Lift<double>(surface.normal), translation);
			const double distance = at * (std::abs(translation.x) + std::abs(translation.y));
			if (std::abs((at - surface.fraction) * slope) <= 2.0 * closeness.StrayAt(distance))
			{
				visit(entered);
			}
		};
		if (later.enter.fraction <= slack.Behind(hit.enter.fraction))
		{
			visitIfNear(hit, later.enter);
		}
		if (later.enter.fraction == hit.enter.fraction)
		{
			visitIfNear(later, hit.enter);
		}
		else if (hit.exit.fraction < LastBefore(later.enter.fraction))
		{
			visitIfNear(later, hit.exit);
		}
	}

	[[nodiscard]] auto First() { return m_hits.begin() + m_before; }

	[[nodiscard]] bool IsNearerThan(float fraction, const What& what, const Hit& other) const
	{
		return fraction != other.enter.fraction ? fraction < other.enter.fraction
		                                        : ComesBefore(what, m_source.WhatOf(other));
	}

	Room<Span> m_trial;
	const Source& m_source;
	const Ray& m_ray;
	std::vector<Hit>& m_hits;
	std::ptrdiff_t m_before; // the number of hits that were in the list before
	bool m_isSorted = true;
};

} // namespace ricochet
