// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/checksum.h"

#include <bit>

namespace ricochet
{

namespace
{

// FNV-1a by Fowler, Noll and Vo, over words of 32 bits. An added shift lets high bits influence low bits. Each step is
// a bijection, so one changed word always changes the sum.
class Checksum
{
public:
	void Add(uint32_t word)
	{
		m_sum = (m_sum ^ word) * 0x100000001B3u;
		m_sum ^= m_sum >> 32;
	}
	void Add(int32_t number) { Add(static_cast<uint32_t>(number)); }
	void Add(bool flag) { Add(uint32_t{flag}); }
	void Add(float number) { Add(std::bit_cast<uint32_t>(number)); }
	void Add(b2Vec2 v)
	{
		Add(v.x);
		Add(v.y);
	}
	template <class Tag>
	void Add(const ProjectileId<Tag>& id) // the number of the plugin differs between programs
	{
		Add(id.index);
		Add(id.generation);
	}

	void Add(const BulletState& bullet)
	{
		Add(bullet.id);
		Add(bullet.position);
		Add(bullet.velocity);
		Add(bullet.age);
		Add(bullet.bounces);
		Add(bullet.pierces);
		Add(bullet.radius);
	}

	void Add(const GrenadeState& grenade)
	{
		Add(grenade.id);
		Add(grenade.position);
		Add(grenade.velocity);
		Add(grenade.angle);
		Add(grenade.angularVelocity);
		Add(grenade.radius);
		Add(grenade.age);
		Add(grenade.resting);
		Add(grenade.stuck);
	}

	void Add(const PendingExplosion& explosion)
	{
		Add(explosion.grenade);
		Add(explosion.def.position);
		Add(explosion.def.radius);
		Add(explosion.def.falloff);
		Add(explosion.def.impulsePerLength);
	}

	[[nodiscard]] uint64_t Get() const { return m_sum; }

private:
	uint64_t m_sum = 0xCBF29CE484222325u;
};

} // namespace

uint64_t ChecksumOf(const BulletList& bullets, std::span<const GrenadeState> grenades,
                    std::span<const PendingExplosion> waiting)
{
	Checksum sum;
	for (const BulletState& bullet : bullets)
	{
		sum.Add(bullet);
	}
	for (const GrenadeState& grenade : grenades)
	{
		sum.Add(grenade);
	}
	for (const PendingExplosion& explosion : waiting)
	{
		sum.Add(explosion);
	}
	return sum.Get();
}

} // namespace ricochet
