# Builds and runs programs with what pkg-config says of an installed library, and with nothing else. Programs in C are
# linked as with a static library.
#
# cmake -DPKG_CONFIG=<program> -DPC_DIR=<folder> -DCXX=<compiler> [-DCC=<compiler>] [-DPACKAGE=<name>] [-DFLAGS=<list>]
#       -DSOURCES=<files> -DBINARY=<folder> -DLIBRARY_DIR=<folder> -P consume_pkg_config.cmake

cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE "${BINARY}")
file(MAKE_DIRECTORY "${BINARY}")

if(NOT DEFINED PACKAGE)
	set(PACKAGE ricochet)
endif()
set(ENV{PKG_CONFIG_PATH} "${PC_DIR}")

# flags_for(out option...)
function(flags_for out)
	execute_process(
		COMMAND "${PKG_CONFIG}" --cflags --libs ${ARGN} ${PACKAGE}
		OUTPUT_VARIABLE flags
		OUTPUT_STRIP_TRAILING_WHITESPACE
		COMMAND_ERROR_IS_FATAL ANY
	)
	message(NOTICE "${flags}")
	separate_arguments(flags UNIX_COMMAND "${flags}")
	set(${out} "${flags}" PARENT_SCOPE)
endfunction()

# For a shared ricochet.
set(ENV{LD_LIBRARY_PATH} "${LIBRARY_DIR}:$ENV{LD_LIBRARY_PATH}")
foreach(source IN LISTS SOURCES)
	if(source MATCHES "\\.c$")
		set(compiler "${CC}")
		flags_for(flags --static)
	else()
		set(compiler "${CXX}" -std=c++20)
		flags_for(flags)
	endif()
	execute_process(
		COMMAND ${compiler} ${FLAGS} "${source}" ${flags} -o "${BINARY}/program"
		COMMAND_ERROR_IS_FATAL ANY
	)
	execute_process(COMMAND "${BINARY}/program" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
