"""§7.25: units as each viewer may see them: in stacks on the map, and in the boxes beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import is_
from typing import Any

from rules.great_war.movement.eligibility import out_of_place, why_not_move
from rules.great_war.position.control import beside_enemy
from rules.great_war.position.fog_of_war import faces_shown, in_battle
from rules.great_war.position.kut import siege_of_kut
from rules.great_war.position.state import POOL, State
from rules.great_war.position.theatres import theatre_of
from rules.great_war.printed.counters import Counter
from rules.great_war.printed.nations import SIDES
from rules.great_war.printed.phases import MOVEMENTS, RAILS
from rules.hexes.by_hex import Noted, by_hex
from rules.hexes.fog import stack_seen
from rules.hexes.viewers import sees_hidden
from rules.kernel.incremental import Previous
from rules.kernel.messages import Json, JsonObject

SPENDING = (*MOVEMENTS, *RAILS)
"""The steps in which a unit's owner is shown what it has left to do."""


def stacks(state: State, viewer: str) -> JsonObject:
    """Every stack as a viewer sees it, by hex; what does not change between two states is the same object in both."""

    def make(hex_: str, units: tuple[str, ...]) -> Json:
        return _stack(state, hex_, units, viewer)

    there = (state.near_east.tried, state.near_east.stopped)
    gone = (state.strategic_state.collapsed, state.strategic_state.treaty, state.devastating, there)
    key = state.phase.key
    whole = (key if key in SPENDING else "", state.sides, state.frozen, gone, state.turn)
    own = [side for side in SIDES if sees_hidden(viewer, side)]
    marks: tuple[frozenset[int] | frozenset[Noted], ...] = (
        *(out_of_place(state, side) for side in own),
        *(beside_enemy(state, side) for side in own),
        siege_of_kut(state),
    )
    seen_stacks = by_hex(state, state.printed.board.ids, ("stacks", viewer), make, marks=marks, whole=whole)
    fighting = in_battle(state)
    if not fighting:
        return seen_stacks

    def show(_: object) -> JsonObject:
        places = dict.fromkeys(state.units[u].at for u in fighting)
        seen: JsonObject = {h: _stack(state, h, state.stacks[h], viewer, fighting) for h in places if h in seen_stacks}
        return {**seen_stacks, **seen}

    return state.memory.recall(("stacks in battle", viewer), (seen_stacks, fighting), show)


def _stack(state: State, hex_: str, units: tuple[str, ...], viewer: str, fighting: tuple[str, ...] = ()) -> list[Json]:
    """§7.25: one stack, of which a viewer also sees the faces of those that are ``fighting``."""
    side = state.side(units[0])
    if sees_hidden(viewer, side):
        return [*_own_views(state, units, side)]
    shown = faces_shown(state, hex_, viewer)
    return stack_seen(hex_, units, side, shown, fighting, lambda u: unit_view(state, u, viewer))


def unit_view(state: State, unit: str, viewer: str) -> JsonObject:
    """The face of a unit; what it has still to spend only for its own side."""
    counter, now = state.counter(unit), state.units[unit]
    if now.at not in state.stacks or not sees_hidden(viewer, state.side(unit)):
        side = state.sides.get(counter.nation, "")
        return _face(counter, side, now.back, _is_weak(state, unit), _shown_line(state, unit))
    return next(_own_views(state, (unit,), state.side(unit)))


def _own_views(state: State, units: Iterable[str], side: str) -> Iterator[JsonObject]:
    """Units on the map as their own side sees them."""
    theatre, counters, tried = _moves_in(state, side), state.printed.counters, state.near_east.tried
    gone = state.strategic_state.collapsed
    for unit in units:
        now, weak = state.units[unit], bool(gone) and _is_weak(state, unit)
        line = tried.get(unit, "") if tried else ""
        done = why_not_move(state, unit, theatre) is not None if theatre else _has_gone(state, unit)
        yield _own_face(counters[unit], side, now.back, weak, line, now.spent, done)


