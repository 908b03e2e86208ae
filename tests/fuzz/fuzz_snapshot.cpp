// MIT License, Copyright (c) 2026 the ricochet authors

#include "fuzz/cast_laws.h"
#include "fuzz/fuzz_input.h"
#include "fuzz/fuzz_world.h"
#include "query/snapshot_scene.h"
#include "support/malloc_block_allocator.h"

#include <ricochet/host/quarantine.h>

#include <optional>

// Updates a snapshot of a world after random commands. Compares it with a fresh snapshot and with a test of every
// fixture.

namespace ricochet::fuzz
{

namespace
{

// Returns the largest coordinate of a child's bounds at a pose (m). NaN means that a snapshot ignores the child.
float FarOf(const RayHit& hit, const b2Transform& pose)
{
	b2AABB box;
	hit.fixture->GetShape()->ComputeAABB(&box, pose, hit.child);
	const b2Vec2 far = b2Max(b2Abs(box.lowerBound), b2Abs(box.upperBound));
	return far.x >= far.y ? far.x : far.y;
}

// True if a child is so far out that its rotation decides whether a snapshot contains the child.
bool IsAtTheBorder(const RayHit& hit)
{
	const b2Vec2 place = b2Abs(hit.fixture->GetBody()->GetPosition());
	const float reach = 1.5f * FarOf(hit, test::Identity());
	return (std::max(place.x, place.y) + reach <= 0.99e12f) == false;
}

class SnapshotGame
{
public:
	explicit SnapshotGame(Input& input) : m_input(input)
	{
		m_world.SetContactListener(&m_guard);
		for (int32_t bodies = m_input.Between(0, 6); bodies > 0; --bodies)
		{
			Create();
		}
		m_snapshot.emplace(m_world);
		m_children = CountChildren();
	}

	void Act()
	{
		b2Body* body = BodyAt(m_world, m_input.Between(0, 7));
		if (body == nullptr)
		{
			Create();
			return;
		}
		b2Fixture* fixture = TakeTurn(*body);
		switch (m_input.Between(0, 10))
		{
		case 0:
			m_world.DestroyBody(body);
			break;
		case 1:
			AddAnyFixture(m_input, *body);
			break;
		case 2:
			Destroy(fixture);
			break;
		case 3:
			body->SetEnabled(body->IsEnabled() == false);
			break;
		case 4:
			m_guard.Prepare(m_world, 1.0f / 60.0f);
			m_world.Step(1.0f / 60.0f, 2, 1);
			break;
		case 5:
			m_world.ShiftOrigin(m_input.Vector());
			break;
		case 6:
			Refilter(fixture);
			break;
		case 7:
		case 8:
			Edit(fixture);
			break;
		case 9:
			MakeAgain(body, fixture);
			break;
		default:
			MoveAnywhere(m_input, *body);
			break;
		}
	}

	void Update()
	{
		const Result<SnapshotUpdate> update = m_snapshot->Update();
		Require(static_cast<bool>(update), "an update is not refused");
		const int32_t before = m_children;
		m_children = CountChildren();
		Require(update->added + update->changed + update->kept == m_children, "an update counts every child");
		Require(before + update->added - update->removed == m_children, "an update counts what is gone");
		Require(m_snapshot->ChildCount() == m_children, "a snapshot holds every child");
		CheckIds();
	}

	void Check()
	{
		const Ray ray = AimedRay(m_input, m_world);
		const QueryFilter filter = AnyFilter(m_input, m_world);
		const auto text = [&]
		{
			return test::ToText(ray);
		};
		std::vector<RayHit> hits;
		CastRayAll(*m_snapshot, ray, hits, filter);
		RequireNothing(test::CompareWithList(*m_snapshot, ray, filter, hits), text);

		const Snapshot fresh(m_world);
		test::SceneRandom random(m_input.Bits<uint32_t>());
		size_t count = 0;
		RequireNothing(test::Compare(random, *m_snapshot, fresh, ray, filter, count), text);

		for (const RayHit& hit : hits)
		{
			const float far = FarOf(hit, hit.fixture->GetBody()->GetTransform());
			Require(far <= 2.1e12f, "what is too far is never hit", text);
		}
		std::vector<RayHit> truth = test::BruteForceAll(m_world, ray, filter, *m_snapshot);
		std::erase_if(hits, IsAtTheBorder);
		std::erase_if(truth, IsAtTheBorder);
		// Far out, the sides of edges are not compared, because they are computed in floats, which are too coarse
		// there.
		const bool isJudge = filter.sides == Sides::Both || (IsNear(m_world) && IsNear(ray));
		Require(isJudge == false || test::HasSameBits(hits, truth), "all hits are those of a look at every fixture",
		        [&] { return DescribeHits(ray, hits, truth); });
	}

private:
	void Create()
	{
		b2Body* body = AddBody(m_input, m_world);
		for (int32_t fixtures = m_input.Between(0, 3); fixtures > 0; --fixtures)
		{
			AddAnyFixture(m_input, *body);
		}
	}

