"""§22.61, §22.62: no order may make it impossible that the Second Army leaves Serbia for Galicia."""

from __future__ import annotations

from rules.empires_alliances.movement.second_army import rest_of_promise
from rules.empires_alliances.position.state import State
from tests.games.empires_alliances.moving import ends, phase
from tests.games.empires_alliances.shores import at_turn
from tests.games.empires_alliances.table import deployed, put, refused, told

FIRST, SECOND, SEPTEMBER = "1914-08-1", "1914-08-2", "1914-09"
SIX = ("ah-3", "ah-4", "ah-7", "ah-12", "ah-lw2", "ah-lw3")
LEMBERG = "3624"
SERBS = {"se-m1": "4731", "se-c": "4732"}
READY = {"4530", "4529", "4430", "4431", "4630", "4629", "4532", "4432"}
"""Rail hexes near the army that no Serb watches; the four of these next to 4530 among them."""


def go(state: State, unit: str, *path: str) -> State:
    """The position after a unit has gone."""
    return told(state, "central", "move", units=[unit], path=[*path])


def stays(state: State, units: list[str], *path: str) -> tuple[str, str]:
    """Why units do not go."""
    return refused(state, "central", "move", units=units, path=[*path])


def ready(turn: str, **more: object) -> State:
    """The six on the railway north of Serbia, as they left in August-1."""
    deeds = frozenset(f"second-army.{unit}" for unit in SIX)
    places = dict.fromkeys(SIX[:3], "4530") | dict.fromkeys(SIX[3:], "4430")
    return phase("central", {**SERBS, **places}, turn, deeds=deeds, **more)  # type: ignore[arg-type]


# --- 22.61 ------------------------------------------------------------------------------------------------------------


def test_22_61_a_unit_that_is_needed_moves_only_to_the_railway() -> None:
    state = deployed()
    assert stays(state, ["ah-3"], "4531") == ("second-army", "22.61")
    assert {*ends(state, "ah-3")} == {"4530", "4630"}
    assert set(ends(state, "ah-4", "ah-3")) == {"4530", "4630"}, "nor in company"


def test_22_61_others_are_free_until_only_six_are_left() -> None:
    """Nine units: three may stay behind, but only one corps of 4-6-3 and two of 3-5-3 among them."""
    state = deployed()
    for unit in ("ah-12", "ah-lw3", "ah-lw4"):
        here = state.units[unit].at
        away = next(h for h in ends(state, unit) if h not in READY)
        assert here != away
        state = go(state, unit, away)
    for unit in ("ah-4", "ah-7", "ah-lw2", "ah-cav2", "ah-art-2"):
        assert {*ends(state, unit)} <= READY, unit
    assert refused(state, "central", "end_phase") == ("second-army", "22.61")
    for unit in ("ah-3", "ah-4", "ah-7", "ah-lw2", "ah-cav2", "ah-art-2"):
        state = go(state, unit, next(iter(ends(state, unit))))
    after = told(state, "central", "end_phase")
    assert {d for d in after.deeds if d.startswith("second-army.")} == {
        f"second-army.{u}" for u in ("ah-3", "ah-4", "ah-7", "ah-lw2", "ah-cav2", "ah-art-2")
    }


def test_22_61_a_unit_that_is_ready_does_not_leave_again() -> None:
    places = dict.fromkeys(("ah-3", "ah-4", "ah-7"), "4530") | dict.fromkeys(("ah-12", "ah-lw2", "ah-lw3"), "4630")
    state = phase("central", {**SERBS, **places}, FIRST)
    assert stays(state, ["ah-4"], "4531") == ("second-army", "22.61")
    assert go(state, "ah-4", "4529").units["ah-4"].at == "4529"
    told(state, "central", "end_phase")


# --- 22.62 ------------------------------------------------------------------------------------------------------------


def test_22_62_four_must_stay_for_the_trains_to_lemberg() -> None:
    state = go(go(ready(SECOND), "ah-lw3", "train", "3430"), "ah-12", "train", "3430")
    for path in (("4529",), ("4531",), ("train", "3430"), ("4529", "train", "3837")):
        assert stays(state, ["ah-3"], *path) == ("second-army", "22.62"), path
    for unit in ("ah-3", "ah-4", "ah-7", "ah-lw2"):
        assert LEMBERG in ends(state, unit)
        assert {*ends(state, unit)} <= state.board.lattice.within(LEMBERG, 2)
        state = go(state, unit, "train", LEMBERG)
    told(state, "central", "end_phase")


def test_22_62_nor_do_units_leave_in_a_group_with_some_that_are_needed() -> None:
    state = ready(SECOND)
    assert stays(state, ["ah-3", "ah-4", "ah-7"], "train", "3430") == ("second-army", "22.62")
    two = told(state, "central", "move", units=["ah-3", "ah-4"], path=["train", "3430"])
    assert stays(two, ["ah-7"], "train", "3430") == ("second-army", "22.62")
    whole = told(ready(SECOND), "central", "move", units=["ah-3", "ah-4", "ah-7"], path=["train", LEMBERG])
    assert len(rest_of_promise(whole).done) == 3


