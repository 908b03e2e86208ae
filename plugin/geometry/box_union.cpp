// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/outline_rings.h>

#include "geometry/checker.h"
#include "geometry/with_memory.h"

#include <algorithm>
#include <tuple>

namespace ricochet
{

namespace
{

// An interval of the y axis. `low` and `high` are indices into the sorted y coordinates of all boxes.
struct Interval
{
	int32_t low, high;
};

// Counts how many boxes cover each interval of a vertical line that sweeps over them. It is a segment tree.
class Coverage
{
public:
	explicit Coverage(int32_t count) : m_count(count), m_nodes(4 * static_cast<size_t>(count)) {}

	// Adds one box that covers the interval. Appends the parts that no box covered before.
	void Cover(Interval part, std::vector<Interval>& changed) { Change(1, {0, m_count}, part, 1, false, changed); }

	// Removes one box that covers the interval. Appends the parts that no box covers any more.
	void Uncover(Interval part, std::vector<Interval>& changed) { Change(1, {0, m_count}, part, -1, false, changed); }

private:
	struct Node
	{
		int32_t boxes = 0; // the number of boxes that cover this node but not the whole node above it
		bool isFull = false;
		bool isEmpty = true;
	};

	// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
	void Change(size_t n, Interval of, Interval part, int32_t by, bool isCovered, std::vector<Interval>& changed)
	{
		Node& node = m_nodes[n];
		if (part.low <= of.low && of.high <= part.high)
		{
			const bool wasBare = node.boxes == 0;
			node.boxes += by;
			Update(n, of);
			if (isCovered == false && (wasBare || node.boxes == 0))
			{
				AddGaps(n, of, changed);
			}
			return;
		}
		const int32_t middle = of.low + (of.high - of.low) / 2;
		const bool below = isCovered || node.boxes > 0;
		if (part.low < middle)
		{
			Change(2 * n, {of.low, middle}, part, by, below, changed);
		}
		if (part.high > middle)
		{
			Change(2 * n + 1, {middle, of.high}, part, by, below, changed);
		}
		Update(n, of);
	}

	void Update(size_t n, Interval of)
	{
		Node& node = m_nodes[n];
		const bool isLeaf = of.high - of.low == 1;
		node.isFull = node.boxes > 0 || (isLeaf == false && m_nodes[2 * n].isFull && m_nodes[2 * n + 1].isFull);
		node.isEmpty = node.boxes == 0 && (isLeaf || (m_nodes[2 * n].isEmpty && m_nodes[2 * n + 1].isEmpty));
	}

	// Adds the parts of this node that no box in the nodes below covers. Boxes that cover the node itself do not count.
	// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
	void AddGaps(size_t n, Interval of, std::vector<Interval>& gaps) const
	{
		if (of.high - of.low == 1 || (m_nodes[2 * n].isEmpty && m_nodes[2 * n + 1].isEmpty))
		{
			gaps.push_back(of);
			return;
		}
		const int32_t middle = of.low + (of.high - of.low) / 2;
		for (const auto& [child, half] :
		     {std::pair{2 * n, Interval{of.low, middle}}, std::pair{2 * n + 1, Interval{middle, of.high}}})
		{
			if (m_nodes[child].isEmpty)
			{
				gaps.push_back(half);
			}
			else if (m_nodes[child].isFull == false)
			{
				AddGaps(child, half, gaps);
			}
		}
	}

