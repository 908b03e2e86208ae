// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/checker.h"
#include "host/host.h"
#include "index/history_state.h"
#include "projectile/base/gravity.h"
#include "projectile/bullet/bullet_flight.h"
#include "projectile/state.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ricochet
{

namespace
{

// Times of the past are rounded to multiples of this (s). Sums and differences of such times are exact, so each step
// ends exactly when the next one begins.
constexpr double k_tick = 0x1p-40;

struct Present
{
	b2Body* body;
	bool wasThere;
};

BodyRecord RecordOf(b2Body* body, const Stand& stand)
{
	BodyRecord record;
	record.body = body;
	record.pose = stand.pose;
	record.center = stand.center;
	record.localCenter = stand.localCenter;
	record.angle = stand.angle;
	return record;
}

// Returns one component of a body's past velocity. If the present velocity explains the motion up to the rounding of
// the poses, returns the present velocity. So a body with a constant velocity is hit to the bit as it was hit then.
float SpeedOf(double before, double after, double dt, float now)
{
	const double rounding = 0x1p-23 * (std::abs(before) + std::abs(after));
	return std::abs(after - before - dt * now) <= rounding ? now : static_cast<float>((after - before) / dt);
}

BodyVelocity VelocityIn(const BodyMotion& motion, double dt)
{
	const BodyVelocity now = VelocityOf(*motion.body);
	return {{SpeedOf(motion.centerBefore.x, motion.centerAfter.x, dt, now.linear.x),
	         SpeedOf(motion.centerBefore.y, motion.centerAfter.y, dt, now.linear.y)},
	        SpeedOf(motion.angleBefore, motion.angleAfter, dt, now.angular)};
}

// The flight of a new bullet through the recorded steps, up to now.
class PastShot
{
public:
	PastShot(PluginState& state, const History::State& past, StepFailures& failures)
	    : m_state(state), m_past(past), m_failures(failures), m_stepFailures(std::exchange(state.failures, {})),
	      m_now(state.bullets.Clock()), m_busy(state.busy), m_inPast(state.isInPast)
	{
		m_state.pushed.clear();
		m_state.foreseen.Clear();
	}
	~PastShot()
	{
		m_state.bullets.EndFlight();
		m_state.bullets.Sweep();
		m_state.grenades.Sweep();
		m_state.pushed.clear();
		m_state.foreseen.Clear();
		m_failures = std::exchange(m_state.failures, std::move(m_stepFailures));
	}
	PastShot(const PastShot&) = delete;
	PastShot& operator=(const PastShot&) = delete;

	[[nodiscard]] double ClockAt(double time) const
	{
		return m_now - k_tick * std::round((m_past.Records().Back().time - time) / k_tick);
	}

	// Flies the bullet from a record on. If there is not enough memory for the poses of bodies, the bullet ends.
	void Fly(size_t i, uint64_t record)
	{
		try
		{
			m_state.ForgetPassed();
			m_state.ways.Begin(0, false);
			m_state.bullets.Kinds().LoseDeadTargets(m_state.world);
			FindPresent();
			for (; record + 1 < m_past.Records().End() && m_state.bullets.IsFlying(i); ++record)
			{
				const double begin = ClockAt(m_past.Records()[record].time);
				const double end = ClockAt(m_past.Records()[record + 1].time);
				if (m_state.bullets.LaunchOf(i).time < end)
				{
					FlyBetween(i, record, begin, end - begin);
				}
			}
		}
		catch (...)
		{
			m_state.bullets.Remove(i);
			throw;
		}
	}

private:
	void FindPresent()
	{
		for (b2Body* body : BodiesOf(m_state.world))
		{
			m_present.push_back({body, false});
		}
	}

	void FlyBetween(size_t i, uint64_t record, double begin, double dt)
	{
		FindMotions(record, dt);
		m_motion.Replace(m_motions);
		QueuedBodies absent = m_state.queued;
		for (const Present& present : m_present)
		{
			if (present.wasThere == false)
			{
				absent.Add(present.body);
			}
		}
		Events& events = m_state.events;
		const size_t impacts = events.impacts.All().size();
		const size_t ends = events.expired.All().size();
		const size_t paths = events.path.flights.size();
		const Flight flight(m_state.world, m_motion, absent, dt, m_state.def.chordError, {}, nullptr,
		                    &m_state.foreseen);
		m_state.bullets.SetClock(begin);
		m_state.failures.Try([&] { FlyBullet(m_state, flight, i, dt); });
		const auto date = [&](auto& event)
		{
			event.time = static_cast<float>(begin - m_now + static_cast<double>(event.time));
		};
		const auto hits = events.impacts.All().subspan(impacts);
		const auto ended = events.expired.All().subspan(ends);
		std::for_each(hits.begin(), hits.end(), date);
		std::for_each(ended.begin(), ended.end(), date);
		while (events.path.flights.size() > paths)
		{
			events.path.DropLast();
		}
	}

	// Finds how the bodies moved between two records, as far as they still exist. A body that was at rest then but is
	// elsewhere now gets a motion without a displacement.
	void FindMotions(uint64_t record, double dt)
	{
		m_motions.clear();
		m_state.foreseen.KeepOnly(m_state.pushed);
		for (Present& present : m_present)
		{
			present.wasThere = false;
		}
		auto next = m_present.begin(); // both lists have the world's order
		const auto visit = [&](const BodyLife& life)
		{
			const auto found = life.Lives()
			                       ? std::find_if(next, m_present.end(),
			                                      [&](const Present& present) { return present.body == life.body; })
			                       : m_present.end();
			if (found != m_present.end())
			{
				next = found + 1;
				found->wasThere =
				    IsPose(m_past.StandAt(life, record).pose) && life.LookAt(record).children.empty() == false;
			}
			if (found != m_present.end() && found->wasThere)
			{
				AddMotion(*found->body, life, record, dt);
			}
		};
		m_past.ForEachBodyAt(record, visit);
	}

	void AddMotion(b2Body& body, const BodyLife& life, uint64_t record, double dt)
	{
		const Stand& before = m_past.StandAt(life, record);
		const Stand& next = m_past.StandAt(life, record + 1);
		const Stand& after = m_past.Sweeps(before, next) ? next : before;
		const b2Transform& now = body.GetTransform();
		const bool isElsewhere = IsSamePose(before.pose, now) == false || IsSamePose(after.pose, now) == false;
		const std::vector<const b2Body*>& pushed = m_state.pushed;
		const bool isPushed = std::find(pushed.begin(), pushed.end(), &body) != pushed.end();
		const bool hasVelocity = body.GetType() != b2_staticBody && isPushed == false;
		if (isElsewhere == false && hasVelocity == false)
		{
			return;
		}
		const BodyMotion motion = MotionBetween(RecordOf(&body, before), RecordOf(&body, after));
		if (isElsewhere)
		{
			m_motions.push_back(motion);
		}
		if (hasVelocity)
		{
			m_state.foreseen.Add(body, VelocityIn(motion, dt));
		}
	}

	PluginState& m_state;
	const History::State& m_past;
	StepFailures& m_failures;    // those of this flight
	StepFailures m_stepFailures; // those that the next step reports
	double m_now;
	BusyScope m_busy;
	BusyScope m_inPast;
	std::vector<Present> m_present; // in the world's order
	std::vector<BodyMotion> m_motions;
	WorldMotion m_motion;
};

} // namespace

Result<BulletId> FireInPast(PluginState& state, const BulletDef& def, const History& history, double time,
                            StepFailures& failures)
{
	const History::State& past = StateOf(history);
	if (&past.world != &state.world)
	{
		return Error{ErrorReason::OtherWorld, "history"};
	}
	const Result<Moment> moment = past.MomentAt(time);
	if (!moment)
	{
		return moment.GetError();
	}
	if (const double newest = past.Records().Back().time; newest - time > k_longestStep)
	{
		return Error{ErrorReason::TooSmall, "time", -1, time, newest - k_longestStep};
	}
	state.bullets.BeginFlight(0.0, GravityOf(state.world));
	PastShot shot(state, past, failures);
	const BulletId id = state.bullets.Add(def, shot.ClockAt(time));
	shot.Fly(id.index, moment->record);
	return id;
}

} // namespace ricochet
