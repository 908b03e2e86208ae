// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/pose.h"
#include "projectile/motion/motion.h"
#include "projectile/motion/world_watch.h"
#include "projectile/save/saved_defs.h"

#include <algorithm>
#include <utility>

namespace ricochet
{

namespace
{

template <class Archive>
void Exchange(Archive& archive, b2Transform& pose)
{
	Exchange(archive, pose.p);
	archive(pose.q.s);
	archive(pose.q.c);
}

template <class Archive>
void Exchange(Archive& archive, b2AABB& box)
{
	Exchange(archive, box.lowerBound);
	Exchange(archive, box.upperBound);
}

// From the oldest body to the newest, then what is gone: where the game names bodies, it may have created them in
// another order.
template <class Entry>
void OrderByAge(std::vector<Entry>& entries, NamedBodies& names)
{
	std::vector<std::pair<size_t, Entry>> placed;
	placed.reserve(entries.size());
	for (const Entry& entry : entries)
	{
		placed.emplace_back(names.PlaceOf(entry.body).value_or(SIZE_MAX), entry);
	}
	std::stable_sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
	std::transform(placed.begin(), placed.end(), entries.begin(), [](const auto& one) { return one.second; });
}

} // namespace

template <class Archive>
void WorldMotion::ExchangeRecords(Archive& archive)
{
	constexpr size_t k_leastBytes = 38;
	size_t count = m_records.size();
	archive.Count(count, k_leastBytes);
	m_records.resize(count);
	for (BodyRecord& record : m_records)
	{
		archive.Body(record.body);
		Exchange(archive, record.pose);
		Exchange(archive, record.center);
		Exchange(archive, record.localCenter);
		archive(record.angle);
		archive(record.isStatic);
		archive.Require(IsPose(record.pose) == false ||
		                (record.center.IsValid() && record.localCenter.IsValid() && std::isfinite(record.angle)));
	}
	if constexpr (Archive::k_loads)
	{
		std::erase_if(m_records, [](const BodyRecord& record) { return record.body == nullptr; });
		if (archive.Names().AreOwn())
		{
			OrderByAge(m_records, archive.Names());
			std::reverse(m_records.begin(), m_records.end());
		}
	}
}

template <class Archive>
void WorldWatch::ExchangeParts(Archive& archive)
{
	constexpr size_t k_leastBytes = 57;
	size_t count = m_known.size();
	archive.Count(count, k_leastBytes);
	m_known.resize(count);
	for (Known& known : m_known)
	{
		archive.Body(known.body);
		archive(known.appearance.content);
		Exchange(archive, known.pose);
		Exchange(archive, known.local);
		Exchange(archive, known.box);
		if (Archive::k_loads && known.body != nullptr)
		{
			known.appearance.parts = AppearanceOf(*known.body).parts;
		}
	}
	if constexpr (Archive::k_loads)
	{
		if (archive.Names().AreOwn())
		{
			OrderByAge(m_known, archive.Names());
		}
	}
}

template void WorldMotion::ExchangeRecords(Saver& archive);
template void WorldMotion::ExchangeRecords(Loader& archive);
template void WorldWatch::ExchangeParts(Saver& archive);
template void WorldWatch::ExchangeParts(Loader& archive);

} // namespace ricochet
