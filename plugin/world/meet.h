// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/cut_clip.h"
#include "world/accept.h"
#include "world/collector.h"

#include <box2d/b2_body.h>

#include <cstring>

namespace ricochet
{

// The exact meeting of one ray with one thing, and what a filter says to it. A kind of thing has two functions:
// Accepts(filter, what), and PlaceOf(what).

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
};

/// A child that there is not is met by nothing.
[[nodiscard]] inline Place PlaceOf(const b2Shape& shape, int32_t child, const b2Transform& pose)
{
	Place place{{}, child, pose};
	(void)DescribeChild(shape, child, place.geometry);
	return place;
}

/// How the line of a walk cuts what the walk came by, if it knows: only of a polygon.
template <class What>
[[nodiscard]] CertainCut CutOf(const What&)
{
	return {};
}

[[nodiscard]] inline bool Accepts(const QueryFilter& filter, const FixtureChild& what)
{
	return Accepts(filter, what.fixture);
}

[[nodiscard]] inline Place PlaceOf(const FixtureChild& what)
{
	return PlaceOf(*what.fixture->GetShape(), what.child, what.fixture->GetBody()->GetTransform());
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
		if (const CertainCut cut = CutOf(what); cut.IsKnown())
		{
			const Place place = PlaceOf(what);
			const CutResult result = ClipCut(m_ray, place.pose, place.geometry.vertices, cut, cutoff, met);
			if (result != CutResult::Uncertain)
			{
				return result == CutResult::Hit && AcceptsStart(m_filter, met.startsInside);
			}
		}
		const std::optional<ShapeSpan> exact = MeetAccepted(PlaceOf(what), cutoff);
		if (exact)
		{
			met = exact->span;
		}
		return exact.has_value();
	}

	/// For what is known to be accepted.
	[[nodiscard]] std::optional<ShapeSpan> MeetAccepted(const Place& place, double cutoff)
	{
		if (m_local.has_value() == false || std::memcmp(&m_local->StartPose(), &place.pose, sizeof(b2Transform)) != 0)
		{
			m_local.emplace(m_ray, place.pose);
		}
		m_local->SetCutoff(cutoff);
		std::optional<ShapeSpan> met = place.Cast(*m_local);
		if (met && AcceptsSpan(m_filter, *met) == false)
		{
			met.reset();
		}
		return met;
	}

private:
	const Ray& m_ray;
	const QueryFilter& m_filter;
	std::optional<LocalRay> m_local; // kept for what stands in one frame
};

/// The exact way from one point to another, which no float translation need be able to tell, without any filter.
[[nodiscard]] inline std::optional<ShapeSpan> MeetWay(b2Vec2 from, b2Vec2 to, const Place& place)
{
	return place.Cast(LocalRay(from, place.pose, to, place.pose, 1.0f));
}

} // namespace ricochet
