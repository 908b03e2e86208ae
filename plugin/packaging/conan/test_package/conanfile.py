import os

from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout


class RicochetTest(ConanFile):
    settings = "os", "arch", "compiler", "build_type"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        # Beside the folder of its build it leaves nothing in the tree.
        toolchain.user_presets_path = False
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def test(self):
        if not can_run(self):
            return
        options = self.dependencies[self.tested_reference_str].options
        programs = ["game"] if options.box2d else []
        # What has MSVC's runtime has no portable_math.
        if options.box2d and self.settings.get_safe("compiler.runtime") is None:
            programs.append("lockstep")
        if options.scene or not options.box2d:
            programs.append("scene")
        for program in programs:
            self.run(os.path.join(self.cpp.build.bindir, program), env="conanrun")
