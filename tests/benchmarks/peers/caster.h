// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "benchmarks/race/scene.h"

#include <ricochet/query/executor.h>
#include <ricochet/query/ray_fan.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ricochet::test
{

enum class Query : uint8_t
{
	Closest,
	Any,
	All ///< sorted by entry
};

/// What a system is asked.
struct Task
{
	Query query = Query::Closest;
	std::span<const Ray> rays;
	std::span<const RayFan> fans; ///< of which `rays` are the rays, in order; may be empty
	int32_t batch = 1;            ///< rays to a call, for systems that take many
	bool coherent = false;        ///< neighbours in `rays` are neighbours in the world
};

/// The answer for one ray.
struct Found
{
	float fraction = 1.0f; ///< All: the sum of the entries' fractions; Any: left alone
	uintptr_t name = 0;    ///< what the system calls what was hit, 0 for none; Any: 1; All: how many
};

/// One system in the race.
struct Caster
{
	std::string name;
	double buildSeconds = 0.0; ///< of processor time
	size_t bytes = 0;
	bool isExact = false;      ///< must give what ricochet's live casts give, bit for bit
	bool takesBatches = false; ///< is to have all rays of a batch, however many
	bool usesThreads = false;
	bool sharesMove = false; ///< needs what Box2D's own Move costs

	Caster() = default;
	virtual ~Caster() = default;
	Caster(const Caster&) = delete;
	Caster& operator=(const Caster&) = delete;

	[[nodiscard]] virtual bool CanCast(const Task& task) const = 0;

	/// Is timed: takes each ray as a Ray, keeps fraction and name of each hit, and computes the normal.
	virtual void Cast(const Task& task, std::span<Found> found) = 0;

	/// Is not timed: what Cast has kept elsewhere.
	virtual void Tell(const Task&, std::span<Found>) const {}

	/// The number of the piece of the scene that has the name.
	[[nodiscard]] virtual size_t PieceOf(uintptr_t shape) const = 0;

	/// Is timed: brings the system up to date when these pieces have a new pose, that of the scene.
	virtual void Move(const RaceScene& scene, std::span<const size_t> moved) = 0;
};

/// The scene as a world of Box2D; body i is piece i.
struct RaceWorld
{
	explicit RaceWorld(const RaceScene& scene);

	b2World world{b2Vec2{0.0f, 0.0f}};
	std::vector<b2Body*> bodies;
};

using Casters = std::vector<std::unique_ptr<Caster>>;

// Each makes the systems of one library. Box2D's must be first: its Move moves the world that four of them look at.
void AddBox2D(Casters& casters, RaceWorld& world);
void AddLive(Casters& casters, const RaceWorld& world);
void AddSpatialHash(Casters& casters, const RaceWorld& world);

/// Single casts, batches, and batches on the executor, which must live as long, unless it is empty. What moves, each
/// has a Snapshot of its own for.
void AddSnapshot(Casters& casters, const RaceWorld& world, const Executor& executor, bool moves);
void AddBox2D3(Casters& casters, const RaceScene& scene);
void AddChipmunk(Casters& casters, const RaceScene& scene);
void AddEmbree(Casters& casters, const RaceScene& scene, bool moves);

/// What is not here, and how what is was built; one line each.
[[nodiscard]] std::vector<std::string> PeerNotes();

/// The value counts as used.
template <class T>
void Keep(const T& value)
{
	asm volatile("" : : "r"(&value) : "memory");
}

/// For fixtures, whose names are their addresses.
[[nodiscard]] inline uintptr_t NameOf(const b2Fixture* fixture)
{
	return reinterpret_cast<uintptr_t>(fixture);
}

[[nodiscard]] inline size_t PieceOfFixture(uintptr_t name)
{
	return IndexOf(reinterpret_cast<const b2Fixture*>(name));
}

} // namespace ricochet::test
