"""§11.17 to §11.22: the result, who loses steps, who retreats where, who tires and who advances."""

from __future__ import annotations

from typing import Any

import pytest

from rules.schlieffens_war.facts.battle import BattleEnded, CombatRolled
from rules.schlieffens_war.facts.combat import AttackDeclared
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import ELIMINATED, REMOVED, BattleFrame, State
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.contract.derived import paths_of
from tests.games.schlieffens_war.arena import (
    EAST,
    NORTH_EAST,
    NORTH_WEST,
    PLAIN,
    SOUTH_WEST,
    TARGET,
    WEST,
    assault,
    before_battle,
    rolled,
    stage,
    with_result,
)
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import (
    at,
    charts,
    denied,
    field,
    happened,
    loaded,
    morale,
    offer,
    options,
    order,
    steps,
    told,
)

CLEAR = PLAIN.format(target="F.")
TO_THE_WEST = [("1206", "1205")]
"""A supply source for the Entente on the west edge: WEST is the nearest way back to it."""
WIDE_WEST = [("1006", "1005"), ("1206", "1205"), ("1406", "1405")]
"""Three sources: the three western neighbours of the target are equally near to one."""
TO_THE_EAST = [("1201", "1202")]
"""A supply source for the Germans on the east edge."""

PEN = """
10  G. G. Fm Fm Fm F.
11  G. G. F. Fm Fm F.
12  G. G. F. F. Fm F.
13  G. G. F. Fm Fm F.
14  G. G. Fm Fm F. F.
30  G. F.
"""
"""West of the target one hex is open, and nothing behind it."""

STRONGHOLD = PLAIN.format(target="F.").replace("10  G. G. F. F. F.", "10  G. G. F. Fh F.")
"""North-west of the target's north-western neighbour a fortress, out of which corps project no zone of control."""

DEAD_END = """
10  G. F. F. F. F. F.
11  G. G. F. Fm F. F.
12  G. Gh F. F. F. F.
13  G. G. Fm Fm F. F.
30  G. F.
"""
"""The target can be left to the west and to the north-east only."""

BLIND_ALLEY = """
11  G. G. Fm Fm Fm F.
12  G. Gh F. F. Fm F.
13  G. G. Fm Fm Fm F.
30  G. F.
"""
"""The same, and the attackers stand in a fortress, out of which they project no zone of control."""

FLANDERS = """
10  G. G. G. B. F. F. F. F.
11  G. G. G. B. F. F. F. F.
12  G. G. G. B. F. F. F. F.
30  G. F.
"""
"""Belgium in column 4; France within two hexes of it in columns 5 and 6."""


def frame(state: State) -> BattleFrame:
    """The attack under way."""
    top = state.top
    assert isinstance(top, BattleFrame)
    return top


def losers(state: State, seat: str) -> list[str]:
    """The units offered for the next step."""
    return [*options(state, seat, "lose")["of"]]


def paths(state: State) -> list[tuple[str, ...]]:
    """The ways back that the Entente is offered."""
    return [tuple(path) for path in paths_of(options(state, ENTENTE, "retreat"))]


# --- §11.17 Resolution --------------------------------------------------------------------------------------------


def test_a_3_at_3_to_1_example(lay: Lay) -> None:
    """§11.17: a three rolled at 3:1 gives 1/2."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii ge-iv", TARGET: "fr-1"})
    _, events = assault(state, "ge-ii ge-iii ge-iv", 3)
    result = rolled(events)
    assert charts().crt.columns[result.column] == "3:1"
    assert (result.die, result.attacker, result.defender) == (3, 1, 2)


PRINTED = """
      1:2  1:1  2:1  3:1  4:1  5:1  6:1  7:1
1     2/0  2/0  2/0  2/1  1/1  1/2  1/2  0/2
2     2/0  2/0  2/0  1/1  1/2  1/2  0/2  0/3
3     2/0  2/1  1/1  1/2  1/2  0/2  0/3  0/3
4     1/1  1/1  1/2  1/2  0/2  0/3  0/3  0/3
5     1/1  1/2  1/2  0/2  0/3  0/3  0/3  0/3
6     1/2  1/2  0/2  0/3  0/3  0/3  0/3  0/3
"""
AT_ODDS = {
    "1:2": "ge-iiir",
    "1:1": "ge-c1",
    "2:1": "ge-ii",
    "3:1": "ge-ii ge-c1",
    "4:1": "ge-ii ge-iii",
    "5:1": "ge-ii ge-iii ge-c1",
    "6:1": "ge-ii ge-iii ge-iv",
    "7:1": "ge-ii ge-iii ge-gd ge-iiir",
}
"""Attackers against two factors; the reserve corps is reduced to one."""


@pytest.mark.parametrize("heading", AT_ODDS)
@pytest.mark.parametrize("die", range(1, 7))
def test_every_cell_of_the_printed_table(lay: Lay, heading: str, die: int) -> None:
    """§11.17: the die's row in the final column is the result, all forty-eight of them."""
    lay(field(CLEAR))
    headings, *rows = (line.split() for line in PRINTED.strip().splitlines())
    expected = dict(zip(headings, rows[die - 1][1:], strict=True))[heading]
    units = AT_ODDS[heading].split()
    stacks = {EAST: " ".join(units[:3]), "1102": "ge-hq-1", TARGET: "fr-grd4"}
    if units[3:]:
        stacks[NORTH_EAST] = units[3]
    _, events = assault(before_battle(stacks, reduced=["ge-iiir"]), " ".join(units), die)
    result = rolled(events)
    assert charts().crt.columns[result.column] == heading
    assert f"{result.attacker}/{result.defender}" == expected


def test_a_result_cannot_be_taken_back(lay: Lay) -> None:
    """§11.17: what a die has shown stands."""
    lay(field(CLEAR))
    _, events = assault(before_battle({EAST: "ge-ii", TARGET: "fr-1"}), "ge-ii", 3)
    assert all(GAME.bars_undo(event) for event in events if isinstance(event, CombatRolled | AttackDeclared))


# --- §11.18 Results -----------------------------------------------------------------------------------------------


def test_a_result_of_two_and_three_example(lay: Lay) -> None:
    """§11.18: 2/3 is two steps for the whole attack and three for the whole defence."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-1 fr-2"})
    state = with_result(state, "ge-ii ge-iii", "2/3")
    assert (frame(state).attacker_due, frame(state).defender_due) == (2, 3)
    state = order(state, ENTENTE, "lose", units=["fr-1", "fr-2", "fr-1"])
    assert [steps(state, u) for u in ("fr-1", "fr-2")] == [0, 1]
    assert stage(state) == "attacker_losses"
    state = order(state, GERMAN, "lose", units=["ge-ii", "ge-iii"])
    assert [steps(state, u) for u in ("ge-ii", "ge-iii")] == [1, 1]
    assert stage(state) == "over"


def test_the_defender_pays_first(lay: Lay) -> None:
    """§11.18: the attacker loses nothing until the defender is done."""
    lay(field(CLEAR))
    state = with_result(before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-1 fr-2"}), "ge-ii ge-iii", "1/1")
    assert GAME.deciders(state) == (ENTENTE,)
    denied(state, GERMAN, "not-your-turn", "5.0", "lose", units=["ge-ii"])
    state = order(state, ENTENTE, "lose", units=["fr-1"])
    assert GAME.deciders(state) == (GERMAN,)


def test_losses_beyond_the_steps_of_the_units_are_ignored(lay: Lay) -> None:
    """§11.18: a reduced corps hit for three is gone, and that is all; the next battle owes nothing."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-1", NORTH_EAST: "fr-2", "1205": "fr-3"}, reduced=["fr-1"])
    state = order(with_result(state, "ge-ii", "0/3"), GERMAN, "advance", units=[])
    assert at(state, "fr-1") == ELIMINATED
    assert (steps(state, "fr-2"), steps(state, "fr-3")) == (2, 2)
    state = with_result(state, "ge-iii", "0/1", target=NORTH_EAST)
    assert steps(state, "fr-2") == 1


