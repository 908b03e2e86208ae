# Warnings are for whoever works on ricochet, errors from them too: a project that builds ricochet as a part of its own
# must not stop at what its newer compiler warns about.
function(ricochet_strict target)
	if(PROJECT_IS_TOP_LEVEL)
		target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
		# GCC 12 sees overlapping copies in std::string's own operators (GCC bug 105329).
		if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
			target_compile_options(${target} PRIVATE -Wno-restrict)
		endif()
		set_target_properties(${target} PROPERTIES COMPILE_WARNING_AS_ERROR ON)
	endif()
endfunction()
