// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/common.h"
#include "benchmarks/race/clock.h"
#include "support/stock_callbacks.h"

#include <algorithm>

namespace ricochet::test
{

namespace
{

struct AllHits : b2RayCastCallback
{
	struct Hit
	{
		b2Fixture* fixture;
		b2Vec2 point;
		b2Vec2 normal;
		float fraction;
	};
	std::vector<Hit> hits;

	float ReportFixture(b2Fixture* fixture, const b2Vec2& point, const b2Vec2& normal, float fraction) override
	{
		hits.push_back({fixture, point, normal, fraction});
		return 1.0f;
	}

	void Sort()
	{
		std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.fraction < b.fraction; });
	}
};

class Box2DCaster : public Caster
{
public:
	explicit Box2DCaster(RaceWorld& world) : m_world(world) { name = "b2World::RayCast"; }

	bool CanCast(const Task&) const override { return true; }

	void Cast(const Task& task, std::span<Found> found) override
	{
		for (size_t i = 0; i < task.rays.size(); ++i)
		{
			const Ray& ray = task.rays[i];
			found[i] = CastOne(task.query, ray.origin, ray.origin + ray.translation);
		}
	}

	size_t PieceOf(uintptr_t shape) const override { return PieceOfFixture(shape); }

	void Move(const RaceScene& scene, std::span<const size_t> moved) override
	{
		for (const size_t i : moved)
		{
			m_world.bodies[i]->SetTransform(scene.pieces[i].position, scene.pieces[i].angle);
		}
	}

private:
	Found CastOne(Query query, b2Vec2 from, b2Vec2 to)
	{
		switch (query)
		{
		case Query::Closest:
		{
			ClosestHit callback;
			m_world.world.RayCast(&callback, from, to);
			Keep(callback);
			return {callback.fraction, NameOf(callback.fixture)};
		}
		case Query::Any:
		{
			AnyHit callback;
			m_world.world.RayCast(&callback, from, to);
			return {1.0f, callback.hit};
		}
		case Query::All:
			break;
		}
		m_all.hits.clear();
		m_world.world.RayCast(&m_all, from, to);
		m_all.Sort();
		Found found{0.0f, m_all.hits.size()};
		for (const AllHits::Hit& hit : m_all.hits)
		{
			found.fraction += hit.fraction;
		}
		return found;
	}

	RaceWorld& m_world;
	AllHits m_all;
};

} // namespace

RaceWorld::RaceWorld(const RaceScene& scene)
{
	bodies.reserve(scene.pieces.size());
	for (const Piece& piece : scene.pieces)
	{
		const auto vertices = scene.VerticesOf(piece);
		b2FixtureDef def;
		def.density = 1.0f;
		def.userData.pointer = bodies.size();
		bodies.push_back(AddBody(world, piece.position, piece.angle));
		const auto add = [&](const b2Shape& shape)
		{
			def.shape = &shape;
			bodies.back()->CreateFixture(&def);
		};
		switch (piece.kind)
		{
		case Piece::Kind::Polygon:
			add(HullOf(vertices));
			break;
		case Piece::Kind::Circle:
			add(CircleOf(piece.radius));
			break;
		case Piece::Kind::Chain:
			add(ChainOf(vertices));
			break;
		}
	}
}

void AddBox2D(Casters& casters, RaceWorld& world)
{
	casters.push_back(std::make_unique<Box2DCaster>(world));
}

} // namespace ricochet::test
