# Runs a program that is linked with both libraries, once for each. Their hashes must be the same.
#
# cmake -DPROGRAMS=<list> -P compare.cmake

cmake_minimum_required(VERSION 3.25)

set(hashes "")
foreach(program IN LISTS PROGRAMS)
	execute_process(COMMAND "${program}" OUTPUT_VARIABLE hash OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
	message(NOTICE "${hash}  ${program}")
	list(APPEND hashes "${hash}")
endforeach()
list(REMOVE_DUPLICATES hashes)
list(LENGTH hashes count)
if(NOT count EQUAL 1 OR NOT hashes MATCHES "^[0-9a-f]+$")
	message(FATAL_ERROR "Not one hash: ${hashes}")
endif()
