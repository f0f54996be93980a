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

glint_say 'A game is one script. Each is parsed and type-checked, with what it uses of the library'
run check games/*.glint games/variants/*.glint stdlib/*.glint

glint_say 'A script carries its own tests: one for every rule'
run test games/*.glint games/variants/*.glint

glint_say 'Laser Lawn after two moves: a position is drawn with its beams'
run show laser_lawn --after 'C4 ne blue; D5 w red'

glint_say 'Why a cell is lit: which emitter, by which path, and where the colour changed'
run trace laser_lawn --after 'C4 ne blue; D5 w red' --why C4

glint_say 'A game without light, on the same engine: the first moves of a random game of Boundary'
run play boundary --seat '*=random' --seed 7 --max-plies 6

glint_say 'And of Laser Lawn. The same seed gives the same game, on any machine'
run play laser_lawn --seat '*=random' --seed 7 --max-plies 6

glint_say 'The Beam: four players as a team, cards and discs drawn by chance, barriers on the grid lines'
run play the_beam --seat '*=random' --seed 7 --max-plies 4

glint_say 'Beams, Boosters, and Barriers: both choose in secret, then both moves are made'
run show beams_boosters_barriers --after 'P M2Y B5 10; P R1 B5 12; P S D5; P M1 C4 2'

glint_say 'What the south may see before the north has shown its choice'
run show beams_boosters_barriers --after 'P M2Y B5 10; P R1 B5 12; P S D5' --as north

glint_say 'A game that people played, checked move by move'
run replay games/records/boundary_2010_01_31.json

cat <<END

== What next, from $(pwd)
  $glint play boundary      play it yourself: help, moves, undo, why
  $glint list               the bundled games, variants and options
  $glint new my_game        a small game of your own, to change; lang/TUTORIAL.md goes step by step
  $glint --help             every command; each has its own --help
  $glint test games/laser_lawn.glint
                                       change a line of the script, then see what its tests say
  sh tests/run.sh                      every test of Glint itself
END