def test_attackers_lose_no_more_than_they_have(lay: Lay) -> None:
    """§11.18: two steps of one reduced corps are one."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii", NORTH_EAST: "ge-iii", TARGET: "fr-1"}, reduced=["ge-ii"])
    state = with_result(state, "ge-ii", "2/0")
    assert (at(state, "ge-ii"), steps(state, "ge-iii"), stage(state)) == (ELIMINATED, 2, "over")


# --- §11.19 BEF ---------------------------------------------------------------------------------------------------


def test_germans_lose_one_more_against_the_british_example(lay: Lay) -> None:
    """§11.19: a German loss of none becomes one."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii ge-iv", TARGET: "br-iii"}, turn=4)
    state, events = assault(state, "ge-ii ge-iii ge-iv", 6)
    assert (rolled(events).attacker, rolled(events).defender) == (0, 3)
    assert frame(state).attacker_result == 1
    state = order(state, ENTENTE, "lose", units=["br-iii"])
    assert frame(state).attacker_due == 1
    state = order(state, GERMAN, "lose", units=["ge-ii"])
    assert steps(state, "ge-ii") == 1


def test_the_bef_also_fights_well_off_the_table(lay: Lay) -> None:
    """§11.19: 2/0 without a die becomes 3/0, and 0/3 becomes 1/3."""
    lay(field(CLEAR))
    state, events = assault(before_battle({EAST: "ge-iiir ge-ii", TARGET: "br-i br-ii"}, turn=4), "ge-iiir")
    assert (rolled(events).die, rolled(events).attacker, rolled(events).bef) == (None, 2, 1)
    assert [steps(state, u) for u in ("ge-iiir", "ge-ii")] == [1, 1]
    assert frame(state).attacker_due == 1
    state = before_battle({EAST: "ge-gd ge-ii ge-iii ge-hq-1", NORTH_EAST: "ge-iv", TARGET: "br-iii"}, turn=4,
                          reduced=["br-iii"])  # fmt: skip
    _, events = assault(state, "ge-gd ge-ii ge-iii ge-hq-1 ge-iv")
    assert (rolled(events).die, rolled(events).attacker, rolled(events).bef) == (None, 0, 1)


@pytest.mark.parametrize("defender", ["fr-1", "be-1"])
def test_only_the_british_have_that_skill(lay: Lay, defender: str) -> None:
    """§11.19: not the French, not the Belgians."""
    lay(field(CLEAR))
    _, events = assault(before_battle({EAST: "ge-ii ge-iii", TARGET: defender}), "ge-ii ge-iii", 6)
    assert rolled(events).bef == 0


def test_the_british_gain_nothing_when_they_attack(lay: Lay) -> None:
    """§11.19: it is a skill in defence."""
    lay(field(CLEAR))
    _, events = assault(before_battle({WEST: "br-i", TARGET: "ge-ii"}, side=ENTENTE, turn=4), "br-i", 2)
    assert (rolled(events).attacker, rolled(events).bef) == (2, 0)


def test_british_guests_of_a_french_fort_count(lay: Lay) -> None:
    """§11.19, §8.4: a British corps beside the fort of Maubeuge is enough."""
    lay(field(PLAIN.format(target="Fh"), names={TARGET: "Maubeuge"}))
    state = before_battle({EAST: "ge-ii", TARGET: "fr-fort-maubeuge br-iii"}, turn=4, coup=False, artillery=(0, 0, 0))
    _, events = assault(state, "ge-ii")
    assert rolled(events).bef == 1


# --- §11.20 The defender's losses ---------------------------------------------------------------------------------

THREE = {EAST: "ge-ii ge-iii ge-gd", TARGET: "fr-1 fr-2 fr-3"}


def three_hit_for_three() -> State:
    """Three full corps, of which the 1st and 2nd take part, owe three steps."""
    return with_result(before_battle(THREE), "ge-ii ge-iii ge-gd", "0/3", defenders="fr-1 fr-2")


def test_one_step_and_two_hexes_example(lay: Lay) -> None:
    """§11.20: one participant loses the step that must be lost, then all three corps go back two hexes."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = order(three_hit_for_three(), ENTENTE, "lose", units=["fr-2"])
    state = order(state, ENTENTE, "retreat", path=[WEST, "1205"])
    assert [steps(state, u) for u in ("fr-1", "fr-2", "fr-3")] == [2, 1, 2]
    assert state.stacks["1205"] == ("fr-1", "fr-2", "fr-3")
    assert stage(state) == "advance"


@pytest.mark.parametrize("second", ["fr-1", "fr-3"])
def test_two_steps_and_one_hex_example(lay: Lay, second: str) -> None:
    """§11.20: two corps lose a step each, the second may be the one that stood by; all go back one hex."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = order(three_hit_for_three(), ENTENTE, "lose", units=["fr-2", second])
    state = order(state, ENTENTE, "retreat", path=[WEST])
    assert sum(steps(state, u) for u in ("fr-1", "fr-2", "fr-3")) == 4
    assert steps(state, second) == 1
    assert state.stacks[WEST] == ("fr-1", "fr-2", "fr-3")


def test_three_steps_and_no_retreat_example(lay: Lay) -> None:
    """§11.20: each corps loses a step and all of them stay."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = order(three_hit_for_three(), ENTENTE, "lose", units=["fr-1", "fr-2", "fr-3"])
    assert [steps(state, u) for u in ("fr-1", "fr-2", "fr-3")] == [1, 1, 1]
    assert state.stacks[TARGET] == ("fr-1", "fr-2", "fr-3")
    assert stage(state) == "over"


def test_the_first_step_falls_on_a_participant(lay: Lay) -> None:
    """§11.20: the corps that stood by pays from the second on."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = three_hit_for_three()
    assert losers(state, ENTENTE) == ["fr-1", "fr-2"]
    denied(state, ENTENTE, "not-this-unit", "11.20", "lose", units=["fr-3"])
    state = order(state, ENTENTE, "lose", units=["fr-1"])
    assert losers(state, ENTENTE) == ["fr-2", "fr-3"]


