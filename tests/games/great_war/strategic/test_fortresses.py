"""§5.5, §14.15: forts that are cut off may surrender."""

from __future__ import annotations

import pytest

from rules.great_war.position.control import forts
from rules.great_war.position.state import DEAD, State
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.strategic.fortresses import besieged_forts, roll_fortresses
from tests.games.great_war.kit import PLACES, at, before_set_up, belgian_antwerp
from tests.games.great_war.strategic.kit import played, strategic

VERDUN = "W5122"
GERMANS = [u for u, c in before_set_up().printed.counters.items() if c.nation == "GE" and c.is_division]


def siege(letter: str = "E", within: str = "", rings: int = 6) -> State:
    """Verdun with Germans in the hexes round it."""
    board = before_set_up().printed.board
    ring = [board.ids[i] for i in board.lines[board.index[VERDUN]]]
    stacks = dict(zip(ring[:rings], GERMANS, strict=False))
    return strategic(letter, {**stacks, **({VERDUN: within} if within else {})}, "surrender")


@pytest.mark.parametrize(("die", "falls"), [(3, False), (4, True), (6, True)])
def test_14_15_four_five_and_six(die: int, falls: bool) -> None:
    """§5.5, §14.15: the fort and all within are destroyed."""
    after, _ = played(roll_fortresses, siege(within="fr-12 fr-13"), die)
    assert (VERDUN in after.destroyed) == falls
    assert (at(after, "fr-12") == DEAD) == falls


def test_14_15_as_many_enemies_as_units_within() -> None:
    """§14.15: the fort counts as a unit: six Germans round six defenders are too few. An empty fort counts too."""
    assert VERDUN in besieged_forts(siege(within="fr-12 fr-13 fr-14 fr-15 fr-16"))
    assert VERDUN not in besieged_forts(siege(within="fr-12 fr-13 fr-14 fr-15 fr-16 fr-17"))
    assert VERDUN in besieged_forts(siege())


def test_14_15_only_on_fortress_supply_and_after_c() -> None:
    """§14.15: a fort with a line of supply stands; nobody rolls on C."""
    assert VERDUN not in besieged_forts(siege(within="fr-12", rings=4))
    assert VERDUN not in besieged_forts(siege(rings=4)), "an empty fort in supply stands too"
    assert played(roll_fortresses, siege("C", "fr-12"))[1] == []


def test_14_15_14_31_the_hindenburg_line_never_surrenders_not_even_where_a_fort_once_stood() -> None:
    """§14.31: it gives no Fortress Supply, so its own unit has none to live on; whoever stood there before."""
    maubeuge, beside = "W6116", "W6115"
    start = before_set_up()
    fields = {"taken": start.taken | {maubeuge}, "destroyed": start.destroyed | {maubeuge}}
    built = strategic("L", {beside: "fr-12 fr-13"}, "surrender", hindenburg=frozenset({maubeuge}), **fields)
    assert start.printed.board.index[maubeuge] in forts(built, CENTRAL)
    assert maubeuge not in besieged_forts(built)


@pytest.mark.parametrize(("die", "falls"), [(3, False), (4, True)])
def test_14_15_antwerp_falls_when_its_port_is_closed(die: int, falls: bool) -> None:
    """§11.44, §11.52, §14.15: with Germans in all six hexes beside it Belgians there have their fort alone, and a die
    is rolled for them: what keeps them from attrition keeps nobody from surrender."""
    board = before_set_up().printed.board
    ring = [board.ids[i] for i in board.lines[board.index[PLACES.antwerp]]]
    stacks = {**dict(zip(ring, GERMANS, strict=False)), PLACES.antwerp: "be-1 be-2"}
    after, _ = played(roll_fortresses, strategic("E", stacks, "surrender", **belgian_antwerp()), die)
    assert (PLACES.antwerp in after.destroyed) == falls
    assert (at(after, "be-1") == DEAD) == falls
