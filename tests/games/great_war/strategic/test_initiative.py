"""§5.8: who declares the initiative, when it may change theatres, and which marker follows from it."""

from __future__ import annotations

from typing import Any

from rules.great_war.game import GAME
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.strategic.initiative import declarer, has_line, why_no_switch
from rules.great_war.strategic.us_entry import americans_in_force
from rules.kernel.fast_replace import replace
from tests.games.great_war.kit import before_set_up, position, refused, told
from tests.games.great_war.strategic.kit import played, strategic

KEY = "declare-initiative"
DIVISIONS = [u for u, c in before_set_up().printed.counters.items() if c.nation == "FR" and c.is_division]


def line(start: str, end: str, side_units: list[str]) -> dict[str, str]:
    """A unit in each hex of a shortest way over the Western Front map."""
    board = before_set_up().printed.board
    index, ids = board.index, board.ids
    inland = board.by_front["west"]
    before: dict[int, int] = {}
    front, found = [index[start]], {index[start]}
    while index[end] not in found:
        following = []
        for a in front:
            for b in board.lines[a]:
                if b in inland and b not in found:
                    found.add(b)
                    before[b] = a
                    following.append(b)
        front = following
    here, hexes = index[end], [end]
    while here != index[start]:
        here = before[here]
        hexes.append(ids[here])
    return dict(zip(hexes, side_units, strict=False))


def test_5_84_the_line_of_the_example() -> None:
    """§5.84: from W5701 to W3621 the Allied line is whole; from W5601 it does not reach the coast."""
    assert has_line(position(line("W5701", "W3621", DIVISIONS)), ALLIED)
    assert not has_line(position(line("W5601", "W3621", DIVISIONS)), ALLIED)


