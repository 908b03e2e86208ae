// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/ray_query.h>
#include <ricochet/sight/light.h>
#include <ricochet/sight/line_of_sight.h>
#include <ricochet/sight/viewer.h>
#include <ricochet/sight/visibility.h>

#include "fuzz/fuzz_input.h"
#include "fuzz/fuzz_world.h"
#include "sight/polygon_check.h"
#include "sight/same_sight.h"
#include "support/oracle.h"

#include <algorithm>
#include <array>
#include <string>

// Computes visibility polygons and light among walls, and in small worlds with bodies at any pose.

namespace ricochet::fuzz
{

namespace
{

struct Look
{
	b2Vec2 eye;
	float radius;
	SightCone cone;
};

Look AnyLook(Input& input)
{
	Look look{input.Vector(), input.Flag() ? 10.0f : input.Float(), {}};
	if (input.Flag())
	{
		look.cone = {input.Float(), input.Float()};
	}
	return look;
}

bool IsSound(const Look& look)
{
	return IsFinite(look.eye) && std::isfinite(look.radius) && look.radius > 0.0f &&
	       std::isfinite(look.cone.direction) && std::isfinite(look.cone.angle) && look.cone.angle > 0.0f;
}

// True if a vertex is the tip of a needle without area. A wall that is seen edge-on may leave such a needle.
bool IsNeedle(std::span<const SightVertex> polygon, size_t i, double size)
{
	const b2Vec2 tip = polygon[i].point;
	const b2Vec2 before = polygon[(i + polygon.size() - 1) % polygon.size()].point;
	const b2Vec2 after = polygon[(i + 1) % polygon.size()].point;
	const double left = (static_cast<double>(before.x) - tip.x) * (static_cast<double>(after.y) - tip.y);
	const double right = (static_cast<double>(before.y) - tip.y) * (static_cast<double>(after.x) - tip.x);
	return std::abs(left - right) <= 0x1p-30 * size * size;
}

// Checks that every point is within the radius but for rounding, and that all drawn points are finite.
void CheckPolygon(std::span<const SightVertex> polygon, const Look& look)
{
	if (polygon.empty())
	{
		return;
	}
	const double size = std::max({std::abs(look.eye.x), std::abs(look.eye.y), look.radius});
	Require(polygon.size() >= 3, "a polygon has three vertices");
	Require(Contains(polygon, look.eye, look.eye), "the eye is in sight");
	for (size_t i = 0; i < polygon.size(); ++i)
	{
		const SightVertex& vertex = polygon[i];
		Require(IsFinite(vertex.point), "a vertex is finite");
		const double x = static_cast<double>(vertex.point.x) - look.eye.x;
		const double y = static_cast<double>(vertex.point.y) - look.eye.y;
		Require(std::sqrt(x * x + y * y) <= look.radius + 0x1p-20 * size + 0x1p-147 || IsNeedle(polygon, i, size),
		        "a vertex is within the radius",
		        [&]
		        {
			        std::string text = "eye " + test::ToText(look.eye) + " radius " + std::to_string(look.radius);
			        for (const SightVertex& each : polygon)
			        {
				        text += "\n" + test::ToText(each.point) + " side " +
				                std::to_string(static_cast<int>(each.side)) + " center " + test::ToText(each.center) +
				                " r " + std::to_string(each.radius) + " child " + std::to_string(each.child) +
				                " edge " + std::to_string(each.edge);
			        }
			        return text;
		        });
	}
	Require(Area(polygon) >= -1e-4 * size * size, "an area is not negative");
	std::vector<b2Vec2> points;
	Flatten(polygon, 1e-3f * look.radius, points);
	Require(std::all_of(points.begin(), points.end(), IsFinite), "a flat polygon is finite");
	Triangulate(polygon, look.eye, 0.0f, points);
	Require(points.size() % 3 == 0 && std::all_of(points.begin(), points.end(), IsFinite), "triangles are finite");
}

void LookAmongWalls(Input& input)
{
	std::vector<Segment> walls(static_cast<size_t>(input.Between(0, 24)));
	bool isSound = true;
	for (Segment& wall : walls)
	{
		wall = {input.Vector(), input.Vector()};
		isSound = isSound && IsFinite(wall.a) && IsFinite(wall.b);
	}
	const Look look = AnyLook(input);
	isSound = isSound && IsSound(look);
	std::vector<SightVertex> polygon;
	const Result<> outcome = VisibilityPolygon(walls, look.eye, look.radius, polygon, look.cone);
	Require(static_cast<bool>(outcome) == isSound, "sound input is looked at, other refused");
	Require(isSound || (polygon.empty() && outcome.GetError().Message().empty() == false), "an error has a message");
	CheckPolygon(polygon, look);
}

// True if all bodies are where Box2D's boxes contain their shapes. Farther out, the broadphase's floats are too coarse,
// and a snapshot finds more.
bool IsNear(const b2World& world)
{
	constexpr float k_far = 1e6f;
	const auto isNear = [](b2Vec2 v)
	{
		return std::abs(v.x) <= k_far && std::abs(v.y) <= k_far;
	};
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			const b2Shape& shape = *fixture->GetShape();
			for (int32 child = 0; child < shape.GetChildCount(); ++child)
			{
				b2AABB box;
				shape.ComputeAABB(&box, body->GetTransform(), child);
				if (isNear(box.lowerBound) == false || isNear(box.upperBound) == false)
				{
					return false;
				}
			}
		}
	}
	return true;
}

