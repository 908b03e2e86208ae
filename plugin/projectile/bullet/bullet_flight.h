// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/bullet/guidance.h"
#include "projectile/impact/impact.h"
#include "projectile/impact/projectile_flight.h"
#include "projectile/leg/disc_cast.h"
#include "projectile/leg/grenade_ways.h"
#include "projectile/state.h"

#include <limits>
#include <optional>

namespace ricochet
{

/// Receives the events of a bullet's flight through a step, and says what the flight may do.
///
/// Bullets fly one after another, in the order of their indices. A bullet's turn is its place in that order. In its
/// turn, a flight may cause any event. Ahead of its turn, a flight may run in parallel with others, on any thread. A
/// flight ahead of its turn may cause only two events: an impact that stops the bullet, and the bullet's end. It writes
/// them to places that are reserved for the bullet. The sink refuses everything else. A refused flight leaves no trace:
/// the bullet flies again in its turn.
///
/// A preview flies in its turn, in its own PluginState.
class BulletSink
{
public:
	[[nodiscard]] bool IsInTurn() const { return m_isInTurn; }

	/// The point at which the bullet's path begins in the step, and the point at which a bullet has ended ahead of its
	/// turn.
	[[nodiscard]] const PathPoint& Begin() const { return m_begin; }
	[[nodiscard]] const PathPoint& End() const { return m_end; }

	/// Serves the bullet at an index, in its turn.
	BulletSink(PluginState& state, size_t index) : m_state(state), m_index(index), m_isInTurn(true) {}

	/// Serves the bullet at `index`, ahead of its turn. It is the i-th bullet that flies ahead. Without `places`, a
	/// flight in which the bullet would end is refused.
	BulletSink(PluginState& state, size_t index, const std::optional<StopPlaces>& places, size_t i)
	    : m_state(state), m_index(index), m_isInTurn(false), m_mayEnd(places.has_value()),
	      m_places(places ? StopPlaces{places->impacts + i, places->ends + i} : StopPlaces{})
	{
	}

	/// Makes room for the events of a flight. `begin`: the first point of its path.
	void BeginFlight(const PathPoint& begin)
	{
		m_begin = begin;
		if (m_isInTurn)
		{
			m_state.MakeRoomForEnd();
			m_state.passedGrenades.clear();
		}
	}
	/// Makes room for the events of one more impact.
	void MakeRoomForImpact()
	{
		if (m_isInTurn)
		{
			m_state.MakeRoomForImpact();
		}
	}

	/// True if the flight must stop here, because it is ahead of its turn. `needsMore`: the flight needs more than its
	/// two events. If there are no places for the two events, a flight that needs only these must stop, too.
	[[nodiscard]] bool Refuses(bool needsMore = true)
	{
		if (m_isInTurn == false && (needsMore || m_mayEnd == false))
		{
			m_isRefused = true;
			m_isOver = true;
		}
		return m_isRefused;
	}

	/// True if the bullet has expired, or a callback has cancelled it, or its flight is refused.
	[[nodiscard]] bool HasEnded() const { return m_isInTurn ? m_state.bullets.IsFlying(m_index) == false : m_isOver; }
	[[nodiscard]] bool IsRefused() const { return m_isRefused; }

	/// Gives the body the impulse of the impact.
	void Push(const ImpactEvent& impact, const Contact& contact) { m_state.Push(impact, contact); }

	/// Adds an impact. Requires: there is room for it, and the flight is not refused.
	void Report(const ImpactEvent& impact)
	{
		if (m_isInTurn)
		{
			m_state.events.impacts.Add(impact);
		}
		else
		{
			m_state.events.impacts.Set(m_places.impacts, impact);
		}
	}

	/// Adds the end of the bullet, and takes the bullet out of the air.
	void Report(const ExpiredEvent& end)
	{
		if (m_isInTurn)
		{
			m_state.events.expired.Add(end);
			m_state.bullets.Remove(m_index);
		}
		else if (Refuses(false) == false)
		{
			m_state.events.expired.Set(m_places.ends, end);
			m_end = {end.position, end.time, end.reason == ExpiredEvent::Reason::Stopped};
			m_isOver = true;
		}
	}

private:
	PluginState& m_state;
	size_t m_index;
	bool m_isInTurn;
	bool m_mayEnd = true;
	bool m_isRefused = false;
	bool m_isOver = false; // refused, or ended ahead of its turn
	StopPlaces m_places{};
	PathPoint m_begin, m_end;
};

class GrenadeBounces;

/// Flies one bullet through one step: along the chords of its arc, from impact to impact.
///
/// A body keeps its recorded motion through the whole step, even after an impulse has changed its velocity. So a body
/// may still move towards a bullet that has bounced off it, although their velocities separate them. The bullet then
/// waits at the body's surface. From the next step on the body moves by its new velocity, too.
class BulletFlight final : private ProjectileFlight<BulletId>
{
public:
	BulletFlight(PluginState& state, const Flight& flight, const BulletSeen& bullet, double dt, BulletSink& sink);

	/// Flies the bullet through the step, or until the sink refuses.
	void Fly();

