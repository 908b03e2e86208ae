// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "properties/check_property.h"

#include <box2d/b2_body.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <memory>
#include <ostream>
#include <vector>

namespace ricochet::test
{

/// A fixture of any kind, with Box2D's or ricochet's shape class. Box2D accepts the fixture for all numbers: if the
/// points do not give a valid shape of the kind, a box is used.
struct FixtureSpec
{
	enum class Kind : uint8_t
	{
		Box,
		Polygon,
		Circle,
		Edge,
		OneSidedEdge,
		Chain,
		Loop
	};
	static constexpr int k_kinds = 7;

	Kind kind = Kind::Box;
	bool isClip = false;
	bool isSensor = false;
	b2Filter filter;
	float friction = 0.2f;
	float restitution = 0.0f;
	std::vector<b2Vec2> points; ///< at least 3; the first is the half-extents of a box, or the centre of a circle

	static FixtureSpec Draw(Random& random);
	[[nodiscard]] std::vector<FixtureSpec> Simpler() const;
	friend std::ostream& operator<<(std::ostream& out, const FixtureSpec& what);

	b2Fixture* AddTo(b2Body* body) const;
};

struct BodySpec
{
	b2BodyType type = b2_staticBody;
	bool isEnabled = true;
	b2Vec2 position{0.0f, 0.0f}; ///< on a grid of 1/64 m
	float angle = 0.0f;
	b2Vec2 velocity{0.0f, 0.0f};
	float spin = 0.0f;
	std::vector<FixtureSpec> fixtures;

	static BodySpec Draw(Random& random, b2BodyType type);
	[[nodiscard]] std::vector<BodySpec> Simpler() const;
	friend std::ostream& operator<<(std::ostream& out, const BodySpec& what);

	b2Body* AddTo(b2World& world) const;
};

inline b2BodyType DrawBodyType(Random& random)
{
	const b2BodyType types[] = {b2_staticBody, b2_kinematicBody, b2_dynamicBody};
	return types[random.Below(3)];
}

/// Adds copies of a case whose list lacks one element, or has one simpler element. `list(Case&)` returns the list of a
/// case.
template <class Case, class List>
void AddSimplerList(const Case& from, std::vector<Case>& simpler, List list)
{
	const auto original = list(from);
	for (size_t i = 0; i < original.size(); ++i)
	{
		simpler.push_back(from);
		list(simpler.back()).erase(list(simpler.back()).begin() + static_cast<std::ptrdiff_t>(i));
	}
	for (size_t i = 0; i < original.size(); ++i)
	{
		for (const auto& element : original[i].Simpler())
		{
			simpler.push_back(from);
			list(simpler.back())[i] = element;
		}
	}
}

} // namespace ricochet::test
