"""§21.63 No. 9: the British who have gone to France when January 1918 begins."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.great_war.game import GAME
from rules.great_war.position.state import OUT, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import CENTRAL_SETUP, SENT_WEST
from tests.games.great_war.kit import at, refused, told, told_with
from tests.games.great_war.near_east.kit import before_set_up, set_up

START = "near-east-1918"


def at_the_step(scenario: str = START) -> State:
    """After the Allied set-up."""
    return told(told(before_set_up(scenario), ALLIED, "deal"), ALLIED, "end_phase")


def offered(state: State) -> list[str]:
    """The units that the Allies may name."""
    offers: Any = GAME.legal(state, ALLIED)["offers"]
    (order,) = [o for o in offers if o["kind"] == "withdraw"]
    return list(order["slots"][0]["options"]["of"])


def factors_of(state: State, kind: str) -> int:
    """Attack factors of a kind that have left the game since the lists were laid out."""
    gone = [u for u in state.units if at(state, u) == OUT and at(before_set_up(START), u) != OUT]
    assert all(state.counter(u).nation == "BR" for u in gone)
    return sum(state.face(u).attack for u in gone if state.counter(u).kind == kind)


@pytest.mark.parametrize("seed", range(6))
def test_21_63_six_factors_of_infantry_and_three_of_cavalry_leave(seed: int) -> None:
    """§21.63: whatever the Allies name it comes to these figures, out of Egypt and Palestine, and then the Central
    Powers set up."""
    state, rng = at_the_step(), Random(seed)
    while state.phase.key == SENT_WEST:
        board = state.printed.board
        assert all(board.front[board.index[at(state, u)]] == "egypt" for u in offered(state))
        assert not {"br-spr", "ab-army"} & {*offered(state)}
        state = told(state, ALLIED, "withdraw", unit=rng.choice(offered(state)))
    assert (factors_of(state, "infantry"), factors_of(state, "cavalry")) == (6, 3)
    assert state.phase.key == CENTRAL_SETUP
    assert state.near_east.owed == (0, 0)


def test_21_63_the_staff_chooses_what_is_left() -> None:
    """§21.63: after a brigade that the Allies named themselves, too."""
    state = told(at_the_step(), ALLIED, "withdraw", unit="br-7ybd")
    assert "br-y" not in offered(state)
    assert refused(state, ALLIED, "withdraw", unit="br-y").section == "21.63"
    state = told(state, ALLIED, "end_phase")
    assert (factors_of(state, "infantry"), factors_of(state, "cavalry")) == (6, 3)


def test_21_63_who_may_not_be_named() -> None:
    """§21.63: nobody from Iraq, no headquarters, no company of the canal, nobody of the other side, and the Central
    Powers name nobody."""
    state = at_the_step()
    for unit in ("br-3in", "br-hq-20crp", "br-cd-1"):
        assert refused(state, ALLIED, "withdraw", unit=unit).section == "21.63"
    assert refused(state, ALLIED, "withdraw", unit="tu-1").code != "does-not-fit"
    assert refused(state, CENTRAL, "withdraw", unit="br-y").code == "not-your-turn"
    after, events = told_with(state, ALLIED, "withdraw", unit="br-y")
    line = GAME.narrate(state, events[0], after, "spectator")
    assert line is not None
    assert line["section"] == "21.63"


@pytest.mark.parametrize("scenario", ["near-east-campaign", "near-east-1917"])
def test_21_63_in_no_other_start(scenario: str) -> None:
    """§21.63: nor does the page list the step elsewhere."""
    state = at_the_step(scenario)
    assert state.phase.key == CENTRAL_SETUP
    keys = [step["key"] for step in GAME.view(state, ALLIED)["phases"]]  # type: ignore[union-attr, call-overload, index]
    assert SENT_WEST not in keys
    assert SENT_WEST in [step["key"] for step in GAME.view(at_the_step(), ALLIED)["phases"]]  # type: ignore[union-attr, call-overload, index]


def test_21_67_british_attacks_suffer_until_march() -> None:
    """§21.67, §6.64: the event has gone into effect; nothing more is asked for."""
    state = set_up(START)
    assert state.record.lasting["kaiserschlacht-near-east"] == state.turn + 2
    assert state.near_east.owed == (0, 0)
