"""A contract for import-linter that says what a room may import, so that a room not yet written is guarded too.

    type = "allowed"
    importers = ["rules.<game>.players"]
    may_import = ["rules.<game>.players", "rules.<game>.printed", "rules.kernel"]

``<game>`` is one module name, the same in both lists, and none of ``not_a_game``. A room stands for all modules in it.
Only imports between the project's own modules count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import cast

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output

GAME = "<game>"


class Allowed(Contract):
    """What the modules of some rooms may import."""

    type_name = "allowed"

    importers = fields.ListField(subfield=fields.StringField())
    may_import = fields.ListField(subfield=fields.StringField())
    not_a_game = fields.SetField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """All direct imports of the rooms, held against the list. ValueError for a room that nothing lies in."""
        rooms = cast("list[str]", self.importers)
        others = cast("set[str]", self.not_a_game or set())
        modules, broken = sorted(graph.modules), []
        for room in rooms:
            inside = [(m, found) for m in modules if (found := _within(m, room, others)) is not None]
            if not inside:
                raise ValueError(f"nothing lies in {room}")
            for module, game in inside:
                allowed = [place.replace(GAME, game) for place in cast("list[str]", self.may_import)]
                broken += [(module, to) for to in _wrong(graph.find_modules_directly_imported_by(module), allowed)]
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Each import that is not allowed, on a line."""
        for module, imported in cast("list[tuple[str, str]]", check.metadata["broken"]):
            output.print_error(f"{module} may not import {imported}")


def _within(module: str, room: str, others: set[str]) -> str | None:
    """The game of a module that lies in a room, empty if the room names none; None if it lies elsewhere."""
    found = re.match(re.escape(room).replace(GAME, r"(\w+)") + r"(?:\.|$)", module)
    if found is None:
        return None
    game = found[1] if GAME in room else ""
    return None if game in others else game


def _wrong(imported: Iterable[str], allowed: Iterable[str]) -> Iterator[str]:
    places = [*allowed]
    roots = ("rules", "app")
    for module in sorted(imported):
        ours = module.split(".")[0] in roots
        if ours and not any(module == place or module.startswith(f"{place}.") for place in places):
            yield module
