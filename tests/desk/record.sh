#!/bin/sh
# Records the session of Neovim that the tests replay: tests/desk/sessions/neovim.jsonl. Then GLINT_REWRITE_GOLDEN=1 writes
# the replies anew; read the difference before you commit it.
#   sh tests/desk/record.sh build/release/glint
set -eu
unset CDPATH
GLINT=$(realpath "$1")
cd "$(dirname "$0")"
GLINT_SESSION=$(mktemp -d)
export GLINT GLINT_SESSION
trap 'rm -r "$GLINT_SESSION"' EXIT
cp record.mjs "$GLINT_SESSION"
timeout 60 nvim --headless -u NONE -S record.lua
cp "$GLINT_SESSION/session.jsonl" sessions/neovim.jsonl
