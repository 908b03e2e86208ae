// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/race/clock.h"

#include <chipmunk/chipmunk.h>

#include <algorithm>

namespace ricochet::test
{

namespace
{

cpVect ToChipmunk(b2Vec2 v)
{
	return cpv(static_cast<cpFloat>(v.x), static_cast<cpFloat>(v.y));
}

struct AllHits
{
	struct Hit
	{
		cpShape* shape;
		cpVect point;
		cpVect normal;
		cpFloat fraction;
	};
	std::vector<Hit> hits;
};

void CollectHit(cpShape* shape, cpVect point, cpVect normal, cpFloat fraction, void* data)
{
	static_cast<AllHits*>(data)->hits.push_back({shape, point, normal, fraction});
}

class ChipmunkCaster : public Caster
{
public:
	explicit ChipmunkCaster(const RaceScene& scene)
	{
		name = "Chipmunk";
		Measure(*this, [&] { Build(scene); });
	}

	~ChipmunkCaster() override
	{
		// The space is freed first, because removing one body from it takes time in proportion to all bodies.
		cpSpaceFree(m_space);
		for (cpShape* shape : m_shapes)
		{
			cpShapeFree(shape);
		}
		for (cpBody* body : m_bodies)
		{
			cpBodyFree(body);
		}
	}

	bool CanCast(const Task&) const override { return true; }

	void Cast(const Task& task, std::span<Found> found) override
	{
		for (size_t i = 0; i < task.rays.size(); ++i)
		{
			const Ray& ray = task.rays[i];
			const cpVect from = ToChipmunk(ray.origin);
			const cpVect to = cpvadd(from, ToChipmunk(ray.translation));
			if (task.query == Query::All)
			{
				found[i] = CastAll(from, to);
				continue;
			}
			cpSegmentQueryInfo info;
			const cpShape* shape = cpSpaceSegmentQueryFirst(m_space, from, to, 0.0, CP_SHAPE_FILTER_ALL, &info);
			Keep(info);
			// Chipmunk has no query for any hit, so the closest hit is used.
			const auto hit = reinterpret_cast<uintptr_t>(shape);
			found[i] = task.query == Query::Any ? Found{1.0f, hit != 0} : Found{static_cast<float>(info.alpha), hit};
		}
	}

	size_t PieceOf(uintptr_t shape) const override
	{
		return reinterpret_cast<size_t>(cpShapeGetUserData(reinterpret_cast<const cpShape*>(shape)));
	}

	void Move(const RaceScene& scene, std::span<const size_t> moved) override
	{
		for (const size_t i : moved)
		{
			cpBodySetPosition(m_bodies[i], ToChipmunk(scene.pieces[i].position));
			cpBodySetAngle(m_bodies[i], static_cast<cpFloat>(scene.pieces[i].angle));
			cpSpaceReindexShapesForBody(m_space, m_bodies[i]);
		}
	}

private:
	void Build(const RaceScene& scene)
	{
		m_space = cpSpaceNew();
		for (const Piece& piece : scene.pieces)
		{
			cpBody* body = cpSpaceAddBody(m_space, cpBodyNewStatic());
			cpBodySetPosition(body, ToChipmunk(piece.position));
			cpBodySetAngle(body, static_cast<cpFloat>(piece.angle));
			const auto vertices = scene.VerticesOf(piece);
			if (piece.kind == Piece::Kind::Circle)
			{
				AddShape(cpCircleShapeNew(body, static_cast<cpFloat>(piece.radius), cpvzero));
			}
			else if (piece.kind == Piece::Kind::Polygon)
			{
				cpVect converted[b2_maxPolygonVertices];
				std::transform(vertices.begin(), vertices.end(), converted, ToChipmunk);
				AddShape(cpPolyShapeNewRaw(body, static_cast<int>(vertices.size()), converted, 0.0));
			}
			else
			{
				for (size_t i = 0; i + 1 < vertices.size(); ++i)
				{
					AddShape(cpSegmentShapeNew(body, ToChipmunk(vertices[i]), ToChipmunk(vertices[i + 1]), 0.0));
				}
			}
			m_bodies.push_back(body);
		}
	}

	void AddShape(cpShape* shape)
	{
		cpShapeSetUserData(shape, reinterpret_cast<cpDataPointer>(m_bodies.size()));
		m_shapes.push_back(cpSpaceAddShape(m_space, shape));
	}

	Found CastAll(cpVect from, cpVect to)
	{
		m_all.hits.clear();
		cpSpaceSegmentQuery(m_space, from, to, 0.0, CP_SHAPE_FILTER_ALL, CollectHit, &m_all);
		std::sort(m_all.hits.begin(), m_all.hits.end(),
		          [](const AllHits::Hit& a, const AllHits::Hit& b) { return a.fraction < b.fraction; });
		Found found{0.0f, m_all.hits.size()};
		for (const AllHits::Hit& hit : m_all.hits)
		{
			found.fraction += static_cast<float>(hit.fraction);
		}
		return found;
	}

	cpSpace* m_space = nullptr;
	std::vector<cpBody*> m_bodies;
	std::vector<cpShape*> m_shapes;
	AllHits m_all;
};

} // namespace

void AddChipmunk(Casters& casters, const RaceScene& scene)
{
	casters.push_back(std::make_unique<ChipmunkCaster>(scene));
}

} // namespace ricochet::test
