// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_pair.h"

#include <algorithm>
#include <array>

namespace ricochet
{

namespace
{

bool IsExactDifference(double a, double b)
{
	const double d = a - b;
	return d + b == a && a - d == b && static_cast<double>(static_cast<float>(d)) == d;
}

} // namespace

HullPair::HullPair(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, double stillSize)
    : m_moving(moving), m_still(still), m_turn{stillPose.q, moving.pose.q},
      m_ray(moving.Way(), stillPose), m_start{m_ray.x[0], m_ray.y[0]}, m_translation{m_ray.x[1], m_ray.y[1]},
      m_radius(Growth{still.radius, moving.hull.radius}.Of<double>()),
      m_size(1.5 * m_ray.size[0] + stillSize + moving.size + m_radius)
{
	const double c = stillPose.q.c;
	const double s = stillPose.q.s;
	m_cosine = c * moving.pose.q.c + s * moving.pose.q.s;
	m_sine = c * moving.pose.q.s - s * moving.pose.q.c;
}

// True if two edges are proven to be parallel and to have the same direction. Requires: the relative rotation is a
// multiple of 90 degrees. There doubles are exact, since no product of floats is rounded.
bool HullPair::IsParallel(size_t still, size_t moving) const
{
	const Vec<double> along = StillEdge(still);
	const Vec<double> own = OwnEdge(moving);
	const Vec<double> turned = m_sine == 0.0 ? Vec<double>{-m_cosine * own.x, -m_cosine * own.y}
	                                         : Vec<double>{m_sine * own.y, -m_sine * own.x};
	if ((Dot(along, turned) > 0.0) == false)
	{
		return false;
	}
	if ((along.x == 0.0 && turned.x == 0.0) || (along.y == 0.0 && turned.y == 0.0))
	{
		return true;
	}
	const auto isExact = [](b2Vec2 from, b2Vec2 to)
	{
		return IsExactDifference(to.x, from.x) && IsExactDifference(to.y, from.y);
	};
	const std::span<const b2Vec2> vertices = m_moving.hull.vertices;
	const double cross = m_sine == 0.0 ? ricochet::Cross(along, own) : Dot(along, own);
	return cross == 0.0 && isExact(m_still.vertices[still], m_still.vertices[NextStill(still)]) &&
	       isExact(vertices[moving], vertices[NextMoving(moving)]);
}

// If an edge of one hull is aligned with an edge of the other, the static hull's edge comes first in the sum.
// In this case Align moves the corner to the vertex where that edge begins, and returns true.
bool HullPair::Align(Corner& corner) const
{
	if ((m_sine != 0.0 && m_cosine != 0.0) || m_still.vertices.size() < 3 || m_moving.hull.vertices.size() < 3)
	{
		return false;
	}
	const size_t before = corner.isEdgeOfMoving ? LastStill(corner.still) : LastMoving(corner.moving);
	const bool isHere = IsParallel(corner.still, corner.moving);
	if (isHere == false && IsParallel(corner.isEdgeOfMoving ? before : corner.still,
	                                  corner.isEdgeOfMoving ? corner.moving : before) == false)
	{
		return false;
	}
	const auto first = static_cast<uint32_t>(before);
	corner.still = isHere || corner.isEdgeOfMoving == false ? corner.still : first;
	corner.moving = isHere || corner.isEdgeOfMoving ? corner.moving : first;
	corner.isEdgeOfMoving = false;
	return true;
}

namespace
{

// True if b turns to the left of a by more than the rounding error.
bool TurnsLeft(const Vec<double>& a, const Vec<double>& b)
{
	return Cross(a, b) > k_turnShare * SizeOf(a) * SizeOf(b);
}

} // namespace

// True if the edge's direction lies between those of the other hull's two edges at the vertex that it is added to.
bool HullPair::IsEdgeOfSum(const Corner& corner, const Vec<double>& along) const
{
	if (corner.isEdgeOfMoving)
	{
		return m_still.vertices.size() == 1 ||
		       (TurnsLeft(StillEdge(LastStill(corner.still)), along) && TurnsLeft(along, StillEdge(corner.still)));
	}
	return m_moving.hull.vertices.size() == 1 ||
	       (TurnsLeft(MovingEdge(LastMoving(corner.moving)), along) && TurnsLeft(along, MovingEdge(corner.moving)));
}

// IsEdgeOfSum for two aligned edges. The corner is that of the first one.
bool HullPair::AreBothEdgesOfSum(const Corner& tail) const
{
	const Vec<double> along = StillEdge(tail.still);
	return TurnsLeft(StillEdge(LastStill(tail.still)), along) && TurnsLeft(along, StillEdge(NextStill(tail.still))) &&
	       TurnsLeft(MovingEdge(LastMoving(tail.moving)), along) &&
	       TurnsLeft(along, MovingEdge(NextMoving(tail.moving)));
}

// The corner of the second of two aligned edges.
HullPair::Corner HullPair::SecondOf(const Corner& tail) const
{
	return {static_cast<uint32_t>(NextStill(tail.still)), tail.moving, true};
}

// The vertices of both hulls whose sum is the tail or the head of an edge.
std::array<size_t, 2> HullPair::EndOf(const Corner& corner, bool isHead) const
{
	return {isHead && corner.isEdgeOfMoving == false ? NextStill(corner.still) : corner.still,
	        isHead && corner.isEdgeOfMoving ? NextMoving(corner.moving) : corner.moving};
}

// The ray's line and the line of an outer edge.
struct HullPair::Plane
{
	Vec<double> along;
	Vec<double> fromTail; // vector from the tail to the start
	double slope;
	double fraction;
};

HullPair::Place HullPair::PlaceOf(double along, double square, double doubt) const
{
	if (along > doubt)
	{
		return along < square - doubt ? Place::Within : (along > square + doubt ? Place::BehindHead : Place::Uncertain);
	}
	return along < -doubt ? Place::BeforeTail : Place::Uncertain;
}

HullPair::Place HullPair::PlaceOn(const Plane& plane) const
{
	const double along = Dot(plane.along, plane.fromTail) + plane.fraction * Dot(plane.along, m_translation);
	const double size = m_size + std::abs(plane.fraction) * m_ray.size[1];
	return PlaceOf(along, Dot(plane.along, plane.along), k_placeShare * SizeOf(plane.along) * size);
}

// Uses the formulas of CrossEdge and OuterEdge::Cross.
inline bool HullPair::CrossPlane(const Corner& corner, int turn, Plane& plane) const
{
	plane.along = AlongOf(corner);
	plane.fromTail = FromCorner(corner);
	plane.slope = ricochet::Cross(m_translation, plane.along);
	const double height = ricochet::Cross(plane.fromTail, plane.along);
	const double size = SizeOf(plane.along);
	const double least = k_leastShare * size;
	if (AllAtOnce(turn * plane.slope > least * m_ray.size[1], std::abs(height) > least * m_size) == false)
	{
		return false;
	}
	double clearance = height;
	if (m_radius > 0.0)
	{
		const double reachSquared = m_radius * m_radius * Dot(plane.along, plane.along);
		const double reach = std::sqrt(reachSquared);
		const double excess = height * height - reachSquared;
		const double doubt = k_leastShare * (std::abs(height) * size * m_size + reachSquared);
		if (height > 0.0 && (std::abs(excess) > doubt) == false)
		{
			return false;
		}
		clearance = height <= 0.0 ? height - reach : excess / (height + reach);
	}
	plane.fraction = clearance / -plane.slope;
	return true;
}

bool HullPair::Cross(Corner corner, int turn, LocalCrossing& crossing, TouchingFeatures& touching) const
{
	const bool isAligned = Align(corner);
	const Corner tail = corner;
	Plane plane;
	if (CrossPlane(corner, turn, plane) == false)
	{
		return false;
	}
	Place place = PlaceOn(plane);
	if (isAligned && place == Place::BehindHead)
	{
		corner = SecondOf(tail);
		if (CrossPlane(corner, turn, plane) == false)
		{
			return false;
		}
		place = PlaceOn(plane);
		place = place == Place::BeforeTail ? Place::Uncertain : place;
	}
	if (place != Place::Within)
	{
		const auto [still, moving] = EndOf(corner, place == Place::BehindHead);
		return place != Place::Uncertain && CrossRound(still, moving, turn, crossing, touching);
	}
	if ((isAligned ? AreBothEdgesOfSum(tail) : IsEdgeOfSum(corner, plane.along)) == false)
	{
		return false;
	}
	const bool hasStill = isAligned || corner.isEdgeOfMoving == false;
	const bool hasMoving = isAligned || corner.isEdgeOfMoving;
	touching.still = {hasStill ? -1 : static_cast<int32_t>(corner.still),
	                  hasStill ? static_cast<int32_t>(tail.still) : -1};
	touching.moving = {hasMoving ? -1 : static_cast<int32_t>(corner.moving),
	                   hasMoving ? static_cast<int32_t>(tail.moving) : -1};
	crossing = {plane.fraction, {plane.along.y, -plane.along.x}, touching.still.edge, -1};
	return true;
}

// Applies FacesMore to the two edges at a vertex of the static hull.
bool HullPair::SetStillEdge(size_t still, int turn, int32_t& edge) const
{
	edge = -1;
	if (m_still.vertices.size() == 1)
	{
		return true;
	}
	const size_t before = LastStill(still);
	const size_t lower = std::min(before, still);
	const size_t higher = std::max(before, still);
	const Vec<double> low = StillEdge(lower);
	const Vec<double> high = StillEdge(higher);
	const double lowSlope = turn * ricochet::Cross(m_translation, low);
	const double highSlope = turn * ricochet::Cross(m_translation, high);
	const double least = k_leastShare * m_ray.size[1];
	const double highSquare = highSlope * highSlope * Dot(low, low);
	const double lowSquare = lowSlope * lowSlope * Dot(high, high);
	const bool areOpposite = (lowSlope > 0.0) != (highSlope > 0.0);
	if (AllAtOnce(std::abs(lowSlope) > least * SizeOf(low), std::abs(highSlope) > least * SizeOf(high),
	              areOpposite || std::abs(highSquare - lowSquare) > k_leastShare * (highSquare + lowSquare)) == false)
	{
		return false;
	}
	const bool facesMore = areOpposite ? highSlope > 0.0 : (highSquare > lowSquare) == (highSlope > 0.0);
	edge = static_cast<int32_t>(facesMore ? higher : lower);
	return true;
}

// True if a direction lies between the normals of the adjacent edges, in both hulls.
bool HullPair::IsInCone(size_t still, size_t moving, const Vec<double>& normal) const
{
	const double least = k_placeShare * SizeOf(normal);
	const auto isAmong = [&](const Vec<double>& before, const Vec<double>& after)
	{
		return AllAtOnce(Dot(before, normal) > least * SizeOf(before), Dot(after, normal) < -least * SizeOf(after));
	};
	return (m_still.vertices.size() == 1 || isAmong(StillEdge(LastStill(still)), StillEdge(still))) &&
	       (m_moving.hull.vertices.size() == 1 || isAmong(MovingEdge(LastMoving(moving)), MovingEdge(moving)));
}

// Uses the formulas of Circle::Cross.
bool HullPair::CrossRound(size_t still, size_t moving, int turn, LocalCrossing& crossing,
                          TouchingFeatures& touching) const
{
	const Vec<double> offset = FromCorner({static_cast<uint32_t>(still), static_cast<uint32_t>(moving), false});
	const Vec<double> d = m_translation;
	const double r = m_radius;
	const double a = Dot(d, d);
	const double b = Dot(offset, d);
	const double c = Dot(offset, offset) - r * r;
	const double cross = ricochet::Cross(d, offset);
	const double rootSquared = r * r * a - cross * cross;
	const double product = m_size * m_ray.size[1];
	const double least = k_leastShare * product;
	const bool isTurned = m_turn.still.s != 0.0f && m_turn.still.c != 0.0f;
	const double leastWay = isTurned ? k_leastShare * m_ray.size[1] : -1.0;
	if (AllAtOnce(r > 0.0, rootSquared > k_leastShare * (r * r * a + std::abs(cross) * product), std::abs(b) > least,
	              std::abs(cross) > least, std::abs(c) > k_leastShare * (m_size * m_size), std::abs(d.x) > leastWay,
	              std::abs(d.y) > leastWay) == false)
	{
		return false;
	}
	const double root = std::sqrt(rootSquared);
	const double sum = std::abs(b) + root;
	const double far = sum / a;
	const double near = c / sum;
	const double way = turn * root;
	crossing = {turn < 0 ? (b < 0.0 ? near : -far) : (b < 0.0 ? far : -near),
	            {way * d.x - cross * d.y, way * d.y + cross * d.x},
	            -1,
	            -1};
	touching.still = {static_cast<int32_t>(still), -1};
	touching.moving = {static_cast<int32_t>(moving), -1};
	return IsInCone(still, moving, crossing.normal) && SetStillEdge(still, turn, crossing.edge);
}

namespace
{

struct PairOfEdges
{
	Pair x, y;
};

// Returns for each of two edges `still` if the edge belongs to the static hull, and `moving` if it does not.
Pair EachOf(const std::array<bool, 2>& areMoving, double still, double moving)
{
	return Pair{areMoving[0] ? moving : still, areMoving[1] ? moving : still};
}

Pair SizesOf(const PairOfEdges& v)
{
	return Abs(v.x) + Abs(v.y);
}

PairOfEdges EdgesFrom(const std::array<std::span<const b2Vec2>, 2>& hulls, const std::array<size_t, 2>& from,
                      const std::array<size_t, 2>& to)
{
	const b2Vec2 a = hulls[0][from[0]];
	const b2Vec2 b = hulls[1][from[1]];
	const b2Vec2 nextA = hulls[0][to[0]];
	const b2Vec2 nextB = hulls[1][to[1]];
	return {Pair{nextA.x, nextB.x} - Pair{a.x, b.x}, Pair{nextA.y, nextB.y} - Pair{a.y, b.y}};
}

} // namespace

// AlongOf for two edges at once. For edges of the static hull the rotation is (1, 0), which changes no bits.
void HullPair::SetAlong(const std::array<Corner, 2>& corners, Pair& x, Pair& y) const
{
	const std::array areMoving{corners[0].isEdgeOfMoving, corners[1].isEdgeOfMoving};
	std::array<std::span<const b2Vec2>, 2> hulls;
	std::array<size_t, 2> from, to;
	for (size_t i = 0; i < 2; ++i)
	{
		hulls[i] = areMoving[i] ? m_moving.hull.vertices : m_still.vertices;
		from[i] = areMoving[i] ? corners[i].moving : corners[i].still;
		to[i] = from[i] + 1 == hulls[i].size() ? 0 : from[i] + 1;
	}
	const PairOfEdges own = EdgesFrom(hulls, from, to);
	const Pair sign = EachOf(areMoving, 1.0, -1.0);
	const Pair ownX = sign * own.x;
	const Pair ownY = sign * own.y;
	const Pair c = EachOf(areMoving, 1.0, m_turn.moving.c);
	const Pair s = EachOf(areMoving, 0.0, m_turn.moving.s);
	const Pair backC = EachOf(areMoving, 1.0, m_turn.still.c);
	const Pair backS = EachOf(areMoving, 0.0, m_turn.still.s);
	const Pair worldX = c * ownX - s * ownY;
	const Pair worldY = s * ownX + c * ownY;
	x = backC * worldX + backS * worldY;
	y = backC * worldY - backS * worldX;
}

// IsEdgeOfSum for two edges at once.
uint32_t HullPair::AreEdgesOfSum(const std::array<Corner, 2>& corners, Pair x, Pair y) const
{
	std::array<std::span<const b2Vec2>, 2> others;
	std::array<size_t, 2> at, last, next;
	std::array<bool, 2> areMoving;
	uint32_t single = 0;
	for (size_t i = 0; i < 2; ++i)
	{
		areMoving[i] = corners[i].isEdgeOfMoving == false;
		others[i] = areMoving[i] ? m_moving.hull.vertices : m_still.vertices;
		at[i] = areMoving[i] ? corners[i].moving : corners[i].still;
		last[i] = (at[i] == 0 ? others[i].size() : at[i]) - 1;
		next[i] = at[i] + 1 == others[i].size() ? 0 : at[i] + 1;
		single |= static_cast<uint32_t>(others[i].size() == 1) << i;
	}
	const Pair c = EachOf(areMoving, -1.0, m_cosine);
	const Pair s = EachOf(areMoving, 0.0, m_sine);
	const auto turned = [&](const PairOfEdges& own)
	{
		return PairOfEdges{s * own.y - c * own.x, -(s * own.x + c * own.y)};
	};
	const PairOfEdges before = turned(EdgesFrom(others, last, at));
	const PairOfEdges after = turned(EdgesFrom(others, at, next));
	const Pair least = k_turnShare * (Abs(x) + Abs(y));
	return single | MaskOf((before.x * y - before.y * x > least * SizesOf(before)) &
	                       (x * after.y - y * after.x > least * SizesOf(after)));
}

uint32_t HullPair::CrossBoth(const std::array<Corner, 2>& corners, std::array<LocalCrossing, 2>& crossings,
                             TouchingFeatures& touching) const
{
	Pair x, y;
	SetAlong(corners, x, y);
	const Vec<double> first = FromCorner(corners[0]);
	const Vec<double> second = FromCorner(corners[1]);
	const Pair fromX{first.x, second.x};
	const Pair fromY{first.y, second.y};
	const Vec<double> d = m_translation;
	const Pair slope = d.x * y - d.y * x;
	const Pair height = fromX * y - fromY * x;
	const Pair square = x * x + y * y;
	const Pair size = Abs(x) + Abs(y);

	// These formulas are those of CrossPlane and PlaceOn.
	Pair clearance = height;
	auto areCertain =
	    (Pair{-1.0, 1.0} * slope > k_leastShare * size * m_ray.size[1]) & (Abs(height) > k_leastShare * size * m_size);
	if (m_radius > 0.0)
	{
		const Pair reachSquared = m_radius * m_radius * square;
		const Pair reach = Root(reachSquared);
		const Pair excess = height * height - reachSquared;
		const Pair doubt = k_leastShare * (Abs(height) * size * m_size + reachSquared);
		clearance = Choose(height <= 0.0, height - reach, excess / (height + reach));
		areCertain &= (height <= 0.0) | (Abs(excess) > doubt);
	}
	const Pair fraction = clearance / -slope;
	const Pair along = x * fromX + y * fromY + fraction * (x * d.x + y * d.y);
	const Pair doubt = k_placeShare * size * (m_size + Abs(fraction) * m_ray.size[1]);
	areCertain &= (along > doubt) & (along < square - doubt);
	for (size_t i = 0; i < 2; ++i)
	{
		const int32_t still = corners[i].isEdgeOfMoving ? -1 : static_cast<int32_t>(corners[i].still);
		crossings[i].fraction = fraction[i];
		crossings[i].normal = {y[i], -x[i]};
		crossings[i].edge = still;
	}
	const auto still = static_cast<int32_t>(corners[0].still);
	const auto moving = static_cast<int32_t>(corners[0].moving);
	const bool isOfMoving = corners[0].isEdgeOfMoving;
	touching.still = {isOfMoving ? still : -1, isOfMoving ? -1 : still};
	touching.moving = {isOfMoving ? -1 : moving, isOfMoving ? moving : -1};
	return MaskOf(areCertain) & AreEdgesOfSum(corners, x, y);
}

CutResult HullPair::LocateBeside(Corner corner) const
{
	const bool isAligned = Align(corner);
	Place place = Place::Uncertain;
	Vec<double> along{};
	Vec<double> fromTail{};
	for (bool isSecond = false;; isSecond = true)
	{
		along = AlongOf(corner);
		fromTail = FromCorner(corner);
		place = PlaceOf(Dot(along, fromTail), Dot(along, along), k_placeShare * SizeOf(along) * m_size);
		if (isSecond || isAligned == false || place != Place::BehindHead)
		{
			break;
		}
		corner = SecondOf(corner);
	}
	if (place == Place::Uncertain)
	{
		return CutResult::Uncertain;
	}
	if (place != Place::Within)
	{
		const auto [still, moving] = EndOf(corner, place == Place::BehindHead);
		return LocateAtRound(still, moving);
	}
	const double height = ricochet::Cross(fromTail, along);
	const double reach = m_radius * Length(along);
	const double doubt = k_signShare * (SizeOf(along) * m_size + reach);
	if (std::abs(height) < reach - doubt)
	{
		return CutResult::Hit;
	}
	return height > reach + doubt && IsEdgeOfSum(corner, along) ? CutResult::Miss : CutResult::Uncertain;
}

// A point nearer to a vertex than the radius is inside, whichever vertex it is.
CutResult HullPair::LocateAtRound(size_t still, size_t moving) const
{
	const Vec<double> offset = FromCorner({static_cast<uint32_t>(still), static_cast<uint32_t>(moving), false});
	const double excess = Dot(offset, offset) - m_radius * m_radius;
	const double doubt = k_signShare * m_size * m_size;
	if (excess < -doubt)
	{
		return CutResult::Hit;
	}
	return excess > doubt && IsInCone(still, moving, offset) ? CutResult::Miss : CutResult::Uncertain;
}

// The functions below use the formulas of WayOutOf.

bool HullPair::WayOver(Corner corner, WayOut& way) const
{
	const bool isAligned = Align(corner);
	const auto wayOver = [&](const Corner& edge)
	{
		const Vec<double> along = AlongOf(edge);
		return WayOut{ricochet::Cross(FromCorner(edge), along) / std::sqrt(Dot(along, along)),
		              UnitOf(Vec<double>{along.y, -along.x})};
	};
	way = wayOver(corner);
	if (isAligned)
	{
		const WayOut second = wayOver(SecondOf(corner));
		way = second.distance > way.distance ? second : way;
		return AreBothEdgesOfSum(corner);
	}
	return IsEdgeOfSum(corner, AlongOf(corner));
}

bool HullPair::WayFrom(Corner corner, WayOut& way) const
{
	if (Align(corner))
	{
		return false;
	}
	const Vec<double> along = AlongOf(corner);
	const Vec<double> fromTail = FromCorner(corner);
	const double square = Dot(along, along);
	const double height = ricochet::Cross(fromTail, along);
	if (PlaceOf(Dot(along, fromTail), square, k_placeShare * SizeOf(along) * m_size) != Place::Within ||
	    height <= k_placeShare * SizeOf(along) * m_size || IsEdgeOfSum(corner, along) == false)
	{
		return false;
	}
	const double share = Dot(fromTail, along) / square;
	way = {Length(fromTail - share * along), UnitOf(Vec<double>{along.y, -along.x})};
	return true;
}

bool HullPair::WayFromVertices(WayOut& way) const
{
	const Vec<double> away = FromCorner({0, 0, false});
	way = {Length(away), UnitOf(away)};
	return way.distance > k_placeShare * m_size;
}

} // namespace ricochet
