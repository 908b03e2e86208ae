// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <charconv>
#include <functional>
#include <optional>
#include <string_view>

namespace common
{

/// The whole text as a number, or false.
template <class Number>
[[nodiscard]] bool Parse(std::string_view text, Number& number)
{
	const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
	return problem == std::errc() && end == text.data() + text.size();
}

/// False for a name or a value that is not understood.
using TakeOption = std::function<bool(std::string_view name, const char* value)>;

/// Reads a program's arguments, "--name value" each. Prints the usage for --help and for what is not understood.
/// Outcome: nothing to go on, else the exit status of the program.
[[nodiscard]] std::optional<int> ReadOptions(int argc, char** argv, const char* usage, const TakeOption& take);

} // namespace common
