# The lists of sources are written by hand. A header that is in none is not installed, and a test that is in none never
# runs, without a word: so every file must stand, on a line of its own, in the CMakeLists.txt that is meant to list it.
#
# cmake -DROOT=<tree> -P check_sources.cmake

cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/refuse_faults.cmake")

set(missing "")
set(count 0)
function(check_listed list base)
	file(READ "${ROOT}/${list}" text)
	list(TRANSFORM ARGN PREPEND "${ROOT}/" OUTPUT_VARIABLE patterns)
	file(GLOB_RECURSE files RELATIVE "${ROOT}/${base}" ${patterns})
	# What only builds or packs is no part of the library.
	list(FILTER files EXCLUDE REGEX "^(cmake|packaging)/")
	foreach(file IN LISTS files)
		string(REPLACE "." "\\." name "${file}")
		if(NOT text MATCHES "\n[ \t]*${name}[ \t]*\n")
			list(APPEND missing "${base}/${file}: not listed in ${list}")
		endif()
		math(EXPR count "${count} + 1")
	endforeach()
	set(missing "${missing}" PARENT_SCOPE)
	set(count ${count} PARENT_SCOPE)
endfunction()

check_listed(plugin/CMakeLists.txt plugin "plugin/*.cpp")
check_listed(plugin/CMakeLists.txt include/ricochet "include/*.h")
check_listed(tests/benchmarks/CMakeLists.txt tests/benchmarks "tests/benchmarks/*.cpp")
check_listed(examples/CMakeLists.txt examples "examples/common/*.cpp" "examples/flashlight/*.cpp"
	"examples/hard_places/*.cpp" "examples/moving_picture/*.cpp" "examples/shooting_range/*.cpp" "examples/who_gets_through/*.cpp"
	"examples/ten_squares/*.cpp" "examples/toolbox/*.cpp")
check_listed(examples/playground/CMakeLists.txt examples/playground "examples/playground/*.cpp")
foreach(folder IN ITEMS determinism fuzz leaks properties referee)
	check_listed(tests/${folder}/CMakeLists.txt tests/${folder} "tests/${folder}/*.cpp")
endforeach()
foreach(folder IN ITEMS support geometry shapes query projectile sight examples seeds format c)
	check_listed(tests/CMakeLists.txt tests "tests/${folder}/*.cpp" "tests/${folder}/*.c")
endforeach()

refuse_faults("${missing}" "Files that are in no list")
if(count EQUAL 0)
	message(FATAL_ERROR "No headers or sources below ${ROOT}")
endif()
message(NOTICE "All of ${count} files are listed")
