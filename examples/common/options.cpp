// MIT License, Copyright (c) 2026 the ricochet authors

#include "options.h"

#include <cstdio>
#include <span>

namespace common
{

std::optional<int> ReadOptions(int argc, char** argv, const char* usage, const TakeOption& take)
{
	const std::span arguments(argv, static_cast<size_t>(argc));
	for (size_t i = 1; i < arguments.size(); i += 2)
	{
		if (std::string_view(arguments[i]) == "--help")
		{
			std::fputs(usage, stdout);
			return 0;
		}
		const char* value = i + 1 < arguments.size() ? arguments[i + 1] : "";
		if (i + 1 == arguments.size() || take(arguments[i], value) == false)
		{
			std::fprintf(stderr, "not understood: %s %s\n%s", arguments[i], value, usage);
			return 2;
		}
	}
	return std::nullopt;
}

} // namespace common
