// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/solid.h"
#include "leaks/tile_grid.h"

#include <ricochet/index/snapshot.h>
#include <ricochet/query/hull_query.h>

#include <box2d/b2_distance.h>

#include <algorithm>
#include <array>
#include <cmath>

// Casts discs, capsules and polygons along paths on which the hull's origin certainly passes through a surface. The
// hull must hit the surface no later than its origin.

namespace ricochet::leaks
{

namespace
{

constexpr int32_t k_castsPerGrid = 256;
constexpr int32_t k_pathsPerSolid = 64;

// A hull that contains its origin, often as a vertex.
struct Mover
{
	std::array<b2Vec2, 4> vertices{};
	size_t count = 1;
	float radius = 0.0f;
	b2Rot turn{0.0f};

	[[nodiscard]] HullPath PathOf(const Ray& ray) const
	{
		HullPath path{{std::span(vertices).first(count), radius}};
		path.pose.p = ray.origin;
		path.pose.q = turn;
		path.translation = ray.translation;
		path.maxFraction = ray.maxFraction;
		return path;
	}
};

Mover DrawMover(SceneRandom& random, double size)
{
	const float reach = static_cast<float>(size) * random.LogUniform(1.0e-3f, 0.2f);
	Mover mover;
	mover.turn = b2Rot(random.OneIn(2) ? 0.0f : random.Uniform(-3.0f, 3.0f));
	mover.vertices = {b2Vec2{0.0f, 0.0f}, {reach, 0.0f}, {reach, 0.5f * reach}, {0.0f, 0.5f * reach}};
	mover.count = static_cast<size_t>(1 + random.Below(4));
	mover.radius = mover.count == 1 || random.OneIn(2) ? 0.5f * reach : 0.0f;
	if (random.OneIn(2))
	{
		const b2Vec2 shift = random.Uniform(0.0f, 1.0f) * mover.vertices[mover.count - 1];
		for (b2Vec2& vertex : mover.vertices)
		{
			vertex -= shift;
		}
	}
	return mover;
}

// True if Box2D's own cast, with its skin, hits the shape before the fraction `latest` of the path.
bool Box2dMeets(const b2Shape& shape, const b2Transform& pose, const HullPath& path, double latest = 1.0)
{
	b2ShapeCastInput input;
	input.proxyA.Set(&shape, 0);
	input.proxyB.Set(path.hull.vertices.data(), static_cast<int32>(path.hull.vertices.size()), path.hull.radius);
	input.transformA = pose;
	input.transformB = path.pose;
	input.translationB = path.translation;
	b2ShapeCastOutput output;
	return b2ShapeCast(&output, &input) && static_cast<double>(output.lambda) <= latest;
}

bool Box2dMeetsAny(const b2World& world, const HullPath& path, double latest)
{
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			if (Box2dMeets(*fixture->GetShape(), body->GetTransform(), path, latest))
			{
				return true;
			}
		}
	}
	return false;
}

bool IsSame(const std::optional<HullHit>& a, const std::optional<HullHit>& b)
{
	const auto isSame = [](const Crossing& x, const Crossing& y)
	{
		return x.fraction == y.fraction && x.point == y.point && x.normal == y.normal && x.edge == y.edge;
	};
	return a.has_value() == b.has_value() &&
	       (a.has_value() == false ||
	        (a->fixture == b->fixture && isSame(a->enter, b->enter) && isSame(a->exit, b->exit) &&
	         a->contact == b->contact && a->depth == b->depth && a->startsInside == b->startsInside));
}

std::string DescribeMover(const Mover& mover)
{
	std::string text = "hull";
	for (const b2Vec2& vertex : std::span(mover.vertices).first(mover.count))
	{
		text += " (" + std::to_string(vertex.x) + ", " + std::to_string(vertex.y) + ")";
	}
	return text + ", radius " + std::to_string(mover.radius) + "; ";
}

// Casts over the world and over a Snapshot. The results must agree in every bit. Returns nothing if they differ or
// nothing is hit.
std::optional<HullHit> Meet(Job& job, const b2World& world, const Snapshot& snapshot, const HullPath& path)
{
	const std::optional<HullHit> live = CastHullClosest(world, path);
	const std::optional<HullHit> copied = CastHullClosest(snapshot, path);
	return job.Reported(IsSame(live, copied)) ? live : std::nullopt;
}

} // namespace

