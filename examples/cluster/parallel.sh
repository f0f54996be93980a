#!/bin/bash
# A study in shards, as many at a time as there are processors, by GNU parallel; then their report.
#
#   parallel.sh GAME [SHARDS] [OPTION OF glint study...] [-- OPTION OF glint merge...]
#
#   parallel.sh laser_lawn 8 --games 10000 --seat '*=greedy' -- --html lawn.html
#   FOLDER=out GLINT=build/dev/glint parallel.sh my_game.glint
#
# Called again after it was stopped, it goes on: each shard where its file is, and those that are done at once. With other
# options, or another number of shards, it wants another folder (shards-GAME, if FOLDER does not say).
#
# On several machines, where this folder and glint are at the same path, by ssh:
#   PARALLEL='--sshlogin :,user@other,8/user@third --workdir .' parallel.sh GAME 32 ...
# Package: parallel.
set -eu

. "$(dirname "$0")/common.sh"
read_study "$@"

bar=()
if [ -t 2 ]; then bar=(--bar); fi
# -q: a shell on the way leaves `*=greedy` as it is. What shards say is not the report, and goes to stderr.
seq "$shards" | parallel -q "${bar[@]}" \
  "$GLINT" study "$game" "${options[@]}" --threads 1 --shard "{}/$shards" --out "$folder/shard-{}.json" >&2

"$GLINT" merge "${files[@]}" "${merge_options[@]}"
