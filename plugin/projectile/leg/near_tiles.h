// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/source.h"

#include <box2d/b2_collision.h>
#include <box2d/b2_settings.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

class b2World;

namespace ricochet
{

class WorldMotion;
struct MovedChild;

/// What is near the tiles of a plane in one step: where several grenades fly in one, a walk of the trees for the tile
/// costs less than one for each. Holds until a tree changes.
class NearTiles
{
public:
	template <class What>
	struct Entry
	{
		What what;
		b2AABB box; // in its tree
	};

	struct Lists
	{
		std::span<const Entry<FixtureChild>> still;
		std::span<const Entry<const MovedChild*>> moved;
	};

	/// To be called before a step, in which so many grenades fly. Throws std::bad_alloc: then there are fewer tiles.
	void Begin(size_t grenades);

	/// To be called when a tree has changed.
	void Forget();

	/// All whose boxes meet a box, and more, in the order of the trees. Null: none asked for the tile before, the box
	/// is too large, the tile is crowded, or there is no place for it. Allocates nothing.
	[[nodiscard]] const Lists* Around(const b2World& world, const WorldMotion& motion, const b2AABB& box);

private:
	static constexpr float k_size = 8.0f * b2_lengthUnitsPerMeter; // of a tile
	static constexpr float k_margin = 0.125f * k_size;             // by which boxes reach out of it
	static constexpr size_t k_mostSlots = 4096;
	static constexpr size_t k_most = 16; // of a tile

	struct Slot
	{
		int32_t x, y;
		uint32_t time = 0; // of m_time
		bool isListed = false;
		bool isCrowded = false;
		uint32_t still = 0, stillEnd = 0;
		uint32_t moved = 0, movedEnd = 0;
	};

	void List(const b2World& world, const WorldMotion& motion, const b2AABB& box, Slot& slot);

	template <class What>
	static void Add(std::vector<Entry<What>>& entries, size_t first, const Entry<What>& entry, Slot& slot);

	std::vector<Slot> m_slots; // by the hash of a tile; the last one of each
	uint32_t m_time = 1;
	std::vector<Entry<FixtureChild>> m_still;
	std::vector<Entry<const MovedChild*>> m_moved;
	Lists m_lists;
};

} // namespace ricochet
