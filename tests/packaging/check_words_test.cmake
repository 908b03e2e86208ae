# check_words.py must find one fault of each kind.

cmake_minimum_required(VERSION 3.25)

set(long "The bullet a a a a a a a a a a a a a a a a a a a a a a a a a.")
file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/words_fault.md" "${long}\n\nOf these.\n\nA bullet sets out.\n\n| ${long} |\n")
file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/words_fault.h" "/// ${long}\n")
execute_process(
	COMMAND "${PYTHON}" "${CMAKE_CURRENT_LIST_DIR}/check_words.py" "${CMAKE_CURRENT_BINARY_DIR}" words_fault.md words_fault.h
	RESULT_VARIABLE result
	OUTPUT_VARIABLE output
)
foreach(fault IN ITEMS "md:1: 27 words" "md:3: begins with Of" "md:5: 'sets out'" "md:7: a cell of 27 words" "h:1: 27 words")
	string(FIND "${output}" "${fault}" position)
	if(NOT result EQUAL 1 OR position EQUAL -1)
		message(FATAL_ERROR "Did not find: ${fault}\n${output}")
	endif()
endforeach()
file(REMOVE "${CMAKE_CURRENT_BINARY_DIR}/words_fault.md" "${CMAKE_CURRENT_BINARY_DIR}/words_fault.h")
