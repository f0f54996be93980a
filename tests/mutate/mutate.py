"""Changes the code in many places at once, each behind a switch, and runs the tests for each change alone; see mutate.sh.

1. Chooses places, writes the changes into a copy of the tree, and builds it. What does not compile is taken out.
2. Runs each test once without a change: how long it takes, and to which changes it comes.
3. For each change runs the tests that come to it, several in one process, until one fails or takes ten times as long.
   Those come first that are quick, that come to few changes, and whose folder is that of the changed file.
4. Prints what each change comes to: it is found by a test; or it survives, perhaps with the judgement of judged.txt; or it
   is undecided, because its tests take more of the processor than --patience gives.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import tempfile
import time

import places

HERE = pathlib.Path(__file__).parent.absolute()
MEMORY = 8 << 30
NOT_BUILT = "interpreter/studio/"  # by emscripten alone; its tests run in a browser
REACHED = "GLINT_MUTANTS_REACHED"


def used_by(session):
    """The time of the processor that the processes of a session have taken, in the system's ticks."""
    ticks = 0
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        if int(fields[3]) == session:
            ticks += int(fields[11]) + int(fields[12])
    return ticks


def run(command, cpu=None, **more):
    """The exit status, the output, and the seconds of the processor; status None where it does not end.

    That is: a process takes more than `cpu` seconds of the processor, as a loop without an end does, or all of them do
    nothing for a minute. The time of day does not count, because other work may keep the machine busy.
    """
    def limits():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))

    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                   start_new_session=True, preexec_fn=limits if cpu else None, **more)
        late, used, since = False, -1, time.monotonic()
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)  # unlike `wait`, says what this process has used
            if ended:
                break
            if cpu and not late and time.monotonic() > since + 60:
                before, used, since = used, used_by(process.pid), time.monotonic()
                if used == before:
                    late = True
                    os.killpg(process.pid, signal.SIGKILL)  # this test, and what it has started
            time.sleep(0.01)
        process.returncode = os.waitstatus_to_exitcode(status)
        late = late or process.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
        output.seek(0)
        text = output.read().decode(errors="replace")
        return None if late else process.returncode, text, usage.ru_utime + usage.ru_stime


def copy_tree(copy):
    """The names of all files of the tree; those that are the same in the copy keep their time, so are not built again."""
    output = subprocess.run(["git", "ls-files", "-z"], stdout=subprocess.PIPE, check=True, text=True).stdout
    names = [name for name in output.split("\0") if name and pathlib.Path(name).is_file()]
    for name in names:
        if name.endswith((".cpp", ".inl")) and name.startswith(("lang/", "interpreter/")) and not name.startswith(NOT_BUILT):
            continue  # written with its changes
        write(copy / name, pathlib.Path(name).read_bytes(), pathlib.Path(name).stat().st_mode)
    return names


def write(target, content, mode=0o644):
    if target.is_file() and target.read_bytes() == content:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    target.chmod(mode)


class Change:
    """One change: `number` is what its switch asks for."""

    def __init__(self, number, name, text, place):
        self.number, self.name = number, name
        self.begin, self.end, at, self.new, self.words = place
        self.line = text.count("\n", 0, at) + 1
        self.source = text.splitlines()[self.line - 1].strip()
        self.lines = range(text.count("\n", 0, self.begin) + 1, text.count("\n", 0, self.end) + 2)
        self.key = f"{name}:{self.line}: {self.words}"


def read_judged(texts):
    """Why no test should find a change, by file, line of the code, and change in words."""
    judged, name, source = {}, "", ""
    for line in (HERE / "judged.txt").read_text().splitlines():
        depth, words = len(line) - len(line.lstrip()), line.strip()
        if not words or words.startswith("#"):
            continue
        if depth == 0:
            name = words
        elif depth == 2:
            source = words
            if source not in (each.strip() for each in texts.get(name, "").splitlines()):
                print(f"judged.txt: {name} has no such line now: {source}", flush=True)
        else:
            change, _, reason = words.partition(": ")
            judged[name, source, change] = reason
    return judged


def choose(texts, options):
    """Changes at random that do not overlap: the same for the same seed and code."""
    everything = [(name, place) for name in sorted(texts) for place in places.places(texts[name])]
    print(f"{len(everything)} places", flush=True)
    random.Random(options.seed).shuffle(everything)
    chosen = []
    for name, place in everything:
        # About a quarter does not compile: what is joined may be a text, and a number may be part of a type.
        if len(chosen) >= 3 * options.count // 2 + 10:
            break
        if all(one.name != name or place[1] < one.begin or one.end < place[0] for one in chosen):
            chosen.append(Change(len(chosen), name, texts[name], place))
    return chosen


