// MIT License, Copyright (c) 2026 the ricochet authors

#include "level.h"

#include "outline.h"
#include "properties.h"
#include "tiled.h"
#include "tiles.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace common
{
namespace
{

using nlohmann::json;

constexpr Limits k_anyPixels{-1e6, 1e6};
constexpr Limits k_rotations{-1e5, 1e5};
constexpr float k_degree = b2_pi / 180.0f;

/// Turns a parsed map into a level. Reading continues after an error; the caller checks for the error at the end.
class MapReader
{
public:
	MapReader(const json& map, const std::string& file, std::string* error)
	    : m_map(map, file, error), m_files(file, error), m_error(error)
	{
		m_level.file = file;
	}

	LevelDef Read();

private:
	void ReadLayer(const json& layer, double offsetX, double offsetY, int32_t depth);
	void ReadObject(const json& object);
	void ReadOutline(const TiledNode& node, ObjectDef& object);
	void ReadTile(const TiledNode& node, const Tile& tile, const ObjectDef& object);
	void ReadTileShape(const TiledNode& shape, const TiledNode& node, const Tile& tile, ObjectDef& object);
	b2Vec2 ReadPosition(const TiledNode& node) const;
	void Report(const TiledNode& node, const std::string& problem) const;

	LevelDef m_level;
	TiledNode m_map;
	TiledFiles m_files;
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
	m_files.ReadTilesets(m_map);
	for (const json* layer : m_map.Array("layers"))
	{
		ReadLayer(*layer, 0.0, 0.0, 0);
	}
	return std::move(m_level);
}

// Reads a layer. The offsets are the sums over the groups that contain the layer.
void MapReader::ReadLayer(const json& layer, double offsetX, double offsetY, int32_t depth)
{
	constexpr int32_t k_mostGroups = 100; // each takes a piece of the stack
	TiledNode node(layer, m_level.file + ": a layer", m_error);
	node.SetPlace(fmt::format("{}: layer '{}'", m_level.file, node.Text("name", "")));
	const std::string type = node.Text("type", "");
	if (type != "group" && type != "objectgroup")
	{
		return;
	}
	m_offsetX = offsetX + node.Number("offsetx", k_anyPixels, 0.0);
	m_offsetY = offsetY + node.Number("offsety", k_anyPixels, 0.0);
	if (type == "group")
	{
		if (depth == k_mostGroups)
		{
			node.Complain(fmt::format("is in {} groups, one in the other, which is too deep", k_mostGroups));
			return;
		}
		const double groupX = m_offsetX;
		const double groupY = m_offsetY;
		for (const json* inner : node.Array("layers"))
		{
			ReadLayer(*inner, groupX, groupY, depth + 1);
		}
		return;
	}
	for (const json* object : node.Array("objects"))
	{
		ReadObject(*object);
	}
}

void MapReader::ReadObject(const json& object)
{
	TiledNode own(object, m_level.file + ": an object", m_error);
	const int32_t id = static_cast<int32_t>(own.Number("id", {0.0, 1e9}));
	own.SetPlace(m_level.file + ": " + DescribeObject(own.Text("name", ""), id));
	std::optional<Tile> tile;
	const json whole = m_files.Complete(own, object, tile);
	TiledNode node(whole, own.Place(), m_error);
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
		if (tile.has_value())
		{
			ReadTile(node, *tile, solid);
		}
		else
		{
			ReadOutline(node, solid);
			m_level.objects.push_back(std::move(solid));
		}
	}
	node.RejectUnreadProperties();
}

// Reads a shape. `scaleX`, `scaleY`: factors of width and height. A negative factor also flips.
std::string ReadShape(const TiledNode& node, OutlineReader& outline, double pixelsPerMeter, double scaleX,
                      double scaleY)
{
	if (node.Has("text"))
	{
		return "is a text, which is not supported";
	}
	if (node.Flag("point"))
	{
		return "is a point; only shooters are points";
	}
	for (const char* key : {"polygon", "polyline"})
	{
		if (node.Has(key))
		{
			std::vector<b2Vec2> points;
			for (const auto& [x, y] : node.Points(key, k_anyPixels))
			{
				points.emplace_back(ToFloat(scaleX * x / pixelsPerMeter), ToFloat(-scaleY * y / pixelsPerMeter));
			}
			if (scaleX * scaleY < 0.0) // a flip would turn the front of a chain
			{
				std::reverse(points.begin(), points.end());
			}
			return node.Has("polygon") ? outline.Polygon(points) : outline.Polyline(points);
		}
	}
	const Limits size{0.0, k_anyPixels.high};
	const float width = ToFloat(std::abs(scaleX) * node.Number("width", size) / pixelsPerMeter);
	const float height = ToFloat(std::abs(scaleY) * node.Number("height", size) / pixelsPerMeter);
	return node.Flag("capsule")   ? outline.Capsule(width, height)
	       : node.Flag("ellipse") ? outline.Ellipse(width, height)
	                              : outline.Box(width, height);
}

void MapReader::Report(const TiledNode& node, const std::string& problem) const
{
	if (problem.empty() == false)
	{
		node.Complain(problem);
	}
}

void MapReader::ReadOutline(const TiledNode& node, ObjectDef& object)
{
	const float rotation = -k_degree * ToFloat(node.Number("rotation", k_rotations, 0.0));
	OutlineReader outline(object, ReadPosition(node), rotation);
	Report(node, ReadShape(node, outline, m_pixelsPerMeter, 1.0, 1.0));
}

// Reads a tile object: every shape of its tile becomes an object with the properties of the tile object.
void MapReader::ReadTile(const TiledNode& node, const Tile& tile, const ObjectDef& object)
{
	if (tile.shapes.empty() || (tile.shapes.size() > 1 && object.body != b2_staticBody))
	{
		TiledNode(json::object(), tile.place, m_error)
		    .Complain(tile.shapes.empty() ? "has no shape; draw one in the collision editor"
		                                  : "has several shapes; the tile of a body that moves must have one");
		return;
	}
	for (const json* drawn : tile.shapes)
	{
		const TiledNode shape(*drawn, tile.place + ": a shape", m_error);
		ObjectDef solid = object;
		ReadTileShape(shape, node, tile, solid);
		shape.RejectUnreadProperties();
		m_level.objects.push_back(std::move(solid));
	}
}

void MapReader::ReadTileShape(const TiledNode& shape, const TiledNode& node, const Tile& tile, ObjectDef& object)
{
	// In pixels, y down, from the top left corner of the tile object.
	const double width = node.Number("width", k_anyPixels, tile.width);
	const double height = node.Number("height", k_anyPixels, tile.height);
	const double scaleX = (tile.isFlippedX ? -1.0 : 1.0) * width / tile.width;
	const double scaleY = (tile.isFlippedY ? -1.0 : 1.0) * height / tile.height;
	const double turn = shape.Number("rotation", k_rotations, 0.0);
	if (turn != 0.0 && std::abs(scaleX) != std::abs(scaleY))
	{
		shape.Complain("is turned, and its tile is stretched unevenly, which is not supported");
		return;
	}
	if (shape.Flag("capsule") && std::abs(scaleX) != std::abs(scaleY))
	{
		shape.Complain("is a capsule, and its tile is stretched unevenly, which is not supported");
		return;
	}
	double x = std::abs(scaleX) * shape.Number("x", k_anyPixels);
	double y = std::abs(scaleY) * shape.Number("y", k_anyPixels);
	double rotation = turn * k_degree; // clockwise
	const bool isBox = shape.Has("polygon") == false && shape.Has("polyline") == false;
	const double sides[] = {std::abs(scaleX) * shape.Number("width", k_anyPixels, 0.0),
	                        std::abs(scaleY) * shape.Number("height", k_anyPixels, 0.0)};
	// In a flipped box, another corner becomes the top left one.
	if (tile.isFlippedX)
	{
		x = width - x - (isBox ? std::cos(rotation) * sides[0] : 0.0);
		y += isBox ? std::sin(rotation) * sides[0] : 0.0;
		rotation = -rotation;
	}
	if (tile.isFlippedY)
	{
		x -= isBox ? std::sin(rotation) * sides[1] : 0.0;
		y = height - y - (isBox ? std::cos(rotation) * sides[1] : 0.0);
		rotation = -rotation;
	}
	const double objectTurn = k_degree * node.Number("rotation", k_rotations, 0.0);
	const b2Vec2 offset{ToFloat((x - tile.anchorX * width) / m_pixelsPerMeter),
	                    ToFloat(-(y - tile.anchorY * height) / m_pixelsPerMeter)};
	const b2Vec2 corner = ReadPosition(node) + b2Mul(b2Rot(ToFloat(-objectTurn)), offset);
	OutlineReader outline(object, corner, ToFloat(-objectTurn - rotation));
	Report(shape, ReadShape(shape, outline, m_pixelsPerMeter, scaleX, scaleY));
}

b2Vec2 MapReader::ReadPosition(const TiledNode& node) const
{
	const double x = m_offsetX + node.Number("x", k_anyPixels);
	const double y = m_offsetY + node.Number("y", k_anyPixels);
	return {ToFloat(x / m_pixelsPerMeter), m_level.height - ToFloat(y / m_pixelsPerMeter)};
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
	const std::optional<std::string> text = ReadFile(file);
	if (text.has_value() == false)
	{
		*error = fmt::format("{}: cannot be read, or is empty", file);
		return {};
	}
	return ParseLevel(*text, file, error);
}

} // namespace common
