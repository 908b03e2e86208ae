# A document holds each row of the table that a program prints.
#
# cmake -DPROGRAM=<file> -DPICTURE=<file> -DDOCUMENT=<file> -P check_table.cmake
#
# PICTURE is the program's argument.

cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/refuse_faults.cmake")

execute_process(COMMAND "${PROGRAM}" "${PICTURE}" OUTPUT_VARIABLE printed RESULT_VARIABLE result)
if(NOT result EQUAL 0)
	message(FATAL_ERROR "${PROGRAM} ends with ${result}:\n${printed}")
endif()
file(READ "${DOCUMENT}" document)
string(REGEX MATCHALL "[|][^\n]*" rows "${printed}")
if(NOT rows)
	message(FATAL_ERROR "${PROGRAM} prints no table")
endif()
set(faults "")
foreach(row IN LISTS rows)
	string(FIND "${document}" "${row}\n" place)
	if(place EQUAL -1)
		list(APPEND faults "${row}")
	endif()
endforeach()
refuse_faults("${faults}" "${DOCUMENT} lacks what is measured")
