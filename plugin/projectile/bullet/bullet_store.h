// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/compiler.h"
#include "projectile/base/ballistics.h"
#include "projectile/bullet/bullet_kinds.h"
#include "projectile/leg/passing.h"

#include <array>
#include <bit>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace ricochet
{

/// A list that grows at its end and never moves its elements. It allocates blocks of many elements, and finds an
/// element without a division.
template <class T>
class SteadyList
{
public:
	[[nodiscard]] size_t size() const { return m_size; }
	[[nodiscard]] T& operator[](size_t i) { return (*m_blocks[i / k_block])[i % k_block]; }
	[[nodiscard]] const T& operator[](size_t i) const { return (*m_blocks[i / k_block])[i % k_block]; }

	/// Grows the list to a size, by default-constructed elements. If memory runs out, its size stays.
	void Grow(size_t size)
	{
		while (m_blocks.size() < BlocksOf(size))
		{
			m_blocks.push_back(std::make_unique<Block>());
		}
		m_size = size;
	}

	template <class Visit>
	void ForEach(Visit&& visit)
	{
		for (size_t i = 0; i < m_size; ++i)
		{
			visit((*this)[i]);
		}
	}

	void Swap(SteadyList& other) noexcept
	{
		m_blocks.swap(other.m_blocks);
		std::swap(m_size, other.m_size);
	}

private:
	static constexpr size_t k_block = 256;
	using Block = std::array<T, k_block>;

	[[nodiscard]] static size_t BlocksOf(size_t size) { return (size + k_block - 1) / k_block; }

	std::vector<std::unique_ptr<Block>> m_blocks;
	size_t m_size = 0;
};

/// The start of the arc that a bullet flies on: position, velocity and time.
struct BulletLaunch
{
	static constexpr uint32_t k_mostKinds = (1u << 31) - 1;

	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f};
	double time = 0.0;     ///< s, by the store's clock
	float lifetime = 0.0f; ///< s, from that time on
	uint32_t kind : 31 = 0;
	uint32_t isPassing : 1 = 0; ///< BulletHistory::IsPassing
};

static_assert(sizeof(BulletLaunch) == 32);

/// The data of a bullet that its flight reads, in one cache line.
struct alignas(64) BulletSeen
{
	BulletLaunch launch;
	BulletId id;
	uint32_t place : 30; ///< index among the bullets that fly ahead of their turn
	uint32_t hasHistory : 1;
	uint32_t hasPast : 1; ///< the bullet has left its first arc
	uintptr_t userData;
};

/// The time of firing, and the path before the last launch.
struct BulletPast
{
	double fired = 0.0; ///< s, by the clock
	double flown = 0.0; ///< length of the path before the last launch (m)
};

/// The accepted error of the length of an arc (m). It is far below the error of a chord.
inline constexpr double k_lengthError = 1.0e-6;

/// The limits of a bullet with a range.
struct FlightLimits
{
	double range = std::numeric_limits<double>::infinity();  ///< the length of its path at which it ends (m)
	double expiry = std::numeric_limits<double>::infinity(); ///< s, by the clock
	bool endsByRange = false;                                ///< the range ends before the lifetime

	/// Returns how long a bullet still flies (s). `time`: the clock's time at which the arc starts (s). `flown`: the
	/// length of the path before it (m). Sets endsByRange.
	double LifetimeOn(const Arc& arc, double time, double flown);
};

/// The data that only some bullets have: the solids that the bullet is passing, its range, and BulletDef::from.
struct BulletHistory
{
	/// True if the bullet is passing a solid or has yet to fly from `from` to its muzzle. Its path is then more than a
	/// parabola.
	[[nodiscard]] bool IsPassing() const { return passing.IsEmpty() == false || from.has_value(); }

	int32_t bounces = 0;
	int32_t pierces = 0;
	Passing passing;
	FlightLimits limits;
	std::optional<b2Vec2> from; ///< none once the bullet has flown from there
};

/// The bullets of a plugin. The data of a bullet that flies free does not change: its position follows from its launch
/// and the clock. An id contains the bullet's index in the store. Indices are used again, ids never.
/// A removed bullet keeps its index until the next Sweep.
class BulletStore
{
public:
	static constexpr uint32_t k_noHistory = UINT32_MAX;

	explicit BulletStore(uint32_t plugin) : m_plugin(plugin) {}

	/// Adds a bullet that starts now or, if the def has a delay, after the delay. During a flight (BeginFlight), "now"
	/// is the flight's end. If memory runs out, changes nothing.
	[[nodiscard]] BulletId Add(const BulletDef& def);

