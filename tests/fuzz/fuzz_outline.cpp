// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/clip.h>
#include <ricochet/geometry/decompose.h>
#include <ricochet/geometry/hull_cast.h>
#include <ricochet/geometry/outline.h>
#include <ricochet/host/attach_geometry.h>
#include <ricochet/index/snapshot.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/query/nearest.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/simple_queries.h>
#include <ricochet/shapes/shape_factory.h>

#include "fuzz/fuzz_input.h"
#include "fuzz/span_laws.h"
#include "support/oracle.h"
#include "support/piece_check.h"

#include <box2d/b2_body.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_world.h>

#include <algorithm>

// Makes outlines of arbitrary rings. An outline must be refused, or casts, point tests and decomposition must agree
// with exact arithmetic.

namespace ricochet::fuzz
{

namespace
{

using Rings = std::vector<std::vector<b2Vec2>>;

// Returns a ring. Random bytes hardly ever give nested rings, so most rings are smaller, moved copies of earlier rings.
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
	if (ring.size() > 3 && input.OneIn(4))
	{
		ring.back() = ring.front();
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

// Returns the first entry of a disc into any of the pieces. Each piece is cast by itself.
std::optional<float> FirstOfPieces(const HullPath& path, const Outline& outline, const ConvexPieces& pieces,
                                   const b2Transform& pose)
{
	std::optional<float> first;
	for (int32_t i = 0; i < pieces.Count(); ++i)
	{
		std::vector<b2Vec2> points;
		for (const int32_t v : pieces.VerticesOf(i))
		{
			points.push_back(outline.Vertices()[static_cast<size_t>(v)]);
		}
		const auto span = CastHull(path.hull, path.pose, path.translation, {points}, pose, path.maxFraction);
		if (span && (first.has_value() == false || span->enter.fraction < *first))
		{
			first = span->enter.fraction;
		}
	}
	return first;
}

// Attaches the outline to a fixture of a random body. Rays must hit it as the outline, and hulls must hit it as its
// pieces.
void CheckAttached(Input& input, const Ray& ray, const Outline& outline, const ConvexPieces& pieces, const Rings& rings)
{
	const Result<CastGeometry> geometry = CastGeometry::Make(outline);
	if (!geometry)
	{
		Require(geometry.GetError().reason == ErrorReason::TooLarge, "only what is too large is refused");
		return;
	}
	const auto text = [&]
	{
		return test::ToText(ray) + "\n" + TextOf(rings);
	};
	b2World world({0.0f, 0.0f});
	b2BodyDef def;
	def.position = {input.Uniform(-1e6f, 1e6f), input.Flag() ? 0.0f : input.Uniform(-100.0f, 100.0f)};
	def.angle = input.Flag() ? 0.0f : input.Uniform(-4.0f, 4.0f);
	b2Body* body = world.CreateBody(&def);
	b2CircleShape coarse;
	coarse.m_radius = 0.5f;
	b2Fixture* fixture = body->CreateFixture(&coarse, 0.0f);
	Require(static_cast<bool>(AttachGeometry(fixture, *geometry)), "a circle takes a geometry", text);
	const b2Transform pose = body->GetTransform();
	const Snapshot snapshot(world);

	std::vector<RaySpan> spans;
	std::vector<RayHit> hits;
	std::vector<RayHit> past;
	ClipOutline(ray, outline, pose, spans);
	CastRayAll(world, ray, hits);
	CastRayAll(snapshot, ray, past);
	const auto isSame = [](const RaySpan& a, const RaySpan& b)
	{
		return IsSame(a, b);
	};
	Require(std::equal(spans.begin(), spans.end(), hits.begin(), hits.end(), isSame), "all hits are the spans", text);
	Require(std::equal(spans.begin(), spans.end(), past.begin(), past.end(), isSame), "and of a snapshot", text);
	Require(CastRayAny(world, ray) == (spans.empty() == false), "any hit is a span", text);

	const b2Vec2 origin{0.0f, 0.0f};
	b2Transform from;
	from.SetIdentity();
	from.p = ray.origin;
	const HullPath path{{std::span(&origin, 1), input.Uniform(0.0f, 10.0f)}, from, ray.translation, ray.maxFraction};
	const std::optional<float> first = FirstOfPieces(path, outline, pieces, pose);
	const std::optional<HullHit> hit = CastHullClosest(world, path);
	const b2AABB* bounds = &fixture->GetAABB(0);
	Require(bounds->IsValid(), "the box is valid", text);
	Require(hit.has_value() == first.has_value() && (hit.has_value() == false || hit->enter.fraction == *first),
	        "a disc meets the first of the pieces", text);
	(void)FindNearest(world, ray.origin, 1e30f);
	std::vector<OverlapHit> overlaps;
	OverlapPoint(world, ray.origin, overlaps);
	Require(overlaps.size() == (ClipOutlineFirst({ray.origin, {0.0f, 0.0f}}, outline, pose) ? 1u : 0u),
	        "a point overlaps what it is in", text);
}

// Box2D must accept the pieces as fixtures of a body, and rays must hit them as they hit the outline.
void CheckPolygons(Input& input, const Ray& ray, const Outline& outline, const Rings& rings)
{
	const auto text = [&]
	{
		return test::ToText(ray) + "\n" + TextOf(rings);
	};
	const auto polygons = MakePolygons(outline);
	if (!polygons)
	{
		const Error& error = polygons.GetError();
		const bool isTiny = error.reason == ErrorReason::NoArea && error.value < error.limit && error.limit < 1e-18;
		Require(error.reason == ErrorReason::TooLarge || isTiny, "only what is too large or tiny is refused", text);
		return;
	}
	b2World world({0.0f, -10.0f});
	b2BodyDef def;
	def.type = input.Flag() ? b2_dynamicBody : b2_staticBody;
	def.bullet = input.Flag();
	b2Body* body = world.CreateBody(&def);
	for (const ClipPolygonShape& polygon : *polygons)
	{
		body->CreateFixture(&polygon, polygons->size() < 60 ? 1.0f : 0.0f);
	}
	const bool isHit = CastRayAny(world, ray);
	Require(isHit == ClipOutlineFirst(ray, outline).has_value(), "the pieces are hit as the outline", text);
	b2BodyDef still;
	still.position = input.Flag() ? outline.Vertices()[0] : outline.Bounds().GetCenter();
	b2CircleShape circle;
	circle.m_radius = 0.5f;
	world.CreateBody(&still)->CreateFixture(&circle, 0.0f);
	world.Step(1.0f / 60.0f, 2, 1);
	Require(body->GetPosition().IsValid(), "and stay finite", text);
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
	if (std::equal(vertices.begin(), vertices.end(), outline->Vertices().begin(), outline->Vertices().end()) == false)
	{
		// The given rings touch, so the outline has other vertices. A point that is on no given edge must have the same
		// location in both.
		const b2Vec2 point = input.Vector();
		const Location given =
		    IsFinite(point) ? test::ExactLocateInRings(test::ToExact(point), rings) : Location::Outside;
		Require(given == Location::Boundary || LocateInOutline(point, *outline) == given,
		        "rings that touch bound the same solid", [&] { return test::ToText(point) + "\n" + TextOf(rings); });
		rings.clear();
		for (const OutlineRing& ring : outline->Rings())
		{
			const std::span<const b2Vec2> own = outline->VerticesOf(ring);
			rings.emplace_back(own.begin(), own.end());
		}
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
		CheckAttached(input, ray, *outline, *pieces, rings);
		CheckPolygons(input, ray, *outline, rings);
	}
	return 0;
}
