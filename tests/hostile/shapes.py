"""Long scripts, each one shape repeated: does what `glint` does for a script grow faster than the script?

  python3 tests/hostile/shapes.py build/release/glint                     check, for scripts of 64, 128, 256 and 512 KB
  python3 tests/hostile/shapes.py build/release/glint --command moves     another command
  python3 tests/hostile/shapes.py build/release/glint --only let_chain    this shape

Prints CPU seconds and memory, and marks with `<<` what takes over 2 s or 512 MB, or three times as much at each doubling.
Nothing is decided here by a clock: it is for people to look at, and no part of CI.
"""
import argparse
import os
import pathlib
import resource
import subprocess
import tempfile

HEAD = 'game "Long"\nuse square\nplayers sun, moon\n'
BOARD = "board grid(6, 6)\n"
STONE = 'piece stone { look "o" }\n'
K = "var k: 0..9 = 0\n"
PLACE = 'move place "{at}" { pick at in empty; put stone on at }\n'
PLAY = "play { repeat { turn of each player { choose place else { end : tie } } } }\n"
END = PLACE + PLAY


def each(pattern, n, between=""):
    """The pattern n times: # is the number, ~ the next one, @ the one before."""
    return between.join(pattern.replace("#", str(i)).replace("~", str(i + 1)).replace("@", str(max(i - 1, 0))) for i in range(n))


def game(declarations, end=END):
    return HEAD + BOARD + STONE + K + declarations + end


def move(body):
    return game("", 'move place "{at}" { pick at in empty; put stone on at; ' + body + " }\n" + PLAY)


def board(n, declarations, line="k = 1"):
    """A square board of n cells, and as many lines of comments."""
    side = max(2, int(n ** 0.5))
    return (HEAD + f"board square({side}, {side})\n" + STONE + K + declarations +
            'move place "{at}" { pick at in empty; put stone on at; ' + line + " }\n" + PLAY + "//\n" * n)


