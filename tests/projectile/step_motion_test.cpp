// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/attached_scenes.h"
#include "support/hull_path.h"
#include "support/random_filter.h"
#include "support/rounded_scenes.h"
#include "support/scenes.h"

#include <ricochet/host/attach_geometry.h>
#include <ricochet/projectile/plugin.h>
#include <ricochet/projectile/step_motion.h>
#include <ricochet/query/beam.h>
#include <ricochet/query/simple_queries.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

// The referee of casts through a step. It computes the poses of hull and target in long double at any share of the
// step. It measures their distance with a separating-axis test of its own.

namespace ricochet::test::step_motion_test
{

using Real = long double;

constexpr float k_dt = 1.0f / 60.0f;
constexpr Real k_touch = 1.0e-5L;    // the tolerance of a hull's hit (m)
constexpr Real k_rounding = 4.0e-6L; // the rounding of floats at the coordinates of these scenes (m)

struct Point
{
	Real x, y;

	friend Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
	friend Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
	friend Point operator*(Real s, Point a) { return {s * a.x, s * a.y}; }
};

Point Wide(b2Vec2 v)
{
	return {v.x, v.y};
}

Real Dot(Point a, Point b)
{
	return a.x * b.x + a.y * b.y;
}

Real Length(Point a)
{
	return std::sqrt(Dot(a, a));
}

Point Turn(Real angle, Point p)
{
	return {std::cos(angle) * p.x - std::sin(angle) * p.y, std::sin(angle) * p.x + std::cos(angle) * p.y};
}

// All points within a radius of a convex core.
struct Piece
{
	std::vector<Point> core;
	Real radius = 0.0L;
};

Real DistanceToSegment(Point p, Point a, Point b)
{
	const Point along = b - a;
	const Real square = Dot(along, along);
	const Real share = square > 0.0L ? std::clamp(Dot(p - a, along) / square, 0.0L, 1.0L) : 0.0L;
	return Length(p - (a + share * along));
}

// Returns the largest gap between the cores along the normals of a's edges.
Real GapOver(const std::vector<Point>& a, const std::vector<Point>& b)
{
	Real most = -1.0e30L;
	for (size_t i = 0; a.size() > 1 && i < a.size(); ++i)
	{
		const Point along = a[(i + 1) % a.size()] - a[i];
		const Point normal = (1.0L / Length(along)) * Point{along.y, -along.x};
		Real least = 1.0e30L;
		for (const Point& p : b)
		{
			least = std::min(least, Dot(normal, p - a[i]));
		}
		most = std::max(most, least);
	}
	return most;
}

Real LeastToEdges(const std::vector<Point>& points, const std::vector<Point>& of)
{
	Real least = 1.0e30L;
	for (const Point& p : points)
	{
		for (size_t i = 0; i < of.size(); ++i)
		{
			least = std::min(least, DistanceToSegment(p, of[i], of[(i + 1) % of.size()]));
		}
	}
	return least;
}

// Returns the distance between two pieces. If they overlap, it is the negative depth.
Real DistanceOf(const Piece& a, const Piece& b)
{
	const Real gap = std::max(GapOver(a.core, b.core), GapOver(b.core, a.core));
	const bool overlap = gap <= 0.0L && (a.core.size() > 1 || b.core.size() > 1);
	const Real cores = overlap ? gap : std::min(LeastToEdges(a.core, b.core), LeastToEdges(b.core, a.core));
	return cores - a.radius - b.radius;
}

// A body that moved. Its centre moves straight, and its angle changes at a constant rate.
struct Target
{
	std::vector<Piece> pieces; // in the body's frame
	Point localCenter{};
	Point center[2]{};
	Real angle[2]{};

	void SetPose(size_t i, const b2Body& body)
	{
		localCenter = Wide(body.GetLocalCenter());
		center[i] = Wide(body.GetWorldCenter());
		angle[i] = body.GetAngle();
	}

	[[nodiscard]] Piece PieceAt(size_t piece, Real share) const
	{
		Piece posed = pieces[piece];
		const Point middle = center[0] + share * (center[1] - center[0]);
		for (Point& p : posed.core)
		{
			p = middle + Turn(angle[0] + share * (angle[1] - angle[0]), p - localCenter);
		}
		return posed;
	}

	[[nodiscard]] Real DistanceTo(const Piece& other, Real share) const
	{
		Real least = 1.0e30L;
		for (size_t i = 0; i < pieces.size(); ++i)
		{
			least = std::min(least, DistanceOf(PieceAt(i, share), other));
		}
		return least;
	}

