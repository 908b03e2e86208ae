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

/// The ids and user data of everything in a world at one time. Fixtures are found by their addresses, which are never
/// dereferenced, because the fixtures may no longer exist.
class NameTable final : public Namer
{
public:
	/// Returns the table of a world as it is now. That is `last` (may be null) if it is still correct.
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

	/// Pairs of an id and its thing, sorted by id.
	template <class T>
	using ById = std::vector<std::pair<uint64_t, T*>>;

	template <class Call>
	static void ForEach(const WorldState& world, const Call& call);
	[[nodiscard]] bool IsOf(const WorldState& world) const;
	template <class T>
	[[nodiscard]] static T* Find(const ById<T>& things, uint64_t id);

	std::vector<Entry> m_entries; // in the world's order
	AddressTable<Place> m_places; // index of each entry, by address
	ById<const b2Body> m_bodies;  // the bodies that have fixtures
	ById<b2Fixture> m_fixtures;
	bool m_areAddresses = false; // true if ids are addresses
};

/// The part of a snapshot handle that is not its world. The world must outlive it.
struct WorldCopy
{
	explicit WorldCopy(const WorldState& world) : snapshot(world.World()), names(NameTable::Of(world, nullptr)) {}

	Snapshot snapshot;
	std::shared_ptr<const NameTable> names; ///< ids of the snapshot's content; never null
};

} // namespace ricochet::c
