# A project whose Box2D is 3 must be told so, and not where a header is missing.
#
# cmake -DHOW=installed|subproject|find_package -DSOURCE=<folder> -DBINARY=<folder> -DGENERATOR=<generator> -DCACHE=<initial cache>
#       -P refuse_box2d_3.cmake

cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE "${BINARY}")
execute_process(
	COMMAND "${CMAKE_COMMAND}" -S "${SOURCE}" -B "${BINARY}" -G "${GENERATOR}" -C "${CACHE}" "-DHOW=${HOW}"
	RESULT_VARIABLE result
	OUTPUT_VARIABLE output
	ERROR_VARIABLE output
)
if(result EQUAL 0)
	message(FATAL_ERROR "Box2D 3 is taken")
endif()
string(REGEX REPLACE "[ \n]+" " " output "${output}")
if(NOT output MATCHES "ricochet is for Box2D 2.4, which has another interface than Box2D 3.*3\\.1\\.0")
	message(FATAL_ERROR "Not said why:\n${output}")
endif()
message(NOTICE "${output}")
