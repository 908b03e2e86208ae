// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/referee_sight.h"

#include <map>
#include <optional>

class b2World;

namespace ricochet::referee
{

/// Records a world in a step: the poses of bodies before it, their velocities after the world's step, and everything
/// after it.
class WorldRecord
{
public:
	void Begin(const b2World& world, StepSight& sight);

	/// Call this between b2World::Step and Plugin::EndStep.
	void Stepped(const b2World& world);

	void End(const b2World& world, StepSight& sight, const std::set<const b2Body*>& without = {});

private:
	struct Before
	{
		Stand stand;
		std::optional<Spin> stepped;
		b2Transform steppedPose; // set with `stepped`
		Vec steppedCenter;
	};

	// The data of a fixture that a game may change between two steps.
	struct Look
	{
		const b2Body* body = nullptr;
		const b2Shape* shape = nullptr;
		b2Transform pose;
		b2Filter filter;
		bool sensor = false;
		bool enabled = false;
		[[nodiscard]] bool operator==(const Look& other) const;
	};
	using Looks = std::map<const b2Fixture*, Look>;

	[[nodiscard]] static Looks LooksOf(const b2World& world);

	std::map<const b2Body*, Before> m_before;
	Looks m_last; // after the previous step
};

/// Returns the data of a body after a step, without its earlier pose and the effect of the world's step.
[[nodiscard]] BodySight SightOf(const b2Body& body);

} // namespace ricochet::referee
