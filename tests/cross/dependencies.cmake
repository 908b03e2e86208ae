# What the tests need, from source, for a system that has no packages of it. To be given to CMake as
# CMAKE_PROJECT_ricochet_INCLUDE, with RICOCHET_BOX2D_SOURCE and RICOCHET_GMP_PREFIX; tests/cross/run does.
include("${CMAKE_CURRENT_LIST_DIR}/../../plugin/cmake/box2d_source.cmake")
# Box2D's assertions are on, as in Debian's build of it.
target_compile_options(box2d PRIVATE -UNDEBUG)

set(INSTALL_GTEST OFF CACHE BOOL "" FORCE)
set(BUILD_GMOCK OFF CACHE BOOL "" FORCE)
add_subdirectory(/usr/src/googletest googletest EXCLUDE_FROM_ALL)

set(RICOCHET_GMP_PREFIX "" CACHE PATH "Folder into which tests/cross/gmp.sh has put GMP")
set(RICOCHET_GMP "${RICOCHET_GMP_PREFIX}/lib/libgmp.a")
set(RICOCHET_GMPXX "${RICOCHET_GMP_PREFIX}/lib/libgmpxx.a")
set(RICOCHET_GMPXX_INCLUDE "${RICOCHET_GMP_PREFIX}/include")
