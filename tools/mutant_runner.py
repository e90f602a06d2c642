"""Make the mutants of a copy of the project, and run each: ``tools/mutants.py`` starts this in that copy.

mutmut makes them and has mypy look at them. Its own runs would have pytest collect the tests for each mutant: here they
are collected and run once, to see which of them come through which function, and each mutant is a fork of that process.
Its tests run from the shortest to the longest until one fails; if none does, once more with nothing kept from before: a
mutant of what is laid out only once would otherwise live.

Tests that ask a server run too: the servers, which are processes of their own, write down what they come through
(``tools/mutant_servers.py``), and those of a fork run its mutant. A test that fails without any mutant is left out.
"""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import hashlib
import json
import math
import os
import random
import re
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext, suppress
from itertools import groupby
from pathlib import Path
from typing import TypeAlias

import mutant_servers as servers
import pytest
from libcst import Module
from mutmut.__main__ import create_mutants
from mutmut.configuration import config
from mutmut.mutation import file_mutation
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.file_mutation import filter_mutants_with_type_checker
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state
from mutmut.utils.file_utils import copy_also_copy_files, copy_src_dir, setup_source_paths, walk_mutatable_files
from mutmut.utils.format_utils import mangled_name_from_mutant_name

LIVES, NOTICED, UNTESTED, BY_MYPY = 0, 1, 33, 37
"""mutmut's exit codes."""
WORDS, IMPORTED = 38, 39
"""Codes of our own: of a mutant that changes a sentence, which is no rule; and of one in a function that only imports
call. None of them is run."""
SERVERS = {"postgres_url", "starting"}
"""What a test asks for that needs processes of their own."""
TOO_SLOW = 24
"""As of a process that has used up its time."""
SECONDS, TIMES, BYTES = 10, 4, 3 * 2**30
"""What a mutant may take: seconds, besides a multiple of what its tests take without it; and memory."""
PATIENCE_S, LEAVING_S = 40, 20
"""For how long it may wait, besides as long a multiple; and how long it has then to stop its servers."""
BRIEF_S = 0.03
"""No server has answered anything in so short a time."""
DRAWN = 3
"""How many are drawn for each of a sample: the rest cannot run, or is left out again."""


KNOWN = Path("known.json")
"""What tests came through when they last ran, by their file, in the copy: a run that was broken off goes on from it."""


Noted: TypeAlias = tuple[str, dict[str, float], dict[str, list[str]]]
"""A file of tests, how long each takes, and those that come through each function."""


