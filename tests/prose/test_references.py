"""What documents, comments and docstrings refer to exists: files, decisions, routes, commands, settings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from fastapi.routing import APIRoute, APIWebSocketRoute
from typer.main import get_command

from app.cli import program
from app.main import create_app
from app.settings import ROOT, Settings
from rules.catalogue import GAMES
from tests.thorough import at_least_one

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "scenarios").rglob("*.md")])
HISTORY = {"CHANGELOG.md"}
"""Tells of what was: its names may be gone."""
CODE = sorted(
    file
    for folder in ("app", "rules", "tools", "examples", "static", "tests", "migrations")
    for kind in ("*.py", "*.js", "*.toml")
    for file in (ROOT / folder).rglob(kind)
    if "vendor" not in file.parts and "golden" not in file.parts
)
FOLDERS = ("app", "rules", "static", "tests", "tools", "scenarios", "examples", "migrations", "docs")
PLACE = re.compile(rf"(?<![\w/.<-])(?:{'|'.join(FOLDERS)})/[\w<>{{}}*./…-]*")
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)\s#]+)")
DECISION = re.compile(r"decisions/(\d{4})([\w-]*)")
ROUTE = re.compile(r"`(GET|POST|PUT|PATCH|DELETE|WS) (/[^\s`?]*)")
COMMAND = re.compile(r"`greatwar ([a-z][a-z-]*)(?![\w/-])")
TARGET = re.compile(r"`make ([a-z][a-z-]*)")
NAMED = re.compile(r"`([A-Za-z_][\w.]*)`(?: in |\s\()`((?:app|rules|static|tests|tools|examples)/[\w/.-]+\.(?:py|js))`")
"""A name, and the file that a document finds it in."""
SETTING = re.compile(r"\b(GREATWAR_[A-Z_]+[A-Z])\b")


def name_of(file: Path) -> str:
    """A file as a failing test names it."""
    return file.relative_to(ROOT).as_posix()


def exists(place: str) -> bool:
    """Whether a place in the tree is there. ``<game>`` and ``*`` stand for any name, an ellipsis for a rest."""
    place = place.rstrip(".").split("…")[0]
    pattern = re.sub(r"<[^>]*>|\{[^}]*\}", "*", place).rstrip("/")
    found = any(True for _ in ROOT.glob(pattern)) if "*" in pattern else (ROOT / pattern).exists()
    # A game's own folder of scenarios is named without it.
    found = found or any(True for _ in (ROOT / "scenarios").glob(f"*/{pattern}"))
    # A module named without its ending, or the beginning of names.
    return found or any(True for end in (".*", "-*.md") for _ in ROOT.glob(pattern + end))


@cache
def decisions() -> dict[str, list[str]]:
    """The names of the decisions, by number."""
    found: dict[str, list[str]] = {}
    for file in (ROOT / "docs" / "decisions").glob("*.md"):
        found.setdefault(file.stem[:4], []).append(file.stem[4:])
    return found


@cache
def routes() -> list[tuple[str, re.Pattern[str]]]:
    """All routes of the server, as methods and patterns of paths."""
    app = create_app("postgresql://nowhere/none", Settings(), GAMES)
    found = []
    for route in app.routes:
        if isinstance(route, APIRoute):
            found += [(m, _pattern(route.path)) for m in route.methods]
        elif isinstance(route, APIWebSocketRoute):
            found.append(("WS", _pattern(route.path)))
    return [*found, ("GET", _pattern(app.openapi_url or ""))]


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{[^}]+\}", r"[^/]+", path) + r"/?$")


def is_route(method: str, path: str) -> bool:
    """Whether the server answers there. A path that ends in an ellipsis may go on as it likes."""
    made = re.sub(r"\{[^}]*\}|<[^>]*>", "x", path)
    if made.endswith("…"):
        return any(pattern.pattern.startswith(re.escape(made[:-1])[:5]) for _, pattern in routes())
    return any(m == method and pattern.match(made) for m, pattern in routes())


def told_in(files: list[Path], pattern: re.Pattern[str]) -> Iterator[tuple[str, re.Match[str]]]:
    """Each place where a pattern is found, with the file and line."""
    for file in files:
        if file.name not in HISTORY:
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
                for found in pattern.finditer(line):
                    yield f"{name_of(file)}:{number}", found


def test_links_of_documents_lead_somewhere() -> None:
    wrong = [
        f"{at}: {found[1]}"
        for at, found in told_in(DOCUMENTS, LINK)
        if not (ROOT / at.partition(":")[0]).parent.joinpath(found[1]).exists()
    ]
    assert not wrong, "\n".join(wrong)


def test_files_that_documents_name_are_there() -> None:
    wrong = [f"{at}: {found[0]}" for at, found in told_in(DOCUMENTS, PLACE) if not exists(found[0])]
    assert not wrong, "\n".join(wrong)


def test_names_are_in_the_files_in_which_documents_find_them() -> None:
    """Decisions say how it was when they were taken."""
    manuals = [file for file in DOCUMENTS if file.parent.name != "decisions"]
    wrong = [
        f"{at}: {found[1]} in {found[2]}"
        for at, found in told_in(manuals, NAMED)
        if not re.search(rf"\b{found[1].rpartition('.')[2]}\b", (ROOT / found[2]).read_text(encoding="utf-8"))
    ]
    assert not wrong, "\n".join(wrong)


def test_files_that_docstrings_and_comments_name_are_there() -> None:
    said = re.compile(r"(?<![\w/])(?:app|rules|tools|docs|static|scenarios)/[\w<>*/-]+\.(?:py|js|md|toml|csv)\b")
    # Tests make files of their own.
    files = [file for file in CODE if "tests" not in file.parts]
    wrong = [f"{at}: {found[0]}" for at, found in told_in(files, said) if not exists(found[0])]
    assert not wrong, "\n".join(wrong)


def is_part(folder: Path, name: str) -> bool:
    """Whether a folder has that folder, file, or function or class of a file: ``position.control.forts_of``."""
    for n, part in enumerate(parts := name.strip("/").replace("/", ".").split(".")):
        file = folder / f"{part}.py"
        if file.exists():
            defined = {getattr(node, "name", "") for node in ast.parse(file.read_text(encoding="utf-8")).body}
            return not parts[n + 1 :] or parts[n + 1] in defined
        folder /= part
    return folder.is_dir()


def names_missing(package: Path) -> Iterator[str]:
    """What the first lines of a package name and it does not have; a file may be called as in its folder's row."""
    said = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or ""
    for row in said.splitlines():
        folders = [package]
        for name in re.findall(r"``([a-z_][\w./]*)``", row):
            if not any(is_part(folder, name) for folder in folders):
                yield f"{name_of(package)}: {name}"
            if name.endswith("/"):
                folders.append(package / name)


