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

/// The part of a def that bullets share which were fired alike. Position, velocity, lifetime and user data are those of
/// a default def: each bullet has its own.
struct BulletKind : BulletDef
{
	BulletKind() = default;
	explicit BulletKind(const BulletDef& def);

	/// True if a def is certainly of this kind. Functions cannot be compared.
	[[nodiscard]] bool IsThatOf(const BulletDef& def) const;

	/// Whether the game is asked while it flies.
	[[nodiscard]] bool AsksTheGame() const;

	/// Whether it flies by what has no closed form.
	[[nodiscard]] bool IsGuided() const
	{
		return dragQuadratic > 0.0f || thrust != 0.0f || homing.turnRate > 0.0f || steering != nullptr;
	}

	/// That of its closed form: by gravity, by its own, and by the wind that drags it along.
	[[nodiscard]] Vec<double> AccelerationIn(b2Vec2 gravity) const
	{
		return static_cast<double>(gravityScale) * Lift<double>(gravity) + Lift<double>(acceleration) +
		       static_cast<double>(drag) * Lift<double>(wind);
	}
	[[nodiscard]] bool HasRange() const { return maxRange < std::numeric_limits<float>::infinity(); }
};

/// The kinds of the bullets in flight. A kind stays in its place until it is given back as often as it was taken.
class BulletKinds
{
public:
	/// The number of the kind of a def. If memory runs out, nothing has changed.
	[[nodiscard]] uint32_t Take(const BulletDef& def);
	void GiveBack(uint32_t kind) noexcept;

	[[nodiscard]] const BulletKind& operator[](uint32_t kind) const { return m_entries[kind].kind; }

	/// What many bullets ask of their kind, close together.
	struct Motion
	{
		float gravityScale;
		bool isParabola; ///< a point under gravity alone, among what has fixtures, and nobody looks at its path
	};

	[[nodiscard]] const Motion& MotionOf(uint32_t kind) const { return m_motions[kind]; }

	/// Whether any of them meets grenades.
	[[nodiscard]] bool HitGrenades() const { return m_grenadeHitters > 0; }

	/// Whether any of them asks the game while it flies.
	[[nodiscard]] bool AskTheGame() const { return m_askers > 0; }

	/// Ends the homing at each target for which isLost(body) is true.
	template <class IsLost>
	void LoseTargets(IsLost&& isLost)
	{
		for (Entry& entry : m_entries)
		{
			Homing& homing = entry.kind.homing;
			if (homing.body != nullptr && isLost(homing.body))
			{
				homing = {};
				m_targets -= 1;
			}
		}
	}

	/// Ends the homing at bodies that a world no longer has.
	void LoseDeadTargets(const b2World& world);

	/// What is saved; `most`: kinds that there may be. After loading nobody uses any: then TakeAs, and IsComplete.
	template <class Archive>
	void ExchangeParts(Archive& archive, size_t most);

	void Swap(BulletKinds& other) noexcept;

	/// How many kinds there are, used or not.
	[[nodiscard]] size_t Extent() const { return m_entries.size(); }

	/// Each kind is used by so many more.
	void TakeAs(std::span<const uint32_t> users);
	[[nodiscard]] bool IsComplete() const;

	/// True of a kind that was loaded and whose functions have not been put back.
	[[nodiscard]] bool LacksFunctions(uint32_t kind) const;
	[[nodiscard]] bool AnyLacksFunctions() const;
	void PutBack(uint32_t kind, const BulletDef& def);

	/// The points that bullets turn to are seen from another origin.
	void ShiftOrigin(b2Vec2 newOrigin);

private:
	struct Entry
	{
		BulletKind kind;
		uint32_t users = 0;
	};

	void CountIn(const BulletKind& kind);
	void CountOut(const BulletKind& kind);
	[[nodiscard]] static Motion MotionBy(const BulletKind& kind);
	[[nodiscard]] uint32_t& RecentOf(const BulletDef& def);
	[[nodiscard]] uint32_t Make(const BulletDef& def);

	std::deque<Entry> m_entries;
	std::vector<Motion> m_motions; // beside them
	std::vector<uint32_t> m_free;
	size_t m_targets = 0;                // kinds that turn to a body
	size_t m_grenadeHitters = 0;         // kinds that meet grenades
	size_t m_askers = 0;                 // kinds with a function of the game
	std::vector<const b2Body*> m_bodies; // scratch of LoseDeadTargets
	std::array<uint32_t, 64> m_recent{}; // one of each hash: two kinds alike cost memory, no answer
};

} // namespace ricochet
