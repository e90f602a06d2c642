"""Chapter 14.6: the Germans devastate ground in France and Belgium and go back."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.combat.declaring import why_not_fight
from rules.great_war.combat.odds import shifts_of
from rules.great_war.facts.devastation import DevastationGivenUp
from rules.great_war.facts.procedure import TurnBegan
from rules.great_war.game import GAME
from rules.great_war.movement.eligibility import DEVASTATING
from rules.great_war.movement.rails import why_no_train
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.supply.tracing import IN, supply_of
from rules.great_war.works.devastation import candidates, markers_left, ways_back
from rules.kernel.fast_replace import replace
from tests.games.great_war.kit import moved, position, refused, told, told_with

HEX, EASTWARD = "W5217", {"W5218", "W5317", "W5117"}
"""A clear hex of France, and the hexes east, northeast and southeast of it."""


def behind_the_line(**fields: Any) -> State:
    """Germans in France at the start of their movement in the west."""
    given = {"west": CENTRAL, "taken": position({}).taken | {HEX, *EASTWARD}, **fields}
    return position({HEX: "ge-3 ge-4", "W5317": "ge-5"}, "first-movement", **given)


def test_14_62_supplied_infantry_devastates_clear_hexes_of_france_and_belgium() -> None:
    """§14.61, §14.62: one unit in a hex, at the start of the phase alone; the unit stays and does not attack."""
    state = behind_the_line()
    assert {"ge-3", "ge-4"} <= {*candidates(state)}
    assert refused(state, CENTRAL, "devastate", units=["ge-3", "ge-4"]).code == "one-a-hex"
    after = told(state, CENTRAL, "devastate", units=["ge-3"])
    assert after.devastating == ("ge-3",)
    assert refused(after, CENTRAL, "move", units=["ge-3"], path=["W5317"]) == DEVASTATING
    assert why_not_fight(after, "ge-3") == DEVASTATING
    assert why_no_train(after, "ge-3") == DEVASTATING
    assert HEX not in {after.units[u].at for u in candidates(after)}
    late = moved(state, CENTRAL, "ge-5", "W5218")
    assert refused(late, CENTRAL, "devastate", units=["ge-3"]).code == "too-late"


def test_14_62_15_55_cavalry_that_has_become_infantry_devastates_too() -> None:
    """§14.62: infantry or mountain units, whatever they were once."""
    for face, able in (("ge-cav-2", ()), ("ge-cav-2*", ("ge-cav-2",))):
        assert candidates(position({HEX: face}, taken=position({}).taken | {HEX, *EASTWARD})) == able


def test_14_61_only_in_clear_or_flooded_ground_of_france_and_belgium_and_only_by_the_central_powers() -> None:
    """§14.61: not in Germany, not where it is devastated already, and no cavalry does it."""
    board = position({}).printed.board
    germany = sorted(board.by_country["GE"] & board.by_front["west"])
    home = next(board.ids[i] for i in germany if board.terrain[i] == "clear")
    at_home = position({home: "ge-3"}, "first-movement", west=CENTRAL)
    assert supply_of(at_home, "ge-3") == IN
    assert not candidates(at_home)
    assert not candidates(position({HEX: "ge-cav-2"}, "first-movement", west=CENTRAL))
    assert not candidates(behind_the_line(devastated=frozenset({HEX, "W5317"})))
    allied = position({"W5117": "fr-12", HEX: "ge-3"}, "first-movement", west=ALLIED)
    assert refused(allied, ALLIED, "devastate", units=["fr-12"]).code == "not-here"


def test_14_61_flood_plain_is_laid_waste_as_clear_ground_is_but_not_in_wet_weather() -> None:
    """§14.61, §12.2: in wet weather it is marsh, which nobody devastates."""
    flooded = "W6717"
    board = position({}).printed.board
    assert board.terrain[board.index[flooded]] == "flood plain"
    for weather, found in (("fair", ("ge-3", "ge-4")), ("wet", ("ge-4",)), ("snow", ("ge-3", "ge-4"))):
        state = behind_the_line(weather={"west": weather, "east": "fair"})
        stood = {flooded: "ge-3", HEX: "ge-4"}
        state = position(stood, west=CENTRAL, weather=state.weather, taken=state.taken)
        assert {*candidates(state)} == {*found}


def test_14_62_the_unit_goes_back_when_the_attacks_are_over_and_leaves_waste_behind() -> None:
    """§14.62: one hex to the east, northeast or southeast."""
    state = told(behind_the_line(), CENTRAL, "devastate", units=["ge-3"])
    fighting = replace(state, cursor=(replace(state.phase, key="first.west.attacks", origins={}),))
    back = told(fighting, CENTRAL, "end_phase")
    assert back.phase.key == "first.west.withdrawal"
    assert {*ways_back(back, "ge-3")} == EASTWARD
    assert refused(back, CENTRAL, "withdraw", unit="ge-3", hex="W5216")
    after, events = told_with(back, CENTRAL, "withdraw", unit="ge-3", hex="W5218")
    assert after.units["ge-3"].at == "W5218"
    assert HEX in after.devastated
    assert not after.devastating
    assert after.phase.key != "first.west.withdrawal"
    line: Any = GAME.narrate(back, events[-2] if len(events) > 1 else events[0], after, ALLIED)
    assert line is None or "ge-3" not in line["text"]


def test_14_62_a_unit_that_is_lost_or_shut_in_devastates_nothing() -> None:
    """§14.62: its marker can be used again."""
    state = told(behind_the_line(), CENTRAL, "devastate", units=["ge-3"])
    left = markers_left(state)
    allies = dict.fromkeys(sorted(EASTWARD), ("fr-12",))
    units = {"fr-12": "W5117", "fr-13": "W5218", "fr-14": "W5317"}
    stacks = {HEX: ("ge-3", "ge-4"), **{h: (u,) for u, h in units.items()}}
    assert {*allies} == EASTWARD
    shut = replace(
        state,
        units={**state.units, **{u: state.units[u]._replace(at=h) for u, h in units.items()}},
        stacks=stacks,
        cursor=(replace(state.phase, key="first.west.attacks", origins={}),),
    )
    after = told(shut, CENTRAL, "end_phase")
    assert not after.devastating
    assert not after.devastated
    assert markers_left(after) == left + 1


@pytest.mark.parametrize("goes_back", [True, False])
def test_14_62_a_unit_that_has_devastated_its_hex_goes_by_no_train_on_that_turn(goes_back: bool) -> None:
    """§14.62: it does not move on the turn, though it has come to a town, or could not go back; on the next it does."""
    here, town = ("W5417", "W5418") if goes_back else (HEX, "W5218")
    state = position({here: "ge-3", town: "ge-4"}, "first-movement", west=CENTRAL, points={}, landings=frozenset())
    state = replace(state, taken=state.taken | {HEX, *EASTWARD})
    state = told(state, CENTRAL, "devastate", units=["ge-3"])
    state = replace(state, cursor=(replace(state.phase, key="first.west.attacks", origins={}),))
    if goes_back:
        state = told(told(state, CENTRAL, "end_phase"), CENTRAL, "withdraw", unit="ge-3", hex=town)
        assert state.units["ge-3"].at == town
    else:
        state = DevastationGivenUp(("ge-3",)).apply(state)
    assert not state.devastating
    trains = replace(state, cursor=(PhaseFrame("central.rail"),))
    assert why_no_train(trains, "ge-3") == DEVASTATING
    if goes_back:
        assert why_no_train(trains, "ge-4") is None
        assert why_no_train(TurnBegan(state.turn + 1).apply(trains), "ge-3") is None


def test_14_63_attacks_out_of_devastated_ground_and_cities_that_are_gone() -> None:
    """§14.63: a column against who attacks out of it, from one hex of several; a city in it gives none."""
    state = position({"W5217": "ge-3", "W5218": "ge-5", "W5117": "fr-12"}, "first.west.attacks", west=CENTRAL)
    waste = replace(state, devastated=frozenset({"W5217"}))
    for there, units, columns in ((state, ["ge-3"], 0), (waste, ["ge-3"], -1), (waste, ["ge-3", "ge-5"], -1)):
        found = shifts_of(there, CENTRAL, units, "W5117", ["fr-12"], {})
        assert sum(n for _, section, n in found if section == "14.63") == columns
    lille = "W6413"
    state = position({"W6414": "ge-3", lille: "fr-12"}, "first.west.attacks", west=CENTRAL)
    assert ("City", "10.42", -1) in shifts_of(state, CENTRAL, ["ge-3"], lille, ["fr-12"], {})
    gone = replace(state, devastated=frozenset({lille}))
    assert ("City", "10.42", -1) not in shifts_of(gone, CENTRAL, ["ge-3"], lille, ["fr-12"], {})


def test_14_64_the_markers_are_a_limit() -> None:
    """§14.64: sixteen of them."""
    board = position({}).printed.board
    waste = frozenset(board.ids[i] for i in sorted(board.by_country["BE"])[:15])
    state = behind_the_line(devastated=waste)
    assert markers_left(state) == 1
    assert refused(state, CENTRAL, "devastate", units=["ge-3", "ge-5"]).section == "14.61"
    full = told(state, CENTRAL, "devastate", units=["ge-3"])
    assert refused(full, CENTRAL, "devastate", units=["ge-5"]).code == "no-markers"
