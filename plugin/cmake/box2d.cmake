# Which Box2D ricochet is built with, RICOCHET_BOX2D, and what that Box2D is compiled with.
#
# A Box2D that the project has added before goes first: as a subproject it is the target box2d, and has no alias.
# An installed one is box2d::box2d.

if(TARGET box2d::box2d OR NOT TARGET box2d)
	set(RICOCHET_BOX2D box2d::box2d)
else()
	set(RICOCHET_BOX2D box2d)
endif()
if(NOT TARGET ${RICOCHET_BOX2D})
	find_package(box2d 2.4 CONFIG QUIET)
	if(NOT box2d_FOUND)
		set(considered "")
		foreach(config version IN ZIP_LISTS box2d_CONSIDERED_CONFIGS box2d_CONSIDERED_VERSIONS)
			string(APPEND considered "\n  ${version} is in ${config}")
		endforeach()
		if(considered)
			message(FATAL_ERROR "ricochet is for Box2D 2.4, which has another interface than Box2D 3. Found only:"
				"${considered}\nSay where 2.4 is by -Dbox2d_DIR, or add its source before ricochet, by add_subdirectory.")
		endif()
		message(FATAL_ERROR "ricochet needs Box2D 2.4 (Debian: libbox2d-dev). "
			"Say where it is by -Dbox2d_DIR, or add its source before ricochet, by add_subdirectory.")
	endif()
endif()

# The target itself, of which properties can be asked; empty for an installed Box2D.
set(RICOCHET_BOX2D_SUBPROJECT "")
get_target_property(box2d_is_imported ${RICOCHET_BOX2D} IMPORTED)
if(NOT box2d_is_imported)
	get_target_property(RICOCHET_BOX2D_SUBPROJECT ${RICOCHET_BOX2D} ALIASED_TARGET)
	if(NOT RICOCHET_BOX2D_SUBPROJECT)
		set(RICOCHET_BOX2D_SUBPROJECT ${RICOCHET_BOX2D})
	endif()
	get_target_property(box2d_version ${RICOCHET_BOX2D_SUBPROJECT} VERSION)
	if(box2d_version AND NOT box2d_version MATCHES "^2\\.4")
		message(FATAL_ERROR "ricochet is for Box2D 2.4, which has another interface than Box2D 3. "
			"The target ${RICOCHET_BOX2D} is Box2D ${box2d_version}.")
	endif()
endif()

# ricochet_take_box2d_settings(target PUBLIC|PRIVATE): compiles a target with the b2_user_settings.h of a Box2D that is a
# subproject. Box2D's own build says B2_USER_SETTINGS to itself alone, and every file that includes its headers must agree.
function(ricochet_take_box2d_settings target scope)
	if(NOT RICOCHET_BOX2D_SUBPROJECT)
		return()
	endif()
	# When all is known: the project may still say more of its Box2D.
	set(definitions "$<TARGET_PROPERTY:${RICOCHET_BOX2D_SUBPROJECT},COMPILE_DEFINITIONS>")
	set(settings "$<FILTER:${definitions},INCLUDE,^B2_USER_SETTINGS>")
	set(folders "$<TARGET_PROPERTY:${RICOCHET_BOX2D_SUBPROJECT},INCLUDE_DIRECTORIES>")
	# Box2D's private headers have names that a game may have, too.
	get_target_property(own ${RICOCHET_BOX2D_SUBPROJECT} SOURCE_DIR)
	if(NOT EXISTS "${own}/b2_user_settings.h")
		string(REGEX REPLACE "([][.+*?^$()|{}\\])" "\\\\\\1" own "${own}")
		set(folders "$<FILTER:${folders},EXCLUDE,^${own}/?$>")
	endif()
	target_compile_definitions(${target} ${scope} "${settings}")
	target_include_directories(${target} ${scope} "$<$<BOOL:${settings}>:${folders}>")
endfunction()