def test_nobody_loses_two_steps_before_all_have_lost_one(lay: Lay) -> None:
    """§11.20: the corps that stood by is among all; so is the HQ, by a ruling."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = three_hit_for_three()
    denied(state, ENTENTE, "not-this-unit", "11.20", "lose", units=["fr-1", "fr-1"])
    denied(state, ENTENTE, "not-this-unit", "11.20", "lose", units=["fr-1", "fr-2", "fr-1"])
    led = with_result(before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-hq-1"}), "ge-gd", "0/2")
    led = order(led, ENTENTE, "lose", units=["fr-1"])
    denied(led, ENTENTE, "not-this-unit", "11.20", "lose", units=["fr-1"])
    assert at(order(led, ENTENTE, "lose", units=["fr-hq-1"]), "fr-hq-1") == ELIMINATED


def test_when_all_have_lost_one_the_second_round_begins(lay: Lay) -> None:
    """§11.20: then one may lose its second step."""
    lay(field(CLEAR))
    state = with_result(before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-2"}), "ge-gd", "0/3")
    state = order(state, ENTENTE, "lose", units=["fr-1", "fr-2", "fr-2"])
    assert (steps(state, "fr-1"), at(state, "fr-2")) == (1, ELIMINATED)


def test_no_more_than_is_due_can_be_lost(lay: Lay) -> None:
    """§11.20: a fourth step for a result of three is refused and nothing is taken."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = three_hit_for_three()
    denied(state, ENTENTE, "too-many-losses", "11.20", "lose", units=["fr-1", "fr-2", "fr-3", "fr-1"])


def test_a_fort_loses_steps_only_when_the_corps_are_gone(lay: Lay) -> None:
    """§11.20: of a fort and a corps the corps dies first."""
    lay(field(PLAIN.format(target="Fc")))
    stacks = {EAST: "ge-gd ge-ii", TARGET: "fr-fort-verdun fr-1"}
    state = with_result(before_battle(stacks), "ge-gd ge-ii", "0/1")
    assert (steps(state, "fr-fort-verdun"), steps(state, "fr-1")) == (4, 1)
    state = with_result(before_battle(stacks), "ge-gd ge-ii", "0/3")
    assert (steps(state, "fr-fort-verdun"), at(state, "fr-1")) == (3, ELIMINATED)


def test_corps_that_stand_by_die_before_the_fort_too(lay: Lay) -> None:
    """§11.20: all corps of the hex go before the fort, whoever took part."""
    lay(field(PLAIN.format(target="Fc")))
    state = before_battle({EAST: "ge-gd", TARGET: "fr-fort-verdun fr-1 fr-2"}, reduced=["fr-1", "fr-2"])
    state = with_result(state, "ge-gd", "0/3", defenders="fr-fort-verdun fr-1")
    assert (at(state, "fr-1"), at(state, "fr-2"), steps(state, "fr-fort-verdun")) == (ELIMINATED, ELIMINATED, 3)


def test_a_fort_alone_loses_its_steps_one_by_one(lay: Lay) -> None:
    """§11.20, §2.7: Verdun goes 4, 3, 2, and its second counter 1; then the fort is gone for good."""
    lay(field(PLAIN.format(target="Fc")))
    state = with_result(before_battle({EAST: "ge-gd", TARGET: "fr-fort-verdun"}), "ge-gd", "0/3")
    assert (steps(state, "fr-fort-verdun"), stage(state)) == (1, "over")
    lost = before_battle({EAST: "ge-gd", TARGET: "fr-fort-maubeuge"})
    assert at(with_result(lost, "ge-gd", "0/3"), "fr-fort-maubeuge") == REMOVED


def test_the_corps_that_stood_by_pays_or_retreats_when_the_others_are_gone(lay: Lay) -> None:
    """§11.20: the participants dead, what is left falls on the third corps, as a step or as a hex."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = before_battle(THREE, reduced=["fr-1", "fr-2"])
    state = with_result(state, "ge-ii ge-iii ge-gd", "0/3", defenders="fr-1 fr-2")
    state = order(state, ENTENTE, "lose", units=["fr-1", "fr-2"])
    assert (losers(state, ENTENTE), paths(state)) == (["fr-3"], [(WEST,)])
    assert steps(order(state, ENTENTE, "lose", units=["fr-3"]), "fr-3") == 1
    gone = order(state, ENTENTE, "retreat", path=[WEST])
    assert (at(gone, "fr-3"), steps(gone, "fr-3")) == (WEST, 2)


def test_a_unit_lost_out_of_supply_never_comes_back(lay: Lay) -> None:
    """§11.20, §8.8: a corps is set aside if out of supply; an HQ and a supplied corps go to the display."""
    lay(field(CLEAR))
    supplied = with_result(before_battle({EAST: "ge-gd", TARGET: "fr-1"}, reduced=["fr-1"]), "ge-gd", "0/1")
    assert at(supplied, "fr-1") == ELIMINATED
    cut_off = with_result(
        before_battle({EAST: "ge-gd", TARGET: "fr-1"}, reduced=["fr-1"], out=["fr-1"]), "ge-gd", "0/1"
    )
    assert at(cut_off, "fr-1") == REMOVED
    hq = with_result(before_battle({EAST: "ge-gd", TARGET: "fr-hq-1"}, out=["fr-hq-1"]), "ge-gd", "0/1")
    assert at(hq, "fr-hq-1") == ELIMINATED
    fed = with_result(
        before_battle({EAST: "ge-gd", TARGET: "fr-1"}, reduced=["fr-1"], fortress=["fr-1"]), "ge-gd", "0/1"
    )
    assert at(fed, "fr-1") == ELIMINATED


def test_a_depot_is_lost_with_the_last_defender(lay: Lay) -> None:
    """§11.20, §6.2: ruling: a depot is no defender and pays no step; it goes when corps, forts and HQs are gone."""
    lay(field(PLAIN.format(target="G.")))
    state = before_battle({WEST: "fr-1", TARGET: "ge-depot-1 ge-ii"}, side=ENTENTE)
    assert at(with_result(state, "fr-1", "0/1"), "ge-depot-1") == TARGET
    assert losers(with_result(state, "fr-1", "0/2"), GERMAN) == ["ge-ii"]
    state = before_battle({WEST: "fr-1", TARGET: "ge-depot-1 ge-ii"}, side=ENTENTE, reduced=["ge-ii"])
    state = with_result(state, "fr-1", "0/3")
    assert (at(state, "ge-ii"), at(state, "ge-depot-1")) == (ELIMINATED, ELIMINATED)


def test_a_depot_does_not_hold_a_hex(lay: Lay) -> None:
    """§11.20, §11.22: the last corps dies and no loss is left: the depot beside it does not save the hex.

    The attackers have cleared it: they gain morale and may advance, as after a retreat.
    """
    lay(field(PLAIN.format(target="G.")))
    state = before_battle({WEST: "fr-1", TARGET: "ge-ii ge-depot-1"}, side=ENTENTE, reduced=["ge-ii"])
    state = with_result(state, "fr-1", "0/1")
    assert (at(state, "ge-ii"), at(state, "ge-depot-1")) == (ELIMINATED, ELIMINATED)
    assert (TARGET in state.stacks, morale(state, "fr-1"), stage(state)) == (False, 1, "advance")
    with_hq = before_battle({WEST: "fr-1", TARGET: "ge-ii ge-depot-1 ge-hq-1"}, side=ENTENTE, reduced=["ge-ii"])
    with_hq = order(with_result(with_hq, "fr-1", "0/1"), GERMAN, "lose", units=["ge-ii"])
    assert with_hq.stacks[TARGET] == ("ge-depot-1", "ge-hq-1"), "an HQ does"
    assert morale(with_hq, "fr-1") == -1


def test_a_unit_that_retreats_tires(lay: Lay) -> None:
    """§11.20: every corps of the stack, also the one that stood by: élan to normal, normal to fatigued."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = with_result(before_battle(THREE, elan=["fr-1"]), "ge-ii", "0/2", defenders="fr-1 fr-2")
    state = order(state, ENTENTE, "lose", units=["fr-2"])
    state = order(state, ENTENTE, "retreat", path=[WEST])
    assert [morale(state, u) for u in ("fr-1", "fr-2", "fr-3")] == [0, -1, -1]


