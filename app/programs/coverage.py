"""``greatwar coverage``: which sections of a rulebook have code and tests.

A game's ``sections.toml`` lists the sections; ``rule = false`` marks those that have nothing to enforce, and
``later = true`` those of a part of the game that is still to come. Code is found by docstrings that open with their
section (``§11.15``, ``§9.4, 9.5:``), tests by sections in their docstrings or their names (``test_11_15_...``).

A section with ``halves = true`` says one thing of Europe and another of the Near East (decisions/0053), and has two
rows: ``8.14`` and ``8.14N``. The second is found where the number has an N (``§8.14N``), and by any mention in a file
or folder that is named for the Near East. ``maps`` names the maps of a section; without it, it is about all of them.

A section with ``joined = true`` says something of its own of the combined game, and has a row more, ``8.14C``. Its code
is that of the section, or has a C; its tests are those in a folder ``combined``, or have a C.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from app.programs.output import AsJson, find_game, print_json
from app.settings import ROOT
from rules.catalogue import GAMES
from rules.kernel.messages import Json, JsonObject

_NUMBER = r"\d+(?:\.\d+)*[NC]?"
_OPENING = re.compile(rf"§+\s*{_NUMBER}(?:(?:\s*(?:,|and|to|–|-)\s*)§*\s*{_NUMBER})*")
_RANGE = re.compile(rf"({_NUMBER})\s*(?:to|–|-)\s*§*\s*({_NUMBER})")
_NAMED = re.compile(r"test_(\d+)(?:_(\d+))?(?:_|$)")
THERE, JOINED = "N", "C"
"""Behind a number: its Near Eastern half, and what the combined game adds."""
_FILES_THERE, _FOLDER_JOINED = "near_east", "/combined/"
MAPS = ("Europe", "Near East", "combined")
"""What a section can be about, if not about every game: ``combined`` is what the combined game alone needs."""


def _suffix(number: str) -> str:
    """The letter behind a number, if there is one."""
    return number[-1] if number.endswith((THERE, JOINED)) else ""


def _definitions(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Place, name and docstring of every module, class and function below a folder."""
    for file in sorted(folder.rglob("*.py")):
        place = str(file.relative_to(ROOT))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                line = getattr(node, "lineno", 1)
                yield f"{place}:{line}", getattr(node, "name", ""), ast.get_docstring(node) or ""


def _numbers(mention: str, order: Sequence[str]) -> set[str]:
    """The sections of a mention like ``§9.4, 9.6–9.8``; a range holds all that are listed within it, of one half."""
    found = set(re.findall(_NUMBER, mention))
    for first, last in _RANGE.findall(mention):
        if first in order and last in order:
            within = order[order.index(first) : order.index(last) + 1]
            found.update(n for n in within if _suffix(n) == _suffix(first))
    return found


def _halves(numbers: Iterable[str], place: str, order: Sequence[str]) -> Iterator[str]:
    """Which rows a mention at that place belongs to: in a file of the Near East those of its halves, in a folder of the
    combined game those that it adds."""
    file = place.partition(":")[0]
    for number in numbers:
        there, joined = number + THERE, number + JOINED
        if _FOLDER_JOINED in file and joined in order:
            yield joined
        else:
            yield there if _FILES_THERE in file and there in order else number


def sections_in_code(folder: Path, order: Sequence[str]) -> dict[str, list[str]]:
    """Section to the places whose docstring opens with it."""
    found: dict[str, list[str]] = defaultdict(list)
    for place, _, docstring in _definitions(folder):
        opening = _OPENING.match(docstring)
        for number in _halves(_numbers(opening.group(), order), place, order) if opening else ():
            found[number].append(place)
    return found


def sections_in_tests(folder: Path, order: Sequence[str]) -> dict[str, list[str]]:
    """Section to the tests that name it."""
    found: dict[str, list[str]] = defaultdict(list)
    for place, name, docstring in _definitions(folder):
        if not name.startswith("test_"):
            continue
        numbers = {n for mention in _OPENING.finditer(docstring) for n in _numbers(mention.group(), order)}
        if named := _NAMED.match(name):
            numbers.add(".".join(n for n in named.groups() if n))
        for number in _halves(numbers, place, order):
            found[number].append(f"{place} {name}")
    return found


