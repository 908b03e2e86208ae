// MIT License, Copyright (c) 2026 the ricochet authors

#include "properties/cast_case.h"
#include "properties/flight_case.h"

#include <ricochet/projectile/plugin.h>

#include <tuple>

// Bullets without gravity and drag fly among fixtures of every kind. The tests check all impacts of a few steps.

namespace ricochet::test::flight_property_test
{

namespace
{

constexpr int k_cases = 20000;
constexpr int k_steps = 4;

std::string TextOf(const ImpactEvent& event)
{
	return "\n  at " + ToText(event.time) + " child " + std::to_string(event.child) +
	       ToText(std::vector<RaySpan>{event}) + " velocity " + ToText(event.velocityBefore) + " to " +
	       ToText(event.velocityAfter) + " response " + std::to_string(static_cast<int>(event.response));
}

// A world with its bullets, and the records of their steps.
struct Flight
{
	explicit Flight(const FlightCase& what, bool mayMove) : world({0.0f, 0.0f}), plugin(world)
	{
		for (BodySpec spec : what.bodies)
		{
			spec.type = mayMove ? spec.type : b2_staticBody;
			b2Body* body = spec.AddTo(world);
			body->SetSleepingAllowed(false);
		}
		for (BulletDef def : what.bullets)
		{
			def.userData = ids.size();
			ids.push_back(plugin.Fire(def));
			histories.emplace_back();
			last.push_back(def.velocity);
		}
	}

	// Makes one step. Calls `look` before EndStep, while the bullets have not yet changed the world.
	template <class Look>
	void Step(Look look)
	{
		plugin.BeginStep();
		world.Step(k_flightStep, 8, 3);
		look();
		plugin.EndStep(k_flightStep);
		for (const ImpactEvent& event : plugin.Impacts())
		{
			histories[event.userData].push_back(event);
		}
		for (const ExpiredEvent& event : plugin.Expired())
		{
			last[event.userData] = event.velocity;
		}
		for (const BulletState& state : plugin.Bullets())
		{
			last[state.userData] = state.velocity;
		}
	}

	b2World world;
	Plugin plugin;
	std::vector<BulletId> ids;
	std::vector<std::vector<ImpactEvent>> histories; ///< the impacts of each bullet
	std::vector<b2Vec2> last;                        ///< the velocity of each bullet
};

double SpeedOf(b2Vec2 v)
{
	return std::hypot(static_cast<double>(v.x), static_cast<double>(v.y));
}

// The momentum of all bodies that can move.
struct Momentum
{
	double x = 0.0, y = 0.0;
	double scale = 0.0; ///< the size of the terms of the sum

	void Add(double mass, b2Vec2 velocity)
	{
		x += mass * velocity.x;
		y += mass * velocity.y;
		scale += std::abs(mass) * SpeedOf(velocity);
	}