class Runs:
    """Plugin of pytest: runs the tests once, and then, in forks, those of each mutant.

    ``most`` is for how many seconds the tests of a mutant run at most, as they took without it; 0 for all of them. A
    mutant that no test comes through is judged only by ``all_tests``: among some of them, as for the app, it waits for
    the others. Nothing is begun after ``ends``, by ``time.monotonic()``.
    """

    def __init__(
        self,
        mutated: Sequence[SourceFileMutationData],
        workers: int,
        most: int = 0,
        ends: float = math.inf,
        *,
        all_tests: bool = True,
    ) -> None:
        self.mutated, self.workers, self.most, self.all_tests = mutated, workers, most, all_tests
        self.ends = ends
        self.through: dict[str, list[pytest.Item]] = defaultdict(list)
        self.seconds: dict[str, float] = {}
        self.noted: list[pytest.Item] = []
        """The tests that have run once."""
        self.running: dict[int, tuple[SourceFileMutationData, str, int]] = {}
        """By process: the file and the name of its mutant, and which of the workers it is."""
        self.caches: list[Cache] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of pytest's own."""
        if session.testsfailed:
            return True
        imported = set(state()._stats)
        state()._stats.clear()
        forget(caches())
        self._note(session)
        # What fails by itself is left out, and is no failure of this run.
        session.shouldfail, session.testsfailed = False, 0
        set_mutant_under_test("")
        # Whatever a fork touches is copied, and to look through all objects touches them.
        self.caches = caches()
        gc.freeze()
        # Those that nobody has tried yet come first, where a run goes on that was broken off.
        tried = [
            (code is not None, self._seconds(name), data, name)
            for data in self.mutated
            for name, code in data.exit_code_by_key.items()
            if code in (None, LIVES, UNTESTED)
        ]
        with servers.at_hand() if any(map(asks_a_server, session.items)) else nullcontext():
            for *_, data, name in sorted(tried, key=lambda one: one[:2]):
                function = mangled_name_from_mutant_name(name)
                if time.monotonic() > self.ends:
                    break
                if not self.through[function] and (not self.all_tests or data.path.parts[0] == "app"):
                    continue
                if function in imported and not self.through[function]:
                    data.exit_code_by_key[name] = IMPORTED
                    data.save()
                else:
                    self._start(session, data, name)
            while self.running:
                self._wait()
        return True

    def _note(self, session: pytest.Session) -> None:
        """Run all tests once, and see what they come through and how long they take, unless that is known of a file."""
        known = json.loads(KNOWN.read_text(encoding="utf-8")) if KNOWN.exists() else {}
        files = {file: [*items] for file, items in groupby(session.items, file_of)}
        for file in [file for file, items in files.items() if known.get(file, {}).get("of") != digest_of(items)]:
            known.pop(file, None)
        new = [item for file, items in files.items() if file not in known for item in items]
        for file, seconds, through in self._run_once(session, new):
            known[file] = {"of": digest_of(files[file]), "seconds": seconds, "through": through}
            KNOWN.write_text(json.dumps(known), encoding="utf-8")
        for file, items in files.items():
            told = known.get(file, {"seconds": {}, "through": {}})
            self.seconds |= told["seconds"]
            by_name = {item.nodeid: item for item in items}
            self.noted += [item for item in items if item.nodeid in told["seconds"]]
            for function, tests in told["through"].items():
                self.through[function] += [by_name[nodeid] for nodeid in tests]

    def _run_once(self, session: pytest.Session, items: Sequence[pytest.Item]) -> Iterator[Noted]:
        """Of each file of these tests, how long they take and which of them come through each function."""
        seconds, found = dict[str, float](), defaultdict[str, list[str]](list)
        for item, following in zip(items, [*items, None][1:], strict=True):
            failed, since, spent = session.testsfailed, time.perf_counter(), time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            asks = asks_a_server(item)
            # What a server does is no time of this process.
            seconds[item.nodeid] = time.perf_counter() - since if asks else time.process_time() - spent
            through = state()._stats | (servers.come_through() if asks else set())
            state()._stats.clear()
            if session.testsfailed > failed:
                print(f"left out, since it fails without mutants: {item.nodeid}")
                through = set()
            for function in through:
                found[function].append(item.nodeid)
            if following is None or file_of(following) != file_of(item):
                yield file_of(item), seconds, found
                seconds, found = {}, defaultdict(list)
                if time.monotonic() > self.ends:
                    session._setupstate.teardown_exact(None)
                    break

    def _run(self, session: pytest.Session, items: Sequence[pytest.Item]) -> bool:
        """Whether all of these pass; the first that does not ends it."""
        for item, following in zip(items, [*items, None][1:], strict=True):
            # A server on a busy machine may be late for once: what fails twice has noticed something.
            for _ in range(2 if asks_a_server(item) else 1):
                failed = session.testsfailed
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if session.testsfailed == failed:
                    break
            else:
                return False
        return True

    def _items(self, name: str) -> list[pytest.Item]:
        """The tests of a mutant: those that no server holds up, then those named for its chapter, then those of its
        folder, the shortest first.

        Only one test comes through what is laid out once, and many may look at it: so those that are named for the
        chapter of a rule run too, after the others.
        """
        chapter = words_of(name.rpartition(".")[0])
        own = words_of(name.split(".", 2)[-1].rpartition(".")[0])
        through = self.through[mangled_name_from_mutant_name(name)]
        named = [item for item in self.noted if own & words_of(item.path.stem)] if name.startswith("rules.") else []

        def place(item: pytest.Item) -> tuple[bool, bool, bool, float]:
            path, seconds = item.path, self.seconds[item.nodeid]
            waits = seconds > BRIEF_S and asks_a_server(item)
            return waits, not chapter & words_of(path.stem), path.parent.name not in chapter, seconds

        looking_on = sorted({*named} - {*through}, key=place) if through else []
        items, passed = [*sorted(through, key=place), *looking_on], 0.0
        for n, item in enumerate(items):
            passed += self.seconds[item.nodeid]
            if self.most and passed > self.most:
                return items[: max(n, 1)]
        return items

    def _seconds(self, name: str) -> float:
        return sum(self.seconds[item.nodeid] for item in self._items(name))

    def _start(self, session: pytest.Session, data: SourceFileMutationData, name: str) -> None:
        items = self._items(name)
        if not items:
            data.exit_code_by_key[name] = UNTESTED
            data.save()
            return
        while len(self.running) >= self.workers:
            self._wait()
        sys.stdout.flush()
        worker = min({*range(self.workers)} - {busy for _, _, busy in self.running.values()})
        child = os.fork()
        if child:
            self.running[child] = data, name, worker
            return
        lives = False
        try:
            seconds = self._seconds(name)
            most = round(SECONDS + TIMES * seconds)
            resource.setrlimit(resource.RLIMIT_CPU, (most, most + SECONDS))
            resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
            wait_at_most(round(PATIENCE_S + TIMES * seconds))
            set_mutant_under_test(name)
            servers.be_a_fork(worker)
            # Most are noticed with what was laid out before, too, and that takes a while.
            lives = self._run(session, items)
            if lives:
                forget(self.caches)
                lives = self._run(session, [item for item in items if not asks_a_server(item)])
        finally:
            # A test that fails leaves the servers of the tests after it.
            with suppress(BaseException):
                session._setupstate.teardown_exact(None)
            os._exit(LIVES if lives else NOTICED)

    def _wait(self) -> None:
        child, status = os.wait()
        if child not in self.running:
            # Tests may leave processes of their own.
            return
        data, name, _ = self.running.pop(child)
        servers.end_those_of(child)
        data.exit_code_by_key[name] = os.waitstatus_to_exitcode(status)
        data.save()


