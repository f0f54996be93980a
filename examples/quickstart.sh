#!/bin/sh
# From a fresh clone to a game on the screen: installs what is missing, builds Glint, and shows what it does.
# Safe to run again: it then builds only what changed.
set -eu
unset CDPATH
cd "$(dirname "$0")/.."
. examples/setup.sh

glint_say 'Building Glint'
glint_setup
glint_build release -- --target glint
glint=build/release/glint

# run COMMAND...: shows the command as one would type it, then runs it.
run() {
  printf '\n$ glint'
  for word; do
    case $word in
      *[!A-Za-z0-9_./=:,+-]*) printf " '%s'" "$word" ;;
      *) printf ' %s' "$word" ;;
    esac
  done
  printf '\n'
  "$glint" "$@"
}

glint_say 'A game is one script. Check them all for errors'
run check games/*.glint games/variants/*.glint stdlib/*.glint

glint_say 'Run the tests in the scripts: one for every rule'
run test games/*.glint games/variants/*.glint

glint_say 'Laser Lawn after two moves, with its beams'
run show laser_lawn --light --after 'C4 ne blue; D5 w red'

glint_say 'Why a cell is lit: the emitter, the path, and where the colour changed'
run trace laser_lawn --after 'C4 ne blue; D5 w red' --why C4

glint_say 'The first moves of a random game of Boundary, a game without light'
run play boundary --seat '*=random' --seed 7 --max-plies 6

glint_say 'The first moves of a random game of Laser Lawn. The same seed gives the same game on any machine'
run play laser_lawn --seat '*=random' --seed 7 --max-plies 6

glint_say 'The Beam: a team of four, with cards, random discs, and barriers on the grid lines'
run play the_beam --seat '*=random' --seed 7 --max-plies 4

glint_say 'Beams, Boosters, and Barriers: both players choose in secret, then both moves are carried out'
run show beams_boosters_barriers --after 'P M2Y B5 10; P R1 B5 12; P S D5; P M1 C4 2'

glint_say 'What North may see while South has chosen in secret'
run show beams_boosters_barriers --after 'P M2Y B5 10; P R1 B5 12; P S D5' --as north

glint_say 'The record of a published game, checked move by move'
run replay games/records/boundary_2010_01_31.json

cat <<END

== What next, from $(pwd)
  $glint play boundary      play it yourself: help, moves, undo, why
  $glint list               the bundled games, variants and options
  $glint new my_game        a small game of your own, to change; lang/TUTORIAL.md goes step by step
  $glint --help             every command; each has its own --help
  $glint test games/laser_lawn.glint
                                       change a line of the script, and run its tests
  sh tests/run.sh                      every test of Glint itself
END
