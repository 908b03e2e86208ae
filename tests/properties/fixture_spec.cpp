// MIT License, Copyright (c) 2026 the ricochet authors

#include "properties/fixture_spec.h"

#include <ricochet/shapes/shape_factory.h>

#include "support/value_of.h"

namespace ricochet::test
{

namespace
{

float OnGrid(Random& random, int reach)
{
	return static_cast<float>(random.Between(-64 * reach, 64 * reach)) / 64.0f;
}

b2Fixture* Create(b2Body* body, const FixtureSpec& spec, const b2Shape& shape)
{
	b2FixtureDef def;
	def.shape = &shape;
	def.density = 1.0f;
	def.isSensor = spec.isSensor;
	def.filter = spec.filter;
	def.friction = spec.friction;
	def.restitution = spec.restitution;
	return body->CreateFixture(&def);
}

template <class Stock, class Clip>
b2Fixture* CreateEither(b2Body* body, const FixtureSpec& spec, const Clip& shape)
{
	return spec.isClip ? Create(body, spec, shape) : Create(body, spec, Stock(shape));
}

b2Fixture* CreateChain(b2Body* body, const FixtureSpec& spec)
{
	const bool isLoop = spec.kind == FixtureSpec::Kind::Loop;
	const Result<ClipChainShape> clip = isLoop ? MakeLoop(spec.points) : MakeChain(spec.points);
	if (!clip)
	{
		return nullptr;
	}
	if (spec.isClip)
	{
		return Create(body, spec, *clip);
	}
	b2ChainShape stock;
	stock.CreateChain(clip->m_vertices, clip->m_count, clip->m_prevVertex, clip->m_nextVertex);
	return Create(body, spec, stock);
}

b2Fixture* CreateEdge(b2Body* body, const FixtureSpec& spec)
{
	Result<ClipEdgeShape> edge = MakeEdge(spec.points[0], spec.points[1]);
	if (!edge)
	{
		return nullptr;
	}
	if (spec.kind == FixtureSpec::Kind::OneSidedEdge)
	{
		const b2Vec2 along = edge->m_vertex2 - edge->m_vertex1;
		edge->SetOneSided(edge->m_vertex1 - along, edge->m_vertex1, edge->m_vertex2, edge->m_vertex2 + along);
	}
	return CreateEither<b2EdgeShape>(body, spec, *edge);
}

b2Fixture* CreateOfKind(b2Body* body, const FixtureSpec& spec)
{
	switch (spec.kind)
	{
	case FixtureSpec::Kind::Box:
		return nullptr;
	case FixtureSpec::Kind::Polygon:
	{
		const Result<ClipPolygonShape> polygon = MakePolygon(spec.points);
		return polygon ? CreateEither<b2PolygonShape>(body, spec, *polygon) : nullptr;
	}
	case FixtureSpec::Kind::Circle:
	{
		const Result<ClipCircleShape> circle = MakeCircle(spec.points[0], std::abs(spec.points[1].x) + 0.01f);
		return circle ? CreateEither<b2CircleShape>(body, spec, *circle) : nullptr;
	}
	case FixtureSpec::Kind::Edge:
	case FixtureSpec::Kind::OneSidedEdge:
		return CreateEdge(body, spec);
	case FixtureSpec::Kind::Chain:
	case FixtureSpec::Kind::Loop:
		return CreateChain(body, spec);
	}
	return nullptr;
}

} // namespace

FixtureSpec FixtureSpec::Draw(Random& random)
{
	FixtureSpec drawn;
	drawn.kind = static_cast<Kind>(random.Below(k_kinds));
	drawn.isClip = random.OneIn(2);
	drawn.isSensor = random.OneIn(8);
	drawn.filter.categoryBits = static_cast<uint16>(1 << random.Below(3));
	drawn.filter.maskBits = random.OneIn(4) ? static_cast<uint16>(random.Below(8)) : uint16{0xFFFF};
	drawn.filter.groupIndex = random.OneIn(4) ? static_cast<int16>(random.Between(-1, 1)) : int16{0};
	drawn.friction = random.OneIn(2) ? 0.0f : random.Uniform(0.0f, 1.0f);
	drawn.restitution = random.OneIn(2) ? 0.0f : random.Uniform(0.0f, 1.0f);
	const bool isSnapped = random.OneIn(2);
	for (int i = random.Between(3, 6); i > 0; --i)
	{
		const b2Vec2 point{random.Uniform(-1.0f, 1.0f), random.Uniform(-1.0f, 1.0f)};
		drawn.points.push_back(isSnapped ? b2Vec2{OnGrid(random, 1), OnGrid(random, 1)} : point);
	}
	return drawn;
}

std::vector<FixtureSpec> FixtureSpec::Simpler() const
{
	std::vector<FixtureSpec> simpler;
	const auto with = [&](bool differs, auto change)
	{
		if (differs)
		{
			simpler.push_back(*this);
			change(simpler.back());
		}
	};
	const b2Filter plain;
	with(kind != Kind::Box, [](FixtureSpec& s) { s.kind = Kind::Box; });
	with(isClip, [](FixtureSpec& s) { s.isClip = false; });
	with(isSensor, [](FixtureSpec& s) { s.isSensor = false; });
	with(filter.categoryBits != plain.categoryBits || filter.maskBits != plain.maskBits || filter.groupIndex != 0,
	     [](FixtureSpec& s) { s.filter = b2Filter(); });
	with(points.size() > 3, [](FixtureSpec& s) { s.points.pop_back(); });
	AddSimplerNumbers(*this, simpler,
	                  [](FixtureSpec& what, const auto& take)
	                  {
		                  take(what.friction);
		                  take(what.restitution);
		                  for (b2Vec2& v : what.points)
		                  {
			                  take(v.x);
			                  take(v.y);
		                  }
	                  });
	return simpler;
}

std::ostream& operator<<(std::ostream& out, const FixtureSpec& what)
{
	constexpr const char* k_names[] = {"box", "polygon", "circle", "edge", "one-sided edge", "chain", "loop"};
	return out << (what.isClip ? "Clip " : "stock ") << k_names[static_cast<size_t>(what.kind)]
	           << (what.isSensor ? " sensor" : "") << " category " << what.filter.categoryBits << " mask "
	           << what.filter.maskBits << " group " << what.filter.groupIndex << " friction " << ToText(what.friction)
	           << " restitution " << ToText(what.restitution) << " " << ToText(what.points);
}

b2Fixture* FixtureSpec::AddTo(b2Body* body) const
{
	if (b2Fixture* fixture = CreateOfKind(body, *this))
	{
		return fixture;
	}
	const b2Vec2 half = b2Abs(points[0]) + b2Vec2{0.01f, 0.01f};
	return CreateEither<b2PolygonShape>(body, *this, ValueOf(MakeBox(half.x, half.y)));
}

BodySpec BodySpec::Draw(Random& random, b2BodyType type)
{
	BodySpec drawn;
	drawn.type = type;
	drawn.isEnabled = random.OneIn(8) == false;
	drawn.position = {OnGrid(random, 6), OnGrid(random, 6)};
	drawn.angle = random.OneIn(2) ? 0.0f : random.Uniform(-3.2f, 3.2f);
	drawn.velocity = {OnGrid(random, 20), OnGrid(random, 20)};
	drawn.spin = random.OneIn(2) ? 0.0f : random.Uniform(-10.0f, 10.0f);
	for (int i = random.Between(1, 3); i > 0; --i)
	{
		drawn.fixtures.push_back(FixtureSpec::Draw(random));
	}
	return drawn;
}

std::vector<BodySpec> BodySpec::Simpler() const
{
	std::vector<BodySpec> simpler;
	AddSimplerList(
	    *this, simpler, [](auto& what) -> auto& { return what.fixtures; });
	if (type != b2_staticBody)
	{
		simpler.push_back(*this);
		simpler.back().type = b2_staticBody;
	}
	AddSimplerNumbers(*this, simpler,
	                  [](BodySpec& what, const auto& take)
	                  {
		                  take(what.position.x);
		                  take(what.position.y);
		                  take(what.angle);
		                  take(what.velocity.x);
		                  take(what.velocity.y);
		                  take(what.spin);
	                  });
	return simpler;
}

std::ostream& operator<<(std::ostream& out, const BodySpec& what)
{
	constexpr const char* k_types[] = {"static", "kinematic", "dynamic"};
	out << k_types[what.type] << (what.isEnabled ? "" : ", disabled") << " body at " << ToText(what.position)
	    << " angle " << ToText(what.angle) << " velocity " << ToText(what.velocity) << " spin " << ToText(what.spin);
	for (const FixtureSpec& fixture : what.fixtures)
	{
		out << "\n    " << fixture;
	}
	return out;
}

b2Body* BodySpec::AddTo(b2World& world) const
{
	b2BodyDef def;
	def.type = type;
	def.enabled = isEnabled;
	def.position = position;
	def.angle = angle;
	if (type != b2_staticBody)
	{
		// If the def of a static body had a velocity, Box2D would move the body without updating its broadphase.
		def.linearVelocity = velocity;
		def.angularVelocity = spin;
	}
	b2Body* body = world.CreateBody(&def);
	for (const FixtureSpec& fixture : fixtures)
	{
		fixture.AddTo(body);
	}
	return body;
}

} // namespace ricochet::test
