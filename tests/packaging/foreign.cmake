# Builds of ricochet as a game makes them, each anew: with Box2D as a part of the game, under the game's settings, shared,
# by another compiler.

set(RICOCHET_BOX2D_SOURCE "" CACHE PATH "Box2D 2.4.1's source (plugin/cmake/box2d_source.sh), for RICOCHET_SLOW_TESTS")
set(RICOCHET_BOX2D_242_SOURCE "" CACHE PATH "Box2D 2.4.2's source; the tests of RICOCHET_SLOW_TESTS with it are optional")
if(NOT RICOCHET_SLOW_TESTS)
	return()
endif()
if(NOT EXISTS "${RICOCHET_BOX2D_SOURCE}/include/box2d/b2_world.h")
	message(FATAL_ERROR "RICOCHET_SLOW_TESTS needs the source of Box2D 2.4.1: "
		"plugin/cmake/box2d_source.sh folder, then -DRICOCHET_BOX2D_SOURCE=folder")
endif()

# Clang compiles in half the time, so it builds what is not about GCC.
find_program(RICOCHET_CLANG clang++)
mark_as_advanced(RICOCHET_CLANG)
set(other_compiler "${CMAKE_CXX_COMPILER}")
if(RICOCHET_CLANG)
	set(other_compiler "${RICOCHET_CLANG}")
endif()

# What ricochet brings into a game's build with the installed Box2D is seen without building it.
set(folder "${CMAKE_CURRENT_SOURCE_DIR}/foreign")
add_test(NAME packaging.add_subdirectory
	COMMAND "${CMAKE_COMMAND}" --fresh -S "${folder}" -B "${CMAKE_CURRENT_BINARY_DIR}/add_subdirectory"
		-G "${CMAKE_GENERATOR}" -C "${cache}"
		-DCMAKE_BUILD_TYPE=$<CONFIG> "-DFETCHCONTENT_SOURCE_DIR_RICOCHET=${PROJECT_SOURCE_DIR}"
)

# The shared library from languages that have no C++. Compiled as fast as can be, once for all: what it answers is
# tested elsewhere.
set(bindings "${CMAKE_CURRENT_BINARY_DIR}/bindings")
function(ricochet_add_binding name program expected)
	string(TOUPPER "RICOCHET_${program}" variable)
	find_program(${variable} ${program})
	mark_as_advanced(${variable})
	if(NOT ${variable})
		message(STATUS "${program} not found: the example in examples/bindings/${name} is not tested")
		return()
	endif()
	add_test(NAME packaging.${name}
		COMMAND bash "${PROJECT_SOURCE_DIR}/examples/bindings/${name}/run" "${bindings}"
			-C "${cache}" -DCMAKE_BUILD_TYPE=$<CONFIG>
	)
	set_tests_properties(packaging.${name} PROPERTIES
		TIMEOUT 1500
		COST 200
		RESOURCE_LOCK bindings
		PASS_REGULAR_EXPRESSION "${expected}"
	)
endfunction()

ricochet_add_binding(lua luajit
	"x 9.995 m, normal .-1, 0., 0.010 m thick.*must be above 0.*the same again.*2 impacts of the bullet.*scene.svg")
ricochet_add_binding(csharp mcs
	"x 9.995 m, 0.010 m thick, damage 7, True.*BulletDef::mass is -1: it must be above 0.*first_bullet.exe")

# ricochet_add_foreign(name box2d compiler [-Dname=value...])
function(ricochet_add_foreign name box2d compiler)
	ricochet_add_consumer(foreign.${name} foreign
		PROGRAMS foreign consumer readme
		OPTIONS
			"-DFETCHCONTENT_SOURCE_DIR_BOX2D=${box2d}"
			"-DFETCHCONTENT_SOURCE_DIR_RICOCHET=${PROJECT_SOURCE_DIR}"
			"-DCMAKE_CXX_COMPILER=${compiler}"
			${ARGN}
	)
	set_tests_properties(packaging.foreign.${name} PROPERTIES LABELS foreign TIMEOUT 600)
endfunction()

ricochet_add_foreign(pixels "${RICOCHET_BOX2D_SOURCE}" "${other_compiler}" "-DSETTINGS=${folder}/pixels"
	-DRICOCHET_C_INTERFACE=OFF
)
ricochet_add_foreign(shared "${RICOCHET_BOX2D_SOURCE}" "${other_compiler}"
	-DBUILD_SHARED_LIBS=ON "-DSETTINGS=${folder}/settings"
)
if(RICOCHET_BOX2D_242_SOURCE)
	ricochet_add_foreign(box2d_2_4_2 "${RICOCHET_BOX2D_242_SOURCE}" "${CMAKE_CXX_COMPILER}")
endif()

if(RICOCHET_INSTALL)
	ricochet_add_consumer(foreign.installed consumer OPTIONS "-DBOX2D_SOURCE=${RICOCHET_BOX2D_SOURCE}")
	set_tests_properties(packaging.foreign.installed PROPERTIES LABELS foreign FIXTURES_REQUIRED stage)
	add_test(NAME docs.cmake_blocks
		COMMAND "${CMAKE_COMMAND}"
			"-DROOT=${PROJECT_SOURCE_DIR}"
			"-DBOX2D=${RICOCHET_BOX2D_SOURCE}"
			"-DBINARY=${CMAKE_CURRENT_BINARY_DIR}/snippets"
			"-DGENERATOR=${CMAKE_GENERATOR}"
			"-DCACHE=${cache}"
			-P "${CMAKE_CURRENT_SOURCE_DIR}/check_snippets.cmake"
	)
	set_tests_properties(docs.cmake_blocks PROPERTIES LABELS foreign FIXTURES_REQUIRED stage TIMEOUT 900)
endif()

add_test(NAME packaging.foreign.shared_installed
	COMMAND "${CMAKE_COMMAND}"
		"-DROOT=${PROJECT_SOURCE_DIR}"
		"-DBINARY=${CMAKE_CURRENT_BINARY_DIR}/foreign.shared_installed"
		"-DBUILD=${bindings}"
		"-DGENERATOR=${CMAKE_GENERATOR}"
		-DCONFIG=$<CONFIG>
		"-DCACHE=${cache}"
		"-DCXX=${CMAKE_CXX_COMPILER}"
		"-DPKG_CONFIG=${PKG_CONFIG_EXECUTABLE}"
		"-DREADME=${readme}"
		-P "${CMAKE_CURRENT_SOURCE_DIR}/install_shared.cmake"
)
set_tests_properties(packaging.foreign.shared_installed PROPERTIES LABELS foreign TIMEOUT 600 COST 100
	RESOURCE_LOCK bindings
)
