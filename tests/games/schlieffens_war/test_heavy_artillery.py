"""§11.23: the coup de main marker and the three heavy artillery markers of the Germans."""

from __future__ import annotations

from typing import Any

import pytest

from rules.schlieffens_war.facts import Event
from rules.schlieffens_war.facts.battle import CombatRolled
from rules.schlieffens_war.facts.heavy_artillery import ArtillerySpent, MarkerRolled
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.games.schlieffens_war.arena import (
    EAST,
    NORTH_EAST,
    PLAIN,
    SOUTH_EAST,
    TARGET,
    WEST,
    assault,
    before_battle,
    odds_of,
    rolled,
    stage,
)
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import denied, field, happened, loaded, offer, told

LIEGE = PLAIN.format(target="Bh")
SIEGE = {EAST: "ge-gd ge-ii ge-iii", TARGET: "be-fort-liege"}
"""13 against 4 is 3:1; city and fortress make it 1:1."""


def besieged(**conditions: Any) -> State:
    """The attack on Liège has come to the question of the markers."""
    state, _ = assault(before_battle(SIEGE, **conditions), "ge-gd ge-ii ge-iii")
    assert stage(state) == "bombard"
    return state


def fire(state: State, *dice: int, coup: bool = False, artillery: bool = False) -> tuple[State, tuple[Event, ...]]:
    """Commit markers with these dice: coup, artillery, its loss, and the combat die; all must be rolled."""
    box = loaded(*dice)
    answer = told(state, GERMAN, "bombard", box, coup=coup, artillery=artillery)
    assert not box.left, f"not rolled: {box.left}"
    return answer


def columns_won(events: tuple[Event, ...]) -> list[tuple[str, int]]:
    """(marker, columns) in the order in which they were rolled."""
    return [(x.marker, x.columns) for x in events if isinstance(x, MarkerRolled)]


def test_the_germans_begin_with_four_markers() -> None:
    """§11.23: one coup de main and three heavy artillery markers, all of them ready on turn 1."""
    state = GAME.new_match("campaign", {})
    assert (state.coup, state.artillery) == (True, (1, 1, 1))
    assert GAME.view(state, ENTENTE)["markers"] == {"coup": "ready", "artillery": ["ready", "ready", "ready"]}


# --- which attacks (§11.23) ---------------------------------------------------------------------------------------


def test_the_question_comes_last_before_the_combat_die(lay: Lay) -> None:
    """§11.23: odds and other shifts are known, no combat die has been rolled, and the German decides."""
    lay(field(LIEGE))
    state, events = assault(before_battle(SIEGE), "ge-gd ge-ii ge-iii")
    assert odds_of(events).column == 1
    assert not happened(events, CombatRolled)
    assert GAME.deciders(state) == (GERMAN,)
    asked = offer(state, GERMAN, "bombard")
    assert asked is not None
    assert (asked["coup"], asked["artillery"]) == (True, True)
    denied(state, ENTENTE, "not-your-turn", "5.0", "bombard", coup=True, artillery=False)


def test_no_marker_has_to_be_used(lay: Lay) -> None:
    """§11.23: both declined, the combat die falls at once and all four stay."""
    lay(field(LIEGE))
    state, events = fire(besieged(), 6)
    assert columns_won(events) == []
    assert (state.coup, state.artillery) == (True, (1, 1, 1))
    assert rolled(events).column == 1


@pytest.mark.parametrize(
    ("ground", "garrison"), [("Bc", "be-1"), ("Bh", "be-1"), ("B.", "be-fort-liege"), ("Br", "be-fort-liege be-1")]
)
def test_only_cities_with_a_fort_counter_are_bombarded(lay: Lay, ground: str, garrison: str) -> None:
    """§11.23: a city without a fort is not, nor a fort outside a city."""
    lay(field(PLAIN.format(target=ground)))
    state = before_battle({EAST: "ge-gd ge-ii ge-iii", TARGET: garrison})
    _, events = assault(state, "ge-gd ge-ii ge-iii", 1)
    assert rolled(events).die == 1


