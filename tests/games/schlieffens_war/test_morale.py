"""§9.6: the three levels of morale, what changes them and what they do."""

from __future__ import annotations

from typing import cast

import pytest

from rules.kernel.messages import JsonObject
from rules.schlieffens_war.facts.battle import OddsFound
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import State
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import at, denied, field, happened, loaded, morale, order, position, steps, told

PLAIN = """
10  F. F. F. F. F. F. F. F.
11  F. F. F. F. F. F. F. F.
12  F. F. F. F. F. F. F. F.
"""


def allowance(state: State, seat: str, *units: str) -> int:
    """The MP that the planner shows for units."""
    answer = GAME.consult(state, seat, {"kind": "move", "units": list(units)})
    return cast(int, cast(JsonObject, answer)["allowance"])


def shifts(**changes: object) -> dict[str, int]:
    """The columns that an attack of two German corps on two French ones is shifted by, by section."""
    stacks = {"1003": "ge-ii ge-iii", "1004": "fr-1 fr-2"}
    state = position("german.combat", stacks, **changes)  # type: ignore[arg-type]
    _, events = told(state, "german", "attack", loaded(1, 1), units=["ge-ii", "ge-iii"], target="1004")
    found: dict[str, int] = {}
    for _text, section, columns in cast(OddsFound, happened(events, OddsFound)[0]).shifts:
        found[section] = found.get(section, 0) + columns
    return found


def test_only_corps_have_morale(lay: Lay) -> None:
    """§9.6: an HQ or a depot that stands still gains nothing, one that marches far loses nothing, and forts neither."""
    lay(field(PLAIN, rails=[("1001", "1002", "1003", "1004", "1005")]))
    state = position("german.movement", {"1001": "ge-depot-1 ge-hq-1", "1108": "ge-fort-metz ge-hq-2 ge-ii"})
    state = order(state, "german", "move", units=["ge-hq-1"], path=["1002", "1003", "1004", "1005"], forced=False)
    state = order(state, "german", "move", units=["ge-depot-1"], path=["1002", "1003", "1004"], forced=False)
    state = order(state, "german", "end_phase", loaded(*[6] * 5))
    assert [morale(state, u) for u in ("ge-hq-1", "ge-depot-1", "ge-hq-2", "ge-fort-metz")] == [0, 0, 0, 0]
    assert morale(state, "ge-ii") == 1


@pytest.mark.parametrize(("before", "after"), [(-1, 0), (0, 1), (1, 1)])
def test_standing_still_raises_morale_by_one_level(lay: Lay, before: int, after: int) -> None:
    """§9.6: fatigued to normal, normal to élan, and no higher; never two levels at once."""
    lay(field(PLAIN))
    state = position("german.movement", {"1002": "ge-ii"}, **level(before))  # type: ignore[arg-type]
    assert morale(order(state, "german", "end_phase", loaded(6)), "ge-ii") == after


@pytest.mark.parametrize(("before", "after"), [(1, 0), (0, -1), (-1, -1)])
def test_a_long_march_lowers_morale_by_one_level(lay: Lay, before: int, after: int) -> None:
    """§9.6: élan to normal, normal to fatigued; a second fatigue is ignored."""
    lay(field(PLAIN))
    state = position("german.movement", {"1002": "ge-c1"}, **level(before))  # type: ignore[arg-type]
    path = ["1003", "1004"] if before == -1 else ["1003", "1004", "1005", "1006"]
    state = order(state, "german", "move", units=["ge-c1"], path=path, forced=False)
    assert morale(order(state, "german", "end_phase", loaded(6)), "ge-c1") == after


def level(value: int) -> dict[str, list[str]]:
    """The arguments of ``position`` that give two corps a level of morale."""
    units = ["ge-ii", "ge-c1"]
    return {-1: {"fatigued": units}, 0: {}, 1: {"elan": units}}[value]


def test_from_fatigue_to_elan_in_one_turn_but_not_in_one_phase(lay: Lay) -> None:
    """§9.6: fatigue is taken off in the Regroup Phase, élan gained in the Movement Phase by standing still."""
    lay(field(PLAIN))
    state = position("german.regroup", {"1002": "ge-hq-1 ge-ii ge-iii"}, fatigued=["ge-ii", "ge-iii"])
    state = order(state, "german", "remove_fatigue", units=["ge-ii"])
    denied(state, "german", "not-fatigued", "9.5", "remove_fatigue", units=["ge-ii"])
    state = order(state, "german", "end_phase", loaded())
    state = order(state, "german", "end_phase", loaded(*[6] * 3))
    assert [morale(state, u) for u in ("ge-ii", "ge-iii")] == [1, 0]


@pytest.mark.parametrize(("unit", "ma"), [("ge-ii", 2), ("ge-c1", 3)])
def test_fatigue_halves_the_allowance(lay: Lay, unit: str, ma: int) -> None:
    """§9.6: a fatigued corps has half its MA; élan adds nothing to it."""
    lay(field(PLAIN))
    assert allowance(position("german.movement", {"1002": unit}, fatigued=[unit]), "german", unit) == ma
    assert allowance(position("german.movement", {"1002": unit}, elan=[unit]), "german", unit) == 2 * ma
    state = position("german.movement", {"1002": unit}, fatigued=[unit])
    path = [f"10{col:02d}" for col in range(3, 4 + ma)]
    denied(state, "german", "too-far", "10.7", "move", units=[unit], path=path, forced=False)


