"""§2.5, §2.67: what countries send to the boxes and keep there, and who may come back."""

from __future__ import annotations

from typing import Any

import pytest

from rules.empires_alliances.countries.boxes import bound_for, least_in, note_arrivals, why_not_leave_box
from rules.empires_alliances.countries.conditions import half_corps_in
from rules.empires_alliances.countries.economy import income
from rules.empires_alliances.countries.morale import modifiers_of
from rules.empires_alliances.movement.duties import why_not_end_movement
from rules.empires_alliances.play import Play
from rules.empires_alliances.position.state import State
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from tests.games.empires_alliances.moving import phase
from tests.games.empires_alliances.politics import arriving, held, in_the_war, settled
from tests.games.empires_alliances.table import deployed, empty, passed_to, put, refused, told

ALL = {"TU": "central", "IT": "allied", "BU": "central", "RO": "allied", "US": "allied", "GK": "allied"}

ENOUGH = ("gb-t4", "gb-t54", "gb-cav2", "in-ind2")
"""Four corps, who are in the Middle East from 1916 on."""
TO_BOX = ["ship", "middle-east"]


def alone(places: dict[str, str]) -> State:
    """The campaign with everyone at war and only these units on the map and in boxes."""
    return put(in_the_war(empty(deployed("campaign")), **ALL), places)


def conquered(state: State, nation: str, turn: str) -> State:
    """The position with a country conquered on a turn."""
    war = state.wars[nation]._replace(conquered=state.printed.turns[turn].number)
    return follow(state, replace(state, wars={**state.wars, nation: war}))


def at(state: State, turn: str) -> State:
    """The position on another turn."""
    return follow(state, replace(state, turn=state.printed.turns[turn].number))


@pytest.mark.parametrize(
    ("turn", "halves"),
    [("1914-08-2", 0), ("1914-09", 1), ("1914-10", 2), ("1914-11", 3), ("1915-06", 3), ("1915-07", 5), ("1915-08", 6),
     ("1916-04", 8), ("1918-12", 8)],
)  # fmt: skip
def test_2_67b_how_many_britain_must_keep_in_the_middle_east(turn: str, halves: int) -> None:
    assert least_in(at(alone({}), turn), "middle-east", "GB") == halves
    eased = conquered(alone({}), "TU", "1914-08-2")
    assert least_in(at(eased, turn), "middle-east", "GB") == min(4, halves), "it is reduced, never raised"


@pytest.mark.parametrize(
    ("purse", "turn", "fallen", "paid"),
    [
        ("TU", "1914-11", "", []),
        ("TU", "1914-12", "", ["To the Caucasus", "To the Middle East"]),
        ("TU", "1918-12", "", ["To the Caucasus", "To the Middle East"]),
        ("TU", "1917-12", "RU", ["To the Middle East"]),
        ("RU", "1914-09", "", ["To the Caucasus"]),
        ("RU", "1918-01", "TU", []),
    ],
)
def test_2_67_a_point_a_month_goes_to_each_box(purse: str, turn: str, fallen: str, paid: list[str]) -> None:
    """The Russian one is that of Tiflis, which joins the others when the Ottoman Empire is conquered."""
    state = at(alone({}), turn)
    state = conquered(state, fallen, "1917-11") if fallen else state
    assert [(gain.text, gain.infantry) for gain in income(state, purse) if gain.infantry < 0] == [(p, -1) for p in paid]
    if purse == "RU":
        assert ("Tiflis", 1) in [(gain.text, gain.infantry) for gain in income(state, purse)]


@pytest.mark.parametrize(("turn", "corps", "counts"), [("1916-06", 5, 1), ("1916-03", 5, 0), ("1916-06", 4, 0)])
def test_2_67b_five_british_corps_in_the_middle_east_wear_the_ottomans(turn: str, corps: int, counts: int) -> None:
    units = ["gb-t4", "gb-t54", "gb-cav2", "au-anzac", "in-ind1"][:corps]
    state = at(alone(dict.fromkeys(units, "middle-east")), turn)
    assert [drm for words, _, drm in modifiers_of(state, "TU") if words == "Middle east"] == [1] * counts