	/// Adds a bullet that has left its muzzle at an earlier time of the clock (s). If memory runs out, changes nothing.
	/// Requires: no bullet is flying.
	[[nodiscard]] BulletId Add(const BulletDef& def, double time);

	/// Makes room for `count` bullets in total. After that, Remove and Sweep never allocate for them.
	void Reserve(size_t count);

	/// Returns a def that describes the bullet as it flies now, with its remaining lifetime and range.
	[[nodiscard]] BulletDef DefOf(size_t i) const;

	/// Replaces the def of a bullet from now on. If memory runs out, changes nothing.
	/// Requires: no bullet is flying through a step.
	void Steer(size_t i, const BulletDef& def);

	/// Returns the position of a bullet at a time of the clock (s). Before its launch, that is the position of the
	/// launch.
	[[nodiscard]] b2Vec2 PositionAt(size_t i, double time) const;

	[[nodiscard]] BulletKinds& Kinds() { return m_kinds; }

	/// Removes all bullets, and copies clock and gravity from another store.
	void StartAs(const BulletStore& other);

	/// The index of a bullet, or Extent() if no bullet with this id is in flight.
	[[nodiscard]] size_t IndexOf(BulletId id) const;

	/// The number of bullets in flight.
	[[nodiscard]] size_t Count() const { return m_count; }

	/// All indices are below this.
	[[nodiscard]] size_t Extent() const { return m_launches.size(); }
	[[nodiscard]] bool IsFlying(size_t i) const { return (m_flying[i / 64] >> i % 64 & 1u) != 0; }

	/// The first index >= i at which a bullet flies, or Extent().
	[[nodiscard]] size_t NextFrom(size_t i) const;

	[[nodiscard]] BulletState StateOf(size_t i) const;
	[[nodiscard]] BulletId IdOf(size_t i) const
	{
		return {static_cast<uint32_t>(i), m_records[i].generation, m_plugin};
	}
	[[nodiscard]] uintptr_t UserDataOf(size_t i) const { return static_cast<uintptr_t>(m_records[i].userData); }
	[[nodiscard]] const BulletKind& KindOf(size_t i) const { return m_kinds[m_launches[i].kind]; }
	[[nodiscard]] const BulletKinds::Motion& MotionOf(uint32_t kind) const { return m_kinds.MotionOf(kind); }
	[[nodiscard]] const BulletLaunch& LaunchOf(size_t i) const { return m_launches[i]; }
	[[nodiscard]] std::span<const BulletLaunch> Launches() const { return m_launches; }

	[[nodiscard]] BulletSeen Look(size_t i, uint32_t place = 0) const
	{
		const bool hasPast = m_records[i].past.fired != m_launches[i].time;
		return {m_launches[i], IdOf(i), place & 0x3fffffffu, HasHistory(i) ? 1u : 0u, hasPast ? 1u : 0u, UserDataOf(i)};
	}

	[[nodiscard]] BulletPast PastOf(const BulletSeen& bullet) const
	{
		return bullet.hasPast != 0 ? m_records[bullet.id.index].past : BulletPast{bullet.launch.time, 0.0};
	}

	/// Prefetches into the cache the data that a bullet's flight reads first.
	void Prefetch(size_t i) const
	{
		FetchLine(&m_launches[i]);
		FetchLine(&m_records[i]);
	}

	/// Returns eight bits that say which of the bullets i to i + 7 fly. Bit 0 is that of bullet i. Requires: i is a
	/// multiple of 8.
	[[nodiscard]] uint32_t FlyingOf(size_t i) const { return m_flying[i / 64] >> i % 64 & 0xFFu; }

	/// The arc of a bullet, from its launch on.
	[[nodiscard]] Arc ArcOf(size_t i) const { return ArcOf(m_launches[i]); }
	[[nodiscard]] Arc ArcOf(const BulletLaunch& launch) const;

	/// The length of the path that a bullet has flown (m).
	[[nodiscard]] double FlownBy(size_t i) const
	{
		return m_records[i].past.flown + LengthOfArc(ArcOf(i), 0.0, TimeOnArc(i), k_lengthError);
	}

	/// Starts a new arc of a bullet: its position (m) and velocity (m/s) at a time of the clock (s). `flown`: the
	/// length of its path up to then (m).
	void Relaunch(size_t i, b2Vec2 position, b2Vec2 velocity, double time, double flown);

	[[nodiscard]] bool HasHistory(size_t i) const { return m_records[i].history != k_noHistory; }

