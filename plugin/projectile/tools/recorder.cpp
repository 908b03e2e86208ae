// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/recorder.h>

#include "host/host.h"
#include "shapes/cast_shape.h"

#include <ricochet/host/attach_geometry.h>

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace ricochet
{

namespace
{

// Returns the recorded word for a response. If a response has no word here, ricochet does not compile, because its
// builds treat that warning as an error.
std::string_view WordFor(Response response)
{
	switch (response)
	{
	case Response::Stop:
		return "stop";
	case Response::Bounce:
		return "bounce";
	case Response::Pierce:
		return "pierce";
	case Response::Ignore:
		return "ignore";
	}
	return "unknown";
}

bool IsFinite(const b2Body& body)
{
	return body.GetPosition().IsValid() && std::isfinite(body.GetAngle());
}

// A hash of numbers (FNV-1a). It shows whether the shapes of a body have changed.
class Look
{
public:
	void Add(std::span<const b2Vec2> points, bool isSolid, float radius)
	{
		AddWord(2 * points.size() + (isSolid ? 1 : 0));
		AddWord(std::bit_cast<uint32_t>(radius));
		for (const b2Vec2 point : points)
		{
			AddWord((uint64_t{std::bit_cast<uint32_t>(point.x)} << 32) | std::bit_cast<uint32_t>(point.y));
		}
	}

	[[nodiscard]] uint64_t Hash() const { return m_hash; }

private:
	void AddWord(uint64_t word)
	{
		for (int shift = 0; shift < 64; shift += 8)
		{
			m_hash = (m_hash ^ ((word >> shift) & 0xFF)) * 0x100000001B3;
		}
	}

	uint64_t m_hash = 0xCBF29CE484222325;
};

// Calls draw(points, isSolid, radius) for the drawn parts of a fixture.
template <class Draw>
void ForEachPart(const b2Fixture& fixture, const Draw& draw)
{
	if (const auto geometry = GeometryOf(fixture))
	{
		const Outline& outline = geometry->GetOutline();
		for (const OutlineRing& ring : outline.Rings())
		{
			draw(outline.VerticesOf(ring), ring.isHole == false, 0.0f);
		}
		return;
	}
	const b2Shape& shape = *fixture.GetShape();
	for (int32_t child = 0; child < shape.GetChildCount(); ++child)
	{
		ChildGeometry described;
		if (DescribeChild(shape, child, described))
		{
			draw(described.Points(), described.IsEdge() == false, described.radius);
		}
	}
}

template <class Draw>
void ForEachPart(const b2Body& body, const Draw& draw)
{
	for (const b2Fixture* fixture : FixturesOf(body))
	{
		ForEachPart(*fixture, draw);
	}
}

uint64_t LookOf(const b2Body& body)
{
	Look look;
	ForEachPart(body,
	            [&](std::span<const b2Vec2> points, bool isSolid, float radius) { look.Add(points, isSolid, radius); });
	return look.Hash();
}

// Writes text without <<, which would pad it to the width that the game has set.
void Write(std::ostream& stream, std::string_view text)
{
	stream.write(text.data(), static_cast<std::streamsize>(text.size()));
}

// Returns the number, or 0 if it is not finite, because JSON has only finite numbers.
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
		uint64_t look;
	};

	explicit State(std::ostream& theStream) : stream(theStream) {}

	std::ostream& stream;
	std::unordered_map<const b2Body*, Seen> bodies;
	std::string shapes;
	std::string line;
	double time = 0.0;
	int64_t step = 0;
	int32_t numbers = 0;   // how many numbers bodies have received so far
	bool isWritten = true; // false: the last step was interrupted, and its shapes were not written

	template <class... Arguments>
	static void Append(std::string& text, fmt::format_string<Arguments...> format, Arguments&&... arguments)
	{
		fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
	}

	// Appends a comma, except directly after the start of a list.
	static void Separate(std::string& text)
	{
		if (text.back() != '[')
		{
			text += ',';
		}
	}

	void AppendShape(int32_t body, std::span<const b2Vec2> points, bool isSolid, float radius)
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

	// A body receives a new number if it was not there in the last step, or if its shapes have changed since then. A
	// new body at the address of a destroyed one is recognized only by its shapes.
	int32_t NumberOf(const b2Body& body)
	{
		const uint64_t look = LookOf(body);
		const auto [at, isNew] = bodies.try_emplace(&body, Seen{numbers, step, look});
		Seen& seen = at->second;
		if (isNew || seen.look != look)
		{
			seen = {numbers, step, look};
			++numbers;
			ForEachPart(body, [&](std::span<const b2Vec2> points, bool isSolid, float radius)
			            { AppendShape(seen.number, points, isSolid, radius); });
		}
		seen.step = step;
		return seen.number;
	}

	void AppendBodies(const b2World& world)
	{
		line += R"("bodies":[)";
		for (const b2Body* body : BodiesOf(world))
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
			Append(line, R"("time":{:.6g},"response":"{}"}})", impact.time, WordFor(impact.response));
		}
		line += ']';
	}
};

Recorder::Recorder(std::ostream& stream) : m_state(std::make_unique<State>(stream))
{
	Write(stream, "{\"ricochet recording\":1}\n");
}

Recorder::~Recorder() = default;

bool Recorder::Record(const b2World& world, const Plugin& plugin, float dt)
{
	State& state = *m_state;
	if (state.isWritten == false)
	{
		state.bodies.clear();
	}
	state.isWritten = false;
	++state.step;
	state.time += Finite(dt);
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
		state.shapes += "]}\n";
		Write(state.stream, state.shapes);
	}
	Write(state.stream, state.line);
	state.isWritten = true;
	return static_cast<bool>(state.stream);
}

} // namespace ricochet
