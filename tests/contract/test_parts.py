"""Every part of a view names all that it is made from: what it reads of a state is recorded and compared."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from rules.kernel.game import REFEREE
from rules.kernel.view_parts import Open, Own, View
from tests.contract.catalogue import game
from tests.contract.table import COMMON, Decision, every_scenario, examine, one_in, viewers
from tests.contract.teams import inner

CONSTANT = frozenset({"version", "scenario", "plan"})
"""What never changes in a match."""


def view_of(game_id: str) -> View[Any]:
    """The parts of a game's view: ``VIEW`` in its module ``view``. Skipped for a view that is made at a stroke."""
    room = f"rules.{game_id.replace('-', '_')}"
    made = find_spec(room) and find_spec(f"{room}.shown")
    found = import_module(f"{room}.shown.view").VIEW if made else None
    if found is None:
        pytest.skip("a view that is not made of parts: nothing of it is kept from one position to the next")
    assert isinstance(found, View)
    return found


def reads(state: Any, look: Callable[[Any], object]) -> set[str]:
    """The fields of a state that are read while one looks at it. Nothing that was found before is at hand."""
    read: set[str] = set()
    fields = {f.name for f in dataclasses.fields(state)}

    class Recording(type(state)):  # type: ignore[misc]
        def __getattribute__(self, name: str) -> Any:
            if name in fields:
                read.add(name)
            return super().__getattribute__(name)

    recording = object.__new__(Recording)
    recording.__dict__.update({name: getattr(state, name) for name in fields})
    look(recording)
    return read


def part_reads(part: Open[Any] | Own[Any], state: Any, viewer: str) -> set[str]:
    """The fields that a part reads."""
    return reads(state, part.make if isinstance(part, Open) else lambda s: part.make(s, viewer))


@every_scenario
def test_a_part_reads_nothing_but_its_sources(game_id: str, scenario: str) -> None:
    played, parts = game(game_id), view_of(game_id).parts
    everyone = (*viewers(played, scenario), REFEREE)
    picked = one_in(8, game_id, scenario)
    used: set[tuple[str, str]] = set()

    def watch(decision: Decision) -> None:
        if not picked(decision):
            return
        for state in map(inner, decision.states[1:]):
            for part in parts:
                for viewer in everyone if isinstance(part, Own) else everyone[:1]:
                    read = part_reads(part, state, viewer)
                    named = CONSTANT.union(*(reads(state, lambda s, n=name: _get(s, n)) for name in part.sources))
                    assert read <= named, f"{part.name} for {viewer} reads {sorted(read - named)}"
                    used.update((part.name, name) for name in read)

    examine(played, scenario, COMMON, watch)
    assert used, "no part read anything"


def _get(state: Any, name: str) -> object:
    for step in name.split("."):
        state = getattr(state, step)
    return state


def test_a_source_that_is_left_out_is_found() -> None:
    """The recorder sees what a part reads through properties and functions."""
    played = game("schlieffens-war")
    state = played.new_match("campaign", {})
    view = view_of("schlieffens-war")
    stacks = next(p for p in view.parts if p.name == "stacks")
    assert {"units", "stacks", "cursor"} <= part_reads(stacks, state, "german")
