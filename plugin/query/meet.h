// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/compiler.h"
#include "geometry/cut_clip.h"
#include "geometry/room.h"
#include "host/host.h"
#include "query/accept.h"
#include "query/collector.h"

#include <array>
#include <cstring>

namespace ricochet
{

// The exact hit of one ray on one thing, and the filter's decision about it. A kind of thing has these functions:
// Accepts(filter, what), PlaceOf(what), and BodyOf(what), which may be null.

/// A child of a shape at its pose in the world.
struct Place
{
	ChildGeometry geometry;
	int32_t child;
	const b2Transform& pose;

	[[nodiscard]] std::optional<ShapeSpan> Cast(const LocalRay& ray) const
	{
		return CastChildLocal(geometry, child, ray);
	}

	/// The part with this number, from 0 on. Only an attached geometry can have more than one.
	[[nodiscard]] std::optional<ShapeSpan> CastPart(const LocalRay& ray, size_t part) const;
};

/// Converts a span of a ray at a place to the frame of the ray.
inline void ToSurface(const LocalSpan& span, const Ray& ray, const Place& place, RaySpan& out)
{
	ToSurface(span, ray, place.pose, place.geometry, out);
}

/// If there is no such child, nothing hits the place.
[[nodiscard]] inline Place PlaceOf(const b2Shape& shape, int32_t child, const b2Transform& pose)
{
	Place place{{}, child, pose};
	(void)DescribeChild(shape, child, place.geometry);
	return place;
}

/// The edges of a polygon, or sides of an edge, that the line of a walk crosses, if the walk has proven it.
template <class What>
[[nodiscard]] CertainCut CutOf(const What&)
{
	return {};
}

[[nodiscard]] inline const b2Body* BodyOf(const FixtureChild& what)
{
	return what.fixture->GetBody();
}

[[nodiscard]] inline bool Accepts(const QueryFilter& filter, const FixtureChild& what)
{
	return Accepts(filter, what.fixture);
}

[[nodiscard]] inline Place PlaceOf(const FixtureChild& what)
{
	return PlaceOf(*what.fixture->GetShape(), what.child, what.fixture->GetBody()->GetTransform());
}

/// Finds the parts of a ray in an attached geometry that a filter accepts, one after the other.
class PartsOfRay
{
public:
	/// Starts over. If `attached` is null, there are no parts.
	void Begin(const CastGeometryData* attached)
	{
		m_attached = attached;
		m_count = 0;
		m_next = 0;
		m_before = 0;
	}

	[[nodiscard]] bool IsOver() const { return m_attached == nullptr; }

	/// The next part, if there is one. Requires: IsOver() is false, and the ray is always the same.
	[[nodiscard]] std::optional<ShapeSpan> Next(const LocalRay& ray, const QueryFilter& filter);

private:
	Room<std::array<LocalSpan, 8>> m_spans; // the parts computed last
	const CastGeometryData* m_attached = nullptr;
	size_t m_before = 0; // the number of parts before m_spans
	size_t m_count = 0;
	size_t m_next = 0;
};

/// Casts a ray against a child by doubles (cast_shape.h), and applies the filter's rule about sides, but not that about
/// starts.
RICOCHET_ALWAYS_INLINE CutResult MeetByDoubles(const QueryFilter& filter, const PulledRay& ray, const Place& place,
                                               CertainCut cut, double cutoff, LocalSpan& met)
{
	const ChildGeometry& geometry = place.geometry;
	if (geometry.IsEdge() && AcceptsSide(filter, FacingBy(cut), geometry.oneSided) == false)
	{
		return CutResult::Miss;
	}
	return ClipByDoubles(ray, place.pose.q, geometry, place.child, cut, cutoff, met);
}

/// Casts a ray against the things that a walk visits. It may leave out things that are entered beyond `cutoff`.
class RayCast
{
public:
	RayCast(const Ray& ray, const QueryFilter& filter) : m_ray(ray), m_filter(filter) {}

