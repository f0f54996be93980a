#!/bin/sh
# Builds and tests the extension for VS Code, and packs it into glint.vsix; with --test it packs nothing.
# Node 18 or newer and npm must be there; on Debian and Ubuntu they are installed where they are missing.
set -eu
unset CDPATH
cd "$(dirname "$0")"
here=$(pwd)
cd ../../..
. examples/setup.sh
command -v node >/dev/null && command -v npm >/dev/null || glint_install nodejs npm
cd "$here"
npm ci --no-audit --no-fund --loglevel=error
npm test
npm run --silent build
[ "${1:-}" = --test ] && exit 0
npm run --silent package
echo "Install it: code --install-extension $here/glint.vsix"
