// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/base/free_places.h"
#include "projectile/bullet/bullet_store.h"
#include "projectile/save/saved_defs.h"
#include "projectile/save/saved_passing.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ricochet
{

namespace
{

// s; a game that has run for thirty million years.
constexpr double k_latestClock = 1.0e15;

template <class Archive>
void Exchange(Archive& archive, FlightLimits& limits)
{
	archive.Together(limits.range, limits.expiry, limits.endsByRange);
	archive.Require(limits.range >= 0.0 && limits.expiry >= 0.0);
}

} // namespace

template <class Archive>
void BulletKinds::ExchangeParts(Archive& archive, size_t most)
{
	size_t count = m_entries.size();
	archive.Count(count, 1);
	archive.Require(count <= most);
	count = std::min(count, most);
	m_entries.resize(count);
	for (Entry& entry : m_entries)
	{
		bool isUsed = entry.users > 0;
		archive(isUsed);
		if (isUsed)
		{
			ExchangeKind(archive, entry.kind);
			archive.Require(static_cast<bool>(Check(entry.kind)));
		}
	}
	archive.Block(m_free);
	for (uint32_t& recent : m_recent)
	{
		archive(recent);
	}
	if (Archive::k_loads)
	{
		m_free.reserve(2 * m_entries.size()); // so that GiveBack never allocates
		m_motions.clear();
		m_targets = 0;
		m_grenadeHitters = 0;
		m_askers = 0;
		for (const Entry& entry : m_entries)
		{
			m_motions.push_back(MotionBy(entry.kind));
			CountIn(entry.kind);
		}
	}
}

void BulletKinds::TakeAs(std::span<const uint32_t> users)
{
	for (size_t kind = 0; kind < users.size(); ++kind)
	{
		m_entries[kind].users += users[kind];
	}
}

bool BulletKinds::IsComplete() const
{
	UsedPlaces used(m_entries.size());
	for (size_t kind = 0; kind < m_entries.size(); ++kind)
	{
		if (m_entries[kind].users > 0)
		{
			(void)used.Take(kind);
		}
	}
	return used.TakeAll(m_free) && used.AreAll();
}

bool BulletKinds::LacksFunctions(uint32_t kind) const
{
	const BulletKind& lacking = m_entries[kind].kind;
	return IsLost(lacking.steering) || LacksPredicate(lacking.filter);
}

bool BulletKinds::AnyLacksFunctions() const
{
	for (uint32_t kind = 0; kind < m_entries.size(); ++kind)
	{
		if (LacksFunctions(kind))
		{
			return true;
		}
	}
	return false;
}

void BulletKinds::PutBack(uint32_t kind, const BulletDef& def)
{
	BulletKind& lacking = m_entries[kind].kind;
	CountOut(lacking);
	ricochet::PutBack(lacking.steering, def.steering);
	PutBackPredicate(lacking.filter, def.filter);
	CountIn(lacking);
	m_motions[kind] = MotionBy(lacking);
}

template <class Archive>
void BulletStore::ExchangeParts(Archive& archive)
{
	archive(m_clock);
	archive.Require(m_clock >= 0.0 && m_clock <= k_latestClock);
	Exchange(archive, m_gravity);
	archive.Require(m_gravity.IsValid());
	archive.Block(m_launches);
	archive.Block(m_records);
	archive.Block(m_flying);
	archive.Block(m_free);
	m_kinds.ExchangeParts(archive, m_launches.size() + 1);
	ExchangeHistories(archive);
	if (Archive::k_loads)
	{
		m_departure = m_clock;
		archive.Require(archive.IsSound() && TakeStock());
	}
}

template <class Archive>
void BulletStore::ExchangeHistories(Archive& archive)
{
	constexpr size_t k_leastBytes = 33;
	size_t count = m_histories.size();
	archive.Count(count, k_leastBytes);
	m_histories.Grow(count);
	m_histories.ForEach(
	    [&](BulletHistory& history)
	    {
		    archive.Together(history.bounces, history.pierces);
		    archive.Require(history.bounces >= 0 && history.pierces >= 0);
		    history.passing.ExchangeParts(archive);
		    Exchange(archive, history.limits);
	    });
	archive.Block(m_freeHistories);
}

void BulletKinds::Swap(BulletKinds& other) noexcept
{
	m_entries.swap(other.m_entries);
	m_motions.swap(other.m_motions);
	m_free.swap(other.m_free);
	std::swap(m_targets, other.m_targets);
	std::swap(m_grenadeHitters, other.m_grenadeHitters);
	std::swap(m_askers, other.m_askers);
	m_recent.swap(other.m_recent);
}

void BulletStore::Swap(BulletStore& other) noexcept
{
	std::swap(m_clock, other.m_clock);
	std::swap(m_departure, other.m_departure);
	std::swap(m_gravity, other.m_gravity);
	std::swap(m_count, other.m_count);
	m_launches.swap(other.m_launches);
	m_records.swap(other.m_records);
	m_flying.swap(other.m_flying);
	m_free.swap(other.m_free);
	m_removed.swap(other.m_removed);
	m_kinds.Swap(other.m_kinds);
	m_histories.Swap(other.m_histories);
	m_freeHistories.swap(other.m_freeHistories);
}

template void BulletStore::ExchangeParts(Saver& archive);
template void BulletStore::ExchangeParts(Loader& archive);

} // namespace ricochet
