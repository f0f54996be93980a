#!/bin/sh
# Draws the pictures of all pages, or checks that none is stale:
#
#     sh examples/gallery/make.sh             # draws those that have changed
#     sh examples/gallery/make.sh --check     # status 1 if one is stale, missing, too large, or on no page
#     sh examples/gallery/make.sh lang        # those of the pages in a folder, or of one page
#
# A picture is written where it is shown: a comment with a command of `glint`, and the image that it draws below it.
#
#     <!-- glint show laser_lawn --after 'C4 ne blue' -->
#     ![What it shows](lawn.svg)
#
# Several such comments, line by line above one image, draw one moving picture: each is shown for two seconds, the last
# for four, and then it begins again. If a reader has asked for less motion, or the program does not move pictures, only
# the last is shown.
#
# The command runs in a folder with `games/`, `examples/`, and the page's own scripts as they are written above it.
# These come from ```glint new FILE, ```glint add FILE and ```diff FILE (see lang/TUTORIAL.md). `sample.glint` is the
# last block of ```glint: a whole game, variant or library, or declarations that are added to the last whole one.
#
# GLINT in the environment is the command to draw with; build/release/glint if it is not set.
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/../.." && pwd)
glint=${GLINT:-$root/build/release/glint}
case $glint in /*) ;; */*) glint=$PWD/$glint ;; esac  # it is called from other folders
command -v "$glint" >/dev/null || { echo "make.sh: there is no command $glint: build it, or name it in GLINT" >&2; exit 2; }
largest=40000  # bytes of a picture, which is read with the page; five times as much for a name that ends in `.large.svg`

check=
pages=
for word in "$@"; do
  case $word in
    --check) check=1 ;;
    -*) echo "usage: make.sh [--check] [PAGE or FOLDER]..." >&2; exit 2 ;;
    *) pages="$pages $word" ;;
  esac
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"
: > "$work/shown"
find ${pages:-README.md .github lang interpreter games stdlib tests examples} \( -name node_modules -o -path interpreter/site/assets \) -prune -o -name '*.md' -print | sort > "$work/pages"

