// MIT License, Copyright (c) 2026 the ricochet authors

#include "properties/cast_case.h"
#include "properties/world_case.h"

#include "support/brute_force.h"

#include <algorithm>

// Compares queries of small worlds with casts at all fixtures one by one, and with each other.

namespace ricochet::test::world_property_test
{

namespace
{

constexpr int k_cases = 10000;

QueryFilter DrawFilter(Random& random, const SmallWorld& small)
{
	QueryFilter filter;
	filter.categoryBits = static_cast<uint16_t>(1 << random.Below(3));
	filter.maskBits = random.OneIn(2) ? uint16_t{0xFFFF} : static_cast<uint16_t>(random.Below(8));
	filter.groupIndex = static_cast<int16_t>(random.Between(-1, 1));
	filter.sensors = random.OneIn(2);
	filter.startInside = random.OneIn(4) == false;
	filter.sides = static_cast<Sides>(random.Below(3));
	if (random.OneIn(4) && small.fixtures.empty() == false)
	{
		filter.ignoreBody = random.OneOf(small.fixtures)->GetBody();
	}
	return filter;
}

// Returns the same filter with one more rule, which accepts fewer fixtures.
QueryFilter Stricter(Random& random, const SmallWorld& small, QueryFilter filter)
{
	switch (random.Below(6))
	{
	case 0:
		filter.maskBits = static_cast<uint16_t>(filter.maskBits & random.Bits());
		break;
	case 1:
		filter.sensors = false;
		break;
	case 2:
		filter.startInside = false;
		break;
	case 3:
		filter.sides = filter.sides == Sides::Both ? static_cast<Sides>(random.Between(1, 2)) : filter.sides;
		break;
	case 4:
		if (filter.ignoreBody == nullptr && small.fixtures.empty() == false)
		{
			filter.ignoreBody = random.OneOf(small.fixtures)->GetBody();
		}
		break;
	default:
		filter.accept = [](b2Fixture* fixture)
		{
			return fixture->GetShape()->GetType() % 2 == 0;
		};
		break;
	}
	return filter;
}

std::vector<RayHit> AllHits(const b2World& world, const Ray& ray, const QueryFilter& filter = {})
{
	std::vector<RayHit> hits;
	CastRayAll(world, ray, hits, filter);
	return hits;
}

bool AreSame(const std::vector<RayHit>& a, const std::vector<RayHit>& b)
{
	return std::equal(a.begin(), a.end(), b.begin(), b.end(),
	                  [](const RayHit& c, const RayHit& d) { return IsSame(c, d); });
}

std::string Text(const SmallWorld& small, const std::vector<RayHit>& hits)
{
	std::string text;
	for (const RayHit& hit : hits)
	{
		text += " fixture " + std::to_string(small.indices.at(hit.fixture)) + " child " + std::to_string(hit.child) +
		        ToText(static_cast<const RaySpan&>(hit));
	}
	return text.empty() ? " none" : text;
}

} // namespace

TEST(WorldProperty, EveryQueryIsAllFixturesOneByOne)
{
	size_t count = 0;
	CheckCases<WorldCase>(
	    k_cases,
	    [&](const WorldCase& drawn) -> std::string
	    {
		    const SmallWorld small(drawn);
		    Random random(drawn.salt);
		    for (const Ray& ray : drawn.rays)
		    {
			    const QueryFilter filter = random.OneIn(2) ? QueryFilter{} : DrawFilter(random, small);
			    const std::vector<RayHit> expected = BruteForceAll(*small.world, ray, filter);
			    const std::vector<RayHit> all = AllHits(*small.world, ray, filter);
			    const std::optional<RayHit> closest = CastRayClosest(*small.world, ray, filter);
			    count += expected.size();
			    const bool isClosest =
			        expected.empty() ? closest.has_value() == false : closest && IsSame(*closest, expected.front());
			    if (AreSame(all, expected) == false || isClosest == false ||
			        CastRayAny(*small.world, ray, filter) != closest.has_value())
			    {
				    return ToText(ray) + "\nexpected:" + Text(small, expected) + "\nall:" + Text(small, all) +
				           "\nclosest:" + (closest ? Text(small, {*closest}) : " none");
			    }
		    }
		    return {};
	    });
	EXPECT_GT(count, 0u);
}

TEST(WorldProperty, AStricterFilterHitsASubset)
{
	size_t dropped = 0, kept = 0;
	CheckCases<WorldCase>(k_cases,
	                      [&](const WorldCase& drawn) -> std::string
	                      {
		                      const SmallWorld small(drawn);
		                      Random random(drawn.salt);
		                      for (const Ray& ray : drawn.rays)
		                      {
			                      const QueryFilter loose = DrawFilter(random, small);
			                      const QueryFilter strict = Stricter(random, small, loose);
			                      const std::vector<RayHit> more = AllHits(*small.world, ray, loose);
			                      const std::vector<RayHit> fewer = AllHits(*small.world, ray, strict);
			                      size_t found = 0;
			                      for (size_t i = 0; i < more.size() && found < fewer.size(); ++i)
			                      {
				                      RayHit hit = fewer[found];
				                      // A query moves the entry point out of every fixture that the filter accepts, so
				                      // the point depends on the filter and is not compared.
				                      const bool isEdge = hit.exit.point == hit.enter.point;
				                      hit.enter.point = more[i].enter.point;
				                      hit.exit.point = isEdge ? more[i].exit.point : hit.exit.point;
				                      found += IsSame(more[i], hit) ? 1 : 0;
			                      }
			                      dropped += more.size() - std::min(fewer.size(), more.size());
			                      kept += fewer.size();
			                      if (found != fewer.size())
			                      {
				                      return ToText(ray) + "\nloose:" + Text(small, more) +
				                             "\nstrict:" + Text(small, fewer);
			                      }
		                      }
		                      return {};
	                      });
	EXPECT_GT(dropped, 0u);
	EXPECT_GT(kept, 0u);
}

TEST(WorldProperty, AddressesDoNotDecideTies)
{
	size_t ties = 0;
	CheckCases<WorldCase>(k_cases,
	                      [&](const WorldCase& drawn) -> std::string
	                      {
		                      const SmallWorld one(drawn);
		                      const SmallWorld other(drawn, 5 + static_cast<int>(drawn.salt % 50));
		                      for (const Ray& ray : drawn.rays)
		                      {
			                      const std::vector<RayHit> a = AllHits(*one.world, ray);
			                      const std::vector<RayHit> b = AllHits(*other.world, ray);
			                      const std::string textA = Text(one, a);
			                      const std::string textB = Text(other, b);
			                      for (size_t i = 1; i < a.size(); ++i)
			                      {
				                      ties += a[i].enter.fraction == a[i - 1].enter.fraction ? 1 : 0;
			                      }
			                      if (textA != textB)
			                      {
				                      return ToText(ray) + "\none:" + textA + "\nother:" + textB;
			                      }
		                      }
		                      return {};
	                      });
	EXPECT_GT(ties, 0u);
}

TEST(WorldProperty, ShiftingTheOriginShiftsTheAnswer)
{
	size_t count = 0;
	CheckCases<WorldCase>(
	    k_cases,
	    [&](const WorldCase& drawn) -> std::string
	    {
		    SmallWorld small(drawn);
		    const float size = std::ldexp(1.0f, static_cast<int>(drawn.salt % 11));
		    const b2Vec2 shift{size, -0.5f * size};
		    std::vector<Ray> rays;
		    std::vector<std::vector<RayHit>> before;
		    for (Ray ray : drawn.rays)
		    {
			    float unit = 1024.0f;
			    SnapTogether(ray.origin.x, unit, 23);
			    SnapTogether(ray.origin.y, unit, 23);
			    if (IsExactSum(ray.origin.x, -shift.x) && IsExactSum(ray.origin.y, -shift.y))
			    {
				    rays.push_back(ray);
				    before.push_back(AllHits(*small.world, ray));
			    }
		    }
		    small.world->ShiftOrigin(shift);
		    for (size_t i = 0; i < rays.size(); ++i)
		    {
			    const Ray ray{rays[i].origin - shift, rays[i].translation, rays[i].maxFraction};
			    const std::vector<RayHit> after = AllHits(*small.world, ray);
			    count += after.size();
			    const auto same = [](const RayHit& a, const RayHit& b)
			    {
				    return a.fixture == b.fixture && a.child == b.child && IsSameButPoints(a, b);
			    };
			    if (std::equal(after.begin(), after.end(), before[i].begin(), before[i].end(), same) == false)
			    {
				    return ToText(rays[i]) + " shifted by " + ToText(shift) + "\nbefore:" + Text(small, before[i]) +
				           "\nafter:" + Text(small, after);
			    }
		    }
		    return {};
	    });
	EXPECT_GT(count, 0u);
}

} // namespace ricochet::test::world_property_test
