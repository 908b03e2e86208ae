// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/save/archive.h"

#include <array>
#include <bit>
#include <cstring>

namespace ricochet
{

namespace
{

constexpr uint64_t k_factor = 0x9E3779B97F4A7C15;

using DigestLanes = std::array<uint64_t, 4>;

void AddTo(DigestLanes& sums, const DigestLanes& words)
{
	for (size_t i = 0; i < sums.size(); ++i)
	{
		sums[i] = std::rotl(sums[i] ^ words[i], 29) * k_factor;
	}
}

// Four sums side by side. The digest finds accidents, not forgeries: a loader checks every value all the same.
uint64_t DigestOf(std::span<const std::byte> bytes)
{
	DigestLanes sums{1, 2, 3, 4};
	DigestLanes words;
	for (; bytes.size() >= sizeof(words); bytes = bytes.subspan(sizeof(words)))
	{
		std::memcpy(words.data(), bytes.data(), sizeof(words));
		AddTo(sums, words);
	}
	if (bytes.empty() == false)
	{
		words = {};
		std::memcpy(words.data(), bytes.data(), bytes.size());
		AddTo(sums, words);
	}
	uint64_t digest = 0;
	for (const uint64_t sum : sums)
	{
		digest = std::rotl(digest ^ sum, 31) * k_factor;
	}
	return digest;
}

} // namespace

void SavedHeader::Finish(std::vector<std::byte>& bytes)
{
	size = bytes.size();
	digest = DigestOf(std::span(bytes).subspan(sizeof(SavedHeader)));
	std::memcpy(bytes.data(), this, sizeof(SavedHeader));
}

Result<SavedHeader> SavedHeader::Of(std::span<const std::byte> bytes)
{
	SavedHeader header;
	if (bytes.size() < sizeof(header))
	{
		return Damaged(bytes.size());
	}
	std::memcpy(&header, bytes.data(), sizeof(header));
	if (header.mark != k_mark)
	{
		return Damaged(0);
	}
	if (header.format != k_format)
	{
		return Error{ErrorReason::OtherVersion, "bytes", -1, static_cast<double>(header.format),
		             static_cast<double>(k_format)};
	}
	if (header.size != bytes.size() || header.hasOwnNames > 1 ||
	    header.digest != DigestOf(bytes.subspan(sizeof(header))))
	{
		return Damaged(sizeof(header));
	}
	return header;
}

Error SavedHeader::Damaged(size_t place)
{
	return {ErrorReason::NotSaved, "bytes", -1, static_cast<double>(place)};
}

} // namespace ricochet
