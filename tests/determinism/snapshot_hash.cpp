// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/batch.h>
#include <ricochet/query/ray_fan.h>

#include "determinism/snapshot_hash.h"

#include <memory>
#include <optional>

namespace ricochet::test
{

namespace
{

constexpr int32_t k_stepsBetweenCasts = 25;

// One batch has as many tasks as the largest pool has threads.
constexpr size_t k_raysPerBatch = 16 * 1024;
constexpr size_t k_raysBetweenSingles = 64;
constexpr size_t k_raysBetweenBeams = 512;
constexpr size_t k_raysBetweenFans = 1024;

void CastBackwards(int32_t count, TaskRef task)
{
	for (int32_t i = count; i-- > 0;)
	{
		task(i);
	}
}

// Calls `cast(executor, answers)`, which casts a batch, with each executor. Returns false if the hashes of the answers
// differ; adds the hash once.
template <class Cast>
bool AddOnce(std::span<const Executor> executors, Hash& hash, const Cast& cast)
{
	std::optional<uint64_t> first;
	for (const Executor& executor : executors)
	{
		Hash answers;
		cast(executor, answers);
		first = first ? first : answers.Get();
		if (*first != answers.Get())
		{
			return false;
		}
	}
	hash.Add(first.value_or(0));
	return true;
}

} // namespace

SnapshotHash::SnapshotHash(const b2World& world)
    : m_world(world),
      m_snapshot(world), m_pools{ThreadPool(1), ThreadPool(2), ThreadPool(3), ThreadPool(8), ThreadPool(16)},
      m_rays(k_raysPerBatch)
{
	for (ThreadPool& pool : m_pools)
	{
		m_executors.push_back(pool.AsExecutor());
	}
	m_executors.emplace_back(CastBackwards);
}

bool SnapshotHash::Add(int32_t step, Hash& hash)
{
	const Result<SnapshotUpdate> update = m_snapshot.Update();
	hash.Add(update->added);
	hash.Add(update->changed);
	hash.Add(update->removed);
	hash.Add(update->kept);
	hash.Add(update->ignored);
	if (step % k_stepsBetweenCasts != 0)
	{
		return true;
	}
	const int32_t look = step / k_stepsBetweenCasts;
	QueryFilter filter;
	filter.maskBits = look % 4 == 1 ? 0x0003 : 0xFFFF;
	filter.sensors = look % 3 == 1;
	filter.startInside = look % 5 != 2;
	filter.sides = look % 4 == 2 ? Sides::Front : Sides::Both;
	DrawRays();
	AddSingly(filter, hash);
	AddBeams(filter, hash);
	AddFans(filter, hash);
	return AddBatches(filter, hash);
}

// Returns a point whose coordinates are small integers times a power of two.
b2Vec2 SnapshotHash::Grid(int32_t halfWidth, int32_t halfHeight)
{
	const auto x = static_cast<float>(Below(2 * halfWidth + 1) - halfWidth);
	return 0x1p-6f * b2Vec2{x, static_cast<float>(Below(2 * halfHeight + 1) - halfHeight)};
}

void SnapshotHash::DrawRays()
{
	std::vector<b2Vec2> bodies;
	for (const b2Body* body = m_world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		bodies.push_back(body->GetPosition());
	}
	for (Ray& ray : m_rays)
	{
		ray.origin = Grid(64 * 80, 64 * 45);
		ray.translation = Grid(1024, 1024);
		ray.maxFraction = m_random.OneIn(4) ? 0.25f * static_cast<float>(1 + Below(8)) : 1.0f;
		if (m_random.OneIn(8))
		{
			ray.translation = bodies[static_cast<size_t>(Below(static_cast<int32_t>(bodies.size())))] - ray.origin;
		}
	}
}

void SnapshotHash::AddSingly(const QueryFilter& filter, Hash& hash) const
{
	std::vector<RayHit> hits;
	for (size_t i = 0; i < m_rays.size(); i += k_raysBetweenSingles)
	{
		hash.Add(CastRayClosest(m_snapshot, m_rays[i], filter).value_or(RayHit{}));
		hash.Add(CastRayAny(m_snapshot, m_rays[i], filter));
		CastRayAll(m_snapshot, m_rays[i], hits, filter);
		for (const RayHit& hit : hits)
		{
			hash.Add(hit);
		}
	}
}

// Casts fans of rays, and adds their hits to the hash. Every second fan covers the full circle.
void SnapshotHash::AddFans(const QueryFilter& filter, Hash& hash) const
{
	std::vector<RayHit> hits(200);
	RayFan fan{.radius = 16.0f, .count = static_cast<int32_t>(hits.size())};
	for (size_t i = 0; i < m_rays.size(); i += k_raysBetweenFans)
	{
		fan.origin = m_rays[i].origin;
		fan.direction = m_rays[i].translation.x;
		fan.angle = fan.angle > 1.0f ? 0.75f : 6.2831853f;
		hash.Add(static_cast<bool>(CastRayFan(m_snapshot, fan, hits, filter)));
		for (const RayHit& hit : hits)
		{
			hash.Add(hit);
		}
	}
}

void SnapshotHash::AddBeams(const QueryFilter& filter, Hash& hash) const
{
	const BeamDef def{.length = 64.0f, .maxBounces = 4, .maxPierces = 4, .filter = filter};
	std::vector<BeamLeg> legs;
	for (size_t i = 0; i < m_rays.size(); i += k_raysBetweenBeams)
	{
		hash.Add(static_cast<int32_t>(CastBeam(m_snapshot, m_rays[i].origin, m_rays[i].translation, def, legs)));
		for (const BeamLeg& leg : legs)
		{
			hash.Add(static_cast<const RayHit&>(leg));
			hash.Add(leg.ray);
			hash.Add(static_cast<int32_t>(leg.response));
			hash.Add(leg.begin);
		}
	}
}

bool SnapshotHash::AddBatches(const QueryFilter& filter, Hash& hash)
{
	std::vector<RayHit> hits(m_rays.size());
	const auto closest = [&](const Executor& executor, Hash& answers)
	{
		answers.Add(static_cast<bool>(CastRaysClosest(m_snapshot, m_rays, hits, filter, executor)));
		for (const RayHit& hit : hits)
		{
			answers.Add(hit);
		}
	};
	const auto isHit = std::make_unique<bool[]>(m_rays.size());
	const std::span<bool> anyHits(isHit.get(), m_rays.size());
	const auto any = [&](const Executor& executor, Hash& answers)
	{
		answers.Add(static_cast<bool>(CastRaysAny(m_snapshot, m_rays, anyHits, filter, executor)));
		for (const bool hit : anyHits)
		{
			answers.Add(hit);
		}
	};
	return AddOnce(m_executors, hash, closest) && AddOnce(m_executors, hash, any);
}

} // namespace ricochet::test
