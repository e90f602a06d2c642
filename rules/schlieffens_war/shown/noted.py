"""§5.0, §6.6: what a player knows beside what lies on the table: what happened in this phase, and where it stands.

Nothing of it is news to the side that is shown it: its own units' marches and fights, the attack under way, which
hexes of the enemy have a zone of control. From a view with it a whole position can be imagined (``imagined.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from rules.kernel.codec import dump
from rules.kernel.messages import Json, JsonObject
from rules.schlieffens_war.position.fog_of_war import visible_units
from rules.schlieffens_war.position.state import (
    BOXES,
    BattleFrame,
    OverstackFrame,
    PhaseFrame,
    State,
    UnitState,
)
from rules.schlieffens_war.position.unit_index import by_hex
from rules.schlieffens_war.printed.phases import COMBAT
from rules.schlieffens_war.printed.sides import SIDES, foe
from rules.schlieffens_war.zoc import projects

OF_A_PHASE = UnitState._fields.index("marched")
"""The first of the fields of a unit that last a phase and are on no counter; ``helps``, the last, is on an HQ's."""
FRESH = tuple(UnitState("", 0)[OF_A_PHASE:-1])


def note(state: State, viewer: str) -> JsonObject | None:
    """What this side has noted down; null for whoever plays neither."""
    if viewer not in SIDES:
        return None
    by_place = by_hex(state, ("noted", viewer), lambda hex_, units: _of_hex(state, hex_, units, viewer))
    found: JsonObject = {"plan": state.plan, "cursor": _cursor(state, viewer), "withdrawn": state.withdrawn}
    if state.phase.name == COMBAT and state.phase.side == viewer:
        # §11.5: whom it has attacked in this phase; of earlier ones nothing is left that counts.
        attacked = [h for h in state.hexes if state.holder(h) != viewer and _was_attacked(state, h)]
        found["attacked"] = cast("list[Json]", attacked)
    found["hexes"] = state.memory.recall(("noted hexes", viewer), (by_place,), lambda _: _said_of(by_place))
    found["arrivals"] = {u: box for u, box in state.arrivals.items() if state.counter(u).side == viewer}
    return found


def _said_of(by_place: Mapping[str, Json]) -> JsonObject:
    """The hexes of which there is something to say."""
    return {hex_: about for hex_, about in by_place.items() if about is not None}


def _was_attacked(state: State, hex_: str) -> bool:
    return any(state.units[u].attacked for u in state.stacks[hex_])


def _of_hex(state: State, hex_: str, units: tuple[str, ...], viewer: str) -> Json:
    """Of an own hex what its units did in this phase; of another the fort below (§3.1) and whether it projects."""
    if state.counter(units[0]).side == viewer:
        did = {u: [*state.units[u][OF_A_PHASE:-1]] for u in units if state.units[u][OF_A_PHASE:-1] != FRESH}
        return cast("Json", did) if did else None
    if len(units) == 1:
        return None
    found: JsonObject = {"zone": projects(state, hex_)}
    for unit in units:
        if state.counter(unit).kind == "fort":
            now = state.units[unit]
            found["fort"] = [unit, now.steps, now.morale, now.supply]
    return found


def _cursor(state: State, viewer: str) -> Json:
    """Where the sequence stands, the units in it that the viewer cannot see by their place in the stack."""

    def find(_: object) -> list[Json]:
        return [_frame(state, frame, viewer) for frame in state.cursor]

    # A phase says the same wherever units are; what interrupts it names some by their places.
    places = () if len(state.cursor) == 1 else (state.stacks, state.units)
    return state.memory.recall(("noted cursor", viewer), (state.cursor, *places), find)


def _frame(state: State, frame: object, viewer: str) -> Json:
    found = cast("JsonObject", dump(frame))
    match frame:
        case PhaseFrame():
            # §9.0: what the other side does while it regroups is told when it is done; its attacks lie open.
            if frame.name != COMBAT and frame.side != viewer:
                found["action"] = 0
        case BattleFrame():
            payers = _extra_payers(state, frame, viewer)
            for name, units in (("bystanders", frame.bystanders), ("hits", frame.hits), ("extra_due", payers)):
                found[name] = cast("list[Json]", _names_seen(state, units, viewer))
        case OverstackFrame():
            found["hexes"] = cast("list[Json]", [*_crowded_hexes(state, frame.hexes, viewer)])
    return found


def _extra_payers(state: State, frame: BattleFrame, viewer: str) -> tuple[str, ...]:
    """§11.20, §6.6: who may pay the step more of a tired retreat; for the other side each concealed unit that has lost
    none may be a corps."""
    payers = frame.extra_due
    if not payers or state.counter(payers[0]).side == viewer:
        return payers
    seen = visible_units(state, viewer)
    fled = (u for u in (*frame.defenders, *frame.bystanders) if state.is_on_map(u))
    return tuple(u for u in fled if u in payers or (u not in seen and u not in frame.hits))


def _names_seen(state: State, units: Iterable[str], viewer: str) -> list[str]:
    """Units by name, or by the handle of their place where their faces are hidden."""
    seen = visible_units(state, viewer)
    return [u if u in seen or state.counter(u).side == viewer else _handle(state, u) for u in units]


def _handle(state: State, unit: str) -> str:
    at = state.units[unit].at
    return unit if at in BOXES else f"?{at}.{state.stacks[at].index(unit)}"


def _crowded_hexes(state: State, hexes: tuple[str, ...], viewer: str) -> list[str]:
    """§6.5: own hexes with too many; the enemy's without their names, while it is the enemy who is asked only one."""
    mine = [h for h in hexes if state.holder(h) == viewer]
    theirs = len(hexes) - len(mine)
    if state.holder(hexes[0]) == viewer:
        return [*mine, *[foe(viewer)] * theirs]
    return [foe(viewer), *mine]
