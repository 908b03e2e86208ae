// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/snapshot.h>
#include <ricochet/sight/light.h>
#include <ricochet/sight/line_of_sight.h>
#include <ricochet/sight/viewer.h>
#include <ricochet/sight/visibility.h>

#include "benchmarks/common.h"
#include "sight/ray_per_vertex.h"
#include "support/progress.h"
#include "support/scenes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Measures the time of a visibility polygon against the number of edges. One scene is a level of boxes. In this scene,
// the usual method is timed as well: b2World::RayCast towards each vertex, and two rays beside it. The other scenes are
// plain walls, up to 100,000. Prints comma-separated values for sight.gnuplot: method, edges, microseconds (median of
// the processor time), vertices of the answer.
//
// With --snapshot, it runs queries among 10,000 fixtures over the world and over a snapshot of it, in turn. It prints
// the median times of one query, and the median of the ratios.
//
// Before anything is timed, the areas of both methods are compared.

namespace ricochet::test
{

namespace
{

constexpr float k_density = 0.02f;  // boxes per square metre
constexpr float k_radius = 2000.0f; // the radius for plain walls (m)
constexpr double k_pi = 3.14159265358979;
const b2Vec2 k_eye{0.0f, 0.0f};

[[noreturn]] void Refuse(std::string_view method, int32_t edges, double got, double expected)
{
	std::fprintf(stderr, "%.*s, %d edges: an area of %g instead of %g. Nothing was timed.\n",
	             static_cast<int>(method.size()), method.data(), edges, got, expected);
	std::exit(EXIT_FAILURE);
}

void ExpectArea(std::string_view method, int32_t edges, double got, double expected, double share)
{
	if ((std::abs(got - expected) <= share * expected) == false)
	{
		Refuse(method, edges, got, expected);
	}
}

// Returns the processor time of a call in microseconds, as the mean over `calls` calls.
template <class Call>
double TimeOf(const Call& call, int calls)
{
	const std::clock_t start = std::clock();
	for (int i = 0; i < calls; ++i)
	{
		call();
	}
	return 1e6 * static_cast<double>(std::clock() - start) / static_cast<double>(CLOCKS_PER_SEC) / calls;
}

// Returns the median of several results of TimeOf. Each covers at least half a millisecond, for which the clock is fine
// enough.
template <class Call>
double MedianTime(const Call& call)
{
	const int calls = std::max(1, static_cast<int>(500.0 / std::max(TimeOf(call, 10), 0.1)));
	std::vector<double> times;
	double total = 0.0;
	while (times.size() < 7 || (total < 0.5e6 && times.size() < 501))
	{
		times.push_back(TimeOf(call, calls));
		total += calls * times.back();
	}
	std::sort(times.begin(), times.end());
	return times[times.size() / 2];
}

void Print(std::string_view method, int32_t edges, double microseconds, size_t vertices)
{
	std::printf("%.*s,%d,%.2f,%zu\n", static_cast<int>(method.size()), method.data(), edges, microseconds, vertices);
	std::fflush(stdout);
}

// Makes rotated boxes of about a metre in a room of four more boxes. No box is within two metres of the eye.
Scene MakeLevel(int32_t edges)
{
	SceneRandom random(2026);
	Scene scene;
	const int32_t boxes = edges / 4 - 4;
	scene.halfWidth = 0.5f * std::sqrt(static_cast<float>(boxes) / k_density) + 4.0f;
	const float half = scene.halfWidth + 1.0f;
	for (const b2Vec2 side : {b2Vec2{1.0f, 0.0f}, b2Vec2{-1.0f, 0.0f}, b2Vec2{0.0f, 1.0f}, b2Vec2{0.0f, -1.0f}})
	{
		scene.AddBox(half * side, std::abs(side.x) > 0.5f ? 1.0f : half + 1.0f,
		             std::abs(side.y) > 0.5f ? 1.0f : half + 1.0f, 0.0f, b2_kinematicBody);
	}
	while (static_cast<int32_t>(scene.fixtures.size()) < boxes + 4)
	{
		const b2Vec2 center = random.InBox(scene.halfWidth - 1.0f);
		const float hx = random.Uniform(0.2f, 0.8f), hy = random.Uniform(0.2f, 0.8f);
		if (center.Length() > 2.0f)
		{
			scene.AddBox(center, hx, hy, random.Uniform(-3.0f, 3.0f), b2_kinematicBody);
		}
	}
	return scene;
}

void TimeLevel(int32_t edges)
{
	Scene scene = MakeLevel(edges);
	const float radius = 2.0f * scene.halfWidth;
	std::vector<SightVertex> polygon;
	std::vector<b2Vec2> points;
	RayPerVertex rays;
	const auto look = [&]
	{
		static_cast<void>(VisibilityPolygon(*scene.world, k_eye, radius, polygon));
	};
	const auto cast = [&]
	{
		rays.Look(*scene.world, k_eye, radius, points);
	};
	look();
	cast();
	ExpectArea("rays", edges, AreaOfPoints(points), static_cast<double>(Area(polygon)), 0.01);

	Viewer viewer;
	b2Body* mover = scene.fixtures.back()->GetBody();
	float side = 0.01f;
	const auto lookAgain = [&]
	{
		side = -side;
		mover->SetTransform(mover->GetPosition() + b2Vec2{side, 0.0f}, mover->GetAngle());
		static_cast<void>(viewer.Look(*scene.world, k_eye, radius));
	};
	lookAgain();
	lookAgain();
	ExpectArea("viewer", edges, static_cast<double>(Area(viewer.Polygon())), static_cast<double>(Area(polygon)), 1e-5);

	Print("polygon", edges, MedianTime(look), polygon.size());
	Print("viewer", edges, MedianTime(lookAgain), viewer.Polygon().size());
	Print("rays", edges, MedianTime(cast), points.size());
}

void TimeWalls(std::string_view method, const std::vector<Segment>& walls, double area, double share)
{
	const auto edges = static_cast<int32_t>(walls.size());
	std::vector<SightVertex> polygon;
	const auto look = [&]
	{
		static_cast<void>(VisibilityPolygon(walls, k_eye, k_radius, polygon));
	};
	look();
	ExpectArea(method, edges, static_cast<double>(Area(polygon)), area, share);
	Print(method, edges, MedianTime(look), polygon.size());
}

// Returns short walls that are scattered over a room. Few of them are visible.
std::vector<Segment> ScatteredWalls(int32_t count)
{
	SceneRandom random(7);
	const float half = 0.5f * std::sqrt(static_cast<float>(count) / 0.1f);
	std::vector<Segment> walls;
	for (const b2Vec2 side : {b2Vec2{1.0f, 0.0f}, b2Vec2{-1.0f, 0.0f}, b2Vec2{0.0f, 1.0f}, b2Vec2{0.0f, -1.0f}})
	{
		const b2Vec2 along{-side.y, side.x};
		walls.push_back({(half + 2.0f) * (side - along), (half + 2.0f) * (side + along)});
	}
	for (int32_t i = 4; i < count; ++i)
	{
		const b2Vec2 a = random.InBox(half);
		walls.push_back({a, a + random.Uniform(0.2f, 1.5f) * random.Direction()});
	}
	return walls;
}

// Returns the worst case: every wall is wholly visible, and the walls are in random order, which does not help the
// algorithm.
std::vector<Segment> RingOfWalls(int32_t count)
{
	SceneRandom random(8);
	const auto at = [&](int32_t i)
	{
		const double angle = 2.0 * k_pi * (i % count) / count;
		return b2Vec2{static_cast<float>(1000.0 * std::cos(angle)), static_cast<float>(1000.0 * std::sin(angle))};
	};
	std::vector<Segment> walls;
	for (int32_t i = 0; i < count; ++i)
	{
		walls.push_back({at(i), at(i + 1)});
	}
	for (size_t i = walls.size(); i > 1; --i)
	{
		std::swap(walls[i - 1], walls[static_cast<size_t>(random.Below(static_cast<int32_t>(i)))]);
	}
	return walls;
}

// Computes the area by its definition: it measures how far sight reaches in many directions.
double AreaBySampling(const std::vector<Segment>& walls)
{
	constexpr int k_directions = 4000;
	std::vector<double> reach(k_directions, k_radius);
	for (const Segment& wall : walls)
	{
		Point2 a = Widen(wall.a), b = Widen(wall.b);
		if (Cross(a, b) < 0.0)
		{
			std::swap(a, b);
		}
		const double step = 2.0 * k_pi / k_directions;
		const double from = std::atan2(a.y, a.x), to = from + std::atan2(Cross(a, b), Dot(a, b));
		for (auto i = static_cast<int>(std::ceil(from / step)); i * step < to; ++i)
		{
			const Point2 d{std::cos(i * step), std::sin(i * step)};
			double& nearest = reach[static_cast<size_t>((i + 2 * k_directions) % k_directions)];
			nearest = std::min(nearest, Cross(a, b - a) / Cross(d, b - a));
		}
	}
	double area = 0.0;
	for (const double distance : reach)
	{
		area += k_pi / k_directions * distance * distance;
	}
	return area;
}

// Times two methods that give the same result, in turn.
template <class First, class Second>
void Race(const std::string& method, const First& first, const Second& second, double calls)
{
	std::vector<double> firsts, seconds, ratios;
	const int repeats = std::max(1, static_cast<int>(3000.0 / TimeOf(first, 1)));
	for (int i = 0; i < 51; ++i)
	{
		firsts.push_back(TimeOf(first, repeats) / calls);
		seconds.push_back(TimeOf(second, repeats) / calls);
		ratios.push_back(firsts.back() / seconds.back());
	}
	const auto middleOf = [](std::vector<double>& values)
	{
		std::sort(values.begin(), values.end());
		return values[values.size() / 2];
	};
	std::printf("%s,10000,%.3f,%.3f,%.2f\n", method.c_str(), middleOf(firsts), middleOf(seconds), middleOf(ratios));
	std::fflush(stdout);
}

struct Crowd
{
	Scene scene = MakeScatteredScene(10000, 5);
	Snapshot snapshot{*scene.world};
	std::vector<b2Vec2> eyes; // places outside all solids