def test_a_unit_that_stays_does_not_tire(lay: Lay) -> None:
    """§11.20: losing steps in place costs no morale."""
    lay(field(CLEAR))
    state = with_result(before_battle(THREE, elan=["fr-1"]), "ge-ii", "0/2", defenders="fr-1 fr-2")
    state = order(state, ENTENTE, "lose", units=["fr-2", "fr-1"])
    assert [morale(state, u) for u in ("fr-1", "fr-2", "fr-3")] == [1, 0, 0]


def test_a_retreat_of_the_exhausted_costs_one_more_step(lay: Lay) -> None:
    """§11.20: if all participants were fatigued, one unit of the stack loses a step, the owner says which."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = with_result(before_battle(THREE, fatigued=["fr-1", "fr-2"]), "ge-ii", "0/2", defenders="fr-1 fr-2")
    state = order(state, ENTENTE, "lose", units=["fr-2"])
    state = order(state, ENTENTE, "retreat", path=[WEST])
    assert stage(state) == "extra_loss"
    assert losers(state, ENTENTE) == ["fr-1", "fr-3"]
    denied(state, ENTENTE, "too-many-losses", "11.20", "lose", units=["fr-1", "fr-3"])
    state = order(state, ENTENTE, "lose", units=["fr-3"])
    assert [steps(state, u) for u in ("fr-1", "fr-2", "fr-3")] == [2, 1, 1]
    assert stage(state) == "advance"


def test_the_extra_step_spares_a_unit_that_has_lost_one(lay: Lay) -> None:
    """§11.20: ruling: the rule of two steps holds for it too; when all have lost one, anyone may pay."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    tired = ["fr-1", "fr-2"]
    state = with_result(before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-2"}, fatigued=tired), "ge-gd", "0/2")
    state = order(order(state, ENTENTE, "lose", units=["fr-1"]), ENTENTE, "retreat", path=[WEST])
    assert [steps(state, u) for u in tired] == [1, 1]
    state = with_result(before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-2"}, fatigued=tired), "ge-gd", "0/3")
    state = order(order(state, ENTENTE, "lose", units=["fr-1", "fr-2"]), ENTENTE, "retreat", path=[WEST])
    assert losers(state, ENTENTE) == tired
    state = order(state, ENTENTE, "lose", units=["fr-1"])
    assert (at(state, "fr-1"), steps(state, "fr-2")) == (ELIMINATED, 1)


def test_one_fresh_participant_saves_the_extra_step(lay: Lay) -> None:
    """§11.20: all participants have to be fatigued; the fatigued corps that stood by does not matter."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = with_result(before_battle(THREE, fatigued=["fr-1", "fr-3"]), "ge-ii", "0/2", defenders="fr-1 fr-2")
    state = order(order(state, ENTENTE, "lose", units=["fr-1"]), ENTENTE, "retreat", path=[WEST])
    assert stage(state) == "advance"
    assert [morale(state, u) for u in ("fr-1", "fr-2", "fr-3")] == [-1, -1, -1]


def test_an_exhausted_corps_alone_may_die_of_its_retreat(lay: Lay) -> None:
    """§11.20: the first step, then the extra one: nobody is asked, for there is only one to pay."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = with_result(before_battle({EAST: "ge-gd", TARGET: "fr-1"}, fatigued=["fr-1"]), "ge-gd", "0/2")
    state = order(state, ENTENTE, "retreat", path=[WEST])
    assert (at(state, "fr-1"), stage(state)) == (ELIMINATED, "advance")


# --- §11.20 The attacker's losses ---------------------------------------------------------------------------------


def test_attackers_cannot_retreat(lay: Lay) -> None:
    """§11.20: all that they lose are steps."""
    lay(field(CLEAR, rails=TO_THE_EAST))
    state = with_result(before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-1"}), "ge-ii ge-iii", "2/0")
    assert offer(state, GERMAN, "retreat") is None
    denied(state, GERMAN, "wrong-step", "11.20", "retreat", path=["1201"])


def test_a_corps_stacked_with_the_attackers_may_pay_after_the_first_step(lay: Lay) -> None:
    """§11.20: the first falls on an attacker; then on one that stood in the same hex, but not elsewhere."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii ge-iv ge-hq-1", NORTH_EAST: "ge-x", TARGET: "fr-1"})
    state = with_result(state, "ge-ii ge-iii", "2/0")
    assert losers(state, GERMAN) == ["ge-ii", "ge-iii"]
    denied(state, GERMAN, "not-this-unit", "11.20", "lose", units=["ge-iv"])
    state = order(state, GERMAN, "lose", units=["ge-ii"])
    assert losers(state, GERMAN) == ["ge-iii", "ge-iv"]
    for other in ("ge-x", "ge-hq-1", "ge-ii"):
        denied(state, GERMAN, "not-this-unit", "11.20", "lose", units=[other])
    state = order(state, GERMAN, "lose", units=["ge-iv"])
    assert [steps(state, u) for u in ("ge-ii", "ge-iii", "ge-iv")] == [1, 2, 1]


def test_no_attacker_loses_two_steps_before_all_have_lost_one(lay: Lay) -> None:
    """§11.20: those who stood by in the attacking hexes are among all."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii", TARGET: "br-i"}, turn=4)
    state = with_result(state, "ge-ii", "3/0")
    assert losers(state, GERMAN) == ["ge-ii", "ge-iii"]
    assert [steps(state, u) for u in ("ge-ii", "ge-iii")] == [1, 1]


def test_an_hq_that_attacks_can_be_lost(lay: Lay) -> None:
    """§11.20: it takes part and has one step."""
    lay(field(CLEAR))
    state = with_result(before_battle({EAST: "ge-ii ge-hq-1", TARGET: "fr-1"}), "ge-ii ge-hq-1", "2/0")
    state = order(state, GERMAN, "lose", units=["ge-hq-1"])
    assert (at(state, "ge-hq-1"), steps(state, "ge-ii")) == (ELIMINATED, 1)


def test_bystanders_take_the_losses_when_all_attackers_are_gone(lay: Lay) -> None:
    """§11.20: the rest of the loss falls on the corps stacked with them."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-1"}, reduced=["ge-ii"])
    state = with_result(state, "ge-ii", "2/0")
    assert (at(state, "ge-ii"), steps(state, "ge-iii"), morale(state, "ge-iii")) == (ELIMINATED, 1, 0)


@pytest.mark.parametrize("cleared", ["eliminated", "retreated"])
def test_attackers_who_clear_the_hex_gain_morale(lay: Lay, cleared: str) -> None:
    """§11.20: fatigue to normal, normal to élan; élan stays; who only stood by gains nothing."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = before_battle(
        {EAST: "ge-ii ge-iii ge-iv", NORTH_EAST: "ge-x ge-hq-1", TARGET: "fr-1"}, fatigued=["ge-ii"], elan=["ge-x"]
    )
    state = with_result(state, "ge-ii ge-iii ge-x", "0/2")
    if cleared == "eliminated":
        state = order(state, ENTENTE, "lose", units=["fr-1"])
    else:
        state = order(state, ENTENTE, "retreat", path=[WEST])
    assert stage(state) == "advance"
    assert [morale(state, u) for u in ("ge-ii", "ge-iii", "ge-x", "ge-iv")] == [0, 1, 1, 0]


