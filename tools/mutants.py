"""Change the rules a little in many places, and see whether the tests of their chapter notice: ``make mutants``.

mutmut makes the mutants, and ``tools/mutant_runner.py`` runs for each the tests that come through the function it is
in. What mypy refuses cannot run, and what differs only in a sentence is no other rule: they are counted apart, and what
is asked for is the share of the others that tests notice. Counted apart is also what changes a function that is called
only while the rules are imported: there are no mutants by then. Functions with decorators have none either. By default
it takes the rules that differ from ``--base``; files or folders can be named instead:
``python tools/mutants.py rules/great_war/combat``. ``--sample 50 --seed 1914`` takes 50 of each folder by lot, and
``--most 6`` tests of six seconds for each. When you have written tests, ``python tools/mutants.py --again`` tries those
that lived, and no others, with the tests as they are; so it does after a run that you broke off. Name folders with
mutants and files with tests, and no others run: ``--again rules/great_war/works --tests
tests/games/great_war/test_trenches.py``.

Files of ``app`` can be named too. Tests that import the folder's modules or bear its name run for them, and the servers
of those tests run the mutants as well. What none of these tests comes through is counted apart: others may. Their
tests take minutes: ``--minutes 6`` has nothing begun after these, ``--again`` goes on, and ``--again app/clocks`` tries
one room by its own tests.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "var" / "mutants"
"""A copy of the project in which they are made: nothing of the project itself is touched."""
RUNNER = ROOT / "tools" / "mutant_runner.py"
LEAST_PERCENT = 90
"""What tests are to notice at least, of the mutants that can run."""
BY_MYPY, WORDS, IMPORTED = "refused by mypy", "words", "imported"
UNTRIED = "not tried"
"""What the tests that were named do not come through, and what a run that was broken off has left."""
APART = (BY_MYPY, WORDS, IMPORTED, UNTRIED)
SOURCES = ("rules", "app")
COPIED = ("docs", "examples", "migrations", "scenarios", "static", "tools", "alembic.ini", "README.md", "Makefile")
LEFT_OUT = ("__init__.py", "players", "imagined.py")
"""Packages' own files, and programs with what they imagine: how well they play is measured by matches."""
TEXT = (r"Refus(al|ed)\(", r"Fitting\(", r"serial=")
"""Lines that are not changed: the words of refusals, and what the contract suites judge over whole games: that what is
offered is taken, and that questions are told apart. Those suites take too long for each mutant."""
LONG = (
    "general", "hidden_hands", "atlas", "areas", "supply_components", "ends", "balance", "players", "allied_players",
    "boards_*", "board_facts", "maps", "lessons", "help", "help_examples",
)  # fmt: skip
"""Tests of a game that play whole turns, or read printed data: with them every survivor would take a minute."""
SHARED = {room: (f"tests/{room}", "tests/games/schlieffens_war") for room in ("kernel", "hexes")}
"""What games share is tried by its own tests and by those of the game that is soonest done with its own."""
OF_APP = {"chat": ("tests/app/seats/test_allies.py",), "matches": ("tests/app/web/test_command_route.py",)}
"""Tests of the app that neither import the folder that they are of nor bear its name: they ask over HTTP."""
LONG_OF_APP = ("archives*", "shard*", "upgrade", "many_matches", "long_match", "behind_a_proxy", "compose", "processes")
"""Tests of the app that start many servers: with them every survivor would take a minute."""
KILLED = {
    1: "killed", 3: "killed", 37: BY_MYPY, 36: "too slow", 24: "too slow", -24: "too slow",
    152: "too slow", 255: "too slow", 38: WORDS, 39: IMPORTED,
}  # fmt: skip
"""Exit codes, mutmut's and the runner's, where someone noticed or nobody need notice. All others: mutants that live."""


Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def changed(base: str) -> list[Path]:
    """The files of the rules that differ from a commit, in the tree as it is."""
    told = subprocess.run(
        ["git", "diff", "--name-only", "--diff-filter=d", base, "--", "rules"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return [Path(line) for line in told.stdout.splitlines()]


def is_mutated(file: Path) -> bool:
    """Whether a file is one of those whose mutants a test of a chapter can notice."""
    return file.suffix == ".py" and file.parts[0] in SOURCES and not {*LEFT_OUT} & {*file.parts}


def tests_of(files: Iterable[Path]) -> list[str]:
    """The folders or files with the tests of these files: those of their game, of what games share and a game, or of
    their part of the app."""
    found = set[str]()
    for source, room in {(file.parts[0], Path(file.parts[1]).stem) for file in files}:
        found |= {*(_of_app(room) if source == "app" else SHARED.get(room, (f"tests/games/{room}",)))}
    return sorted(found)


def _of_app(room: str) -> Iterator[str]:
    """The files of tests that import something of a part of the app, or bear its name, and take no minute."""
    imports = re.compile(rf"^(?:from|import) app\.{room}\b", re.MULTILINE)
    for file in sorted((ROOT / "tests/app").rglob("test_*.py")):
        is_long = any(fnmatch(file.stem, f"test_{name}") for name in LONG_OF_APP)
        near = not is_long and (room == file.parent.name or imports.search(file.read_text(encoding="utf-8")))
        if near or file.stem == f"test_{room}":
            yield file.relative_to(ROOT).as_posix()
    yield from OF_APP.get(room, ())


def prepare(work: Path, files: Sequence[Path], tests: Sequence[str]) -> None:
    """The copy, and what mutmut is told."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    for name in (*COPIED, *SOURCES, "tests"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, work / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, work / name)
    # Copied lines may ignore what is no error in a mutant.
    checker = [sys.executable, "-m", "mypy", "--output=json", "--no-warn-unused-ignores", "--cache-dir=../../mypy"]
    settings: dict[str, object] = {
        "source_paths": [*SOURCES],
        "only_mutate": [str(file) for file in files],
        "also_copy": [*COPIED],
        "do_not_mutate_patterns": [*TEXT],
        "pytest_add_cli_args": ["-q", "-p", "no:cacheprovider"],
        "pytest_add_cli_args_test_selection": [*tests, *(f"--ignore-glob=*/games/*/test_{name}.py" for name in LONG)],
        "type_check_command": [*checker, *(f"--package={source}" for source in {file.parts[0] for file in files})],
        "use_git_change_detection": False,
        "track_dependencies": False,
    }
    # JSON's strings, lists and truth values are TOML's as well.
    lines = (f"{name} = {json.dumps(value)}" for name, value in settings.items())
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (work / "pyproject.toml").write_text(project + "\n[tool.mutmut]\n" + "\n".join(lines) + "\n", encoding="utf-8")


def told_of(meta: Path) -> tuple[Counter[str], list[str]]:
    """How many mutants of a file came to what, and those that live, as the lines that differ."""
    codes = json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"]
    functions = {
        node.name: node
        for node in ast.walk(ast.parse(meta.with_suffix("").read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    count, living = Counter[str](), list[str]()
    for key, code in codes.items():
        count[UNTRIED if code is None else KILLED.get(code, "living")] += 1
        if code not in KILLED and code is not None:
            name = key.rpartition(".")[2]
            original = functions.get(re.sub(r"__mutmut_\d+$", "__mutmut_orig", name))
            living.append("\n".join(_difference(original, functions.get(name))) or f"    {key}")
    return count, living


def _difference(before: Function | None, after: Function | None) -> Iterator[str]:
    if before is None or after is None:
        return
    # Without the name, which differs for each mutant.
    was, now = (ast.unparse(ast.Module(function.body, [])).splitlines() for function in (before, after))
    for line in difflib.unified_diff(was, now, n=0, lineterm=""):
        if line[:3] not in ("---", "+++") and line[:2] != "@@":
            yield f"    {line}"


def report(work: Path, named: Sequence[Path] = ()) -> int:
    """Print what lives, file by file, and the share that tests noticed. 1 where that is too little."""
    whole, folders = Counter[str](), defaultdict[Path, Counter[str]](Counter)
    copied = work / "mutants"
    for meta in sorted(meta for source in SOURCES for meta in (copied / source).rglob("*.meta")):
        file = meta.relative_to(copied).with_suffix("")
        count, living = told_of(meta)
        if not count or (named and not any(file.is_relative_to(folder) for folder in named)):
            continue
        whole += count
        folders[file.parent] += count
        if able(count):
            print(f"{file}: {percent(count):.1f} % of {able(count)}")
        for lines in living:
            print(lines)
    if not whole:
        print("There is nothing to change in these files.")
        return 0
    for folder, count in folders.items():
        print(f"{folder}: {able(count) - count['living']} of {able(count)} ({percent(count):.0f} %)")
    print(f"Noticed by tests: {percent(whole):.1f} % of {able(whole)} mutants; {dict(whole)}")
    return int(percent(whole) < LEAST_PERCENT)


def able(count: Counter[str]) -> int:
    """How many mutants can run, and change a rule."""
    return count.total() - sum(count[apart] for apart in APART)


def percent(count: Counter[str]) -> float:
    """The share of those that can run which tests noticed; all, where none can."""
    return 100 * (1 - count["living"] / able(count)) if able(count) else 100


def main() -> int:
    """0 where enough is noticed."""
    reads = argparse.ArgumentParser(description=__doc__)
    reads.add_argument("--base", default="HEAD~1", help="the commit from which the rules differ")
    reads.add_argument("--again", action="store_true", help="try those that lived, with the tests as they are now")
    reads.add_argument("--work", type=Path, default=WORK, help="the folder with the copy, two below the project")
    reads.add_argument("--workers", type=int, default=2)
    reads.add_argument("--sample", type=int, default=0, help="how many of each folder, by lot; 0 for all")
    reads.add_argument("--seed", default="1914", help="another seed draws another sample")
    reads.add_argument("--most", type=int, default=0, help="for how many seconds the tests of a mutant run; 0 for all")
    reads.add_argument("--minutes", type=float, help="after these nothing more is begun; --again goes on")
    reads.add_argument("--tests", nargs="+", default=(), help="these tests instead of those of the game")
    reads.add_argument("files", nargs="*", type=Path, help="files, or folders with all that is in them")
    told = reads.parse_args()
    work = told.work.resolve()
    tests = told.tests
    if told.again:
        shutil.copytree(ROOT / "tests", work / "mutants" / "tests", dirs_exist_ok=True)
        # Those of a few rooms are soon done, where those of the whole app take ten minutes before the first mutant.
        tests = tests or tests_of(file for file in told.files if file.parts[0] == "app")
    else:
        named = [inner for file in told.files for inner in (sorted(file.rglob("*.py")) if file.is_dir() else [file])]
        files = [file for file in (named or changed(told.base)) if is_mutated(file)]
        if not files:
            print(f"No rules differ from {told.base}.")
            return 0
        tests = tests or tests_of(files)
        print(f"{len(files)} files, and {', '.join(tests)}", flush=True)
        prepare(work, files, tests)
    numbers = (f"--{name}={getattr(told, name)}" for name in ("workers", "sample", "seed", "most"))
    again = ["--again"] if told.again else []
    again += [f"--minutes={told.minutes}"] if told.minutes else []
    for name, values in (("tests", tests), ("only", told.files)) if told.again else ():
        again += [f"--{name}", *map(str, values)] if values else []
    some = ["--some"] if told.tests else []
    run = [sys.executable, str(RUNNER), *numbers, *again, *some]
    with (work / "mutmut.log").open("w", encoding="utf-8") as log:
        done = subprocess.run(run, cwd=work, stdout=log, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        print((work / "mutmut.log").read_text(encoding="utf-8").replace("\r", "\n")[-3000:])
        return done.returncode
    return report(work, told.files)


if __name__ == "__main__":
    sys.exit(main())
