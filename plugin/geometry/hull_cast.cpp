// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_clip.h"
#include "geometry/hull_meet.h"
#include "geometry/round.h"
#include "geometry/sum_hull.h"

#include <ricochet/geometry/hull_cast.h>

#include <algorithm>
#include <limits>

namespace ricochet
{

bool IsHull(const Hull& hull)
{
	return hull.vertices.empty() == false && hull.radius >= 0.0f && std::isfinite(hull.radius) &&
	       AllFinite(hull.vertices);
}

namespace
{

// True if both edges run in the same direction and neither is a point.
bool AreAligned(const SumEdge& a, const SumEdge& b)
{
	return Certain([&]<class T>(T) { return Cross(a.Along<T>(), b.Along<T>()); }) == 0.0 &&
	       Dot(a.AlongInDouble(), b.AlongInDouble()) > 0.0;
}

void AddEdge(const SumHull& sum, size_t edge, TouchingFeatures& features)
{
	const SumHull::Corner& corner = sum.CornerAt(edge);
	(corner.isEdgeOfMoving ? features.moving : features.still).edge =
	    static_cast<int32_t>(corner.isEdgeOfMoving ? corner.moving : corner.still);
}

// Adds the edge of the other hull that is aligned with the edge at a corner, if there is one. In a sum, edges of one
// direction follow each other, with zero-length edges among them.
void AddAlignedEdge(const SumHull& sum, size_t corner, TouchingFeatures& features)
{
	const SumEdge edge = sum.EdgeAt(corner);
	const size_t count = sum.Count();
	for (const size_t step : {size_t{1}, count - 1})
	{
		for (size_t i = (corner + step) % count; i != corner; i = (i + step) % count)
		{
			const SumEdge other = sum.EdgeAt(i);
			if (other.IsPoint())
			{
				continue;
			}
			if (AreAligned(edge, other) == false)
			{
				break;
			}
			if (other.isOfMoving != edge.isOfMoving)
			{
				AddEdge(sum, i, features);
				return;
			}
		}
	}
}

// ClipRoundedLocal of a sum. Requires: at least one vertex each, no negative radius.
std::optional<LocalSpan> ClipSumLocal(const LocalRay& ray, const SumHull& sum, Growth radius)
{
	return ray.IsValid() && sum.IsFinite() ? ClipRoundedHull(ray, sum, radius) : std::nullopt;
}

// The features of both hulls that touch at a crossing from ClipSumLocal.
TouchingFeatures FeaturesAt(const SumHull& sum, const LocalCrossing& crossing)
{
	TouchingFeatures features;
	const bool isOnRound = crossing.vertex >= 0 || crossing.edge < 0;
	const auto corner = static_cast<size_t>(std::max(crossing.vertex >= 0 ? crossing.vertex : crossing.edge, 0));
	features.still.vertex = static_cast<int32_t>(sum.CornerAt(corner).still);
	features.moving.vertex = static_cast<int32_t>(sum.CornerAt(corner).moving);
	if (isOnRound)
	{
		return features;
	}
	AddEdge(sum, corner, features);
	AddAlignedEdge(sum, corner, features);
	features.still.vertex = features.still.edge >= 0 ? -1 : features.still.vertex;
	features.moving.vertex = features.moving.edge >= 0 ? -1 : features.moving.vertex;
	return features;
}

// The edge of the static hull by which the line enters (turn -1) or leaves (turn 1) at a crossing from ClipSumLocal. If
// the crossing is on an edge of the sum, it is the static hull's touching edge. If it is on the round of a vertex, it
// is the edge beside it that faces the path more. -1: none.
int32_t StillEdgeAt(const LocalRay& ray, const SumHull& sum, const LocalCrossing& crossing, int turn)
{
	if (crossing.edge < 0)
	{
		return -1;
	}
	if (crossing.vertex < 0)
	{
		return FeaturesAt(sum, crossing).still.edge;
	}
	const VertexHull still(sum.Still());
	const int32_t edge = EdgeBeside(ray, still, sum.CornerAt(static_cast<size_t>(crossing.vertex)).still, turn);
	return edge < 0 || still.EdgeAt(static_cast<size_t>(edge)).IsPoint() ? -1 : edge;
}

WayOut WayOutOf(const LocalRay& ray, const SumHull& sum)
{
	const Vec<double> start = ray.StartApproximation();
	WayOut inner{-std::numeric_limits<double>::infinity(), {0.0, 1.0}};
	WayOut outer{std::numeric_limits<double>::infinity(), {0.0, 1.0}};
	double scale = 0.0;
	for (size_t i = 0; i < sum.Count(); ++i)
	{
		const Vec<double> a = Lift<double>(sum.At(i));
		const SumEdge edge = sum.EdgeAt(i);
		const Vec<double> fromA = start - a;
		const Vec<double> e = sum.Count() > 1 && edge.IsPoint() == false ? edge.AlongInDouble() : Vec<double>{};
		const double square = Dot(e, e);
		const double share = square > 0.0 ? Dot(fromA, e) / square : 0.0;
		const double height = square > 0.0 ? Cross(fromA, e) / std::sqrt(square) : 0.0;
		const Vec<double> normal = UnitOf(Vec<double>{e.y, -e.x});
		const Vec<double> away = fromA - std::clamp(share, 0.0, 1.0) * e;
		scale = std::max(scale, Length(start) + Length(a));
		inner = square > 0.0 && height > inner.distance ? WayOut{height, normal} : inner;
		if (Length(away) < outer.distance)
		{
			// Beside an edge its normal is more precise than the small difference of two points.
			const bool isBeside = share > 0.0 && share < 1.0;
			outer = {Length(away), isBeside ? (height < 0.0 ? -1.0 : 1.0) * normal : UnitOf(away)};
		}
	}
	// If the start is inside, the nearest edge line is the nearest part of the boundary. If the hull has almost no
	// area, the start may lie on the inner side of all edge lines and yet far beyond their ends. On the boundary,
	// differences are rounding noise.
	const double noise = 0x1p-44 * scale;
	if (std::isinf(inner.distance))
	{
		return outer.distance <= noise ? WayOut{0.0, {0.0, 1.0}} : outer;
	}
	const bool isInside = inner.distance <= 0.0 && outer.distance <= noise - inner.distance;
	return isInside || outer.distance <= noise ? inner : outer;
}

} // namespace

bool MeetHullExactly(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, double cutoff,
                     HullMeet& met)
{
	LocalRay ray(moving.Way(), stillPose);
	ray.SetCutoff(cutoff);
	if (moving.isValid == false || IsHull(still) == false || ray.IsValid() == false)
	{
		return false;
	}
	const SumHull sum(still.vertices, moving.hull.vertices, {stillPose.q, moving.pose.q});
	const std::optional<LocalSpan> local = ClipSumLocal(ray, sum, {still.radius, moving.hull.radius});
	if (local.has_value() == false)
	{
		return false;
	}
	static_cast<LocalSpan&>(met) = *local;
	met.enter.edge = StillEdgeAt(ray, sum, local->enter, -1);
	met.exit.edge = StillEdgeAt(ray, sum, local->exit, 1);
	met.knowsWayOut = local->startsInside;
	if (local->startsInside)
	{
		met.wayOut = WayOutOf(ray, sum);
	}
	else
	{
		met.touching = FeaturesAt(sum, local->enter);
	}
	return true;
}

namespace
{

// Two hulls and a translation, in world coordinates.
class HullMeeting
{
public:
	HullMeeting(const Hull& moving, const b2Transform& movingPose, b2Vec2 translation, const Hull& still,
	            const b2Transform& stillPose)
	    : m_moving(moving), m_still(still), m_translation(translation), m_movingPose(movingPose), m_stillPose(stillPose)
	{
	}

