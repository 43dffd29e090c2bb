"""Builds the module with the project's own CMake, and takes the program ``stallscope`` along."""
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent.parent


def version():
    return re.search(r"project\(stallscope VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        build = pathlib.Path(self.build_temp).resolve()
        build.mkdir(parents=True, exist_ok=True)
        configure = ["cmake", "-S", str(ROOT), "-B", str(build), "-DCMAKE_BUILD_TYPE=Release", "-DSTALLSCOPE_UNITY=ON",
                     "-DBUILD_TESTING=OFF", f"-DSTALLSCOPE_PYTHON_EXECUTABLE={sys.executable}"]
        if shutil.which("ninja"):
            configure += ["-G", "Ninja"]
        subprocess.run(configure, check=True)
        subprocess.run(["cmake", "--build", str(build), "--target", "stallscope_python", "stallscope"], check=True)
        package = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve().parent
        package.mkdir(parents=True, exist_ok=True)
        for module in (build / "python" / "stallscope").glob("_core*.so"):
            shutil.copy2(module, package)
        (package / "bin").mkdir(exist_ok=True)
        shutil.copy2(build / "bin" / "stallscope", package / "bin")


setup(version=version(), ext_modules=[Extension("stallscope._core", [])], cmdclass={"build_ext": CMakeBuild})
