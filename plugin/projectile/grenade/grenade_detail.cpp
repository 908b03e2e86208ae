// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/grenade/grenade_detail.h"

#include "projectile/base/ballistics.h"
#include "projectile/base/free_places.h"
#include "projectile/save/saved_defs.h"

#include <box2d/b2_common.h>

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

// Bearing learns from a step only if two changes are larger than these: that of the impulse (a share), and that of the
// speed (m/s).
constexpr double k_leastChange = 1.0e-3;
constexpr double k_leastSpeedChange = 1.0e-4 * b2_lengthUnitsPerMeter;

// Roughly the number of grenades that may press one body at a time.
constexpr double k_mostFreedom = 1000.0;

// The velocities of a saved grenade after an impulse.
struct Moving
{
	Vec<double> velocity{};
	double spin = 0.0;
};

Moving AfterImpulse(const GrenadeDetail& detail, const Vec<double>& impulse, const Vec<double>& arm)
{
	const double mass = detail.def.mass;
	const double radius = detail.def.radius;
	return {detail.velocity + (1.0 / mass) * impulse,
	        detail.spin + 2.0 / (mass * radius * radius) * Cross(arm, impulse)};
}

} // namespace

bool CanTakeImpulse(const GrenadeDetail& detail, const Vec<double>& impulse, const Vec<double>& arm)
{
	const Moving after = AfterImpulse(detail, impulse, arm);
	return FitsFloat(after.velocity) && FitsFloat({after.spin, 0.0});
}

GrenadeId Grenades::Add(const GrenadeDef& def)
{
	GrenadeState state;
	state.position = def.position;
	state.velocity = def.velocity;
	state.angularVelocity = def.angularVelocity;
	state.radius = def.radius;
	state.userData = def.userData;
	GrenadeDetail detail;
	detail.def = def;
	detail.position = Lift<double>(def.position);
	detail.velocity = Lift<double>(def.velocity);
	detail.spin = def.angularVelocity;
	return Add(state, std::move(detail));
}

bool TakeImpulse(GrenadeState& grenade, GrenadeDetail& detail, const Vec<double>& impulse, const Vec<double>& arm)
{
	if (CanTakeImpulse(detail, impulse, arm) == false)
	{
		return false;
	}
	const Moving after = AfterImpulse(detail, impulse, arm);
	detail.velocity = after.velocity;
	detail.spin = after.spin;
	grenade.velocity = ToFloat(after.velocity);
	grenade.angularVelocity = ToFloat(after.spin);
	grenade.resting = grenade.resting && impulse.x == 0.0 && impulse.y == 0.0;
	return true;
}

Bearing Bearing::Learnt(const Contact& contact, const Vec<double>& surfaceNow) const
{
	Bearing next;
	next.fixture = fixture;
	next.child = child;
	next.surface = surfaceNow;
	next.hasBefore = true;
	next.change = surfaceNow - surface;
	next.impulseBefore = impulse;
	const Vec<double> inward = -1.0 * contact.normal;
	const Vec<double> tangent = contact.Tangent();
	next.into = Learnt(into, next.change, inward, contact.InverseBodyMass(inward));
	next.along = Learnt(along, next.change, tangent, contact.InverseBodyMass(tangent));
	return next;
}

// In a step with the impulse j, the speed of the surface changes by a + k j. Here a is `drift`, and k is `freedom`
// times the inverse mass. Two steps with different j and about the same a determine k. After the first step the code
// assumes a = 0, as for a body at rest. An inexact k only slows the learning: while j stays constant, a + k j equals
// the measured change. All vectors are projected onto the present direction u, so a normal that turns does not count as
// a change.
Yielding Bearing::Learnt(const Yielding& before, const Vec<double>& changeNow, const Vec<double>& u,
                         double inverseMass) const
{
	const double given = Dot(impulse, u);
	const double givenBefore = hasBefore ? Dot(impulseBefore, u) : 0.0;
	const double base = hasBefore ? Dot(change, u) : 0.0;
	const double seen = Dot(changeNow, u);
	const double difference = given - givenBefore;
	const double most = std::max(std::abs(given), std::abs(givenBefore));
	Yielding next;
	next.freedom = before.freedom;
	if (std::abs(difference) > k_leastChange * most && inverseMass * std::abs(difference) > k_leastSpeedChange)
	{
		const double bounded = std::clamp((seen - base) / (inverseMass * difference), 0.0, k_mostFreedom);
		const bool isNew = hasBefore == false || bounded > before.freedom;
		next.freedom = isNew ? bounded : 0.5 * (before.freedom + bounded);
	}
	next.drift = seen - next.freedom * inverseMass * given;
	return next;
}

Bearing* Bearings::Find(const b2Fixture* fixture, int32_t child)
{
	const auto end = m_bearings.begin() + static_cast<ptrdiff_t>(m_count);
	const auto found = std::find_if(m_bearings.begin(), end,
	                                [&](const Bearing& b) { return b.fixture == fixture && b.child == child; });
	return found != end ? &*found : nullptr;
}

Bearing& Bearings::Add(const Bearing& bearing)
{
	m_count = std::min(m_count + 1, m_bearings.size());
	return m_bearings[m_count - 1] = bearing;
}

