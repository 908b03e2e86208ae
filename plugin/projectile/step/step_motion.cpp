// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/step_motion.h>

#include "geometry/with_memory.h"
#include "projectile/step/step_source.h"

#include <utility>

namespace ricochet
{

void StepMotion::State::FindThings()
{
	things.clear();
	firstOfMotion.clear();
	thingOfPart.clear();
	for (const MovedChild& part : motion.Children())
	{
		const auto moved = static_cast<size_t>(part.motion - motion.Moved().data());
		firstOfMotion.resize(std::max(firstOfMotion.size(), moved + 1), things.size());
		const bool isAttached = AttachedTo(*part.fixture->GetShape()) != nullptr;
		if (isAttached && things.empty() == false && things.back().whole.fixture == part.fixture)
		{
			things.back().whole.local.Combine(part.local);
		}
		else
		{
			things.push_back({part, LeafOf(*part.fixture)});
			things.back().whole.child = ChildOfPart(*part.fixture->GetShape(), part.child);
		}
		thingOfPart.push_back(things.size() - 1);
	}
	firstOfMotion.resize(motion.Moved().size() + 1, things.size());
}

void StepMotion::State::ForgetStep()
{
	hasBegun = false;
	motion.ForgetMotions();
	things.clear();
	firstOfMotion.clear();
	thingOfPart.clear();
}

StepMotion::StepMotion(b2World& world, const Box2dLayout& layout) : m_state(std::make_unique<State>(world, layout)) {}

StepMotion::~StepMotion() = default;

const StepMotion::State& StateOf(const StepMotion& step)
{
	return *step.m_state;
}

namespace
{

Result<> MayStep(const StepMotion::State& state)
{
	if (!state.layout)
	{
		return state.layout;
	}
	return state.world.IsLocked() ? Result<>(Error{ErrorReason::WorldIsLocked, "world"}) : Result<>();
}

} // namespace

Result<> StepMotion::Begin()
{
	State& state = *m_state;
	const Result<> allowed = MayStep(state);
	if (!allowed)
	{
		return allowed;
	}
	state.ForgetStep();
	return WithMemory(
	    [&]() -> Result<>
	    {
		    state.motion.Begin(state.world, Recorded::Moving);
		    state.hasBegun = true;
		    return {};
	    });
}

Result<> StepMotion::End()
{
	State& state = *m_state;
	const Result<> allowed = state.hasBegun ? MayStep(state) : Result<>(Error{ErrorReason::StepHasNotBegun});
	if (!allowed)
	{
		return allowed;
	}
	state.hasBegun = false;
	const Result<> found = WithMemory(
	    [&]() -> Result<>
	    {
		    (void)state.motion.End(state.world);
		    state.FindThings();
		    return {};
	    });
	if (!found)
	{
		state.ForgetStep();
	}
	return found;
}

} // namespace ricochet
