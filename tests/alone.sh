#!/bin/sh
# Compiles each file by itself, as the preset `dev` does, and makes nothing of it: an error here is most often an include that
# is missing, which builds in groups hide.
#   sh tests/alone.sh                      all files, in some minutes
#   sh tests/alone.sh interpreter/desk/    those with this in their path
#   sh tests/alone.sh --grouped            those that build/release and build/asan-ubsan compile in groups, but for tests
#                                          and the first of each group: what that includes is all that it sees there, too
set -eu
unset CDPATH
cd "$(dirname "$0")/.."
. examples/setup.sh

glint_say 'Compiling each file by itself'
mkdir -p build/alone
cmake --preset dev -B build/alone -DGLINT_BUILD_PYTHON=ON >build/alone/configure.log 2>&1 || {
  cat build/alone/configure.log >&2
  exit 1
}
cd build/alone
# Whatever commit it is built from.
mkdir -p interpreter/commit
[ -f interpreter/commit/glint_commit.hpp ] || echo '#define GLINT_COMMIT ""' >interpreter/commit/glint_commit.hpp

# A command on each line, with the quotes of the shell for those of JSON.
sed -n 's/^ *"command": "\(.*\)",\{0,1\}$/\1/p' compile_commands.json | sed 's/\\\(.\)/\1/g' >all
grep -F 'cmake_pch.hxx.cxx' all | sh -e
grep -vF 'cmake_pch.hxx.cxx' all | sed 's/$/ -fsyntax-only/' >wanted
case ${1:-} in
  --grouped)
    for build in release asan-ubsan; do
      [ ! -f ../$build/compile_commands.json ] || sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' ../$build/compile_commands.json
    done | sort -u >built
    grep -v '/Unity/' built >alone
    grep '/Unity/' built | while IFS= read -r group; do sed -n 's/^#include "\(.*\)"$/\1/p' "$group" | head -n 1; done >>alone
    grep -vF -e /tests/ wanted | grep -vF -f alone >chosen
    ;;
  *) grep -F -e "${1:-}" wanted >chosen ;;
esac
tr '\n' '\0' <chosen | xargs -0 -n 1 -P "$glint_jobs" sh -c
echo "$(grep -c . chosen) files compile by themselves"
