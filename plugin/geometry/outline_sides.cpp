// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/outline_walk.h"
#include "geometry/simple_polygon.h"

namespace ricochet
{

namespace
{

// A vertex on the line, with its neighbours in the direction in which the solid is to the left.
struct Corner
{
	b2Vec2 previous, vertex, next;
};

Corner CornerAt(const OutlineData& outline, int32_t place, int orientation)
{
	// The ring of a place by the number of its edge; a ring's last place stands for its first vertex.
	int32_t ring = 0;
	for (size_t low = 0, high = outline.rings.size(); low < high;)
	{
		const size_t middle = (low + high) / 2;
		const bool isBehind = outline.rings[middle].first + static_cast<int32_t>(middle) <= place;
		ring = isBehind ? static_cast<int32_t>(middle) : ring;
		(isBehind ? low : high) = isBehind ? middle + 1 : middle;
	}
	const int32_t first = outline.rings[static_cast<size_t>(ring)].first + ring;
	const int32_t last = first + outline.rings[static_cast<size_t>(ring)].count;
	const int32_t own = place == last ? first : place;
	const Corner corner{outline.VertexAt(own == first ? last - 1 : own - 1), outline.VertexAt(own),
	                    outline.VertexAt(own + 1)};
	return orientation > 0 ? corner : Corner{corner.next, corner.vertex, corner.previous};
}

// Where a way from a vertex on the line leads, in four steps clockwise from straight back: back, to the left, ahead, to
// the right; straight back is the first or the last.
int StepOf(const LocalRay& ray, b2Vec2 vertex, b2Vec2 to, int back)
{
	const int side = ray.SideOf(to);
	if (side != 0)
	{
		return side > 0 ? 1 : 3;
	}
	const int along =
	    SignOf(Certain([&]<class T>(T) { return Dot(ray.Translation<T>(), Lift<T>(to) - Lift<T>(vertex)); }));
	return along > 0 ? 2 : back;
}

// Clockwise from just beside straight back: true if the way to the next vertex comes before that to the previous one.
// Since the solid is to the left of the way to the next, it then begins there.
bool IsSolidBehind(const LocalRay& ray, const Corner& corner, int back)
{
	const int next = StepOf(ray, corner.vertex, corner.next, back);
	const int previous = StepOf(ray, corner.vertex, corner.previous, back);
	return next != previous ? next < previous : TurnOf(corner.vertex, corner.next, corner.previous) < 0;
}

} // namespace

LineSides SidesBefore(const LocalRay& ray, const OutlineData& outline, std::span<const EdgeMeeting> group)
{
	const EdgeMeeting& meeting = group[0];
	const int tailSide = ray.SideOf(outline.VertexAt(meeting.place));
	if (meeting.left && meeting.right)
	{
		const bool isLeaving = (tailSide < 0) == (meeting.orientation > 0);
		return {isLeaving, isLeaving};
	}
	const Corner corner = CornerAt(outline, tailSide == 0 ? meeting.place : meeting.place + 1, meeting.orientation);
	return {IsSolidBehind(ray, corner, 4), IsSolidBehind(ray, corner, 0)};
}

} // namespace ricochet
