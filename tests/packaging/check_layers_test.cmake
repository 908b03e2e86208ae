# check_layers.cmake must find every fault of layer_fault/, and no other.

cmake_minimum_required(VERSION 3.25)

execute_process(
	COMMAND "${CMAKE_COMMAND}" "-DROOT=${CMAKE_CURRENT_LIST_DIR}/layer_fault"
		-P "${CMAKE_CURRENT_LIST_DIR}/check_layers.cmake"
	RESULT_VARIABLE result
	OUTPUT_VARIABLE output
	ERROR_VARIABLE output
)
message(NOTICE "${output}")
if(result EQUAL 0)
	message(FATAL_ERROR "Found no fault")
endif()

set(expected
	"include/ricochet/geometry/upward.h: geometry may not include shapes"
	"include/ricochet/geometry/upward.h: geometry may not know b2_body.h"
	"include/ricochet/query/umbrella.h: the umbrella header is for games, not for ricochet"
	"include/ricochet/query/umbrella.h: includes all of Box2D"
	"include/ricochet/query/umbrella.h: a shared library does not show it"
	"plugin/geometry/broadphase.cpp: only plugin/host/box2d/tree.h may know the broadphase"
	"plugin/shapes/upward.cpp: shapes may not include query"
	"plugin/shapes/upward.cpp: shapes may not include .."
	"plugin/shapes/upward.cpp: shapes may not know b2_fixture.h"
	"plugin/projectile/upward.cpp: projectile may not include c"
	"plugin/projectile/upward.cpp: projectile may not include ricochet_c.h"
	"plugin/projectile/upward.cpp: projectile may not include format.h"
	"plugin/stray.cpp: is in no layer"
	"plugin/sight/upward.cpp: sight may not include projectile"
	"plugin/sight/upward.cpp: sight may not include shapes"
	"plugin/host/box2d/order.h: only plugin/host/box2d/tree.h may know the broadphase\n    #include"
	"plugin/host/box2d/order.h: only plugin/host/box2d/tree.h may know the broadphase\n    auto"
	"plugin/index/upward.h: index may not include query"
	"plugin/query/upward.cpp: query may not include projectile"
	"plugin/query/upward.cpp: query may not include sight"
	"plugin/query/engine.cpp: only the host may include host/box2d/tree.h"
	"plugin/query/engine.cpp: only the host may include b2_fixture.h"
	"plugin/query/engine.cpp: only the host may use GetBodyList"
	"plugin/query/engine.cpp: only plugin/shapes/cast_shape.cpp may tell the kinds of shape apart"
	"plugin/query/engine.cpp: only the shapes may know of which kind they are"
	"plugin/query/engine.cpp: only plugin/query/accept.{h,cpp} may read a filter"
)
foreach(fault IN LISTS expected)
	string(FIND "${output}" "${fault}" position)
	if(position EQUAL -1)
		message(FATAL_ERROR "Did not find: ${fault}")
	endif()
endforeach()

list(LENGTH expected count)
string(FIND "${output}" "${count} faults in " position)
if(position EQUAL -1)
	message(FATAL_ERROR "Did not find ${count} faults")
endif()
