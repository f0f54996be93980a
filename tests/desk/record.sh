#!/bin/sh
# Records the sessions of editors that the tests replay: tests/desk/sessions/NAME.jsonl. Then GLINT_REWRITE_GOLDEN=1 writes
# the replies anew; read the difference before you commit it. Needs Node, Neovim and Emacs with eglot, which run.sh installs.
#   sh tests/desk/record.sh build/release/glint [NAME ...]
set -eu
unset CDPATH
GLINT=$(realpath "$1")
shift
[ $# -gt 0 ] || set -- neovim neovim_files emacs
cd "$(dirname "$0")"
for name; do
  GLINT_SESSION=$(mktemp -d)
  export GLINT GLINT_SESSION
  trap 'rm -r "$GLINT_SESSION"' EXIT
  cp record.mjs "$GLINT_SESSION"
  case $name in
    neovim) timeout 30 nvim --headless -u NONE -S record.lua ;;
    neovim_files) timeout 30 nvim --headless -u NONE -S record_files.lua ;;
    emacs) timeout 60 emacs --batch -l record.el ;;
    *) echo "there is no session $name: neovim, neovim_files, emacs" >&2; exit 2 ;;
  esac
  cp "$GLINT_SESSION/session.jsonl" "sessions/$name.jsonl"
  rm -r "$GLINT_SESSION"
  trap - EXIT
done
