#!/bin/sh
# Tries the tests: changes one place of lang/ or interpreter/ at a time, and prints the changes that no test finds.
#   sh tests/mutate.sh                                    20 changes
#   sh tests/mutate.sh --count 100 --seed 7               100 others
#   sh tests/mutate.sh --in interpreter/players/mcts.cpp  of this file, or folder, alone
# Works in a copy, build/mutate, and goes on where it was stopped. A change takes a compiler run, a link and up to all
# tests: count minutes.
set -eu
unset CDPATH
cd "$(dirname "$0")/.."
. examples/setup.sh
glint_setup
glint_install python3
exec python3 tests/mutate.py "$@"
