"""Where two rules meet: positions made from sentences of chapters 7 to 18 that two sections have a say in."""

from __future__ import annotations

import pytest

from rules.great_war.combat.advance import further
from rules.great_war.combat.declaring import ATTACKED
from rules.great_war.combat.losses import may_lose
from rules.great_war.game import GAME
from rules.great_war.position.state import DEAD, BattleFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import ADVANCE
from rules.great_war.units.cooperation import cooperate
from rules.kernel.fast_replace import replace
from tests.games.great_war.field import WEST, Once, die_for, field, fight
from tests.games.great_war.kit import at, position, refused, told, told_with

SIX, FOUR = "ge-3 ge-4 ge-5 ge-6 ge-7 ge-8", "ge-9 ge-10 ge-11 ge-12"
FORT, BEFORE_IT, BESIDE_IT, ELSEWHERE = "E5620", "E5519", "E5520", "E5521"
"""Kovno, a heavy fort of Russia, two hexes from which it is attacked, and one with another enemy."""


def lost(state: State) -> State:
    """The attack under way with the first unit that may be lost each time."""
    while state.battle is not None and state.battle.stage.endswith("losses"):
        (seat,) = GAME.deciders(state)
        state = told_with(state, seat, "lose", unit=may_lose(state, state.battle, seat)[0])[0]
    return state


# --- attacked once (10.14), and the unit that a fort has of its own (14.11) -------------------------------------------


def garrison_lost() -> State:
    """Kovno's only division has fallen in an attack over the Niemen, and its fort stands."""
    state = field({BEFORE_IT: SIX, BESIDE_IT: FOUR, FORT: "ru-26", ELSEWHERE: "ru-27"})
    state = lost(fight(state, SIX, die_for(state, "a", 2, "1/1"), target=FORT)[0])
    assert (at(state, "ru-26"), FORT in state.destroyed) == (DEAD, False)
    return state


def test_10_14_14_11_a_fort_whose_garrison_has_fallen_is_not_attacked_a_second_time() -> None:
    """§10.14, §14.11: its own unit has been attacked with the garrison, and no unit is attacked twice in a phase."""
    assert refused(garrison_lost(), CENTRAL, "attack", units=FOUR.split(), target=FORT) == ATTACKED


# --- cooperation (7.24) in attack and defence (10.45) -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("strategic", "units", "together"),
    [
        ("F", "br-rtc br-8", True),
        ("F", "br-rtc br-1cnd", True),
        ("F", "br-rtc br-8 br-1cnd", False),
        ("F", "br-exp br-1cnd", False),
        ("F", "br-rtc fr-12", False),
        ("E", "br-rtc fr-12", False),
        ("F", "br-rtc br-1cnd fr-12", False),
        ("F", "br-rtc", True),
    ],
)
def test_7_24_the_tank_corps_is_of_the_canadians_and_of_the_british_and_of_no_others(
    strategic: str, units: str, together: bool
) -> None:
    """§7.24, §10.45: after strategic turn F it stands beside either; beside the French it is British, as before."""
    assert cooperate(field({"W5117": units}, WEST, strategic=strategic), units.split()) == together


# --- a second hex of advance (10.72), and the first four attacks of shock troops (15.45) ------------------------------


@pytest.mark.parametrize(("terrain", "goes_on"), [("alpine", True), ("mountain", False), ("rough", True)])
def test_10_72_15_46_the_alpine_corps_goes_on_out_of_alpine_ground_and_not_out_of_mountains(
    terrain: str, goes_on: bool
) -> None:
    """§10.72: marsh, mountains and passes end an advance; alpine ground is named only where it may not lead."""
    board = position({}).printed.board
    here = board.ids[min(i for i in board.by_front["italy"] if board.terrain[i] == terrain)]
    state = position({here: "ge-ak*"}, "first.west.attacks")
    frame = BattleFrame(CENTRAL, ("ge-ak",), (here,), here, (), ADVANCE, advanced=("ge-ak",))
    assert bool(further(state, frame)) == goes_on


def test_15_45_15_53_an_attack_before_which_cavalry_rides_away_is_none_of_the_first_four() -> None:
    """§15.45, §15.53: it was not fought, and the shock troops may make the first of them instead."""
    shock = "ge-3* ge-4* ge-5* ge-6*"
    state = field({"W5217": shock, "W5117": "fr-cav-1", "W5116": "fr-12"}, "first.west.attacks",
                  west=CENTRAL)  # fmt: skip
    state = replace(state, chit_state=replace(state.chit_state, shock=2, offensive=state.turn))
    units = shock.replace("*", "").split()
    state = told(state, CENTRAL, "attack", units=units, target="W5117")
    (away, *_) = GAME.legal(state, ALLIED)["offers"][0]["slots"][0]["options"]["of"]  # type: ignore[index, call-overload]
    state = told(told(state, ALLIED, "ride_back", hex=away), CENTRAL, "hold")
    state = told(state, CENTRAL, "attack", units=units, target="W5116")
    assert told_with(state, CENTRAL, "kaiserschlacht", Once(3))[0].chit_state.struck == 1
