# What many sources include is compiled once, unless a cache does better: programs for other systems, and with
# sanitizers, are seldom built a second time. Sources may not rely on it: a build without it has to work.

# ricochet_add_shared_header(name LIBS library... HEADERS header... [OPTIONS option...]): the headers, precompiled with
# what the libraries ask for.
function(ricochet_add_shared_header name)
	cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBS;HEADERS;OPTIONS")
	if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache" AND NOT RICOCHET_SANITIZE AND NOT CMAKE_CROSSCOMPILING)
		return()
	endif()
	# What is precompiled belongs to a target, and a target has a source.
	set(source "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
	file(CONFIGURE OUTPUT "${source}" CONTENT "// nothing but its precompiled header\n")
	add_library(${name} OBJECT "${source}")
	target_link_libraries(${name} PRIVATE ${arg_LIBS})
	target_compile_options(${name} PRIVATE ${arg_OPTIONS})
	set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
	ricochet_strict(${name})
	target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()

# ricochet_share_header(name target...): the targets use the header, if there is one.
function(ricochet_share_header name)
	if(TARGET ${name})
		foreach(target IN LISTS ARGN)
			target_precompile_headers(${target} REUSE_FROM ${name})
		endforeach()
	endif()
endfunction()
