// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/sight/light.h>

#include "geometry/elementary.h"
#include "geometry/local_ray.h"
#include "geometry/round_to_float.h"

#include <algorithm>
#include <optional>

namespace ricochet
{

namespace
{

bool LitIsLeft(const Penumbra& penumbra)
{
	return Cross(Lift<double>(penumbra.towardDark), Lift<double>(penumbra.towardLit)) > 0.0;
}

// The position of a point between the borders, by the angle at the apex: 0 on the dark border, 1 on the lit one.
double PlaceBetweenBorders(const Penumbra& penumbra, b2Vec2 point)
{
	const Vec<double> dark = Lift<double>(penumbra.towardDark);
	const Vec<double> lit = Lift<double>(penumbra.towardLit);
	const Vec<double> offset = Lift<double>(point) - Lift<double>(penumbra.apex);
	const double turn = Cross(dark, lit) > 0.0 ? 1.0 : -1.0;
	const double full = AngleOf(Dot(dark, lit), turn * Cross(dark, lit));
	// The angle is measured from the middle, so that a point behind the apex is nearer to one border than to the other.
	const Vec<double> middle = dark + lit;
	const double angle = AngleOf(Dot(middle, offset), turn * Cross(middle, offset));
	if ((full > 0.0) == false)
	{
		return angle < 0.0 ? 0.0 : 1.0; // floats cannot distinguish the borders
	}
	return std::clamp(0.5 + angle / full, 0.0, 1.0);
}

// True in the sliver between a circle and the apex, which light passes before the borders intersect. That is the
// triangle of the apex and the points where the borders touch, outside the circle.
bool IsBeforeBorders(const Penumbra& penumbra, b2Vec2 point)
{
	const Vec<double> lit = Lift<double>(penumbra.towardLit);
	const Vec<double> dark = Lift<double>(penumbra.towardDark);
	const Vec<double> toCenter = Lift<double>(penumbra.center) - Lift<double>(penumbra.apex);
	const Vec<double> offset = Lift<double>(point) - Lift<double>(penumbra.apex);
	const Vec<double> fromCenter = offset - toCenter;
	// As shares of the distances from the apex to those points.
	const double alongLit = Cross(dark, offset) / (Cross(dark, lit) * Dot(toCenter, lit));
	const double alongDark = Cross(offset, lit) / (Cross(dark, lit) * Dot(toCenter, dark));
	return penumbra.radius > 0.0f && Dot(toCenter, lit) < 0.0 && alongLit >= 0.0 && alongDark >= 0.0 &&
	       alongLit + alongDark <= 1.0 && Length(fromCenter) >= penumbra.radius;
}

// Half the angle at which a disc is seen from a distance; a right angle if the point is within.
double HalfAngleOf(double distance, double radius)
{
	return AngleOf(std::sqrt(std::max(0.0, (distance - radius) * (distance + radius))), radius);
}

b2Vec2 Between(b2Vec2 from, b2Vec2 to, double share)
{
	return {RoundToFloat(from.x + share * (to.x - from.x)), RoundToFloat(from.y + share * (to.y - from.y))};
}

// The point of a side at which a share of the angle is covered.
b2Vec2 OnSide(b2Vec2 apex, b2Vec2 from, b2Vec2 to, double part)
{
	const Vec<double> a = Lift<double>(from) - Lift<double>(apex);
	const Vec<double> b = Lift<double>(to) - Lift<double>(apex);
	const SinCos turn = SinCosOf(part * AngleOf(Dot(a, b), Cross(a, b)));
	const Vec<double> d{turn.cos * a.x - turn.sin * a.y, turn.sin * a.x + turn.cos * a.y};
	const double share = Cross(a, d) / (Cross(a, d) + Cross(d, b));
	return Between(from, to, share);
}

std::span<const SightVertex> PolygonOf(const LitRegion& region, const Penumbra& penumbra)
{
	return std::span(region.penumbraVertices)
	    .subspan(static_cast<size_t>(penumbra.first), static_cast<size_t>(penumbra.count));
}

// The border beyond which the center of the source is hidden.
struct HardBorder
{
	Vec<double> along{}; // unit, as light travels
	Vec<double> start{};
	double offset = 0.0;
	double turn;

