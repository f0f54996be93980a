#!/bin/sh
# A test of the package for JavaScript, for CTest: `make` makes the package, any other name is that of a file of tests.
# 77: there is no Node or xz, or no engine, or it is older than the sources.
set -eu
unset CDPATH
cd "$(dirname "$0")/../.."
skip() {
  echo "skipped: $1"
  exit 77
}
command -v node >/dev/null || skip 'there is no Node'
command -v xz >/dev/null || skip 'there is no xz'
[ -e build/studio/studio.html ] && [ -e build/studio/glint_table.wasm ] || skip 'build/studio has no engine: `sh examples/studio.sh --build` builds it'
changed=$(find lang interpreter stdlib games -newer build/studio/glint_table.wasm \( -name '*.?pp' -o -name '*.inl' -o -name '*.def' -o -name '*.glint' \) | head -1)
[ -z "$changed" ] || skip "the engine in build/studio is older than $changed: \`sh examples/studio.sh --build\`"
if [ "$1" = make ]; then
  exec node interpreter/javascript/build.mjs
fi
exec node --test "tests/javascript/$1.test.mjs"
