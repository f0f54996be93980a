#!/bin/sh
# Makes the package for JavaScript from the studio's engine, and tries it.
#
#     sh examples/javascript.sh           makes build/javascript; `npm pack` packs it
#     sh examples/javascript.sh --test    packs it, installs it in a project, and runs the tests with it
#
# `sh examples/studio.sh --build` makes the engine; it runs first if build/studio has none. The tests also need
# Chromium, and get Node 18, Node 20 and Vite through npm (build/javascript_tools). Nothing else of Glint needs this. POSIX sh.
set -eu
unset CDPATH
cd "$(dirname "$0")/.."
. examples/setup.sh

case ${1:-} in
  '' | --test) ;;
  *) sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac

if ! [ -e build/studio/studio.html ]; then sh examples/studio.sh --build; fi
if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then glint_install xz-utils; fi
glint_say 'Making the package'
node interpreter/javascript/build.mjs

if [ "${1:-}" = --test ]; then
  glint_browser
  tools=build/javascript_tools
  mkdir -p "$tools"
  if ! cmp -s tests/javascript/tools/package-lock.json "$tools/node_modules/.glint-lock"; then
    glint_say 'Fetching Node 18, Node 20 and Vite, for the tests'
    cp tests/javascript/tools/package.json tests/javascript/tools/package-lock.json "$tools"
    (cd "$tools" && npm ci --no-audit --no-fund --loglevel=error)
    cp "$tools/package-lock.json" "$tools/node_modules/.glint-lock"
  fi
  glint_say 'Packing it, and trying it'
  export GLINT_TEST_SCALE="${GLINT_TEST_SCALE:-0.2}"
  # All tests use the package after packing and installing, and so does the example.
  project=build/javascript_project
  rm -rf "$project"
  node -e 'import("./tests/javascript/pages.mjs").then(({ install }) => install())'
  export GLINT_PACKAGE="$PWD/$project/node_modules/@glint/engine/build/javascript"
  cp examples/javascript/play.mjs "$project"
  node "$project/play.mjs"
  node --test --test-concurrency=1 tests/javascript/*.test.mjs
  glint_say 'The package works'
fi
