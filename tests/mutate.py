"""Changes one place of the code at a time, builds, and runs the tests until one fails; see mutate.sh."""
import argparse
import json
import os
import pathlib
import random
import re
import resource
import subprocess

PAIRS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+",
         "*": "+", "/": "*", "&": "|", "|": "&", "+=": "-=", "-=": "+="}
# Code is formatted: an operator between two operands has blanks around it, angle brackets and stars of types have not.
OPERATOR = re.compile(r"(?<= )(" + "|".join(re.escape(one) for one in sorted(PAIRS, key=len, reverse=True)) + r")(?= )")
NUMBER = re.compile(r"(?<![\w.'])\d{1,8}(?![\w.'])")
CONDITION = re.compile(r" *(?:} else )?(?:if|while) \(")
STATEMENT = re.compile(r" +(?!return|delete|throw|goto|case|else|co_)[a-z_][\w.>\[\]-]*(?:\(.*\)| [-+|&^]?= .*);$")
TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'')
OTHER = re.compile(r" *#|.*static_assert|namespace|using |.*template|.*operator")


def places(file):
    """What can be changed in a file: line, columns, the new text, and the change in words."""
    before = ""
    for number, line in enumerate(file.read_text().split("\n")):
        code = TEXT.sub(lambda text: "~" * len(text.group()), line)
        code = re.sub("//.*", "", code)
        if OTHER.match(code):
            before = code
            continue
        for match in OPERATOR.finditer(code):
            yield number, match.start(), match.end(), PAIRS[match.group()], f"{match.group()} as {PAIRS[match.group()]}"
        for match in NUMBER.finditer(code):
            for other in {int(match.group()) + 1, max(int(match.group()) - 1, 0)} - {int(match.group())}:
                yield number, match.start(), match.end(), str(other), f"{match.group()} as {other}"
        if match := CONDITION.match(code):
            end, depth = match.end(), 1
            while end < len(code) and depth > 0:
                depth += {"(": 1, ")": -1}.get(code[end], 0)
                end += 1
            condition = code[match.end():end - 1]
            if depth == 0 and ";" not in condition and not re.search(r"(?<![=!<>])=(?!=)", condition):
                yield number, match.end(), end - 1, f"!({line[match.end():end - 1]})", "condition negated"
        if re.search(r"[;{}] *$", before) and STATEMENT.match(code):
            yield number, 0, len(line), ";", "statement removed: " + line.strip()
        before = code or before


def run(command, limit, **more):
    """The exit status and output; None where it takes too long, as a loop without an end does."""
    try:
        done = subprocess.run(command, timeout=limit, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", **more)
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        return None, ""


def verdict(file, preset, built, memory):
    """How the code with a change in this file fares: "found by ...", "does not compile", "survived"."""
    status, _ = run(["cmake", "--build", "--preset", preset, "--target", "glint", "glint_tests"], None)
    if status != 0:
        return "does not compile"
    tests = [built / "tests/glint_tests", "--abort"]
    limited = {"env": os.environ | {"GLINT_TEST_SCALE": os.environ.get("GLINT_TEST_SCALE", "0.2")},
               "preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory))}
    # Those beside the code first, then those of its room: they find most, and most quickly.
    beside, room = pathlib.Path("tests", file).parent, pathlib.Path("tests", *pathlib.Path(file).parts[:2])
    some_tests = [beside.glob("*_test.cpp"), room.rglob("*_test.cpp")] if file else []
    tags = [",".join(f"[#{test.stem}]" for test in sorted(found)) for found in some_tests]
    for some in [["-#", tag] for tag in tags if tag] + [[]]:
        status, output = run(tests + some, 1800, **limited)
        if status is None:
            return "found: the tests do not end"
        if status != 0:
            case = re.search(r"\n-{79}\n(.*)\n(?:  .*\n)*-{79}", output)
            return "found by " + (case.group(1).strip() if case else f"exit status {status}")
    status, output = run(["ctest", "--preset", preset, "-R", "^(check|test|replay) ", "--stop-on-failure"], 1800, **limited)
    case = re.search(r"(?:Failed|\*\*\*\w+).*", output)
    return "survived" if status == 0 else "found by " + (case.group() if case else "a script")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20, help="how many changes (20)")
    parser.add_argument("--seed", type=int, default=1, help="which: the same are the same, as long as the code is (1)")
    parser.add_argument("--in", dest="within", default="", help="a file or folder, in place of lang/ and interpreter/")
    parser.add_argument("--preset", default="dev", help="what is built (dev: quick to compile)")
    options = parser.parse_args()

    copy = pathlib.Path("build/mutate")
    copy.mkdir(parents=True, exist_ok=True)
    files = subprocess.run(["git", "ls-files", "-z"], stdout=subprocess.PIPE, check=True, text=True).stdout.split("\0")
    for name in filter(None, files):
        source, target = pathlib.Path(name), copy / name
        if not source.is_file() or (target.is_file() and target.read_bytes() == source.read_bytes()):
            continue  # a file that is the same keeps its time, so that it is not built again
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())
        target.chmod(source.stat().st_mode)
    os.chdir(copy)
    built = pathlib.Path("build", options.preset).absolute()
    werror = "-DGLINT_WERROR=" + os.environ.get("GLINT_WERROR", "OFF")
    for command in (["cmake", "--preset", options.preset, "-DGLINT_INSTALL=OFF", werror],
                    ["cmake", "--build", "--preset", options.preset, "--target", "glint", "glint_tests"]):
        status, output = run(command, None)
        if status != 0:
            raise SystemExit(output)

    all_places = [(name, *place) for name in sorted(files) if name.endswith(".cpp") and
                  name.startswith(options.within or ("lang/", "interpreter/")) for place in places(pathlib.Path(name))]
    print(f"{len(all_places)} places", flush=True)
    random.Random(options.seed).shuffle(all_places)
    log = pathlib.Path(f"results.{options.seed}.json")
    known = json.loads(log.read_text()) if log.is_file() else {}
    # Tests that fail anyway, as some do where too little is sampled, would find everything.
    if "unchanged" not in known and (as_it_is := verdict("", options.preset, built, 8 << 30)) != "survived":
        raise SystemExit("the code as it is does not pass: " + as_it_is)
    known["unchanged"] = "survived"
    counts = {"found": 0, "survived": 0}
    for name, line, begin, end, new, words in all_places:
        if sum(counts.values()) >= options.count:
            break
        key = f"{name}:{line + 1}:{begin + 1}: {words}"
        if key not in known:
            file = pathlib.Path(name)
            text = file.read_text()
            lines = text.split("\n")
            lines[line] = lines[line][:begin] + new + lines[line][end:]
            file.write_text("\n".join(lines))
            try:
                known[key] = verdict(name, options.preset, built, 8 << 30)
            finally:
                file.write_text(text)
            log.write_text(json.dumps(known, indent=1))
        print(f"{known[key]:40} {key}", flush=True)
        if (kind := known[key].split()[0]) in counts:
            counts[kind] += 1
    print(f"{counts['found']} of {sum(counts.values())} found, {counts['survived']} survived")


main()
