// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_clip.h"
#include "geometry/hull_meet.h"
#include "geometry/round.h"
#include "geometry/sum_hull.h"
#include "geometry/surface_point.h"
#include "geometry/to_world.h"

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

// Returns the edge of the static hull by which the line enters (turn -1) or leaves (turn 1) at a crossing from
// ClipSumLocal.
// On an edge of the sum, it is the edge of the static hull that forms this edge.
// On the arc about a vertex, it is the static edge beside that vertex that faces the path more. -1 means none.
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
			// Beside an edge, the edge's normal is more precise than the small difference of two points.
			const bool isBeside = share > 0.0 && share < 1.0;
			outer = {Length(away), isBeside ? (height < 0.0 ? -1.0 : 1.0) * normal : UnitOf(away)};
		}
	}
	// If the start is inside, the nearest edge line is the nearest part of the boundary. If the hull has almost no
	// area, the start may lie on the inner side of all edge lines and yet far beyond their ends. If the start is on the
	// boundary, its distances are only rounding noise, and the nearest edge line gives the way out.
	const double noise = 0x1p-44 * scale;
	if (std::isinf(inner.distance))
	{
		return outer.distance <= noise ? WayOut{0.0, {0.0, 1.0}} : outer;
	}
	const bool isInside = inner.distance <= 0.0 && outer.distance <= noise - inner.distance;
	return isInside || outer.distance <= noise ? inner : outer;
}

} // namespace

bool IsThin(const Hull& hull)
{
	return hull.radius == 0.0f && HasAreaIn(VertexHull(hull.vertices)) == false;
}

bool HasNoWidth(const MovingHull& moving)
{
	const b2Vec2 first = moving.hull.vertices[0];
	return std::all_of(moving.hull.vertices.begin(), moving.hull.vertices.end(),
	                   [&](b2Vec2 vertex)
	                   {
		                   const double beside = Certain(
		                       [&]<class T>(T) {
			                       return Cross(Lift<T>(moving.translation),
			                                    Turned<T>(moving.pose.q, Lift<T>(vertex) - Lift<T>(first)));
		                       });
		                   return beside == 0.0;
	                   });
}

namespace
{

// True if the sum of two hulls has vertices on both sides of the line of a ray. On request, one side is enough.
bool DividesSum(const LocalRay& ray, const MovingHull& moving, const Hull& still, const b2Transform& stillPose,
                bool isOneSideEnough)
{
	const SumHull sum(still.vertices, moving.hull.vertices, {stillPose.q, moving.pose.q});
	bool left = false;
	bool right = false;
	for (size_t i = 0; i < sum.Count(); ++i)
	{
		const int side = sum.SideOf(ray, i);
		left = left || side > 0;
		right = right || side < 0;
	}
	return (left && right) || ((left || right) && isOneSideEnough);
}

} // namespace

bool CrossesThin(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, const HullMeet& met)
{
	return met.grazing && moving.hull.radius == 0.0f && IsThin(still) &&
	       DividesSum(LocalRay(moving.Way(), stillPose), moving, still, stillPose, HasNoWidth(moving));
}

