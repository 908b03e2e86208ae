// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/sight/light.h>

#include "geometry/elementary.h"
#include "geometry/round_to_float.h"
#include "sight/check.h"
#include "sight/parallel_frame.h"
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
	const SightCone& cone = light.cone;
	return Checker()
	    .Finite("Light::position", light.position)
	    .Positive("Light::radius", light.radius)
	    .AtLeast("Light::size", light.size, 0.0)
	    .Positive("SightCone::angle", cone.angle)
	    .Finite("SightCone::direction", cone.direction)
	    .Outcome();
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
	const double length = std::max(LengthOf(out.x, out.y), 1e-300);
	const double step = 0x1p-20 * (std::abs(corner.apex.x) + std::abs(corner.apex.y)) / length;
	return {RoundToFloat(corner.apex.x + step * out.x), RoundToFloat(corner.apex.y + step * out.y)};
}

b2Vec2 Rounded(const Vec<double>& v)
{
	return {RoundToFloat(v.x), RoundToFloat(v.y)};
}

// `penumbra` has its source; the rest is added.
void AddPenumbra(const b2World& world, const SoftCorner& corner, Penumbra penumbra, float reach,
                 const QueryFilter& filter, LitRegion& region)
{
	if ((reach > 0.0f) == false)
	{
		return;
	}
	thread_local std::vector<SightVertex> polygon;
	penumbra.apex = ApexOf(corner);
	const bool litIsLeft = Cross(corner.towardDark, corner.towardLit) > 0.0;
	const SightTurn turn(litIsLeft ? corner.towardDark : corner.towardLit,
	                     litIsLeft ? corner.towardLit : corner.towardDark);
	LookAround(world, PointFrame{penumbra.apex, reach}, turn, filter, polygon);
	if (polygon.empty() == false)
	{
		penumbra.towardLit = Rounded(corner.towardLit);
		penumbra.towardDark = Rounded(corner.towardDark);
		penumbra.first = static_cast<int32_t>(region.penumbraVertices.size());
		penumbra.count = static_cast<int32_t>(polygon.size());
		penumbra.center = corner.center;
		penumbra.radius = corner.radius;
		region.penumbras.push_back(penumbra);
		region.penumbraVertices.insert(region.penumbraVertices.end(), polygon.begin(), polygon.end());
	}
}

// Where a point lies between the borders, by the angle at the apex: 0 on the dark one, 1 on the lit one.
double PlaceBetweenBorders(const Penumbra& penumbra, b2Vec2 point)
{
	const Vec<double> dark = Lift<double>(penumbra.towardDark);
	const Vec<double> lit = Lift<double>(penumbra.towardLit);
	const Vec<double> offset = Lift<double>(point) - Lift<double>(penumbra.apex);
	const double turn = Cross(dark, lit) > 0.0 ? 1.0 : -1.0;
	const double full = AngleOf(Dot(dark, lit), turn * Cross(dark, lit));
	// From the middle, so that what lies behind the apex is nearer to one border than to the other.
	const Vec<double> middle = dark + lit;
	const double angle = AngleOf(Dot(middle, offset), turn * Cross(middle, offset));
	if ((full > 0.0) == false)
	{
		return angle < 0.0 ? 0.0 : 1.0; // borders that floats cannot tell apart
	}
	return std::clamp(0.5 + angle / full, 0.0, 1.0);
}

// Half the angle at which a disc is seen from a distance; a right angle from within.
double HalfAngleOf(double distance, double radius)
{
	return AngleOf(std::sqrt(std::max(0.0, (distance - radius) * (distance + radius))), radius);
}

// The point of a side at which the angle has gone a part of its way.
b2Vec2 OnSide(b2Vec2 apex, b2Vec2 from, b2Vec2 to, double part)
{
	const Vec<double> a = Lift<double>(from) - Lift<double>(apex);
	const Vec<double> b = Lift<double>(to) - Lift<double>(apex);
	const SinCos turn = SinCosOf(part * AngleOf(Dot(a, b), Cross(a, b)));
	const Vec<double> d{turn.cos * a.x - turn.sin * a.y, turn.sin * a.x + turn.cos * a.y};
	const double share = Cross(a, d) / (Cross(a, d) + Cross(d, b));
	return {RoundToFloat(from.x + share * (to.x - from.x)), RoundToFloat(from.y + share * (to.y - from.y))};
}

void LightPoint(const b2World& world, const Light& light, LitRegion& region)
{
	LookAround(world, PointFrame{light.position, light.radius}, SightTurn(light.cone), light.filter, region.polygon);
	for (size_t i = 0; light.size > 0.0f && i < region.polygon.size(); ++i)
	{
		if (const auto corner = SoftCornerOf(region.polygon, i, light.position, light.size))
		{
			const double distance = LengthOf(corner->apex.x - light.position.x, corner->apex.y - light.position.y);
			const Penumbra penumbra{.source = light.position, .size = light.size};
			AddPenumbra(world, *corner, penumbra, RoundToFloat(light.radius - distance), light.filter, region);
		}
	}
}

