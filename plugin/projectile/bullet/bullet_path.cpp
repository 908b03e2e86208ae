// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/bullet/bullet_flight.h"

#include "projectile/base/gravity.h"
#include "query/accept.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

BulletFlight::BulletFlight(PluginState& state, const Flight& flight, const BulletSeen& bullet, double dt,
                           BulletSink& sink)
    : ProjectileFlight(state, flight, bullet.id.index, bullet.id, bullet.userData, dt,
                       bullet.launch.time + bullet.launch.lifetime - state.bullets.Clock()),
      m_sink(sink), m_kind(state.bullets.Kinds()[bullet.launch.kind]),
      m_history(bullet.hasHistory != 0 ? state.bullets.HistoryOf(bullet.id.index) : nullptr),
      m_clock(state.bullets.Clock()), m_arc(state.bullets.ArcOf(bullet.launch)), m_launch(bullet.launch.time),
      m_limits(m_history != nullptr ? m_history->limits : FlightLimits{}),
      m_path(m_kind.keepsPath || state.original != nullptr ? &state.events.path.points : nullptr)
{
	m_position = ToFloat(PositionAt(0.0));
}

// How far the next chord may stray from its arc, so that the way does not stray by more than it may. What it went on
// from left it on a chord, aside by r of that: from there, a chord that strays by k strays by no more than
// (1 - s) (r + 4 k s), which is at most 1 if 4 k = (1 + sqrt(1 - r))^2.
double BulletFlight::ErrorOfChord() const
{
	const double most = m_state.def.chordError;
	const Vec<double> exact = PositionAt(m_time);
	if (ToFloat(exact) == m_position)
	{
		return most;
	}
	const double aside = std::min(Length(Lift<double>(m_position) - exact) / most, 1.0);
	const double root = 0.5 + 0.5 * std::sqrt(1.0 - aside);
	return root * root * most;
}

// The next chord of its arc. None if the bullet has ended: it is lost beyond the range of floats.
std::optional<Leg> BulletFlight::NextLeg()
{
	const bool isGuided = m_kind.IsGuided();
	if (isGuided && m_time >= m_pieceEnd)
	{
		BeginPiece();
		if (HasEnded())
		{
			return std::nullopt;
		}
	}
	const std::optional<Leg> leg = NextChord(isGuided ? std::min(m_pieceEnd, m_end) : m_end);
	if (leg.has_value() == false)
	{
		Expire(ExpiredEvent::Reason::Lost, VelocityAt(m_time));
	}
	return leg;
}

std::optional<Leg> BulletFlight::NextChord(double end) const
{
	const ChordLimits limits{ErrorOfChord(), m_dt / k_maxChordsPerStep, end - m_time};
	return ChordOf(m_arc, m_clock, m_launch, {m_position, m_time}, end, limits);
}

// What was interrupted sets out again where it is; what has flown free to its end does so still.
void BulletFlight::Keep()
{
	if (HasEnded())
	{
		return;
	}
	if (m_time < m_end)
	{
		const b2Vec2 velocity = ToFloat(VelocityAt(m_time));
		if (m_kind.HasRange())
		{
			m_limits.Fly(m_arc, TimeOnArc(m_time));
			m_history->limits = m_limits;
		}
		m_state.bullets.Relaunch(m_index, m_position, velocity, m_clock + m_dt);
	}
	else if (m_relaunched)
	{
		if (m_kind.HasRange())
		{
			m_history->limits = m_limits;
		}
		m_state.bullets.Relaunch(m_index, ToFloat(m_arc.position), ToFloat(m_arc.velocity), m_launch);
	}
	if (m_history != nullptr)
	{
		m_state.bullets.NotePassing(m_index);
	}
}

// Room for the next point: what has been met must be told, whatever memory is left.
void BulletFlight::MakeRoomForPoint()
{
	if (m_path != nullptr)
	{
		ReserveOneMore(*m_path);
	}
}

void BulletFlight::Arrive(b2Vec2 position, double time, bool isImpact)
{
	if (m_path != nullptr)
	{
		m_path->push_back({position, static_cast<float>(time), isImpact});
	}
	m_position = position;
	m_time = time;
}

