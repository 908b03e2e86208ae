// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/reflect.h>
#include <ricochet/index/snapshot.h>
#include <ricochet/index/spatial_hash.h>
#include <ricochet/query/batch.h>
#include <ricochet/query/beam.h>

#include "support/floats.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>

// Tests beams that split and are refracted. Optics in long double judges them, and shares no code with the casts.

namespace ricochet::test::split_beam_test
{

namespace
{

constexpr long double k_pi = 3.141592653589793238462643L;

struct Point
{
	long double x = 0.0L, y = 0.0L;
	friend Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
	friend Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
	friend Point operator*(long double s, Point a) { return {s * a.x, s * a.y}; }
};

long double Dot(Point a, Point b)
{
	return a.x * b.x + a.y * b.y;
}

long double Length(Point a)
{
	return std::hypot(a.x, a.y);
}

Point Unit(Point a)
{
	return (1.0L / Length(a)) * a;
}

Point ToLong(b2Vec2 v)
{
	return {v.x, v.y};
}

Point Along(const BeamLeg& leg)
{
	return Unit(ToLong(leg.ray.translation));
}

// The angle from one direction to another (rad).
long double AngleTo(Point from, Point to)
{
	return std::atan2(from.x * to.y - from.y * to.x, Dot(from, to));
}

// Returns the index of the thing that was hit, with or without a fixture.
size_t IndexOf(const BeamLeg& leg)
{
	return leg.fixture != nullptr ? test::IndexOf(leg.fixture) : leg.tag;
}

// The optical properties of one thing.
struct Material
{
	float bounced = 0.0f;
	float passed = 0.0f;
	float refractiveIndex = 0.0f; // 0: does not refract

	[[nodiscard]] BeamDecision Decision() const
	{
		return refractiveIndex > 0.0f ? BeamDecision::Refract(refractiveIndex, bounced, passed)
		                              : BeamDecision::Split(bounced, passed);
	}
};

// All points within a radius of the convex hull of the vertices, which are counter-clockwise in the world. An edge has
// two vertices and no radius.
struct Solid
{
	std::vector<Point> vertices;
	long double radius = 0.0L;
	Material material;

	[[nodiscard]] bool IsEdge() const { return vertices.size() == 2 && radius == 0.0L; }
};

struct Cross
{
	long double at = 0.0L; // the distance along the line (m)
	Point normal;
	long double margin = 0.0L; // the distance from the end of the face (m)
};

struct Span
{
	Cross enter, exit;
};

void Extend(std::optional<Span>& span, const Cross& a, const Cross& b)
{
	if (span.has_value() == false)
	{
		span = Span{a, b};
		return;
	}
	span->enter = a.at < span->enter.at ? a : span->enter;
	span->exit = b.at > span->exit.at ? b : span->exit;
}

// Returns the part of an infinite line inside a convex polygon.
std::optional<Span> CutPolygon(Point p, Point d, std::span<const Point> vertices)
{
	Span span{{-1e30L, {}, 0.0L}, {1e30L, {}, 0.0L}};
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const Point a = vertices[i];
		const Point along = vertices[(i + 1) % vertices.size()] - a;
		const Point normal = Unit({along.y, -along.x});
		const long double at = Dot(a - p, normal) / Dot(d, normal);
		const long double s = Dot(p + at * d - a, Unit(along));
		const Cross cross{at, normal, std::min(s, Length(along) - s)};
		if (Dot(d, normal) < 0.0L && at > span.enter.at)
		{
			span.enter = cross;
		}
		if (Dot(d, normal) > 0.0L && at < span.exit.at)
		{
			span.exit = cross;
		}
	}
	return span.enter.at < span.exit.at ? std::optional(span) : std::nullopt;
}

std::optional<Span> CutSolid(Point p, Point d, const Solid& solid)
{
	if (solid.IsEdge())
	{
		const Point along = solid.vertices[1] - solid.vertices[0];
		const Point normal = Unit({along.y, -along.x});
		const long double at = Dot(solid.vertices[0] - p, normal) / Dot(d, normal);
		const long double s = Dot(p + at * d - solid.vertices[0], Unit(along));
		const Cross cross{at, Dot(d, normal) < 0.0L ? normal : -1.0L * normal, std::min(s, Length(along) - s)};
		return cross.margin > 0.0L ? std::optional(Span{cross, cross}) : std::nullopt;
	}
	std::optional<Span> span;
	if (solid.radius == 0.0L)
	{
		return CutPolygon(p, d, solid.vertices);
	}
	for (size_t i = 0; i < solid.vertices.size(); ++i)
	{
		const Point from = p - solid.vertices[i];
		const long double middle = -Dot(from, d);
		const long double half2 = solid.radius * solid.radius - Dot(from + middle * d, from + middle * d);
		if (half2 > 0.0L)
		{
			const long double half = std::sqrt(half2);
			Extend(span, {middle - half, Unit(from + (middle - half) * d), half},
			       {middle + half, Unit(from + (middle + half) * d), half});
		}
		if (solid.vertices.size() > 1)
		{
			const Point a = solid.vertices[i];
			const Point b = solid.vertices[(i + 1) % solid.vertices.size()];
			const Point out = solid.radius * Unit({(b - a).y, -(b - a).x});
			const Point quad[] = {a, a + out, b + out, b};
			if (const std::optional<Span> side = CutPolygon(p, d, quad))
			{
				Extend(span, side->enter, side->exit);
			}
		}
	}
	return span;
}

// A leg of the beam as the reference optics computes it.
struct Leg
{
	Point from, to, direction;
	int32_t solid = -1; // -1: no hit
	bool leaving = false;
	long double power = 1.0L;
	std::unique_ptr<Leg> passed, bounced;
	long double worst = 1.0L; // the least cosine or margin on the path so far
};

// A place on a part of a beam, with the state of the light there.
struct State
{
	Point from, direction;
	long double length = 0.0L; // the remaining length (m)
	long double power = 1.0L;
	std::vector<int32_t> inside; // the solids that contain it, the innermost last
	std::vector<int32_t> off;    // the solids that it does not hit
	int32_t depth = 0;           // the number of legs that may follow
	long double worst = 1.0L;
};

struct Optics
{
	std::vector<Solid> solids;
	long double minPower = 0.0L;

