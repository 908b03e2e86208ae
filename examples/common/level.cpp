// MIT License, Copyright (c) 2026 the ricochet authors

#include "level.h"

#include "outline.h"
#include "properties.h"
#include "tiled.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

namespace common
{
namespace
{

using nlohmann::json;

constexpr Limits k_anyPixels{-1e6, 1e6};
constexpr float k_degree = b2_pi / 180.0f;

/// Turns a parsed map into a level. Reads on after an error; whoever calls looks at the error at the end.
class MapReader
{
public:
	MapReader(const json& map, const std::string& file, std::string* error) : m_map(map, file, error), m_error(error)
	{
		m_level.file = file;
	}

	LevelDef Read();

private:
	void ReadLayer(const json& layer);
	void ReadObject(const json& object);
	void ReadOutline(TiledNode& node, ObjectDef& object);
	b2Vec2 ReadPosition(const TiledNode& node) const;
	std::vector<b2Vec2> ReadPoints(const TiledNode& node, const char* key) const;

	LevelDef m_level;
	TiledNode m_map;
	std::string* m_error;
	double m_pixelsPerMeter = 1.0;
	double m_offsetX = 0.0; // px, of the layer
	double m_offsetY = 0.0;
};

float ToFloat(double value)
{
	return static_cast<float>(value);
}

LevelDef MapReader::Read()
{
	if (m_map.Text("orientation", "") != "orthogonal")
	{
		m_map.Complain("is not a Tiled map of orientation \"orthogonal\"");
		return {};
	}
	m_pixelsPerMeter = m_map.Property("pixelsPerMeter", {1.0, 10000.0});
	m_level.title = m_map.TextProperty("title", "Shooting range");
	m_level.gravity = ToFloat(m_map.Property("gravity", {0.0, 100.0}, 10.0));
	m_map.RejectUnreadProperties();

	const Limits cells{1.0, 1e5};
	m_level.width = ToFloat(m_map.Number("width", cells) * m_map.Number("tilewidth", cells) / m_pixelsPerMeter);
	m_level.height = ToFloat(m_map.Number("height", cells) * m_map.Number("tileheight", cells) / m_pixelsPerMeter);
	if (m_map.Has("layers") == false)
	{
		m_map.Complain("layers is missing");
	}
	for (const json* layer : m_map.Array("layers"))
	{
		ReadLayer(*layer);
	}
	return std::move(m_level);
}

void MapReader::ReadLayer(const json& layer)
{
	TiledNode node(layer, m_level.file + ": a layer", m_error);
	node.SetPlace(fmt::format("{}: layer '{}'", m_level.file, node.Text("name", "")));
	const std::string type = node.Text("type", "");
	if (type == "group")
	{
		node.Complain("is a group; groups are not read, take its layers out of it");
	}
	if (type != "objectgroup")
	{
		return;
	}
	m_offsetX = node.Number("offsetx", k_anyPixels, 0.0);
	m_offsetY = node.Number("offsety", k_anyPixels, 0.0);
	for (const json* object : node.Array("objects"))
	{
		ReadObject(*object);
	}
}

void MapReader::ReadObject(const json& object)
{
	TiledNode node(object, m_level.file + ": an object", m_error);
	const int32_t id = static_cast<int32_t>(node.Number("id", {0.0, 1e9}));
	std::string name = node.Text("name", "");
	node.SetPlace(m_level.file + ": " + DescribeObject(name, id));
	if (name.empty())
	{
		name = fmt::format("object {}", id);
	}

	// Tiled 1.9 called "class" what every other version calls "type".
	const std::string type = node.Has("class") ? node.Text("class", "") : node.Text("type", "");
	if (type == "shooter")
	{
		ShooterDef shooter;
		shooter.name = name;
		shooter.id = id;
		shooter.position = ReadPosition(node);
		ReadShooterProperties(node, shooter);
		m_level.shooters.push_back(std::move(shooter));
	}
	else
	{
		ObjectDef solid;
		solid.name = name;
		solid.id = id;
		ReadSolidProperties(node, type, solid);
		ReadOutline(node, solid);
		m_level.objects.push_back(std::move(solid));
	}
	node.RejectUnreadProperties();
}

void MapReader::ReadOutline(TiledNode& node, ObjectDef& object)
{
	for (const char* key : {"gid", "text", "template"})
	{
		if (node.Has(key))
		{
			node.Complain(fmt::format("is a {}, which is not supported", key[0] == 'g' ? "tile" : key));
			return;
		}
	}
	if (node.Flag("point"))
	{
		node.Complain("is a point; only shooters are points");
		return;
	}

	const float rotation = -k_degree * ToFloat(node.Number("rotation", {-1e5, 1e5}, 0.0));
	OutlineReader outline(object, ReadPosition(node), rotation);
	const Limits size{0.0, k_anyPixels.high};
	std::string problem;
	if (node.Has("polygon"))
	{
		problem = outline.Polygon(ReadPoints(node, "polygon"));
	}
	else if (node.Has("polyline"))
	{
		problem = outline.Polyline(ReadPoints(node, "polyline"));
	}
	else
	{
		const float width = ToFloat(node.Number("width", size) / m_pixelsPerMeter);
		const float height = ToFloat(node.Number("height", size) / m_pixelsPerMeter);
		problem = node.Flag("ellipse") ? outline.Ellipse(width, height) : outline.Box(width, height);
	}
	if (problem.empty() == false)
	{
		node.Complain(problem);
	}
}

b2Vec2 MapReader::ReadPosition(const TiledNode& node) const
{
	const double x = m_offsetX + node.Number("x", k_anyPixels);
	const double y = m_offsetY + node.Number("y", k_anyPixels);
	return {ToFloat(x / m_pixelsPerMeter), m_level.height - ToFloat(y / m_pixelsPerMeter)};
}

std::vector<b2Vec2> MapReader::ReadPoints(const TiledNode& node, const char* key) const
{
	std::vector<b2Vec2> points;
	for (const auto& [x, y] : node.Points(key, k_anyPixels))
	{
		points.emplace_back(ToFloat(x / m_pixelsPerMeter), ToFloat(-y / m_pixelsPerMeter));
	}
	return points;
}

} // namespace

std::string DescribeObject(std::string_view name, int32_t id)
{
	return fmt::format("object '{}' (id {})", name, id);
}

std::optional<LevelDef> ParseLevel(std::string_view text, const std::string& file, std::string* error)
{
	error->clear();
	json map;
	try
	{
		map = json::parse(text);
	}
	catch (const json::exception& problem)
	{
		*error = fmt::format("{}: is not JSON: {}", file, problem.what());
		return {};
	}
	LevelDef level = MapReader(map, file, error).Read();
	return error->empty() ? std::optional(std::move(level)) : std::nullopt;
}

std::optional<LevelDef> LoadLevel(const std::string& file, std::string* error)
{
	std::ifstream stream(file, std::ios::binary);
	std::ostringstream text;
	text << stream.rdbuf();
	if (stream.is_open() == false || text.str().empty())
	{
		*error = fmt::format("{}: cannot be read, or is empty", file);
		return {};
	}
	return ParseLevel(text.str(), file, error);
}

} // namespace common
