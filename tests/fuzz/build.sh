#!/bin/sh
# Builds the fuzzers into $OUT: each with its dictionary, its options and the zipped texts that it begins with beside it,
# as OSS-Fuzz has them. CC, CXX, CFLAGS, CXXFLAGS, LIB_FUZZING_ENGINE, WORK and OUT are taken from the environment; by
# itself it builds with clang, libFuzzer and the sanitizers of the preset `fuzz`, into build/fuzz/out.
set -eu
unset CDPATH
cd "$(dirname "$0")/../.."
OUT=${OUT:-build/fuzz/out}
WORK=${WORK:-build/fuzz}

set --
[ -z "${CXX:-}" ] || set -- "$@" "-DCMAKE_CXX_COMPILER=$CXX"
# Sanitizers are then among the flags.
[ -z "${CXXFLAGS:-}" ] || set -- "$@" "-DCMAKE_CXX_FLAGS=$CXXFLAGS" -DGLINT_SANITIZE=
[ -z "${LIB_FUZZING_ENGINE:-}" ] || set -- "$@" "-DGLINT_FUZZING_ENGINE=$LIB_FUZZING_ENGINE"
cmake --preset fuzz -B "$WORK" "$@" >/dev/null
cmake --build "$WORK" --parallel "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)"

mkdir -p "$OUT"
for binary in "$WORK"/tests/glint_fuzz_*; do
  name=${binary##*/glint_fuzz_}
  cp "$binary" "$OUT/"
  beside=$OUT/glint_fuzz_$name
  also=
  [ "$name" != play ] || also=check  # it begins with the same scripts
  zip=$(cd "$OUT" && pwd)/glint_fuzz_${name}_seed_corpus.zip
  # shellcheck disable=SC2086
  (cd tests/fuzz/corpus && cmake -E tar cf "$zip" --format=zip "$name" $also)
  printf '[libfuzzer]\nmax_len = 4000\ntimeout = 10\nentropic = 0\ndetect_leaks = 0\n' >"$beside.options"
  case $name in
    check | play | asked | command)
      # All words of the grammar, and what is written by hand.
      {
        cat tests/fuzz/script.dict
        sed -n 's/^/ /; s/KEYWORD(\("[a-z_]*"\))/\n\1\n/gp' lang/grammar/*.hpp | grep '^"' | sort -u
      } >"$beside.dict"
      ;;
  esac
done
