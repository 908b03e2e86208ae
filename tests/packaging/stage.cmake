# Installs a build into an empty folder.
#
# cmake -DBUILD=<build> -DCONFIG=<configuration> -DSTAGE=<folder> -P stage.cmake

cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE "${STAGE}")
execute_process(
	COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --config "${CONFIG}" --prefix "${STAGE}"
	COMMAND_ERROR_IS_FATAL ANY
)
