// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/ray.h>

#include "support/floats.h"
#include "support/hit_point.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <type_traits>

// The contract of a cast as a table with drawings, for every kind of shape and every entry point.
//
//     RunSolidRayTable([&](const Ray& ray) { return ClipCircle(ray, {0.0f, 0.0f}, 1.0f); }, "circle");
//
// The callable takes a ray. It returns std::optional of a RaySpan, of a class derived from it, or (edges only) of a
// Crossing. For an entry point in another frame, the callable converts the ray, and converts points and normals back.
// The expected values follow only from the contract (ray.h). A fraction may be off by the 1 ulp that the contract
// allows.

namespace ricochet::test
{

/// The parts of a result that an entry point has. Parts without a field or an argument are not checked.
struct RayTableParts
{
	bool exits = true;        ///< exit crossings
	bool flags = true;        ///< startsInside, endsInside, grazing, edge -1
	bool points = true;       ///< crossing points
	bool pointQueries = true; ///< zero length, maxFraction 0
	bool invalidRays = true;  ///< NaN, infinity, negative maxFraction
};

namespace table
{

/// The float just below 2, for a ray that ends one ulp before a surface.
inline constexpr float k_below2 = 0x1.fffffep0f;
inline constexpr float k_belowHalf = 0x1.fffffep-2f;

inline std::string Describe(const Ray& ray)
{
	return "origin (" + std::to_string(ray.origin.x) + ", " + std::to_string(ray.origin.y) + "), translation (" +
	       std::to_string(ray.translation.x) + ", " + std::to_string(ray.translation.y) + "), maxFraction " +
	       std::to_string(ray.maxFraction);
}

/// True if a fraction is right. The contract allows 1 ulp, but 0, the fraction of a start on a surface or inside, must
/// be exact.
inline bool IsFraction(float got, float want)
{
	if (want == 0.0f)
	{
		return got == 0.0f;
	}
	return std::nextafter(want, -k_inf) <= got && got <= std::nextafter(want, k_inf);
}

inline bool IsZero(b2Vec2 v)
{
	return v.x == 0.0f && v.y == 0.0f;
}

inline bool IsUnit(b2Vec2 v)
{
	const double length = std::hypot(static_cast<double>(v.x), static_cast<double>(v.y));
	return std::abs(length - 1.0) <= 0x1p-22;
}

enum class Side
{
	None,    // no surface: the ray starts or ends inside
	Against, // the normal points against the ray
	Along    // the normal points along the ray
};

/// A grazing ray may be perpendicular to the normal, because it is a tangent of the rim.
enum class Slope
{
	Steep,
	MayBeFlat
};

inline void CheckCrossing(const Ray& ray, const Crossing& got, float fraction, Side side, Slope slope,
                          const RayTableParts& parts, const char* which)
{
	EXPECT_TRUE(IsFraction(got.fraction, fraction)) << which << " fraction " << got.fraction << ", not " << fraction;
	EXPECT_GE(got.fraction, 0.0f) << which;
	EXPECT_LE(got.fraction, ray.maxFraction) << which;
	if (parts.points)
	{
		EXPECT_TRUE(IsPointNearFraction(ray, got)) << which << " point";
	}
	if (side == Side::None)
	{
		EXPECT_TRUE(IsZero(got.normal)) << which << " normal (" << got.normal.x << ", " << got.normal.y << "), not 0";
		if (parts.flags)
		{
			EXPECT_EQ(got.edge, -1) << which << " edge";
		}
		return;
	}
	EXPECT_TRUE(IsUnit(got.normal)) << which << " normal (" << got.normal.x << ", " << got.normal.y << ")";
	const float along = (side == Side::Along ? 1.0f : -1.0f) * b2Dot(got.normal, ray.translation);
	EXPECT_TRUE(along > 0.0f || (along == 0.0f && slope == Slope::MayBeFlat))
	    << which << " normal (" << got.normal.x << ", " << got.normal.y << ") points the wrong way";
}

/// A row of the table along a horizontal line: positions are x coordinates, and results are fractions.
struct Row
{
	const char* picture;
	float from;
	float to;
	float maxFraction;
	bool hit;
	float enter;
	float exit;
	bool startsInside;
	bool endsInside;
};

inline constexpr bool k_miss = false;
inline constexpr bool k_hit = true;

/// Returns the ray of a row at height y. `mirrored` maps x to -x.
inline Ray RayOf(const Row& row, float y, bool mirrored)
{
	const float sign = mirrored ? -1.0f : 1.0f;
	return Ray{{sign * row.from, y}, {sign * (row.to - row.from), 0.0f}, row.maxFraction};
}

inline bool IsPointQuery(const Ray& ray)
{
	return IsZero(ray.translation) || ray.maxFraction == 0.0f;
}

/// Casts the ray of a row. Returns no hit if none is expected, or if the entry point takes no point queries.
template <class Cast>
auto HitOf(Cast& cast, const Row& row, const Ray& ray, const RayTableParts& parts) -> decltype(cast(ray))
{
	if (IsPointQuery(ray) && parts.pointQueries == false)
	{
		return {};
	}
	const auto result = cast(ray);
	EXPECT_EQ(result.has_value(), row.hit) << (row.hit ? "a miss, not a hit" : "a hit, not a miss");
	return row.hit ? result : decltype(cast(ray)){};
}

template <class Cast>
void RunRow(Cast& cast, const Row& row, const Ray& ray, bool grazing, const RayTableParts& parts)
{
	SCOPED_TRACE(std::string("\"") + row.picture + "\" " + Describe(ray));
	const auto result = HitOf(cast, row, ray, parts);
	if (result.has_value() == false)
	{
		return;
	}

	const RaySpan& got = *result;
	if (parts.flags)
	{
		EXPECT_EQ(got.startsInside, row.startsInside) << "startsInside";
		if (parts.exits)
		{
			EXPECT_EQ(got.endsInside, row.endsInside) << "endsInside";
		}
		if (IsPointQuery(ray) == false)
		{
			EXPECT_EQ(got.grazing, grazing) << "grazing";
		}
	}
	const Slope slope = grazing ? Slope::MayBeFlat : Slope::Steep;
	CheckCrossing(ray, got.enter, row.enter, row.startsInside ? Side::None : Side::Against, slope, parts, "enter");
	if (parts.exits)
	{
		CheckCrossing(ray, got.exit, row.exit, row.endsInside ? Side::None : Side::Along, slope, parts, "exit");
	}
}

template <class Cast>
void ExpectMiss(Cast& cast, const Ray& ray, const char* why)
{
	SCOPED_TRACE(std::string(why) + ", " + Describe(ray));
	EXPECT_FALSE(cast(ray).has_value());
}

/// Expects a miss for each of the ray's five numbers set to an invalid value. Unchanged, `ray` is a hit.
template <class Cast>
void RunInvalidRays(Cast& cast, const Ray& ray)
{
	ASSERT_TRUE(cast(ray).has_value()) << Describe(ray);
	for (const float bad : {k_nan, -k_nan, k_inf, -k_inf})
	{
		Ray broken = ray;
		broken.origin.x = bad;
		ExpectMiss(cast, broken, "origin.x");
		broken = ray;
		broken.origin.y = bad;
		ExpectMiss(cast, broken, "origin.y");
		broken = ray;
		broken.translation.x = bad;
		ExpectMiss(cast, broken, "translation.x");
		broken = ray;
		broken.translation.y = bad;
		ExpectMiss(cast, broken, "translation.y");
		broken = ray;
		broken.maxFraction = bad;
		ExpectMiss(cast, broken, "maxFraction");
		broken = {{bad, bad}, {bad, bad}, bad};
		ExpectMiss(cast, broken, "everything");
	}
	for (const float negative : {-1.0f, -0.5f, -1e-45f, -3e38f})
	{
		Ray broken = ray;
		broken.maxFraction = negative;
		ExpectMiss(cast, broken, "negative maxFraction");
	}
}

// The solid covers x = -1 to 1 on the line y = 0. In the drawings, o is the start, > the end, * both, and [ ] are
// surfaces. A > before a surface means that the ray ends on it.
inline constexpr Row k_solidRows[] = {
    // maxFraction is 1.
    {"o->   [       ]     ", -5.0f, -3.0f, 1.0f, k_miss, 0.0f, 0.0f, false, false},
    {"o---->[       ]     ", -5.0f, -1.0f, 1.0f, k_hit, 1.0f, 1.0f, false, true},
    {"o-----[->     ]     ", -4.0f, 0.0f, 1.0f, k_hit, 0.75f, 1.0f, false, true},
    {"o-----[->     ]     ", -5.0f, -0.5f, 1.0f, k_hit, 4.0f / 4.5f, 1.0f, false, true},
    {"o-----[------>]     ", -7.0f, 1.0f, 1.0f, k_hit, 0.75f, 1.0f, false, false},
    {"o-----[-------]->   ", -5.0f, 3.0f, 1.0f, k_hit, 0.5f, 0.75f, false, false},
    {"o-----[-------]->   ", -3.0f, 4.0f, 1.0f, k_hit, 2.0f / 7.0f, 4.0f / 7.0f, false, false},
    {"      o->     ]     ", -1.0f, 0.0f, 1.0f, k_hit, 0.0f, 1.0f, false, true},
    {"      o------>]     ", -1.0f, 1.0f, 1.0f, k_hit, 0.0f, 1.0f, false, false},
    {"      o-------]->   ", -1.0f, 3.0f, 1.0f, k_hit, 0.0f, 0.5f, false, false},
    {"   <--o       ]     ", -1.0f, -3.0f, 1.0f, k_miss, 0.0f, 0.0f, false, false},
    {"      [   o-> ]     ", 0.25f, 0.75f, 1.0f, k_hit, 0.0f, 1.0f, true, true},
    {"      [ o---->]     ", -0.5f, 1.0f, 1.0f, k_hit, 0.0f, 1.0f, true, false},
    {"      [   o---]->   ", 0.0f, 4.0f, 1.0f, k_hit, 0.0f, 0.25f, true, false},
    {"      [       o->   ", 1.0f, 3.0f, 1.0f, k_miss, 0.0f, 0.0f, false, false},
    {"      [       ] o-> ", 2.0f, 4.0f, 1.0f, k_miss, 0.0f, 0.0f, false, false},

    // maxFraction is greater than 1.
    {"o->...[.......]...  ", -5.0f, -3.0f, 4.0f, k_hit, 2.0f, 3.0f, false, false},
    {"o->...[.......]     ", -5.0f, -3.0f, 3.0f, k_hit, 2.0f, 3.0f, false, false},
    {"o->...[...    ]     ", -5.0f, -3.0f, 2.5f, k_hit, 2.0f, 2.5f, false, true},
    {"o->...[       ]     ", -5.0f, -3.0f, 2.0f, k_hit, 2.0f, 2.0f, false, true},
    {"o->...[       ]     ", -5.0f, -3.0f, k_below2, k_miss, 0.0f, 0.0f, false, false},
    {"o->.  [       ]     ", -5.0f, -3.0f, 1.5f, k_miss, 0.0f, 0.0f, false, false},
    {"      [  o->..]...  ", 0.0f, 0.5f, 4.0f, k_hit, 0.0f, 2.0f, true, false},
    {"      [       o->.. ", 1.0f, 1.5f, 4.0f, k_miss, 0.0f, 0.0f, false, false},

    // maxFraction is less than 1.
    {"o--   [       ]     ", -5.0f, 3.0f, 0.25f, k_miss, 0.0f, 0.0f, false, false},
    {"o-----[       ]     ", -5.0f, 3.0f, k_belowHalf, k_miss, 0.0f, 0.0f, false, false},
    {"o-----[       ]     ", -5.0f, 3.0f, 0.5f, k_hit, 0.5f, 0.5f, false, true},
    {"o-----[---    ]     ", -5.0f, 3.0f, 0.625f, k_hit, 0.5f, 0.625f, false, true},
    {"o-----[-------]     ", -5.0f, 3.0f, 0.75f, k_hit, 0.5f, 0.75f, false, false},
    {"      o---    ]     ", -1.0f, 3.0f, 0.25f, k_hit, 0.0f, 0.25f, false, true},
    {"      [  o--  ]     ", 0.0f, 4.0f, 0.125f, k_hit, 0.0f, 0.125f, true, true},

    // Point queries: the length is zero, or maxFraction is 0.
    {"  *   [       ]     ", -2.0f, -2.0f, 1.0f, k_miss, 0.0f, 0.0f, false, false},
    {"      *       ]     ", -1.0f, -1.0f, 1.0f, k_hit, 0.0f, 1.0f, true, true},
    {"      [   *   ]     ", 0.0f, 0.0f, 1.0f, k_hit, 0.0f, 1.0f, true, true},
    {"      [   *   ]     ", 0.5f, 0.5f, 2.0f, k_hit, 0.0f, 2.0f, true, true},
    {"      [   *   ]     ", 0.5f, 0.5f, 0.0f, k_hit, 0.0f, 0.0f, true, true},
    {"      [       *     ", 1.0f, 1.0f, 1.0f, k_hit, 0.0f, 1.0f, true, true},
    {"      [       ]  *  ", 2.0f, 2.0f, 1.0f, k_miss, 0.0f, 0.0f, false, false},
    {"o     [       ]     ", -5.0f, 3.0f, 0.0f, k_miss, 0.0f, 0.0f, false, false},
    {"      o       ]     ", -1.0f, 3.0f, 0.0f, k_hit, 0.0f, 0.0f, true, true},
    {"      o       ]     ", -1.0f, -3.0f, 0.0f, k_hit, 0.0f, 0.0f, true, true},
    {"      [   o   ]     ", 0.0f, 3.0f, 0.0f, k_hit, 0.0f, 0.0f, true, true},
    {"      [   o   ]     ", 0.0f, 3.0f, -0.0f, k_hit, 0.0f, 0.0f, true, true},
    {"      [       o     ", 1.0f, 3.0f, 0.0f, k_hit, 0.0f, 0.0f, true, true},
    {"      [       ] o   ", 2.0f, -3.0f, 0.0f, k_miss, 0.0f, 0.0f, false, false},
};

// The edge crosses the line y = 0 at x = 0. In the drawings, | is the edge.
inline constexpr Row k_edgeRows[] = {
    {"o->   |      ", -4.0f, -2.0f, 1.0f, k_miss, 0.0f, 0.0f, false, false},
    {"o---->|      ", -4.0f, 0.0f, 1.0f, k_hit, 1.0f, 1.0f, false, false},
    {"o-----|->    ", -4.0f, 4.0f, 1.0f, k_hit, 0.5f, 0.5f, false, false},
    {"o-----|->    ", -2.0f, 5.0f, 1.0f, k_hit, 2.0f / 7.0f, 2.0f / 7.0f, false, false},
    {"      o->    ", 0.0f, 2.0f, 1.0f, k_miss, 0.0f, 0.0f, false, false},
    {"      | o->  ", 1.0f, 3.0f, 1.0f, k_miss, 0.0f, 0.0f, false, false},
    {"o->...|...   ", -4.0f, -2.0f, 4.0f, k_hit, 2.0f, 2.0f, false, false},
    {"o->...|      ", -4.0f, -2.0f, 2.0f, k_hit, 2.0f, 2.0f, false, false},
    {"o->...|      ", -4.0f, -2.0f, k_below2, k_miss, 0.0f, 0.0f, false, false},
    {"o--   |      ", -4.0f, 4.0f, 0.25f, k_miss, 0.0f, 0.0f, false, false},
    {"o-----|      ", -4.0f, 4.0f, k_belowHalf, k_miss, 0.0f, 0.0f, false, false},
    {"o-----|      ", -4.0f, 4.0f, 0.5f, k_hit, 0.5f, 0.5f, false, false},
    {"      o...   ", 0.0f, 2.0f, 4.0f, k_miss, 0.0f, 0.0f, false, false},
    {"  *   |      ", -2.0f, -2.0f, 1.0f, k_miss, 0.0f, 0.0f, false, false},
    {"      *      ", 0.0f, 0.0f, 1.0f, k_miss, 0.0f, 0.0f, false, false},
    {"      o      ", 0.0f, 2.0f, 0.0f, k_miss, 0.0f, 0.0f, false, false},
    {"o     |      ", -4.0f, 2.0f, 0.0f, k_miss, 0.0f, 0.0f, false, false},
};

// Rays along the same edge, from y = -1 to 1. The drawings are rotated: | are the ends, and = is the edge.
inline constexpr Row k_alongEdgeRows[] = {
    {"o->   |=====|     ", -5.0f, -3.0f, 1.0f, k_miss, 0.0f, 0.0f, false, false},
    {"o---->|=====|     ", -5.0f, -1.0f, 1.0f, k_hit, 1.0f, 1.0f, false, false},
    {"o-----|==>==|     ", -4.0f, 0.0f, 1.0f, k_hit, 0.75f, 0.75f, false, false},
    {"o-----|=====|->   ", -5.0f, 3.0f, 1.0f, k_hit, 0.5f, 0.5f, false, false},
    {"      o==>==|     ", -1.0f, 0.0f, 1.0f, k_hit, 0.0f, 0.0f, false, false},
    {"      |=o>==|     ", 0.0f, 0.5f, 1.0f, k_hit, 0.0f, 0.0f, false, false},
    {"      |==o==|->   ", 0.0f, 4.0f, 1.0f, k_hit, 0.0f, 0.0f, false, false},
    {"      |=====o->   ", 1.0f, 3.0f, 1.0f, k_miss, 0.0f, 0.0f, false, false},
    {"      |=====| o-> ", 2.0f, 4.0f, 1.0f, k_miss, 0.0f, 0.0f, false, false},
    {"o->...|==...|     ", -5.0f, -3.0f, 2.5f, k_hit, 2.0f, 2.0f, false, false},
    {"o->...|=====|     ", -5.0f, -3.0f, k_below2, k_miss, 0.0f, 0.0f, false, false},
    {"o-----|=====|     ", -5.0f, 3.0f, 0.5f, k_hit, 0.5f, 0.5f, false, false},
    {"o-----|=====|     ", -5.0f, 3.0f, k_belowHalf, k_miss, 0.0f, 0.0f, false, false},
    {"      |==*==|     ", 0.0f, 0.0f, 1.0f, k_miss, 0.0f, 0.0f, false, false},
    {"      *=====|     ", -1.0f, -1.0f, 1.0f, k_miss, 0.0f, 0.0f, false, false},
    {"      |==o==|     ", 0.0f, 3.0f, 0.0f, k_miss, 0.0f, 0.0f, false, false},
};

/// Returns the entry of a result. The result for an edge is a span whose entry equals its exit; the kernel returns only
/// a crossing.
inline const Crossing& EnterOf(const Crossing& crossing)
{
	return crossing;
}
inline const Crossing& EnterOf(const RaySpan& span)
{
	return span.enter;
}

inline void CheckEdgeSpan(const Crossing&, bool, const RayTableParts&) {}

inline void CheckEdgeSpan(const RaySpan& span, bool grazing, const RayTableParts& parts)
{
	if (parts.exits)
	{
		EXPECT_EQ(span.enter.fraction, span.exit.fraction);
		EXPECT_EQ(span.enter.point.x, span.exit.point.x);
		EXPECT_EQ(span.enter.point.y, span.exit.point.y);
		EXPECT_EQ(span.enter.normal.x, span.exit.normal.x);
		EXPECT_EQ(span.enter.normal.y, span.exit.normal.y);
		EXPECT_EQ(span.enter.edge, span.exit.edge);
	}
	if (parts.flags)
	{
		EXPECT_FALSE(span.startsInside);
		EXPECT_FALSE(span.endsInside);
		EXPECT_EQ(span.grazing, grazing) << "grazing";
	}
}

template <class Cast>
void RunEdgeRow(Cast& cast, const Row& row, const Ray& ray, bool along, const RayTableParts& parts)
{
	SCOPED_TRACE(std::string("\"") + row.picture + "\" " + Describe(ray));
	const auto result = HitOf(cast, row, ray, parts);
	if (result.has_value() == false)
	{
		return;
	}

	const Crossing& got = EnterOf(*result);
	CheckCrossing(ray, got, row.enter, Side::Against, Slope::Steep, parts, "enter");
	if (parts.flags)
	{
		EXPECT_GE(got.edge, 0);
	}
	// If the ray crosses the edge, the normal is the edge's. If the ray runs along it, the normal is the reversed
	// direction of the ray.
	EXPECT_EQ(along ? got.normal.x : got.normal.y, 0.0f);
	CheckEdgeSpan(*result, along, parts);
}

} // namespace table

/// Runs the table against a solid that covers exactly x = -1 to 1 of the line y = 0. Requires: this line enters the
/// solid's interior. Every row is also run from the other side. The contract's invalid rays are run, too.
template <class Cast>
void RunSolidRayTable(Cast cast, const char* name, const RayTableParts& parts = {})
{
	SCOPED_TRACE(name);
	for (const table::Row& row : table::k_solidRows)
	{
		table::RunRow(cast, row, table::RayOf(row, 0.0f, false), false, parts);
		table::RunRow(cast, row, table::RayOf(row, 0.0f, true), false, parts);
	}
	if (parts.invalidRays)
	{
		table::RunInvalidRays(cast, Ray{{-5.0f, 0.0f}, {8.0f, 0.0f}, 1.0f});
		table::RunInvalidRays(cast, Ray{{0.0f, 0.0f}, {8.0f, 0.0f}, 1.0f});
		if (parts.pointQueries)
		{
			table::RunInvalidRays(cast, Ray{{0.0f, 0.0f}, {0.0f, 0.0f}, 1.0f});
		}
	}
}

/// Runs the touching rows against a solid that touches the line at height y from x0 to x1 without its interior. It is a
/// vertex or a tangent point (x0 == x1), or a side (x0 < x1). Requires: |x0|, |x1| <= 1, and multiples of 1/4. Every
/// row is also run from the other side.
template <class Cast>
void RunTouchRayTable(Cast cast, const char* name, float y, float x0, float x1, const RayTableParts& parts = {})
{
	SCOPED_TRACE(name);
	for (const bool mirrored : {false, true})
	{
		// The ray from -4 to 4 has the length 8, so fractions are exact. `near` and `far` are the ends in the order in
		// which the ray reaches them. The rows are for a ray to the right, and RayOf mirrors them.
		const float near = mirrored ? -x1 : x0;
		const float far = mirrored ? -x0 : x1;
		const float middle = 0.5f * (near + far);
		const bool isSide = near < far;
		const auto fraction = [](float x)
		{
			return (x + 4.0f) / 8.0f;
		};
		const table::Row rows[] = {
		    {"o->  v~~~~~v    ", -4.0f, -2.0f, 1.0f, table::k_miss, 0.0f, 0.0f, false, false},
		    {"o----v~~~~~v--> ", -4.0f, 4.0f, 1.0f, table::k_hit, fraction(near), fraction(far), false, false},
		    {"o--->v~~~~~v    ", -4.0f, 4.0f, fraction(near), table::k_hit, fraction(near), fraction(near), false,
		     isSide},
		    {"o--> v~~~~~v    ", -4.0f, 4.0f, fraction(near) - 0.0625f, table::k_miss, 0.0f, 0.0f, false, false},
		    {"o----v~~~~>v    ", -4.0f, 4.0f, fraction(far), table::k_hit, fraction(near), fraction(far), false, false},
		    {"     v~~~~~o--> ", far, far + 4.0f, 1.0f, table::k_miss, 0.0f, 0.0f, false, false},
		    {"  <--o~~~~~v    ", near, near - 4.0f, 1.0f, table::k_miss, 0.0f, 0.0f, false, false},
		    {"     v~~~~~v o->", 2.0f, 4.0f, 1.0f, table::k_miss, 0.0f, 0.0f, false, false},
		    {"     *     v    ", near, near, 1.0f, table::k_hit, 0.0f, 1.0f, true, true},
		    {"     v  *  v    ", middle, middle, 1.0f, table::k_hit, 0.0f, 1.0f, true, true},
		    {"     v     o    ", far, far + 4.0f, 0.0f, table::k_hit, 0.0f, 0.0f, true, true},
		    {"     v     v  * ", 2.0f, 2.0f, 1.0f, table::k_miss, 0.0f, 0.0f, false, false},
		};
		for (const table::Row& row : rows)
		{
			table::RunRow(cast, row, table::RayOf(row, y, mirrored), true, parts);
		}
		if (isSide == false)
		{
			continue;
		}
		const table::Row sideRows[] = {
		    {"o----v~~~> v    ", -4.0f, 4.0f, fraction(middle), table::k_hit, fraction(near), fraction(middle), false,
		     true},
		    {"     o~~~~~v--> ", near, near + 8.0f, 1.0f, table::k_hit, 0.0f, (far - near) / 8.0f, false, false},
		    {"     o~~~> v    ", near, middle, 1.0f, table::k_hit, 0.0f, 1.0f, false, true},
		    {"     v  o~~v--> ", middle, middle + 8.0f, 1.0f, table::k_hit, 0.0f, (far - middle) / 8.0f, true, false},
		    {"     v  o~>v    ", middle, far, 1.0f, table::k_hit, 0.0f, 1.0f, true, false},
		};
		for (const table::Row& row : sideRows)
		{
			table::RunRow(cast, row, table::RayOf(row, y, mirrored), true, parts);
		}
	}
}

/// Runs the table against an edge with the ends (0, -1) and (0, 1), in either direction. The rays run across it, along
/// it, and through and past its ends, each from both sides. The contract's invalid rays are run, too.
template <class Cast>
void RunEdgeRayTable(Cast cast, const char* name, const RayTableParts& parts = {})
{
	SCOPED_TRACE(name);
	for (const bool mirrored : {false, true})
	{
		// The rays pass through the middle and through both ends.
		for (const float y : {0.0f, 0.5f, -1.0f, 1.0f})
		{
			for (const table::Row& row : table::k_edgeRows)
			{
				table::RunEdgeRow(cast, row, table::RayOf(row, y, mirrored), false, parts);
			}
		}
		for (const table::Row& row : table::k_edgeRows)
		{
			for (const float y : {-1.0625f, 1.0625f, 3.0f})
			{
				table::ExpectMiss(cast, table::RayOf(row, y, mirrored), "past an end");
			}
		}
		for (const table::Row& row : table::k_alongEdgeRows)
		{
			const Ray ray = table::RayOf(row, 0.0f, mirrored);
			const Ray along{{ray.origin.y, ray.origin.x}, {ray.translation.y, ray.translation.x}, ray.maxFraction};
			table::RunEdgeRow(cast, row, along, true, parts);
			const Ray beside{{0.0625f, along.origin.y}, along.translation, along.maxFraction};
			table::ExpectMiss(cast, beside, "beside the edge");
		}
	}
	if (parts.invalidRays)
	{
		table::RunInvalidRays(cast, Ray{{-4.0f, 0.0f}, {8.0f, 0.0f}, 1.0f});
		table::RunInvalidRays(cast, Ray{{0.0f, -4.0f}, {0.0f, 8.0f}, 1.0f});
	}
}

} // namespace ricochet::test
