// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_cast.h"

#include "geometry/rounded_clip.h"
#include "geometry/separation.h"

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

bool IsHull(const Hull& hull)
{
	return hull.vertices.empty() == false && hull.radius >= 0.0f && std::isfinite(hull.radius) &&
	       AllFinite(hull.vertices);
}

// A sum's two edges between three of its corners, if they run side by side and belong to one hull each.
bool AreSideBySide(const SumEdge& a, const SumEdge& b)
{
	return a.isOfMoving != b.isOfMoving && a.IsPoint() == false && b.IsPoint() == false &&
	       Certain([&]<class T>(T) { return Cross(a.Along<T>(), b.Along<T>()); }) == 0.0 &&
	       Dot(a.AlongInDouble(), b.AlongInDouble()) > 0.0;
}

void AddEdge(const SumHull& sum, size_t edge, TouchingFeatures& features)
{
	const SumHull::Corner& corner = sum.CornerAt(edge);
	(corner.isEdgeOfMoving ? features.moving : features.still).edge =
	    static_cast<int32_t>(corner.isEdgeOfMoving ? corner.moving : corner.still);
}

} // namespace

std::optional<LocalSpan> ClipSumLocal(const LocalRay& ray, const SumHull& sum, Growth radius)
{
	return ray.IsValid() && sum.IsFinite() ? ClipRoundedHull(ray, sum, radius) : std::nullopt;
}

int32_t StillEdgeAt(const SumHull& sum, const LocalCrossing& crossing)
{
	if (crossing.edge < 0 || sum.CornerAt(static_cast<size_t>(crossing.edge)).isEdgeOfMoving)
	{
		return -1;
	}
	return static_cast<int32_t>(sum.CornerAt(static_cast<size_t>(crossing.edge)).still);
}

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
	const size_t count = sum.Count();
	for (const size_t other : {(corner + 1) % count, (corner + count - 1) % count})
	{
		if (AreSideBySide(sum.EdgeAt(corner), sum.EdgeAt(other)))
		{
			AddEdge(sum, other, features);
			break;
		}
	}
	features.still.vertex = features.still.edge >= 0 ? -1 : features.still.vertex;
	features.moving.vertex = features.moving.edge >= 0 ? -1 : features.moving.vertex;
	return features;
}

namespace
{

// Two hulls and a way, in numbers of the world.
class HullMeeting
{
public:
	HullMeeting(const Hull& moving, const b2Transform& movingPose, b2Vec2 translation, const Hull& still,
	            const b2Transform& stillPose)
	    : m_moving(moving), m_still(still), m_translation(translation), m_movingPose(movingPose), m_stillPose(stillPose)
	{
	}

	/// Sets what of a span is told of where the two touch first.
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

// Of what two edges that lie on one line have in common, on that of what stands still.
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

void TellWayOut(const LocalRay& ray, const SumHull& sum, Growth radius, const b2Rot& turn, HullSpan& span)
{
	const Separation separation =
	    SeparateFromPoints(ray.StartApproximation(), sum.Count(), [&](size_t i) { return Lift<double>(sum.At(i)); });
	span.depth = static_cast<float>(std::max(radius.Of<double>() - separation.distance, 0.0));
	span.wayOut = UnitNormal(separation.normal, turn);
}

} // namespace

std::optional<HullSpan> CastHullUpTo(double cutoff, const Hull& moving, const b2Transform& movingPose,
                                     b2Vec2 translation, const Hull& still, const b2Transform& stillPose,
                                     float maxFraction)
{
	const Ray way{movingPose.p, translation, maxFraction};
	LocalRay ray(way, stillPose);
	ray.SetCutoff(cutoff);
	if (IsHull(moving) == false || IsHull(still) == false || IsPose(movingPose) == false || ray.IsValid() == false)
	{
		return std::nullopt;
	}
	const SumHull sum(still.vertices, moving.vertices, {stillPose.q, movingPose.q});
	const Growth radius{still.radius, moving.radius};
	const std::optional<LocalSpan> local = ClipSumLocal(ray, sum, radius);
	if (local.has_value() == false)
	{
		return std::nullopt;
	}
	HullSpan span;
	ToFrame(*local, way, stillPose.q, span);
	span.enter.edge = StillEdgeAt(sum, local->enter);
	span.exit.edge = StillEdgeAt(sum, local->exit);
	if (local->startsInside)
	{
		TellWayOut(ray, sum, radius, stillPose.q, span);
	}
	else
	{
		HullMeeting(moving, movingPose, translation, still, stillPose).TellContact(FeaturesAt(sum, local->enter), span);
	}
	return span;
}

std::optional<HullSpan> CastHull(const Hull& moving, const b2Transform& movingPose, b2Vec2 translation,
                                 const Hull& still, const b2Transform& stillPose, float maxFraction)
{
	return CastHullUpTo(std::numeric_limits<double>::infinity(), moving, movingPose, translation, still, stillPose,
	                    maxFraction);
}

bool Overlaps(const Hull& a, const b2Transform& poseA, const Hull& b, const b2Transform& poseB)
{
	return CastHull(a, poseA, {0.0f, 0.0f}, b, poseB).has_value();
}

} // namespace ricochet
