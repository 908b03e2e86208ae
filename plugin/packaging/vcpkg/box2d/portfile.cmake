# As ricochet, which needs a shared Box2D where it is shared itself.
if(VCPKG_TARGET_IS_WINDOWS)
	vcpkg_check_linkage(ONLY_STATIC_LIBRARY)
endif()

# The commit of the tag v2.4.1.
vcpkg_from_github(
	OUT_SOURCE_PATH SOURCE_PATH
	REPO erincatto/box2d
	REF 9ebbbcd960ad424e03e5de6e66a40764c16f51bc
	SHA512 d9fa387ce893ed1fb73f80006491202f2624ef6d0fb37daf92fbd1a7f9071c84da45e4b418b333566435bbbdfd3d5f68a42dfca02416e9a3a2b4db039f1c6151
	HEAD_REF main
)
vcpkg_cmake_configure(
	SOURCE_PATH "${SOURCE_PATH}"
	OPTIONS
		-DBOX2D_BUILD_UNIT_TESTS=OFF
		-DBOX2D_BUILD_TESTBED=OFF
		-DBOX2D_BUILD_DOCS=OFF
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/box2d)
vcpkg_copy_pdbs()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
