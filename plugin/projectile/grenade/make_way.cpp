// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/grenade/make_way.h"

#include "projectile/base/ballistics.h"
#include "projectile/grenade/grenade_flight.h"

#include <box2d/b2_common.h>

#include <algorithm>

namespace ricochet
{

namespace
{

// If the game moves or turns a body by more than Box2D can in a step, the body counts as teleported and has no path.
constexpr MotionLimit k_longestTeleport{b2_maxTranslation, 0.5 * static_cast<double>(b2_pi)};

// Puts a body back to its pose at a share of the step, and adds the backward motion to a list. If the list already has
// a motion of this body, only the end of that motion changes.
void PutBack(WorldMotion& motion, const BodyMotion& inStep, double share, std::vector<BodyMotion>& backs)
{
	const auto known =
	    std::find_if(backs.begin(), backs.end(), [&](const BodyMotion& other) { return other.body == inStep.body; });
	if (known != backs.end())
	{
		motion.HoldBack(inStep, share);
		known->after = inStep.after;
		known->centerAfter = inStep.CenterAt(1.0);
		known->angleAfter = inStep.body->GetAngle();
		return;
	}
	BodyMotion back = inStep;
	back.heldFrom = 1.0;
	back.before = inStep.after;
	back.centerBefore = inStep.CenterAt(1.0);
	back.angleBefore = inStep.body->GetAngle();
	motion.HoldBack(inStep, share);
	back.after = inStep.after;
	back.centerAfter = inStep.CenterAt(1.0);
	back.angleAfter = inStep.body->GetAngle();
	backs.push_back(back);
}

// The grenades that make way, and their former states.
class Followers
{
public:
	Followers(PluginState& state, Following& following, double dt) : m_state(state), m_following(following), m_dt(dt) {}

	/// Moves the grenades out of the way. Returns false if a grenade finds no place and another body can be put back to
	/// make room (m_following.blocking). If there is no such body, the grenade goes back to its start or is crushed.
	bool Follow(const WorldMotion& displaced)
	{
		const Flight flight = m_state.FlightIn(displaced, 1.0);
		for (size_t i = 0; i < m_following.count; ++i)
		{
			if (m_state.grenades.IsGone(i) || m_state.grenades.details[i].sleeper >= 0)
			{
				continue;
			}
			const GrenadeDetail& detail = m_state.grenades.details[i];
			m_formers.push_back({i, detail.position, detail.passing});
			if (GrenadeFlight(m_state, flight, i, 1.0, m_scratch).Follow(m_following))
			{
				continue;
			}
			if (m_following.blocking != nullptr)
			{
				return false;
			}
			const Flight inStep = m_state.FlightIn(m_state.motion, m_dt);
			if (GrenadeFlight(m_state, inStep, i, m_dt, m_scratch).GoBackToStart() == false)
			{
				m_crushed.push_back(i);
			}
		}
		return true;
	}

	void PutBack()
	{
		for (const Former& former : m_formers)
		{
			m_state.grenades.details[former.index].position = former.position;
			m_state.grenades.details[former.index].passing = former.passing;
			m_state.grenades.states[former.index].position = ToFloat(former.position);
			m_state.ways.EndAt(former.index, former.position);
		}
		m_formers.clear();
		m_crushed.clear();
	}

	[[nodiscard]] const std::vector<size_t>& Crushed() const { return m_crushed; }

private:
	struct Former
	{
		size_t index;
		Vec<double> position;
		Passing passing;
	};

	PluginState& m_state;
	Following& m_following;
	double m_dt; // duration of the step (s)
	PressScratch m_scratch;
	std::vector<Former> m_formers;
	std::vector<size_t> m_crushed;
};

} // namespace

// A body that is put back may push a grenade that has already flown against a second body. Then the second body must be
// put back (farther), too, and all grenades make way anew.
void HoldBodyBack(PluginState& state, const BodyMotion& body, double share, Following& following, double dt)
{
	std::vector<BodyMotion> backs;
	PutBack(state.motion, body, share, backs);
	WorldMotion displaced;
	displaced.Replace(backs);
	state.sleep.WakeWhereChanged(displaced, state.failures);
	Followers followers(state, following, dt);
	while (followers.Follow(displaced) == false)
	{
		followers.PutBack();
		PutBack(state.motion, *following.blocking, following.share, backs);
		displaced.Replace(backs);
		state.sleep.WakeWhereChanged(displaced, state.failures);
	}
	for (const size_t i : followers.Crushed())
	{
		GrenadeFlight(state, state.FlightIn(state.motion, dt), i, dt, state.pressScratch).Crush();
	}
}

// Only grenades that have flown make way. A new grenade does not, because its position when the game moved the body is
// unknown. A grenade that finds no path stays until the start of the step. Then it may jump.
void MakeWayBetweenSteps(PluginState& state)
{
	state.betweenSteps.End(state.world, k_longestTeleport);
	if (state.betweenSteps.Moved().empty())
	{
		return;
	}
	state.sleep.WakeWhereChanged(state.betweenSteps, state.failures);
	const Flight flight = state.FlightIn(state.betweenSteps, 1.0);
	Grenades& grenades = state.grenades;
	const size_t count = grenades.states.size(); // a predicate may call Throw; new grenades wait
	for (size_t i = 0; i < count; ++i)
	{
		Following following;
		const bool sleeps = grenades.details[i].sleeper >= 0;
		if (grenades.IsGone(i) == false && grenades.details[i].age > 0.0 && sleeps == false)
		{
			state.failures.Try(
			    [&]
			    {
				    const bool hasPlace = GrenadeFlight(state, flight, i, 1.0, state.pressScratch).Follow(following);
				    grenades.details[i].isSqueezed = hasPlace == false;
			    });
		}
	}
	grenades.Sweep();
}

} // namespace ricochet