def test_2_67b_enough_must_stay_when_units_rotate_out() -> None:
    state = at(alone({"gb-t42": "middle-east", "in-ind10-11": "middle-east", "gb-t4": "middle-east"}), "1914-11")
    assert half_corps_in(state, "middle-east", "GB") == 4
    assert why_not_leave_box(state, ["gb-t42"]) is None
    for leaving in (["gb-t4"], ["gb-t42", "in-ind10-11"]):
        refusal = why_not_leave_box(state, leaving)
        assert refusal is not None
        assert (refusal.code, refusal.section) == ("too-few-in-box", "2.67")
        assert "1.5 corps" in refusal.text
    assert why_not_leave_box(at(state, "1914-09"), ["gb-t4"]) is None


def test_2_67b_guns_in_the_middle_east_are_no_corps() -> None:
    """Docs/rulings: they keep no corps there free to go, come and go themselves, and wear nobody."""
    units = ["gb-t4", "gb-t54", "gb-cav2", "au-anzac", "gb-art-1"]
    state = at(alone(dict.fromkeys(units, "middle-east")), "1916-06")
    assert half_corps_in(state, "middle-east", "GB") == 8
    assert not [words for words, _, _ in modifiers_of(state, "TU") if words == "Middle east"]
    assert why_not_leave_box(state, ["gb-art-1"]) is None
    refusal = why_not_leave_box(state, ["gb-t4"])
    assert refusal is not None
    assert "4 corps" in refusal.text


@pytest.mark.parametrize(("unit", "box"), [("tu-1", "caucasus"), ("tu-1", "middle-east"), ("ru-1", "caucasus")])
def test_2_67_ottomans_and_russians_are_committed_for_good(unit: str, box: str) -> None:
    refusal = why_not_leave_box(alone({unit: box}), [unit])
    assert refusal is not None
    assert (refusal.code, refusal.section) == ("stays-in-box", "2.67")


def test_2_67_in_1914_no_number_is_to_be_kept() -> None:
    state = put(deployed("1914"), {"gb-t4": "middle-east"})
    assert why_not_leave_box(state, ["gb-t4"]) is None


def test_2_67b_a_british_unit_of_the_list_is_bound_for_the_box_until_it_has_been_there() -> None:
    state = alone({"gb-t4": "britain"})
    assert bound_for(at(state, "1915-06"), "gb-t4") == ""
    assert bound_for(at(state, "1915-07"), "gb-t4") == "middle-east"
    assert bound_for(at(state, "1915-07"), "gb-t6") == "", "it has not come yet"
    there = at(put(state, {"gb-t4": "middle-east"}), "1915-07")
    assert bound_for(there, "gb-t4") == ""
    play = Play(there, lambda _, __: 1)
    note_arrivals(play)
    note_arrivals(play)
    assert [event.kind for event in play.events] == ["committed"]
    assert bound_for(put(play.state, {"gb-t4": "britain"}), "gb-t4") == ""


def in_london(turn: str, *units: str, **more: Any) -> State:
    """An Allied Movement Phase of the campaign with units in London, and others elsewhere."""
    return phase("allied", {**dict.fromkeys(units, "britain"), **more}, turn, scenario="campaign")


def test_2_67b_a_unit_of_the_list_sails_as_soon_as_ships_can_take_it() -> None:
    state = in_london("1917-04", "gb-t6", **dict.fromkeys(ENOUGH, "middle-east"))
    refusal = why_not_end_movement(state, "allied")
    assert refusal is not None
    assert (refusal.code, refusal.section, refusal.units) == ("bound-for-box", "2.67", ("gb-t6",))
    assert why_not_end_movement(told(state, "allied", "move", units=["gb-t6"], path=TO_BOX), "allied") is None
    full = {"sea.GB": 12, "sea.FR": 6}
    assert why_not_end_movement(follow(state, replace(state, used=full)), "allied") is None, "no ships"


