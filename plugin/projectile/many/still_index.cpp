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

// Among fewer a walk of the tree costs hardly more.
constexpr int32_t k_fewestChildren = 64;

} // namespace

const Snapshot::State* StillIndex::Take(size_t bullets, const WorldMotion& motion) noexcept
{
	const int32_t children = m_state.world.GetProxyCount();
	const auto count = static_cast<double>(bullets);
	if (bullets == 0 || children < k_fewestChildren || count * count < leastGain * children)
	{
		return nullptr;
	}
	try
	{
		m_moved.clear();
		for (const BodyMotion& moved : motion.Moved())
		{
			m_moved.push_back(moved.body);
		}
		// What is out of a snapshot's reach is not out of a bullet's.
		return m_state.Update(m_moved).ignored == 0 ? &m_state : nullptr;
	}
	catch (const std::bad_alloc&)
	{
		m_state.Clear();
		return nullptr;
	}
}

} // namespace ricochet