	[[nodiscard]] const Solid& At(int32_t i) const { return solids[static_cast<size_t>(i)]; }

	[[nodiscard]] long double IndexIn(const std::vector<int32_t>& inside) const
	{
		return inside.empty() ? 1.0L : static_cast<long double>(At(inside.back()).material.refractiveIndex);
	}

	// Sets the end of a leg. Returns the crossing there.
	Cross SetEnd(const State& state, Leg& leg) const
	{
		Cross cross{state.length, {}, 1.0L};
		long double second = 1e30L;
		for (int32_t i = 0; i < static_cast<int32_t>(solids.size()); ++i)
		{
			const bool isInside = state.inside.empty() == false && state.inside.back() == i;
			const bool isAround = std::find(state.inside.begin(), state.inside.end(), i) != state.inside.end();
			const bool isOff = std::find(state.off.begin(), state.off.end(), i) != state.off.end();
			const auto span =
			    isOff || (isAround && isInside == false) ? std::nullopt : CutSolid(state.from, state.direction, At(i));
			const Cross at = span ? (isInside ? span->exit : span->enter) : Cross{-1.0L, {}, 0.0L};
			if (at.at >= 0.0L)
			{
				second = std::min(second, std::max(at.at, cross.at));
				leg.solid = at.at < cross.at ? i : leg.solid;
				leg.leaving = at.at < cross.at ? isInside : leg.leaving;
				cross = at.at < cross.at ? at : cross;
			}
		}
		leg.to = state.from + cross.at * state.direction;
		leg.worst = state.worst;
		if (leg.solid >= 0)
		{
			leg.worst = std::min({state.worst, std::abs(Dot(state.direction, cross.normal)), cross.margin, cross.at,
			                      state.length - cross.at, second - cross.at});
		}
		return cross;
	}

	// Refracts a part by Snell's law. Returns false for total reflection.
	bool Refract(const State& before, Point n, Leg& leg, State& behind) const
	{
		behind.off.clear();
		if (leg.leaving)
		{
			behind.inside.pop_back();
			behind.off.push_back(leg.solid);
		}
		else
		{
			behind.inside.push_back(leg.solid);
		}
		const long double cosine = -Dot(before.direction, n);
		const long double sine = IndexIn(before.inside) / IndexIn(behind.inside) * std::sqrt(1.0L - cosine * cosine);
		leg.worst = std::min(leg.worst, std::abs(sine - 1.0L));
		if (sine >= 1.0L)
		{
			return false;
		}
		const Point t = before.direction + cosine * n;
		behind.direction = sine * (Length(t) > 0.0L ? Unit(t) : t) - std::sqrt(1.0L - sine * sine) * n;
		return true;
	}