def test_attackers_who_fail_tire(lay: Lay) -> None:
    """§11.20: élan to normal, normal to fatigued; who only stood by keeps his morale."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii ge-iv", TARGET: "fr-1 fr-2"}, elan=["ge-ii", "ge-iv"])
    state = with_result(state, "ge-ii ge-iii", "0/0")
    assert [morale(state, u) for u in ("ge-ii", "ge-iii", "ge-iv")] == [0, -1, 1]
    assert stage(state) == "over"


def test_fatigued_attackers_who_fail_lose_a_step_each(lay: Lay) -> None:
    """§11.20: beside the result; a reduced one dies of it; who stood by fatigued loses nothing."""
    lay(field(CLEAR))
    tired = ["ge-ii", "ge-iii", "ge-x"]
    state = before_battle(
        {EAST: "ge-ii ge-iii ge-x", NORTH_EAST: "ge-iv ge-hq-1", TARGET: "fr-1 fr-2"},
        fatigued=tired,
        reduced=["ge-iii"],
    )
    state = with_result(state, "ge-ii ge-iii ge-iv", "0/0")
    assert [steps(state, u) for u in (*tired, "ge-iv")] == [1, 0, 2, 2]
    assert [morale(state, u) for u in ("ge-ii", "ge-iv", "ge-x")] == [-1, -1, -1]


def test_a_failed_attack_costs_elan_on_turn_1_too(lay: Lay) -> None:
    """§11.20, §3.1: ruling: only marching is free of it on turn 1."""
    lay(field(CLEAR))
    state = with_result(before_battle({EAST: "ge-ii", TARGET: "fr-1"}, turn=1, elan=["ge-ii"]), "ge-ii", "0/0")
    assert morale(state, "ge-ii") == 0


def test_a_fort_left_behind_denies_the_victory(lay: Lay) -> None:
    """§11.20: the corps is dead but the fort holds the hex: the attack has failed."""
    lay(field(PLAIN.format(target="Fc")))
    state = before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-fort-verdun"}, reduced=["fr-1"])
    state = with_result(state, "ge-gd", "0/2")
    assert (at(state, "fr-1"), steps(state, "fr-fort-verdun")) == (ELIMINATED, 3)
    assert (morale(state, "ge-gd"), stage(state)) == (-1, "over")


# --- §11.21 Retreat -----------------------------------------------------------------------------------------------


def one_corps() -> State:
    """The 1st Corps has lost the first of two steps and may retreat for the other."""
    return with_result(before_battle({EAST: "ge-gd", TARGET: "fr-1"}), "ge-gd", "0/2")


def test_a_hex_of_retreat_saves_a_step(lay: Lay) -> None:
    """§11.21: two losses are a step and a hex."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = one_corps()
    assert paths(state) == [(WEST,)]
    state = order(state, ENTENTE, "retreat", path=[WEST])
    assert (at(state, "fr-1"), steps(state, "fr-1")) == (WEST, 1)


def test_no_retreat_before_the_first_step(lay: Lay) -> None:
    """§11.21, §11.20: the first loss is a step, always."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = with_result(before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-2"}), "ge-gd", "0/1")
    assert offer(state, ENTENTE, "retreat") is None
    denied(state, ENTENTE, "no-retreat", "11.21", "retreat", path=[WEST])


def test_a_retreat_is_as_long_as_the_losses_that_are_left(lay: Lay) -> None:
    """§11.21: ruling: neither shorter nor longer, and never a hex too far."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = order(
        with_result(before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-2"}), "ge-gd", "0/3"),
        ENTENTE,
        "lose",
        units=["fr-1"],
    )
    for path in ([WEST], [WEST, "1205", "1206"], [WEST, TARGET]):
        denied(state, ENTENTE, "wrong-retreat", "11.21", "retreat", path=path)
    state = order(state, ENTENTE, "retreat", path=[WEST, "1205"])
    assert state.stacks["1205"] == ("fr-1", "fr-2")


def test_no_unit_retreats_into_a_hostile_zone_even_among_friends(lay: Lay) -> None:
    """§11.21, §7.3: a French corps in the hex does not open it."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = before_battle({EAST: "ge-gd", "1004": "ge-ii", TARGET: "fr-1", NORTH_WEST: "fr-2", WEST: "fr-3"})
    state = with_result(state, "ge-gd", "0/2")
    assert paths(state) == [(WEST,)]
    denied(state, ENTENTE, "wrong-retreat", "11.21", "retreat", path=[NORTH_WEST])
    denied(state, ENTENTE, "wrong-retreat", "11.21", "retreat", path=[NORTH_EAST])
    state = before_battle({EAST: "ge-gd", "1205": "ge-ii", TARGET: "fr-1", WEST: "fr-3"})
    assert sorted(paths(with_result(state, "ge-gd", "0/2"))) == [(NORTH_WEST,), (SOUTH_WEST,)]


def test_a_unit_surrounded_by_zones_stays_and_is_lost(lay: Lay) -> None:
    """§11.21: no open hex, no retreat: the losses are taken without a question."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = before_battle({EAST: "ge-gd", "1105": "ge-ii", "1305": "ge-iii", TARGET: "fr-1"})
    state = with_result(state, "ge-gd", "0/2")
    assert at(state, "fr-1") == ELIMINATED


def test_a_stack_retreats_out_of_a_hostile_zone(lay: Lay) -> None:
    """§11.21, §7.3: the zone that it stands in does not hold it, though two corps project it."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = before_battle({EAST: "ge-gd", NORTH_EAST: "ge-ii", TARGET: "fr-1"})
    assert paths(with_result(state, "ge-gd", "0/2")) == [(WEST,)]


@pytest.mark.parametrize(("ground", "garrison"), [("Fh", "fr-1 fr-2"), ("Fc", "fr-1 fr-2 fr-fort-verdun")])
def test_no_unit_retreats_out_of_a_fort_or_fortress(lay: Lay, ground: str, garrison: str) -> None:
    """§11.21, §11.20: a heavy fortress or a fort counter holds its corps to the end."""
    lay(field(PLAIN.format(target=ground), rails=TO_THE_WEST))
    state = before_battle({EAST: "ge-gd", TARGET: garrison})
    state = with_result(state, "ge-gd", "0/3", defenders="fr-1 fr-2")
    state = order(state, ENTENTE, "lose", units=["fr-1"])
    assert [steps(state, u) for u in ("fr-1", "fr-2")] == [1, 1]
    assert (losers(state, ENTENTE), paths(state)) == (["fr-1", "fr-2"], [])
    denied(state, ENTENTE, "no-retreat", "11.21", "retreat", path=[WEST])


def test_a_city_without_a_fort_may_be_left(lay: Lay) -> None:
    """§11.21: only forts and heavy fortresses hold."""
    lay(field(PLAIN.format(target="Fc"), rails=TO_THE_WEST))
    assert paths(one_corps()) == [(WEST,)]


def test_no_unit_retreats_into_a_full_hex(lay: Lay) -> None:
    """§11.21: the next best hex is taken when the nearest to supply would be overstacked."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = before_battle({EAST: "ge-gd", TARGET: "fr-1", WEST: "fr-2 fr-3 fr-4"})
    state = with_result(state, "ge-gd", "0/2")
    assert sorted(paths(state)) == [(NORTH_WEST,), (SOUTH_WEST,)]
    state = before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-hq-1", WEST: "fr-hq-2"})
    state = order(with_result(state, "ge-gd", "0/2"), ENTENTE, "lose", units=["fr-1"])
    assert sorted(paths(state)) == [(NORTH_WEST,), (SOUTH_WEST,)]


