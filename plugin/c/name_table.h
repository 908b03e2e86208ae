// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "c/world_state.h"
#include "projectile/base/address_table.h"

#include <ricochet/index/snapshot.h>

#include <memory>
#include <utility>
#include <vector>

namespace ricochet::c
{

/// How everything in a world was called at one time. Fixtures are known by their addresses, and never read: they may
/// be gone.
class NameTable final : public Namer
{
public:
	/// Of a world as it stands; `last` itself, which may be null, if nothing is called otherwise in it.
	[[nodiscard]] static std::shared_ptr<const NameTable> Of(const WorldState& world,
	                                                         std::shared_ptr<const NameTable> last);

	[[nodiscard]] Told NamesOf(b2Fixture* fixture) const override;
	[[nodiscard]] const b2Body* BodyToCompare(ricochet_body id) const override;
	[[nodiscard]] Result<const b2Body*> SeekBody(ricochet_body id) const override;
	[[nodiscard]] Result<b2Fixture*> SeekFixture(ricochet_fixture id) const override;

private:
	struct Entry
	{
		b2Fixture* address = nullptr;
		const b2Body* body = nullptr;
		Told told;

		friend bool operator==(const Entry&, const Entry&) = default;
	};

	struct Place
	{
		const b2Fixture* address = nullptr;
		size_t index = 0;
	};

	/// Things by their ids, which are sorted.
	template <class T>
	using ById = std::vector<std::pair<uint64_t, T*>>;

	template <class Call>
	static void ForEach(const WorldState& world, const Call& call);
	[[nodiscard]] bool IsOf(const WorldState& world) const;
	template <class T>
	[[nodiscard]] static T* Find(const ById<T>& things, uint64_t id);

	std::vector<Entry> m_entries; // in the world's order
	AddressTable<Place> m_places; // of entries
	ById<const b2Body> m_bodies;  // that have fixtures
	ById<b2Fixture> m_fixtures;
	bool m_areAddresses = false; // the names
};

/// What a handle of a snapshot holds beside the world, which must live as long.
struct WorldCopy
{
	explicit WorldCopy(const WorldState& world) : snapshot(world.World()), names(NameTable::Of(world, nullptr)) {}

	Snapshot snapshot;
	std::shared_ptr<const NameTable> names; ///< of what the snapshot holds; never null
};

} // namespace ricochet::c
