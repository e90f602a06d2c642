"""§6.2: an HQ helps to defend its hex or stays out, as its owner has told it beforehand."""

from __future__ import annotations

from typing import Any, cast

import pytest

from rules.kernel.game import REFEREE, SPECTATOR
from rules.schlieffens_war.facts.battle import DefendersChosen
from rules.schlieffens_war.facts.stacking import StanceTaken
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import ELIMINATED, State
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.games.schlieffens_war.arena import (
    EAST,
    PLAIN,
    TARGET,
    WEST,
    assault,
    before_battle,
    odds_of,
    stage,
    with_result,
)
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import (
    at,
    denied,
    field,
    loaded,
    morale,
    offer,
    options,
    order,
    position,
    steps,
    told,
)

CLEAR = PLAIN.format(target="F.")
TO_THE_WEST = [("1206", "1205")]
TWO = {EAST: "ge-gd ge-ii ge-iii", TARGET: "fr-1 fr-2 fr-hq-1"}


def hq(state: State, viewer: str, hex_: str = TARGET) -> dict[str, Any]:
    """The HQ of a hex as a viewer sees it; its owner and the referee do."""
    stacks = cast(dict[str, Any], GAME.view(state, viewer)["stacks"])
    return next(u for u in stacks[hex_] if u.get("kind") == "hq")


# --- the word (§6.2) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["movement", "combat"])
def test_the_owner_says_in_his_own_phases_whether_his_hq_helps(lay: Lay, phase: str) -> None:
    """§6.2: in his movement and combat, at no cost, as often as he likes; unasked it helps."""
    lay(field(CLEAR))
    state = position(f"entente.{phase}", {TARGET: "fr-1 fr-2 fr-hq-1", EAST: "ge-ii"})
    assert hq(state, ENTENTE)["helps"] is True
    made = offer(state, ENTENTE, "stance")
    assert made is not None
    assert made["units"] == ["fr-hq-1"]
    state = order(state, ENTENTE, "stance", unit="fr-hq-1", helps=False)
    assert (hq(state, ENTENTE)["helps"], hq(state, ENTENTE)["mp"]) == (False, 0)
    state = order(state, ENTENTE, "stance", unit="fr-hq-1", helps=True)
    assert hq(state, ENTENTE)["helps"] is True


def test_a_stance_may_be_taken_while_setting_up() -> None:
    """§6.2, §3.1: as soon as the HQ has been placed; the first attacks find it so."""
    state = GAME.new_match("campaign", {})
    assert offer(state, ENTENTE, "stance") is None
    denied(state, ENTENTE, "not-on-map", "6.2", "stance", unit="fr-hq-1", helps=False)
    state = order(order(state, ENTENTE, "historical"), ENTENTE, "stance", unit="fr-hq-1", helps=False)
    state = order(order(state, ENTENTE, "end_phase"), GERMAN, "historical")
    state = order(state, GERMAN, "end_phase")
    assert state.phase.key == "german.movement"
    assert hq(state, ENTENTE, at(state, "fr-hq-1"))["helps"] is False


def test_only_an_hq_of_your_own_on_the_map_takes_a_stance(lay: Lay) -> None:
    """§6.2: no corps, no fort, nobody else's HQ, none off the map, and not what it does already."""
    lay(field(CLEAR))
    stacks = {TARGET: "fr-1 fr-hq-1 fr-fort-toul", EAST: "ge-ii ge-hq-1"}
    state = position("entente.movement", stacks, eliminated=["fr-hq-2"])
    for unit in ("fr-1", "fr-fort-toul"):
        denied(state, ENTENTE, "not-an-hq", "6.2", "stance", unit=unit, helps=False)
    denied(state, ENTENTE, "not-on-map", "6.2", "stance", unit="fr-hq-2", helps=False)
    denied(state, ENTENTE, "not-your-unit", "5.0", "stance", unit="ge-hq-1", helps=False)
    denied(state, ENTENTE, "no-change", "6.2", "stance", unit="fr-hq-1", helps=True)
    denied(state, ENTENTE, "malformed", "6.2", "stance", unit="fr-hq-1", helps="no")
    denied(state, GERMAN, "not-your-turn", "5.0", "stance", unit="ge-hq-1", helps=False)


def test_no_stance_is_taken_in_the_middle_of_an_attack_or_while_regrouping(lay: Lay) -> None:
    """§6.2: it is said beforehand, in set-up, movement and combat, and in no other decision."""
    lay(field(CLEAR))
    state = position("entente.regroup", {TARGET: "fr-1 fr-hq-1"}, fatigued=["fr-1"])
    denied(state, ENTENTE, "wrong-step", "9.0", "stance", unit="fr-hq-1", helps=False)
    assert offer(state, ENTENTE, "stance") is None
    three = before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-2 fr-3 fr-hq-1"})
    three, _ = assault(three, "ge-gd")
    denied(three, ENTENTE, "wrong-step", "11.2", "stance", unit="fr-hq-1", helps=False)


