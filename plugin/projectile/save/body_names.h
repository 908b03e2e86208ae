// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/base/address_table.h"

#include <ricochet/projectile/saved_state.h>

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

class b2Fixture;
class b2World;

namespace ricochet
{

/// Of a fixture: its body, and how many of the body's are older.
struct FixtureName
{
	uint64_t body = 0;
	uint32_t place = 0;

	friend auto operator<=>(const FixtureName&, const FixtureName&) = default;
};

/// What bodies and fixtures of a world are called in saved bytes. They are looked up once, when the first is asked for.
class BodyNames
{
public:
	BodyNames(b2World& world, const SaveDef& def) : m_world(world), m_def(def) {}

	/// None: it is null, or no longer there. It is not read.
	[[nodiscard]] std::optional<uint64_t> Of(const b2Body* body);
	[[nodiscard]] std::optional<FixtureName> Of(const b2Fixture* fixture);

private:
	struct NamedBody
	{
		const b2Body* address = nullptr;
		uint64_t name = 0;
	};

	struct NamedPart
	{
		const b2Fixture* address = nullptr;
		FixtureName name;
	};

	void NameBodies();
	void NameFixtures();

	b2World& m_world;
	const SaveDef& m_def;
	AddressTable<NamedBody> m_bodies;
	AddressTable<NamedPart> m_fixtures;
};

/// Finds what has a name. The bodies are listed once, when the first is asked for.
class NamedBodies
{
public:
	/// `areOwn`: the names are the game's.
	NamedBodies(b2World& world, const RestoreDef& def, bool areOwn) : m_world(world), m_def(def), m_areOwn(areOwn) {}

	[[nodiscard]] bool AreOwn() const { return m_areOwn; }

	/// How many bodies of the world are older, if the names are the game's. None: it is gone, or null.
	[[nodiscard]] std::optional<size_t> PlaceOf(const b2Body* body);

	/// Null: it is gone.
	[[nodiscard]] b2Body* Find(uint64_t name);
	[[nodiscard]] b2Fixture* Find(const FixtureName& name);

private:
	struct Placed
	{
		const b2Body* address = nullptr;
		size_t place = 0;
	};

	void List();

	b2World& m_world;
	const RestoreDef& m_def;
	bool m_areOwn;
	bool m_isListed = false;
	std::vector<b2Body*> m_bodies;    // the oldest first
	AddressTable<Placed> m_byAddress; // if the names are the game's
};

} // namespace ricochet
