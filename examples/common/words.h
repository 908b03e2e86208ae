// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace common
{

/// Breaks the text between words into lines of at most `most` characters.
[[nodiscard]] std::vector<std::string> Wrap(std::string_view text, size_t most);

} // namespace common
