// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "tools.h"

#include <string>

namespace playground
{

/// Returns C++ lines that do with ricochet what the tool does in the scene, with the present values. They are complete:
/// the lines that begin with #include, an empty line, and the body of a function.
[[nodiscard]] std::string CodeOf(const SceneDef& scene, const Stage& stage, const Hand& hand);

} // namespace playground
