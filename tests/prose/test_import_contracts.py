"""The import contracts of pyproject.toml guard rooms that are not yet written: a fifth game, a new module."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import pytest
from grimp import ImportGraph

from app.settings import ROOT
from tools.import_contracts import Allowed

NEXT = "rules.next_game"
MODULES = (
    "rules.kernel.engine", "rules.hexes.odds", "rules.catalogue", "app.main",
    "rules.great_war.printed.board", "rules.great_war.position.secrecy", "rules.great_war.players.general",
    f"{NEXT}.combat", f"{NEXT}.printed.board", f"{NEXT}.position.state", f"{NEXT}.position.secrecy",
    f"{NEXT}.facts.moved", f"{NEXT}.players.bold", f"{NEXT}.players.lines", f"{NEXT}.imagined", f"{NEXT}.standing",
)  # fmt: skip


@cache
def contracts() -> list[tuple[str, Allowed]]:
    """All allow-lists."""
    read = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    lists: list[dict[str, Any]] = [c for c in read if c["type"] == "allowed"]
    return [
        (c["name"], Allowed(c["name"], {}, {k: v for k, v in c.items() if k not in ("name", "type")})) for c in lists
    ]


def broken(*imports: tuple[str, str]) -> list[str]:
    """The contracts that some imports break in a tree where no other module imports anything."""
    graph = ImportGraph()
    for module in MODULES:
        parts = module.split(".")
        for n in range(1, len(parts) + 1):
            graph.add_module(".".join(parts[:n]))
    for importer, imported in imports:
        graph.add_import(importer=importer, imported=imported)
    return [name for name, contract in contracts() if not contract.check(graph, verbose=False).kept]


def test_a_game_that_is_new_may_import_what_all_games_may() -> None:
    within = (f"{NEXT}.combat", f"{NEXT}.position.state")
    assert broken((f"{NEXT}.combat", "rules.kernel.engine"), (f"{NEXT}.combat", "rules.hexes.odds"), within) == []
    assert broken((f"{NEXT}.players.bold", f"{NEXT}.printed.board"), (f"{NEXT}.players.bold", "rules.hexes.odds")) == []


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        (f"{NEXT}.combat", "rules.great_war.printed.board"),
        ("rules.great_war.printed.board", f"{NEXT}.printed.board"),
        (f"{NEXT}.combat", "rules.catalogue"),
        (f"{NEXT}.combat", "app.main"),
        (f"{NEXT}.players.bold", f"{NEXT}.position.secrecy"),
        (f"{NEXT}.players.bold", f"{NEXT}.combat"),
        ("rules.great_war.players.general", "rules.great_war.position.secrecy"),
        (f"{NEXT}.players.bold", "rules.great_war.players.general"),
        (f"{NEXT}.printed.board", f"{NEXT}.position.state"),
        (f"{NEXT}.position.state", f"{NEXT}.combat"),
        (f"{NEXT}.facts.moved", f"{NEXT}.combat"),
        (f"{NEXT}.imagined", f"{NEXT}.combat"),
        (f"{NEXT}.standing", f"{NEXT}.position.secrecy"),
        ("rules.kernel.engine", f"{NEXT}.combat"),
        ("rules.hexes.odds", f"{NEXT}.combat"),
        ("app.main", f"{NEXT}.combat"),
    ],
)
def test_no_room_of_a_new_game_reaches_where_it_must_not(importer: str, imported: str) -> None:
    assert broken((importer, imported))
