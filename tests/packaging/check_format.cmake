# cmake -DROOT=<tree> -DCLANG_FORMAT=<program> -P check_format.cmake

cmake_minimum_required(VERSION 3.25)

set(patterns "")
foreach(folder IN ITEMS include plugin examples tests)
	list(APPEND patterns "${ROOT}/${folder}/*.h" "${ROOT}/${folder}/*.cpp")
endforeach()
file(GLOB_RECURSE files RELATIVE "${ROOT}" ${patterns})
list(FILTER files EXCLUDE REGEX "^tests/packaging/layer_fault/")
if(NOT files)
	message(FATAL_ERROR "No headers or sources below ${ROOT}")
endif()

execute_process(
	COMMAND "${CLANG_FORMAT}" --dry-run --Werror ${files}
	WORKING_DIRECTORY "${ROOT}"
	RESULT_VARIABLE result
	ERROR_VARIABLE output
)
if(NOT result EQUAL 0)
	string(REGEX MATCHALL "[^\n]+: error: code should be clang-formatted" places "${output}")
	list(TRANSFORM places REPLACE ":[0-9]+:[0-9]+: error.*$" "")
	list(REMOVE_DUPLICATES places)
	list(JOIN places " " places)
	# As a notice, since an error's text is reflowed.
	message(NOTICE "${output}\nTo see the changes, and to make them:\n"
		"  for f in ${places}; do ${CLANG_FORMAT} $f | diff -u $f -; done\n"
		"  ${CLANG_FORMAT} -i ${places}")
	message(FATAL_ERROR "Not formatted")
endif()
list(LENGTH files count)
message(NOTICE "${count} files are formatted")
