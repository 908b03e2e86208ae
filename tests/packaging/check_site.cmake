# Every document stands in the contents of the site: mkdocs shows no page that does not.
#
# cmake -DROOT=<tree> -P check_site.cmake

cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/refuse_faults.cmake")

file(GLOB documents RELATIVE "${ROOT}" "${ROOT}/*.md" "${ROOT}/plugin/docs/*.md" "${ROOT}/plugin/docs/guides/*.md"
	"${ROOT}/plugin/docs/inside/*.md")
file(READ "${ROOT}/plugin/docs/site/mkdocs.yml" contents)
set(faults "")
foreach(document IN LISTS documents)
	string(REPLACE "." "\\." name "${document}")
	if(NOT contents MATCHES ": ${name}\n")
		list(APPEND faults "${document}: not in plugin/docs/site/mkdocs.yml")
	endif()
endforeach()
refuse_faults("${faults}" "Documents that the site would not show")
