// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/obstacle.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace ricochet
{

// The lower envelope of obstacles: the nearest obstacle in every direction. It is a sorted list of pieces, with gaps
// where there is no obstacle. The envelope of n obstacles is the merge of the envelopes of two halves of them.
// Obstacles may touch, overlap and cross.
// Source: Hershberger, "Finding the upper envelope of n line segments in O(n log n) time", Information Processing
// Letters 33 (1989).
//
// A View defines directions: PointView from an eye, ParallelView from infinity. It has
//   Key                                                  a direction
//   Compare(key, key) -> int                             exact, a total order
//   CompareAt(obstacle, obstacle, key) -> int            the exact sign of GapAt, for two walls that both cover the key
//   GapAt(obstacle, obstacle, key) -> double             the difference of their distances, relative to the numbers
//                                                        that it is computed from
//   IsFar(obstacle, point) -> bool                       the point is on the far side of a circle, or at the eye
//   KeyOfPoint(point) -> Key                             the direction of a point
//   Within(key, from, to) -> Key                         moves a crossing into an interval that it left by rounding
//   Between(key, key) -> Key                             a direction between two, less than a half turn apart
//   Keys(obstacle) -> {from, to}
//   PlaceOf(obstacle) -> double                          where it begins, for sorting
//   IsNeedle(from, to) -> bool                           no wider than the rounding error of a circle's ends

template <class View>
struct Piece
{
	typename View::Key from, to;
	const Obstacle* obstacle;
};

template <class View>
class EnvelopeMerge
{
public:
	using Key = typename View::Key;
	using Pieces = std::vector<Piece<View>>;

	/// Appends the envelope of two envelopes to `out`. Requires: neither is empty, but `out` is.
	EnvelopeMerge(std::span<const Piece<View>> a, std::span<const Piece<View>> b, Pieces& out) : m_out(out)
	{
		size_t i = 0;
		size_t j = 0;
		Key at = View::Compare(a[0].from, b[0].from) < 0 ? a[0].from : b[0].from;
		while (i < a.size() && j < b.size())
		{
			const Key fromA = Later(a[i].from, at);
			const Key fromB = Later(b[j].from, at);
			const int first = View::Compare(fromA, fromB);
			if (first < 0)
			{
				at = Earlier(a[i].to, fromB);
				Append(fromA, at, a[i].obstacle);
			}
			else if (first > 0)
			{
				at = Earlier(b[j].to, fromA);
				Append(fromB, at, b[j].obstacle);
			}
			else
			{
				at = Earlier(a[i].to, b[j].to);
				AppendNearer(fromA, at, a[i].obstacle, b[j].obstacle);
			}
			i += View::Compare(a[i].to, at) <= 0 ? 1 : 0;
			j += View::Compare(b[j].to, at) <= 0 ? 1 : 0;
		}
		AppendRest(a.subspan(i), at);
		AppendRest(b.subspan(j), at);
	}

	/// True if two obstacles were found at one place, so that the result depends on the world's order.
	[[nodiscard]] bool MetTie() const { return m_metTie; }

private:
	static Key Later(const Key& a, const Key& b) { return View::Compare(a, b) < 0 ? b : a; }
	static Key Earlier(const Key& a, const Key& b) { return View::Compare(a, b) <= 0 ? a : b; }

	void Append(const Key& from, const Key& to, const Obstacle* obstacle)
	{
		if (View::Compare(from, to) >= 0)
		{
			return;
		}
		if (m_out.empty() == false && m_out.back().obstacle == obstacle && View::Compare(m_out.back().to, from) == 0)
		{
			m_out.back().to = to;
			return;
		}
		m_out.push_back({from, to, obstacle});
	}

	void AppendRest(std::span<const Piece<View>> rest, const Key& at)
	{
		if (rest.empty() == false)
		{
			Append(Later(rest[0].from, at), rest[0].to, rest[0].obstacle);
			m_out.insert(m_out.end(), rest.begin() + 1, rest.end());
		}
	}

	// Returns the nearer of two obstacles. `sign` is the sign of the difference of their distances.
	const Obstacle* NearerOf(int sign, const Obstacle* a, const Obstacle* b)
	{
		m_metTie = m_metTie || sign == 0;
		return sign < 0 || (sign == 0 && Precedes(*a, *b)) ? a : b;
	}

	// Requires: both cover [from, to].
	void AppendNearer(const Key& from, const Key& to, const Obstacle* a, const Obstacle* b)
	{
		if (a->kind == ObstacleKind::Block || b->kind == ObstacleKind::Block)
		{
			const int sign = (b->kind == ObstacleKind::Block ? 1 : 0) - (a->kind == ObstacleKind::Block ? 1 : 0);
			Append(from, to, NearerOf(sign, a, b));
		}
		else if (AreStraight(*a, *b))
		{
			AppendNearerStraight(from, to, a, b);
		}
		else
		{
			AppendNearerCurved(from, to, a, b);
		}
	}

	// Finds the keys where two obstacles may swap their order, unsorted. Returns their number.
	static int FindCrossings(const Obstacle& a, const Obstacle& b, Key* keys)
	{
		const CommonPoints common = CommonPointsOf(a, b);
		int count = 0;
		for (int i = 0; i < common.count; ++i)
		{
			// The near side of a circle faces the eye; points on the far side do not count.
			const Vec<double>& p = common.points[static_cast<size_t>(i)];
			if (View::IsFar(a, p) == false && View::IsFar(b, p) == false)
			{
				keys[count++] = View::KeyOfPoint(p);
			}
		}
		return count;
	}

	void AppendNearerStraight(const Key& from, const Key& to, const Obstacle* a, const Obstacle* b)
	{
		const int atFrom = View::CompareAt(*a, *b, from);
		const int atTo = View::CompareAt(*a, *b, to);
		if (atFrom * atTo >= 0)
		{
			Append(from, to, NearerOf(atFrom + atTo, a, b));
			return;
		}
		Key crossings[2] = {to, to};
		FindCrossings(*a, *b, crossings);
		const Key crossing = View::Within(crossings[0], from, to);
		Append(from, crossing, atFrom < 0 ? a : b);
		Append(crossing, to, atFrom < 0 ? b : a);
	}

	// Compares two curves between two directions between which they do not swap their order. Returns the sign of their
	// gap, or 0 if rounding leaves the sign open. In a direction in which the curves touch, the sign is open. So if the
	// middle direction does not decide, two others are tried.
	static int CompareBetween(const Key& from, const Key& to, const Obstacle& a, const Obstacle& b)
	{
		constexpr double k_rounding = 0x1p-44;
		const Key middle = View::Between(from, to);
		for (const Key& key : {middle, View::Between(from, middle), View::Between(middle, to)})
		{
			const double gap = View::GapAt(a, b, key);
			if (std::abs(gap) > k_rounding)
			{
				return gap < 0.0 ? -1 : 1;
			}
		}
		return 0;
	}

	void AppendNearerCurved(const Key& from, const Key& to, const Obstacle* a, const Obstacle* b)
	{
		Key crossings[2] = {to, to};
		if (FindCrossings(*a, *b, crossings) == 2 && View::Compare(crossings[1], crossings[0]) < 0)
		{
			std::swap(crossings[0], crossings[1]);
		}
		// Where curves touch, rounding may make them cross twice. If rounding leaves a part open, the part goes to the
		// obstacle of the neighbouring part. So the result does not depend on which of several curves at one place is
		// compared.
		const Obstacle* nearer = nullptr;
		Key appended = from;
		Key begin = from;
		for (const Key& next : {crossings[0], crossings[1], to})
		{
			const Key end = Earlier(next, to);
			if (View::Compare(begin, end) >= 0)
			{
				continue;
			}
			if (const int sign = CompareBetween(begin, end, *a, *b); sign != 0)
			{
				nearer = sign < 0 ? a : b;
			}
			if (nearer != nullptr)
			{
				Append(appended, end, nearer);
				appended = end;
			}
			begin = end;
		}
		if (nearer == nullptr)
		{
			Append(from, to, NearerOf(0, a, b));
		}
	}

	Pieces& m_out;
	bool m_metTie = false;
};

/// Merges envelopes pair by pair and reuses its buffers.
template <class View>
class EnvelopeBuilder
{
public:
	using Pieces = std::vector<Piece<View>>;

	/// The envelope of obstacles. They must keep their addresses as long as it is used. Valid until the next call.
	const Pieces& Build(std::span<const Obstacle> obstacles)
	{
		return Build(obstacles, [](size_t) { return true; });
	}

	/// The envelope of the obstacles for whose index isIn(size_t) -> bool is true.
	template <class IsIn>
	const Pieces& Build(std::span<const Obstacle> obstacles, const IsIn& isIn)
	{
		m_pieces.clear();
		m_begins.clear();
		m_metTie = false;
		Arrange(obstacles, isIn);
		for (size_t i = 0; i < m_order.size(); ++i)
		{
			m_begins.push_back(m_pieces.size());
			AppendPieces(obstacles[m_order[i].index]);
			// Works like the carry of a binary counter. As soon as there are two envelopes of 2^k obstacles, they
			// become one of 2^(k + 1). So the merged data is still in the cache.
			for (size_t count = i + 1; count % 2 == 0; count /= 2)
			{
				MergeLastTwo();
			}
		}
		while (m_begins.size() > 1)
		{
			MergeLastTwo();
		}
		return m_pieces;
	}

	/// EnvelopeMerge::MetTie of the latest Build.
	[[nodiscard]] bool MetTie() const { return m_metTie; }

private:
	struct Sorted
	{
		double key;
		uint32_t index;
	};

	// Sorts by direction, so that an obstacle is soon merged with those that it hides. If circles touch, the result
	// depends on the order by a rounding error. This order does not depend on how the obstacles were found.
	template <class IsIn>
	void Arrange(std::span<const Obstacle> obstacles, const IsIn& isIn)
	{
		m_order.clear();
		for (size_t i = 0; i < obstacles.size(); ++i)
		{
			if (isIn(i))
			{
				const double key = View::PlaceOf(obstacles[i]);
				m_order.push_back({std::isnan(key) ? 0.0 : key, static_cast<uint32_t>(i)});
			}
		}
		std::sort(m_order.begin(), m_order.end(),
		          [&](const Sorted& a, const Sorted& b)
		          { return a.key != b.key ? a.key < b.key : LiesBefore(obstacles[a.index], obstacles[b.index]); });
	}

	void AppendPieces(const Obstacle& obstacle)
	{
		const auto [from, to] = View::Keys(obstacle);
		if (View::Compare(from, to) < 0)
		{
			m_pieces.push_back({from, to, &obstacle});
			return;
		}
		// The obstacle covers the direction at which the sweep begins, so it is split into two pieces there.
		if (View::Compare(View::Begin(), to) < 0)
		{
			m_pieces.push_back({View::Begin(), to, &obstacle});
		}
		if (View::Compare(from, View::End()) < 0)
		{
			m_pieces.push_back({from, View::End(), &obstacle});
		}
	}

	void MergeLastTwo()
	{
		const size_t middle = m_begins.back();
		m_begins.pop_back();
		const size_t begin = m_begins.back();
		const std::span<const Piece<View>> all(m_pieces);
		if (begin < middle && middle < all.size())
		{
			m_merged.clear();
			const EnvelopeMerge<View> merge(all.subspan(begin, middle - begin), all.subspan(middle), m_merged);
			m_metTie = m_metTie || merge.MetTie();
			m_pieces.erase(m_pieces.begin() + static_cast<std::ptrdiff_t>(begin), m_pieces.end());
			m_pieces.insert(m_pieces.end(), m_merged.begin(), m_merged.end());
		}
	}

	Pieces m_pieces; // the envelopes that wait to be merged, one behind the other
	Pieces m_merged;
	std::vector<Sorted> m_order;
	std::vector<size_t> m_begins;
	bool m_metTie = false;
};

} // namespace ricochet
