// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_cast.h"

#include <algorithm>
#include <limits>

namespace ricochet
{

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
