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
	All ///< sorted by the entry point
};

/// The query and the rays that a system gets.
struct Task
{
	Query query = Query::Closest;
	std::span<const Ray> rays;
	std::span<const RayFan> fans; ///< the fans whose rays are `rays`, in order; may be empty
	int32_t batch = 1;            ///< the number of rays in a call, for systems that take many
	bool coherent = false;        ///< true: neighbours in `rays` are neighbours in the world
};

/// The answer for one ray.
struct Found
{
	float fraction = 1.0f; ///< for All, the sum of the entry fractions; for Any, not set
	/// the system's name for the shape that was hit, or 0; for Any 1, for All the number of hits
	uintptr_t name = 0;
};

/// One system in the race.
struct Caster
{
	std::string name;
	double buildSeconds = 0.0; ///< in processor time
	size_t bytes = 0;
	bool isExact = false;      ///< true: it must give the answers of ricochet's live casts, bit for bit
	bool takesBatches = false; ///< true: it gets all rays of a batch, however many there are
	bool usesThreads = false;
	bool sharesMove = false; ///< true: the time of Box2D's own Move counts for it, too

	Caster() = default;
	virtual ~Caster() = default;
	Caster(const Caster&) = delete;
	Caster& operator=(const Caster&) = delete;

	[[nodiscard]] virtual bool CanCast(const Task& task) const = 0;

	/// This call is timed. It takes each ray as a Ray, stores the fraction and the name of each hit, and computes the
	/// normal.
	virtual void Cast(const Task& task, std::span<Found> found) = 0;

	/// This call is not timed. It reports answers that Cast has stored elsewhere.
	virtual void Tell(const Task&, std::span<Found>) const {}

	/// Returns the index of the piece of the scene that the system knows by this name.
	[[nodiscard]] virtual size_t PieceOf(uintptr_t shape) const = 0;

	/// This call is timed. It updates the system after these pieces have got new poses in the scene.
	virtual void Move(const RaceScene& scene, std::span<const size_t> moved) = 0;
};

/// The scene as a world of Box2D. Body i is piece i.
struct RaceWorld
{
	explicit RaceWorld(const RaceScene& scene);

	b2World world{b2Vec2{0.0f, 0.0f}};
	std::vector<b2Body*> bodies;
};

using Casters = std::vector<std::unique_ptr<Caster>>;

// Each function adds the systems of one library. Box2D's must come first, because its Move moves the world that four
// systems read.
void AddBox2D(Casters& casters, RaceWorld& world);
void AddLive(Casters& casters, const RaceWorld& world);
void AddSpatialHash(Casters& casters, const RaceWorld& world);

/// Adds single casts, batches, and batches on the executor unless it is empty. The executor must live as long as the
/// casters.
/// If the scene moves, each caster has its own Snapshot.
void AddSnapshot(Casters& casters, const RaceWorld& world, const Executor& executor, bool moves);
void AddBox2D3(Casters& casters, const RaceScene& scene);
void AddChipmunk(Casters& casters, const RaceScene& scene);
void AddEmbree(Casters& casters, const RaceScene& scene, bool moves);

/// Returns one line for each library: that it is missing, or how it was built.
[[nodiscard]] std::vector<std::string> PeerNotes();

/// Makes the compiler treat the value as used.
template <class T>
void Keep(const T& value)
{
	asm volatile("" : : "r"(&value) : "memory");
}

/// Returns the name of a fixture: its address.
[[nodiscard]] inline uintptr_t NameOf(const b2Fixture* fixture)
{
	return reinterpret_cast<uintptr_t>(fixture);
}

[[nodiscard]] inline size_t PieceOfFixture(uintptr_t name)
{
	return IndexOf(reinterpret_cast<const b2Fixture*>(name));
}

} // namespace ricochet::test
