// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/index/snapshot.h>
#include <ricochet/sight/light.h>
#include <ricochet/sight/line_of_sight.h>
#include <ricochet/sight/viewer.h>

#include "sight/polygon_check.h"

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

// Compares every query of sight between a world and its snapshot, or between any two spaces, bit by bit.

namespace ricochet::test
{

inline auto BitsOf(float x)
{
	return std::bit_cast<uint32_t>(x);
}

inline auto BitsOf(b2Vec2 v)
{
	return std::tuple(BitsOf(v.x), BitsOf(v.y));
}

inline auto BitsOf(const SightVertex& v)
{
	return std::tuple(BitsOf(v.point), v.side, v.fixture, v.child, v.id.index, v.tag, v.edge, BitsOf(v.center),
	                  BitsOf(v.radius));
}

inline auto BitsOf(const Penumbra& p)
{
	return std::tuple(BitsOf(p.apex), BitsOf(p.towardLit), BitsOf(p.towardDark), p.first, p.count, BitsOf(p.source),
	                  BitsOf(p.size), BitsOf(p.spread), BitsOf(p.center), BitsOf(p.radius));
}

inline auto BitsOf(const Error& e)
{
	return std::tuple(e.reason, std::string(e.parameter), e.index, std::bit_cast<uint64_t>(e.value));
}

template <class T>
bool HaveSameBits(std::span<const T> a, std::span<const T> b)
{
	return std::equal(a.begin(), a.end(), b.begin(), b.end(),
	                  [](const T& x, const T& y) { return BitsOf(x) == BitsOf(y); });
}

inline bool HaveSameBits(const LitRegion& a, const LitRegion& b)
{
	return HaveSameBits(std::span<const SightVertex>(a.polygon), std::span<const SightVertex>(b.polygon)) &&
	       HaveSameBits(std::span<const Penumbra>(a.penumbras), std::span<const Penumbra>(b.penumbras)) &&
	       HaveSameBits(std::span<const SightVertex>(a.penumbraVertices),
	                    std::span<const SightVertex>(b.penumbraVertices));
}

inline bool HaveSameBits(const Result<>& a, const Result<>& b)
{
	return static_cast<bool>(a) == static_cast<bool>(b) && (a || BitsOf(a.GetError()) == BitsOf(b.GetError()));
}

/// Compares all queries of one look. Returns the first difference, or "".
inline std::string CompareLook(Space a, Space b, b2Vec2 eye, float radius, const SightDef& def)
{
	std::vector<SightVertex> seenA(1), seenB(2);
	const Result<> outcomeA = VisibilityPolygon(a, eye, radius, seenA, def);
	const Result<> outcomeB = VisibilityPolygon(b, eye, radius, seenB, def);
	const bool isSame = HaveSameBits(outcomeA, outcomeB) &&
	                    HaveSameBits(std::span<const SightVertex>(seenA), std::span<const SightVertex>(seenB));
	return isSame ? "" : "VisibilityPolygon:\n" + ToText(seenA) + "and\n" + ToText(seenB);
}

/// Compares two viewers that have made the same looks so far.
inline std::string CompareLook(Viewer& viewerA, Viewer& viewerB, Space a, Space b, b2Vec2 eye, float radius,
                               const SightDef& def)
{
	const Result<> outcomeA = viewerA.Look(a, eye, radius, def);
	const Result<> outcomeB = viewerB.Look(b, eye, radius, def);
	const bool isSame = HaveSameBits(outcomeA, outcomeB) && HaveSameBits(viewerA.Polygon(), viewerB.Polygon()) &&
	                    viewerA.LastWork().bodies == viewerB.LastWork().bodies &&
	                    viewerA.LastWork().renewed == viewerB.LastWork().renewed;
	const auto work = [](const Viewer& viewer)
	{
		return std::to_string(viewer.LastWork().bodies) + " bodies, " + std::to_string(viewer.LastWork().renewed) +
		       " renewed\n";
	};
	return isSame ? ""
	              : "Viewer::Look:\n" + work(viewerA) + work(viewerB) + ToText(viewerA.Polygon()) + "and\n" +
	                    ToText(viewerB.Polygon());
}

inline std::string ComparePairs(Space a, Space b, std::span<const SightPair> pairs, const QueryFilter& filter)
{
	std::vector<uint8_t> seenA(pairs.size()), seenB(pairs.size());
	if (!InSightPairs(a, pairs, seenA, filter) || !InSightPairs(b, pairs, seenB, filter))
	{
		return "InSightPairs: refused";
	}
	for (size_t i = 0; i < pairs.size(); ++i)
	{
		const bool isInSight = InSight(a, pairs[i].from, pairs[i].to, filter);
		if (isInSight != InSight(b, pairs[i].from, pairs[i].to, filter) || isInSight != (seenA[i] != 0) ||
		    seenA[i] != seenB[i])
		{
			return "InSight of pair " + std::to_string(i);
		}
	}
	return "";
}

/// Compares a light, or a parallel light.
template <class AnyLight>
std::string CompareLight(Space a, Space b, const AnyLight& light)
{
	LitRegion litA, litB;
	const Result<> outcomeA = Illuminate(a, light, litA);
	const Result<> outcomeB = Illuminate(b, light, litB);
	return HaveSameBits(outcomeA, outcomeB) && HaveSameBits(litA, litB)
	           ? ""
	           : "Illuminate:\n" + ToText(litA.polygon) + ToText(litA.penumbraVertices) + "and\n" +
	                 ToText(litB.polygon) + ToText(litB.penumbraVertices);
}

inline std::string CompareLights(Space a, Space b, std::span<const Light> lights)
{
	std::vector<LitRegion> litA(lights.size()), litB(lights.size());
	std::vector<Result<>> outcomesA(lights.size()), outcomesB(lights.size());
	bool isSame = static_cast<bool>(Illuminate(a, lights, litA, outcomesA)) &&
	              static_cast<bool>(Illuminate(b, lights, litB, outcomesB));
	for (size_t i = 0; i < lights.size(); ++i)
	{
		isSame = isSame && HaveSameBits(outcomesA[i], outcomesB[i]) && HaveSameBits(litA[i], litB[i]);
	}
	return isSame ? "" : "Illuminate of many";
}

inline std::string CompareFraction(Space a, Space b, b2Vec2 eye, const b2Body& body, const QueryFilter& filter)
{
	const Result<float> fractionA = SeenFraction(a, eye, body, filter);
	const Result<float> fractionB = SeenFraction(b, eye, body, filter);
	const bool isSame = static_cast<bool>(fractionA) == static_cast<bool>(fractionB) &&
	                    (fractionA ? BitsOf(*fractionA) == BitsOf(*fractionB)
	                               : BitsOf(fractionA.GetError()) == BitsOf(fractionB.GetError()));
	return isSame ? "" : "SeenFraction";
}

} // namespace ricochet::test