def test_a_stance_goes_with_the_hq_and_is_forgotten_when_it_is_lost(lay: Lay) -> None:
    """§6.2: it lasts over moves and turns; an HQ that returns to play (§9.5) helps again."""
    lay(field(CLEAR.replace("10  G. G. F.", "10  G. G. Fc"), rails=[("1003", "1004", "1005", "1006")]))
    state = position("entente.movement", {TARGET: "fr-1 fr-hq-1", "3001": "ge-lw"})
    state = order(state, ENTENTE, "stance", unit="fr-hq-1", helps=False)
    state = order(state, ENTENTE, "move", units=["fr-hq-1"], path=[WEST], forced=False)
    assert hq(state, ENTENTE, WEST)["helps"] is False
    gone = position("entente.regroup", {TARGET: "fr-1"}, eliminated=["fr-hq-1"], aside=["fr-hq-1"])
    back = order(gone, ENTENTE, "return", unit="fr-hq-1", hex="1003")
    assert back.units["fr-hq-1"].helps is True


def test_a_stance_can_be_taken_back(lay: Lay) -> None:
    """§6.2: nothing was rolled and nobody was told: it bars no undo."""
    lay(field(CLEAR))
    state = position("entente.movement", {TARGET: "fr-1 fr-hq-1"})
    _, events = told(state, ENTENTE, "stance", unit="fr-hq-1", helps=False)
    assert events == (StanceTaken("fr-hq-1", False),)
    assert not GAME.bars_undo(events[0])


# --- who is told (§6.6) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stack", ["fr-1 fr-hq-1", "fr-hq-1 fr-1"])
def test_nobody_else_learns_of_a_stance(lay: Lay, stack: str) -> None:
    """§6.2, §6.6: whether the HQ lies hidden or on top, the other side's view, options and log stay as they were."""
    lay(field(CLEAR))
    before = position("entente.movement", {TARGET: stack, EAST: "ge-ii"})
    after, (event,) = told(before, ENTENTE, "stance", unit="fr-hq-1", helps=False)
    for viewer in (GERMAN, SPECTATOR):
        assert GAME.view(before, viewer) == GAME.view(after, viewer)
        assert GAME.legal(before, viewer) == GAME.legal(after, viewer)
        assert GAME.narrate(before, event, after, viewer) is None
    for viewer in (ENTENTE, REFEREE):
        line = GAME.narrate(before, event, after, viewer)
        assert line is not None
        assert (line["section"], line["text"]) == ("6.2", "1st Army HQ stays out of the defence of its hex.")
        assert hq(after, viewer)["helps"] is False


def test_an_hq_that_stays_out_stays_hidden_in_the_battle(lay: Lay) -> None:
    """§6.6, §6.2: who takes part is shown; an HQ that does not lies where it lay."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state, _ = assault(before_battle(TWO, aside=["fr-hq-1"]), "ge-gd ge-ii ge-iii")
    state, events = told(state, ENTENTE, "defend", loaded(3), units=["fr-1", "fr-2"])
    assert DefendersChosen(("fr-1", "fr-2"), ("fr-hq-1",)) in events
    assert stage(state) == "defender_losses"
    shown = cast(dict[str, Any], GAME.view(state, GERMAN))
    assert [u["id"] for u in shown["stacks"][TARGET]] == ["fr-1", "fr-2", f"?{TARGET}.2"]
    assert [u["id"] for u in shown["battle"]["defenders"]] == ["fr-1", "fr-2"]


THIRD = ({TARGET: "fr-1 fr-2 fr-3", "1406": "fr-4 fr-hq-1"}, {TARGET: "fr-1 fr-2 fr-hq-1", "1406": "fr-4 fr-3"})
"""What may lie below two corps: a third, or an HQ that stays out; the other of the two is elsewhere."""


def seen_by_the_attacker(state: State) -> object:
    """All that the Germans see and are asked."""
    return GAME.view(state, GERMAN), GAME.legal(state, GERMAN)


def test_an_attacker_cannot_tell_an_hq_that_stays_out_from_a_third_corps(lay: Lay) -> None:
    """§6.6, §11.2: the owner is asked for two of three, and where only two can fight confirms them."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    shown, told_ = [], []
    for third in THIRD:
        state = before_battle({EAST: "ge-gd ge-ii", **third}, aside=["fr-hq-1"])
        asked, _ = assault(state, "ge-gd ge-ii")
        answered, _ = told(asked, ENTENTE, "defend", loaded(1), units=["fr-1", "fr-2"])
        shown.append([seen_by_the_attacker(asked), seen_by_the_attacker(answered)])
        told_.append(cast(Any, GAME.legal(asked, ENTENTE))["detail"])
    assert shown[0] == shown[1]
    assert told_ == [
        "Only two of your three corps and forts take part.",
        "Only these two can defend. You still confirm it, so your opponent learns nothing.",
    ]


