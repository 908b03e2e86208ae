// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/batch.h>

#include "leaks/snapshot_crossings.h"

#include "leaks/casts.h"
#include "query/snapshot_scene.h"

#include <memory>
#include <optional>

namespace ricochet::leaks
{

void SnapshotCrossings::Add(const Ray& ray, double latest)
{
	m_crossings.push_back({m_rays.size(), 1, latest});
	m_rays.push_back(ray);
}

void SnapshotCrossings::Add(std::span<const b2Vec2> points)
{
	const size_t first = m_rays.size();
	for (size_t i = 0; i + 1 < points.size(); ++i)
	{
		if (IsRayBetweenExact(points[i], points[i + 1]) == false)
		{
			m_rays.resize(first);
			return;
		}
		if (points[i] != points[i + 1]) // a step without length is not cast
		{
			m_rays.push_back(RayBetween(points[i], points[i + 1]));
		}
	}
	m_crossings.push_back({first, m_rays.size() - first, std::numeric_limits<double>::infinity()});
}

void SnapshotCrossings::Count(Job& job, size_t offset) const
{
	std::vector<RayHit> hits(m_rays.size());
	const auto isHit = std::make_unique<bool[]>(m_rays.size());
	const std::span<bool> anyHits(isHit.get(), m_rays.size());
	// If a batch fails, its answers remain misses, which differ from the live casts and so count as errors.
	(void)CastRaysClosest(m_snapshot, m_rays, hits);
	(void)CastRaysAny(m_snapshot, m_rays, anyHits);
	for (const Crossing& crossing : m_crossings)
	{
		Count(job, offset, crossing, hits, anyHits);
	}
}

void SnapshotCrossings::Count(Job& job, size_t offset, const Crossing& crossing, std::span<const RayHit> hits,
                              std::span<const bool> isHit) const
{
	std::optional<RayHit> first;
	int64_t unlike = 0;
	for (size_t i = crossing.first; i < crossing.first + crossing.count; ++i)
	{
		first = first ? first : CastRayClosest(m_snapshot, m_rays[i]);
		const bool isAsLive = job.Reported(IsAsLive(m_rays[i], hits[i], isHit[i]), Job::Report::AsLive);
		unlike += isAsLive ? 0 : 1;
	}
	const bool inTime = first && first->enter.fraction <= crossing.latest && IsLate(*first) == false;
	const bool reported = job.Reported(inTime, Job::Report::OfSnapshot);
	job.CountOverSnapshot(offset, reported, unlike, [&] { return Describe(crossing); });
}

bool SnapshotCrossings::IsAsLive(const Ray& ray, const RayHit& hit, bool isHit) const
{
	const std::optional<RayHit> live = CastRayClosest(m_world, ray);
	return test::HasSameBits(CastRayClosest(m_snapshot, ray), live) &&
	       test::HasSameBits(hit, live.value_or(RayHit{})) && CastRayAny(m_snapshot, ray) == live.has_value() &&
	       isHit == live.has_value();
}

std::string SnapshotCrossings::Describe(const Crossing& crossing) const
{
	std::string text = "over a Snapshot:";
	for (const Ray& ray : std::span(m_rays).subspan(crossing.first, crossing.count))
	{
		text += "\n  ray " + test::ToText(ray);
	}
	for (const b2Body* body = m_world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			text += "\n  " + leaks::Describe(*fixture->GetShape(), body->GetTransform());
		}
	}
	return text;
}

} // namespace ricochet::leaks
