// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/bullet/bullet_kinds.h"

#include "host/host.h"
#include "projectile/base/free_places.h"
#include "projectile/save/saved_defs.h"

#include "projectile/base/def_fields.h"
#include "projectile/base/reserve_one_more.h"
#include "projectile/motion/origin_shift.h"
#include "query/accept.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace ricochet
{

BulletKinds::Motion BulletKinds::MotionBy(const BulletKind& kind)
{
	const bool isParabola = kind.drag == 0.0f && kind.acceleration == b2Vec2{0.0f, 0.0f} && kind.IsGuided() == false &&
	                        kind.keepsPath == false && kind.radius == 0.0f && kind.hitsGrenades == false;
	return {kind.gravityScale, isParabola};
}

BulletKind::BulletKind(const BulletDef& def) : BulletDef(def)
{
	const BulletDef none;
	position = none.position;
	velocity = none.velocity;
	lifetime = none.lifetime;
	delay = none.delay;
	from = none.from;
	userData = none.userData;
}

bool BulletKind::IsThatOf(const BulletDef& def) const
{
	bool isSame =
	    homing.body == def.homing.body && AreSame(filter, def.filter) && steering == nullptr && def.steering == nullptr;
#define RICOCHET_COMPARE(field, cField, rule) isSame = isSame && field == def.field;
	RICOCHET_BULLET_KIND_FIELDS(RICOCHET_COMPARE, RICOCHET_NO_FIELD)
#undef RICOCHET_COMPARE
#define RICOCHET_COMPARE(field, cField, rule) isSame = isSame && homing.field == def.homing.field;
	RICOCHET_HOMING_FIELDS(RICOCHET_COMPARE)
#undef RICOCHET_COMPARE
	return isSame;
}

bool BulletKind::AsksTheGame() const
{
	return HasPredicate(filter) || steering != nullptr;
}

uint32_t& BulletKinds::RecentOf(const BulletDef& def)
{
	const uint32_t bits = std::bit_cast<uint32_t>(def.mass) ^ std::rotl(std::bit_cast<uint32_t>(def.drag), 7) ^
	                      std::rotl(static_cast<uint32_t>(def.maxBounces), 13) ^
	                      std::rotl(static_cast<uint32_t>(def.maxPierces), 17) ^ HashOf(def.filter);
	return m_recent[(bits * 0x9e3779b1u) >> 26];
}

uint32_t BulletKinds::Take(const BulletDef& def)
{
	uint32_t& recent = RecentOf(def);
	if (recent >= m_entries.size() || m_entries[recent].users == 0 || m_entries[recent].kind.IsThatOf(def) == false)
	{
		recent = Make(def);
	}
	m_entries[recent].users += 1;
	return recent;
}

void BulletKinds::ShiftOrigin(b2Vec2 newOrigin)
{
	for (Entry& entry : m_entries)
	{
		Homing& homing = entry.kind.homing;
		if (homing.turnRate > 0.0f && homing.body == nullptr)
		{
			ShiftPlace(homing.point, newOrigin);
		}
	}
}

template <class IsLost>
void BulletKinds::LoseTargets(IsLost&& isLost)
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

void BulletKinds::Forget(const b2Body* body) noexcept
{
	LoseTargets([&](const b2Body* target) { return target == body; });
	for (Entry& entry : m_entries)
	{
		StopIgnoring(entry.kind.filter, body);
	}
}

// Targets must be dropped before the next step, because another body may then get the address of a destroyed one.
void BulletKinds::LoseDeadTargets(const b2World& world)
{
	if (m_targets == 0)
	{
		return;
	}
	m_bodies.clear();
	m_bodies.reserve(static_cast<size_t>(world.GetBodyCount()));
	for (const b2Body* body : BodiesOf(world))
	{
		m_bodies.push_back(body);
	}
	std::sort(m_bodies.begin(), m_bodies.end(), std::less<>());
	LoseTargets([&](const b2Body* body)
	            { return std::binary_search(m_bodies.begin(), m_bodies.end(), body, std::less<>()) == false; });
}

uint32_t BulletKinds::Make(const BulletDef& def)
{
	if (m_free.empty() == false)
	{
		const uint32_t kind = m_free.back();
		m_entries[kind].kind = BulletKind(def);
		m_motions[kind] = MotionBy(m_entries[kind].kind);
		m_free.pop_back();
		CountIn(m_entries[kind].kind);
		return kind;
	}
	if (m_free.capacity() <= m_entries.size())
	{
		m_free.reserve(2 * m_entries.size() + 1); // so that GiveBack never allocates
	}
	ReserveOneMore(m_motions);
	m_entries.push_back({BulletKind(def), 0});
	m_motions.push_back(MotionBy(m_entries.back().kind));
	CountIn(m_entries.back().kind);
	return static_cast<uint32_t>(m_entries.size() - 1);
}

void BulletKinds::CountIn(const BulletKind& kind)
{
	m_targets += kind.homing.body != nullptr ? 1 : 0;
	m_grenadeHitters += kind.hitsGrenades ? 1 : 0;
	m_askers += kind.AsksTheGame() ? 1 : 0;
}

void BulletKinds::CountOut(const BulletKind& kind)
{
	m_targets -= kind.homing.body != nullptr ? 1 : 0;
	m_grenadeHitters -= kind.hitsGrenades ? 1 : 0;
	m_askers -= kind.AsksTheGame() ? 1 : 0;
}

void BulletKinds::GiveBack(uint32_t kind) noexcept
{
	Entry& entry = m_entries[kind];
	entry.users -= 1;
	if (entry.users == 0)
	{
		CountOut(entry.kind);
		entry.kind = {};
		m_free.push_back(kind);
	}
}

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

template void BulletKinds::ExchangeParts(Saver& archive, size_t most);
template void BulletKinds::ExchangeParts(Loader& archive, size_t most);

} // namespace ricochet
