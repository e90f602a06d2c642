"""§22.52 Plan 17: what the French have to attack in August 1914, if they can."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.empires_alliances.attacks.plan_17 import open_hexes, within_reach
from rules.empires_alliances.game import GAME
from rules.empires_alliances.movement.closing_up import moves_to_close_up
from rules.empires_alliances.position.state import State
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from rules.kernel.messages import JsonObject, Refusal
from tests.games.empires_alliances.moving import ends, phase
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
            case "group":
                state = told(state, "allied", "together", (die,))
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
    assert refused(state, "allied", "attack", hex=SOUTH, units=["fr-a1"]) == ("plan-17", "22.52")
    strong = dict.fromkeys(["ge-a1", "ge-a2", "ge-a3"], SOUTH)
    low = attacked(put(state, strong), SOUTH, ["fr-a1", "fr-a2"], die=5)
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


# --- how nobody gets out of it ----------------------------------------------------------------------------------------


def march(places: Mapping[str, str], turn: str = FIRST) -> State:
    """The Allies' Movement Phase."""
    return phase("allied", places, turn)


def facing() -> dict[str, str]:
    """German cavalry in two hexes, three French corps beside each, and nobody else."""
    return {
        "ge-cav1": SOUTH, "ge-cav2": FARTHER,
        **dict.fromkeys(ONE, beside(SOUTH)), **dict.fromkeys(OTHER, beside(FARTHER)),
    }  # fmt: skip


def test_22_52_a_unit_needed_for_an_attack_does_not_march_away() -> None:
    state = march(facing())
    all_away = refused(state, "allied", "move", units=ONE, path=[away_from(SOUTH)])
    assert all_away == ("plan-17", "22.52")
    state = told(state, "allied", "move", units=ONE[:1], path=[away_from(SOUTH)])
    state = told(state, "allied", "move", units=ONE[1:2], path=[away_from(SOUTH)])
    assert refused(state, "allied", "move", units=ONE[2:], path=[away_from(SOUTH)]) == ("plan-17", "22.52")
    assert set(ends(state, ONE[2])) <= {*state.board.lattice.around(SOUTH), *state.board.lattice.around(FARTHER)}
    assert within_reach(told(state, "allied", "end_phase"), "allied") == 2


def test_22_52_without_the_option_and_in_september_they_may() -> None:
    state = phase("allied", facing(), "1914-09")
    assert told(state, "allied", "move", units=ONE, path=[away_from(SOUTH)]).units["fr-a1"].at == away_from(SOUTH)


def test_22_52_the_french_close_up_where_no_unit_faces_the_enemy() -> None:
    """One hex away, where they can go up in August-1."""
    places = {"ge-cav1": SOUTH, **dict.fromkeys(ONE[:2], away_from(SOUTH))}
    state = march(places)
    assert refused(state, "allied", "end_phase") == ("plan-17", "22.52")
    assert set(ends(state, "fr-a1")) != set(ends(phase("allied", places, "1914-09"), "fr-a1"))
    step = moves_to_close_up(state)[0]
    state = told(state, "allied", "move", units=[step.unit], path=[step.end])
    assert step.target == SOUTH
    other = next(u for u in ONE[:2] if u != step.unit)
    assert told(state, "allied", "end_phase").phase.step == "allied.attacks", "one is enough against cavalry"
    assert ends(state, other)


def test_22_52_units_that_could_close_up_do_not_all_march_the_other_way() -> None:
    back = next(
        h for h in sorted(phase("allied", {}).board.lattice.around(away_from(SOUTH)))
        if phase("allied", {}).board.lattice.distance(h, SOUTH) == 3
    )  # fmt: skip
    state = march({"ge-cav1": SOUTH, **dict.fromkeys(ONE[:2], away_from(SOUTH))})
    assert refused(state, "allied", "move", units=ONE[:2], path=[back]) == ("plan-17", "22.52")
    state = told(state, "allied", "move", units=ONE[:1], path=[back])
    assert refused(state, "allied", "move", units=ONE[1:2], path=[back]) == ("plan-17", "22.52")


