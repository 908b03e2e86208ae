// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/bullet/bullet_store.h"
#include "projectile/save/archive.h"

#include "geometry/vectors.h"
#include "projectile/base/ballistics.h"
#include "projectile/base/free_places.h"
#include "projectile/base/reserve_one_more.h"
#include "projectile/motion/origin_shift.h"

#include <ricochet/projectile/bullet_list.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace ricochet
{

namespace
{

// The bits of a float's exponent. All of them are set exactly if the float is infinite or NaN.
constexpr uint32_t k_exponent = 0x7F800000;

// Tests the four coordinates of a launch's position and velocity. Returns four lanes; a lane is not 0 if its coordinate
// is not finite.
[[nodiscard]] auto AreNotFinite(const BulletLaunch& launch)
{
	static_assert(offsetof(BulletLaunch, position) == 0 && offsetof(BulletLaunch, velocity) == sizeof(b2Vec2));
	WordFour words;
	std::memcpy(&words, &launch, sizeof(words));
	return (words & k_exponent) == k_exponent;
}

} // namespace

// m_free and m_removed have room for all bullets, so that Remove and Sweep never allocate.
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
	if (m_removed.capacity() <= m_launches.size()) // Reserve reserves m_removed last
	{
		Reserve(2 * m_launches.size() + 1);
	}
	// A rule may fire a bullet while another bullet flies. MakeRoomForHistory has then reserved the last free history
	// for the flying bullet, so the new bullet must not take it.
	const bool isLastKept = m_departure > m_clock;
	const bool needsHistory = def.maxRange < std::numeric_limits<float>::infinity() || def.from;
	if (needsHistory)
	{
		MakeRoomForHistories(isLastKept ? 2 : 1);
	}
	const uint32_t kind = m_kinds.Take(def);
	if (isLastKept && needsHistory)
	{
		std::swap(m_freeHistories.back(), m_freeHistories[m_freeHistories.size() - 2]);
	}
	// From here on nothing fails.
	const size_t i = m_free.empty() ? m_launches.size() : m_free.back();
	if (m_free.empty())
	{
		m_launches.emplace_back();
		m_records.emplace_back();
		m_flying.resize(i / 64 + 1);
	}
	else
	{
		m_free.pop_back();
	}
	Record& record = m_records[i];
	record.past = {m_departure, 0.0};
	record.generation += 1;
	m_flying[i / 64] |= uint64_t{1} << i % 64;
	m_count += 1;
	m_launches[i] = {};
	Launch(i, def, kind);
	return IdOf(i);
}

BulletId BulletStore::Add(const BulletDef& def, double time)
{
	struct KeptClock
	{
		BulletStore& store;
		double now;
		~KeptClock() { store.m_clock = store.m_departure = now; }
	};
	const KeptClock kept{*this, m_clock};
	m_clock = m_departure = time;
	return Add(def);
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
	const double fired = m_records[i].past.fired;
	state.age = static_cast<float>(std::max(m_clock - fired, std::min(m_departure - fired, 0.0)));
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

void BulletStore::Relaunch(size_t i, b2Vec2 position, b2Vec2 velocity, double time, double flown)
{
	m_records[i].past.flown = flown;
	BulletLaunch& launch = m_launches[i];
	launch.position = position;
	launch.velocity = velocity;
	// A bullet that was interrupted in the last step of its life may have no lifetime left. It ends when the next step
	// begins.
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
	m_launches[i].isPassing = m_histories[m_records[i].history].IsPassing() ? 1u : 0u;
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

void BulletStore::TakeBack(BulletId id)
{
	const size_t i = IndexOf(id);
	Remove(i);
	m_records[i].generation -= 1;
}

// Gives back the kinds of removed bullets. Remove cannot do that: when Remove is called, a callback that the kind owns
// may be running.
void BulletStore::SweepRemoved() noexcept
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
			history.from.reset();
			m_freeHistories.push_back(record.history);
			record.history = k_noHistory;
		}
		// After its last generation an index is never used again, because ids must not repeat.
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
	const double now = std::max(m_clock, m_launches[i].time);
	Relaunch(i, ToFloat(arc.PositionAt(time)), ToFloat(arc.VelocityAt(time)), now, FlownBy(i));
}

void BulletStore::LimitByRange(size_t i)
{
	if (KindOf(i).HasRange())
	{
		BulletLaunch& launch = m_launches[i];
		const double flown = m_records[i].past.flown;
		launch.lifetime = static_cast<float>(HistoryOf(i)->limits.LifetimeOn(ArcOf(i), launch.time, flown));
	}
}

