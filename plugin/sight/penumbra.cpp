// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/penumbra.h"

#include "geometry/elementary.h"

namespace ricochet
{

namespace
{

// The near end of a shadow's border and what stands there.
struct Silhouette
{
	b2Vec2 point;
	const SightVertex* side; // the side that hides
	bool litIsLeft;          // as seen along the light
};

Vec<double> Turned(const Vec<double>& v, double sine, double cosine)
{
	return {cosine * v.x - sine * v.y, sine * v.x + cosine * v.y};
}

// `depth` grows along the light.
template <class Depth>
std::optional<Silhouette> SilhouetteOf(std::span<const SightVertex> polygon, size_t i, const Depth& depth)
{
	const size_t count = polygon.size();
	const SightVertex& a = polygon[i];
	const SightVertex& b = polygon[(i + 1) % count];
	const SightVertex& before = polygon[(i + count - 1) % count];
	if (a.side != SightSide::Shadow)
	{
		return std::nullopt;
	}
	// Counter-clockwise a border that leads away from the light has what hides before it, and the lit behind it.
	const bool isAway = depth(a.point) < depth(b.point);
	const Silhouette silhouette{isAway ? a.point : b.point, isAway ? &before : &b, isAway};
	const bool hides = silhouette.side->side == SightSide::Wall || silhouette.side->side == SightSide::Arc;
	return hides ? std::optional(silhouette) : std::nullopt;
}

// Lines that touch the disc of a radius about the origin and the circle, in the frame of a = along, b = toward the lit
// side: unit normals n = s a + c b, with n . x = radius for the dark border, which touches both on the lit side, and
// n . x = -radius for the lit border, which passes between them.
//   s = (radius - r) / distance for the dark border,  s = -(radius + r) / distance for the lit one
std::optional<SoftCorner> SoftCircle(const Vec<double>& toCircle, double r, double radius, bool litIsLeft)
{
	const double distance = LengthOf(toCircle.x, toCircle.y);
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

} // namespace

std::optional<SoftCorner> SoftCornerOf(std::span<const SightVertex> polygon, size_t i, b2Vec2 center, double size)
{
	const auto depth = [&](b2Vec2 p)
	{
		const Vec<double> offset = Lift<double>(p) - Lift<double>(center);
		return Dot(offset, offset);
	};
	const std::optional<Silhouette> silhouette = SilhouetteOf(polygon, i, depth);
	if (silhouette.has_value() == false)
	{
		return std::nullopt;
	}
	const Vec<double> origin = Lift<double>(center);
	if (silhouette->side->side == SightSide::Arc)
	{
		std::optional<SoftCorner> corner = SoftCircle(Lift<double>(silhouette->side->center) - origin,
		                                              silhouette->side->radius, size, silhouette->litIsLeft);
		if (corner.has_value())
		{
			corner->apex = corner->apex + origin;
			corner->center = silhouette->side->center;
			corner->radius = silhouette->side->radius;
		}
		return corner;
	}

	const Vec<double> toCorner = Lift<double>(silhouette->point) - origin;
	const double distance = LengthOf(toCorner.x, toCorner.y);
	if ((distance > size) == false)
	{
		return std::nullopt;
	}
	const Vec<double> unit{toCorner.x / distance, toCorner.y / distance};
	const double sine = (silhouette->litIsLeft ? size : -size) / distance;
	const double cosine = std::sqrt((1.0 - sine) * (1.0 + sine));
	return SoftCorner{Lift<double>(silhouette->point), Turned(unit, sine, cosine), Turned(unit, -sine, cosine),
	                  silhouette->point};
}

std::optional<SoftCorner> SoftCornerOf(std::span<const SightVertex> polygon, size_t i, const Vec<double>& unitDirection,
                                       double spread)
{
	const std::optional<Silhouette> silhouette =
	    SilhouetteOf(polygon, i, [&](b2Vec2 p) { return Dot(Lift<double>(p), unitDirection); });
	if (silhouette.has_value() == false)
	{
		return std::nullopt;
	}
	const SinCos half = SinCosOf(spread);
	const double sine = silhouette->litIsLeft ? half.sin : -half.sin;
	const Vec<double> lit = Turned(unitDirection, sine, half.cos);
	const Vec<double> dark = Turned(unitDirection, -sine, half.cos);
	if (silhouette->side->side == SightSide::Wall)
	{
		return SoftCorner{Lift<double>(silhouette->point), lit, dark, silhouette->point};
	}
	// The tangents along the two borders meet at r / cos(spread) from the center, abreast of it.
	const double reach = silhouette->side->radius / half.cos;
	const double side = silhouette->litIsLeft ? reach : -reach;
	const Vec<double> center = Lift<double>(silhouette->side->center);
	return SoftCorner{{center.x - side * unitDirection.y, center.y + side * unitDirection.x},
	                  lit,
	                  dark,
	                  silhouette->side->center,
	                  silhouette->side->radius};
}

} // namespace ricochet