class WaitedTooLong(BaseException):
    """A mutant waits for what does not come."""


def wait_at_most(seconds: int) -> None:
    """Have the test that runs then fail, and end this process where it does not leave either."""

    def end(*_: object) -> None:
        os._exit(TOO_SLOW)

    def fail(*_: object) -> None:
        signal.signal(signal.SIGALRM, end)
        signal.alarm(LEAVING_S)
        raise WaitedTooLong

    signal.signal(signal.SIGALRM, fail)
    signal.alarm(seconds)


def file_of(item: pytest.Item) -> str:
    """The file that a test stands in."""
    return item.nodeid.partition("::")[0]


def digest_of(items: Sequence[pytest.Item]) -> str:
    """Of the tests of a file, as they are written."""
    told = [*(item.nodeid for item in items), items[0].path.read_text(encoding="utf-8")]
    return hashlib.sha256("\0".join(told).encode()).hexdigest()


def asks_a_server(item: pytest.Item) -> bool:
    """Whether a test has a server, or the database, in another process."""
    return bool(SERVERS & {*getattr(item, "fixturenames", ())}) or hasattr(item.module, "start_server")


def words_of(name: str) -> set[str]:
    """The words of a module's or a file's name."""
    return {word for word in re.split(r"[._]", name) if len(word) > 3}


def draw(files: Iterable[Path], number: int, seed: str) -> None:
    """Let only some mutants be made of each folder, by lot: every one of them has the same chance.

    They are more than ``number``, since mypy refuses about half.
    """
    made = file_mutation.create_mutations
    folders: dict[str, list[tuple[str, int]]] = defaultdict(list)
    kept: dict[str, set[int]] = defaultdict(set)

    everything = {}
    for path in files:
        source = path.read_text(encoding="utf-8")
        everything[str(path)] = whole = made(str(path), source)
        changed = (n for n, change in enumerate(whole[1]) if change.contained_by_top_level_function is not None)
        folders[str(path.parent)].extend((str(path), n) for n in changed)
    for folder, places in sorted(folders.items()):
        lot = random.Random(f"{seed}:{folder}")
        for file, n in lot.sample(sorted(places), min(DRAWN * number, len(places))):
            kept[file].add(n)

    def drawn(filename: str, *_: object) -> tuple[Module, list[file_mutation.Mutation], set[str], set[str]]:
        module, mutations, *ignored = everything[str(filename)]
        return module, [change for n, change in enumerate(mutations) if n in kept[str(filename)]], *ignored

    file_mutation.create_mutations = drawn


