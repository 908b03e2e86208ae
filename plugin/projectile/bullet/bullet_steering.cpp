// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/base/arc_length.h"
#include "projectile/bullet/bullet_store.h"

#include <algorithm>

namespace ricochet
{

namespace
{

// Of a range (m): far below the error of a chord, and below the rounding of floats 100 m from the origin.
constexpr double k_lengthError = 1.0e-6;

} // namespace

double FlightLimits::LifetimeOn(const Arc& arc, double time)
{
	const double left = std::max(expiry - time, 0.0);
	const double flown = TimeAtLength(arc, range, left, k_lengthError);
	endsByRange = flown < left;
	return flown;
}

void FlightLimits::Fly(const Arc& arc, double duration)
{
	range = std::max(range - LengthOfArc(arc, 0.0, duration, k_lengthError), 0.0);
}

// Requires: it has room for a history if the def has a range.
void BulletStore::Launch(size_t i, const BulletDef& def, uint32_t kind)
{
	BulletLaunch& launch = m_launches[i];
	launch.position = def.position;
	launch.velocity = def.velocity;
	launch.time = m_departure;
	launch.lifetime = def.lifetime;
	launch.kind = kind & BulletLaunch::k_mostKinds;
	m_records[i].userData = def.userData;
	if (m_kinds[kind].HasRange())
	{
		FlightLimits& limits = MakeHistory(i).limits;
		limits.range = def.maxRange;
		limits.expiry = m_departure + def.lifetime;
		LimitByRange(i);
	}
}

void BulletStore::Steer(size_t i, const BulletDef& def)
{
	if (def.maxRange < std::numeric_limits<float>::infinity())
	{
		MakeRoomForHistory(i);
	}
	const uint32_t kind = m_kinds.Take(def);
	if (BulletHistory* history = HistoryOf(i); history != nullptr && def.position != StateOf(i).position)
	{
		history->passing.Clear();
		m_launches[i].isPassing = 0;
	}
	m_kinds.GiveBack(m_launches[i].kind);
	Launch(i, def, kind);
}

BulletDef BulletStore::DefOf(size_t i) const
{
	const BulletKind& kind = KindOf(i);
	const BulletState state = StateOf(i);
	BulletDef def = kind;
	def.position = state.position;
	def.velocity = state.velocity;
	def.userData = state.userData;

	// What is left is never nothing as long as it flies: it may yet be steered by what is told here.
	const double time = TimeOnArc(i);
	double left = m_launches[i].lifetime - time;
	if (kind.HasRange())
	{
		FlightLimits limits = m_histories[m_records[i].history].limits;
		left = limits.expiry - (m_launches[i].time + time);
		limits.Fly(ArcOf(i), time);
		def.maxRange = std::max(static_cast<float>(limits.range), std::numeric_limits<float>::min());
	}
	def.lifetime = std::max(static_cast<float>(left), std::numeric_limits<float>::min());
	return def;
}

b2Vec2 BulletStore::PositionAt(size_t i, double time) const
{
	return ToFloat(ArcOf(i).PositionAt(std::max(time - m_launches[i].time, 0.0)));
}

void BulletStore::StartAs(const BulletStore& other)
{
	for (size_t i = NextFrom(0); i < Extent(); i = NextFrom(i + 1))
	{
		Remove(i);
	}
	Sweep();
	m_clock = other.m_departure;
	m_departure = other.m_departure;
	m_gravity = other.m_gravity;
}

} // namespace ricochet
