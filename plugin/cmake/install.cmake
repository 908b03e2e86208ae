include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(RICOCHET_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/ricochet")

# ricochet_install(export library...): each component has an export of its own, since each has other dependencies.
function(ricochet_install export)
	install(TARGETS ${ARGN}
		EXPORT ${export}
		FILE_SET HEADERS
	)
	install(EXPORT ${export}
		NAMESPACE ricochet::
		DESTINATION "${RICOCHET_CMAKE_DIR}"
	)
endfunction()

set(libraries "")
foreach(library IN ITEMS ricochet ricochet_portable_math)
	if(TARGET ${library})
		list(APPEND libraries ${library})
	endif()
endforeach()
# What find_package(ricochet) finds.
set(RICOCHET_DEFAULT_COMPONENT scene)
set(type "${scene_type}")
if(libraries)
	ricochet_install(ricochetTargets ${libraries})
	set(RICOCHET_DEFAULT_COMPONENT box2d)
	set(type "${ricochet_type}")
endif()
if(TARGET ricochet_scene)
	ricochet_install(ricochetSceneTargets ricochet_scene)
endif()

# fmt is private, yet whoever links a static library links what it needs.
if(type STREQUAL "STATIC_LIBRARY")
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

if(NOT RICOCHET_BUILD_BOX2D)
	return()
endif()

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
