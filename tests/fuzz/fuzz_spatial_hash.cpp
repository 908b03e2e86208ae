// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/supercover.h>
#include <ricochet/index/spatial_hash.h>
#include <ricochet/shapes/shape_factory.h>

#include "fuzz/fuzz_input.h"
#include "fuzz/fuzz_world.h"
#include "query/spatial_hash_model.h"
#include "support/oracle.h"

#include <deque>
#include <variant>

// Adds, moves and removes the entries of a SpatialHash and the bodies of its world in any order.
// The answers must equal those of a test of every entry.

namespace ricochet::fuzz
{

namespace
{

constexpr size_t k_mostEntries = 24;

float AnyCellSize(Input& input)
{
	return input.Flag() ? 0.5f * static_cast<float>(input.Between(1, 8)) : std::abs(input.Float());
}

b2Transform AnyPose(Input& input)
{
	b2Transform pose(input.Vector(), b2Rot(input.Flag() ? 0.0f : input.Finite()));
	if (input.OneIn(16))
	{
		pose.q.s = input.Float();
		pose.q.c = input.Float();
	}
	return pose;
}

class HashGame
{
public:
	explicit HashGame(Input& input) : m_input(input), m_model(AnyCellSize(input)) {}

	[[nodiscard]] bool HasBadCellSize() const { return !CheckCellSize(m_model.Hash().CellSize()); }

	void Act()
	{
		const size_t entries = m_model.Entries().size();
		switch (m_input.Between(0, 9))
		{
		case 0:
		case 1:
			Add();
			break;
		case 2:
		case 3:
			if (entries > 0)
			{
				const size_t index = m_input.Index(entries);
				const b2Vec2 a = m_input.Vector();
				m_model.Move(index, a, EndFrom(a), AnyPose(m_input));
			}
			break;
		case 4:
		case 5:
			if (entries > 0)
			{
				RequireNothing(m_model.Remove(m_input.Index(entries)), [] { return ""; });
			}
			break;
		case 6:
			Update(nullptr);
			break;
		case 7:
			ChangeWorld();
			break;
		case 8:
			while (m_input.OneIn(8) && m_model.Entries().empty() == false)
			{
				RequireNothing(m_model.Remove(0), [] { return ""; });
			}
			break;
		default:
			Update(&m_world);
			break;
		}
	}

	void Check()
	{
		Ray ray = m_input.AnyRay();
		if (m_input.Flag() && m_model.Entries().empty() == false)
		{
			ray.translation = m_model.Entries()[m_input.Index(m_model.Entries().size())].a - ray.origin;
		}
		RequireNothing(m_model.CompareCast(ray), [&] { return test::ToText(ray); });
		RequireNothing(m_model.CompareQueries(), [] { return ""; });
	}

	void CheckAtTheEnd()
	{
		RequireNothing(m_model.CompareWithAFreshOne(), [] { return ""; });
	}

private:
	// Returns the second end of a segment. Most ends are near, so that entries leave and enter the same cells again.
	b2Vec2 EndFrom(b2Vec2 a)
	{
		return m_input.OneIn(4) ? m_input.Vector()
		                        : a + b2Vec2{0.5f * static_cast<float>(m_input.Between(-16, 16)), 0.0f};
	}

	void Add()
	{
		if (m_model.Entries().size() >= k_mostEntries)
		{
			return;
		}
		if (m_input.Flag())
		{
			const b2Vec2 a = m_input.Vector();
			m_model.AddSegment(a, EndFrom(a));
			return;
		}
		const float width = std::abs(m_input.Float());
		const float height = std::abs(m_input.Float());
		const auto box = MakeBox(width, height);
		const auto circle = MakeCircle(m_input.Vector(), width);
		if (box && m_input.Flag())
		{
			m_model.AddShape(std::get<0>(m_shapes.emplace_back(*box)), AnyPose(m_input));
		}
		else if (circle)
		{
			m_model.AddShape(std::get<1>(m_shapes.emplace_back(*circle)), AnyPose(m_input));
		}
	}

	void Update(const b2World* world)
	{
		RequireNothing(m_model.Update(world), [] { return ""; });
	}

	void ChangeWorld()
	{
		b2Body* body = BodyAt(m_world, m_input.Between(0, 4));
		if (body == nullptr)
		{
			body = AddBody(m_input, m_world);
			for (int32_t fixtures = m_input.Between(1, 2); fixtures > 0; --fixtures)
			{
				AddAnyFixture(m_input, *body);
			}
		}
		else if (m_input.OneIn(4))
		{
			m_world.DestroyBody(body);
		}
		else if (m_input.OneIn(4))
		{
			body->SetEnabled(body->IsEnabled() == false);
		}
		else
		{
			MoveAnywhere(m_input, *body);
		}
		Update(m_input.OneIn(4) ? nullptr : &m_world);
	}

	using Shape = std::variant<ClipPolygonShape, ClipCircleShape>;

	Input& m_input;
	b2World m_world{{0.0f, 0.0f}};
	std::deque<Shape> m_shapes; // a deque keeps their addresses
	test::SpatialHashModel m_model;
};

} // namespace

} // namespace ricochet::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	ricochet::fuzz::Input input(data, size);
	ricochet::fuzz::HashGame game(input);
	if (game.HasBadCellSize())
	{
		return 0;
	}
	for (int32_t i = 0; i < 64 && input.IsEmpty() == false; ++i)
	{
		game.Act();
		game.Check();
	}
	game.CheckAtTheEnd();
	return 0;
}
