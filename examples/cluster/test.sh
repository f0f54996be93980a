#!/bin/bash
# Checks that shards of studies give byte for byte the same report as an undivided one, by hand, by GNU parallel, and by
# a Slurm of this one machine; and that killed commands resume. It takes a minute or two, and needs root and Debian's
# packages parallel, slurm-wlm and munge; --install installs these first.
#
#   examples/cluster/test.sh [--install] [GLINT]
#   cmake --build --preset dev --target cluster       # the same with the glint built there
set -eu

here=$(dirname "$(realpath "$0")")
shards=4
# Long enough to be killed half way: what is counted is kept every two seconds.
study=(laser_lawn --games 200 --seat '*=greedy' --evaluate playouts:60)

say() { printf '\n== %s\n' "$*"; }
fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# done_of FILE: how many games are counted in it; 0 where it is not there yet.
done_of() {
  local games
  games=$(sed -n 's/.*"done":\([0-9]*\).*/\1/p' "$1" 2>/dev/null) || true
  echo "${games:-0}"
}

# wait_for_games PID FILE: until the process has counted some, and kept them.
wait_for_games() {
  until [ "$(done_of "$2")" -gt 0 ]; do
    kill -0 "$1" 2>/dev/null || fail "it was over before anything was in $2"
    sleep 0.1
  done
}

# watch PID FILE FROM: while the process runs, the games in the file only become more, and there are FROM of them already.
watch() {
  local last=$3 now
  while kill -0 "$1" 2>/dev/null; do
    now=$(done_of "$2")
    [ "$now" -ge "$last" ] || fail "$2 had $last games, and then $now"
    if [ "$now" -gt "$last" ]; then echo "  $now games"; fi
    last=$now
    sleep 0.2
  done
  wait "$1"
}

# same REPORT: checks that it is the report of an undivided study.
same() {
  cmp "$test_folder/whole.json" "$1" || fail "$1 is not the report of the undivided study"
  echo "the report is byte for byte the same"
}

by_hand() {
  say 'By hand: one file, killed again and again'
  local file=$test_folder/hand.json pid last=0
  for _ in 1 2 3; do
    "$GLINT" study "${study[@]}" --threads 2 --out "$file" >/dev/null &
    pid=$!
    sleep "2.$((RANDOM % 10))"
    kill -KILL "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
    if [ -e "$file" ]; then "$GLINT" merge --partial "$file" --json >/dev/null || fail "$file cannot be read"; fi
    [ "$(done_of "$file")" -ge "$last" ] || fail "$file had $last games, and then $(done_of "$file")"
    last=$(done_of "$file")
    echo "killed, with $last games"
  done
  "$GLINT" study "${study[@]}" --out "$file" --json >"$test_folder/hand.report"
  same "$test_folder/hand.report"
}

by_parallel() {
  say "GNU parallel, $shards shards; the second one was killed half way before"
  local file=$test_folder/parallel/shard-2.json pid last
  mkdir "$test_folder/parallel"
  "$GLINT" study "${study[@]}" --shard "2/$shards" --threads 1 --out "$file" >/dev/null &
  pid=$!
  wait_for_games "$pid" "$file"
  kill -KILL "$pid"
  wait "$pid" 2>/dev/null || true
  last=$(done_of "$file")
  echo "killed, with $last of 50 games"
  [ "$last" -lt 50 ] || fail "that was not half way"
  FOLDER=$test_folder/parallel "$here/parallel.sh" "${study[0]}" "$shards" "${study[@]:1}" -- --json >"$test_folder/parallel.report" &
  watch $! "$file" "$last"
  same "$test_folder/parallel.report"
  say 'Again: nothing is left to do'
  FOLDER=$test_folder/parallel "$here/parallel.sh" "${study[0]}" "$shards" "${study[@]:1}" -- --json >"$test_folder/parallel.report"
  same "$test_folder/parallel.report"
}

# Called where there is a Slurm, with FOLDER.
by_slurm() {
  say "Slurm, an array of $shards tasks; the second one is killed half way"
  local file=${FOLDER:?}/shard-2.json pid array last
  "$here/slurm.sh" "${study[0]}" "$shards" "${study[@]:1}" -- --json >"$test_folder/slurm.report" &
  pid=$!
  wait_for_games "$pid" "$file"
  squeue --array
  array=$(squeue --noheader --name=glint-study --format=%F | head -n 1)
  scancel --batch --signal=KILL "${array}_2"
  if wait "$pid"; then fail "a report, though a shard was killed"; fi
  until [ -z "$(squeue --noheader)" ]; do sleep 0.5; done  # the other shards go on
  last=$(done_of "$file")
  echo "killed, with $last of 50 games"
  [ "$last" -lt 50 ] || fail "that was not half way"
  say 'Submitted again'
  "$here/slurm.sh" "${study[0]}" "$shards" "${study[@]:1}" -- --json >"$test_folder/slurm.report" &
  watch $! "$file" "$last"
  same "$test_folder/slurm.report"
}

if [ "${1:-}" = --in-slurm ]; then  # from below
  by_slurm
  exit
fi

if [ "${1:-}" = --install ]; then
  shift
  # shellcheck source=../setup.sh
  . "$here/../setup.sh"
  glint_install parallel slurm-wlm munge
fi
for program in parallel sbatch munged; do
  command -v "$program" >/dev/null || fail "there is no $program: $0 --install installs what is missing"
done
GLINT=$(realpath -e "${1:-$here/../../build/release/glint}")
test_folder=$(mktemp -d)
trap 'jobs -p | xargs -r kill 2>/dev/null || true; rm -rf "$test_folder"' EXIT
export GLINT test_folder

say 'Undivided'
time "$GLINT" study "${study[@]}" --json >"$test_folder/whole.json"
by_hand
by_parallel
say 'Starting a Slurm of one machine'
FOLDER=$test_folder/slurm "$here/one_machine_slurm.sh" bash "$0" --in-slurm
say 'Everything went well'
