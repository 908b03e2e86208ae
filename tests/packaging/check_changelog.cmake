# What a version promises is kept: the newest version of the change log is that of the header, and under it stand the
# hashes that the determinism test expects. Who changes results changes the log.
#
# cmake -DROOT=<tree> -P check_changelog.cmake

cmake_minimum_required(VERSION 3.25)

file(STRINGS "${ROOT}/include/ricochet/version.h" version REGEX "^#define RICOCHET_VERSION_")
string(REGEX REPLACE "[^0-9;]" "" version "${version}")
string(REPLACE ";" "." version "${version}")

file(READ "${ROOT}/CHANGELOG.md" text)
if(NOT text MATCHES "\n## ([0-9]+\\.[0-9]+\\.[0-9]+)")
	message(FATAL_ERROR "CHANGELOG.md names no version")
endif()
if(NOT CMAKE_MATCH_1 STREQUAL version)
	message(FATAL_ERROR "The newest version of CHANGELOG.md is ${CMAKE_MATCH_1}, that of version.h ${version}")
endif()

string(FIND "${text}" "\n## ${version}" begin)
string(SUBSTRING "${text}" ${begin} -1 text)
string(SUBSTRING "${text}" 1 -1 text)
string(FIND "${text}" "\n## " end)
string(SUBSTRING "${text}" 0 ${end} text)
file(STRINGS "${ROOT}/tests/determinism/expected_hash.txt" hashes REGEX "^(portable )?[0-9]+ [0-9]+ [0-9a-f]+$")
if(NOT hashes)
	message(FATAL_ERROR "expected_hash.txt holds no hash")
endif()
foreach(hash IN LISTS hashes)
	string(FIND "${text}" "\n${hash}\n" position)
	if(position EQUAL -1)
		message(FATAL_ERROR "CHANGELOG.md does not say under ${version} that the hash is now: ${hash}")
	endif()
endforeach()
