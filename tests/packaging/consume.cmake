# Configures, builds and runs programs that use ricochet, from nothing.
#
# cmake -DSOURCE=<folder> -DBINARY=<folder> -DGENERATOR=<generator> -DCONFIG=<configuration> -DCACHE=<initial cache>
#       [-DPROGRAMS=<list>] [-DOPTIONS=<list of -Dname=value>] -P consume.cmake

cmake_minimum_required(VERSION 3.25)

if(NOT DEFINED PROGRAMS)
	set(PROGRAMS consumer readme)
endif()

file(REMOVE_RECURSE "${BINARY}")
execute_process(
	COMMAND "${CMAKE_COMMAND}" -S "${SOURCE}" -B "${BINARY}" -G "${GENERATOR}" -C "${CACHE}"
		"-DCMAKE_BUILD_TYPE=${CONFIG}"
		# The empty expression keeps generators of many configurations from adding a folder for each.
		"-DCMAKE_RUNTIME_OUTPUT_DIRECTORY=${BINARY}/bin$<0:>"
		${OPTIONS}
	COMMAND_ERROR_IS_FATAL ANY
)
execute_process(
	COMMAND "${CMAKE_COMMAND}" --build "${BINARY}" --config "${CONFIG}" --target ${PROGRAMS}
	COMMAND_ERROR_IS_FATAL ANY
)
foreach(program IN LISTS PROGRAMS)
	execute_process(COMMAND "${BINARY}/bin/${program}" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
