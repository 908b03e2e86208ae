// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "leaks/job.h"

#include <ricochet/index/snapshot.h>
#include <ricochet/query/ray_query.h>

#include <limits>
#include <span>
#include <string>
#include <vector>

namespace ricochet::leaks
{

/// Casts the crossings of a world at rest again in a Snapshot of it, each ray by itself and all rays in one batch.
/// Every result is compared with the cast in the world, bit by bit.
class SnapshotCrossings
{
public:
	explicit SnapshotCrossings(const b2World& world) : m_world(world), m_snapshot(world) {}

	/// Adds a crossing of one ray, which must hit something at a fraction of at most `latest`.
	void Add(const Ray& ray, double latest = std::numeric_limits<double>::infinity());

	/// Adds a crossing of rays that meet end to end at these points. If floats cannot represent such rays, adds
	/// nothing.
	void Add(std::span<const b2Vec2> points);

	/// Casts the added crossings, and counts the results in the job.
	void Count(Job& job, size_t offset) const;

private:
	struct Crossing
	{
		size_t first; // index of its first ray
		size_t count;
		double latest;
	};

	void Count(Job& job, size_t offset, const Crossing& crossing, std::span<const RayHit> hits,
	           std::span<const bool> isHit) const;
	[[nodiscard]] bool IsAsLive(const Ray& ray, const RayHit& hit, bool isHit) const;
	[[nodiscard]] std::string Describe(const Crossing& crossing) const;

	const b2World& m_world;
	Snapshot m_snapshot;
	std::vector<Ray> m_rays;
	std::vector<Crossing> m_crossings;
};

} // namespace ricochet::leaks
