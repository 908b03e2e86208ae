# Clang 18 and newer report std::stable_sort for what the library of GCC 12 and older itself calls in it (LLVM issue
# 76515). Deprecated names are then left to all other compilers.
if(PROJECT_IS_TOP_LEVEL AND CMAKE_CXX_COMPILER_ID MATCHES "Clang"
		AND NOT CMAKE_CXX_COMPILER_FRONTEND_VARIANT STREQUAL "MSVC")
	include(CheckCXXSourceCompiles)
	set(CMAKE_REQUIRED_FLAGS "-std=c++20 -Werror=deprecated-declarations")
	check_cxx_source_compiles(
		"#include <algorithm>
		int main() { int one[1] = {0}; std::stable_sort(one, one + 1); return one[0]; }"
		RICOCHET_STABLE_SORT_WITHOUT_WARNING
	)
	unset(CMAKE_REQUIRED_FLAGS)
endif()

# Warnings are for whoever works on ricochet. They are errors for who builds its tests or fuzz targets: who only installs
# it, or has it as a part of a game, must not stop at what a newer compiler warns about.
function(ricochet_strict target)
	# Of MSVC they are no errors: no warning of its own has been seen yet.
	if(PROJECT_IS_TOP_LEVEL AND CMAKE_CXX_COMPILER_FRONTEND_VARIANT STREQUAL "MSVC")
		target_compile_options(${target} PRIVATE /W4)
	elseif(PROJECT_IS_TOP_LEVEL)
		target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
		# GCC 12 sees overlapping copies in std::string's own operators (GCC bug 105329).
		if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
			target_compile_options(${target} PRIVATE -Wno-restrict)
		endif()
		if(DEFINED RICOCHET_STABLE_SORT_WITHOUT_WARNING AND NOT RICOCHET_STABLE_SORT_WITHOUT_WARNING)
			target_compile_options(${target} PRIVATE -Wno-deprecated-declarations)
		endif()
		if(RICOCHET_BUILD_TESTS OR RICOCHET_BUILD_FUZZERS)
			set_target_properties(${target} PROPERTIES COMPILE_WARNING_AS_ERROR ON)
		endif()
	endif()
endfunction()
