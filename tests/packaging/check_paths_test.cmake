# check_paths.cmake must find a file that is left out, one that is not there, and a function that is not there.

cmake_minimum_required(VERSION 3.25)

file(READ "${ROOT}/plugin/docs/inside/architecture.md" document_text)
set(document "${CMAKE_CURRENT_BINARY_DIR}/path_fault.md")

function(expect_fault pattern replacement fault)
	string(REGEX REPLACE "${pattern}" "${replacement}" text "${document_text}")
	if(text STREQUAL document_text)
		message(FATAL_ERROR "The document has no ${pattern}")
	endif()
	file(WRITE "${document}" "${text}")
	execute_process(
		COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${ROOT}/plugin/docs/inside" "-DDOCUMENT=${document}"
			-P "${CMAKE_CURRENT_LIST_DIR}/check_paths.cmake"
		RESULT_VARIABLE result
		ERROR_VARIABLE output
	)
	string(FIND "${output}" "${fault}" position)
	if(result EQUAL 0 OR position EQUAL -1)
		message(FATAL_ERROR "Did not find: ${fault}\n${output}")
	endif()
endfunction()

expect_fault("\n5\\. \\[`query/meet\\.h`\\][^\n]*" "" "calls DescribeChild")
expect_fault("\n[0-9]+\\. \\[`projectile/leg/first_hit\\.cpp`\\][^\n]*" "" "calls CastMoving")
expect_fault("`WalkTree`" "`WalkTheTree`" "has no WalkTheTree")
expect_fault("\\.\\./query/accept\\.h\\): `" "../query/filter.h): `" "no file query/accept.h")
file(REMOVE "${document}")
