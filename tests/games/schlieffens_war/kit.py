"""Positions drawn as text, and a table to play them on.

A field is a small board: one line a row, two letters a hex, the lowest column first (on the printed map that is the
east, for columns grow west; even rows lie half a hex further west):

    first letter   G Germany · F France · B Belgium · L Luxembourg · N neutral · ~ sea
    second letter  . clear · f forest · r rough · m marsh · c city · h city with a heavy fortress · p port city
                   P Paris · * a hex inside the Paris perimeter

    FIELD = '''
    10  G. G. F. F. F.
    11  Gc G. F. Fh F.
    '''

Hexes are numbered by row and column from 01, so the first of row 10 is 1001.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from rules.hexes.sheet import Sheet
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import SeatClient, first_options
from rules.schlieffens_war.facts import Event
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import ELIMINATED, VERSION, PhaseFrame, State, UnitState
from rules.schlieffens_war.printed.board import Board
from rules.schlieffens_war.printed.charts import Charts
from rules.schlieffens_war.printed.counters import Counter
from rules.schlieffens_war.printed.data import AUGUST_1914, PLANS, Printed
from tests.games.chance import Dice

LANDS = {"G": "GE", "F": "FR", "B": "BE", "L": "LU", "N": "NL", "~": ""}
GROUND = {"f": "forest", "r": "rough", "m": "marsh"}

PLAN = AUGUST_1914
"""The plan by which positions are made. The fixture ``lay`` puts another in its place for one test."""


def printed() -> Printed:
    """What is printed for the positions of this test."""
    return PLANS[PLAN]


def board() -> Board:
    """The map of this test."""
    return printed().board


def counter(unit: str) -> Counter:
    """A printed counter."""
    return printed().counters[unit]


def charts() -> Charts:
    """The printed tables."""
    return printed().charts


def with_printed(**changes: Any) -> str:
    """A plan like that of this test but for some things; its name."""
    name = f"test-{len(PLANS.names)}"
    PLANS.put(name, replace(printed(), **changes))
    return name


def field(
    text: str,
    rivers: Iterable[tuple[str, str]] = (),
    rails: Iterable[Sequence[str]] = (),
    names: Mapping[str, str] | None = None,
    seas: Iterable[tuple[str, str]] = (),
) -> Board:
    """A board from a drawing. ``rivers`` and ``seas`` are pairs of neighbours, ``rails`` chains of hexes."""
    hexes = []
    for line in text.strip().splitlines():
        row, *cells = line.split()
        for col, cell in enumerate(cells, 1):
            land, ground = cell[0], cell[1:]
            hex_ = f"{int(row):02d}{col:02d}"
            hexes.append(
                {
                    "hex": hex_,
                    "surface": "sea" if land == "~" else "land",
                    "terrain": GROUND.get(ground[:1], "clear"),
                    "country": LANDS[land],
                    "name": (names or {}).get(hex_, ""),
                    "city": "paris" if ground[:1] == "P" else "city" if ground[:1] in "chp" and ground else "",
                    "fortress": "1" if ground[:1] == "h" else "",
                    "port": "1" if ground[:1] == "p" else "",
                    "perimeter": "1" if ground[:1] in ("P", "*") and ground else "",
                }
            )
    sides = [{"a": a, "b": b, "river": "Meuse", "sea": ""} for a, b in rivers]
    sides += [{"a": a, "b": b, "river": "", "sea": "1"} for a, b in seas]
    links = [{"a": a, "b": b} for chain in rails for a, b in pairwise(chain)]
    return Board(Sheet("even", enumerate(hexes, 1), enumerate(sides, 1), enumerate(links, 1)))


def loaded(*dice: int) -> Dice:
    """Dice that fall as told, then refuse to fall again."""
    return Dice(dice)


def seeded(seed: int) -> random.Random:
    """A random generator for bots."""
    return random.Random(seed)


def position(
    step: str,
    stacks: Mapping[str, str | Sequence[str]],
    turn: int = 2,
    reduced: Iterable[str] = (),
    fatigued: Iterable[str] = (),
    elan: Iterable[str] = (),
    out: Iterable[str] = (),
    fortress: Iterable[str] = (),
    eliminated: Iterable[str] = (),
    aside: Iterable[str] = (),
    boxes: Mapping[str, str] | None = None,
    **changes: object,
) -> State:
    """A state at a step of the sequence (``german.movement``): units by hex, the top first, all others removed.

    Units are at full strength, of normal morale and in supply unless a list says otherwise. ``changes`` are fields
    of State.
    """
    placed = {h: tuple(units.split()) if isinstance(units, str) else tuple(units) for h, units in stacks.items()}
    where = {u: h for h, units in placed.items() for u in units}
    where |= dict.fromkeys(eliminated, ELIMINATED) | dict(boxes or {})
    units = {}
    for unit, c in printed().counters.items():
        at = where.get(unit, "removed")
        steps = 0 if at in ("removed", ELIMINATED) else c.full - (1 if unit in set(reduced) else 0)
        morale = -1 if unit in set(fatigued) else 1 if unit in set(elan) else 0
        supply = "out" if unit in set(out) else "fortress" if unit in set(fortress) else "in"
        units[unit] = UnitState(at=at, steps=steps, morale=morale, supply=supply, helps=unit not in set(aside))
    state = State(version=VERSION, turn=turn, cursor=(PhaseFrame(step),), units=units, stacks=placed)
    return replace(state, **{"plan": PLAN, **changes})  # type: ignore[arg-type]


def order(state: State, seat: str, kind: str, dice: Dice | None = None, **arguments: object) -> State:
    """Give a command and return the state after all that follows from it. AssertionError when it is refused."""
    return told(state, seat, kind, dice, **arguments)[0]


def told(
    state: State, seat: str, kind: str, dice: Dice | None = None, **arguments: object
) -> tuple[State, tuple[Event, ...]]:
    """As ``order``, with the events."""
    answer = GAME.decide(state, seat, {"kind": kind, **arguments}, dice or loaded())
    assert not isinstance(answer, Refusal), f"refused, {answer.section}: {answer.text}"
    for event in answer:
        state = GAME.evolve(state, event)
    return state, answer.events


def refused(state: State, seat: str, kind: str, **arguments: object) -> Refusal:
    """Give a command that the rules refuse; the refusal. AssertionError when it is taken."""
    answer = GAME.decide(state, seat, {"kind": kind, **arguments}, loaded())
    assert isinstance(answer, Refusal), f"taken: {answer}"
    return answer


def offer(state: State, seat: str, kind: str) -> JsonObject | None:
    """The offer of that kind put to a seat, or None."""
    offers = GAME.legal(state, seat)["offers"]
    assert isinstance(offers, list)
    return next((o for o in offers if isinstance(o, dict) and o["kind"] == kind), None)


def options(state: State, seat: str, kind: str, slot: str = "", **chosen: str) -> dict[str, Any]:
    """What may be chosen in the first slot of an order, or in a later one; nothing when it is not offered."""
    found = offer(state, seat, kind)
    if found is None:
        return {"of": [], "ways": {}}
    return SeatClient(GAME, state, seat).options(kind, slot, **chosen) if slot else first_options(found)


def happened(events: Iterable[Event], cls: type) -> list[Event]:
    """The events of one class."""
    return [event for event in events if isinstance(event, cls)]


def steps(state: State, unit: str) -> int:
    """The steps a unit has left."""
    return state.units[unit].steps


def morale(state: State, unit: str) -> int:
    """-1 fatigued, 0 normal, 1 élan."""
    return state.units[unit].morale


def at(state: State, unit: str) -> str:
    """The hex or box of a unit."""
    return state.units[unit].at


class Steady(Dice):
    """Dice that always fall the same way, for walks through phases whose dice do not matter."""

    def __init__(self, face: int) -> None:
        super().__init__(())
        self.face = face

    def __call__(self, draw: int, sides: int) -> int:
        """The one face."""
        return min(self.face, sides)


def denied(state: State, seat: str, code: str, section: str, kind: str, **arguments: object) -> Refusal:
    """Give a command that must be refused with this code and section and must leave the state as it was."""
    before = GAME.dump_state(state)
    answer = refused(state, seat, kind, **arguments)
    assert (answer.code, answer.section) == (code, section), answer
    assert GAME.dump_state(state) == before
    return answer


def plain(rows: Iterable[int], cells: str) -> str:
    """A drawing whose rows are all the same, for boards on which only distances matter."""
    return "\n".join(f"{row:02d} {cells}" for row in rows)
