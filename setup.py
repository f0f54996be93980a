"""Builds the Python package: the module in C++ by CMake (preset `release`, in build/release), the rest as it is."""

import os
import re
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = os.path.dirname(os.path.abspath(__file__))


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        target = os.path.abspath(self.get_ext_fullpath(extension.name))
        # Not a virtual environment's, which may be gone when the same folder is built again.
        python = getattr(sys, "_base_executable", None) or sys.executable
        # The release build of the project, so that what is built for the command is not built again.
        folder = os.environ.get("GLINT_PYTHON_BUILD", os.path.join(ROOT, "build", "release"))
        options = [] if os.path.exists(os.path.join(folder, "CMakeCache.txt")) else [
            "-DGLINT_BUILD_CLI=OFF", "-DGLINT_BUILD_TESTS=OFF", "-DGLINT_INSTALL=OFF",
        ]  # fmt: skip
        subprocess.check_call(
            ["cmake", "--preset", "release", "-B", folder, "-DGLINT_BUILD_PYTHON=ON", f"-DPython_EXECUTABLE={python}", *options],
            cwd=ROOT,
        )
        try:
            subprocess.check_call(["cmake", "--build", folder, "--target", "glint_python", "--parallel", str(os.cpu_count() or 2)])
        except subprocess.CalledProcessError:
            raise SystemExit(
                "The module of C++ was not built. It needs CMake 3.25, Ninja, g++ 12 or clang 14, pybind11 2.10 and the headers\n"
                f"of {python}; `sh examples/python.sh` installs all of them where there is apt."
            ) from None
        os.makedirs(os.path.dirname(target), exist_ok=True)
        self.copy_file(os.path.join(folder, "python", "glint", os.path.basename(target)), target)


with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
    version = re.search(r"project\(glint VERSION ([0-9.]+)", file.read())[1]

os.makedirs(os.path.join(ROOT, "build", "python"), exist_ok=True)
setup(
    version=version,
    packages=["glint", "glint.adapters"],
    package_dir={"": "interpreter/python"},
    package_data={"glint": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("glint._engine", [])],
    cmdclass={"build_ext": CMakeBuild},
    # All that is made goes where all else is made.
    options={"egg_info": {"egg_base": "build/python"}, "build": {"build_base": "build/python"}},
)
