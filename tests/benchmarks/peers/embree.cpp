// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/peers/embree_scene.h"
#include "benchmarks/race/clock.h"

#include <algorithm>

namespace ricochet::test
{

namespace
{

constexpr uint32_t k_none = RTC_INVALID_GEOMETRY_ID;
constexpr size_t k_size = 8; // the number of rays in a packet

uintptr_t NameOf(uint32_t geometry, uint32_t primitive)
{
	return geometry == k_none ? 0 : (static_cast<uintptr_t>(geometry + 1) << 32) | primitive;
}

class EmbreeCaster : public Caster
{
public:
	EmbreeCaster(const std::shared_ptr<EmbreeScene>& scene, int32_t width, bool robust, bool coherent)
	    : m_scene(scene), m_width(width), m_coherent(coherent), m_unitRays(scene->NeedsUnitRays())
	{
		name = "Embree " + std::to_string(width) + (robust ? " robust" : "") + (coherent ? " coherent" : "");
	}

	bool CanCast(const Task& task) const override
	{
		return task.query != Query::All && (m_coherent == false || task.coherent);
	}

	void Cast(const Task& task, std::span<Found> found) override
	{
		RTCIntersectContext context;
		rtcInitIntersectContext(&context);
		context.flags = m_coherent ? RTC_INTERSECT_CONTEXT_FLAG_COHERENT : RTC_INTERSECT_CONTEXT_FLAG_INCOHERENT;
		if (m_width == 1)
		{
			CastSingly(context, task, found);
		}
		else
		{
			CastPackets(context, task, found);
		}
	}

	size_t PieceOf(uintptr_t shape) const override
	{
		return m_scene->PieceOf(static_cast<uint32_t>((shape >> 32) - 1), static_cast<uint32_t>(shape));
	}

	void Move(const RaceScene& scene, std::span<const size_t> moved) override { m_scene->Move(scene, moved); }

private:
	// Returns the factor that converts Embree's distance to a fraction of the ray.
	float ScaleOf(const Ray& ray) const { return m_unitRays ? 1.0f / ray.translation.Length() : 1.0f; }

	void CastSingly(RTCIntersectContext& context, const Task& task, std::span<Found> found)
	{
		for (size_t i = 0; i < task.rays.size(); ++i)
		{
			const Ray& ray = task.rays[i];
			const float scale = ScaleOf(ray);
			const b2Vec2 d = scale * ray.translation;
			RTCRayHit query;
			query.ray = {ray.origin.x, ray.origin.y, 0.0f, 0.0f, d.x, d.y, 0.0f, 0.0f, 1.0f / scale, ~0u, 0u, 0u};
			if (task.query == Query::Any)
			{
				rtcOccluded1(m_scene->Get(), &context, &query.ray);
				found[i] = {1.0f, query.ray.tfar < 0.0f};
				continue;
			}
			query.hit.geomID = k_none;
			query.hit.instID[0] = k_none;
			rtcIntersect1(m_scene->Get(), &context, &query);
			Keep(query);
			found[i] = {scale * query.ray.tfar, NameOf(query.hit.geomID, query.hit.primID)};
		}
	}

	void CastPackets(RTCIntersectContext& context, const Task& task, std::span<Found> found)
	{
		for (size_t first = 0; first < task.rays.size(); first += k_size)
		{
			const size_t count = std::min(k_size, task.rays.size() - first);
			RTCRayHit8 query;
			alignas(32) int valid[k_size];
			float scales[k_size];
			for (size_t i = 0; i < k_size; ++i)
			{
				const Ray& ray = task.rays[first + std::min(i, count - 1)];
				scales[i] = ScaleOf(ray);
				Set(query, i, ray, scales[i]);
				valid[i] = i < count ? -1 : 0;
			}
			if (task.query == Query::Any)
			{
				rtcOccluded8(valid, m_scene->Get(), &context, &query.ray);
				for (size_t i = 0; i < count; ++i)
				{
					found[first + i] = {1.0f, query.ray.tfar[i] < 0.0f};
				}
				continue;
			}
			rtcIntersect8(valid, m_scene->Get(), &context, &query);
			Keep(query);
			for (size_t i = 0; i < count; ++i)
			{
				found[first + i] = {scales[i] * query.ray.tfar[i], NameOf(query.hit.geomID[i], query.hit.primID[i])};
			}
		}
	}

	static void Set(RTCRayHit8& query, size_t i, const Ray& ray, float scale)
	{
		query.ray.org_x[i] = ray.origin.x;
		query.ray.org_y[i] = ray.origin.y;
		query.ray.org_z[i] = 0.0f;
		query.ray.tnear[i] = 0.0f;
		query.ray.dir_x[i] = scale * ray.translation.x;
		query.ray.dir_y[i] = scale * ray.translation.y;
		query.ray.dir_z[i] = 0.0f;
		query.ray.time[i] = 0.0f;
		query.ray.tfar[i] = 1.0f / scale;
		query.ray.mask[i] = ~0u;
		query.ray.id[i] = 0u;
		query.ray.flags[i] = 0u;
		query.hit.geomID[i] = k_none;
		query.hit.instID[0][i] = k_none;
	}

	std::shared_ptr<EmbreeScene> m_scene;
	int32_t m_width;
	bool m_coherent;
	bool m_unitRays;
};

} // namespace

void AddEmbree(Casters& casters, const RaceScene& scene, bool moves)
{
	for (const bool robust : {false, true})
	{
		const auto add = [&](const std::shared_ptr<EmbreeScene>& made, double seconds, int32_t width, bool coherent)
		{
			casters.push_back(std::make_unique<EmbreeCaster>(made, width, robust, coherent));
			casters.back()->buildSeconds = seconds;
			casters.back()->bytes = made->Bytes();
		};
		// If the scene moves, each caster has its own scene, so that each caster updates it once.
		std::shared_ptr<EmbreeScene> made;
		double seconds = 0.0;
		for (const int32_t width : {1, 8})
		{
			for (const bool coherent : {false, true})
			{
				if (coherent && (width == 1 || moves))
				{
					continue;
				}
				if (made == nullptr || moves)
				{
					const double start = ProcessorTime();
					made = std::make_shared<EmbreeScene>(scene, robust, moves);
					seconds = ProcessorTime() - start;
				}
				add(made, seconds, width, coherent);
			}
		}
	}
}

} // namespace ricochet::test