def test_2_67b_where_too_few_are_in_the_box_others_come_if_they_can() -> None:
    """Docs/rulings: whatever brought it about. Guns are no corps, and a Frenchman is none of Britain's."""
    state = in_london(
        "1916-04", "gb-art-1", "in-indcav1", **dict.fromkeys(ENOUGH[1:], "middle-east"), **{"fr-a1": "4256"}
    )
    refusal = why_not_end_movement(state, "allied")
    assert refusal is not None
    assert (refusal.code, refusal.section, refusal.units) == ("too-few-in-box", "2.67", ("in-indcav1",))
    assert "4 corps in the Middle East" in refusal.text
    assert why_not_end_movement(told(state, "allied", "move", units=["in-indcav1"], path=TO_BOX), "allied") is None
    inland = put(state, {"in-indcav1": "2454"})
    assert why_not_end_movement(inland, "allied") is None, "from there nobody comes to the Mediterranean in a month"


def due(turn: str, late: str) -> State:
    """The Allied Reinforcement Phase of a turn; of the units for the box all are there but one."""
    rows = deployed("campaign").card.commitments
    there = {unit: "middle-east" for row in rows for unit in row.units if unit != late}
    return arriving(turn, "allied", alone(there))


@pytest.mark.parametrize(
    ("turn", "unit", "place"),
    [("1914-09", "gb-t42", "britain"), ("1914-11", "in-ind6", "middle-east"), ("1916-05", "in-ind2", "middle-east")],
)
def test_2_67b_reinforcements_for_the_box_are_not_delayed(turn: str, unit: str, place: str) -> None:
    """§17.11 lets others wait, and §2.67 says must."""
    state = due(turn, unit)
    assert refused(state, "allied", "end_arrivals") == ("must-commit", "2.67")
    came = told(state, "allied", "bring_on", unit=unit, place=place, gone="none")
    assert refused(came, "allied", "bring_on", unit=unit, place=place, gone="none") == ("not-due", "17.11")
    assert told(came, "allied", "end_arrivals").phase.step != "allied.arrivals"


def test_2_67b_17_42_a_unit_that_cannot_be_paid_for_may_wait() -> None:
    state = due("1917-04", "gb-t6")
    assert refused(state, "allied", "end_arrivals") == ("must-commit", "2.67")
    poor = follow(state, replace(state, purses={**state.purses, "GB": state.purses["GB"]._replace(artillery=0)}))
    assert told(poor, "allied", "end_arrivals").phase.step != "allied.arrivals"


def test_2_67b_the_end_of_a_segment_notes_the_units_that_came_to_the_box() -> None:
    state = put(deployed("campaign"), {"gb-t42": "middle-east"})
    state = passed_to(follow(state, replace(state, turn=3)), "allied.move")
    after = told(state, "allied", "end_phase")
    while after.player == "allied":
        after = told(after, "allied", "end_phase")
    assert after.late["committed.middle-east.GB.1914-09"] == 1


def test_2_67a_two_ottoman_corps_go_to_the_caucasus_in_september_1916() -> None:
    state = alone({"tu-1": "5919", "tu-2": "6522", "tu-3": "5824", "tu-cav1": "5919", "ge-a1": "5920"})
    state = arriving("1916-09", "central", _served(state, "middle-east", "1915-07"))
    assert refused(state, "central", "end_arrivals") == ("must-commit", "2.67")
    assert refused(state, "central", "commit", unit="tu-cav1") == ("not-that-corps", "2.67")
    assert refused(state, "central", "commit", unit="ge-a1") == ("not-that-corps", "2.67")
    state = told(told(state, "central", "commit", unit="tu-1"), "central", "commit", unit="tu-3")
    assert state.boxes["caucasus"] == ("tu-1", "tu-3")
    assert refused(state, "central", "commit", unit="tu-2") == ("nothing-to-commit", "2.67")
    told(state, "central", "end_arrivals")


def _served(state: State, box: str, turn: str) -> State:
    return follow(state, replace(state, late={**state.late, f"committed.{box}.TU.{turn}": 1}))


def test_2_67b_a_duty_that_nobody_can_meet_waits() -> None:
    """Rulings, 2.67: without a corps on the map the phase ends; the duty is there when a corps has come."""
    nobody = arriving("1915-07", "central", alone({"tu-cav1": "5919"}))
    assert refused(nobody, "central", "commit", unit="tu-cav1") == ("nothing-to-commit", "2.67")
    later = arriving("1915-08", "central", alone({"tu-1": "5919"}))
    assert told(later, "central", "commit", unit="tu-1").units["tu-1"].at == "middle-east"


