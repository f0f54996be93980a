"""How many steps a second batches make, of the four games and of eight examples.

    python3 examples/python/batch.py
    python3 examples/python/batch.py examples/othello.glint --games 1024 --command build/release/glint

A step makes one move, drawn at random, in each game, and fills in observations and masks; drawing the moves counts, too.
Figures are millions of steps a second, by the clock, and for each second of a processor: on a busy machine the clock says
little. With `--command` the command `glint bench` plays the same game in turn, on as many threads, without observations.
"""

import argparse
import json
import os
import resource
import subprocess
import time

import glint

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
GAMES = ["laser_lawn", "boundary", "beams_boosters_barriers", "the_beam"]
NAMES = ("othello", "breakthrough", "chess", "hex", "konane", "laser_chess", "einstein", "amazons")
GAMES += [os.path.join(EXAMPLES, f"{name}.glint") for name in NAMES]


def used(who):
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def measured(work, who, seconds):
    """(plies, seconds, processor seconds) of working for a while."""
    clock, before, plies = time.perf_counter(), used(who), 0
    while True:
        plies += work()
        passed = time.perf_counter() - clock
        if passed >= seconds:
            return plies, passed, used(who) - before


def benchmark(name, games, seconds, threads, rounds, command):
    game = glint.Game.from_file(name) if name.endswith(".glint") else glint.Game(name)
    encoding = game.encoding()
    n = max(8, min(games, 200_000_000 // encoding.actions))  # masks of 200 MB
    batch = glint.Batch(encoding, n, threads=threads)

    def steps():
        batch.step(batch.sample())
        return n

    def bench():
        asked = [command, "bench", name, "--json", "--seconds", str(seconds), "--threads", str(threads)]
        return json.loads(subprocess.run(asked, capture_output=True, check=True).stdout)["plies"]

    for _ in range(20):
        steps()
    totals = {"batch": [0, 0, 0], "bench": [0, 0, 0]}
    for _ in range(rounds):
        parts = {"batch": measured(steps, resource.RUSAGE_SELF, seconds)}
        if command:
            parts["bench"] = measured(bench, resource.RUSAGE_CHILDREN, 0)
        for kind, part in parts.items():
            totals[kind] = [a + b for a, b in zip(totals[kind], part)]
    plies, clock, processor = totals["batch"]
    speeds = [plies / clock / 1e6, plies / processor / 1e6]
    line = f"{game.title:30} {n:5} {encoding.actions:8} {encoding.size:7} {speeds[0]:9.3f} {speeds[1]:9.3f}"
    if command:
        plies, clock, processor = totals["bench"]
        line += f" {plies / clock / 1e6:9.3f} {plies / processor / 1e6:9.3f} {speeds[1] * processor / plies * 1e6:6.0%}"
    print(line, flush=True)
    return speeds


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=GAMES, help="bundled games, or scripts")
    parser.add_argument("--games", type=int, default=512, help="side by side (512), fewer of those with very many actions")
    parser.add_argument("--seconds", type=float, default=1, help="for each round (1)")
    parser.add_argument("--rounds", type=int, default=3, help="in turn (3)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="of a step (one for each core)")
    parser.add_argument("--command", help="the command `glint`, to compare with")
    given = parser.parse_args(arguments)
    print(f"{'million steps a second':30} games  actions  floats  by clock processor", end="")
    print("  `glint bench`: clock, processor, ratio" if given.command else "")
    return [benchmark(name, given.games, given.seconds, given.threads, given.rounds, given.command) for name in given.game]


if __name__ == "__main__":
    main()
