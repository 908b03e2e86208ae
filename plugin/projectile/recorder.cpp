// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/recorder.h>

#include "shapes/cast_shape.h"

#include <ricochet/world/attach_geometry.h>

#include <box2d/b2_body.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>
#include <ostream>
#include <string>
#include <unordered_map>

namespace ricochet
{

namespace
{

// Names of responses, in their order.
constexpr std::array<std::string_view, 4> k_responses{"stop", "bounce", "pierce", "ignore"};
static_assert(static_cast<int>(Response::Ignore) == 3);

bool IsFinite(const b2Body& body)
{
	return body.GetPosition().IsValid() && std::isfinite(body.GetAngle());
}

// Numbers that JSON has: what is not finite becomes 0.
float Finite(float number)
{
	return std::isfinite(number) ? number : 0.0f;
}

} // namespace

struct Recorder::State
{
	struct Seen
	{
		int32_t number;
		int64_t step;
	};

	explicit State(std::ostream& theStream) : stream(theStream) {}

	std::ostream& stream;
	std::unordered_map<const b2Body*, Seen> bodies;
	std::string shapes;
	std::string line;
	double time = 0.0;
	int64_t step = 0;
	int32_t numbers = 0; // of bodies, given so far

	template <class... Arguments>
	static void Append(std::string& text, fmt::format_string<Arguments...> format, Arguments&&... arguments)
	{
		fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
	}

	// A comma, but behind what opens a list.
	static void Separate(std::string& text)
	{
		if (text.back() != '[')
		{
			text += ',';
		}
	}

	void AppendShape(int32_t body, std::span<const b2Vec2> points, bool isSolid, float radius = 0.0f)
	{
		Separate(shapes);
		Append(shapes, R"({{"body":{},"isSolid":{},)", body, isSolid);
		if (radius > 0.0f)
		{
			Append(shapes, R"("radius":{:.6g},)", Finite(radius));
		}
		shapes += R"("points":[)";
		for (const b2Vec2 point : points)
		{
			Separate(shapes);
			Append(shapes, "{:.7g},{:.7g}", Finite(point.x), Finite(point.y));
		}
		shapes += "]}";
	}

	void AppendShapeOf(int32_t body, const b2Fixture& fixture)
	{
		if (const auto geometry = GeometryOf(fixture))
		{
			const Outline& outline = geometry->GetOutline();
			for (const OutlineRing& ring : outline.Rings())
			{
				AppendShape(
				    body, outline.Vertices().subspan(static_cast<size_t>(ring.first), static_cast<size_t>(ring.count)),
				    ring.isHole == false);
			}
			return;
		}
		const b2Shape& shape = *fixture.GetShape();
		for (int32_t child = 0; child < shape.GetChildCount(); ++child)
		{
			ChildGeometry described;
			if (DescribeChild(shape, child, described))
			{
				AppendShape(body, described.Points(), described.isEdge == false, described.radius);
			}
		}
	}

	// Bodies that were not there in the step before, and have been forgotten since, are new.
	int32_t NumberOf(const b2Body& body)
	{
		const auto [at, isNew] = bodies.try_emplace(&body, Seen{numbers, step});
		Seen& seen = at->second;
		if (isNew)
		{
			++numbers;
			for (const b2Fixture* fixture = body.GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
			{
				AppendShapeOf(seen.number, *fixture);
			}
		}
		seen.step = step;
		return seen.number;
	}

	void AppendBodies(const b2World& world)
	{
		line += R"("bodies":[)";
		for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
		{
			if (IsFinite(*body))
			{
				const int32_t number = NumberOf(*body);
				Separate(line);
				Append(line, "[{},{:.7g},{:.7g},{:.6g}]", number, body->GetPosition().x, body->GetPosition().y,
				       body->GetAngle());
			}
		}
		line += ']';
	}

	void AppendFlying(const Plugin& plugin)
	{
		line += R"(,"bullets":[)";
		for (const BulletState& bullet : plugin.Bullets())
		{
			Separate(line);
			Append(line, "[{:.7g},{:.7g}]", bullet.position.x, bullet.position.y);
		}
		line += R"(],"grenades":[)";
		for (const GrenadeState& grenade : plugin.Grenades())
		{
			Separate(line);
			Append(line, "[{:.7g},{:.7g},{:.6g}]", grenade.position.x, grenade.position.y, grenade.radius);
		}
		line += ']';
	}

	void AppendImpacts(const Plugin& plugin)
	{
		line += R"(,"impacts":[)";
		for (const ImpactEvent& impact : plugin.Impacts())
		{
			Separate(line);
			Append(line,
			       R"({{"enter":[{:.7g},{:.7g}],"exit":[{:.7g},{:.7g}],"normal":[{:.6g},{:.6g}],"thickness":{:.6g},)",
			       Finite(impact.enter.point.x), Finite(impact.enter.point.y), Finite(impact.exit.point.x),
			       Finite(impact.exit.point.y), impact.enter.normal.x, impact.enter.normal.y, Finite(impact.thickness));
			Append(line, R"("time":{:.6g},"response":"{}"}})", impact.time,
			       k_responses[static_cast<size_t>(impact.response) % k_responses.size()]);
		}
		line += ']';
	}
};

Recorder::Recorder(std::ostream& stream) : m_state(std::make_unique<State>(stream))
{
	stream << "{\"ricochet recording\":1}\n";
}

Recorder::~Recorder() = default;

bool Recorder::Record(const b2World& world, const Plugin& plugin, float dt)
{
	State& state = *m_state;
	++state.step;
	state.time += dt;
	state.shapes = R"({"shapes":[)";
	state.line.clear();
	State::Append(state.line, R"({{"time":{:.9g},)", state.time);
	state.AppendBodies(world);
	state.AppendFlying(plugin);
	state.AppendImpacts(plugin);
	state.line += "}\n";
	std::erase_if(state.bodies, [&](const auto& body) { return body.second.step != state.step; });
	if (state.shapes.back() != '[')
	{
		state.stream << state.shapes << "]}\n";
	}
	state.stream << state.line;
	return static_cast<bool>(state.stream);
}

} // namespace ricochet