def report(package: Path, tests: Path) -> JsonObject:
    """The coverage of one game as JSON."""
    spec = tomllib.loads((package / "sections.toml").read_text(encoding="utf-8"))
    listed = [*_rows(spec["sections"])]
    order = [str(s["number"]) for s in listed]
    code, tested = sections_in_code(package, order), sections_in_tests(tests, order)
    if unknown := sorted(n for n in {*code, *tested} - {*order} if _suffix(n)):
        raise ValueError(f"no section has these halves: {', '.join(unknown)}")
    for number in (n for n in order if n.endswith(JOINED)):
        code[number] = [p for n in (number, number[:-1], number[:-1] + THERE) for p in code.get(n, ())]
    sections: list[Json] = []
    later: list[Json] = []
    without_code: list[Json] = []
    without_test: list[Json] = []
    for section, number in zip(listed, order, strict=True):
        title, to_come = str(section["title"]), bool(section.get("later", False))
        rule = bool(section.get("rule", True)) and not to_come
        maps = str(section.get("maps", ""))
        places, tests_there = code.get(number, []), tested.get(number, [])
        kind: JsonObject = {"rule": rule, "later": to_come, "maps": maps}
        sections.append({"number": number, "title": title, **kind, "code": [*places], "tests": [*tests_there]})
        if to_come:
            later.append(number)
        if rule and not places:
            without_code.append(number)
        if rule and not tests_there:
            without_test.append(number)
    return {"sections": sections, "later": later, "without_code": without_code, "without_test": without_test}


def _rows(sections: Iterable[Mapping[str, object]]) -> Iterator[Mapping[str, object]]:
    """The sections, each half of one with ``halves`` by itself, and what is ``joined``. ValueError for maps that there
    are not."""
    europe, there, both = MAPS
    for section in sections:
        if section.get("maps", MAPS[0]) not in MAPS:
            raise ValueError(f"§{section['number']}: {section['maps']!r} is none of {', '.join(MAPS)}")
        if section.get("halves"):
            yield {**section, "maps": europe}
            yield {**section, "number": f"{section['number']}{THERE}", "maps": there}
        else:
            yield section
        if section.get("joined"):
            yield {**section, "number": f"{section['number']}{JOINED}", "maps": both}


def coverage(game: Annotated[str, typer.Argument(help="Id of the game.")], as_json: AsJson = False) -> None:
    """List the rulebook's sections with their code and tests; exit code 1 when a rule lacks either."""
    rules = find_game(dict(GAMES), game)
    package = ROOT / "rules" / rules.id.replace("-", "_")
    found = report(package, ROOT / "tests" / "games" / package.name)
    missing = bool(found["without_code"] or found["without_test"])
    if as_json:
        print_json({"game": game, **found})
    else:
        _show(found)
    raise typer.Exit(1 if missing else 0)


def _show(found: JsonObject) -> None:
    sections = found["sections"]
    assert isinstance(sections, list)  # noqa: S101
    by_map = any(isinstance(s, dict) and s["maps"] for s in sections)
    for section in sections:
        assert isinstance(section, dict)  # noqa: S101
        code, tests = section["code"], section["tests"]
        assert isinstance(code, list)  # noqa: S101
        assert isinstance(tests, list)  # noqa: S101
        idle = "nothing to enforce"
        if section["later"]:
            idle = "later" if section["maps"] != MAPS[-1] else "later: the combined game alone needs it"
        state = f"{len(code)} in code, {len(tests)} tests" if section["rule"] else idle
        lacking = section["rule"] and (not code or not tests)
        maps = f"{section['maps'] or 'all':<9} " if by_map else ""
        typer.echo(f"{'!' if lacking else ' '} §{section['number']:<6} {maps}{section['title']}: {state}")
    for name in ("later", "without_code", "without_test"):
        numbers = found[name]
        assert isinstance(numbers, list)  # noqa: S101
        typer.echo(f"{name.replace('_', ' ')}: {', '.join(str(n) for n in numbers) or 'none'}")
