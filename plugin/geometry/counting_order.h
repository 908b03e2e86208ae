// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace ricochet
{

/// put(place, i) for each of some things, by its place in the order of the tiles that they are in, each tile's as they
/// are given: a counting sort. Every tile is below places.size(); what was in `places` is lost.
template <class Tiles, class Put>
void OrderByTile(const Tiles& tileOf, std::span<uint32_t> places, const Put& put)
{
	for (uint32_t& place : places)
	{
		place = 0;
	}
	for (const auto tile : tileOf)
	{
		++places[tile];
	}
	uint32_t sum = 0;
	for (uint32_t& place : places)
	{
		sum += std::exchange(place, sum);
	}
	for (size_t i = 0; i < tileOf.size(); ++i)
	{
		put(places[tileOf[i]]++, i);
	}
}

} // namespace ricochet