def _moves_in(state: State, side: str) -> str:
    """§8.11: the theatre in which a side moves in this phase; empty when it is no movement."""
    key = state.phase.key
    return theatre_of(state, side, key) if key in MOVEMENTS else ""


def _is_weak(state: State, unit: str) -> bool:
    """§16.11: whether its nation's collapse has taken its strength."""
    gone = state.strategic_state.collapsed
    return bool(gone) and state.counter(unit).nation in gone and not state.is_red(unit)


def _shown_line(state: State, unit: str) -> str:
    """§15.82: the strength that an untried unit has shown; empty for all others."""
    return state.near_east.tried.get(unit, "") if state.near_east.tried else ""


def _has_gone(state: State, unit: str) -> bool:
    """§9.56: whether a unit has gone by rail or sea in this phase."""
    return state.phase.key in RAILS and unit in state.phase.moved


@lru_cache(maxsize=32768)
def _own_face(c: Counter, side: str, back: bool, weak: bool, line: str, spent: int, done: bool) -> JsonObject:
    """A counter as its owner sees it. One object for all views that show it: copied, never altered."""
    return {**_face(c, side, back, weak, line), "mp": spent, "done": done}


@lru_cache(maxsize=8192)
def _face(c: Counter, side: str, back: bool, weak: bool, line: str) -> JsonObject:
    """A counter as it lies on the table, with the strength that it has left (§16.11), or none while nobody knows it
    (§15.82). One object for all views that show it: copied, never altered."""
    face = c.face_of(line) if c.untried else c.back if back and c.back is not None else c.front
    unknown = bool(c.untried) and not line
    face = face.weak if weak else face
    return {
        "id": c.id,
        "side": side,
        "nation": c.people,
        "kind": c.kind,
        "size": c.size,
        "label": c.label,
        "name": c.name,
        "attack": None if unknown else face.attack,
        "defence": None if unknown else face.defence,
        "ma": face.ma,
        "support": face.support,
        "drm": c.drm,
        "turned": c.turned if back else "",
        "steps": 2 if c.steps == 2 and not back else 1,
    }


def boxes(state: State, viewer: str) -> JsonObject:
    """The boxes beside the map lie open, but nobody sees what the other side has still to set up."""
    lying = {box: [*state.boxes[box]] for box in state.printed.variant.boxes}
    waiting = [u for u in state.boxes[POOL] if sees_hidden(viewer, state.sides.get(state.counter(u).nation, ""))]
    return {box: _box(state, box, tuple(units), viewer) for box, units in {**lying, POOL: waiting}.items()}


def _box(state: State, box: str, units: tuple[str, ...], viewer: str) -> list[Json]:
    """What lies in a box, of which only those look otherwise than before whose condition is another."""

    def find(earlier: Previous[tuple[Any, ...], list[Json]] | None) -> list[Json]:
        if earlier is None or not all(map(is_, earlier.source[2:], source[2:])):
            return [_unit_in_box(state, u) for u in units]
        known = dict(zip(earlier.source[0], earlier.value, strict=True))
        for unit in state.memory.changed("units", earlier.source[1], state.units):
            known.pop(unit, None)
        found = [known[u] if u in known else _unit_in_box(state, u) for u in units]
        return earlier.value if found == earlier.value else found

    source: tuple[Any, ...] = (units, state.units, state.sides, state.strategic_state.collapsed, state.near_east.tried)
    return state.memory.recall(("box", box, viewer if box == POOL else ""), source, find)


def _unit_in_box(state: State, unit: str) -> JsonObject:
    """A unit in a box."""
    counter, weak, line = state.counter(unit), _is_weak(state, unit), _shown_line(state, unit)
    return _face(counter, state.sides.get(counter.nation, ""), state.units[unit].back, weak, line)