	Crowd()
	{
		SceneRandom random(9);
		while (eyes.size() < 100)
		{
			const b2Vec2 eye = random.InBox(0.8f * scene.halfWidth);
			if (InSight(*scene.world, eye, eye))
			{
				eyes.push_back(eye);
			}
		}
	}

	void RacePairs(float length) const
	{
		SceneRandom random(10);
		std::vector<SightPair> pairs;
		for (int32_t i = 0; i < 4000; ++i)
		{
			const b2Vec2 from = random.InBox(0.8f * scene.halfWidth);
			pairs.push_back({from, from + length * random.Direction()});
		}
		std::vector<uint8_t> seen(pairs.size()), again(pairs.size());
		const auto ask = [&](Space surroundings, std::vector<uint8_t>& answers)
		{
			static_cast<void>(InSightPairs(surroundings, pairs, answers));
		};
		Race(
		    "in sight " + std::to_string(static_cast<int>(length)), [&] { ask(*scene.world, seen); },
		    [&] { ask(snapshot, again); }, static_cast<double>(pairs.size()));
		ExpectArea("pairs", 10000, std::equal(seen.begin(), seen.end(), again.begin()) ? 1.0 : 0.0, 1.0, 0.0);
	}

	void RaceLooks(float radius) const
	{
		std::vector<SightVertex> polygon;
		double area[2] = {};
		const auto look = [&](Space surroundings, double& sum)
		{
			sum = 0.0;
			for (const b2Vec2 eye : eyes)
			{
				static_cast<void>(VisibilityPolygon(surroundings, eye, radius, polygon));
				sum += polygon.empty() ? 0.0 : static_cast<double>(polygon[0].point.x);
			}
		};
		const std::string text = std::to_string(static_cast<int>(radius));
		Race(
		    "look " + text, [&] { look(*scene.world, area[0]); }, [&] { look(snapshot, area[1]); },
		    static_cast<double>(eyes.size()));
		ExpectArea("look", 10000, area[1], area[0], 0.0);

		// The viewer stays in one place, and nothing moves.
		std::array<Viewer, 2> viewers;
		const auto lookAgain = [&](Space surroundings, Viewer& viewer)
		{
			static_cast<void>(viewer.Look(surroundings, eyes[0], radius));
		};
		Race(
		    "viewer " + text, [&] { lookAgain(*scene.world, viewers[0]); }, [&] { lookAgain(snapshot, viewers[1]); },
		    1.0);
	}

