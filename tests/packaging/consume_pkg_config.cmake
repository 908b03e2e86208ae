# Builds and runs programs with what pkg-config says of an installed ricochet, and with nothing else.
#
# cmake -DPKG_CONFIG=<program> -DPC_DIR=<folder> -DCXX=<compiler> [-DFLAGS=<list>] -DSOURCES=<files> -DBINARY=<folder>
#       -DLIBRARY_DIR=<folder> -P consume_pkg_config.cmake

cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE "${BINARY}")
file(MAKE_DIRECTORY "${BINARY}")

set(ENV{PKG_CONFIG_PATH} "${PC_DIR}")
execute_process(
	COMMAND "${PKG_CONFIG}" --cflags --libs ricochet
	OUTPUT_VARIABLE flags
	OUTPUT_STRIP_TRAILING_WHITESPACE
	COMMAND_ERROR_IS_FATAL ANY
)
message(NOTICE "${flags}")
separate_arguments(flags UNIX_COMMAND "${flags}")

# For a shared ricochet.
set(ENV{LD_LIBRARY_PATH} "${LIBRARY_DIR}:$ENV{LD_LIBRARY_PATH}")
foreach(source IN LISTS SOURCES)
	execute_process(
		COMMAND "${CXX}" -std=c++20 ${FLAGS} "${source}" ${flags} -o "${BINARY}/program"
		COMMAND_ERROR_IS_FATAL ANY
	)
	execute_process(COMMAND "${BINARY}/program" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