	[[nodiscard]] Real Reach() const
	{
		Real most = 0.0L;
		for (const Piece& piece : pieces)
		{
			for (const Point& p : piece.core)
			{
				most = std::max(most, Length(p - localCenter) + piece.radius);
			}
		}
		return most;
	}
};

// A hull or a point that moves straight through the step.
struct Flyer
{
	Piece shape; // at the start of the step
	Point way{};

	[[nodiscard]] Piece At(Real fraction) const
	{
		Piece there = shape;
		for (Point& p : there.core)
		{
			p = p + fraction * way;
		}
		return there;
	}
};

// One target and one flyer.
struct Duel
{
	Target target;
	Flyer flyer;

	[[nodiscard]] Real DistanceAt(Real share) const { return target.DistanceTo(flyer.At(share), share); }

	// Calls look(share, distance) for shares from `from` to `to`. The samples are so dense that every overlap that
	// lasts a 20,000th of the step is found.
	template <class Look>
	void Sample(Real from, Real to, Look&& look) const
	{
		const Real speed = Length(flyer.way) + Length(target.center[1] - target.center[0]) +
		                   std::abs(target.angle[1] - target.angle[0]) * target.Reach();
		for (Real share = from; share <= to;)
		{
			const Real distance = DistanceAt(share);
			look(share, distance);
			share += std::max(1.0L / 20000.0L, speed > 0.0L ? std::abs(distance) / speed : 1.0L);
		}
	}

	[[nodiscard]] Real DeepestIn(Real from, Real to) const
	{
		Real deepest = 1.0e30L;
		Sample(from, to, [&](Real, Real distance) { deepest = std::min(deepest, distance); });
		return deepest;
	}
};

Piece PieceOf(std::span<const b2Vec2> vertices, float radius)
{
	Piece piece{{}, radius};
	for (const b2Vec2& v : vertices)
	{
		piece.core.push_back(Wide(v));
	}
	return piece;
}

Piece PieceOf(const b2PolygonShape& polygon)
{
	const bool isRounded = polygon.m_radius > b2_polygonRadius;
	return PieceOf(VerticesOf(polygon), isRounded ? polygon.m_radius : 0.0f);
}

// Adds an L of two boxes as one attached geometry.
b2Fixture* AddCorner(Scene& scene, b2Body* body, Target& target)
{
	const std::array<b2Vec2, 6> corners{b2Vec2{-1.0f, -1.0f},  b2Vec2{1.0f, -1.0f}, b2Vec2{1.0f, -0.25f},
	                                    b2Vec2{-0.5f, -0.25f}, b2Vec2{-0.5f, 1.0f}, b2Vec2{-1.0f, 1.0f}};
	b2Fixture* coarse = scene.Add(body, BoxOf(1.0f, 1.0f));
	EXPECT_TRUE(AttachGeometry(coarse, ValueOf(CastGeometry::Make(ValueOf(Outline::Make(corners))))));
	target.pieces.push_back(PieceOf(std::array{corners[0], corners[1], corners[2], b2Vec2{-1.0f, -0.25f}}, 0.0f));
	target.pieces.push_back(PieceOf(std::array{corners[0], b2Vec2{-0.5f, -1.0f}, corners[4], corners[5]}, 0.0f));
	return coarse;
}

b2Fixture* AddTarget(SceneRandom& random, Scene& scene, b2Body* body, int32_t kind, Target& target)
{
	switch (kind)
	{
	case 0:
	{
		const b2PolygonShape polygon = RandomPolygon(random, 1.0f);
		target.pieces.push_back(PieceOf(polygon));
		return scene.Add(body, polygon);
	}
	case 1:
	{
		const b2CircleShape circle = CircleOf(random.Uniform(0.1f, 1.0f), random.InBox(1.0f));
		target.pieces.push_back(PieceOf(std::span(&circle.m_p, 1), circle.m_radius));
		return scene.Add(body, circle);
	}
	case 2:
	{
		const ClipPolygonShape rounded = RandomRounded(random);
		target.pieces.push_back(PieceOf(rounded));
		return scene.Add(body, rounded);
	}
	case 3:
	{
		const b2Vec2 from = random.InBox(1.0f);
		const b2Vec2 to = from + random.Uniform(0.2f, 2.0f) * random.Direction();
		target.pieces.push_back(PieceOf(std::array{from, to}, 0.0f));
		const b2EdgeShape oneSided = EdgeOf(2.0f * from - to, from, to, 2.0f * to - from);
		return scene.Add(body, random.OneIn(2) ? EdgeOf(from, to) : oneSided);
	}
	case 4:
	{
		const std::vector<b2Vec2> path = RandomPath(random);
		for (size_t i = 0; i + 1 < path.size(); ++i)
		{
			target.pieces.push_back(PieceOf(std::array{path[i], path[i + 1]}, 0.0f));
		}
		return scene.Add(body, ChainOf(path));
	}
	default:
		return AddCorner(scene, body, target);
	}
}

constexpr int32_t k_kinds = 6;

// A world with one target that moves in the world's last step.
struct Trial
{
	Scene scene;
	std::unique_ptr<StepMotion> step;
	Duel duel;
	b2Body* body = nullptr;
	b2Fixture* fixture = nullptr;