def write_changed(texts, changes, copy):
    for name, text in texts.items():
        inside = sorted((one for one in changes if one.name == name), key=lambda one: -one.begin)
        for one in inside:
            text = text[:one.begin] + one.new.replace("#", str(one.number)) + text[one.end:]
        if inside:
            text = f'#include "{HERE / "switch.hpp"}"\n#line 1\n{text}'
        write(copy / name, text.encode())


NOT_COMPILED = "does not compile"


def build(texts, changes, copy, options, known):
    """The changes that compile."""
    werror = "-DGLINT_WERROR=" + os.environ.get("GLINT_WERROR", "OFF")
    rounds = 0
    changes = [one for one in changes if known.get(one.key) != NOT_COMPILED]
    while True:
        write_changed(texts, changes, copy)
        for command in (["cmake", "--preset", options.preset, "-DGLINT_INSTALL=OFF", werror],
                        ["cmake", "--build", "--preset", options.preset, "--target", "glint", "glint_tests", "--", "-k", "0"]):
            status, output, _ = run(command, cwd=copy)
        if status == 0:
            return changes
        wrong = {(match.group(1), int(match.group(2))) for match in
                 re.finditer(r"((?:lang|interpreter)/[\w/.]+):(\d+):(?:\d+:)? *(?:fatal )?(?:error|warning)", output)}
        bad = [one for one in changes if any((one.name, line) in wrong for line in one.lines)]
        rounds += 1
        if not bad or rounds > 8:
            raise SystemExit(output[-20_000:])
        print(f"{len(bad)} of {len(changes)} changes do not compile", flush=True)
        known.update({one.key: NOT_COMPILED for one in bad})
        changes = [one for one in changes if one not in bad]


class Test:
    """A test of ctest. Those of `glint_tests` with the same environment can run in one process."""

    def __init__(self, one, files):
        self.name, self.command = one["name"], one["command"]
        properties = {each["name"]: each["value"] for each in one.get("properties", [])}
        self.folder = properties.get("WORKING_DIRECTORY")
        self.more = dict(each.split("=", 1) for each in properties.get("ENVIRONMENT", []))
        self.alone = "FIXTURES_REQUIRED" in properties or "FIXTURES_SETUP" in properties
        self.file = files.get(self.name, "")
        together = self.file and pathlib.Path(self.command[0]).name == "glint_tests"
        self.group = f"{self.command[0]} {self.folder} {self.more}" if together else None
        self.seconds, self.comes_to = 0.0, []


def fails(tests, **environment):
    """Why one of the tests fails, or does not end; None where all pass. Then the seconds that they took.

    A test may take ten times the seconds of the processor that it takes without a change, and some more.
    """
    seconds = sum(test.seconds for test in tests) or 600
    first = tests[0]
    scale = {"GLINT_TEST_SCALE": os.environ.get("GLINT_TEST_SCALE", "0.2")}
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as names:
        command = first.command
        if len(tests) > 1:
            names.write("".join(test.name.replace(",", "\\,") + "\n" for test in tests))  # a comma would end a name
            names.flush()
            command = [first.command[0], "--input-file", names.name, "--abort"]
        status, output, used = run(command, int(3 + 10 * seconds), cwd=first.folder,
                                   env=os.environ | scale | first.more | environment)
    if status == 0:
        ran = re.search(r" in (\d+) test cases?\)|test cases: +(\d+)", output)
        if len(tests) > 1 and (not ran or int(ran.group(1) or ran.group(2)) != len(tests)):
            raise SystemExit(f"of {len(tests)} tests only some were run:\n{output[-2000:]}")
        return None, used
    if status is None:
        return f"`{first.name}`" + (f" or one of {len(tests) - 1} others" if len(tests) > 1 else "") + " does not end", used
    failed = re.search(r"^-{79}\n(.+?)\n-{79}\n", output, re.S | re.M) if len(tests) > 1 else None
    return f"`{' '.join(failed.group(1).split()) if failed else first.name}`", used


def batches(tests):
    """Neighbours that can run together, up to some seconds, so that a loop without an end is noticed soon."""
    batch = []
    for test in tests:
        if batch and (test.group is None or test.group != batch[0].group or sum(one.seconds for one in batch) > 2):
            yield batch
            batch = []
        batch.append(test)
    if batch:
        yield batch