def test_two_corps_whose_hq_helps_or_whose_stack_lies_open_are_not_asked(lay: Lay) -> None:
    """§11.2, §6.6: nothing is concealed: the HQ fights and is shown, or is on top."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    for stack, aside in (("fr-1 fr-2 fr-hq-1", []), ("fr-hq-1 fr-1 fr-2", ["fr-hq-1"]), ("fr-1 fr-2", [])):
        _, events = assault(before_battle({EAST: "ge-gd", TARGET: stack}, aside=aside), "ge-gd", 1)
        assert odds_of(events).attack == 5


def test_nor_by_who_pays_the_second_step(lay: Lay) -> None:
    """§6.6, §11.20: in a fortress nobody retreats; a third corps could pay, so the owner is asked in either case."""
    lay(field(PLAIN.format(target="Fh"), rails=TO_THE_WEST))
    shown, payers = [], []
    for third in THIRD:
        state = before_battle({EAST: "ge-gd", **third}, aside=["fr-hq-1"])
        first = order(with_result(state, "ge-gd", "0/2", defenders="fr-1 fr-2"), ENTENTE, "lose", units=["fr-1"])
        second = order(first, ENTENTE, "lose", units=["fr-2"])
        shown.append([seen_by_the_attacker(first), seen_by_the_attacker(second)])
        payers.append(options(first, ENTENTE, "lose")["of"])
    assert payers == [["fr-2", "fr-3"], ["fr-2"]]
    assert shown[0] == shown[1]


def test_nor_by_who_pays_for_a_tired_retreat(lay: Lay) -> None:
    """§6.6, §11.20: the step more of a stack all of whose defenders were fatigued."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    shown = []
    for third in THIRD:
        state = before_battle({EAST: "ge-gd", **third}, aside=["fr-hq-1"], fatigued=["fr-1", "fr-2"])
        state = order(with_result(state, "ge-gd", "0/2", defenders="fr-1 fr-2"), ENTENTE, "lose", units=["fr-1"])
        gone = order(state, ENTENTE, "retreat", path=[WEST])
        assert stage(gone) == "extra_loss"
        shown.append([seen_by_the_attacker(s) for s in (state, gone, order(gone, ENTENTE, "lose", units=["fr-2"]))])
    assert shown[0] == shown[1]


# --- what it does (§11.2, §11.20, §11.21) -------------------------------------------------------------------------


def test_an_hq_that_helps_adds_its_factor_and_one_that_stays_out_adds_nothing(lay: Lay) -> None:
    """§6.2, §11.8: two corps of 4 and 4 with an HQ of 2."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    _, events = assault(before_battle(TWO), "ge-gd ge-ii ge-iii", 4)
    assert odds_of(events).defence == 10
    state, _ = assault(before_battle(TWO, aside=["fr-hq-1"]), "ge-gd ge-ii ge-iii")
    _, events = told(state, ENTENTE, "defend", loaded(4), units=["fr-1", "fr-2"])
    assert odds_of(events).defence == 8


def test_the_third_corps_is_chosen_as_ever(lay: Lay) -> None:
    """§11.2, §6.2: of three corps the owner names two; his HQ that stays out cannot be named."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-2 fr-3 fr-hq-1"}, aside=["fr-hq-1"])
    state, _ = assault(state, "ge-gd")
    denied(state, ENTENTE, "choose-two", "11.2", "defend", units=["fr-1", "fr-2", "fr-hq-1"])
    _, events = told(state, ENTENTE, "defend", loaded(1), units=["fr-1", "fr-2"])
    assert DefendersChosen(("fr-1", "fr-2"), ("fr-3", "fr-hq-1")) in events