def test_no_unit_retreats_through_a_full_hex(lay: Lay) -> None:
    """§11.21: every hex of the way is one retreated into."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-5", WEST: "fr-2 fr-3"})
    state = order(with_result(state, "ge-gd", "0/3"), ENTENTE, "lose", units=["fr-1"])
    assert paths(state)
    assert all(path[0] != WEST for path in paths(state))


def test_the_way_back_leads_towards_supply(lay: Lay) -> None:
    """§11.21: of three open hexes only the one nearest to a source is offered."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = one_corps()
    assert paths(state) == [(WEST,)]
    denied(state, ENTENTE, "wrong-retreat", "11.21", "retreat", path=[NORTH_WEST])


def test_a_source_in_enemy_hands_attracts_nobody(lay: Lay) -> None:
    """§11.21: the nearest source that works counts: a German corps on it turns the retreat north."""
    lay(field(CLEAR, rails=[("1006", "1005"), ("1406", "1405")]))
    state = before_battle({EAST: "ge-gd", TARGET: "fr-1", "1406": "ge-ii", WEST: "fr-2 fr-3 fr-4"})
    assert paths(with_result(state, "ge-gd", "0/2")) == [(NORTH_WEST,)]


def test_between_equally_near_hexes_the_owner_chooses(lay: Lay) -> None:
    """§11.21: all of them are offered and taken."""
    lay(field(CLEAR, rails=WIDE_WEST))
    state = before_battle({EAST: "ge-gd", TARGET: "fr-1", WEST: "fr-2 fr-3 fr-4"})
    state = with_result(state, "ge-gd", "0/2")
    assert sorted(paths(state)) == [(NORTH_WEST,), (SOUTH_WEST,)]
    for way in (NORTH_WEST, SOUTH_WEST):
        assert at(order(state, ENTENTE, "retreat", path=[way]), "fr-1") == way


def test_a_retreat_that_ends_too_soon_is_paid_in_steps(lay: Lay) -> None:
    """§11.21: with one hex open behind it a stack that owes two loses one more step first."""
    lay(field(PEN))
    state = with_result(before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-2"}), "ge-gd", "0/3")
    state = order(state, ENTENTE, "lose", units=["fr-1"])
    assert steps(state, "fr-2") == 1
    assert paths(state) == [(WEST,)]
    assert order(state, ENTENTE, "retreat", path=[WEST]).stacks[WEST] == ("fr-1", "fr-2")


def test_a_dead_end_is_no_hex_to_retreat_into(lay: Lay) -> None:
    """§11.21: two hexes are owed, and behind the nearest hex all is full: the way leads over the next nearest.

    The attackers stand in a fortress and project no zone of control; marsh shuts the other sides.
    """
    lay(field(DEAD_END, rails=TO_THE_WEST))
    stacks = {EAST: "ge-gd", TARGET: "fr-1 fr-5", "1205": "fr-2 fr-3 fr-4", "1105": "fr-7 fr-8 fr-13"}
    state = before_battle({**stacks, "1305": "fr-14 fr-21 fr-15"})
    state = order(with_result(state, "ge-gd", "0/3"), ENTENTE, "lose", units=["fr-1"])
    assert paths(state) == [(NORTH_EAST, "1003")], "WEST is nearer, but no second hex is open from there"
    denied(state, ENTENTE, "wrong-retreat", "11.21", "retreat", path=[WEST, "1205"])
    state = order(state, ENTENTE, "retreat", path=[NORTH_EAST, "1003"])
    assert [(at(state, u), steps(state, u)) for u in ("fr-1", "fr-5")] == [("1003", 1), ("1003", 2)]
    state = order(with_result(before_battle(stacks), "ge-gd", "0/3"), ENTENTE, "lose", units=["fr-1"])
    assert paths(state) == [(WEST, "1305")], "with a way on the nearest hex is taken"


def test_a_retreat_does_not_turn_back(lay: Lay) -> None:
    """§11.21: the hex that was left is no second hex of the way, even if no zone of control lies on it."""
    lay(field(BLIND_ALLEY))
    state = with_result(before_battle({EAST: "ge-gd", TARGET: "fr-1"}), "ge-gd", "0/2")
    assert paths(state) == [(WEST,)]
    state = with_result(before_battle({EAST: "ge-gd", TARGET: "fr-1"}), "ge-gd", "0/3")
    assert at(state, "fr-1") == ELIMINATED


def test_the_sea_closes_a_way_back(lay: Lay) -> None:
    """§11.21: retreats keep to what units can enter."""
    lay(field(CLEAR, rails=TO_THE_WEST, seas=[(TARGET, WEST)]))
    assert sorted(paths(one_corps())) == [(NORTH_WEST,), (SOUTH_WEST,)]


def test_no_unit_retreats_among_another_nation(lay: Lay) -> None:
    """§11.21, §6.3: the British in the way turn the French aside."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = before_battle({EAST: "ge-gd", TARGET: "fr-1", WEST: "br-i"}, turn=4)
    assert sorted(paths(with_result(state, "ge-gd", "0/2"))) == [(NORTH_WEST,), (SOUTH_WEST,)]


def test_no_unit_retreats_through_another_nation(lay: Lay) -> None:
    """§11.21, §6.3: ruling: a march may pass through the British, a retreat goes round them."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-5", WEST: "br-i"}, turn=4)
    state = order(with_result(state, "ge-gd", "0/3"), ENTENTE, "lose", units=["fr-1"])
    assert paths(state)
    assert WEST not in {hex_ for path in paths(state) for hex_ in path}
    denied(state, ENTENTE, "wrong-retreat", "11.21", "retreat", path=[WEST, "1205"])


def test_belgians_retreat_within_their_area(lay: Lay) -> None:
    """§11.21, §10.8: not beyond two hexes from Belgium."""
    lay(field(FLANDERS))
    stacks = {"1105": "ge-gd", "1106": "be-1"}
    assert sorted(paths(with_result(before_battle(stacks), "ge-gd", "0/2", target="1106"))) == [("1006",), ("1206",)]
    penned = before_battle({**stacks, "1006": "fr-1", "1206": "fr-2"})
    assert at(with_result(penned, "ge-gd", "0/2", target="1106"), "be-1") == REMOVED
    inside = before_battle({"1103": "ge-gd", "1104": "be-1"})
    inside = with_result(inside, "ge-gd", "0/2", target="1104")
    assert paths(inside)
    assert {path[0] for path in paths(inside)} <= {"1005", "1004", "1105", "1204", "1205"}


