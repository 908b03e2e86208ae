// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/barrier.h"
#include "leaks/casts.h"
#include "leaks/snapshot_crossings.h"

#include <cmath>

// Each crossing is one ray that goes through a chain or ends on it.

namespace ricochet::leaks
{

namespace
{

constexpr int32_t k_raysPerBarrier = 512;

struct ChainTarget
{
	Barrier barrier;
	Target target;

	ChainTarget(SceneRandom& random, Precision precision, Barrier::Kind kind)
	    : barrier(random, DrawFrame(random, precision), kind), target(barrier.Shape(), barrier.GetFrame())
	{
	}
};

Precision DrawPrecision(SceneRandom& random)
{
	return random.OneIn(3) ? Precision::Exact : Precision::Rounded;
}

Barrier::Kind DrawKind(SceneRandom& random)
{
	return random.OneIn(2) ? Barrier::Kind::ZigZag : Barrier::Kind::Loop;
}

void Count(Job& job, const Target& target, const Frame& frame, const Ray& ray)
{
	const bool reported = job.Reported(Hits(job.random, target, ray));
	job.Count(frame.offset, 1, reported, Box2dHits(*target.world, ray),
	          [&] { return Describe(*target.shape, target.body->GetTransform(), ray); });
}

// `aim(random, barrier) -> std::optional<Ray>` draws a ray.
template <class Aim>
void Shoot(Job& job, Precision precision, Barrier::Kind kind, const Aim& aim)
{
	const ChainTarget chain(job.random, precision, kind);
	SnapshotCrossings again(*chain.target.world);
	for (int32_t i = 0; i < k_raysPerBarrier && job.Left() > 0; ++i)
	{
		if (const std::optional<Ray> ray = aim(job.random, chain.barrier))
		{
			Count(job, chain.target, chain.barrier.GetFrame(), *ray);
			again.Add(*ray);
		}
	}
	again.Count(job, chain.barrier.GetFrame().offset);
}

// Changes the translation of a third of the rays by up to one float. Their ends remain certainly in different parts.
std::optional<Ray> Blurred(SceneRandom& random, std::optional<Ray> ray)
{
	if (ray && random.OneIn(3))
	{
		ray->translation = Nudged(random, ray->translation, 1);
	}
	return ray;
}

bool EndsAt(const Frame& frame, const Ray& ray, const Point& plan)
{
	const Point end = Lift<double>(ray.origin) + static_cast<double>(ray.maxFraction) * Lift<double>(ray.translation);
	const Point wanted = frame.ToWorld(plan, frame.pose);
	return end.x == wanted.x && end.y == wanted.y && (ray.translation.x != 0.0f || ray.translation.y != 0.0f);
}

// Draws the start of a ray to `end`: on the line of the edge, inside a loop, or anywhere near.
Point DrawStart(SceneRandom& random, const Barrier& barrier, size_t edge, const Point& end)
{
	const Frame& frame = barrier.GetFrame();
	const Point a = barrier.PointOfEdge(edge, 0.0);
	const Point step = 0.0625 * (barrier.PointOfEdge(edge, 1.0) - a);
	switch (random.Below(4))
	{
	case 0:
		return a - (1.0 + random.Below(32)) * step;
	case 1:
		return a + (17.0 + random.Below(32)) * step;
	case 2:
		return barrier.GetKind() == Barrier::Kind::Loop ? barrier.DrawInside(random) : end + frame.size * step;
	default:
		break;
	}
	const double reach = frame.size * LogUniform(random, 0.01, 2.0);
	return frame.Snapped(end + Point{Uniform(random, -reach, reach), Uniform(random, -reach, reach)});
}

std::optional<Ray> RayThatEnds(SceneRandom& random, const Barrier& barrier)
{
	const Frame& frame = barrier.GetFrame();
	const size_t edge = barrier.DrawEdge(random);
	const Point end = barrier.PointOfEdge(edge, barrier.DrawShare(random));
	const Point start = DrawStart(random, barrier, edge, end);
	const double factor = std::ldexp(1.0, random.OneIn(2) ? 0 : random.Below(3));
	Ray ray = frame.RayThrough(start, end, factor);
	ray.maxFraction = static_cast<float>(1.0 / factor);
	return EndsAt(frame, ray, end) ? std::optional(ray) : std::nullopt;
}

} // namespace

void CrossAtVertices(Job& job)
{
	while (job.Left() > 0)
	{
		Shoot(job, DrawPrecision(job.random), DrawKind(job.random),
		      [](SceneRandom& random, const Barrier& barrier)
		      {
			      const Point vertex = barrier.PointOfEdge(barrier.DrawEdge(random), 0.0);
			      return Blurred(random, barrier.RayThrough(random, vertex));
		      });
	}
}

void CrossAtEdges(Job& job)
{
	while (job.Left() > 0)
	{
		Shoot(job, DrawPrecision(job.random), DrawKind(job.random),
		      [](SceneRandom& random, const Barrier& barrier)
		      {
			      const size_t edge = barrier.DrawEdge(random);
			      const bool along = barrier.GetKind() == Barrier::Kind::ZigZag && random.OneIn(2);
			      return Blurred(
			          random, along ? barrier.RayAlong(random, edge)
			                        : barrier.RayThrough(random, barrier.PointOfEdge(edge, barrier.DrawShare(random))));
		      });
	}
}

void EndOnEdges(Job& job)
{
	while (job.Left() > 0)
	{
		Shoot(job, Precision::Exact, DrawKind(job.random), RayThatEnds);
	}
}

} // namespace ricochet::leaks
