// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/base/ballistics.h"
#include "projectile/grenade/grenade_flight.h"

#include <box2d/b2_common.h>

namespace ricochet
{

namespace
{

// What the game puts farther away than a step of Box2D can move it, or turns more, has not come there on a way.
constexpr MotionLimit k_longestTeleport{b2_maxTranslation, 0.5 * static_cast<double>(b2_pi)};

} // namespace

bool GrenadeFlight::Follow(Following& following)
{
	const Vec<double> velocity = m_disc.velocity;
	m_disc.velocity = {};
	m_disc.gravity = {};
	m_disc.wedges = false;
	m_end = m_dt;
	m_calm = true;
	m_following = &following;
	FindTouches();
	while (m_movedNear && m_disc.time < m_end && m_isBlocked == false && HasEnded() == false)
	{
		Advance();
	}
	m_disc.velocity = velocity;
	Place();
	m_state.ways.EndAt(m_index, m_disc.position);
	return m_isBlocked == false;
}

namespace
{

// Puts a body back to where it was at a share of the step, and says how.
BodyMotion PutBack(WorldMotion& motion, const BodyMotion& inStep, double share)
{
	BodyMotion back = inStep;
	back.heldFrom = 1.0;
	back.before = inStep.after;
	back.centerBefore = inStep.CenterAt(1.0);
	back.angleBefore = inStep.body->GetAngle();
	motion.HoldBack(inStep, share);
	back.after = inStep.after;
	back.centerAfter = inStep.CenterAt(1.0);
	back.angleAfter = inStep.body->GetAngle();
	return back;
}

// The grenades that make way, as they were before.
class Followers
{
public:
	Followers(PluginState& state, Following& following) : m_state(state), m_following(following) {}

	/// True if all have made way or have no place; false if a body must go back, too.
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
			m_crushed.push_back(i);
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
	PressScratch m_scratch;
	std::vector<Former> m_formers;
	std::vector<size_t> m_crushed;
};

} // namespace

// Grenades that flew before may be in the way of a body that goes back, and press another one that must go back with
// it: then all of them begin anew.
void PluginState::HoldBack(const BodyMotion& body, double share, Following& following, double dt)
{
	std::vector<BodyMotion> backs{PutBack(motion, body, share)};
	WorldMotion displaced;
	displaced.Replace(backs);
	sleep.WakeWhereChanged(failures);
	Followers followers(*this, following);
	while (followers.Follow(displaced) == false)
	{
		followers.PutBack();
		backs.push_back(PutBack(motion, *following.blocking, following.now));
		displaced.Replace(backs);
		sleep.WakeWhereChanged(failures);
	}
	for (const size_t i : followers.Crushed())
	{
		GrenadeFlight(*this, FlightIn(motion, dt), i, dt, pressScratch).Crush();
	}
}

// For grenades that have flown: where the others were when a body was put elsewhere is not known. What finds no way is
// left for the start of the step, where a grenade may jump.
void PluginState::MakeWay()
{
	betweenSteps.End(world, k_longestTeleport);
	if (betweenSteps.Moved().empty())
	{
		return;
	}
	sleep.WakeWhereChanged(failures);
	const Flight flight = FlightIn(betweenSteps, 1.0);
	const size_t count = grenades.states.size(); // without those that a predicate throws
	for (size_t i = 0; i < count; ++i)
	{
		Following following;
		const bool sleeps = grenades.details[i].sleeper >= 0;
		if (grenades.IsGone(i) == false && grenades.details[i].age > 0.0 && sleeps == false)
		{
			failures.Try([&] { (void)GrenadeFlight(*this, flight, i, 1.0, pressScratch).Follow(following); });
		}
	}
	grenades.Sweep();
}

} // namespace ricochet
