# A program prints what a document says that it does, to the byte.
#
# cmake -DPROGRAM=<file> -DEXPECTED=<file> -P check_output.cmake

cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND "${PROGRAM}" OUTPUT_VARIABLE printed RESULT_VARIABLE result)
file(READ "${EXPECTED}" expected)
if(NOT result EQUAL 0)
	message(FATAL_ERROR "${PROGRAM} ends with ${result}")
endif()
if(NOT printed STREQUAL expected)
	message(NOTICE "${printed}")
	message(FATAL_ERROR "That is printed, and another text stands in ${EXPECTED}")
endif()