	// If `isPut` is true, the game itself moves the target, farther than Box2D would.
	Trial(
	    SceneRandom& random, int32_t kind, bool turns, bool isPut, void (*addRoom)(Scene&) = [](Scene&) {})
	{
		scene.world->SetGravity({0.0f, 0.0f});
		addRoom(scene);
		body = scene.AddBody(random.InBox(4.0f), random.Uniform(-3.0f, 3.0f),
		                     isPut || random.OneIn(2) ? b2_kinematicBody : b2_dynamicBody);
		fixture = AddTarget(random, scene, body, kind, duel.target);
		step = std::make_unique<StepMotion>(*scene.world);
		body->SetLinearVelocity(random.Uniform(0.0f, 2.0f / k_dt) * random.Direction());
		body->SetAngularVelocity(turns ? random.Uniform(-1.5f, 1.5f) / k_dt : 0.0f);
		EXPECT_TRUE(step->Begin());
		duel.target.SetPose(0, *body);
		if (isPut)
		{
			body->SetTransform(body->GetPosition() + random.InBox(5.0f),
			                   body->GetAngle() + (turns ? random.Uniform(-3.0f, 3.0f) : 0.0f));
		}
		scene.world->Step(k_dt, 8, 3);
		EXPECT_TRUE(step->End());
		duel.target.SetPose(1, *body);
	}

	// Sets the flyer to a hull, or to the point of a ray.
	void Fly(std::span<const b2Vec2> vertices, float radius, const b2Transform& pose, b2Vec2 translation)
	{
		duel.flyer = {PieceOf(vertices, radius), Wide(translation)};
		for (Point& p : duel.flyer.shape.core)
		{
			p = Wide(pose.p) + Point{static_cast<Real>(pose.q.c) * p.x - static_cast<Real>(pose.q.s) * p.y,
			                         static_cast<Real>(pose.q.s) * p.x + static_cast<Real>(pose.q.c) * p.y};
		}
	}
};

// A hull that flies near the target.
struct HullTrial
{
	std::vector<b2Vec2> vertices;
	HullPath path;

	HullTrial(SceneRandom& random, const Trial& trial)
	{
		const int32_t kind = random.Below(3);
		const b2PolygonShape polygon = RandomPolygon(random, random.Uniform(0.1f, 0.8f));
		vertices.assign(polygon.m_vertices, polygon.m_vertices + (kind == 2 ? polygon.m_count : kind + 1));
		path.hull = {vertices, kind == 0 || random.OneIn(2) ? random.Uniform(0.05f, 0.5f) : 0.0f};
		const b2Vec2 at = trial.body->GetPosition() + random.InBox(1.5f);
		path.translation = random.Uniform(0.0f, 6.0f) * random.Direction();
		path.pose = PoseAt(at - random.Uniform(0.0f, 1.0f) * path.translation, random.Uniform(-3.0f, 3.0f));
		path.maxFraction = random.OneIn(4) ? random.Uniform(0.0f, 1.5f) : 1.0f;
	}
};

// The largest errors that the referee found.
struct Figures
{
	int32_t hits = 0, misses = 0, starts = 0, ends = 0;
	Real gap = 0.0L, depth = 0.0L, before = 0.0L, contact = 0.0L, place = 0.0L, inside = 0.0L;

