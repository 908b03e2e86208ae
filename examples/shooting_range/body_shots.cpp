// MIT License, Copyright (c) 2026 the ricochet authors

#include "body_shots.h"

#include <ricochet/shapes/shape_factory.h>

#include <box2d/b2_contact.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_world_callbacks.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace range
{
namespace
{

constexpr float k_radius = 0.01f;     // m
constexpr int16_t k_bulletGroup = -1; // negative: never touch one another

/// Notes what each bullet touches first.
class TouchListener : public b2ContactListener
{
public:
	explicit TouchListener(size_t shots) : touches(shots) {}

	void BeginContact(b2Contact* contact) override
	{
		Note(contact->GetFixtureA(), contact->GetFixtureB());
		Note(contact->GetFixtureB(), contact->GetFixtureA());
	}

	std::vector<Touch> touches;
	int32_t step = 0;

private:
	void Note(b2Fixture* bullet, b2Fixture* target)
	{
		if (bullet->GetFilterData().groupIndex != k_bulletGroup)
		{
			return;
		}
		Touch& touch = touches[bullet->GetUserData().pointer];
		if (touch.object < 0)
		{
			touch = {ObjectIndex(target->GetBody()), step};
		}
	}
};

b2Body* FireBody(b2World& world, const Shot& shot, const ricochet::BulletDef& bullet, size_t index)
{
	b2BodyDef def;
	def.type = b2_dynamicBody;
	def.bullet = true;
	def.position = shot.position;
	def.linearVelocity = shot.velocity;
	def.linearDamping = bullet.drag;
	def.gravityScale = bullet.gravityScale;
	b2Body* body = world.CreateBody(&def);

	const auto disc = ricochet::MakeCircle({0.0f, 0.0f}, k_radius);
	b2FixtureDef fixture;
	fixture.shape = &*disc;
	fixture.density = bullet.mass / (b2_pi * k_radius * k_radius);
	fixture.restitution = bullet.restitution;
	fixture.friction = bullet.friction;
	fixture.filter.groupIndex = k_bulletGroup;
	fixture.userData.pointer = index;
	body->CreateFixture(&fixture);
	return body;
}

} // namespace

std::vector<Touch> FireAsBodies(const LevelDef& level, Stage& stage, std::span<const Shot> shots, float seconds)
{
	TouchListener listener(shots.size());
	stage.world->SetContactListener(&listener);
	std::vector<b2Body*> flying;
	size_t next = 0;
	const int32_t steps = static_cast<int32_t>(std::lround(seconds / k_timeStep));
	for (; listener.step < steps; ++listener.step)
	{
		for (; next < shots.size() && shots[next].step <= listener.step; ++next)
		{
			if (shots[next].grenade == false)
			{
				const ShooterDef& shooter = level.shooters[static_cast<size_t>(shots[next].shooter)];
				flying.push_back(FireBody(*stage.world, shots[next], shooter.bullet, next));
			}
		}
		DriveLifts(level, stage);
		stage.world->Step(k_timeStep, 8, 3);

		const auto removeIfOver = [&](b2Body* body)
		{
			const Touch& touch = listener.touches[body->GetFixtureList()->GetUserData().pointer];
			const bool isOver = touch.object >= 0 || IsOutside(level, body->GetPosition());
			if (isOver)
			{
				stage.world->DestroyBody(body);
			}
			return isOver;
		};
		std::erase_if(flying, removeIfOver);
	}
	stage.world->SetContactListener(nullptr);
	return std::move(listener.touches);
}

Comparison Compare(const Record& record, std::span<const Shot> shots, std::span<const Touch> touches)
{
	Comparison result;
	std::vector<int32_t> delays;
	for (size_t i = 0; i < shots.size(); ++i)
	{
		const Flight& flight = record.flights[i];
		if (shots[i].grenade || flight.impacts.empty())
		{
			continue;
		}
		++result.bullets;
		const Impact& first = flight.impacts.front();
		const int32_t delay = touches[i].step - first.step;
		if (touches[i].object != first.object)
		{
			++result.missed;
			continue;
		}
		delays.push_back(delay);
		++(std::abs(delay) > k_lateSteps ? result.late : result.same);
	}
	if (delays.empty() == false)
	{
		std::nth_element(delays.begin(), delays.begin() + static_cast<ptrdiff_t>(delays.size() / 2), delays.end());
		result.medianDelay = delays[delays.size() / 2];
	}
	return result;
}

} // namespace range