# For each picture of a page a folder: its `commands`, one for each frame, the place of the `target`, and the page's
# scripts up to there.
collect() {
  awk -v work="$work" -v page="$1" -v number="$number" '
    function apply(  at) {  # a change: the lines with - become those with +
      if (before == "" && after == "") return
      at = index("\n" text[file], "\n" before)
      if (!at) { print page ":" NR ": " file " has no such lines" > "/dev/stderr"; failed = 1; exit }
      text[file] = substr(text[file], 1, at - 1) after substr(text[file], at + length(before))
      before = after = ""
    }
    /^```/ && fence { if (fence == "diff") apply(); if (is_whole) whole = text[file]; fence = is_whole = ""; next }
    /^```glint$/ { fence = "sample"; file = "sample.glint"; text[file] = whole; next }
    /^```glint (new|add) / { fence = "glint"; file = $3; if ($2 == "new") text[file] = ""; next }
    /^```diff / { fence = "diff"; file = $2; next }
    /^```/ { fence = "other"; next }
    fence == "sample" && /^(game|variant|library) / { text[file] = ""; is_whole = 1 }
    fence == "sample" || fence == "glint" { text[file] = text[file] $0 "\n" }
    fence == "diff" && /^$/ { apply(); next }
    fence == "diff" && !/^\+/ { before = before substr($0, 2) "\n" }
    fence == "diff" && !/^-/ { after = after substr($0, 2) "\n" }
    fence { next }
    /^<!-- glint .* -->$/ {
      command = (command != "" && last == NR - 1 ? command "\n" : "") substr($0, 12, length($0) - 15)
      last = NR
      next
    }
    command != "" && match($0, /[^("]*\.svg/) {
      folder = work "/" ++number
      system("mkdir " folder)
      print command > (folder "/commands")
      print substr($0, RSTART, RLENGTH) > (folder "/target")
      for (name in text) { printf "%s", text[name] > (folder "/" name); close(folder "/" name) }
      close(folder "/commands"); close(folder "/target")
      command = ""
    }
    END { if (failed) exit 1; print number }' "$1"
}

# One picture of the frames 1.svg to $2.svg in a folder, shown one after another. Their names of shapes get the frame's
# number, because two frames may give one name to different shapes.
in_turn() {
  number=$2 awk '
    function size(name) {  # of the frame that begins with this line
      return match($0, " " name "=\"[0-9.]+") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3) + 0 : 0
    }
    BEGIN {
      count = ENVIRON["number"]
      seconds = 2 * count + 2
      for (frame = 1; frame <= count; ++frame) {
        begins = 200 * (frame - 1) / seconds
        ends = 200 * frame / seconds
        turns = turns sprintf("@keyframes turn%d{0%%{visibility:%s}", frame, frame == 1 ? "visible" : "hidden")
        if (frame > 1) turns = turns sprintf("%.3f%%{visibility:visible}", begins)
        turns = turns (frame < count ? sprintf("%.3f%%,100%%{visibility:hidden}}", ends) : "100%{visibility:visible}}")
        turns = turns sprintf("#frame%d{animation:turn%d %ds step-end infinite}", frame, frame, seconds)
      }
    }
    FNR == 1 {
      if (size("width") > width) width = size("width")
      if (size("height") > height) height = size("height")
      font = match($0, / font-family="[^"]*"/) ? substr($0, RSTART, RLENGTH) : ""
      text = text sprintf("<g id=\"frame%d\"%s>\n", ++drawn, drawn < count ? " visibility=\"hidden\"" : "")
      next
    }
    $0 == "</svg>" { text = text "</g>\n"; next }
    {
      gsub(/ id="/, "&f" drawn)
      gsub(/ href="#/, "&f" drawn)
      gsub(/url\(#/, "&f" drawn)
      text = text $0 "\n"
    }
    END {
      printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%s\" height=\"%s\" viewBox=\"0 0 %s %s\"%s>\n", width, height, width, height, font
      printf "<style>@media (prefers-reduced-motion:no-preference){%s}</style>\n%s</svg>\n", turns, text
    }' $(i=0; while [ $i -lt "$2" ]; do i=$((i + 1)); echo "$1/$i.svg"; done)
}

number=0
drawn=0
status=0
complain() { echo "$*" >&2; status=1; }

while read -r page; do
  first=$((number + 1))
  number=$(collect "$page")
  at=$first
  while [ "$at" -le "$number" ]; do
    folder=$work/$at
    at=$((at + 1))
    target=$(dirname "$page")/$(cat "$folder/target")
    ln -s "$root/games" "$root/examples" "$folder"
    frame=0
    while read -r command; do
      frame=$((frame + 1))
      (cd "$folder" && eval "\"\$glint\" $command --svg $frame.svg") > "$folder/said" 2>&1 < /dev/null && continue
      complain "$page: $target is not drawn: glint $command"
      cat "$folder/said" >&2
      continue 2
    done < "$folder/commands"
    if [ "$frame" = 1 ]; then mv "$folder/1.svg" "$folder/picture.svg"; else in_turn "$folder" "$frame" > "$folder/picture.svg"; fi
    realpath -m "$target" >> "$work/shown"
    bytes=$(($(wc -c < "$folder/picture.svg")))
    case $target in *.large.svg) most=$((5 * largest)) ;; *) most=$largest ;; esac
    [ "$bytes" -le "$most" ] || complain "$target: $bytes bytes, more than $most"
    cmp -s "$folder/picture.svg" "$target" && continue
    if [ "$check" ]; then
      complain "$page: $target is stale: run examples/gallery/make.sh"
    else
      mkdir -p "$(dirname "$target")"
      cp "$folder/picture.svg" "$target"
      drawn=$((drawn + 1))
    fi
  done
done < "$work/pages"

if [ "$check" ] && [ -z "$pages" ]; then
  for picture in $(find README.md .github lang interpreter games stdlib tests examples \( -name node_modules -o -path interpreter/site/assets \) -prune -o -name '*.svg' -print); do
    grep -qxF "$(realpath "$picture")" "$work/shown" || complain "$picture: no page draws it"
  done
fi
[ "$check" ] || echo "$number pictures, $drawn of them drawn again"
exit $status
