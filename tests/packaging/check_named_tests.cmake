# What the documentation says is pinned by a test, is: every `Suite.Name` in it stands as TEST(Suite, Name) in the tests.
#
# cmake -DROOT=<tree> -DDOCUMENT=<file> -P check_named_tests.cmake

cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/refuse_faults.cmake")

file(GLOB_RECURSE sources "${ROOT}/tests/*_test.cpp")
set(known "")
foreach(source IN LISTS sources)
	file(READ "${source}" text)
	string(REGEX MATCHALL "(TEST|TEST_F|TEST_P|RC_GTEST_PROP)\\([A-Za-z0-9_]+,[ \t\r\n]*[A-Za-z0-9_]+" matches "${text}")
	foreach(match IN LISTS matches)
		string(REGEX REPLACE "^[A-Z_]+\\(([A-Za-z0-9_]+),[ \t\r\n]*([A-Za-z0-9_]+)$" "\\1.\\2" name "${match}")
		list(APPEND known "${name}")
	endforeach()
endforeach()

file(READ "${DOCUMENT}" text)
string(REGEX MATCHALL "`[A-Z][A-Za-z0-9_]+\\.[A-Z][A-Za-z0-9_]+`" names "${text}")
list(REMOVE_DUPLICATES names)
set(missing "")
foreach(name IN LISTS names)
	string(REPLACE "`" "" name "${name}")
	if(NOT name IN_LIST known)
		list(APPEND missing "${name}")
	endif()
endforeach()

list(LENGTH names count)
refuse_faults("${missing}" "Tests that ${DOCUMENT} names and nobody has written")
if(count LESS 20)
	message(FATAL_ERROR "Only ${count} tests are named in ${DOCUMENT}")
endif()
