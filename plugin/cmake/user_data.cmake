# The C interface keeps its names in b2BodyUserData::pointer and b2FixtureUserData::pointer. Box2D before 2.4.1 and some
# b2_user_settings.h have none: CMake says so, before anything is compiled.

include(CheckCXXSourceCompiles)

# ricochet_compiles_with_box2d(result statement): compiles a statement about a body def and a fixture def.
function(ricochet_compiles_with_box2d result statement)
	set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
	set(CMAKE_REQUIRED_QUIET ON)
	if(RICOCHET_BOX2D_SUBPROJECT)
		# A target of this project cannot be linked here. Its folders can be searched.
		get_target_property(folders ${RICOCHET_BOX2D_SUBPROJECT} INCLUDE_DIRECTORIES)
		get_target_property(definitions ${RICOCHET_BOX2D_SUBPROJECT} COMPILE_DEFINITIONS)
		string(REGEX REPLACE "\\$<BUILD_INTERFACE:([^>]*)>" "\\1" folders "${folders}")
		list(FILTER folders EXCLUDE REGEX "\\$<|NOTFOUND$")
		list(FILTER definitions INCLUDE REGEX "^B2_USER_SETTINGS")
		list(TRANSFORM definitions PREPEND -D)
		set(CMAKE_REQUIRED_INCLUDES ${folders})
		set(CMAKE_REQUIRED_DEFINITIONS ${definitions})
	else()
		set(CMAKE_REQUIRED_LIBRARIES ${RICOCHET_BOX2D})
	endif()
	unset(${result} CACHE) # the next Box2D may be another one
	check_cxx_source_compiles("
		#include <box2d/b2_body.h>
		#include <box2d/b2_fixture.h>
		void Touch(b2BodyDef& body, b2FixtureDef& fixture) { ${statement} }
	" ${result})
	set(${result} "${${result}}" PARENT_SCOPE)
	unset(${result} CACHE)
endfunction()

# Where not even the headers compile alone, as when the project says more of its Box2D later, the compiler will tell.
ricochet_compiles_with_box2d(RICOCHET_BOX2D_COMPILES "(void)body; (void)fixture;")
if(RICOCHET_BOX2D_COMPILES)
	ricochet_compiles_with_box2d(RICOCHET_BOX2D_HAS_POINTERS "body.userData.pointer = 1; fixture.userData.pointer = 1;")
	if(NOT RICOCHET_BOX2D_HAS_POINTERS)
		message(FATAL_ERROR "ricochet's C interface needs b2BodyUserData::pointer and b2FixtureUserData::pointer, which "
			"this Box2D lacks: it is older than 2.4.1, or its b2_user_settings.h have others. "
			"Say -DRICOCHET_C_INTERFACE=OFF to build without the C interface.")
	endif()
endif()