def changed_words(data: SourceFileMutationData) -> Iterator[str]:
    """The mutants of a file that differ from it in sentences alone: in strings with a space."""
    tree = ast.parse((data.meta_path.with_suffix("")).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            node.value = " "
    bodies = {
        node.name: ast.dump(ast.Module(node.body, []))
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    for name in data.exit_code_by_key:
        short = name.rpartition(".")[2]
        original = bodies.get(re.sub(r"__mutmut_\d+$", "__mutmut_orig", short))
        if original is not None and original == bodies.get(short):
            yield name


Cache: TypeAlias = "functools._lru_cache_wrapper[object]"


def caches() -> list[Cache]:
    """The functions of the rules and their tests that keep what they have found."""
    # The tests freeze what they have imported, and nothing that is frozen is found.
    gc.unfreeze()
    # What class something is of may be asked of what it stands for, which may be gone: so its own type is looked at.
    found = (kept for kept in gc.get_objects() if type(kept) is functools._lru_cache_wrapper)
    return [kept for kept in found if kept.__module__.startswith(("app.", "rules.", "tests."))]


def forget(kept: Iterable[Cache]) -> None:
    """Empty them."""
    for cache in kept:
        cache.cache_clear()


def _mutated(only: Sequence[Path] = ()) -> list[SourceFileMutationData]:
    """The files that have mutants: those named, or in folders that are."""
    found = []
    for path in sorted(walk_mutatable_files()):
        if only and not any(path.is_relative_to(named) for named in only):
            continue
        data = SourceFileMutationData(path=path)
        data.load()
        data.meta_path = data.meta_path.absolute()
        found.append(data)
    return found


def make(workers: int, sample: int, seed: str) -> None:
    """All mutants, or a sample of each folder's, and which of them need not run."""
    copy_src_dir()
    copy_also_copy_files()
    if sample:
        draw(sorted(walk_mutatable_files()), sample, seed)
    create_mutants(workers)
    refused = filter_mutants_with_type_checker()
    for data in _mutated():
        unrun = {**dict.fromkeys(changed_words(data), WORDS), **dict.fromkeys(refused, BY_MYPY)}
        data.exit_code_by_key = {name: unrun.get(name) for name in data.exit_code_by_key}
        data.save()
    if sample:
        keep(sample, seed)


def keep(number: int, seed: str) -> None:
    """Leave out what was drawn of a folder beyond this number of mutants that can run."""
    folders: dict[Path, list[tuple[SourceFileMutationData, str]]] = defaultdict(list)
    for data in _mutated():
        able = (name for name, code in data.exit_code_by_key.items() if code is None)
        folders[data.meta_path.parent].extend((data, name) for name in able)
    for folder, drawn in sorted(folders.items()):
        random.Random(f"{seed}:{folder.name}").shuffle(drawn)
        for data, name in drawn[number:]:
            del data.exit_code_by_key[name]
            data.save()


def main() -> int:
    """0 where every mutant has been run."""
    reads = argparse.ArgumentParser(description=__doc__)
    reads.add_argument("--workers", type=int, default=2)
    reads.add_argument("--again", action="store_true", help="those alone that lived")
    reads.add_argument("--sample", type=int, default=0, help="how many of each folder; 0 for all")
    reads.add_argument("--seed", default="1914")
    reads.add_argument("--most", type=int, default=0, help="for how many seconds a mutant's tests run; 0 for all")
    reads.add_argument("--tests", nargs="+", help="these tests, and none of the others")
    reads.add_argument("--some", action="store_true", help="what no test comes through waits for other tests")
    reads.add_argument("--only", nargs="+", type=Path, default=(), help="the mutants of these files or folders alone")
    reads.add_argument("--minutes", type=float, default=math.inf, help="after these nothing more is begun")
    told = reads.parse_args()
    ends = time.monotonic() + 60 * told.minutes
    set_mutant_under_test("mutant_generation")
    Path("mutants").mkdir(exist_ok=True)
    if not told.again:
        make(told.workers, told.sample, told.seed)
    setup_source_paths()
    settings = config()
    runs = Runs(_mutated(told.only), told.workers, told.most, ends, all_tests=not told.some)
    os.chdir("mutants")
    words = ["--rootdir=.", "--tb=short", *settings.pytest_add_cli_args]
    set_mutant_under_test("stats")
    servers.prepare()
    return int(pytest.main([*words, *(told.tests or settings.pytest_add_cli_args_test_selection)], plugins=[runs]))


if __name__ == "__main__":
    sys.exit(main())
