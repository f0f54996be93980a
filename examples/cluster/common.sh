# shellcheck shell=bash
# shellcheck disable=SC2034
# Shared by parallel.sh and slurm.sh, which source it; nothing to run by itself.

# read_study ARGUMENT...: GAME [SHARDS] [OPTION OF glint study...] [-- OPTION OF glint merge...], into variables.
#   GLINT     the command, where it is neither on the PATH nor built in this repository
#   FOLDER    where the shards' files are kept; else shards-GAME, here
read_study() {
  if [ $# -eq 0 ] || [[ $1 == -* ]]; then
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0"  # what the script says of itself
    exit 2
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
  folder=${FOLDER:-shards-$(basename "$game" .glint)}
  [[ $folder != -* ]] || folder=./$folder  # it is no option
  mkdir -p "$folder"

  # By their numbers, and not *.json: what else lies there is not of this study.
  files=()
  for ((i = 1; i <= shards; ++i)); do files+=("$folder/shard-$i.json"); done
  # The command that makes one report of the shards.
  report=("$GLINT" merge "${files[@]}" "${merge_options[@]}")
}
