// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/executor.h>

#include "sight/light_cases.h"

// Tests that many lights give the same results on any number of threads.

namespace ricochet::test::light_threads_test
{

namespace
{

// Returns random lights. One light in five is invalid.
std::vector<Light> RandomLights(const Scene& scene, int32_t count)
{
	SceneRandom random(5);
	std::vector<Light> lights;
	for (int32_t i = 0; i < count; ++i)
	{
		lights.push_back({.position = random.InBox(scene.halfWidth),
		                  .radius = i % 5 == 4 ? -1.0f : random.Uniform(1.0f, 10.0f),
		                  .cone = {random.Uniform(0.0f, 6.0f), random.Uniform(0.5f, 9.0f)},
		                  .size = random.Uniform(0.0f, 0.3f)});
	}
	return lights;
}

TEST(ManyLights, OnThreadsAsOneByOne)
{
	const Scene scene = MakeMixedScene(200, 3);
	const std::vector<Light> lights = RandomLights(scene, 60);
	ThreadPool pool(4);
	for (const Executor& executor : {Executor(), pool.AsExecutor()})
	{
		std::vector<LitRegion> regions(lights.size());
		std::vector<Result<>> outcomes(lights.size());
		ASSERT_TRUE(Illuminate(*scene.world, lights, regions, outcomes, executor));
		size_t penumbras = 0;
		for (size_t i = 0; i < lights.size(); ++i)
		{
			LitRegion region;
			const Error error = Illuminate(*scene.world, lights[i], region).GetError();
			const Error got = outcomes[i].GetError();
			EXPECT_EQ(got.reason, error.reason);
			EXPECT_EQ(got.Message(), error.Message());
			EXPECT_EQ(got.reason, i % 5 == 4 ? ErrorReason::NotPositive : ErrorReason::None);
			EXPECT_STREQ(got.parameter, i % 5 == 4 ? "Light::radius" : "");
			EXPECT_TRUE(IsSame(regions[i], region));
			penumbras += region.penumbras.size();
		}
		EXPECT_GT(penumbras, 20u);
	}
}

TEST(ManyLights, TooLittleRoom)
{
	const b2World world({0.0f, 0.0f});
	const std::vector<Light> lights(3);
	std::vector<LitRegion> regions(3);
	std::vector<Result<>> outcomes(3);
	const auto expect = [](const Result<>& outcome, const char* parameter, double count)
	{
		EXPECT_FALSE(outcome);
		EXPECT_EQ(outcome.GetError().reason, ErrorReason::TooFew);
		EXPECT_STREQ(outcome.GetError().parameter, parameter);
		EXPECT_EQ(outcome.GetError().index, -1);
		EXPECT_EQ(outcome.GetError().value, count);
		EXPECT_EQ(outcome.GetError().limit, 3.0);
	};
	expect(Illuminate(world, lights, std::span(regions).first(2), outcomes), "regions", 2.0);
	expect(Illuminate(world, lights, regions, std::span(outcomes).first(1)), "outcomes", 1.0);
	for (const LitRegion& region : regions)
	{
		EXPECT_TRUE(region.polygon.empty()) << "nothing is done";
	}
	EXPECT_TRUE(Illuminate(world, lights, regions, outcomes));
	EXPECT_FALSE(regions[2].polygon.empty());
	EXPECT_TRUE(Illuminate(world, {}, {}, {}));
}

TEST(ManyLights, MoreRoomThanLights)
{
	const b2World world({0.0f, 0.0f});
	const std::vector<Light> lights(1);
	std::vector<LitRegion> regions(2);
	std::vector<Result<>> outcomes(2);
	outcomes[1] = Error{ErrorReason::NotFinite, "of an earlier call", 7};
	EXPECT_TRUE(Illuminate(world, lights, regions, outcomes));
	EXPECT_TRUE(outcomes[0]);
	EXPECT_FALSE(regions[0].polygon.empty());
	EXPECT_TRUE(regions[1].polygon.empty());
	EXPECT_EQ(outcomes[1].GetError().index, 7);
}

} // namespace

} // namespace ricochet::test::light_threads_test
