// MIT License, Copyright (c) 2026 the ricochet authors

// Computes visible and lit regions of random scenes by C and by C++. The results must agree in every bit.

#include <ricochet/sight/light.h>
#include <ricochet/sight/viewer.h>

#include "c/random_asks.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <limits>

namespace ricochet::test::region_test
{

namespace
{

constexpr float k_error = 0.01f;

class JudgedRegion
{
public:
	explicit JudgedRegion(uint64_t seed) : m_w(seed) {}

	/// Compares a region with the C++ result. `from` is the common first corner of its triangles, the eye or the light.
	template <class From>
	void Compare(std::span<const SightVertex> polygon, const From& from)
	{
		std::vector<b2Vec2> points;
		Flatten(polygon, k_error, points);
		CompareWith(points, ricochet_region_polygon);
		Triangulate(polygon, from, k_error, points);
		CompareWith(points, ricochet_region_triangles);
	}

	template <class Light>
	void CompareLit(const LitRegion& lit, const Light& light)
	{
		std::vector<LitVertex> all;
		for (const Penumbra& penumbra : lit.penumbras)
		{
			std::vector<LitVertex> corners;
			Triangulate(lit, penumbra, k_error, corners);
			all.insert(all.end(), corners.begin(), corners.end());
		}
		std::vector<ricochet_lit_vertex> told(all.size() + 1);
		const auto count = static_cast<int32_t>(all.size());
		ASSERT_EQ(ricochet_region_soft_triangles(m_region.get(), k_error, told.data(), count + 1), count);
		for (size_t i = 0; i < all.size(); ++i)
		{
			ASSERT_TRUE(IsSame(all[i].point, told[i].point) && IsSame(all[i].share, told[i].share) &&
			            IsSame(all[i].change, told[i].change));
		}
		m_soft += count;
		for (int32_t i = 0; i < 5; ++i)
		{
			const b2Vec2 point = m_w.random.InBox(m_w.scene.halfWidth);
			ASSERT_TRUE(IsSame(ShareOfLight(lit, light, point), ricochet_region_share(m_region.get(), ToC(point))));
		}
	}

	void Look(const Filters& filter, const ricochet_world* asked)
	{
		const b2Vec2 eye = m_w.random.InBox(m_w.scene.halfWidth);
		ricochet_sight_def def = ricochet_sight_def_default();
		def.radius = m_w.random.Uniform(1.0f, 10.0f);
		def.direction = m_w.random.Uniform(-3.0f, 3.0f);
		def.cone = m_w.random.OneIn(2) ? 1.0f : 7.0f;
		def.filter = &filter.c;
		ASSERT_TRUE(m_viewer.Look(*m_w.scene.world, eye, def.radius, {filter.cpp, {def.direction, def.cone}}));
		ASSERT_TRUE(ricochet_look(m_region.get(), asked, ToC(eye), &def)) << ricochet_last_message();
		Compare(m_viewer.Polygon(), eye);
		ASSERT_EQ(ricochet_region_soft_triangles(m_region.get(), k_error, nullptr, 0), 0);
		for (int32_t i = 0; i < 5; ++i)
		{
			const b2Vec2 point = m_w.random.InBox(m_w.scene.halfWidth);
			ASSERT_EQ(ricochet_region_share(m_region.get(), ToC(point)),
			          Contains(m_viewer.Polygon(), eye, point) ? 1.0f : 0.0f);
		}
	}

	void LightUp(const Filters& filter, const ricochet_world* asked)
	{
		ricochet_light_def def = ricochet_light_def_default();
		Light light;
		light.position = m_w.random.InBox(m_w.scene.halfWidth);
		def.position = ToC(light.position);
		def.radius = light.radius = m_w.random.Uniform(1.0f, 10.0f);
		def.direction = light.cone.direction = m_w.random.Uniform(-3.0f, 3.0f);
		def.cone = light.cone.angle = m_w.random.OneIn(2) ? 1.0f : 7.0f;
		def.light_size = light.size = m_w.random.OneIn(4) ? 0.0f : m_w.random.Uniform(0.01f, 0.4f);
		light.filter = filter.cpp;
		def.filter = &filter.c;
		LitRegion lit;
		ASSERT_TRUE(Illuminate(*m_w.scene.world, light, lit));
		ASSERT_TRUE(ricochet_illuminate(m_region.get(), asked, &def)) << ricochet_last_message();
		Compare(lit.polygon, light.position);
		CompareLit(lit, light);
	}

