// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/sum_hull.h"

#include <algorithm>

namespace ricochet
{

namespace
{

// Two rotations of a float vector in doubles lose less than this share of its coordinates.
constexpr double k_turnError = 0x1p-49;

Approximation TurnedBy(const RelativeTurn& turn, const Vec<double>& v)
{
	return {turn.Of(v), turn.IsNone() ? 0.0 : k_turnError * (std::abs(v.x) + std::abs(v.y)) + k_underflow};
}

Approximation ApproximationOf(const SumVertex& v)
{
	const Vec<double> value = Lift<double>(v.still) - v.moving->turned;
	return {value, v.moving->error + k_unitRoundoff * (std::abs(value.x) + std::abs(value.y))};
}

Approximation AlongOf(const SumEdge& edge)
{
	const Vec<double> along = Lift<double>(edge.to) - Lift<double>(edge.from);
	return edge.isOfMoving ? TurnedBy(*edge.tail.turn, Vec<double>{} - along) : Approximation{along, 0.0};
}

// The start of the ray relative to a vertex.
Approximation OffsetOf(const LocalRay& ray, const SumVertex& v)
{
	const Approximation vertex = ApproximationOf(v);
	const Vec<double> offset = ray.StartApproximation() - vertex.value;
	return {offset, ray.StartError() + vertex.error};
}

} // namespace

double SumEdge::CertainHeight(const LocalRay& ray) const
{
	const Approximation offset = OffsetOf(ray, tail);
	const Approximation along = AlongOf(*this);
	return CertainOr(CrossEstimate(offset.value, offset.error, along.value, along.error),
	                 [&] { return Height<Exact>(ray); });
}

double SumEdge::CertainSlope(const LocalRay& ray) const
{
	const Approximation along = AlongOf(*this);
	return CertainOr(CrossEstimate(ray.TranslationApproximation(), ray.TranslationError(), along.value, along.error),
	                 [&] { return Slope<Exact>(ray); });
}

Vec<double> SumEdge::AlongInDouble() const
{
	return AlongOf(*this).value;
}

Vec<double> SumEdge::Normal() const
{
	const Vec<double> along = AlongInDouble();
	return {along.y, -along.x};
}

// An edge of one of the two hulls, by the index of the vertex where it begins.
struct SumHull::Side
{
	Vec<double> along;
	double error;
	uint32_t vertex;
	bool isOfMoving;
	bool isPoint;
	int half = 0; // 0: less than half a turn counter-clockwise from the reference direction
};

namespace
{

// Memory for one sum, kept for each thread.
template <class T>
std::vector<T>& MemoryOf()
{
	thread_local std::vector<T> memory;
	memory.clear();
	return memory;
}

} // namespace

SumHull::SumHull(std::span<const b2Vec2> still, std::span<const b2Vec2> moving, const RelativeTurn& turn)
    : m_still(still), m_moving(moving), m_turn(turn), m_turned(MemoryOf<TurnedVertex>()), m_corners(MemoryOf<Corner>())
{
	TurnMoving();
	std::vector<Side>& sides = MemoryOf<Side>();
	ListSides(sides);
	const auto reference =
	    std::find_if(sides.begin(), sides.end(), [](const Side& side) { return side.isPoint == false; });
	if (reference == sides.end())
	{
		m_corners.push_back({0, 0, false});
		return;
	}
	const Side first = *reference;
	for (Side& side : sides)
	{
		side.half = HalfOf(first, side);
	}
	const auto stillCount = static_cast<size_t>(
	    std::count_if(sides.begin(), sides.end(), [](const Side& side) { return side.isOfMoving == false; }));
	Merge(std::span(sides).first(stillCount), std::span(sides).subspan(stillCount));
}

void SumHull::TurnMoving()
{
	for (const b2Vec2& v : m_moving)
	{
		const Approximation turned = TurnedBy(m_turn, Lift<double>(v));
		m_turned.push_back({v, turned.value, turned.error});
	}
}

// Lists the edges of the static hull first. A hull of one vertex has none.
void SumHull::ListSides(std::vector<Side>& sides) const
{
	const auto add = [&](std::span<const b2Vec2> vertices, bool isOfMoving)
	{
		for (size_t i = 0; i < vertices.size() && vertices.size() > 1; ++i)
		{
			const b2Vec2 from = vertices[i];
			const b2Vec2 to = vertices[(i + 1) % vertices.size()];
			const Vec<double> along = Lift<double>(to) - Lift<double>(from);
			const Approximation turned =
			    isOfMoving ? TurnedBy(m_turn, Vec<double>{} - along) : Approximation{along, 0.0};
			sides.push_back({turned.value, turned.error, static_cast<uint32_t>(i), isOfMoving, from == to});
		}
	};
	add(m_still, false);
	add(m_moving, true);
}

Vec<Exact> SumHull::ExactAlong(const Side& side) const
{
	const std::span<const b2Vec2> vertices = side.isOfMoving ? m_moving : m_still;
	const Vec<Exact> along =
	    Lift<Exact>(vertices[(side.vertex + 1) % vertices.size()]) - Lift<Exact>(vertices[side.vertex]);
	return side.isOfMoving ? Vec<Exact>{} - m_turn.Of(along) : along;
}

int SumHull::CrossSign(const Side& a, const Side& b) const
{
	return SignOf(CertainOr(CrossEstimate(a.along, a.error, b.along, b.error),
	                        [&] { return Cross(ExactAlong(a), ExactAlong(b)); }));
}

// Returns 0 for directions less than half a turn counter-clockwise from the reference, 1 for the others.
int SumHull::HalfOf(const Side& reference, const Side& side) const
{
	const int cross = CrossSign(reference, side);
	// If the two are parallel, doubles suffice to decide whether they have the same direction.
	const bool isAhead = cross > 0 || (cross == 0 && Dot(reference.along, side.along) >= 0.0);
	return isAhead ? 0 : 1;
}

// Merges both lists by direction. Walks each list once around, starting at its first direction of half 0 (HalfOf).
void SumHull::Merge(std::span<const Side> still, std::span<const Side> moving)
{
	const auto beginOf = [](std::span<const Side> sides)
	{
		size_t begin = 0;
		int before = 0;
		for (size_t i = 0; i < sides.size(); ++i)
		{
			before = sides[i].isPoint ? before : sides[i].half; // ends as the half of the last edge with a length
		}
		for (size_t i = 0; i < sides.size(); ++i)
		{
			if (sides[i].isPoint == false)
			{
				if (before == 1 && sides[i].half == 0)
				{
					begin = i;
				}
				before = sides[i].half;
			}
		}
		return begin;
	};
	struct Round
	{
		std::span<const Side> sides;
		size_t next;
		size_t taken = 0;

		[[nodiscard]] bool IsOver() const { return taken == sides.size(); }
		[[nodiscard]] const Side& Next() const { return sides[next]; }
		[[nodiscard]] uint32_t Vertex() const { return sides.empty() ? 0 : sides[next].vertex; }
		void Take()
		{
			next = (next + 1) % sides.size();
			++taken;
		}
	};
	Round a{still, beginOf(still)};
	Round b{moving, beginOf(moving)};
	const auto isStillNext = [&]
	{
		if (a.IsOver() || b.IsOver())
		{
			return b.IsOver();
		}
		if (a.Next().isPoint || b.Next().isPoint)
		{
			return a.Next().isPoint;
		}
		return a.Next().half != b.Next().half ? a.Next().half < b.Next().half : CrossSign(a.Next(), b.Next()) >= 0;
	};
	while ((a.IsOver() && b.IsOver()) == false)
	{
		const bool isStill = isStillNext();
		m_corners.push_back({a.Vertex(), b.Vertex(), isStill == false});
		(isStill ? a : b).Take();
	}
	// Ties between edges go to the lower index, so the sum starts with the static hull's first edge.
	const auto first = std::find_if(m_corners.begin(), m_corners.end(),
	                                [](const Corner& c) { return c.isEdgeOfMoving == false && c.still == 0; });
	if (first != m_corners.end())
	{
		std::rotate(m_corners.begin(), first, m_corners.end());
	}
}

SumVertex SumHull::At(size_t i) const
{
	const Corner& corner = m_corners[i];
	return {m_still[corner.still], &m_turned[corner.moving], &m_turn};
}

SumEdge SumHull::EdgeAt(size_t i) const
{
	const Corner& corner = m_corners[i];
	const std::span<const b2Vec2> vertices = corner.isEdgeOfMoving ? m_moving : m_still;
	const size_t from = corner.isEdgeOfMoving ? corner.moving : corner.still;
	return {At(i), At((i + 1) % m_corners.size()), vertices[from], vertices[(from + 1) % vertices.size()],
	        corner.isEdgeOfMoving};
}

// Computes the side as LocalRay::SideOf does.
int SumHull::SideOf(const LocalRay& ray, size_t i) const
{
	const SumVertex vertex = At(i);
	const Approximation offset = OffsetOf(ray, vertex);
	const Bounded estimate = CrossEstimate(ray.TranslationApproximation(), ray.TranslationError(),
	                                       Vec<double>{} - offset.value, offset.error);
	if (std::abs(estimate.value) > estimate.error)
	{
		return SignOf(estimate.value);
	}
	return Cross(ray.Translation<Exact>(), Lift<Exact>(vertex) - ray.Start<Exact>()).Sign();
}

} // namespace ricochet
