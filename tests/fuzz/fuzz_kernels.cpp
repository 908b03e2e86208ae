// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/clip.h>
#include <ricochet/geometry/locate.h>
#include <ricochet/geometry/reflect.h>

#include "fuzz/fuzz_input.h"
#include "fuzz/polygon_input.h"
#include "fuzz/span_laws.h"
#include "support/oracle.h"

#include <algorithm>

// Calls every kernel with arbitrary numbers. The laws of ray.h must always hold. For a shape that the kernel accepts,
// the answer must agree with exact arithmetic.

namespace ricochet::fuzz
{

namespace
{

using Shape = std::span<const b2Vec2>;

auto Describe(const Ray& ray, Shape vertices, float radius = 0.0f)
{
	return [=]
	{
		return test::ToText(ray) + "\n" + test::ToText(vertices) + "\nradius " + test::ToText(radius);
	};
}

bool AreFinite(Shape vertices)
{
	return std::all_of(vertices.begin(), vertices.end(), IsFinite);
}

void CheckAgainst(const test::ExactSpans& exact, const Ray& ray, std::span<const RaySpan> got, Shape vertices,
                  float radius = 0.0f)
{
	RequireNothing(test::Mismatch(ray, got, exact), Describe(ray, vertices, radius));
}

void FuzzConvex(Input& input, const Ray& ray)
{
	std::vector<b2Vec2> vertices = input.Vectors(10);
	const bool isAnything = input.OneIn(4);
	if (isAnything == false)
	{
		vertices = ConvexOf(input, vertices);
	}
	const b2Vec2 point = input.Flag() ? ray.origin : input.Vector();
	const std::optional<RaySpan> span = ClipConvex(ray, vertices);
	const Location location = LocateInConvex(point, vertices);
	if (AreFinite(vertices) == false || vertices.size() < 3)
	{
		Require(span.has_value() == false && location == Location::Outside, "no polygon, no hit");
	}
	else if (isAnything)
	{
		CheckNumbers(ray, ToSpans(span));
	}
	else
	{
		CheckLaws(ray, ToSpans(span));
		if (HasArea(vertices) == false)
		{
			Require(span.has_value() == false, "no area, no hit", Describe(ray, vertices));
			return;
		}
		if (IsValid(ray))
		{
			CheckAgainst(test::ExactClipConvex(test::Pull(ray), vertices), ray, ToSpans(span), vertices);
		}
		if (IsFinite(point))
		{
			Require(location == test::ExactLocateInConvex(test::ToExact(point), vertices), "LocateInConvex is exact",
			        [&] { return test::ToText(point) + test::ToText(vertices); });
		}
	}
}

void FuzzBox(Input& input, const Ray& ray)
{
	const b2AABB box{input.Vector(), input.Vector()};
	const b2Vec2 point = input.Flag() ? ray.origin : input.Vector();
	const std::optional<RaySpan> span = ClipBox(ray, box);
	const Location location = LocateInBox(point, box);
	CheckLaws(ray, ToSpans(span));
	const bool isBox = IsFinite(box.lowerBound) && IsFinite(box.upperBound) && box.lowerBound.x <= box.upperBound.x &&
	                   box.lowerBound.y <= box.upperBound.y;
	if (isBox == false)
	{
		Require(span.has_value() == false && location == Location::Outside, "no box, no hit");
		return;
	}
	if (IsValid(ray))
	{
		CheckAgainst(test::ExactClipBox(test::Pull(ray), box), ray, ToSpans(span),
		             std::array{box.lowerBound, box.upperBound});
	}
	if (IsFinite(point))
	{
		Require(location == test::ExactLocateInBox(test::ToExact(point), box), "LocateInBox is exact");
	}
}

void FuzzRounded(Input& input, const Ray& ray)
{
	std::vector<b2Vec2> vertices = input.Vectors(10);
	const bool isAnything = input.OneIn(4);
	if (isAnything == false && vertices.size() >= 3)
	{
		vertices = ConvexOf(input, vertices);
	}
	const float radius = input.Float();
	const std::optional<RaySpan> span = ClipRounded(ray, vertices, radius);
	if (AreFinite(vertices) == false || vertices.empty() || std::isfinite(radius) == false || radius < 0.0f)
	{
		Require(span.has_value() == false, "no rounded shape, no hit", Describe(ray, vertices, radius));
	}
	else if (isAnything && vertices.size() >= 3)
	{
		CheckNumbers(ray, ToSpans(span));
	}
	else
	{
		CheckLaws(ray, ToSpans(span));
		if (IsValid(ray))
		{
			CheckAgainst(test::ExactClipRounded(test::Pull(ray), vertices, radius), ray, ToSpans(span), vertices,
			             radius);
		}
	}
}

void FuzzCircle(Input& input, const Ray& ray)
{
	const b2Vec2 center = input.Vector();
	const float radius = input.Float();
	const std::optional<RaySpan> span = ClipCircle(ray, center, radius);
	CheckLaws(ray, ToSpans(span));
	if (IsFinite(center) == false || std::isfinite(radius) == false || radius < 0.0f)
	{
		Require(span.has_value() == false, "no circle, no hit");
	}
	else if (IsValid(ray))
	{
		CheckAgainst(test::ExactClipCircle(test::Pull(ray), center, radius), ray, ToSpans(span), std::array{center},
		             radius);
	}
}

void FuzzSegment(Input& input, const Ray& ray)
{
	const b2Vec2 a = input.Vector();
	const b2Vec2 b = input.Vector();
	const std::optional<Crossing> hit = CrossSegment(ray, a, b);
	const std::array ends{a, b};
	const auto describe = Describe(ray, ends);
	if (hit.has_value())
	{
		Require(IsValid(ray) && IsFinite(a) && IsFinite(b), "what is not finite is not hit", describe);
		Require(IsPointQuery(ray) == false, "a point query misses a segment", describe);
		CheckCrossing(ray, *hit);
		Require(hit->edge == 0 && hit->normal != b2Vec2{0.0f, 0.0f}, "a segment has one edge and a normal", describe);
	}
	if (IsValid(ray) && IsFinite(a) && IsFinite(b))
	{
		RequireNothing(test::Mismatch(ray, hit, test::ExactCrossSegment(test::Pull(ray), a, b)), describe);
	}
}

void FuzzPolygon(Input& input, const Ray& ray)
{
	const std::vector<b2Vec2> vertices = input.Vectors(12);
	const b2Vec2 point = input.Flag() ? ray.origin : input.Vector();
	std::vector<RaySpan> spans(1);
	ClipPolygon(ray, vertices, spans);
	const Location location = LocateInPolygon(point, vertices);
	if (AreFinite(vertices) == false || vertices.size() < 3)
	{
		Require(spans.empty() && location == Location::Outside, "no polygon, no hit", Describe(ray, vertices));
		return;
	}
	CheckNumbers(ray, spans);
	if (IsSimple(vertices))
	{
		CheckLaws(ray, spans);
		if (IsValid(ray))
		{
			CheckAgainst(test::ExactClipPolygon(test::Pull(ray), vertices), ray, spans, vertices);
		}
		if (IsFinite(point))
		{
			Require(location == test::ExactLocateInPolygon(test::ToExact(point), vertices), "LocateInPolygon is exact",
			        [&] { return test::ToText(point) + test::ToText(vertices); });
		}
	}
}

void FuzzBuilders(Input& input, const Ray& ray)
{
	const float fraction = input.Float();
	const Ray between = RayBetween(ray.origin, ray.translation);
	Require(IsFinite(ray.origin) || IsValid(between) == false, "a ray from nowhere is invalid");
	const Ray toward = RayToward(ray.origin, ray.translation, fraction);
	const bool isGood = IsFinite(ray.origin) && IsFinite(ray.translation) && std::isfinite(fraction) &&
	                    ray.translation != b2Vec2{0.0f, 0.0f};
	Require(IsValid(toward) == isGood, "RayToward is valid if its input is", Describe(ray, {}, fraction));
	if (IsValid(ray) && std::isfinite(fraction))
	{
		Require(IsFinite(PointAt(ray, fraction)), "a point of a valid ray is finite", Describe(ray, {}, fraction));
	}
	if (IsFinite(ray.origin))
	{
		Require(Reflect(ray.origin, {0.0f, 0.0f}) == ray.origin, "no normal, no reflection");
		Require(Reflect(ray.origin, {0.0f, 1.0f}) == b2Vec2{ray.origin.x, -ray.origin.y}, "a mirror is exact");
	}
	(void)Reflect(ray.origin, ray.translation);
}

} // namespace

} // namespace ricochet::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	using namespace ricochet::fuzz;
	constexpr auto k_kernels =
	    std::array{FuzzConvex, FuzzBox, FuzzRounded, FuzzCircle, FuzzSegment, FuzzPolygon, FuzzBuilders};
	Input input(data, size);
	const auto kernel = k_kernels[input.Index(k_kernels.size())];
	kernel(input, input.AnyRay());
	return 0;
}
