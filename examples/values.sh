# Learns the values that ship beside their scripts; `--seat '*=best:100ms'` plays by them. The bytes are the same on
# every machine. It takes some five minutes of one core. Run it again when the rules of a game change (a test says so).
# Last run: 30 November 2026.
set -e
cd "$(dirname "$0")"
learn() { "${GLINT:-../build/release/glint}" learn "$1.glint" --games "$2" --seed 1 -o "$1.values"; }
for game in breakthrough konane othello; do learn $game 20000; done
learn ../games/variants/boundary_in_rounds 5000
# The other games have no values: either values gave no gain (interpreter/learn/README.md), or `glint learn` refuses the
# game.
