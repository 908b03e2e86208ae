// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "fuzz/fuzz_input.h"
#include "support/hit_point.h"
#include "support/oracle.h"

#include <optional>
#include <span>

// Checks the promises of ray.h about every answer, for every shape.

namespace ricochet::fuzz
{

inline std::span<const RaySpan> ToSpans(const std::optional<RaySpan>& span)
{
	return span.has_value() ? std::span(&*span, 1) : std::span<const RaySpan>();
}

inline bool IsPointQuery(const Ray& ray)
{
	return ray.maxFraction == 0.0f || ray.translation == b2Vec2{0.0f, 0.0f};
}

/// Checks the numbers of a crossing. These laws hold even for shapes that violate the kernel's requirements.
inline void CheckCrossing(const Ray& ray, const Crossing& crossing)
{
	const auto text = [&]
	{
		return test::ToText(ray);
	};
	const double length = std::hypot(static_cast<double>(crossing.normal.x), static_cast<double>(crossing.normal.y));
	const bool inRange = crossing.fraction >= 0.0f && crossing.fraction <= ray.maxFraction;
	Require(inRange, "fractions are in [0, maxFraction]", text);
	Require(IsFinite(crossing.point), "points are finite", text);
	Require(length == 0.0 || std::abs(length - 1.0) <= 0x1p-22, "normals are unit or zero", text);
	Require(crossing.edge >= -1, "edges are indices or -1", text);
}

inline void CheckNumbers(const Ray& ray, std::span<const RaySpan> spans)
{
	for (const RaySpan& span : spans)
	{
		Require(IsValid(ray), "invalid rays miss", [&] { return test::ToText(ray); });
		CheckCrossing(ray, span.enter);
		CheckCrossing(ray, span.exit);
	}
}

/// Checks all promises of ray.h.
inline void CheckLaws(const Ray& ray, std::span<const RaySpan> spans)
{
	CheckNumbers(ray, spans);
	const b2Vec2 zero{0.0f, 0.0f};
	const float* last = nullptr;
	for (const RaySpan& span : spans)
	{
		const auto text = [&]
		{
			return test::ToText(ray) + "\n" + test::ToText(span);
		};
		Require(span.enter.fraction <= span.exit.fraction, "enter comes before exit", text);
		Require(last == nullptr || *last <= span.enter.fraction, "spans are in order", text);
		Require(span.startsInside == (span.enter.normal == zero), "no entry normal: starts inside", text);
		Require(span.endsInside == (span.exit.normal == zero), "no exit normal: ends inside", text);
		Require(span.startsInside == false || (span.enter.fraction == 0.0f && span.enter.edge == -1),
		        "starts inside: fraction 0, no edge", text);
		Require(span.endsInside == false || (span.exit.fraction == ray.maxFraction && span.exit.edge == -1),
		        "ends inside: maxFraction, no edge", text);
		Require(IsPointQuery(ray) == false || (span.startsInside && span.endsInside && span.grazing == false),
		        "a point is inside", text);
		// In a narrow wedge, a hit point may be up to 2^10 units off.
		constexpr double k_units = 1025.0;
		Require(test::IsPointNearFraction(ray, span.enter, k_units) &&
		            test::IsPointNearFraction(ray, span.exit, k_units),
		        "points are at their fractions", text);
		last = &span.exit.fraction;
	}
}

} // namespace ricochet::fuzz
