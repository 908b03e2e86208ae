// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"
#include "projectile/leg/passing.h"
#include "projectile/save/archive.h"

#include <cmath>
#include <limits>

namespace ricochet
{

[[nodiscard]] inline bool HasChild(const b2Fixture* fixture, int32_t child)
{
	return fixture != nullptr && child >= 0 && child < PartCountOf(*fixture->GetShape());
}

template <class Archive>
void Exchange(Archive& archive, Standing& standing)
{
	constexpr double k_mostFloat = std::numeric_limits<float>::max();
	archive.Together(standing.inside, standing.told, standing.near, standing.due, standing.error);
	archive.Require(standing.told >= 0 && standing.told <= INT32_MAX / 2);
	archive.Require(standing.near >= 0.0 && standing.near <= k_mostFloat);
	archive.Require(standing.error >= 0.0 && standing.error <= k_mostFloat);
	archive.Require(std::isnan(standing.due) == false);
}

template <class Archive>
void Passing::ExchangeParts(Archive& archive)
{
	constexpr size_t k_leastBytes = 65;
	size_t count = m_entries.size();
	archive.Count(count, k_leastBytes);
	if (count == 0)
	{
		return;
	}
	m_entries.resize(count);
	for (Entry& entry : m_entries)
	{
		archive.Fixture(entry.fixture);
		archive(entry.child);
		archive.Choice(entry.facing, Facing::Along);
		archive.Choice(entry.how, PassedAs::WithAnother);
		Exchange(archive, entry.here);
		Exchange(archive, entry.end);
	}
	if (Archive::k_loads)
	{
		std::erase_if(m_entries, [](const Entry& entry) { return HasChild(entry.fixture, entry.child) == false; });
	}
}

} // namespace ricochet