SHAPES = {
    # lets and functions
    "let_constants": lambda n: game(each("let v_# = #\n", n)),
    "let_chain": lambda n: game(each("let v_# = v_~\n", n) + f"let v_{n} = 1\n"),
    "let_chain_up": lambda n: game("let v_0 = 1\n" + each("let v_~ = v_# + 0\n", n)),
    "let_of_state": lambda n: game(each("let v_# = count(stone) + #\n", n)),
    "let_chain_of_state": lambda n: game("let v_0 = count(stone)\n" + each("let v_~ = min(9, v_#) + 1\n", n)),
    "let_two_of_state": lambda n: game("let v_0 = count(stone)\n" +
                                       each("let w_# = if v_@ > v_# then 1 else 0\nlet v_~ = w_# + count(empty)\n", n)),
    "let_three": lambda n: game("let v_0 = count(stone) mod 7\n" + each("let v_~ = (v_# + v_# + v_#) mod 7\n", n)),
    "let_sets": lambda n: game("let v_0 = stone\n" + each("let v_~ = cells - v_#\n", n)),
    "let_where": lambda n: game("let v_0 = stone\n" + each("let v_~ = {c in cells where c in v_#}\n", n)),
    "let_table_chain": lambda n: game("let v_0[c: cell] = 1\n" + each("let v_~[c: cell] = v_#[c]\n", n)),
    "let_function_chain": lambda n: game("let v_0(x: 0..3) = x\n" + each("let v_~(x: 0..3) = v_#(x)\n", n)),
    "let_function_two": lambda n: game("let v_0(x: 0..3) = x\n" + each("let v_~(x: 0..3) = min(v_#(x), v_#(x))\n", n)),
    "let_args": lambda n: game("let f(" + each("a_#: 0..1", n, ", ") + ") = a_0\n"),
    "let_args_called": lambda n: game("let f(" + each("a_#: 0..1", n, ", ") + ") = a_0\nlet v = f(" + each("1", n, ", ") + ")\n"),
    "let_sum_wide": lambda n: game(each("let v_# = " + " + ".join(["count(stone)"] * 100) + "\n", n)),
    "let_or_wide": lambda n: game(each("let v_# = " + " or ".join(["count(stone) == #"] * 60) + "\n", n)),
    "let_ifs": lambda n: game(each("let v_# = " + "if count(stone) == # then 1 else " * 40 + "2\n", n)),
    "let_sums_nested": lambda n: game(each("let v_# = sum a in cells : sum b in cells : count({a} & {b})\n", n)),
    # types, variables, options, pieces
    "types": lambda n: game(each("type t_# = 0..#\n", n)),
    "enums": lambda n: game(each("type t_# = {" + ", ".join(f"v_#_{j}" for j in range(40)) + "}\n", min(n, 990))),
    "enum_long": lambda n: game("type t = {" + each("v_#", n, ", ") + "}\n"),
    "variables": lambda n: game(each("var v_#: 0..9 = 0\n", n)),
    "variables_of_cells": lambda n: game(each("var v_#[c: cell]: 0..9 = 0\n", n)),
    "variable_sets": lambda n: game(each("var v_#: set of cell = {}\n", n)),
    "options": lambda n: game(each("option o_#: 0..1 = 0\n", min(n, 250))),
    "pieces": lambda n: game(each('piece p_# { look "p" }\n', min(n, 60))),
    "piece_looks": lambda n: game('piece p { look "' + "x" * n + '" }\n'),
    "piece_cases": lambda n: game('beam { power: 0..9 }\npiece p { when beam comes { ' + each("if beam.power == 3 -> stops; ", n) + 'otherwise -> straight }; look "p" }\n'),
    "piece_emits": lambda n: game('beam { power: 0..9 }\npiece p { emits n { ' + each("beam.power = 3; ", n) + '}; look "p" }\n'),
    # statements
    "lines": lambda n: move(each("k = # mod 10; ", n)),
    "ifs": lambda n: move(each("if k == 3 { k = 4 }; ", n)),
    "ifs_else": lambda n: game(f"do f {{ " + each("if k == 3 { k = 4 } else { k = 5 }; ", n) + "}\n"),
    "requires": lambda n: move(each("require k != #0 + 10; ", n)),
    "locals": lambda n: game(each("do f_# { " + "".join(f"let a_{j} = k; " for j in range(200)) + "k = 1 }\n", n)),
    "loops": lambda n: move(each("for i in 1..2 { k = i }; ", n)),
    "loops_cells": lambda n: move(each("for c in cells { k = 1 }; ", n)),
    "picks": lambda n: game("", 'move place "' + each("{p_#} ", min(n, 900)) + '" { ' + each("pick p_# in empty; ", min(n, 900)) + "put stone on p_0 }\n" + PLAY),
    "puts": lambda n: move(each("put stone on a1; ", n)),
    "nested_ifs": lambda n: game(each("do f_# { " + "if k == 3 { " * 60 + "k = 4" + " }" * 60 + " }\n", n)),
    "effects_chain": lambda n: game("do f_0 { k = 1 }\n" + each("do f_~ { f_#() }\n", n)),
    "effects_two": lambda n: game("do f_0 { k = 1 }\n" + each("do f_~ { f_#(); f_#() }\n", n)),
    "effects": lambda n: game(each("do f_# { k = 1 }\n", n)),
    "effects_called": lambda n: game(each("do f_# { k = 1 }\n", n), 'move place "{at}" { pick at in empty; put stone on at; ' + each("f_#(); ", n) + "}\n" + PLAY),
    "messages": lambda n: move(each('require k < 10 "message number #"; ', n)),
    "moves": lambda n: game(each('move m_# "m#" { k = 1 }\n', min(n, 990))),
    "choices": lambda n: game("", PLACE + "play { repeat { turn of each player { choose place else { end : tie } }; " + each("turn of sun { choose place else { end : tie } }; ", n) + "} }\n"),
    "afters": lambda n: game(each("after move { k = 1 }\n", n)),
    "afters_require": lambda n: game(each("after move { require count(stone) < 40 + # }\n", n)),
    "ends": lambda n: game(each("end when count(stone) == 30 : tie\n", n)),
    "ends_winner": lambda n: game(each("end when count(stone) == 30 + # : sun wins\n", n)),
    "invariants": lambda n: game(each("invariant count(stone) < 90 + #\n", n)),
    "setup": lambda n: game("setup { " + each("put stone on a1; ", n) + "}\n"),
    "shows": lambda n: game(each('show "number #" \n', n)),
    "tests": lambda n: game(each('test "t #" { expect count(cells) == 36 }\n', n)),
    "test_long": lambda n: game('test "t" { ' + each("expect count(cells) == 36; ", n) + "}\n"),
    "bag": lambda n: game("bag b[x: 0..255] = " + " + ".join(["1"] * n) + "\n"),
    # boards
    "board_drawn": lambda n: HEAD + 'board on square {\n  cells """\n' + each("    ................\n", n) + '  """\n  label "{x}-{y}"\n}\n' + STONE + K + END,
    "board_large": lambda n: board(n, ""),
    "board_fold": lambda n: board(n, "let f = sum c in cells : count((c + around) & stone)\n", "require f < 99999"),
    "board_fold_twice": lambda n: board(n, "let f = sum c in cells : sum d in cells : (c.x + d.x) mod 7\n", "require f < 99999"),
    "board_table": lambda n: board(n, "let f[c: cell] = count((c + around) & stone)\n", "require f[at] < 9"),
    "board_reach": lambda n: board(n, "let f[c: cell] = reach x in c : x + around & empty\n", "require count(f[at]) > 0"),
    "board_variable": lambda n: board(n, "var v[c: cell]: set of cell = {}\n"),
    "board_beams": lambda n: board(n, "beam { }\npiece lamp { emits around; look \"L\" }\nsetup { put lamp on cells - a1 }\n", "require beams.cells meets empty"),
    "regions": lambda n: game(each("let r_# = {a1, b2, c3, d4}\n", n)),
    "labels": lambda n: game(each('move l_# "l# {at} to {to}" { pick at in stone; pick to in empty; move at to to }\n', min(n, 990))),
    # text
    "comments": lambda n: each("// a comment\n", n) + game(""),
    "blank": lambda n: "\n" * n + game(""),
    "brackets": lambda n: game(each("let v_# = " + "(" * 150 + "1" + ")" * 150 + "\n", n)),
    "not": lambda n: game(each("let v_# = " + "not " * 150 + "true\n", n)),
    "unknown": lambda n: game(each("let v_# = unknown_#\n", n)),
    "unknown_words": lambda n: game(each("word_# word\n", n)),
    "wrong_types": lambda n: game(each("let v_# = stone + 1\n", n)),
    "unclosed": lambda n: game("let v = " + "(" * n),
    "doubled": lambda n: game(each("let v = #\n", n)),
    "text_long": lambda n: game(f'test "{"t" * n}" {{ expect count(cells) == 36 }}\n'),
    "name_long": lambda n: game(f"let {'v' * n} = 1\nlet w = {'v' * n}x\n"),
}


