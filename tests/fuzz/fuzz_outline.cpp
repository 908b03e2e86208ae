// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/clip.h>
#include <ricochet/geometry/decompose.h>
#include <ricochet/geometry/outline.h>

#include "fuzz/fuzz_input.h"
#include "fuzz/span_laws.h"
#include "support/oracle.h"
#include "support/piece_check.h"

#include <algorithm>

// Outlines of any rings: refused, or cast, located and cut as exact arithmetic says.

namespace ricochet::fuzz
{

namespace
{

using Rings = std::vector<std::vector<b2Vec2>>;

// Rings within rings are what bytes hardly ever come to: most are earlier ones again, smaller and elsewhere.
std::vector<b2Vec2> AnyRing(Input& input, const Rings& rings)
{
	if (rings.empty() || input.OneIn(3))
	{
		return input.Vectors(9);
	}
	std::vector<b2Vec2> ring = rings[input.Index(rings.size())];
	const b2Vec2 about = ring.empty() || input.OneIn(3) ? input.Vector() : ring[input.Index(ring.size())];
	const b2Vec2 offset = input.Flag() ? b2Vec2{0.0f, 0.0f} : input.Vector();
	const float share = 1.0f / static_cast<float>(input.Between(1, 16));
	for (b2Vec2& v : ring)
	{
		v = {about.x + offset.x + share * (v.x - about.x), about.y + offset.y + share * (v.y - about.y)};
	}
	if (input.Flag())
	{
		std::reverse(ring.begin(), ring.end());
	}
	return ring;
}

std::string TextOf(const Rings& rings)
{
	std::string text;
	for (const std::vector<b2Vec2>& ring : rings)
	{
		text += test::ToText(ring) + "\n";
	}
	return text;
}

bool IsSame(const RaySpan& a, const RaySpan& b)
{
	const auto isSame = [](const Crossing& c, const Crossing& d)
	{
		return c.fraction == d.fraction && c.point == d.point && c.normal == d.normal && c.edge == d.edge;
	};
	return isSame(a.enter, b.enter) && isSame(a.exit, b.exit) && a.startsInside == b.startsInside &&
	       a.endsInside == b.endsInside && a.grazing == b.grazing;
}

void CheckCast(const Ray& ray, const Outline& outline, const Rings& rings)
{
	const auto text = [&]
	{
		return test::ToText(ray) + "\n" + TextOf(rings);
	};
	std::vector<RaySpan> spans(2);
	ClipOutline(ray, outline, spans);
	CheckLaws(ray, spans);
	const std::optional<RaySpan> first = ClipOutlineFirst(ray, outline);
	Require(first.has_value() == (spans.empty() == false) && (spans.empty() || IsSame(*first, spans[0])),
	        "the first span is the first of all", text);
	if (IsValid(ray))
	{
		RequireNothing(test::Mismatch(ray, spans, test::ExactClipRings(test::Pull(ray), rings)), text);
	}
	if (rings.size() == 1)
	{
		std::vector<RaySpan> want;
		ClipPolygon(ray, rings[0], want);
		Require(std::equal(want.begin(), want.end(), spans.begin(), spans.end(), IsSame),
		        "one ring is clipped as by ClipPolygon", text);
	}
}

void CheckPose(Input& input, const Ray& ray, const Outline& outline, const Rings& rings)
{
	const b2Transform pose(input.Vector(), b2Rot(input.Uniform(-4.0f, 4.0f)));
	std::vector<RaySpan> spans;
	ClipOutline(ray, outline, pose, spans);
	CheckLaws(ray, spans);
	if (IsValid(ray) && IsFinite(pose.p))
	{
		RequireNothing(
		    test::Mismatch(ray, spans, test::ExactClipRings(test::Pull(ray, pose), rings), {.rotation = &pose.q}),
		    [&] { return test::ToText(ray) + "\n" + TextOf(rings); });
	}
}

void CheckPoint(b2Vec2 point, const Outline& outline, const Rings& rings)
{
	const Location location = LocateInOutline(point, outline);
	const Location want = IsFinite(point) ? test::ExactLocateInRings(test::ToExact(point), rings) : Location::Outside;
	Require(location == want, "LocateInOutline is exact", [&] { return test::ToText(point) + "\n" + TextOf(rings); });
}

} // namespace

} // namespace ricochet::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	using namespace ricochet;
	using namespace ricochet::fuzz;
	Input input(data, size);
	Rings rings;
	std::vector<b2Vec2> vertices;
	std::vector<int32_t> starts;
	bool areStarts = true;
	for (int32_t count = input.Between(1, 4); count > 0; --count)
	{
		rings.push_back(AnyRing(input, rings));
		areStarts = areStarts && input.OneIn(32) == false;
		starts.push_back(areStarts ? static_cast<int32_t>(vertices.size()) : input.Bits<int32_t>());
		vertices.insert(vertices.end(), rings.back().begin(), rings.back().end());
	}
	const Result<Outline> outline = Outline::Make(vertices, starts);
	Require(outline || outline.GetError().Message().empty() == false, "a refusal has a reason");
	if (!outline || areStarts == false)
	{
		return 0;
	}
	const int32_t most = input.Between(3, 10);
	const Result<ConvexPieces> pieces = Decompose(*outline, most);
	Require(static_cast<bool>(pieces), "every outline can be cut");
	RequireNothing(test::PieceMismatch(*outline, *pieces, most), [&] { return TextOf(rings); });
	for (int32_t i = input.Between(1, 4); i > 0; --i)
	{
		const Ray ray = input.AnyRay();
		CheckCast(ray, *outline, rings);
		CheckPose(input, ray, *outline, rings);
		CheckPoint(input.Flag() ? ray.origin : input.Vector(), *outline, rings);
	}
	return 0;
}