	/// The bullet's history, or null if it has none. The pointer is valid until the next Sweep.
	[[nodiscard]] BulletHistory* HistoryOf(size_t i);

	/// Reserves memory. After that, MakeHistory does not allocate for this bullet, and `count` more hits can be added
	/// to its history.
	void MakeRoomForHistory(size_t i, size_t count = 1);
	BulletHistory& MakeHistory(size_t i) noexcept;

	/// Updates the launch's isPassing. To be called after each flight of a bullet that has a history.
	void NotePassing(size_t i);

	/// Removes a bullet, unless it was removed before. Like all functions below, it allocates nothing.
	void Remove(size_t i);

	/// Removes a bullet whose id was not yet given to the game. Call it for such bullets in the reverse order of their
	/// ids. After Sweep, the next bullets then get the same ids.
	void TakeBack(BulletId id);
	void Sweep() noexcept
	{
		if (m_removed.empty() == false)
		{
			SweepRemoved();
		}
	}

	/// Begins the flight of all bullets through a duration (s), under one gravity (m/s^2). The clock does not advance
	/// until EndFlight. Bullets that are added meanwhile start at the flight's end.
	void BeginFlight(double dt, b2Vec2 gravity)
	{
		if (gravity != m_gravity)
		{
			SetGravity(gravity);
		}
		m_departure = m_clock + dt;
	}
	void EndFlight() { m_clock = m_departure; }

	/// Sets the clock to another time (s) for the flight of one bullet. Bullets that are added meanwhile still start at
	/// the flight's end.
	void SetClock(double clock) { m_clock = clock; }
	[[nodiscard]] double Clock() const { return m_clock; }

	/// True if a bullet moves in the present flight: the bullet has left its muzzle, or leaves it before the flight's
	/// end.
	[[nodiscard]] bool SetsOut(const BulletLaunch& launch) const { return launch.time < m_departure; }
	[[nodiscard]] bool SetsOut(size_t i) const { return SetsOut(m_launches[i]); }

	void ShiftOrigin(b2Vec2 newOrigin);

	/// Removes fixtures that no longer exist from all histories. `sorted`: these fixtures, sorted by std::less.
	void Forget(std::span<const b2Fixture* const> sorted);

	/// Saves or loads the store. Requires: no bullet is flying through a step.
	template <class Archive>
	void ExchangeParts(Archive& archive);

	void Swap(BulletStore& other) noexcept;

	/// Calls restore(id, def) for each loaded bullet whose def had functions when it was saved.
	template <class Restore>
	void PutBackFunctions(Restore&& restore)
	{
		const size_t end = m_kinds.AnyLacksFunctions() ? Extent() : 0;
		for (size_t i = NextFrom(0); i < end; i = NextFrom(i + 1))
		{
			const uint32_t kind = m_launches[i].kind;
			if (m_kinds.LacksFunctions(kind))
			{
				BulletDef def = DefOf(i);
				restore(IdOf(i), def);
				m_kinds.PutBack(kind, def);
			}
		}
	}

private:
	struct Record
	{
		uint64_t userData = 0;
		BulletPast past;
		uint32_t generation = 0;
		uint32_t history = k_noHistory;
	};

	template <class Archive>
	void ExchangeHistories(Archive& archive);
	struct Stock;
	[[nodiscard]] bool TakeStock();
	[[nodiscard]] bool TakeStockOf(size_t first, size_t end, Stock& stock);
	void MakeRoomForHistories(size_t count);
	void SweepRemoved() noexcept;
	void RelaunchHere(size_t i);
	void LimitByRange(size_t i);
	void Launch(size_t i, const BulletDef& def, uint32_t kind);
	void SetGravity(b2Vec2 gravity);
	[[nodiscard]] double TimeOnArc(size_t i) const { return std::max(m_clock - m_launches[i].time, 0.0); }

	uint32_t m_plugin;
	double m_clock = 0.0;
	double m_departure = 0.0; // s, by the clock: the launch of bullets that are added now, without a delay
	b2Vec2 m_gravity{0.0f, 0.0f};
	size_t m_count = 0;
	std::vector<BulletLaunch> m_launches;
	std::vector<Record> m_records;
	std::vector<uint64_t> m_flying; // a bit for each index
	std::vector<uint32_t> m_free;
	std::vector<uint32_t> m_removed; // not yet swept
	BulletKinds m_kinds;
	SteadyList<BulletHistory> m_histories;
	std::vector<uint32_t> m_freeHistories;
};

} // namespace ricochet