def test_fatigue_and_want_of_supply_both_halve(lay: Lay) -> None:
    """§9.6, §8.7: 4, 2, 1; a cavalry corps 6, 3, 2 (a ruling)."""
    lay(field(PLAIN))
    for unit, ma in (("ge-ii", 1), ("ge-c1", 2)):
        state = position("german.movement", {"1002": unit}, fatigued=[unit], out=[unit])
        assert allowance(state, "german", unit) == ma


def test_fatigue_forbids_forced_marches_and_new_steps(lay: Lay) -> None:
    """§9.6: a fatigued corps makes no forced march and recovers no step."""
    lay(field(PLAIN))
    stacks = {"1002": "ge-hq-1 ge-ii"}
    state = position("german.movement", stacks, fatigued=["ge-ii"])
    denied(state, "german", "fatigued", "10.6", "move", units=["ge-ii"], path=["1003", "1004", "1005"], forced=True)
    state = position("german.regroup", stacks, fatigued=["ge-ii"], reduced=["ge-ii"])
    denied(state, "german", "fatigued", "9.6", "restore", units=["ge-ii"])


def test_morale_shifts_the_odds(lay: Lay) -> None:
    """§9.6: one fatigued unit spoils its side's column, élan helps when all have it (§11.16)."""
    lay(field(PLAIN))
    assert shifts() == {}
    assert shifts(fatigued=["ge-ii"]) == {"11.16": -1}
    assert shifts(fatigued=["fr-2"]) == {"11.16": 1}
    assert shifts(elan=["ge-ii"]) == {}
    assert shifts(elan=["ge-ii", "ge-iii"]) == {"11.16": 1}
    assert shifts(elan=["fr-1", "fr-2"]) == {"11.16": -1}


def test_no_phase_takes_a_corps_more_than_a_level(lay: Lay) -> None:
    """§9.6, §6.5: a corps with élan that marches far into a hex too full loses one level, not two."""
    lay(field(PLAIN, rails=[("1001", "1101")]))
    stacks = {"1002": "ge-ii", "1005": "ge-iii ge-iv ge-ix ge-hq-1"}
    state = position("german.movement", stacks, elan=["ge-ii"])
    state = order(state, "german", "move", units=["ge-ii"], path=["1003", "1004", "1005"], forced=False)
    state = order(state, "german", "end_phase", loaded())
    assert morale(state, "ge-ii") == 0, "one level for the march; the crowd takes no second one"
    assert morale(state, "ge-iii") == 0, "gained for standing still, lost for the crowd"
    assert morale(state, "ge-hq-1") == 0, "an HQ has none to lose"


def test_the_next_phase_may_take_another_level(lay: Lay) -> None:
    """§9.6: one level a phase: élan is lost on the march, and the attack that fails afterwards tires the corps."""
    lay(field(PLAIN))
    state = position("german.movement", {"1002": "ge-ii", "1006": "fr-1"}, elan=["ge-ii"])
    state = order(state, "german", "move", units=["ge-ii"], path=["1003", "1004", "1005"], forced=False)
    state = order(state, "german", "end_phase", loaded())
    assert (state.phase.key, morale(state, "ge-ii")) == ("german.combat", 0)
    state = order(state, "german", "attack", loaded(4, *[6] * 4), units=["ge-ii"], target="1006")
    assert morale(state, "ge-ii") == -1


def test_the_displaced_tire_once_however_many_hexes_they_crowd(lay: Lay) -> None:
    """§9.6, §6.5: a corps with élan that is moved out of one full hex into another loses one level in that phase."""
    lay(field(PLAIN.replace("F.", "G.", 3), rails=[("1001", "1101")]))
    stacks = {"1004": "ge-ii ge-iii ge-iv ge-ix", "1003": "ge-gd ge-x ge-vii"}
    state = position("german.combat", {**stacks, "1007": "fr-1"}, elan=["ge-ii"], taken=frozenset({"1004"}))
    state = order(state, "german", "end_phase", loaded())
    assert morale(state, "ge-ii") == 0
    state = order(state, "german", "displace", unit="ge-ii", hex="1003")
    assert morale(state, "ge-ii") == 0
    assert morale(state, "ge-x") == -1


def test_a_corps_restored_bears_the_fatigue_marker_whatever_it_had(lay: Lay) -> None:
    """§9.6, §9.5: the sentence on restored units places the marker on all of them, on one with élan too (a ruling)."""
    lay(field(PLAIN))
    state = position("german.regroup", {"1002": "ge-hq-1 ge-ii"}, elan=["ge-ii"], reduced=["ge-ii"])
    state = order(state, "german", "restore", units=["ge-ii"])
    assert (steps(state, "ge-ii"), morale(state, "ge-ii")) == (2, -1)


def test_lost_corps_keep_no_morale(lay: Lay) -> None:
    """§9.6, §9.5: a corps with élan that is lost and returns is fatigued like any other."""
    lay(field(PLAIN.replace("10  F.", "10  Gc", 1), rails=[("1001", "1101")]))
    stacks = {"1003": "ge-lw", "1004": "fr-7 fr-21 fr-20"}
    state = position("entente.combat", stacks, reduced=["ge-lw"], elan=["ge-lw"])
    state = order(state, "entente", "attack", loaded(6), units=["fr-7", "fr-21", "fr-20"], target="1003")
    assert (at(state, "ge-lw"), steps(state, "ge-lw"), morale(state, "ge-lw")) == ("eliminated", 0, 0)
