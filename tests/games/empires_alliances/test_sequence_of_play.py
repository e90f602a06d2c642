"""§7.0 Sequence of play: its phases in their order, and what happens by itself in them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from rules.empires_alliances.game import GAME
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.empires_alliances.sequence import TREE
from tests.games.empires_alliances.moving import phase
from tests.games.empires_alliances.table import deployed, passed_to, put, refused, told

SEGMENT = ["7.21", "7.22", "7.232", "22.82", "6.2", "7.24", "6.2", "7.251", "7.252", "7.253"]


def test_the_phases_of_a_turn_come_in_their_order() -> None:
    """§7.0, §7.1, §7.21, §7.22, §7.232, §7.24, §7.25, §7.3, §7.5: weather, one side, the other, morale, the end."""
    steps = [*TREE.step("turn").leaves()]
    assert [s.section for s in steps] == ["7.1", *SEGMENT, *SEGMENT, "7.4", "7.5"]
    sides = [s.side for s in steps]
    assert sides == [None, *[CENTRAL] * len(SEGMENT), *[ALLIED] * len(SEGMENT), None, None]


def test_7_1_one_die_decides_the_weather_before_anyone_moves() -> None:
    """§20.0, §7.1."""
    state = deployed()
    assert state.draws == 1
    line = GAME.view(state, CENTRAL)["weather"]
    assert set(line) == {"west", "east"}  # type: ignore[arg-type]
    assert state.phase.step == "central.move", "nobody has anything to place or to feed in August-1"


def test_7_5_august_1914_has_two_turns_and_every_other_month_one() -> None:
    calendar = deployed().printed.calendar
    assert [turn.id for turn in calendar[:3]] == ["1914-08-1", "1914-08-2", "1914-09"]
    months = [(turn.year, turn.month) for turn in calendar[1:]]
    assert all(b == (a[0] + a[1] // 12, a[1] % 12 + 1) for a, b in pairwise(months))
    state = passed_to(deployed(), "allied.attacks")
    state = told(state, ALLIED, "end_phase")
    assert state.turn == 2


def test_7_252_only_units_without_supply_are_looked_at_again() -> None:
    """Who has just lost it goes on without a marker; who is fed again loses it."""
    state = phase(CENTRAL, {"ge-a1": "2848"})
    fed = put(state, {"ge-a1": "2848"}, unsupplied=2)
    cut = put(phase(CENTRAL, {"ge-a1": "2655"}), {"ge-a1": "2655"}, unsupplied=0)
    for before, level in ((fed, 0), (cut, 0)):
        after = passed_to(before, "allied.move")
        assert after.units["ge-a1"].unsupplied == level
    hungry = put(phase(CENTRAL, {"ge-a1": "2655"}), {"ge-a1": "2655"}, unsupplied=1)
    assert passed_to(hungry, "allied.move").units["ge-a1"].unsupplied == 1


@pytest.mark.parametrize(("before", "after"), [(1, 0), (2, 1), (0, 0)])
def test_7_253_demoralised_units_rally_and_those_of_this_segment_turn_over(before: int, after: int) -> None:
    state = put(phase(CENTRAL, {"ge-a1": "2848", "fr-a1": "3054"}), {"ge-a1": "2848", "fr-a1": "3054"}, shaken=before)
    end = passed_to(state, "allied.move")
    assert end.units["ge-a1"].shaken == after
    assert end.units["fr-a1"].shaken == before, "only those of the side whose segment it is"


@pytest.mark.parametrize(
    ("side", "unit", "place", "has_one"),
    [
        (ALLIED, "ge-art-1", "2848", True),
        (ALLIED, "ge-siege-305", "2848", False),
        (ALLIED, "ge-air-1", "2850", False),
        (CENTRAL, "fr-cav1", "2950", True),
        (CENTRAL, "fr-tank-1", "2950", False),
    ],
)
def test_5_2_siege_artillery_tanks_and_aircraft_have_no_zone(side: str, unit: str, place: str, has_one: bool) -> None:
    """§5.1: field artillery and cavalry have one."""
    state = phase(side, {unit: place}, "1917-05", scenario="campaign")
    zones: Any = GAME.consult(state, side, {"kind": "overlay", "name": "zoc"})
    assert any(h in zones["hexes"] for h in state.board.lattice.around(place)) is has_one


def test_2_61_the_campaign_begins_by_the_rules_of_august_1() -> None:
    """One hex at most, no trains, no automatic victory: as in §1.61."""
    state = passed_to(deployed("campaign"), "central.move")
    assert state.date.id == "1914-08-1"
    assert state.turn_rule is not None
    assert not state.turn_rule.automatic_victory
    ways = GAME.consult(
        state, CENTRAL, {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": ["ge-gd-r"]}}
    )
    ends = ways["options"]["ways"]  # type: ignore[index,call-overload]
    assert {len(path) for path in ends.values()} == {1}


def test_2_62_four_corps_stay_where_they_are_in_august_2() -> None:
    """§2.62 as §1.62: the German R9 and LW1 and the French R7; capacities fall by a third."""
    state = passed_to(told(passed_to(deployed("campaign"), "allied.attacks"), ALLIED, "end_phase"), "central.move")
    assert state.date.id == "1914-08-2"
    for unit in ("ge-r9", "ge-lw1"):
        hex_ = state.units[unit].at
        near = next(h for h in state.board.lattice.around(hex_) if state.board.is_hex(h))
        assert refused(state, CENTRAL, "move", units=[unit], path=[near])[1] in ("1.62", "2.62")
    allied = passed_to(state, "allied.move")
    hex_ = allied.units["fr-r7"].at
    near = next(h for h in allied.board.lattice.around(hex_) if allied.board.is_hex(h))
    assert refused(allied, ALLIED, "move", units=["fr-r7"], path=[near])[1] in ("1.62", "2.62")


@pytest.mark.parametrize(("scenario", "section"), [("1914", "1.63"), ("1918", "3.64")])
def test_no_war_is_declared_on_neutrals_in_the_short_scenarios(scenario: str, section: str) -> None:
    """§1.63, §3.64."""
    state = deployed(scenario)
    for _ in range(40):
        if state.phase.step.endswith(".arrivals"):
            break
        state = passed_to(state, "allied.attacks" if state.phase.step.startswith("allied") else "allied.move")
        if state.phase.step == "allied.attacks":
            state = told(state, ALLIED, "end_phase")
    assert state.phase.step.endswith(".arrivals")
    assert refused(state, state.player, "declare_war", nation="NL") == ("no-declarations", section)