@pytest.mark.parametrize("supply", ["out", "fortress"])
def test_only_supplied_attacks_are_supported(lay: Lay, supply: str) -> None:
    """§11.23: one attacker without regular supply is enough to silence the guns."""
    lay(field(LIEGE))
    cut_off = before_battle(SIEGE, out=["ge-ii"]) if supply == "out" else before_battle(SIEGE, fortress=["ge-ii"])
    _, events = assault(cut_off, "ge-gd ge-ii ge-iii", 1)
    assert rolled(events).die == 1
    state, _ = assault(cut_off, "ge-gd ge-iii")
    assert stage(state) == "bombard"


def test_the_entente_has_no_such_markers(lay: Lay) -> None:
    """§11.23: a French attack on Metz goes straight to the die."""
    lay(field(PLAIN.format(target="Gh")))
    state = before_battle({WEST: "fr-1 fr-2 fr-3", TARGET: "ge-fort-metz"}, side=ENTENTE)
    _, events = assault(state, "fr-1 fr-2 fr-3", 1)
    assert rolled(events).die == 1


def test_nothing_is_asked_when_no_marker_is_left(lay: Lay) -> None:
    """§11.23: the coup used, the guns gone or not back yet."""
    lay(field(LIEGE))
    state = before_battle(SIEGE, turn=3, coup=False, artillery=(0, 0, 4))
    _, events = assault(state, "ge-gd ge-ii ge-iii", 1)
    assert rolled(events).die == 1


# --- what a marker does -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "columns"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_the_heavy_artillery_table(lay: Lay, die: int, columns: int) -> None:
    """§11.23: 1 and 2 nothing, 3 and 4 one column, 5 and 6 two; the same for both kinds of marker."""
    lay(field(LIEGE))
    _, events = fire(besieged(), die, 1, coup=True)
    assert columns_won(events) == [("coup", columns)]
    assert rolled(events).column == 1 + columns
    _, events = fire(besieged(), die, 6, 1, artillery=True)
    assert columns_won(events) == [("artillery", columns)]
    assert rolled(events).column == 1 + columns


@pytest.mark.parametrize("die", [1, 6])
def test_the_coup_de_main_comes_once(lay: Lay, die: int) -> None:
    """§11.23: whatever it brought, the marker is gone."""
    lay(field(LIEGE))
    state, _ = fire(besieged(), die, 1, coup=True)
    assert state.coup is False
    again = besieged(coup=False)
    asked = offer(again, GERMAN, "bombard")
    assert asked is not None
    assert (asked["coup"], asked["artillery"]) == (False, True)
    denied(again, GERMAN, "marker-used", "11.23", "bombard", coup=True, artillery=False)


def test_the_coup_goes_together_with_heavy_artillery(lay: Lay) -> None:
    """§11.23: a die each, and their columns add up; the marker's loss is rolled before the combat die."""
    lay(field(LIEGE))
    state, events = fire(besieged(), 5, 6, 4, 2, coup=True, artillery=True)
    assert columns_won(events) == [("coup", 2), ("artillery", 2)]
    assert (rolled(events).column, rolled(events).die) == (5, 2)
    assert (state.coup, state.artillery) == (False, (0, 1, 1))


def test_one_heavy_artillery_marker_an_attack(lay: Lay) -> None:
    """§11.23: three may be ready, one fires."""
    lay(field(LIEGE))
    state, events = fire(besieged(), 3, 6, 1, artillery=True)
    assert len(columns_won(events)) == 1
    assert sorted(state.artillery) == [0, 1, 1]
    denied(besieged(), GERMAN, "malformed", "11.23", "bombard", coup=False, artillery=2)