@pytest.mark.parametrize(
    ("turn", "british", "due"),
    [("1916-07", ("gb-t4", "gb-t54"), True), ("1916-07", ("gb-t4",), False), ("1916-08", ("gb-t4", "gb-t54"), False),
     ("1917-07", ("gb-t4", "gb-t54"), True)],
)  # fmt: skip
def test_2_67b_in_july_1916_and_1917_only_if_there_are_more_british_corps(
    turn: str, british: tuple[str, ...], due: bool
) -> None:
    """Rulings, 2.67: what depends on the numbers of a month is a duty of that month alone."""
    places = {"tu-1": "5919", "tu-2": "middle-east", **dict.fromkeys(british, "middle-east")}
    state = _served(alone(places), "middle-east", "1915-07")
    state = follow(state, replace(state, late={**state.late, "committed.caucasus.TU.1916-09": 2}))
    state = arriving(turn, "central", state)
    if due:
        assert refused(state, "central", "end_arrivals") == ("must-commit", "2.67")
        assert told(state, "central", "commit", unit="tu-1").units["tu-1"].at == "middle-east"
    else:
        assert refused(state, "central", "commit", unit="tu-1") == ("nothing-to-commit", "2.67")


def test_2_67a_one_ottoman_corps_comes_back_to_angora_two_months_after_russia_is_conquered() -> None:
    base = alone({"tu-1": "caucasus", "tu-2": "caucasus", "tu-cav1": "caucasus", "tu-3": "middle-east"})
    assert refused(arriving("1915-03", "central", base), "central", "recall", unit="tu-1") == ("not-conquered", "2.67")
    base = conquered(base, "RU", "1915-02")
    early = arriving("1915-03", "central", base)
    assert refused(early, "central", "recall", unit="tu-1") == ("too-early", "2.67")
    state = arriving("1915-04", "central", base)
    for unit in ("tu-cav1", "tu-3"):
        assert refused(state, "central", "recall", unit=unit) == ("not-that-corps", "2.67")
    after = told(state, "central", "recall", unit="tu-2")
    assert after.units["tu-2"].at == "6312"
    assert refused(after, "central", "recall", unit="tu-1") == ("one-only", "2.67")
    lost = arriving("1915-04", "central", held(base, "allied", "6312"))
    assert refused(lost, "central", "recall", unit="tu-1") == ("not-controlled", "2.67")


def test_2_67a_one_russian_corps_comes_back_to_rostov_a_month_after_the_ottomans_are_conquered() -> None:
    base = conquered(alone({"ru-1": "caucasus"}), "TU", "1915-02")
    assert refused(arriving("1915-02", "allied", base), "allied", "recall", unit="ru-1") == ("too-early", "2.67")
    after = told(arriving("1915-03", "allied", base), "allied", "recall", unit="ru-1")
    assert after.units["ru-1"].at == "4402"


def test_2_67_a_box_without_duties_asks_nobody() -> None:
    state = settled(arriving("1914-10", "central"))
    assert refused(state, "central", "commit", unit="ge-a1") == ("nothing-to-commit", "2.67")
    assert refused(state, "central", "recall", unit="ge-a1")[1] == "2.67"


def test_2_67_movement_asks_what_a_box_must_keep_and_where_units_are_bound() -> None:
    state = passed_to(deployed("campaign"), "allied.move")
    sept = replace(state, turn=state.printed.turns["1914-09"].number)
    bound = put(sept, {"gb-t42": "britain"})
    answer = refused(bound, "allied", "move", units=["gb-t42"], path=["ship", "2357"])
    assert answer == ("bound-for-box", "2.67")
    assert (
        told(bound, "allied", "move", units=["gb-t42"], path=["ship", "middle-east"]).units["gb-t42"].at
        == "middle-east"
    )
    kept = put(sept, {"gb-t42": "middle-east"})
    answer = refused(kept, "allied", "move", units=["gb-t42"], path=["ship", "britain"])
    assert answer[1] == "2.67"