def test_5_84_a_gap_breaks_the_line() -> None:
    """§5.84: one hex without a unit is enough; a headquarters in it fills it; the enemy's line is none."""
    whole = line("W5701", "W3621", DIVISIONS)
    gap = [*whole][len(whole) // 2]
    assert not has_line(position({h: u for h, u in whole.items() if h != gap}), ALLIED)
    assert has_line(position({**whole, gap: "fr-hq-1"}), ALLIED)
    assert not has_line(position(whole), CENTRAL)


def test_5_84_from_holland_to_switzerland() -> None:
    """§5.84: Holland and Switzerland bound a line as the coast and the southern edge do."""
    board = before_set_up().printed.board

    def beside(country: str) -> str:
        return next(
            board.ids[i]
            for i in sorted(board.by_front["west"])
            if any(n >= 0 and board.country[n] == country for n in board.neighbours[i])
        )

    assert has_line(position(line(beside("NL"), beside("CH"), DIVISIONS)), ALLIED)
    germans = [u for u, c in before_set_up().printed.counters.items() if c.nation == "GE" and c.is_division]
    assert has_line(position(line("W7034", beside("CH"), germans)), CENTRAL)
    assert not has_line(position(line("W6934", beside("CH"), germans)), CENTRAL)


def test_5_83_nothing_is_forbidden_before_the_first_change() -> None:
    """§5.83: on strategic turn B, with no turn before it on which the initiative could have changed."""
    assert why_no_switch(strategic("B", {}, KEY, {"switched": ""}, west=CENTRAL)) is None


def declaring(
    strategic_state: dict[str, object] | None = None, west: str = ALLIED, stacks: dict[str, str] | None = None
) -> State:
    """The phase in which initiative is declared."""
    return strategic("R", stacks, KEY, strategic_state, west=west)


def test_5_83_the_initiative_cannot_change_twice_in_a_row() -> None:
    """§5.83: the example: changed on turn R, not to be changed on S, by nobody; on T again."""
    state = told(declaring(west=CENTRAL), CENTRAL, "declare", theatre="east")
    assert (state.west, state.strategic_state.switched) == (ALLIED, "R")
    assert state.turn == 45
    whole = line("W5701", "W3621", DIVISIONS)
    for who in ({}, {"americans": True}):
        later = strategic("S", whole, KEY, {"switched": "R", **who}, west=ALLIED)
        why = why_no_switch(later)
        assert why is not None
        assert why.code == "switched-before"
    assert why_no_switch(strategic("T", whole, KEY, {"switched": "R", "americans": True}, west=ALLIED)) is None


def test_5_83_the_other_side_has_the_other_theatre() -> None:
    """§5.82, §5.83: the Central Powers declare the west only with a line; the Allies are not asked."""
    board = before_set_up().printed.board
    south = next(
        board.ids[i] for i in sorted(board.by_front["west"])
        if any(n >= 0 and board.country[n] == "CH" for n in board.neighbours[i])
    )  # fmt: skip
    whole = line("W6811", south, [u for u, c in before_set_up().printed.counters.items() if c.nation == "GE"])
    state = declaring(stacks=whole)
    legal: Any = GAME.legal(state, CENTRAL)
    (offer,) = (o for o in legal["offers"] if o["kind"] == "declare")
    assert offer["note"] == "Now: Eastern Theatre"
    assert offer["slots"][0]["options"]["labels"] == {"west": "Western Theatre", "east": "Eastern Theatre"}
    assert refused(state, ALLIED, "declare", theatre="west").code == "not-your-turn"
    state = told(state, CENTRAL, "declare", theatre="west")
    assert state.west == CENTRAL
    assert refused(declaring(), CENTRAL, "declare", theatre="west").code == "not-your-turn"


def test_5_82_six_american_divisions_pass_it_to_the_allies() -> None:
    """§5.82: six full U.S. divisions in France at the start of a strategic turn; for good, even if they go."""
    six = {"W5014": "us-1 us-2 us-26", "W5015": "us-3 us-4 us-42"}
    us = {"BE": ALLIED, "FR": ALLIED, "US": ALLIED, "GE": CENTRAL, "AH": CENTRAL}
    ready = strategic("P", six, "victory", sides=us)
    assert declarer(ready) == CENTRAL
    after, _ = played(americans_in_force, ready)
    assert declarer(after) == ALLIED
    for five in ({"W5014": "us-1 us-2 us-26", "W5015": "us-3 us-4 us-42*"}, {**six, "W5015": "us-3 us-4"}):
        assert declarer(played(americans_in_force, strategic("P", five, "victory", sides=us))[0]) == CENTRAL


def test_5_88_ohl_needs_the_initiative_in_the_west() -> None:
    """§5.88: with it the Central Powers choose; without it the marker is OberOst, and nobody is asked."""
    chosen = told(strategic("R", {}, "choose-marker", west=CENTRAL), CENTRAL, "choose_marker", marker="OHL")
    assert chosen.marker == "OHL"
    east = told(replace(declaring(west=CENTRAL), marker="OHL"), CENTRAL, "declare", theatre="east")
    assert (east.west, east.marker) == (ALLIED, "OberOst")
    assert east.strategic_state.turn == ""


def test_5_13_ten_points_are_carried_over() -> None:
    """§5.13, §4.3: what is above ten is lost as the strategic turn ends, and the next operational turn begins."""
    state = strategic("R", {}, "choose-marker", west=CENTRAL, points={"GE": 23, "AH": 10, "FR": 4})
    state = told(state, CENTRAL, "choose_marker", marker="OberOst")
    assert state.points == {"GE": 10, "AH": 10, "FR": 4}
    assert state.turn == 45


def test_5_88_ohl_is_for_a_side_that_has_declared_the_west() -> None:
    """§5.88, §10.81: where the Allies declare and leave the west to the enemy, the enemy's marker is OberOst."""
    state = declaring({"americans": True, "switched": ""}, west=ALLIED, stacks=line("W5701", "W3621", DIVISIONS))
    state = replace(state, marker="OHL")
    after = told(state, ALLIED, "declare", theatre="east")
    assert after.west == CENTRAL
    assert after.marker == "OberOst"
