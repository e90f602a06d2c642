"""§6.6: order tells as much as content, so lists and dice go by place, never by name or by who came first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.schlieffens_war.facts.morale import MoraleChanged
from rules.schlieffens_war.facts.supply import AttritionRolled
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import field, happened, loaded, position, told

PLAIN = """
10  F. F. F. F. F. F. F. F.
11  F. F. F. F. F. F. F. F.
12  F. F. F. F. F. F. F. F.
"""


def other_way_round(state: State) -> State:
    """The same position, its hexes filled in the opposite order."""
    return replace(state, stacks=dict(reversed(state.stacks.items())))


def test_attrition_dice_go_by_hex_and_from_the_top_down(lay: Lay) -> None:
    """§8.8: two hexes cut off; the names would go ge-ii, ge-iii, ge-vi, ge-x."""
    lay(field(PLAIN))
    state = position("german.combat", {"1203": "ge-x ge-ii", "1005": "ge-vi ge-iii", "1108": "fr-1"})
    _, events = told(state, GERMAN, "end_phase", loaded(6, 6, 6, 6))
    rolled = [roll.unit for roll in happened(events, AttritionRolled)]
    assert rolled == ["ge-vi", "ge-iii", "ge-x", "ge-ii"]


def test_offers_go_by_hex(lay: Lay) -> None:
    """§11.0, §6.6: targets, movers and stacks to arrange, whichever hex was filled first."""
    lay(field(PLAIN))
    fight = position("german.combat", {"1104": "ge-ii", "1105": "fr-2 fr-3", "1103": "fr-1 fr-4"})
    march = position("german.movement", {"1206": "ge-ii ge-x", "1004": "ge-iii ge-vi", "1108": "fr-1"})
    for state in (fight, march):
        for seat in (GERMAN, ENTENTE):
            assert str(GAME.legal(state, seat)) == str(GAME.legal(other_way_round(state), seat))
    offers = {str(o["kind"]): o for o in GAME.legal(fight, GERMAN)["offers"]}  # type: ignore[index,union-attr,call-overload]
    assert [*offers["attack"]["targets"]] == ["1103", "1105"]
    offers = {str(o["kind"]): o for o in GAME.legal(march, GERMAN)["offers"]}  # type: ignore[index,union-attr,call-overload]
    assert offers["move"]["units"] == ["ge-iii", "ge-vi", "ge-ii", "ge-x"]
    assert offers["arrange"]["hexes"] == ["1004", "1206"]


@pytest.mark.parametrize("name", ["supply", "command", "zoc", "control"])
def test_overlays_go_by_hex(lay: Lay, name: str) -> None:
    """§6.6: what a planner is shown does not depend on the order in which anyone came."""
    lay(field(PLAIN))
    state = position("german.movement", {"1206": "ge-hq-2 ge-x", "1004": "ge-hq-1 ge-vi", "1108": "fr-1"})
    for seat in (GERMAN, ENTENTE):
        asked = {"kind": "overlay", "name": name}
        assert str(GAME.consult(state, seat, asked)) == str(GAME.consult(other_way_round(state), seat, asked))


def test_rested_units_are_told_by_hex(lay: Lay) -> None:
    """§10.2: units that stood still gain morale, named hex by hex."""
    lay(field(PLAIN))
    stacks = {"1206": "ge-x", "1004": "ge-ii", "1108": "fr-1"}
    state = position("german.movement", stacks, fatigued=["ge-ii", "ge-x"])
    for here in (state, other_way_round(state)):
        _, events = told(here, GERMAN, "end_phase", loaded(6, 6))
        assert happened(events, MoraleChanged)[0].units == ("ge-ii", "ge-x")
