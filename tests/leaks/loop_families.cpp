// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/barrier.h"
#include "leaks/casts.h"
#include "leaks/snapshot_crossings.h"

#include <algorithm>
#include <array>

// Paths lead out of closed loops in steps that meet on the loop or within a few floats of it. At least one step of each
// path must report a hit. A step contains its end but not its start. So if a step misses a hit at its end, the next
// step misses it, too.

namespace ricochet::leaks
{

namespace
{

constexpr int32_t k_pathsPerLoop = 64;
constexpr size_t k_mostSteps = 4;

struct Path
{
	std::array<b2Vec2, k_mostSteps + 1> points;
	size_t count = 0; // the number of points
	bool reported = false;
	bool box2dReported = false;
	int64_t rays = 0;

	[[nodiscard]] std::span<const b2Vec2> Points() const { return std::span(points).first(count); }
};

// Returns a point of the edge for the path's next step: a vertex, or another point.
Point DrawOnLoop(SceneRandom& random, const Barrier& barrier, size_t edge)
{
	return barrier.PointOfEdge(edge, random.OneIn(2) ? random.Below(2) : barrier.DrawShare(random));
}

// Returns a path of `steps` steps from inside the loop, over points on it, to the outside. poses[i] is the loop's pose
// at points[i].
Path DrawPath(SceneRandom& random, const Barrier& barrier, size_t steps, std::span<const b2Transform> poses)
{
	const Frame& frame = barrier.GetFrame();
	const size_t edge = barrier.DrawEdge(random);
	Path path;
	path.count = steps + 1;
	path.points[0] = frame.Near(random, barrier.DrawInside(random), poses[0], 0);
	Point onLoop = DrawOnLoop(random, barrier, edge);
	for (size_t i = 1; i < steps; ++i)
	{
		const int32_t floats = random.OneIn(2) ? 0 : 1 + random.Below(4);
		path.points[i] = frame.Near(random, onLoop, poses[i], floats);
		onLoop = random.OneIn(2) ? onLoop : DrawOnLoop(random, barrier, edge);
	}
	path.points[steps] = frame.Near(random, barrier.DrawOutside(random), poses[steps], 0);
	return path;
}

bool IsCertain(const Barrier& barrier, const Path& path, std::span<const b2Transform> poses)
{
	const Frame& frame = barrier.GetFrame();
	const size_t last = path.count - 1;
	return barrier.IsInside(frame.FromWorld(path.points[0], poses[0])) &&
	       barrier.IsOutside(frame.FromWorld(path.points[last], poses[last]));
}

void FlyPast(Job& job, const Barrier& barrier, const Target& target, SnapshotCrossings& again)
{
	std::array<b2Transform, k_mostSteps + 1> poses;
	poses.fill(target.body->GetTransform());
	const auto longest = static_cast<int32_t>(std::min<int64_t>(job.Left(), k_mostSteps));
	Path path = DrawPath(job.random, barrier, 1 + static_cast<size_t>(job.random.Below(longest)), poses);
	if (IsCertain(barrier, path, poses) == false)
	{
		return;
	}
	for (size_t i = 0; i + 1 < path.count && path.reported == false; ++i)
	{
		path.reported = job.Reported(CastStillStep(job.random, target, path.points[i], path.points[i + 1]).hit);
		++path.rays;
	}
	for (size_t i = 0; i + 1 < path.count && path.box2dReported == false; ++i)
	{
		path.box2dReported = Box2dHits(*target.world, path.points[i], path.points[i + 1]);
	}
	job.Count(barrier.GetFrame().offset, path.rays, path.reported, path.box2dReported,
	          [&] { return Describe(*target.shape, path.Points(), std::span(poses).first(1)); });
	again.Add(path.Points());
}

struct Motion
{
	std::array<float, k_mostSteps + 1> angles;
	std::array<b2Transform, k_mostSteps + 1> poses;
};

// Draws the motion of a loop. One loop in four moves without turning, and one in four turns without moving. The slowest
// loops hardly move. The fastest ones move by twice their size in one step, so they leave everything behind that was
// inside.
Motion DrawMotion(SceneRandom& random, const Frame& frame)
{
	const bool turns = random.OneIn(4) == false;
	const bool moves = turns == false || random.OneIn(3) == false;
	Motion motion;
	motion.angles[0] = frame.angle;
	motion.poses[0] = frame.pose;
	const double turn = (turns ? LogUniform(random, 1.0e-5, 0.3) : 0.0) * (random.OneIn(2) ? 1.0 : -1.0);
	const double way = moves ? frame.size * LogUniform(random, 1.0e-6, 2.0) : 0.0;
	const b2Vec2 step = ToFloat(way * Lift<double>(random.Direction()));
	for (size_t i = 1; i < motion.poses.size(); ++i)
	{
		motion.angles[i] = motion.angles[i - 1] + static_cast<float>(turn);
		motion.poses[i] = test::PoseAt(motion.poses[i - 1].p + step, motion.angles[i]);
	}
	return motion;
}

// Aims the last step so that it reaches a point of the moving loop during the step, not at its end.
void AimWithin(SceneRandom& random, const Barrier& barrier, const Motion& motion, Path& path)
{
	const size_t last = path.count - 1;
	const double share = Uniform(random, 0.2, 0.8);
	const auto part = static_cast<float>(share);
	const b2Vec2 way = motion.poses[last].p - motion.poses[last - 1].p;
	const float angle = motion.angles[last - 1] + part * (motion.angles[last] - motion.angles[last - 1]);
	const b2Transform pose = test::PoseAt(motion.poses[last - 1].p + part * way, angle);
	const Point onLoop = DrawOnLoop(random, barrier, barrier.DrawEdge(random));
	const Point from = Lift<double>(path.points[last - 1]);
	path.points[last] = ToFloat(from + 1.0 / share * (barrier.GetFrame().ToWorld(onLoop, pose) - from));
}

// Casts step i of all paths without a report so far, by the kernels alone or as bullets.
void FlyStep(Job& job, Target& target, const Motion& motion, size_t i, std::span<Path> paths, double chordError)
{
	const b2Transform& before = motion.poses[i];
	const b2Transform& after = motion.poses[i + 1];
	target.body->SetTransform(before.p, motion.angles[i]);
	target.motion.Begin(*target.world);
	target.body->SetTransform(after.p, motion.angles[i + 1]);
	target.motion.End(*target.world);
	for (Path& path : paths)
	{
		const b2Vec2 from = path.points[i];
		const b2Vec2 to = path.points[i + 1];
		path.box2dReported = path.box2dReported || Box2dHits(*target.shape, from, before, to, after);
		if (path.reported == false)
		{
			const StepHit step = job.random.OneIn(2) ? CastStep(*target.shape, from, before, to, after)
			                                         : CastLeg(target, from, to, chordError);
			path.reported = job.Reported(step.hit);
			++path.rays;
		}
	}
}

void FlyPastMoving(Job& job)
{
	const Frame frame = DrawBodyFrame(job.random);
	const Barrier barrier(job.random, frame, Barrier::Kind::Loop);
	Target target(barrier.Shape(), frame, b2_kinematicBody);
	const Motion motion = DrawMotion(job.random, frame);

	const auto longest = static_cast<int32_t>(std::min<int64_t>(job.Left(), k_mostSteps));
	const size_t steps = 1 + static_cast<size_t>(job.random.Below(longest));
	const int64_t count = std::min<int64_t>(k_pathsPerLoop, job.Left() / static_cast<int64_t>(steps));
	std::vector<Path> paths;
	for (int64_t i = 0; i < count; ++i)
	{
		Path path = DrawPath(job.random, barrier, steps, motion.poses);
		if (steps == 1)
		{
			AimWithin(job.random, barrier, motion, path);
		}
		if (IsCertain(barrier, path, motion.poses))
		{
			paths.push_back(path);
		}
	}
	for (size_t i = 0; i < steps; ++i)
	{
		FlyStep(job, target, motion, i, paths, 0.02 * frame.size);
	}
	for (const Path& path : paths)
	{
		job.Count(frame.offset, path.rays, path.reported, path.box2dReported,
		          [&] { return Describe(*target.shape, path.Points(), std::span(motion.poses).first(path.count)); });
	}
}

} // namespace

void LeaveStillLoops(Job& job)
{
	while (job.Left() > 0)
	{
		const Precision precision = job.random.OneIn(2) ? Precision::Exact : Precision::Rounded;
		const Barrier barrier(job.random, DrawFrame(job.random, precision), Barrier::Kind::Loop);
		const Target target(barrier.Shape(), barrier.GetFrame());
		SnapshotCrossings again(*target.world);
		for (int32_t i = 0; i < k_pathsPerLoop && job.Left() > 0; ++i)
		{
			FlyPast(job, barrier, target, again);
		}
		again.Count(job, barrier.GetFrame().offset);
	}
}

void LeaveMovingLoops(Job& job)
{
	while (job.Left() > 0)
	{
		FlyPastMoving(job);
	}
}

} // namespace ricochet::leaks
