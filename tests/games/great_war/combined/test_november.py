"""§19.5, §19.6 on six fronts: August 1914 in Europe, November 1914 in the Near East, weather of four columns."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from rules.great_war.combat.odds import odds_of_attack
from rules.great_war.movement.rails import why_no_train
from rules.great_war.movement.transfer import why_not_in
from rules.great_war.movement.transit import why_not_off, why_not_out
from rules.great_war.position.changes import relocate
from rules.great_war.position.state import ARABIA, TRANSIT, PhaseFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.turn.weather import determine
from rules.kernel.fast_replace import replace
from tests.games.great_war.combined.kit import GAME, at_war, done, refusal, set_up, until
from tests.games.great_war.near_east.kit import placed
from tests.games.great_war.strategic.kit import played

CAMPAIGN = "combined-campaign"
CALAIS, BERLIN, BRESLAU, KIEV, TIFLIS = "W6707", "E5102", "E4508", "E4129", "NC4243"
CAIRO, PORT_SAID, SUEZ = "NE4607", "NE4313", "NE4206"


@cache
def trains(side: str, turn: int) -> State:
    """The strategic movement of a side of the campaign on a turn of 1914 or 1915."""
    return at_war(until(CAMPAIGN, f"{side}.rail"), turn)


def rail(unit: str, to: str) -> dict[str, object]:
    """An order by rail."""
    return {"kind": "rail", "units": [unit], "to": to}


def sail(unit: str, to: str) -> dict[str, object]:
    """An order by sea."""
    return {"kind": "sail", "units": [unit], "to": to}


@pytest.mark.parametrize(("turn", "runs"), [(6, False), (7, True)])
def test_19_61_nothing_runs_there_in_november(turn: int, runs: bool) -> None:
    """§19.61: no trains and no ships for units in the Near East, nor out of Arabia or into the boxes; in Europe all
    go. On the next turn they do."""
    allied = relocate(relocate(trains(ALLIED, turn), ["br-10in"], CAIRO), ["br-11in"], PORT_SAID)
    allied = relocate(relocate(allied, ["br-1"], CALAIS), ["ru-39"], TIFLIS)
    central = relocate(relocate(trains(CENTRAL, turn), ["tu-23"], "NE1728"), ["ge-1"], BERLIN)
    arabia: dict[str, object] = {"kind": "out_of_arabia", "units": [central.boxes[ARABIA][0]], "to": "NE1728"}
    asked = (
        (allied, ALLIED, rail("br-10in", SUEZ)), (allied, ALLIED, sail("br-11in", SUEZ)),
        (allied, ALLIED, sail("br-11in", CALAIS)),
    )  # fmt: skip
    for state, seat, order in asked:
        if runs:
            done(state, seat, order)
        else:
            assert refusal(state, seat, order).section == "19.61", order
    if runs:
        done(central, CENTRAL, arabia)
    else:
        assert refusal(central, CENTRAL, arabia)
    turk = central.boxes[ARABIA][0]
    for found in (why_not_in(allied, "ru-39"), why_not_off(central, "tu-23"), why_not_out(central, turk, ARABIA)):
        assert (found is None) == runs
        assert found is None or found.section == "19.61"
    other = next(h for h in ("W6606", "W6709", "W5801") if h in ports(allied))
    assert done(allied, ALLIED, sail("br-1", other)).units["br-1"].at == other
    assert done(central, CENTRAL, rail("ge-1", BRESLAU)).units["ge-1"].at == BRESLAU


def ports(state: State) -> list[str]:
    """Where the first British may sail."""
    found: Any = GAME.consult(
        state, ALLIED, {"kind": "slot", "order": "sail", "slot": "to", "chosen": {"units": ["br-1"]}}
    )
    options: list[str] = found["options"]["of"]
    return options


def test_19_62_from_europe_they_come_in_november() -> None:
    """§19.62, §19.61: not before that turn; on it by ship to Egypt, and Russians into the transfer box."""
    for turn in (5, 6):
        state = relocate(relocate(trains(ALLIED, turn), ["br-1"], CALAIS), ["ru-1gd"], KIEV)
        if turn == 5:
            assert refusal(state, ALLIED, sail("br-1", PORT_SAID)).section == "19.62"
            found = why_not_in(state, "ru-1gd")
            assert found is not None
            assert found.section == "19.62"
        else:
            after = done(state, ALLIED, sail("br-1", PORT_SAID))
            assert (after.units["br-1"].at, after.phase.used) == (PORT_SAID, {"sea": 1, "near-east-sea": 1})
            assert why_not_in(state, "ru-1gd") is None


@pytest.mark.parametrize(("turn", "drm"), [(6, 0), (7, -2)])
def test_19_61_russians_do_not_mind_the_first_snow(turn: int, drm: int) -> None:
    """§19.61, §12.2: in the Caucasus in Nov/Dec 1914; Turks do, and Russians from the next turn on."""
    state = placed(at_war(set_up(CAMPAIGN), turn), {"NC4234": "ru-39", "NC4235": "tu-33"})
    state = replace(state, weather={"west": "wet", "east": "snow", "caucasus": "snow", "south": "fair"})
    for side, unit, target, wanted in ((ALLIED, "ru-39", "NC4235", drm), (CENTRAL, "tu-33", "NC4234", -2)):
        odds = odds_of_attack(state, side, [unit], target, state.stacks[target], {})
        assert sum(number for _, section, number in odds.drms if section == "12.2") == wanted
    # In Europe snow takes nothing off.
    east = placed(state, {"E4424": "ru-1gd", "E4324": "ge-1"})
    odds = odds_of_attack(east, ALLIED, ["ru-1gd"], "E4324", east.stacks["E4324"], {})
    assert not [drm for drm in odds.drms if drm[1] == "12.2"]


def test_19_55_no_trains_anywhere_on_the_first_turn() -> None:
    """§19.55: as in Europe alone."""
    state = relocate(replace(trains(CENTRAL, 1), turn=1), ["ge-1"], BERLIN)
    assert refusal(state, CENTRAL, rail("ge-1", BRESLAU))
    found = why_no_train(state, "ge-1")
    assert found is not None
    assert found.section == "19.55"
    assert not state.boxes[TRANSIT]


@pytest.mark.parametrize(
    ("turn", "dice", "weather"),
    [
        (1, (), {"west": "fair", "east": "fair"}),
        (6, (), {"west": "wet", "east": "snow", "south": "fair", "caucasus": "snow"}),
        (8, (3,), {"west": "wet"}),
        (8, (2,), {"west": "fair"}),
    ],
)
def test_12_12_four_columns(turn: int, dice: tuple[int, ...], weather: dict[str, str]) -> None:
    """§12.11 to §12.13: of the Near East from November 1914; a die in March and October for the west alone."""
    state = replace(set_up(CAMPAIGN), turn=turn, weather={}, cursor=(PhaseFrame("weather"),))
    after, facts = played(determine, state, *dice)
    assert {zone: after.weather[zone] for zone in weather} == weather
    assert len(after.weather) == (4 if turn >= 6 else 2)
    assert [fact.kind for fact in facts] == ["weather", *(["near-east-weather"] if turn >= 6 else [])]
    shown: Any = GAME.view(after, ALLIED)
    assert shown["tracks"]["zones"] == ["west", "east", "caucasus", "south"]
    lines = [line for fact in facts if (line := GAME.narrate(state, fact, after, "spectator"))]
    assert len(lines) == len(facts)


def test_19_53_garrisons_and_armies_of_august_are_europe_s() -> None:
    """§19.53, §19.54, §19.62: set-up codes of both games do not mix: units of Erzurum or Tiflis are no fortress
    troops, and in November they move."""
    state = at_war(until(CAMPAIGN, "first-movement"), 6)
    board = state.printed.board
    russians = [u for u in state.on_map(ALLIED) if state.counter(u).nation == "RU" and state.units[u].at[:2] == "NC"]
    asked = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": russians[:1]}}
    assert state.west == CENTRAL
    found: Any = GAME.consult(state, ALLIED, asked)
    assert found["options"]["costs"]
    assert board.front[board.index[state.units[russians[0]].at]] == "caucasus"


def test_9_56_a_landing_stops_the_ships_of_europe_alone() -> None:
    """§9.56, §6.52: on its turn none sails to, from or in Europe; those of the Near East go on."""
    state = relocate(relocate(trains(ALLIED, 9), ["br-1"], CALAIS), ["br-11in"], PORT_SAID)
    other = next(h for h in ("W6606", "W6709", "W5801") if h in ports(state))
    landed = replace(state, chit_state=replace(state.chit_state, landed=9))
    for order in (sail("br-1", other), sail("br-1", PORT_SAID), sail("br-11in", CALAIS)):
        assert done(state, ALLIED, order)
        assert refusal(landed, ALLIED, order).section == "9.56"
    after = done(landed, ALLIED, sail("br-11in", SUEZ))
    assert (after.units["br-11in"].at, after.phase.used) == (SUEZ, {"near-east-sea": 1})
