"""§11.53 The Sinai pipeline: laid town by town, thrown back by whoever enters behind its end, and what it feeds."""

from __future__ import annotations

import pytest

from rules.great_war.facts.pipeline import PipelineMoved
from rules.great_war.game import GAME
from rules.great_war.position.changes import relocate, with_near_east
from rules.great_war.position.pipeline import next_town, thrown_back
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import PIPELINE, SECOND_MOVEMENT
from rules.great_war.supply import near_east
from rules.great_war.supply.starving import starved_units
from rules.great_war.supply.tracing import IN, UNSUPPLIED, supply_of
from tests.games.great_war.kit import before_set_up as in_europe
from tests.games.great_war.kit import refused, told, told_with
from tests.games.great_war.near_east.kit import before_set_up, ended, placed, set_up, to_movement, until

ROMANI, STATION, EL_ARISH, RAFAH = COAST = ("NE4011", "NE3611", "NE3311", "NE3112")
TURKS = ("tu-36", "tu-37", "tu-38", "tu-34", "tu-35", "tu-33")
TURKS_AWAY = {"NE2711": "tu-36 tu-37"}


def as_far_as(town: str, state: State | None = None) -> State:
    """The set-up with the Turks in Beersheba and the pipeline laid so far."""
    return with_near_east(placed(state or set_up(), TURKS_AWAY), pipeline=town)


def at_the_end_of_a_strategic_turn(stacks: dict[str, str], town: str = "") -> State:
    """Strategic turn E at its last question, with these units where they stood all the while."""
    return until(placed(as_far_as(town, to_movement()), stacks), PIPELINE)


def test_11_53_the_allies_lay_it_where_they_stand() -> None:
    """§11.53: one town, the westernmost first; the next strategic turn may bring the next."""
    state = at_the_end_of_a_strategic_turn({ROMANI: "br-10in", STATION: "br-11in"})
    assert GAME.deciders(state) == (ALLIED,)
    assert refused(state, CENTRAL, "lay_pipeline").code
    after, facts = told_with(state, ALLIED, "lay_pipeline")
    assert [fact for fact in facts if isinstance(fact, PipelineMoved)] == [PipelineMoved(ALLIED, ROMANI)]
    assert after.phase.key != PIPELINE
    assert (after.near_east.pipeline, next_town(after)) == (ROMANI, STATION)
    assert GAME.load_state(GAME.dump_state(after)) == after
    again = until(after, PIPELINE)
    assert again.strategic > after.strategic
    assert told(again, ALLIED, "lay_pipeline").near_east.pipeline == STATION


@pytest.mark.parametrize(("scenario", "town"), [("near-east-1916", ""), ("near-east-1917", EL_ARISH)])
def test_21_46_where_it_runs_when_a_scenario_begins(scenario: str, town: str) -> None:
    """§21.46, §11.53: as its tracks have it, and it is not thrown back as the Central Powers set up."""
    assert before_set_up(scenario).near_east.pipeline == town
    assert set_up(scenario).near_east.pipeline == town


def test_11_53_they_may_leave_it() -> None:
    """§11.53: nobody has to lay it."""
    state = at_the_end_of_a_strategic_turn({ROMANI: "br-10in"})
    assert {offer["kind"] for offer in GAME.legal(state, ALLIED)["offers"]} == {"lay_pipeline", "end_phase"}
    assert told(state, ALLIED, "end_phase").near_east.pipeline == ""


@pytest.mark.parametrize(
    ("town", "stacks"),
    [("", {}), ("", {STATION: "br-10in"}), (ROMANI, {ROMANI: "br-10in"}), (RAFAH, {RAFAH: "br-10in"})],
)
def test_11_53_only_in_turn_and_where_an_allied_unit_is(town: str, stacks: dict[str, str]) -> None:
    """§11.53: nobody is asked otherwise; the turn goes on."""
    state = placed(as_far_as(town, to_movement()), stacks)
    while state.strategic != "E" or state.turn == 11:
        assert state.phase.key != PIPELINE
        state = ended(state)
    assert state.near_east.pipeline == town


def test_11_53_towns_that_it_has_reached_hand_supply_on() -> None:
    """§11.53: to units beside them, and these without it had nothing; the others further on hand on nothing yet."""
    state = placed(as_far_as(""), {ROMANI: "br-11in", "NE3910": "br-10in"})
    board = state.printed.board
    far = placed(as_far_as(""), {ROMANI: "br-11in", STATION: "br-cd-1", "NE3410": "br-10in"})
    assert supply_of(far, "br-10in") == UNSUPPLIED
    assert supply_of(far, "br-11in") == IN, "who stands in a town may use it before the pipeline"
    reached = with_near_east(far, pipeline=STATION)
    assert supply_of(reached, "br-10in") == IN
    assert near_east.hands_on_nothing(reached, ALLIED) & {board.index[h] for h in COAST} == {
        board.index[h] for h in (EL_ARISH, RAFAH)
    }
    assert starved_units(reached, ALLIED) == starved_units(GAME.load_state(GAME.dump_state(reached)), ALLIED)
    assert "br-10in" in dict(starved_units(far, ALLIED))
    assert near_east.hands_on_nothing(state, CENTRAL) == near_east.hot_desert(state)


