"""§7.2, decisions/0040: a draft for the next Movement Phase, made while the other side plays."""

from __future__ import annotations

import pytest

from rules.empires_alliances.game import GAME
from rules.empires_alliances.next_segment import next_segment
from rules.kernel.drafting import Drafted, Trial, matter_of, next_turn_position, try_next
from rules.kernel.fast_replace import replace
from tests.games.empires_alliances.fields import FRENCH, GERMANS, T, duel
from tests.games.empires_alliances.politics import arriving
from tests.games.empires_alliances.table import deployed, opened, passed_to, told


def test_7_2_the_allies_draft_the_same_month_while_the_central_powers_play() -> None:
    state = passed_to(deployed(), "central.attacks")
    found = next_turn_position(GAME, state, "allied")
    assert found is not None
    assert (found.phase.step, found.turn, found.weather) == ("allied.move", state.turn, state.weather)
    assert next_turn_position(GAME, state, "central") is None, "who is asked now drafts for now"


def test_7_2_orders_that_were_drafted_fit_when_the_phase_comes() -> None:
    state = passed_to(deployed(), "central.attacks")
    found = next_turn_position(GAME, state, "allied")
    assert found is not None
    french = next(u for u in sorted(found.on_map("allied")) if found.counter(u).nation == "FR" and _ways(found, u))
    command = {"kind": "move", "units": [french], "path": [_ways(found, french)[0]]}
    trial = try_next(GAME, Trial(found), "allied", "allied", Drafted(GAME.ask(found, "allied"), command))
    assert [t.status for t in trial.tried] == ["fits"]
    come = passed_to(state, "allied.move")
    assert matter_of(GAME.ask(come, "allied")) == matter_of(GAME.ask(found, "allied"))
    told(come, "allied", **command)  # type: ignore[arg-type]


def _ways(state: object, unit: str) -> list[str]:
    """Where a corps may go by one step."""
    asked = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": [unit]}}
    answer = GAME.consult(state, "allied", asked)  # type: ignore[arg-type]
    options = answer.get("options") if isinstance(answer, dict) else None
    ways = (options or {}).get("ways", {}) if isinstance(options, dict) else {}
    return [*ways] if isinstance(ways, dict) else []


@pytest.mark.parametrize(
    ("now", "weather", "drafted"),
    [
        ("1914-08-1", ("clear", "clear"), ("clear", "clear")),
        ("1914-12", ("clear", "clear"), ("snow", "snow")),
    ],
)
def test_20_1_the_weather_of_the_next_month_is_the_likeliest(
    now: str, weather: tuple[str, str], drafted: tuple[str, str]
) -> None:
    state = passed_to(deployed(), "allied.attacks")
    state = replace(state, turn=state.printed.turns[now].number, weather=weather, scenario="campaign")
    found = next_segment(state, "central")
    assert found is not None
    assert (found.turn, found.phase.step) == (state.turn + 1, "central.move")
    assert found.weather == drafted


def test_2_8_nothing_is_drafted_after_the_last_turn_or_in_set_up() -> None:
    assert next_segment(opened(), "central") is None
    state = passed_to(deployed(), "allied.attacks")
    last = replace(state, turn=max(t.number for t in state.printed.turns.values() if t.id.startswith("1914")))
    assert next_segment(last, "central") is None
    assert next_segment(last, "spectator") is None


def test_13_6_an_open_attack_is_left_out_of_a_draft() -> None:
    """An attack is a lane of its own, and does not stand in the way."""
    state = told(duel(GERMANS, FRENCH), "central", "attack", hex=T, units=[*GERMANS])
    assert state.lanes
    found = next_segment(state, "allied")
    assert found is not None
    assert (found.lanes, found.phase.step) == ({}, "allied.move")


def test_18_11_nothing_is_drafted_while_a_country_deploys() -> None:
    state = arriving("1914-10", "central")
    assert next_segment(state, "allied") is not None
    assert next_segment(told(state, "central", "declare_war", nation="NL"), "allied") is None
