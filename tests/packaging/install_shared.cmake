# Builds ricochet as a shared library of hidden visibility, installs it and uses it: by find_package and by pkg-config,
# from programs of hidden visibility. Nothing private may be shown.
#
# cmake -DROOT=<tree> -DBINARY=<folder> -DGENERATOR=<generator> -DCONFIG=<configuration> -DCACHE=<initial cache>
#       -DCXX=<compiler> -DBUILD=<folder> -DPKG_CONFIG=<program> -DREADME=<file> -P install_shared.cmake
#
# BUILD may hold the shared library already, configured with the same cache.

cmake_minimum_required(VERSION 3.25)

set(stage "${BINARY}/stage")
set(hidden -DBUILD_SHARED_LIBS=ON -DCMAKE_CXX_VISIBILITY_PRESET=hidden
	-DCMAKE_VISIBILITY_INLINES_HIDDEN=ON
)
file(REMOVE_RECURSE "${BINARY}")
execute_process(
	COMMAND "${CMAKE_COMMAND}" -S "${ROOT}" -B "${BUILD}" -G "${GENERATOR}" -C "${CACHE}"
		"-DCMAKE_BUILD_TYPE=${CONFIG}" ${hidden} -DRICOCHET_BUILD_TESTS=OFF -DRICOCHET_BUILD_EXAMPLES=OFF
		-DRICOCHET_BUILD_BENCHMARKS=OFF -DCMAKE_INSTALL_LIBDIR=lib
	COMMAND_ERROR_IS_FATAL ANY
)
execute_process(
	COMMAND "${CMAKE_COMMAND}" --build "${BUILD}" --config "${CONFIG}"
	COMMAND_ERROR_IS_FATAL ANY
)
execute_process(
	COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --config "${CONFIG}" --prefix "${stage}"
	COMMAND_ERROR_IS_FATAL ANY
)

find_program(nm nm NO_CACHE)
if(nm)
	execute_process(
		COMMAND "${nm}" --dynamic --defined-only --demangle "${stage}/lib/libricochet.so"
		OUTPUT_VARIABLE shown
		COMMAND_ERROR_IS_FATAL ANY
	)
	foreach(public IN ITEMS "typeinfo for ricochet::ClipPolygonShape" "vtable for ricochet::ClosestRayCallback"
		"ricochet::BuiltFor<ricochet::Version<" "ricochet::CastRayClosest(ricochet::Space"
	)
		string(FIND "${shown}" "${public}" place)
		if(place EQUAL -1)
			message(FATAL_ERROR "The library does not show ${public}")
		endif()
	endforeach()
	if(shown MATCHES "ricochet::(LocalRay|BulletGroup|WalkTree|HullPair)[^\n]*")
		message(FATAL_ERROR "The library shows ${CMAKE_MATCH_0}")
	endif()
endif()

set(SOURCE "${CMAKE_CURRENT_LIST_DIR}/consumer")
set(OPTIONS ${hidden} "-DCMAKE_PREFIX_PATH=${stage}" "-DRICOCHET_STAGE=${stage}" "-DREADME=${README}")
set(root "${BINARY}")
set(BINARY "${root}/find_package")
include("${CMAKE_CURRENT_LIST_DIR}/consume.cmake")

if(PKG_CONFIG)
	set(PC_DIR "${stage}/lib/pkgconfig")
	set(LIBRARY_DIR "${stage}/lib")
	set(SOURCES "${CMAKE_CURRENT_LIST_DIR}/consumer/main.cpp" "${README}")
	foreach(FLAGS IN ITEMS "-fvisibility=hidden" "-fvisibility=hidden;-fno-exceptions;-fno-rtti")
		set(BINARY "${root}/pkg_config")
		include("${CMAKE_CURRENT_LIST_DIR}/consume_pkg_config.cmake")
	endforeach()
endif()
