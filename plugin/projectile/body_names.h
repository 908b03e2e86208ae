// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

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
		const b2Body* address;
		uint64_t name;
	};

	struct NamedPart
	{
		const b2Fixture* address;
		FixtureName name;
	};

	void NameBodies();
	void NameFixtures();

	b2World& m_world;
	const SaveDef& m_def;
	std::vector<NamedBody> m_bodies; // by address
	std::vector<NamedPart> m_fixtures;
};

/// Finds what has a name.
class NamedBodies
{
public:
	/// `areOwn`: the names are the game's.
	NamedBodies(b2World& world, const RestoreDef& def, bool areOwn);

	[[nodiscard]] bool AreOwn() const { return m_areOwn; }

	/// How many bodies of the world are older, if the names are the game's. None: it is gone, or null.
	[[nodiscard]] std::optional<size_t> PlaceOf(const b2Body* body) const;

	/// Null: it is gone.
	[[nodiscard]] b2Body* Find(uint64_t name) const;
	[[nodiscard]] b2Fixture* Find(const FixtureName& name) const;

private:
	const RestoreDef& m_def;
	bool m_areOwn;
	std::vector<b2Body*> m_bodies;   // the oldest first
	std::vector<size_t> m_byAddress; // places, if the names are the game's
};

} // namespace ricochet
