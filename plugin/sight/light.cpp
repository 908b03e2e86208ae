// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/sight/light.h>

#include "geometry/elementary.h"
#include "geometry/round_to_float.h"
#include "query/accept.h"
#include "query/borrowed.h"
#include "query/children_in_box.h"
#include "query/meet.h"
#include "query/query.h"
#include "sight/parallel_view.h"
#include "sight/vantage.h"
#include "sight/visibility.h"

#include <ricochet/query/query_filter.h>
#include <ricochet/query/space.h>
#include <ricochet/sight/sight_polygon.h>

#include <box2d/b2_collision.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>
#include <vector>

namespace ricochet
{

namespace
{

// The source of light: a disc, or all directions within a spread about one direction.
struct LightSource
{
	// Center of the disc. For parallel light, a point of the line from which it comes.
	Vec<double> place{};
	double size = 0.0;       // radius of the disc; 0: parallel light
	Vec<double> direction{}; // unit, for parallel light
	double spread = 0.0;     // ParallelLight::spread

	// The point from which the center of the source lights a point.
	[[nodiscard]] b2Vec2 OriginOf(b2Vec2 point) const;
	// True if OriginOf(point) is in the given solid and the filter ignores solids that contain the start.
	[[nodiscard]] bool IsWithin(const Place& solid, b2Vec2 point, const QueryFilter& filter) const;
};

// Directions of light from the first to the last, counter-clockwise, less than a half turn apart.
struct Beam
{
	Vec<double> first{};
	Vec<double> last{};
};

[[nodiscard]] inline Vec<double> Opposite(const Vec<double>& v)
{
	return {-v.x, -v.y};
}

// A corner or the side of a circle that casts a soft shadow. Two lines from the edges of the source touch it. In world
// coordinates.
struct SoftCorner
{
	Vec<double> apex{};        // where the lines intersect, in front of the corner or circle
	Vec<double> towardLit{};   // unit
	Vec<double> towardDark{};  // unit
	b2Vec2 center{0.0f, 0.0f}; // center of the circle, or the corner
	float radius = 0.0f;       // radius of the circle; 0: a corner
	// The light that passes the corner. Light beside it hits another corner first.
	Beam beam{};
};

// An edge and the corner where it begins. Light that passes the corner has a lit side and a dark side. The edge is on
// the dark side.
struct Arm
{
	b2Vec2 corner;
	b2Vec2 other;
	bool hidesLeft;  // hides light that passes the corner with its lit side on the left
	bool hidesRight; // hides light that passes the corner with its lit side on the right
};

using Circle = std::tuple<float, float, float>; // center and radius

// A rounded vertex.
struct Round
{
	std::array<Arm, 2> arms;
	float radius;
};

auto KeyOf(const Arm& arm)
{
	return std::tuple(arm.corner.x, arm.corner.y, arm.other.x, arm.other.y, arm.hidesLeft, arm.hidesRight);
}

auto KeyOf(const Round& round)
{
	return std::tuple(KeyOf(round.arms[0]), KeyOf(round.arms[1]), round.radius);
}

Vec<double> Turned(const Vec<double>& v, double sine, double cosine)
{
	return {cosine * v.x - sine * v.y, sine * v.x + cosine * v.y};
}

Beam BeamBetween(const Vec<double>& towardLit, const Vec<double>& towardDark, bool litIsLeft)
{
	return litIsLeft ? Beam{towardDark, towardLit} : Beam{towardLit, towardDark};
}

// Returns the two lines that touch the circle of an obstacle and the lamp's disc, which lies about the origin. In the
// frame of a = along, b = toward the lit side they have unit normals n = s a + c b. The dark border, n . x = radius,
// touches both on the lit side. The lit border, n . x = -radius, touches the disc on its other side: it passes between
// circle and disc.
//   s = (radius - r) / distance for the dark border,  s = -(radius + r) / distance for the lit one
std::optional<SoftCorner> OfCircle(const Vec<double>& toCircle, double r, double radius, bool litIsLeft)
{
	const double distance = Length(toCircle);
	if ((distance > radius + r) == false)
	{
		return std::nullopt;
	}
	const Vec<double> a{toCircle.x / distance, toCircle.y / distance};
	const Vec<double> b = litIsLeft ? Vec<double>{-a.y, a.x} : Vec<double>{a.y, -a.x};
	const double darkSine = (radius - r) / distance;
	const double litSine = -(radius + r) / distance;
	const double darkCosine = std::sqrt((1.0 - darkSine) * (1.0 + darkSine));
	const double litCosine = std::sqrt((1.0 - litSine) * (1.0 + litSine));
	const double determinant = darkSine * litCosine - darkCosine * litSine;
	const double along = radius * (litCosine + darkCosine) / determinant;
	const double across = -radius * (darkSine + litSine) / determinant;
	return SoftCorner{{along * a.x + across * b.x, along * a.y + across * b.y},
	                  {litCosine * a.x - litSine * b.x, litCosine * a.y - litSine * b.y},
	                  {darkCosine * a.x - darkSine * b.x, darkCosine * a.y - darkSine * b.y}};
}

// Returns the soft corner of a circle or, with radius 0, of a corner. The tangents of parallel light along the two
// borders intersect beside the center, at the distance r / cos(spread) across the light's direction.
std::optional<SoftCorner> OfParallelLight(const LightSource& source, b2Vec2 center, float radius, bool litIsLeft)
{
	const SinCos half = SinCosOf(source.spread);
	const double sine = litIsLeft ? half.sin : -half.sin;
	const double side = (litIsLeft ? radius : -radius) / half.cos;
	return SoftCorner{{center.x - side * source.direction.y, center.y + side * source.direction.x},
	                  Turned(source.direction, sine, half.cos),
	                  Turned(source.direction, -sine, half.cos)};
}

std::optional<SoftCorner> OfCorner(const LightSource& source, b2Vec2 point, bool litIsLeft)
{
	const Vec<double> toCorner = Lift<double>(point) - source.place;
	const double distance = Length(toCorner);
	if ((distance > source.size) == false)
	{
		return std::nullopt;
	}
	const Vec<double> unit{toCorner.x / distance, toCorner.y / distance};
	const double sine = (litIsLeft ? source.size : -source.size) / distance;
	const double cosine = std::sqrt((1.0 - sine) * (1.0 + sine));
	return SoftCorner{Lift<double>(point), Turned(unit, sine, cosine), Turned(unit, -sine, cosine)};
}

// The soft corner for all light of the source that passes the disc.
std::optional<SoftCorner> SoftCornerOf(const LightSource& source, b2Vec2 center, float radius, bool litIsLeft)
{
	std::optional<SoftCorner> corner;
	if (source.size == 0.0)
	{
		corner = OfParallelLight(source, center, radius, litIsLeft);
	}
	else if (radius == 0.0f)
	{
		corner = OfCorner(source, center, litIsLeft);
	}
	else if ((corner = OfCircle(Lift<double>(center) - source.place, radius, source.size, litIsLeft)))
	{
		corner->apex = corner->apex + source.place;
	}
	if (corner.has_value())
	{
		corner->center = center;
		corner->radius = radius;
		corner->beam = BeamBetween(corner->towardLit, corner->towardDark, litIsLeft);
	}
	return corner;
}

// Keeps the part of a beam that goes to the left of an arm. False if nothing remains, or no more than floats can
// distinguish.
bool KeepLeftOf(const Vec<double>& arm, Beam& beam)
{
	const bool firstIsLeft = Cross(arm, beam.first) > 0.0;
	const bool lastIsLeft = Cross(arm, beam.last) > 0.0;
	beam.first = firstIsLeft ? beam.first : arm;
	beam.last = lastIsLeft ? beam.last : Opposite(arm);
	return (firstIsLeft || lastIsLeft) && Cross(beam.first, beam.last) > 0x1p-20 * Dot(beam.first, beam.last);
}

void AppendSoftCorner(const std::optional<SoftCorner>& corner, std::vector<SoftCorner>& corners)
{
	if (corner.has_value())
	{
		corners.push_back(*corner);
	}
}

bool IsInSource(const LightSource& source, b2Vec2 point)
{
	const Vec<double> offset = Lift<double>(point) - source.place;
	return source.size > 0.0 && Length(offset) <= source.size;
}

// Appends the corner at which all given arms begin. The corner is rounded by a radius. Light must pass all arms on the
// same side. If an arm's other end is in the source's disc, the disc's centre decides on which side light passes it.
void AppendCorner(std::span<const Arm> arms, float radius, const LightSource& source, bool litIsLeft,
                  std::vector<SoftCorner>& corners)
{
	std::optional<SoftCorner> corner = SoftCornerOf(source, arms[0].corner, radius, litIsLeft);
	const Vec<double> toCorner = Lift<double>(arms[0].corner) - source.place;
	bool hides = false;
	bool passes = corner.has_value();
	for (size_t i = 0; i < arms.size() && passes; ++i)
	{
		if (litIsLeft ? arms[i].hidesLeft : arms[i].hidesRight)
		{
			const Vec<double> along = Lift<double>(arms[i].other) - Lift<double>(arms[i].corner);
			const Vec<double> arm = litIsLeft ? along : Opposite(along);
			hides = true;
			passes = KeepLeftOf(arm, corner->beam) &&
			         (IsInSource(source, arms[i].other) == false || Cross(arm, toCorner) > 0.0);
		}
	}
	AppendSoftCorner(hides && passes ? corner : std::nullopt, corners);
}

// The corners and circles of the children in a box.
struct Outlines
{
	std::vector<Arm> arms;
	std::vector<Circle> circles;
	std::vector<Round> rounds;

