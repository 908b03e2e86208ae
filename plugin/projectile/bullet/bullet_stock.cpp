// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/vectors.h"
#include "projectile/base/free_places.h"
#include "projectile/bullet/bullet_store.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace ricochet
{

namespace
{

// A float is neither infinite nor NaN if not all bits of its exponent are set.
constexpr uint32_t k_exponent = 0x7F800000;

// Of a launch: whether its place and its velocity are not finite, a lane for each number.
[[nodiscard]] auto AreNotFinite(const BulletLaunch& launch)
{
	static_assert(offsetof(BulletLaunch, position) == 0 && offsetof(BulletLaunch, velocity) == sizeof(b2Vec2));
	WordFour words;
	std::memcpy(&words, &launch, sizeof(words));
	return (words & k_exponent) == k_exponent;
}

} // namespace

// What bullets are counted against.
struct BulletStore::Stock
{
	explicit Stock(const BulletStore& store) : users(store.m_kinds.Extent()), histories(store.m_histories.size())
	{
		hasRange.reserve(users.size());
		for (uint32_t kind = 0; kind < users.size(); ++kind)
		{
			hasRange.push_back(store.m_kinds[kind].HasRange() ? 1 : 0);
		}
		isPassing.reserve(store.m_histories.size());
		for (size_t i = 0; i < store.m_histories.size(); ++i)
		{
			isPassing.push_back(store.m_histories[i].passing.IsEmpty() ? 0 : 1);
		}
	}

	[[nodiscard]] bool Take(BulletLaunch& launch, uint32_t history)
	{
		if (launch.kind >= users.size())
		{
			return false;
		}
		users[launch.kind] += 1;
		if (history == k_noHistory)
		{
			launch.isPassing = 0;
			return hasRange[launch.kind] == 0;
		}
		const bool isThere = histories.Take(history);
		launch.isPassing = isThere && isPassing[history] != 0 ? 1u : 0u;
		return isThere;
	}

	std::vector<uint32_t> users;   // of each kind
	std::vector<uint8_t> hasRange; // each kind
	UsedPlaces histories;
	std::vector<uint8_t> isPassing; // each history
};

// Of what was loaded: counts what is used, and tells whether it hangs together.
bool BulletStore::TakeStock()
{
	const size_t extent = m_launches.size();
	if (m_records.size() != extent || m_flying.size() != (extent + 63) / 64 || extent >= UINT32_MAX)
	{
		return false;
	}
	if (extent % 64 != 0 && m_flying.back() >> extent % 64 != 0)
	{
		return false;
	}
	Stock stock(*this);
	m_count = 0;
	for (size_t first = 0; first < extent; first += 64)
	{
		if (TakeStockOf(first, std::min(first + 64, extent), stock) == false)
		{
			return false;
		}
		m_count += static_cast<size_t>(std::popcount(m_flying[first / 64]));
	}
	m_kinds.TakeAs(stock.users);
	const bool isComplete = m_kinds.IsComplete() && UsedPlaces(extent, m_flying).TakeAll(m_free) &&
	                        stock.histories.TakeAll(m_freeHistories) && stock.histories.AreAll();
	Reserve(m_launches.capacity());
	m_freeHistories.reserve(2 * m_histories.size());
	return isComplete;
}

bool BulletStore::TakeStockOf(size_t first, size_t end, Stock& stock)
{
	auto areNotFinite = AreNotFinite({});
	bool areSound = true;
	for (size_t i = first; i < end; ++i)
	{
		BulletLaunch& launch = m_launches[i];
		Record& record = m_records[i];
		if (IsFlying(i) == false)
		{
			launch = {};
			record.history = k_noHistory;
			continue;
		}
		areNotFinite |= AreNotFinite(launch);
		areSound &= (launch.time >= 0.0) & (launch.time <= m_clock) & (launch.lifetime >= 0.0f) &
		            (record.fired >= 0.0) & (record.fired <= m_clock) & (record.generation != 0);
		if (stock.Take(launch, record.history) == false)
		{
			return false;
		}
	}
	return areSound && (areNotFinite[0] | areNotFinite[1] | areNotFinite[2] | areNotFinite[3]) == 0;
}

} // namespace ricochet
