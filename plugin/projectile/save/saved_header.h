// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/error.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ricochet
{

/// Stands before all else that is saved.
struct SavedHeader
{
	static constexpr uint64_t k_mark = 0x7465686F636F6972; // "ricochet"
	static constexpr uint32_t k_format = 3;

	uint64_t mark = k_mark;
	uint32_t format = k_format;
	uint32_t hasOwnNames = 0; ///< the game's
	uint64_t bodies = 0;      ///< of the world
	uint64_t size = 0;        ///< of all (bytes)
	uint64_t digest = 0;      ///< of all that follows

	/// Puts it before what is saved, for which the bytes have room.
	void Finish(std::vector<std::byte>& bytes);

	/// Refused: what begins otherwise, is of another format, or was damaged by accident.
	[[nodiscard]] static Result<SavedHeader> Of(std::span<const std::byte> bytes);

	[[nodiscard]] static Error Damaged(size_t place);
};

static_assert(sizeof(SavedHeader) == 40);

} // namespace ricochet
