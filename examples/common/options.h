// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <charconv>
#include <functional>
#include <optional>
#include <string_view>

namespace common
{

/// Reads a number. Returns false if the whole text is not one number.
template <class Number>
[[nodiscard]] bool Parse(std::string_view text, Number& number)
{
	const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
	return problem == std::errc() && end == text.data() + text.size();
}

/// Takes one option. Returns false if the name or the value is wrong.
using TakeOption = std::function<bool(std::string_view name, const char* value)>;

/// Reads a program's arguments, "--name value" each. For --help or a wrong argument it prints the usage and returns the
/// exit status. Otherwise it returns nothing.
[[nodiscard]] std::optional<int> ReadOptions(int argc, char** argv, const char* usage, const TakeOption& take);

} // namespace common
