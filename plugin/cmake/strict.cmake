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
		if(RICOCHET_BUILD_TESTS OR RICOCHET_BUILD_FUZZERS)
			set_target_properties(${target} PROPERTIES COMPILE_WARNING_AS_ERROR ON)
		endif()
	endif()
endfunction()
