// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/race/explain.h"

#include <bit>
#include <optional>

namespace ricochet::test
{

namespace
{

uint64_t HashOf(std::span<const Found> found, bool isAny)
{
	uint64_t hash = 14695981039346656037u;
	for (const Found& one : found)
	{
		hash = (hash ^ one.name) * 1099511628211u;
		hash = (hash ^ (isAny ? 0u : std::bit_cast<uint32_t>(one.fraction))) * 1099511628211u;
	}
	return hash;
}

} // namespace

std::string FindDisagreement(const Casters& casters, const Task& sample, const Task& all)
{
	for (const Task* task : {&sample, &all})
	{
		std::vector<Found> found(task->rays.size());
		std::optional<uint64_t> first;
		for (const auto& caster : casters)
		{
			const bool isAsked = task == &sample || caster->takesBatches || caster->name == "Snapshot";
			if (caster->isExact == false || isAsked == false || caster->CanCast(*task) == false)
			{
				continue;
			}
			caster->Cast(*task, found);
			caster->Tell(*task, found);
			const uint64_t hash = HashOf(found, task->query == Query::Any);
			if (first.value_or(hash) != hash)
			{
				return caster->name;
			}
			first = hash;
		}
	}
	return "";
}

} // namespace ricochet::test