	/// Stores the bullet where it is now. The bullet does not move again in this step, even if its flight was
	/// interrupted.
	void Keep();

private:
	enum class Way : uint8_t
	{
		Flies,
		FliesToOther, ///< the bullet flies to another body, which blocks the way to its first hit
		Waits
	};

	/// The length of the path from its start to a time.
	struct Flown
	{
		double time = std::numeric_limits<double>::quiet_NaN(); ///< s after the start of the step
		double length = 0.0;                                    ///< m
	};

	/// The outcome of an attempt to wait at the surfaces of bodies for some time.
	enum class Waiting : uint8_t
	{
		Held,
		Again,  ///< the bullet now waits at one more solid: try again
		Over,   ///< the bullet no longer waits: it flies free, or has hit another solid
		Blocked ///< the bullet cannot wait for this duration
	};

	[[nodiscard]] Response Propose(const ImpactEvent& impact, const Contact& contact, const Surface& surface);
	[[nodiscard]] bool CanPay(const Contact& contact) const;
	[[nodiscard]] bool CanPierce(const Contact& contact) const;
	[[nodiscard]] LegHit LookAhead(const Leg& leg, const LegHit& hit, double energy, bool mayPierce);
	[[nodiscard]] ImpactEvent DescribeWhole(const Leg& leg, const LegHit& met, const Contact& contact);
	void PassRest(const LegHit& hit, double near);
	/// Carries out a hit. Returns false if there is no impact, because the velocities of bullet and body separate them.
	bool Impact(const Leg& leg, const LegHit& met, Way way);
	[[nodiscard]] Vec<double> Respond(ImpactEvent& impact, const Contact& contact, const Surface& surface);
	void GoOn(const Leg& leg, const LegHit& hit, const Leg& before, const ImpactEvent& impact,
	          const Vec<double>& velocity);
	Vec<double> Settle(ImpactEvent& impact, const ImpactDecision& decision, const Contact& contact,
	                   const Surface& surface, double onward);
	[[nodiscard]] bool MayPart(const Leg& leg, const LegHit& hit, const Contact& contact) const;
	[[nodiscard]] bool WasPushed(const b2Body* body) const;
	[[nodiscard]] bool ComesByMotion(const Leg& leg, const LegHit& hit, const Contact& contact) const;
	[[nodiscard]] double SpeedOfHop(const Contact& contact) const;
	[[nodiscard]] double AccelerationSeenFrom(const Contact& contact) const;
	[[nodiscard]] bool IsOnSurfaceAtRest(const Leg& leg, const LegHit& hit) const;
	[[nodiscard]] bool IsAtRest(const b2Body* body) const { return m_flight.Motion().Find(body) == nullptr; }
	[[nodiscard]] bool Separates(const Leg& leg, const LegHit& hit, const Contact& contact, bool bounces) const;
	void Wait(const LegHit& hit, const Leg& before);
	[[nodiscard]] bool Climbs(const Disc& disc, const Move& move) const;
	[[nodiscard]] Waiting WaitOn(double duration, bool isWedged);
	[[nodiscard]] bool RidesAlong();
	[[nodiscard]] Waiting MeetWaiting(const Leg& move, const LegHit& inTheWay);
	[[nodiscard]] bool WaitAt(b2Fixture* fixture, int32_t child, const Vec<double>& normal);
	[[nodiscard]] Disc AsDisc() const;
	[[nodiscard]] double SpeedAdded(double duration, const Vec<double>& velocity) const;
	[[nodiscard]] Vec<double> HeldVelocity(double duration) const;
	[[nodiscard]] Vec<double> WedgedVelocity(double duration, const Vec<double>& ofMove) const;
	[[nodiscard]] std::optional<Leg> NextLeg();
	[[nodiscard]] std::optional<Leg> NextChord(double end) const;
	[[nodiscard]] double ErrorOfChord() const;
	[[nodiscard]] std::optional<LegHit> FirstHit(const Leg& leg);

	// Functions about a bullet with a radius, which flies as a disc.
	[[nodiscard]] bool IsDisc() const { return m_kind.radius > 0.0f; }
	[[nodiscard]] Vec<double> TouchingPoint(const Leg& leg, const LegHit& hit) const;
	[[nodiscard]] Contact ContactAt(const Leg& leg, const LegHit& hit, const Vec<double>& velocity) const;
	[[nodiscard]] bool IsPartOfPierced(const Leg& leg, const LegHit& hit, double thickness);
	[[nodiscard]] bool IsOnSolid(const Leg& leg, const LegHit& hit);
	void PassOn(const Leg& leg, const LegHit& hit);
	void PassOverlaps();
	[[nodiscard]] DiscCast Cast() { return {m_flight, m_kind.radius, Filter(), Passed()}; }

