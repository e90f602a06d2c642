"""§6.32, §10.84: Allenby, who lets British units in Egypt attack twice, once in the game."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.facts.combat import ALLENBY, FOCH, MarkerPlaced, MarkerRemoved
from rules.great_war.game import GAME
from rules.great_war.movement.marker import in_range, markers_of, may_attack_again, places_for_marker
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import FIRST_MOVEMENT, SECOND_MOVEMENT
from rules.great_war.supply.tracing import PLAIN
from rules.kernel.fast_replace import replace
from tests.games.great_war.kit import moved, refused, told, told_with
from tests.games.great_war.near_east.events import lots, where
from tests.games.great_war.near_east.test_combat import standing

FAIR = {"south": "fair", "caucasus": "fair"}
STACKS = {"NE3909": "br-10in", "NE3910": "br-11in fr-dfps", "NE3809": "tu-36", "NE3810": "tu-37"}


def in_egypt(key: str = FIRST_MOVEMENT, west: str = ALLIED, hand: str = "allenby", **stacks: str) -> State:
    """A Mutual Movement Phase in which the Allies move in Egypt."""
    state = standing({**STACKS, **stacks})
    return replace(state, weather=FAIR, west=west, cursor=(PhaseFrame(key),), chits=lots(allied_hand=hand))


def ended(state: State) -> State:
    """The state after everyone who is asked has ended the step."""
    for seat in GAME.deciders(state):
        state = told(state, seat, "end_phase")
    return state


def test_6_32_allenby_is_placed_with_british_units_alone() -> None:
    """§6.32, §10.84: in Egypt, with British units in supply and no others; he may be put elsewhere."""
    state = in_egypt()
    assert places_for_marker(state, ALLIED, "west") >= {"NE3909", "NE4208"}
    offers: Any = GAME.legal(state, ALLIED)["offers"]
    (offer,) = [o for o in offers if o["kind"] == "place_marker"]
    assert offer["note"] == "Allenby: units near it attack twice"
    for hex_ in ("NE3910", "NI2252", "NC3041", "NE2913"):
        assert refused(state, ALLIED, "place_marker", hex=hex_).section == "10.84"
    there = told(state, ALLIED, "place_marker", hex="NE3909")
    assert there.near_east.allenby_at == "NE3909"
    assert markers_of(there, ALLIED) == {ALLENBY: "NE3909"}
    assert GAME.load_state(GAME.dump_state(there)) == there
    assert refused(there, ALLIED, "place_marker", hex="NE3909").code == "placed"
    shown: Any = GAME.view(there, CENTRAL)
    assert shown["near_east"]["allenby"] == "NE3909"
    assert told(there, ALLIED, "place_marker", hex="NE4208").near_east.allenby_at == "NE4208"
    line = GAME.narrate(state, MarkerPlaced(ALLENBY, "NE3909"), there, CENTRAL)
    assert line is not None
    assert (line["side"], line["text"]) == (ALLIED, "Allenby is placed in N3909.")


def test_6_32_only_the_side_that_holds_the_event_and_moves_in_egypt() -> None:
    """§6.32, §10.84: whoever has the initiative; not in the movement in the east."""
    assert refused(in_egypt(hand=""), ALLIED, "place_marker", hex="NE3909").code == "no-marker"
    east = in_egypt(west=CENTRAL)
    assert refused(east, ALLIED, "place_marker", hex="NE3909").code == "other-theatre"
    second = in_egypt(SECOND_MOVEMENT, west=CENTRAL)
    assert told(second, ALLIED, "place_marker", hex="NE3909").near_east.allenby_at == "NE3909"
    assert refused(in_egypt(), ALLIED, "play_event", event="allenby").section == "6.32"


def test_10_84_british_near_him_attack_again_and_he_is_gone() -> None:
    """§10.84, §10.82: within two hexes, after the first attacks; then the chit leaves the game."""
    state = told(in_egypt(), ALLIED, "place_marker", hex="NE3909")
    state = ended(state)
    assert state.phase.key == "first.west.attacks"
    state, _ = told_with(state, ALLIED, "end_phase")
    assert state.phase.key == "first.west.again"
    assert may_attack_again(state, "br-10in")
    assert may_attack_again(state, "br-11in")
    assert not may_attack_again(state, "fr-dfps"), "the French are none of his"
    assert not may_attack_again(state, "br-cd-1"), "too far away"
    assert not may_attack_again(state, "br-12inbd"), "in Iraq"
    after, events = told_with(state, ALLIED, "end_phase")
    assert [e.marker for e in events if isinstance(e, MarkerRemoved)] == [ALLENBY]
    assert (after.near_east.allenby_at, where(after, "allenby")) == ("", "")
    assert not in_range(after, ALLIED, PLAIN)


def test_10_82_allenby_whose_british_are_gone_comes_back() -> None:
    """§10.82: he counts as not placed, and is still in hand."""
    state = told(in_egypt(), ALLIED, "place_marker", hex="NE3909")
    state = ended(moved(state, ALLIED, "br-10in", "NE4009"))
    assert (state.near_east.allenby_at, where(state, "allenby")) == ("", "allied.hand")
    state = told(state, ALLIED, "end_phase")
    assert state.phase.key != "first.west.again"


@pytest.mark.parametrize("marker", [FOCH, ALLENBY])
def test_10_84_each_of_the_allies_markers_is_kept_by_itself(marker: str) -> None:
    """§10.84: Foch and Allenby may both be on the map."""
    state = in_egypt()
    both = state
    for name, hex_ in ((FOCH, "NE4208"), (ALLENBY, "NE3909")):
        both = MarkerPlaced(name, hex_).apply(both)
    assert markers_of(both, ALLIED) == {FOCH: "NE4208", ALLENBY: "NE3909"}
    left = MarkerRemoved(marker).apply(both)
    assert markers_of(left, ALLIED).keys() == {FOCH, ALLENBY} - {marker}
