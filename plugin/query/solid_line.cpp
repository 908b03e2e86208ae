// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/solid_line.h"

#include "geometry/hull_distance.h"
#include "geometry/hull_meet.h"
#include "geometry/pose.h"
#include "query/borrowed.h"
#include "shapes/cast_geometry.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ricochet
{

namespace
{

constexpr double k_noLimit = std::numeric_limits<double>::infinity();

// A line in a child's frame. The direction is a unit vector.
struct LocalLine
{
	Vec<double> start;
	Vec<double> direction;
};

// The extents of a child about a line (m): along it, and how far it reaches to the left and to the right.
struct ExtentsAbout
{
	double begin = k_noLimit;
	double end = -k_noLimit;
	double left = -k_noLimit;
	double right = -k_noLimit;

	ExtentsAbout(const LocalLine& line, const ChildGeometry& geometry)
	{
		const double radius = geometry.radius;
		for (const b2Vec2& vertex : geometry.vertices)
		{
			const Vec<double> offset = Lift<double>(vertex) - line.start;
			const double height = Cross(line.direction, offset);
			const double along = Dot(line.direction, offset);
			begin = std::min(begin, along - radius);
			end = std::max(end, along + radius);
			left = std::max(left, height + radius);
			right = std::max(right, radius - height);
		}
	}
};

// An edge is a face along which a line may run if the sine of the angle between them is below this. A steeper edge ends
// that face.
constexpr double k_faceSlope = 0.5;

// The part of a line that runs along the faces of a rounded child, at most a gap from them. A face reaches as far along
// the line as the circles around its two ends, grown by the gap. `begin` and `end` are distances along the line (m).
struct Faces
{
	double begin = k_noLimit;
	double end = -k_noLimit;

	Faces(const LocalLine& line, const ChildGeometry& geometry, double gap)
	{
		const size_t count = geometry.vertices.size();
		for (size_t i = 0; i < count; ++i)
		{
			const Vec<double> tail = Lift<double>(geometry.vertices[i]) - line.start;
			const Vec<double> head = Lift<double>(geometry.vertices[(i + 1) % count]) - line.start;
			if (std::abs(Cross(head - tail, line.direction)) < k_faceSlope * Length(head - tail))
			{
				AddRound(line, tail, geometry.radius + gap);
				AddRound(line, head, geometry.radius + gap);
			}
		}
	}

private:
	void AddRound(const LocalLine& line, const Vec<double>& center, double radius)
	{
		const double along = Dot(line.direction, center);
		const double height = Cross(line.direction, center);
		const double chord = std::sqrt(std::max(radius * radius - height * height, 0.0));
		begin = std::min(begin, along - chord);
		end = std::max(end, along + chord);
	}
};

// The part of a line that is no farther than a gap from a convex child beside it. Faces are moved outwards by the gap.
// The part ends where steeper edges end the faces. Fractions are distances (m). Not exact.
bool ClipAlong(const LocalLine& line, const ChildGeometry& geometry, const ExtentsAbout& extents, double gap,
               LocalSpan& span)
{
	span.enter = {extents.begin, -1.0 * line.direction};
	span.exit = {extents.end, line.direction};
	if (geometry.radius > 0.0f)
	{
		const Faces faces(line, geometry, gap);
		span.enter.fraction = faces.begin;
		span.exit.fraction = faces.end;
	}
	const size_t count = geometry.vertices.size();
	for (size_t i = 0; i < count; ++i)
	{
		const Vec<double> tail = Lift<double>(geometry.vertices[i]);
		const Vec<double> along = Lift<double>(geometry.vertices[(i + 1) % count]) - tail;
		const Vec<double> normal{along.y, -along.x};
		const double size = Length(normal);
		const double slope = Dot(normal, line.direction);
		const double grown = geometry.radius + (std::abs(slope) < k_faceSlope * size ? gap : 0.0);
		const double height = Dot(normal, tail - line.start) + grown * size;
		if (slope == 0.0)
		{
			if (height < 0.0)
			{
				return false;
			}
			continue;
		}
		const double distance = height / slope;
		if (slope < 0.0 ? distance >= span.enter.fraction : distance <= span.exit.fraction)
		{
			(slope < 0.0 ? span.enter : span.exit) = {distance, normal, static_cast<int32_t>(i)};
		}
	}
	return span.enter.fraction < span.exit.fraction;
}

double DistanceTo(const Place& place, const Vec<double>& point)
{
	return SeparateFromChild(place.geometry, InverseTurn(place.pose.q, point - Lift<double>(place.pose.p))).distance;
}

struct HullVertices
{
	std::vector<Vec<double>> moving, still;
};

// The distance of a hull from a thing after a move. Pieces of an attached geometry that are farther away than `gap` may
// be left out.
double DistanceTo(const Place& place, const MovingHull& moving, const Vec<double>& move, double gap)
{
	thread_local HullVertices kept;
	Borrowed vertices(kept);
	vertices->moving.clear();
	const double radius = static_cast<double>(moving.hull.radius) + place.geometry.radius;
	const b2Vec2 grown = ToFloat(Vec<double>{2.0 * (radius + gap), 2.0 * (radius + gap)});
	b2AABB box = NoBox();
	for (const b2Vec2& vertex : moving.hull.vertices)
	{
		const Vec<double> point =
		    InverseTurn(place.pose.q, PointOf(moving.pose, vertex) + move - Lift<double>(place.pose.p));
		vertices->moving.push_back(point);
		box.lowerBound = b2Min(box.lowerBound, ToFloat(point) - grown);
		box.upperBound = b2Max(box.upperBound, ToFloat(point) + grown);
	}
	double least = k_noLimit;
	const auto take = [&](std::span<const b2Vec2> still)
	{
		vertices->still.clear();
		std::transform(still.begin(), still.end(), std::back_inserter(vertices->still),
		               [](b2Vec2 vertex) { return Lift<double>(vertex); });
		least = std::min(least, DistanceOfHulls(vertices->moving, vertices->still).distance - radius);
	};
	if (place.geometry.IsAttached())
	{
		const CastGeometryData& attached = *place.geometry.attached;
		attached.ForEachPieceIn(box, [&](int32_t piece) { take(attached.PointsOf(piece)); });
	}
	else
	{
		take(place.geometry.Points());
	}
	return least;
}

} // namespace

bool SolidLine::TouchBeside(const SolidExtent& solid, const SolidExtent& part, const Place& last,
                            const Place& next) const
{
	// The line is in air before an edge, however close to the line the edge runs.
	return next.geometry.IsEdge() == false && MayTouchBeside(solid, part) &&
	       IsNearBoth(
	           origin + solid.exit * translation, origin + part.enter * translation,
	           LargestGap(solid.enter, part.enter), [&](const Vec<double>& point) { return DistanceTo(last, point); },
	           [&](const Vec<double>& point) { return DistanceTo(next, point); });
}

bool SolidLine::TouchBeside(const SolidExtent& solid, const SolidExtent& part, const MovingHull& leaving,
                            const Place& last, const MovingHull& entering, const Place& next) const
{
	const double gap = LargestGap(solid.enter, part.enter);
	return MayTouchBeside(solid, part) &&
	       IsNearBoth(
	           solid.exit * translation, part.enter * translation, gap,
	           [&](const Vec<double>& move) { return DistanceTo(last, leaving, move, gap); },
	           [&](const Vec<double>& move) { return DistanceTo(next, entering, move, gap); });
}

std::optional<LocalSpan> SolidLine::Along(const ChildGeometry& geometry, const b2Transform& pose, double farthest) const
{
	const double length = Length();
	const size_t least = geometry.radius > 0.0f ? 2 : 3; // a disc has no face
	if (geometry.IsEdge() || geometry.IsAttached() || geometry.vertices.size() < least || IsPose(pose) == false ||
	    (length > 0.0) == false)
	{
		return std::nullopt;
	}
	const LocalLine line{InverseTurn(pose.q, origin - Lift<double>(pose.p)),
	                     (1.0 / length) * InverseTurn(pose.q, translation)};
	const ExtentsAbout extents(line, geometry);
	const double gap = std::min(farthest, LargestGap(extents.begin / length, extents.end / length));
	const double over = std::min(extents.left, extents.right); // how far the child reaches over to the other side
	if ((std::abs(over) <= gap && std::max(extents.left, extents.right) > 2.0 * gap) == false)
	{
		return std::nullopt;
	}
	LocalSpan span;
	if (ClipAlong(line, geometry, extents, gap, span) == false)
	{
		return std::nullopt;
	}
	span.enter.fraction /= length;
	span.exit.fraction /= length;
	span.grazing = true;
	span.side = extents.left > extents.right ? 1 : -1;
	return span;
}

} // namespace ricochet
