// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/user_index.h>

#include <box2d/b2_body.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <optional>
#include <vector>

namespace ricochet::test
{

// An index as a game might write it: a simple list.
class UserList : public UserIndex
{
public:
	enum class Kind
	{
		Careful, // proposes only items whose bounds are hit
		Sloppy   // proposes everything twice, from last to first, and never stops
	};

	explicit UserList(Kind kind = Kind::Careful) : m_kind(kind) {}

	// Contains all children of the fixtures of a world.
	UserList(const b2World& world, Kind kind) : m_kind(kind)
	{
		for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
		{
			for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
			{
				for (int32_t child = 0; body->IsEnabled() && child < fixture->GetShape()->GetChildCount(); ++child)
				{
					Add({.shape = fixture->GetShape(),
					     .child = child,
					     .transform = body->GetTransform(),
					     .filter = fixture->GetFilterData(),
					     .isSensor = fixture->IsSensor(),
					     .id = {static_cast<uint32_t>(items.size()), 1},
					     .fixture = const_cast<b2Fixture*>(fixture)});
				}
			}
		}
	}

	void Add(const UserItem& item)
	{
		items.push_back(item);
		m_bounds.push_back(BoundsOf(item));
	}

	void WalkRay(const Ray& ray, b2Vec2 margin, const RayVisit& visit) const override
	{
		if (m_kind == Kind::Sloppy)
		{
			ForEachTwice(visit);
			return;
		}
		double cutoff = ray.maxFraction;
		for (size_t i = 0; i < items.size() && cutoff >= 0.0; ++i)
		{
			if (m_bounds[i] && MeetsBox(ray, margin, cutoff, *m_bounds[i]))
			{
				cutoff = visit(items[i]);
			}
		}
	}

	void WalkBox(const b2AABB& box, const BoxVisit& visit) const override
	{
		if (m_kind == Kind::Sloppy)
		{
			ForEachTwice(visit);
			return;
		}
		for (size_t i = 0; i < items.size(); ++i)
		{
			if (m_bounds[i] && b2TestOverlap(box, *m_bounds[i]))
			{
				visit(items[i]);
			}
		}
	}

	[[nodiscard]] const UserItem* Find(const Item& hit) const override
	{
		for (const UserItem& item : items)
		{
			if (item.fixture == hit.fixture && item.child == hit.child && (hit.fixture != nullptr || item.id == hit.id))
			{
				return &item;
			}
		}
		return nullptr;
	}

	std::vector<UserItem> items;

private:
	template <class Visit>
	void ForEachTwice(const Visit& visit) const
	{
		for (size_t i = 2 * items.size(); i > 0; --i)
		{
			(void)visit(items[(i - 1) / 2]);
		}
	}

	Kind m_kind;
	std::vector<std::optional<b2AABB>> m_bounds;
};

} // namespace ricochet::test
