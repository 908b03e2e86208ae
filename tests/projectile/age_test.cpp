// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <array>

// Tests that the age of a projectile adds up the lengths of its steps without float rounding errors.

namespace ricochet::test::age_test
{

namespace
{

struct End
{
	double time = -1.0; // s after the start
	double age = 0.0;   // the greatest age that the plugin reported (s)
};

// Runs one long step, then steps of dt, with one bullet and one grenade. `lifetime` is both the bullet's lifetime and
// the grenade's fuse. Returns the end of each.
std::array<End, 2> EndsOf(float lifetime, float longStep, float dt)
{
	FiringRange range;
	const BulletId bullet = range.plugin.Fire({.gravityScale = 0.0f, .lifetime = lifetime});
	const GrenadeId grenade = range.plugin.Throw({.position = {10.0f, 0.0f}, .gravityScale = 0.0f, .fuse = lifetime});
	double time = 0.0;
	std::array<End, 2> ends;
	while (range.plugin.Bullets().empty() == false || range.plugin.Grenades().empty() == false)
	{
		const float step = time == 0.0 && longStep > 0.0f ? longStep : dt;
		range.Step(step);
		for (const ExpiredEvent& event : range.plugin.Expired())
		{
			ends[event.bullet == bullet ? 0 : 1].time = time + static_cast<double>(event.time);
		}
		time += static_cast<double>(step);
		if (range.plugin.Find(bullet))
		{
			ends[0].age = range.plugin.Find(bullet)->age;
		}
		if (range.plugin.Find(grenade))
		{
			ends[1].age = range.plugin.Find(grenade)->age;
		}
		if (time > static_cast<double>(lifetime) + 0.001)
		{
			break;
		}
	}
	return ends;
}

} // namespace

TEST(Age, AFuseOfThreeSecondsIsExactInStepsOfAHundredthOfAMillisecond)
{
	for (const End& end : EndsOf(3.0f, 0.0f, 1.0e-5f))
	{
		EXPECT_NEAR(end.time, 3.0, 1.0e-9);
	}
}

TEST(Age, DoesNotFreezeInStepsBelowTheSpacingOfFloats)
{
	// Near 3 s, floats are 2.4e-7 s apart. A float age would not change if a step of 5.0e-8 s were added.
	for (const End& end : EndsOf(3.00005f, 3.0f, 5.0e-8f))
	{
		EXPECT_NEAR(end.time, static_cast<double>(3.00005f), 1.0e-9);
		EXPECT_NEAR(end.age, static_cast<double>(3.00005f), 3.0e-7);
	}
}

} // namespace ricochet::test::age_test
