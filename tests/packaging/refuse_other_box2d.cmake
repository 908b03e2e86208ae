# A program that is compiled with other headers than the library is told what differs, and never runs into it.
#
# cmake -DFAULT=settings|version|layout|box2d_3|standard -DPKG_CONFIG=<program> -DPC_DIR=<folder> -DCXX=<compiler>
#       -DINCLUDES=<folder> -DBOX2D_INCLUDES=<folders> -DBINARY=<folder> -DLIBRARY_DIR=<folder>
#       -P refuse_other_box2d.cmake

cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE "${BINARY}")
file(MAKE_DIRECTORY "${BINARY}")
set(ENV{PKG_CONFIG_PATH} "${PC_DIR}")
set(ENV{LD_LIBRARY_PATH} "${LIBRARY_DIR}:$ENV{LD_LIBRARY_PATH}")
execute_process(
	COMMAND "${PKG_CONFIG}" --cflags --libs ricochet
	OUTPUT_VARIABLE flags
	OUTPUT_STRIP_TRAILING_WHITESPACE
	COMMAND_ERROR_IS_FATAL ANY
)
separate_arguments(flags UNIX_COMMAND "${flags}")

# A copy of a header in a folder that is searched first.
function(change folder header from to)
	find_file(original "${header}" PATHS ${folder} NO_DEFAULT_PATH NO_CACHE REQUIRED)
	get_filename_component(parent "${original}" DIRECTORY)
	get_filename_component(name "${header}" DIRECTORY)
	file(COPY "${parent}/" DESTINATION "${BINARY}/include/${name}")
	file(READ "${original}" text)
	string(REPLACE "${from}" "${to}" changed "${text}")
	if(changed STREQUAL text)
		message(FATAL_ERROR "${original} has no ${from}")
	endif()
	file(WRITE "${BINARY}/include/${header}" "${changed}")
endfunction()

set(first "")
set(program "${CMAKE_CURRENT_LIST_DIR}/consumer/main.cpp")
if(FAULT STREQUAL settings)
	set(first -DB2_USER_SETTINGS "-I${CMAKE_CURRENT_LIST_DIR}/foreign/settings")
	set(expected "undefined reference.*BuiltFor<.*Box2dPolygonVertices<12>.*Library")
elseif(FAULT STREQUAL version)
	change("${INCLUDES}" ricochet/version.h "RICOCHET_VERSION_MAJOR 0" "RICOCHET_VERSION_MAJOR 7")
	set(first "-I${BINARY}/include")
	set(expected "undefined reference.*BuiltFor<ricochet::Version<7, .*Library")
elseif(FAULT STREQUAL layout)
	list(APPEND BOX2D_INCLUDES /usr/include)
	change("${BOX2D_INCLUDES}" box2d/b2_fixture.h "	float m_density;" "	float m_density; double m_temperature;")
	set(first "-I${BINARY}/include")
	set(program "${CMAKE_CURRENT_LIST_DIR}/other_layout.cpp")
	set(expected "sizeof\\(b2Fixture\\) is [0-9]+ in the game and [0-9]+ in ricochet")
elseif(FAULT STREQUAL standard)
	set(first -std=c++17)
	set(expected "error:[^\n]*ricochet needs C\\+\\+20")
else()
	# As Box2D 3 has them; the system's own Box2D is out of the way.
	file(WRITE "${BINARY}/include/box2d/box2d.h" "typedef struct b2WorldId { int index1; } b2WorldId;\n")
	set(first -nostdinc "-I${BINARY}/include")
	set(expected "error:[^\n]*ricochet is for Box2D 2.4[^\n]*Box2D 3 has another interface")
endif()

execute_process(
	COMMAND "${CXX}" -std=c++20 ${first} "${program}" ${flags} -o "${BINARY}/program"
	RESULT_VARIABLE result
	OUTPUT_VARIABLE output
	ERROR_VARIABLE output
)
if(FAULT STREQUAL layout)
	if(NOT result EQUAL 0)
		message(FATAL_ERROR "other_layout.cpp must build:\n${output}")
	endif()
	execute_process(COMMAND "${BINARY}/program" RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
	if(NOT result EQUAL 0)
		message(FATAL_ERROR "Not all is refused:\n${output}")
	endif()
elseif(result EQUAL 0)
	message(FATAL_ERROR "A program of another ${FAULT} builds")
endif()
string(SUBSTRING "${output}" 0 3000 shown)
if(NOT output MATCHES "${expected}")
	message(FATAL_ERROR "Not said: ${expected}\n${shown}")
endif()
message(NOTICE "${shown}")