	explicit Momentum(const b2World& world)
	{
		for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
		{
			Add(body->GetMass(), body->GetLinearVelocity());
		}
	}
	Momentum() = default;
};

bool IsClose(const Momentum& a, const Momentum& b)
{
	return std::hypot(a.x - b.x, a.y - b.y) <= 1.0e-5 * (a.scale + b.scale);
}

// Returns an error text, or an empty one if each impact of a bullet begins with the velocity at which its previous
// impact ended.
std::string BrokenHistory(const FlightCase& drawn, const Flight& flight, size_t i)
{
	b2Vec2 velocity = drawn.bullets[i].velocity;
	for (const ImpactEvent& event : flight.histories[i])
	{
		if (event.velocityBefore != velocity)
		{
			return "not the velocity " + ToText(velocity) + TextOf(event);
		}
		velocity = event.velocityAfter;
	}
	return flight.last[i] == velocity ? "" : "ends with " + ToText(flight.last[i]) + ", not " + ToText(velocity);
}

// Returns an error text, or an empty one if the sum of a bullet's impulses is its mass times its loss of velocity.
std::string WrongSum(const FlightCase& drawn, const Flight& flight, size_t i)
{
	const BulletDef& def = drawn.bullets[i];
	Momentum impulses, lost;
	for (const ImpactEvent& event : flight.histories[i])
	{
		impulses.Add(1.0, event.impulse);
	}
	lost.Add(def.mass, def.velocity);
	lost.Add(-def.mass, flight.last[i]);
	return IsClose(impulses, lost)
	           ? ""
	           : "bullet " + std::to_string(i) + ": impulses " + std::to_string(impulses.x) + ", " +
	                 std::to_string(impulses.y) + ", lost " + std::to_string(lost.x) + ", " + std::to_string(lost.y);
}

// Makes all steps, in a world in which all bodies may move. Returns the first error text that `wrong` gives for any
// bullet.
template <class Wrong>
std::string FirstProblem(const FlightCase& drawn, size_t& impacts, Wrong wrong)
{
	Flight flight(drawn, true);
	for (int i = 0; i < k_steps; ++i)
	{
		flight.Step([] {});
	}
	std::string problem;
	for (size_t i = 0; i < drawn.bullets.size() && problem.empty(); ++i)
	{
		impacts += flight.histories[i].size();
		problem = wrong(drawn, flight, i);
	}
	return problem;
}

} // namespace

TEST(FlightProperty, ARicochetDoesNotMeetItsSurfaceAgain)
{
	int bounces = 0, pierces = 0;
	CheckCases<FlightCase>(k_cases,
	                       [&](const FlightCase& drawn) -> std::string
	                       {
		                       Flight flight(drawn, false);
		                       for (int i = 0; i < k_steps; ++i)
		                       {
			                       flight.Step([] {});
		                       }
		                       for (const std::vector<ImpactEvent>& history : flight.histories)
		                       {
			                       for (size_t i = 0; i < history.size(); ++i)
			                       {
				                       const ImpactEvent& event = history[i];
				                       bounces += event.response == Response::Bounce ? 1 : 0;
				                       pierces += event.response == Response::Pierce ? 1 : 0;
				                       if (SpeedOf(event.velocityAfter) >
				                           SpeedOf(event.velocityBefore) * (1.0 + 1.0e-6))
				                       {
					                       return "faster off a body that stands still" + TextOf(event);
				                       }
				                       const auto face = [](const ImpactEvent& e)
				                       {
					                       return std::tuple(e.fixture, e.child, e.enter.edge);
				                       };
				                       if (i > 0 && face(history[i - 1]) == face(event))
				                       {
					                       return "again" + TextOf(history[i - 1]) + TextOf(event);
				                       }
			                       }
		                       }
		                       return {};
	                       });
	EXPECT_GT(bounces, 0);
	EXPECT_GT(pierces, 0);
}

TEST(FlightProperty, ImpulsesSumToWhatABulletLoses)
{
	size_t impacts = 0;
	CheckCases<FlightCase>(k_cases, [&](const FlightCase& drawn) { return FirstProblem(drawn, impacts, WrongSum); });
	EXPECT_GT(impacts, 0u);
}

TEST(FlightProperty, TheImpactsOfABulletComeInTheirOrder)
{
	size_t impacts = 0;
	CheckCases<FlightCase>(k_cases,
	                       [&](const FlightCase& drawn) { return FirstProblem(drawn, impacts, BrokenHistory); });
	EXPECT_GT(impacts, 0u);
}

TEST(FlightProperty, BodiesGetWhatBulletsLose)
{
	int given = 0;
	CheckCases<FlightCase>(k_cases,
	                       [&](const FlightCase& drawn) -> std::string
	                       {
		                       Flight flight(drawn, true);
		                       for (int i = 0; i < k_steps; ++i)
		                       {
			                       Momentum expected;
			                       flight.Step([&] { expected = Momentum(flight.world); });
			                       for (const ImpactEvent& event : flight.plugin.Impacts())
			                       {
				                       const bool isGiven =
				                           event.body->GetType() == b2_dynamicBody && event.body->GetMass() > 0.0f;
				                       given += isGiven ? 1 : 0;
				                       expected.Add(isGiven ? 1.0 : 0.0, event.impulse);
			                       }
			                       const Momentum got(flight.world);
			                       if (IsClose(got, expected) == false)
			                       {
				                       return "step " + std::to_string(i) + ": the bodies got " +
				                              std::to_string(got.x - expected.x) + ", " +
				                              std::to_string(got.y - expected.y) + " more than they were given";
			                       }
		                       }
		                       return {};
	                       });
	EXPECT_GT(given, 0);
}

} // namespace ricochet::test::flight_property_test