	int32_t m_count;
	std::vector<Node> m_nodes;
};

// A vertical side of the union, from one corner to the next.
struct Side
{
	float x;
	Interval heights;
	bool isLeft; // true: a left side of the solid
};

// The sweep line reaches the left or the right side of a box.
struct Event
{
	float x;
	bool isEnd;
	Interval heights;
};

int32_t NumberOf(float y, const std::vector<float>& heights)
{
	return static_cast<int32_t>(std::lower_bound(heights.begin(), heights.end(), y) - heights.begin());
}

std::vector<float> HeightsOf(std::span<const b2AABB> boxes)
{
	std::vector<float> heights;
	heights.reserve(2 * boxes.size());
	for (const b2AABB& box : boxes)
	{
		heights.push_back(box.lowerBound.y);
		heights.push_back(box.upperBound.y);
	}
	std::sort(heights.begin(), heights.end());
	heights.erase(std::unique(heights.begin(), heights.end()), heights.end());
	return heights;
}

// At one x, events that begin a box come before events that end one. So a side that two boxes share is no side of the
// union.
std::vector<Event> EventsOf(std::span<const b2AABB> boxes, const std::vector<float>& heights)
{
	std::vector<Event> events;
	events.reserve(2 * boxes.size());
	for (const b2AABB& box : boxes)
	{
		const Interval covered{NumberOf(box.lowerBound.y, heights), NumberOf(box.upperBound.y, heights)};
		events.push_back({box.lowerBound.x, false, covered});
		events.push_back({box.upperBound.x, true, covered});
	}
	std::sort(events.begin(), events.end(),
	          [](const Event& a, const Event& b) { return std::tie(a.x, a.isEnd) < std::tie(b.x, b.isEnd); });
	return events;
}

void AddSides(float x, bool isLeft, std::vector<Interval>& parts, std::vector<Side>& sides)
{
	std::sort(parts.begin(), parts.end(), [](const Interval& a, const Interval& b) { return a.low < b.low; });
	for (size_t i = 0; i < parts.size(); ++i)
	{
		if (i > 0 && parts[i - 1].high == parts[i].low)
		{
			sides.back().heights.high = parts[i].high;
		}
		else
		{
			sides.push_back({x, parts[i], isLeft});
		}
	}
	parts.clear();
}

std::vector<Side> SidesOf(std::span<const b2AABB> boxes, const std::vector<float>& heights)
{
	const std::vector<Event> events = EventsOf(boxes, heights);
	Coverage coverage(static_cast<int32_t>(heights.size()) - 1);
	std::vector<Side> sides;
	std::vector<Interval> parts;
	for (size_t i = 0; i < events.size(); ++i)
	{
		const Event& event = events[i];
		event.isEnd ? coverage.Uncover(event.heights, parts) : coverage.Cover(event.heights, parts);
		if (i + 1 == events.size() || event.x != events[i + 1].x || event.isEnd != events[i + 1].isEnd)
		{
			AddSides(event.x, event.isEnd == false, parts, sides);
		}
	}
	return sides;
}

// Returns for each end of a side, lower and upper, the end to which a horizontal side leads.
// Along one height, the ends are sorted by x. A horizontal side joins the first end to the second, the third to the
// fourth, and so on.
std::vector<size_t> OppositeEnds(const std::vector<Side>& sides)
{
	struct End
	{
		int32_t height;
		float x;
		size_t number;
	};
	std::vector<End> ends;
	ends.reserve(2 * sides.size());
	for (size_t i = 0; i < sides.size(); ++i)
	{
		ends.push_back({sides[i].heights.low, sides[i].x, 2 * i});
		ends.push_back({sides[i].heights.high, sides[i].x, 2 * i + 1});
	}
	std::sort(ends.begin(), ends.end(),
	          [](const End& a, const End& b)
	          { return std::tie(a.height, a.x, a.number) < std::tie(b.height, b.x, b.number); });
	std::vector<size_t> opposite(ends.size());
	for (size_t i = 0; i < ends.size(); i += 2)
	{
		opposite[ends[i].number] = ends[i + 1].number;
		opposite[ends[i + 1].number] = ends[i].number;
	}
	return opposite;
}

OutlineRings RingsOf(const std::vector<Side>& sides, const std::vector<float>& heights)
{
	const std::vector<size_t> opposite = OppositeEnds(sides);
	OutlineRings rings;
	rings.vertices.reserve(opposite.size());
	std::vector<bool> isDone(sides.size());
	for (size_t first = 0; first < sides.size(); ++first)
	{
		if (isDone[first])
		{
			continue;
		}
		rings.ringStarts.push_back(static_cast<int32_t>(rings.vertices.size()));
		for (size_t i = first; isDone[i] == false;)
		{
			isDone[i] = true;
			const Side& side = sides[i];
			const b2Vec2 low{side.x, heights[static_cast<size_t>(side.heights.low)]};
			const b2Vec2 high{side.x, heights[static_cast<size_t>(side.heights.high)]};
			rings.vertices.push_back(side.isLeft ? high : low);
			rings.vertices.push_back(side.isLeft ? low : high);
			i = opposite[2 * i + (side.isLeft ? 0 : 1)] / 2;
		}
	}
	return rings;
}

Result<> CheckBoxes(std::span<const b2AABB> boxes)
{
	Checker checker;
	checker.Count("boxes", boxes.size(), 1);
	for (size_t i = 0; i < boxes.size(); ++i)
	{
		const auto index = static_cast<int32_t>(i);
		checker.Finite("boxes", boxes[i].lowerBound, index).Finite("boxes", boxes[i].upperBound, index);
		for (const double length : {static_cast<double>(boxes[i].upperBound.x) - boxes[i].lowerBound.x,
		                            static_cast<double>(boxes[i].upperBound.y) - boxes[i].lowerBound.y})
		{
			checker.Require(length > 0.0, {ErrorReason::NotPositive, "boxes", index, length});
		}
	}
	return checker.Outcome();
}

} // namespace

Result<OutlineRings> UniteBoxes(std::span<const b2AABB> boxes) noexcept
{
	if (const Result<> checked = CheckBoxes(boxes); !checked)
	{
		return checked.GetError();
	}
	return WithMemory(
	    [&]() -> Result<OutlineRings>
	    {
		    const std::vector<float> heights = HeightsOf(boxes);
		    return RingsOf(SidesOf(boxes, heights), heights);
	    });
}

} // namespace ricochet