	// Computes a part of a beam and everything that follows it.
	[[nodiscard]] std::unique_ptr<Leg> Follow(const State& state) const
	{
		auto leg = std::make_unique<Leg>();
		leg->from = state.from;
		leg->direction = state.direction;
		leg->power = state.power;
		const Cross cross = SetEnd(state, *leg);
		if (leg->solid < 0 || state.depth == 0)
		{
			return leg;
		}
		const Solid& solid = At(leg->solid);
		const Point n = leg->leaving ? -1.0L * cross.normal : cross.normal; // points against the ray
		State behind = state;
		behind.from = leg->to;
		behind.length -= cross.at;
		behind.depth -= 1;
		State back = behind;
		behind.off.push_back(leg->solid);
		behind.power *= std::min<long double>(solid.material.passed, 1.0L - solid.material.bounced);
		back.power *= solid.material.bounced;
		back.direction = state.direction - 2.0L * Dot(state.direction, n) * n;
		back.off.clear();
		if (leg->leaving == false)
		{
			back.off.push_back(leg->solid);
		}
		if (solid.material.refractiveIndex > 0.0f && solid.IsEdge() == false &&
		    Refract(state, n, *leg, behind) == false)
		{
			back.power += behind.power;
			behind.power = 0.0L;
		}
		leg->worst = std::min({leg->worst, std::abs(behind.power - minPower), std::abs(back.power - minPower)});
		behind.worst = leg->worst;
		back.worst = leg->worst;
		leg->passed = behind.power >= minPower ? Follow(behind) : nullptr;
		leg->bounced = back.power >= minPower ? Follow(back) : nullptr;
		return leg;
	}
};

// Returns the legs that begin at the hit of a leg: first the part that passes, then the part that bounces. -1: none.
std::array<int32_t, 2> ChildrenOf(std::span<const BeamLeg> legs, int32_t parent)
{
	std::array<int32_t, 2> children{-1, -1};
	const bool isBounce = legs[static_cast<size_t>(parent)].response == Response::Bounce;
	for (int32_t i = parent + 1; i < static_cast<int32_t>(legs.size()); ++i)
	{
		if (legs[static_cast<size_t>(i)].parent == parent)
		{
			const size_t place = isBounce || i != parent + 1 ? 1 : 0;
			EXPECT_EQ(children[place], -1);
			children[place] = i;
		}
	}
	return children;
}

struct TreeCount
{
	int64_t compared = 0;
	int64_t skipped = 0; // ill-conditioned legs, with all legs that follow them
	int64_t leaving = 0;
	int64_t total = 0; // total reflections
	long double farthest = 0.0L;
	long double mostTurned = 0.0L;
};

// Compares a leg, and all legs that follow it, with the reference optics. `beside` is the reference leg of a start that
// is off by a rounding error.
void CompareTree(std::span<const BeamLeg> legs, int32_t i, const Leg& expected, const Leg* beside, TreeCount& count)
{
	constexpr long double k_point = 1e-4L;
	constexpr long double k_direction = 1e-5L;
	const bool isStable = beside != nullptr && beside->solid == expected.solid &&
	                      Length(beside->to - expected.to) < 0.2L * k_point &&
	                      std::abs(AngleTo(beside->direction, expected.direction)) < 0.2L * k_direction;
	if (isStable == false || expected.worst < 1e-3L)
	{
		++count.skipped;
		return;
	}
	ASSERT_GE(i, 0) << "a leg is missing";
	const BeamLeg& leg = legs[static_cast<size_t>(i)];
	++count.compared;
	ASSERT_EQ(leg.HasHit() ? static_cast<int32_t>(IndexOf(leg)) : -1, expected.solid) << "leg " << i;
	ASSERT_EQ(leg.leaving, expected.leaving);
	ASSERT_NEAR(leg.power, static_cast<double>(expected.power), 1e-5 * static_cast<double>(expected.power));
	const long double away = Length(ToLong(leg.enter.point) - expected.to);
	const long double turned = std::abs(AngleTo(Along(leg), expected.direction));
	ASSERT_LT(away, k_point) << "leg " << i;
	ASSERT_LT(turned, k_direction) << "leg " << i;
	ASSERT_LT(Length(ToLong(PointAt(leg.ray, leg.begin)) - expected.from), k_point);
	count.farthest = std::max(count.farthest, away);
	count.mostTurned = std::max(count.mostTurned, turned);
	count.leaving += leg.leaving ? 1 : 0;
	const auto [passed, bounced] = ChildrenOf(legs, i);
	count.total += leg.leaving && passed < 0 && bounced >= 0 ? 1 : 0;
	const std::array<int32_t, 2> found{passed, bounced};
	const std::array<const Leg*, 2> wanted{expected.passed.get(), expected.bounced.get()};
	const std::array<const Leg*, 2> besides{beside->passed.get(), beside->bounced.get()};
	for (size_t k = 0; k < 2; ++k)
	{
		if (wanted[k] != nullptr)
		{
			ASSERT_NO_FATAL_FAILURE(CompareTree(legs, found[k], *wanted[k], besides[k], count));
		}
		else if (expected.worst >= 1e-3L && (expected.passed || expected.bounced || expected.solid < 0))
		{
			ASSERT_EQ(found[k], -1) << "leg " << i << " has a part too many";
		}
	}
}

// Checks that power adds up: the power of each leg is the sum of its parts and of the absorbed power.
void CheckPower(std::span<const BeamLeg> legs)
{
	double absorbed = 0.0;
	double ended = 0.0;
	for (int32_t i = 0; i < static_cast<int32_t>(legs.size()); ++i)
	{
		const BeamLeg& leg = legs[static_cast<size_t>(i)];
		ASSERT_LT(leg.parent, i);
		ASSERT_TRUE(i == 0 ? leg.parent == -1 : leg.parent >= 0);
		ASSERT_GT(leg.power, 0.0f);
		double parts = 0.0;
		for (const int32_t child : ChildrenOf(legs, i))
		{
			parts += child >= 0 ? legs[static_cast<size_t>(child)].power : 0.0;
		}
		ASSERT_LE(parts, leg.power * (1.0 + 1e-6));
		(parts > 0.0 ? absorbed : ended) += leg.power - parts;
	}
	EXPECT_NEAR(absorbed + ended, 1.0, 1e-5);
}

// A scene whose fixtures are the solids of the optics.
struct Bench
{
	Scene scene;
	Optics optics;

	b2Fixture* Add(b2Vec2 position, float angle, const b2Shape& shape, const Material& material)
	{
		b2Body* body = scene.AddBody(position, angle);
		const b2Transform& pose = body->GetTransform();
		Solid solid;
		solid.material = material;
		const auto add = [&](b2Vec2 v)
		{
			const long double c = pose.q.c;
			const long double s = pose.q.s;
			solid.vertices.push_back({c * v.x - s * v.y + pose.p.x, s * v.x + c * v.y + pose.p.y});
		};
		if (shape.GetType() == b2Shape::e_circle)
		{
			add(static_cast<const b2CircleShape&>(shape).m_p);
			solid.radius = shape.m_radius;
		}
		else if (shape.GetType() == b2Shape::e_edge)
		{
			add(static_cast<const b2EdgeShape&>(shape).m_vertex1);
			add(static_cast<const b2EdgeShape&>(shape).m_vertex2);
		}
		else
		{
			const auto& polygon = static_cast<const b2PolygonShape&>(shape);
			std::for_each(polygon.m_vertices, polygon.m_vertices + polygon.m_count, add);
			solid.radius = polygon.m_radius > b2_polygonRadius ? static_cast<long double>(polygon.m_radius) : 0.0L;
		}
		optics.solids.push_back(std::move(solid));
		return scene.Add(body, shape);
	}

