#!/bin/sh
# Tries the tests: makes a hundred small changes in lang/ and interpreter/, one at a time, and prints those that no test finds.
#   sh tests/mutate.sh                                    100 changes
#   sh tests/mutate.sh --count 20 --seed 7                20 others
#   sh tests/mutate.sh --in interpreter/players/mcts.cpp  of this file, or folder, alone
# All of them are built into one copy, build/mutate, each behind a switch. It goes on where it was stopped.
set -eu
unset CDPATH
cd "$(dirname "$0")/.."
. examples/setup.sh
glint_setup
glint_install python3
exec python3 tests/mutate/mutate.py "$@"
