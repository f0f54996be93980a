#!/bin/sh
# Matches against programs that know a game, where they are installed (Debian: fairy-stockfish, grhino): by hand, as they
# take half an hour.
#
#     sh tests/matches.sh GLINT [GAMES]      or: cmake --build build/release --target matches
set -u
glint=$(realpath "${1:?the command glint}") games=${2:-40}
PATH=$PATH:/usr/games
cd "$(dirname "$0")/.." || exit 1
failed=0

# PROGRAM GAME, and more words of `glint match`
play() {
  program=$1 game=$2
  shift 2
  if command -v "$program" > /dev/null; then
    "$glint" match "examples/$game.glint" --seat '*=best:100ms' --games "$games" "$@" || failed=1
  else
    echo "$program is not installed: $game is left out"
  fi
}

for go in 'depth 6' 'movetime 100'; do
  echo "Breakthrough, $go:"
  play fairy-stockfish breakthrough --against fairy-stockfish --engine examples/engines/breakthrough.uci --go "$go"
done
echo 'Othello, level 3:'
play gtp-rhino othello --against 'gtp-rhino --level=3 --book=0' --engine examples/engines/othello.gtp --opening 6
exit $failed