void EnterTilesByHulls(Job& job)
{
	while (job.Left() > 0)
	{
		const bool isExact = job.random.OneIn(2);
		const Frame frame = DrawFrame(job.random, isExact ? Precision::Exact : Precision::Rounded);
		const auto tiling = static_cast<Tiling>(job.random.Below(isExact ? 3 : 2));
		const TileGrid grid(job.random, frame, tiling);
		const Snapshot snapshot(grid.World());
		for (int32_t i = 0; i < k_castsPerGrid && job.Left() > 0 && grid.IsSound(); ++i)
		{
			const std::optional<Ray> ray = grid.DrawRay(job.random);
			if (ray.has_value() == false)
			{
				continue;
			}
			const Mover mover = DrawMover(job.random, frame.size);
			const HullPath path = mover.PathOf(*ray);
			const std::optional<HullHit> hit = Meet(job, grid.World(), snapshot, path);
			const std::optional<RayHit> ofPoint = CastRayClosest(grid.World(), *ray);
			const bool isInTime = hit && hit->enter.fraction <= grid.LatestEntry(*ray) && ofPoint &&
			                      hit->enter.fraction <= std::nextafter(ofPoint->enter.fraction, 2.0f);
			job.Count(frame.offset, 1, isInTime, Box2dMeetsAny(grid.World(), path, grid.LatestEntry(*ray)),
			          [&] { return DescribeMover(mover) + grid.DescribeHit(*ray); });
		}
	}
}

namespace
{

// Moves a hull from outside into the solid in steps that end on its surface or within a few floats of it.
// A hull that is inside when a step begins must have been reported before.
void GoInto(Job& job, const Solid& solid, const Target& target, const Snapshot& snapshot)
{
	const Frame& frame = solid.GetFrame();
	const b2Transform& pose = target.body->GetTransform();
	const Point inside = solid.DrawInside(job.random);
	const Point surface = solid.DrawOnSurface(job.random);
	const Point outside = surface - (frame.size / Length(inside - surface)) * (inside - surface);
	const std::array points{frame.Near(job.random, frame.Snapped(outside), pose, 0),
	                        frame.Near(job.random, surface, pose, job.random.Below(3)),
	                        frame.Near(job.random, inside, pose, 0)};
	const bool isExact = IsRayBetweenExact(points[0], points[1]) && IsRayBetweenExact(points[1], points[2]);
	const Mover mover = DrawMover(job.random, 0.5 * frame.size);
	const HullPath first = mover.PathOf(RayBetween(points[0], points[1]));
	if (isExact == false || points[0] == points[1] || points[1] == points[2])
	{
		return;
	}
	const HullPath second = mover.PathOf(RayBetween(points[1], points[2]));
	std::optional<HullHit> hit = Meet(job, *target.world, snapshot, first);
	int64_t casts = 1;
	bool isLate = false;
	if (hit.has_value() == false)
	{
		hit = Meet(job, *target.world, snapshot, second);
		isLate = hit && IsLate(*hit);
		++casts;
	}
	const bool box2d = Box2dMeets(*target.shape, pose, first) || Box2dMeets(*target.shape, pose, second);
	job.Count(frame.offset, casts, hit.has_value() && isLate == false, box2d,
	          [&] { return DescribeMover(mover) + Describe(*target.shape, points, std::span(&pose, 1)); });
}

} // namespace

void EnterSolidsByHulls(Job& job)
{
	constexpr Solid::Kind k_kinds[] = {Solid::Kind::Polygon, Solid::Kind::Box, Solid::Kind::Circle};
	while (job.Left() > 0)
	{
		const Precision precision = job.random.OneIn(4) ? Precision::Rounded : Precision::Exact;
		const Solid solid(job.random, DrawFrame(job.random, precision), k_kinds[job.random.Below(3)]);
		if (solid.IsSound() == false)
		{
			continue;
		}
		const Target target(solid.Shape(), solid.GetFrame());
		const Snapshot snapshot(*target.world);
		for (int32_t i = 0; i < k_pathsPerSolid && job.Left() > 1; ++i)
		{
			GoInto(job, solid, target, snapshot);
		}
		if (job.Left() == 1)
		{
			// A path uses up to two rays. If only one ray is left, it is a single cast.
			const Point inside = solid.DrawInside(job.random);
			const b2Vec2 place = solid.GetFrame().Near(job.random, inside, target.body->GetTransform(), 0);
			const Mover mover = DrawMover(job.random, solid.GetFrame().size);
			const HullPath path = mover.PathOf({place, {0.0f, 0.0f}});
			job.Count(solid.GetFrame().offset, 1, Meet(job, *target.world, snapshot, path).has_value(), true,
			          [&] { return DescribeMover(mover); });
		}
	}
}

} // namespace ricochet::leaks
