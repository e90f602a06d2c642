"""No figure of a chart is idle: a host who prints another in a folder of their own would change nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

import pytest

from app.settings import ROOT
from rules.empires_alliances.printed import charts as empires_alliances
from rules.great_war.printed import charts as great_war
from rules.schlieffens_war.printed import charts as schlieffens_war

MODULES = {m.__name__.split(".")[1]: m for m in (empires_alliances, great_war, schlieffens_war)}
TOLD = {"origin", "track"}
"""Where figures come from is for people who read the files; from how many points on a marker is turned over (§5.13), a
screen need not know."""


def names_of(module: Any) -> Iterator[str]:
    """The figures of all tables in a module of charts."""
    for table in vars(module).values():
        if is_dataclass(table) and table.__module__ == module.__name__:
            yield from (f"{table.__name__}.{field.name}" for field in fields(table) if field.name not in TOLD)


@cache
def source(game: str) -> str:
    """All that the rules of a game say, with what they share with others."""
    return "\n".join(
        file.read_text() for room in (game, "hexes") for file in sorted((ROOT / "rules" / room).rglob("*.py"))
    )


@pytest.mark.parametrize("game", MODULES)
def test_each_figure_of_the_charts_is_read_by_a_rule(game: str) -> None:
    found = [*names_of(MODULES[game])]
    assert len(found) >= 5
    idle = [name for name in found if not re.search(rf"\.{name.split('.')[1]}\b", source(game))]
    assert idle == []
