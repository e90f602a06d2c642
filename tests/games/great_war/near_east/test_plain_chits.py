"""§6.11, §6.12, §6.61 to §6.63: points, a division that comes and others that go."""

from __future__ import annotations

import pytest

from rules.great_war.chits_played.at_will import IN_EVENT_PHASE, PLAYED, WHY_NOT
from rules.great_war.chits_played.hand import ANYTIME, IN_ITS_STEP
from rules.great_war.chits_played.settling import EFFECTS, NO_EVENT_IF
from rules.great_war.combat.event_chits import ATTACKER, DEFENDER
from rules.great_war.game import GAME
from rules.great_war.position.changes import dead, relocate
from rules.great_war.position.state import AVAILABLE, DEAD, OUT, PhaseFrame
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.fast_replace import replace
from tests.games.chance import Dice
from tests.games.great_war.kit import at, refused, told, told_with
from tests.games.great_war.near_east.events import bought, drawn, phase, where
from tests.games.great_war.near_east.kit import set_up


@pytest.mark.parametrize(
    ("side", "chit", "nation", "points"),
    [
        (ALLIED, "russian-points-c", "RU", 2), (ALLIED, "british-points-g", "BR", 2),
        (ALLIED, "british-points-k", "BR", 3), (CENTRAL, "turkish-points-c", "TU", 1),
        (CENTRAL, "turkish-points-g", "TU", 2),
    ],
)  # fmt: skip
def test_6_61_points_are_played_when_their_owner_likes(side: str, chit: str, nation: str, points: int) -> None:
    """§6.61, §6.12: drawn they are held; played, even while the other side is asked, they are on the track."""
    state = drawn(side, chit)
    assert where(state, chit) == f"{side}.hand"
    before = state.points[nation]
    other = replace(state, cursor=(PhaseFrame("central.rail" if side == ALLIED else "allied.rail"),))
    after, events = told_with(other, side, "play_event", event=chit)
    assert after.points[nation] == before + points
    assert where(after, chit) == ""
    lines = [GAME.narrate(other, event, after, "spectator") for event in events]
    assert {line["section"] for line in lines if line} == {"6.61"}
    assert refused(after, side, "play_event", event=chit).section == "6.12"


def test_6_61_no_points_for_a_nation_out_of_the_war() -> None:
    """§6.61, §16.11: after the Bolsheviks a Russian chit is of no use."""
    state = phase(allied_hand="russian-points-c")
    gone = replace(state, strategic_state=replace(state.strategic_state, collapsed=("RU",)))
    assert refused(gone, ALLIED, "play_event", event="russian-points-c").section == "16.11"


def test_6_14_points_drawn_by_the_enemy_are_lost() -> None:
    """§6.14: shown, and out of the game."""
    start = phase(allied_pool="allied-no-event-c", central_pool="turkish-points-c")
    state = told(bought(start, ALLIED, 1)[0], ALLIED, "buy_event", Dice([1]), nation="BR")
    assert where(state, "turkish-points-c") == ""
    assert state.points["TU"] == 3


def test_6_62_the_tenth_new_army_may_come_on_the_turn_of_its_event() -> None:
    """§6.62: it lies in the box, and is placed as other British are."""
    start = phase(allied_pool="tenth-new-army")
    assert "br-10na" not in start.boxes[AVAILABLE]
    state, events = bought(start, ALLIED, 1)
    if state.phase.key == "other-pool":
        state = told(state, ALLIED, "end_phase")
    assert state.phase.key == "allied.new-units"
    assert at(told(state, ALLIED, "place", units=["br-10na"], hex="NE4208"), "br-10na") == "NE4208"
    assert where(state, "tenth-new-army") == ""
    assert "6.62" in {line["section"] for e in events if (line := GAME.narrate(start, e, state, CENTRAL))}


@pytest.mark.parametrize(("box", "units"), [("map", ()), (DEAD, ("br-10in",)), (AVAILABLE, ("br-10in", "br-11in"))])
def test_6_11_two_indian_divisions_leave_wherever_they_are(box: str, units: tuple[str, ...]) -> None:
    """§6.11: at once, whoever drew the chit, out of the dead pile too."""
    start = phase(allied_pool="remove-10in-11in")
    gone = dead(start, units) if box == DEAD else relocate(start, units, box) if units else start
    state, events = bought(gone, ALLIED, 1)
    assert {at(state, "br-10in"), at(state, "br-11in")} == {OUT}
    assert "6.11" in {line["section"] for e in events if (line := GAME.narrate(start, e, state, CENTRAL))}
    assert where(state, "remove-10in-11in") == ""


def test_6_63_the_42nd_leaves_though_the_enemy_drew_it() -> None:
    """§6.63, §6.14: it is mandatory."""
    start = phase(allied_pool="remove-42t", central_pool="central-no-event-c")
    there = relocate(start, ["br-42t"], "NE4208")
    state = told(bought(there, CENTRAL, 1)[0], CENTRAL, "buy_event", Dice([1]), nation="TU")
    assert at(state, "br-42t") == OUT
    assert "br-42t" not in state.stacks["NE4208"]


def test_6_12_every_chit_that_enters_a_pool_has_its_effect() -> None:
    """§6.0, §6.12: each in one way."""
    printed = set_up().printed.chits
    here = [c for c in printed.events.values() if c.mark in printed.marks or c.everywhere]
    for chit in here:
        at_once = chit.effect in EFFECTS or chit.kind in EFFECTS
        by_hand = chit.kind in ANYTIME or chit.effect in ANYTIME
        fighting = chit.effect in {**ATTACKER, **DEFENDER} or chit.kind == "tactics"
        ways = [at_once, by_hand, chit.effect in IN_ITS_STEP, chit.kind in ("none", "initiative"), fighting]
        assert sum(ways) == 1, chit.id
    known = {c.effect for c in printed.events.values()} | {c.kind for c in printed.events.values()}
    assert {*WHY_NOT, *PLAYED, *IN_EVENT_PHASE, *NO_EVENT_IF} <= known


def test_6_21_townshend_after_maude_is_no_event() -> None:
    """§6.21: he leaves the game as he is drawn."""
    assert where(drawn(ALLIED, "townshend"), "townshend") == "allied.hand"
    assert where(drawn(ALLIED, "townshend", allied_play="maude"), "townshend") == ""