def test_22_62_others_leave_trains_enough_for_them() -> None:
    """Six corps go by train in August-2, four of them of the Second Army."""
    others = dict.fromkeys(("ah-1", "ah-5", "ah-10"), "3437") | {"ge-a2": "2933"}
    state = put(ready(SECOND), others)
    state = told(state, "central", "move", units=["ah-1", "ah-5"], path=["train", "3837"])
    assert stays(state, ["ah-10"], "train", "3837") == ("second-army", "22.62")
    assert "3837" not in ends(state, "ah-10")
    assert ends(state, "ah-10"), "on foot it is free"
    assert stays(state, ["ge-a2"], "train", "3428") == ("second-army", "22.62"), "nor do allies take them"
    assert "3428" not in ends(state, "ge-a2")
    for unit in SIX[:4]:
        state = go(state, unit, "train", LEMBERG)
    assert stays(state, ["ah-10"], "train", "3837") == ("no-rail-capacity", "9.5")


def test_22_62_a_unit_that_was_railed_stays_near() -> None:
    state = ready(SECOND)
    for unit in SIX[:4]:
        state = go(state, unit, "train", "3625")
    assert len(rest_of_promise(state).done) == 4
    assert {*ends(state, "ah-3")} <= state.board.lattice.within(LEMBERG, 2)


def railed_to_lemberg() -> State:
    """August-2, when four have gone by train; the two others are near the railway, with a corps that is free."""
    deeds = frozenset(f"second-army.{unit}" for unit in SIX)
    places = dict.fromkeys(SIX[:3], "4530") | {"ah-12": "4430"} | dict.fromkeys((*SIX[4:], "ah-8"), "4730")
    state = phase("central", {**places, "se-m1": "5133"}, SECOND, deeds=deeds)
    for unit in SIX[:4]:
        state = go(state, unit, "train", LEMBERG)
    return state


def test_22_62_the_others_stay_near_the_railway_until_september() -> None:
    state = railed_to_lemberg()
    assert "4929" in ends(state, "ah-8")
    assert "4929" not in ends(state, "ah-lw3")
    assert stays(state, ["ah-lw3"], "4830", "4929") == ("second-army", "22.62")
    assert go(state, "ah-lw3", "4830").units["ah-lw3"].at == "4830", "from there it comes back to the railway"


def test_22_62_13_9_nor_do_they_advance_too_far_after_combat() -> None:
    state = put(railed_to_lemberg(), {**dict.fromkeys(("ah-lw3", "ah-8", "ah-13"), "4830"), "se-m1": "4929"})
    state = at_turn(state, SECOND, "central.attacks")
    state = told(state, "central", "attack", (10,), hex="4929", units=["ah-lw3", "ah-8", "ah-13"])
    state = told(state, "central", "lose", units=["ah-13"])
    assert refused(state, "central", "advance", units=["ah-lw3"]) == ("second-army", "22.62")
    assert told(state, "central", "advance", units=["ah-8"]).units["ah-8"].at == "4929"


def test_22_62_in_september_all_of_them_go() -> None:
    done = frozenset(f"second-army-railed.{unit}" for unit in SIX[:4])
    state = ready(SEPTEMBER)
    state = phase(
        "central", dict.fromkeys(SIX[:4], LEMBERG) | dict.fromkeys(SIX[4:], "4530"), SEPTEMBER,
        deeds=state.deeds | done,
    )  # fmt: skip
    assert stays(state, ["ah-lw2"], "4529") == ("second-army", "22.62")
    assert go(state, "ah-3", "3524").units["ah-3"].at == "3524", "who was railed in August is free"
    state = go(go(state, "ah-lw2", "train", "3430"), "ah-lw3", "train", LEMBERG)
    told(state, "central", "end_phase")


def test_22_62_only_as_many_are_asked_as_can_go() -> None:
    """Three were lost, and one has no MP left: two go, and the phase ends."""
    state = put(put(ready(SECOND), dict.fromkeys(SIX[:3], "pool")), {"ah-12": "4530"}, bound=True)
    assert rest_of_promise(state).number == 2
    assert stays(state, ["ah-lw2"], "train", "3430") == ("second-army", "22.62")
    for unit in ("ah-lw2", "ah-lw3"):
        assert refused(state, "central", "end_phase") == ("second-army", "22.62")
        state = go(state, unit, "train", LEMBERG)
    told(state, "central", "end_phase")


def test_22_62_a_unit_that_may_yet_be_railed_takes_no_part_in_an_automatic_victory() -> None:
    """Its move would be over. When four have gone the others are free."""
    state = put(
        ready(SECOND),
        {"se-cav1": "4531", "ah-4": "4430", "ah-7": "4430", "ah-8": "4431", "ah-15": "4431", "ah-16": "4431"},
    )
    both = {"hex": "4531", "units": ["ah-3", "ah-8", "ah-15", "ah-16"], "advance": []}
    assert refused(state, "central", "overrun", **both) == ("second-army", "22.62")
    for unit in ("ah-4", "ah-7", "ah-12", "ah-lw2"):
        state = go(state, unit, "train", LEMBERG)
    assert told(state, "central", "overrun", **both).units["se-cav1"].at == "pool"
