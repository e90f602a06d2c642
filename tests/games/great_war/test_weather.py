"""Chapter 12: the weather of a turn, and what it does to movement and combat."""

from __future__ import annotations

import json

import pytest

from rules.great_war.combat.odds import shifts_of
from rules.great_war.facts.weather import WeatherDetermined
from rules.great_war.game import GAME
from rules.great_war.position.state import State
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.turn.weather import determine, weather_on
from tests.games.great_war.kit import position
from tests.games.great_war.strategic.kit import played
from tests.golden.recording import FOLDER

FIRST_SHAPE = FOLDER / "great-war" / "state-v1.json"
WEATHERS = ("fair", "wet", "snow")


def turn(date: str) -> State:
    """That turn before its weather is known."""
    start = position({}, weather={})
    number = next(t.number for t in start.printed.charts.turns if t.date == date)
    return position({}, weather={}, turn=number)


@pytest.mark.parametrize(("die", "expected"), [(1, "wet"), (2, "fair"), (5, "wet"), (6, "fair")])
def test_12_13_an_even_die_is_fair_and_an_odd_one_wet(die: int, expected: str) -> None:
    """§12.13: in March the west and Italy have what the die says, the east what its track says."""
    after, facts = played(determine, turn("Mar 1916"), die)
    assert [fact.die for fact in facts if isinstance(fact, WeatherDetermined)] == [die]
    assert weather_on(after, "west") == weather_on(after, "italy") == expected
    east = next(t.east for t in after.printed.charts.turns if t.date == "Mar 1916")
    assert weather_on(after, "east") == east
    assert played(determine, after)[1] == []


@pytest.mark.parametrize(("pair", "known"), [(["wet", "snow"], {"west": "wet", "east": "snow"}), (["", ""], {})])
def test_12_1_a_match_that_was_stored_with_a_pair_of_weathers_goes_on_in_it(pair: list[str], known: object) -> None:
    """§12.1: the first shape of the position had two weathers, the second has one for each zone."""
    stored = json.loads(FIRST_SHAPE.read_text(encoding="utf-8")) | {"weather": pair}
    state = GAME.load_state(stored)
    assert state.weather == known
    assert weather_on(state, "italy") == (pair[0] or "fair")
    assert weather_on(state, "east") == (pair[1] or "fair")


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


GROUND = {
    "clear": (0, 0, 0),
    "rough": (1, 1, 1),
    "forest": (0, 1, 1),
    "flood plain": (0, 1, 0),
    "marsh": (1, 1, 1),
    "mountain": (1, 2, 2),
    "mountain pass": (1, 2, 2),
}
"""§10.42, §10.43, §12.2: columns to the left in fair weather, wet weather and snow."""


@pytest.mark.parametrize("kind", GROUND)
def test_12_2_columns_of_the_ground_in_each_weather(kind: str) -> None:
    """§12.2, §10.42, §10.43: forests shift one in wet and snow, mountains and passes two, marsh one in any weather;
    flood plain is marsh in wet weather. The weather is that of the front, and the other front's changes nothing."""
    board = position({}).printed.board
    target, start = next(
        (board.ids[b], board.ids[a]) for b in sorted(board.by_front["east"]) for a in board.beside(b)
        if board.terrain[b] == kind and b not in board.cities and b not in board.forts
        and not board.wades(a, board.neighbours[a].index(b))
    )  # fmt: skip
    stacks = {start: "ge-3", target: "ru-26"}
    for n, weather in enumerate(WEATHERS):
        state = position(stacks, "first.east.attacks", weather={"west": "fair", "east": weather})
        found = [told for told in shifts_of(state, CENTRAL, ["ge-3"], target, ["ru-26"], {}) if told[1] == "10.42"]
        assert sum(columns for *_, columns in found) == -GROUND[kind][n]
        other = position(stacks, "first.east.attacks", weather={"west": weather, "east": "fair"})
        assert shifts_of(other, CENTRAL, ["ge-3"], target, ["ru-26"], {}) == tuple(
            told for told in ((kind.capitalize(), "10.42", -GROUND[kind][0]),) if told[2]
        )
