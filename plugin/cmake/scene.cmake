# The target ricochet_scene: the library over a scene, which the game fills from its own engine. The same sources find the
# headers of host/scene in the place of Box2D's. It offers the C interface alone.

set(sources_own ${sources_with_exceptions} ${sources_with_rtti} ${sources_of_scene})
# Box2D calls these, and draws by them.
list(REMOVE_ITEM sources_own query/callbacks.cpp projectile/tools/debug_draw.cpp)
set(sources_without ${sources_without_exceptions})
if(RICOCHET_SANITIZE OR takes_msvc_options)
	list(APPEND sources_own ${sources_without})
	set(sources_without "")
endif()

add_library(ricochet_scene)
add_library(ricochet::scene ALIAS ricochet_scene)
set(scene_headers ${headers} ${headers_of_scene})
list(FILTER scene_headers INCLUDE REGEX "/(c/[^/]*|box2d3|ricochet_c|version)\\.h$")
target_sources(ricochet_scene
	PUBLIC
		FILE_SET HEADERS
		BASE_DIRS "${PROJECT_SOURCE_DIR}/include"
		FILES ${scene_headers}
)
target_compile_options(ricochet_scene PUBLIC ${sanitize_flags})
target_link_options(ricochet_scene PUBLIC ${sanitize_flags})
target_link_libraries(ricochet_scene PRIVATE fmt::fmt)
set_target_properties(ricochet_scene PROPERTIES
	LINKER_LANGUAGE CXX
	EXPORT_NAME scene
	VERSION ${PROJECT_VERSION}
	SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
	WINDOWS_EXPORT_ALL_SYMBOLS ON
)
get_target_property(scene_type ricochet_scene TYPE)

# How to compile over the scene, for the library and for tests that look inside.
add_library(ricochet_scene_host INTERFACE)
set(names "${CMAKE_CURRENT_SOURCE_DIR}/host/scene/names.h")
target_include_directories(ricochet_scene_host BEFORE INTERFACE
	"${CMAKE_CURRENT_SOURCE_DIR}/host/scene" "${CMAKE_CURRENT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/include")
target_compile_options(ricochet_scene_host INTERFACE
	"$<IF:$<BOOL:${takes_msvc_options}>,SHELL:/FI \"${names}\",SHELL:-include \"${names}\">" ${sanitize_flags})
target_link_options(ricochet_scene_host INTERFACE ${sanitize_flags})
target_compile_features(ricochet_scene_host INTERFACE cxx_std_20)

# A folder is a unit.
foreach(source IN LISTS sources_own sources_without)
	get_filename_component(folder "${source}" DIRECTORY)
	string(MAKE_C_IDENTIFIER "${folder}" unit)
	set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${unit}")
endforeach()
set(options_own ${no_rtti})
set(options_without ${no_rtti} -fno-exceptions -fasynchronous-unwind-tables)
foreach(part IN ITEMS own without)
	set(target ricochet_scene_${part})
	if(NOT sources_${part})
		continue()
	endif()
	add_library(${target} OBJECT ${sources_${part}})
	target_compile_options(${target} PRIVATE ${arithmetic_flags} ${options_${part}})
	target_link_libraries(${target} PRIVATE ricochet_scene_host fmt::fmt)
	set_target_properties(${target} PROPERTIES
		CXX_EXTENSIONS OFF
		CXX_VISIBILITY_PRESET hidden
		VISIBILITY_INLINES_HIDDEN ON
		UNITY_BUILD ${RICOCHET_UNITY_BUILD}
		UNITY_BUILD_MODE GROUP
	)
	if(scene_type STREQUAL "SHARED_LIBRARY")
		set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
	endif()
	ricochet_strict(${target})
	target_sources(ricochet_scene PRIVATE $<TARGET_OBJECTS:${target}>)
endforeach()
