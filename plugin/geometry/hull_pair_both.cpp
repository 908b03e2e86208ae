// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_pair.h"

#include <array>

namespace ricochet
{

namespace
{

struct PairOfEdges
{
	Pair x, y;
};

// A number for edges of what stands still and another one for those of what moves.
Pair EachOf(const std::array<bool, 2>& areMoving, double still, double moving)
{
	return Pair{areMoving[0] ? moving : still, areMoving[1] ? moving : still};
}

Pair SizesOf(const PairOfEdges& v)
{
	return Abs(v.x) + Abs(v.y);
}

PairOfEdges EdgesFrom(const std::array<std::span<const b2Vec2>, 2>& hulls, const std::array<size_t, 2>& from,
                      const std::array<size_t, 2>& to)
{
	const b2Vec2 a = hulls[0][from[0]];
	const b2Vec2 b = hulls[1][from[1]];
	const b2Vec2 nextA = hulls[0][to[0]];
	const b2Vec2 nextB = hulls[1][to[1]];
	return {Pair{nextA.x, nextB.x} - Pair{a.x, b.x}, Pair{nextA.y, nextB.y} - Pair{a.y, b.y}};
}

} // namespace

// As AlongOf, of two edges. A turn by (1, 0) changes no bits.
void HullPair::SetAlong(const std::array<Corner, 2>& corners, Pair& x, Pair& y) const
{
	const std::array areMoving{corners[0].isEdgeOfMoving, corners[1].isEdgeOfMoving};
	std::array<std::span<const b2Vec2>, 2> hulls;
	std::array<size_t, 2> from, to;
	for (size_t i = 0; i < 2; ++i)
	{
		hulls[i] = areMoving[i] ? m_moving.hull.vertices : m_still.vertices;
		from[i] = areMoving[i] ? corners[i].moving : corners[i].still;
		to[i] = from[i] + 1 == hulls[i].size() ? 0 : from[i] + 1;
	}
	const PairOfEdges own = EdgesFrom(hulls, from, to);
	const Pair sign = EachOf(areMoving, 1.0, -1.0);
	const Pair ownX = sign * own.x;
	const Pair ownY = sign * own.y;
	const Pair c = EachOf(areMoving, 1.0, m_turn.moving.c);
	const Pair s = EachOf(areMoving, 0.0, m_turn.moving.s);
	const Pair backC = EachOf(areMoving, 1.0, m_turn.still.c);
	const Pair backS = EachOf(areMoving, 0.0, m_turn.still.s);
	const Pair worldX = c * ownX - s * ownY;
	const Pair worldY = s * ownX + c * ownY;
	x = backC * worldX + backS * worldY;
	y = backC * worldY - backS * worldX;
}

// As IsEdgeOfSum, of two edges.
uint32_t HullPair::AreEdgesOfSum(const std::array<Corner, 2>& corners, Pair x, Pair y) const
{
	std::array<std::span<const b2Vec2>, 2> others;
	std::array<size_t, 2> at, last, next;
	std::array<bool, 2> areMoving;
	uint32_t single = 0;
	for (size_t i = 0; i < 2; ++i)
	{
		areMoving[i] = corners[i].isEdgeOfMoving == false;
		others[i] = areMoving[i] ? m_moving.hull.vertices : m_still.vertices;
		at[i] = areMoving[i] ? corners[i].moving : corners[i].still;
		last[i] = (at[i] == 0 ? others[i].size() : at[i]) - 1;
		next[i] = at[i] + 1 == others[i].size() ? 0 : at[i] + 1;
		single |= static_cast<uint32_t>(others[i].size() == 1) << i;
	}
	const Pair c = EachOf(areMoving, -1.0, m_cosine);
	const Pair s = EachOf(areMoving, 0.0, m_sine);
	const auto turned = [&](const PairOfEdges& own)
	{
		return PairOfEdges{s * own.y - c * own.x, -(s * own.x + c * own.y)};
	};
	const PairOfEdges before = turned(EdgesFrom(others, last, at));
	const PairOfEdges after = turned(EdgesFrom(others, at, next));
	const Pair least = k_turnShare * (Abs(x) + Abs(y));
	return single | MaskOf((before.x * y - before.y * x > least * SizesOf(before)) &
	                       (x * after.y - y * after.x > least * SizesOf(after)));
}

uint32_t HullPair::CrossBoth(const std::array<Corner, 2>& corners, std::array<LocalCrossing, 2>& crossings,
                             TouchingFeatures& touching) const
{
	Pair x, y;
	SetAlong(corners, x, y);
	const Vec<double> first = FromCorner(corners[0]);
	const Vec<double> second = FromCorner(corners[1]);
	const Pair fromX{first.x, second.x};
	const Pair fromY{first.y, second.y};
	const Vec<double> d = m_translation;
	const Pair slope = d.x * y - d.y * x;
	const Pair height = fromX * y - fromY * x;
	const Pair square = x * x + y * y;
	const Pair size = Abs(x) + Abs(y);

	// As CrossPlane and PlaceOn.
	Pair clearance = height;
	auto areCertain =
	    (Pair{-1.0, 1.0} * slope > k_leastShare * size * m_ray.size[1]) & (Abs(height) > k_leastShare * size * m_size);
	if (m_radius > 0.0)
	{
		const Pair reachSquared = m_radius * m_radius * square;
		const Pair reach = Root(reachSquared);
		const Pair excess = height * height - reachSquared;
		const Pair doubt = k_leastShare * (Abs(height) * size * m_size + reachSquared);
		clearance = Choose(height <= 0.0, height - reach, excess / (height + reach));
		areCertain &= (height <= 0.0) | (Abs(excess) > doubt);
	}
	const Pair fraction = clearance / -slope;
	const Pair along = x * fromX + y * fromY + fraction * (x * d.x + y * d.y);
	const Pair doubt = k_placeShare * size * (m_size + Abs(fraction) * m_ray.size[1]);
	areCertain &= (along > doubt) & (along < square - doubt);
	for (size_t i = 0; i < 2; ++i)
	{
		const int32_t still = corners[i].isEdgeOfMoving ? -1 : static_cast<int32_t>(corners[i].still);
		crossings[i].fraction = fraction[i];
		crossings[i].normal = {y[i], -x[i]};
		crossings[i].edge = still;
	}
	const auto still = static_cast<int32_t>(corners[0].still);
	const auto moving = static_cast<int32_t>(corners[0].moving);
	const bool isOfMoving = corners[0].isEdgeOfMoving;
	touching.still = {isOfMoving ? still : -1, isOfMoving ? -1 : still};
	touching.moving = {isOfMoving ? -1 : moving, isOfMoving ? moving : -1};
	return MaskOf(areCertain) & AreEdgesOfSum(corners, x, y);
}

} // namespace ricochet