	[[nodiscard]] BeamRule Rule() const
	{
		return [this](const BeamLeg& leg)
		{
			return optics.solids[IndexOf(leg)].material.Decision();
		};
	}
};

Material RandomMaterial(SceneRandom& random)
{
	Material material;
	material.bounced = random.OneIn(3) ? 0.0f : random.Uniform(0.05f, 0.6f);
	material.passed = random.Uniform(0.3f, 1.0f) * (1.0f - material.bounced);
	material.refractiveIndex = random.OneIn(4) ? 0.0f : random.Uniform(1.1f, 2.4f);
	return material;
}

// Adds separate convex things. Some are glass with a bubble or a core inside, and mirrors are around them.
void FillBench(SceneRandom& random, b2Vec2 center, Bench& bench)
{
	for (int32_t i = 0; i < 9; ++i)
	{
		const b2Vec2 at = center + b2Vec2{3.0f * static_cast<float>(i % 3 - 1), 3.0f * static_cast<float>(i / 3 - 1)} +
		                  random.InBox(0.2f);
		const float angle = random.Uniform(-3.0f, 3.0f);
		const Material material = RandomMaterial(random);
		switch (random.Below(4))
		{
		case 0:
			(void)bench.Add(at, angle, ValueOf(MakeBox(random.Uniform(0.3f, 0.9f), random.Uniform(0.3f, 0.9f))),
			                material);
			break;
		case 1:
			(void)bench.Add(at, angle, ValueOf(MakeCircle(random.InBox(0.1f), random.Uniform(0.4f, 1.0f))), material);
			break;
		case 2:
		{
			const float half = random.Uniform(0.3f, 0.6f);
			const b2Vec2 corners[] = {{-half, -half}, {half, -half}, {0.0f, half}};
			(void)bench.Add(at, angle, ValueOf(MakeRoundedPolygon(corners, random.Uniform(0.1f, 0.4f))), material);
			break;
		}
		default:
			(void)bench.Add(at, angle, RandomPolygon(random, 0.7f), material);
			break;
		}
		if (material.refractiveIndex > 0.0f && random.OneIn(3))
		{
			Material core = RandomMaterial(random);
			core.refractiveIndex = random.OneIn(2) ? 1.0f : random.Uniform(1.0f, 2.0f);
			(void)bench.Add(at, 0.0f, ValueOf(MakeCircle({0.0f, 0.0f}, 0.12f)), core);
		}
	}
	const float far = 6.0f;
	const b2Vec2 corners[] = {{-far, -far}, {far, -far}, {far, far}, {-far, far}};
	for (size_t i = 0; i < 4; ++i)
	{
		const Material mirror{random.Uniform(0.5f, 0.9f), 0.0f, random.OneIn(2) ? 1.5f : 0.0f};
		(void)bench.Add(center, 0.0f, ValueOf(MakeEdge(corners[i], corners[(i + 1) % 4])), mirror);
	}
}

BeamDecision GlassOf(float index)
{
	return BeamDecision::Refract(index);
}

} // namespace

TEST(SplitBeam, TreesOfLegsAreThoseOfTheOptics)
{
	SceneRandom random(0x5011);
	TreeCount count;
	std::vector<BeamLeg> legs;
	for (int i = ScaledCount(3000); i > 0; --i)
	{
		Bench bench;
		const b2Vec2 center = random.OneIn(2) ? b2Vec2{0.0f, 0.0f} : random.InBox(10.0f);
		FillBench(random, center, bench);
		bench.optics.minPower = 0.02L;
		const b2Vec2 from = center + 1.5f * b2Vec2{random.OneIn(2) ? 1.0f : -1.0f, random.OneIn(2) ? 1.0f : -1.0f} +
		                    random.InBox(0.05f);
		const b2Vec2 direction = random.Direction();
		BeamDef def{.length = 60.0f, .rule = bench.Rule(), .minPower = 0.02f, .maxLegs = 100000};
		const BeamEnd end = CastBeam(*bench.scene.world, from, direction, def, legs);
		ASSERT_NE(end, BeamEnd::Invalid);
		ASSERT_NE(end, BeamEnd::MaxLegs);
		ASSERT_NO_FATAL_FAILURE(CheckPower(legs));
		const Point start = ToLong(from);
		const Point d = Unit(ToLong(direction));
		bool isOutside = true;
		for (const Solid& solid : bench.optics.solids)
		{
			const std::optional<Span> span = CutSolid(start, d, solid);
			isOutside = isOutside && (span.has_value() == false || (span->enter.at > 1e-3L || span->exit.at < -1e-3L));
		}
		if (isOutside == false)
		{
			continue;
		}
		const Point aside{-d.y, d.x};
		State state{start, d, 60.0L, 1.0L, {}, {}, 10, 1.0L};
		const auto expected = bench.optics.Follow(state);
		state.from = start + 4e-6L * aside;
		state.direction = Unit(d + 4e-7L * aside);
		const auto beside = bench.optics.Follow(state);
		if (expected->worst >= 1e-3L)
		{
			ASSERT_NO_FATAL_FAILURE(CompareTree(legs, 0, *expected, beside.get(), count)) << "scene " << i;
		}
	}
	RecordProperty("compared", std::to_string(count.compared));
	RecordProperty("skipped", std::to_string(count.skipped));
	RecordProperty("leaving", std::to_string(count.leaving));
	RecordProperty("total_reflections", std::to_string(count.total));
	RecordProperty("farthest_m", std::to_string(static_cast<double>(count.farthest)));
	RecordProperty("most_turned_rad", std::to_string(static_cast<double>(count.mostTurned)));
	EXPECT_GT(count.compared, ScaledCount(3000) * 5);
	EXPECT_GT(count.leaving, ScaledCount(3000));
	EXPECT_GT(count.total, ScaledCount(3000) / 10);
}

