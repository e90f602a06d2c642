"""§11.23, decisions/0042: the commander in chief shares the heavy artillery out between his wings."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.kernel.fast_replace import replace as later
from rules.kernel.game import SPECTATOR
from rules.kernel.messages import Refusal
from rules.kernel.standing import StandingOrder
from rules.kernel.teams.state import TeamState
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from rules.schlieffens_war.teams import GAME
from tests.games.schlieffens_war.arena import before_battle
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import field, loaded
from tests.games.schlieffens_war.test_heavy_artillery import LIEGE, SIEGE

RIGHT, LEFT = "german-right", "german-left"
GUNS = "heavy-artillery"


def shared(inner: Any, *lent: str) -> Any:
    """A position with two German commanders; these units are lent to the left wing, the others are the right's."""
    return TeamState("campaign-german-team", inner, lent=dict.fromkeys(lent, LEFT))


def give(state: Any, seat: str, kind: str, dice: tuple[int, ...] = (), **arguments: object) -> Any:
    """The position after a command. AssertionError when it is refused."""
    answer = GAME.decide(state, seat, {"kind": kind, **arguments}, loaded(*dice))
    assert not isinstance(answer, Refusal), answer.text
    for event in answer.events:
        state = GAME.evolve(state, GAME.load_event(GAME.dump_event(event)))
    assert state == answer.states[-1]
    return GAME.load_state(GAME.dump_state(state))


def denied(state: Any, seat: str, kind: str, **arguments: object) -> tuple[str, str]:
    """Code and section of the refusal of a command. AssertionError when it is taken."""
    answer = GAME.decide(state, seat, {"kind": kind, **arguments}, loaded(*[6] * 9))
    assert isinstance(answer, Refusal), "it was taken"
    return answer.code, answer.section


def kept(state: Any, seat: str, amount: int) -> Any:
    """The position after the commander in chief has given that many markers to a seat."""
    return give(state, RIGHT, "quota", what=GUNS, to=seat, amount=amount)


def quotas(state: Any) -> dict[str, dict[str, int]]:
    """What the German commanders read of the guns, by seat."""
    view: Any = GAME.view(state, GERMAN)["team"]
    (found,) = view["quotas"]
    assert found["id"] == GUNS
    return found["seats"]  # type: ignore[no-any-return]


@pytest.fixture
def calm(lay: Lay) -> Any:
    """Before the attack on Liège, which the right wing will lead."""
    lay(field(LIEGE))
    return before_battle(SIEGE, artillery=(1, 1, 1), coup=False, turn=1)


def attacked(state: Any, seat: str) -> Any:
    """Liège attacked by a seat, the guns to fire."""
    return give(state, seat, "attack", units=["ge-gd", "ge-ii", "ge-iii"], target=SIEGE_AT)


SIEGE_AT = next(hex_ for hex_, units in SIEGE.items() if "be-fort" in units)
ALL = ("ge-gd", "ge-ii", "ge-iii")


def test_what_is_not_given_out_is_first_come(calm: Any) -> None:
    state = kept(shared(calm), LEFT, 2)
    assert quotas(state)[RIGHT] == {"given": 0, "used": 0, "may": 1}
    assert quotas(state)[LEFT] == {"given": 2, "used": 0, "may": 3}
    state = give(attacked(state, RIGHT), RIGHT, "bombard", (1, 1), coup=False, artillery=True)
    assert quotas(state)[RIGHT]["may"] == 0
    assert quotas(state)[LEFT] == {"given": 2, "used": 0, "may": 2}


def test_nobody_uses_what_is_kept_for_another(calm: Any) -> None:
    state = attacked(kept(shared(calm), LEFT, 3), RIGHT)
    assert denied(state, RIGHT, "bombard", coup=False, artillery=True) == ("kept", "11.23")
    (offer,) = (o for o in offers(state, RIGHT) if o["kind"] == "bombard")
    assert offer["artillery"] is False, "and it is not offered"
    give(state, RIGHT, "bombard", (1,), coup=False, artillery=False)


def offers(state: Any, seat: str) -> list[dict[str, Any]]:
    """The offers to a seat."""
    found: Any = GAME.legal(state, seat)["offers"]
    return found  # type: ignore[no-any-return]


def test_a_commander_uses_his_own_share_first_and_has_it_again_next_turn(calm: Any) -> None:
    state = attacked(kept(shared(calm, *ALL), LEFT, 1), LEFT)
    state = give(state, LEFT, "bombard", (1, 1), coup=False, artillery=True)
    assert quotas(state)[LEFT] == {"given": 1, "used": 1, "may": 2}
    assert quotas(state)[RIGHT]["may"] == 2
    next_turn = TeamState(state.layout, later(state.inner, turn=2), state.ready, state.lent, state.shares)
    assert quotas(next_turn)[LEFT] == {"given": 1, "used": 0, "may": 3}
    assert quotas(next_turn)[RIGHT]["may"] == 2


