// MIT License, Copyright (c) 2026 the ricochet authors

#include "referee/fake.h"

#include "support/referee_record.h"
#include "support/stock_shapes.h"

namespace ricochet::referee
{

Fake::Fake()
{
	sight.dt = 1.0L / 60.0L;
	sight.bodies.reserve(16); // keeps references to bodies valid
}

// Adds a body with the values that Box2D would report. The body and its fixture get unique made-up addresses.
BodySight& Fake::AddBody(b2BodyType type, const b2Shape& shape)
{
	b2World world({0.0f, 0.0f});
	b2Body* body = test::AddBody(world, {0.0f, 0.0f}, 0.0f, type);
	body->CreateFixture(&shape, 1.0f);
	BodySight made = SightOf(*body);
	const auto name = [&]() -> const void*
	{
		return &m_names.emplace_back();
	};
	made.body = static_cast<const b2Body*>(name());
	made.steppedKnown = true;
	const auto* fixture = static_cast<const b2Fixture*>(name());
	for (PieceSight& piece : made.pieces)
	{
		piece.fixture = fixture;
	}
	for (BarrierSight& barrier : made.barriers)
	{
		barrier.fixture = fixture;
	}
	sight.fixtures.insert(fixture);
	sight.bodies.push_back(std::move(made));
	return sight.bodies.back();
}

BodySight& Fake::AddBox(b2BodyType type, b2Vec2 center, float halfWidth, float halfHeight)
{
	return AddBody(type, test::BoxOf(halfWidth, halfHeight > 0.0f ? halfHeight : halfWidth, center));
}

BodySight& Fake::AddEdge(b2BodyType type, b2Vec2 a, b2Vec2 b)
{
	return AddBody(type, test::EdgeOf(a, b));
}

BodySight& Fake::AddRow(b2BodyType type, const std::vector<b2Vec2>& vertices)
{
	b2ChainShape chain;
	chain.CreateChain(vertices.data(), static_cast<int32>(vertices.size()), vertices[0], vertices.back());
	return AddBody(type, chain);
}

void Fake::Move(BodySight& body, Vec way, Real angle)
{
	const Vec center = body.motion.CenterAt(0.0L);
	const Pose pose = body.motion.At(0.0L);
	const Stand before{pose.position, center, 0.0L, pose.sine, pose.cosine};
	Stand after{{}, center + way, angle, std::sin(angle), std::cos(angle)};
	const Vec local = pose.ToLocal(center);
	after.position = after.center - Pose{{}, after.sine, after.cosine}.ToWorld(local);
	body.motion = Motion(before, after);
}

void Fake::FlyGrenade(float radius, Vec from, Vec to, Vec velocity)
{
	key.isGrenade = true;
	ledger.Born(key, {radius, 0.4L, 1.0L, 0.0L, {}});
	ledger.step = 1;
	sight.before = {{key, from, velocity, 0.0L, false}};
	sight.after = {{key, to, velocity, 0.0L, false}};
}

void Fake::FlyBullet(Vec from, Vec to)
{
	key.isGrenade = false;
	ledger.Born(key, {0.0L, 0.01L, 0.0L, 0.0L, {}});
	const Vec velocity = (1.0L / sight.dt) * (to - from);
	sight.before = {{key, from, velocity, 0.0L, false}};
	sight.after = {{key, to, velocity, 0.0L, false}};
}

void Fake::FlyDisc(Vec from, Vec to, Real radius)
{
	FlyBullet(from, to);
	ledger.Find(key)->birth.radius = radius;
}

void Fake::FlyHunter(Vec from, Vec to, Real radius)
{
	ledger.Born(hunter, {radius, 0.01L, 0.0L, 0.0L, {}, true});
	const Vec velocity = (1.0L / sight.dt) * (to - from);
	sight.before.push_back({hunter, from, velocity, 0.0L, false});
	sight.after.push_back({hunter, to, velocity, 0.0L, false});
}

void Fake::TellShot(Vec center, Vec normal, Vec impulse)
{
	const ProjectileSight& flying = sight.before.back();
	ImpactSight impact;
	impact.key = hunter;
	impact.shot = key;
	impact.time = Length(center - flying.position) / Length(flying.velocity);
	impact.center = center;
	impact.normal = normal;
	impact.velocityBefore = impact.velocityAfter = flying.velocity;
	impact.impulse = impulse;
	impact.response = Response::Pierce;
	sight.impacts.push_back(impact);
}

void Fake::TellImpact(Vec enter, Vec normal, Response response)
{
	const ProjectileSight& flying = sight.before[0];
	const Real speed = Length(flying.velocity);
	ImpactSight impact;
	impact.key = key;
	impact.fixture = sight.bodies[0].pieces[0].fixture;
	impact.body = sight.bodies[0].body;
	impact.time = speed > 0.0L ? Length(enter - flying.position) / speed : 0.0L;
	impact.center = enter;
	impact.normal = normal;
	impact.thickness = 1.0L;
	impact.velocityBefore = impact.velocityAfter = flying.velocity;
	impact.response = response;
	sight.impacts.push_back(impact);
}

void Fake::Expire(ExpiredEvent::Reason reason, Real time)
{
	sight.ends.push_back({key, reason, time, sight.after[0].position, sight.after[0].velocity});
	sight.after.clear();
}

const Ledger& Fake::Judged(void (*law)(const StepSight&, Ledger&))
{
	ledger.faults.clear();
	law(sight, ledger);
	return ledger;
}

} // namespace ricochet::referee