def test_each_attack_of_a_phase_may_have_a_marker(lay: Lay) -> None:
    """§11.23: the limit is one an attack, not one a turn."""
    lay(field(LIEGE.replace("13  G. G. F.", "13  G. G. Fc")))
    state = before_battle({EAST: "ge-gd", TARGET: "be-fort-liege", SOUTH_EAST: "fr-fort-verdun", "1302": "ge-iv"})
    state, _ = assault(state, "ge-gd")
    state, _ = fire(state, 1, 2, artillery=True)
    state, _ = assault(state, "ge-iv", target=SOUTH_EAST)
    state, _ = fire(state, 1, 2, 3, artillery=True)
    assert sorted(state.artillery) == [0, 0, 1]


def test_guns_lift_an_attack_onto_the_table(lay: Lay) -> None:
    """§11.23, §11.9: the limits of the odds are judged after them."""
    lay(field(LIEGE))
    state, _ = assault(before_battle({EAST: "ge-ii", TARGET: "be-fort-liege"}), "ge-ii")
    _, events = fire(state, 5, 4, coup=True)
    assert (rolled(events).column, rolled(events).die) == (1, 4)


# --- what becomes of the guns -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "ready"), [(1, 3), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)])
def test_a_marker_survives_on_a_one(lay: Lay, die: int, ready: int) -> None:
    """§11.23: then it is available again next turn; else it leaves the game, whatever it brought."""
    lay(field(LIEGE))
    state, _ = fire(besieged(turn=2), 1, die, 1, artillery=True)
    assert state.artillery == (ready, 1, 1)
    assert state.draws == 3


def test_no_marker_is_lost_on_turn_1(lay: Lay) -> None:
    """§11.23: nothing is rolled for it; it comes back on turn 2."""
    lay(field(LIEGE))
    state, events = fire(besieged(turn=1), 6, 1, artillery=True)
    assert state.artillery == (2, 1, 1)
    (spent,) = happened(events, ArtillerySpent)
    assert isinstance(spent, ArtillerySpent)
    assert spent.die is None


def test_a_marker_that_waits_cannot_fire_before_its_turn(lay: Lay) -> None:
    """§11.23: it lies on the turn track until then."""
    lay(field(LIEGE))
    early = besieged(turn=2, artillery=(3, 0, 0))
    asked = offer(early, GERMAN, "bombard")
    assert asked is not None
    assert asked["artillery"] is False
    denied(early, GERMAN, "no-artillery", "11.23", "bombard", coup=False, artillery=True)
    assert GAME.view(early, GERMAN)["markers"] == {"coup": "ready", "artillery": ["turn 3", "gone", "gone"]}
    later, _ = fire(besieged(turn=3, artillery=(3, 0, 0)), 1, 6, 1, artillery=True)
    assert later.artillery == (0, 0, 0)


def test_both_flags_must_be_given(lay: Lay) -> None:
    """§11.23: a half command is no command."""
    lay(field(LIEGE))
    state = besieged()
    denied(state, GERMAN, "malformed", "11.23", "bombard", coup=True)
    denied(state, GERMAN, "malformed", "11.23", "bombard", coup=1, artillery=False)
    denied(state, GERMAN, "wrong-step", "11.23", "end_phase")


def test_the_dice_of_the_guns_cannot_be_taken_back(lay: Lay) -> None:
    """§11.23: neither the marker's die nor its loss."""
    lay(field(LIEGE))
    _, events = fire(besieged(), 3, 6, 1, artillery=True)
    assert all(GAME.bars_undo(x) for x in events if isinstance(x, MarkerRolled | ArtillerySpent))


def test_attackers_of_two_hexes_are_all_asked_for_supply(lay: Lay) -> None:
    """§11.23: ruling: every attacker, wherever he stands; the HQ too."""
    lay(field(LIEGE))
    stacks = {EAST: "ge-gd ge-hq-1", NORTH_EAST: "ge-ii", TARGET: "be-fort-liege"}
    state, _ = assault(before_battle(stacks), "ge-gd ge-hq-1 ge-ii")
    assert stage(state) == "bombard"
    _, events = assault(before_battle(stacks, out=["ge-hq-1"]), "ge-gd ge-hq-1 ge-ii", 1)
    assert rolled(events).die == 1
