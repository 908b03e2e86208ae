// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/outline_walk.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace ricochet
{

namespace
{

constexpr double k_endless = std::numeric_limits<double>::infinity();

// What a bound on a way is widened by. The translation is within 2^-40 of the truth where a bound is taken from it;
// that leaves 2^-41 for the rounding of a difference and a product.
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

} // namespace

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

RayOverBoxes::RayOverBoxes(const LocalRay& ray, int turn)
    : m_x(ray.StartApproximation().x, ray.StartError(), turn * ray.TranslationApproximation().x,
          ray.TranslationError()),
      m_y(ray.StartApproximation().y, ray.StartError(), turn * ray.TranslationApproximation().y, ray.TranslationError())
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
		// The larger of two numbers is off by no more than the one that it is. Nothing is met where both are infinite.
		enter = enter - (k_wayError * Abs(enter) + error);
		exit = exit + (k_wayError * Abs(exit) + error);
		met |= MaskOf(LargerOf(enter, Pair{}) <= exit) << i;
		ways[i] = enter[0];
		ways[i + 1] = enter[1];
	}
	return met & ((1u << node.count) - 1u);
}

OutlineWalk::OutlineWalk(const LocalRay& ray, const OutlineData& outline, int turn, OutlineWalkMemory& memory)
    : m_ray(ray), m_outline(outline), m_memory(memory), m_boxes(ray, turn), m_turn(turn)
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

// True if nothing that waits can belong to the next group or come before it. Fractions are within 2^-28.
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
	// So far beyond the limit that a meeting up to it is complete by then.
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

// What is in a node waits; runs under their number's complement. What comes first of all is opened at once.
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

// Behind all that come before it, and in one point by the number of the edge.
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

} // namespace ricochet