	void Grow(Real& most, Real value) const { most = std::max(most, value); }
};

void JudgeHullTouch(const Duel& duel, const HullHit& hit, Figures& figures)
{
	const Real f = hit.enter.fraction;
	figures.Grow(figures.gap, duel.DistanceAt(f));
	figures.Grow(figures.depth, -duel.DistanceAt(f));
	figures.Grow(figures.before, -duel.DeepestIn(0.0L, f));
	const Piece contact = PieceOf(std::span(&hit.contact, 1), 0.0f);
	figures.Grow(figures.contact, duel.target.DistanceTo(contact, f));
	figures.Grow(figures.contact, DistanceOf(contact, duel.flyer.At(f)));
	figures.Grow(figures.inside, -duel.target.DistanceTo(contact, f));
	Flyer placed = duel.flyer;
	const Point there = Wide(hit.enter.point);
	for (Point& p : placed.shape.core)
	{
		p = p + (Wide(hit.place) - there) + f * duel.flyer.way;
	}
	figures.Grow(figures.place, Length(Wide(hit.place) - there));
	figures.Grow(figures.inside, -duel.target.DistanceTo(placed.shape, f));
	EXPECT_NEAR(hit.enter.normal.Length(), 1.0f, 1e-6f);
	// The normal separates the nearest piece from the hull.
	Real apart = -1.0e30L;
	for (size_t i = 0; i < duel.target.pieces.size(); ++i)
	{
		const Piece piece = duel.target.PieceAt(i, f);
		Real top = -1.0e30L;
		for (const Point& p : piece.core)
		{
			top = std::max(top, Dot(Wide(hit.enter.normal), p) + piece.radius);
		}
		Real bottom = 1.0e30L;
		for (const Point& p : duel.flyer.At(f).core)
		{
			bottom = std::min(bottom, Dot(Wide(hit.enter.normal), p) - duel.flyer.shape.radius);
		}
		apart = DistanceOf(piece, duel.flyer.At(f)) <= k_touch + k_rounding ? std::max(apart, bottom - top) : apart;
	}
	EXPECT_GT(apart, -k_touch);
}

void JudgeHull(const Duel& duel, const HullPath& path, const std::optional<HullHit>& hit, Figures& figures)
{
	const Real last = std::min(path.maxFraction, 1.0f);
	if (hit.has_value() == false)
	{
		figures.misses += 1;
		figures.Grow(figures.before, -duel.DeepestIn(0.0L, last));
		return;
	}
	figures.hits += 1;
	ASSERT_LE(hit->enter.fraction, hit->exit.fraction);
	ASSERT_LE(hit->exit.fraction, last);
	Duel one = duel; // if the target is a chain, only the child that was hit
	if (hit->fixture->GetType() == b2Shape::e_chain)
	{
		one.target.pieces = {duel.target.pieces[static_cast<size_t>(hit->child)]};
	}
	if (hit->startsInside)
	{
		figures.starts += 1;
		EXPECT_LT(one.DistanceAt(0.0L), k_rounding);
		EXPECT_EQ(hit->enter.fraction, 0.0f);
		Flyer out = duel.flyer;
		out.way = Wide(hit->place) - Wide(path.pose.p);
		EXPECT_GT(one.target.DistanceTo(out.At(1.0L), 0.0L), -k_rounding);
	}
	else
	{
		EXPECT_GT(duel.DistanceAt(0.0L), -k_rounding);
		JudgeHullTouch(duel, *hit, figures);
	}
	const Real exit = hit->exit.fraction;
	if (hit->endsInside)
	{
		figures.ends += 1;
		EXPECT_LT(one.DistanceAt(last), k_touch);
	}
	else
	{
		EXPECT_LT(std::abs(one.DistanceAt(exit)), (exit > hit->enter.fraction ? 1.0L : 2.0L) * k_touch + k_rounding);
		EXPECT_GT(one.DeepestIn(exit, last), -k_touch - k_rounding);
	}
}

TEST(StepMotion, HullsMeetTurningTargetsWhereTheyAreAtTheTime)
{
	SceneRandom random(7100);
	Figures figures;
	for (int32_t i = 0; i < ScaledCount(3000) && HasFailure() == false; ++i)
	{
		SCOPED_TRACE(i);
		Trial trial(random, i % k_kinds, random.OneIn(5) == false, random.OneIn(4));
		for (int32_t j = 0; j < 4 && HasFailure() == false; ++j)
		{
			const HullTrial hull(random, trial);
			trial.Fly(hull.vertices, hull.path.hull.radius, hull.path.pose, hull.path.translation);
			JudgeHull(trial.duel, hull.path, CastHullClosest(*trial.step, hull.path), figures);
		}
	}
	EXPECT_LT(figures.gap, k_touch + k_rounding);
	EXPECT_LT(figures.depth, k_rounding);
	EXPECT_LT(figures.before, k_rounding);
	EXPECT_LT(figures.contact, k_touch + k_rounding);
	EXPECT_LT(figures.place, k_touch);
	EXPECT_LT(figures.inside, k_rounding);
	EXPECT_GT(figures.hits, ScaledCount(3000));
	EXPECT_GT(figures.misses, ScaledCount(500));
}

TEST(StepMotion, RaysMeetTurningTargetsWhereTheyAreAtTheTime)
{
	SceneRandom random(7200);
	Figures slow; // errors for bodies that Box2D moves
	Figures fast; // errors for bodies that the game moves, farther than Box2D would
	const b2Vec2 origin{0.0f, 0.0f};
	for (int32_t i = 0; i < ScaledCount(4000) && HasFailure() == false; ++i)
	{
		SCOPED_TRACE(i);
		const bool isPut = random.OneIn(4);
		Trial trial(random, i % k_kinds, random.OneIn(5) == false, isPut);
		Figures& figures = isPut ? fast : slow;
		for (int32_t j = 0; j < 4 && HasFailure() == false; ++j)
		{
			const HullPath path = HullTrial(random, trial).path;
			const Ray ray{path.pose.p, path.translation, path.maxFraction};
			const Real last = std::min(path.maxFraction, 1.0f);
			trial.Fly(std::span(&origin, 1), 0.0f, path.pose, path.translation);
			const Duel& duel = trial.duel;
			const std::optional<RayHit> hit = CastRayClosest(*trial.step, ray);
			const bool isSolid = (i % k_kinds != 3 && i % k_kinds != 4);
			if (hit.has_value() == false)
			{
				figures.misses += 1;
				figures.Grow(figures.before, isSolid ? -duel.DeepestIn(0.0L, last) : 0.0L);
				continue;
			}
			figures.hits += 1;
			const Real enter = hit->enter.fraction;
			const Real exit = hit->exit.fraction;
			const Piece point = PieceOf(std::span(&hit->enter.point, 1), 0.0f);
			const Piece behind = PieceOf(std::span(&hit->exit.point, 1), 0.0f);
			ASSERT_LE(enter, exit);
			ASSERT_LE(exit, last);
			if (hit->startsInside)
			{
				figures.starts += 1;
				EXPECT_LT(duel.DistanceAt(0.0L), k_rounding);
			}
			else
			{
				figures.Grow(figures.gap, std::abs(duel.DistanceAt(enter)));
				figures.Grow(figures.contact, std::abs(duel.target.DistanceTo(point, enter)));
				figures.Grow(figures.inside, -duel.target.DistanceTo(point, enter));
				figures.Grow(figures.before, isSolid ? -duel.DeepestIn(0.0L, enter) : 0.0L);
			}
			figures.ends += hit->endsInside ? 1 : 0;
			if (isSolid && hit->endsInside == false)
			{
				figures.Grow(figures.gap, std::abs(duel.DistanceAt(exit)));
				figures.Grow(figures.inside, -duel.target.DistanceTo(behind, exit));
			}
			Real farthest = 0.0L;
			duel.Sample(enter, exit, [&](Real, Real distance) { farthest = std::max(farthest, distance); });
			figures.Grow(figures.depth, farthest);
		}
	}
	EXPECT_LT(slow.gap, k_touch);
	EXPECT_LT(slow.depth, k_touch);
	EXPECT_LT(slow.before, k_touch);
	EXPECT_LT(fast.gap, 5.0L * k_touch);
	EXPECT_LT(fast.depth, 5.0L * k_touch);
	EXPECT_LT(fast.before, 5.0L * k_touch);
	EXPECT_LT(std::max(slow.contact, fast.contact), k_rounding);
	EXPECT_LT(std::max(slow.inside, fast.inside), k_rounding);
	EXPECT_GT(slow.hits, ScaledCount(2500));
	EXPECT_GT(slow.misses, ScaledCount(2500));
	EXPECT_GT(fast.hits, ScaledCount(500));
}

bool AreSameBits(const Crossing& a, const Crossing& b)
{
	return std::memcmp(&a, &b, sizeof(Crossing)) == 0;
}

void ExpectSame(const std::optional<RayHit>& a, const std::optional<RayHit>& b)
{
	ASSERT_EQ(a.has_value(), b.has_value());
	EXPECT_TRUE(a.has_value() == false ||
	            (AreSameBits(a->enter, b->enter) && AreSameBits(a->exit, b->exit) && a->fixture == b->fixture &&
	             a->child == b->child && a->startsInside == b->startsInside && a->endsInside == b->endsInside &&
	             a->grazing == b->grazing));
}

void ExpectSame(const std::optional<HullHit>& a, const std::optional<HullHit>& b)
{
	ASSERT_EQ(a.has_value(), b.has_value());
	EXPECT_TRUE(a.has_value() == false ||
	            (AreSameBits(a->enter, b->enter) && AreSameBits(a->exit, b->exit) && a->fixture == b->fixture &&
	             a->child == b->child && a->startsInside == b->startsInside && a->endsInside == b->endsInside &&
	             a->grazing == b->grazing && a->contact == b->contact && a->place == b->place && a->depth == b->depth &&
	             a->wayOut == b->wayOut && a->still.vertex == b->still.vertex && a->still.edge == b->still.edge &&
	             a->moving.vertex == b->moving.vertex && a->moving.edge == b->moving.edge));
}

// Compares casts through a step with casts in its world.
void ExpectSameCasts(SceneRandom& random, const Scene& scene, const StepMotion& step, const QueryFilter& filter)
{
	Ray ray = HardRay(random, scene);
	ray.maxFraction = std::min(ray.maxFraction, 1.0f);
	ExpectSame(CastRayClosest(step, ray, filter), CastRayClosest(*scene.world, ray, filter));
	RandomHullPath hull(random, scene.halfWidth);
	hull.path.maxFraction = std::min(hull.path.maxFraction, 1.0f);
	ExpectSame(CastHullClosest(step, hull.path, filter), CastHullClosest(*scene.world, hull.path, filter));
}

TEST(StepMotion, WhereNothingMovesCastsAreThoseOfTheWorldToTheBit)
{
	SceneRandom random(7300);
	for (int32_t run = 0; run < ScaledCount(40) && HasFailure() == false; ++run)
	{
		Scene scene = run % 3 == 0   ? MakeRoundedScene(30, static_cast<uint64_t>(7310 + run))
		              : run % 3 == 1 ? std::move(RandomTwins(random, 4).attached)
		                             : MakeMixedScene(40, static_cast<uint64_t>(7310 + run));
		scene.halfWidth = std::max(scene.halfWidth, 5.0f);
		StepMotion step(*scene.world);
		const bool isBegun = run % 4 > 0;
		const bool isStepped = run % 4 > 1;
		EXPECT_TRUE(isBegun == false || step.Begin());
		for (b2Body* body = scene.world->GetBodyList(); isStepped && body != nullptr; body = body->GetNext())
		{
			body->SetAwake(false);
		}
		if (isStepped)
		{
			scene.world->Step(k_dt, 8, 3);
		}
		EXPECT_TRUE(isStepped == false || step.End());
		for (int32_t i = 0; i < 200 && HasFailure() == false; ++i)
		{
			ExpectSameCasts(random, scene, step, random.OneIn(2) ? QueryFilter{} : RandomFilter(random, scene));
		}
	}
}

// A body that moves far away, or that the filter rejects, does not change the results.
TEST(StepMotion, ThingsAtRestAreMetAsInTheWorldToTheBit)
{
	SceneRandom random(7400);
	for (int32_t run = 0; run < ScaledCount(20) && HasFailure() == false; ++run)
	{
		Scene scene = MakeMixedScene(40, static_cast<uint64_t>(7410 + run));
		std::vector<b2Body*> moved;
		for (b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
		{
			body->SetAwake(false);
			if (body->GetType() == b2_kinematicBody)
			{
				body->SetLinearVelocity(100.0f * random.Direction());
				body->SetAngularVelocity(random.Uniform(-90.0f, 90.0f));
				moved.push_back(body);
			}
		}
		StepMotion step(*scene.world);
		EXPECT_TRUE(step.Begin());
		scene.world->Step(k_dt, 8, 3);
		EXPECT_TRUE(step.End());
		QueryFilter filter;
		filter.accept = [](b2Fixture* fixture)
		{
			return fixture->GetBody()->GetType() == b2_staticBody;
		};
		EXPECT_FALSE(moved.empty());
		for (int32_t i = 0; i < 200 && HasFailure() == false; ++i)
		{
			ExpectSameCasts(random, scene, step, filter);
		}
	}
}

TEST(StepMotion, RaysMeetWhatBulletsMeet)
{
	SceneRandom random(7500);
	int32_t compared = 0;
	for (int32_t run = 0; run < ScaledCount(600) && HasFailure() == false; ++run)
	{
		Scene scene = MakeMixedScene(40, static_cast<uint64_t>(7510 + run));
		Plugin plugin(*scene.world, {.chordError = 1.0e-5f});
		for (b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
		{
			body->SetLinearVelocity(random.Uniform(0.0f, 110.0f) * random.Direction());
			body->SetAngularVelocity(random.Uniform(-90.0f, 90.0f));
		}
		const BulletDef def{.position = random.InBox(scene.halfWidth),
		                    .velocity = random.Uniform(10.0f, 600.0f) * random.Direction(),
		                    .mass = 1.0e-6f,
		                    .gravityScale = 0.0f};
		(void)plugin.Fire(def);
		StepMotion step(*scene.world);
		EXPECT_TRUE(step.Begin());
		plugin.BeginStep();
		scene.world->Step(k_dt, 8, 3);
		EXPECT_TRUE(step.End());
		plugin.EndStep(k_dt);
		const Ray ray{def.position, k_dt * def.velocity};
		const std::optional<RayHit> hit = CastRayClosest(step, ray);
		const auto impacts = plugin.Impacts();
		ASSERT_EQ(hit.has_value(), impacts.empty() == false) << run;
		if (hit)
		{
			compared += 1;
			EXPECT_EQ(hit->fixture, impacts[0].fixture);
			// The differences are measured perpendicular to the surface. Along a flat path, the points may be farther
			// apart.
			const b2Vec2 normal = hit->enter.normal;
			const float later = hit->enter.fraction - impacts[0].enter.fraction;
			EXPECT_LT(std::abs(later * b2Dot(ray.translation, normal)), 1.0e-4f);
			EXPECT_LT(std::abs(b2Dot(hit->enter.point - impacts[0].enter.point, normal)), 1.0e-4f);
			EXPECT_LT((normal - impacts[0].enter.normal).Length(), 1.0e-3f);
			EXPECT_EQ(hit->startsInside, impacts[0].startsInside);
		}
	}
	EXPECT_GT(compared, ScaledCount(60));
}

bool AreSameLegs(const std::vector<BeamLeg>& a, const std::vector<BeamLeg>& b)
{
	return std::equal(a.begin(), a.end(), b.begin(), b.end(),
	                  [](const BeamLeg& x, const BeamLeg& y)
	                  {
		                  return AreSameBits(x.enter, y.enter) && AreSameBits(x.exit, y.exit) &&
		                         std::memcmp(&x.ray, &y.ray, sizeof(Ray)) == 0 && x.fixture == y.fixture &&
		                         x.child == y.child && x.response == y.response && x.leaving == y.leaving &&
		                         x.begin == y.begin && x.parent == y.parent && x.medium == y.medium &&
		                         x.power == y.power && x.bounced == y.bounced &&
		                         x.refractiveIndex == y.refractiveIndex && x.startsInside == y.startsInside &&
		                         x.grazing == y.grazing;
	                  });
}

// Returns a rule that makes all kinds of decisions.
BeamDecision DecideByFixture(const BeamLeg& leg)
{
	switch (IndexOf(leg.fixture) % 4)
	{
	case 0:
		return BeamDecision::Refract(1.5f, 0.2f);
	case 1:
		return BeamDecision::Split(0.5f, 0.4f);
	case 2:
		return Response::Pierce;
	default:
		return leg.response;
	}
}

TEST(StepMotion, BeamsAmongThingsAtRestAreThoseOfTheWorldToTheBit)
{
	SceneRandom random(7600);
	int32_t legCount = 0;
	std::vector<BeamLeg> legs, expected;
	for (int32_t run = 0; run < ScaledCount(20) && HasFailure() == false; ++run)
	{
		Scene scene = run % 3 == 0 ? MakeRoundedScene(30, static_cast<uint64_t>(7610 + run))
		                           : MakeMixedScene(40, static_cast<uint64_t>(7610 + run));
		for (b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
		{
			body->SetAwake(false);
			if (run % 2 == 0 && body->GetType() == b2_kinematicBody)
			{
				body->SetLinearVelocity(100.0f * random.Direction());
			}
		}
		StepMotion step(*scene.world);
		EXPECT_TRUE(step.Begin());
		scene.world->Step(k_dt, 8, 3);
		EXPECT_TRUE(step.End());
		for (int32_t i = 0; i < 100 && HasFailure() == false; ++i)
		{
			BeamDef def{.length = random.Uniform(1.0f, 40.0f),
			            .maxBounces = random.Below(8),
			            .maxPierces = random.Below(3),
			            .maxLegs = 40};
			def.filter.sensors = random.OneIn(2);
			if (run % 2 == 0)
			{
				def.filter.accept = [](b2Fixture* fixture)
				{
					return fixture->GetBody()->GetType() == b2_staticBody;
				};
			}
			def.rule = random.OneIn(2) ? BeamRule(DecideByFixture) : BeamRule{};
			const b2Vec2 origin = random.InBox(scene.halfWidth);
			const b2Vec2 direction = random.Direction();
			EXPECT_EQ(CastBeam(step, origin, direction, def, legs),
			          CastBeam(*scene.world, origin, direction, def, expected));
			EXPECT_TRUE(AreSameLegs(legs, expected)) << run << " " << i;
			legCount += static_cast<int32_t>(legs.size());
		}
	}
	EXPECT_GT(legCount, ScaledCount(20) * 50);
}

// Adds walls around a target.
void AddRoom(Scene& scene)
{
	for (const float side : {-1.0f, 1.0f})
	{
		scene.AddBox({side * 8.0f, 0.0f}, 1.0f, 9.0f);
		scene.AddBox({0.0f, side * 8.0f}, 9.0f, 1.0f);
	}
}

struct BeamFigures
{
	int32_t bounces = 0, offMoving = 0, noPlace = 0;
	Real gap = 0.0L, turn = 0.0L, apart = 0.0L, inside = 0.0L;
};

// Judges the legs of a beam that only bounces.
void JudgeBeam(const Trial& trial, const std::vector<BeamLeg>& legs, float length, BeamFigures& figures)
{
	Real flown = 0.0L;
	for (size_t i = 0; i < legs.size(); ++i)
	{
		const BeamLeg& leg = legs[i];
		const Point way = Wide(leg.ray.translation);
		const Point unit = (1.0L / Length(way)) * way;
		const Real begin = flown / length;
		flown += leg.enter.fraction * Length(way);
		const Real end = std::min(flown / length, 1.0L);
		const Duel duel{trial.duel.target,
		                {{{Wide(leg.ray.origin) - begin * length * unit}, 0.0L}, static_cast<Real>(length) * unit}};
		if (leg.HasHit() && leg.fixture == trial.fixture && leg.startsInside == false)
		{
			figures.offMoving += 1;
			figures.gap = std::max(figures.gap, std::abs(duel.DistanceAt(end)));
			const Piece point = PieceOf(std::span(&leg.enter.point, 1), 0.0f);
			figures.inside = std::max(figures.inside, -duel.target.DistanceTo(point, end));
		}
		if (leg.startsInside == false)
		{
			figures.inside = std::max(figures.inside, -duel.DeepestIn(begin, end));
		}
		if (i + 1 < legs.size())
		{
			figures.bounces += 1;
			const Point normal = Wide(leg.enter.normal);
			const Point mirrored = unit - 2.0L * Dot(unit, normal) * normal;
			const Point next = Wide(legs[i + 1].ray.translation);
			figures.turn = std::max(figures.turn, Length((1.0L / Length(next)) * next - mirrored));
			const Point apart = Wide(legs[i + 1].ray.origin) - Wide(leg.enter.point);
			figures.apart = std::max(figures.apart, std::abs(Dot(apart, normal)));
		}
	}
	ASSERT_LE(flown, length * (1.0L + 1.0e-5L));
}

TEST(StepMotion, BeamsBounceOffTurningTargetsWhereTheyAreAtTheTime)
{
	SceneRandom random(7700);
	BeamFigures figures;
	std::vector<BeamLeg> legs;
	for (int32_t i = 0; i < ScaledCount(2000) && HasFailure() == false; ++i)
	{
		SCOPED_TRACE(i);
		Trial trial(random, i % 3, true, false, AddRoom);
		const BeamDef def{.length = random.Uniform(5.0f, 60.0f), .maxBounces = 50};
		const b2Vec2 origin = random.InBox(7.0f);
		const BeamEnd end = CastBeam(*trial.step, origin, trial.body->GetPosition() - origin, def, legs);
		JudgeBeam(trial, legs, def.length, figures);
		ASSERT_FALSE(legs.empty());
		ASSERT_EQ(end == BeamEnd::Length, legs.back().HasHit() == false);
		figures.noPlace += end == BeamEnd::NoPlace && legs.back().startsInside == false ? 1 : 0;
	}
	EXPECT_LT(figures.gap, 2.0L * k_touch);
	EXPECT_LT(figures.turn, 1.0e-5L);
	EXPECT_LT(figures.apart, 2.0L * k_touch); // perpendicular to the surface
	EXPECT_LT(figures.inside, 2.0L * k_touch);
	EXPECT_GT(figures.offMoving, ScaledCount(1000));
	EXPECT_GT(figures.bounces, ScaledCount(4000));
}

} // namespace ricochet::test::step_motion_test
