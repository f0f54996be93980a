#!/bin/sh
# Installs what is missing, builds everything, runs every test. Safe to run again.
#   sh tests/run.sh                       all of them; those that try many random games try a fifth of them
#   GLINT_TEST_SCALE=1 sh tests/run.sh    every game, in some minutes more
#   sh tests/run.sh -R 'parse'            those that match; what follows goes to ctest
set -eu
unset CDPATH
cd "$(dirname "$0")/.."
. examples/setup.sh

glint_say 'Building Glint and its tests'
glint_setup
glint_build release

glint_say 'Running the tests'
export GLINT_TEST_SCALE="${GLINT_TEST_SCALE:-0.2}"
if ctest --preset release --output-on-failure --parallel "$glint_jobs" "$@"; then
  glint_say 'Every test passed'
else
  glint_say "Tests failed: see above. One alone: sh tests/run.sh -R 'its name'"
  exit 1
fi
