// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/vec.h"

#include <ricochet/projectile/bullet.h>

#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <span>
#include <vector>

class b2World;

namespace ricochet
{

/// The part of a def that is shared by bullets with equal defs. Position, velocity, lifetime, user data, delay and
/// `from` keep their default values, because each bullet has its own.
struct BulletKind : BulletDef
{
	BulletKind() = default;
	explicit BulletKind(const BulletDef& def);

	/// True if a def is proven to be of this kind. A def with functions never is, because functions cannot be compared.
	[[nodiscard]] bool IsThatOf(const BulletDef& def) const;

	/// True if the flight calls callbacks of the game.
	[[nodiscard]] bool AsksTheGame() const;

	/// True if the motion of its bullets has no closed form.
	[[nodiscard]] bool IsGuided() const
	{
		return dragQuadratic > 0.0f || thrust != 0.0f || homing.turnRate > 0.0f || steering != nullptr;
	}

	/// Returns the acceleration of the closed form: by gravity, by the kind's own acceleration and by the wind.
	[[nodiscard]] Vec<double> AccelerationIn(b2Vec2 gravity) const
	{
		return static_cast<double>(gravityScale) * Lift<double>(gravity) + Lift<double>(acceleration) +
		       static_cast<double>(drag) * Lift<double>(wind);
	}
	[[nodiscard]] bool HasRange() const { return maxRange < std::numeric_limits<float>::infinity(); }
};

/// The kinds of the bullets in flight. A kind keeps its index until GiveBack was called as often as Take.
class BulletKinds
{
public:
	/// Returns the index of the kind of a def, and counts one user more. If memory runs out, nothing changes.
	[[nodiscard]] uint32_t Take(const BulletDef& def);
	void GiveBack(uint32_t kind) noexcept;

	[[nodiscard]] const BulletKind& operator[](uint32_t kind) const { return m_entries[kind].kind; }

	/// The data that the search for free flights reads, close together in memory.
	struct Motion
	{
		float gravityScale;
		bool isParabola; ///< a point under gravity alone that hits no grenades and records no path
	};

	[[nodiscard]] const Motion& MotionOf(uint32_t kind) const { return m_motions[kind]; }

	/// True if any kind hits grenades.
	[[nodiscard]] bool HitGrenades() const { return m_grenadeHitters > 0; }

	/// True if any kind calls functions of the game in flight.
	[[nodiscard]] bool AskTheGame() const { return m_askers > 0; }

	/// Removes a body that is destroyed from all kinds: no bullet homes at it or ignores it any more.
	void Forget(const b2Body* body) noexcept;

	/// Ends the homing to bodies that are no longer in the world.
	void LoseDeadTargets(const b2World& world);

	/// Saves or loads at most `most` kinds. A loaded kind has no users: then call TakeAs and IsComplete.
	template <class Archive>
	void ExchangeParts(Archive& archive, size_t most);

	void Swap(BulletKinds& other) noexcept;

	/// The number of kinds, used or not.
	[[nodiscard]] size_t Extent() const { return m_entries.size(); }

	/// Adds users to all loaded kinds. `users`: the number of bullets of each kind.
	void TakeAs(std::span<const uint32_t> users);
	[[nodiscard]] bool IsComplete() const;

	/// True if a loaded kind still lacks its functions.
	[[nodiscard]] bool LacksFunctions(uint32_t kind) const;
	[[nodiscard]] bool AnyLacksFunctions() const;
	void PutBack(uint32_t kind, const BulletDef& def);

	/// Moves the target points of homing bullets to the coordinates of the new origin.
	void ShiftOrigin(b2Vec2 newOrigin);

private:
	struct Entry
	{
		BulletKind kind;
		uint32_t users = 0;
	};

	// Ends the homing to each target for which isLost(body) is true.
	template <class IsLost>
	void LoseTargets(IsLost&& isLost);
	void CountIn(const BulletKind& kind);
	void CountOut(const BulletKind& kind);
	[[nodiscard]] static Motion MotionBy(const BulletKind& kind);
	[[nodiscard]] uint32_t& RecentOf(const BulletDef& def);
	[[nodiscard]] uint32_t Make(const BulletDef& def);

	std::deque<Entry> m_entries;
	std::vector<Motion> m_motions; // by kind
	std::vector<uint32_t> m_free;
	size_t m_targets = 0;                // the number of kinds that home at a body
	size_t m_grenadeHitters = 0;         // the number of kinds that hit grenades
	size_t m_askers = 0;                 // the number of kinds with a function of the game
	std::vector<const b2Body*> m_bodies; // scratch of LoseDeadTargets
	std::array<uint32_t, 64> m_recent{}; // the last kind of each hash; a kind that is stored twice only costs memory
};

} // namespace ricochet