def test_the_stack_retreats_as_one(lay: Lay) -> None:
    """§11.21, §11.20: corps, HQ and the corps that stood by end in the same hex."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-2 fr-3 fr-hq-1"})
    state = with_result(state, "ge-gd", "0/2", defenders="fr-1 fr-2 fr-hq-1")
    state = order(order(state, ENTENTE, "lose", units=["fr-1"]), ENTENTE, "retreat", path=[WEST])
    assert TARGET not in state.stacks
    assert state.stacks[WEST] == ("fr-1", "fr-2", "fr-3", "fr-hq-1")


def test_a_depot_is_lost_when_its_stack_retreats(lay: Lay) -> None:
    """§11.21, §6.2: ruling: only defenders retreat, and it is none: without them it falls to the enemy."""
    lay(field(PLAIN.format(target="G."), rails=TO_THE_EAST))
    state = before_battle({WEST: "fr-1", TARGET: "ge-ii ge-depot-1"}, side=ENTENTE)
    state = with_result(state, "fr-1", "0/2")
    state = order(state, GERMAN, "retreat", path=[EAST])
    assert (at(state, "ge-ii"), at(state, "ge-depot-1")) == (EAST, ELIMINATED)
    assert TARGET not in state.stacks


def test_a_retreat_takes_the_hexes_it_enters(lay: Lay) -> None:
    """§11.21, §3.3: Germans who fall back into French ground control it."""
    lay(field(CLEAR, rails=TO_THE_EAST))
    state = before_battle({"1205": "fr-1", WEST: "ge-ii"}, side=ENTENTE)
    state = with_result(state, "fr-1", "0/2", target=WEST)
    state = order(state, GERMAN, "retreat", path=[TARGET])
    assert state.controller(TARGET) == GERMAN


def test_a_stack_that_was_joined_in_retreat_cannot_be_attacked(lay: Lay) -> None:
    """§11.21, §11.5: ruling: its units must be attacked together, and one of them has been."""
    lay(field(STRONGHOLD, rails=[("1006", "1005")]))
    state = before_battle({EAST: "ge-gd", "1004": "ge-ii", TARGET: "fr-1", NORTH_WEST: "fr-2"})
    state = with_result(state, "ge-gd", "0/2")
    state = order(state, ENTENTE, "retreat", path=[NORTH_WEST])
    state = order(state, GERMAN, "advance", units=["ge-gd"])
    denied(state, GERMAN, "attacked-before", "11.5", "attack", units=["ge-ii"], target=NORTH_WEST)


# --- §11.22 Advance -----------------------------------------------------------------------------------------------


def cleared(stacks: dict[str, str], units: str) -> State:
    """An attack that has destroyed the reduced French 1st Corps in the target."""
    state = before_battle({**stacks, TARGET: "fr-1"}, reduced=["fr-1"])
    return with_result(state, units, "0/1")


def test_attackers_may_take_the_hex_they_cleared(lay: Lay) -> None:
    """§11.22: any of them, at no cost in MP; entering gives control."""
    lay(field(CLEAR))
    state = cleared({EAST: "ge-ii ge-iii ge-hq-1"}, "ge-ii ge-iii ge-hq-1")
    assert GAME.deciders(state) == (GERMAN,)
    state = order(state, GERMAN, "advance", units=["ge-iii", "ge-hq-1"])
    assert (state.stacks[TARGET], state.stacks[EAST]) == (("ge-iii", "ge-hq-1"), ("ge-ii",))
    assert state.controller(TARGET) == GERMAN
    assert state.units["ge-iii"].spent == 0
    assert stage(state) == "over"


def test_nobody_has_to_advance(lay: Lay) -> None:
    """§11.22: an empty list declines; the hex stays with whom it was."""
    lay(field(CLEAR))
    state = order(cleared({EAST: "ge-ii"}, "ge-ii"), GERMAN, "advance", units=[])
    assert TARGET not in state.stacks
    assert state.controller(TARGET) == ENTENTE
    assert stage(state) == "over"


def test_the_advance_is_decided_at_once(lay: Lay) -> None:
    """§11.22: before anything else is begun; afterwards the chance is gone."""
    lay(field(CLEAR))
    state = cleared({EAST: "ge-ii ge-iii", NORTH_EAST: "fr-2"}, "ge-ii")
    denied(state, GERMAN, "wrong-step", "11.22", "attack", units=["ge-iii"], target=NORTH_EAST)
    state = order(state, GERMAN, "advance", units=[])
    denied(state, GERMAN, "wrong-step", "11.0", "advance", units=["ge-ii"])


def test_only_attackers_advance(lay: Lay) -> None:
    """§11.22: not those who stood by, nor the dead."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii ge-iv", TARGET: "fr-1"}, reduced=["fr-1", "ge-ii"])
    state = with_result(state, "ge-ii ge-iii", "1/1")
    state = order(state, GERMAN, "lose", units=["ge-ii"])
    asked = offer(state, GERMAN, "advance")
    assert asked is not None
    assert asked["units"] == ["ge-iii"]
    for unit in ("ge-ii", "ge-iv"):
        denied(state, GERMAN, "not-an-attacker", "11.22", "advance", units=[unit])


def test_a_hex_that_is_still_held_cannot_be_taken(lay: Lay) -> None:
    """§11.22: the defender's hex has to be empty."""
    lay(field(CLEAR))
    state = with_result(before_battle({EAST: "ge-ii", TARGET: "fr-1"}), "ge-ii", "0/1")
    assert stage(state) == "over"
    assert at(state, "fr-1") == TARGET


def test_the_stacking_limits_hold_for_an_advance(lay: Lay) -> None:
    """§11.22: three corps and one HQ."""
    lay(field(CLEAR))
    state = cleared({EAST: "ge-ii ge-iii ge-hq-1", NORTH_EAST: "ge-iv ge-x ge-hq-2"},
                    "ge-ii ge-iii ge-hq-1 ge-iv ge-x ge-hq-2")  # fmt: skip
    four = ["ge-ii", "ge-iii", "ge-iv", "ge-x"]
    denied(state, GERMAN, "overstacked", "11.22", "advance", units=four)
    denied(state, GERMAN, "overstacked", "11.22", "advance", units=["ge-ii", "ge-hq-1", "ge-hq-2"])
    fit = offer(state, GERMAN, "advance")
    assert fit is not None
    together: Any = fit["together"]
    assert (len(together), len(set(together) - {"ge-hq-1", "ge-hq-2"})) == (4, 3), "what is proposed is allowed"
    order(state, GERMAN, "advance", units=together)
    lines = [line for _, line in lines_of_advance(state, ["ge-ii", "ge-iii", "ge-x"])]
    assert lines == [f"II Corps and III Corps from {EAST}; X Corps from {NORTH_EAST} advanced to {TARGET}."]
    state = order(state, GERMAN, "advance", units=["ge-ii", "ge-iii", "ge-x", "ge-hq-2"])
    assert len(state.stacks[TARGET]) == 4


def lines_of_advance(state: State, units: list[str]) -> list[tuple[Any, str]]:
    """The lines of the log about those who advance."""
    found = []
    _, events = told(state, GERMAN, "advance", units=units)
    for event in events:
        after = GAME.evolve(state, event)
        line = GAME.narrate(state, event, after, GERMAN)
        if line is not None and line["kind"] == "moved":
            found.append((event, str(line["text"])))
        state = after
    return found


def test_zones_of_control_do_not_stop_an_advance(lay: Lay) -> None:
    """§11.22, §7.4: from one hostile zone into another."""
    lay(field(CLEAR))
    state = cleared({EAST: "ge-ii", WEST: "fr-2", "1102": "fr-3"}, "ge-ii")
    assert at(order(state, GERMAN, "advance", units=["ge-ii"]), "ge-ii") == TARGET


