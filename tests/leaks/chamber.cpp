// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/chamber.h"

#include "support/random_room.h"

#include <box2d/b2_body.h>
#include <box2d/b2_chain_shape.h>

#include <algorithm>
#include <cmath>

namespace ricochet::leaks
{

using referee::Real;
using referee::Vec;

namespace
{

// Returns a size of at least a ten-thousandth of the distance from the origin, where the spacing of floats is 1e-7 of
// the distance.
float DrawSize(SceneRandom& random, size_t offset)
{
	const auto least = static_cast<float>(std::max(0.5, 1.0e-4 * k_offsets[offset]));
	return random.LogUniform(least, 2.0f * std::max(least, 2.5f));
}

} // namespace

const char* NameOf(Chamber::Kind kind)
{
	constexpr const char* k_names[] = {"turning room", "swinging room", "drum", "piston", "closing walls"};
	return k_names[static_cast<size_t>(kind)];
}

Chamber::Chamber(b2World& world, SceneRandom& random, Kind kind, size_t offset)
    : m_kind(kind), m_size(DrawSize(random, offset)), m_friction(random.Uniform(0.0f, 1.0f)),
      m_origin(static_cast<float>(k_offsets[offset]) * random.Direction())
{
	m_spin = random.Uniform(0.7f, 4.0f) * (random.OneIn(2) ? 1.0f : -1.0f);
	switch (kind)
	{
	case Kind::TurningRoom:
	case Kind::SwingingRoom:
		BuildRoom(world, random);
		break;
	case Kind::Drum:
		BuildDrum(world, random);
		break;
	case Kind::Piston:
		BuildPiston(world, random);
		break;
	case Kind::Walls:
		BuildWalls(world, random);
		break;
	}
	Look();
}

size_t Chamber::AddPart(b2World& world, b2BodyType type, b2Vec2 position, float angle)
{
	m_parts.push_back({test::AddBody(world, m_origin + position, angle, type), {}, {}});
	return m_parts.size() - 1;
}

void Chamber::Add(size_t part, const b2Shape& shape)
{
	b2FixtureDef def;
	def.shape = &shape;
	def.friction = m_friction;
	m_parts[part].body->CreateFixture(&def);
	for (int32_t child = 0; child < shape.GetChildCount(); ++child)
	{
		m_parts[part].pieces.push_back(referee::PieceOf(shape, child));
	}
}

void Chamber::AddBox(size_t part, b2Vec2 half, b2Vec2 center, float angle)
{
	Add(part, test::BoxOf(half.x, half.y, center, angle));
}

// Adds a room. The vertices are counter-clockwise, but the chain is clockwise, so that Box2D's discs collide with it
// from inside.
void Chamber::AddRoom(size_t part, std::vector<b2Vec2> vertices)
{
	std::reverse(vertices.begin(), vertices.end());
	Add(part, test::LoopOf(vertices));
}

void Chamber::BuildRoom(b2World& world, SceneRandom& random)
{
	std::vector<b2Vec2> vertices = test::RandomRoom(random);
	// Half of the rooms turn about their middle. The others turn about a point that may be far outside.
	const b2Vec2 middle = random.OneIn(2) ? b2Vec2{0.0f, 0.0f} : random.Uniform(0.0f, 3.0f) * random.Direction();
	const size_t room = AddPart(world, b2_kinematicBody, {0.0f, 0.0f}, random.Uniform(-b2_pi, b2_pi));
	for (b2Vec2& vertex : vertices)
	{
		vertex = m_size * (vertex + middle);
		m_border.push_back({room, vertex});
	}
	AddRoom(room, vertices);
	m_swing = m_kind == Kind::SwingingRoom ? random.Uniform(1.0f, 6.0f) : 0.0f;
	m_drift = m_kind == Kind::SwingingRoom ? m_size * random.Uniform(0.0f, 2.0f) * random.Direction() : m_drift;
}

void Chamber::BuildDrum(b2World& world, SceneRandom& random)
{
	constexpr int32_t k_corners = 12;
	const size_t drum = AddPart(world, b2_kinematicBody, {0.0f, 0.0f}, random.Uniform(-b2_pi, b2_pi));
	std::vector<b2Vec2> vertices;
	for (int32_t i = 0; i < k_corners; ++i)
	{
		vertices.push_back(m_size * b2Rot(2.0f * b2_pi * static_cast<float>(i) / k_corners).GetXAxis());
	}
	AddRoom(drum, vertices);
	const int32_t paddles = 2 + random.Below(3);
	for (int32_t i = 0; i < paddles; ++i)
	{
		const float angle = 2.0f * b2_pi * static_cast<float>(i) / static_cast<float>(paddles);
		AddBox(drum, {0.495f * m_size, 0.02f * m_size}, 0.495f * m_size * b2Rot(angle).GetXAxis(), angle);
	}
	m_border.push_back({drum, {0.0f, 0.0f}});
	for (int32_t i = 0; i <= k_corners / paddles; ++i)
	{
		m_border.push_back({drum, vertices[static_cast<size_t>(i)]});
	}
}

// Builds a piston in a hall. Gaps at its edges keep the piston from touching the hall. The gaps are smaller than any
// grenade.
void Chamber::BuildPiston(b2World& world, SceneRandom& random)
{
	const float s = m_size;
	const size_t hall = AddPart(world, b2_staticBody, {0.0f, 0.0f});
	AddRoom(hall, {{-s, -3.0f * s}, {s, -3.0f * s}, {s, 3.0f * s}, {-s, 3.0f * s}});
	const float floor = -2.9f * s;
	SetStroke(floor + s * random.Uniform(2.05f * k_largest, 0.7f), 2.0f * s, random.LogUniform(1.0f, 60.0f));
	const size_t piston = AddPart(world, b2_kinematicBody, {0.0f, m_high});
	AddBox(piston, {0.999f * s, 0.1f * s}, {0.0f, 0.0f});
	m_border = {{hall, {-s, -3.0f * s}},
	            {hall, {s, -3.0f * s}},
	            {piston, {0.999f * s, -0.1f * s}},
	            {piston, {-0.999f * s, -0.1f * s}}};
}

void Chamber::BuildWalls(b2World& world, SceneRandom& random)
{
	const float s = m_size;
	const size_t hall = AddPart(world, b2_staticBody, {0.0f, 0.0f});
	AddRoom(hall, {{-2.0f * s, -3.0f * s}, {2.0f * s, -3.0f * s}, {2.0f * s, 3.0f * s}, {-2.0f * s, 3.0f * s}});
	m_isEven = true;
	SetStroke(0.5f * k_largest * s * random.Uniform(2.05f, 3.0f), 1.5f * s, random.LogUniform(0.5f, 30.0f));
	const float height = 2.997f * s;
	const float thickness = random.LogUniform(0.01f, 0.1f) * s;
	const bool areEdges = random.OneIn(3);
	for (const float side : {-1.0f, 1.0f})
	{
		const size_t wall = AddPart(world, b2_kinematicBody, {side * m_high, 0.0f});
		if (areEdges)
		{
			Add(wall, test::EdgeOf({0.0f, -height}, {0.0f, height}));
		}
		else
		{
			AddBox(wall, {thickness, height}, {side * thickness, 0.0f});
		}
		m_border.push_back({wall, {0.0f, -side * height}});
		m_border.push_back({wall, {0.0f, side * height}});
	}
}

// `speed` is the highest speed of the stroke (m/s).
void Chamber::SetStroke(float low, float high, float speed)
{
	m_low = low;
	m_high = high;
	m_swing = (m_isEven ? b2_pi : 2.0f) * speed / (high - low);
}

float Chamber::StrokeAt(float time) const
{
	const float phase = m_swing * time;
	const float even = std::abs(1.0f - std::fmod(phase / b2_pi, 2.0f));
	return m_low + (m_high - m_low) * (m_isEven ? even : 0.5f + 0.5f * std::cos(phase));
}

void Chamber::Drive(float dt)
{
	const float phase = std::cos(m_swing * m_time);
	m_time += dt;
	const float stroke = StrokeAt(m_time);
	switch (m_kind)
	{
	case Kind::TurningRoom:
	case Kind::SwingingRoom:
	case Kind::Drum:
		m_parts[0].body->SetAngularVelocity(phase * m_spin);
		m_parts[0].body->SetLinearVelocity(phase * m_drift);
		break;
	case Kind::Piston:
		m_parts[1].body->SetLinearVelocity({0.0f, (m_origin.y + stroke - m_parts[1].body->GetPosition().y) / dt});
		break;
	case Kind::Walls:
		for (const size_t i : {size_t{1}, size_t{2}})
		{
			const float goal = m_origin.x + (i == 1 ? -stroke : stroke);
			m_parts[i].body->SetLinearVelocity({(goal - m_parts[i].body->GetPosition().x) / dt, 0.0f});
		}
		break;
	}
}

void Chamber::Look()
{
	for (Part& part : m_parts)
	{
		const referee::Stand stand = referee::StandOf(*part.body);
		part.pose = {stand.position, stand.sine, stand.cosine};
	}
}

bool Chamber::Encloses(b2Vec2 point) const
{
	std::vector<Vec> row;
	for (const Corner& corner : m_border)
	{
		row.push_back(m_parts[corner.part].pose.ToWorld(referee::Widen(corner.local)));
	}
	row.push_back(row.front());
	return referee::Winding(row, referee::Widen(point)) == 1;
}

Real Chamber::DistanceAt(b2Vec2 point) const
{
	Real nearest = HUGE_VALL;
	for (const Part& part : m_parts)
	{
		const Vec local = part.pose.ToLocal(referee::Widen(point));
		for (const referee::Piece& piece : part.pieces)
		{
			nearest = std::min(nearest, referee::SignedDistance(piece, local));
		}
	}
	return nearest;
}

b2Vec2 Chamber::DrawPoint(SceneRandom& random) const
{
	b2Vec2 low{HUGE_VALF, HUGE_VALF};
	b2Vec2 high = -low;
	for (const Corner& corner : m_border)
	{
		const b2Vec2 point = m_parts[corner.part].body->GetWorldPoint(corner.local);
		low = b2Min(low, point);
		high = b2Max(high, point);
	}
	return {random.Uniform(low.x, high.x), random.Uniform(low.y, high.y)};
}

} // namespace ricochet::leaks
