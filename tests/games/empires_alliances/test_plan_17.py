"""§22.52 Plan 17: what the French have to attack in August 1914, if they can."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.empires_alliances.combat.plan_17 import open_hexes
from rules.empires_alliances.position.state import State
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from tests.games.empires_alliances.moving import phase
from tests.games.empires_alliances.table import put, refused, told

FIRST, SECOND = "1914-08-1", "1914-08-2"
SOUTH, FARTHER, NORTH = "3049", "3349", "2649"
"""German hexes: two south of Metz, and one north of it."""
ONE, OTHER = ["fr-a1", "fr-a2", "fr-a3"], ["fr-a4", "fr-a5", "fr-a6"]


def combat(places: Mapping[str, str], turn: str = FIRST) -> State:
    """The Allies' Combat Phase of `1914`, which has the plan: their movement has been ended."""
    state = told(phase("allied", places, turn), "allied", "end_phase")
    assert state.phase.step == "allied.attacks"
    return state


def beside(hex_: str) -> str:
    """A hex of France next to one of Germany."""
    board = phase("allied", {}).board
    return next(h for h in sorted(board.lattice.around(hex_)) if board.country[board.index(h)] in ("FR", "BE", "LU"))


def faced(*hexes: str, turn: str = FIRST) -> State:
    """German cavalry in these hexes, three French corps beside each."""
    places: dict[str, str] = {}
    for n, (hex_, corps) in enumerate(zip(hexes, (ONE, OTHER), strict=False), 1):
        places |= {f"ge-cav{n}": hex_, **dict.fromkeys(corps, beside(hex_))}
    return combat(places, turn)


def attacked(state: State, hex_: str, units: list[str], die: int = 11) -> State:
    """After an attack; nobody advances."""
    state = told(state, "allied", "attack", (die,), hex=hex_, units=units)
    while hex_ in state.lanes:
        match state.lanes[hex_][-1].step:
            case "advance":
                state = told(state, "allied", "stay")
            case "losses":
                state = told(state, "allied", "lose", units=units[:1])
            case "demoralise":
                state = told(state, "allied", "demoralise", units=units[:1])
            case step:
                raise AssertionError(step)
    return state


def test_22_52_two_german_hexes_south_of_metz_are_attacked_in_august_1() -> None:
    state = faced(SOUTH, FARTHER)
    assert set(open_hexes(state, "allied")) == {SOUTH, FARTHER}
    assert refused(state, "allied", "end_phase") == ("plan-17", "22.52")
    state = attacked(state, SOUTH, ONE)
    assert refused(state, "allied", "end_phase") == ("plan-17", "22.52")
    state = attacked(state, FARTHER, OTHER)
    assert told(state, "allied", "end_phase").phase.step != "allied.attacks"


def test_22_52_as_much_as_can_be_done() -> None:
    state = faced(SOUTH)
    assert refused(state, "allied", "end_phase") == ("plan-17", "22.52")
    told(attacked(state, SOUTH, ONE), "allied", "end_phase")
    strong = put(faced(SOUTH), dict.fromkeys(["ge-a1", "ge-a2", "ge-a3"], SOUTH))
    assert open_hexes(strong, "allied") == ()
    told(strong, "allied", "end_phase")


def test_22_52_at_even_odds_or_better() -> None:
    places = {"ge-a1": SOUTH, **dict.fromkeys(ONE, beside(SOUTH)), **dict.fromkeys(OTHER[:1], beside(SOUTH))}
    state = combat({**places, "fr-a4": sorted({*phase("allied", {}).board.lattice.around(SOUTH)} - {beside(SOUTH)})[0]})
    low = attacked(state, SOUTH, ["fr-a1"], die=5)
    assert not [deed for deed in low.deeds if deed.startswith("plan-17")]


@pytest.mark.parametrize(("turn", "hexes"), [(FIRST, {SOUTH}), (SECOND, {SOUTH, NORTH})])
def test_22_52_which_hexes_count_depends_on_the_half_of_august(turn: str, hexes: set[str]) -> None:
    assert set(open_hexes(faced(SOUTH, NORTH, turn=turn), "allied")) == hexes


def test_22_52_french_units_have_to_take_part() -> None:
    british = combat({"ge-cav1": SOUTH, "gb-1": beside(SOUTH), "gb-2": beside(SOUTH)})
    assert open_hexes(british, "allied") == ()
    told(british, "allied", "end_phase")


def test_22_52_an_allied_hex_does_not_count_nor_any_later_month_nor_without_the_option() -> None:
    told(faced(SOUTH, FARTHER, turn="1914-09"), "allied", "end_phase")
    state = faced(SOUTH, FARTHER)
    without = follow(state, replace(state, options={k: v for k, v in state.options.items() if k != "plan-17"}))
    told(without, "allied", "end_phase")
    taken = combat({"ge-cav1": beside(SOUTH), **dict.fromkeys(ONE, SOUTH)})
    assert open_hexes(taken, "allied") == ()
