// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <algorithm>
#include <vector>

// Compares bullets that have a radius with point bullets, with a mirrored scene, and with a translated scene.

namespace ricochet::test::fat_bullet_flight_test
{

namespace
{

struct Meeting
{
	int32_t step;
	ImpactEvent hit;
};

// A random field of boxes, circles and edges, some of which move. The same seed gives the same field. If `mirror` is
// -1, the field is mirrored.
struct Field : FiringRange
{
	explicit Field(uint64_t seed, float mirror = 1.0f, b2Vec2 shift = {0.0f, 0.0f}) : FiringRange(k_gravity)
	{
		SceneRandom random(seed);
		for (int32_t i = 0; i < 40; ++i)
		{
			const b2BodyType type = i % 3 == 0 ? b2_kinematicBody : b2_staticBody;
			const b2Vec2 at = random.InBox(15.0f);
			const b2Vec2 center = b2Vec2{mirror * at.x, at.y} + shift;
			const float angle = mirror * random.Uniform(-3.0f, 3.0f);
			b2Fixture* fixture =
			    i % 4 == 0 ? AddCircle(center, random.Uniform(0.2f, 1.0f), type)
			               : AddBox(center, random.Uniform(0.2f, 1.5f), random.Uniform(0.1f, 1.0f), angle, type);
			const b2Vec2 velocity = random.InBox(10.0f);
			if (type == b2_kinematicBody)
			{
				fixture->GetBody()->SetLinearVelocity({mirror * velocity.x, velocity.y});
			}
			plugin.SetSurface(fixture, {.resistance = random.LogUniform(10.0f, 1.0e4f), .ricochetAngle = 0.4f});
		}
	}

