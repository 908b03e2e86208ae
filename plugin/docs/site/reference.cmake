# The reference of the public headers, by Doxygen. Everything in it has a comment of its own or shares one. The script
# fails on any warning, except for fields whose names say all and functions that the standard or Box2D defines. It also
# accepts functions of the C interface without a comment: their C++ counterparts are described.
#
# cmake -DROOT=<tree> -DDOXYGEN=<program> -DOUT=<folder> -P reference.cmake

cmake_minimum_required(VERSION 3.25)
include("${ROOT}/tests/packaging/refuse_faults.cmake")

file(REMOVE_RECURSE "${OUT}/reference")
file(MAKE_DIRECTORY "${OUT}")
set(ENV{RICOCHET_ROOT} "${ROOT}")
set(ENV{RICOCHET_DOXYGEN_OUT} "${OUT}")
execute_process(COMMAND "${DOXYGEN}" "${ROOT}/plugin/docs/site/Doxyfile" RESULT_VARIABLE result)
if(NOT result EQUAL 0)
	message(FATAL_ERROR "Doxygen failed: ${result}")
endif()

# Signatures hold semicolons and brackets, which lists do not bear.
file(READ "${OUT}/warnings" text)
string(REGEX REPLACE "[][;]" " " text "${text}")
string(REGEX REPLACE "\n+$" "" text "${text}")
string(REPLACE "\n" ";" warnings "${text}")
set(faults "")
set(accepted "\\((variable|friend|typedef)\\) of |operator[^a-z]+|operator bool| override |&& ?other\\) noexcept")
string(APPEND accepted "|\\(function\\) of group c_")
foreach(warning IN LISTS warnings)
	if(NOT warning MATCHES "is not documented" OR NOT warning MATCHES "${accepted}")
		list(APPEND faults "${warning}")
	endif()
endforeach()
refuse_faults("${faults}" "What the reference does not say, or says wrongly")

# The numbers of the lines are right only if the filter leaves each line in its place.
file(GLOB_RECURSE headers "${ROOT}/include/ricochet/*.h")
set(faults "")
foreach(header IN LISTS headers)
	execute_process(COMMAND awk -f "${ROOT}/plugin/docs/site/share_comments.awk" "${header}" OUTPUT_VARIABLE filtered)
	file(READ "${header}" text)
	foreach(part IN ITEMS text filtered)
		# Compares the line ends, up to the end of the C interface: behind it the filter adds the title of the group.
		string(REGEX REPLACE "RICOCHET_C_END.*" "" ${part} "${${part}}")
		string(REGEX REPLACE "[^\n]" "" ${part} "${${part}}")
	endforeach()
	if(NOT text STREQUAL filtered)
		list(APPEND faults "${header}")
	endif()
endforeach()
refuse_faults("${faults}" "Headers whose lines share_comments.awk moves")

file(GLOB pages "${OUT}/reference/*.html")
list(LENGTH pages count)
if(count LESS 100)
	message(FATAL_ERROR "The reference has ${count} pages only")
endif()
message(NOTICE "${OUT}/reference/index.html: ${count} pages")
