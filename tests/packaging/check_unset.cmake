# Constructors of Box2D 2.4.1's plain structs leave their numbers unset, so that {} does, too, where it reads as zeros.
#
# cmake -DROOT=<tree> -P check_unset.cmake

cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/refuse_faults.cmake")

set(unset "")
set(count 0)
foreach(folder IN ITEMS plugin include tests examples)
	file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/${folder}/*.h" "${ROOT}/${folder}/*.cpp")
	list(FILTER files EXCLUDE REGEX "box2d3") # the structs of Box2D 3 have no constructors
	foreach(file IN LISTS files)
		math(EXPR count "${count} + 1")
		file(STRINGS "${ROOT}/${file}" lines
			REGEX "b2(Vec2|Vec3|AABB|Transform|Rot|Sweep|Mat22|Mat33)( [A-Za-z_]+)?{ *}")
		foreach(line IN LISTS lines)
			string(STRIP "${line}" line)
			list(APPEND unset "${file}: ${line}")
		endforeach()
	endforeach()
endforeach()

refuse_faults("${unset}" "Numbers of Box2D that are not set")
if(count EQUAL 0)
	message(FATAL_ERROR "No headers or sources below ${ROOT}")
endif()
message(NOTICE "None of ${count} files relies on numbers that Box2D does not set")
