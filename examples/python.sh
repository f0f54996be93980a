#!/bin/sh
# The Python package: builds it, tries it, and says how to install it.
#
#     sh examples/python.sh           installs what is missing (through apt), builds the package: build/release/python
#     sh examples/python.sh --wheel   also makes a wheel: build/python/wheel
#     sh examples/python.sh --test    also installs from the clone in a virtual environment, as people do, and runs the tests there
#
# PYTHON=... chooses the interpreter (else python3; on Debian the system's own, whose headers apt installs).
# Nothing else of Glint needs this. POSIX sh.
set -eu
unset CDPATH
cd "$(dirname "$0")/.."
. examples/setup.sh

case ${1:-} in
  '' | --wheel | --test) ;;
  *) sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac

if [ -z "${PYTHON:-}" ]; then
  PYTHON=python3
  if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    # shellcheck disable=SC2086
    glint_install $glint_python_packages
    # shellcheck disable=SC2086
    if [ "${1:-}" = --test ]; then glint_install $glint_python_test_packages; fi
    PYTHON=/usr/bin/python3
  fi
fi
glint_setup

glint_say "Building the module for $($PYTHON --version)"
glint_build release -DPython_EXECUTABLE="$(command -v "$PYTHON")" -- --target glint_python

case ${1:-} in
  '')
    echo "To try it:      PYTHONPATH=build/release/python $PYTHON"
    echo "To install it:  $PYTHON -m venv --system-site-packages .venv && .venv/bin/python3 -m pip install --no-build-isolation ."
    ;;
  *)
    glint_say 'Making the wheel'
    rm -rf build/python
    "$PYTHON" -m pip wheel --quiet --no-build-isolation --no-deps --disable-pip-version-check --wheel-dir build/python/wheel .
    ls build/python/wheel/*.whl
    ;;
esac

if [ "${1:-}" = --test ]; then
  glint_say 'Installing from the clone in a virtual environment, and running the tests with it'
  # Where setuptools, wheel and NumPy are: in the system's packages.
  "$PYTHON" -m venv --system-site-packages build/python/venv
  PYTHON=build/python/venv/bin/python3
  unset PYTHONPATH
  "$PYTHON" -m pip install --quiet --no-build-isolation --disable-pip-version-check .
  export GLINT_TEST_SCALE="${GLINT_TEST_SCALE:-0.2}" GLINT_TEST_SPEED=1
  "$PYTHON" -c 'import glint; print(glint.Game("boundary").start().moves[:3])'
  "$PYTHON" -m unittest discover -s tests/python
  "$PYTHON" examples/python/match.py
  glint_say 'The package works'
fi
