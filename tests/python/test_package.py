"""The package as a package: types, docstrings, and the samples of its pages."""

import ast
import contextlib
import doctest
import glob
import importlib
import importlib.util
import inspect
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import glint
from glint import _engine

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.dirname(glint.__file__)

# The page shows batches, too, and those are arrays of NumPy.
with_numpy = unittest.skipUnless(importlib.util.find_spec("numpy"), "without NumPy")


def names_of(thing):
    return {name for name in vars(thing) if not name.startswith("_") or name == "__init__" and name in vars(thing)}


class Package(unittest.TestCase):
    def test_is_typed(self):
        self.assertTrue(os.path.exists(os.path.join(FOLDER, "py.typed")))
        with open(os.path.join(FOLDER, "_engine.pyi"), encoding="utf-8") as file:
            stub = ast.parse(file.read())
        declared = {}
        for node in stub.body:
            if isinstance(node, ast.ClassDef):
                declared[node.name] = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
            elif isinstance(node, ast.FunctionDef):
                declared[node.name] = None
        there = {name: value for name, value in vars(_engine).items() if not name.startswith("_")}
        self.assertEqual(set(declared), set(there))
        for name, methods in declared.items():
            if methods is not None:
                self.assertEqual(methods - {"__init__"}, names_of(there[name]) - {"__init__"}, name)

    @unittest.skipUnless(shutil.which("mypy"), "without mypy")
    def test_types_fit(self):
        source = os.path.join(ROOT, "interpreter", "python", "glint")
        with tempfile.TemporaryDirectory() as cache:
            strict = ["--strict", "--no-warn-return-any", "--ignore-missing-imports", "--allow-subclassing-any", "--no-warn-unused-ignores"]
            ran = subprocess.run(["mypy", *strict, "--python-version", "3.9", "--cache-dir", cache, source], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stdout)

    def test_what_is_shipped_of_others_is_named(self):
        with open(os.path.join(ROOT, "NOTICES"), encoding="utf-8") as file:
            notices = file.read()
        used = set()
        for folder in ("lang", "interpreter"):
            for at, _, names in os.walk(os.path.join(ROOT, folder)):
                for name in names:
                    if name.endswith((".cpp", ".hpp")):
                        with open(os.path.join(at, name), encoding="utf-8") as file:
                            used |= set(re.findall(r"^ *# *include <([\w.]+(?:/|\.h(?:pp)?>))", file.read(), re.M))
        ours, of_systems = {"glint/"}, {"sys/", "netinet/", "arpa/", "linux/"}
        loaded = {"librsvg/"}  # of the system, if it is there
        others = {one for one in used - ours - of_systems - loaded if one.endswith("/") or one in ("httplib.h>", "dtl.hpp>")}
        self.assertLess({"tao/", "nlohmann/", "boost/", "pybind11/"}, others)
        for one in others - {"boost/"}:  # that is in its comment
            self.assertIn(f"Files: {one.rstrip('/>')}", notices)
        # A wheel has it, with the licence, where it was installed.
        for found in glob.glob(os.path.join(os.path.dirname(FOLDER), "glint-*.dist-info")):
            for name in ("NOTICES", "LICENSE"):
                with open(os.path.join(ROOT, name), encoding="utf-8") as file, open(os.path.join(found, name), encoding="utf-8") as shipped:
                    self.assertEqual(file.read(), shipped.read())

    def test_everything_public_is_explained(self):
        for name in glint.__all__:
            thing = getattr(glint, name)
            self.assertTrue(inspect.getdoc(thing), name)
            if inspect.isclass(thing):
                self.members_are_explained(thing)
            if inspect.isfunction(thing):
                for parameter in inspect.signature(thing).parameters.values():
                    self.assertIsNot(parameter.annotation, inspect.Parameter.empty, f"{name}({parameter.name})")
                self.assertIsNot(inspect.signature(thing).return_annotation, inspect.Signature.empty, name)

    def members_are_explained(self, thing):
        """Its methods and properties have docstrings of their own, and so have what it inherits of ours."""
        for each in thing.__mro__:
            if not each.__module__.startswith("glint"):
                continue
            for member, value in vars(each).items():
                value = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
                if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                    self.assertTrue(value.__doc__, f"{each.__name__}.{member}")

    @with_numpy
    def test_adapters_are_explained(self):
        from glint.adapters import gymnasium, pettingzoo

        for one in (gymnasium, pettingzoo):
            self.assertTrue(one.__doc__ and one.Environment.__doc__)
            for member, value in vars(one.Environment).items():
                if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                    self.assertTrue(value.__doc__, f"{one.__name__}.{member}")

    def test_version(self):
        with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
            self.assertEqual(glint.__version__, re.search(r"project\(glint VERSION ([0-9.]+)", file.read())[1])
        for found in glob.glob(os.path.join(os.path.dirname(FOLDER), "glint-*.dist-info")):
            self.assertIn(f"glint-{glint.__version__}.dist-info", found)

    @with_numpy
    def test_samples(self):
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        page = os.path.join(ROOT, "interpreter", "python", "README.md")
        before = os.getcwd()
        os.chdir(ROOT)  # where the page's paths begin
        try:
            failed, tried = doctest.testfile(page, module_relative=False, optionflags=flags)
        finally:
            os.chdir(before)
        self.assertEqual(failed, 0)
        self.assertGreater(tried, 30)
        for module in (glint, glint.game):
            self.assertEqual(doctest.testmod(module, optionflags=flags).failed, 0)

    def example(self, name):
        sys.path.insert(0, os.path.join(ROOT, "examples", "python"))
        try:
            return importlib.import_module(name)
        finally:
            del sys.path[0]

    def test_match(self):
        ran = subprocess.run(
            [sys.executable, os.path.join(ROOT, "examples", "python", "match.py")],
            capture_output=True, text=True, env={**os.environ, "PYTHONPATH": os.path.dirname(FOLDER)},
        )  # fmt: skip
        self.assertEqual(ran.stderr, "")
        self.assertIn("20 games: sampler wins", ran.stdout)

    def test_learner(self):
        with contextlib.redirect_stdout(io.StringIO()):
            won, lost = self.example("learner").main()
        self.assertGreater(won, 0.5)  # the whole interval is above a half, and all of random's below
        self.assertLess(lost, 0.5)

    @with_numpy
    def test_batch(self):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            othello = os.path.join(ROOT, "examples", "othello.glint")
            speeds = self.example("batch").main([othello, "the_beam", "--games", "32", "--seconds", "0.02", "--rounds", "1"])
        self.assertIn("Othello", out.getvalue())
        self.assertTrue(all(by_clock > 0 and by_processor > 0 for by_clock, by_processor in speeds))

    @with_numpy
    @unittest.skipUnless(os.environ.get("GLINT_TEST_SPEED"), "the module may be one for tests; GLINT_TEST_SPEED=1 measures it")
    def test_speed(self):
        """A floor, at half of what was measured: a million steps of Othello for each second of a processor."""
        othello, speeds = os.path.join(ROOT, "examples", "othello.glint"), []
        with contextlib.redirect_stdout(io.StringIO()):
            while len(speeds) < 5 and max(speeds, default=0) < 1:  # others may be in the way for a while
                speeds.append(self.example("batch").main([othello, "--seconds", "0.5", "--rounds", "1", "--threads", "1"])[0][1])
        self.assertGreaterEqual(max(speeds), 1, speeds)

    def test_notebook(self):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            notebook = self.example("notebook")
        self.assertIn("steady_light: ", out.getvalue())
        plot = notebook.Plot(notebook.intervals([("fair", -0.1, 0.0, 0.1)]))._repr_svg_()
        self.assertIn('<line x1="225.0" x2="275.0"', plot)


if __name__ == "__main__":
    unittest.main()
