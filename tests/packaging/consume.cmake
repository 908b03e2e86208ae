# Configures, builds and runs a program that uses ricochet, from nothing.
#
# cmake -DSOURCE=<folder> -DBINARY=<folder> -DGENERATOR=<generator> -DCONFIG=<configuration> -DCACHE=<initial cache>
#       -P consume.cmake

cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE "${BINARY}")
execute_process(
	COMMAND "${CMAKE_COMMAND}" -S "${SOURCE}" -B "${BINARY}" -G "${GENERATOR}" -C "${CACHE}"
		"-DCMAKE_BUILD_TYPE=${CONFIG}"
		# The empty expression keeps generators of many configurations from adding a folder for each.
		"-DCMAKE_RUNTIME_OUTPUT_DIRECTORY=${BINARY}/bin$<0:>"
	COMMAND_ERROR_IS_FATAL ANY
)
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${BINARY}" --config "${CONFIG}" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${BINARY}/bin/consumer" COMMAND_ERROR_IS_FATAL ANY)