	// Sets the members of a span about the first contact: both features and the contact point.
	void TellContact(const TouchingFeatures& features, HullSpan& span) const;

private:
	[[nodiscard]] Vec<double> MovingAt(int32_t vertex, float fraction) const
	{
		const auto i = static_cast<size_t>(vertex) % m_moving.vertices.size();
		return PointOf(m_movingPose, m_moving.vertices[i]) +
		       static_cast<double>(fraction) * Lift<double>(m_translation);
	}

	[[nodiscard]] Vec<double> StillAt(int32_t vertex) const
	{
		return PointOf(m_stillPose, m_still.vertices[static_cast<size_t>(vertex) % m_still.vertices.size()]);
	}

	[[nodiscard]] Vec<double> MiddleOfBoth(const TouchingFeatures& features, float fraction) const;

	const Hull& m_moving;
	const Hull& m_still;
	b2Vec2 m_translation;
	const b2Transform& m_movingPose;
	const b2Transform& m_stillPose;
};

// Two touching edges lie on one line: returns the middle of their common part, on the edge of the static hull.
Vec<double> HullMeeting::MiddleOfBoth(const TouchingFeatures& features, float fraction) const
{
	const Vec<double> from = StillAt(features.still.edge);
	const Vec<double> along = StillAt(features.still.edge + 1) - from;
	const double square = Dot(along, along);
	const double a = Dot(MovingAt(features.moving.edge, fraction) - from, along) / square;
	const double b = Dot(MovingAt(features.moving.edge + 1, fraction) - from, along) / square;
	const double begin = std::clamp(std::min(a, b), 0.0, 1.0);
	const double end = std::clamp(std::max(a, b), 0.0, 1.0);
	return from + 0.5 * (begin + end) * along;
}

void HullMeeting::TellContact(const TouchingFeatures& features, HullSpan& span) const
{
	span.still = features.still;
	span.moving = features.moving;
	const Vec<double> normal = Lift<double>(span.enter.normal);
	const bool isOnEdge = features.still.edge >= 0;
	Vec<double> contact{};
	if (isOnEdge && features.moving.edge >= 0)
	{
		contact = MiddleOfBoth(features, span.enter.fraction) + static_cast<double>(m_still.radius) * normal;
	}
	else if (isOnEdge)
	{
		contact = MovingAt(features.moving.vertex, span.enter.fraction) - static_cast<double>(m_moving.radius) * normal;
	}
	else
	{
		contact = StillAt(features.still.vertex) + static_cast<double>(m_still.radius) * normal;
	}
	span.contact = ToFloat(contact);
}

} // namespace

void TellHull(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, const HullMeet& met,
              HullSpan& span)
{
	ToFrame(met, moving.Way(), stillPose.q, span);
	if (met.startsInside == false)
	{
		HullMeeting(moving.hull, moving.pose, moving.translation, still, stillPose).TellContact(met.touching, span);
		return;
	}
	TellWayOut(moving, still, stillPose, met, span.depth, span.wayOut);
}

void TellWayOut(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, const HullMeet& met,
                float& depth, b2Vec2& wayOut)
{
	WayOut way{};
	if (met.knowsWayOut)
	{
		way = met.wayOut;
	}
	else if (FindWayOut(moving, still, stillPose, way) == false)
	{
		const SumHull sum(still.vertices, moving.hull.vertices, {stillPose.q, moving.pose.q});
		way = WayOutOf(LocalRay(moving.Way(), stillPose), sum);
	}
	const Growth radius{still.radius, moving.hull.radius};
	depth = ToFloat(std::max(radius.Of<double>() - way.distance, 0.0));
	wayOut = UnitNormal(way.normal, stillPose.q);
}

std::optional<HullSpan> CastHull(const Hull& moving, const b2Transform& movingPose, b2Vec2 translation,
                                 const Hull& still, const b2Transform& stillPose, float maxFraction)
{
	const MovingHull prepared(moving, movingPose, translation, maxFraction);
	std::optional<HullSpan> span;
	HullMeet met;
	if (MeetHull(prepared, still, stillPose, std::numeric_limits<double>::infinity(), met))
	{
		TellHull(prepared, still, stillPose, met, span.emplace());
	}
	return span;
}

bool Overlaps(const Hull& a, const b2Transform& poseA, const Hull& b, const b2Transform& poseB)
{
	const MovingHull prepared(a, poseA, {0.0f, 0.0f}, 0.0f);
	HullMeet met;
	return MeetHull(prepared, b, poseB, 0.0, met);
}

} // namespace ricochet
