// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/race/scene.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace ricochet::test
{

namespace
{

constexpr uint64_t k_seed = 2028;
constexpr float k_turn = 6.28318531f;
constexpr float k_stripWidth = 1000.0f; // the width of a strip of terrain (m)
constexpr float k_stripHeight = 50.0f;

class Maker
{
public:
	Maker(int32_t shapes, float field) : m_wanted(shapes)
	{
		m_scene.halfWidth = 0.5f * field * std::sqrt(static_cast<float>(shapes) / 10000.0f);
	}

	RaceScene Polygons()
	{
		return Scatter([&](b2Vec2 place) { AddPolygon(place, Radius()); });
	}

	RaceScene Circles()
	{
		return Scatter([&](b2Vec2 place) { AddCircle(place, Radius()); });
	}

	RaceScene Chains()
	{
		return Scatter([&](b2Vec2 place) { AddChain(place); });
	}

	RaceScene Mixed()
	{
		return Scatter(
		    [&](b2Vec2 place)
		    {
			    switch (m_random.Below(4))
			    {
			    case 0:
				    AddCircle(place, Radius());
				    break;
			    case 1:
				    AddChain(place);
				    break;
			    case 2:
				    AddBox(place, m_random.Uniform(0.2f, 0.8f), m_random.Uniform(0.2f, 0.8f), AnyAngle());
				    break;
			    default:
				    AddPolygon(place, Radius());
				    break;
			    }
		    });
	}

	// Makes a scene in which nine in ten shapes are within about 10 m of one of a few places.
	RaceScene Clustered()
	{
		std::vector<b2Vec2> centres;
		for (int32_t i = 0; i < 1 + m_wanted / 200; ++i)
		{
			centres.push_back(m_random.InBox(m_scene.halfWidth));
		}
		const auto about = [&](b2Vec2 centre)
		{
			return centre + m_random.Uniform(0.0f, 16.0f) * m_random.Direction();
		};
		while (m_scene.shapes < m_wanted)
		{
			const b2Vec2 centre = m_random.OneOf(centres);
			AddPolygon(m_random.OneIn(10) ? m_random.InBox(m_scene.halfWidth) : about(centre), Radius());
		}
		m_scene.places = std::move(centres);
		return std::move(m_scene);
	}

	// Makes shapes of 1 cm to 1 m. One shape in 200 is a wall of 1 m to 1 km.
	RaceScene Sizes()
	{
		RaceScene& scene = m_scene;
		while (scene.shapes < m_wanted)
		{
			const b2Vec2 place = m_random.InBox(scene.halfWidth);
			if (scene.shapes % 200 == 0)
			{
				AddBox(place, m_random.LogUniform(0.5f, 500.0f), 0.1f, AnyAngle());
				continue;
			}
			AddPolygon(place, m_random.LogUniform(0.01f, 1.0f));
			if (scene.shapes % 8 == 1)
			{
				scene.places.push_back(place);
			}
		}
		return std::move(scene);
	}

	// Strips of ground lie one above the other, each of them one chain. As many crates as edges lie on and above them.
	RaceScene Terrain()
	{
		const float length = 0.35f * static_cast<float>(m_wanted);
		const float strips = std::ceil(length / k_stripWidth);
		m_scene.halfWidth = 0.5f * std::max(std::min(length, k_stripWidth), strips * k_stripHeight);
		for (float strip = 0.0f; strip < strips; ++strip)
		{
			const auto edges = static_cast<int32_t>(std::lround(length / strips / 0.7f));
			AddStrip({-0.35f * static_cast<float>(edges), (strip - 0.5f * strips + 0.5f) * k_stripHeight}, edges);
		}
		return std::move(m_scene);
	}

private:
	template <class AddOne>
	RaceScene Scatter(const AddOne& addOne)
	{
		while (m_scene.shapes < m_wanted)
		{
			addOne(m_random.InBox(m_scene.halfWidth));
		}
		return std::move(m_scene);
	}

	float Radius() { return m_random.Uniform(0.3f, 1.2f); }
	float AnyAngle() { return m_random.Uniform(-0.5f * k_turn, 0.5f * k_turn); }

	void Add(Piece::Kind kind, b2Vec2 place, float angle, std::span<const b2Vec2> vertices)
	{
		Piece piece{
		    kind, static_cast<uint32_t>(m_scene.vertices.size()), static_cast<uint32_t>(vertices.size()), 0.0f, place,
		    angle};
		for (const b2Vec2& v : vertices)
		{
			piece.radius = std::max(piece.radius, v.Length());
		}
		m_scene.vertices.insert(m_scene.vertices.end(), vertices.begin(), vertices.end());
		m_scene.shapes += kind == Piece::Kind::Chain ? static_cast<int32_t>(vertices.size()) - 1 : 1;
		m_scene.pieces.push_back(piece);
	}

	// Makes a polygon with vertices on a circle. The order and the number of the vertices are those that Box2D makes.
	void AddPolygon(b2Vec2 place, float radius)
	{
		const int32_t count = m_random.Between(3, 8);
		b2Vec2 vertices[b2_maxPolygonVertices];
		for (int32_t i = 0; i < count; ++i)
		{
			const float jitter = m_random.Uniform(-0.3f, 0.3f);
			const float angle = k_turn * (static_cast<float>(i) + jitter) / static_cast<float>(count);
			vertices[i] = {radius * std::cos(angle), radius * std::sin(angle)};
		}
		const b2PolygonShape hull = HullOf({vertices, static_cast<size_t>(count)});
		Add(Piece::Kind::Polygon, place, AnyAngle(), {hull.m_vertices, static_cast<size_t>(hull.m_count)});
	}

	void AddBox(b2Vec2 place, float hx, float hy, float angle)
	{
		const b2PolygonShape box = BoxOf(hx, hy);
		Add(Piece::Kind::Polygon, place, angle, {box.m_vertices, 4});
	}

	void AddCircle(b2Vec2 place, float radius)
	{
		Add(Piece::Kind::Circle, place, 0.0f, {});
		m_scene.pieces.back().radius = radius;
	}

	// Adds a chain of eight edges, each turned a little from the previous one.
	void AddChain(b2Vec2 place)
	{
		b2Vec2 path[9];
		float heading = AnyAngle();
		path[0] = {0.0f, 0.0f};
		for (int32_t i = 1; i < 9; ++i)
		{
			heading += m_random.Uniform(-0.6f, 0.6f);
			path[i] = path[i - 1] + m_random.Uniform(0.3f, 1.0f) * b2Vec2{std::cos(heading), std::sin(heading)};
		}
		Add(Piece::Kind::Chain, place, 0.0f, path);
	}

	void AddStrip(b2Vec2 start, int32_t edges)
	{
		std::vector<b2Vec2> ground{{0.0f, 0.0f}};
		for (int32_t i = 0; i < edges; ++i)
		{
			const float height = 0.98f * ground.back().y + m_random.Uniform(-0.4f, 0.4f);
			ground.push_back({0.7f * static_cast<float>(i + 1), height});
		}
		Add(Piece::Kind::Chain, start, 0.0f, ground);
		for (int32_t i = 0; i < edges; ++i)
		{
			const b2Vec2 under = start + m_random.OneOf(ground);
			const b2Vec2 place =
			    under + b2Vec2{0.0f, 0.5f + m_random.Uniform(0.0f, 3.0f) * m_random.Uniform(0.0f, 3.0f)};
			AddBox(place, m_random.Uniform(0.2f, 0.5f), m_random.Uniform(0.2f, 0.5f), AnyAngle());
			m_scene.places.push_back(place);
		}
	}

	SceneRandom m_random{k_seed};
	RaceScene m_scene;
	int32_t m_wanted;
};

} // namespace

int32_t Piece::EdgeCount() const
{
	return kind == Kind::Chain ? static_cast<int32_t>(vertexCount) - 1 : static_cast<int32_t>(vertexCount);
}

const std::vector<std::string>& RaceSceneNames()
{
	static const std::vector<std::string> names{"polygons",  "circles", "chains", "mixed",
	                                            "clustered", "sizes",   "terrain"};
	return names;
}

RaceScene MakeRaceScene(const std::string& name, int32_t shapes, float field)
{
	using Make = RaceScene (Maker::*)();
	constexpr Make k_makes[] = {&Maker::Polygons,  &Maker::Circles, &Maker::Chains, &Maker::Mixed,
	                            &Maker::Clustered, &Maker::Sizes,   &Maker::Terrain};
	const auto& names = RaceSceneNames();
	const auto found = std::find(names.begin(), names.end(), name);
	if (found == names.end())
	{
		std::fprintf(stderr, "There is no scene %s.\n", name.c_str());
		std::exit(EXIT_FAILURE);
	}
	Maker maker(shapes, field);
	return (maker.*k_makes[found - names.begin()])();
}

} // namespace ricochet::test
