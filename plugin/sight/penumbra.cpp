// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/penumbra.h"

#include "geometry/elementary.h"
#include "geometry/round_to_float.h"
#include "query/accept.h"
#include "query/children_in_box.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace ricochet
{

namespace
{

// A corner with an edge that begins there. Light that goes by the corner has the edge on its dark side.
struct Arm
{
	b2Vec2 corner;
	b2Vec2 other;
	bool hidesLeft;  // light whose lit side is the left one
	bool hidesRight; // light whose lit side is the right one
};

using Circle = std::tuple<float, float, float>; // center and radius

// A vertex that is rounded.
struct Round
{
	std::array<Arm, 2> arms;
	float radius;
};

auto KeyOf(const Arm& arm)
{
	return std::tuple(arm.corner.x, arm.corner.y, arm.other.x, arm.other.y);
}

Vec<double> Turned(const Vec<double>& v, double sine, double cosine)
{
	return {cosine * v.x - sine * v.y, sine * v.x + cosine * v.y};
}

Beam BeamBetween(const Vec<double>& towardLit, const Vec<double>& towardDark, bool litIsLeft)
{
	return litIsLeft ? Beam{towardDark, towardLit} : Beam{towardLit, towardDark};
}

// Lines that touch the disc of a radius about the origin and the circle, in the frame of a = along, b = toward the lit
// side: unit normals n = s a + c b, with n . x = radius for the dark border, which touches both on the lit side, and
// n . x = -radius for the lit border, which passes between them.
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

// A circle, or with radius 0 a corner; of parallel light the tangents along the two borders meet at r / cos(spread)
// from the center, abreast of it.
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

// With all of the light that comes from the source.
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

// Leaves of a beam what goes to the left of an arm. False if that is nothing, or no more than floats tell apart.
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

// Appends the corner of all arms that begin at one point, rounded by a radius: light must pass all of them on the same
// side. The side of an arm that begins in a disc is that of the center.
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

// What the children in a box have of corners and circles.
struct Outlines
{
	std::vector<Arm> arms;
	std::vector<Circle> circles;
	std::vector<Round> rounds;

	// Light that goes by the first end with its lit side on the left meets the front.
	void AddEdge(b2Vec2 a, b2Vec2 b, bool fromFront, bool fromBack)
	{
		if (a != b)
		{
			arms.push_back({a, b, fromFront, fromBack});
			arms.push_back({b, a, fromBack, fromFront});
		}
	}

	template <class PlaceVertex>
	void AddRounded(const ChildGeometry& geometry, PlaceVertex&& place, double radius)
	{
		const size_t count = geometry.vertices.size();
		for (size_t i = 0; i < count; ++i)
		{
			const b2Vec2 corner = place(geometry.vertices[i]);
			const b2Vec2 before = place(geometry.vertices[(i + count - 1) % count]);
			const b2Vec2 after = place(geometry.vertices[(i + 1) % count]);
			if (corner != before && corner != after)
			{
				rounds.push_back(
				    {{Arm{corner, before, true, true}, Arm{corner, after, true, true}}, RoundToFloat(radius)});
			}
		}
	}

	void Add(const ChildGeometry& geometry, const b2Transform& pose, const Vantage& vantage, const QueryFilter& filter)
	{
		const auto place = [&](b2Vec2 vertex)
		{
			return vantage.ToWorld(vantage.Place(pose, vertex));
		};
		const size_t count = geometry.vertices.size();
		if (geometry.IsAttached())
		{
			const Outline& outline = geometry.attached->outline;
			const std::span<const b2Vec2> vertices = outline.Vertices();
			for (size_t i = 0; i < vertices.size(); ++i)
			{
				AddEdge(place(vertices[i]),
				        place(vertices[static_cast<size_t>(outline.EndOf(static_cast<int32_t>(i)))]), true, true);
			}
		}
		else if (geometry.IsEdge())
		{
			AddEdge(place(geometry.ends[0]), place(geometry.ends[1]),
			        AcceptsSide(filter, Facing::Front, geometry.oneSided),
			        AcceptsSide(filter, Facing::Back, geometry.oneSided));
		}
		else if (geometry.kind == ChildKind::Disc)
		{
			const b2Vec2 center = place(geometry.vertices[0]);
			const double radius = geometry.radius / LengthOf(pose.q.s, pose.q.c); // as casts meet it (Vantage::Place)
			circles.emplace_back(center.x, center.y, RoundToFloat(radius));
		}
		else if (geometry.radius > 0.0f)
		{
			AddRounded(geometry, place, geometry.radius / LengthOf(pose.q.s, pose.q.c));
		}
		else
		{
			for (size_t i = 0; i < count; ++i)
			{
				AddEdge(place(geometry.vertices[i]), place(geometry.vertices[(i + 1) % count]), true, true);
			}
		}
	}
};

} // namespace

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

void FindSoftCorners(Space space, const b2AABB& box, const Vantage& vantage, const LightSource& source,
                     const QueryFilter& filter, std::vector<SoftCorner>& corners)
{
	thread_local Outlines outlines;
	auto& [arms, circles, rounds] = outlines;
	corners.clear();
	arms.clear();
	circles.clear();
	rounds.clear();
	const auto add = [&](const StandingChild& child)
	{
		if (source.IsWithin(child.place, child.place.pose.p, filter) == false)
		{
			outlines.Add(child.place.geometry, child.place.pose, vantage, filter);
		}
	};
	Ask(space, [&](const auto& from) { WalkChildrenInBox(from, box, filter, add); });
	// Where children share a corner their arms come together.
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

} // namespace ricochet
