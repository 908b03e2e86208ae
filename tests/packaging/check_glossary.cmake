# The rows of the glossary are sorted by their word and have four cells: the search of the site reads them. Words that
# many people search for have a row.
#
# cmake -DROOT=<tree> -P check_glossary.cmake

cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/refuse_faults.cmake")

file(READ "${ROOT}/plugin/docs/glossary.md" text)
string(REGEX REPLACE "[][;]" " " text "${text}")
string(REGEX MATCHALL "\n\\| [^\n]*" rows "${text}")
list(LENGTH rows count)
if(count LESS 60)
	message(FATAL_ERROR "The glossary has ${count} rows only")
endif()
list(POP_FRONT rows) # the heads of the columns

set(faults "")
set(last "")
foreach(row IN LISTS rows)
	if(NOT row MATCHES "^\n\\| ([^|]+) \\| [^|]+ \\| [^|]+ \\| [^|]*\\([^|]+\\) \\|$")
		list(APPEND faults "not four cells with a link in the last: ${row}")
		continue()
	endif()
	string(TOLOWER "${CMAKE_MATCH_1}" words)
	string(REPLACE "," "" word "${words}")
	if(word STRLESS last)
		list(APPEND faults "'${words}' stands behind '${last}'")
	endif()
	set(last "${word}")
endforeach()
string(TOLOWER "${text}" text)
foreach(word IN ITEMS "hitscan" "field of view" "grenade arc" "splash damage" "lag compensation" "tunnelling")
	if(NOT text MATCHES "\n\\| ([^|\n]*, )?${word}[ ,]")
		list(APPEND faults "no row for '${word}'")
	endif()
endforeach()
refuse_faults("${faults}" "Rows of the glossary")
message(NOTICE "${count} rows")
