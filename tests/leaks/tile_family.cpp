// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/snapshot_crossings.h"
#include "leaks/tile_grid.h"

// Rays enter tiles through corners, into seams and along seams. A first hit beyond the first row of tiles also counts
// as a leak.

namespace ricochet::leaks
{

namespace
{

constexpr int32_t k_raysPerGrid = 1024;

struct ClosestHit : b2RayCastCallback
{
	double fraction = 2.0;

	float ReportFixture(b2Fixture*, const b2Vec2&, const b2Vec2&, float hitFraction) override
	{
		fraction = hitFraction;
		return hitFraction;
	}
};

} // namespace

void EnterTiles(Job& job)
{
	while (job.Left() > 0)
	{
		const bool isExact = job.random.OneIn(2);
		const Frame frame = DrawFrame(job.random, isExact ? Precision::Exact : Precision::Rounded);
		const auto tiling = static_cast<Tiling>(job.random.Below(isExact ? 3 : 2));
		const TileGrid grid(job.random, frame, tiling);
		SnapshotCrossings again(grid.World());
		for (int32_t i = 0; i < k_raysPerGrid && job.Left() > 0 && grid.IsSound(); ++i)
		{
			const std::optional<Ray> ray = grid.DrawRay(job.random);
			if (ray.has_value() == false)
			{
				continue;
			}
			const double latest = grid.LatestEntry(*ray);
			const auto hit = CastRayClosest(grid.World(), *ray);
			ClosestHit box2d;
			grid.World().RayCast(&box2d, ray->origin, PointAt(*ray, 1.0f));
			job.Count(frame.offset, 1, job.Reported(hit && hit->enter.fraction <= latest), box2d.fraction <= latest,
			          [&] { return grid.DescribeHit(*ray); });
			again.Add(*ray, latest);
		}
		again.Count(job, frame.offset);
	}
}

} // namespace ricochet::leaks
