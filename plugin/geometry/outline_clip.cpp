// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/outline_clip.h"

#include "geometry/edge_meetings.h"
#include "geometry/outline_data.h"
#include "geometry/pair.h"
#include "geometry/polygon_check.h"
#include "geometry/separation.h"
#include "geometry/surface_point.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <vector>

namespace ricochet
{

namespace
{

// The sides of the line that are inside the solid.
struct LineSides
{
	bool left, right;

	[[nodiscard]] bool IsInterior() const { return left && right; }
	[[nodiscard]] bool IsOutside() const { return left == false && right == false; }
};

// Tests the boxes of a tree against the line of a ray, forwards (turn 1) or backwards (turn -1) from its start.
class RayOverBoxes
{
public:
	RayOverBoxes(const LocalRay& ray, double stray, int turn);

	// Returns the bits of a node's boxes that the line may hit from the start on. Sets for each box a lower bound on
	// the `way` at which the line is in it: turn times the exact fraction.
	uint32_t Meet(const BoxNode& node, std::array<double, BoxNode::k_width>& ways) const;

private:
	// One coordinate of the ray. The coordinate is x at the `way` (x - start) * perLength.
	struct Axis
	{
		enum class Kind
		{
			Sloped,   // proven
			Parallel, // exactly
			Unknown   // too short to prove either
		};
		Kind kind;
		bool ascends;
		double start, startError, perLength, error;

		Axis(double from, double fromError, double way, double wayError);
		void Clip(Pair low, Pair high, Pair& enter, Pair& exit) const;
	};

	Axis m_x, m_y;
};

// Buffers that walks reuse, so that they need not allocate.
struct OutlineWalkMemory
{
	struct Waiting
	{
		double way; // lower bound, see RayOverBoxes
		int32_t node;
	};
	std::vector<Waiting> waiting; // a heap with the smallest way on top
	std::vector<EdgeMeeting> meetings;
};

// Follows the line of a ray from its start and returns its intersections with the edges of an outline, group by group.
// A group holds the intersections in one point, in the order of their edges. Visits no more of the outline than
// necessary. Source: best-first search, Hjaltason and Samet, "Distance browsing in spatial databases", TODS 24 (1999).
class OutlineWalk
{
public:
	// Goes ahead (turn 1) over all t >= 0, or back (turn -1) over all t <= 0. Requires: a valid ray that is not a
	// point.
	OutlineWalk(const LocalRay& ray, const OutlineData& outline, int turn, OutlineWalkMemory& memory);

	// Returns the next group, valid until the next call. Empty: there is none up to turn * t = limit; a call with a
	// larger limit continues. The returned group may lie beyond the limit.
	[[nodiscard]] std::span<const EdgeMeeting> NextGroup(double limit);

private:
	[[nodiscard]] bool IsComplete() const;
	[[nodiscard]] std::span<const EdgeMeeting> TakeGroup();
	void Open(int32_t node);
	void Collect(const EdgeRun& run);
	void Insert(const EdgeMeeting& meeting);
	[[nodiscard]] int Compare(const EdgeMeeting& a, const EdgeMeeting& b) const;