def test_what_a_game_says_of_its_folders_is_there() -> None:
    packages = at_least_one(file.parent for file in (ROOT / "rules").glob("*/sections.toml"))
    wrong = [name for package in packages for name in names_missing(package)]
    assert not wrong, "\n".join(wrong)


def test_decisions_have_numbers_of_their_own_and_those_that_are_cited_are_there() -> None:
    twice = {number: names for number, names in decisions().items() if len(names) > 1}
    assert not twice
    wrong = [
        f"{at}: {found[0]}"
        for at, found in told_in([*DOCUMENTS, *CODE], DECISION)
        if found[1] not in decisions() or (found[2] and not decisions()[found[1]][0].startswith(found[2]))
    ]
    assert not wrong, "\n".join(wrong)


def test_routes_that_documents_name_are_served() -> None:
    wrong = [f"{at}: {m[1]} {m[2]}" for at, m in told_in(DOCUMENTS, ROUTE) if not is_route(m[1], m[2])]
    assert not wrong, "\n".join(wrong)


def test_commands_of_the_program_that_documents_name_are_there() -> None:
    command = get_command(program)
    known = {*getattr(command, "commands", {})}
    wrong = [f"{at}: {found[0]}" for at, found in told_in(DOCUMENTS, COMMAND) if found[1] not in known]
    assert not wrong, "\n".join(wrong)


def test_targets_of_make_that_documents_name_are_there() -> None:
    made = {*re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)}
    wrong = [f"{at}: {found[0]}" for at, found in told_in(DOCUMENTS, TARGET) if found[1] not in made]
    assert not wrong, "\n".join(wrong)


def test_settings_that_documents_name_are_read() -> None:
    code = "\n".join(file.read_text(encoding="utf-8") for file in CODE if file.suffix == ".py")
    known = {f"GREATWAR_{name.upper()}" for name in Settings.model_fields}
    wrong = [f"{at}: {m[1]}" for at, m in told_in(DOCUMENTS, SETTING) if m[1] not in known and m[1] not in code]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("place", "there"),
    [
        ("rules/<game>/sequence.py", True),
        ("tests/games/great_war/test_boards_*.py", True),
        ("rules/kernel/game", True),
        ("rules/kernel/nothing.py", False),
        ("app/<room>/nothing.py", False),
    ],
)
def test_a_place_that_is_not_there_is_found(place: str, there: bool) -> None:
    assert exists(place) is there
