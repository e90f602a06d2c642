"""Options that need something of a scenario and shut others out: what is offered, what is refused, and why."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.game import Scenario
from rules.kernel.match_options import MatchOption, OptionRefused, OptionSheet
from rules.kernel.messages import Json
from tests.contract.option_sets import alone_and_together, impossible

OPTIONS = {
    o.id: o
    for o in (
        MatchOption("length", "Length", "2.8", ("campaign",), (), ("full", "short"), words={"short": "Until 1916"}),
        MatchOption("free", "Free deployment", "22.1", ("august",), ("plan", "army")),
        MatchOption("plan", "The plan", "22.4", ("august",), ("free",)),
        MatchOption("army", "The army", "22.6", (), ("free",)),
        MatchOption("fronts", "Fronts", "22.3", help="Each stays on its own."),
    )
}
LACKS = {"campaign": "It is for the campaign.", "august": "It is for August 1914."}


def sheet(features: tuple[str, ...] = ("campaign", "august"), compulsory: tuple[str, ...] = ()) -> OptionSheet:
    return OptionSheet(OPTIONS, features, compulsory, LACKS)


def told(options: OptionSheet) -> dict[str, Any]:
    return {str(o["id"]): o for o in options.told()}


def refused(options: OptionSheet, **given: Json) -> tuple[str, str, str]:
    with pytest.raises(OptionRefused) as why:
        options.read(given)
    refusal = why.value.refusal
    assert str(why.value) == refusal.text
    return refusal.code, refusal.section, refusal.text


def test_what_was_chosen_is_read_in_the_order_of_the_sheet() -> None:
    assert sheet().read({"fronts": True, "length": "short", "plan": True}) == {
        "length": "short", "plan": "plan", "fronts": "fronts",
    }  # fmt: skip
    assert [*sheet().read({"fronts": True, "length": "short"})] == ["length", "fronts"]
    assert sheet().read({"length": "full", "plan": False}) == {}


def test_an_option_is_refused_where_the_scenario_has_not_what_it_needs() -> None:
    nothing = sheet(())
    assert refused(nothing, free=True) == ("no-such-choice", "22.1", "Free deployment: It is for August 1914.")
    assert told(nothing)["free"]["refusal"]["text"] == "Free deployment: It is for August 1914."
    assert told(nothing)["fronts"]["refusal"] is None


def test_options_that_do_not_go_together_are_refused_and_each_says_so() -> None:
    text = "Free deployment: It does not go together with The plan."
    assert refused(sheet(), free=True, plan=True) == ("no-such-choice", "22.1", text)
    assert told(sheet())["free"]["excludes"]["plan"]["text"] == text
    assert [*told(sheet())["plan"]["excludes"]] == ["free"]


def test_a_compulsory_option_is_there_and_cannot_be_taken_away_nor_shut_out() -> None:
    august = sheet(("august",), ("plan",))
    assert august.read({}) == august.read({"plan": True}) == {"plan": "plan"}
    assert refused(august, plan=False)[2] == "The plan: The scenario is always played with it."
    assert "always played with The plan" in refused(august, free=True)[2]
    assert (told(august)["plan"]["default"], told(august)["plan"]["compulsory"]) == (True, True)
    assert told(august)["free"]["refusal"] is not None
    assert not OPTIONS["free"].offered(("august",), ("plan",))


@pytest.mark.parametrize("given", [{"nothing": True}, {"fronts": "yes"}, {"length": "long"}, {"length": True}])
def test_what_is_no_option_or_no_choice_of_one_is_refused(given: dict[str, Json]) -> None:
    with pytest.raises(OptionRefused):
        sheet().read(given)


def test_a_sheet_that_contradicts_itself_is_no_sheet() -> None:
    one = {**OPTIONS, "plan": MatchOption("plan", "The plan", "22.4")}
    with pytest.raises(ValueError, match="does not exclude"):
        OptionSheet(one, lacks=LACKS)
    with pytest.raises(ValueError, match="no sentence"):
        OptionSheet(OPTIONS)
    with pytest.raises(ValueError, match="cannot be"):
        sheet((), ("plan",))
    with pytest.raises(ValueError, match="cannot be"):
        sheet(compulsory=("plan", "free"))


def test_words_of_a_choice_and_help_are_told() -> None:
    assert told(sheet())["length"]["choices"] == {"full": "Full", "short": "Until 1916"}
    assert told(sheet())["fronts"]["help"] == "Each stays on its own."


@pytest.mark.parametrize(
    ("features", "compulsory"),
    [
        ((), ()),
        ((), ("army",)),
        (("august",), ()),
        (("august",), ("plan",)),
        (("campaign", "august"), ("plan", "army")),
    ],
)
def test_the_suites_play_each_option_alone_and_all_that_go_together(
    features: tuple[str, ...], compulsory: tuple[str, ...]
) -> None:
    here = sheet(features, compulsory)
    scenario = Scenario("s", "S", "", (), here.told())
    played = alone_and_together(scenario)
    for options in played:
        assert here.read(options).keys() == {*options, *compulsory}
    offered = {o.id for o in OPTIONS.values() if o.offered(features, compulsory)}
    assert {name for options in played if len(options) == 1 for name in options} == offered
    # Whatever could still join one of the largest sets would have been in it.
    for options in played[len(offered) :]:
        for name in offered - options.keys():
            assert any(other in OPTIONS[name].excludes for other in options)
    for options in impossible(scenario):
        with pytest.raises(OptionRefused):
            here.read(options)
    assert len([*impossible(scenario)]) >= 4


def test_the_largest_sets_are_those_on_either_side_of_what_excludes() -> None:
    played = alone_and_together(Scenario("s", "S", "", (), sheet().told()))
    assert {tuple(sorted(options)) for options in played if len(options) > 1} == {
        ("army", "fronts", "length", "plan"),
        ("free", "fronts", "length"),
    }
