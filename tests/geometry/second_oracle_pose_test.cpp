// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/second_oracle.h"
#include "shapes/cast_shape.h"
#include "support/random_rays.h"

#include <ricochet/shapes/cast_shape.h>

#include <box2d/b2_circle_shape.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_polygon_shape.h>

#include <gtest/gtest.h>

// Compares casts at static, moving and rotating targets with the second oracle. The oracle converts the path to the
// target's frame in real arithmetic.

namespace ricochet::test::second_oracle_pose_test
{

namespace
{

constexpr int k_paths = 10000;

b2Transform RandomPose(Random& random)
{
	const float angle = random.OneIn(4) ? 0.0f : random.Uniform(-3.14f, 3.14f);
	const float far = random.OneIn(4) ? 1000.0f : 4.0f;
	return {{random.Uniform(-far, far), random.Uniform(-far, far)}, b2Rot(angle)};
}

/// Returns a step that starts or ends at a vertex in its pose at that time, or anywhere.
std::array<b2Vec2, 2> RandomStep(Random& random, std::span<const b2Vec2> vertices, const b2Transform& before,
                                 const b2Transform& after)
{
	const auto draw = [&](const b2Transform& pose)
	{
		const b2Vec2 vertex = vertices[static_cast<size_t>(random.Below(static_cast<int>(vertices.size())))];
		const b2Vec2 aside{random.Uniform(-3.0f, 3.0f), random.Uniform(-3.0f, 3.0f)};
		return b2Mul(pose, random.OneIn(3) ? vertex : aside);
	};
	const b2Vec2 from = draw(before);
	return {from, draw(after)};
}

struct Target
{
	b2PolygonShape polygon;
	b2CircleShape circle;
	b2EdgeShape edge;
	std::vector<b2Vec2> vertices;

	/// Sets the polygon directly, without Box2D's reordering and asserts.
	explicit Target(Random& random)
	{
		do
		{
			vertices = ConvexHull({Draw(random), Draw(random), Draw(random), Draw(random), Draw(random)}, false);
		} while (vertices.size() < 3);
		polygon.m_count = static_cast<int32>(vertices.size());
		std::copy(vertices.begin(), vertices.end(), polygon.m_vertices);
		circle.m_p = vertices[0];
		circle.m_radius = random.Uniform(0.01f, 2.0f);
		edge.SetTwoSided(vertices[0], vertices[1]);
	}

	static b2Vec2 Draw(Random& random) { return {random.Uniform(-2.0f, 2.0f), random.Uniform(-2.0f, 2.0f)}; }

	std::string Wrong(const Path& path, int kind, const std::optional<RaySpan>& got) const
	{
		const std::vector<RaySpan> spans = ToList(got);
		if (kind == 0)
		{
			return WrongInPolygon(path, vertices, spans);
		}
		if (kind == 1)
		{
			return WrongInCircle(path, circle.m_p, circle.m_radius, spans);
		}
		return WrongOnSegment(path, vertices[0], vertices[1], got ? std::optional(got->enter.fraction) : std::nullopt);
	}

	const b2Shape& Shape(int kind) const
	{
		return kind == 0 ? static_cast<const b2Shape&>(polygon)
		                 : (kind == 1 ? static_cast<const b2Shape&>(circle) : edge);
	}
};

std::optional<RaySpan> ToSpan(const std::optional<ShapeSpan>& met)
{
	if (met.has_value() == false)
	{
		return std::nullopt;
	}
	RaySpan span;
	span.enter.fraction = static_cast<float>(met->span.enter.fraction);
	span.exit.fraction = static_cast<float>(met->span.exit.fraction);
	span.startsInside = met->span.startsInside;
	span.endsInside = met->span.endsInside;
	span.grazing = met->span.grazing;
	return span;
}

/// Two thirds of the paths are steps at a target that moves and rotates. One third are rays at a static target.
void CompareUnderPoses(int kind, uint64_t seed)
{
	int hits = 0, trials = 0;
	RunTrials(seed, k_paths,
	          [&](Random& random) -> std::string
	          {
		          const Target target(random);
		          const bool isStill = random.OneIn(3);
		          const b2Transform before = RandomPose(random);
		          b2Transform after = isStill ? before : RandomPose(random);
		          const auto [from, to] = RandomStep(random, target.vertices, before, after);
		          const Ray ray{from, to - from, isStill ? RandomMaxFraction(random) : 1.0f};
		          const LocalRay step(from, before, to, after, 1.0f);
		          const std::optional<RaySpan> got = isStill ? CastRayAtShape(target.Shape(kind), 0, before, ray)
		                                                     : ToSpan(CastShapeLocal(target.Shape(kind), 0, step));
		          ++trials;
		          hits += got.has_value() ? 1 : 0;
		          if (isStill && IsValid(ray) == false)
		          {
			          return got.has_value() ? "an invalid ray hits" : "";
		          }
		          const Path path = isStill ? ToPath(ray, before) : ToPath(from, before, to, after);
		          const std::string wrong = target.Wrong(path, kind, got);
		          return wrong.empty() ? "" : wrong + "\n" + ToText(target.vertices) + "\n" + ToText(ray);
	          });
	std::printf("    %d hits in %d paths\n", hits, trials);
	EXPECT_GT(hits, trials / 10);
	EXPECT_LT(hits, trials * 9 / 10);
}

} // namespace

TEST(SecondOracle, PolygonsUnderPoses)
{
	CompareUnderPoses(0, 0x5EC6);
}

TEST(SecondOracle, CirclesUnderPoses)
{
	CompareUnderPoses(1, 0x5EC7);
}

TEST(SecondOracle, EdgesUnderPoses)
{
	CompareUnderPoses(2, 0x5EC8);
}

} // namespace ricochet::test::second_oracle_pose_test