void BulletStore::SetGravity(b2Vec2 gravity)
{
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

// Rounds positions as Box2D rounds the positions of its bodies.
void BulletStore::ShiftOrigin(b2Vec2 newOrigin)
{
	for (size_t i = NextFrom(0); i < Extent(); i = NextFrom(i + 1))
	{
		RelaunchHere(i);
		ShiftPlace(m_launches[i].position, newOrigin);
		if (BulletHistory* history = HistoryOf(i); history != nullptr && history->from)
		{
			ShiftPlace(*history->from, newOrigin);
		}
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

double FlightLimits::LifetimeOn(const Arc& arc, double time, double flown)
{
	const double left = std::max(expiry - time, 0.0);
	const double duration = TimeAtLength(arc, range - flown, left, k_lengthError);
	endsByRange = duration < left;
	return duration;
}

// Requires: if the def has a range or `from`, the bullet has a history, or one is free.
void BulletStore::Launch(size_t i, const BulletDef& def, uint32_t kind)
{
	BulletLaunch& launch = m_launches[i];
	launch.position = def.position;
	launch.velocity = def.velocity;
	launch.time = m_departure;
	if (BulletPast& past = m_records[i].past; past.fired >= m_departure) // it has not left its muzzle
	{
		launch.time += static_cast<double>(def.delay);
		past.fired = launch.time;
		if (BulletHistory* history = def.from ? &MakeHistory(i) : HistoryOf(i); history != nullptr)
		{
			history->from = def.from;
			NotePassing(i);
		}
	}
	launch.lifetime = def.lifetime;
	launch.kind = kind & BulletLaunch::k_mostKinds;
	m_records[i].userData = def.userData;
	if (m_kinds[kind].HasRange())
	{
		FlightLimits& limits = MakeHistory(i).limits;
		limits.range = m_records[i].past.flown + def.maxRange;
		limits.expiry = launch.time + def.lifetime;
		LimitByRange(i);
	}
}

void BulletStore::Steer(size_t i, const BulletDef& def)
{
	if (def.maxRange < std::numeric_limits<float>::infinity() || def.from)
	{
		MakeRoomForHistory(i);
	}
	const uint32_t kind = m_kinds.Take(def);
	if (BulletHistory* history = HistoryOf(i); history != nullptr && def.position != StateOf(i).position)
	{
		history->passing.Clear();
		m_launches[i].isPassing = 0;
	}
	m_records[i].past.flown = FlownBy(i);
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
	def.delay = static_cast<float>(std::max(m_launches[i].time - m_departure, 0.0));

	if (HasHistory(i))
	{
		def.from = m_histories[m_records[i].history].from;
	}

	// While a bullet flies, the remaining lifetime and range in this def are always positive, because Steer must accept
	// the def.
	const double time = TimeOnArc(i);
	double left = m_launches[i].lifetime - time;
	if (kind.HasRange())
	{
		const FlightLimits& limits = m_histories[m_records[i].history].limits;
		left = limits.expiry - (m_launches[i].time + time);
		def.maxRange = std::max(static_cast<float>(limits.range - FlownBy(i)), std::numeric_limits<float>::min());
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

// Counts how many loaded bullets use each kind and each history.
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
			isPassing.push_back(store.m_histories[i].IsPassing() ? 1 : 0);
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

	std::vector<uint32_t> users;   // for each kind the number of its bullets
	std::vector<uint8_t> hasRange; // for each kind 1 if it has a range
	UsedPlaces histories;
	std::vector<uint8_t> isPassing; // for each history 1 if its bullet is passing a child
};

// Counts what the loaded bullets use. False if the loaded lists contradict each other.
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
	const double latest = m_clock + b2_maxFloat;
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
		const bool waits = launch.time == record.past.fired; // it may leave its muzzle later
		areSound &= (launch.time >= 0.0) & (launch.time <= m_clock || waits) & (launch.lifetime >= 0.0f) &
		            (record.past.fired >= 0.0) & (record.past.fired <= latest) & (record.past.flown >= 0.0) &
		            (record.generation != 0);
		if (stock.Take(launch, record.history) == false)
		{
			return false;
		}
	}
	return areSound && (areNotFinite[0] | areNotFinite[1] | areNotFinite[2] | areNotFinite[3]) == 0;
}

namespace
{

// The largest clock of a saved state that is accepted (s): about thirty million years.
constexpr double k_latestClock = 1.0e15;

template <class Archive>
void Exchange(Archive& archive, FlightLimits& limits)
{
	archive.Together(limits.range, limits.expiry, limits.endsByRange);
	archive.Require(limits.range >= 0.0 && limits.expiry >= 0.0);
}

} // namespace

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
	constexpr size_t k_leastBytes = 34;
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
		    Exchange(archive, history.from);
	    });
	archive.Block(m_freeHistories);
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
