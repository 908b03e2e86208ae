// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// What a shared library of ricochet shows, however it and the game are compiled: all of the public headers, with the
// type information of their classes. Where there are no visibilities, as on Windows, MinGW's linker shows all.
#if defined(_WIN32)
#define RICOCHET_EXPORT
#else
#define RICOCHET_EXPORT [[gnu::visibility("default")]]
#endif
