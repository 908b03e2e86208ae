// MIT License, Copyright (c) 2026 the ricochet authors

#include "shots.h"

#include <ricochet/ricochet.h>

#include <box2d/box2d.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace why
{

namespace
{

// The world with the door, and the door's angle after each step.
class Room
{
public:
	Room(const Door& door, b2ContactListener* listener)
	{
		world.SetContactListener(listener);
		b2BodyDef def;
		def.type = b2_kinematicBody;
		def.angularVelocity = k_turnRate;
		b2PolygonShape leaf; // Box2D's own, whose RayCast does not see a ray that starts inside
		leaf.SetAsBox(k_halfLength, door.halfThickness);
		fixture = world.CreateBody(&def)->CreateFixture(&leaf, 0.0f);
		angles.push_back(0.0);
	}

	// Fires each shot before its step by calling fire(). advance() must step the world.
	void Run(std::span<const Shot> shots, const std::function<void(size_t)>& fire, const std::function<void()>& advance)
	{
		const double longest = (k_end - k_start) / (shots.back().speed * k_stepTime);
		const int32_t steps = shots.back().step + static_cast<int32_t>(longest) + 3;
		size_t next = 0;
		for (int32_t step = 0; step < steps; ++step)
		{
			for (; next < shots.size() && shots[next].step == step; ++next)
			{
				fire(next);
			}
			advance();
			angles.push_back(static_cast<double>(fixture->GetBody()->GetAngle()));
		}
	}

	b2World world{b2Vec2{0.0f, 0.0f}};
	b2Fixture* fixture = nullptr;
	std::vector<double> angles;
};

struct Closest : b2RayCastCallback
{
	float ReportFixture(b2Fixture*, const b2Vec2& point, const b2Vec2&, float fraction) override
	{
		told = {true, static_cast<double>(fraction), point};
		return fraction;
	}

	Told told;
};

std::vector<Told> FlyByHand(std::span<const Shot> shots, Door& door, bool testsPoints)
{
	struct Bullet
	{
		size_t shot;
		b2Vec2 position;
	};

	Room room(door, nullptr);
	std::vector<Told> told(shots.size());
	std::vector<Bullet> bullets;
	const auto fire = [&](size_t shot)
	{
		bullets.push_back({shot, {k_start, shots[shot].y}});
	};
	const auto flies = [&](Bullet& bullet)
	{
		const b2Vec2 from = bullet.position;
		const b2Vec2 to = from + b2Vec2{shots[bullet.shot].speed * k_stepTime, 0.0f};
		Closest closest;
		room.world.RayCast(&closest, from, to);
		if (testsPoints && closest.told.isHit == false)
		{
			for (const b2Vec2 end : {from, to})
			{
				closest.told = room.fixture->TestPoint(end) ? Told{true, 0.0, end} : closest.told;
			}
		}
		if (closest.told.isHit)
		{
			closest.told.time = k_stepTime * (static_cast<double>(room.angles.size() - 1) + closest.told.time);
			told[bullet.shot] = closest.told;
		}
		bullet.position = to;
		return closest.told.isHit == false && to.x < k_end;
	};
	room.Run(shots, fire,
	         [&]
	         {
		         room.world.Step(k_stepTime, 8, 3);
		         std::erase_if(bullets, [&](Bullet& bullet) { return flies(bullet) == false; });
	         });
	door.angles = room.angles;
	return told;
}

// Notes the first contact of each bullet.
struct FirstContacts : b2ContactListener
{
	void BeginContact(b2Contact* contact) override
	{
		for (b2Fixture* fixture : {contact->GetFixtureA(), contact->GetFixtureB()})
		{
			if (fixture->GetBody()->IsBullet())
			{
				told[fixture->GetBody()->GetUserData().pointer] = {true, 0.0, fixture->GetBody()->GetPosition()};
			}
		}
	}

	std::vector<Told> told;
};

std::vector<Told> FlyBodies(std::span<const Shot> shots, Door& door)
{
	FirstContacts contacts;
	contacts.told.resize(shots.size());
	Room room(door, &contacts);
	const auto disc = ricochet::MakeCircle({0.0f, 0.0f}, 0.01f);
	const auto fire = [&](size_t shot)
	{
		b2BodyDef def;
		def.type = b2_dynamicBody;
		def.position = {k_start, shots[shot].y};
		def.linearVelocity = {shots[shot].speed, 0.0f};
		def.bullet = true;
		def.allowSleep = false;
		def.userData.pointer = shot;
		b2FixtureDef fixture;
		fixture.shape = &*disc;
		fixture.density = 1.0f;
		fixture.filter.groupIndex = -1; // bullets do not meet each other
		room.world.CreateBody(&def)->CreateFixture(&fixture);
	};
	room.Run(shots, fire,
	         [&]
	         {
		         room.world.Step(k_stepTime, 8, 3);
		         for (b2Body* body = room.world.GetBodyList(); body != nullptr;)
		         {
			         b2Body* gone = body;
			         body = body->GetNext();
			         if (gone->IsBullet() && std::abs(gone->GetPosition().x) > k_end)
			         {
				         room.world.DestroyBody(gone);
			         }
		         }
	         });
	door.angles = room.angles;
	return contacts.told;
}

std::vector<Told> FlyByRicochet(std::span<const Shot> shots, Door& door)
{
	Room room(door, nullptr);
	ricochet::Plugin plugin(room.world);
	std::vector<Told> told(shots.size());
	const auto fire = [&](size_t shot)
	{
		ricochet::BulletDef def;
		def.position = {k_start, shots[shot].y};
		def.velocity = {shots[shot].speed, 0.0f};
		def.maxRange = k_end - k_start;
		def.userData = shot;
		plugin.Fire(def);
	};
	room.Run(shots, fire,
	         [&]
	         {
		         plugin.Step(k_stepTime, 8, 3);
		         for (const ricochet::ImpactEvent& hit : plugin.Impacts())
		         {
			         const double time = k_stepTime * static_cast<double>(room.angles.size() - 1);
			         told[hit.userData] = {true, time + static_cast<double>(hit.time), hit.enter.point};
		         }
	         });
	door.angles = room.angles;
	return told;
}

} // namespace

double Door::AngleAt(double time) const
{
	const double steps = time / stepTime;
	const auto before = std::min(static_cast<size_t>(steps), angles.size() - 2);
	const double share = steps - static_cast<double>(before);
	return angles[before] + share * (angles[before + 1] - angles[before]);
}

std::vector<Shot> MakeShots(int32_t count, int32_t perStep, float speed)
{
	std::vector<Shot> shots;
	for (int32_t i = 0; i < count; ++i)
	{
		// Multiples of the golden ratio fill the heights evenly.
		const double share = std::fmod(0.6180339887498949 * i, 1.0);
		shots.push_back({i / perStep, static_cast<float>((2.0 * share - 1.0) * k_halfLength), speed});
	}
	return shots;
}

std::vector<Told> Fly(Method method, std::span<const Shot> shots, Door& door)
{
	switch (method)
	{
	case Method::BulletBody:
		return FlyBodies(shots, door);
	case Method::Ricochet:
		return FlyByRicochet(shots, door);
	case Method::RayAStep:
	case Method::RayAndPoints:
		break;
	}
	return FlyByHand(shots, door, method == Method::RayAndPoints);
}

double MeetingTime(const Shot& shot, const Door& door, double margin)
{
	const double fired = static_cast<double>(door.stepTime) * shot.step;
	const double fastest = shot.speed + 1.01 * door.turnRate * std::hypot(k_halfLength, door.halfThickness);
	const double flight = static_cast<double>(k_end - k_start) / shot.speed;
	for (double time = 0.0; time < flight;)
	{
		const double angle = door.AngleAt(fired + time);
		const double x = k_start + shot.speed * time;
		const double along = std::abs(std::cos(angle) * x + std::sin(angle) * shot.y) - k_halfLength - margin;
		const double across = std::abs(std::cos(angle) * shot.y - std::sin(angle) * x) - door.halfThickness - margin;
		if (along <= 0.0 && across <= 0.0)
		{
			return fired + time;
		}
		const double distance = std::hypot(std::max(along, 0.0), std::max(across, 0.0));
		time += std::max(distance, 1.0e-5) / fastest;
	}
	return -1.0;
}

} // namespace why