@pytest.mark.parametrize(
    ("marker", "entered", "left"),
    [
        (EL_ARISH, [EL_ARISH], STATION), (EL_ARISH, ["NE3410"], STATION), (EL_ARISH, ["NE3709"], ROMANI),
        (EL_ARISH, [STATION], ROMANI), (EL_ARISH, ["NE3610"], ROMANI), (EL_ARISH, ["NE4110"], ""),
        (EL_ARISH, ["NE3410", "NE3808", "NE3410"], ROMANI), (ROMANI, [ROMANI], ""), (EL_ARISH, ["NE3310"], None),
        (EL_ARISH, [RAFAH], None), (EL_ARISH, ["NI1845"], None), (EL_ARISH, ["NC4331"], None), ("", [ROMANI], None),
        (EL_ARISH, ["NE4607"], ""),
    ],
)  # fmt: skip
def test_11_53_how_far_it_is_thrown_back(marker: str, entered: list[str], left: str | None) -> None:
    """§11.53 (docs/rulings): by entry into its hex or west of it, to the town nearest to the west of who entered."""
    assert thrown_back(as_far_as(marker), entered) == left


def test_11_53_a_raid_throws_it_back() -> None:
    """§11.53: by an order; the log and the view say so, and what lies east of it must be laid again."""
    state = placed(as_far_as("", to_movement()), {"NE3110": "tu-36", EL_ARISH: "br-10in", RAFAH: "br-11in"})
    state = until(with_near_east(state, pipeline=RAFAH), SECOND_MOVEMENT)
    after, facts = told_with(state, CENTRAL, "move", units=["tu-36"], path=["NE3210"])
    assert PipelineMoved(CENTRAL, EL_ARISH) in facts
    assert (after.near_east.pipeline, next_town(after)) == (EL_ARISH, RAFAH)
    line = GAME.narrate(state, PipelineMoved(CENTRAL, EL_ARISH), after, ALLIED)
    assert line is not None
    assert (line["section"], line["hexes"]) == ("11.53", [EL_ARISH])
    for viewer in (ALLIED, CENTRAL, "spectator"):
        assert GAME.view(after, viewer)["near_east"]["pipeline"] == {"hex": EL_ARISH, "next": RAFAH}
    gone = GAME.narrate(state, PipelineMoved(CENTRAL, ""), after, ALLIED)
    assert gone is not None
    assert "is gone" in gone["text"]


def test_11_53_allied_units_throw_nothing_back() -> None:
    """§11.53: only those of the Central Powers do."""
    state = until(placed(as_far_as(EL_ARISH, to_movement()), {ROMANI: "br-10in"}), "first-movement")
    assert told(state, ALLIED, "move", units=["br-10in"], path=["NE3910"]).near_east.pipeline == EL_ARISH


def test_19_8_europe_is_told_of_no_pipeline() -> None:
    """§19.8: neither in its view nor among its steps; in the Near East the steps that it lacks are left out."""
    europe, here = GAME.view(in_europe(), ALLIED), GAME.view(set_up(), ALLIED)
    assert "near_east" not in europe
    for name in ("course", "phases"):
        assert PIPELINE not in str(europe[name])
    assert PIPELINE in str(here["course"])
    assert PIPELINE in str(here["phases"])
    assert "warfare" not in str(here["course"])
    assert "u-boats" not in str(here["phases"])


def test_11_53_a_train_brings_units_to_a_town_that_they_use_by_standing_in_it() -> None:
    """§11.53, §9.31: before the pipeline comes there, units in a town of the Sinai coast are in supply; so trains run
    to it as well as back, as long as it is joined to the canal."""
    state = placed(set_up("near-east-1916"), {ROMANI: "br-10in"})
    state = until(relocate(state, ["br-11in"], "NE4211"), "allied.rail")
    assert not state.near_east.pipeline
    there = told(state, ALLIED, "rail", units=["br-11in"], to=ROMANI)
    assert [supply_of(there, u) for u in there.stacks[ROMANI]] == [IN, IN]
    assert told(state, ALLIED, "rail", units=["br-10in"], to="NE4211").units["br-10in"].at == "NE4211"
    board = state.printed.board
    ring = zip(board.names(frozenset(board.lines[board.index[ROMANI]])), TURKS, strict=False)
    cut = placed(relocate(state, ["br-10in"], "NE4210"), dict(ring))
    assert refused(cut, ALLIED, "rail", units=["br-11in"], to=ROMANI).section == "11.85"
