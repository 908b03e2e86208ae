# Checks the order of the layers in every header and source below ROOT/include and ROOT/plugin:
#
#   c, format -> projectile -> sight -> query -> index -> host -> shapes -> geometry
#
# but sight knows no shapes, and only the host knows the engine's worlds, bodies, fixtures and trees.
#
# cmake -DROOT=<tree> -P check_layers.cmake

cmake_minimum_required(VERSION 3.25)

set(layers geometry shapes host index query sight projectile c format)
set(geometry_may_include geometry)
set(shapes_may_include geometry shapes)
set(host_may_include geometry shapes host)
set(index_may_include geometry shapes host index)
set(query_may_include geometry shapes host index query)
set(projectile_may_include geometry shapes host index query sight projectile)
set(sight_may_include geometry host index query sight)
# Above all others, which know neither: the C interface, and text for logs, in headers alone.
set(c_may_include ${projectile_may_include} c ricochet_c.h version.h)
set(format_may_include ${projectile_may_include} format)

# What the lower layers know of Box2D.
set(geometry_may_know b2_math.h b2_collision.h b2_settings.h)
set(shapes_may_know ${geometry_may_know} b2_common.h b2_settings.h b2_types.h b2_block_allocator.h
	b2_shape.h b2_circle_shape.h b2_edge_shape.h b2_polygon_shape.h b2_chain_shape.h)

# Everything above the host reaches the engine by one header. The public headers of games show what Box2D's own do.
set(host_header host/host.h)
set(engine_headers b2_world.h b2_body.h b2_fixture.h b2_contact.h b2_joint.h b2_dynamic_tree.h b2_broad_phase.h
	b2_contact_manager.h)
set(engine_code "GrantAccess|GRANT_ACCESS|GetBodyList|GetFixtureList|GetContactManager|m_broadPhase")

# One file knows the broadphase, one tells the kinds of shape apart, and one reads what a filter says.
set(broadphase_file plugin/host/box2d/tree.h)
set(broadphase_headers b2_broad_phase.h b2_contact_manager.h)
set(shape_switch_file plugin/shapes/cast_shape.cpp)
set(filter_files plugin/query/accept.h plugin/query/accept.cpp)

set(faults 0)
function(fault file line reason)
	string(STRIP "${line}" line)
	message(NOTICE "${file}: ${reason}\n    ${line}")
	math(EXPR faults "${faults} + 1")
	set(faults ${faults} PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE files RELATIVE "${ROOT}"
	"${ROOT}/include/*.h" "${ROOT}/include/*.cpp" "${ROOT}/plugin/*.h" "${ROOT}/plugin/*.cpp")
# What only builds or packs is no part of the library.
list(FILTER files EXCLUDE REGEX "^plugin/(cmake|packaging)/")
if(NOT files)
	message(FATAL_ERROR "No headers or sources below ${ROOT}/include and ${ROOT}/plugin")
endif()