	void LetShine(const Filters& filter, const ricochet_world* asked)
	{
		ricochet_parallel_light_def def = ricochet_parallel_light_def_default();
		ParallelLight light;
		light.direction = m_w.random.Direction();
		def.direction = ToC(light.direction);
		light.view.lowerBound = m_w.random.InBox(5.0f);
		light.view.upperBound = light.view.lowerBound + b2Vec2(4.0f, 3.0f);
		def.view_lower = ToC(light.view.lowerBound);
		def.view_upper = ToC(light.view.upperBound);
		def.before = light.before = m_w.random.Uniform(0.0f, 3.0f);
		def.spread = light.spread = m_w.random.OneIn(3) ? 0.0f : 0.05f;
		light.filter = filter.cpp;
		def.filter = &filter.c;
		LitRegion lit;
		ASSERT_TRUE(Illuminate(*m_w.scene.world, light, lit));
		ASSERT_TRUE(ricochet_illuminate_parallel(m_region.get(), asked, &def)) << ricochet_last_message();
		Compare(lit.polygon, light);
		CompareLit(lit, light);
	}

	/// Runs all trials with one region object, because a result must not depend on its earlier contents.
	void Play(int32_t trials)
	{
		for (int32_t i = 0; i < trials; ++i)
		{
			const Filters filter(m_w.random, m_w.scene);
			const ricochet_world* asked = m_w.random.OneIn(2) ? m_w.world.get() : m_w.snapshot.get();
			switch (m_w.random.Below(3))
			{
			case 0:
				Look(filter, asked);
				break;
			case 1:
				LightUp(filter, asked);
				break;
			default:
				LetShine(filter, asked);
				break;
			}
			ASSERT_FALSE(testing::Test::HasFailure()) << "trial " << i;
		}
		EXPECT_GT(m_points, 10 * trials);
		EXPECT_GT(m_soft, trials);
	}

private:
	template <class Tell>
	void CompareWith(const std::vector<b2Vec2>& points, const Tell& tell)
	{
		const auto count = static_cast<int32_t>(points.size());
		std::vector<ricochet_vec> told(points.size() + 1);
		ASSERT_EQ(tell(m_region.get(), k_error, nullptr, 0), count);
		ASSERT_EQ(tell(m_region.get(), k_error, told.data(), count + 1), count) << ricochet_last_message();
		for (size_t i = 0; i < points.size(); ++i)
		{
			ASSERT_TRUE(IsSame(points[i], told[i]));
		}
		m_points += count;
	}

	Wrapped m_w;
	RegionHandle m_region{ricochet_create_region()};
	Viewer m_viewer;
	int32_t m_points = 0;
	int32_t m_soft = 0;
};

} // namespace

TEST(CReferee, Regions)
{
	for (uint64_t seed = 7700; seed < 7703; ++seed)
	{
		JudgedRegion(seed).Play(ScaledCount(100));
		ASSERT_FALSE(HasFailure()) << "seed " << seed;
	}
}

TEST(CRegion, IsEmptyBeforeItLooksAndAfterARefusal)
{
	const Yard y;
	const RegionHandle region(ricochet_create_region());
	const auto points = [&]
	{
		return ricochet_region_polygon(region.get(), k_error, nullptr, 0);
	};
	EXPECT_EQ(points(), 0);
	EXPECT_EQ(ricochet_region_triangles(region.get(), k_error, nullptr, 0), 0);
	EXPECT_EQ(ricochet_region_soft_triangles(region.get(), k_error, nullptr, 0), 0);
	EXPECT_EQ(ricochet_region_share(region.get(), {5.0f, 0.0f}), 0.0f);

	ricochet_sight_def eye = ricochet_sight_def_default();
	ricochet_light_def light = ricochet_light_def_default();
	light.position = {5.0f, 0.0f};
	light.light_size = 0.2f;
	for (int32_t i = 0; i < 2; ++i)
	{
		ASSERT_TRUE(ricochet_illuminate(region.get(), y.world.get(), &light));
		EXPECT_GT(points(), 4);
		EXPECT_GT(ricochet_region_soft_triangles(region.get(), k_error, nullptr, 0), 0);
		EXPECT_EQ(ricochet_region_share(region.get(), {6.0f, 0.0f}), 1.0f);
		eye.radius = std::numeric_limits<float>::infinity();
		EXPECT_FALSE(ricochet_look(region.get(), y.world.get(), {5.0f, 0.0f}, &eye));
		EXPECT_EQ(ricochet_last_error().reason, RICOCHET_NOT_FINITE);
		EXPECT_EQ(points(), 0);
		EXPECT_EQ(ricochet_region_soft_triangles(region.get(), k_error, nullptr, 0), 0);
		EXPECT_EQ(ricochet_region_share(region.get(), {6.0f, 0.0f}), 0.0f);
		ASSERT_TRUE(ricochet_look(region.get(), y.world.get(), {5.0f, 0.0f}, nullptr));
		EXPECT_GT(points(), 4);
		light.radius = -1.0f;
		EXPECT_FALSE(ricochet_illuminate(region.get(), y.world.get(), &light));
		EXPECT_EQ(points(), 0);
		light.radius = 5.0f;
	}
}

} // namespace ricochet::test::region_test
