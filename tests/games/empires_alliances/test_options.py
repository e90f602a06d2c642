"""§22.0, §2.8: the options of a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.empires_alliances.game import GAME
from rules.empires_alliances.printed.data import AS_PRINTED
from rules.empires_alliances.setup.match_options import sheet_for
from rules.kernel.match_options import OptionRefused
from tests.thorough import at_least_one

RULES = Path(__file__).resolve().parents[3] / "rules" / "empires_alliances"


def told(scenario: str) -> dict[str, dict[str, object]]:
    (found,) = (s for s in GAME.scenarios if s.id == scenario)
    return {str(option["id"]): dict(option) for option in found.options}


def test_22_what_is_on_offer_is_asked_for_by_a_rule() -> None:
    """§22.0: an option without a rule of its own would change nothing, so nobody is offered it."""
    text = "".join(file.read_text(encoding="utf-8") for file in RULES.rglob("*.py") if file.name != "match_options.py")
    for scenario in at_least_one(GAME.scenarios):
        for name in at_least_one(told(scenario.id)):
            assert f'"{name}"' in text, name
            assert str(told(scenario.id)[name]["help"]).endswith("."), "whoever chooses is told what it does"


def test_1_67_august_1914_is_always_played_with_the_three_plans() -> None:
    state = GAME.new_match("1914", {})
    assert state.options == {name: name for name in ("schlieffen-plan", "plan-17", "second-army")}
    assert {name for name, option in told("1914").items() if option["compulsory"]} == {*state.options}
    with pytest.raises(OptionRefused) as refused:
        GAME.new_match("1914", {"plan-17": False})
    assert refused.value.refusal.section == "22.5"


def test_22_10_a_scenario_without_morale_has_no_rolls_to_make_one() -> None:
    """§22.10, §22.13, §2.8: what needs something that the scenario has not is greyed, and refused in the same words."""
    barred = {"length", "variable-entry", "flexible-mobilisation", "one-morale-roll", "infiltration"}
    assert {name for name, option in told("1914").items() if option["refusal"]} == barred
    plans = {"schlieffen-plan", "plan-17", "second-army"}
    of_1918 = barred - {"one-morale-roll", "infiltration"} | plans
    assert {name for name, option in told("1918").items() if option["refusal"]} == of_1918
    assert not any(option["refusal"] for option in told("campaign").values())
    with pytest.raises(OptionRefused) as refused:
        GAME.new_match("1914", {"one-morale-roll": True})
    assert refused.value.refusal.shape() == told("1914")["one-morale-roll"]["refusal"]


def test_22_4_to_22_6_the_plans_of_august_1914_can_be_chosen_in_the_campaign() -> None:
    """§22.1: but not with flexible mobilisation."""
    plans = {"schlieffen-plan": True, "plan-17": True, "second-army": True}
    assert {*GAME.new_match("campaign", plans).options} == {*plans}
    assert GAME.new_match("campaign", {}).options == {}
    with pytest.raises(OptionRefused) as refused:
        GAME.new_match("campaign", {"plan-17": True, "flexible-mobilisation": True})
    assert refused.value.refusal.section in {"22.1", "22.5"}


def test_22_options_of_1918_are_remembered() -> None:
    chosen = {"one-morale-roll": True, "infiltration": True, "supply-paths": False}
    state = GAME.new_match("1918", chosen)
    assert state.options == {"one-morale-roll": "one-morale-roll", "infiltration": "infiltration"}
    assert state.option("supply-paths") == ""
    assert GAME.new_match("1918", {}).options == {}


@pytest.mark.parametrize("options", [{"flexible-mobilisation": True}, {"supply-paths": "on"}, {"nonsense": True}])
def test_22_what_is_no_option_is_refused(options: dict[str, bool | str]) -> None:
    with pytest.raises(OptionRefused):
        GAME.new_match("1918", options)  # type: ignore[arg-type]


def test_2_8_22_12_the_campaign_has_three_lengths() -> None:
    sheet = sheet_for(AS_PRINTED, "campaign")
    assert sheet.read({"length": "full"}) == {}
    assert sheet.read({"length": "short"}) == {"length": "short"}
    with pytest.raises(OptionRefused):
        sheet.read({"length": "endless"})
