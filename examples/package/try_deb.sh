#!/bin/sh
# Makes the packages for Debian, installs them in a clean root of Debian, tries them, and removes them again:
# nothing may be left. It needs root, the network and some minutes, and installs missing tools.
#
#   examples/package/try_deb.sh [BUILD FOLDER]            # build/release, which is built if it is not there
#   cmake --build --preset release --target try_deb       # the same
set -eu

root_of_source=$(dirname "$(dirname "$(dirname "$(realpath "$0")")")")
build=$(realpath -m "${1:-$root_of_source/build/release}")
here=$root_of_source/examples/package
cd "$root_of_source"
. examples/setup.sh

glint_install mmdebstrap dpkg-dev help2man
# A folder that is configured stays as it is.
if [ ! -f "$build/CPackConfig.cmake" ]; then
  glint_setup
  glint_build "$(basename "$build")" -- --target glint glint_manual
fi

glint_say 'Packing'
rm -f "$build"/packages/*.deb
(cd "$build" && cpack -G DEB)
for package in "$build"/packages/*.deb; do
  dpkg-deb --field "$package" Package Version Depends Installed-Size
  echo "Files: $(dpkg-deb --contents "$package" | grep -c '^-'), packed $(stat -c %s "$package") bytes"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cp "$build"/packages/*.deb "$here/inside.sh" examples/embed.cpp games/laser_lawn.glint "$work"

# The Debian that the packages were built on, from the same mirrors.
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirrors=/etc/apt/sources.list
[ -s "$mirrors" ] || mirrors=/etc/apt/sources.list.d/debian.sources
tools=man-db,bash-completion,zsh,fish,g++,pkg-config,cmake,make
glint_say "A clean Debian $suite with $tools"
# Hooks run outside of the new root, which is their first argument; the root itself is not kept.
# shellcheck disable=SC2016
mmdebstrap --variant=apt --quiet --include="$tools" \
  --customize-hook="mkdir \"\$1/try\" && cp \"$work\"/* \"\$1/try\"" \
  --customize-hook='chroot "$1" sh /try/inside.sh' \
  "$suite" /dev/null "$mirrors"