	// Adds the sides of one thing.
	void Add(std::span<const LightBlocker> sides)
	{
		for (size_t i = 0; i < sides.size(); ++i)
		{
			const LightBlocker& side = sides[i];
			if (side.radius == 0.0f)
			{
				const bool hidesFromLeft = side.isSolid || side.hidesFromLeft;
				const bool hidesFromRight = side.isSolid || side.hidesFromRight;
				// Light that passes the first end with its lit side on the left arrives from the right.
				arms.push_back({side.from, side.to, hidesFromRight, hidesFromLeft});
				arms.push_back({side.to, side.from, hidesFromLeft, hidesFromRight});
			}
			else if (side.from == side.to)
			{
				circles.emplace_back(side.from.x, side.from.y, side.radius);
			}
			else
			{
				const b2Vec2 before = sides[(i + sides.size() - 1) % sides.size()].from;
				rounds.push_back(
				    {{Arm{side.from, before, true, true}, Arm{side.from, side.to, true, true}}, side.radius});
			}
		}
	}
};

// Appends the sides of a child. A side whose two ends are equal as floats is left out.
void AppendSides(const ChildGeometry& geometry, const b2Transform& pose, const Vantage& vantage,
                 const QueryFilter& filter, bool hidesItsInside, std::vector<LightBlocker>& sides)
{
	LightBlocker side;
	side.hidesItsInside = hidesItsInside;
	side.thing = sides.empty() ? 0 : sides.back().thing + 1;
	const auto place = [&](b2Vec2 vertex)
	{
		return vantage.ToWorld(vantage.Place(pose, vertex));
	};
	const auto inWorld = [&](float radius) // the same radius as in casts (Vantage::Place)
	{
		return RoundToFloat(radius / LengthOf(pose.q.s, pose.q.c));
	};
	const auto append = [&](b2Vec2 from, b2Vec2 to)
	{
		side.from = place(from);
		side.to = place(to);
		if (side.from != side.to)
		{
			sides.push_back(side);
		}
	};
	// The inside of a solid lies to the left of its sides.
	const auto appendRing = [&](std::span<const b2Vec2> vertices, bool isReversed)
	{
		side.hidesFromLeft = side.hidesItsInside || isReversed;
		side.hidesFromRight = side.hidesItsInside || isReversed == false;
		for (size_t i = 0; i < vertices.size(); ++i)
		{
			append(vertices[i], vertices[(i + 1) % vertices.size()]);
		}
	};
	const auto appendDisc = [&](const DiscChild& disc)
	{
		side.from = side.to = place(disc.center);
		side.radius = inWorld(disc.radius);
		sides.push_back(side);
	};
	const auto appendPolygon = [&](const PolygonChild& polygon)
	{
		appendRing(polygon.vertices, false);
	};
	const auto appendRounded = [&](const RoundedChild& rounded)
	{
		side.radius = inWorld(rounded.radius);
		appendRing(rounded.vertices, false);
	};
	const auto appendEdge = [&](const EdgeChild& edge)
	{
		side.isSolid = false;
		side.hidesFromRight = AcceptsSide(filter, Facing::Front, edge.oneSided);
		side.hidesFromLeft = AcceptsSide(filter, Facing::Back, edge.oneSided);
		append(edge.ends[0], edge.ends[1]);
	};
	const auto appendOutline = [&](const AttachedChild& attached)
	{
		for (const OutlineRing& ring : attached.data.outline.Rings())
		{
			appendRing(attached.data.outline.VerticesOf(ring), ring.isReversed);
		}
	};
	Visit(geometry, Overloaded{appendDisc, appendPolygon, appendRounded, appendEdge, appendOutline});
}

b2Vec2 LightSource::OriginOf(b2Vec2 point) const
{
	const double depth = Dot(Lift<double>(point) - place, direction);
	return size > 0.0
	           ? b2Vec2{RoundToFloat(place.x), RoundToFloat(place.y)}
	           : b2Vec2{RoundToFloat(point.x - depth * direction.x), RoundToFloat(point.y - depth * direction.y)};
}

bool LightSource::IsWithin(const Place& solid, b2Vec2 point, const QueryFilter& filter) const
{
	if (AcceptsStart(filter, true) || solid.geometry.IsEdge())
	{
		return false;
	}
	const b2Vec2 origin = OriginOf(point);
	return MeetWay(origin, origin, solid).has_value();
}

// Appends the sides of everything in a box. Replaces the content of `corners` by the corners that may cast a soft
// shadow, hidden or not, in the order of their positions. A corner that children share counts once. Corners and circles
// that the source overlaps are left out. Requires: size > 0 or spread > 0.
void FindSoftCorners(Space space, const b2AABB& box, const Vantage& vantage, const LightSource& source,
                     const QueryFilter& filter, std::vector<SoftCorner>& corners, std::vector<LightBlocker>& sides)
{
	thread_local Outlines kept;
	Borrowed outlines(kept);
	auto& [arms, circles, rounds] = *outlines;
	corners.clear();
	arms.clear();
	circles.clear();
	rounds.clear();
	const auto add = [&](const StandingChild& child)
	{
		const bool isDisc = source.size > 0.0;
		const bool isWithin = source.IsWithin(child.place, child.place.pose.p, filter);
		if (isWithin && isDisc && child.place.geometry.IsAttached() == false) // light that leaves it does not come back
		{
			return;
		}
		const size_t first = sides.size();
		const bool hidesItsInside = isDisc ? isWithin == false : AcceptsStart(filter, true);
		AppendSides(child.place.geometry, child.place.pose, vantage, filter, hidesItsInside, sides);
		if (isWithin == false)
		{
			outlines->Add(std::span(sides).subspan(first));
		}
	};
	Ask(space, [&](const auto& from) { WalkChildrenInBox(from, box, filter, add); });
	// The arms of children that share a corner become adjacent.
	std::sort(arms.begin(), arms.end(), [](const Arm& a, const Arm& b) { return KeyOf(a) < KeyOf(b); });
	for (size_t i = 0; i < arms.size();)
	{
		const size_t first = i;
		while (i < arms.size() && arms[i].corner == arms[first].corner)
		{
			++i;
		}
		AppendCorner(std::span(arms).subspan(first, i - first), 0.0f, source, true, corners);
		AppendCorner(std::span(arms).subspan(first, i - first), 0.0f, source, false, corners);
	}
	std::sort(rounds.begin(), rounds.end(), [](const Round& a, const Round& b) { return KeyOf(a) < KeyOf(b); });
	for (const Round& round : rounds)
	{
		AppendCorner(round.arms, round.radius, source, true, corners);
		AppendCorner(round.arms, round.radius, source, false, corners);
	}
	std::sort(circles.begin(), circles.end());
	circles.erase(std::unique(circles.begin(), circles.end()), circles.end());
	for (const auto& [x, y, radius] : circles)
	{
		AppendSoftCorner(SoftCornerOf(source, {x, y}, radius, true), corners);
		AppendSoftCorner(SoftCornerOf(source, {x, y}, radius, false), corners);
	}
}

void Clear(LitRegion& region)
{
	region.polygon.clear();
	region.penumbras.clear();
	region.penumbraVertices.clear();
	region.blockers.clear();
}

// The largest ParallelLight::spread (rad): the last float below pi / 2.
constexpr float k_mostSpread = 1.57079625f;

Result<> Check(const Light& light)
{
	const Result<> disc = Checker()
	                          .Finite("Light::position", light.position)
	                          .Positive("Light::radius", light.radius)
	                          .AtLeast("Light::size", light.size, 0.0)
	                          .Outcome();
	return disc ? Check(light.cone) : disc;
}

Result<> Check(const ParallelLight& light)
{
	const b2Vec2 way = light.direction;
	const b2Vec2 extent = light.view.upperBound - light.view.lowerBound;
	return Checker()
	    .Finite("ParallelLight::direction", way)
	    .Positive("ParallelLight::direction", std::max(std::abs(way.x), std::abs(way.y)))
	    .Finite("ParallelLight::view", light.view.lowerBound)
	    .Finite("ParallelLight::view", light.view.upperBound)
	    .Positive("extent of ParallelLight::view", extent.x)
	    .Positive("extent of ParallelLight::view", extent.y)
	    .AtLeast("ParallelLight::before", light.before, 0.0)
	    .AtLeast("ParallelLight::spread", light.spread, 0.0)
	    .AtMost("ParallelLight::spread", light.spread, k_mostSpread)
	    .Outcome();
}

// The apex is computed from floats, while solids are exact. So it is moved out of the solids, toward the light.
b2Vec2 ApexOf(const SoftCorner& corner)
{
	const Vec<double> out = corner.towardLit - corner.towardDark;
	const double length = std::max(Length(out), 1e-300);
	const double size = std::abs(corner.apex.x) + std::abs(corner.apex.y) + 1.0 * b2_lengthUnitsPerMeter;
	const double step = 0x1p-20 * size / length;
	return {RoundToFloat(corner.apex.x + step * out.x), RoundToFloat(corner.apex.y + step * out.y)};
}

b2Vec2 Rounded(const Vec<double>& v)
{
	return {RoundToFloat(v.x), RoundToFloat(v.y)};
}

// The light that arrives at an apex.
struct Approach
{
	b2Vec2 apex;
	Beam beam;
	float distance; // distance to the source
};

// True if a convex thing covers both borders of a beam, seen from the apex, and lies before the source. An attached
// geometry does not count as convex.
bool Covers(const Place& thing, const Approach& approach)
{
	if (thing.geometry.IsAttached())
	{
		return false;
	}
	const Vantage vantage = Vantage::Eye(approach.apex);
	const Vec<double> first = Opposite(approach.beam.first);
	const Vec<double> last = Opposite(approach.beam.last);
	const double radius = thing.geometry.radius;
	const double toFirst = Length(first) * radius;
	const double toLast = Length(last) * radius;
	bool isOverFirst = false;
	bool isOverLast = false;
	for (const b2Vec2 vertex : thing.geometry.Points())
	{
		const Vec<double> place = vantage.Place(thing.pose, vertex);
		isOverFirst = isOverFirst || (Dot(first, place) > toFirst && Cross(first, place) < toFirst);
		isOverLast = isOverLast || (Dot(last, place) > toLast && Cross(last, place) > -toLast);
		if (Length(place) + radius > approach.distance)
		{
			return false;
		}
	}
	return isOverFirst && isOverLast;
}

// True if the first thing on the line from an apex to the middle of the source hides the whole source. For hidden
// corners that is usually so. False proves nothing.
bool IsHiddenByOne(Space space, const Approach& approach, const QueryFilter& filter, const LightSource& source)
{
	const Vec<double> middle = approach.beam.first + approach.beam.last;
	const double scale = -approach.distance / Length(middle);
	const Ray ray{approach.apex, {RoundToFloat(scale * middle.x), RoundToFloat(scale * middle.y)}};
	return IsOneWay(filter) == false && Ask(space,
	                                        [&](const auto& from)
	                                        {
		                                        const auto hit = ClosestIn(from, ray, filter);
		                                        if (hit.has_value() == false)
		                                        {
			                                        return false;
		                                        }
		                                        const Place thing = PlaceOf(from.WhatOf(*hit));
		                                        return source.IsWithin(thing, approach.apex, filter) == false &&
		                                               Covers(thing, approach);
	                                        });
}

// Finds the parts of a beam in which nothing hides the source from the apex.
void FindFreeBeams(Space space, const Approach& approach, const QueryFilter& filter, const LightSource& source,
                   std::vector<Beam>& free)
{
	thread_local std::vector<SightVertex> kept;
	Borrowed polygon(kept);
	const auto& [apex, beam, distance] = approach;
	free.clear();
	if (IsHiddenByOne(space, approach, filter, source))
	{
		return;
	}
	QueryFilter inside = filter;
	inside.startInside = true; // an apex within another solid is dark
	LookAround(space, PointFrame{apex, distance, Vantage::Eye(apex).Against()},
	           SightTurn(Opposite(beam.first), Opposite(beam.last)), inside, *polygon);
	const auto isWithin = [&](const SightVertex& side)
	{
		return AcceptsStart(filter, true) == false &&
		       Ask(space, [&](const auto& from)
		           { return source.IsWithin(PlaceOf(from.WhatOf(side)), approach.apex, filter); });
	};
	bool goesOn = false;
	for (size_t i = 1; i + 1 < polygon->size(); ++i)
	{
		// The first and the last side lead away from the apex and back to it, so they are skipped.
		const SightVertex& side = (*polygon)[i];
		const bool isFree = side.side == SightSide::Rim || (side.side != SightSide::Shadow && isWithin(side));
		if (isFree && goesOn == false)
		{
			free.push_back({i == 1 ? beam.first : Lift<double>(apex) - Lift<double>(side.point), {}});
		}
		if (isFree)
		{
			const bool isLast = i + 2 == polygon->size();
			free.back().last = isLast ? beam.last : Lift<double>(apex) - Lift<double>((*polygon)[i + 1].point);
		}
		goesOn = isFree;
	}
}

// Adds a penumbra with its polygon. Requires: all other members of `penumbra` are set.
void AddPenumbra(Space space, const Beam& beam, Penumbra penumbra, float reach, const QueryFilter& filter,
                 LitRegion& region)
{
	thread_local std::vector<SightVertex> kept;
	Borrowed polygon(kept);
	LookAround(space, PointFrame{penumbra.apex, reach}, SightTurn(beam.first, beam.last), filter, *polygon);
	if (polygon->empty() == false)
	{
		penumbra.first = static_cast<int32_t>(region.penumbraVertices.size());
		penumbra.count = static_cast<int32_t>(polygon->size());
		region.penumbras.push_back(penumbra);
		region.penumbraVertices.insert(region.penumbraVertices.end(), polygon->begin(), polygon->end());
	}
}

// How far light travels to an apex, and how far beyond it (m).
struct Depths
{
	double before = 0.0;
	double behind = 0.0;
};

// Adds the penumbras of everything in a box. `penumbra` has its source.
template <class DepthsAt>
void AddPenumbras(Space space, const b2AABB& box, const Vantage& vantage, const LightSource& source, Penumbra penumbra,
                  const QueryFilter& filter, const DepthsAt& depthsAt, LitRegion& region)
{
	thread_local std::vector<SoftCorner> keptCorners;
	thread_local std::vector<Beam> keptFree;
	Borrowed corners(keptCorners);
	Borrowed free(keptFree);
	FindSoftCorners(space, box, vantage, source, filter, *corners, region.blockers);
	for (const SoftCorner& corner : *corners)
	{
		const Depths depths = depthsAt(corner.apex);
		if (depths.before > 0.0 && depths.behind > 0.0)
		{
			penumbra.apex = ApexOf(corner);
			penumbra.towardLit = Rounded(corner.towardLit);
			penumbra.towardDark = Rounded(corner.towardDark);
			penumbra.center = corner.center;
			penumbra.radius = corner.radius;
			FindFreeBeams(space, {penumbra.apex, corner.beam, RoundToFloat(depths.before)}, filter, source, *free);
			for (const Beam& beam : *free)
			{
				AddPenumbra(space, beam, penumbra, RoundToFloat(depths.behind), filter, region);
			}
		}
	}
}

void LightPoint(Space space, const Light& light, LitRegion& region)
{
	const SightTurn turn(light.cone);
	LookAround(space, PointFrame{light.position, light.radius}, turn, light.filter, region.polygon);
	if (light.size == 0.0f || region.polygon.empty())
	{
		return;
	}
	const LightSource source{.place = Lift<double>(light.position), .size = light.size};
	const auto depthsAt = [&](const Vec<double>& apex) -> Depths
	{
		const Vec<double> way = apex - source.place;
		const double distance = Length(way);
		const double squared = (distance - source.size) * (distance + source.size);
		// Nothing beyond the points where the lines touch the disc hides the source.
		return squared > 0.0 && turn.Holds(way) ? Depths{std::sqrt(squared), light.radius - distance} : Depths{};
	};
	AddPenumbras(space, BoundsOfDisc(light.position, light.radius), Vantage::Eye(light.position), source,
	             {.source = light.position, .size = light.size}, light.filter, depthsAt, region);
}

struct ParallelWorkspace
{
	std::vector<Obstacle> obstacles;
	EnvelopeBuilder<ParallelView> builder;
	std::vector<Piece<ParallelView>> sides;
};

void LightParallel(Space space, const ParallelLight& light, LitRegion& region)
{
	thread_local ParallelWorkspace kept;
	Borrowed workspace(kept);
	const ParallelFrame frame(light);
	CollectObstacles(space, frame.Bounds(), frame.Place(), light.filter, workspace->obstacles);
	frame.EmitPolygon(workspace->builder.Build(workspace->obstacles), workspace->sides, region.polygon);
	if (light.spread == 0.0f || region.polygon.empty())
	{
		return;
	}
	const LightSource source{.place = Lift<double>(frame.SourceOf(light.view.lowerBound)),
	                         .direction = frame.Along(),
	                         .spread = light.spread};
	const SinCos spread = SinCosOf(source.spread);
	const auto depthsAt = [&](const Vec<double>& apex) -> Depths
	{
		// Along its borders the light travels farther through the rectangle than along its direction.
		return {frame.DepthBefore(apex), frame.DepthBehind(apex) / spread.cos};
	};
	// Penumbras of shapes beside the rectangle reach into it.
	const double aside = frame.Depth() * spread.sin / spread.cos;
	AddPenumbras(space, frame.Bounds(aside), frame.Place(), source,
	             {.source = Rounded(frame.Along()), .spread = light.spread}, light.filter, depthsAt, region);
}

} // namespace

Result<> Illuminate(Space space, const Light& light, LitRegion& region)
{
	Clear(region);
	return Attempt(
	    Check(light), [&] { LightPoint(space, light, region); }, [&] { Clear(region); });
}

Result<> Illuminate(Space space, const ParallelLight& light, LitRegion& region)
{
	Clear(region);
	return Attempt(
	    Check(light), [&] { LightParallel(space, light, region); }, [&] { Clear(region); });
}

Result<> Illuminate(Space space, std::span<const Light> lights, std::span<LitRegion> regions,
                    std::span<Result<>> outcomes, const Executor& executor)
{
	const Result<> sound = Checker()
	                           .Count("regions", regions.size(), lights.size())
	                           .Count("outcomes", outcomes.size(), lights.size())
	                           .Outcome();
	if (!sound)
	{
		return sound;
	}
	RunTasks(executor, static_cast<int32_t>(lights.size()),
	         [&](int32_t index)
	         {
		         const size_t i = static_cast<size_t>(index);
		         outcomes[i] = Illuminate(space, lights[i], regions[i]);
	         });
	return {};
}

} // namespace ricochet