	void RaceFractions(float distance) const
	{
		std::vector<std::pair<b2Vec2, const b2Body*>> questions;
		for (const b2Vec2 eye : eyes)
		{
			const auto nearest =
			    std::min_element(scene.fixtures.begin(), scene.fixtures.end(),
			                     [&](b2Fixture* a, b2Fixture* b)
			                     {
				                     const auto off = [&](b2Fixture* fixture)
				                     {
					                     return std::abs(b2Distance(fixture->GetBody()->GetPosition(), eye) - distance);
				                     };
				                     return off(a) < off(b);
			                     });
			questions.emplace_back(eye, (*nearest)->GetBody());
		}
		float sums[2] = {};
		const auto ask = [&](Space surroundings, float& sum)
		{
			sum = 0.0f;
			for (const auto& [eye, body] : questions)
			{
				sum += ValueOf(SeenFraction(surroundings, eye, *body));
			}
		};
		Race(
		    "seen fraction " + std::to_string(static_cast<int>(distance)), [&] { ask(*scene.world, sums[0]); },
		    [&] { ask(snapshot, sums[1]); }, static_cast<double>(questions.size()));
		ExpectArea("seen fraction", 10000, static_cast<double>(sums[1]), static_cast<double>(sums[0]), 0.0);
	}

