"""Runs the Conan recipe without Conan: each set of options must need, build and offer the right libraries.

check_conanfile.py <tree>
"""

import collections
import os
import sys
import types
from types import SimpleNamespace

root = sys.argv[1]


def module(name, **members):
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(members)


class Toolchain:
    def __init__(self, recipe):
        recipe.toolchain = self
        self.cache_variables = {}

    def generate(self):
        pass


def nothing(*args, **named):
    pass


# The parts of Conan that the recipe uses.
module("conan", ConanFile=object)
module("conan.errors", ConanInvalidConfiguration=Exception)
module("conan.tools")
module("conan.tools.build", check_min_cppstd=nothing)
module(
    "conan.tools.cmake",
    CMake=nothing,
    CMakeDeps=lambda recipe: SimpleNamespace(generate=nothing),
    CMakeToolchain=Toolchain,
    cmake_layout=nothing,
)
module("conan.tools.files", copy=nothing, load=nothing, rmdir=nothing)
module("conan.tools.scm", Version=str)
path = os.path.join(root, "plugin", "packaging", "conan", "conanfile.py")
names = {}
with open(path, encoding="utf-8") as file:
    exec(compile(file.read(), path, "exec"), names)


class Options(SimpleNamespace):
    def __getitem__(self, package):
        return SimpleNamespace()

    def rm_safe(self, name):
        delattr(self, name)


class Component(SimpleNamespace):
    def set_property(self, name, value):
        setattr(self, name, value)


class Compiler(str):
    def get_safe(self, name):
        return None


with open(os.path.join(root, "CMakeLists.txt"), encoding="utf-8") as file:
    tree = file.read()
faults = []
for box2d, scene in ((True, False), (False, False), (False, True), (True, True)):
    recipe = names["RicochetConan"]()
    recipe.options = Options(**{**recipe.default_options, "box2d": box2d, "scene": scene})
    recipe.settings = SimpleNamespace(os="Linux", compiler=Compiler("gcc"))
    needed = []
    recipe.requires = lambda reference, **named: needed.append(reference.split("/")[0])
    recipe.cpp_info = Component(components=collections.defaultdict(Component))
    recipe.requirements()
    recipe.generate()
    recipe.package_info()
    variables = recipe.toolchain.cache_variables
    components = recipe.cpp_info.components
    has_scene = scene or not box2d
    libraries = {component.cmake_target_name for component in components.values()}
    expected = {"ricochet::ricochet", "ricochet::portable_math"} if box2d else set()
    expected |= {"ricochet::scene"} if has_scene else set()
    asked = {name.split("::")[0] for component in components.values() for name in getattr(component, "requires", [])}
    said = f"box2d={box2d}, scene={scene}"
    if needed != (["box2d", "fmt"] if box2d else ["fmt"]) or asked != set(needed):
        faults.append(f"{said}: needs {needed}, and its libraries ask for {sorted(asked)}")
    if (variables["RICOCHET_BUILD_BOX2D"], variables["RICOCHET_BUILD_SCENE"]) != (box2d, has_scene):
        faults.append(f"{said}: builds by {variables}")
    if libraries != expected:
        faults.append(f"{said}: offers {sorted(libraries)}")
    faults += [f"{said}: no option {name}" for name in variables if f"option({name} " not in tree]
print("\n".join(faults))
sys.exit(1 if faults else 0)
