"""Chapter 12: the weather of a turn, and what it does to movement and combat."""

from __future__ import annotations

import pytest

from rules.great_war.events.weather import WeatherDetermined
from rules.great_war.reach import price
from rules.great_war.state import State
from rules.great_war.weather import determine, weather_on
from tests.games.great_war.kit import position
from tests.games.great_war.strategic.kit import played

WEATHERS = ("fair", "wet", "snow")


def turn(date: str) -> State:
    """That turn before its weather is known."""
    start = position({}, weather=("", ""))
    number = next(t.number for t in start.printed.charts.turns if t.date == date)
    return position({}, weather=("", ""), turn=number)


@pytest.mark.parametrize(("die", "expected"), [(1, "wet"), (2, "fair"), (5, "wet"), (6, "fair")])
def test_12_13_an_even_die_is_fair_and_an_odd_one_wet(die: int, expected: str) -> None:
    """§12.13: in March the west and Italy have what the die says, the east what its track says."""
    after, _ = played(determine, turn("Mar 1916"), die)
    assert weather_on(after, "west") == weather_on(after, "italy") == expected
    east = next(t.east for t in after.printed.charts.turns if t.date == "Mar 1916")
    assert weather_on(after, "east") == east
    assert played(determine, after)[1] == []


def test_12_11_other_months_are_printed_and_roll_no_die() -> None:
    """§12.11, §12.12: November 1914: wet in the west and Italy, snow in the east."""
    after, events = played(determine, turn("Nov/Dec 1914"))
    assert [weather_on(after, f) for f in ("west", "italy", "east")] == ["wet", "wet", "snow"]
    assert isinstance(events[0], WeatherDetermined)
    assert events[0].die is None


def test_12_0_fair_wet_and_snow_and_no_heat_in_europe() -> None:
    """§12.0: the tracks of Europe know three kinds, and a die that decides between two of them."""
    turns = position({}).printed.charts.turns
    assert {t.west for t in turns} | {t.east for t in turns} == {*WEATHERS, "variable"}


def test_12_2_columns_of_the_ground_in_each_weather() -> None:
    """§12.2, §10.42, §10.43: forests shift one in wet and snow, mountains two, marsh one in any weather, and flood
    plain is marsh in wet weather."""
    expected = {"forest": (0, 1, 1), "mountain": (1, 2, 2), "marsh": (1, 1, 1), "flood plain": (0, 1, 0)}
    terrain = position({}).printed.charts.terrain
    assert {kind: terrain[kind].shift for kind in expected} == expected


def test_8_4_wet_weather_makes_rivers_and_flood_plains_dear() -> None:
    """§8.4, §8.34, §12.2: one more over a river in wet weather, and flood plain costs what marsh costs."""
    terrain = position({}).printed.charts.terrain
    assert [terrain["flood plain"].cost(w, mountaineers=False) for w in WEATHERS] == [1, 2, 1]
    assert [terrain["marsh"].cost(w, mountaineers=False) for w in WEATHERS] == [2, 2, 2]
    board = position({}).printed.board
    a, side, b = next(
        (a, side, b)
        for a in sorted(board.by_front["east"])
        for side, b in enumerate(board.neighbours[a])
        if b in board.by_front["east"] and board.terrain[b] == "clear" and board.wades(a, side)
    )
    assert b >= 0
    assert [price(position({}, weather=("fair", w)), False, a, side) for w in WEATHERS] == [1, 2, 1]
