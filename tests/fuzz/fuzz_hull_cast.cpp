// MIT License, Copyright (c) 2026 the ricochet authors

#include "fuzz/fuzz_input.h"
#include "geometry/hull_oracle.h"

#include <algorithm>
#include <cmath>

// Casts hulls with arbitrary numbers against each other. The casts must end and give finite numbers. If the hulls meet
// the requirements of CastHull, the answer must be that of integer arithmetic. If the hulls are exchanged and the cast
// is reversed, a hit must stay a hit and a miss a miss.

namespace ricochet::fuzz
{

namespace
{

using test::HullScene;

// True if the vertices go counter-clockwise around a convex polygon once, decided exactly. Three may lie on a line.
bool IsConvex(std::span<const b2Vec2> vertices)
{
	const size_t count = vertices.size();
	const auto goesUp = [](b2Vec2 a, b2Vec2 b)
	{
		return b.y > a.y || (b.y == a.y && b.x > a.x);
	};
	int32_t turns = 0, rounds = 0;
	for (size_t i = 0; i < count && count > 2; ++i)
	{
		const b2Vec2 a = vertices[i], b = vertices[(i + 1) % count];
		for (const b2Vec2& v : vertices)
		{
			if (test::Orientation(a, b, v) < 0 || (a != v && b != v && a == b))
			{
				return false;
			}
		}
		const b2Vec2 c = vertices[(i + 2) % count];
		turns += test::Orientation(a, b, c) > 0 ? 1 : 0;
		rounds += goesUp(a, b) == false && goesUp(b, c) ? 1 : 0;
	}
	return count < 3 || (turns >= 3 && rounds == 1);
}

bool IsTame(std::span<const b2Vec2> vertices)
{
	return std::all_of(vertices.begin(), vertices.end(),
	                   [](b2Vec2 v) { return IsFinite(v) && std::max(std::abs(v.x), std::abs(v.y)) < 1e9f; });
}

// Returns a hull without repeated vertices, because an edge between equal vertices has no direction.
std::vector<b2Vec2> DrawHull(Input& input)
{
	std::vector<b2Vec2> vertices = input.Vectors(8);
	if (input.Flag())
	{
		std::reverse(vertices.begin(), vertices.end());
	}
	vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
	while (vertices.size() > 1 && vertices.front() == vertices.back())
	{
		vertices.pop_back();
	}
	return vertices;
}

b2Transform DrawPose(Input& input)
{
	const b2Vec2 place = input.Vector();
	if (input.Flag())
	{
		return b2Transform(place, b2Rot(0.0f));
	}
	if (input.OneIn(8))
	{
		b2Transform pose;
		pose.p = place;
		pose.q.s = input.Float();
		pose.q.c = input.Float();
		return pose;
	}
	const float angle =
	    input.Flag() ? 1.57079633f * static_cast<float>(input.Between(-4, 4)) : input.Uniform(-4.0f, 4.0f);
	return b2Transform(place, b2Rot(angle));
}

HullScene DrawScene(Input& input)
{
	HullScene scene;
	scene.moving = DrawHull(input);
	scene.still = DrawHull(input);
	scene.movingRadius = input.Flag() ? 0.0f : std::abs(input.Float());
	scene.stillRadius = input.Flag() ? 0.0f : std::abs(input.Float());
	scene.movingPose = DrawPose(input);
	scene.stillPose = DrawPose(input);
	scene.translation = input.Vector();
	scene.maxFraction = input.Flag() ? 1.0f : input.Float();
	return scene;
}

bool IsCrossing(const Crossing& crossing, float maxFraction)
{
	const float length = std::hypot(crossing.normal.x, crossing.normal.y);
	return crossing.fraction >= 0.0f && crossing.fraction <= maxFraction && IsFinite(crossing.normal) &&
	       (length == 0.0f || std::abs(length - 1.0f) < 1e-6f);
}

bool IsSound(const HullSpan& span, const HullScene& scene)
{
	return IsCrossing(span.enter, scene.maxFraction) && IsCrossing(span.exit, scene.maxFraction) &&
	       span.enter.fraction <= span.exit.fraction && std::isfinite(span.depth) && span.depth >= 0.0f &&
	       IsFinite(span.wayOut);
}

bool CanBeJudged(const HullScene& scene)
{
	const auto isUnit = [](const b2Rot& q)
	{
		return std::abs(std::hypot(q.s, q.c) - 1.0f) < 1e-3f;
	};
	return scene.moving.empty() == false && scene.still.empty() == false && IsTame(scene.moving) &&
	       IsTame(scene.still) && IsConvex(scene.moving) && IsConvex(scene.still) && isUnit(scene.movingPose.q) &&
	       isUnit(scene.stillPose.q) && IsTame(std::array{scene.movingPose.p, scene.stillPose.p, scene.translation}) &&
	       scene.movingRadius < 1e9f && scene.stillRadius < 1e9f && scene.maxFraction >= 0.0f &&
	       scene.maxFraction < 1e9f;
}

} // namespace

} // namespace ricochet::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	using namespace ricochet;
	using namespace ricochet::fuzz;

	Input input(data, size);
	const HullScene scene = DrawScene(input);
	const std::optional<HullSpan> span = scene.Cast();
	const auto text = [&]
	{
		return scene.Text();
	};
	Require(span.has_value() == false || IsSound(*span, scene), "a span", text);
	Require(span.has_value() == false || (scene.maxFraction >= 0.0f && std::isfinite(scene.maxFraction)), "a miss",
	        text);
	if (CanBeJudged(scene))
	{
		const std::string mismatch = test::HullMismatch(scene, span);
		Require(mismatch.empty(), "the answer of whole numbers", [&] { return mismatch + "\n" + scene.Text(); });
	}
	return 0;
}
