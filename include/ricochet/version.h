// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// The version of these headers, and of the library that they belong to. The build and the packages take it from here.
// CHANGELOG.md says what a change of each number means.

#define RICOCHET_VERSION_MAJOR 0
#define RICOCHET_VERSION_MINOR 1
#define RICOCHET_VERSION_PATCH 0