namespace
{

bool MeetHullAlong(const LocalRay& ray, const MovingHull& moving, const Hull& still, const b2Transform& stillPose,
                   HullMeet& met)
{
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

} // namespace

bool MeetHullExactly(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, double cutoff,
                     HullMeet& met)
{
	LocalRay ray(moving.Way(), stillPose);
	ray.SetCutoff(cutoff);
	return MeetHullAlong(ray, moving, still, stillPose, met);
}

bool PointCrossesThin(const MovingHull& moving, b2Vec2 place, bool crossesEnds, const Hull& still,
                      const b2Transform& stillPose, HullMeet& met)
{
	const LocalRay way(moving.pose.p, stillPose, place, stillPose, 1.0f);
	return IsThin(still) && MeetHullAlong(way, moving, still, stillPose, met) &&
	       DividesSum(way, moving, still, stillPose, crossesEnds);
}

namespace
{

// The largest of a hull's radius, the absolute coordinates of its vertices, and those of its place.
float LargestNumberOf(const Hull& hull, b2Vec2 place)
{
	float largest = std::max({hull.radius, std::abs(place.x), std::abs(place.y)});
	for (const b2Vec2& vertex : hull.vertices)
	{
		largest = std::max({largest, std::abs(vertex.x), std::abs(vertex.y)});
	}
	return largest;
}

// Returns a place for the moving hull at which the two hulls do not overlap. It lies at a distance from a given place,
// along a unit direction of the static hull's frame that leads out.
b2Vec2 PlaceOff(const MovingHull& moving, b2Vec2 place, const Vec<double>& normal, double distance, const Hull& still,
                const b2Transform& stillPose)
{
	const Vec<double> outward = ToWorld(stillPose).Turn(normal);
	const float farthest = std::max(LargestNumberOf(still, stillPose.p), LargestNumberOf(moving.hull, place));
	const auto isOff = [&](b2Vec2 at)
	{
		return Overlaps(moving.hull, {at, moving.pose.q}, still, stillPose) == false;
	};
	return PointOff(Lift<double>(place) + distance * outward, outward, farthest, isOff);
}

// Two hulls at a hit, in the frame of the static hull. In that frame doubles suffice for differences of points.
class HullContact
{
public:
	HullContact(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, const HullMeet& met);

	// The contact: a float point at the surface of the static hull or outside of it.
	[[nodiscard]] b2Vec2 Contact() const;

	// Returns a place for the moving hull's origin at which the two hulls do not overlap. `place`: the origin at the
	// hit, up to rounding.
	[[nodiscard]] b2Vec2 PlaceBeside(b2Vec2 place) const;

private:
	[[nodiscard]] static int32_t IndexOf(const HullFeature& feature)
	{
		return feature.edge >= 0 ? feature.edge : feature.vertex;
	}

	[[nodiscard]] Vec<double> StillAt(int32_t i) const
	{
		return Lift<double>(m_still.vertices[static_cast<size_t>(i) % m_still.vertices.size()]);
	}

	// A vertex of the moving hull whose origin is at a place.
	[[nodiscard]] Vec<double> MovingAt(int32_t i, b2Vec2 place) const
	{
		const size_t count = m_moving.hull.vertices.size();
		const b2Vec2 vertex = m_moving.hull.vertices[static_cast<size_t>(i) % count];
		const Vec<double> offset = Lift<double>(place) - Lift<double>(m_stillPose.p);
		return InverseTurn(m_stillPose.q, offset + Turned(m_moving.pose.q, Lift<double>(vertex)));
	}

	[[nodiscard]] Vec<double> OnCore() const;

	// How far the two hulls are apart along the normal if the moving hull's origin is at a place.
	[[nodiscard]] double GapAt(b2Vec2 place) const;

