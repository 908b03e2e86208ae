// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/hull.h"

#include <span>
#include <vector>

namespace ricochet
{

/// How a shape that moves stands in the frame of one that stands still.
struct RelativeTurn
{
	b2Rot still;
	b2Rot moving;

	[[nodiscard]] bool IsNone() const
	{
		return still.s == moving.s && still.c == moving.c && still.s == 0.0f && still.c == 1.0f;
	}

	template <class T>
	[[nodiscard]] Vec<T> Of(const Vec<T>& v) const
	{
		return InverseTurn<T>(still, Turned<T>(moving, v));
	}
};

/// A vertex of the shape that moves, and what it is in the other's frame, but for the place of its origin.
struct TurnedVertex
{
	b2Vec2 given;
	Vec<double> turned;
	double error; ///< in each coordinate
};

/// A vertex of a sum: that of the shape that stands still less that of the one that moves.
struct SumVertex
{
	b2Vec2 still;
	const TurnedVertex* moving;
	const RelativeTurn* turn;
};

template <class T>
[[nodiscard]] Vec<T> Lift(const SumVertex& v)
{
	if constexpr (std::is_same_v<T, Bounded>)
	{
		const TurnedVertex& moving = *v.moving;
		return {Bounded(v.still.x) - Bounded(moving.turned.x, moving.error),
		        Bounded(v.still.y) - Bounded(moving.turned.y, moving.error)};
	}
	else
	{
		return Lift<T>(v.still) - v.turn->Of(Lift<T>(v.moving->given));
	}
}

/// An edge of a sum, along one of either shape: as Edge.
struct SumEdge
{
	SumVertex tail, head; ///< that lie on it
	b2Vec2 from, to;      ///< of the shape that it belongs to
	bool isOfMoving;

	[[nodiscard]] bool IsPoint() const { return from == to; }

	template <class T>
	[[nodiscard]] Vec<T> Along() const
	{
		const Vec<T> along = Lift<T>(to) - Lift<T>(from);
		return isOfMoving ? Vec<T>{} - tail.turn->Of(along) : along;
	}

	template <class T>
	[[nodiscard]] T Height(const LocalRay& ray) const
	{
		return Cross(ray.Start<T>() - Lift<T>(tail), Along<T>());
	}

	template <class T>
	[[nodiscard]] T Slope(const LocalRay& ray) const
	{
		return Cross(ray.Translation<T>(), Along<T>());
	}

	[[nodiscard]] double CertainHeight(const LocalRay& ray) const;
	[[nodiscard]] double CertainSlope(const LocalRay& ray) const;
	[[nodiscard]] Vec<double> AlongInDouble() const;
	[[nodiscard]] Vec<double> Normal() const;
};

/// The Minkowski sum of a convex hull that stands still and of another one, turned and mirrored at its origin: where
/// that origin is while the two touch. Its edges are those of both, in the order of their directions. A kind of hull
/// (hull.h), in the frame of what stands still.
/// Source: de Berg et al., "Computational Geometry", 3rd ed., section 13.3.
class SumHull
{
public:
	using Vertex = SumVertex;
	using BoundingEdge = SumEdge;

	/// A vertex of the sum, by those of which it is the sum, and to which of the two the edge from there on belongs.
	struct Corner
	{
		uint32_t still;
		uint32_t moving;
		bool isEdgeOfMoving;
	};

	/// Of convex counter-clockwise vertices, 1 or more each. Keeps views of them. Its own memory is that of the thread:
	/// one at a time.
	SumHull(std::span<const b2Vec2> still, std::span<const b2Vec2> moving, const RelativeTurn& turn);

	[[nodiscard]] size_t Count() const { return m_corners.size(); }
	[[nodiscard]] SumVertex At(size_t i) const;
	[[nodiscard]] SumEdge EdgeAt(size_t i) const;
	[[nodiscard]] bool IsFinite() const { return AllFinite(m_still) && AllFinite(m_moving); }
	[[nodiscard]] int SideOf(const LocalRay& ray, size_t i) const;
	[[nodiscard]] Location LocateStart(const LocalRay& ray) const { return WalkConvex(ray, *this); }
	[[nodiscard]] const Corner& CornerAt(size_t i) const { return m_corners[i]; }
	[[nodiscard]] std::span<const b2Vec2> Still() const { return m_still; }

private:
	struct Side;

	void TurnMoving();
	void ListSides(std::vector<Side>& sides) const;
	[[nodiscard]] int CrossSign(const Side& a, const Side& b) const;
	[[nodiscard]] int HalfOf(const Side& reference, const Side& side) const;
	[[nodiscard]] Vec<Exact> ExactAlong(const Side& side) const;
	void Merge(std::span<const Side> still, std::span<const Side> moving);

	std::span<const b2Vec2> m_still;
	std::span<const b2Vec2> m_moving;
	RelativeTurn m_turn;
	std::vector<TurnedVertex>& m_turned;
	std::vector<Corner>& m_corners;
};

} // namespace ricochet
