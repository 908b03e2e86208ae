# What the documents say in CMake is configured as it stands there, in a game's folder with box2d/, ricochet/ and settings/.
# FetchContent takes both from disk.
#
# cmake -DROOT=<tree> -DBOX2D=<source of Box2D> -DSTAGE=<installed ricochet> -DBINARY=<folder> -DGENERATOR=<generator>
#       -DCACHE=<initial cache> -P check_snippets.cmake

cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE "${BINARY}")
file(GLOB documents "${ROOT}/*.md" "${ROOT}/plugin/docs/*.md" "${ROOT}/plugin/docs/guides/*.md"
	"${ROOT}/plugin/docs/inside/*.md")
set(count 0)
foreach(document IN LISTS documents)
	file(READ "${document}" text)
	string(PREPEND text "\n")
	while(text MATCHES "\n```cmake\n")
		string(FIND "${text}" "\n```cmake\n" begin)
		math(EXPR begin "${begin} + 10")
		string(SUBSTRING "${text}" ${begin} -1 text)
		string(FIND "${text}" "\n```" end)
		string(SUBSTRING "${text}" 0 ${end} code)
		string(SUBSTRING "${text}" ${end} -1 text)

		math(EXPR count "${count} + 1")
		get_filename_component(name "${document}" NAME_WE)
		set(game "${BINARY}/${name}_${count}")
		if(NOT code MATCHES "add_executable")
			string(PREPEND code "add_executable(game main.cpp)\n")
		endif()
		if(NOT code MATCHES "project\\(")
			string(PREPEND code "cmake_minimum_required(VERSION 3.25)\nproject(game LANGUAGES CXX)\n")
		endif()
		file(WRITE "${game}/CMakeLists.txt" "${code}\n")
		file(WRITE "${game}/main.cpp" "#include <ricochet/ricochet.h>\nint main() {}\n")
		file(CREATE_LINK "${BOX2D}" "${game}/box2d" SYMBOLIC)
		file(CREATE_LINK "${ROOT}" "${game}/ricochet" SYMBOLIC)
		file(CREATE_LINK "${ROOT}/tests/packaging/foreign/settings" "${game}/settings" SYMBOLIC)
		execute_process(
			COMMAND "${CMAKE_COMMAND}" -S "${game}" -B "${game}/build" -G "${GENERATOR}" -C "${CACHE}"
				-DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_UNITY_BUILD=OFF # so that main.cpp is found there
				"-DFETCHCONTENT_SOURCE_DIR_BOX2D=${BOX2D}" "-DFETCHCONTENT_SOURCE_DIR_RICOCHET=${ROOT}"
			RESULT_VARIABLE result
			OUTPUT_VARIABLE output
			ERROR_VARIABLE output
		)
		if(NOT result EQUAL 0 OR output MATCHES "CMake Warning \\(dev\\)")
			message(FATAL_ERROR "${document}: block ${count} of CMake, in ${game}:\n${output}")
		endif()

		file(READ "${game}/build/compile_commands.json" commands)
		if(commands MATCHES "unit-test|testbed")
			message(FATAL_ERROR "${document}: block ${count} builds Box2D's own tests, too")
		endif()
		set(main "")
		string(JSON length LENGTH "${commands}")
		math(EXPR last "${length} - 1")
		foreach(i RANGE ${last})
			string(JSON file GET "${commands}" ${i} file)
			if(file STREQUAL "${game}/main.cpp")
				string(JSON main GET "${commands}" ${i} command)
			endif()
		endforeach()
		if(code MATCHES "BOX2D_USER_SETTINGS" AND NOT main MATCHES "B2_USER_SETTINGS")
			message(FATAL_ERROR "${document}: block ${count}: the game does not get B2_USER_SETTINGS: ${main}")
		endif()
		if(NOT main MATCHES "include")
			message(FATAL_ERROR "${document}: block ${count}: the game does not get ricochet's headers: ${main}")
		endif()
	endwhile()
endforeach()
if(count LESS 6)
	message(FATAL_ERROR "Only ${count} blocks of CMake are found: is the pattern right?")
endif()
message(NOTICE "${count} blocks of CMake are configured")
