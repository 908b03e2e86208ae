// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#if __cplusplus < 202002L && !(defined(_MSVC_LANG) && _MSVC_LANG >= 202002L)
#error "ricochet needs C++20: compile with -std=c++20 (MSVC: /std:c++20); with CMake, link to ricochet::ricochet"
#endif

// Marks the declarations that a shared library of ricochet exports: all public headers, with the type information of
// their classes. It works whatever flags the library and the game are compiled with. Windows has no symbol visibility:
// MinGW's linker exports everything, and so does MSVC's by a list that CMake makes for it. The library over a scene
// exports the C interface alone (c/base.h).
#if defined(_WIN32) || defined(RICOCHET_SCENE)
#define RICOCHET_EXPORT_BEGIN
#define RICOCHET_EXPORT_END
#else
#define RICOCHET_EXPORT_BEGIN _Pragma("GCC visibility push(default)")
#define RICOCHET_EXPORT_END _Pragma("GCC visibility pop")
#endif