namespace
{

// Saves or loads the members that the next step does not measure anew.
template <class Archive>
void Exchange(Archive& archive, Bearing& bearing)
{
	archive.Fixture(bearing.fixture);
	archive(bearing.child);
	archive(bearing.hasBefore);
	for (Vec<double>* vector : {&bearing.surface, &bearing.impulse, &bearing.change, &bearing.impulseBefore})
	{
		Exchange(archive, *vector);
		archive.Require(std::isfinite(vector->x) && std::isfinite(vector->y));
	}
	for (double* number : {&bearing.into.freedom, &bearing.along.freedom})
	{
		archive(*number);
		archive.Require(std::isfinite(*number));
	}
}

// True if a double agrees with its public float. The two may differ by roundings. An angle may also be beyond the range
// of floats.
[[nodiscard]] bool AreNear(const Vec<double>& exact, b2Vec2 rounded)
{
	constexpr double k_apart = 1.0e-4;
	const Vec<double> way = Lift<double>(ToFloat(exact)) - Lift<double>(rounded);
	return std::isfinite(exact.x) && std::isfinite(exact.y) && std::abs(way.x) <= k_apart * (1.0 + std::abs(exact.x)) &&
	       std::abs(way.y) <= k_apart * (1.0 + std::abs(exact.y));
}

template <class Archive>
void ExchangeMotion(Archive& archive, GrenadeState& state, GrenadeDetail& detail)
{
	Exchange(archive, detail.position);
	Exchange(archive, detail.velocity);
	Exchange(archive, state.position);
	Exchange(archive, state.velocity);
	archive(detail.angle);
	archive(detail.spin);
	archive(state.angle);
	archive(state.angularVelocity);
	archive.Require(FitsFloat(detail.position));
	archive.Require(AreNear(detail.position, state.position) && AreNear(detail.velocity, state.velocity));
	archive.Require(AreNear({detail.angle, detail.spin}, {state.angle, state.angularVelocity}));
}

template <class Archive>
void ExchangeTimes(Archive& archive, GrenadeState& state, GrenadeDetail& detail)
{
	archive(detail.age);
	archive(detail.flown);
	archive(state.age);
	archive(detail.burnsUntil);
	archive(detail.settled);
	archive.Require(detail.age >= 0.0 && detail.flown >= 0.0 && std::isfinite(detail.settled));
	archive.Require(state.age >= 0.0f && AreNear({detail.age, 0.0}, {state.age, 0.0f}));
	archive.Require(detail.burnsUntil >= 0.0);
}

template <class Archive>
void Exchange(Archive& archive, GrenadeState& state, GrenadeDetail& detail)
{
	Exchange(archive, detail.def);
	ExchangeMotion(archive, state, detail);
	ExchangeTimes(archive, state, detail);
	archive(detail.lies);
	archive(detail.hasStuck);
	archive.Fixture(detail.stuckTo);
	archive(detail.stuckToChild);
	archive(state.resting);
	archive(state.stuck);
	bool sleeps = detail.sleeper >= 0;
	archive(sleeps);
	detail.passing.ExchangeParts(archive);
	detail.bearings.ExchangeParts(archive);
	if (Archive::k_loads)
	{
		detail.sleeper = sleeps ? 0 : -1; // LieAsSaved gives it its place
		state.radius = detail.def.radius;
		state.userData = detail.def.userData;
	}
}

} // namespace

template <class Archive>
void Bearings::ExchangeParts(Archive& archive)
{
	archive.Count(m_count, 1);
	archive.Require(m_count <= m_bearings.size());
	m_count = std::min(m_count, m_bearings.size());
	for (size_t i = 0; i < m_count; ++i)
	{
		Exchange(archive, m_bearings[i]);
	}
}

template <class Archive>
void Grenades::ExchangeParts(Archive& archive)
{
	constexpr size_t k_leastBytes = 200; // of a grenade
	ExchangeSlots(archive);
	size_t count = states.size();
	archive.Count(count, k_leastBytes);
	states.resize(count);
	details.resize(count);
	for (size_t i = 0; i < count && archive.IsSound(); ++i)
	{
		archive(states[i].id.index);
		archive(states[i].id.generation);
		if (Archive::k_loads)
		{
			states[i].id.plugin = m_plugin;
			archive.Require(TakeSlot(i));
		}
		Exchange(archive, states[i], details[i]);
	}
	UsedPlaces used(m_slots.size());
	for (size_t slot = 0; slot < m_slots.size(); ++slot)
	{
		if (m_slots[slot].IsAlive())
		{
			(void)used.Take(slot);
		}
	}
	archive.Require(used.TakeAll(m_free));
}

template <class Archive>
void Grenades::ExchangeSlots(Archive& archive)
{
	size_t count = m_slots.size();
	archive.Count(count, sizeof(uint32_t));
	m_slots.resize(count);
	for (Slot& slot : m_slots)
	{
		archive(slot.generation);
	}
	archive.Block(m_free);
	m_free.reserve(m_slots.capacity()); // so that Remove never allocates
}

// Returns false if the slot of a loaded id does not exist, or has a grenade already.
bool Grenades::TakeSlot(size_t i)
{
	const GrenadeId& id = states[i].id;
	const bool isOne = id.index < m_slots.size() && id.generation != 0 &&
	                   m_slots[id.index].generation == id.generation && m_slots[id.index].IsAlive() == false;
	if (isOne)
	{
		m_slots[id.index].position = i;
	}
	return isOne;
}

template void Grenades::ExchangeParts(Saver& archive);
template void Grenades::ExchangeParts(Loader& archive);

} // namespace ricochet
