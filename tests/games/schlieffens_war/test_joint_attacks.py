"""§11.0, decisions/0043: an attack with units of two commanders has one leader; the other joins in or refuses."""

from __future__ import annotations

from typing import Any

import pytest

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
TARGET = next(hex_ for hex_, units in SIEGE.items() if "be-fort" in units)


def decided(state: Any, seat: str, kind: str, dice: tuple[int, ...] = (), **arguments: object) -> Any:
    """What comes of a command that must be taken; every fact is stored and loaded on the way."""
    answer = GAME.decide(state, seat, {"kind": kind, **arguments}, loaded(*dice))
    assert not isinstance(answer, Refusal), answer.text
    after = state
    for event in answer.events:
        after = GAME.evolve(after, GAME.load_event(GAME.dump_event(event)))
    assert after == answer.states[-1]
    assert GAME.load_state(GAME.dump_state(after)) == after
    return answer


def give(state: Any, seat: str, kind: str, dice: tuple[int, ...] = (), **arguments: object) -> Any:
    """The position after a command that must be taken."""
    return decided(state, seat, kind, dice, **arguments).states[-1]


def denied(state: Any, seat: str, kind: str, **arguments: object) -> str:
    """The code of the refusal of a command."""
    answer = GAME.decide(state, seat, {"kind": kind, **arguments}, loaded(*[6] * 9))
    assert isinstance(answer, Refusal), "it was taken"
    return answer.code


def offers(state: Any, seat: str) -> dict[str, Any]:
    """The offers to a seat by kind."""
    found: Any = GAME.legal(state, seat)["offers"]
    return {o["kind"]: o for o in found}


def lines(before: Any, answer: Any, viewer: str) -> list[str]:
    """What a viewer reads of it."""
    told: list[Any] = [GAME.narrate(a, e, b, viewer) for a, e, b in answer.facts(before)]
    return [line["text"] for line in told if line]


@pytest.fixture
def before(lay: Lay) -> Any:
    """Around Liège stand the guard of the right wing and two corps that are lent to the left wing."""
    lay(field(LIEGE))
    inner = before_battle(SIEGE, artillery=(1, 1, 1), coup=False, turn=1)
    return TeamState("campaign-german-team", inner, lent={"ge-gd": RIGHT, "ge-ii": LEFT, "ge-iii": LEFT})


ALL = ["ge-ii", "ge-gd", "ge-iii"]
ORDER = {"units": ALL, "target": TARGET}


def test_what_the_other_could_add_is_said_with_the_offer(before: Any) -> None:
    offer = offers(before, RIGHT)["attack"]
    assert offer["targets"][TARGET] == ["ge-gd"]
    assert offer["others"][TARGET] == {"ge-ii": LEFT, "ge-iii": LEFT}


def test_the_order_waits_until_the_other_has_joined_in(before: Any) -> None:
    answer = decided(before, RIGHT, "attack", **ORDER)
    state = answer.states[-1]
    assert state.inner is before.inner, "nothing has happened on the board"
    assert lines(before, answer, LEFT) == [
        "German right wing asks German left wing to join in an attack on " + where(before) + "."
    ]
    assert offers(state, LEFT)["join"]["slots"][0]["options"]["of"] == [RIGHT]
    assert "join" not in offers(state, RIGHT)
    joined = decided(state, LEFT, "join", **{"with": RIGHT, "yes": "yes"})
    after = joined.states[-1]
    assert set(after.inner.battle.attackers) == set(ALL)
    assert GAME.deciders(after) == (RIGHT,), "whoever asked leads it, though a unit of the other was named first"
    assert after.proposals == {}
    assert lines(state, joined, LEFT)[0].startswith("German left wing joins in an attack on ")


def where(state: Any) -> str:
    """The place that is attacked, as lines name it."""
    name = state.inner.printed.board.name.get(TARGET)
    return f"{name} ({TARGET})" if name else TARGET


def test_he_may_refuse_and_the_leader_may_call_it_off(before: Any) -> None:
    state = give(before, RIGHT, "attack", **ORDER)
    refused = decided(state, LEFT, "join", **{"with": RIGHT, "yes": "no"})
    assert lines(state, refused, RIGHT) == ["German left wing does not join in an attack on " + where(before) + "."]
    assert refused.states[-1] == before
    assert offers(state, RIGHT)["call_off"]["slots"] == []
    assert give(state, RIGHT, "call_off") == before
    assert "call_off" not in offers(before, RIGHT)
    assert denied(before, RIGHT, "call_off") == "no-proposal"


