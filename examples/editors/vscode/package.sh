#!/bin/sh
# Builds and tests the extension for VS Code, and packs it into glint.vsix; with --test it packs nothing.
# It needs Node 18 or newer and npm; on Debian and Ubuntu it installs them if they are missing. The tests run
# the language server: $GLINT, or build/release/glint, or the glint on the PATH; if there is none, they build it.
set -eu
unset CDPATH
cd "$(dirname "$0")"
here=$(pwd)
cd ../../..
. examples/setup.sh
command -v node >/dev/null && command -v npm >/dev/null || glint_install nodejs npm
glint=${GLINT:-$(pwd)/build/release/glint}
[ -x "$glint" ] || glint=$(command -v glint) || {
  glint_setup
  glint_build release -- --target glint
  glint=$(pwd)/build/release/glint
}
cd "$here"
npm ci --no-audit --no-fund --loglevel=error
GLINT=$glint npm test
npm run --silent build
[ "${1:-}" = --test ] && exit 0
npm run --silent package
echo "Install it: code --install-extension $here/glint.vsix"