void BulletFlight::SetOut(const Vec<double>& position, const Vec<double>& velocity)
{
	Arc arc = m_arc;
	arc.position = Lift<double>(ToFloat(position));
	arc.velocity = Lift<double>(ToFloat(velocity));
	m_pieceEnd = m_time;
	SetOutOn(arc);
}

void BulletFlight::SetOutOn(const Arc& arc)
{
	const bool hasRange = m_kind.HasRange();
	if (hasRange)
	{
		m_limits.Fly(m_arc, TimeOnArc(m_time));
	}
	m_arc = arc;
	m_launch = m_clock + m_time;
	m_relaunched = true;
	if (hasRange)
	{
		m_left = m_time + m_limits.LifetimeOn(m_arc, m_launch);
		m_end = std::min(m_dt, m_left);
	}
}

// What is known of a guided bullet between two steps is where it is and how fast.
void BulletFlight::EndPieces(const Vec<double>& velocity)
{
	if (m_kind.IsGuided())
	{
		SetOut(PositionAt(m_time), velocity);
	}
}

std::optional<Vec<double>> BulletFlight::TargetAt(double time) const
{
	const Homing& homing = m_kind.homing;
	if (homing.turnRate <= 0.0f)
	{
		return std::nullopt;
	}
	if (homing.body == nullptr)
	{
		return Lift<double>(homing.point);
	}
	const BodyMotion* motion = m_flight.Motion().Find(homing.body);
	return motion != nullptr ? motion->MassCenterAt(m_flight.Share(time)) : Lift<double>(homing.body->GetWorldCenter());
}

Vec<double> BulletFlight::AskSteering(const Vec<double>& velocity)
{
	if (m_kind.steering == nullptr)
	{
		return {};
	}
	BulletState now = m_state.bullets.StateOf(m_index);
	now.position = m_position;
	now.velocity = ToFloat(velocity);
	const b2Vec2 answer = m_kind.steering(now);
	return answer.IsValid() ? Lift<double>(answer) : Vec<double>{};
}

Guidance BulletFlight::GuidanceAt(const Vec<double>& velocity)
{
	if (m_steered.has_value() == false)
	{
		m_steered = AskSteering(velocity);
	}
	Guidance guidance;
	guidance.acceleration = static_cast<double>(m_kind.gravityScale) * Lift<double>(GravityOf(m_flight.World())) +
	                        Lift<double>(m_kind.acceleration) + *m_steered;
	guidance.wind = Lift<double>(m_kind.wind);
	guidance.drag = m_kind.drag;
	guidance.dragQuadratic = m_kind.dragQuadratic;
	guidance.thrust = m_kind.thrust;
	guidance.turnRate = m_kind.homing.turnRate;
	guidance.target = TargetAt(m_time);
	return guidance;
}

void BulletFlight::BeginPiece()
{
	const Vec<double> position = PositionAt(m_time);
	const Vec<double> velocity = VelocityAt(m_time);
	Guidance guidance = GuidanceAt(velocity);
	if (HasEnded())
	{
		return;
	}
	const double left = m_dt - m_time;
	const double shortest = m_dt / k_mostPiecesPerStep;
	const double duration = std::min(std::max(guidance.PieceDuration(velocity), shortest), left);
	if (guidance.target.has_value())
	{
		guidance.targetAfter = *TargetAt(m_time + duration);
	}
	const Guidance::Piece piece = guidance.PieceFrom(position, velocity, duration, shortest);
	SetOutOn(piece.arc);
	m_pieceEnd = piece.duration < left ? m_time + piece.duration : m_dt;
}

void FlyBullet(PluginState& state, const Flight& flight, size_t i, double dt)
{
	if (state.original == nullptr && state.bullets.KindOf(i).keepsPath)
	{
		ReserveOneMore(state.events.path.flights);
		ReserveOneMore(state.events.path.points);
		state.events.path.flights.push_back({state.bullets.IdOf(i), state.events.path.points.size()});
		state.events.path.points.push_back({state.bullets.StateOf(i).position});
	}
	BulletSink sink(state, i);
	FlyAndKeep(BulletFlight(state, flight, state.bullets.Look(i), dt, sink));
}

} // namespace ricochet
