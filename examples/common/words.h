// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace common
{

/// The words broken into lines of at most so many characters.
[[nodiscard]] std::vector<std::string> Wrap(std::string_view text, size_t most);

} // namespace common
