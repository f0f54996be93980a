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

# A word as any sh reads it back.
quote() { printf "'%s' " "${1//\'/\'\\\'\'}"; }

# The commands of the shards, each ended by a zero byte. GNU parallel runs what it reads as it stands. In a command that it
# is given as arguments it would replace {} and its like, also where a game or folder is called so, and run {= Perl =}.
commands() {
  local shard word
  for ((shard = 1; shard <= shards; ++shard)); do
    for word in "$GLINT" study "$game" "${options[@]}" --threads 1 --shard "$shard/$shards" --out "${files[shard - 1]}"; do
      quote "$word"
    done
    printf '\0'
  done
}

bar=()
if [ -t 2 ]; then bar=(--bar); fi
# What shards say is not the report, and goes to stderr.
commands | parallel -0 "${bar[@]}" >&2

"${report[@]}"