TEST(SplitBeam, APrismTurnsLeastWhereItsLightIsSymmetric)
{
	// At the minimum of deviation D, n sin(A / 2) = sin((A + D) / 2) for the prism's angle A (Fraunhofer).
	SceneRandom random(0x5012);
	for (int i = ScaledCount(500); i > 0; --i)
	{
		const double apex = random.Uniform(0.5f, 1.0f);
		const float index = random.Uniform(1.2f, 1.9f);
		const double half = 0.5 * apex;
		const double least = 2.0 * std::asin(index * std::sin(half)) - apex;
		const auto slope = static_cast<float>(std::tan(half));
		const b2Vec2 corners[] = {{-2.0f * slope, -1.0f}, {2.0f * slope, -1.0f}, {0.0f, 1.0f}};
		Scene scene;
		const float turn = random.Uniform(-3.0f, 3.0f);
		b2Body* body = scene.AddBody(random.InBox(10.0f), turn);
		(void)scene.Add(body, ValueOf(MakePolygon(corners)));
		const BeamDef def{.length = 20.0f,
		                  .rule = [&](const BeamLeg&)
		                  {
			                  return GlassOf(index);
		                  }};
		std::vector<BeamLeg> legs;
		const auto deviation = [&](double rise)
		{
			// The beam goes to the middle of the left face. If it is level inside the prism, the path is symmetric.
			const b2Vec2 direction{static_cast<float>(std::cos(rise)), static_cast<float>(std::sin(rise))};
			const b2Vec2 start = b2Vec2{-slope, 0.0f} - 3.0f * direction;
			const b2Transform& pose = body->GetTransform();
			(void)CastBeam(*scene.world, b2Mul(pose, start), b2Mul(pose.q, direction), def, legs);
			EXPECT_EQ(legs.size(), 3u);
			EXPECT_TRUE(legs.size() == 3 && legs[1].leaving && legs[2].HasHit() == false);
			return legs.size() == 3 ? std::abs(static_cast<double>(AngleTo(Along(legs[0]), Along(legs[2])))) : 0.0;
		};
		EXPECT_NEAR(deviation(0.5 * least), least, 2e-6);
		EXPECT_NEAR(std::abs(static_cast<double>(Along(legs[1]).x)),
		            std::abs(std::cos(static_cast<double>(body->GetAngle()))), 1e-5)
		    << "level inside";
		for (const double off : {-0.05, -0.02, 0.02, 0.05})
		{
			EXPECT_GT(deviation(0.5 * least + off), least - 1e-6);
		}
		EXPECT_GT(deviation(0.5 * least + 0.1), least + 1e-4);
	}
}

TEST(SplitBeam, BeyondTheCriticalAngleGlassIsAMirror)
{
	// Light enters a long block through its end, is reflected between the long sides, and leaves through the other end.
	SceneRandom random(0x5013);
	for (int i = ScaledCount(500); i > 0; --i)
	{
		Scene scene;
		b2Body* body = scene.AddBody(random.InBox(20.0f), random.Uniform(-3.0f, 3.0f));
		(void)scene.Add(body, ValueOf(MakeBox(10.0f, 0.5f)));
		const b2Transform& pose = body->GetTransform();
		const float slope = random.Uniform(0.1f, 1.5f);
		const b2Vec2 start{-12.0f, random.Uniform(-0.4f, 0.4f) - 2.0f * slope};
		const BeamDef def{.length = 200.0f,
		                  .rule = [](const BeamLeg&)
		                  {
			                  return BeamDecision::Refract(1.5f, 0.0f, 1.0f);
		                  }};
		std::vector<BeamLeg> legs;
		const BeamEnd end = CastBeam(*scene.world, b2Mul(pose, start), b2Mul(pose.q, b2Vec2{1.0f, slope}), def, legs);
		EXPECT_EQ(end, BeamEnd::Length);
		ASSERT_GE(legs.size(), 4u);
		for (size_t k = 1; k + 2 < legs.size(); ++k)
		{
			EXPECT_TRUE(legs[k].leaving && legs[k].response == Response::Bounce && legs[k].power == 1.0f);
			EXPECT_EQ(legs[k].medium, 0);
			EXPECT_NEAR(std::abs(b2MulT(pose, legs[k].enter.point).y), 0.5f, 2e-5f);
		}
		const BeamLeg& last = legs.back();
		EXPECT_EQ(last.medium, -1);
		const b2Vec2 out = b2MulT(pose.q, last.ray.translation);
		EXPECT_NEAR(std::abs(out.y / out.x), slope, 2e-4f) << "it comes out as it came in";
	}

	// The beam hits the surface of a block at about the critical angle.
	Scene scene;
	(void)scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeBox(5.0f, 5.0f)));
	const BeamDef def{.length = 12.0f,
	                  .rule = [](const BeamLeg&)
	                  {
		                  return BeamDecision::Refract(2.0f, 0.25f, 0.5f);
	                  }};
	std::vector<BeamLeg> legs;
	for (const double off : {-1e-4, 1e-4})
	{
		const double angle = std::asin(0.5) + off; // to the normal
		(void)CastBeam(*scene.world, {0.0f, 0.0f},
		               {static_cast<float>(std::sin(angle)), static_cast<float>(std::cos(angle))}, def, legs);
		ASSERT_GE(legs.size(), 3u);
		EXPECT_TRUE(legs[0].startsInside && legs[0].response == Response::Pierce);
		EXPECT_EQ(legs[1].power, 0.75f) << "at a start inside there is no surface";
		EXPECT_TRUE(legs[1].leaving);
		EXPECT_EQ(legs[1].response, off > 0.0 ? Response::Bounce : Response::Pierce);
		EXPECT_NEAR(legs[2].power, off > 0.0 ? 0.75f * 0.75f : 0.75f * 0.5f, 1e-6f) << "both shares are reflected";
	}
}

TEST(SplitBeam, AParallelPlateShiftsLightAndKeepsItsDirection)
{
	SceneRandom random(0x5014);
	for (int i = ScaledCount(1000); i > 0; --i)
	{
		const float index = random.Uniform(1.05f, 2.5f);
		const float thickness = random.Uniform(0.1f, 2.0f);
		Scene scene;
		b2Body* body = scene.AddBody(random.InBox(20.0f), random.Uniform(-3.0f, 3.0f));
		(void)scene.Add(body, ValueOf(MakeBox(0.5f * thickness, 30.0f)));
		const b2Transform& pose = body->GetTransform();
		const double incidence = random.Uniform(-1.3f, 1.3f);
		const b2Vec2 d{static_cast<float>(std::cos(incidence)), static_cast<float>(std::sin(incidence))};
		const BeamDef def{.length = 20.0f,
		                  .rule = [&](const BeamLeg&)
		                  {
			                  return GlassOf(index);
		                  }};
		std::vector<BeamLeg> legs;
		(void)CastBeam(*scene.world, b2Mul(pose, -6.0f * d), b2Mul(pose.q, d), def, legs);
		ASSERT_EQ(legs.size(), 3u);
		EXPECT_NEAR(static_cast<double>(AngleTo(Along(legs[0]), Along(legs[2]))), 0.0, 3e-6);
		const double inside = std::asin(std::sin(incidence) / index);
		const double shift = thickness * std::sin(incidence - inside) / std::cos(inside);
		const Point aside{-Along(legs[0]).y, Along(legs[0]).x};
		EXPECT_NEAR(static_cast<double>(-Dot(ToLong(legs[2].ray.origin) - ToLong(legs[0].ray.origin), aside)), shift,
		            3e-5);
	}
}