void LightParallel(const b2World& world, const ParallelLight& light, LitRegion& region)
{
	thread_local std::vector<Obstacle> obstacles;
	thread_local EnvelopeBuilder<ParallelView> builder;
	thread_local std::vector<Piece<ParallelView>> sides;
	const ParallelFrame frame(light);
	CollectObstacles(world, frame.Bounds(), frame.Place(), light.filter, obstacles);
	frame.EmitPolygon(builder.Build(obstacles), sides, region.polygon);
	for (size_t i = 0; light.spread > 0.0f && i < region.polygon.size(); ++i)
	{
		if (const auto corner = SoftCornerOf(region.polygon, i, frame.Along(), light.spread))
		{
			// Along its borders the rectangle is deeper than along the light.
			const double reach = frame.DepthBehind(corner->apex) / SinCosOf(light.spread).cos;
			const Penumbra penumbra{.source = Rounded(frame.Along()), .spread = light.spread};
			AddPenumbra(world, *corner, penumbra, RoundToFloat(reach), light.filter, region);
		}
	}
}

} // namespace

Result<> Illuminate(const b2World& world, const Light& light, LitRegion& region)
{
	Clear(region);
	return Attempt(
	    Check(light), [&] { LightPoint(world, light, region); }, [&] { Clear(region); });
}

Result<> Illuminate(const b2World& world, const ParallelLight& light, LitRegion& region)
{
	Clear(region);
	return Attempt(
	    Check(light), [&] { LightParallel(world, light, region); }, [&] { Clear(region); });
}

Result<> Illuminate(const b2World& world, std::span<const Light> lights, std::span<LitRegion> regions,
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
		         outcomes[i] = Illuminate(world, lights[i], regions[i]);
	         });
	return {};
}

float ShareOfLight(const Penumbra& penumbra, b2Vec2 point)
{
	const double place = PlaceBetweenBorders(penumbra, point);
	if (point == penumbra.apex || place == 0.0 || place == 1.0)
	{
		return point == penumbra.apex ? 1.0f : static_cast<float>(place);
	}
	// By how much the middle of the source is clear of what hides it, as an angle at the point.
	const bool isDisc = penumbra.size > 0.0f;
	const Vec<double> at = Lift<double>(point);
	const Vec<double> source = Lift<double>(penumbra.source);
	const Vec<double> toSource = isDisc ? source - at : Vec<double>{-source.x, -source.y};
	const Vec<double> toCenter = Lift<double>(penumbra.center) - at;
	const double half = isDisc ? HalfAngleOf(LengthOf(toSource.x, toSource.y), penumbra.size) : penumbra.spread;
	const double turn = Cross(Lift<double>(penumbra.towardDark), Lift<double>(penumbra.towardLit)) > 0.0 ? 1.0 : -1.0;
	const double clear = AngleOf(Dot(toCenter, toSource), -turn * Cross(toCenter, toSource)) -
	                     HalfAngleOf(LengthOf(toCenter.x, toCenter.y), penumbra.radius);
	return static_cast<float>(std::clamp(0.5 + 0.5 * clear / half, 0.0, 1.0));
}

void Triangulate(const LitRegion& region, const Penumbra& penumbra, float maxError, std::vector<LitVertex>& corners)
{
	constexpr double k_parts = 8.0;
	thread_local std::vector<b2Vec2> points;
	corners.clear();
	const std::span<const SightVertex> all(region.penumbraVertices);
	Triangulate(all.subspan(static_cast<size_t>(penumbra.first), static_cast<size_t>(penumbra.count)), penumbra.apex,
	            maxError, points);
	for (size_t i = 0; i + 2 < points.size(); i += 3)
	{
		const b2Vec2 from = points[i + 1];
		const b2Vec2 to = points[i + 2];
		const double angle = std::abs(PlaceBetweenBorders(penumbra, to) - PlaceBetweenBorders(penumbra, from));
		const int parts = std::max(1, static_cast<int>(std::ceil(k_parts * angle)));
		LitVertex last{from, ShareOfLight(penumbra, from)};
		for (int part = 1; part <= parts; ++part)
		{
			const b2Vec2 point = part == parts ? to : OnSide(penumbra.apex, from, to, 1.0 * part / parts);
			const LitVertex next{point, ShareOfLight(penumbra, point)};
			corners.insert(corners.end(), {{penumbra.apex, 0.5f * (last.share + next.share)}, last, next});
			last = next;
		}
	}
}

} // namespace ricochet