	const MovingHull& m_moving;
	const Hull& m_still;
	const b2Transform& m_stillPose;
	const HullMeet& m_met;
	Vec<double> m_way;
	bool m_isBeside;      // the path only touches: the moving hull passes the static hull on one side
	Vec<double> m_normal; // unit, out of the static hull
};

HullContact::HullContact(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, const HullMeet& met)
    : m_moving(moving), m_still(still), m_stillPose(stillPose), m_met(met),
      m_way(InverseTurn(stillPose.q, Lift<double>(moving.translation))), m_isBeside(met.grazing && met.side != 0)
{
	// If the path only touches, it may touch a corner first, whose normal need not be perpendicular to the path. The
	// normal perpendicular to the path is right for the whole touch.
	m_normal = UnitOf(m_isBeside ? static_cast<double>(met.side) * Vec<double>{m_way.y, -m_way.x} : met.enter.normal);
}

// The touching point of the static hull without its radius. On an edge it is the foot of the vertex that touches. If
// two edges touch, it is the middle of their common part.
Vec<double> HullContact::OnCore() const
{
	const TouchingFeatures& touching = m_met.touching;
	if (touching.still.edge < 0)
	{
		return StillAt(touching.still.vertex);
	}
	const Vec<double> from = StillAt(touching.still.edge);
	const Vec<double> along = StillAt(touching.still.edge + 1) - from;
	const double square = Dot(along, along);
	const Vec<double> gone = m_met.enter.fraction * m_way;
	const auto shareOf = [&](int32_t vertex)
	{
		return Dot(MovingAt(vertex, m_moving.pose.p) + gone - from, along) / square;
	};
	const bool isEdge = touching.moving.edge >= 0;
	const double a = shareOf(isEdge ? touching.moving.edge : touching.moving.vertex);
	const double b = isEdge ? shareOf(touching.moving.edge + 1) : a;
	const double begin = std::clamp(std::min(a, b), 0.0, 1.0);
	const double end = std::clamp(std::max(a, b), 0.0, 1.0);
	return from + 0.5 * (begin + end) * along;
}

b2Vec2 HullContact::Contact() const
{
	const ToWorld toWorld(m_stillPose);
	const Vec<double> contact = OnCore() + static_cast<double>(m_still.radius) * m_normal;
	return PointOffHull(toWorld(contact), toWorld.Turn(m_normal), m_still, m_stillPose);
}

// The touching features are nearest along their own normal. If the path only touches, m_normal is perpendicular to the
// path. Then other vertices may be nearer along m_normal, so all pairs count.
double HullContact::GapAt(b2Vec2 place) const
{
	const auto between = [&](int32_t movingVertex, int32_t stillVertex)
	{
		return Dot(m_normal, MovingAt(movingVertex, place) - StillAt(stillVertex));
	};
	double gap = between(IndexOf(m_met.touching.moving), IndexOf(m_met.touching.still));
	if (m_isBeside)
	{
		const auto movingCount = static_cast<int32_t>(m_moving.hull.vertices.size());
		const auto stillCount = static_cast<int32_t>(m_still.vertices.size());
		for (int32_t pair = 0; pair < movingCount * stillCount; ++pair)
		{
			gap = std::min(gap, between(pair / stillCount, pair % stillCount));
		}
	}
	return gap - m_still.radius - m_moving.hull.radius;
}

b2Vec2 HullContact::PlaceBeside(b2Vec2 place) const
{
	return PlaceOff(m_moving, place, m_normal, -GapAt(place), m_still, m_stillPose);
}

} // namespace

// A cast of the point away from the hull decides. From the surface or from outside that cast misses. From inside it
// hits, with startsInside.
b2Vec2 PointOffHull(const Vec<double>& surface, const Vec<double>& outward, const Hull& hull, const b2Transform& pose)
{
	const auto isOff = [&](b2Vec2 point)
	{
		const b2Vec2 origin{0.0f, 0.0f};
		const MovingHull away({std::span(&origin, 1)}, {point, NoMove().q}, ToFloat(outward), 1.0f);
		HullMeet met;
		return MeetHull(away, hull, pose, 1.0, met) == false || met.startsInside == false;
	};
	return PointOff(surface, outward, LargestNumberOf(hull, pose.p), isOff);
}

void TellHull(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, const HullMeet& met,
              HullSpan& span)
{
	ToFrame(met, moving.Way(), stillPose.q, span);
	if (met.startsInside == false)
	{
		const HullContact contact(moving, still, stillPose, met);
		span.still = met.touching.still;
		span.moving = met.touching.moving;
		span.contact = contact.Contact();
		span.place = contact.PlaceBeside(span.enter.point);
		return;
	}
	const WayOut way = TellWayOut(moving, still, stillPose, met, span.depth, span.wayOut);
	span.place = PlaceOutside(moving, way, still, stillPose);
}

WayOut TellWayOut(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, const HullMeet& met,
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
	return way;
}

b2Vec2 PlaceOutside(const MovingHull& moving, const WayOut& way, const Hull& still, const b2Transform& stillPose)
{
	const Growth radius{still.radius, moving.hull.radius};
	const double distance = std::max(radius.Of<double>() - way.distance, 0.0);
	return PlaceOff(moving, moving.pose.p, way.normal, distance, still, stillPose);
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
