# `cpack -G DEB` in the build's folder makes libricochet-dev for Debian 12: headers, library, CMake and pkg-config files.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME libricochet-dev)
set(CPACK_PACKAGE_VENDOR "the ricochet authors")
set(CPACK_PACKAGE_CONTACT "the ricochet authors <ricochet@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION} (development files)")
set(CPACK_PACKAGE_DESCRIPTION "A C++20 library for games on Box2D 2.4: bullets of any speed, grenades, explosions, ray and
shape casts, sight and shadows, decided exactly.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
# The headers include Box2D's; a static library leaves Box2D and fmt to whoever links it.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libbox2d-dev (>= 2.4.1), libbox2d-dev (<< 3), libfmt-dev")
if(ricochet_type STREQUAL "SHARED_LIBRARY")
	# CPack ends with an error where it has no `file`. The packages above bring the libraries all the same.
	find_program(RICOCHET_FILE file)
	find_program(RICOCHET_SHLIBDEPS dpkg-shlibdeps)
	mark_as_advanced(RICOCHET_FILE RICOCHET_SHLIBDEPS)
	if(RICOCHET_FILE)
		set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
		if(RICOCHET_SHLIBDEPS)
			set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
		endif()
	endif()
endif()

# What only a package of Debian's has.
file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/copyright" "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: ricochet

Files: *
Copyright: 2026 the ricochet authors
License: Expat
")
file(STRINGS "${PROJECT_SOURCE_DIR}/LICENSE" licence)
foreach(line IN LISTS licence)
	if(line STREQUAL "")
		set(line ".")
	endif()
	file(APPEND "${CMAKE_CURRENT_BINARY_DIR}/copyright" " ${line}\n")
endforeach()
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/copyright"
	DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/libricochet-dev"
	COMPONENT debian
	EXCLUDE_FROM_ALL
)
set(CPACK_INSTALL_CMAKE_PROJECTS
	"${PROJECT_BINARY_DIR}" "${PROJECT_NAME}" ALL /
	"${PROJECT_BINARY_DIR}" "${PROJECT_NAME}" debian /
)
include(CPack)