def test_an_hq_that_stays_out_pays_no_step_while_others_can(lay: Lay) -> None:
    """§11.20, §6.2: it is not among those who lose one step before anyone loses two."""
    lay(field(PLAIN.format(target="Fh"), rails=TO_THE_WEST))
    for aside, losers in ((["fr-hq-1"], ["fr-1", "fr-2"]), ([], ["fr-hq-1"])):
        state = with_result(before_battle(TWO, aside=aside), "ge-gd", "0/3")
        if aside:
            refusal = denied(state, ENTENTE, "not-this-unit", "11.20", "lose", units=["fr-hq-1"])
            assert "stays out of the fight" in refusal.text
        state = order(state, ENTENTE, "lose", units=["fr-1", "fr-2"])
        assert losers == (options(state, ENTENTE, "lose")["of"] or ["fr-hq-1"])
        assert at(state, "fr-hq-1") == (TARGET if aside else ELIMINATED)


def test_an_hq_that_stays_out_retreats_with_its_stack(lay: Lay) -> None:
    """§11.20, §6.2: all mobile units go as one, and the hex is left empty."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = with_result(before_battle(TWO, aside=["fr-hq-1"]), "ge-gd", "0/2")
    state = order(state, ENTENTE, "lose", units=["fr-1"])
    state = order(state, ENTENTE, "retreat", path=[WEST])
    assert state.stacks[WEST] == ("fr-1", "fr-2", "fr-hq-1")
    assert TARGET not in state.stacks


def test_the_extra_step_of_a_tired_retreat_spares_an_hq_that_stayed_out(lay: Lay) -> None:
    """§11.20, §6.2: one of the corps pays it, even one that has paid a step; an HQ that helped would have to."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    for aside, steps_left in ((["fr-hq-1"], (0, 1)), ([], (1, 0))):
        state = before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-hq-1"}, aside=aside, fatigued=["fr-1"])
        state = with_result(state, "ge-gd", "0/2")
        if not aside:
            state = order(state, ENTENTE, "lose", units=["fr-1"])
        state = order(state, ENTENTE, "retreat", path=[WEST])
        assert (steps(state, "fr-1"), steps(state, "fr-hq-1")) == steps_left


def test_without_corps_or_forts_the_losses_that_are_left_come_to_the_hq(lay: Lay) -> None:
    """§11.20, §6.2: when all who took part are gone it is the one that must pay what is left, in a step or in hexes."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    weak = before_battle({EAST: "ge-gd", TARGET: "fr-grd1 fr-hq-1"}, aside=["fr-hq-1"], reduced=["fr-grd1"])
    state = with_result(weak, "ge-gd", "0/3")
    assert at(state, "fr-grd1") == ELIMINATED
    assert options(state, ENTENTE, "lose")["of"] == ["fr-hq-1"]
    assert at(order(state, ENTENTE, "lose", units=["fr-hq-1"]), "fr-hq-1") == ELIMINATED
    fled = order(state, ENTENTE, "retreat", path=[WEST, "1205"])
    assert (at(fled, "fr-hq-1"), steps(fled, "fr-hq-1")) == ("1205", 1)
    assert morale(fled, "ge-gd") == 1


def test_an_hq_that_is_left_when_all_losses_are_paid_holds_its_hex(lay: Lay) -> None:
    """§11.20, §11.22: the last corps falls for the last loss: the HQ that stayed out stands there still."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    weak = before_battle({EAST: "ge-gd", TARGET: "fr-grd1 fr-hq-1"}, aside=["fr-hq-1"], reduced=["fr-grd1"])
    state = with_result(weak, "ge-gd", "0/1")
    assert (at(state, "fr-grd1"), state.stacks[TARGET]) == (ELIMINATED, ("fr-hq-1",))
    assert morale(state, "ge-gd") == -1
    assert stage(state) == "over"


def test_an_hq_beside_a_fort_alone_may_stay_out_too(lay: Lay) -> None:
    """§6.2: a fort counts as a corps: it defends, and the HQ is judged after it."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = before_battle({EAST: "ge-gd", TARGET: "fr-fort-toul fr-hq-1"}, aside=["fr-hq-1"], reduced=["fr-fort-toul"])
    _, events = assault(state, "ge-gd", 6)
    assert DefendersChosen(("fr-fort-toul",), ("fr-hq-1",)) in events
    state = with_result(state, "ge-gd", "0/3")
    assert (steps(state, "fr-fort-toul"), steps(state, "fr-hq-1")) == (0, 1)


@pytest.mark.parametrize("stack", ["fr-hq-1", "fr-hq-1 fr-hq-2"])
def test_an_hq_alone_defends_itself_whatever_it_was_told(lay: Lay, stack: str) -> None:
    """§6.2, §11.2: there is no corps that it could help or leave to fight: its own factor stands against the attack."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = before_battle({EAST: "ge-gd", TARGET: stack}, aside=stack.split())
    _, events = assault(state, "ge-gd", 1)
    assert odds_of(events).defence == 2