@pytest.mark.parametrize(("germans", "stops"), [({}, True), ({"ge-a1": "2548", "ge-a2": "2650"}, False)])
def test_18_41_22_52_british_stop_among_french_who_can_go_where_the_plan_needs_them(
    germans: Mapping[str, str], stops: bool
) -> None:
    """The French corps faces the only German hex of the plan: it can make way to another hex beside that, and no
    farther."""
    state = march({"ge-cav1": NORTH, "fr-a1": beside(NORTH), "gb-1": "2550", **germans}, SECOND)
    assert (beside(NORTH) in ends(state, "gb-1")) is stops
    if not stops:
        alone = phase("allied", {"fr-a1": beside(NORTH), "gb-1": "2550", **germans}, "1914-09")
        assert beside(NORTH) in ends(alone, "gb-1"), "without the plan it could go away"


def test_22_52_units_are_not_used_up_elsewhere() -> None:
    """Three corps beside two hexes: all may not attack one of them, nor one that does not count."""
    middle, near = "3050", ("2949", "3049")
    assert {*near} <= {*phase("allied", {}).board.lattice.around(middle)}
    state = combat({"ge-cav1": near[0], "ge-cav2": near[1], **dict.fromkeys(ONE, middle)})
    assert within_reach(state, "allied") == 2
    assert refused(state, "allied", "attack", hex=near[0], units=ONE) == ("plan-17", "22.52")
    preview = GAME.consult(state, "allied", {"kind": "attack", "hex": near[0], "units": ONE})
    assert not isinstance(preview, Refusal)
    assert preview["legal"] is False
    state = attacked(state, near[0], ONE[:2])
    state = told(state, "allied", "attack", (11,), hex=near[1], units=ONE[2:])
    assert f"plan-17.{FIRST}.{near[1]}" in state.deeds


def test_22_52_of_a_divided_attack_one_part_is_enough() -> None:
    """If all together are at even odds, one of the parts is: nobody can divide his way out of it."""
    state = combat({"ge-a1": SOUTH, "ge-cav1": SOUTH, **dict.fromkeys(ONE, beside(SOUTH))})
    state = told(state, "allied", "attack", hex=SOUTH, units=ONE)
    parts = {"targets": {"1": ["ge-a1"], "2": ["ge-cav1"]}, "units": {"1": ["fr-a1"], "2": ["fr-a2", "fr-a3"]}}
    state = told(state, "allied", "divide", **parts)
    state = told(state, "allied", "resolve", (1,), attack="1")
    assert f"plan-17.{FIRST}.{SOUTH}" in state.deeds


def test_22_52_an_automatic_victory_counts_and_uses_nobody_up() -> None:
    places = {"ge-lw1": SOUTH, **dict.fromkeys(ONE, beside(SOUTH)), **dict.fromkeys(OTHER, "3149")}
    state = put(phase("allied", places, SECOND), {"ge-lw1": SOUTH}, shaken=1, unsupplied=2)
    after = told(state, "allied", "overrun", hex=SOUTH, units=[*ONE, *OTHER], advance=[])
    assert f"plan-17.{SECOND}.{SOUTH}" in after.deeds
    two = put(state, {"ge-cav1": "2949"})
    answer = refused(two, "allied", "overrun", hex=SOUTH, units=[*ONE, *OTHER], advance=[])
    assert answer == ("plan-17", "22.52"), "who could attack the other hex is needed there"
    chosen: JsonObject = {"hex": SOUTH, "units": [*ONE, *OTHER]}
    asked = GAME.consult(two, "allied", {"kind": "slot", "order": "overrun", "slot": "advance", "chosen": chosen})
    assert isinstance(asked, Refusal), "it is said before anyone is asked who advances"
    assert asked.code == "plan-17"


def away_from(hex_: str) -> str:
    """A hex of France next to one that is beside a German hex, and not beside it itself."""
    board = phase("allied", {}).board
    first = beside(hex_)
    return next(
        h for h in sorted(board.lattice.around(first))
        if board.country[board.index(h)] == "FR" and board.lattice.distance(h, hex_) == 2
        and not any(board.country[board.index(e)] == "GE" for e in board.lattice.around(h))
    )  # fmt: skip
