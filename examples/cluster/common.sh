# shellcheck shell=bash
# shellcheck disable=SC2034
# Shared by parallel.sh and slurm.sh, which source it; nothing to run by itself.

# read_study ARGUMENT...: [explore] GAME [SHARDS] [OPTION OF glint study...] [-- OPTION OF glint merge...], into variables.
# After `explore` it is an exploration, with options of glint explore, and after -- those of its final.
#   GLINT     the command, where it is neither on the PATH nor built in this repository
#   FOLDER    where the shards' files are kept; else shards-GAME (or explored-GAME), here
read_study() {
  if [ $# -eq 0 ] || [[ $1 == -* ]]; then
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0"  # what the script says of itself
    exit 2
  fi
  command=study
  if [ "$1" = explore ]; then
    command=explore
    shift
  fi
  game=${1:?which game?}
  shift
  shards=$(getconf _NPROCESSORS_ONLN)
  if [[ ${1:-} =~ ^[0-9]+$ ]]; then
    shards=$1
    shift
  fi
  if [[ ! $shards =~ ^[1-9][0-9]{0,4}$ ]]; then
    echo "How many shards? Not $shards." >&2
    exit 2
  fi
  options=() merge_options=()
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    options+=("$1")
    shift
  done
  [ $# -eq 0 ] || merge_options=("${@:2}")

  local built
  built=$(dirname "${BASH_SOURCE[0]}")/../../build/release/glint
  if [ -z "${GLINT:-}" ]; then
    GLINT=$(command -v glint || realpath -e "$built" 2>/dev/null) || true
  fi
  if [ -z "$GLINT" ]; then
    echo "There is no glint on the PATH, nor built here: GLINT=/path/to/glint says where." >&2
    exit 2
  fi
  local kept=shards
  if [ "$command" = explore ]; then kept=explored; fi
  folder=${FOLDER:-$kept-$(basename "$game" .glint)}
  [[ $folder != -* ]] || folder=./$folder  # it is no option
  mkdir -p "$folder"

  # By their numbers, and not *.json: what else lies there is not of this study.
  files=()
  local ending=.json
  if [ "$command" = explore ]; then ending=; fi
  for ((i = 1; i <= shards; ++i)); do files+=("$folder/shard-$i$ending"); done
  # The command that makes one report of the shards.
  report=("$GLINT" merge "${files[@]}" "${merge_options[@]}")
  if [ "$command" = explore ]; then
    report=("$GLINT" explore "$game" "${options[@]}")
    for file in "${files[@]}"; do report+=(--merge "$file"); done
    report+=(--out "$folder/found" "${merge_options[@]}")
  fi
}