def test_an_advance_follows_a_retreat(lay: Lay) -> None:
    """§11.22: a hex that the defender left is as good as one where he died."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = order(one_corps(), ENTENTE, "retreat", path=[WEST])
    state = order(state, GERMAN, "advance", units=["ge-gd"])
    assert (at(state, "ge-gd"), morale(state, "ge-gd")) == (TARGET, 1)


def test_an_advance_into_a_city_scores_and_may_endanger_paris(lay: Lay) -> None:
    """§11.22, §4.6, §4.1: entering is entering."""
    lay(field(PLAIN.format(target="Fc")))
    assert order(cleared({EAST: "ge-ii"}, "ge-ii"), GERMAN, "advance", units=["ge-ii"]).vp == 1
    lay(field(PLAIN.format(target="F*")))
    assert order(cleared({EAST: "ge-ii"}, "ge-ii"), GERMAN, "advance", units=["ge-ii"]).paris_endangered


def test_two_nations_do_not_advance_together(lay: Lay) -> None:
    """§11.22, §6.3: French or British, not both."""
    lay(field(CLEAR))
    state = before_battle(
        {WEST: "fr-1 fr-hq-1", NORTH_WEST: "br-i br-hq", TARGET: "ge-ii"}, side=ENTENTE, turn=4, reduced=["ge-ii"]
    )
    state = with_result(state, "fr-1 br-i", "0/1")
    denied(state, ENTENTE, "other-nation", "6.3", "advance", units=["fr-1", "br-i"])
    assert at(order(state, ENTENTE, "advance", units=["br-i"]), "br-i") == TARGET


def test_a_decision_in_a_battle_is_called_after_its_decider(lay: Lay) -> None:
    """§11.20: a phase is a side's, what interrupts it is headed by the side that decides."""
    lay(field(CLEAR))
    state = with_result(before_battle({EAST: "ge-ii ge-iii ge-iv", TARGET: "fr-1"}), "ge-ii ge-iii ge-iv", "1/1")
    step: Any = GAME.view(state, GERMAN)["step"]
    asked = GAME.deciders(state)[0]
    assert asked == GERMAN
    assert step["title"] == GAME.legal(state, asked)["title"] == "German: attacker's losses"
    march: Any = GAME.view(before_battle({EAST: "ge-ii", TARGET: "fr-1"}), GERMAN)["step"]
    assert march["title"] == "German Combat"


def test_defenders_never_advance(lay: Lay) -> None:
    """§11.22: the attackers' empty hex is not offered to those who beat them off."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii", TARGET: "fr-1"}, reduced=["ge-ii"])
    state = with_result(state, "ge-ii", "2/0")
    assert EAST not in state.stacks
    assert stage(state) == "over"
    assert GAME.deciders(state) == (GERMAN,)


def test_units_that_advanced_cannot_attack_again(lay: Lay) -> None:
    """§11.22, §11.5: the advance brings no second attack."""
    lay(field(CLEAR))
    state = order(cleared({EAST: "ge-ii", WEST: "fr-2"}, "ge-ii"), GERMAN, "advance", units=["ge-ii"])
    denied(state, GERMAN, "has-fought", "11.5", "attack", units=["ge-ii"], target=WEST)


# --- what both sides see ------------------------------------------------------------------------------------------


def test_a_battle_shows_the_units_that_fight_and_not_the_bystanders(lay: Lay) -> None:
    """§11.2, §6.6: ruling: the two defenders are shown to the attacker while it lasts, the third corps is not."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    seen = str(GAME.view(three_hit_for_three(), GERMAN))
    assert "'fr-1'" in seen
    assert "'fr-2'" in seen
    assert "'fr-3'" not in seen


def test_a_whole_battle_with_dice(lay: Lay) -> None:
    """§11.17 to §11.22: 4:1 and a five: a step, a retreat, and the guard in the hex."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = before_battle({EAST: "ge-gd ge-ii ge-hq-1", TARGET: "fr-grd4"})
    state, events = assault(
        state,
        "ge-gd ge-ii",
        5,
    )
    assert charts().crt.columns[rolled(events).column] == "4:1"
    assert (rolled(events).attacker, rolled(events).defender) == (0, 3)
    state = order(state, ENTENTE, "retreat", path=[WEST, "1205"])
    state, events = told(state, GERMAN, "advance", loaded(), units=["ge-gd"])
    assert happened(events, BattleEnded)
    assert (at(state, "fr-grd4"), at(state, "ge-gd"), at(state, "ge-ii")) == ("1205", TARGET, EAST)
    assert [morale(state, u) for u in ("fr-grd4", "ge-gd", "ge-ii")] == [-1, 1, 1]


# --- §6.6: who is asked tells nothing of concealed units ----------------------------------------------------------


@pytest.mark.parametrize("behind", ["fr-4 fr-5 fr-hq-1", "fr-4 fr-5 fr-8"])
def test_whether_a_concealed_stack_has_room_for_a_retreat_is_not_told_by_a_question(lay: Lay, behind: str) -> None:
    """§6.6, §11.21: the Germans see the top of the stack behind, and may not learn whether it is full."""
    lay(field(PEN, rails=TO_THE_WEST))
    state = with_result(before_battle({EAST: "ge-gd", TARGET: "fr-1", WEST: behind}), "ge-gd", "0/2")
    assert (steps(state, "fr-1"), GAME.deciders(state)) == (1, (ENTENTE,))
    assert options(state, ENTENTE, "lose")["of"] == ["fr-1"]
    assert (offer(state, ENTENTE, "retreat") is None) is ("fr-8" in behind)
    assert at(order(state, ENTENTE, "lose", units=["fr-1"]), "fr-1") == ELIMINATED


def test_a_retreat_that_everyone_sees_is_barred_asks_nobody(lay: Lay) -> None:
    """§7.3, §11.20: German zones lie all round, whoever is concealed behind."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    zones = {NORTH_WEST: "ge-ii", SOUTH_WEST: "ge-iii"}
    state = before_battle({EAST: "ge-gd", TARGET: "fr-1", WEST: "fr-4 fr-5 fr-hq-1", **zones})
    assert at(with_result(state, "ge-gd", "0/2"), "fr-1") == ELIMINATED


@pytest.mark.parametrize("below", ["ge-x", "ge-hq-1", "ge-depot-1"])
def test_whether_a_concealed_unit_could_pay_for_the_attackers_is_not_told_by_a_question(lay: Lay, below: str) -> None:
    """§6.6, §11.20: a corps below could take the second step, an HQ or a depot could not."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = before_battle({EAST: f"ge-gd ge-ii {below}", TARGET: "fr-1"})
    state = order(with_result(state, "ge-gd ge-ii", "2/0"), GERMAN, "lose", units=["ge-gd"])
    assert GAME.deciders(state) == (GERMAN,)
    assert GAME.view(state, ENTENTE)["step"] == GAME.view(state, "spectator")["step"]
    assert options(state, GERMAN, "lose")["of"] == (["ge-ii", "ge-x"] if below == "ge-x" else ["ge-ii"])
    state = order(state, GERMAN, "lose", units=["ge-ii"])
    assert (steps(state, "ge-gd"), steps(state, "ge-ii")) == (1, 1)


def test_an_attacker_is_not_asked_where_everyone_sees_who_must_pay(lay: Lay) -> None:
    """§11.20: the first step falls on the one participant, and so do all with nobody below."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = with_result(before_battle({EAST: "ge-gd ge-x", TARGET: "fr-1"}), "ge-gd", "1/0")
    assert (steps(state, "ge-gd"), stage(state)) == (1, "over")
    state = with_result(before_battle({EAST: "ge-gd ge-x", TARGET: "fr-1"}), "ge-gd", "2/0")
    assert (steps(state, "ge-gd"), steps(state, "ge-x"), stage(state)) == (1, 1, "over")
