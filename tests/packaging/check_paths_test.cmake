# check_paths.cmake must find a file that is left out, a function that is not there, and a wrong number.

cmake_minimum_required(VERSION 3.25)

file(READ "${ROOT}/README.md" readme)
set(document "${CMAKE_CURRENT_BINARY_DIR}/path_fault.md")

function(expect_fault pattern replacement fault)
	string(REGEX REPLACE "${pattern}" "${replacement}" text "${readme}")
	if(text STREQUAL readme)
		message(FATAL_ERROR "The README has no ${pattern}")
	endif()
	file(WRITE "${document}" "${text}")
	execute_process(
		COMMAND "${CMAKE_COMMAND}" "-DROOT=${ROOT}" "-DDOCUMENT=${document}"
			-P "${CMAKE_CURRENT_LIST_DIR}/check_paths.cmake"
		RESULT_VARIABLE result
		ERROR_VARIABLE output
	)
	string(FIND "${output}" "${fault}" position)
	if(result EQUAL 0 OR position EQUAL -1)
		message(FATAL_ERROR "Did not find: ${fault}\n${output}")
	endif()
endfunction()

expect_fault("\n3\\. \\[`plugin/world/meet\\.h`\\][^\n]*" "" "calls CastShapeLocal")
expect_fault("\n2\\. \\[`plugin/projectile/flight\\.cpp`\\][^\n]*" "" "calls CastStill")
expect_fault("`WalkRay`" "`WalkTheRay`" "has no WalkTheRay")
expect_fault("five files" "four files" "there are 5")
file(REMOVE "${document}")