// The light at an arbitrary point must be a share from 0 to 1, unless the point is not finite.
template <class AnyLight>
void CheckShareOfLight(Input& input, const LitRegion& region, const AnyLight& light)
{
	const b2Vec2 point = input.Vector();
	const float share = ShareOfLight(region, light, point);
	Require((share >= 0.0f && share <= 1.0f) || IsFinite(point) == false, "the light at a point is a share",
	        [&] { return test::ToText(point) + " " + std::to_string(share); });
}

void CheckLights(Input& input, const b2World& world, const Snapshot& snapshot, const Look& look,
                 const QueryFilter& filter)
{
	const auto requireSame = [&](const std::string& difference)
	{
		Require(difference.empty() || IsNear(world) == false, "a snapshot is lit as its world",
		        [&] { return difference; });
	};
	LitRegion region;
	const Light light{look.eye, look.radius, look.cone, std::abs(input.Float()), filter};
	if (Illuminate(world, light, region))
	{
		CheckPolygon(region.polygon, look);
		CheckShareOfLight(input, region, light);
	}
	requireSame(test::CompareLight(world, snapshot, light));
	ParallelLight sun;
	sun.direction = input.Vector();
	sun.view = {input.Vector(), input.Vector()};
	sun.before = input.Float();
	sun.spread = input.Float();
	sun.filter = filter;
	if (Illuminate(world, sun, region))
	{
		CheckShareOfLight(input, region, sun);
	}
	requireSame(test::CompareLight(world, snapshot, sun));
	std::vector<LitVertex> corners;
	for (const Penumbra& penumbra : region.penumbras)
	{
		Triangulate(region, penumbra, 0.01f, corners);
		for (const LitVertex& corner : corners)
		{
			Require(corner.share >= 0.0f && corner.share <= 1.0f, "a share of light is a share");
		}
	}
	for (const SightVertex& vertex : region.polygon)
	{
		Require(IsFinite(vertex.point), "a vertex of parallel light is finite");
	}
}

void LookIntoWorld(Input& input)
{
	b2World world({0.0f, 0.0f});
	if (input.Flag())
	{
		AddPlayground(input, world);
	}
	for (int32_t i = input.Between(0, 5); i > 0; --i)
	{
		b2Body* body = AddBody(input, world);
		for (int32_t j = input.Between(0, 2); j > 0; --j)
		{
			AddAnyFixture(input, *body);
		}
	}

	Snapshot snapshot(world);
	Viewer viewer, ofWorld, ofSnapshot;
	bool hasBeenNear = true; // true as long as all looks of the viewers were near
	std::vector<SightVertex> polygon;
	Look look = AnyLook(input);
	for (int32_t turn = input.Between(1, 4); turn > 0; --turn)
	{
		const QueryFilter filter = AnyFilter(input, world);
		const SightDef def{filter, look.cone};
		const Result<> outcome = VisibilityPolygon(world, look.eye, look.radius, polygon, def);
		const Result<> again = viewer.Look(world, look.eye, look.radius, def);
		Require(static_cast<bool>(outcome) == IsSound(look), "sound input is looked at");
		Require(outcome.GetError().reason == again.GetError().reason, "a viewer refuses what a look refuses");
		Require(test::IsSame(polygon, viewer.Polygon()), "a viewer sees what a look sees");
		CheckPolygon(polygon, look);
		(void)snapshot.Update();
		hasBeenNear = hasBeenNear && IsNear(world);
		const auto requireSame = [&](const std::string& difference)
		{
			Require(difference.empty() || hasBeenNear == false, "a snapshot looks as its world",
			        [&] { return difference; });
		};
		requireSame(test::CompareLook(world, snapshot, look.eye, look.radius, def));
		requireSame(test::CompareLook(ofWorld, ofSnapshot, world, snapshot, look.eye, look.radius, def));
		CheckLights(input, world, snapshot, look, filter);

		const b2Vec2 other = input.Vector();
		const std::array pair{SightPair{look.eye, other}};
		requireSame(test::ComparePairs(world, snapshot, pair, filter));
		Require(InSight(world, look.eye, other) == InSight(world, other, look.eye), "sight is mutual",
		        [&] { return test::ToText(look.eye) + test::ToText(other); });
		if (b2Body* body = BodyAt(world, input.Between(0, 5)))
		{
			const Result<float> seen = SeenFraction(world, look.eye, *body, filter);
			Require(static_cast<bool>(seen) == look.eye.IsValid(), "a seen fraction of what is finite");
			Require(!seen || (*seen >= 0.0f && *seen <= 1.0f), "a seen fraction is a fraction");
			requireSame(test::CompareFraction(world, snapshot, look.eye, *body, filter));
			MoveAnywhere(input, *body);
		}
		if (input.OneIn(3))
		{
			look = AnyLook(input);
		}
	}
}

} // namespace

} // namespace ricochet::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	ricochet::fuzz::Input input(data, size);
	if (input.Flag())
	{
		ricochet::fuzz::LookAmongWalls(input);
	}
	else
	{
		ricochet::fuzz::LookIntoWorld(input);
	}
	return 0;
}
