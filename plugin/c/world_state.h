// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>
#include <ricochet/geometry/error.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

class b2Body;
class b2Fixture;
class b2World;

namespace ricochet
{

class Plugin;

namespace c
{

/// How a fixture and its body are told; all 0: there is none.
struct Told
{
	ricochet_body body = 0;
	ricochet_fixture fixture = 0;
	uint64_t bodyData = 0;
	uint64_t fixtureData = 0;

	friend bool operator==(const Told&, const Told&) = default;
};

/// Who knows the names of what a query meets: a world, or what remembers how all was called in it.
class Namer
{
public:
	/// Of a fixture that a query has met; of null: none.
	[[nodiscard]] virtual Told NamesOf(b2Fixture* fixture) const = 0;

	/// Of an id that is only compared, and may be gone: then null, or the address of no body.
	[[nodiscard]] virtual const b2Body* BodyToCompare(ricochet_body id) const = 0;

	/// NoSuchEntry if there is none.
	[[nodiscard]] virtual Result<const b2Body*> SeekBody(ricochet_body id) const = 0;

	/// The fixture of a hit of the same place, likewise. A fixture that waits to be destroyed is still hit.
	[[nodiscard]] virtual Result<b2Fixture*> SeekFixture(ricochet_fixture id) const = 0;

protected:
	~Namer() = default;
};

/// How a name is refused that is none.
[[nodiscard]] inline Error NoSuch(const char* parameter, uint64_t id)
{
	return {ErrorReason::NoSuchEntry, parameter, -1, static_cast<double>(static_cast<uint32_t>(id))};
}

/// What is known of a body or a fixture of a world that was made here. Its user data in Box2D points to it.
struct Name
{
	uint64_t id = 0; ///< 0: free. Two bits for the kind, 30 for the generation, 32 for the index
	uint64_t data = 0;
	b2Body* body = nullptr;       ///< or whose fixture it is
	b2Fixture* fixture = nullptr; ///< null: it is a body
	bool isQueued = false;        ///< to be destroyed: it is in the world, but refused
};

/// The names of a world: no id is given twice, and those of what is gone are refused.
class Names
{
public:
	Name& Add(bool isBody);
	void Remove(Name& name) noexcept;
	[[nodiscard]] Name* Find(uint64_t id); ///< null: there is none
	[[nodiscard]] const Name* Find(uint64_t id) const;
	[[nodiscard]] size_t Count() const { return m_names.size(); } ///< those that are free included

private:
	std::deque<Name> m_names;
	std::vector<uint32_t> m_generations;
	std::vector<uint32_t> m_free;
};

/// A world, and who knows it. In a world of the game an id is an address, and user data is what the game put there.
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

	// Of what is in the world; 0 for null.
	[[nodiscard]] uint64_t IdOf(b2Body* body) const;
	[[nodiscard]] uint64_t IdOf(b2Fixture* fixture) const;
	[[nodiscard]] uint64_t DataOf(b2Body* body) const;
	[[nodiscard]] uint64_t DataOf(b2Fixture* fixture) const;

	// NoSuchEntry if there is none, or if it waits to be destroyed.
	[[nodiscard]] Result<b2Body*> FindBody(uint64_t id) const;
	[[nodiscard]] Result<b2Fixture*> FindFixture(uint64_t id) const;

	[[nodiscard]] Told NamesOf(b2Fixture* fixture) const override;
	[[nodiscard]] const b2Body* BodyToCompare(uint64_t id) const override;
	[[nodiscard]] Result<const b2Body*> SeekBody(uint64_t id) const override;
	[[nodiscard]] Result<b2Fixture*> SeekFixture(uint64_t id) const override;

	/// WorldIsLocked or InsideStep, where bodies must not be changed.
	[[nodiscard]] Result<> MayChange() const;

	/// Of a world that was made here. Before a body is queued to be destroyed, for memory; when it has been; and after
	/// a step in which it may have gone.
	void ReserveQueued();
	void NoteQueued(b2Body* body) noexcept;
	void ForgetDestroyed() noexcept;

	/// After a plugin has gone back: those are queued that one of the plugins has queued. Requires: ReserveQueued.
	void FindQueued() noexcept;

	Names names;                  ///< of a world that was made here
	std::vector<Plugin*> plugins; ///< that are in it
	int32_t stepDepth = 0;        ///< above 0: one of them steps, or goes back

private:
	std::unique_ptr<b2World> m_owned;
	b2World* m_world;
	std::vector<Name*> m_queued;
};

struct WorldCopy;

} // namespace c
} // namespace ricochet

/// A world, or a snapshot of it.
struct ricochet_world
{
	std::shared_ptr<ricochet::c::WorldState> state;
	std::shared_ptr<ricochet::c::WorldCopy> copy = nullptr; ///< null: it is the world
};
