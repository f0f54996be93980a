# shellcheck shell=sh
# quickstart.sh, tests/run.sh and .ci/run source this file; do not run it by itself.
# POSIX sh.

glint_jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

glint_say() { printf '\n== %s\n' "$*"; }

# The packages to build Glint and its tests, by their names on Debian and Ubuntu.
glint_packages='g++ cmake ninja-build tao-pegtl-dev nlohmann-json3-dev libboost-dev libcli11-dev libdtl-dev libedit-dev
  libcpp-httplib-dev libqrcodegencpp-dev pkg-config catch2 librsvg2-dev libcairo2-dev fonts-liberation poppler-utils'

# More packages, for Python (examples/python.sh).
glint_python_packages='pybind11-dev python3-dev python3-numpy python3-pip python3-setuptools python3-venv python3-wheel'
# The tool with which its tests check its types.
glint_python_test_packages=mypy

# glint_has PACKAGE: a program counts from any source, a library only if dpkg knows it.
glint_has() {
  case $1 in
    g++) command -v "${CXX:-g++}" >/dev/null && return ;;
    cmake) command -v cmake >/dev/null && return ;;
    pkg-config) command -v pkg-config >/dev/null && return ;;
    ninja-build) command -v ninja >/dev/null && return ;;
  esac
  case $(dpkg-query -W -f='${db:Status-Abbrev}' "$1" 2>/dev/null) in
    ii*) return 0 ;;
  esac
  return 1
}

# glint_install PACKAGE...: installs those that are missing, through apt.
glint_install() {
  glint_missing=
  for glint_package in "$@"; do
    glint_has "$glint_package" || glint_missing="$glint_missing $glint_package"
  done
  [ -n "$glint_missing" ] || return 0
  glint_say "Installing:$glint_missing"
  if [ "$(id -u)" -eq 0 ]; then
    glint_as_root=
  elif command -v sudo >/dev/null; then
    glint_as_root=sudo
  else
    echo "This takes root, and there is no sudo. As root, run: apt-get install$glint_missing" >&2
    return 1
  fi
  # The names have no blanks, and are meant to split.
  # shellcheck disable=SC2086
  $glint_as_root apt-get -qq update </dev/null &&
    $glint_as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends $glint_missing </dev/null
}

# glint_browser: installs Chromium for tests, unless there is one; without windows, where apt has that, as it takes a third
# less of the processor.
glint_browser() {
  for glint_one in "${CHROMIUM:-chromium-headless-shell}" chromium chromium-browser google-chrome; do
    if command -v "$glint_one" >/dev/null; then return; fi
  done
  if command -v apt-get >/dev/null; then glint_install chromium-headless-shell || glint_install chromium; fi
}

# glint_setup: checks that all tools for a build are there; else it fails, and says what to install.
glint_setup() {
  if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    # shellcheck disable=SC2086
    glint_install $glint_packages || return 1
  else
    glint_missing=
    for glint_tool in "${CXX:-c++}" cmake ninja; do
      command -v "$glint_tool" >/dev/null || glint_missing="$glint_missing $glint_tool"
    done
    if [ -n "$glint_missing" ]; then
      echo "Missing:$glint_missing" >&2
      glint_what_to_install >&2
      return 1
    fi
  fi
  glint_cmake=$(cmake --version | sed -n '1s/[^0-9]*\([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
  # shellcheck disable=SC2086
  set -- $glint_cmake
  if [ "$1" -lt 3 ] || { [ "$1" -eq 3 ] && [ "$2" -lt 25 ]; }; then
    echo "Glint needs CMake 3.25 or newer; this is $1.$2." >&2
    return 1
  fi
}

glint_what_to_install() {
  cat <<'END'
Glint builds with
  a compiler for C++20 (g++ 12 or clang 14, or newer), CMake 3.25 or newer, Ninja,
  and the libraries PEGTL 3.2, nlohmann/json 3.11, Boost.Math 1.74, CLI11 2.1, dtl 1.20, cpp-httplib 0.11,
  librsvg 2.50 with cairo 1.16 (for `glint print` alone), Catch2 2.13 or 3; poppler's programs look at PDFs in tests;
  with libedit, too, lines that are typed in `glint play` can be edited,
  and with Nayuki's qrcodegen 1.8 `glint host` draws links as QR codes (https://github.com/nayuki/QR-Code-generator).
Install them and run this again (dtl is headers alone: https://github.com/cubicdaiya/dtl). For example:
  macOS, Homebrew   brew install cmake ninja pegtl nlohmann-json boost cli11 libedit cpp-httplib librsvg poppler catch2
  Arch Linux        pacman -S base-devel cmake ninja pegtl nlohmann-json boost cli11 libedit cpp-httplib librsvg poppler catch2 qrcodegencpp-cmake
END
}

# glint_build PRESET [-DNAME=VALUE...] [-- ARGUMENT OF THE BUILD...]: configures and builds.
# GLINT_WERROR=ON in the environment makes warnings errors.
glint_build() {
  glint_preset=$1
  shift
  glint_options=
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    glint_options="$glint_options $1"
    shift
  done
  [ $# -eq 0 ] || shift
  glint_log=build/$glint_preset.configure.log
  mkdir -p build
  # shellcheck disable=SC2086
  if ! cmake --preset "$glint_preset" -DGLINT_WERROR="${GLINT_WERROR:-OFF}" $glint_options >"$glint_log" 2>&1; then
    cat "$glint_log" >&2
    command -v apt-get >/dev/null || glint_what_to_install >&2
    return 1
  fi
  cmake --build --preset "$glint_preset" --parallel "$glint_jobs" "$@"
}
