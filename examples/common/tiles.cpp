// MIT License, Copyright (c) 2026 the ricochet authors

#include "tiles.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <utility>

namespace common
{

using nlohmann::json;

namespace
{

constexpr Limits k_gids{0.0, 4294967295.0};
constexpr Limits k_pixels{1.0, 1e6};
constexpr uint32_t k_flippedX = 0x80000000u;
constexpr uint32_t k_flippedY = 0x40000000u;
constexpr uint32_t k_otherFlags = 0x30000000u; // diagonally, and a turn of hexagonal maps

/// Returns the path of a file that another file names. Tiled writes such names relative to the naming file.
std::string PathFrom(const std::string& file, const std::string& name)
{
	return file.substr(0, file.find_last_of("/\\") + 1) + name;
}

/// Returns the values of `over`, and the values of `base` that `over` does not have. Properties are merged one by one.
/// An empty class counts as missing.
json Merged(const json& base, const json& over)
{
	json merged = base;
	for (const auto& [key, value] : over.items())
	{
		if (key == "properties" && base.contains(key) && base[key].is_array() && value.is_array())
		{
			json all = value; // the first of a name counts
			all.insert(all.end(), base[key].begin(), base[key].end());
			merged[key] = std::move(all);
		}
		else if ((key != "type" && key != "class") || value != "")
		{
			merged[key] = value;
		}
	}
	return merged;
}

/// Sets the point of the tile that lies at the object's position, from Tiled's object alignment.
void Align(const TiledNode& set, Tile& tile)
{
	const std::string text = set.Text("objectalignment", "unspecified");
	const auto has = [&](const char* word)
	{
		return text.find(word) != std::string::npos;
	};
	const bool isDefault = text == "unspecified";
	tile.anchorX = has("left") || isDefault ? 0.0 : has("right") ? 1.0 : 0.5;
	tile.anchorY = has("bottom") || isDefault ? 1.0 : has("top") ? 0.0 : 0.5;
}

} // namespace

std::optional<std::string> ReadFile(const std::string& file)
{
	std::ifstream stream(file, std::ios::binary);
	std::ostringstream text;
	text << stream.rdbuf();
	return stream.is_open() && text.str().empty() == false ? std::optional(text.str()) : std::nullopt;
}

const json* TiledFiles::Read(const TiledNode& node, const std::string& file)
{
	if (const auto found = m_files.find(file); found != m_files.end())
	{
		return &found->second;
	}
	const std::optional<std::string> text = ReadFile(file);
	if (text.has_value() == false)
	{
		node.Complain(fmt::format("needs the file {}, which cannot be read, or is empty", file));
		return nullptr;
	}
	if (text->front() == '<')
	{
		node.Complain(fmt::format("needs the file {}, which is XML: save it as JSON (.tsj, .tj)", file));
		return nullptr;
	}
	try
	{
		return &(m_files[file] = json::parse(*text));
	}
	catch (const json::exception& problem)
	{
		m_files.erase(file);
		node.Complain(fmt::format("needs the file {}, which is not JSON: {}", file, problem.what()));
		return nullptr;
	}
}

TiledFiles::TileSet TiledFiles::ReadTileset(const json& entry, const std::string& file)
{
	const TiledNode node(entry, file + ": a tileset", m_error);
	TileSet set{node.Number("firstgid", k_gids), &entry, file};
	if (node.Has("source"))
	{
		set.file = PathFrom(file, node.Text("source", ""));
		set.set = Read(node, set.file);
	}
	return set;
}

void TiledFiles::ReadTilesets(const TiledNode& map)
{
	for (const json* entry : map.Array("tilesets"))
	{
		m_tilesets.push_back(ReadTileset(*entry, m_mapFile));
	}
}

json TiledFiles::Complete(const TiledNode& node, const json& object, std::optional<Tile>& tile)
{
	if (node.Has("template") == false)
	{
		return WithTile(node, object, m_tilesets, tile);
	}
	const std::string file = PathFrom(m_mapFile, node.Text("template", ""));
	const json* read = Read(node, file);
	if (read == nullptr || read->is_object() == false || read->contains("object") == false ||
	    (*read)["object"].is_object() == false)
	{
		node.Complain(fmt::format("needs the file {}, which is no template", file));
		return object;
	}
	const bool hasOwnTile = object.contains("gid");
	const json whole = Merged((*read)["object"], object);
	if (hasOwnTile || read->contains("tileset") == false)
	{
		return WithTile(node, whole, m_tilesets, tile);
	}
	return WithTile(node, whole, {ReadTileset((*read)["tileset"], file)}, tile);
}

json TiledFiles::WithTile(const TiledNode& node, const json& object, const std::vector<TileSet>& sets,
                          std::optional<Tile>& tile)
{
	if (object.is_object() == false || object.contains("gid") == false)
	{
		return object;
	}
	const auto gid = static_cast<uint32_t>(TiledNode(object, node.Place(), m_error).Number("gid", k_gids));
	const uint32_t number = gid & ~(k_flippedX | k_flippedY | k_otherFlags);
	const TileSet* found = nullptr;
	for (const TileSet& set : sets)
	{
		const bool isNearer = set.first <= number && (found == nullptr || set.first >= found->first);
		found = isNearer ? &set : found;
	}
	if ((gid & k_otherFlags) != 0 || found == nullptr || found->set == nullptr)
	{
		node.Complain((gid & k_otherFlags) != 0 ? "shows a tile that is flipped diagonally, which is not supported"
		                                        : fmt::format("shows the tile {}, which no tileset has", number));
		return object;
	}

	const double id = number - found->first;
	Tile& shown = tile.emplace();
	shown.place = fmt::format("{}: tile {} of {}", node.Place(), id, found->file);
	shown.isFlippedX = (gid & k_flippedX) != 0;
	shown.isFlippedY = (gid & k_flippedY) != 0;
	const TiledNode set(*found->set, shown.place, m_error);
	Align(set, shown);
	json whole = object;
	const json* own = nullptr;
	for (const json* entry : set.Array("tiles"))
	{
		if (TiledNode(*entry, shown.place, m_error).Number("id", k_gids) == id)
		{
			own = entry;
		}
	}
	const TiledNode entry(own != nullptr ? *own : *found->set, shown.place, m_error);
	const auto size = [&](const char* key, const char* imageKey)
	{
		// In a collection of images, each tile has its own size.
		const bool hasOwn = own != nullptr && (entry.Has(key) || entry.Has(imageKey));
		return hasOwn ? entry.Number(entry.Has(key) ? key : imageKey, k_pixels)
		              : set.Number((std::string("tile") + key).c_str(), k_pixels);
	};
	shown.width = size("width", "imagewidth");
	shown.height = size("height", "imageheight");
	if (own == nullptr)
	{
		return whole;
	}
	if (entry.Has("objectgroup"))
	{
		shown.shapes = TiledNode((*own)["objectgroup"], shown.place, m_error).Array("objects");
	}
	json taken = json::object();
	for (const char* key : {"type", "class", "properties"})
	{
		if (own->contains(key))
		{
			taken[key] = (*own)[key];
		}
	}
	return Merged(taken, whole);
}

} // namespace common
