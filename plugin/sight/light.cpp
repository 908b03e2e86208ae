// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/sight/light.h>

#include "geometry/elementary.h"
#include "geometry/round_to_float.h"
#include "query/accept.h"
#include "query/children_in_box.h"
#include "query/query.h"
#include "sight/parallel_view.h"
#include "sight/penumbra.h"
#include "sight/visibility.h"

#include <algorithm>
#include <iterator>

namespace ricochet
{

namespace
{

void Clear(LitRegion& region)
{
	region.polygon.clear();
	region.penumbras.clear();
	region.penumbraVertices.clear();
}

// Less than a quarter turn.
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

// Corners are rounded to floats, and the solids about them are not: the apex is moved out of them, toward the light.
b2Vec2 ApexOf(const SoftCorner& corner)
{
	const Vec<double> out = corner.towardLit - corner.towardDark;
	const double length = std::max(Length(out), 1e-300);
	const double step = 0x1p-20 * (std::abs(corner.apex.x) + std::abs(corner.apex.y)) / length;
	return {RoundToFloat(corner.apex.x + step * out.x), RoundToFloat(corner.apex.y + step * out.y)};
}

b2Vec2 Rounded(const Vec<double>& v)
{
	return {RoundToFloat(v.x), RoundToFloat(v.y)};
}

// A beam as it comes to an apex: where from, and what may stand in it.
struct Approach
{
	b2Vec2 apex;
	Beam beam;
	float distance; // to the source
};

// True if a thing that is known to be convex, as seen from an apex, goes over both borders of a beam before the source.
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

// True if the first thing on the way from an apex to the middle of the source hides all of it, as it mostly is with
// what is hidden. False says nothing.
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

// The parts of a beam in which nothing hides the source from the apex.
void FindFreeBeams(Space space, const Approach& approach, const QueryFilter& filter, const LightSource& source,
                   std::vector<Beam>& free)
{
	thread_local std::vector<SightVertex> polygon;
	const auto& [apex, beam, distance] = approach;
	free.clear();
	if (IsHiddenByOne(space, approach, filter, source))
	{
		return;
	}
	QueryFilter inside = filter;
	inside.startInside = true; // in another solid it is dark
	LookAround(space, PointFrame{apex, distance, Vantage::Eye(apex).Against()},
	           SightTurn(Opposite(beam.first), Opposite(beam.last)), inside, polygon);
	const auto isWithin = [&](const SightVertex& side)
	{
		return AcceptsStart(filter, true) == false &&
		       Ask(space, [&](const auto& from)
		           { return source.IsWithin(PlaceOf(from.WhatOf(side)), approach.apex, filter); });
	};
	bool goesOn = false;
	for (size_t i = 1; i + 1 < polygon.size(); ++i)
	{
		// The first and the last side lead away from the apex and back to it.
		const SightVertex& side = polygon[i];
		const bool isFree = side.side == SightSide::Rim || (side.side != SightSide::Shadow && isWithin(side));
		if (isFree && goesOn == false)
		{
			free.push_back({i == 1 ? beam.first : Lift<double>(apex) - Lift<double>(side.point), {}});
		}
		if (isFree)
		{
			const bool isLast = i + 2 == polygon.size();
			free.back().last = isLast ? beam.last : Lift<double>(apex) - Lift<double>(polygon[i + 1].point);
		}
		goesOn = isFree;
	}
}

// `penumbra` has all but its polygon, which is added.
void AddPenumbra(Space space, const Beam& beam, Penumbra penumbra, float reach, const QueryFilter& filter,
                 LitRegion& region)
{
	thread_local std::vector<SightVertex> polygon;
	LookAround(space, PointFrame{penumbra.apex, reach}, SightTurn(beam.first, beam.last), filter, polygon);
	if (polygon.empty() == false)
	{
		penumbra.first = static_cast<int32_t>(region.penumbraVertices.size());
		penumbra.count = static_cast<int32_t>(polygon.size());
		region.penumbras.push_back(penumbra);
		region.penumbraVertices.insert(region.penumbraVertices.end(), polygon.begin(), polygon.end());
	}
}

// How far light comes to an apex, and how far it goes on (m).
struct Depths
{
	double before = 0.0;
	double behind = 0.0;
};

// Adds the penumbras of all that stands in a box. `penumbra` has its source.
template <class DepthsAt>
void AddPenumbras(Space space, const b2AABB& box, const Vantage& vantage, const LightSource& source, Penumbra penumbra,
                  const QueryFilter& filter, const DepthsAt& depthsAt, LitRegion& region)
{
	thread_local std::vector<SoftCorner> corners;
	thread_local std::vector<Beam> free;
	FindSoftCorners(space, box, vantage, source, filter, corners);
	for (const SoftCorner& corner : corners)
	{
		const Depths depths = depthsAt(corner.apex);
		if (depths.before > 0.0 && depths.behind > 0.0)
		{
			penumbra.apex = ApexOf(corner);
			penumbra.towardLit = Rounded(corner.towardLit);
			penumbra.towardDark = Rounded(corner.towardDark);
			penumbra.center = corner.center;
			penumbra.radius = corner.radius;
			FindFreeBeams(space, {penumbra.apex, corner.beam, RoundToFloat(depths.before)}, filter, source, free);
			for (const Beam& beam : free)
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
		// Beyond the points where the lines touch the disc nothing hides it.
		return squared > 0.0 && turn.Holds(way) ? Depths{std::sqrt(squared), light.radius - distance} : Depths{};
	};
	AddPenumbras(space, BoundsOfDisc(light.position, light.radius), Vantage::Eye(light.position), source,
	             {.source = light.position, .size = light.size}, light.filter, depthsAt, region);
}

void LightParallel(Space space, const ParallelLight& light, LitRegion& region)
{
	thread_local std::vector<Obstacle> obstacles;
	thread_local EnvelopeBuilder<ParallelView> builder;
	thread_local std::vector<Piece<ParallelView>> sides;
	const ParallelFrame frame(light);
	CollectObstacles(space, frame.Bounds(), frame.Place(), light.filter, obstacles);
	frame.EmitPolygon(builder.Build(obstacles), sides, region.polygon);
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
		// Along its borders the rectangle is deeper than along the light.
		return {frame.DepthBefore(apex), frame.DepthBehind(apex) / spread.cos};
	};
	// Soft edges of what stands beside the rectangle reach into it.
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