TEST(SplitBeam, LightGoesBackTheWayThatItCame)
{
	SceneRandom random(0x5015);
	std::vector<BeamLeg> legs;
	std::vector<BeamLeg> back;
	int64_t reversed = 0;
	for (int i = ScaledCount(3000); i > 0; --i)
	{
		Bench bench;
		FillBench(random, {0.0f, 0.0f}, bench);
		const auto rule = [&](const BeamLeg& leg) -> BeamDecision
		{
			const Material& material = bench.optics.solids[IndexOf(leg)].material;
			return material.refractiveIndex > 0.0f && material.passed > 0.0f ? GlassOf(material.refractiveIndex)
			                                                                 : BeamDecision(Response::Bounce);
		};
		const b2Vec2 from{1.5f + random.Uniform(-0.05f, 0.05f), 1.5f};
		BeamDef def{.length = 12.0f, .rule = rule};
		const b2Vec2 direction = random.Direction();
		// A curved surface amplifies rounding errors. A second beam beside this one shows by how much.
		(void)CastBeam(*bench.scene.world, from, direction + 1e-5f * b2Vec2{-direction.y, direction.x}, def, back);
		const b2Vec2 beside = back.back().enter.point;
		(void)CastBeam(*bench.scene.world, from, direction, def, legs);
		const BeamLeg& last = legs.back();
		if (legs[0].startsInside || legs.size() < 4 || last.medium >= 0)
		{
			continue;
		}
		bool isClear = back.size() == legs.size() && b2Distance(last.enter.point, beside) < 1e-3f;
		for (const BeamLeg& leg : legs)
		{
			const Point n = ToLong(leg.enter.normal);
			isClear = isClear && Length(ToLong(PointAt(leg.ray, leg.begin)) - ToLong(leg.enter.point)) > 0.05L &&
			          (leg.HasHit() == false || std::abs(Dot(n, Along(leg))) > 0.3L);
		}
		if (isClear == false)
		{
			continue;
		}
		(void)CastBeam(*bench.scene.world, last.enter.point, -last.ray.translation, def, back);
		const size_t most = std::min(back.size(), legs.size()) - 1;
		for (size_t k = 0; k < most; ++k)
		{
			const BeamLeg& there = legs[legs.size() - 2 - k];
			EXPECT_EQ(back[k].fixture, there.fixture) << "scene " << i;
			EXPECT_LT(Length(ToLong(back[k].enter.point) - ToLong(there.enter.point)), 2e-3L);
		}
		EXPECT_EQ(back.size(), legs.size());
		++reversed;
	}
	EXPECT_GT(reversed, ScaledCount(3000) / 10);
}

TEST(SplitBeam, BlocksThatTouchAreOneBlock)
{
	// A block consists of pieces whose seams are rounded: they overlap, have gaps, or share faces exactly. Light goes
	// straight through as in one block, even beyond the critical angle.
	SceneRandom random(0x5016);
	std::vector<BeamLeg> legs;
	int64_t seams = 0;
	for (int i = ScaledCount(3000); i > 0; --i)
	{
		Scene scene;
		const b2Vec2 center = random.OneIn(3) ? b2Vec2{0.0f, 0.0f} : random.InBox(50.0f);
		const float angle = random.OneIn(3) ? 0.0f : random.Uniform(-3.0f, 3.0f);
		const float width = random.Uniform(0.3f, 0.9f);
		const bool isOneBody = random.OneIn(2);
		b2Body* body = scene.AddBody(center, angle);
		for (int k = -2; k <= 2; ++k)
		{
			const b2Vec2 local{2.0f * width * static_cast<float>(k), 0.0f};
			if (isOneBody)
			{
				(void)scene.Add(body, ValueOf(MakeBox(width, 20.0f, local, 0.0f)));
			}
			else
			{
				(void)scene.Add(scene.AddBody(b2Mul(body->GetTransform(), local), angle),
				                ValueOf(MakeBox(width, 20.0f)));
			}
		}
		const b2Transform& pose = body->GetTransform();
		const double steep = random.Uniform(-1.2f, 1.2f);
		const b2Vec2 d{static_cast<float>(std::cos(steep)), static_cast<float>(std::sin(steep))};
		const BeamDef def{.length = 20.0f,
		                  .rule = [](const BeamLeg&)
		                  {
			                  return BeamDecision::Refract(1.5f, 0.1f, 0.9f);
		                  }};
		(void)CastBeam(*scene.world, b2Mul(pose, b2Vec2{0.1f, 0.1f}), b2Mul(pose.q, d), def, legs);
		// Up to the outer face, there is one straight path of full power.
		for (const BeamLeg& leg : legs)
		{
			const float x = b2MulT(pose, leg.enter.point).x;
			if (leg.HasHit() && x > 5.0f * width - 1e-3f)
			{
				break;
			}
			ASSERT_EQ(leg.power, 1.0f) << "scene " << i << ", at " << x;
			ASSERT_NEAR(static_cast<double>(AngleTo(ToLong(b2Mul(pose.q, d)), Along(leg))), 0.0, 1e-6);
			ASSERT_FALSE(leg.leaving);
			++seams;
		}
	}
	EXPECT_GT(seams, ScaledCount(3000) * 2);
}

