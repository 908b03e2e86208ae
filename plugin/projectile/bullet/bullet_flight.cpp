// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/bullet/bullet_flight.h"

#include "host/host.h"
#include "projectile/base/gravity.h"
#include "query/accept.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet
{

namespace
{

bool IsSame(const Vec<double>& a, const Vec<double>& b)
{
	return a.x == b.x && a.y == b.y;
}

// Rounding of a relative speed, as a share of the speeds. A body's velocities are floats, so after an impulse the
// velocity of its surface is exact only up to their rounding.
constexpr double k_floatSpeed = 1.0e-6;

// A share of the speeds. If the approach is faster, bullet and body still approach at the exact place of the impact.
constexpr double k_clearApproach = 0.1;

// A share of the step. If the acceleration brings a bullet back to a surface sooner than this, the bullet slides
// instead. Otherwise its ever shorter hops would reach the limit of contacts.
constexpr double k_shortestHop = 1.0 / 64.0;

// The largest number of children at which a bullet waits at once. In a corner it waits at two; in a pile of bodies at
// more.
constexpr size_t k_mostWaitedAt = 8;

// The distance behind an edge at which a solid on which it lies must contain the path, in slacks of places. Rounding
// does not reach that far.
constexpr double k_behindEdge = 16.0;

bool IsEdge(const b2Fixture& fixture, int32_t part)
{
	ChildGeometry geometry;
	return DescribePart(*fixture.GetShape(), part, geometry) && geometry.IsEdge();
}

// Returns PassedAs::Along for a pierced child if the path runs along one of its faces, because such a path may never be
// inside the child. Otherwise returns `otherwise`.
PassedAs HowPierced(const SolidAhead::Layer& layer, PassedAs otherwise)
{
	return layer.along.side != 0 ? PassedAs::Along : otherwise;
}

// Returns the contact of a bullet with a grenade. `mass`, `velocity`: of the bullet. `moving`: the velocity of the
// grenade's centre (ContactAt).
Contact ContactWith(const GrenadeDetail& grenade, double mass, const Vec<double>& velocity, const Vec<double>& moving,
                    const GrenadeMeeting& met)
{
	const double radius = grenade.def.radius;
	const double grenadeMass = grenade.def.mass;
	const Vec<double> arm = radius * met.normal;
	const Vec<double> rim{-grenade.spin * arm.y, grenade.spin * arm.x};
	return {mass, velocity, met.normal, arm, moving + rim, 1.0 / grenadeMass, 2.0 / (grenadeMass * radius * radius)};
}

} // namespace

/// The bounces of a grenade after a bullet has hit it. Each bounce is a mirror that maps the direction of the velocity
/// before it to the direction after it. It also scales the speed by a factor of at most 1. The bullet's impulse goes
/// through the same mirrors and factors. So the grenade ends the step with no more energy than if the bullet had hit it
/// first. The things that the grenade bounced off keep the rest of the momentum.
class GrenadeBounces
{
public:
	[[nodiscard]] bool AreThere() const { return m_areThere; }

	void Add(const Vec<double>& before, const Vec<double>& after)
	{
		const double speed = Length(before);
		const Vec<double> turn = UnitOf(before) - UnitOf(after);
		if (speed == 0.0) // a grenade whose flight was interrupted stands
		{
			return;
		}
		m_areThere = true;
		m_share *= std::min(Length(after) / speed, 1.0);
		if (Length(turn) > k_floatSpeed) // rounding has no direction
		{
			const Vec<double> normal = UnitOf(turn);
			m_x = m_x - 2.0 * Dot(m_x, normal) * normal;
			m_y = m_y - 2.0 * Dot(m_y, normal) * normal;
			m_side = -m_side;
		}
	}

	/// Converts an impulse before the bounces into one after them.
	[[nodiscard]] Vec<double> After(const Vec<double>& impulse) const { return m_share * Turned(impulse); }

	/// Returns the arm that goes with After(impulse). Apart from the factor, After(impulse) at this arm gives the
	/// grenade the same spin as `impulse` at `arm`.
	[[nodiscard]] Vec<double> ArmAfter(const Vec<double>& arm) const { return m_side * Turned(arm); }

private:
	[[nodiscard]] Vec<double> Turned(const Vec<double>& v) const { return v.x * m_x + v.y * m_y; }

	double m_share = 1.0;
	double m_side = 1.0;                      // -1 after an odd number of mirrors
	Vec<double> m_x{1.0, 0.0}, m_y{0.0, 1.0}; // the images of the unit vectors
	bool m_areThere = false;
};

BulletFlight::BulletFlight(PluginState& state, const Flight& flight, const BulletSeen& bullet, double dt,
                           BulletSink& sink)
    : ProjectileFlight(state, flight, bullet.id.index, bullet.id, bullet.userData, dt,
                       state.bullets.Clock() - state.bullets.PastOf(bullet).fired,
                       bullet.launch.time + bullet.launch.lifetime - state.bullets.Clock()),
      m_sink(sink), m_kind(state.bullets.Kinds()[bullet.launch.kind]),
      m_history(bullet.hasHistory != 0 ? state.bullets.HistoryOf(bullet.id.index) : nullptr),
      m_clock(state.bullets.Clock()), m_time(std::max(bullet.launch.time - m_clock, 0.0)),
      m_arc(state.bullets.ArcOf(bullet.launch)), m_launch(bullet.launch.time),
      m_flown(state.bullets.PastOf(bullet).flown), m_limits(m_history != nullptr ? m_history->limits : FlightLimits{}),
      m_path(sink.IsInTurn() ? &state.events.path.points : nullptr)
{
	m_position = ToFloat(PositionAt(m_time));
}

void BulletFlight::Fly()
{
	m_sink.BeginFlight({m_position, static_cast<float>(m_time)});
	if (m_history != nullptr && m_history->from)
	{
		m_position = *m_history->from;
		m_isBeforeMuzzle = true;
		m_history->from.reset();
	}
	if (m_path != nullptr && m_state.original == nullptr) // a preview has one path for all its steps
	{
		m_state.events.path.Begin(m_id, m_kind.keepsPath, m_position);
	}
	if (m_path != nullptr && m_time > 0.0)
	{
		m_path->push_back({m_position, static_cast<float>(m_time)});
	}
	int32_t contacts = 0;
	while (m_time < m_end && HasEnded() == false)
	{
		const std::optional<Leg> next = NextLeg();
		if (next.has_value() == false)
		{
			return;
		}
		const Leg& leg = *next;
		const std::optional<LegHit> hit = FirstHit(leg);
		if (HasEnded())
		{
			return;
		}
		const std::optional<GrenadeMeeting> grenade = FirstGrenade(leg, hit);
		if (hit.has_value() == false && grenade.has_value() == false)
		{
			Passed().Leave();
			Arrive(leg.to, leg.end);
			m_isBeforeMuzzle = false;
		}
		else if (++contacts > m_state.def.maxContactsPerStep)
		{
			if (m_sink.Refuses())
			{
				return;
			}
			m_state.stats.contactLimits += 1;
			Expire(ExpiredEvent::Reason::ContactLimit, VelocityAt(m_time));
		}
		else if (grenade)
		{
			MeetGrenade(leg, *grenade);
		}
		else
		{
			(void)Impact(leg, *hit, Way::Flies);
		}
		PassOverlaps();
	}
	if (HasEnded() == false)
	{
		EndStep();
	}
}

// Ends the flight of a bullet that has reached the end of the step, of its lifetime or of its range.
void BulletFlight::EndStep()
{
	const Vec<double> velocity = VelocityAt(m_time);
	if (FitsFloat(velocity) == false)
	{
		Expire(ExpiredEvent::Reason::Lost, velocity);
		return;
	}
	if (m_left <= m_dt)
	{
		Expire(m_limits.endsByRange ? ExpiredEvent::Reason::Range : ExpiredEvent::Reason::Lifetime, velocity);
		return;
	}
	EndPieces(velocity);
	Keep();
}

std::optional<LegHit> BulletFlight::FirstHit(const Leg& leg)
{
	return m_flight.FirstHit(leg, m_kind.radius, Filter(), Passed(), &Passed());
}

// True if the bullet has the energy to pierce the solid ahead.
bool BulletFlight::CanPay(const Contact& contact) const
{
	Vec<double> after;
	return AfterPierce(contact, m_state.ahead.Energy(), after);
}

bool BulletFlight::CanPierce(const Contact& contact) const
{
	return Pierces() < m_kind.maxPierces && CanPay(contact);
}

// Returns the hit of the whole solid: all the fixtures that a bullet with this energy (J) would pierce there.
LegHit BulletFlight::LookAhead(const Leg& leg, const LegHit& hit, double energy, bool mayPierce)
{
	return WholeAhead(leg, hit, {m_kind.radius, mayPierce, energy, Filter(), Passed()},
	                  [this](const b2Fixture* fixture) { return m_state.SurfaceOf(fixture).resistance; });
}

Response BulletFlight::Propose(const ImpactEvent& impact, const Contact& contact, const Surface& surface)
{
	if (impact.fixture->IsSensor())
	{
		return Response::Ignore;
	}
	const bool flat = contact.IsFlatterThan(surface.ricochetAngle);
	if (impact.startsInside == false && flat && Bounces() < m_kind.maxBounces)
	{
		return Response::Bounce;
	}
	return CanPierce(contact) ? Response::Pierce : Response::Stop;
}

// If the bullet is proven to stop, skips the search for the free part of the leg before the hit.
bool BulletFlight::Impact(const Leg& leg, const LegHit& met, Way way)
{
	const bool mayPierce = m_state.def.rule != nullptr || Pierces() < m_kind.maxPierces;
	const auto isOfTheBody = [&](const b2Fixture* fixture, int32_t)
	{
		return fixture->GetBody() == met.fixture->GetBody();
	};
	const bool looksAhead =
	    mayPierce || IsDisc() || AttachedTo(*met.fixture->GetShape()) != nullptr || Passed().HasPiercedAny(isOfTheBody);
	// A body of infinite mass takes no impulse. So nothing on which this impact depends changes before the bullet's
	// turn.
	if (m_sink.Refuses(looksAhead || InverseMassOf(*met.fixture->GetBody()) != 0.0f))
	{
		return true;
	}
	const Contact meeting = ContactAt(leg, met, VelocityAt(leg.TimeAt(met.fraction)));
	const Surface surface = m_state.SurfaceOf(met.fixture);
	m_sink.MakeRoomForImpact();
	MakeRoomForPoint();
	const LegHit whole = looksAhead ? LookAhead(leg, met, EnergyAlongPath(meeting), mayPierce) : met;
	if (looksAhead && IsPartOfPierced(leg, met, whole.thickness))
	{
		PassOn(leg, met);
		return true;
	}
	ImpactEvent impact = Describe(leg, whole, m_kind.radius, Filter(), meeting);
	if (HasEnded()) // a predicate has cancelled the bullet
	{
		return true;
	}
	const Response proposed = Propose(impact, meeting, surface);
	if (proposed == Response::Pierce && IsOnSolid(leg, met))
	{
		PassOn(leg, met); // the solid reports the impact
		return true;
	}
	if (m_state.def.rule == nullptr && proposed == Response::Stop && MayPart(leg, met, meeting) == false)
	{
		const Vec<double> after = Settle(impact, proposed, meeting, surface, leg.TimeAt(met.fraction));
		GoOn(leg, met, leg, impact, after);
		return true;
	}
	if (m_sink.Refuses())
	{
		return true;
	}
	m_state.bullets.MakeRoomForHistory(m_index, mayPierce ? m_state.ahead.Layers().size() : 1);
	std::optional<LegHit> inTheWay;
	const Leg before =
	    m_flight.Before(leg, met, m_kind.radius, Filter(), Passed(), nullptr, way == Way::Flies ? &inTheWay : nullptr);
	if (HasEnded())
	{
		return true;
	}
	if (inTheWay)
	{
		return Impact(before, *inTheWay, Way::FliesToOther);
	}

	// If the bullet bounces, it turns round at the end of `before`, with its velocity there. The velocity at the hit
	// belongs to a later time and would add energy.
	const LegHit turn = m_flight.Reported(leg, whole, before);
	const Contact turning = ContactAt(leg, turn, VelocityAt(before.end));
	if (Separates(leg, met, turning, proposed == Response::Bounce))
	{
		if (way != Way::Waits)
		{
			Wait(met, before);
		}
		return false;
	}
	const ImpactDecision decision = Decide(m_state.def.rule, impact, proposed);
	const Response response = decision.response;
	const bool goesBack = TurnsBack(response) && met.met.span.startsInside == false;
	const Contact& contact = goesBack ? turning : meeting;
	if (goesBack)
	{
		impact = Describe(leg, turn, m_kind.radius, Filter(), turning);
	}
	else if (response == Response::Pierce && CanPay(meeting) == false)
	{
		impact = DescribeWhole(leg, met, meeting);
	}
	const double onward = response == Response::Stop ? leg.TimeAt(met.fraction) : before.end;
	const Vec<double> after = Settle(impact, decision, contact, surface, onward);
	if (HasEnded() == false)
	{
		GoOn(leg, met, before, impact, after);
	}
	return true;
}

// Returns the impact of a bullet that pierces by a rule, through the whole solid. LookAhead has searched only as deep
// as the bullet's energy reaches.
ImpactEvent BulletFlight::DescribeWhole(const Leg& leg, const LegHit& met, const Contact& contact)
{
	const LegHit whole = LookAhead(leg, met, std::numeric_limits<double>::infinity(), true);
	m_state.bullets.MakeRoomForHistory(m_index, m_state.ahead.Layers().size());
	return Describe(leg, whole, m_kind.radius, Filter(), contact);
}

// Reports the impact, and returns the velocity with which the bullet continues. `onward`: the time of the step from
// which it continues (s). A bullet that does not stop continues from a little before the hit, so its path is shorter.
Vec<double> BulletFlight::Settle(ImpactEvent& impact, const ImpactDecision& decision, const Contact& contact,
                                 const Surface& surface, double onward)
{
	impact.distance = std::min(impact.distance, ToFloat(FlownUntil(onward)));
	impact.response = decision.response;
	impact.decided = decision.response;
	impact.damage = decision.damage;
	Vec<double> after = Respond(impact, contact, surface);
	if (impact.response == impact.decided)
	{
		TakeVelocity(m_state.failures, decision.velocityAfter, impact.response, contact, after);
	}
	NoteOrder(impact);
	Complete(impact, contact, after);
	m_sink.Push(impact, contact);
	m_sink.Report(impact);
	return after;
}

// Returns the velocity after the response that was decided. A bounce inside a solid is impossible and becomes a stop.
// If a rule lets a bullet pierce without the energy for it, the bullet loses no energy.
Vec<double> BulletFlight::Respond(ImpactEvent& impact, const Contact& contact, const Surface& surface)
{
	Vec<double> after = contact.velocity;
	switch (impact.response)
	{
	case Response::Bounce:
		if (impact.startsInside == false)
		{
			History().bounces += 1;
			return AfterBounce(contact, MixRestitution(m_kind.restitution, surface.restitution),
			                   MixFriction(m_kind.friction, surface.friction));
		}
		break;
	case Response::Pierce:
		(void)AfterPierce(contact, m_state.ahead.Energy(), after);
		History().pierces += 1;
		return after;
	case Response::Ignore:
		return after;
	case Response::Stop:
		break;
	}
	impact.response = Response::Stop;
	if (Pierces() < m_kind.maxPierces && CanPay(contact) == false)
	{
		impact.depth = static_cast<float>(m_state.ahead.DepthFor(EnergyAlongPath(contact)));
	}
	return AfterStop(contact);
}

void BulletFlight::GoOn(const Leg& leg, const LegHit& hit, const Leg& before, const ImpactEvent& impact,
                        const Vec<double>& velocity)
{
	const Response response = impact.response;
	Passed().Leave();
	switch (response)
	{
	case Response::Stop:
		Arrive(impact.position, leg.TimeAt(hit.fraction), true);
		Expire(ExpiredEvent::Reason::Stopped, velocity);
		return;
	case Response::Bounce:
		m_bouncedOff = hit.fixture->GetBody();
		Arrive(before.to, before.end, true);
		SetOut(Lift<double>(before.to), velocity);
		return;
	case Response::Pierce:
	case Response::Ignore:
		break;
	}
	// The bullet continues from a little before the hit, so it enters the solid after this time. If its velocity has
	// changed, the time of entry is not known.
	const Vec<double> arrival = VelocityAt(leg.TimeAt(hit.fraction));
	const Vec<double> lost = arrival - velocity;
	const bool isAsFast = IsSame(arrival, velocity);
	const PassedAs how =
	    response == Response::Pierce ? HowPierced(m_state.ahead.Layers()[0], PassedAs::Pierced) : PassedAs::Untouched;
	const Reencounter again = isAsFast && how != PassedAs::Along ? m_flight.ComesAgain(leg, hit, before)
	                                                             : Reencounter{.near = NearAhead(leg, hit, before)};
	History().passing.Add(hit, again, how);
	if (response == Response::Pierce)
	{
		PassRest(hit, NearAhead(leg, hit, before));
	}
	Arrive(before.to, before.end, true);
	if (isAsFast == false)
	{
		// The new arc starts on the old arc, not at the end of the leg. That end is rounded to floats and lies on a
		// chord.
		SetOut(PositionAt(before.end), VelocityAt(before.end) - lost);
	}
}

// The first layer is the fixture that was hit. The others belong to the same impact, and are not reported again.
void BulletFlight::PassRest(const LegHit& hit, double near)
{
	const std::vector<SolidAhead::Layer>& layers = m_state.ahead.Layers();
	for (size_t i = 1; i < layers.size(); ++i)
	{
		LegHit other = hit;
		other.fixture = layers[i].fixture;
		other.child = layers[i].child;
		other.met.span.startsInside = layers[i].startsInside;
		other.overdue = 0;
		History().passing.Add(other, {.near = near + layers[i].extent.enter},
		                      HowPierced(layers[i], PassedAs::WithAnother));
	}
}

// Functions about the path of the bullet: an arc in chords, cut into pieces if the bullet is guided.

// Returns how far (m) the next chord may stray from the arc. The whole path then strays by at most the def's
// chordError. Lengths below are in units of chordError. After an impact the bullet may start on an old chord, at a
// distance r beside its arc. Let k be the stray of the next chord if that chord started on the arc. At a share s of its
// length, the chord from the bullet strays by at most (1 - s) (r + 4 k s). This bound is at most 1 if 4 k is
// (1 + sqrt(1 - r))^2.
double BulletFlight::ErrorOfChord() const
{
	const double most = m_state.def.chordError;
	if (m_time == 0.0 && m_relaunched == false)
	{
		return most; // the step began on the arc
	}
	const Vec<double> exact = PositionAt(m_time);
	if (ToFloat(exact) == m_position)
	{
		return most;
	}
	const double aside = std::min(Length(Lift<double>(m_position) - exact) / most, 1.0);
	const double root = 0.5 + 0.5 * std::sqrt(1.0 - aside);
	return root * root * most;
}

// Returns the next chord of the arc, or none if the bullet has ended, for instance because it left the range of floats.
std::optional<Leg> BulletFlight::NextLeg()
{
	if (m_isBeforeMuzzle)
	{
		return Leg{m_position, ToFloat(m_arc.position), m_time, m_time};
	}
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

// An interrupted bullet is relaunched from where it is. A bullet that flew to the end of the step keeps its arc.
void BulletFlight::Keep()
{
	if (HasEnded())
	{
		return;
	}
	if (m_time < m_end)
	{
		const b2Vec2 velocity = ToFloat(VelocityAt(m_time));
		const b2Vec2 position = m_isBeforeMuzzle ? ToFloat(m_arc.position) : m_position;
		if (m_isBeforeMuzzle)
		{
			m_history->from = m_position;
		}
		m_state.bullets.Relaunch(m_index, position, velocity, m_clock + m_dt, FlownUntil(m_time));
	}
	else if (m_relaunched)
	{
		m_state.bullets.Relaunch(m_index, ToFloat(m_arc.position), ToFloat(m_arc.velocity), m_launch, m_flown);
	}
	if (m_history != nullptr)
	{
		m_state.bullets.NotePassing(m_index);
	}
}

// Makes room for the next point of the path. Then the impact can be recorded even if memory runs out later.
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
	m_isBeforeMuzzle = m_isBeforeMuzzle && ToFloat(position) != m_position;
	SetOutOn(arc);
}

void BulletFlight::SetOutOn(const Arc& arc)
{
	m_flown = FlownUntil(m_time);
	m_flownUntil = {};
	m_arc = arc;
	m_launch = m_clock + m_time;
	m_relaunched = true;
	if (m_kind.HasRange())
	{
		m_left = m_time + m_limits.LifetimeOn(m_arc, m_launch, m_flown);
		m_end = std::min(m_dt, m_left);
	}
}

// Between two steps a guided bullet has only a position and a velocity, no arc.
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
	now.age = static_cast<float>(m_age + m_time);
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

// Functions about a bullet with a radius.

Vec<double> BulletFlight::TouchingPoint(const Leg& leg, const LegHit& hit) const
{
	const Vec<double> center = hit.CenterOn(leg);
	return IsDisc() ? TouchOf(hit, center) : center;
}

Contact BulletFlight::ContactAt(const Leg& leg, const LegHit& hit, const Vec<double>& velocity) const
{
	const b2Body* body = hit.fixture->GetBody();
	const Vec<double> arm = m_flight.ArmOf(body, TouchingPoint(leg, hit), leg.TimeAt(hit.fraction));
	return {m_kind.mass, velocity, *body, m_flight.VelocityOf(*body), arm, hit.normal};
}

// True if the child of a hit counts as a part of the solid that the bullet has already pierced. There are three cases:
// * The bullet touches another part of a body before it has left the parts of that body that it has pierced. Passing
//   the child costs nothing: a disc needs no energy for it, and a point crosses no more than rounding of it.
//   A point crosses each edge of one chain by itself, and an edge with infinite resistance, too.
// * The bullet is a disc that passes an edge from behind, and the child is an edge joined to that edge.
// * The bullet is a point whose path has bent in the frame of the body. The path leads from a pierced part into a part
//   that is no harder. At its entry the bullet has already lost the energy for a straight path through the solid.
// `thickness`: the thickness of the solid that begins at the hit (m). Requires: LookAhead was called for this hit.
bool BulletFlight::IsPartOfPierced(const Leg& leg, const LegHit& hit, double thickness)
{
	const auto resistanceOf = [&](const b2Fixture* fixture)
	{
		return m_state.SurfaceOf(fixture).resistance;
	};
	const bool isByItself = IsDisc() == false && hit.met.facing != Facing::Solid;
	if (hit.fixture->IsSensor() || (IsDisc() && m_state.ahead.Energy() > 0.0) ||
	    (isByItself && std::isinf(resistanceOf(hit.fixture))))
	{
		return false;
	}
	const Vec<double> center = hit.CenterOn(leg);
	const double slack = static_cast<double>(m_kind.radius) + 2.0 * RoundingClearance(ToFloat(center)) + hit.stray;
	// At a corner between two parts, the path may run along a face of the child. It is then in the child for longer
	// than rounding, but no deeper than rounding.
	const Vec<double> last = leg.PointAt(hit.exitFraction);
	const auto distanceTo = [&](const b2Fixture* fixture, int32_t child, const Vec<double>& point)
	{
		return SeparateFromPart(*fixture->GetShape(), child, hit.pose, point).distance;
	};
	const bool isShallow = IsDisc() == false && thickness <= 4.0 * slack &&
	                       distanceTo(hit.fixture, hit.child, 0.5 * (center + last)) >= -slack;
	const bool needsNothing = IsDisc() || thickness <= slack || isShallow;
	const auto isAsHard = [&](const b2Fixture* fixture, int32_t child)
	{
		return fixture->IsSensor() == false && IsEdge(*fixture, child) == false &&
		       resistanceOf(fixture) >= resistanceOf(hit.fixture);
	};
	const auto touches = [&](const b2Fixture* fixture, int32_t child)
	{
		const bool isItself = fixture == hit.fixture && child == hit.child;
		if (isItself || fixture->GetBody() != hit.fixture->GetBody() ||
		    (isByItself && (fixture == hit.fixture || fixture->IsSensor())))
		{
			return false;
		}
		return (distanceTo(fixture, child, center) <= slack && (needsNothing || isAsHard(fixture, child))) ||
		       (isShallow && distanceTo(fixture, child, last) <= slack);
	};
	return Passed().HasPiercedAny(touches) || (IsDisc() && Cast().GoesAlong(hit.fixture, hit.child));
}

// True if a point hits an edge on the front face of a solid of the same body, which it is about to enter.
bool BulletFlight::IsOnSolid(const Leg& leg, const LegHit& hit)
{
	b2Body& body = *hit.fixture->GetBody();
	if (IsDisc() || hit.met.facing == Facing::Solid || OnlyFixtureOf(body) != nullptr)
	{
		return false;
	}
	const Vec<double> center = hit.CenterOn(leg);
	const double slack = 2.0 * RoundingClearance(ToFloat(center)) + hit.stray;
	const Vec<double> behind = center + k_behindEdge * slack * UnitOf(hit.pieceWay);
	const auto isThere = [&](b2Fixture& fixture, int32_t part)
	{
		const auto distanceTo = [&](const Vec<double>& point)
		{
			return SeparateFromPart(*fixture.GetShape(), part, hit.pose, point).distance;
		};
		return Passed().Has(&fixture, part) == false && std::abs(distanceTo(center)) <= slack &&
		       distanceTo(behind) < 0.0 && m_flight.MayMeet(Filter(), &fixture);
	};
	bool isOnSolid = false;
	for (b2Fixture* fixture : FixturesOf(body))
	{
		for (int32_t part = 0; part < PartCountOf(*fixture->GetShape()) && fixture->IsSensor() == false; ++part)
		{
			isOnSolid = isOnSolid || isThere(*fixture, part);
		}
	}
	return isOnSolid;
}

// Continues along the arc, without an event.
void BulletFlight::PassOn(const Leg& leg, const LegHit& hit)
{
	m_state.bullets.MakeRoomForHistory(m_index);
	const Leg before = m_flight.Before(leg, hit, m_kind.radius, Filter(), Passed());
	if (HasEnded())
	{
		return;
	}
	Passed().Leave();
	History().passing.Add(hit, m_flight.ComesAgain(leg, hit, before), PassedAs::Pierced);
	Arrive(before.to, before.end);
}

// Marks one-way edges as passed that the disc overlaps at the end of a leg. At that end the disc never overlaps such an
// edge if it may hit the edge from its centre's side. But it may overlap an edge that it entered from the other side.
// The next cast would treat that edge as moved over the disc.
void BulletFlight::PassOverlaps()
{
	if (IsDisc() == false || IsOneWay(Filter()) == false || HasEnded())
	{
		return;
	}
	std::vector<Touch>& touches = m_state.pressScratch.touches;
	Cast().FindPassed(Lift<double>(m_position), m_time, touches);
	for (const Touch& touch : touches)
	{
		ChildGeometry child;
		if (DescribePart(*touch.fixture->GetShape(), touch.child, child) && child.IsEdge())
		{
			m_state.bullets.MakeRoomForHistory(m_index);
			LegHit hit;
			hit.fixture = touch.fixture;
			hit.child = touch.child;
			hit.met.span.startsInside = true;
			History().passing.Add(hit, {});
		}
	}
}

// Functions about waiting at a body that still moves towards the bullet.

// True if the velocities of bullet and body separate them, or if the bullet has only hopped off the body for a moment.
// If the velocities separate them, the leg hits the body for one of two reasons:
// * The body's recorded motion does not contain its new velocity.
// * The chord of a low hop leads into a body at rest. If the bullet `bounces`, any part of the chord may do so. A
//   bullet that does not bounce then hits the body, unless the hit is at the start of the leg.
bool BulletFlight::Separates(const Leg& leg, const LegHit& hit, const Contact& contact, bool bounces) const
{
	const double rounding = k_floatSpeed * (Length(contact.velocity) + Length(contact.surface));
	const bool isLastBounce = hit.fixture->GetBody() == m_bouncedOff;
	const double hop = isLastBounce ? SpeedOfHop(contact) : 0.0;
	if (contact.ApproachSpeed() > rounding + hop || hit.met.span.startsInside)
	{
		return false;
	}
	const b2Body* body = hit.fixture->GetBody();
	const auto mayPart = [&]
	{
		return IsAtRest(body) ? bounces || IsOnSurfaceAtRest(leg, hit) : ComesByMotion(leg, hit, contact);
	};
	return WasPushed(body) || (contact.ApproachSpeed() < -rounding && mayPart());
}

// True if a body comes towards the bullet by its recorded motion, whatever velocity it has now.
bool BulletFlight::ComesByMotion(const Leg& leg, const LegHit& hit, const Contact& contact) const
{
	const BodyMotion& motion = *m_flight.Motion().Find(hit.fixture->GetBody());
	const Vec<double> point = TouchingPoint(leg, hit);
	const Vec<double> surface = (1.0 / m_dt) * motion.WayOf(point, m_flight.Share(leg.TimeAt(hit.fraction)));
	return Dot(surface - contact.velocity, contact.normal) > 2.0 * RoundingClearance(ToFloat(point)) / m_dt;
}

// Returns a speed of approach (m/s). A bullet that comes to a surface no faster has only hopped off it for a moment.
double BulletFlight::SpeedOfHop(const Contact& contact) const
{
	return k_shortestHop * m_dt * AccelerationSeenFrom(contact);
}

// Returns an upper bound of the bullet's acceleration in the frame of the body, which may turn (m/s^2).
double BulletFlight::AccelerationSeenFrom(const Contact& contact) const
{
	const double turn = std::abs(static_cast<double>(contact.moving.angular));
	const double ofTurn = turn * (turn * Length(contact.arm) + 2.0 * Length(contact.RelativeVelocity()));
	return Length(m_arc.acceleration) + ofTurn;
}

// True if the body that was hit is at rest, and the hit is close to the start of the leg. Close means within the gap
// that a bullet keeps from a surface.
bool BulletFlight::IsOnSurfaceAtRest(const Leg& leg, const LegHit& hit) const
{
	const Vec<double> way = Lift<double>(leg.to) - Lift<double>(leg.from);
	const double gap = ContactGap(leg.from, std::numeric_limits<float>::max());
	return hit.fraction * Length(way) <= gap && IsAtRest(hit.fixture->GetBody());
}

// False if the velocities are proven not to separate bullet and body. A fast approach proves it even though the exact
// place where the bullet turns round is not known.
bool BulletFlight::MayPart(const Leg& leg, const LegHit& hit, const Contact& contact) const
{
	const double acceleration = Length(m_arc.acceleration - m_arc.drag * contact.velocity);
	const double speeds = Length(contact.velocity) + Length(contact.surface);
	const bool comesClearly = (contact.ApproachSpeed() <= k_clearApproach * speeds + m_dt * acceleration) == false;
	const b2Body* body = hit.fixture->GetBody();
	return comesClearly == false && (WasPushed(body) || IsAtRest(body) == false || IsOnSurfaceAtRest(leg, hit));
}

// True if the body has received an impulse in this step, or if the bullet's last bounce in this step was off this body.
// In both cases the velocity of body or bullet has changed since the world's step.
bool BulletFlight::WasPushed(const b2Body* body) const
{
	const std::vector<const b2Body*>& pushed = m_state.pushed;
	return body == m_bouncedOff || std::find(pushed.begin(), pushed.end(), body) != pushed.end();
}

// Keeps the bullet in front of a body that only by its recorded motion still moves towards the bullet. The wait ends
// when the bullet flies free of the body, or with the step.
void BulletFlight::Wait(const LegHit& hit, const Leg& before)
{
	Passed().Leave();
	Arrive(before.to, before.end);
	SetOut(Lift<double>(before.to), VelocityAt(before.end));
	std::vector<Touch>& touches = m_state.pressScratch.pressing;
	touches.clear();
	(void)WaitAt(hit.fixture, hit.child, hit.normal);
	const double shortest = k_shortestMove * m_dt;
	double duration = m_flight.OneChordDuration(touches[0].motion, m_kind.radius, Length(m_arc.velocity));
	bool isWedged = false; // even the shortest move is possible only with the smallest gap
	while (m_time < m_end && HasEnded() == false)
	{
		duration = std::clamp(duration, std::min(shortest, m_end - m_time), m_end - m_time);
		switch (WaitOn(duration, isWedged))
		{
		case Waiting::Over:
			return;
		case Waiting::Again:
			duration = m_end - m_time; // with one more solid to wait at, long moves may be possible
			break;
		case Waiting::Held:
		{
			const DiscCast cast = Cast();
			std::erase_if(touches, [](const Touch& touch) { return touch.holds == false; });
			for (Touch& touch : touches)
			{
				touch = cast.TouchOf(touch.fixture, touch.child, Lift<double>(m_position), m_time);
			}
			duration *= 2.0;
			isWedged = false;
			break;
		}
		case Waiting::Blocked:
			if (duration > shortest)
			{
				duration *= 0.5;
				break;
			}
			if (isWedged)
			{
				if (RidesAlong() == false && HasEnded() == false)
				{
					Expire(ExpiredEvent::Reason::Crushed, VelocityAt(m_time));
				}
				return;
			}
			isWedged = true;
			duration = m_end - m_time;
			break;
		}
	}
}

// Lets the bullet keep its place in a rigid body to the end of the step. False if not all solids that block it are of
// one body, or if another solid is in the way.
bool BulletFlight::RidesAlong()
{
	const std::vector<Touch>& touches = m_state.pressScratch.pressing;
	const Touch& first = touches.front();
	const b2Body* body = first.fixture->GetBody();
	const Vec<double> to = first.Carried(Lift<double>(m_position), m_flight.Share(m_time), m_flight.Share(m_end));
	if (FitsFloat(to) == false || std::any_of(touches.begin(), touches.end(),
	                                          [&](const Touch& touch) { return touch.fixture->GetBody() != body; }))
	{
		return false;
	}
	const Leg leg{m_position, ToFloat(to), m_time, m_end};
	if (m_flight.FirstHit(leg, m_kind.radius, Filter(), Passed(), &Passed(), nullptr, body) || HasEnded())
	{
		return false;
	}
	const Vec<double> velocity = VelocityAt(m_time);
	Passed().Leave();
	Arrive(leg.to, leg.end);
	SetOut(Lift<double>(leg.to), velocity);
	return true;
}

// Handles a solid that blocks the waiting bullet even on the shortest move (`move`). The bullet hits that solid if its
// next chord does, or if its velocity leads into the solid. Otherwise the bullet waits at that solid, too. The cast
// uses a whole chord, because the ends of a leg are floats: a very short leg may have another direction.
BulletFlight::Waiting BulletFlight::MeetWaiting(const Leg& move, const LegHit& inTheWay)
{
	const std::optional<Leg> leg = NextLeg();
	const std::optional<LegHit> hit = leg ? FirstHit(*leg) : std::nullopt;
	const bool meets = hit && hit->fixture == inTheWay.fixture && hit->child == inTheWay.child;
	if (HasEnded() || (meets && Impact(*leg, *hit, Way::Waits)))
	{
		return Waiting::Over;
	}
	const Contact contact = ContactAt(move, inTheWay, VelocityAt(m_time));
	if (contact.ApproachSpeed() > SpeedOfHop(contact) && Impact(move, inTheWay, Way::Waits))
	{
		return Waiting::Over;
	}
	return WaitAt(inTheWay.fixture, inTheWay.child, inTheWay.normal) ? Waiting::Again : Waiting::Blocked;
}

// Adds a child to the children at which the bullet waits. False if the bullet waits there already, or if the list has
// k_mostWaitedAt children.
bool BulletFlight::WaitAt(b2Fixture* fixture, int32_t child, const Vec<double>& normal)
{
	std::vector<Touch>& touches = m_state.pressScratch.pressing;
	const auto isOf = [&](const Touch& touch)
	{
		return touch.IsOf(fixture, child);
	};
	if (touches.size() >= k_mostWaitedAt || std::any_of(touches.begin(), touches.end(), isOf))
	{
		return false;
	}
	ReserveOneMore(touches);
	touches.push_back(Cast().TouchOf(fixture, child, Lift<double>(m_position), m_time));
	touches.back().normal = normal;
	return true;
}

Disc BulletFlight::AsDisc() const
{
	Disc disc;
	disc.position = Lift<double>(m_position);
	disc.velocity = VelocityAt(m_time);
	disc.gravity = m_arc.acceleration - m_arc.drag * disc.velocity;
	disc.radius = m_kind.radius;
	disc.mass = m_kind.mass;
	disc.gap = ContactGap(m_position, std::numeric_limits<float>::max());
	disc.leastGap = LeastGap(m_position);
	disc.time = m_time;
	return disc;
}

// Returns the speed that gravity or guidance has added in a duration (s), at a velocity (m/s).
double BulletFlight::SpeedAdded(double duration, const Vec<double>& velocity) const
{
	return duration * Length(m_arc.acceleration - m_arc.drag * velocity);
}

// Returns the velocity after a wait of some duration (s). Removes the speed that gravity or guidance has meanwhile
// added towards the surfaces that hold the bullet. With that speed the bullet would bounce off faster than it came. The
// bodies receive no impulse for the removed speed.
Vec<double> BulletFlight::HeldVelocity(double duration) const
{
	Vec<double> velocity = VelocityAt(m_time);
	const double added = SpeedAdded(duration, velocity);
	for (const Touch& touch : m_state.pressScratch.pressing)
	{
		if (touch.holds == false || added == 0.0) // without it, rounding would change the velocity
		{
			continue;
		}
		const b2Body& body = *touch.fixture->GetBody();
		const Vec<double> point = Lift<double>(m_position) - static_cast<double>(m_kind.radius) * touch.carriedNormal;
		const Vec<double> arm = m_flight.ArmOf(&body, point, m_time);
		Contact contact(m_kind.mass, velocity, body, m_flight.VelocityOf(body), arm, touch.carriedNormal);
		contact.inverseMass = 0.0;
		contact.inverseInertia = 0.0;
		const double rest = std::max(contact.ApproachSpeed() - added, 0.0);
		contact.surface = contact.surface - rest * contact.normal;
		if (contact.ApproachSpeed() > 0.0)
		{
			velocity =
			    AfterBounce(contact, 0.0, MixFriction(m_kind.friction, m_state.SurfaceOf(touch.fixture).friction));
		}
	}
	return velocity;
}

// Returns the velocity after a wait of some duration (s) in which the bullet was wedged. The velocity comes nearer to
// that of the move, such as 0 in a corner at rest. It changes by at most twice the speed that gravity or guidance has
// added.
Vec<double> BulletFlight::WedgedVelocity(double duration, const Vec<double>& ofMove) const
{
	const Vec<double> velocity = VelocityAt(m_time);
	const double added = SpeedAdded(duration, velocity);
	const Vec<double> change = ofMove - velocity;
	const double length = Length(change);
	return length > 2.0 * added ? velocity + (2.0 * added / length) * change : ofMove;
}

// True if all bodies are at rest, and the move lifts the bullet against gravity higher than its speed and its gaps
// allow. In a corner, a plan with tangents at points far ahead may do that.
bool BulletFlight::Climbs(const Disc& disc, const Move& move) const
{
	const std::vector<Touch>& touches = m_state.pressScratch.pressing;
	const double most = 0.5 * Dot(disc.velocity, disc.velocity) + 2.0 * disc.gap * Length(disc.gravity);
	return Dot(disc.gravity, move.offset) < -most &&
	       std::all_of(touches.begin(), touches.end(),
	                   [](const Touch& touch) { return touch.motion == nullptr && touch.belt == 0.0; });
}

// Moves the bullet along with the bodies that it waits at, for a duration (s). If the bullet `isWedged`, it may come as
// close to them as the smallest gap.
BulletFlight::Waiting BulletFlight::WaitOn(double duration, bool isWedged)
{
	const double next = duration < m_end - m_time ? m_time + duration : m_end;
	const Disc disc = AsDisc();
	std::vector<Touch>& touches = m_state.pressScratch.pressing;
	for (const KeptGap kept : {KeptGap::All, KeptGap::Half, KeptGap::Some})
	{
		if (kept == KeptGap::Some && isWedged == false)
		{
			break;
		}
		Press press(m_flight, disc, touches, next - m_time, m_flight.Share(next), m_state.pressScratch);
		const std::optional<Move> move = press.Plan(kept);
		if (move.has_value() == false || FitsFloat(disc.position + move->offset) == false || Climbs(disc, *move))
		{
			continue;
		}
		const Leg leg{m_position, ToFloat(disc.position + move->offset), m_time, next};
		const std::optional<LegHit> hit = FirstHit(leg);
		if (HasEnded())
		{
			return Waiting::Over;
		}
		if (hit.has_value() == false)
		{
			Passed().Leave();
			Arrive(leg.to, next);
			const double moved = next - disc.time;
			SetOut(Lift<double>(leg.to),
			       kept == KeptGap::Some ? WedgedVelocity(moved, (1.0 / moved) * move->offset) : HeldVelocity(moved));
			PassOverlaps();
			const bool holds = std::any_of(touches.begin(), touches.end(), [](const Touch& t) { return t.holds; });
			return holds ? Waiting::Held : Waiting::Over;
		}
		const bool isNew = std::none_of(touches.begin(), touches.end(),
		                                [&](const Touch& touch) { return touch.IsOf(hit->fixture, hit->child); });
		if (isNew)
		{
			// If rounding to floats cancels half of the move, a shorter move would leave the bullet at the same place.
			const bool mayBeShorter = ToFloat(disc.position + 0.5 * move->offset) != m_position;
			return mayBeShorter && duration > k_shortestMove * m_dt ? Waiting::Blocked : MeetWaiting(leg, *hit);
		}
	}
	for (Touch& touch : touches)
	{
		touch.flat = true;
	}
	return Waiting::Blocked;
}

// Functions about grenades that the bullet hits.

std::optional<GrenadeMeeting> BulletFlight::FirstGrenade(const Leg& leg, const std::optional<LegHit>& hit)
{
	if (m_kind.hitsGrenades == false || m_state.ways.AreThere() == false)
	{
		return std::nullopt;
	}
	const auto passes = [&](const GrenadeMeeting& met)
	{
		const std::vector<size_t>& passed = m_state.passedGrenades;
		return m_state.grenades.IsGone(met.grenade) ||
		       std::find(passed.begin(), passed.end(), met.grenade) != passed.end();
	};
	const double fraction = hit ? hit->fraction : std::numeric_limits<double>::infinity();
	return m_state.ways.FirstOn(leg, fraction, m_kind.radius, passes);
}

// True if the grenade was hit after it had flown through this step.
bool BulletFlight::WasHit(const GrenadeMeeting& met) const
{
	return IsSame(m_state.grenades.details[met.grenade].velocity, m_state.ways.LastVelocity(met.grenade)) == false;
}

// The grenade has already flown, so the impulse changes its velocity at the end of the step. If the grenade does not
// bounce after the hit, impulses that it has received since its flight count, too. If it bounces and was hit before,
// only its velocity at the end counts. Otherwise an impulse against its motion at the hit could be along its motion at
// the end.
Contact BulletFlight::ContactAt(const Leg& leg, const GrenadeMeeting& met, const GrenadeBounces& later) const
{
	const GrenadeDetail& grenade = m_state.grenades.details[met.grenade];
	const Vec<double> since = grenade.velocity - m_state.ways.LastVelocity(met.grenade);
	const bool countsAtEnd = later.AreThere() && WasHit(met);
	const Vec<double> moving = countsAtEnd ? grenade.velocity : met.velocity + since;
	return ContactWith(grenade, m_kind.mass, VelocityAt(leg.TimeAt(met.fraction)), moving, met);
}

// A change of velocity within a piece of the grenade's path is no bounce if gravity may have caused it.
GrenadeBounces BulletFlight::LaterBounces(const Leg& leg, const GrenadeMeeting& met) const
{
	const GrenadeDetail& grenade = m_state.grenades.details[met.grenade];
	const double pull = std::abs(static_cast<double>(grenade.def.gravityScale)) *
	                    Length(Lift<double>(GravityOf(m_flight.World()))) * m_dt;
	GrenadeBounces later;
	m_state.ways.ForEachChangeAfter(met, leg.TimeAt(met.fraction),
	                                [&](const Vec<double>& before, const Vec<double>& after)
	                                {
		                                const double rounding = k_floatSpeed * (Length(before) + Length(after));
		                                if (Length(after - before) > pull + rounding)
		                                {
			                                later.Add(before, after);
		                                }
	                                });
	return later;
}

// The end of `before` is rounded. The cast makes sure that this end does not lie behind a solid close behind the
// grenade.
void BulletFlight::MeetGrenade(const Leg& leg, const GrenadeMeeting& met)
{
	const Leg before{leg.from, ToFloat(leg.PointAt(met.fraction)), leg.begin, leg.TimeAt(met.fraction)};
	const std::optional<LegHit> inTheWay = FirstHit(before);
	if (HasEnded())
	{
		return;
	}
	if (inTheWay)
	{
		(void)Impact(before, *inTheWay, Way::Flies);
		return;
	}
	m_sink.MakeRoomForImpact();
	MakeRoomForPoint();
	ReserveOneMore(m_state.passedGrenades);
	m_state.bullets.MakeRoomForHistory(m_index);
	const GrenadeBounces later = LaterBounces(leg, met);
	const bool isMirrored = WasHit(met) == false;
	const Contact contact = ContactAt(leg, met, later);
	if (contact.ApproachSpeed() <= 0.0)
	{
		Passed().Leave();
		Arrive(before.to, before.end);
		if (later.AreThere())
		{
			m_state.passedGrenades.emplace_back(met.grenade);
		}
		else
		{
			WaitAtGrenade(met.grenade, contact.velocity);
		}
		return;
	}
	ImpactEvent impact = Describe(before, met, contact);
	const ImpactDecision decision = Decide(m_state.def.rule, impact, Response::Stop);
	Vec<double> after = RespondToGrenade(impact, contact, m_state.grenades.details[met.grenade].def);
	TakeVelocity(m_state.failures, decision.velocityAfter, impact.response, contact, after);
	NoteOrder(impact);
	DeliverToGrenade(impact, contact, after, isMirrored ? later : GrenadeBounces());
	if (HasEnded() == false)
	{
		GoOnFromGrenade(before, met, impact.response, after);
	}
}

ImpactEvent BulletFlight::Describe(const Leg& before, const GrenadeMeeting& met, const Contact& contact) const
{
	const Vec<double> point = Lift<double>(before.to);
	ImpactEvent impact;
	impact.grenade = m_state.grenades.IdOf(met.grenade);
	impact.position = before.to;
	impact.time = static_cast<float>(before.end);
	impact.thickness = static_cast<float>(met.thickness);
	const double speed = Length(contact.RelativeVelocity());
	impact.velocityBefore = ToFloat(contact.velocity);
	impact.mass = static_cast<float>(contact.mass);
	impact.steepness = SteepnessOf(contact);
	impact.localPoint = ToFloat(contact.arm);
	impact.localNormal = ToFloat(met.normal);
	const double reach = Length(contact.arm) + m_kind.radius;
	const Vec<double> last = reach * met.normal + met.exitWay;
	// Far from the origin, rounding may reduce a radius to 0. The exit is then opposite to the entry.
	const Vec<double> out = Length(last) > 0.0 ? UnitOf(last) : -1.0 * met.normal;
	const double crossing = met.thickness > 0.0 ? Length(met.exitWay) / speed : 0.0; // s
	const Vec<double> touching = point - static_cast<double>(m_kind.radius) * met.normal;
	impact.enter = {StepFraction(before.end, m_dt), ToFloat(touching), ToFloat(met.normal), -1};
	impact.exit = {StepFraction(before.end + crossing, m_dt), ToFloat(point + met.exitWay), ToFloat(out), -1};
	KeepOrder(impact);
	Name(impact, before.end);
	return impact;
}

Vec<double> BulletFlight::RespondToGrenade(ImpactEvent& impact, const Contact& contact, const GrenadeDef& grenade)
{
	switch (impact.response)
	{
	case Response::Bounce:
		History().bounces += 1;
		return AfterBounce(contact, MixRestitution(m_kind.restitution, grenade.restitution),
		                   MixFriction(m_kind.friction, grenade.friction));
	case Response::Pierce:
		History().pierces += 1;
		return contact.velocity;
	case Response::Ignore:
		return contact.velocity;
	case Response::Stop:
		break;
	}
	return AfterStop(contact);
}

void BulletFlight::DeliverToGrenade(ImpactEvent& impact, const Contact& contact, const Vec<double>& after,
                                    const GrenadeBounces& later)
{
	Complete(impact, contact, after);
	const size_t i = m_state.grenades.PositionOf(impact.grenade); // a rule may have cancelled it
	if (i < m_state.grenades.states.size())
	{
		GrenadeDetail& grenade = m_state.grenades.details[i];
		const bool isPushed = impact.impulse != b2Vec2{0.0f, 0.0f} &&
		                      TakeImpulse(m_state.grenades.states[i], grenade,
		                                  later.After(Lift<double>(impact.impulse)), later.ArmAfter(contact.arm));
		if (impact.response != Response::Ignore)
		{
			LightFuse(grenade, grenade.age - m_dt + impact.time);
		}
		if (isPushed || impact.response != Response::Ignore)
		{
			m_state.sleep.Wake(impact.grenade);
		}
	}
	m_sink.Report(impact);
}

void BulletFlight::GoOnFromGrenade(const Leg& before, const GrenadeMeeting& met, Response response,
                                   const Vec<double>& velocity)
{
	const Vec<double> arrival = VelocityAt(before.end);
	Passed().Leave();
	Arrive(before.to, before.end, true);
	switch (response)
	{
	case Response::Stop:
		Expire(ExpiredEvent::Reason::Stopped, velocity);
		return;
	case Response::Bounce:
		if (Dot(velocity - met.velocity, met.normal) < 0.0)
		{
			WaitAtGrenade(met.grenade, velocity);
			return;
		}
		SetOut(Lift<double>(before.to), velocity);
		return;
	case Response::Pierce:
	case Response::Ignore:
		break;
	}
	m_state.passedGrenades.push_back(met.grenade);
	if (IsSame(velocity, arrival) == false)
	{
		SetOut(PositionAt(before.end), velocity);
	}
}

// Handles a bullet and a grenade whose velocities separate them, although the grenade's path of this step leads into
// the bullet. That path is already flown, so the bullet moves along with the grenade until the step ends.
void BulletFlight::WaitAtGrenade(size_t grenade, const Vec<double>& velocity)
{
	const Vec<double> way = m_state.ways.PositionAt(grenade, m_end) - m_state.ways.PositionAt(grenade, m_time);
	SetOut(Lift<double>(m_position), velocity);
	const Vec<double> to = Lift<double>(m_position) + way;
	const Leg leg{m_position, ToFloat(to), m_time, m_end};
	if (FitsFloat(to) == false || leg.end <= leg.begin)
	{
		return;
	}
	const std::optional<LegHit> hit = FirstHit(leg);
	if (HasEnded())
	{
		return;
	}
	if (hit)
	{
		(void)Impact(leg, *hit, Way::Flies);
		return;
	}
	MakeRoomForPoint();
	const Vec<double> last = VelocityAt(m_end);
	Passed().Leave();
	Arrive(leg.to, leg.end);
	SetOut(Lift<double>(leg.to), last);
}

// A bullet that has kept its arc through the whole step needs no recorded path, because its positions follow from the
// arc.
void FlyBullet(PluginState& state, const Flight& flight, size_t i, double dt)
{
	const double launch = state.bullets.LaunchOf(i).time;
	BulletSink sink(state, i);
	FlyAndKeep(BulletFlight(state, flight, state.bullets.Look(i), dt, sink));
	const bool hasKeptArc = state.bullets.IsFlying(i) && state.bullets.LaunchOf(i).time == launch;
	if (hasKeptArc && state.original == nullptr && state.bullets.KindOf(i).keepsPath == false)
	{
		state.events.path.DropLast();
	}
}

void RecordEnd(PluginState& state, size_t i, double dt, const PathPoint& begin, bool isOneChord, const PathPoint& end)
{
	const BulletStore& bullets = state.bullets;
	PathLog& path = state.events.path;
	path.Begin(bullets.IdOf(i), false, begin.position);
	if (begin.time > 0.0f)
	{
		path.points.push_back(begin);
	}
	if (isOneChord == false)
	{
		const BulletLaunch& launch = bullets.LaunchOf(i);
		const Arc arc = bullets.ArcOf(launch);
		LegStart at{begin.position, std::max(launch.time - bullets.Clock(), 0.0)};
		const double last = std::min(dt, launch.time + launch.lifetime - bullets.Clock());
		const double until = std::min(last, static_cast<double>(end.time));
		while (at.time < until)
		{
			const ChordLimits limits{state.def.chordError, dt / k_maxChordsPerStep, last - at.time};
			const std::optional<Leg> leg = ChordOf(arc, bullets.Clock(), launch.time, at, last, limits);
			if (leg.has_value() == false || leg->end >= until)
			{
				break;
			}
			path.points.push_back({leg->to, static_cast<float>(leg->end)});
			at = {leg->to, leg->end};
		}
	}
	path.points.push_back(end);
}

} // namespace ricochet
