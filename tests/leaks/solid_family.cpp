// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/casts.h"
#include "leaks/snapshot_crossings.h"
#include "leaks/solid.h"

#include <algorithm>
#include <array>

// Paths lead into solids in steps of 1e-7 m to 1 m, some of which end on the surface or within a step of it. If a path
// is inside when a step begins, an earlier step must have reported the entry. A report at this step is too late, and
// counts as a leak.

namespace ricochet::leaks
{

namespace
{

constexpr int32_t k_pathsPerSolid = 64;
constexpr int32_t k_mostSmallSteps = 12;

struct Path
{
	std::array<b2Vec2, k_mostSmallSteps + 3> points;
	size_t count = 0;

	void Add(b2Vec2 point) { points[count++] = point; }
	[[nodiscard]] std::span<const b2Vec2> Points() const { return std::span(points).first(count); }
};

// Returns a path whose first step goes from outside to near the surface. Small steps of equal length cross the surface,
// and the last step goes deep inside.
Path DrawPath(SceneRandom& random, const Solid& solid, const b2Transform& pose, int64_t mostSteps)
{
	const Frame& frame = solid.GetFrame();
	const Point inside = solid.DrawInside(random);
	const Point surface = solid.DrawOnSurface(random);
	const Point inward = (1.0 / Length(inside - surface)) * (inside - surface);
	const double outside = frame.size * Uniform(random, 0.5, 2.0);
	const double length = LogUniform(random, 1.0e-7, 1.0);

	Path path;
	path.Add(frame.Near(random, frame.Snapped(surface - outside * inward), pose, 0));
	const auto smallSteps =
	    static_cast<int32_t>(std::min<int64_t>(2 + random.Below(k_mostSmallSteps - 1), mostSteps - 2));
	const double before = random.Below(std::max(1, smallSteps)) + (random.OneIn(2) ? Uniform(random, 0.0, 1.0) : 0.0);
	for (int32_t i = 0; i <= smallSteps; ++i)
	{
		const int32_t floats = random.OneIn(4) ? 1 : 0;
		path.Add(frame.Near(random, surface + (i - before) * length * inward, pose, floats));
	}
	path.Add(frame.Near(random, inside, pose, 0));
	return path;
}

void FlyInto(Job& job, const Solid& solid, const Target& target, SnapshotCrossings& again)
{
	const b2Transform& pose = target.body->GetTransform();
	const Path path = DrawPath(job.random, solid, pose, job.Left());
	StepHit step;
	int64_t rays = 0;
	for (size_t i = 0; i + 1 < path.count && step.hit == false; ++i)
	{
		const b2Vec2 from = path.points[i];
		const b2Vec2 to = path.points[i + 1];
		if (from != to) // a step without length is not cast
		{
			step = solid.GrownBy() > 0.0f ? CastStep(*target.shape, from, pose, to, pose, solid.GrownBy())
			                              : CastStillStep(job.random, target, from, to);
			step.hit = job.Reported(step.hit);
			++rays;
		}
	}

	bool box2dReported = solid.GrownBy() > 0.0f;
	if (solid.GrownBy() == 0.0f)
	{
		again.Add(path.Points());
	}
	for (size_t i = 0; i + 1 < path.count && box2dReported == false; ++i)
	{
		box2dReported = Box2dHits(*target.world, path.points[i], path.points[i + 1]);
	}
	job.Count(solid.GetFrame().offset, rays, step.hit && step.isLate == false, box2dReported,
	          [&] { return Describe(*target.shape, path.Points(), std::span(&pose, 1)); });
}

} // namespace

void EnterSolids(Job& job)
{
	constexpr Solid::Kind k_kinds[] = {Solid::Kind::Polygon, Solid::Kind::Polygon, Solid::Kind::Box,
	                                   Solid::Kind::Circle,  Solid::Kind::Circle,  Solid::Kind::Circle,
	                                   Solid::Kind::Rounded, Solid::Kind::Capsule};
	while (job.Left() > 0)
	{
		const Precision precision = job.random.OneIn(2) ? Precision::Exact : Precision::Rounded;
		const Solid solid(job.random, DrawFrame(job.random, precision), k_kinds[job.random.Below(8)]);
		if (solid.IsSound())
		{
			const Target target(solid.Shape(), solid.GetFrame());
			SnapshotCrossings again(*target.world);
			for (int32_t i = 0; i < k_pathsPerSolid && job.Left() > 0; ++i)
			{
				FlyInto(job, solid, target, again);
			}
			again.Count(job, solid.GetFrame().offset);
		}
	}
}

} // namespace ricochet::leaks
