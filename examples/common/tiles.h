// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "tiled.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace common
{

/// Reads a whole file. Returns nothing if it is empty or cannot be read.
[[nodiscard]] std::optional<std::string> ReadFile(const std::string& file);

/// The tile of an object, and how the object shows it. Lengths are in pixels, y is down.
struct Tile
{
	std::vector<const nlohmann::json*> shapes; ///< in the frame of the tile that is not stretched
	std::string place;                         ///< for messages
	double width = 0.0;                        ///< of the tile that is not stretched
	double height = 0.0;
	double anchorX = 0.0; ///< where the object's position is on the tile: 0 left or top, 1 right or bottom
	double anchorY = 1.0;
	bool isFlippedX = false;
	bool isFlippedY = false;
};

/// The tilesets and templates that a map refers to. Every file is read once.
class TiledFiles
{
public:
	TiledFiles(std::string mapFile, std::string* error) : m_mapFile(std::move(mapFile)), m_error(error) {}

	void ReadTilesets(const TiledNode& map);

	/// Returns an object of the map with everything that it takes from its template and its tile. Sets the tile if it
	/// has one.
	[[nodiscard]] nlohmann::json Complete(const TiledNode& node, const nlohmann::json& object,
	                                      std::optional<Tile>& tile);

private:
	struct TileSet
	{
		double first = 1.0; ///< the gid of its first tile
		const nlohmann::json* set = nullptr;
		std::string file;
	};

	[[nodiscard]] const nlohmann::json* Read(const TiledNode& node, const std::string& file);
	[[nodiscard]] TileSet ReadTileset(const nlohmann::json& entry, const std::string& file);
	[[nodiscard]] nlohmann::json WithTile(const TiledNode& node, const nlohmann::json& object,
	                                      const std::vector<TileSet>& sets, std::optional<Tile>& tile);

	std::string m_mapFile;
	std::string* m_error;
	std::vector<TileSet> m_tilesets;
	std::map<std::string, nlohmann::json> m_files;
};

} // namespace common
