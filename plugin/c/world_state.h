// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>
#include <ricochet/geometry/error.h>
#include <ricochet/projectile/events.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

class b2Body;
class b2Fixture;
class b2World;

namespace ricochet
{

class Plugin;

namespace c
{

/// The ids and user data of a fixture and its body, as results report them. All 0: there is no fixture.
struct Told
{
	ricochet_body body = 0;
	ricochet_fixture fixture = 0;
	uint64_t bodyData = 0;
	uint64_t fixtureData = 0;

	friend bool operator==(const Told&, const Told&) = default;
};

/// Maps between ids and the things that a query hits. A Namer is a world, or a table of a world's ids at a past time.
class Namer
{
public:
	/// Returns the ids of a fixture that a query has hit; all 0 for null.
	[[nodiscard]] virtual Told NamesOf(b2Fixture* fixture) const = 0;

	/// Returns the body with an id. The pointer may only be compared: if the body no longer exists, it is null or
	/// dangling.
	[[nodiscard]] virtual const b2Body* BodyToCompare(ricochet_body id) const = 0;

	/// Returns the body with an id. Error: NoSuchEntry.
	[[nodiscard]] virtual Result<const b2Body*> SeekBody(ricochet_body id) const = 0;

	/// Returns the fixture with an id, from a hit in the same world or snapshot. Also finds fixtures that wait to be
	/// destroyed, because they are still hit. Error: NoSuchEntry.
	[[nodiscard]] virtual Result<b2Fixture*> SeekFixture(ricochet_fixture id) const = 0;

protected:
	~Namer() = default;
};

/// Returns the error for an id that does not exist.
[[nodiscard]] inline Error NoSuch(const char* parameter, uint64_t id)
{
	return {ErrorReason::NoSuchEntry, parameter, -1, static_cast<double>(static_cast<uint32_t>(id))};
}

/// Data about a body or a fixture the ids, if ricochet has created the world. The user data in Box2D points to it.
struct Name
{
	uint64_t id = 0; ///< 0: free. Two bits for the kind, 30 for the generation, 32 for the index
	uint64_t data = 0;
	b2Body* body = nullptr;       ///< the body, or the fixture's body
	b2Fixture* fixture = nullptr; ///< null: it is a body
	bool isQueued = false;        ///< it waits to be destroyed: it is still in the world, but calls about it are
	                              ///< refused
};

/// The ids of a world. No id is given twice, and ids of destroyed things are not found.
class Names
{
public:
	Name& Add(bool isBody);
	void Remove(Name& name) noexcept;
	/// Removes the entry that was added last. The next entry gets the same id. Requires: the game has not received that
	/// id.
	void TakeBack(Name& name) noexcept;
	[[nodiscard]] Name* Find(uint64_t id); ///< null if there is none
	[[nodiscard]] const Name* Find(uint64_t id) const;
	[[nodiscard]] size_t Count() const { return m_names.size(); } ///< the number of entries, free ones included

private:
	std::deque<Name> m_names;
	std::vector<uint32_t> m_generations;
	std::vector<uint32_t> m_free;
};

/// A world, its ids and its plugins. In a b2World of the game, an id is an address, and the user data are the game's
/// own.
class WorldState final : public Namer
{
public:
	explicit WorldState(b2World& world);
	explicit WorldState(std::unique_ptr<b2World> world);
	~WorldState();
	WorldState(const WorldState&) = delete;
	WorldState& operator=(const WorldState&) = delete;

	[[nodiscard]] b2World& World() const { return *m_world; }
	[[nodiscard]] bool Owns() const { return m_owned != nullptr; }

	// These functions return the id or user data of a body or fixture in the world; 0 for null.
	[[nodiscard]] uint64_t IdOf(b2Body* body) const;
	[[nodiscard]] uint64_t IdOf(b2Fixture* fixture) const;
	[[nodiscard]] uint64_t DataOf(b2Body* body) const;
	[[nodiscard]] uint64_t DataOf(b2Fixture* fixture) const;

	// Error NoSuchEntry if there is no such body or fixture, or if it waits to be destroyed.
	[[nodiscard]] Result<b2Body*> FindBody(uint64_t id) const;
	[[nodiscard]] Result<b2Fixture*> FindFixture(uint64_t id) const;

	[[nodiscard]] Told NamesOf(b2Fixture* fixture) const override;
	[[nodiscard]] const b2Body* BodyToCompare(uint64_t id) const override;
	[[nodiscard]] Result<const b2Body*> SeekBody(uint64_t id) const override;
	[[nodiscard]] Result<b2Fixture*> SeekFixture(uint64_t id) const override;

	/// Error WorldIsLocked or InsideStep if bodies must not be changed now.
	[[nodiscard]] Result<> MayChange() const;

	/// Calls create(user data for Box2D), which creates a body or a fixture. If that throws, nothing has changed.
	template <class Create>
	auto* Add(bool isBody, uint64_t data, const Create& create)
	{
		if (Owns() == false)
		{
			return create(static_cast<uintptr_t>(data));
		}
		Name& name = AddName(isBody);
		try
		{
			auto* made = create(reinterpret_cast<uintptr_t>(&name));
			name.data = data;
			SetObject(name, made);
			return made;
		}
		catch (...)
		{
			names.TakeBack(name);
			throw;
		}
	}

	/// For worlds that ricochet has created. Call NoteQueued after a body was queued to be destroyed, and
	/// ForgetDestroyed after a step in which it may have been destroyed.
	void NoteQueued(b2Body* body) noexcept;
	/// Calls NoteQueued for the bodies that blasts have destroyed.
	void NoteDestroyed(std::span<const BlastEvent> hits) noexcept;
	void ForgetDestroyed() noexcept;

	/// Call this after a plugin has restored a state. Finds the bodies that any plugin has queued.
	void FindQueued() noexcept;

	Names names;                  ///< of a world that ricochet has created
	std::vector<Plugin*> plugins; ///< the plugins of this world
	/// Ids and user data of bodies that plugins have destroyed. Only a scene keeps them, until the game takes them.
	std::vector<std::pair<ricochet_body, uint64_t>> destroyed;
	int32_t stepDepth = 0; ///< above 0: a plugin is inside a step or restores a state

private:
	[[nodiscard]] Name& AddName(bool isBody);
	static void SetObject(Name& name, b2Body* body);
	static void SetObject(Name& name, b2Fixture* fixture);

	std::unique_ptr<b2World> m_owned;
	b2World* m_world;
	std::vector<Name*> m_queued; // has room for all names, as `destroyed` has: a step notes them without memory
};

struct WorldCopy;

} // namespace c
} // namespace ricochet

/// A world, or a snapshot of it.
struct ricochet_world
{
	std::shared_ptr<ricochet::c::WorldState> state;
	std::shared_ptr<ricochet::c::WorldCopy> copy = nullptr; ///< null: the handle is of the world itself
};
