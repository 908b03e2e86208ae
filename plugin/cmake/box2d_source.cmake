# Box2D as a subproject, from the folder RICOCHET_BOX2D_SOURCE (plugin/cmake/box2d_source.sh gets one), and fmt by its
# headers alone: for systems that have no packages of them. To be included before ricochet is added.
set(RICOCHET_BOX2D_SOURCE "" CACHE PATH "Folder with the source of Box2D 2.4")
set(RICOCHET_FMT_HEADERS /usr/include/fmt CACHE PATH "Folder with the headers of fmt")

set(BOX2D_BUILD_UNIT_TESTS OFF CACHE BOOL "" FORCE)
set(BOX2D_BUILD_TESTBED OFF CACHE BOOL "" FORCE)
set(BOX2D_BUILD_DOCS OFF CACHE BOOL "" FORCE)
add_subdirectory("${RICOCHET_BOX2D_SOURCE}" box2d EXCLUDE_FROM_ALL)
set_target_properties(box2d PROPERTIES UNITY_BUILD OFF)
# The same bits on every processor: as ricochet's own arithmetic.
target_compile_options(box2d PRIVATE -ffp-contract=off)
if(MINGW)
	# Calls expf, which ricochet::portable_math stands in for, and not the header's own.
	target_compile_definitions(box2d PRIVATE __CRT__NO_INLINE)
endif()

# A copy, since the folder around the headers is that of another system.
file(COPY "${RICOCHET_FMT_HEADERS}" DESTINATION "${CMAKE_BINARY_DIR}/fmt_headers")
add_library(fmt::fmt INTERFACE IMPORTED GLOBAL)
target_include_directories(fmt::fmt INTERFACE "${CMAKE_BINARY_DIR}/fmt_headers")
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