def test_nobody_answers_what_he_was_not_asked(before: Any) -> None:
    state = give(before, RIGHT, "attack", **ORDER)
    assert denied(before, LEFT, "join", **{"with": RIGHT, "yes": "yes"}) == "no-proposal"
    assert denied(state, RIGHT, "join", **{"with": RIGHT, "yes": "yes"}) == "no-proposal"
    assert denied(state, LEFT, "join", **{"with": LEFT, "yes": "yes"}) == "no-proposal"
    assert denied(state, LEFT, "join", **{"with": RIGHT, "yes": "perhaps"}) == "malformed"
    assert denied(state, ENTENTE, "join", **{"with": RIGHT, "yes": "yes"}) == "not-your-turn"


def test_only_what_the_rules_allow_is_proposed(before: Any) -> None:
    assert denied(before, RIGHT, "attack", units=ALL, target="9999") != "not-your-command"
    assert denied(before, RIGHT, "attack", units=["ge-ii", "ge-iii"], target=TARGET) == "not-your-command"
    assert denied(before, RIGHT, "probe", units=["ge-gd", "ge-ii"], hex=TARGET) == "not-your-command"


def test_a_proposal_that_fits_no_more_is_not_put_to_anyone(before: Any) -> None:
    """The enemy is gone from there: the question is withdrawn, and a yes is refused."""
    state = give(before, RIGHT, "attack", **ORDER)
    later = before_battle(emptied(), turn=1)
    gone = TeamState(state.layout, later, proposals=state.proposals, lent=state.lent)
    assert "join" not in offers(gone, LEFT)
    assert denied(gone, LEFT, "join", **{"with": RIGHT, "yes": "yes"}) not in ("no-proposal", "malformed")


def emptied() -> dict[str, str]:
    """The same without the enemy."""
    return {hex_: units for hex_, units in SIEGE.items() if hex_ != TARGET}


def test_units_handed_over_since_need_no_answer(before: Any) -> None:
    state = give(before, RIGHT, "attack", **ORDER)
    state = give(state, LEFT, "lend", units=["ge-ii", "ge-iii"], to=RIGHT)
    assert "join" not in offers(state, LEFT)
    assert give(state, RIGHT, "attack", **ORDER).inner.battle is not None


def test_the_end_of_the_phase_ends_it(before: Any) -> None:
    state = give(before, RIGHT, "attack", **ORDER)
    ended = give(state, RIGHT, "end_phase", (3,) * 9)
    assert "proposals" not in GAME.view(ended, GERMAN)["team"]  # type: ignore[operator]
    assert "join" not in offers(ended, LEFT)


def test_an_ally_who_is_ready_may_still_join_in(before: Any) -> None:
    state = give(give(before, LEFT, "ready", yes="yes"), RIGHT, "attack", **ORDER)
    assert "join" in offers(state, LEFT)
    assert give(state, LEFT, "join", **{"with": RIGHT, "yes": "yes"}).inner.battle is not None


def test_a_standing_order_answers(before: Any) -> None:
    state = give(before, RIGHT, "attack", **ORDER)
    kinds = {k.key: k for k in GAME.standing("campaign-german-team", {})}
    assert [answer.key for answer in kinds["join"].answers] == ["yes", "no"]
    assert kinds["join"].sides == (GERMAN,)
    assert "join" not in {k.key for k in GAME.standing("campaign", {})}
    for answer in ("yes", "no"):
        command = GAME.answer_ahead(state, LEFT, {"join": StandingOrder("join", answer)})
        assert command == {"kind": "join", "with": RIGHT, "yes": answer}
    assert GAME.answer_ahead(state, LEFT, {}) is None
    assert GAME.answer_ahead(state, RIGHT, {"join": StandingOrder("join", "yes")}) is None
    assert GAME.answer_ahead(before, LEFT, {"join": StandingOrder("join", "yes")}) is None


def test_the_other_side_hears_nothing_before_the_attack(before: Any) -> None:
    answer = decided(before, RIGHT, "attack", **ORDER)
    state = answer.states[-1]
    for viewer in (ENTENTE, SPECTATOR):
        assert lines(before, answer, viewer) == []
        assert GAME.view(state, viewer) == GAME.view(before, viewer)
        assert GAME.legal(state, viewer) == GAME.legal(before, viewer)
    assert GAME.deciders(state) == GAME.deciders(before)
    assert not any(GAME.bars_undo(fact) for fact in answer.events)
