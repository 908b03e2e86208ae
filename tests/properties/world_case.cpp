// MIT License, Copyright (c) 2026 the ricochet authors

#include "properties/world_case.h"

#include "support/scenes.h"

#include <box2d/b2_circle_shape.h>

namespace ricochet::test
{

namespace
{

Ray DrawRay(Random& random, SceneRandom& scene, const std::vector<b2Fixture*>& fixtures)
{
	const b2Fixture* fixture = random.OneOf(fixtures);
	const int32_t child = random.Below(fixture->GetShape()->GetChildCount());
	Ray ray = HardRay(scene, *fixture->GetShape(), child, fixture->GetBody()->GetTransform());
	if (random.OneIn(10))
	{
		float* const numbers[] = {&ray.origin.x, &ray.origin.y, &ray.translation.x, &ray.translation.y,
		                          &ray.maxFraction};
		const float values[] = {0.0f, -0.0f, FLT_MAX, 0x1p-149f, HUGE_VALF, std::nanf(""), random.AnyFloat()};
		*numbers[random.Below(5)] = values[random.Below(7)];
	}
	return ray;
}

} // namespace

WorldCase WorldCase::Draw(Random& random)
{
	WorldCase drawn;
	drawn.salt = random.Bits();
	for (int i = random.Between(1, 12); i > 0; --i)
	{
		// One body in four is a copy of the last one, to the bit.
		const bool isCopy = drawn.bodies.empty() == false && random.OneIn(4);
		drawn.bodies.push_back(isCopy ? drawn.bodies.back() : BodySpec::Draw(random, DrawBodyType(random)));
	}
	const SmallWorld small(drawn);
	SceneRandom scene(random.Bits());
	for (int i = 0; i < 6; ++i)
	{
		drawn.rays.push_back(DrawRay(random, scene, small.fixtures));
	}
	return drawn;
}

std::vector<WorldCase> WorldCase::Simpler() const
{
	std::vector<WorldCase> simpler;
	for (size_t i = 0; rays.size() > 1 && i < rays.size(); ++i)
	{
		simpler.push_back(*this);
		simpler.back().rays = {rays[i]};
	}
	AddSimplerList(
	    *this, simpler, [](auto& what) -> auto& { return what.bodies; });
	AddSimplerNumbers(*this, simpler,
	                  [](WorldCase& what, const auto& take)
	                  {
		                  for (Ray& ray : what.rays)
		                  {
			                  take(ray.maxFraction);
			                  for (b2Vec2* v : {&ray.origin, &ray.translation})
			                  {
				                  take(v->x);
				                  take(v->y);
			                  }
		                  }
	                  });
	return simpler;
}

std::ostream& operator<<(std::ostream& out, const WorldCase& what)
{
	for (const BodySpec& body : what.bodies)
	{
		out << body << "\n";
	}
	for (const Ray& ray : what.rays)
	{
		out << ToText(ray) << "\n";
	}
	return out << "salt " << what.salt;
}

SmallWorld::SmallWorld(const WorldCase& what, int waste) : world(std::make_unique<b2World>(b2Vec2{0.0f, 0.0f}))
{
	const b2BodyDef def;
	const b2CircleShape disc = CircleOf(1.0f);
	std::vector<b2Body*> wasted;
	for (int i = 0; i < waste; ++i)
	{
		wasted.push_back(world->CreateBody(&def));
		wasted.back()->CreateFixture(&disc, 0.0f);
	}
	for (b2Body* body : wasted)
	{
		world->DestroyBody(body);
	}
	for (const BodySpec& spec : what.bodies)
	{
		b2Body* body = spec.AddTo(*world);
		for (b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			indices[fixture] = fixtures.size();
			fixtures.push_back(fixture);
		}
	}
}

} // namespace ricochet::test
