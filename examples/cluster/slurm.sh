#!/bin/bash
# A study as a Slurm job array (study.sbatch), and a job that depends on it and merges the shards; waits for the report.
#
#   slurm.sh GAME [SHARDS] [OPTION OF glint study...] [-- OPTION OF glint merge...]
#
#   slurm.sh laser_lawn 100 --games 1000000 -- --html lawn.html
#   SBATCH_PARTITION=long SBATCH_TIMELIMIT=60 FOLDER=/shared/lawn slurm.sh my_game.glint 100
#
# Nobody has to wait: interrupted, it leaves the jobs as they are, and the report will be in FOLDER/report. Called again
# after jobs were stopped, it goes on: each shard where its file is, and those that are done at once. With other options,
# or another number of shards, it wants another FOLDER (shards-GAME, if it is not said), which all nodes must see.
# one_machine_slurm.sh makes a Slurm to try it out.
set -eu

. "$(dirname "$0")/common.sh"
read_study "$@"
export GLINT

if [[ $folder == *\\* ]]; then
  echo "Slurm reads a backslash in the name of a log as a sign: FOLDER=$folder must be another." >&2
  exit 2
fi
logs=${folder//%/%%}  # %j would be a job's number
array=$(sbatch --parsable --array="1-$shards" --output="$logs/shard-%a.log" \
  "$(dirname "$0")/study.sbatch" "$folder" "$game" "${options[@]}")
array=${array%%;*}  # behind it stands the cluster's name, where there are several
echo "Slurm's job array $array, $shards shards; what they say is in $folder/shard-*.log" >&2

rm -f "$folder/report"
# Where a shard fails there is nothing to merge: the job is taken away, and that is no failure to sbatch.
if sbatch --quiet --wait --job-name=glint-merge --dependency="afterok:$array" --kill-on-invalid-dep=yes \
  --output="$logs/report" --error="$logs/merge.log" "$(dirname "$0")/merge.sbatch" "${report[@]}" && [ -s "$folder/report" ]; then
  cat "$folder/report"
else
  echo "No report: shards were stopped, or failed. $folder/*.log say why; called again, this goes on." >&2
  exit 1
fi
