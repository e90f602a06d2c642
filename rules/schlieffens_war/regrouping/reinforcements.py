"""§9.1 to §9.3: reinforcements arrive."""

from __future__ import annotations

from rules.hexes.choosing import one_of
from rules.kernel.messages import Refused
from rules.kernel.procedure.options import OneOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.schlieffens_war.facts.setup import UnitPlaced
from rules.schlieffens_war.play import Play, hex_in_play, name_of, own
from rules.schlieffens_war.position.state import TURN_3, TURN_7, State
from rules.schlieffens_war.printed.phases import BEF_TURN, SIXTH_ARMY_TURN
from rules.schlieffens_war.printed.sides import BR, ENTENTE
from rules.schlieffens_war.stacking import full_hexes, is_overstacked, may_share
from rules.schlieffens_war.zoc import in_ezoc

BEF_PORTS = ("Dunkirk", "Calais", "Boulogne")


def bef_ports(state: State) -> list[str]:
    """§9.2, §9.5: Dunkirk, Calais and Boulogne, where the BEF lands and where its lost units return."""
    return [h for h in state.printed.board.ports if state.printed.board.name[h] in BEF_PORTS]


# --- reinforcements (§9.1 to §9.3) --------------------------------------------------------------------------------


def reinforcement_hexes(state: State, unit: str) -> tuple[str, ...]:
    """§9.2, §9.3: where a reinforcement may come in now.

    Only the BEF must find room; a hex that the 6th Army overfills is cleared when the phase ends (§6.1).
    """
    b, at = state.printed.board, state.units[unit].at
    if at == TURN_3 and state.turn >= BEF_TURN:
        found = bef_ports(state)
    elif at == TURN_7 and state.turn >= SIXTH_ARMY_TURN:
        found = [h for h in b.west_edge if not in_ezoc(state, h, ENTENTE)]
    else:
        return ()
    return tuple(
        h
        for h in sorted(found)
        if state.controller(h) == ENTENTE
        and state.holder(h) in (None, ENTENTE)
        and (at == TURN_7 or not is_overstacked(state, (*state.stacks.get(h, ()), unit)))
        and may_share(state, unit, h)
    )


def _section_of(state: State, unit: str) -> str:
    return "9.2" if state.counter(unit).nation == BR else "9.3"


def check_waits(state: State, unit: str) -> None:
    """§9.1: refuse a unit that does not wait on the turn track."""
    if state.units[unit].at not in (TURN_3, TURN_7):
        raise Refused(
            "no-reinforcement", "9.1", f"{name_of(state, unit)} is not a reinforcement waiting on the turn track."
        )


def _arriving(at: At[State], _: Choices) -> OneOf:
    """§9.1: who can come in now."""
    return one_of(lambda: units_due(at.state, at.seat), own(at, check_waits))


def units_due(state: State, seat: str) -> list[str]:
    """§9.1: the units on the turn track for which there is a hex now."""
    return [u for box in (TURN_3, TURN_7) for u in state.in_box(box, seat) if reinforcement_hexes(state, u)]


def _entries(at: At[State], chosen: Choices) -> OneOf:
    """§9.2, §9.3: where the unit can come in."""
    unit = chosen.name("unit")
    hexes = reinforcement_hexes(at.state, unit)

    def check(hex_: str) -> None:
        if hex_in_play(at.state, hex_) not in hexes:
            where = at.state.printed.board.label(hex_)
            raise Refused(
                "wrong-place", _section_of(at.state, unit), f"{name_of(at.state, unit)} cannot arrive at {where} now."
            )

    return OneOf(hexes, why=refused_by(check), notes=full_hexes(at.state, unit, hexes))


def reinforce(play: Play, _: At[State], chosen: Choices) -> None:
    """§9.1 to §9.3: bring a unit that waits on the turn track onto the map."""
    unit = chosen.name("unit")
    play.emit(UnitPlaced(unit, chosen.name("hex"), _section_of(play.state, unit)))


REINFORCE: Order[State] = Order(
    "reinforce", "Bring in", "9.1", reinforce,
    (
        Slot("unit", "unit", _arriving, "Choose a unit to bring in"),
        Slot("hex", "hex", _entries, "Choose the hex where it arrives"),
    ),
    at_once=True, weight=10,
)  # fmt: skip


# --- the end of the phase -----------------------------------------------------------------------------------------


def sixth_army_due(state: State, seat: str) -> list[str]:
    """§9.3: the units of the French 6th Army that come in now: all, as soon as a hex of the west edge is open."""
    if seat != ENTENTE or state.turn < SIXTH_ARMY_TURN:
        return []
    return [u for u in state.in_box(TURN_7, seat) if reinforcement_hexes(state, u)]
