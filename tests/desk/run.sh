#!/bin/sh
# The language server as editors meet it: the real binary with the protocol's own client library (from npm), and with Neovim
# and Emacs (from Debian). Builds and installs what is missing.
#   sh tests/desk/run.sh
set -eu
unset CDPATH
cd "$(dirname "$0")/../.."
. examples/setup.sh
glint_setup
glint_build release -- --target glint
command -v node >/dev/null && command -v npm >/dev/null || glint_install nodejs npm
command -v nvim >/dev/null || glint_install neovim
command -v emacs >/dev/null || glint_install emacs-nox
# In Emacs 29 and newer it is there.
emacs --batch --eval "(require 'eglot)" >/dev/null 2>&1 || glint_install elpa-eglot
glint=$(pwd)/build/release/glint
cd tests/desk
npm ci --no-audit --no-fund --loglevel=error
node session.mjs "$glint"
PATH=$(dirname "$glint"):$PATH nvim --headless -u NONE -S neovim.lua
PATH=$(dirname "$glint"):$PATH emacs --batch -l emacs.el
