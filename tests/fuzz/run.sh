#!/bin/sh
# Installs what is missing, builds all fuzzers, and runs one after the other. If one finds something, it prints the
# input, and the exit status is 1.
#   sh tests/fuzz/run.sh 60                  each for 60 seconds (the default)
#   sh tests/fuzz/run.sh 600 check record    these alone
# What they learn is kept in build/fuzz/corpus, and the next run begins with it.
set -eu
unset CDPATH
cd "$(dirname "$0")/../.."
. examples/setup.sh
seconds=${1:-60}
[ $# -eq 0 ] || shift

glint_say 'Building the fuzzers'
glint_setup
glint_install clang libclang-rt-dev
sh tests/fuzz/build.sh
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(sed -n 's/^  TARGET(\([a-z]*\).*/\1/p' tests/fuzz/targets.hpp)

status=0
for name in "$@"; do
  glint_say "$name, for $seconds seconds"
  fuzzer=build/fuzz/out/glint_fuzz_$name
  mkdir -p "build/fuzz/corpus/$name" build/fuzz/finds
  log=build/fuzz/$name.log
  set -- "build/fuzz/corpus/$name" "tests/fuzz/corpus/$name"
  # Scripts to begin with, large and small, right and wrong.
  case $name in check | play) set -- "$@" tests/fuzz/corpus/check tests/golden/errors ;; esac
  [ ! -f "$fuzzer.dict" ] || set -- "$@" "-dict=$fuzzer.dict"
  # Counting how rare each feature is (entropic) takes two thirds of the time; unwinding the stack of each allocation, a
  # tenth.
  if ASAN_OPTIONS=malloc_context_size=1 "$fuzzer" "$@" "-max_total_time=$seconds" -timeout=10 -max_len=4000 \
    -entropic=0 -detect_leaks=0 -rss_limit_mb=2048 \
    -print_final_stats=1 "-artifact_prefix=build/fuzz/finds/$name-" >"$log" 2>&1; then
    sed -n 's/^stat::number_of_executed_units: */executions: /p; s/^stat::average_exec_per_sec: */a second: /p' "$log"
    sed -n 's/.*\(cov: [0-9]* ft: [0-9]*\).*/\1/p' "$log" | tail -n 1
  else
    status=1
    tail -n 40 "$log"
    find=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
    glint_say "$name has found something. Again: $fuzzer $find. All that it said: $log"
    echo "Once it is mended, put the input into tests/fuzz/corpus/$name: the tests try all that is there."
  fi
done
exit "$status"