def read_tests(copy, options, changes):
    """The tests that pass without a change, with what they come to."""
    files = {name: str(path.parent) for path in pathlib.Path("tests").rglob("*_test.cpp")
             for name in re.findall(r'^TEST_CASE\("([^"\\]+)"', path.read_text(), re.M)}
    output = run(["ctest", "--preset", options.preset, "--show-only=json-v1"], cwd=copy)[1]
    tests = [Test(one, files) for one in json.loads(output[output.index("{\n"):])["tests"] if one.get("command")]
    tests = [test for test in tests if not test.alone]
    log = copy / f"tests.{options.seed}.json"  # of a run that was stopped
    measured = json.loads(log.read_text()) if log.is_file() else {}

    def measure(test):
        if test.name in measured:
            test.seconds, test.comes_to = measured[test.name]
            return None
        reached = copy / "build" / f"reached.{os.getpid()}.{id(test)}"
        why, test.seconds = fails([test], **{REACHED: str(reached)})
        found = reached.read_bytes() if reached.exists() else b""
        reached.unlink(missing_ok=True)
        test.comes_to = [one.number for one in changes if one.number < len(found) and found[one.number]]
        return why

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        whys = list(pool.map(measure, tests))
    log.write_text(json.dumps({test.name: (test.seconds, test.comes_to) for test, why in zip(tests, whys) if why is None}))
    for why in filter(None, whys):
        print("fails without any change, so it is left out: " + why, flush=True)
    tests = [test for test, why in zip(tests, whys) if why is None]
    print(f"{len(tests)} tests, {sum(test.seconds for test in tests):.0f} s", flush=True)
    return tests


def verdict(change, tests, patience):
    """How the code with a change fares: "found by ...", "survived ...", "undecided ..."."""
    those = [test for test in tests if change.number in test.comes_to]
    if not those:
        return "survived: no test comes there"
    near = f"tests/{pathlib.Path(change.name).parent}"

    def cost(test):
        return (test.seconds + 0.02) * len(test.comes_to) * (0.1 if test.file == near else 1)

    number, seconds = 0, 0.0
    for batch in batches(sorted(those, key=cost)):
        if patience and seconds > patience:
            return f"undecided: {number} of the {len(those)} tests that come there were run"
        why, used = fails(batch, GLINT_MUTANT=str(change.number))
        if why:
            return "found by " + why
        number += len(batch)
        seconds += used
    return f"survived: {len(those)} tests come there"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100, help="how many changes (100)")
    parser.add_argument("--seed", type=int, default=1, help="which: the same are the same, as long as the code is (1)")
    parser.add_argument("--in", dest="within", default="", help="a file or folder, in place of lang/ and interpreter/")
    parser.add_argument("--preset", default="release", help="what is built (release: the tests are quick)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many tests run side by side")
    parser.add_argument("--patience", type=int, default=0, 
                        help="seconds of the processor for the tests of each change (0: all of them are run)")
    parser.add_argument("--copy", type=pathlib.Path, default=pathlib.Path("build/mutate"), help="where the copy is (build/mutate)")
    options = parser.parse_args()

    copy = options.copy.absolute()
    names = [name for name in copy_tree(copy) if name.endswith((".cpp", ".inl")) and
             name.startswith(("lang/", "interpreter/")) and not name.startswith(NOT_BUILT)]
    texts = {name: pathlib.Path(name).read_text() for name in names}
    inside = {name: text for name, text in texts.items() if name.startswith(options.within or "")}
    judged = read_judged(texts)
    changes = choose(inside, options)
    log = copy / f"results.{options.seed}.json"
    known = json.loads(log.read_text()) if log.is_file() else {}
    changes = build(texts, changes, copy, options, known)[:options.count]
    log.write_text(json.dumps(known, indent=1))
    tests = read_tests(copy, options, changes)

    def result(change):
        if known.get(change.key, "undecided").startswith("undecided"):
            known[change.key] = verdict(change, tests, options.patience)
            log.write_text(json.dumps(dict(known), indent=1))
        how, reason = known[change.key], judged.get((change.name, change.source, change.words.partition(":")[0]))
        if reason and how.startswith("survived"):
            how = reason
        print(f"{change.number:4} {change.key}\n     {how}", flush=True)
        return re.match(r"\w+", how).group()

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        counts = collections.Counter(each.result() for each in [pool.submit(result, one) for one in changes])
    judgements = {"equal": "equal", "slower": "slower or quicker", "sanitizers": "for sanitizers alone"}
    survived = sum(counts[word] for word in ["survived", *judgements])
    print(f"of {len(changes)} changes {counts['found']} are found, {survived} survive, {counts['undecided']} are undecided;")
    print("of those that survive, by judged.txt: " +
          ", ".join(f"{counts[word]} {what}" for word, what in judgements.items()) + f"; not judged: {counts['survived']}")


if __name__ == "__main__":
    main()