	// Returns the fixtures of a body in turn, whatever the input is.
	b2Fixture* TakeTurn(b2Body& body)
	{
		std::vector<b2Fixture*> fixtures;
		for (b2Fixture* fixture = body.GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			fixtures.push_back(fixture);
		}
		return fixtures.empty() ? nullptr : fixtures[m_turn++ % fixtures.size()];
	}

	bool Destroy(b2Fixture* fixture)
	{
		b2Body* body = fixture != nullptr ? fixture->GetBody() : nullptr;
		const bool canGo = body != nullptr && MassHolds(*body, fixture, nullptr, 0.0f);
		if (canGo)
		{
			body->DestroyFixture(fixture);
		}
		return canGo;
	}

	// Replaces a body or a fixture by a new one, at the same address if the allocator reuses the block.
	void MakeAgain(b2Body* body, b2Fixture* fixture)
	{
		if (m_input.Flag())
		{
			m_world.DestroyBody(body);
			Create();
		}
		else if (Destroy(fixture))
		{
			AddAnyFixture(m_input, *body);
		}
	}

	void Refilter(b2Fixture* fixture)
	{
		if (fixture != nullptr)
		{
			b2Filter filter;
			filter.categoryBits = m_input.Bits<uint16_t>();
			filter.maskBits = m_input.Bits<uint16_t>();
			filter.groupIndex = static_cast<int16_t>(m_input.Between(-2, 2));
			fixture->SetFilterData(filter);
			fixture->SetSensor(m_input.Flag());
		}
	}

	void Edit(b2Fixture* fixture)
	{
		b2Shape* shape = fixture != nullptr ? fixture->GetShape() : nullptr;
		if (shape == nullptr)
		{
			return;
		}
		const b2Vec2 v = m_input.FiniteVector();
		switch (shape->GetType())
		{
		case b2Shape::e_circle:
			static_cast<b2CircleShape*>(shape)->m_p = v;
			shape->m_radius = std::abs(m_input.Finite());
			break;
		case b2Shape::e_edge:
			static_cast<b2EdgeShape*>(shape)->m_vertex2 = v;
			static_cast<b2EdgeShape*>(shape)->m_oneSided = m_input.Flag();
			break;
		case b2Shape::e_polygon:
			if (const auto box = MakeBox(std::abs(m_input.Finite()), std::abs(m_input.Finite()), v, m_input.Finite()))
			{
				*static_cast<b2PolygonShape*>(shape) = *box;
			}
			break;
		default:
		{
			const auto* chain = static_cast<const b2ChainShape*>(shape);
			chain->m_vertices[m_input.Between(0, chain->m_count - 1)] = v;
			break;
		}
		}
	}

	template <class Visit>
	void ForEachFixture(const Visit& visit)
	{
		for (b2Body* body = m_world.GetBodyList(); body != nullptr; body = body->GetNext())
		{
			b2Fixture* fixture = body->IsEnabled() ? body->GetFixtureList() : nullptr;
			for (; fixture != nullptr; fixture = fixture->GetNext())
			{
				visit(fixture);
			}
		}
	}

	int32_t CountChildren()
	{
		int32_t children = 0;
		ForEachFixture([&](b2Fixture* fixture) { children += fixture->GetShape()->GetChildCount(); });
		return children;
	}

	void CheckIds()
	{
		ForEachFixture(
		    [&](b2Fixture* fixture)
		    {
			    const int32_t children = fixture->GetShape()->GetChildCount();
			    for (int32_t child = 0; child < children; ++child)
			    {
				    const SnapshotId id = m_snapshot->IdOf(fixture, child);
				    Require(id && m_snapshot->FixtureOf(id) == fixture, "an id names its fixture");
			    }
			    Require(!m_snapshot->IdOf(fixture, children), "there is no further child");
		    });
	}

	Input& m_input;
	SolverGuard m_guard;
	b2World m_world{{0.0f, -10.0f}};
	std::optional<Snapshot> m_snapshot;
	int32_t m_children = 0;
	size_t m_turn = 0;
};

} // namespace

} // namespace ricochet::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	using namespace ricochet::fuzz;
	Input input(data, size);
	ricochet::test::UseBlocksAgain(input.Kind() % 2 == 1);
	SnapshotGame game(input);
	game.Check();
	for (int32_t i = 0; i < 64 && input.IsEmpty() == false; ++i)
	{
		for (int32_t acts = input.Between(0, 2); acts > 0; --acts)
		{
			game.Act();
		}
		// After many updates without a change, the snapshot treats a body as at rest.
		for (int32_t updates = input.OneIn(8) ? 20 : 1; updates > 0; --updates)
		{
			game.Update();
		}
		game.Check();
	}
	return 0;
}