	const LocalRay& m_ray;
	const OutlineData& m_outline;
	OutlineWalkMemory& m_memory;
	RayOverBoxes m_boxes;
	int m_turn;
	size_t m_next = 0; // index of the first intersection that was not returned yet
};

constexpr double k_endless = std::numeric_limits<double>::infinity();

// Relative margin for the `way` at which the line enters or leaves a box (RayOverBoxes). A coordinate limits the `way`
// only if the relative error of its translation is less than 2^-41. The margin also covers the rounding of a difference
// and a product.
constexpr double k_wayError = 0x1p-39;

struct IsLater
{
	bool operator()(const OutlineWalkMemory::Waiting& a, const OutlineWalkMemory::Waiting& b) const
	{
		return a.way > b.way;
	}
};

Pair SmallerOf(Pair a, Pair b)
{
	return Choose(a < b, a, b);
}

Pair LargerOf(Pair a, Pair b)
{
	return Choose(a > b, a, b);
}

RayOverBoxes::Axis::Axis(double from, double fromError, double way, double wayError)
    : kind(std::abs(way) * 0x1p-41 > wayError ? Kind::Sloped
                                              : (way == 0.0 && wayError == 0.0 ? Kind::Parallel : Kind::Unknown)),
      ascends(way > 0.0), start(from), startError(1.01 * fromError), perLength(kind == Kind::Sloped ? 1.0 / way : 0.0),
      error(1.02 * fromError * std::abs(perLength) + k_underflow)
{
}

void RayOverBoxes::Axis::Clip(Pair low, Pair high, Pair& enter, Pair& exit) const
{
	if (kind == Kind::Sloped)
	{
		enter = LargerOf(enter, ((ascends ? low : high) - start) * perLength);
		exit = SmallerOf(exit, ((ascends ? high : low) - start) * perLength);
	}
	else if (kind == Kind::Parallel)
	{
		const auto isOff = (low - start > startError) | (start - high > startError);
		exit = Choose(isOff, Pair{} - k_endless, exit);
	}
}

RayOverBoxes::RayOverBoxes(const LocalRay& ray, double stray, int turn)
    : m_x(ray.StartApproximation().x, ray.StartError() + stray, turn * ray.TranslationApproximation().x,
          ray.TranslationError()),
      m_y(ray.StartApproximation().y, ray.StartError() + stray, turn * ray.TranslationApproximation().y,
          ray.TranslationError())
{
}

uint32_t RayOverBoxes::Meet(const BoxNode& node, std::array<double, BoxNode::k_width>& ways) const
{
	const double error = std::max(m_x.error, m_y.error);
	uint32_t met = 0;
	for (size_t i = 0; i < ways.size(); i += 2)
	{
		Pair enter = Pair{} - k_endless;
		Pair exit = Pair{} + k_endless;
		m_x.Clip(LoadDoubles(&node.lowX[i]), LoadDoubles(&node.highX[i]), enter, exit);
		m_y.Clip(LoadDoubles(&node.lowY[i]), LoadDoubles(&node.highY[i]), enter, exit);
		// A bound on the chosen number's error is enough. The exact maximum is no smaller than that number's exact
		// value, and the exact minimum is no larger. For an unused box, inside out, `exit` becomes NaN, so the box is
		// not hit.
		enter = enter - (k_wayError * Abs(enter) + error);
		exit = exit + (k_wayError * Abs(exit) + error);
		met |= MaskOf(LargerOf(enter, Pair{}) <= exit) << i;
		ways[i] = enter[0];
		ways[i + 1] = enter[1];
	}
	return met & ((1u << node.count) - 1u);
}

// A watched ray visits all edges to which it comes close.
double StrayOf(const LocalRay& ray, const b2AABB& bounds)
{
	if (ray.Watched() == nullptr)
	{
		return 0.0;
	}
	const Vec<double> start = ray.StartApproximation();
	const auto farthest = [](double from, double low, double high)
	{
		return std::max(std::abs(low - from), std::abs(high - from));
	};
	return ray.Watched()->StrayAt(farthest(start.x, bounds.lowerBound.x, bounds.upperBound.x) +
	                              farthest(start.y, bounds.lowerBound.y, bounds.upperBound.y));
}

OutlineWalk::OutlineWalk(const LocalRay& ray, const OutlineData& outline, int turn, OutlineWalkMemory& memory)
    : m_ray(ray), m_outline(outline), m_memory(memory), m_boxes(ray, StrayOf(ray, outline.bounds), turn), m_turn(turn)
{
	m_memory.waiting.clear();
	m_memory.meetings.clear();
	Open(static_cast<int32_t>(outline.tree.nodes.size()) - 1);
}

int OutlineWalk::Compare(const EdgeMeeting& a, const EdgeMeeting& b) const
{
	const auto edgeAt = [&](int32_t place)
	{
		return m_outline.EdgeAt(place);
	};
	return m_turn * CompareMeetings(m_ray, a, b, edgeAt);
}

// True if no waiting node or run can belong to the next group or come before it. Fractions are within 2^-28.
bool OutlineWalk::IsComplete() const
{
	if (m_memory.waiting.empty())
	{
		return true;
	}
	const double way = m_turn * m_memory.meetings[m_next].crossing.fraction;
	return m_memory.waiting.front().way > way + 0x1p-26 * std::abs(way) + k_underflow;
}

std::span<const EdgeMeeting> OutlineWalk::TakeGroup()
{
	const std::vector<EdgeMeeting>& meetings = m_memory.meetings;
	const size_t begin = m_next;
	do
	{
		++m_next;
	} while (m_next < meetings.size() && Compare(meetings[begin], meetings[m_next]) == 0);
	return std::span(meetings).subspan(begin, m_next - begin);
}

std::span<const EdgeMeeting> OutlineWalk::NextGroup(double limit)
{
	std::vector<OutlineWalkMemory::Waiting>& waiting = m_memory.waiting;
	if (m_next == m_memory.meetings.size())
	{
		m_memory.meetings.clear();
		m_next = 0;
	}
	// The margin ensures that an intersection up to the limit is complete when the search stops.
	const double wideLimit = limit + 0x1p-25 * std::abs(limit);
	for (;;)
	{
		if (m_next < m_memory.meetings.size() && IsComplete())
		{
			return TakeGroup();
		}
		if (waiting.empty() || waiting.front().way > wideLimit)
		{
			return {};
		}
		const int32_t node = waiting.front().node;
		std::pop_heap(waiting.begin(), waiting.end(), IsLater());
		waiting.pop_back();
		if (node >= 0)
		{
			Open(node);
		}
		else
		{
			Collect(m_outline.tree.runs[static_cast<size_t>(~node)]);
		}
	}
}

// Puts the node's children on the heap; runs are stored as the complement of their number. If a child comes before
// everything else, it is opened at once.
void OutlineWalk::Open(int32_t number)
{
	std::vector<OutlineWalkMemory::Waiting>& waiting = m_memory.waiting;
	std::array<double, BoxNode::k_width> ways;
	for (;;)
	{
		const BoxNode& node = m_outline.tree.nodes[static_cast<size_t>(number)];
		OutlineWalkMemory::Waiting first{k_endless, -1};
		for (uint32_t met = m_boxes.Meet(node, ways); met != 0; met &= met - 1)
		{
			const int32_t i = std::countr_zero(met);
			const int32_t child = node.first + i;
			OutlineWalkMemory::Waiting next{ways[static_cast<size_t>(i)], node.holdsItems ? ~child : child};
			if (first.way > next.way)
			{
				std::swap(first, next);
			}
			if (next.way < k_endless)
			{
				waiting.push_back(next);
				std::push_heap(waiting.begin(), waiting.end(), IsLater());
			}
		}
		if (first.way == k_endless)
		{
			return;
		}
		if (node.holdsItems || m_next < m_memory.meetings.size() ||
		    (waiting.empty() == false && waiting.front().way < first.way))
		{
			waiting.push_back(first);
			std::push_heap(waiting.begin(), waiting.end(), IsLater());
			return;
		}
		number = first.node;
	}
}

void OutlineWalk::Collect(const EdgeRun& run)
{
	int side = m_ray.SideOf(m_outline.VertexAt(run.place));
	for (int32_t place = run.place; place < run.place + run.count; ++place)
	{
		const int nextSide = m_ray.SideOf(m_outline.VertexAt(place + 1));
		if (IsMeeting(side, nextSide))
		{
			EdgeMeeting meeting = MeetEdge(m_ray, m_outline.EdgeAt(place), place - run.ring, side, nextSide);
			meeting.place = place;
			meeting.orientation = run.orientation;
			if (m_turn * meeting.crossing.vsStart >= 0)
			{
				Insert(meeting);
			}
		}
		side = nextSide;
	}
}

// Inserts behind all intersections that come before it. Intersections in one point are ordered by edge number.
void OutlineWalk::Insert(const EdgeMeeting& meeting)
{
	std::vector<EdgeMeeting>& meetings = m_memory.meetings;
	const auto comesBefore = [&](const EdgeMeeting& a, const EdgeMeeting& b)
	{
		const int order = Compare(a, b);
		return order != 0 ? order < 0 : a.crossing.edge < b.crossing.edge;
	};
	const auto first = meetings.begin() + static_cast<std::ptrdiff_t>(m_next);
	meetings.insert(std::upper_bound(first, meetings.end(), meeting, comesBefore), meeting);
}

// A vertex on the line and its neighbours, in the direction in which the solid is to the left.
struct Corner
{
	b2Vec2 previous, vertex, next;
};

// Calls visit(corner) for the corner with the given place number. If rings touch there, also for the other corners at
// the same point.
template <class Visit>
void ForEachCornerAt(const OutlineData& outline, int32_t place, const Visit& visit)
{
	// A search for the ring of this place. The last place of a ring repeats its first vertex.
	int32_t ring = 0;
	for (size_t low = 0, high = outline.rings.size(); low < high;)
	{
		const size_t middle = (low + high) / 2;
		const bool isBehind = outline.rings[middle].first + static_cast<int32_t>(middle) <= place;
		ring = isBehind ? static_cast<int32_t>(middle) : ring;
		(isBehind ? low : high) = isBehind ? middle + 1 : middle;
	}
	const auto cornerOf = [&](int32_t number, int32_t vertex)
	{
		const int32_t at = vertex + number;
		const Corner corner{outline.VertexAt(outline.PlaceBefore(at, number)), outline.VertexAt(at),
		                    outline.VertexAt(at + 1)};
		return outline.rings[static_cast<size_t>(number)].isReversed
		           ? Corner{corner.next, corner.vertex, corner.previous}
		           : corner;
	};
	const OutlineRing& own = outline.rings[static_cast<size_t>(ring)];
	const int32_t vertex = place - ring == own.first + own.count ? own.first : place - ring;
	visit(cornerOf(ring, vertex));
	if (outline.copies.empty() == false)
	{
		const auto after = [&](int32_t other)
		{
			return outline.copies[static_cast<size_t>(other)];
		};
		for (int32_t other = after(vertex); other != vertex; other = after(other))
		{
			visit(cornerOf(outline.RingOfEdge(other), other));
		}
	}
}

// The direction of an edge from a vertex on the line, as a step of a clockwise turn. Left is 1, ahead is 2, right is 3.
// Straight back is `back`: the first step (0) or the last one (4).
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

// True if the solid contains the directions just beside straight back, at a vertex on the line. `back`: 4 for those on
// the left of the line, 0 for those on its right. Searches clockwise from there for the first edge at the vertex. The
// solid is to the left of an edge that leads on to a next vertex. So the directions are in the solid exactly if the
// first edge is such an edge.
bool IsSolidBehind(const LocalRay& ray, const OutlineData& outline, int32_t place, int back)
{
	struct Arm
	{
		b2Vec2 end{0.0f, 0.0f};
		int step = 5;
		bool leadsOn = false;
	};
	Arm first;
	ForEachCornerAt(outline, place,
	                [&](const Corner& corner)
	                {
		                for (const bool leadsOn : {true, false})
		                {
			                const b2Vec2 end = leadsOn ? corner.next : corner.previous;
			                const int step = StepOf(ray, corner.vertex, end, back);
			                if (step < first.step || (step == first.step && TurnOf(corner.vertex, end, first.end) < 0))
			                {
				                first = {end, step, leadsOn};
			                }
		                }
	                });
	return first.leadsOn;
}

// The sides of the line that are inside just before a group, in the direction of the ray. Exact.
LineSides SidesBefore(const LocalRay& ray, const OutlineData& outline, std::span<const EdgeMeeting> group)
{
	const EdgeMeeting& meeting = group[0];
	const int tailSide = ray.SideOf(outline.VertexAt(meeting.place));
	if (meeting.left && meeting.right)
	{
		const bool isLeaving = (tailSide < 0) == (meeting.orientation > 0);
		return {isLeaving, isLeaving};
	}
	const int32_t place = tailSide == 0 ? meeting.place : meeting.place + 1;
	return {IsSolidBehind(ray, outline, place, 4), IsSolidBehind(ray, outline, place, 0)};
}

constexpr double k_farAhead = std::numeric_limits<double>::infinity();
constexpr int k_ahead = 1;
constexpr int k_back = -1;

thread_local OutlineWalkMemory t_aheadMemory;
thread_local OutlineWalkMemory t_backMemory;

// True if it is proven that the start is not in a box.
bool StartsOff(const LocalRay& ray, const b2AABB& box)
{
	const Vec<double> start = ray.StartApproximation();
	const double error = 2.0 * ray.StartError();
	return box.lowerBound.x - start.x > error || start.x - box.upperBound.x > error ||
	       box.lowerBound.y - start.y > error || start.y - box.upperBound.y > error;
}

// For a line that runs along an edge at the ray's start. True if the line has been in the interior since it last
// entered the solid.
bool WasInterior(const LocalRay& ray, const OutlineData& outline)
{
	OutlineWalk walk(ray, outline, k_back, t_backMemory);
	for (auto group = walk.NextGroup(k_farAhead); group.empty() == false; group = walk.NextGroup(k_farAhead))
	{
		if (group[0].crossing.vsStart < 0)
		{
			const LineSides sides = SidesBefore(ray, outline, group);
			if (sides.left == sides.right)
			{
				return sides.left;
			}
		}
	}
	return false;
}

// The largest way to search for entries. Cutoffs are compared with fractions in double, ways are bounds on exact
// fractions: hence the margin.
double LimitOf(const LocalRay& ray)
{
	const double cutoff = ray.Cutoff();
	return std::min<double>(ray.MaxFraction(), cutoff + 0x1p-20 * std::abs(cutoff));
}

// Calls isEnough(span) for the spans in order, until it returns true.
template <class IsEnough>
void ClipLine(const LocalRay& ray, const OutlineData& outline, const IsEnough& isEnough)
{
	OutlineWalk walk(ray, outline, k_ahead, t_aheadMemory);
	const double end = ray.MaxFraction();
	std::span<const EdgeMeeting> group = walk.NextGroup(StartsOff(ray, outline.bounds) ? LimitOf(ray) : k_farAhead);
	if (group.empty())
	{
		return;
	}
	const auto edgeAt = [&](int32_t place)
	{
		return outline.EdgeAt(place);
	};
	LineFollower follower(ray, edgeAt);
	if (const LineSides sides = SidesBefore(ray, outline, group); sides.IsOutside() == false)
	{
		follower.ComeIn(sides.left, sides.right, sides.IsInterior() || WasInterior(ray, outline));
	}
	// The outline beyond the end of the ray matters only while it is unknown whether the span only grazes.
	while (group.empty() == false &&
	       (group[0].crossing.vsEnd <= 0 || (follower.IsIn() && follower.WasInterior() == false)))
	{
		if (const std::optional<LocalSpan> span = follower.Pass(group); span.has_value() && isEnough(*span))
		{
			return;
		}
		const double limit = follower.WasInterior() ? end : k_farAhead;
		group = walk.NextGroup(follower.IsIn() ? limit : LimitOf(ray));
	}
	if (follower.IsIn())
	{
		if (const std::optional<LocalSpan> span = follower.StayIn())
		{
			isEnough(*span);
		}
	}
}

template <class IsEnough>
void Clip(const LocalRay& ray, const Outline& outline, const IsEnough& isEnough)
{
	if (ray.IsValid() == false)
	{
		return;
	}
	if (ray.IsPoint())
	{
		if (const auto span = SpanOfPoint(ray, LocateStartInOutline(ray, outline) != Location::Outside))
		{
			isEnough(*span);
		}
		return;
	}
	ClipLine(ray, outline.Data(), isEnough);
}

bool IsNear(const OutlineData& data, int32_t place, b2Vec2 point, float reach)
{
	const b2Vec2 a = data.VertexAt(place);
	const b2Vec2 b = data.VertexAt(place + 1);
	const bool isApart = std::min(a.x, b.x) > point.x + reach || std::max(a.x, b.x) < point.x - reach ||
	                     std::min(a.y, b.y) > point.y + reach || std::max(a.y, b.y) < point.y - reach;
	return isApart == false && DistanceToSegment(point, a, b) <= reach;
}

// True if an edge other than the given one is within `reach` of a point. Then a point beside the given edge may lie
// inside the solid.
bool HasOtherEdgeNear(const OutlineData& data, int32_t edge, b2Vec2 point, float reach)
{
	if (reach <= 0.5f * data.clearance)
	{
		const int32_t ring = data.RingOfEdge(edge);
		return IsNear(data, data.PlaceBefore(edge + ring, ring), point, reach) ||
		       IsNear(data, data.PlaceAfter(edge + ring, ring), point, reach);
	}
	const b2Vec2 extent{reach, reach};
	const b2AABB box{point - extent, point + extent};
	bool isNear = false;
	WalkBoxes(
	    data.tree.nodes, [&](const BoxNode& node) { return isNear ? 0u : MeetBox(node, box); },
	    [&](int32_t item)
	    {
		    const EdgeRun& run = data.tree.runs[static_cast<size_t>(item)];
		    for (int32_t place = run.place; place < run.place + run.count; ++place)
		    {
			    isNear = isNear || (place - run.ring != edge && IsNear(data, place, point, reach));
		    }
	    });
	return isNear;
}

} // namespace

Location LocateStartInOutline(const LocalRay& ray, const Outline& outline)
{
	const OutlineData& data = outline.Data();
	if (StartsOff(ray, data.bounds))
	{
		return Location::Outside;
	}
	// Any line through the start will do. If it runs along an edge, one side of it is inside.
	const LocalRay probe = ray.Toward({1.0f, 0.0f});
	OutlineWalk walk(probe, data, k_ahead, t_aheadMemory);
	const std::span<const EdgeMeeting> group = walk.NextGroup(k_farAhead);
	if (group.empty())
	{
		return Location::Outside;
	}
	const LineSides sides = SidesBefore(probe, data, group);
	if (group[0].crossing.vsStart == 0 || sides.left != sides.right)
	{
		return Location::Boundary;
	}
	return sides.IsInterior() ? Location::Inside : Location::Outside;
}

void ClipOutlineLocal(const LocalRay& ray, const Outline& outline, std::vector<LocalSpan>& spans)
{
	spans.clear();
	Clip(ray, outline,
	     [&](const LocalSpan& span)
	     {
		     spans.push_back(span);
		     return false;
	     });
}

size_t ClipOutlinePartLocal(const LocalRay& ray, const Outline& outline, size_t skipped, std::span<LocalSpan> spans)
{
	size_t passed = 0;
	Clip(ray, outline,
	     [&](const LocalSpan& span)
	     {
		     if (passed >= skipped)
		     {
			     spans[passed - skipped] = span;
		     }
		     passed += 1;
		     return passed == skipped + spans.size();
	     });
	return passed > skipped ? passed - skipped : 0;
}

std::optional<LocalSpan> ClipOutlineFirstLocal(const LocalRay& ray, const Outline& outline)
{
	std::optional<LocalSpan> first;
	Clip(ray, outline,
	     [&](const LocalSpan& span)
	     {
		     first = span;
		     return true;
	     });
	return first;
}

void ToSurface(const LocalSpan& span, const Ray& ray, const b2Transform& pose, const Outline& outline, RaySpan& out)
{
	const auto isOff = [&](b2Vec2 point, const LocalCrossing&, b2Vec2)
	{
		return LocateStartInOutline(LocalRay(Ray{point, {1.0f, 0.0f}}, pose), outline) != Location::Inside;
	};
	const auto isNearCorner = [&](const LocalCrossing& crossing, b2Vec2 point)
	{
		const Vec<double> local = InverseTurn(pose.q, Lift<double>(point) - Lift<double>(pose.p));
		const double reach = 8.0 * std::max(RoundingUnit(Lift<double>(point), point), RoundingUnit(local, pose.p));
		return HasOtherEdgeNear(outline.Data(), crossing.edge, ToFloat(local), static_cast<float>(reach));
	};
	ToSurface(span, ray, pose, out, isOff, isNearCorner);
}

void ClipOutline(const Ray& ray, const Outline& outline, std::vector<RaySpan>& spans)
{
	ClipOutline(ray, outline, NoMove(), spans);
}

void ClipOutline(const Ray& ray, const Outline& outline, const b2Transform& pose, std::vector<RaySpan>& spans)
{
	thread_local std::vector<LocalSpan> localSpans;
	ClipOutlineLocal(LocalRay(ray, pose), outline, localSpans);
	spans.clear();
	for (const LocalSpan& span : localSpans)
	{
		ToSurface(span, ray, pose, outline, spans.emplace_back());
	}
}

std::optional<RaySpan> ClipOutlineFirst(const Ray& ray, const Outline& outline)
{
	return ClipOutlineFirst(ray, outline, NoMove());
}

std::optional<RaySpan> ClipOutlineFirst(const Ray& ray, const Outline& outline, const b2Transform& pose)
{
	const std::optional<LocalSpan> span = ClipOutlineFirstLocal(LocalRay(ray, pose), outline);
	std::optional<RaySpan> out;
	if (span)
	{
		ToSurface(*span, ray, pose, outline, out.emplace());
	}
	return out;
}

Location LocateInOutline(b2Vec2 point, const Outline& outline)
{
	const LocalRay ray(Ray{point, {0.0f, 0.0f}, 0.0f});
	return ray.IsValid() ? LocateStartInOutline(ray, outline) : Location::Outside;
}

} // namespace ricochet
