# If Box2D's user data has no pointer, CMake refuses the C interface and names the way out, which works.
#
# cmake -DHOW=imported|subproject -DSOURCE=<folder> -DBINARY=<folder> -DGENERATOR=<generator> -DCACHE=<initial cache>
#       -P refuse_user_data.cmake

cmake_minimum_required(VERSION 3.25)

function(configure result)
	file(REMOVE_RECURSE "${BINARY}")
	execute_process(
		COMMAND "${CMAKE_COMMAND}" -S "${SOURCE}" -B "${BINARY}" -G "${GENERATOR}" -C "${CACHE}" "-DHOW=${HOW}" ${ARGN}
		RESULT_VARIABLE code
		OUTPUT_VARIABLE output
		ERROR_VARIABLE output
	)
	string(REGEX REPLACE "[ \n]+" " " output "${output}")
	set(${result} "${code}" PARENT_SCOPE)
	set(output "${output}" PARENT_SCOPE)
endfunction()

configure(code)
if(code EQUAL 0 OR NOT output MATCHES "b2BodyUserData::pointer.*-DRICOCHET_C_INTERFACE=OFF")
	message(FATAL_ERROR "Not refused, or not said why:\n${output}")
endif()
message(NOTICE "${output}")
configure(code -DRICOCHET_C_INTERFACE=OFF)
if(NOT code EQUAL 0)
	message(FATAL_ERROR "The way out is closed:\n${output}")
endif()
configure(code -DHAS_POINTER=ON)
if(NOT code EQUAL 0)
	message(FATAL_ERROR "A pointer is there, and yet it is refused:\n${output}")
endif()
