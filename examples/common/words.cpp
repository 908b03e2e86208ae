// MIT License, Copyright (c) 2026 the ricochet authors

#include "words.h"

#include <algorithm>

namespace common
{

std::vector<std::string> Wrap(std::string_view text, size_t most)
{
	std::vector<std::string> lines;
	while (text.size() > most)
	{
		const size_t space = text.rfind(' ', most);
		const size_t end = space == std::string_view::npos || space == 0 ? most : space;
		lines.emplace_back(text.substr(0, end));
		text.remove_prefix(end);
		text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
	}
	lines.emplace_back(text);
	return lines;
}

} // namespace common