def sized(shape, size):
    """The longest script of this shape that has at most `size` bytes."""
    low, high = 1, 2
    while len(shape(high)) <= size and high < 2 * size and len(shape(high)) > len(shape(low)):
        low, high = high, 2 * high
    while high - low > max(1, low // 50):
        middle = (low + high) // 2
        low, high = (middle, high) if len(shape(middle)) <= size else (low, middle)
    return shape(low)


def measure(glint, command, script, seconds):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "long.glint")
        path.write_text(script)
        process = subprocess.Popen([glint, *command, str(path)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)))
        _, status, used = os.wait4(process.pid, 0)
    return used.ru_utime + used.ru_stime, used.ru_maxrss // 1024, os.waitstatus_to_exitcode(status)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("glint")
    parser.add_argument("--command", default="check", help="what is measured (check)")
    parser.add_argument("--only", default="", help="shapes whose names contain this")
    parser.add_argument("--kilobytes", type=int, default=512, help="of the longest scripts (512, as many as may be)")
    parser.add_argument("--seconds", type=int, default=20, help="after which a command is ended (20)")
    options = parser.parse_args()
    marked = 0
    for name, shape in SHAPES.items():
        if options.only not in name:
            continue
        times, memory, statuses = [], 0, []
        for share in (8, 4, 2, 1):
            taken, most, status = measure(options.glint, options.command.split(), sized(shape, 1000 * options.kilobytes // share),
                                          options.seconds)
            times.append(taken)
            memory = max(memory, most)
            statuses.append(status)
        grows = all(later > 3 * before for before, later in zip(times, times[1:])) and times[-1] > 0.5
        bad = grows or times[-1] > 2 or memory > 512 or min(statuses) < 0
        marked += bad
        print(f"{name:20} {' '.join(f'{taken:7.2f}' for taken in times)} s {memory:5} MB  exit {statuses[-1]}{' <<' if bad else ''}", flush=True)
    print(f"{marked} marked")


main()
