import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir
from conan.tools.scm import Version

required_conan_version = ">=2.0"


class RicochetConan(ConanFile):
    """Of the tree in which this file stands: conan create plugin/packaging/conan."""

    name = "ricochet"
    description = "Bullets, grenades and ray casts for Box2D 2.4 and, as a scene, for any engine"
    license = "MIT"
    topics = ("box2d", "game-development", "ray-casting", "collision")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "box2d": [True, False], "scene": [True, False]}
    default_options = {"shared": False, "fPIC": True, "box2d": True, "scene": False}

    @property
    def _is_of_msvc(self):
        # clang-cl is a clang that has a runtime.
        compiler = self.settings.compiler
        return str(compiler) == "msvc" or compiler.get_safe("runtime") is not None

    @property
    def _has_scene(self):
        return bool(self.options.scene) or not self.options.box2d

    @property
    def _tree(self):
        return os.path.join(self.recipe_folder, "..", "..", "..")

    def set_version(self):
        # The version stands in the header alone.
        header = load(self, os.path.join(self._tree, "include", "ricochet", "version.h"))
        self.version = ".".join(re.findall(r"#define RICOCHET_VERSION_\w+ (\d+)", header))

    def export_sources(self):
        for folder in ("include", "plugin"):
            source = os.path.join(self._tree, folder)
            # A test package leaves its build beside itself.
            copy(self, "*", source, os.path.join(self.export_sources_folder, folder), excludes="packaging/*")
        copy(self, "CMakeLists.txt", self._tree, self.export_sources_folder)
        copy(self, "LICENSE", self._tree, self.export_sources_folder)

    def config_options(self):
        if self.settings.os == "Windows":
            del self.options.fPIC

    def configure(self):
        if self.options.shared:
            self.options.rm_safe("fPIC")
            if self.options.box2d:
                # Two copies of Box2D in one program would not know each other's shapes.
                self.options["box2d"].shared = True

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        if self.options.box2d:
            # The public headers include Box2D's, whose classes differ between 2.4.1 and 2.4.2.
            self.requires(
                "box2d/[>=2.4.1 <2.5]", transitive_headers=True, transitive_libs=True, package_id_mode="patch_mode"
            )
        self.requires("fmt/[>=9.1 <13]")

    def build_requirements(self):
        self.tool_requires("cmake/[>=3.25]")

    def validate(self):
        check_min_cppstd(self, 20)
        compiler = str(self.settings.compiler)
        if compiler not in ("gcc", "clang", "apple-clang", "msvc"):
            raise ConanInvalidConfiguration("ricochet needs GCC, Clang or MSVC")
        if compiler == "msvc" and Version(self.settings.compiler.version) < "193":
            raise ConanInvalidConfiguration("ricochet needs Visual Studio 2022 (msvc 193)")
        if self._is_of_msvc and str(self.settings.arch) not in ("x86_64", "armv8"):
            raise ConanInvalidConfiguration("ricochet is for 64 bits")

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["RICOCHET_BUILD_TESTS"] = False
        toolchain.cache_variables["RICOCHET_BUILD_EXAMPLES"] = False
        toolchain.cache_variables["RICOCHET_INSTALL"] = True
        toolchain.cache_variables["RICOCHET_BUILD_BOX2D"] = bool(self.options.box2d)
        toolchain.cache_variables["RICOCHET_BUILD_SCENE"] = self._has_scene
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        # Conan writes its own.
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "ricochet")
        # What has all components, and so the portable math in the place of the C library's. By default it would be
        # ricochet::ricochet, which a game asks for.
        self.cpp_info.set_property("cmake_target_name", "ricochet::all")
        self.cpp_info.set_property("pkg_config_name", "ricochet-all")
        if self._has_scene:
            self._add_library("scene", "ricochet-scene", "ricochet_scene", ["fmt::fmt"])
        if not self.options.box2d:
            return
        self._add_library("ricochet", "ricochet", "ricochet", ["box2d::box2d", "fmt::fmt"])
        if self._is_of_msvc:
            return
        portable = self.cpp_info.components["portable_math"]
        portable.set_property("cmake_target_name", "ricochet::portable_math")
        portable.libs = ["ricochet_portable_math"]
        # The program's own arithmetic, too, as by the CMake target.
        portable.cxxflags = ["-ffp-contract=off"]
        portable.exelinkflags = ["-Wl,-u," + name for name in ("sinf", "cosf", "sincosf", "atan2f", "expf")]

    def _add_library(self, component, pkg_config_name, library, requires):
        info = self.cpp_info.components[component]
        info.set_property("cmake_target_name", "ricochet::" + component)
        info.set_property("pkg_config_name", pkg_config_name)
        info.libs = [library]
        info.requires = requires
        if self.settings.os in ("Linux", "FreeBSD"):
            info.system_libs = ["m", "pthread"]
