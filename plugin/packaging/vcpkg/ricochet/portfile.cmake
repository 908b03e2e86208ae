# Of the tree in which this file stands. To take a release instead, put vcpkg_from_github here.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../../.." ABSOLUTE)

# A DLL has not been tried.
if(VCPKG_TARGET_IS_WINDOWS)
	vcpkg_check_linkage(ONLY_STATIC_LIBRARY)
endif()

vcpkg_check_features(OUT_FEATURE_OPTIONS feature_options
	FEATURES
		box2d RICOCHET_BUILD_BOX2D
)
# Without Box2D the scene is built by default.
if("scene" IN_LIST FEATURES)
	list(APPEND feature_options -DRICOCHET_BUILD_SCENE=ON)
endif()

vcpkg_cmake_configure(
	SOURCE_PATH "${SOURCE_PATH}"
	OPTIONS
		-DRICOCHET_BUILD_TESTS=OFF
		-DRICOCHET_BUILD_EXAMPLES=OFF
		-DRICOCHET_BUILD_BENCHMARKS=OFF
		-DRICOCHET_INSTALL=ON
		${feature_options}
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/ricochet)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
# Without it vcpkg tells every game to link all targets.
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
