// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#if __cplusplus < 202002L && !(defined(_MSVC_LANG) && _MSVC_LANG >= 202002L)
#error "ricochet needs C++20: compile with -std=c++20 (MSVC: /std:c++20); with CMake, link to ricochet::ricochet"
#endif

// What a shared library of ricochet shows, however it and the game are compiled: all of the public headers, with the
// type information of their classes. On Windows there are no visibilities: MinGW's linker shows all, and so does MSVC's
// by the list that CMake makes for it.
#if defined(_WIN32)
#define RICOCHET_EXPORT_BEGIN
#define RICOCHET_EXPORT_END
#else
#define RICOCHET_EXPORT_BEGIN _Pragma("GCC visibility push(default)")
#define RICOCHET_EXPORT_END _Pragma("GCC visibility pop")
#endif
