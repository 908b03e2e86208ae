// MIT License, Copyright (c) 2026 the ricochet authors

// Tests rays that are converted to the frame of a shape. A ray uses one pose, and a step against a moving shape uses
// two. The result must be that of the exactly converted ray. The rays are aimed at the places of vertices and edges in
// the world.

#include "geometry/kernels.h"
#include "support/oracle.h"
#include "support/random_rays.h"

#include <gtest/gtest.h>

namespace ricochet::test::local_ray_test
{

namespace
{

b2Transform RandomPose(Random& random, const Field& field)
{
	b2Transform pose;
	pose.p = field.Point(random);
	switch (random.Below(4))
	{
	case 0:
		pose.q.SetIdentity();
		break;
	case 1: // quarter turns, exact except for the last bits
		pose.q.Set(1.5707963f * static_cast<float>(random.Between(-2, 2)));
		break;
	default:
		pose.q.Set(random.Uniform(-3.2f, 3.2f));
		break;
	}
	return pose;
}

/// A step of a point while a shape moves from one pose to another. For a static shape, the poses are equal.
struct Step
{
	b2Vec2 from, to;
	b2Transform before, after;
	float maxFraction;

	PulledRay Pulled() const { return Pull(from, before, to, after, maxFraction); }
	LocalRay Local() const { return LocalRay(from, before, to, after, maxFraction); }
	std::string Text() const
	{
		const auto poseText = [](const b2Transform& pose)
		{
			return "{" + ToText(pose.p) + ", {" + ToText(pose.q.s) + ", " + ToText(pose.q.c) + "}}";
		};
		return "LocalRay(" + ToText(from) + ", " + poseText(before) + ", " + ToText(to) + ", " + poseText(after) +
		       ", " + ToText(maxFraction) + ")";
	}
};

/// Returns a point in the world that the pose maps to a local point, exactly or within ulps.
b2Vec2 AimedAt(Random& random, const b2Transform& pose, b2Vec2 local)
{
	const b2Vec2 world = b2Mul(pose, local);
	return random.OneIn(2) ? world
	                       : b2Vec2{UlpsFrom(world.x, random.Between(-2, 2)), UlpsFrom(world.y, random.Between(-2, 2))};
}

/// Returns a step that starts or ends at a target of the shape, or that moves along with the shape. No ray in the world
/// covers steps that move along.
Step RandomStep(Random& random, const Field& field, const Aim& aim)
{
	const b2Transform before = RandomPose(random, field);
	const b2Transform after = random.OneIn(2) ? before : RandomPose(random, field);
	const b2Vec2 local = random.OneOf(aim.points);
	Step step{field.Point(random), field.Point(random), before, after, RandomMaxFraction(random)};
	switch (random.Below(5))
	{
	case 0:
		step.to = AimedAt(random, after, local);
		break;
	case 1:
		step.from = AimedAt(random, before, local);
		break;
	case 2:
		step.from = AimedAt(random, before, local);
		step.to = AimedAt(random, after, random.OneOf(aim.points));
		break;
	case 3: // moves along with the shape: in its frame, the point hardly moves
		step.from = AimedAt(random, before, local);
		step.to = AimedAt(random, after, local);
		break;
	default:
		break;
	}
	return step;
}

/// Returns a span in the shape's frame, as a RaySpan there.
RaySpan InShapeFrame(const LocalSpan& span)
{
	b2Rot identity;
	identity.SetIdentity();
	const auto crossing = [&](const LocalCrossing& c)
	{
		return Crossing{static_cast<float>(c.fraction), {0.0f, 0.0f}, UnitNormal(c.normal, identity), c.edge};
	};
	return {crossing(span.enter), crossing(span.exit), span.startsInside, span.endsInside, span.grazing};
}

/// Compares spans. In the shape's frame, the ray is only known approximately, and points are not compared.
std::string SpanMismatch(const Step& step, std::span<const LocalSpan> got, const ExactSpans& exact)
{
	std::vector<RaySpan> spans;
	for (const LocalSpan& span : got)
	{
		spans.push_back(InShapeFrame(span));
	}
	const PulledRay pulled = step.Pulled();
	const Ray ray{{0.0f, 0.0f},
	              {static_cast<float>(pulled.translation.x.get_d()), static_cast<float>(pulled.translation.y.get_d())},
	              step.maxFraction};
	return Mismatch(ray, spans, exact, {.points = false});
}

std::string SpanMismatch(const Step& step, const std::optional<LocalSpan>& got, const ExactSpans& exact)
{
	return got.has_value() ? SpanMismatch(step, std::span<const LocalSpan>(&*got, 1), exact)
	                       : SpanMismatch(step, std::span<const LocalSpan>(), exact);
}

/// `wrong(step, vertices, exact)` casts, sets the exact result, and returns an error text.
template <class Draw, class Wrong>
void CompareSteps(uint64_t ownSeed, int count, Draw draw, Wrong wrong)
{
	Tally tally;
	std::optional<Field> field;
	std::vector<b2Vec2> vertices;
	Aim aim;
	int trial = 0;
	RunTrials(ownSeed, count,
	          [&](Random& random) -> std::string
	          {
		          if (trial++ % 8 == 0)
		          {
			          constexpr Field::Kind k_kinds[] = {Field::Kind::Grid, Field::Kind::Near, Field::Kind::Near,
			                                             Field::Kind::Far};
			          field = Field(random, k_kinds[random.Below(4)]);
			          vertices = draw(random, *field);
			          aim = AimAt(random, vertices);
		          }
		          const Step step = RandomStep(random, *field, aim);
		          ExactSpans exact;
		          const std::string what = wrong(step, vertices, exact);
		          tally.Count(exact);
		          return what.empty() ? "" : step.Text() + " against " + ToText(vertices) + "\n" + what;
	          });
	tally.ExpectBothOutcomes(0.03);
}

} // namespace

TEST(LocalRay, AConvexPolygonIsClippedAsByTheExactlyPulledRay)
{
	CompareSteps(0x10CA1A, 60000, RandomConvex,
	             [](const Step& step, const std::vector<b2Vec2>& vertices, ExactSpans& exact)
	             {
		             exact = ExactClipConvex(step.Pulled(), vertices);
		             return SpanMismatch(step, ClipConvexLocal(step.Local(), vertices), exact);
	             });
}

TEST(LocalRay, ASimplePolygonIsClippedAsByTheExactlyPulledRay)
{
	std::vector<LocalSpan> spans;
	CompareSteps(0x10CA1B, 60000, RandomSimple,
	             [&](const Step& step, const std::vector<b2Vec2>& vertices, ExactSpans& exact)
	             {
		             exact = ExactClipPolygon(step.Pulled(), vertices);
		             ClipPolygonLocal(step.Local(), vertices, spans);
		             return SpanMismatch(step, std::span<const LocalSpan>(spans), exact);
	             });
}

TEST(LocalRay, ACircleIsClippedAsByTheExactlyPulledRay)
{
	// The centre and a point on the rim, so that rays are aimed at both.
	const auto draw = [](Random& random, const Field& field)
	{
		const b2Vec2 center = field.Point(random);
		return std::vector<b2Vec2>{center, {center.x + field.Length(random), center.y}};
	};
	CompareSteps(0x10CA1C, 60000, draw,
	             [](const Step& step, const std::vector<b2Vec2>& vertices, ExactSpans& exact)
	             {
		             const std::span<const b2Vec2> center(vertices.data(), 1);
		             const float radius = vertices[1].x - vertices[0].x;
		             exact = ExactClipRounded(step.Pulled(), center, radius);
		             return SpanMismatch(step, ClipRoundedLocal(step.Local(), center, {radius}), exact);
	             });
}

TEST(LocalRay, ASegmentIsCrossedAsByTheExactlyPulledRay)
{
	const auto draw = [](Random& random, const Field& field)
	{
		return std::vector<b2Vec2>{field.Point(random), field.Point(random)};
	};
	CompareSteps(0x10CA1D, 60000, draw,
	             [](const Step& step, const std::vector<b2Vec2>& vertices, ExactSpans& exact) -> std::string
	             {
		             exact = ExactCrossSegment(step.Pulled(), vertices[0], vertices[1]);
		             const auto got = CrossSegmentLocal(step.Local(), vertices[0], vertices[1]);
		             if (got.has_value() == exact.empty())
		             {
			             return got.has_value() ? "a hit, not a miss" : "a miss, not a hit";
		             }
		             return got.has_value() == false || IsWithinOneUlp(static_cast<float>(got->span.enter.fraction),
		                                                               exact[0].enter.fraction)
		                        ? ""
		                        : "fraction";
	             });
}

TEST(LocalRay, NoStepTunnelsWhereTwoStepsMeetAgainstAMovingAndTurningLoop)
{
	// A bullet moves from outside a loop to inside it in two steps, in the loop's own frame. The steps share a point,
	// which is often on a vertex or an edge of the loop. Both steps convert it with the same pose, so the results are
	// bit-identical.
	int entered = 0;
	int seamOnLoop = 0;
	RunTrials(0x10CA1E, 25000,
	          [&](Random& random) -> std::string
	          {
		          const Field field(random, random.OneIn(3) ? Field::Kind::Grid
		                                                    : (random.OneIn(2) ? Field::Kind::Near : Field::Kind::Far));
		          const std::vector<b2Vec2> loop =
		              random.OneIn(2) ? RandomConvex(random, field) : RandomSimple(random, field);
		          const Aim aim = AimAt(random, loop);
		          for (int i = 0; i < 4; ++i)
		          {
			          b2Transform poses[3];
			          for (b2Transform& pose : poses)
			          {
				          pose = RandomPose(random, field);
			          }
			          const b2Vec2 start = b2Mul(poses[0], field.Point(random));
			          const b2Vec2 seam = AimedAt(random, poses[1], random.OneOf(aim.points));
			          const b2Vec2 end = b2Mul(poses[2], 0.5f * (random.OneOf(aim.points) + random.OneOf(aim.points)));
			          const Step first{start, seam, poses[0], poses[1], 1.0f};
			          const Step second{seam, end, poses[1], poses[2], 1.0f};
			          const PulledRay firstPulled = first.Pulled();
			          const PulledRay secondPulled = second.Pulled();
			          const Location from = ExactLocateInPolygon(firstPulled.start, loop);
			          const Location via = ExactLocateInPolygon(secondPulled.start, loop);
			          const Location to = ExactLocateInPolygon(PointOf(secondPulled, 1), loop);
			          if (from == Location::Boundary || to == Location::Boundary || from == to)
			          {
				          continue;
			          }
			          ++entered;
			          seamOnLoop += via == Location::Boundary ? 1 : 0;
			          int hits = 0;
			          for (size_t k = 0; k < loop.size(); ++k)
			          {
				          const b2Vec2 a = loop[k];
				          const b2Vec2 b = loop[(k + 1) % loop.size()];
				          hits += CrossSegmentLocal(first.Local(), a, b).has_value() ? 1 : 0;
				          hits += CrossSegmentLocal(second.Local(), a, b).has_value() ? 1 : 0;
			          }
			          if (hits == 0)
			          {
				          return "tunnelled: " + first.Text() + ", " + second.Text() + " through " + ToText(loop);
			          }
		          }
		          return "";
	          });
	std::printf("    %d paths through a loop, %d with the seam exactly on it\n", entered, seamOnLoop);
	EXPECT_GT(entered, ScaledCount(25000) / 10);
	EXPECT_GT(seamOnLoop, ScaledCount(25000) / 200);
}

} // namespace ricochet::test::local_ray_test
