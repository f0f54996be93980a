#!/bin/sh
# The files of a release, with their checksums: build/release-files.
#
#     sh examples/release.sh            makes all of them, on Debian 12
#     sh examples/release.sh PART...    makes some, and leaves the others as they are. The parts are
#         studio        studio.html
#         command       the packages for Debian and an archive: the command, with the studio if it is built, and the library
#         python        a wheel for this machine's Python
#         javascript    the package for npm
#         site          all pages, as an archive
#         source        the sources of the commit, as an archive
#
# It calls the scripts that build these things for daily work; they install what is missing. POSIX sh.
set -eu
unset CDPATH
cd "$(dirname "$0")/.."
. examples/setup.sh

for part; do
  case $part in
    studio | command | python | javascript | site | source) ;;
    *) sed -n '2,13s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
  esac
done
files=$PWD/build/release-files
if [ $# -eq 0 ]; then
  rm -rf "$files"
  set -- studio command python javascript site source
fi
mkdir -p "$files"
version=$(sed -n 's/^project(glint VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)

for part; do
  case $part in
    studio)
      sh examples/studio.sh --build
      cp build/studio/studio.html "$files"
      ;;
    command)
      glint_install dpkg-dev file help2man
      glint_setup
      glint_say 'Building glint, and packing it'
      glint_build release -- --target glint
      rm -rf build/release/packages
      cpack --preset release
      cp build/release/packages/*.deb build/release/packages/*.tar.gz "$files"
      ;;
    python)
      sh examples/python.sh --wheel
      cp build/python/wheel/*.whl "$files"
      ;;
    javascript)
      # npm makes the package before it packs it.
      [ -e build/studio/studio.html ] || sh examples/studio.sh --build
      glint_say 'Packing for npm'
      npm pack --pack-destination "$files"
      ;;
    site)
      sh examples/site.sh
      tar -C build -czf "$files/glint-site-$version.tar.gz" site
      ;;
    source) git archive --prefix="glint-$version/" -o "$files/glint-$version.tar.gz" HEAD ;;
  esac
done

rm -f "$files/SHA256SUMS"
sums=$(cd "$files" && sha256sum -- *)
printf '%s\n' "$sums" | tee "$files/SHA256SUMS"
