// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/many/still_index.h"
#include "host/host.h"

#include "projectile/motion/motion.h"

#include <cstdint>
#include <new>

namespace ricochet
{

namespace
{

// With fewer children, a walk of the tree costs hardly more than a walk of the index.
constexpr int32_t k_fewestChildren = 64;

// With this number of children, the index is faster only from twice StillIndex::leastBullets on. The factor grows by 1
// with each further multiple of this number. Measured.
constexpr double k_childrenPerBullets = 12800.0;

} // namespace

bool StillIndex::Pays(size_t bullets) const noexcept
{
	const int32_t children = m_world.GetProxyCount();
	const auto count = static_cast<double>(bullets);
	return bullets > 0 && children >= k_fewestChildren &&
	       count >= leastBullets * (1.0 + children / k_childrenPerBullets);
}

RestIndex StillIndex::Take(size_t bullets, const WorldMotion& motion, Snapshot* given) noexcept
{
	if (Pays(bullets) == false)
	{
		return {};
	}
	if (given == nullptr)
	{
		return UpdateOwn(motion);
	}
	// Some children may be too far away for a Snapshot, although bullets can hit them. In that case the index is not
	// used.
	const Result<SnapshotUpdate> update = given->Update();
	return update && update->ignored == 0 ? RestIndex{&StateOf(*given), true} : RestIndex{};
}

RestIndex StillIndex::UpdateOwn(const WorldMotion& motion) noexcept
{
	try
	{
		m_moved.clear();
		for (const BodyMotion& moved : motion.Moved())
		{
			m_moved.push_back(moved.body);
		}
		if (m_own.has_value() == false)
		{
			m_own.emplace(m_world);
		}
		return m_own->Update(m_moved).ignored == 0 ? RestIndex{&*m_own, false} : RestIndex{};
	}
	catch (const std::bad_alloc&)
	{
		if (m_own)
		{
			m_own->Clear();
		}
		return {};
	}
}

} // namespace ricochet
