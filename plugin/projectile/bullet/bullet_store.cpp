// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/bullet/bullet_store.h"

#include "projectile/base/reserve_one_more.h"
#include "projectile/motion/origin_shift.h"

#include <ricochet/projectile/bullet_list.h>

#include <algorithm>
#include <utility>

namespace ricochet
{

// So that Remove and Sweep never allocate.
void BulletStore::Reserve(size_t count)
{
	m_launches.reserve(count);
	m_records.reserve(count);
	m_flying.reserve(count / 64 + 1);
	m_free.reserve(count);
	m_removed.reserve(count);
}

BulletId BulletStore::Add(const BulletDef& def)
{
	if (m_removed.capacity() <= m_launches.size()) // the last of those that are reserved
	{
		Reserve(2 * m_launches.size() + 1);
	}
	const size_t i = m_free.empty() ? m_launches.size() : m_free.back();
	if (m_free.empty())
	{
		m_launches.emplace_back();
		m_records.emplace_back();
		m_flying.resize(i / 64 + 1);
		m_free.push_back(static_cast<uint32_t>(i)); // until all is well
	}
	// A rule may fire: the last is the one in which room was made for the bullet that it is asked about.
	const bool isLastKept = m_departure > m_clock;
	if (def.maxRange < std::numeric_limits<float>::infinity())
	{
		MakeRoomForHistories(isLastKept ? 2 : 1);
	}
	const uint32_t kind = m_kinds.Take(def);
	if (isLastKept && m_kinds[kind].HasRange())
	{
		std::swap(m_freeHistories.back(), m_freeHistories[m_freeHistories.size() - 2]);
	}
	m_free.pop_back();
	Record& record = m_records[i];
	record.fired = m_departure;
	record.generation += 1;
	m_flying[i / 64] |= uint64_t{1} << i % 64;
	m_count += 1;
	m_launches[i] = {};
	Launch(i, def, kind);
	return IdOf(i);
}

size_t BulletStore::IndexOf(BulletId id) const
{
	const bool flies = id.plugin == m_plugin && id.generation != 0 && id.index < Extent() &&
	                   m_records[id.index].generation == id.generation && IsFlying(id.index);
	return flies ? id.index : Extent();
}

size_t BulletStore::NextFrom(size_t i) const
{
	for (size_t word = i / 64; word < m_flying.size(); ++word)
	{
		const uint64_t left = m_flying[word] & (word == i / 64 ? ~uint64_t{0} << i % 64 : ~uint64_t{0});
		if (left != 0)
		{
			return 64 * word + static_cast<size_t>(std::countr_zero(left));
		}
	}
	return Extent();
}

BulletState BulletStore::StateOf(size_t i) const
{
	const Arc arc = ArcOf(i);
	const double time = TimeOnArc(i);
	BulletState state;
	state.id = IdOf(i);
	state.position = ToFloat(arc.PositionAt(time));
	state.velocity = ToFloat(arc.VelocityAt(time));
	state.age = static_cast<float>(std::max(m_clock - m_records[i].fired, 0.0));
	state.userData = UserDataOf(i);
	state.radius = KindOf(i).radius;
	if (m_records[i].history != k_noHistory)
	{
		state.bounces = m_histories[m_records[i].history].bounces;
		state.pierces = m_histories[m_records[i].history].pierces;
	}
	return state;
}

Arc BulletStore::ArcOf(const BulletLaunch& launch) const
{
	const BulletKind& kind = m_kinds[launch.kind];
	Arc arc;
	arc.position = Lift<double>(launch.position);
	arc.velocity = Lift<double>(launch.velocity);
	arc.acceleration = kind.AccelerationIn(m_gravity);
	arc.drag = kind.drag;
	return arc;
}

void BulletStore::Relaunch(size_t i, b2Vec2 position, b2Vec2 velocity, double time)
{
	BulletLaunch& launch = m_launches[i];
	launch.position = position;
	launch.velocity = velocity;
	// One that was interrupted in its last step has outlived its lifetime: it ends as the next step begins.
	launch.lifetime = std::max(static_cast<float>(launch.time + launch.lifetime - time), 0.0f);
	launch.time = time;
	LimitByRange(i);
}

BulletHistory* BulletStore::HistoryOf(size_t i)
{
	const uint32_t history = m_records[i].history;
	return history != k_noHistory ? &m_histories[history] : nullptr;
}

void BulletStore::MakeRoomForHistory(size_t i, size_t count)
{
	uint32_t history = m_records[i].history;
	if (history == k_noHistory)
	{
		MakeRoomForHistories(1);
		history = m_freeHistories.back();
	}
	m_histories[history].passing.MakeRoomForHits(count);
}

void BulletStore::MakeRoomForHistories(size_t count)
{
	while (m_freeHistories.size() < count)
	{
		if (m_freeHistories.capacity() <= m_histories.size())
		{
			m_freeHistories.reserve(2 * m_histories.size() + 1); // so that Sweep never allocates
		}
		m_histories.Grow(m_histories.size() + 1);
		m_freeHistories.push_back(static_cast<uint32_t>(m_histories.size() - 1));
	}
}

BulletHistory& BulletStore::MakeHistory(size_t i) noexcept
{
	uint32_t& history = m_records[i].history;
	if (history == k_noHistory)
	{
		history = m_freeHistories.back();
		m_freeHistories.pop_back();
	}
	return m_histories[history];
}

void BulletStore::NotePassing(size_t i)
{
	m_launches[i].isPassing = m_histories[m_records[i].history].passing.IsEmpty() ? 0u : 1u;
}

void BulletStore::Remove(size_t i)
{
	if (IsFlying(i))
	{
		m_flying[i / 64] &= ~(uint64_t{1} << i % 64);
		m_count -= 1;
		m_removed.push_back(static_cast<uint32_t>(i));
	}
}

// A function of the game that is kept in a kind may still have been running when its bullet was removed.
void BulletStore::Sweep() noexcept
{
	for (const uint32_t i : m_removed)
	{
		Record& record = m_records[i];
		m_kinds.GiveBack(m_launches[i].kind);
		m_launches[i] = {};
		if (record.history != k_noHistory)
		{
			BulletHistory& history = m_histories[record.history];
			history.bounces = 0;
			history.pierces = 0;
			history.passing.Clear();
			history.limits = {};
			m_freeHistories.push_back(record.history);
			record.history = k_noHistory;
		}
		// The last generation of an index is spent rather than wrapped round to one that was given before.
		if (record.generation != UINT32_MAX)
		{
			m_free.push_back(i);
		}
	}
	m_removed.clear();
}

void BulletStore::RelaunchHere(size_t i)
{
	const Arc arc = ArcOf(i);
	const double time = TimeOnArc(i);
	if (KindOf(i).HasRange())
	{
		HistoryOf(i)->limits.Fly(arc, time);
	}
	Relaunch(i, ToFloat(arc.PositionAt(time)), ToFloat(arc.VelocityAt(time)), m_clock);
}

// Requires: if it has a range, its history tells what is left of it from then on.
void BulletStore::LimitByRange(size_t i)
{
	if (KindOf(i).HasRange())
	{
		m_launches[i].lifetime = static_cast<float>(HistoryOf(i)->limits.LifetimeOn(ArcOf(i), m_launches[i].time));
	}
}

void BulletStore::BeginFlight(double dt, b2Vec2 gravity)
{
	SetGravity(gravity);
	m_departure = m_clock + dt;
}

void BulletStore::SetGravity(b2Vec2 gravity)
{
	if (gravity == m_gravity)
	{
		return;
	}
	for (size_t i = NextFrom(0); i < Extent(); i = NextFrom(i + 1))
	{
		RelaunchHere(i);
	}
	m_gravity = gravity;
	for (size_t i = NextFrom(0); i < Extent(); i = NextFrom(i + 1))
	{
		LimitByRange(i);
	}
}

// The position as Box2D shifts its bodies: where both are exact, nothing changes side by rounding.
void BulletStore::ShiftOrigin(b2Vec2 newOrigin)
{
	for (size_t i = NextFrom(0); i < Extent(); i = NextFrom(i + 1))
	{
		RelaunchHere(i);
		ShiftPlace(m_launches[i].position, newOrigin);
	}
	m_kinds.ShiftOrigin(newOrigin);
}

void BulletStore::Forget(std::span<const b2Fixture* const> sorted)
{
	m_histories.ForEach([&](BulletHistory& history) { history.passing.Forget(sorted); });
}

BulletState BulletList::Iterator::operator*() const
{
	return m_store->StateOf(m_index);
}

BulletList::Iterator& BulletList::Iterator::operator++()
{
	m_index = m_store->NextFrom(m_index + 1);
	return *this;
}

BulletList::Iterator BulletList::begin() const
{
	return {*m_store, m_store->NextFrom(0)};
}

BulletList::Iterator BulletList::end() const
{
	return {*m_store, m_store->Extent()};
}

size_t BulletList::size() const
{
	return m_store->Count();
}

} // namespace ricochet