	explicit HardBorder(const Penumbra& penumbra) : turn(LitIsLeft(penumbra) ? 1.0 : -1.0)
	{
		const bool isDisc = penumbra.size > 0.0f;
		const Vec<double> source = Lift<double>(penumbra.source);
		const Vec<double> center = Lift<double>(penumbra.center);
		const Vec<double> way = isDisc ? center - source : source;
		const double length = Length(way);
		const double sine = isDisc ? turn * penumbra.radius / length : 0.0;
		const double cosine = std::sqrt(std::max(0.0, (1.0 - sine) * (1.0 + sine)));
		along = {(cosine * way.x - sine * way.y) / length, (sine * way.x + cosine * way.y) / length};
		start = isDisc ? source : center;
		offset = isDisc ? 0.0 : penumbra.radius;
	}

	// The signed distance of a point from the border, positive on the side that the center lights (m).
	[[nodiscard]] double Beyond(b2Vec2 point) const
	{
		return turn * Cross(along, Lift<double>(point) - start) - offset;
	}
};

// Appends a triangle that lies on one side of the hard border.
void AppendTriangle(const Penumbra& penumbra, b2Vec2 from, b2Vec2 to, std::vector<LitVertex>& corners)
{
	const float a = ShareOfLight(penumbra, from);
	const float b = ShareOfLight(penumbra, to);
	const float mean = 0.5f * (a + b);
	const float hard = mean < 0.5f ? 0.0f : 1.0f;
	corners.insert(corners.end(), {{penumbra.apex, mean, mean - hard}, {from, a, a - hard}, {to, b, b - hard}});
}

// The possible error of the borders of penumbras near a point (m). Their apices are off by up to 2^-20 of the
// coordinates.
double RoundingAt(const Penumbra& penumbra, b2Vec2 point)
{
	return 0x1p-20 * (std::abs(point.x) + std::abs(point.y) + std::abs(penumbra.apex.x) + std::abs(penumbra.apex.y));
}

// If a point is on a border, apart from rounding, returns the displacement to one side of it. There two adjacent
// penumbras may both contain the point, or neither may. The same holds for the region with hard shadows and the region
// beyond them.
std::optional<Vec<double>> WayOffBorder(const LitRegion& region, const Penumbra& penumbra, b2Vec2 point)
{
	const double rounding = RoundingAt(penumbra, point);
	const HardBorder hard(penumbra);
	const std::span<const SightVertex> polygon = PolygonOf(region, penumbra);
	const Vec<double> offset = Lift<double>(point) - Lift<double>(penumbra.apex);
	const Vec<double> first = Lift<double>(polygon[1].point) - Lift<double>(penumbra.apex);
	const Vec<double> last = Lift<double>(polygon.back().point) - Lift<double>(penumbra.apex);
	for (const Vec<double>& way : {hard.along, first, last})
	{
		const double length = Length(way);
		const double distance = &way == &hard.along ? hard.Beyond(point) : Cross(way, offset) / length;
		if (std::abs(distance) < rounding && Dot(way, offset) > 0.0)
		{
			return Vec<double>{-4.0 * rounding * way.y / length, 4.0 * rounding * way.x / length};
		}
	}
	return std::nullopt;
}

// If the center of the source is hidden, each penumbra adds the share of the source that is visible beyond its corner.
// If the center is visible, each penumbra subtracts the hidden share.
double SumOfLight(const LitRegion& region, bool isInSight, b2Vec2 point)
{
	double light = isInSight ? 1.0 : 0.0;
	const Penumbra* before = nullptr;
	for (const Penumbra& penumbra : region.penumbras)
	{
		// If something splits the light of a corner in two, the corner has two penumbras.
		const bool isFirst = before == nullptr || before->apex != penumbra.apex;
		if (Contains(PolygonOf(region, penumbra), penumbra.apex, point) ||
		    (isFirst && IsBeforeBorders(penumbra, point)))
		{
			const double share = ShareOfLight(penumbra, point);
			light += share > 0.5 ? share - 1.0 : share;
		}
		before = &penumbra;
	}
	return light;
}

template <class IsInSight>
float LightAt(const LitRegion& region, b2Vec2 point, const IsInSight& isInSight)
{
	const auto lightAt = [&](b2Vec2 at)
	{
		return static_cast<float>(std::clamp(SumOfLight(region, isInSight(at), at), 0.0, 1.0));
	};
	std::optional<Vec<double>> off;
	for (size_t i = 0; i < region.penumbras.size() && off.has_value() == false; ++i)
	{
		off = WayOffBorder(region, region.penumbras[i], point);
	}
	const float light = lightAt(point);
	if (off.has_value() == false)
	{
		return light;
	}
	// Light is continuous: on a border it equals the light on both sides. One of the sides may lie in a wall.
	const float left = lightAt({RoundToFloat(point.x + off->x), RoundToFloat(point.y + off->y)});
	const float right = lightAt({RoundToFloat(point.x - off->x), RoundToFloat(point.y - off->y)});
	const auto [low, high] = std::minmax(left, right);
	return light >= low && light <= high ? light : (high - low < 0.1f ? 0.5f * (low + high) : high);
}

} // namespace

float ShareOfLight(const Penumbra& penumbra, b2Vec2 point)
{
	const double place = PlaceBetweenBorders(penumbra, point);
	if (point == penumbra.apex || place == 1.0)
	{
		return 1.0f;
	}
	if (place == 0.0 && IsBeforeBorders(penumbra, point) == false)
	{
		return 0.0f;
	}
	// The angle at the point by which the middle of the source is clear of the obstacle. Negative: it is hidden.
	const bool isDisc = penumbra.size > 0.0f;
	const Vec<double> at = Lift<double>(point);
	const Vec<double> source = Lift<double>(penumbra.source);
	const Vec<double> toSource = isDisc ? source - at : Vec<double>{-source.x, -source.y};
	const Vec<double> toCenter = Lift<double>(penumbra.center) - at;
	const double half = isDisc ? HalfAngleOf(Length(toSource), penumbra.size) : penumbra.spread;
	const double turn = LitIsLeft(penumbra) ? 1.0 : -1.0;
	const double clear = AngleOf(Dot(toCenter, toSource), -turn * Cross(toCenter, toSource)) -
	                     HalfAngleOf(Length(toCenter), penumbra.radius);
	return static_cast<float>(std::clamp(0.5 + 0.5 * clear / half, 0.0, 1.0));
}

float ShareOfLight(const LitRegion& region, const Light& light, b2Vec2 point)
{
	return LightAt(region, point, [&](b2Vec2 at) { return Contains(region.polygon, light.position, at); });
}

float ShareOfLight(const LitRegion& region, const ParallelLight& light, b2Vec2 point)
{
	return LightAt(region, point, [&](b2Vec2 at) { return Contains(region.polygon, light, at); });
}

void Triangulate(const LitRegion& region, const Penumbra& penumbra, float maxError, std::vector<LitVertex>& corners)
{
	constexpr double k_parts = 8.0;
	thread_local std::vector<b2Vec2> points;
	corners.clear();
	const HardBorder hard(penumbra);
	Triangulate(PolygonOf(region, penumbra), penumbra.apex, maxError, points);
	for (size_t i = 0; i + 2 < points.size(); i += 3)
	{
		const b2Vec2 from = points[i + 1];
		const b2Vec2 to = points[i + 2];
		b2Vec2 last = from;
		const auto append = [&](b2Vec2 next)
		{
			AppendTriangle(penumbra, last, next, corners);
			last = next;
		};
		const double angle = std::abs(PlaceBetweenBorders(penumbra, to) - PlaceBetweenBorders(penumbra, from));
		const int parts = std::max(1, static_cast<int>(std::ceil(k_parts * angle)));
		for (int part = 1; part <= parts; ++part)
		{
			const b2Vec2 next = part == parts ? to : OnSide(penumbra.apex, from, to, 1.0 * part / parts);
			const double before = hard.Beyond(last);
			const double after = hard.Beyond(next);
			if (before * after < 0.0)
			{
				append(Between(last, next, before / (before - after)));
			}
			append(next);
		}
	}
}

} // namespace ricochet
