// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/edge_meetings.h"
#include "geometry/outline_data.h"
#include "geometry/pair.h"

#include <span>
#include <vector>

namespace ricochet
{

/// Which hand of the line is inside.
struct LineSides
{
	bool left, right;

	[[nodiscard]] bool IsInterior() const { return left && right; }
	[[nodiscard]] bool IsOutside() const { return left == false && right == false; }
};

/// The boxes of a tree as a ray meets them, from its start on ahead (turn 1) or back (turn -1).
class RayOverBoxes
{
public:
	RayOverBoxes(const LocalRay& ray, int turn);

	/// For each box of a node a lower bound on the way at which the line is in it: turn times the exact fraction. Bits
	/// of the boxes that the line may meet, from the start on.
	uint32_t Meet(const BoxNode& node, std::array<double, BoxNode::k_width>& ways) const;

private:
	// A coordinate along the ray: box edges at x are met at (x - start) * perLength.
	struct Axis
	{
		enum class Kind
		{
			Sloped,   // with certainty
			Parallel, // exactly
			Unknown   // too short to tell
		};
		Kind kind;
		bool ascends;
		double start, startError, perLength, error;

		Axis(double from, double fromError, double way, double wayError);
		void Clip(Pair low, Pair high, Pair& enter, Pair& exit) const;
	};

	Axis m_x, m_y;
};

/// What a walk keeps from one to the next, so that it need not allocate.
struct OutlineWalkMemory
{
	struct Waiting
	{
		double way; ///< bound, see RayOverBoxes
		int32_t node;
	};
	std::vector<Waiting> waiting; ///< a heap with the least way on top
	std::vector<EdgeMeeting> meetings;
};

/// Goes along the line of a ray from its start and gives the meetings with the edges of an outline, group by group:
/// those in one point, in the order of their edges. Looks at no more of the outline than it must. Source: best-first
/// search, Hjaltason and Samet, "Distance browsing in spatial databases", TODS 24 (1999).
class OutlineWalk
{
public:
	/// Ahead (turn 1) over all t >= 0, or back (turn -1) over all t <= 0. Requires: valid, not a point.
	OutlineWalk(const LocalRay& ray, const OutlineData& outline, int turn, OutlineWalkMemory& memory);

	/// The next group, valid until the next call. Empty: there is none up to turn * t = limit; a larger limit goes on.
	/// One beyond the limit may be given.
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
	size_t m_next = 0; // of the meetings, the first one that was not given
};

/// On which hands the line is inside just before a group, in the direction of the ray. Exact.
[[nodiscard]] LineSides SidesBefore(const LocalRay& ray, const OutlineData& outline,
                                    std::span<const EdgeMeeting> group);

} // namespace ricochet