	// Grenades that the bullet hits.
	using ProjectileFlight::Describe;
	[[nodiscard]] std::optional<GrenadeMeeting> FirstGrenade(const Leg& leg, const std::optional<LegHit>& hit);
	[[nodiscard]] Contact ContactAt(const Leg& leg, const GrenadeMeeting& met, const GrenadeBounces& later) const;
	void MeetGrenade(const Leg& leg, const GrenadeMeeting& met);
	[[nodiscard]] ImpactEvent Describe(const Leg& before, const GrenadeMeeting& met, const Contact& contact) const;
	[[nodiscard]] Vec<double> RespondToGrenade(ImpactEvent& impact, const Contact& contact, const GrenadeDef& grenade);
	[[nodiscard]] bool WasHit(const GrenadeMeeting& met) const;
	[[nodiscard]] GrenadeBounces LaterBounces(const Leg& leg, const GrenadeMeeting& met) const;
	void DeliverToGrenade(ImpactEvent& impact, const Contact& contact, const Vec<double>& after,
	                      const GrenadeBounces& later);
	void GoOnFromGrenade(const Leg& before, const GrenadeMeeting& met, Response response, const Vec<double>& velocity);
	void WaitAtGrenade(size_t grenade, const Vec<double>& velocity);

	void EndStep();

	// The path of the bullet.
	void MakeRoomForPoint();
	void Arrive(b2Vec2 position, double time, bool isImpact = false);
	/// Starts a new arc now. Position and velocity are rounded to floats.
	void SetOut(const Vec<double>& position, const Vec<double>& velocity);
	void SetOutOn(const Arc& arc);
	void BeginPiece();
	void EndPieces(const Vec<double>& velocity);
	[[nodiscard]] Guidance GuidanceAt(const Vec<double>& velocity);
	[[nodiscard]] std::optional<Vec<double>> TargetAt(double time) const;
	[[nodiscard]] Vec<double> AskSteering(const Vec<double>& velocity);
	void Expire(ExpiredEvent::Reason reason, const Vec<double>& velocity)
	{
		if (HasEnded() == false)
		{
			m_sink.Report(DescribeEnd(reason, m_time, m_position, velocity));
		}
	}
	[[nodiscard]] bool HasEnded() const { return m_sink.HasEnded(); }

	/// Returns the time since the launch (s). The sum of clock and time in the step comes first. So the end of a step
	/// and the beginning of the next step give the same bits.
	[[nodiscard]] double TimeOnArc(double time) const { return (m_clock + time) - m_launch; }
	[[nodiscard]] double FlownUntil(double time) const override
	{
		if (time != m_flownUntil.time)
		{
			m_flownUntil = {time, m_flown + LengthOfArc(m_arc, 0.0, TimeOnArc(time), k_lengthError)};
		}
		return m_flownUntil.length;
	}
	[[nodiscard]] Vec<double> PositionAt(double time) const { return m_arc.PositionAt(TimeOnArc(time)); }
	[[nodiscard]] Vec<double> VelocityAt(double time) const { return m_arc.VelocityAt(TimeOnArc(time)); }

	[[nodiscard]] const QueryFilter& Filter() const { return m_kind.filter; }
	[[nodiscard]] int32_t Bounces() const { return m_history != nullptr ? m_history->bounces : 0; }
	[[nodiscard]] int32_t Pierces() const { return m_history != nullptr ? m_history->pierces : 0; }

	/// Requires: MakeRoomForHistory was called for the bullet.
	[[nodiscard]] BulletHistory& History()
	{
		m_history = &m_state.bullets.MakeHistory(m_index);
		return *m_history;
	}

	[[nodiscard]] Passing& Passed() { return m_history != nullptr ? m_history->passing : m_nothingPassed; }

	BulletSink& m_sink;
	const BulletKind& m_kind; // keeps its address while bullets fly
	BulletHistory* m_history; // null: no range, and it has continued from no hit
	Passing m_nothingPassed;
	double m_clock; // the store's clock at the beginning of the step
	double m_time;  // s after the start of the step
	b2Vec2 m_position;
	Arc m_arc;                  // starts at the last launch
	double m_launch;            // s, by the clock
	double m_flown;             // length of its path until the last launch (m)
	FlightLimits m_limits;      // how far and how long a bullet with a range may fly
	mutable Flown m_flownUntil; // the last result on this arc: an impact and the end that follows need it for one time
	double m_pieceEnd = 0.0;    // s after the start of the step: a guided bullet keeps its arc until then
	std::optional<Vec<double>> m_steered; // the acceleration that the steering callback chose in this step
	std::vector<PathPoint>* m_path;       // null: the path is not recorded, because it flies ahead of its turn
	bool m_isBeforeMuzzle = false; // the bullet is on its way from BulletDef::from to its muzzle, where its arc starts
	bool m_relaunched = false;     // the bullet has started another arc in this step
	const b2Body* m_bouncedOff = nullptr; // the last body that the bullet has bounced off in this step
};

/// Flies bullet i through the step, in its turn. A bullet that ends is removed from the store, but not yet swept.
void FlyBullet(PluginState& state, const Flight& flight, size_t i, double dt);

/// Records the path of bullet i from `begin` to `end`. `isOneChord`: the path is one straight piece. Requires: the
/// bullet has flown along its arc and ended ahead of its turn (BulletSink). Throws std::bad_alloc.
void RecordEnd(PluginState& state, size_t i, double dt, const PathPoint& begin, bool isOneChord, const PathPoint& end);

} // namespace ricochet
