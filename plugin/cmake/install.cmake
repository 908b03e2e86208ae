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

# ricochet_install_pc(library type packages targets): the .pc file of a library. Its packages are found by pkg-config. A
# package that pkg-config does not have, or has in another version than the target, is named as a library.
find_package(PkgConfig QUIET)
function(ricochet_install_pc library type packages targets)
	foreach(package target IN ZIP_LISTS packages targets)
		# A shared library needs fmt only by itself.
		set(private "")
		if(package STREQUAL "fmt" AND NOT type STREQUAL "STATIC_LIBRARY")
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
	# A program in C links the static library by a compiler of C.
	if(type STREQUAL "STATIC_LIBRARY" AND "stdc++" IN_LIST CMAKE_CXX_IMPLICIT_LINK_LIBRARIES)
		string(APPEND RICOCHET_PC_LIBS_PRIVATE " -lstdc++ -lm")
	endif()
	string(REPLACE "_" "-" RICOCHET_PC_NAME "${library}")
	set(RICOCHET_PC_LIBRARY "${library}")
	list(JOIN sanitize_flags " " RICOCHET_PC_SANITIZE)

	# Relative to the file, so that an install tree can be moved.
	file(RELATIVE_PATH RICOCHET_PC_PREFIX "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
	string(REGEX REPLACE "/$" "" RICOCHET_PC_PREFIX "${RICOCHET_PC_PREFIX}")
	set(file "${CMAKE_CURRENT_BINARY_DIR}/${RICOCHET_PC_NAME}.pc")
	configure_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/ricochet.pc.in" "${file}" @ONLY)
	install(FILES "${file}" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endfunction()

if(TARGET ricochet)
	ricochet_install_pc(ricochet "${ricochet_type}" "box2d;fmt" "${RICOCHET_BOX2D};fmt::fmt") # box2d.pc is Debian's
endif()
if(TARGET ricochet_scene)
	ricochet_install_pc(ricochet_scene "${scene_type}" fmt fmt::fmt)
endif()