	void RaceLamps(float radius) const
	{
		LitRegion region;
		const auto light = [&](Space surroundings)
		{
			for (const b2Vec2 eye : eyes)
			{
				static_cast<void>(
				    Illuminate(surroundings, Light{.position = eye, .radius = radius, .size = 0.1f}, region));
			}
		};
		Race(
		    "lamp " + std::to_string(static_cast<int>(radius)), [&] { light(*scene.world); }, [&] { light(snapshot); },
		    static_cast<double>(eyes.size()));
	}
};

} // namespace

void RaceSnapshot()
{
	std::printf("question,fixtures,microseconds over the world,over a snapshot,ratio\n");
	const Crowd crowd;
	for (const float length : {2.0f, 10.0f, 50.0f})
	{
		crowd.RacePairs(length);
	}
	for (const float radius : {10.0f, 30.0f})
	{
		crowd.RaceLooks(radius);
	}
	crowd.RaceFractions(10.0f);
	crowd.RaceLamps(10.0f);
}

} // namespace ricochet::test

int main(int argc, char** argv)
{
	using namespace ricochet::test;

	WarnUnlessRelease();
	if (argc > 1 && std::string_view(argv[1]) == "--snapshot")
	{
		RaceSnapshot();
		return EXIT_SUCCESS;
	}
	std::printf("method,edges,microseconds,vertices\n");
	ProgressLine progress(12, "settings");
	for (const int32_t edges : {100, 300, 1000, 3000, 10000})
	{
		TimeLevel(edges);
		progress.Step();
	}
	for (const int32_t edges : {100, 300, 1000, 3000, 10000, 30000, 100000})
	{
		const auto scattered = ScatteredWalls(edges);
		TimeWalls("scattered", scattered, AreaBySampling(scattered), 0.05);
		TimeWalls("ring", RingOfWalls(edges), 0.5e6 * edges * std::sin(2.0 * k_pi / edges), 1e-4);
		progress.Step();
	}
	return EXIT_SUCCESS;
}
