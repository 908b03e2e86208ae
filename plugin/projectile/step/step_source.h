// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"
#include "projectile/motion/motion.h"
#include "query/source.h"

#include <ricochet/projectile/step_motion.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ricochet
{

/// A moved child of a fixture, and the leaf of its fixture in the world's tree. An attached geometry is one thing.
struct MovedThing
{
	MovedChild whole; ///< `child`: that of Box2D
	TreeLeaf leaf;
};

struct StepMotion::State
{
	State(b2World& theWorld, const Box2dLayout& theLayout) : world(theWorld), layout(CheckBox2dLayout(theLayout)) {}

	/// Makes the lists of things. Requires: motion.End.
	void FindThings();

	/// Removes all things, so that nothing counts as moved.
	void ForgetStep();

	/// True if a thing is still in the world, at the pose at which the step has left it. The thing may have been
	/// destroyed, so its pointers are compared before they are dereferenced.
	[[nodiscard]] bool IsThere(const MovedThing& thing) const
	{
		const BodyMotion& moved = *thing.whole.motion;
		return FixtureAt(world, thing.leaf) == thing.whole.fixture && HoldsBody(world, thing.leaf, moved.body) &&
		       IsSamePose(moved.body->GetTransform(), moved.after);
	}

	/// True if a fixture in the world's tree has moved in the step.
	[[nodiscard]] bool HasMoved(const b2Fixture& fixture) const
	{
		const BodyMotion* moved = motion.Find(fixture.GetBody());
		return moved != nullptr &&
		       std::any_of(things.begin() + FirstOf(*moved), things.begin() + FirstOf(*moved, 1),
		                   [&](const MovedThing& thing) { return thing.whole.fixture == &fixture && IsThere(thing); });
	}

	/// Calls visit(MovedThing&, const MovedChild& part) for the parts of moved things whose swept boxes a path with a
	/// thickness may hit. `visit` returns the new cutoff (double).
	template <class Visit>
	void WalkMoved(const ThickRay& thick, Visit&& visit) const
	{
		const auto look = [&](uint32_t i)
		{
			const MovedThing& thing = things[thingOfPart[i]];
			const MovedChild& part = motion.Children()[i];
			return IsThere(thing) ? visit(thing, part) : static_cast<double>(b2_maxFloat);
		};
		if (thick.IsPlace())
		{
			motion.Swept().WalkBox(thick.Bounds(), look);
		}
		else
		{
			motion.Swept().WalkRay(thick.ray, thick.radius, look);
		}
	}

	b2World& world;
	Result<> layout;
	WorldMotion motion;
	bool hasBegun = false;
	std::vector<MovedThing> things;    // in the order of motion.Moved()
	std::vector<size_t> firstOfMotion; // the first thing of each motion, and the end of the last one
	std::vector<size_t> thingOfPart;   // for each of motion.Children()

private:
	[[nodiscard]] std::ptrdiff_t FirstOf(const BodyMotion& moved, size_t behind = 0) const
	{
		const auto i = static_cast<size_t>(&moved - motion.Moved().data());
		return static_cast<std::ptrdiff_t>(firstOfMotion[i + behind]);
	}
};

/// A child of a fixture at a pose of the step.
struct StepChild
{
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
	b2Transform pose = NoMove();
	bool hasMoved = false;

	[[nodiscard]] FixtureChild Named() const { return {fixture, child}; }
	friend bool operator==(const StepChild& a, const StepChild& b) { return a.Named() == b.Named(); }
};

[[nodiscard]] inline bool ComesBefore(const StepChild& a, const StepChild& b)
{
	return ComesBefore(a.Named(), b.Named());
}

[[nodiscard]] inline const b2Body* BodyOf(const StepChild& what)
{
	return what.fixture->GetBody();
}

[[nodiscard]] inline bool Accepts(const QueryFilter& filter, const StepChild& what)
{
	return Accepts(filter, what.fixture);
}

/// True if a beam may be refracted into a thing. A moving solid would leave the beam no straight path.
[[nodiscard]] inline bool MayRefract(const StepChild& what)
{
	return what.hasMoved == false;
}

/// Returns the geometry and pose of a child. The result is valid as long as the child.
[[nodiscard]] inline Place PlaceOf(const StepChild& what)
{
	return PlaceOf(*what.fixture->GetShape(), what.child, what.pose);
}

/// The children that did not move in a step: a source (source.h).
struct RestSource
{
	using What = StepChild;

	const StepMotion::State& step;

	template <class Visit>
	void Walk(const Ray& ray, Visit&& visit) const
	{
		Tree().Walk(ray, AtRest(ray.maxFraction, visit));
	}

	template <class Visit>
	void WalkThick(const ThickRay& thick, Visit&& visit) const
	{
		Tree().WalkThick(thick, AtRest(thick.ray.maxFraction, visit));
	}

	template <class Visit>
	void WalkUntil(const Ray& ray, Visit&& visit) const
	{
		Tree().WalkUntil(ray, UntilAtRest(visit));
	}

	template <class Visit>
	void WalkWay(b2Vec2 from, b2Vec2 to, Visit&& visit) const
	{
		Tree().WalkWay(from, to, UntilAtRest(visit));
	}

	[[nodiscard]] static Item ItemOf(const StepChild& what) { return LiveTree::ItemOf(what.Named()); }

	static void Tell(const Ray& ray, const StepChild& what, const LocalSpan& span, RayHit& hit)
	{
		ToSurface(span, ray, PlaceOf(what), hit);
		static_cast<Item&>(hit) = ItemOf(what);
	}

	[[nodiscard]] static StepChild WhatOf(const Item& item) { return WhatOf(LiveTree::WhatOf(item)); }

private:
	[[nodiscard]] LiveTree Tree() const { return {step.world}; }

	[[nodiscard]] static StepChild WhatOf(const FixtureChild& child)
	{
		return {child.fixture, child.child, child.fixture->GetBody()->GetTransform()};
	}

	template <class Visit>
	[[nodiscard]] auto AtRest(float maxFraction, Visit& visit) const
	{
		return [this, cutoff = CutoffAbove(maxFraction), &visit](const FixtureChild& child) mutable
		{
			cutoff = step.HasMoved(*child.fixture) ? cutoff : visit(WhatOf(child));
			return cutoff;
		};
	}

	template <class Visit>
	[[nodiscard]] auto UntilAtRest(Visit& visit) const
	{
		return [this, &visit](const FixtureChild& child)
		{
			return step.HasMoved(*child.fixture) == false && visit(WhatOf(child));
		};
	}
};

} // namespace ricochet
