# Where Box2D or fmt is missing, CMake says which Debian package has it, and where else to get it from.
#
# cmake -DMISSING=box2d|fmt -DHOW=subproject|find_package -DSOURCE=<folder> -DBINARY=<folder> -DGENERATOR=<generator>
#       -DCACHE=<initial cache> -P refuse_missing.cmake

cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE "${BINARY}")
execute_process(
	COMMAND "${CMAKE_COMMAND}" -S "${SOURCE}" -B "${BINARY}" -G "${GENERATOR}" -C "${CACHE}"
		"-DHOW=${HOW}" "-DMISSING=${MISSING}"
	RESULT_VARIABLE result
	OUTPUT_VARIABLE output
	ERROR_VARIABLE output
)
if(result EQUAL 0)
	message(FATAL_ERROR "Goes on without ${MISSING}")
endif()
string(REGEX REPLACE "[ \n]+" " " output "${output}")
if(NOT output MATCHES "ricochet needs [^(]+ \\(Debian: lib${MISSING}-dev\\)\\. Say where it is by -D${MISSING}_DIR")
	message(FATAL_ERROR "Not said what is missing:\n${output}")
endif()
