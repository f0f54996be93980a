#!/bin/sh
# The site: all pages of the project with search, the games to play, and the interfaces of C++ and Python. It works from a
# folder, without a network.
#
#     sh examples/site.sh           installs what is missing (through apt and npm), and makes build/site
#     sh examples/site.sh --test    makes it, and tries it in Chromium: about two minutes
#     sh examples/site.sh --pictures FOLDER    makes it, and pictures of pages of it, in both themes and two widths
#
# The engine of the studio plays the games. If build/studio has none, `sh examples/studio.sh --build` runs first.
# Nothing else of Glint needs this. POSIX sh.
set -eu
unset CDPATH
cd "$(dirname "$0")/.."
. examples/setup.sh

case ${1:-} in
  '' | --test) ;;
  --pictures) [ $# -eq 2 ] || { echo 'usage: site.sh --pictures FOLDER' >&2; exit 2; } ;;
  *) sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac

if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
  # As in studio.sh: Node may have come from elsewhere, and brings npm. The same holds for Python.
  site_packages=
  command -v node >/dev/null || site_packages=nodejs
  command -v npm >/dev/null || site_packages="$site_packages npm"
  command -v python3 >/dev/null || site_packages="$site_packages python3"
  # shellcheck disable=SC2086
  glint_install $site_packages
  case ${1:-} in ?*) glint_browser ;; esac
fi
for tool in node npm python3; do
  command -v "$tool" >/dev/null || {
    echo "The site needs Node 18 with npm, and Python 3.9, or newer; \`$tool\` is missing." >&2
    exit 1
  }
done

[ -e build/studio/studio.html ] || sh examples/studio.sh --build

tools=build/site_tools
mkdir -p "$tools"
# What was taken away from the source must not stay here.
find "$tools" -mindepth 1 -maxdepth 1 ! -name node_modules -exec rm -rf {} +
cp -R interpreter/site/. "$tools"
if ! cmp -s "$tools/package-lock.json" "$tools/node_modules/.glint-lock"; then
  glint_say 'Fetching what makes the pages'
  (cd "$tools" && npm ci --no-audit --no-fund --loglevel=error)
  cp "$tools/package-lock.json" "$tools/node_modules/.glint-lock"
fi
# The package that drives Chromium needs Node 20; Debian 12 has 18, which is enough for the pages.
if [ -n "${1:-}" ] && [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 20 ]; then
  if ! [ -x build/site_node/node_modules/node/bin/node ]; then
    glint_say 'Fetching Node 22, for the tests'
    mkdir -p build/site_node
    (cd build/site_node && npm install --no-save --no-audit --no-fund --loglevel=error --prefix . node@22.23.3)
  fi
  PATH=$PWD/build/site_node/node_modules/node/bin:$PATH
fi
glint_say 'Making the pages'
(cd "$tools" && npm run --silent build)

case ${1:-} in
  --test)
    glint_say 'Trying them in Chromium'
    (cd "$tools" && npm run --silent test)
    ;;
  --pictures)
    mkdir -p "$2"
    folder=$(cd "$2" && pwd)
    (cd "$tools" && npm run --silent pictures -- "$folder")
    ;;
  *) echo 'Open build/site/index.html in a browser.' ;;
esac
