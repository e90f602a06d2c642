"""§6.1: events of the Near East are bought, drawn one at a time, and answered for."""

from __future__ import annotations

import pytest

from rules.great_war.chits_played import settling
from rules.great_war.chits_played.answers import end_answer, wait_for
from rules.great_war.chits_played.pools import draw_all, draw_on, next_draw, something_drawn
from rules.great_war.facts.chits import ChitDrawn
from rules.great_war.facts.procedure import TurnBegan
from rules.great_war.game import GAME, start_match
from rules.great_war.play import Play
from rules.great_war.position.state import State
from rules.great_war.printed.chits import Chit
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import SETTLE_OWN
from rules.great_war.printed.plans import AUGUST_1914, PLANS
from rules.kernel.fast_replace import replace
from tests.games.chance import Dice
from tests.games.great_war.kit import refused, told, told_with
from tests.games.great_war.near_east.events import bought, phase, where
from tests.games.great_war.near_east.kit import MAY_1915

CHITS = PLANS[AUGUST_1914].of(MAY_1915).chits.events


def draws(events: object) -> list[str]:
    """The chits drawn, in their order."""
    return [e.chit for e in events if isinstance(e, ChitDrawn)]  # type: ignore[attr-defined]


def test_6_16_british_and_turkish_points_pay() -> None:
    """§6.16, §6.11: a point for one event; nobody else's points are taken."""
    start = phase(allied_pool="allied-no-event-c", central_pool="central-no-event-c")
    assert refused(start, ALLIED, "buy_event", nation="RU").section == "6.11"
    assert refused(start, CENTRAL, "buy_event", nation="GE").section == "6.11"
    state = told(start, CENTRAL, "buy_event", nation="TU")
    state, events = told_with(state, ALLIED, "buy_event", Dice([1, 1]), nation="BR")
    assert state.points == {"BR": 2, "RU": 3, "TU": 2}
    assert draws(events) == ["allied-no-event-c", "central-no-event-c"]
    assert state.phase.key == "allied.new-units"


def test_6_16_a_side_without_points_is_not_asked() -> None:
    """§6.16: Russian points buy nothing."""
    start = phase(allied_pool="allied-no-event-c", fields={"points": {"BR": 0, "RU": 5, "TU": 0}})
    assert GAME.deciders(start) == ()


def test_6_14_a_sole_buyer_reaches_into_the_other_pool() -> None:
    """§6.14: for another point; what is not mandatory leaves the game."""
    start = phase(allied_pool="allied-no-event-c", central_pool="kemal")
    state, _ = bought(start, ALLIED, 1)
    assert state.phase.key == "other-pool"
    state = told(state, ALLIED, "buy_event", Dice([1]), nation="BR")
    assert (where(state, "kemal"), state.points["BR"]) == ("", 1)


def test_3_26_kemal_and_turkish_determination_are_used_here_too() -> None:
    """§3.26, §6.18, §6.22: from the beginning of May 1915."""
    start = start_match(MAY_1915, AUGUST_1914)
    assert {"kemal", "turkish-determination-c", "central-no-event-c"} < start.chits["central.pool"].keys()


# --- what needs an answer ---------------------------------------------------------------------------------------------

ASKING = "kemal"


@pytest.fixture
def asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kemal stands for any chit that asks its other side something as soon as it is drawn."""
    chit = replace(CHITS[ASKING], mandatory=True)
    printed = PLANS[AUGUST_1914].of(MAY_1915)
    monkeypatch.setitem(printed.chits.events, ASKING, chit)  # type: ignore[arg-type]

    def ask(play: Play, chit: Chit) -> None:
        wait_for(play, chit, ALLIED)

    monkeypatch.setitem(settling.EFFECTS, ASKING, ask)  # type: ignore[arg-type]


@pytest.mark.usefixtures("asks")
def test_6_12_a_chit_that_asks_is_answered_before_anyone_reaches_over() -> None:
    """§6.12, §6.14: the side that it is about is asked, and the other waits."""
    state, events = bought(phase(allied_pool="allied-no-event-c", central_pool=ASKING), CENTRAL, 1)
    assert draws(events) == [ASKING]
    assert state.phase.key == SETTLE_OWN
    assert GAME.deciders(state) == (ALLIED,)
    assert GAME.load_state(GAME.dump_state(state)) == state
    assert refused(state, ALLIED, "end_phase").code == "wrong-step"
    play = Play(state, Dice([]))
    end_answer(play)
    assert not something_drawn(play.state)
    assert GAME.deciders(play.state) == ()


@pytest.mark.usefixtures("asks")
def test_6_13_the_next_chit_is_drawn_when_the_first_is_settled() -> None:
    """§6.13: two draws for a point, the answer between them. A pool that has run out gives nothing."""
    play = Play(phase(central_pool=f"{ASKING} {ASKING}", allied_pool="allied-no-event-c"), Dice([1, 1, 1, 1]))
    variant = replace(play.state.printed.variant, draws=2)
    play.state.__dict__["printed"] = replace(play.state.printed, variant=variant)
    draw_all(play, [(CENTRAL, CENTRAL), (ALLIED, CENTRAL)])
    assert play.state.chit_state.drawing == ((CENTRAL, CENTRAL, 1), (ALLIED, CENTRAL, 2))
    assert not draw_on(play, play.state.phase)
    end_answer(play)
    assert next_draw(play.state) == (CENTRAL, CENTRAL)
    assert draw_on(play, play.state.phase)
    assert play.state.chit_state.settling == (ASKING, ALLIED)
    assert not play.state.chits["central.pool"]
    end_answer(play)
    assert draw_on(play, play.state.phase)
    assert draw_on(play, play.state.phase)
    assert play.state.chit_state.drawing == ()
    assert draws(play.events) == [ASKING, ASKING, "allied-no-event-c", "allied-no-event-c"]


def test_6_13_what_an_empty_pool_cannot_give_is_forgotten() -> None:
    """§6.13: with the turn."""
    start = phase(central_pool="kemal")
    left: State = replace(start, chit_state=replace(start.chit_state, drawing=((ALLIED, ALLIED, 1),)))
    assert not something_drawn(left)
    assert TurnBegan(left.turn + 1).apply(left).chit_state.drawing == ()


def test_6_17_only_events_in_a_hand_are_asked_for() -> None:
    """§6.17: the step of events on the map passes by itself where nobody holds anything."""
    state, _ = bought(phase(allied_pool="allied-no-event-c"), ALLIED, 1)
    assert state.phase.key == "allied.new-units"
    hidden = phase(central_pool="kemal", allied_pool="allied-no-event-c", allied_hand="turkish-determination-c",
                   fields={"hands": "hidden"})  # fmt: skip
    state = told(told(hidden, ALLIED, "end_phase"), CENTRAL, "end_phase")
    assert state.phase.key == "chances"
    assert GAME.deciders(state) == (ALLIED,)
    assert told(state, ALLIED, "end_phase").phase.key == "allied.new-units"