	std::vector<Meeting> Fly(const BulletDef& def, int32_t steps = 60)
	{
		std::vector<Meeting> met;
		plugin.Fire(def);
		for (int32_t step = 0; step < steps; ++step)
		{
			Step(k_dt);
			for (const ImpactEvent& hit : plugin.Impacts())
			{
				met.push_back({step, hit});
			}
		}
		return met;
	}
};

BulletDef RandomShot(SceneRandom& random)
{
	BulletDef def;
	def.position = random.InBox(15.0f);
	def.velocity = random.LogUniform(5.0f, 1000.0f) * random.Direction();
	def.filter.startInside = false;
	def.radius = random.LogUniform(1.0e-3f, 1.0f);
	def.maxBounces = 4;
	def.maxPierces = 4;
	return def;
}

// Counts the events that differ by more than a tolerance in m. The tolerance of velocities in m/s is 1000 times that
// number.
int32_t Differences(const std::vector<Meeting>& a, const std::vector<Meeting>& b, double tolerance, float mirror = 1.0f,
                    b2Vec2 shift = {0.0f, 0.0f})
{
	if (a.size() != b.size())
	{
		return 1;
	}
	int32_t count = 0;
	for (size_t i = 0; i < a.size(); ++i)
	{
		const b2Vec2 point{mirror * a[i].hit.enter.point.x, a[i].hit.enter.point.y};
		const b2Vec2 after{mirror * a[i].hit.velocityAfter.x, a[i].hit.velocityAfter.y};
		const bool isSame = a[i].hit.response == b[i].hit.response &&
		                    DistanceOf(point + shift, b[i].hit.enter.point) < tolerance &&
		                    DistanceOf(after, b[i].hit.velocityAfter) < 1000.0 * tolerance &&
		                    std::abs(a[i].hit.thickness - b[i].hit.thickness) < 10.0 * tolerance;
		count += isSame ? 0 : 1;
	}
	return count;
}

} // namespace

// A bullet with a tiny radius must fly as a point does. If the path barely touches something, one may hit and the other
// miss, but this must be rare.
TEST(FatBullet, ThatIsTinyDoesAsAPointDoes)
{
	int32_t different = 0;
	int32_t meetings = 0;
	const int32_t count = ScaledCount(400);
	for (int32_t trial = 0; trial < count; ++trial)
	{
		SceneRandom random(7900 + static_cast<uint64_t>(trial));
		BulletDef def = RandomShot(random);
		def.maxBounces = 0; // a corner deflects a disc differently, however small the disc is
		def.radius = 0.0f;
		Field point(static_cast<uint64_t>(trial));
		const std::vector<Meeting> ofPoint = point.Fly(def);
		def.radius = 1.0e-7f;
		Field tiny(static_cast<uint64_t>(trial));
		different += Differences(ofPoint, tiny.Fly(def), 1.0e-4) > 0 ? 1 : 0;
		meetings += static_cast<int32_t>(ofPoint.size());
	}
	EXPECT_LE(different, 1 + count / 50);
	EXPECT_GT(meetings, count / 2);
}

TEST(FatBullet, FliesInAMirrorAndElsewhereAsHere)
{
	int32_t different = 0;
	int32_t meetings = 0;
	const int32_t count = ScaledCount(200);
	for (int32_t trial = 0; trial < count; ++trial)
	{
		SceneRandom random(8000 + static_cast<uint64_t>(trial));
		BulletDef def = RandomShot(random);
		def.maxBounces = 1; // each further bounce multiplies the rounding errors
		const auto seed = static_cast<uint64_t>(trial);
		const std::vector<Meeting> here = Field(seed).Fly(def, 20);
		BulletDef mirrored = def;
		mirrored.position.x = -def.position.x;
		mirrored.velocity.x = -def.velocity.x;
		BulletDef elsewhere = def;
		const b2Vec2 shift{64.0f, -32.0f};
		elsewhere.position += shift;
		const bool isSame = Differences(here, Field(seed, -1.0f).Fly(mirrored, 20), 1.0e-3, -1.0f) == 0 &&
		                    Differences(here, Field(seed, 1.0f, shift).Fly(elsewhere, 20), 1.0e-3, 1.0f, shift) == 0;
		different += isSame ? 0 : 1;
		meetings += static_cast<int32_t>(here.size());
	}
	EXPECT_LE(different, 1 + count / 25);
	EXPECT_GT(meetings, count / 4);
}

TEST(FatBullet, FliesWhereAPointFlies)
{
	BulletDef plain{.velocity = {90.0f, 35.0f}, .lifetime = 3.0f};
	std::vector<BulletDef> defs(5, plain);
	defs[1].drag = 0.4f;
	defs[1].wind = {3.0f, 1.0f};
	defs[2].dragQuadratic = 0.02f;
	defs[2].thrust = 10.0f;
	defs[3].homing = {.point = {-3.0f, 8.0f}, .turnRate = 6.0f};
	defs[4].maxRange = 30.0f;
	for (BulletDef def : defs)
	{
		FiringRange range(k_gravity);
		range.AddBox({500.0f, 500.0f}, 1.0f, 1.0f);
		const BulletId point = range.plugin.Fire(def);
		def.radius = 0.7f;
		const BulletId disc = range.plugin.Fire(def);
		for (int32_t step = 0; step < 40 && range.plugin.Find(point); ++step)
		{
			range.Step(k_dt);
			ASSERT_EQ(range.plugin.Find(point).has_value(), range.plugin.Find(disc).has_value());
			if (range.plugin.Find(point))
			{
				EXPECT_EQ(range.plugin.Find(point)->position, range.plugin.Find(disc)->position);
				EXPECT_EQ(range.plugin.Find(disc)->radius, 0.7f);
				EXPECT_EQ(range.plugin.DefOf(disc)->radius, 0.7f);
			}
		}
	}
}

// The corners of a rotating square pass the bullet one after another. Between two corners, the bullet is clear of the
// square.
TEST(FatBullet, MeetsAgainWhatItHasLeftInTheSameStep)
{
	constexpr double k_quarter = 0.5 * 3.14159265358979;
	constexpr double k_corner = 1.41421356237310;
	constexpr double k_distance = 1.6;
	constexpr double k_radius = 0.3;
	const double touching = std::acos((k_distance * k_distance + k_corner * k_corner - k_radius * k_radius) /
	                                  (2.0 * k_distance * k_corner)); // before a corner points at it
	for (const float turn : {0.2f, 0.7f, 1.2f, 1.35f, 1.45f, 1.55f})  // rad in a step
	{
		FiringRange range;
		b2Body* square = range.AddBody({0.0f, 0.0f}, 0.0f, b2_kinematicBody);
		range.Add(square, BoxOf(1.0f, 1.0f));
		square->SetAngularVelocity(turn / k_dt);
		BulletDef def = Lasting({static_cast<float>(k_distance), 0.0f}, {0.0f, 0.0f});
		def.radius = static_cast<float>(k_radius);
		def.maxPierces = 1000;
		range.plugin.Fire(def);
		int32_t met = 0;
		for (int32_t step = 1; step <= 60 && HasFailure() == false; ++step)
		{
			range.Step(k_dt);
			met += static_cast<int32_t>(range.plugin.Impacts().size());
			// At the start, a corner of the square is an eighth of a turn behind the direction to the bullet.
			const double corners = (square->GetAngle() + 0.5 * k_quarter + touching) / k_quarter;
			if (std::abs(corners - std::round(corners)) > 1.0e-3)
			{
				EXPECT_EQ(met, static_cast<int32_t>(std::floor(corners))) << "turn " << turn << ", step " << step;
			}
		}
	}
}

} // namespace ricochet::test::fat_bullet_flight_test
