// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/referee_record.h"

#include <box2d/b2_world.h>

#include <algorithm>

namespace ricochet::referee
{

namespace
{

void AddPieces(const b2Fixture& fixture, BodySight& sight)
{
	const b2Shape& shape = *fixture.GetShape();
	for (int32_t child = 0; child < shape.GetChildCount(); ++child)
	{
		PieceSight piece{PieceOf(shape, child), &fixture, child, fixture.GetFilterData(), fixture.IsSensor(), {}, 0.0L};
		for (const Vec vertex : piece.piece.Vertices())
		{
			piece.middle = piece.middle + (1.0L / static_cast<Real>(piece.piece.count)) * vertex;
		}
		for (const Vec vertex : piece.piece.Vertices())
		{
			piece.reach = std::max(piece.reach, Length(vertex - piece.middle) + piece.piece.radius);
		}
		sight.pieces.push_back(piece);
	}
	std::vector<Vec> row = BarrierOf(shape);
	if (row.empty() == false)
	{
		const bool closed = row.size() > 2 && row.front() == row.back();
		sight.barriers.push_back({std::move(row), &fixture, fixture.GetFilterData(), fixture.IsSensor(), closed});
	}
}

Spin SpinOf(const b2Body& body)
{
	return {Widen(body.GetLinearVelocity()), body.GetAngularVelocity()};
}

bool IsFinite(const b2Body& body)
{
	return IsFinite(Widen(body.GetPosition())) && std::isfinite(body.GetAngle());
}

} // namespace

BodySight SightOf(const b2Body& body)
{
	BodySight sight;
	sight.body = &body;
	sight.type = body.GetType();
	sight.mass = body.GetMass();
	const Vec center = Widen(body.GetLocalCenter());
	sight.inertia = body.IsFixedRotation() ? 0.0L : body.GetInertia() - sight.mass * Dot(center, center);
	sight.motion = Motion(StandOf(body), StandOf(body));
	sight.stepped = sight.after = SpinOf(body);
	if (body.IsEnabled() == false || IsFinite(body) == false)
	{
		return sight;
	}
	for (const b2Fixture* fixture = body.GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
	{
		AddPieces(*fixture, sight);
	}
	sight.reach = 0.0L;
	for (const PieceSight& piece : sight.pieces)
	{
		sight.reach = std::max(sight.reach, Length(piece.middle - center) + piece.reach);
	}
	return sight;
}

namespace
{

void AddFixtures(const b2World& world, StepSight& sight)
{
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			sight.fixtures.insert(fixture);
		}
	}
}

} // namespace

bool WorldRecord::Look::operator==(const Look& other) const
{
	const auto numbers = [](const Look& look)
	{
		return std::tie(look.body, look.shape, look.pose.p.x, look.pose.p.y, look.pose.q.s, look.pose.q.c,
		                look.filter.categoryBits, look.filter.maskBits, look.filter.groupIndex, look.sensor,
		                look.enabled);
	};
	return numbers(*this) == numbers(other);
}

WorldRecord::Looks WorldRecord::LooksOf(const b2World& world)
{
	Looks looks;
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			looks[fixture] = {body,
			                  fixture->GetShape(),
			                  body->GetTransform(),
			                  fixture->GetFilterData(),
			                  fixture->IsSensor(),
			                  body->IsEnabled()};
		}
	}
	return looks;
}

void WorldRecord::Begin(const b2World& world, StepSight& sight)
{
	const Looks looks = LooksOf(world);
	for (const auto& [fixture, look] : looks)
	{
		const auto last = m_last.find(fixture);
		if (last == m_last.end() || (last->second == look) == false)
		{
			sight.changed.insert(fixture);
		}
	}
	for (const auto& [fixture, look] : m_last)
	{
		if (looks.contains(fixture) == false)
		{
			sight.changed.insert(fixture);
		}
	}
	m_before.clear();
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		m_before[body] = {StandOf(*body), std::nullopt, {}, {}};
	}
	AddFixtures(world, sight);
}

void WorldRecord::Stepped(const b2World& world)
{
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		if (const auto found = m_before.find(body); found != m_before.end())
		{
			found->second.stepped = SpinOf(*body);
			found->second.steppedPose = body->GetTransform();
			found->second.steppedCenter = Widen(body->GetWorldCenter());
		}
	}
}

void WorldRecord::End(const b2World& world, StepSight& sight, const std::set<const b2Body*>& without)
{
	sight.gravity = Widen(world.GetGravity());
	size_t kept = 0;
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		if (without.contains(body))
		{
			kept += m_before.count(body);
			continue;
		}
		BodySight seen = SightOf(*body);
		kept += m_before.count(body);
		if (const auto found = m_before.find(body); found != m_before.end())
		{
			seen.motion = Motion(found->second.stand, StandOf(*body));
			seen.steppedKnown = found->second.stepped.has_value();
			seen.stepped = found->second.stepped.value_or(seen.after);
			seen.worldWay = seen.steppedKnown ? Length(found->second.steppedCenter - found->second.stand.center) : 0.0L;
			const b2Transform& pose = found->second.steppedPose;
			seen.heldBack =
			    seen.steppedKnown && (pose.p != body->GetPosition() || pose.q.s != body->GetTransform().q.s);
		}
		sight.bodies.push_back(std::move(seen));
	}
	sight.gone = kept < m_before.size();
	AddFixtures(world, sight);
	if (sight.dt > 0.0L)
	{
		m_last = LooksOf(world); // in a step of zero time, nothing flies into the changed fixtures yet
	}
}

} // namespace ricochet::referee
