"""§10.6, §10.7: losses that leave no choice, the fort at the end of them, and what ends an advance."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.great_war.combat.advance import further
from rules.great_war.combat.losses import may_lose, pays, who_loses
from rules.great_war.facts.combat import FortLost, StepLost
from rules.great_war.play import Play
from rules.great_war.position.state import BattleFrame
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import ADVANCE, ATTACKER_LOSSES, FIRST_MOVEMENT, FOLLOWING
from tests.games.chance import Dice
from tests.games.great_war.field import EAST, TARGET, WEST, field
from tests.games.great_war.kit import position, refused

DEFENDER_LOSSES = FOLLOWING[ATTACKER_LOSSES]
FORT, BEFORE_IT = "E5620", "E5519"


@pytest.mark.parametrize(("due", "chooses"), [(0, False), (1, True), (2, True), (3, False), (4, False)])
def test_10_63_a_side_chooses_while_it_can_lose_less_than_all(due: int, chooses: bool) -> None:
    """§10.63: a full British division has two steps, a reduced one has one: of three due nothing is left to choose."""
    state = field({"W5117": "br-8 br-28*", "W5217": "ge-3"}, "second.west.attacks")
    frame = BattleFrame(CENTRAL, ("ge-3",), ("W5217",), "W5117", ("br-8", "br-28"), DEFENDER_LOSSES, defender_due=due)
    assert bool(who_loses(state, frame)) == chooses


def test_10_64_only_full_british_divisions_go_first() -> None:
    """§10.64: a reduced one is chosen, or not, like any other."""
    stacks = {"W5117": "br-8* fr-12", "W5217": "ge-3"}
    frame = BattleFrame(ALLIED, ("br-8", "fr-12"), ("W5117",), "W5217", ("ge-3",), ATTACKER_LOSSES, attacker_due=1)
    assert may_lose(field(stacks, WEST), frame, ALLIED) == ("br-8", "fr-12")
    assert may_lose(field({**stacks, "W5117": "br-8 fr-12"}, WEST), frame, ALLIED) == ("br-8",)


@pytest.mark.parametrize("others", ["br-28* br-1cnd*", "br-1cnd* br-28*", "fr-12 br-1cnd*"])
def test_10_64_canadians_fall_before_british_who_are_reduced(others: str) -> None:
    """§10.64: and before the French; among those who are full the British are first."""
    units = tuple(others.replace("*", "").split())
    frame = BattleFrame(ALLIED, units, ("W5117",), "W5217", ("ge-3",), ATTACKER_LOSSES, attacker_due=1)
    assert may_lose(field({"W5117": others, "W5217": "ge-3"}, WEST), frame, ALLIED) == ("br-1cnd",)


@pytest.mark.parametrize(("due", "fort"), [(1, False), (2, True), (3, True)])
def test_10_64_14_11_the_fort_is_lost_after_the_last_unit(due: int, fort: bool) -> None:
    """§10.64: when a step more is due than the units have; what is due beyond it is ignored."""
    state = field({BEFORE_IT: "ge-3", FORT: "ru-26"}, EAST)
    frame = BattleFrame(CENTRAL, ("ge-3",), (BEFORE_IT,), FORT, ("ru-26",), DEFENDER_LOSSES, defender_due=due)
    play = Play(replace(state, cursor=(*state.cursor, frame)), Dice(()))
    while isinstance(play.state.top, BattleFrame) and play.state.top.stage == DEFENDER_LOSSES:
        pays(play, play.state.top)
    lost = [type(fact) for fact in play.events if isinstance(fact, StepLost | FortLost)]
    assert lost == [StepLost, *[FortLost] * fort]
    assert (FORT in play.state.destroyed) == fort


def test_10_64_the_attackers_losses_take_no_fort() -> None:
    """§10.64, §14.11: however many are due."""
    state = field({BEFORE_IT: "ge-3", FORT: "ru-26"}, EAST)
    frame = BattleFrame(CENTRAL, ("ge-3",), (BEFORE_IT,), FORT, ("ru-26",), ATTACKER_LOSSES, attacker_due=3)
    play = Play(replace(state, cursor=(*state.cursor, frame)), Dice(()))
    while isinstance(play.state.top, BattleFrame) and play.state.top.stage == ATTACKER_LOSSES:
        pays(play, play.state.top)
    assert [type(fact) for fact in play.events if isinstance(fact, StepLost | FortLost)] == [StepLost]


def test_10_72_what_ends_an_advance_after_one_hex() -> None:
    """§10.72, §15.53, §6.41: cavalry that rode away, looting, and mud, each by itself."""
    state = field({TARGET: "ge-ak"}, weather={"west": "fair", "east": "fair"})
    frame = BattleFrame(CENTRAL, ("ge-ak",), ("E4922",), TARGET, (), ADVANCE, advanced=("ge-ak",))
    assert further(state, frame) == ("ge-ak",)
    assert further(state, replace(frame, retreated=True)) == ()
    assert further(state, replace(frame, looted=True)) == ()
    board, terrain = state.printed.board, state.printed.charts.terrain
    muddy = next(i for i in sorted(board.by_front["east"]) if terrain[board.terrain[i]].halts == ("wet",))
    for weather, on in (("fair", ("ge-ak",)), ("wet", ()), ("snow", ("ge-ak",))):
        there = field({board.ids[muddy]: "ge-ak"}, weather={"west": weather, "east": weather})
        assert further(there, replace(frame, target=board.ids[muddy])) == on, weather


@pytest.mark.parametrize(
    ("marker", "phase", "west", "code"),
    [
        ("OHL", "second-movement", CENTRAL, "other-theatre"),
        ("OHL", FIRST_MOVEMENT, ALLIED, "other-theatre"),
        ("OberOst", FIRST_MOVEMENT, CENTRAL, "other-theatre"),
        ("", FIRST_MOVEMENT, CENTRAL, "no-marker"),
    ],
)
def test_10_81_a_marker_is_placed_in_its_own_theatre(marker: str, phase: str, west: str, code: str) -> None:
    """§10.81: and only while its side moves there."""
    state = position({"W5217": "ge-3", "E4922": "ge-4", "W5117": "fr-12"}, phase, marker=marker, west=west)
    assert refused(state, CENTRAL, "place_marker", hex="W5217").code == code
