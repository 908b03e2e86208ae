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

/// A child of a shape where it stands in the world.
struct Place
{
	ChildGeometry geometry;
	int32_t child;
	const b2Transform& pose;

	[[nodiscard]] std::optional<ShapeSpan> Cast(const LocalRay& ray) const
	{
		return CastChildLocal(geometry, child, ray);
	}

	/// Only in an attached geometry there may be more than one.
	[[nodiscard]] std::optional<ShapeSpan> CastPart(const LocalRay& ray, size_t part) const;
};

/// A child that there is not is met by nothing.
[[nodiscard]] inline Place PlaceOf(const b2Shape& shape, int32_t child, const b2Transform& pose)
{
	Place place{{}, child, pose};
	(void)DescribeChild(shape, child, place.geometry);
	return place;
}

/// How the line of a walk cuts what the walk came by, a polygon or an edge, if it knows.
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

/// The parts of a ray in an attached geometry that a filter accepts, one after the other.
class PartsOfRay
{
public:
	/// Null: there are none.
	void Begin(const CastGeometryData* attached)
	{
		m_attached = attached;
		m_count = 0;
		m_next = 0;
		m_before = 0;
	}

	[[nodiscard]] bool IsOver() const { return m_attached == nullptr; }

	/// Requires: not over, and always the same ray.
	[[nodiscard]] std::optional<ShapeSpan> Next(const LocalRay& ray, const QueryFilter& filter);

private:
	Room<std::array<LocalSpan, 8>> m_spans; // those that are known
	const CastGeometryData* m_attached = nullptr;
	size_t m_before = 0; // how many come before these
	size_t m_count = 0;
	size_t m_next = 0;
};

/// A ray against a child by doubles (cast_shape.h), and what the filter says about sides. About starts it is not
/// asked.
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

/// The ray of a walk against one thing after the other that the walk comes by. Entries beyond `cutoff` may be left out.
class RayCast
{
public:
	RayCast(const Ray& ray, const QueryFilter& filter) : m_ray(ray), m_filter(filter) {}

	/// False: a miss, or the filter refuses it. What is met has its span in `met`.
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

	/// The ray may be in what it has just met again, behind what was met of it last.
	[[nodiscard]] bool Again(LocalSpan& met)
	{
		const std::optional<ShapeSpan> next = m_parts.IsOver() ? std::nullopt : m_parts.Next(*m_local, m_filter);
		if (next)
		{
			met = next->span;
		}
		return next.has_value();
	}

	/// For what is known to be accepted.
	[[nodiscard]] std::optional<ShapeSpan> MeetAccepted(const Place& place, double cutoff)
	{
		if (m_local.has_value() == false || std::memcmp(&m_local->StartPose(), &place.pose, sizeof(b2Transform)) != 0)
		{
			m_local.emplace(m_ray, place.pose);
		}
		m_local->SetCutoff(cutoff);
		m_parts.Begin(place.geometry.attached);
		if (place.geometry.IsAttached())
		{
			return m_parts.Next(*m_local, m_filter);
		}
		std::optional<ShapeSpan> met = place.Cast(*m_local);
		if (met && AcceptsSpan(m_filter, *met) == false)
		{
			met.reset();
		}
		return met;
	}

private:
	[[nodiscard]] bool MeetExactly(const Place& place, double cutoff, LocalSpan& met)
	{
		const std::optional<ShapeSpan> exact = MeetAccepted(place, cutoff);
		if (exact)
		{
			met = exact->span;
		}
		return exact.has_value();
	}

	// Doubles are seldom uncertain. Out of line, and the place made anew: a place whose address is passed on is
	// expensive to make for all others.
	template <class What>
	RICOCHET_NEVER_INLINE bool MeetUnproven(const What& what, double cutoff, LocalSpan& met)
	{
		return MeetExactly(PlaceOf(what), cutoff, met);
	}

	const Ray& m_ray;
	const QueryFilter& m_filter;
	std::optional<LocalRay> m_local; // kept for what stands in one frame
	PartsOfRay m_parts;
};

/// The exact way from one point to another, which no float translation need be able to tell, without any filter.
[[nodiscard]] inline std::optional<ShapeSpan> MeetWay(b2Vec2 from, b2Vec2 to, const Place& place)
{
	return place.Cast(LocalRay(from, place.pose, to, place.pose, 1.0f));
}

} // namespace ricochet
