// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"

#include <ricochet/projectile/grenade.h>

#include <memory>
#include <vector>

namespace ricochet
{

/// The grenades that lie still until something near them changes, found by where they lie.
class Sleepers
{
public:
	/// The place of a grenade, to be kept with it.
	[[nodiscard]] int32_t Add(GrenadeId id, const b2AABB& box);
	void Remove(int32_t place);
	[[nodiscard]] bool IsEmpty() const { return m_count == 0; }

	/// Those whose boxes touch a box. Valid until the next call. Needs no memory.
	[[nodiscard]] const std::vector<GrenadeId>& Near(const b2AABB& box);
	void ShiftOrigin(b2Vec2 newOrigin);

private:
	struct Sleeper
	{
		GrenadeId id;
		b2AABB box;
	};

	std::unique_ptr<b2DynamicTree> m_tree = std::make_unique<b2DynamicTree>(); // by larger boxes
	std::vector<Sleeper> m_sleepers;                                           // by place
	std::vector<GrenadeId> m_near;
	size_t m_count = 0;
};

} // namespace ricochet
