# No symbol of ricochet_scene has the name of a class or a function of Box2D, and a shared one shows the C interface alone.
#
# cmake -DNM=<program> -DLIBRARY=<file> -P check_scene_symbols.cmake

cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/refuse_faults.cmake")

set(dynamic "")
if(LIBRARY MATCHES "\\.so")
	set(dynamic --dynamic)
endif()
execute_process(COMMAND "${NM}" ${dynamic} --demangle "${LIBRARY}"
	OUTPUT_VARIABLE symbols ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
# What stands before the name is not a part of the match, because CMake would then take half a minute.
string(REGEX MATCHALL "[^A-Za-z0-9_]b2[A-Z][^\n]*" faults "${symbols}")
if(dynamic)
	string(REGEX MATCHALL "[^\n]* [TVWu] ricochet::[^\n]*" shown "${symbols}")
	list(APPEND faults ${shown})
endif()
if(NOT symbols MATCHES " T ricochet_scene_move\n")
	list(APPEND faults "ricochet_scene_move is missing")
endif()
refuse_faults("${faults}" "Symbols of ${LIBRARY}")
