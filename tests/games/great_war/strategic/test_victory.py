"""§18.1: the points of the Central Powers, and the verdicts of a Victory Check Phase."""

from __future__ import annotations

from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.strategic.victory import check_victory, lost_cities, points, sudden_death, victory_hexes
from rules.kernel.fast_replace import replace
from tests.games.great_war.kit import before_set_up, told
from tests.games.great_war.strategic.kit import played, strategic


def held(number: int, letter: str = "E", lost: tuple[str, ...] = (), **fields: object) -> State:
    """Victory hexes in France, that many, and cities lost to the Allies."""
    board = before_set_up().printed.board
    french = sorted(board.ids[i] for i in board.victory if board.country[i] == "FR")
    return strategic(letter, key="victory", taken=frozenset({*french[:number], *lost}), **fields)


def test_18_11_twenty_points_win() -> None:
    """§18.11: from C on; nineteen do not, and on B nobody looks."""
    assert points(held(20)) == 20
    assert played(check_victory, held(19))[0].ended is None
    won, _ = played(check_victory, held(20, "C"))
    assert won.ended is not None
    assert won.ended == (CENTRAL, "The Central Powers have 20 victory points.", "18.11")
    assert played(check_victory, held(20, "B"))[0].ended is None


def test_18_13_lost_cities_and_edges_of_germany_cost_points() -> None:
    """§18.13, §18.14: a city, or a German hex at the edge of a map, takes one off; below zero the Allies win."""
    assert points(held(3, lost=("E5514", "W6934"))) == 1
    assert lost_cities(held(0, lost=("E5514", "W6934", "W6933"))) == ("E5514", "W6934")
    assert played(check_victory, held(2, lost=("E5514", "W6934")))[0].ended is None
    board = before_set_up().printed.board
    austrian = next(board.ids[i] for i in sorted(board.edges & board.by_country["AH"]) if i not in board.cities)
    assert lost_cities(held(0, lost=(austrian,))) == ()
    lost, _ = played(check_victory, held(1, lost=("E5514", "W6934")))
    assert lost.ended is not None
    assert lost.ended == (ALLIED, "The Central Powers have fewer than zero victory points.", "18.14")


def test_18_15_a_draw_at_the_end_of_june_1919() -> None:
    """§18.15: on U, when nobody has won; in 1918 the Central Powers have lost (§21.59)."""
    end, _ = played(check_victory, held(5, "U"))
    assert end.ended is not None
    assert end.ended == ("", "Nobody has won by June 1919.", "18.15")
    assert end.outcome is not None
    assert end.outcome.winner is None
    late, _ = played(check_victory, replace(held(5, "U"), scenario="1918"))
    assert late.ended is not None
    assert late.ended == (ALLIED, "The Central Powers have not won by June 1919.", "21.59")


def test_21_59_two_of_three_aims_with_fourteen_points() -> None:
    """§21.59: Venice and Salonika, say, in 1918 alone; thirteen points are too few."""
    sides = {**before_set_up().sides, "GK": ALLIED}
    aims = ("W2022", "E1116")
    enough = held(12, "Q", aims, sides=sides)
    assert points(enough) == 14
    won, _ = played(check_victory, replace(enough, scenario="1918"))
    assert won.ended is not None
    assert won.ended == (CENTRAL, "The Central Powers have 14 points and two of their three aims.", "21.59")
    assert played(check_victory, enough)[0].ended is None
    for state in (held(11, "Q", aims, sides=sides), held(13, "Q", aims[:1], sides=sides)):
        assert played(check_victory, replace(state, scenario="1918"))[0].ended is None
    board = before_set_up().printed.board
    russia = tuple(board.ids[i] for i in sorted(board.cities & board.by_country["RU"]))
    for aim in aims:
        with_russia = played(check_victory, replace(held(6, "Q", (*russia, aim), sides=sides), scenario="1918"))[0]
        assert with_russia.ended is not None
        short = held(6, "Q", (*russia[1:], aim), sides=sides)
        assert 14 <= points(short) < 20
        assert played(check_victory, replace(short, scenario="1918"))[0].ended is None


def test_18_11_scutari_counts_until_austria_has_collapsed() -> None:
    """§18.11: Albania is nobody's, so whoever stands in Scutari has it."""
    state = strategic("E", {"E1709": "ge-3"})
    assert "E1709" in victory_hexes(state)
    assert "E1709" not in victory_hexes(strategic("E"))
    gone = replace(state, strategic_state=replace(state.strategic_state, collapsed=("AH",)))
    assert "E1709" not in victory_hexes(gone)


def test_14_63_devastated_hexes_do_not_count() -> None:
    """§14.63: a hex of the line of 1917, say."""
    state = held(4)
    waste = next(h for h in sorted(state.taken))
    assert points(replace(state, devastated=frozenset({waste}))) == 3


def test_5_18_emergency_replacements_count() -> None:
    """§5.18: a French call adds a point, a German one takes one off."""
    assert points(held(19, strategic_state={"emergencies": 1})) == 20
    assert points(held(20, strategic_state={"emergencies": -1})) == 19


def test_18_3_berlin_or_two_hexes_of_the_ruhr() -> None:
    """§18.3: the instant that they are entered; one hex of the Ruhr is not enough."""
    one, _ = played(lambda play, _: play.enter(["W6830"], ALLIED), strategic("E", key="first-movement"))
    assert sudden_death(one) is None
    assert told(one, ALLIED, "end_phase").ended is None
    two, _ = played(lambda play, _: play.enter(["W6729"], ALLIED), one)
    ended = told(two, ALLIED, "end_phase").ended
    assert ended is not None
    assert ended == (ALLIED, "The Ruhr has fallen.", "18.3")
    berlin = sudden_death(strategic("E", taken=frozenset({"E5102"})))
    assert berlin is not None
    assert (berlin.winner, berlin.reason) == (ALLIED, "Berlin has fallen.")
    assert sudden_death(strategic("E")) is None


def test_18_3_the_section_of_either_capture() -> None:
    """§18.3: what a player is told to read is the rule of the captures."""
    ends = [sudden_death(strategic("E", taken=frozenset(taken))) for taken in (("E5102",), ("W6830", "W6729"))]
    assert [end.section for end in ends if end is not None] == ["18.3", "18.3"]