TEST(SplitBeam, ABatchAndEverySpaceHaveTheSameTrees)
{
	SceneRandom random(0x5017);
	Bench bench;
	FillBench(random, {5.0f, -3.0f}, bench);
	const Snapshot snapshot(*bench.scene.world);
	SpatialHash hash(1.0f);
	for (b2Fixture* fixture : bench.scene.fixtures)
	{
		const size_t tag = test::IndexOf(fixture);
		ASSERT_TRUE(hash.AddShape(*fixture->GetShape(), 0, fixture->GetBody()->GetTransform(), tag));
	}
	std::vector<BeamRay> rays(static_cast<size_t>(ScaledCount(2000)));
	for (BeamRay& ray : rays)
	{
		ray = {b2Vec2{5.0f, -3.0f} + random.InBox(5.5f), random.Direction()};
	}
	const BeamDef def{.length = 40.0f, .rule = bench.Rule(), .minPower = 0.05f};
	const auto isSame = [](const BeamLeg& a, const BeamLeg& b)
	{
		return a.enter.point == b.enter.point && a.ray.translation == b.ray.translation && IndexOf(a) == IndexOf(b) &&
		       a.parent == b.parent && a.medium == b.medium && a.leaving == b.leaving && a.power == b.power &&
		       a.bounced == b.bounced && a.response == b.response && a.refractiveIndex == b.refractiveIndex;
	};
	BeamLegs batch;
	ASSERT_TRUE(CastBeams(snapshot, rays, def, batch));
	size_t legCount = 0;
	std::vector<BeamLeg> legs;
	for (size_t i = 0; i < rays.size(); ++i)
	{
		const auto of = batch.Of(i);
		if (of[0].startsInside)
		{
			continue; // each space orders the solids around the start differently
		}
		for (const Space space : {Space(*bench.scene.world), Space(snapshot), Space(hash)})
		{
			const BeamEnd end = CastBeam(space, rays[i].origin, rays[i].direction, def, legs);
			ASSERT_EQ(end, batch.ends[i]);
			ASSERT_TRUE(std::equal(of.begin(), of.end(), legs.begin(), legs.end(), isSame)) << "beam " << i;
		}
		legCount += legs.size();
	}
	EXPECT_GT(legCount, 10 * rays.size());
	const size_t room = legs.capacity();
	const BeamLeg* memory = legs.data();
	(void)CastBeam(snapshot, rays.back().origin, rays.back().direction, def, legs);
	EXPECT_TRUE(legs.data() == memory && legs.capacity() == room);
}

TEST(SplitBeam, ItsLimitsAndOrderAreAsTheContractSays)
{
	// A half mirror at x = 0 is between two mirrors at x = -5 and x = 5.
	Scene scene;
	const b2Fixture* half =
	    scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeEdge({0.0f, -1.0f}, {0.0f, 1.0f})));
	for (const float x : {-5.0f, 5.0f})
	{
		(void)scene.Add(scene.AddBody({x, 0.0f}, 0.0f), ValueOf(MakeEdge({0.0f, -1.0f}, {0.0f, 1.0f})));
	}
	std::vector<Response> proposed;
	BeamDef def{.length = 1000.0f, .maxBounces = 2, .maxPierces = 1, .minPower = 0.2f};
	def.rule = [&](const BeamLeg& leg) -> BeamDecision
	{
		proposed.push_back(leg.response);
		return leg.fixture == half ? BeamDecision::Split(0.5f, 0.5f) : BeamDecision(Response::Bounce);
	};
	std::vector<BeamLeg> legs;
	EXPECT_EQ(CastBeam(*scene.world, {-1.0f, 0.0f}, {1.0f, 0.0f}, def, legs), BeamEnd::Faded);
	// The main path leads to the half mirror, to the right mirror, and back to the half mirror (1/2). Then it leads to
	// the left mirror and to the half mirror (1/4).
	ASSERT_GE(legs.size(), 5u);
	const float powers[] = {1.0f, 0.5f, 0.5f, 0.25f, 0.25f};
	for (int32_t i = 0; i < 5; ++i)
	{
		EXPECT_EQ(legs[static_cast<size_t>(i)].power, powers[i]) << i;
		EXPECT_EQ(legs[static_cast<size_t>(i)].parent, i - 1);
	}
	EXPECT_EQ(legs[4].response, Response::Stop) << "an eighth is too little";
	EXPECT_EQ(legs[0].bounced, 0.5f);
	EXPECT_EQ(legs[5].parent, 0) << "then what the first leg's hit reflected";
	EXPECT_EQ(legs[5].power, 0.5f);
	EXPECT_NEAR(legs[5].enter.point.x, -5.0f, 1e-5f);
	// After the first leg, both sides have the same tree: 1 + 2 * (2 + 2 * 2).
	EXPECT_EQ(legs.size(), 13u);
	ASSERT_EQ(proposed.size(), 13u);
	EXPECT_EQ(proposed[0], Response::Bounce);
	EXPECT_EQ(proposed[5], Response::Bounce) << "one bounce on this way";
	EXPECT_EQ(proposed[6], Response::Pierce) << "two bounces on this way, and no pierce";
	ASSERT_NO_FATAL_FAILURE(CheckPower(legs));

	def.minPower = 0.0f;
	def.maxLegs = 7;
	EXPECT_EQ(CastBeam(*scene.world, {-1.0f, 0.0f}, {1.0f, 0.0f}, def, legs), BeamEnd::MaxLegs);
	EXPECT_EQ(legs.size(), 7u);
	def.rule = {};
	def.maxBounces = 20;
	EXPECT_EQ(CastBeam(*scene.world, {-1.0f, 0.0f}, {1.0f, 0.0f}, def, legs), BeamEnd::Stopped);
	EXPECT_GT(legs.size(), 20u) << "without a split there is no such limit";

	// The length holds for each path: 9 m are 1 + 5 + 3 on the right, and 1 + 5 + 3 on the left.
	def.length = 9.0f;
	def.maxLegs = 1000;
	def.rule = [&](const BeamLeg& leg) -> BeamDecision
	{
		return leg.fixture == half ? BeamDecision::Split(0.5f, 0.25f) : BeamDecision(Response::Bounce);
	};
	EXPECT_EQ(CastBeam(*scene.world, {-1.0f, 0.0f}, {1.0f, 0.0f}, def, legs), BeamEnd::Length);
	ASSERT_EQ(legs.size(), 5u);
	EXPECT_NEAR(legs[2].enter.point.x, 2.0f, 1e-5f);
	EXPECT_NEAR(legs[4].enter.point.x, -2.0f, 1e-5f);
	EXPECT_EQ(legs[2].power, 0.25f);
	EXPECT_EQ(legs[4].power, 0.5f);
}

