// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/hull.h"

#include <span>
#include <vector>

namespace ricochet
{

/// The rotations of a static and a moving shape, to convert from the moving shape's frame to the static one's.
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

/// A vertex of the moving shape, and the same vertex rotated into the static shape's frame, without the translation.
struct TurnedVertex
{
	b2Vec2 given;
	Vec<double> turned;
	double error; ///< bound for each coordinate
};

/// A vertex of a sum: a vertex of the static shape minus one of the moving shape.
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

/// An edge of a sum, parallel to an edge of one of the shapes. Has the interface of Edge.
struct SumEdge
{
	SumVertex tail, head; ///< both on the edge
	b2Vec2 from, to;      ///< ends of the edge in the shape that owns it
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

/// The Minkowski sum of a static convex hull and of a moving one that is rotated and mirrored at its origin. The moving
/// hull's origin is in the sum exactly while the two touch. The sum's edges are those of both hulls, ordered by
/// direction. A kind of hull (hull.h), in the static hull's frame.
/// Source: de Berg et al., "Computational Geometry", 3rd ed., section 13.3.
class SumHull
{
public:
	using Vertex = SumVertex;
	using BoundingEdge = SumEdge;

	/// A vertex of the sum: the indices of the two vertices whose sum it is. `isEdgeOfMoving`: the edge that starts
	/// there is an edge of the moving hull.
	struct Corner
	{
		uint32_t still;
		uint32_t moving;
		bool isEdgeOfMoving;
	};

	/// Takes convex counter-clockwise vertices, at least 1 each, and keeps views of them. Its buffers are shared by the
	/// thread, so only one sum may exist at a time in each thread.
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
