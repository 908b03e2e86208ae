// MIT License, Copyright (c) 2026 the ricochet authors

// Tests the oracle and the ray table themselves, because other tests depend on them.

#include "support/oracle.h"
#include "support/random_rays.h"
#include "support/ray_table.h"

#include <ricochet/geometry/clip.h>

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <functional>

namespace ricochet::test::oracle_test
{

namespace
{

const std::vector<b2Vec2> k_square = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};

mpz_class RandomInteger(Random& random)
{
	// Small integers give ties, and large ones give differences in the last bit.
	mpz_class value = random.Between(0, 12);
	for (int i = random.OneIn(2) ? 0 : random.Between(1, 4); i > 0; --i)
	{
		value = (value << 32) + static_cast<unsigned long>(random.Bits() >> 32);
	}
	return random.OneIn(4) ? mpz_class(value * value) : value;
}

int SignOf(const mpf_class& value)
{
	// The numbers have at most 300 bits, and the square root has 2000 bits. A smaller remainder than this is rounding.
	const mpf_class least = mpf_class(1, 64) / (mpf_class(1, 64) << 1200);
	return abs(value) < least ? 0 : sgn(value);
}

/// A correct result of a kernel, with one fault in it.
struct Fault
{
	const char* name;
	std::function<void(RaySpan&)> apply;
};

const std::vector<Fault>& Faults()
{
	static const std::vector<Fault> k_faults = {
	    {"enter fraction, 2 ulp up",
	     [](RaySpan& s)
	     {
		     s.enter.fraction = UlpsFrom(s.enter.fraction, 2);
	     }},
	    {"enter fraction, 2 ulp down",
	     [](RaySpan& s)
	     {
		     s.enter.fraction = UlpsFrom(s.enter.fraction, -2);
	     }},
	    {"exit fraction, 2 ulp up",
	     [](RaySpan& s)
	     {
		     s.exit.fraction = UlpsFrom(s.exit.fraction, 2);
	     }},
	    {"exit fraction, 2 ulp down",
	     [](RaySpan& s)
	     {
		     s.exit.fraction = UlpsFrom(s.exit.fraction, -2);
	     }},
	    {"enter and exit swapped",
	     [](RaySpan& s)
	     {
		     std::swap(s.enter, s.exit);
	     }},
	    {"NaN",
	     [](RaySpan& s)
	     {
		     s.exit.fraction = NAN;
	     }},
	    {"startsInside",
	     [](RaySpan& s)
	     {
		     s.startsInside = s.startsInside == false;
	     }},
	    {"endsInside",
	     [](RaySpan& s)
	     {
		     s.endsInside = s.endsInside == false;
	     }},
	    {"grazing",
	     [](RaySpan& s)
	     {
		     s.grazing = s.grazing == false;
	     }},
	    {"enter edge",
	     [](RaySpan& s)
	     {
		     s.enter.edge = s.enter.edge == 0 ? 1 : 0;
	     }},
	    {"no exit edge",
	     [](RaySpan& s)
	     {
		     s.exit.edge = -1;
	     }},
	    {"inward normal",
	     [](RaySpan& s)
	     {
		     s.enter.normal = -s.enter.normal;
	     }},
	    {"normal of another edge",
	     [](RaySpan& s)
	     {
		     s.exit.normal = {s.exit.normal.y, -s.exit.normal.x};
	     }},
	    {"no normal",
	     [](RaySpan& s)
	     {
		     s.exit.normal = {0.0f, 0.0f};
	     }},
	    {"long normal",
	     [](RaySpan& s)
	     {
		     s.enter.normal *= 1.000001f;
	     }},
	    {"turned normal",
	     [](RaySpan& s)
	     {
		     s.enter.normal += 0x1p-21f * b2Vec2{-s.enter.normal.y, s.enter.normal.x};
	     }},
	    {"point inside",
	     [](RaySpan& s)
	     {
		     s.enter.point.x = UlpsFrom(-1.0f, 1);
	     }},
	    {"point too far",
	     [](RaySpan& s)
	     {
		     s.exit.point.y = UlpsFrom(s.exit.point.y, -24);
	     }},
	};
	return k_faults;
}

using Cast = std::function<std::optional<RaySpan>(const Ray&)>;

std::optional<RaySpan> RightCast(const Ray& ray)
{
	return ClipBox(ray, {{-1.0f, -1.0f}, {1.0f, 1.0f}});
}

int CountFailures(const std::function<void()>& body)
{
	testing::TestPartResultArray results;
	{
		testing::ScopedFakeTestPartResultReporter reporter(
		    testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
		body();
	}
	int failures = 0;
	for (int i = 0; i < results.size(); ++i)
	{
		failures += results.GetTestPartResult(i).failed() ? 1 : 0;
	}
	return failures;
}

/// Each of these casts breaks one rule of the contract.
struct WrongCast
{
	const char* rule;
	Cast cast;
};

std::optional<RaySpan> Changed(const Ray& ray, const std::function<void(RaySpan&)>& change)
{
	std::optional<RaySpan> span = RightCast(ray);
	if (span.has_value())
	{
		change(*span);
	}
	return span;
}

std::optional<RaySpan> MissedIf(const Ray& ray, const std::function<bool(const RaySpan&)>& isMissed)
{
	const std::optional<RaySpan> span = RightCast(ray);
	return span.has_value() && isMissed(*span) ? std::nullopt : span;
}

const std::vector<WrongCast>& WrongCasts()
{
	static const std::vector<WrongCast> k_casts = {
	    {"hits are hits",
	     [](const Ray&)
	     {
		     return std::nullopt;
	     }},
	    {"rays that start inside hit",
	     [](const Ray& r)
	     {
		     return MissedIf(r, [](auto& s) { return s.startsInside; });
	     }},
	    {"start on the surface hits",
	     [](const Ray& r)
	     {
		     return MissedIf(r, [](auto& s) { return s.enter.fraction == 0.0f && s.startsInside == false; });
	     }},
	    {"start on the surface is not inside",
	     [](const Ray& r)
	     {
		     return Changed(r, [](auto& s) { s.startsInside = s.enter.fraction == 0.0f; });
	     }},
	    {"rays that end on the surface hit",
	     [](const Ray& r)
	     {
		     return MissedIf(r, [&](auto& s) { return s.enter.fraction == r.maxFraction; });
	     }},
	    {"an exit at the end is no end inside",
	     [](const Ray& r)
	     {
		     return Changed(r, [&](auto& s) { s.endsInside = s.exit.fraction == r.maxFraction; });
	     }},
	    {"maxFraction may exceed 1",
	     [](const Ray& r)
	     {
		     return RightCast({r.origin, r.translation, std::min(r.maxFraction, 1.0f)});
	     }},
	    {"maxFraction may be less than 1",
	     [](const Ray& r)
	     {
		     return RightCast(
		         {r.origin, r.translation, r.maxFraction > 0.0f ? std::max(r.maxFraction, 1.0f) : r.maxFraction});
	     }},
	    {"maxFraction 0 is a point query",
	     [](const Ray& r)
	     {
		     return r.maxFraction == 0.0f ? std::nullopt : RightCast(r);
	     }},
	    {"zero length is a point query",
	     [](const Ray& r)
	     {
		     return r.translation.x == 0.0f && r.translation.y == 0.0f ? std::nullopt : RightCast(r);
	     }},
	    {"a negative maxFraction misses",
	     [](const Ray& r)
	     {
		     return RightCast({r.origin, r.translation, std::abs(r.maxFraction)});
	     }},
	    {"NaN misses",
	     [](const Ray& r)
	     {
		     return RightCast({r.origin, r.translation, std::isnan(r.maxFraction) ? 1.0f : r.maxFraction});
	     }},
	    {"infinity misses",
	     [](const Ray& r)
	     {
		     const float y = std::isinf(r.origin.y) ? 0.0f : r.origin.y;
		     return RightCast({{r.origin.x, y}, r.translation, r.maxFraction});
	     }},
	    {"leaving the surface misses",
	     [](const Ray& r)
	     {
		     const std::optional<RaySpan> before =
		         RightCast({r.origin - r.translation, 2.0f * r.translation, r.maxFraction});
		     const std::optional<RaySpan> span = RightCast(r);
		     const bool isLeaving = before.has_value() && before->exit.fraction == 0.5f && r.maxFraction == 1.0f;
		     return span.has_value() == false && isLeaving ? before : span;
	     }},
	    {"normals point out",
	     [](const Ray& r)
	     {
		     return Changed(r, [](auto& s) { s.exit.normal = -s.exit.normal; });
	     }},
	    {"no normal where a ray starts inside",
	     [](const Ray& r)
	     {
		     return Changed(r, [](auto& s) { s.enter.normal = s.startsInside ? b2Vec2{1.0f, 0.0f} : s.enter.normal; });
	     }},
	    {"no edge where a ray ends inside",
	     [](const Ray& r)
	     {
		     return Changed(r, [](auto& s) { s.exit.edge = std::max(s.exit.edge, 0); });
	     }},
	    {"endsInside ends at maxFraction",
	     [](const Ray& r)
	     {
		     return Changed(r, [](auto& s) { s.exit.fraction = s.endsInside ? 1.0f : s.exit.fraction; });
	     }},
	    {"points lie on the ray",
	     [](const Ray& r)
	     {
		     return Changed(r, [](auto& s) { s.exit.point.x += 0x1p-20f; });
	     }},
	    {"fractions are exact to an ulp",
	     [](const Ray& r)
	     {
		     return Changed(r, [](auto& s) { s.exit.fraction = UlpsFrom(s.exit.fraction, 2); });
	     }},
	    {"grazing is told",
	     [](const Ray& r)
	     {
		     return Changed(r, [](auto& s) { s.grazing = s.grazing == false; });
	     }},
	};
	return k_casts;
}

} // namespace

TEST(Oracle, SignsOfSumsOfRootsAreThoseOfManyDigits)
{
	std::array<int, 3> met{};
	RunTrials(0x0AC1EA, 50000,
	          [&](Random& random) -> std::string
	          {
		          mpz_class d = RandomInteger(random);
		          const mpz_class m = RandomInteger(random);
		          const mpz_class n = random.OneIn(4) ? m : RandomInteger(random);
		          const int s = random.Between(-1, 1);
		          const int t = random.Between(-1, 1);
		          if (random.OneIn(2))
		          {
			          // The number is close to the sum of the roots, so that the last bit decides.
			          const mpz_class rootM = sqrt(m);
			          const mpz_class rootN = sqrt(n);
			          d = -s * rootM - t * rootN + random.Between(-2, 2);
		          }
		          const mpf_class sum =
		              mpf_class(d, 2000) + s * sqrt(mpf_class(m, 2000)) + t * sqrt(mpf_class(n, 2000));
		          const int want = SignOf(sum);
		          ++met[static_cast<size_t>(want + 1)];
		          return SignOfSum(d, s, m, t, n) == want
		                     ? ""
		                     : d.get_str() + " + " + std::to_string(s) + " sqrt " + m.get_str() + " + " +
		                           std::to_string(t) + " sqrt " + n.get_str();
	          });
	for (const int count : met)
	{
		EXPECT_GT(count, ScaledCount(50000) / 50);
	}
}

TEST(Oracle, ComparesRootsAndFloats)
{
	const Number root2{0, 2, 1, 1};
	const Number golden{1, 5, 2, 1};
	EXPECT_EQ(Compare(root2, golden), -1);
	EXPECT_EQ(Compare(golden, root2), 1);
	EXPECT_EQ(Compare(root2, Number{0, 8, 2, 1}), 0);
	const float below = 0x1.6a09e6p0f;
	EXPECT_EQ(Compare(root2, ToNumber(below)), 1);
	EXPECT_EQ(Compare(root2, ToNumber(UlpsFrom(below, 1))), -1);
	EXPECT_TRUE(IsWithinOneUlp(below, root2));
	EXPECT_TRUE(IsWithinOneUlp(UlpsFrom(below, 1), root2));
	EXPECT_FALSE(IsWithinOneUlp(UlpsFrom(below, -1), root2));
	EXPECT_FALSE(IsWithinOneUlp(UlpsFrom(below, 2), root2));
	EXPECT_FALSE(IsWithinOneUlp(NAN, root2));
	EXPECT_EQ(Compare(ToNumber(0x1p-149f), ToNumber(0.0f)), 1);
	EXPECT_EQ(Compare(ToNumber(-0.0f), ToNumber(0.0f)), 0);
	EXPECT_EQ(Compare(ToNumber(3e38f), ToNumber(-3e38f)), 1);
}

TEST(Oracle, PullsRaysIntoTheFrameOfAShape)
{
	const Ray ray{{3.0f, 4.0f}, {8.0f, -2.0f}, 0.5f};
	b2Transform pose;
	pose.p = {1.0f, 2.0f};
	pose.q.s = 1.0f; // a quarter turn: q^T maps (x, y) to (y, -x)
	pose.q.c = 0.0f;
	const PulledRay pulled = Pull(ray, pose);
	EXPECT_TRUE(pulled.valid);
	EXPECT_EQ(pulled.start.x, 2);
	EXPECT_EQ(pulled.start.y, -2);
	EXPECT_EQ(pulled.translation.x, -2);
	EXPECT_EQ(pulled.translation.y, -8);
	EXPECT_EQ(pulled.maxFraction, mpq_class(1, 2));

	// The rotation is not exactly normalized, as in Box2D. The oracle neither rounds nor normalizes it.
	pose.q.s = 0.6f;
	pose.q.c = 0.8f;
	const mpq_class s(0.6f), c(0.8f);
	EXPECT_EQ(Pull(ray, pose).start.x, c * 2 + s * 2);
	EXPECT_EQ(Pull(ray, pose).start.y, c * 2 - s * 2);

	// A step against a moving shape: the start uses one pose, and the end uses the other one.
	b2Transform after;
	after.p = {5.0f, 2.0f};
	after.q.SetIdentity();
	const PulledRay step = Pull({3.0f, 4.0f}, pose, {6.0f, 1.0f}, after);
	EXPECT_EQ(step.start.x, c * 2 + s * 2);
	EXPECT_EQ(step.start.x + step.translation.x, 1);
	EXPECT_EQ(step.start.y + step.translation.y, -1);

	for (const float bad : {NAN, INFINITY})
	{
		EXPECT_FALSE(Pull(Ray{{bad, 0.0f}, {1.0f, 0.0f}}, pose).valid);
		EXPECT_FALSE(Pull(Ray{{0.0f, 0.0f}, {1.0f, bad}}).valid);
		EXPECT_FALSE(Pull(Ray{{0.0f, 0.0f}, {1.0f, 0.0f}, bad}).valid);
		after.p.y = bad;
		EXPECT_FALSE(Pull({3.0f, 4.0f}, pose, {6.0f, 1.0f}, after).valid);
	}
	EXPECT_FALSE(Pull(Ray{{0.0f, 0.0f}, {1.0f, 0.0f}, -1.0f}).valid);
	EXPECT_TRUE(ExactClipConvex(Pull(Ray{{0.0f, 0.0f}, {NAN, 0.0f}}), k_square).empty());
}

TEST(Oracle, OneShapeDescribedInTwoWaysIsOneShape)
{
	// The oracles for convex, concave, boxed and rounded shapes use different methods.
	RunTrials(0x0AC1EB, 20000,
	          [](Random& random) -> std::string
	          {
		          const Field field = Field::Draw(random);
		          b2Vec2 a = field.Point(random);
		          b2Vec2 b = field.Point(random);
		          if (std::isfinite(a.x + a.y + b.x + b.y) == false || a.x == b.x || a.y == b.y)
		          {
			          return "";
		          }
		          const b2AABB box{{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
		          const b2Vec2 l = box.lowerBound;
		          const b2Vec2 u = box.upperBound;
		          const std::vector<b2Vec2> corners = {l, {u.x, l.y}, u, {l.x, u.y}};
		          const Ray ray =
		              random.OneIn(2) ? AimedRay(random, field, AimAt(random, corners)) : RandomRay(random, field);
		          const PulledRay pulled = Pull(ray);
		          const auto text = [](const ExactSpans& spans)
		          {
			          std::string all;
			          for (const ExactSpan& span : spans)
			          {
				          all += ToText(span);
			          }
			          return all;
		          };
		          const std::string convex = text(ExactClipConvex(pulled, corners));
		          if (convex != text(ExactClipBox(pulled, box)) || convex != text(ExactClipPolygon(pulled, corners)) ||
		              convex != text(ExactClipRounded(pulled, corners, 0.0f)))
		          {
			          return ToText(ray) + ToText(box);
		          }
		          return "";
	          });
}

TEST(Oracle, NoticesEveryKindOfWrongAnswer)
{
	const Ray ray{{-3.0f, 0.25f}, {7.0f, 0.5f}};
	const PulledRay pulled = Pull(ray);
	const std::optional<RaySpan> right = ClipConvex(ray, k_square);
	ASSERT_TRUE(right.has_value());
	const ExactSpans exact = ExactClipConvex(pulled, k_square);
	const auto contains = [](const ExactVec& p)
	{
		return ExactLocateInConvex(p, k_square) != Location::Outside;
	};
	EXPECT_EQ(Mismatch(ray, right, exact), "");
	EXPECT_EQ(MembershipMismatch(pulled, right, contains), "");

	for (const Fault& fault : Faults())
	{
		std::optional<RaySpan> wrong = right;
		fault.apply(*wrong);
		EXPECT_NE(Mismatch(ray, wrong, exact), "") << fault.name;
	}
	EXPECT_NE(Mismatch(ray, std::optional<RaySpan>(), exact), "");
	EXPECT_NE(Mismatch(ray, right, ExactSpans{}), "");
	const std::vector<RaySpan> twice = {*right, *right};
	EXPECT_NE(Mismatch(ray, std::span<const RaySpan>(twice), exact), "");

	// The membership check ignores edges and normals, but checks where the ray is inside.
	for (const int ulps : {-64, 64})
	{
		std::optional<RaySpan> wrong = right;
		wrong->enter.fraction = UlpsFrom(right->enter.fraction, ulps);
		EXPECT_NE(MembershipMismatch(pulled, wrong, contains), "") << "enter " << ulps;
		wrong = right;
		wrong->exit.fraction = UlpsFrom(right->exit.fraction, ulps);
		EXPECT_NE(MembershipMismatch(pulled, wrong, contains), "") << "exit " << ulps;
	}
	EXPECT_NE(MembershipMismatch(pulled, std::optional<RaySpan>(), contains), "");
	std::optional<RaySpan> inside = right;
	inside->startsInside = true;
	EXPECT_NE(MembershipMismatch(pulled, inside, contains), "");
	const Ray point{{0.0f, 0.0f}, {0.0f, 0.0f}};
	EXPECT_NE(MembershipMismatch(Pull(point), std::optional<RaySpan>(), contains), "");
}

TEST(RayTable, NoticesEveryBrokenRule)
{
	EXPECT_EQ(CountFailures([] { RunSolidRayTable(RightCast, "right"); }), 0);
	EXPECT_EQ(CountFailures([] { RunTouchRayTable(RightCast, "right", 1.0f, -1.0f, 1.0f); }), 0);
	for (const WrongCast& wrong : WrongCasts())
	{
		EXPECT_GT(CountFailures([&] { RunSolidRayTable(wrong.cast, "wrong"); }), 0) << wrong.rule;
	}
	const auto neverGrazing = [](const Ray& ray)
	{
		return Changed(ray, [](auto& s) { s.grazing = false; });
	};
	EXPECT_GT(CountFailures([&] { RunTouchRayTable(neverGrazing, "wrong", 1.0f, -1.0f, 1.0f); }), 0);
	const auto missesTouch = [](const Ray& ray)
	{
		return MissedIf(ray, [](auto& s) { return s.grazing; });
	};
	EXPECT_GT(CountFailures([&] { RunTouchRayTable(missesTouch, "wrong", 1.0f, -1.0f, 1.0f); }), 0);
}

TEST(RayTable, NoticesABrokenRuleOfEdges)
{
	const b2Vec2 a{0.0f, -1.0f};
	const b2Vec2 b{0.0f, 1.0f};
	const auto right = [&](const Ray& ray)
	{
		return CrossSegment(ray, a, b);
	};
	const auto run = [](const auto& cast)
	{
		return CountFailures([&] { RunEdgeRayTable(cast, "edge"); });
	};
	EXPECT_EQ(run(right), 0);
	EXPECT_GT(run([&](const Ray&) { return std::optional<Crossing>(); }), 0);
	EXPECT_GT(run([&](const Ray& ray) { return CrossSegment(ray, a, {0.0f, 0.9f}); }), 0) << "a short end";
	EXPECT_GT(run([&](const Ray& ray) { return CrossSegment(ray, a, {0.0f, 1.1f}); }), 0) << "a long end";
	const auto changed = [&](auto change)
	{
		return [&, change](const Ray& ray)
		{
			std::optional<Crossing> crossing = right(ray);
			if (crossing.has_value())
			{
				change(ray, *crossing);
			}
			return crossing;
		};
	};
	EXPECT_GT(run(changed([](const Ray&, Crossing& c) { c.normal = -c.normal; })), 0);
	EXPECT_GT(run(changed([](const Ray&, Crossing& c) { c.edge = -1; })), 0);
	EXPECT_GT(run(changed([](const Ray&, Crossing& c) { c.point.y += 0x1p-20f; })), 0);
	const auto missedIf = [&](auto isMissed)
	{
		return [&, isMissed](const Ray& ray)
		{
			std::optional<Crossing> crossing = right(ray);
			return crossing.has_value() && isMissed(ray, *crossing) ? std::nullopt : crossing;
		};
	};
	EXPECT_GT(run(missedIf([](const Ray& ray, const Crossing&) { return ray.translation.x == 0.0f; })), 0) << "along";
	EXPECT_GT(run(missedIf([](const Ray& ray, const Crossing& c) { return c.fraction == ray.maxFraction; })), 0);
	EXPECT_GT(run(missedIf([](const Ray&, const Crossing& c) { return std::abs(c.point.y) == 1.0f; })), 0) << "ends";
	EXPECT_GT(run(missedIf([](const Ray& ray, const Crossing&) { return ray.translation.x < 0.0f; })), 0) << "a side";
}

} // namespace ricochet::test::oracle_test
