#!/bin/sh
# Functions that files share (weak symbols: templates and inline functions of headers) must run on every processor. The
# linker keeps one copy of each, whichever file it is from; so none of them may have instructions that only newer ones know.
#   processor.sh ARCHIVE
set -eu
archive=$1
command -v objdump >/dev/null && command -v nm >/dev/null || { echo "no objdump here: skipped"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
nm "$archive" 2>/dev/null | awk '$2 == "W" || $2 == "V" || $2 == "u" {print $3}' | sort -u > "$folder/shared"
objdump -d --no-show-raw-insn "$archive" |
  awk '/^[0-9a-f]+ <.*>:$/ {name = substr($2, 2, length($2) - 3)}
       /%ymm|[ \t](shlx|shrx|sarx|rorx|pdep|pext|bzhi|blsr|blsi|blsmsk|andn|mulx|popcnt)[lq]?[ \t]/ {print name}' |
  sort -u > "$folder/new"
[ -s "$folder/new" ] || { echo "nothing here is compiled for newer processors: skipped"; exit 77; }
if comm -12 "$folder/shared" "$folder/new" | grep .; then
  echo "these are shared, and compiled for newer processors only" >&2
  exit 1
fi
grep -q 'Interpreter.*run_on.*V3Cpu' "$folder/new"
echo "$(wc -l < "$folder/new") functions are compiled for newer processors, and none of them is shared"