TEST(SplitBeam, EveryAnswerIsCarriedOutOnTheWayOut)
{
	Scene scene;
	(void)scene.Add(scene.AddBody({3.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 2.0f)));
	std::optional<BeamDecision> out;
	BeamDef def{.length = 10.0f};
	def.rule = [&](const BeamLeg& leg)
	{
		return leg.leaving && leg.parent == 0 ? *out : GlassOf(1.5f);
	};
	std::vector<BeamLeg> legs;
	const auto cast = [&](const BeamDecision& answer)
	{
		out = answer;
		return CastBeam(*scene.world, {0.0f, 0.0f}, {1.0f, 0.25f}, def, legs);
	};
	EXPECT_EQ(cast(Response::Stop), BeamEnd::Stopped);
	ASSERT_EQ(legs.size(), 2u);
	EXPECT_TRUE(legs[1].leaving && legs[1].medium == 0 && legs[1].startsInside == false);
	EXPECT_EQ(legs[0].refractiveIndex, 1.5f);
	EXPECT_TRUE((legs[1].enter.normal == b2Vec2{1.0f, 0.0f})) << "out of the solid";
	EXPECT_TRUE(legs[1].enter.point == legs[1].exit.point);
	EXPECT_NEAR(legs[1].enter.point.x, 4.0f, 1e-6f);

	EXPECT_EQ(cast(Response::Pierce), BeamEnd::Length);
	ASSERT_EQ(legs.size(), 3u);
	EXPECT_TRUE(legs[2].ray.translation == legs[1].ray.translation) << "straight on";
	EXPECT_TRUE(legs[2].medium == -1 && legs[2].begin == legs[1].enter.fraction);

	EXPECT_EQ(cast(Response::Bounce), BeamEnd::Length);
	ASSERT_EQ(legs.size(), 4u);
	EXPECT_TRUE(legs[2].leaving && legs[2].medium == 0 && legs[2].ray.translation.x < 0.0f);
	EXPECT_NEAR(legs[2].enter.point.x, 2.0f, 1e-6f);

	EXPECT_EQ(cast(BeamDecision::Split(0.5f, 0.25f)), BeamEnd::Length);
	ASSERT_EQ(legs.size(), 5u);
	EXPECT_TRUE(legs[2].medium == -1 && legs[2].power == 0.25f);
	EXPECT_TRUE(legs[3].medium == 0 && legs[3].power == 0.5f && legs[3].parent == 1);
	EXPECT_TRUE(legs[4].medium == -1 && legs[4].parent == 3);
}

TEST(SplitBeam, OddAnswersAreWhatTheContractSays)
{
	Scene scene;
	(void)scene.Add(scene.AddBody({3.0f, 0.0f}, 0.0f), ValueOf(MakeEdge({0.0f, -1.0f}, {0.0f, 1.0f})));
	std::vector<BeamLeg> legs;
	const auto cast = [&](const BeamDecision& answer)
	{
		return CastBeam(*scene.world, {0.0f, 0.0f}, {1.0f, 0.0f},
		                {.length = 10.0f,
		                 .rule =
		                     [&](const BeamLeg&)
		                 {
			                 return answer;
		                 }},
		                legs);
	};
	for (const float index : {0.0f, -1.5f, k_nan, k_inf})
	{
		EXPECT_EQ(cast(GlassOf(index)), BeamEnd::Stopped) << index;
	}
	EXPECT_EQ(cast(BeamDecision::Refract(1.5f, 0.25f, 0.5f)), BeamEnd::Length) << "an edge splits";
	ASSERT_EQ(legs.size(), 3u);
	EXPECT_TRUE(legs[1].power == 0.5f && legs[2].power == 0.25f && legs[1].medium == -1);
	EXPECT_EQ(cast(BeamDecision::Split(0.0f, 0.0f)), BeamEnd::Faded);
	EXPECT_EQ(cast(BeamDecision::Split(k_nan, k_nan)), BeamEnd::Faded);
	EXPECT_EQ(legs[0].response, Response::Stop);
	EXPECT_EQ(cast(BeamDecision::Split(7.0f, 7.0f)), BeamEnd::Length) << "a mirror";
	ASSERT_EQ(legs.size(), 2u);
	EXPECT_TRUE(legs[0].response == Response::Bounce && legs[1].power == 1.0f);
	EXPECT_EQ(cast(BeamDecision::Split(-1.0f, 2.0f)), BeamEnd::Length) << "a pane";
	EXPECT_TRUE(legs.size() == 2 && legs[0].response == Response::Pierce && legs[1].power == 1.0f);
	EXPECT_EQ(cast(BeamDecision::Split(0.5f, 0.0f)), BeamEnd::Length) << "a dull mirror";
	EXPECT_TRUE(legs.size() == 2 && legs[0].response == Response::Bounce && legs[1].power == 0.5f);
}

} // namespace ricochet::test::split_beam_test
