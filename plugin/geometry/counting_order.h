// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace ricochet
{

/// Sorts items by their tile with a counting sort and calls put(position, i) for each item i. Items of one tile keep
/// their order. Every tile is below places.size(); the contents of `places` are overwritten.
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
