#!/bin/sh
# The studio: a page to write a game, play it, test it and share it, without a server.
#
#     sh examples/studio.sh           installs what is missing (through apt and npm), builds the page, and opens it
#     sh examples/studio.sh --build   only builds it: build/studio/studio.html, one file
#     sh examples/studio.sh --command builds it, and build/release/glint with it, for `glint studio`
#     sh examples/studio.sh --test    builds it, and tries it in Chromium; `glint studio` too, if build/release has it
#
# Nothing else of Glint needs this, and the built page needs only a browser. POSIX sh.
set -eu
cd "$(dirname "$0")/.."
. examples/setup.sh

case ${1:-} in
  '' | --build | --command | --test) ;;
  *) sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac

if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
  # Node may have come from elsewhere, and brings npm: Debian's packages of it would then be in conflict.
  node_packages=
  command -v node >/dev/null || node_packages='nodejs'
  command -v npm >/dev/null || node_packages="$node_packages npm"
  # shellcheck disable=SC2086
  glint_install cmake ninja-build emscripten tao-pegtl-dev nlohmann-json3-dev libboost-dev libdtl-dev $node_packages
fi
for tool in em++ cmake ninja node npm; do
  command -v "$tool" >/dev/null || {
    echo "The studio needs Emscripten 3.1.6, CMake, Ninja, and Node 18 with npm, or newer; \`$tool\` is missing." >&2
    exit 1
  }
done

glint_say 'Building the engine for the browser (the first time takes some minutes)'
# Emscripten of Debian looks for its JavaScript's parser here.
NODE_PATH=${NODE_PATH:-/usr/share/nodejs} glint_build studio

glint_say 'Building the page'
page=build/studio/page
mkdir -p "$page"
cp -R interpreter/studio/page/. "$page"
if ! cmp -s "$page/package-lock.json" "$page/node_modules/.glint-lock"; then
  (cd "$page" && npm ci --no-audit --no-fund --loglevel=error)
  cp "$page/package-lock.json" "$page/node_modules/.glint-lock"
fi
(cd "$page" && npm run --silent check && npm run --silent build)

# The command has the page inside, once it is built again.
glint_with_page() {
  glint_say 'Building glint with the page'
  glint_build release "$@"
}

case ${1:-} in
  --command)
    glint_setup
    glint_with_page -- --target glint
    echo 'build/release/glint has the page: try `build/release/glint studio games/laser_lawn.glint`.'
    ;;
  --test)
    if [ -x build/release/glint ]; then glint_with_page -- --target glint; fi
    glint_browser
    glint_say 'Trying the page in Chromium'
    (cd "$page" && npm run --silent test)
    ;;
  --build) ;;
  *)
    for opener in xdg-open open; do
      if command -v $opener >/dev/null && $opener build/studio/studio.html 2>/dev/null; then break; fi
    done
    echo "Open build/studio/studio.html in a browser: it is one file, and needs no network."
    ;;
esac
