"""§6.38, §9.54: the Russian Amphibious Campaign."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.facts.landing import RussiansLanded
from rules.great_war.game import GAME
from rules.great_war.movement.rails import ports_for
from rules.great_war.new_units.russian_landing import landing_hexes, why_not_land
from rules.great_war.position.changes import relocate
from rules.great_war.position.control import controller
from rules.great_war.position.state import AVAILABLE, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.shown.idle import nobody_to_place
from rules.great_war.supply.tracing import IN, supply_of
from rules.kernel.fast_replace import replace
from tests.games.great_war.kit import refused, told, told_with
from tests.games.great_war.near_east.kit import set_up

UNIT, RIZE = "ru-39", "NC4334"


def waiting(*units: str) -> State:
    """The Allied New Units Phase of May 1915 (§21.27: the campaign is in effect), with units in the box."""
    return relocate(set_up(), units or [UNIT], AVAILABLE)


def test_6_38_a_unit_lands_on_the_coast_east_of_trebizond() -> None:
    """§6.38: it takes the hex, is in supply there (§11.45), and is the only one this turn."""
    state = waiting(UNIT, "ru-20")
    found = landing_hexes(state, UNIT)
    board = state.printed.board
    assert RIZE in found
    assert all(board.column[board.index[h]] > 32 for h in found)
    assert {board.front[board.index[h]] for h in found} == {"caucasus"}
    after, events = told_with(state, ALLIED, "russian_landing", unit=UNIT, hex=RIZE)
    assert RussiansLanded(UNIT, RIZE) in events
    assert after.stacks[RIZE] == (UNIT,)
    assert controller(after, RIZE) == ALLIED
    assert supply_of(after, UNIT) == IN
    again = refused(after, ALLIED, "russian_landing", unit="ru-20", hex=found[-1])
    assert (again.code, again.section) == ("has-landed", "6.38")
    assert why_not_land(replace(after, turn=11)) is None
    line = GAME.narrate(state, events[-1], after, CENTRAL)
    assert line is not None
    assert "lands" in str(line["text"])


@pytest.mark.parametrize("hex_", ["NC4332", "NC4330", "NC4335", "NC3653", "NC2741"])
def test_6_38_nowhere_else(hex_: str) -> None:
    """§6.38: not at Trebizond or west of it, not where Turks stand, not on the Caspian, not inland."""
    no = refused(waiting(), ALLIED, "russian_landing", unit=UNIT, hex=hex_)
    assert (no.code, no.section) == ("no-coast", "6.38")


def test_6_38_only_russians_out_of_the_box() -> None:
    """§6.38, §17.21: the Persian Cossacks keep to Persia, British and Turks are none, and who is on the map stays;
    an Armenian is Russian for this as well (§15.81)."""
    state = waiting(UNIT, "ru-pc", "br-10in", "ru-arm-1")
    for unit in ("ru-pc", "br-10in", "ru-20"):
        assert refused(state, ALLIED, "russian_landing", unit=unit, hex=RIZE).code == "not-available"
    assert refused(state, ALLIED, "russian_landing", unit="tu-17", hex=RIZE).code == "not-your-unit"
    assert told(state, ALLIED, "russian_landing", unit="ru-arm-1", hex=RIZE).units["ru-arm-1"].at == RIZE
    assert refused(state, CENTRAL, "russian_landing", unit=UNIT, hex=RIZE).code == "not-your-turn"


def test_6_38_it_needs_the_event_and_the_czar() -> None:
    """§6.38, §5.43: lost with his fall; nothing is offered without the event."""
    state = waiting()
    without = replace(state, chits={**state.chits, "allied.play": {}})
    assert refused(without, ALLIED, "russian_landing", unit=UNIT, hex=RIZE).code == "not-in-play"
    fallen = replace(state, strategic_state=replace(state.strategic_state, czar="D"))
    assert refused(fallen, ALLIED, "russian_landing", unit=UNIT, hex=RIZE).code == "too-late"
    assert refused(set_up(), ALLIED, "russian_landing", unit=UNIT, hex=RIZE).code == "nobody"
    ill = replace(state, chit_state=replace(state.chit_state, lasting={"influenza": state.turn}))
    assert refused(ill, ALLIED, "russian_landing", unit=UNIT, hex=RIZE).code == "influenza"


def test_6_38_the_phase_is_not_idle_while_a_unit_could_land() -> None:
    """§4.2: a standing order does not pass over it."""
    state = waiting("ru-arm-1")
    assert not nobody_to_place(state, ALLIED)


def test_9_54_nobody_else_sails_the_black_sea() -> None:
    """§9.54: no port of the Caucasus is one for ships."""
    state = set_up()
    board = state.printed.board
    assert not ports_for(state, "RU") & board.by_front["caucasus"]


def test_6_38_units_and_hexes_are_offered_by_name() -> None:
    """§3.11: a person reads who lands, and where."""
    state = waiting()
    units: Any = GAME.consult(state, ALLIED, {"kind": "slot", "order": "russian_landing", "slot": "unit", "chosen": {}})
    assert units["options"]["labels"] == {UNIT: "Russian 39th Division"}
    chosen = {"unit": UNIT}
    hexes: Any = GAME.consult(
        state, ALLIED, {"kind": "slot", "order": "russian_landing", "slot": "hex", "chosen": chosen}
    )
    assert hexes["options"]["labels"][RIZE].endswith("(N4334)")
