// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "leaks/runner.h"

#include <string>

namespace ricochet::leaks
{

/// Returns two tables in Markdown: by family, and by distance from the origin.
[[nodiscard]] std::string TablesOf(const RunResult& result);

} // namespace ricochet::leaks
