"""§10.7: what opens and closes the way after an attack, and how far it leads."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.great_war.combat.advance import further, open_hexes, why_not_advance
from rules.great_war.combat.battle import way_forward
from rules.great_war.position.state import BattleFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import ADVANCE
from tests.games.great_war.field import AROUND, TARGET, WEST, field

START, TRENCH = "W5117", "W5217"
"""Clear hexes of the Western Front, where the Germans of May 1915 dig as deep as -2."""
MARCH_1919 = 48


def attack(attackers: str, defenders: str, side: str = ALLIED, **stacks: str) -> tuple[State, BattleFrame]:
    """An attack on trenches in the west, about to be resolved."""
    state = field({START: attackers, TRENCH: defenders, **stacks}, WEST)
    return state, BattleFrame(side, tuple(attackers.split()), (START,), TRENCH, tuple(defenders.split()), ADVANCE)


def test_10_71_trenches_hold_the_allies_up_until_they_declare_the_initiative() -> None:
    """§10.71, §5.82: the restriction is lifted for them and not for the Central Powers."""
    state, frame = attack("fr-12", "ge-3")
    late = replace(state, ledger=replace(state.ledger, americans=True))
    assert not way_forward(state, frame)
    assert way_forward(late, frame)
    state, frame = attack("ge-3", "fr-12", CENTRAL)
    state = replace(state, strategic="E")
    assert not way_forward(replace(state, ledger=replace(state.ledger, americans=True)), frame)


def test_10_71_an_event_of_the_defender_answers_that_of_the_attacker() -> None:
    """§10.71: gas opens the way, unless the defender has used an event as well."""
    state, frame = attack("fr-12", "ge-3")
    assert way_forward(state, replace(frame, chits=("allied-chlorine",)))
    assert not way_forward(state, replace(frame, chits=("allied-chlorine", "kemal")))


@pytest.mark.parametrize(("defenders", "open_"), [("ge-3", True), ("ge-3 ge-at-1", False)])
def test_10_71_tanks_open_the_way_though_they_are_out_of_supply(defenders: str, open_: bool) -> None:
    """§10.71, §15.24: what counts is that they attack and that no anti-tank unit is there, not their modifier."""
    state, frame = attack("br-8 br-rtc", defenders)
    assert way_forward(state, frame) == open_
    around = [h for h in state.printed.board.lattice.around(START) if h != TRENCH]
    ring = {h: f"ge-{n}" for n, h in enumerate(around, 5)}
    cut_off, frame = attack("br-8 br-rtc", defenders, **ring)
    assert way_forward(cut_off, frame) == open_


def test_10_72_allied_tanks_go_on_after_march_1919() -> None:
    """§10.72: then they advance two hexes as shock troops do; what attacks with them does not."""
    state, frame = attack("fr-12 br-rtc", "")
    state = replace(field({TRENCH: "fr-12 br-rtc"}, WEST), turn=MARCH_1919)
    frame = replace(frame, advanced=("fr-12", "br-rtc"))
    assert further(state, frame) == ()
    assert further(replace(state, turn=MARCH_1919 + 1), frame) == ("br-rtc",)


def test_10_72_the_second_hex_is_empty() -> None:
    """§10.72: neither friends nor enemies are in it."""
    state = field({TARGET: "ge-ak", AROUND[0]: "ge-3", AROUND[1]: "ru-26"})
    frame = BattleFrame(CENTRAL, ("ge-ak",), (AROUND[3],), TARGET, (), ADVANCE, advanced=("ge-ak",))
    assert {*AROUND} - {*open_hexes(state, frame, ["ge-ak"])} == {AROUND[0], AROUND[1]}


def test_10_71_17_31_no_fifth_austrian_advances_beyond_row_48() -> None:
    """§17.31: four of them at most are north of it, however they come there."""
    south, north = "E4823", "E4923"
    there = {"E5023": "ah-1 ah-2 ah-3"}
    state = field({south: "ah-4", **there})
    assert why_not_advance(state, "ah-4", north) is None
    full = field({south: "ah-5", **there, "E5024": "ah-4"})
    refusal = why_not_advance(full, "ah-5", north)
    assert refusal is not None
    assert refusal.section == "17.31"


def test_10_72_an_enemy_fort_ends_the_second_hex_as_long_as_it_is_whole() -> None:
    """§10.72, §14.11: nobody stands in it, and still it is not entered; once it has fallen it is open ground."""
    start, fort = "E5519", "E5620"
    state = field({start: "ge-ak"})
    frame = BattleFrame(CENTRAL, ("ge-ak",), ("E5518",), start, (), ADVANCE, advanced=("ge-ak",))
    assert fort not in open_hexes(state, frame, ["ge-ak"])
    fallen = replace(state, destroyed=state.destroyed | {fort})
    assert {*open_hexes(fallen, frame, ["ge-ak"])} - {*open_hexes(state, frame, ["ge-ak"])} == {fort}
