include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(RICOCHET_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/ricochet")

set(libraries ricochet)
if(TARGET ricochet_portable_math)
	list(APPEND libraries ricochet_portable_math)
endif()
install(TARGETS ${libraries}
	EXPORT ricochetTargets
	FILE_SET HEADERS
)
install(EXPORT ricochetTargets
	NAMESPACE ricochet::
	DESTINATION "${RICOCHET_CMAKE_DIR}"
)

# fmt is private, yet whoever links a static library links what it needs.
if(ricochet_type STREQUAL "STATIC_LIBRARY")
	set(RICOCHET_FIND_FMT "find_dependency(fmt CONFIG)")
else()
	set(RICOCHET_FIND_FMT "")
endif()
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/ricochetConfig.cmake.in"
	"${CMAKE_CURRENT_BINARY_DIR}/ricochetConfig.cmake"
	INSTALL_DESTINATION "${RICOCHET_CMAKE_DIR}"
)
# Until 1.0 a new minor version may break what compiles against an older one.
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/ricochetConfigVersion.cmake"
	COMPATIBILITY SameMinorVersion
)
install(FILES
	"${CMAKE_CURRENT_BINARY_DIR}/ricochetConfig.cmake"
	"${CMAKE_CURRENT_BINARY_DIR}/ricochetConfigVersion.cmake"
	DESTINATION "${RICOCHET_CMAKE_DIR}"
)

# box2d.pc is Debian's addition: where there is none, or only that of another Box2D than the one found, name the library
# itself.
find_package(PkgConfig QUIET)
set(RICOCHET_PC_PACKAGES box2d fmt)
set(RICOCHET_PC_TARGETS "${RICOCHET_BOX2D}" fmt::fmt)
set(RICOCHET_PC_REQUIRES "")
set(RICOCHET_PC_REQUIRES_PRIVATE "")
set(RICOCHET_PC_LIBS "")
set(RICOCHET_PC_LIBS_PRIVATE "")
foreach(package target IN ZIP_LISTS RICOCHET_PC_PACKAGES RICOCHET_PC_TARGETS)
	if(package STREQUAL "box2d" OR ricochet_type STREQUAL "STATIC_LIBRARY")
		set(private "")
	else()
		set(private "_PRIVATE")
	endif()
	if(PKG_CONFIG_FOUND)
		pkg_check_modules(RICOCHET_PC_${package} QUIET ${package})
	endif()
	file(REAL_PATH "${RICOCHET_PC_${package}_INCLUDEDIR}" folder)
	get_target_property(folders ${target} INTERFACE_INCLUDE_DIRECTORIES)
	if(RICOCHET_PC_${package}_FOUND AND folder IN_LIST folders)
		string(APPEND RICOCHET_PC_REQUIRES${private} " ${package}")
	else()
		string(APPEND RICOCHET_PC_LIBS${private} " -l${package}")
	endif()
endforeach()
list(JOIN sanitize_flags " " RICOCHET_PC_SANITIZE)

# Relative to the file, so that an install tree can be moved.
file(RELATIVE_PATH RICOCHET_PC_PREFIX "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
string(REGEX REPLACE "/$" "" RICOCHET_PC_PREFIX "${RICOCHET_PC_PREFIX}")
configure_file("${CMAKE_CURRENT_LIST_DIR}/ricochet.pc.in" "${CMAKE_CURRENT_BINARY_DIR}/ricochet.pc" @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/ricochet.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
