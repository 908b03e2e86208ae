// MIT License, Copyright (c) 2026 the ricochet authors

#include "character/character.h"

#include <ricochet/host/attach_geometry.h>
#include <ricochet/shapes/shape_factory.h>

#include "support/scenes.h"

#include <gtest/gtest.h>

#include <string>

// The example's character walks 100 km in total. The test compares its position, in double, with the surface from which
// each terrain is built.

namespace ricochet::test::character_walk_test
{

namespace
{

using character::Character;
using character::CharacterDef;
using character::CharacterInput;

constexpr double k_skin = 0.02; // the character's skin (m)

// The surface of a terrain, from left to right. Everything below it is solid. The sides of steps are vertical.
struct Profile
{
	std::vector<b2Vec2> points{};
	std::vector<b2AABB> ceilings{};
	float base = 0.0f; // the lower end of the terrain (m)

	// Returns the highest point of the surface between two places, without the places themselves.
	[[nodiscard]] double HighestIn(double left, double right) const
	{
		const auto isBefore = [](const b2Vec2& point, double x)
		{
			return static_cast<double>(point.x) < x;
		};
		auto at = std::lower_bound(points.begin(), points.end(), left, isBefore);
		at = at == points.begin() ? at : at - 1;
		double highest = -1.0e9;
		for (; at + 1 < points.end() && static_cast<double>(at->x) < right; ++at)
		{
			const double x0 = at->x, y0 = at->y, x1 = (at + 1)->x, y1 = (at + 1)->y;
			if (x1 > x0 && x1 > left)
			{
				const double slope = (y1 - y0) / (x1 - x0);
				highest = std::max(highest, y0 + slope * (std::max(left, x0) - x0));
				highest = std::max(highest, y0 + slope * (std::min(right, x1) - x0));
			}
		}
		return highest;
	}
};

// Returns a profile that a character can walk from left to right. Slopes are up to 46 degrees, steps up to 0.3 m, and
// drops up to 3 m.
Profile RandomProfile(SceneRandom& random, float length, float unit, bool isWhole, float originX)
{
	Profile profile;
	float x = 0.0f, y = 0.0f;
	const auto add = [&](float dx, float dy)
	{
		x += dx;
		y += dy;
		profile.points.push_back({originX + x, y});
	};
	add(0.0f, 0.0f);
	add(4.0f * unit, 0.0f);
	while (x < length)
	{
		const float run = isWhole ? unit * static_cast<float>(random.Between(1, 5)) : random.Uniform(0.3f, 3.0f);
		switch (random.Below(6))
		{
		case 0:
			add(run, 0.0f);
			break;
		case 1:
			add(0.0f, isWhole ? unit : random.Uniform(0.01f, 0.3f));
			add(run, 0.0f);
			break;
		case 2:
			add(0.0f, isWhole ? -unit * static_cast<float>(random.Between(1, 4)) : -random.Uniform(0.01f, 3.0f));
			add(run, 0.0f);
			break;
		case 3:
			add(0.0f, isWhole ? unit : random.Uniform(0.01f, 0.3f));
			[[fallthrough]];
		default:
			add(run, run * (isWhole ? random.Sign() : random.Uniform(-1.03f, 1.03f)));
			break;
		}
	}
	add(4.0f * unit, 0.0f);
	float lowest = 0.0f;
	for (const b2Vec2& point : profile.points)
	{
		lowest = std::min(lowest, point.y);
	}
	profile.base = lowest - 6.0f * unit;
	return profile;
}

void AddCeilings(SceneRandom& random, Profile& profile, float room)
{
	for (float x = profile.points.front().x; x < profile.points.back().x; x += random.Uniform(3.0f, 12.0f))
	{
		const float width = random.Uniform(0.5f, 4.0f);
		const float bottom = static_cast<float>(profile.HighestIn(x - 3.0, x + width + 3.0)) + room;
		// The block is so high that no character gets over it.
		profile.ceilings.push_back({{x, bottom}, {x + width, bottom + 200.0f}});
	}
}

void Mirror(Profile& profile)
{
	for (b2Vec2& point : profile.points)
	{
		point.x = -point.x;
	}
	std::reverse(profile.points.begin(), profile.points.end());
	for (b2AABB& box : profile.ceilings)
	{
		box = {{-box.upperBound.x, box.lowerBound.y}, {-box.lowerBound.x, box.upperBound.y}};
	}
}

enum Form
{
	Chain,
	Edges,
	Columns,
	Tiles,
	Attached,
	Pieces
};

Outline OutlineOf(const Profile& profile)
{
	std::vector<b2Vec2> ring{{profile.points.back().x, profile.base}};
	ring.insert(ring.end(), profile.points.rbegin(), profile.points.rend());
	ring.push_back({profile.points.front().x, profile.base});
	const auto outline = Outline::Make(ring);
	return *outline;
}

template <class Shape>
b2Fixture* Add(b2Body& body, const Result<Shape>& shape)
{
	return body.CreateFixture(&*shape, 0.0f);
}

// Builds convex pieces of one width that share their sides: boxes, and a half box on top where the surface slopes.
void AddTiles(b2Body& body, const Profile& profile, float unit)
{
	for (size_t i = 0; i + 1 < profile.points.size(); ++i)
	{
		const b2Vec2 a = profile.points[i], b = profile.points[i + 1];
		const float slope = b.x > a.x ? (b.y - a.y) / (b.x - a.x) : 0.0f;
		for (float x = a.x; x < b.x; x += unit)
		{
			const float left = a.y + slope * (x - a.x), right = left + slope * unit, top = std::min(left, right);
			if (slope != 0.0f)
			{
				const b2Vec2 corners[] = {
				    {x, top}, {x + unit, top}, slope > 0.0f ? b2Vec2{x + unit, right} : b2Vec2{x, left}};
				Add(body, MakePolygon(corners));
			}
			for (float y = top - unit; y > top - 5.5f * unit; y -= unit)
			{
				const b2Vec2 corners[] = {{x, y}, {x + unit, y}, {x + unit, y + unit}, {x, y + unit}};
				Add(body, MakePolygon(corners));
			}
		}
	}
}

void Build(b2World& world, const Profile& profile, Form form, float unit)
{
	const b2BodyDef still;
	b2Body* body = world.CreateBody(&still);
	for (const b2AABB& box : profile.ceilings)
	{
		const b2Vec2 l = box.lowerBound, u = box.upperBound;
		const b2Vec2 corners[] = {l, {u.x, l.y}, u, {l.x, u.y}};
		Add(*body, MakePolygon(corners));
	}
	switch (form)
	{
	case Chain:
	{
		const std::vector<b2Vec2> fromRight(profile.points.rbegin(), profile.points.rend());
		Add(*body, MakeChain(fromRight));
		break;
	}
	case Edges:
		for (size_t i = 0; i + 1 < profile.points.size(); ++i)
		{
			b2EdgeShape edge;
			edge.SetTwoSided(profile.points[i], profile.points[i + 1]);
			body->CreateFixture(&edge, 0.0f);
		}
		break;
	case Columns:
		for (size_t i = 0; i + 1 < profile.points.size(); ++i)
		{
			const b2Vec2 a = profile.points[i], b = profile.points[i + 1];
			if (b.x > a.x)
			{
				const b2Vec2 corners[] = {{a.x, profile.base}, {b.x, profile.base}, b, a};
				Add(*body, MakePolygon(corners));
			}
		}
		break;
	case Tiles:
		AddTiles(*body, profile, unit);
		break;
	case Attached:
	{
		const b2Vec2 a = profile.points.front(), b = profile.points.back();
		const b2Vec2 corners[] = {{a.x, profile.base}, {b.x, profile.base}, b, a};
		b2Fixture* fixture = Add(*body, MakePolygon(corners));
		const auto geometry = CastGeometry::Make(OutlineOf(profile));
		ASSERT_TRUE(AttachGeometry(fixture, *geometry));
		break;
	}
	default:
	{
		const auto pieces = MakePolygons(OutlineOf(profile));
		for (const ClipPolygonShape& piece : *pieces)
		{
			body->CreateFixture(&piece, 0.0f);
		}
		break;
	}
	}
}

struct Judged
{
	double walked = 0.0;
	double least = 1.0;   // the least fraction of the requested way in any half second
	double highest = 0.0; // the largest gap below the feet of a standing character (m)
	int steps = 0;
};

double DepthOf(const Profile& profile, const CharacterDef& def, b2Vec2 feet)
{
	const double left = static_cast<double>(feet.x) - static_cast<double>(def.halfSize.x);
	const double right = static_cast<double>(feet.x) + static_cast<double>(def.halfSize.x);
	const double top = static_cast<double>(feet.y) + 2.0 * static_cast<double>(def.halfSize.y);
	double depth = profile.HighestIn(left, right) - static_cast<double>(feet.y);
	for (const b2AABB& box : profile.ceilings)
	{
		if (left < static_cast<double>(box.upperBound.x) && right > static_cast<double>(box.lowerBound.x))
		{
			depth = std::max(depth, top - static_cast<double>(box.lowerBound.y));
		}
	}
	return depth;
}

void WalkOver(SceneRandom& random, Form form, Judged& judged, const std::string& name)
{
	const bool isWhole = form == Tiles || random.OneIn(3);
	const bool isGiant = isWhole && random.OneIn(2); // true: tiles of 1 m instead of 0.25 m
	const float scale = isGiant ? 4.0f : 1.0f;
	const float unit = 0.25f * scale;
	CharacterDef def;
	def.halfSize = scale * def.halfSize;
	def.stepHeight *= scale;
	const float far =
	    isWhole ? 4.0f * std::round(random.Uniform(-2500.0f, 2500.0f)) : random.Uniform(-10000.0f, 10000.0f);
	Profile profile = RandomProfile(random, 60.0f * scale, unit, isWhole, random.OneIn(3) ? far : 0.0f);
	if (random.OneIn(3))
	{
		AddCeilings(random, profile, 2.0f * def.halfSize.y + def.stepHeight + 0.3f);
	}
	float forward = 1.0f;
	if (random.OneIn(2))
	{
		Mirror(profile);
		forward = -1.0f;
	}
	b2World world({0.0f, -10.0f});
	Build(world, profile, form, unit);
	const b2Vec2 start = forward > 0.0f ? profile.points.front() : profile.points.back();
	const float end = (forward > 0.0f ? profile.points.back() : profile.points.front()).x - forward * 1.5f * unit;
	Character character(world, start + b2Vec2{forward * 2.0f * unit, 0.5f}, def);
	const float dt = 1.0f / static_cast<float>(std::vector{30, 60, 60, 120}[static_cast<size_t>(random.Below(4))]);
	const bool isStepped = random.OneIn(8);
	float run = forward * scale * random.LogUniform(3.0f, 12.0f);
	int count = 0, rest = 0;
	double asked = 0.0, gone = 0.0; // distances while it stood (m)
	float inAir = 0.0f;
	bool wasFast = false; // the body is behind the character
	const auto where = [&]
	{
		return name + " at (" + std::to_string(character.Feet().x) + ", " + std::to_string(character.Feet().y) +
		       ") running " + std::to_string(run) + " dt " + std::to_string(dt) + " whole " + std::to_string(isWhole) +
		       " giant " + std::to_string(isGiant);
	};
	while ((end - character.Feet().x) * forward > 0.0f)
	{
		const b2Vec2 before = character.Feet();
		const bool wasOnGround = character.IsOnGround();
		character.Move({.run = rest > 0 ? 0.0f : run}, dt);
		if (isStepped)
		{
			world.Step(dt, 8, 3);
			// Box2D moves no body by more than 2 m in a step, so the body may lag behind a fast character.
			const float moved = (character.Feet() - before).Length();
			const float off = (character.Body()->GetPosition() - character.Feet()).Length();
			wasFast = moved > 1.9f || (wasFast && off > 4.0e-3f);
			ASSERT_TRUE(wasFast || off < 4.0e-3f) << where() << off;
		}
		const double depth = DepthOf(profile, def, character.Feet());
		ASSERT_LE(depth, 0.0) << where();
		ASSERT_FALSE(character.IsCrushed()) << where();
		if (character.IsOnGround())
		{
			ASSERT_LE(-depth, 3.0 * k_skin) << where();
			judged.highest = std::max(judged.highest, -depth);
		}
		judged.walked += static_cast<double>(std::abs(character.Feet().x - before.x));
		inAir = character.IsOnGround() ? 0.0f : inAir + dt;
		ASSERT_LT(inAir, 10.0f) << where();
		++judged.steps;
		if (rest > 0)
		{
			// In the first step without input, the character may still settle.
			ASSERT_TRUE(rest == 10 || wasOnGround == false || character.Feet() == before) << where();
			--rest;
			continue;
		}
		if (wasOnGround && character.IsOnGround())
		{
			asked += std::abs(static_cast<double>(run * dt));
			gone += static_cast<double>((character.Feet().x - before.x) * forward);
			++count;
		}
		if (count == 30)
		{
			const double share = gone / asked;
			ASSERT_GT(share, 0.1) << where();
			judged.least = std::min(judged.least, share);
			count = 0;
			asked = gone = 0.0;
			run = random.OneIn(4) ? forward * scale * random.LogUniform(0.5f, 12.0f) : run;
			rest = random.OneIn(8) && character.IsOnGround() ? 10 : 0;
		}
	}
}

// Walks a third of the 100 km on terrains of these forms.
void WalkFar(const std::vector<Form>& forms, uint64_t seed)
{
	SceneRandom random(seed);
	Judged judged;
	const double wanted = 34.0e3 * TestScale(); // in metres
	for (size_t level = 0; judged.walked < wanted; ++level)
	{
		const Form form = forms[level % forms.size()];
		ASSERT_NO_FATAL_FAILURE(
		    WalkOver(random, form, judged, "level " + std::to_string(level) + " form " + std::to_string(form)));
	}
	std::printf("%.1f km, %d steps; the slowest 30 steps made %.2f of the run; highest feet %.3f m over the ground\n",
	            judged.walked / 1000.0, judged.steps, judged.least, judged.highest);
}

} // namespace

TEST(Character, WalksFarOverChainsAndEdges)
{
	WalkFar({Chain, Edges}, 91);
}

TEST(Character, WalksFarOverConvexPieces)
{
	WalkFar({Columns, Tiles}, 92);
}

TEST(Character, WalksFarOverOutlines)
{
	WalkFar({Attached, Pieces}, 93);
}

} // namespace ricochet::test::character_walk_test
