# Learns the values that ship with the examples, beside their scripts: `--seat '*=best:100ms'` plays by them. The same
# bytes on every machine; about two minutes. To be run again when the rules of one change (a test says so).
# Last run: 30 November 2026.
set -e
cd "$(dirname "$0")"
for game in breakthrough konane othello; do
  "${GLINT:-../build/release/glint}" learn "$game.glint" --games 20000 --seed 1 -o "$game.values"
done
