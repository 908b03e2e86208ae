# A shape that stays in its base's size class must compile, and one that is a byte larger must not.
#
# cmake -DCXX=<compiler> -DINCLUDES=<list> -P check_block_size.cmake

cmake_minimum_required(VERSION 3.25)

list(REMOVE_DUPLICATES INCLUDES)
list(TRANSFORM INCLUDES PREPEND "-I")

function(compile file)
	execute_process(
		COMMAND "${CXX}" -std=c++20 -fsyntax-only ${INCLUDES} "${CMAKE_CURRENT_LIST_DIR}/${file}"
		RESULT_VARIABLE result
		OUTPUT_VARIABLE output
		ERROR_VARIABLE output
	)
	set(result "${result}" PARENT_SCOPE)
	set(output "${output}" PARENT_SCOPE)
endfunction()

compile(block_size_ok.cpp)
if(NOT result EQUAL 0)
	message(FATAL_ERROR "block_size_ok.cpp must compile:\n${output}")
endif()

compile(block_size_fault.cpp)
if(result EQUAL 0)
	message(FATAL_ERROR "block_size_fault.cpp must not compile")
endif()
# For no other reason than the size.
if(NOT output MATCHES "out of the size class")
	message(FATAL_ERROR "block_size_fault.cpp must fail by its static_assert, not by:\n${output}")
endif()
string(REGEX MATCHALL "error:" errors "${output}")
list(LENGTH errors count)
if(NOT count EQUAL 1)
	message(FATAL_ERROR "block_size_fault.cpp must fail by its static_assert alone, not by:\n${output}")
endif()
message(NOTICE "${output}")
