// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/solid_line.h"

#include "geometry/pose.h"

#include <limits>

namespace ricochet
{

namespace
{

constexpr double k_infinity = std::numeric_limits<double>::infinity();

// A line in a child's frame. The direction is a unit vector.
struct LocalLine
{
	Vec<double> start;
	Vec<double> direction;
};

// The extents of a child about a line (m): along it, and how far it reaches to the left and to the right.
struct ExtentsAbout
{
	double begin = k_infinity;
	double end = -k_infinity;
	double left = -k_infinity;
	double right = -k_infinity;

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

// Clips a line against the edges of a convex child, moved outwards by its radius. A round child also ends where its
// extent along the line does. Fractions are distances (m). Not exact: it serves lines that run along a face.
bool ClipAlong(const LocalLine& line, const ChildGeometry& geometry, const ExtentsAbout& extents, LocalSpan& span)
{
	const bool isRound = geometry.radius > 0.0f;
	span.enter = {isRound ? extents.begin : -k_infinity, -1.0 * line.direction};
	span.exit = {isRound ? extents.end : k_infinity, line.direction};
	const size_t count = geometry.vertices.size();
	for (size_t i = 0; i < count; ++i)
	{
		const Vec<double> tail = Lift<double>(geometry.vertices[i]);
		const Vec<double> along = Lift<double>(geometry.vertices[(i + 1) % count]) - tail;
		const Vec<double> normal{along.y, -along.x};
		const double slope = Dot(normal, line.direction);
		const double height = Dot(normal, tail - line.start) + static_cast<double>(geometry.radius) * Length(normal);
		if (slope == 0.0)
		{
			if (height < 0.0)
			{
				return false;
			}
			continue;
		}
		const double distance = height / slope;
		if (slope < 0.0 ? distance > span.enter.fraction : distance < span.exit.fraction)
		{
			(slope < 0.0 ? span.enter : span.exit) = {distance, normal, static_cast<int32_t>(i)};
		}
	}
	return span.enter.fraction < span.exit.fraction;
}

} // namespace

std::optional<LocalSpan> SolidLine::Along(const ChildGeometry& geometry, const b2Transform& pose, double farthest) const
{
	const double length = Length();
	const size_t least = geometry.radius > 0.0f ? 2 : 3; // a disc has no face
	if (geometry.IsEdge() || geometry.IsAttached() || geometry.vertices.size() < least || IsPose(pose) == false ||
	    (length > 0.0) == false)
	{
		return std::nullopt;
	}
	LocalLine line{InverseTurn(pose.q, origin - Lift<double>(pose.p)),
	               (1.0 / length) * InverseTurn(pose.q, translation)};
	const ExtentsAbout extents(line, geometry);
	const double gap = std::min(farthest, LargestGap(extents.begin / length, extents.end / length));
	const double over = std::min(extents.left, extents.right); // how far the child reaches over to the other side
	if ((std::abs(over) <= gap && std::max(extents.left, extents.right) > 2.0 * gap) == false)
	{
		return std::nullopt;
	}
	// The face is within the gap of the line where the child holds a line that is the gap away on its side.
	const int side = extents.left > extents.right ? 1 : -1;
	line.start = line.start + (side * gap) * Vec<double>{-line.direction.y, line.direction.x};
	LocalSpan span;
	if (ClipAlong(line, geometry, extents, span) == false)
	{
		return std::nullopt;
	}
	span.enter.fraction /= length;
	span.exit.fraction /= length;
	span.grazing = true;
	span.side = side;
	return span;
}

} // namespace ricochet