	/// Also notes in `closeness` if the ray comes close to a thing that it does not hit.
	RayCast(const Ray& ray, const QueryFilter& filter, Closeness& closeness)
	    : m_ray(ray), m_filter(filter), m_closeness(&closeness)
	{
	}

	/// False if the ray misses, or if the filter refuses the hit. Else `met` gets the span of the hit.
	template <class What>
	[[nodiscard]] bool operator()(const What& what, double cutoff, LocalSpan& met)
	{
		if (Accepts(m_filter, what) == false)
		{
			return false;
		}
		m_parts.Begin(nullptr);
		const Place place = PlaceOf(what);
		const CertainCut cut = CutOf(what);
		if (MayBeProven(place.geometry, cut) == false)
		{
			return MeetExactly(place, cutoff, met);
		}
		const CutResult result = MeetByDoubles(m_filter, PulledRay(m_ray, place.pose), place, cut, cutoff, met);
		if (result == CutResult::Uncertain)
		{
			return MeetUnproven(what, cutoff, met);
		}
		return result == CutResult::Hit && AcceptsStart(m_filter, met.startsInside);
	}

	/// Finds the next part of the ray in the thing that was hit last. False if there is none.
	[[nodiscard]] bool Again(LocalSpan& met)
	{
		const std::optional<ShapeSpan> next = m_parts.IsOver() ? std::nullopt : m_parts.Next(*m_local, m_filter);
		if (next)
		{
			met = next->span;
		}
		return next.has_value();
	}

	/// Casts exactly, against a thing that Accepts has already accepted.
	[[nodiscard]] std::optional<ShapeSpan> MeetAccepted(const Place& place, double cutoff)
	{
		if (m_local.has_value() == false || std::memcmp(&m_local->StartPose(), &place.pose, sizeof(b2Transform)) != 0)
		{
			m_local.emplace(m_ray, place.pose);
			if (m_closeness != nullptr)
			{
				m_local->Watch(*m_closeness);
			}
		}
		m_local->SetCutoff(cutoff);
		m_parts.Begin(place.geometry.attached);
		if (place.geometry.IsAttached())
		{
			const std::optional<ShapeSpan> first = m_parts.Next(*m_local, m_filter);
			if (first && m_closeness != nullptr)
			{
				NoteThin(first->span);
			}
			return first;
		}
		std::optional<ShapeSpan> met = place.Cast(*m_local);
		if (met && AcceptsSpan(m_filter, *met) == false)
		{
			met.reset();
		}
		return met;
	}

private:
	// Behind a thin part of a concave solid there may be another part, which its cast has not reached.
	void NoteThin(const LocalSpan& part)
	{
		if (part.exit.fraction <= m_closeness->GetSlack().Behind(part.enter.fraction))
		{
			m_closeness->Note();
		}
	}

	[[nodiscard]] bool MeetExactly(const Place& place, double cutoff, LocalSpan& met)
	{
		const std::optional<ShapeSpan> exact = MeetAccepted(place, cutoff);
		if (exact)
		{
			met = exact->span;
		}
		return exact.has_value();
	}

	// Doubles seldom leave a cast undecided, so this is out of line. It computes the Place again. If the caller passed
	// the address of its own Place, every cast would compute that one more slowly.
	template <class What>
	RICOCHET_NEVER_INLINE bool MeetUnproven(const What& what, double cutoff, LocalSpan& met)
	{
		return MeetExactly(PlaceOf(what), cutoff, met);
	}

	const Ray& m_ray;
	const QueryFilter& m_filter;
	Closeness* m_closeness = nullptr;
	std::optional<LocalRay> m_local; // kept for the next child with the same pose
	PartsOfRay m_parts;
};

/// Casts the exact path from one point to another, without a filter. The translation need not be representable in
/// floats.
[[nodiscard]] inline std::optional<ShapeSpan> MeetWay(b2Vec2 from, b2Vec2 to, const Place& place)
{
	return place.Cast(LocalRay(from, place.pose, to, place.pose, 1.0f));
}

} // namespace ricochet
