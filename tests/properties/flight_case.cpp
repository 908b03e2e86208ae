// MIT License, Copyright (c) 2026 the ricochet authors

#include "properties/flight_case.h"

#include <cmath>

namespace ricochet::test
{

FlightCase FlightCase::Draw(Random& random)
{
	FlightCase drawn;
	for (int i = random.Between(1, 8); i > 0; --i)
	{
		drawn.bodies.push_back(BodySpec::Draw(random, DrawBodyType(random)));
	}
	for (int i = random.Between(1, 6); i > 0; --i)
	{
		const BodySpec& target = random.OneOf(drawn.bodies);
		const float angle = random.Uniform(-3.2f, 3.2f);
		const float speed = random.LogUniform(1.0f, 2000.0f);
		const b2Vec2 way =
		    random.OneIn(4) ? speed * b2Vec2{random.Sign(), 0.0f} : speed * b2Vec2{std::cos(angle), std::sin(angle)};
		BulletDef def;
		def.position = target.position - random.Uniform(0.0f, 2.0f) * k_flightStep * way;
		def.velocity = way;
		def.mass = random.LogUniform(1.0e-3f, 1.0f);
		def.gravityScale = 0.0f;
		def.restitution = random.OneIn(3) ? 1.0f : random.Uniform(0.25f, 1.0f);
		def.friction = random.OneIn(2) ? 0.0f : random.Uniform(0.0f, 1.0f);
		def.maxBounces = random.OneIn(4) ? 0 : random.Below(50);
		def.maxPierces = random.Below(4);
		drawn.bullets.push_back(def);
	}
	return drawn;
}

std::vector<FlightCase> FlightCase::Simpler() const
{
	std::vector<FlightCase> simpler;
	for (size_t i = 0; bullets.size() > 1 && i < bullets.size(); ++i)
	{
		simpler.push_back(*this);
		simpler.back().bullets = {bullets[i]};
	}
	AddSimplerList(
	    *this, simpler, [](auto& what) -> auto& { return what.bodies; });
	AddSimplerNumbers(*this, simpler,
	                  [](FlightCase& what, const auto& take)
	                  {
		                  for (BulletDef& def : what.bullets)
		                  {
			                  for (float* x : {&def.position.x, &def.position.y, &def.velocity.x, &def.velocity.y,
			                                   &def.restitution, &def.friction})
			                  {
				                  take(*x);
			                  }
		                  }
	                  });
	return simpler;
}

std::ostream& operator<<(std::ostream& out, const FlightCase& what)
{
	for (const BodySpec& body : what.bodies)
	{
		out << body << "\n";
	}
	for (const BulletDef& def : what.bullets)
	{
		out << "bullet at " << ToText(def.position) << " velocity " << ToText(def.velocity) << " mass "
		    << ToText(def.mass) << " restitution " << ToText(def.restitution) << " friction " << ToText(def.friction)
		    << " bounces " << def.maxBounces << " pierces " << def.maxPierces << "\n";
	}
	return out;
}

} // namespace ricochet::test
