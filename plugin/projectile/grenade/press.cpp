// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/grenade/press.h"

#include "host/host.h"
#include "projectile/base/ballistics.h"
#include "shapes/cast_shape.h"

#include <algorithm>
#include <cmath>
#include <limits>

// Plans the move, the velocity and the spin of a disc from the children that touch it.

namespace ricochet
{

namespace
{

// During a move, two tangents of a child count as tangents of the same side if the cosine between their normals is
// larger than this.
constexpr double k_sameSide = 0.5;

// If an offset violates the tangent of a child by at most this share of the gap, the plan keeps that tangent.
constexpr double k_tangentSlack = 1.0e-3;

constexpr size_t k_moreRounds = 4;

// A body that approaches more slowly than this does not squeeze a disc at rest out of a narrow wedge (m/s).
constexpr double k_slowSqueeze = 0.03 * b2_lengthUnitsPerMeter;

// The lower bound of a divisor. It keeps the quotient finite.
constexpr double k_leastCosine = 1.0e-9;

// The share of the gap that a disc must keep if it has no other move (KeptGap::Some).
constexpr double k_someGap = 0.1;

// The upper bound of what rounding adds to the square of a velocity, as a share of that square.
constexpr double k_gainSlack = 1.0e-12;

// The largest speed at which a disc may approach a body that it has pressed before. The unit is the speed that gravity
// adds in a step. A body without support gives way one step later, and an engine may push it against the disc.
constexpr double k_fallingSteps = 6.0;

// The energy that a load may give a body beyond the energy that the disc loses. The unit is m v^2: m is the disc's
// mass, v the speed that gravity adds in the move. A body of mass m / 64 that takes the whole weight gains (m v)^2 / (2
// m / 64) = 32 m v^2. Its support takes that energy in the next step of the world.
constexpr double k_restingEnergy = 32.0;

// A disc that moves along a surface more slowly than this is at rest on it.
constexpr double k_standingSpeed = 1.0e-6 * b2_lengthUnitsPerMeter;

// Returns the numbers a and b with vector = a n + b m.
std::array<double, 2> PartsAlong(const Vec<double>& vector, const Vec<double>& n, const Vec<double>& m)
{
	const double cross = Cross(n, m);
	return {Cross(vector, m) / cross, Cross(n, vector) / cross};
}

} // namespace

// Finds the children that hold the disc by trial. If a plan runs into a child, that child is added, and the plan is
// made anew.
std::optional<Move> Press::Plan(KeptGap kept)
{
	CarryTouches(kept);
	const Vec<double> freely = m_disc.velocity + m_duration * m_disc.gravity;
	const auto glue = std::find_if(m_touches.begin(), m_touches.end(), [](const Touch& t) { return t.isGlue; });
	if (glue != m_touches.end())
	{
		return StuckTo(*glue, freely);
	}
	Move move{0.5 * m_duration * (m_disc.velocity + freely), freely, m_disc.spin, {}};
	if (kept == KeptGap::Some && Hold({}) == false)
	{
		return Staying(freely);
	}
	m_ground = nullptr;
	m_second = nullptr;
	m_holder = nullptr;
	for (size_t round = 0; round < m_touches.size() + k_moreRounds && Hold(move.offset); ++round)
	{
		FindVelocity(freely, move);
		const std::optional<Vec<double>> offset = OffsetUnder(move.velocity);
		if (offset.has_value() == false)
		{
			return std::nullopt;
		}
		move.offset = *offset;
	}
	move.velocity = WithoutGain(move);
	move.velocity = WithoutFall(move);
	FindLoads(freely, move);
	return move;
}

// Returns a move in which the disc stays in its place. If it lies on a dynamic body, that body receives the momentum
// that gravity would have added to the disc.
Move Press::Staying(const Vec<double>& freely) const
{
	Move move{{}, m_disc.velocity, m_disc.spin, {}};
	const auto free = std::find_if(m_touches.begin(), m_touches.end(),
	                               [&](const Touch& touch)
	                               { return touch.IsFree() && Dot(m_disc.gravity, touch.carriedNormal) < 0.0; });
	if (free != m_touches.end())
	{
		const Vec<double> taken = m_disc.mass * (freely - move.velocity);
		move.loads[0] = LoadOn(*free, free->carriedNormal, taken, freely, move.velocity);
	}
	return move;
}

// Returns the velocity, reduced so that the disc gains no more energy than its lost height and its spin supply. At a
// corner the tangent turns along the path, so gravity along the last tangent would add too much speed. If the corner
// keeps the disc above the path of a free fall, the velocity of that fall would be too large, too.
Vec<double> Press::WithoutGain(const Move& move) const
{
	const Touch* holder = m_ground != nullptr ? m_ground : m_holder;
	if (holder == nullptr || m_second != nullptr || m_sticks || holder->IsFree())
	{
		return move.velocity;
	}
	const Contact contact = ContactWith(*holder, move.velocity);
	const Vec<double>& surface = contact.surface;
	const Vec<double> before = m_disc.velocity - surface;
	const Vec<double> after = move.velocity - surface;
	const Vec<double> carried = holder->way + (m_duration * holder->belt) * contact.Tangent();
	const double work = Dot(m_disc.gravity, move.offset - carried);
	const double turning = SpinOf(*holder);
	const double rimBefore = m_disc.radius * (m_disc.spin - turning);
	const double rimAfter = m_disc.radius * (move.spin - turning);
	const double spent = 0.5 * (rimBefore * rimBefore - rimAfter * rimAfter);
	const double most = std::max(Dot(before, before) + 2.0 * work + spent, 0.0);
	const double square = Dot(after, after);
	return square > most * (1.0 + k_gainSlack) ? surface + std::sqrt(most / square) * after : move.velocity;
}

// Returns the speed that gravity adds in the whole step (m/s).
double Press::StepGravity() const
{
	return m_duration / (m_end - m_begin) * Length(m_disc.gravity);
}

// Limits the speed at which a disc approaches a dynamic body that it pressed in the last step. If something supports
// the body, the body does not give way, and without a limit gravity would make the disc faster in every step. A body
// without support gives way only one step later. So the limit is the speed that gravity adds in k_fallingSteps steps,
// or the present speed if that is higher.
Vec<double> Press::WithoutFall(const Move& move) const
{
	const Touch* holder = m_ground != nullptr ? m_ground : m_holder;
	if (holder == nullptr || holder->IsFree() == false || holder->bears == false)
	{
		return move.velocity;
	}
	const Vec<double>& normal = holder->plane.normal;
	const double speed = Dot(holder->way, normal) / m_duration;
	const double before = speed - Dot(m_disc.velocity, normal);
	const double after = speed - Dot(move.velocity, normal);
	const double most = std::max(before, k_fallingSteps * StepGravity());
	return after > most ? move.velocity + (after - most) * normal : move.velocity;
}

double Press::KeptBy(const Touch& touch, KeptGap kept) const
{
	const double gap = std::min(touch.gap, m_disc.gap);
	switch (kept)
	{
	case KeptGap::All:
		return touch.gap < 0.5 * m_disc.gap ? m_disc.gap : gap;
	case KeptGap::Half:
		return std::max(0.5 * gap, m_disc.leastGap);
	case KeptGap::Some:
		break;
	}
	return k_someGap * gap;
}

void Press::CarryTouches(KeptGap kept)
{
	for (Touch& touch : m_touches)
	{
		touch.keep = KeptBy(touch, kept);
		touch.way = touch.Carried(m_disc.position, m_begin, m_end) - m_disc.position;
		touch.carriedNormal = touch.CarriedNormal(m_begin, m_end);
		touch.holds = false;
	}
}

bool Press::Hold(const Vec<double>& offset)
{
	bool holdsMore = false;
	for (Touch& touch : m_touches)
	{
		holdsMore = HoldTouch(touch, offset) || holdsMore;
	}
	return holdsMore;
}

// True if the disc runs into the child, so that the child now holds it, or now holds it by another tangent.
bool Press::HoldTouch(Touch& touch, const Vec<double>& offset) const
{
	const double missed = touch.holds ? touch.plane.bound - Dot(touch.plane.normal, offset) : 0.0;
	if (touch.holds && missed <= k_tangentSlack * touch.keep)
	{
		return false;
	}
	const HalfPlane carried{touch.carriedNormal, Dot(touch.carriedNormal, touch.way) + touch.keep - touch.gap};
	if (Dot(carried.normal, offset) >= carried.bound)
	{
		return false;
	}
	HalfPlane plane = carried;
	if (touch.flat == false)
	{
		// Beside a corner the tangent turns along the path. The tangent at the end of the move counts, if it is of the
		// same side.
		const Separation end =
		    SeparateFromPart(*touch.fixture->GetShape(), touch.child, touch.PoseAt(m_end), m_disc.position + offset);
		if (end.distance > 0.0 && Dot(end.normal, touch.carriedNormal) > k_sameSide)
		{
			const double clear = end.distance - m_disc.radius;
			if (clear >= touch.keep)
			{
				return false;
			}
			plane = {end.normal, Dot(end.normal, offset) + touch.keep - clear};
		}
	}
	touch.holds = true;
	touch.plane = plane;
	return true;
}

std::optional<Vec<double>> Press::OffsetUnder(const Vec<double>& velocity)
{
	Vec<double> wanted = 0.5 * m_duration * (m_disc.velocity + velocity);
	if (m_sticks)
	{
		// If the disc has landed with a gap that is too wide, it moves down to the usual gap.
		const double excess = m_ground->gap - m_disc.gap;
		const Vec<double>& normal = m_ground->plane.normal;
		wanted = m_ground->way - (excess > 0.5 * m_disc.gap ? excess : 0.0) * normal +
		         (m_duration * m_ground->belt) * Vec<double>{normal.y, -normal.x};
	}
	else if (m_ground != nullptr && m_second == nullptr)
	{
		const Vec<double>& normal = m_ground->plane.normal;
		wanted = wanted + Dot(m_ground->way - wanted, normal) * normal;
	}

	double reach = m_disc.radius + m_disc.gap + Length(wanted);
	m_planes.clear();
	m_owners.clear();
	for (Touch& touch : m_touches)
	{
		if (touch.holds)
		{
			m_planes.push_back(touch.plane);
			m_owners.push_back(&touch);
			reach = std::max(reach, m_disc.radius + m_disc.gap + Length(wanted) + 8.0 * Length(touch.way));
		}
	}
	const std::optional<NearestPoint> place = NearestWithin(m_planes, wanted, reach);
	if (place.has_value() == false || IsWedged(*place, wanted))
	{
		return std::nullopt;
	}
	m_holder = place->first >= 0 ? m_owners[static_cast<size_t>(place->first)] : nullptr;
	return place->at;
}

// A disc between two planes slips out if half the angle between the planes is larger than the angle of friction of
// either plane. Otherwise the disc is wedged. Returns true only if the disc is wedged and at rest, and one plane
// belongs to a dynamic body that approaches slowly. That body is then stopped.
bool Press::IsWedged(const NearestPoint& place, const Vec<double>& wanted) const
{
	if (m_disc.wedges == false || place.second < 0 || Length(m_disc.velocity) >= k_quietSpeed ||
	    Length(place.at - wanted) <= m_disc.leastGap)
	{
		return false;
	}
	const Touch& a = *m_owners[static_cast<size_t>(place.first)];
	const Touch& b = *m_owners[static_cast<size_t>(place.second)];
	const double cosine = -Dot(a.plane.normal, b.plane.normal);
	const double tangent = std::sqrt(std::max(1.0 - cosine, 0.0) / std::max(1.0 + cosine, k_leastCosine));
	const auto isSlow = [&](const Touch& t)
	{
		return t.motion != nullptr && t.IsFree() && Length(t.way) < k_slowSqueeze * m_duration;
	};
	return (isSlow(a) || isSlow(b)) && tangent <= std::min(a.friction, b.friction);
}

// Returns the contact, with the surface velocity at the disc's centre. A disc that sticks to a turning body moves as a
// part of this body.
Contact Press::ContactWith(const Touch& touch, const Vec<double>& velocity) const
{
	const b2Body* body = touch.fixture->GetBody();
	const Vec<double> arm = m_flight.ArmOf(body, m_disc.position + touch.way, m_disc.time + m_duration);
	Contact contact(m_disc.mass, velocity, *body, m_flight.VelocityOf(*body), arm, touch.plane.normal);
	contact.surface = contact.surface + touch.belt * contact.Tangent();
	return contact;
}

// Returns the inverse effective mass of a free body along u, at the point where the disc touches it. The unit is the
// disc's inverse mass. 0 if the body is not free.
double Press::GiveOf(const Touch& touch, const Contact& contact, const Vec<double>& u) const
{
	if (touch.IsFree() == false)
	{
		return 0.0;
	}
	const double lever = Cross(contact.arm - m_disc.radius * contact.normal, u);
	return m_disc.mass * (contact.inverseMass + contact.inverseInertia * lever * lever);
}

// Returns the least normal velocity of the disc that a child allows, or none if it allows any. A static or driven body
// stops the approach completely. A dynamic body removes the part of the approach that gravity adds. If the disc already
// lay on the body, it removes the rest, too. Otherwise an impact removes the rest.
std::optional<double> Press::BoundOf(const Touch& touch, const Vec<double>& freely) const
{
	const Contact contact = ContactWith(touch, m_disc.velocity);
	const Vec<double>& normal = touch.plane.normal;
	double bound = Dot(contact.surface, normal);
	if (touch.IsFree() == false || contact.inverseMass == 0.0)
	{
		return bound;
	}
	if (Dot(m_disc.gravity, normal) >= 0.0)
	{
		return std::nullopt;
	}
	const double give = GiveOf(touch, contact, normal);
	bound -= touch.into.freedom * give * touch.into.pressed / m_disc.mass + m_end * touch.into.drift;
	if (touch.bears == false && contact.ApproachSpeed() >= k_quietSpeed)
	{
		bound = std::min(bound, Dot(m_disc.velocity, normal));
	}
	const double falling = Dot(freely, normal);
	const double approach = bound - falling;
	if (approach <= 0.0)
	{
		return bound;
	}
	const double most = std::max(touch.into.mostImpulse / m_disc.mass, approach / (1.0 + give));
	return falling + std::min(approach / (1.0 + touch.into.freedom * give), most);
}

std::optional<NearestPoint> Press::NearestVelocity(const Vec<double>& freely, bool dynamic)
{
	m_planes.clear();
	m_owners.clear();
	for (Touch& touch : m_touches)
	{
		if (touch.holds == false || (dynamic == false && touch.fixture->GetBody()->GetType() == b2_dynamicBody))
		{
			continue;
		}
		if (const std::optional<double> bound = BoundOf(touch, freely))
		{
			m_planes.push_back({touch.plane.normal, *bound});
			m_owners.push_back(&touch);
		}
	}
	return NearestWithin(m_planes, freely, std::numeric_limits<double>::infinity());
}

// True if two bodies that close in on the disc give it no more energy than they lose. Without this check a narrow wedge
// would throw a light disc out at any speed, as if the bodies could not yield.
bool Press::IsPaid(const NearestPoint& held, const Vec<double>& freely) const
{
	const double gained = 0.5 * m_disc.mass * (Dot(held.at, held.at) - Dot(freely, freely));
	if (gained <= 0.0 || held.second < 0)
	{
		return true;
	}
	const Touch* touches[] = {m_owners[static_cast<size_t>(held.first)], m_owners[static_cast<size_t>(held.second)]};
	const std::array<double, 2> parts =
	    PartsAlong(m_disc.mass * (freely - held.at), touches[0]->plane.normal, touches[1]->plane.normal);
	double lost = 0.0;
	for (size_t i = 0; i < parts.size(); ++i)
	{
		const Vec<double>& normal = touches[i]->plane.normal;
		const Contact contact = ContactWith(*touches[i], held.at);
		const double speed = Dot(contact.surface, normal);
		const double give = GiveOf(*touches[i], contact, normal) / m_disc.mass;
		const double given = -parts[i] * (speed + 0.5 * parts[i] * touches[i]->into.freedom * give);
		// A body of finite mass cannot lose more energy than it has by its approach.
		lost += give > 0.0 ? std::min(given, 0.5 * speed * speed / give) : given;
	}
	return gained <= lost;
}

void Press::FindVelocity(const Vec<double>& freely, Move& move)
{
	m_ground = nullptr;
	m_second = nullptr;
	m_sticks = false;
	m_ahead = 0.0;
	move.spin = m_disc.spin;
	std::optional<NearestPoint> held = NearestVelocity(freely, true);
	if (held.has_value() == false || IsPaid(*held, freely) == false)
	{
		held = NearestVelocity(freely, false);
	}
	move.velocity = held ? held->at : m_disc.velocity;
	if (held.has_value() == false || held->first < 0)
	{
		return;
	}
	m_ground = m_owners[static_cast<size_t>(held->first)];
	if (held->second >= 0)
	{
		m_second = m_owners[static_cast<size_t>(held->second)];
		RubBoth(freely, move);
		return;
	}
	Rub(freely, move);
}

double Press::SpinOf(const Touch& touch) const
{
	const b2Body* body = touch.fixture->GetBody();
	return body->GetType() != b2_staticBody ? static_cast<double>(m_flight.VelocityOf(*body).angular) : 0.0;
}

// Applies Coulomb friction and rolling resistance, if only one surface holds the disc.
void Press::Rub(const Vec<double>& freely, Move& move)
{
	const Contact contact = ContactWith(*m_ground, move.velocity);
	const Vec<double> tangent = contact.Tangent();
	const double normalPush = Length(move.velocity - freely);
	const double turning = SpinOf(*m_ground);
	Rolling rolling;
	rolling.slide = Dot(contact.RelativeVelocity(), tangent);
	rolling.rim = m_disc.radius * (m_disc.spin - turning);
	rolling.give = GiveOf(*m_ground, contact, tangent);
	rolling.mostFriction = m_ground->friction * normalPush;
	rolling.mostCouple = m_disc.rollingResistance * normalPush;
	const Rubbing rubbing = m_ground->IsFree() ? RubFree(rolling) : RubDisc(rolling);

	const double slideBefore = Dot(m_disc.velocity - contact.surface, tangent);
	m_sticks = rubbing.sticks && std::abs(slideBefore) <= rolling.mostFriction + k_standingSpeed;
	m_ahead = normalPush > 0.0 ? m_disc.radius * rubbing.couple / normalPush : 0.0;
	if (m_sticks && rolling.give == 0.0 && std::abs(contact.ApproachSpeed()) < k_standingSpeed)
	{
		move.velocity = contact.surface; // exactly, to the bit: the disc rests on the surface
		move.spin = turning;
		return;
	}
	move.velocity = move.velocity + rubbing.friction * tangent;
	move.spin = turning + (rolling.rim + 2.0 * (rubbing.friction + rubbing.couple)) / m_disc.radius;
}

// Returns the friction on a dynamic body. The support of the body resists friction, too. If that were ignored, friction
// would be too small for a disc that is heavier than the body, and the disc would creep. Too much friction would make
// the body oscillate. So the friction grows only step by step.
Rubbing Press::RubFree(const Rolling& alone) const
{
	const Giving& along = m_ground->along;
	const Rubbing least = RubDisc(alone);
	if (m_ground->bears == false)
	{
		return least;
	}
	Rolling held = alone;
	held.give *= along.freedom;
	held.slide -= m_end * along.drift + held.give * along.pressed / m_disc.mass;
	const double most = std::max(std::abs(least.friction), along.mostImpulse / m_disc.mass);
	held.mostFriction = std::min(held.mostFriction, most);
	Rubbing rubbing = RubDisc(held);
	rubbing.sticks = rubbing.sticks || least.sticks;
	return rubbing;
}

// Brakes the spin of a disc that two surfaces hold between them. They let the disc move in no direction.
void Press::RubBoth(const Vec<double>& freely, Move& move) const
{
	const double push = Length(move.velocity - freely);
	const double friction = m_ground->friction + m_second->friction + m_disc.rollingResistance;
	const double turning = SpinOf(*m_ground);
	const double rim = m_disc.radius * (m_disc.spin - turning);
	const double brake = std::min(2.0 * friction * push, std::abs(rim));
	move.spin = turning + (rim - std::copysign(brake, rim)) / m_disc.radius;
}

// The disc moves as a part of the child. If the body of the child takes impulses, the two are one rigid body of mass
// m + M. Momentum gives the velocity of its centre of mass. The spin about that centre,
//   I w + J s + mu cross(r, v - u),   mu = m M / (m + M),   r from the body's centre to the disc's,
// keeps its value while r turns with the body. Here I, w, u and M are inertia, spin, velocity and mass of the body; J,
// s, v and m are those of the disc. So a pair that already turns as one rigid body keeps its energy, and any other pair
// loses energy.
Move Press::StuckTo(Touch& glue, const Vec<double>& freely) const
{
	glue.plane.normal = glue.carriedNormal;
	const double lack = glue.gap < 0.5 * m_disc.gap ? m_disc.gap - glue.gap : 0.0;
	Move move{glue.way + lack * glue.carriedNormal, {}, SpinOf(glue), {}};
	const Contact contact = ContactWith(glue, freely);
	move.velocity = contact.surface - glue.belt * contact.Tangent();
	if (glue.IsFree() == false || contact.inverseMass == 0.0)
	{
		return move;
	}
	const b2Body* body = glue.fixture->GetBody();
	const double mass = 1.0 / contact.inverseMass;
	const double sum = mass + m_disc.mass;
	const double reduced = mass * m_disc.mass / sum;
	const Vec<double> before = m_flight.ArmOf(body, m_disc.position, m_disc.time);
	const Vec<double>& arm = contact.arm;
	// Box2D has already given the body the gravity of the whole step. The disc receives its gravity move by move.
	const double rest = (1.0 - m_end) * m_duration / (m_end - m_begin);
	const Vec<double> bodyVelocity = Lift<double>(m_flight.VelocityOf(*body).linear) - rest * m_disc.gravity;
	const double own = 0.5 * m_disc.mass * m_disc.radius * m_disc.radius;
	double torque = 0.0;
	if (contact.inverseInertia > 0.0)
	{
		const double inertia = 1.0 / contact.inverseInertia;
		const double turning = inertia * move.spin + own * m_disc.spin + reduced * Cross(before, freely - bodyVelocity);
		const double spin = turning / (inertia + own + reduced * Dot(arm, arm));
		torque = inertia * (spin - move.spin);
		move.spin = spin;
	}
	const Vec<double> center = (1.0 / sum) * (m_disc.mass * freely + mass * bodyVelocity);
	const Vec<double> relative{-move.spin * arm.y, move.spin * arm.x};
	move.velocity = center + (mass / sum) * relative;
	GlueLoads(glue, contact, m_disc.mass * (freely - move.velocity), torque, move);
	return move;
}

// The glue acts on the body at two points a radius beside the touching point. Together they give an impulse and a
// torque about the body's centre.
void Press::GlueLoads(const Touch& glue, const Contact& contact, const Vec<double>& impulse, double torque,
                      Move& move) const
{
	const Vec<double>& normal = glue.carriedNormal;
	const double lacking = torque - Cross(contact.arm - m_disc.radius * normal, impulse);
	const Vec<double> pair = (0.5 * lacking / m_disc.radius) * normal;
	move.loads[0] = {&glue, normal, 0.5 * impulse + pair, m_disc.radius, true};
	move.loads[1] = {&glue, normal, 0.5 * impulse - pair, -m_disc.radius, true};
}

// The work of an impulse on the disc is the impulse times the mean of the disc's velocities before and after it. The
// body may gain that energy and a surplus, because only the next step of the world shows what its support takes. In a
// wedge, a body on a support receives at most the impulse that the support is known to bear.
Load Press::LoadOn(const Touch& touch, const Vec<double>& normal, const Vec<double>& impulse, const Vec<double>& freely,
                   const Vec<double>& velocity) const
{
	if (touch.IsFree() == false)
	{
		return {};
	}
	Load load{&touch, normal, impulse};
	load.mean = 0.5 * (freely + velocity);
	const double falling = m_duration * Length(m_disc.gravity);
	load.surplus = k_restingEnergy * m_disc.mass * falling * falling;
	load.isBorne = touch.isBorne;
	const double into = -Dot(impulse, normal);
	if (touch.isBorne && m_second != nullptr && into > touch.into.mostImpulse)
	{
		load.impulse = (touch.into.mostImpulse / into) * impulse;
	}
	return load;
}

// Sets the impulses on the dynamic bodies that hold the disc.
void Press::FindLoads(const Vec<double>& freely, Move& move) const
{
	const Vec<double> taken = m_disc.mass * (freely - move.velocity);
	if (m_ground == nullptr)
	{
		if (m_holder != nullptr)
		{
			move.loads[0] = LoadOn(*m_holder, m_holder->plane.normal, taken, freely, move.velocity);
		}
		return;
	}
	const Vec<double>& n = m_ground->plane.normal;
	if (m_second == nullptr)
	{
		move.loads[0] = LoadOn(*m_ground, n, taken, freely, move.velocity);
		// The impulse acts at the rim, so it takes energy from the spin, too.
		const Vec<double> rim = m_ahead * Vec<double>{n.y, -n.x} - m_disc.radius * n;
		const double spin = 0.5 * (m_disc.spin + move.spin);
		move.loads[0].ahead = m_ahead;
		move.loads[0].mean = move.loads[0].mean + spin * Vec<double>{-rim.y, rim.x};
		return;
	}
	// In a narrow wedge, the two parts of the impulse are large and nearly opposite. Together they may give the energy
	// that the disc loses.
	const Vec<double>& m = m_second->plane.normal;
	const auto [first, second] = PartsAlong(taken, n, m);
	const double lost = 0.5 * Dot(taken, freely + move.velocity) / (std::abs(first) + std::abs(second));
	move.loads[0] = LoadOn(*m_ground, n, first * n, freely, move.velocity);
	move.loads[1] = LoadOn(*m_second, m, second * m, freely, move.velocity);
	move.loads[0].mean = std::copysign(lost, first) * n;
	move.loads[1].mean = std::copysign(lost, second) * m;
	move.loads[0].surplus = 0.0;
	move.loads[1].surplus = 0.0;
}

// A disc has I = m r^2 / 2. Friction f and couple q change its slide x and its rim y to
//   x' = x + (1 + give) f,  y' = y + 2 f + 2 q,
// and the touching point slips at x' + y'. The energy x'^2 / (2 (1 + give)) + y'^2 / 4 is convex. So its least value
// within the bounds is where both speeds are zero, or on a border.
Rubbing RubDisc(const Rolling& rolling)
{
	const auto frictionWith = [&](double couple)
	{
		const double hold = -(rolling.slide + rolling.rim + 2.0 * couple) / (3.0 + rolling.give);
		return std::clamp(hold, -rolling.mostFriction, rolling.mostFriction);
	};
	const auto coupleWith = [&](double friction)
	{
		return std::clamp(-0.5 * rolling.rim - friction, -rolling.mostCouple, rolling.mostCouple);
	};
	const double stop = -rolling.slide / (1.0 + rolling.give);
	const double still = -0.5 * rolling.rim - stop;
	if (std::abs(stop) <= rolling.mostFriction && std::abs(still) <= rolling.mostCouple)
	{
		return {stop, still, true};
	}

	Rubbing best;
	double least = 0.0;
	bool found = false;
	const auto offer = [&](double friction, double couple)
	{
		const double slide = rolling.slide + (1.0 + rolling.give) * friction;
		const double rim = rolling.rim + 2.0 * (friction + couple);
		const double energy = slide * slide / (2.0 * (1.0 + rolling.give)) + 0.25 * rim * rim;
		if (found == false || energy < least)
		{
			best = {friction, couple, false};
			least = energy;
			found = true;
		}
	};
	for (const double sign : {-1.0, 1.0})
	{
		const double couple = sign * rolling.mostCouple;
		offer(frictionWith(couple), couple);
		const double friction = sign * rolling.mostFriction;
		offer(friction, coupleWith(friction));
	}
	return best;
}

} // namespace ricochet