def test_where_less_is_left_than_was_given_the_first_have_theirs(lay: Lay) -> None:
    lay(field(LIEGE))
    state = kept(shared(before_battle(SIEGE, artillery=(1, 1, 1), coup=False, turn=1)), LEFT, 1)
    state = kept(state, RIGHT, 2)
    lost = TeamState(state.layout, before_battle(SIEGE, artillery=(0, 0, 1), coup=False, turn=1), shares=state.shares)
    assert {seat: own["may"] for seat, own in quotas(lost).items()} == {RIGHT: 1, LEFT: 0}


def test_only_the_chief_shares_out_and_not_more_than_there_is(calm: Any) -> None:
    state = kept(shared(calm), LEFT, 2)
    order = {"what": GUNS, "to": LEFT, "amount": 1}
    assert denied(state, LEFT, "quota", **order)[0] == "not-your-command"
    assert denied(state, ENTENTE, "quota", **order)[0] == "not-your-turn"
    assert denied(state, RIGHT, "quota", **{**order, "to": ENTENTE})[0] == "no-seat"
    assert denied(state, RIGHT, "quota", **{**order, "what": "trains"})[0] == "malformed"
    assert denied(state, RIGHT, "quota", **{**order, "to": RIGHT, "amount": 2})[0] == "not-that-many"
    assert denied(state, RIGHT, "quota", **{**order, "amount": -1})[0] == "not-that-many"
    assert denied(state, RIGHT, "quota", **{**order, "amount": True})[0] == "malformed"
    assert {o["kind"]: o["label"] for o in offers(state, RIGHT)}["quota"] == "Hand out"
    assert "quota" not in {o["kind"] for o in offers(state, LEFT)}
    assert kept(state, LEFT, 0).shares == {}


def test_the_form_finds_what_it_may_choose(calm: Any) -> None:
    state = kept(shared(calm), LEFT, 2)

    def asked(seat: str, slot: str, **chosen: str) -> Any:
        question = {"kind": "slot", "order": "quota", "slot": slot, "chosen": chosen}
        return GAME.consult(state, seat, question)

    assert asked(RIGHT, "to", what=GUNS)["options"]["of"] == [RIGHT, LEFT]
    assert asked(RIGHT, "amount", what=GUNS, to=RIGHT)["options"] == {"least": 0, "most": 1}
    assert asked(RIGHT, "amount", what=GUNS, to=LEFT)["options"] == {"least": 0, "most": 3}
    for wrong in (asked(LEFT, "to", what=GUNS), asked(RIGHT, "to"), asked(RIGHT, "to", what="trains")):
        assert isinstance(wrong, Refusal)
    assert isinstance(asked(RIGHT, "amount", what=GUNS, to=ENTENTE), Refusal)


def test_what_is_shared_out_is_told_to_the_side_alone(calm: Any) -> None:
    before = shared(calm)
    answer = GAME.decide(before, RIGHT, {"kind": "quota", "what": GUNS, "to": LEFT, "amount": 2}, loaded())
    assert not isinstance(answer, Refusal)
    (fact,), after = answer.events, answer.states[-1]
    line: Any = GAME.narrate(before, fact, after, LEFT)
    assert line["text"] == "Heavy artillery: 2 kept for German left wing."
    assert not GAME.bars_undo(fact)
    for viewer in (ENTENTE, SPECTATOR):
        assert GAME.narrate(before, fact, after, viewer) is None
        assert GAME.view(after, viewer) == GAME.view(before, viewer)
        assert GAME.legal(after, viewer) == GAME.legal(before, viewer)
    fired = attacked(kept(before, LEFT, 1), RIGHT)
    plain = attacked(before, RIGHT)
    for viewer in (ENTENTE, SPECTATOR):
        assert GAME.view(fired, viewer) == GAME.view(plain, viewer)


def test_a_standing_order_does_not_fire_what_is_kept_for_another(calm: Any) -> None:
    orders = {"heavy_artillery": StandingOrder("heavy_artillery", "guns")}
    fired = {}
    for amount in (1, 3):
        command: Any = GAME.answer_ahead(attacked(kept(shared(calm), LEFT, amount), RIGHT), RIGHT, orders)
        fired[amount] = command["artillery"]
    assert fired == {1: True, 3: False}


def test_programs_at_random_keep_to_the_shares(calm: Any) -> None:
    state, rng = attacked(kept(shared(calm), LEFT, 3), RIGHT), random.Random(3)
    for _ in range(20):
        command = GAME.random_command(state, RIGHT, rng)
        assert not isinstance(GAME.decide(state, RIGHT, command, loaded(*[1] * 9)), Refusal)