foreach(file IN LISTS files)
	if(file MATCHES "^include/ricochet/(box2d3|ricochet|ricochet_c|version|format|export)\\.h$")
		continue()
	endif()
	# The classes of a scene stand for the engine's, so they know nothing of ricochet.
	if(file MATCHES "^plugin/host/scene/")
		file(STRINGS "${ROOT}/${file}" lines ENCODING UTF-8 REGEX "^[ \t]*#[ \t]*include[ \t]*[\"<][^\">]*/")
		foreach(line IN LISTS lines)
			if(NOT line MATCHES "include \"box2d/")
				fault("${file}" "${line}" "the classes of a scene may include each other alone")
			endif()
		endforeach()
		continue()
	endif()
	string(REGEX REPLACE "^(include/ricochet|plugin)/([^/]+)/.*$" "\\2" layer "${file}")
	if(NOT layer IN_LIST layers)
		fault("${file}" "" "is in no layer")
		continue()
	endif()

	file(STRINGS "${ROOT}/${file}" lines ENCODING UTF-8
		REGEX "^[ \t]*#[ \t]*include|${engine_code}|b2Shape::e_|[fF]ilter\\.|^namespace ricochet$|^RICOCHET_EXPORT_")
	foreach(line IN LISTS lines)
		string(REGEX REPLACE "//.*$" "" code "${line}")

		set(target "")
		if(code MATCHES "^[ \t]*#[ \t]*include[ \t]*<ricochet/([^/>]+)")
			set(target "${CMAKE_MATCH_1}")
			if(target STREQUAL "ricochet.h")
				fault("${file}" "${line}" "the umbrella header is for games, not for ricochet")
				continue()
			elseif(target MATCHES "^(version|export)\\.h$")
				continue()
			endif()
		elseif(code MATCHES "^[ \t]*#[ \t]*include[ \t]*\"([^/\"]+)/")
			set(target "${CMAKE_MATCH_1}")
		elseif(code MATCHES "^[ \t]*#[ \t]*include[ \t]*<box2d/([^>]+)>")
			set(header "${CMAKE_MATCH_1}")
			if(header STREQUAL "box2d.h")
				fault("${file}" "${line}" "includes all of Box2D")
			elseif(header IN_LIST broadphase_headers)
				if(NOT file STREQUAL broadphase_file)
					fault("${file}" "${line}" "only ${broadphase_file} may know the broadphase")
				endif()
			elseif(DEFINED ${layer}_may_know AND NOT header IN_LIST ${layer}_may_know)
				fault("${file}" "${line}" "${layer} may not know ${header}")
			elseif(header IN_LIST engine_headers AND NOT layer STREQUAL host AND file MATCHES "^plugin/")
				fault("${file}" "${line}" "only the host may include ${header}: ${host_header}")
			endif()
		endif()
		if(code MATCHES "#[ \t]*include[ \t]*\"(host/[^\"]+)" AND NOT layer STREQUAL host
			AND NOT CMAKE_MATCH_1 STREQUAL host_header)
			fault("${file}" "${line}" "only the host may include ${CMAKE_MATCH_1}: ${host_header}")
		elseif(code MATCHES "(${engine_code})" AND NOT layer STREQUAL host)
			fault("${file}" "${line}" "only the host may use ${CMAKE_MATCH_1}")
		endif()
		if(target AND NOT target IN_LIST ${layer}_may_include)
			fault("${file}" "${line}" "${layer} may not include ${target}")
		endif()

		if(code STREQUAL "namespace ricochet" AND file MATCHES "^include/" AND NOT lines MATCHES
			"(^|;)RICOCHET_EXPORT_BEGIN;.*RICOCHET_EXPORT_END(;|$)")
			fault("${file}" "${line}" "a shared library does not show it: RICOCHET_EXPORT_BEGIN ... END (export.h)")
		endif()
		if(code MATCHES "m_broadPhase" AND NOT file STREQUAL broadphase_file AND layer STREQUAL host)
			fault("${file}" "${line}" "only ${broadphase_file} may know the broadphase")
		endif()
		if(code MATCHES "case[ \t]+b2Shape::" AND NOT file STREQUAL shape_switch_file)
			fault("${file}" "${line}" "only ${shape_switch_file} may tell the kinds of shape apart")
		elseif(code MATCHES "b2Shape::e_" AND NOT layer STREQUAL shapes)
			fault("${file}" "${line}" "only the shapes may know of which kind they are")
		endif()
		if(code MATCHES "[fF]ilter\\.(sides|startInside|sensors|accept|categoryBits|maskBits|groupIndex)"
			AND NOT file IN_LIST filter_files)
			fault("${file}" "${line}" "only plugin/query/accept.{h,cpp} may read a filter")
		endif()
	endforeach()
endforeach()

list(LENGTH files count)
if(faults GREATER 0)
	message(FATAL_ERROR "${faults} faults in ${count} files")
endif()
message(NOTICE "No faults in ${count} files")
