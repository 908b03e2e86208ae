// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/peers/box2d_3_world.h"
#include "benchmarks/peers/caster.h"
#include "benchmarks/race/clock.h"

#include <algorithm>

namespace ricochet::test
{

namespace
{

Box2D3Pose PoseOf(const Piece& piece)
{
	const b2Rot turn(piece.angle);
	return {piece.position.x, piece.position.y, turn.c, turn.s};
}

class Box2D3Caster : public Caster
{
public:
	explicit Box2D3Caster(const RaceScene& scene) : m_world(Box2D3Create())
	{
		name = Box2D3VersionText();
		const uint64_t before = Box2D3Bytes();
		const double start = ProcessorTime();
		for (const Piece& piece : scene.pieces)
		{
			Add(scene, piece);
		}
		buildSeconds = ProcessorTime() - start;
		bytes = Box2D3Bytes() - before;
	}

	~Box2D3Caster() override { Box2D3Destroy(m_world); }

	bool CanCast(const Task&) const override { return true; }

	void Cast(const Task& task, std::span<Found> found) override
	{
		for (size_t i = 0; i < task.rays.size(); ++i)
		{
			found[i] = CastOne(task.query, &task.rays[i].origin.x, &task.rays[i].translation.x);
		}
	}

	size_t PieceOf(uintptr_t shape) const override { return Box2D3BodyOf(shape); }

	void Move(const RaceScene& scene, std::span<const size_t> moved) override
	{
		for (const size_t i : moved)
		{
			Box2D3Move(m_world, i, PoseOf(scene.pieces[i]));
		}
	}

private:
	void Add(const RaceScene& scene, const Piece& piece)
	{
		Box2D3AddBody(m_world, PoseOf(piece));
		const auto vertices = scene.VerticesOf(piece);
		switch (piece.kind)
		{
		case Piece::Kind::Polygon:
			Box2D3AddPolygon(m_world, &vertices[0].x, static_cast<int>(vertices.size()));
			break;
		case Piece::Kind::Circle:
			Box2D3AddCircle(m_world, piece.radius);
			break;
		case Piece::Kind::Chain:
			// Each edge is a segment, because Box2D's own chains are hit from one side only.
			for (size_t i = 0; i + 1 < vertices.size(); ++i)
			{
				Box2D3AddSegment(m_world, &vertices[i].x);
			}
			break;
		}
	}

	Found CastOne(Query query, const float* origin, const float* translation)
	{
		if (query == Query::All)
		{
			return CastAll(origin, translation);
		}
		// Box2D 3 has no query for any hit, so the closest hit is used.
		const Box2D3Hit hit = Box2D3CastClosest(m_world, origin, translation);
		Keep(hit);
		return query == Query::Any ? Found{1.0f, hit.shape != 0} : Found{hit.fraction, hit.shape};
	}

	Found CastAll(const float* origin, const float* translation)
	{
		m_hits.clear();
		const auto add = [](Box2D3Hit hit, void* hits)
		{
			static_cast<std::vector<Box2D3Hit>*>(hits)->push_back(hit);
			return 1;
		};
		Box2D3CastAll(m_world, origin, translation, add, &m_hits);
		std::sort(m_hits.begin(), m_hits.end(),
		          [](const Box2D3Hit& a, const Box2D3Hit& b) { return a.fraction < b.fraction; });
		Found found{0.0f, m_hits.size()};
		for (const Box2D3Hit& hit : m_hits)
		{
			found.fraction += hit.fraction;
		}
		return found;
	}

	Box2D3World* m_world;
	std::vector<Box2D3Hit> m_hits;
};

} // namespace

void AddBox2D3(Casters& casters, const RaceScene& scene)
{
	casters.push_back(std::make_unique<Box2D3Caster>(scene));
}

} // namespace ricochet::test
