"""Sections 6.17, 6.47 and 18.25: event hands held out of view, and a mutiny that the Allies conceal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.great_war.combat.declaring import why_not_fight
from rules.great_war.facts import Event
from rules.great_war.facts.chits import ChitDrawn
from rules.great_war.facts.movement import HexesTaken
from rules.great_war.game import FIRST_MATCH, GAME
from rules.great_war.position.chit_state import ChitState
from rules.great_war.position.secrecy import CONCEALED, HIDDEN
from rules.great_war.position.state import BattleFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import ATTACKER_AIR, ATTACKER_EVENTS, DEFENDER_EVENTS, REACTION
from rules.great_war.restrictions.event_bans import MUTINY as FORBIDDEN
from rules.great_war.teams import GAME as TEAMS
from rules.kernel.fast_replace import replace
from rules.kernel.game import REFEREE, SPECTATOR
from tests.games.chance import Dice
from tests.games.great_war.kit import position, told, told_with
from tests.games.great_war.test_events import bought, phase
from tests.games.great_war.test_events_in_combat import BARE

OTHERS = (ALLIED, SPECTATOR)
"""Who must not know what the Central Powers hold."""
EVERYBODY = (CENTRAL, REFEREE, *OTHERS)


def alike(one: State, other: State, viewers: Sequence[str] = OTHERS) -> None:
    """The viewers see the very same, and are asked the very same."""
    assert one != other
    for viewer in viewers:
        assert GAME.view(one, viewer) == GAME.view(other, viewer)
        assert GAME.glance(one) == GAME.glance(other)
        assert GAME.pools.seen(one, viewer) == GAME.pools.seen(other, viewer), "what the table tells of the chits"
        if viewer != SPECTATOR:
            assert GAME.legal(one, viewer) == GAME.legal(other, viewer)


def lines(state: State, events: Sequence[Event], after: State, viewer: str) -> list[Any]:
    """What the log tells a viewer."""
    return [GAME.narrate(state, event, after, viewer) for event in events]


# --- hidden hands (6.17) ----------------------------------------------------------------------------------------------


def test_6_17_the_table_may_choose_to_hide_the_hands() -> None:
    """§6.17: by an option of every scenario with events; another value is refused."""
    assert not FIRST_MATCH.options
    for scenario in (s for s in GAME.scenarios if s != FIRST_MATCH):
        assert "hands" in [o["id"] for o in scenario.options]
        # Two commanders a side may choose whatever one may, and besides who is in chief and how long they wait.
        shared = next(s.options for s in TEAMS.scenarios if s.id == f"{scenario.id}-west-and-east")
        assert [o for o in shared if o in scenario.options] == [*scenario.options]
    assert GAME.new_match("1915", {"hands": HIDDEN}).hands == HIDDEN
    assert GAME.new_match("1915", {}).hands == "open"
    with pytest.raises(ValueError, match="hands"):
        GAME.new_match("1915", {"hands": "marked"})


def test_6_17_a_draw_that_is_held_tells_others_nothing() -> None:
    """§6.17: neither the chit, nor the die by which it fell; the owner and the referee read both."""
    start = phase(central="flame-thrower central-phosgene u-boat-c", hands=HIDDEN)
    drawn = [bought(start, CENTRAL, die) for die in (1, 2, 3)]
    for viewer in OTHERS:
        told_ = [lines(start, events, state, viewer) for state, events in drawn]
        assert told_[0] == told_[1] == told_[2]
        assert any(line and line["text"] == "An event is drawn and held." for line in told_[0])
    for viewer in (CENTRAL, REFEREE):
        told_ = [lines(start, events, state, viewer) for state, events in drawn]
        assert told_[0] != told_[1]
    for state, _ in drawn[1:]:
        alike(drawn[0][0], state)


def drawn_openly(by: str, first: int, hands: str = HIDDEN) -> tuple[State, Sequence[Event], State]:
    """One of two events is drawn and held, and then aircraft or, by the other side, the other one in the open."""
    start = phase(central="flame-thrower german-aircraft-c kemal", allied="foch", hands=hands)
    order = [c for c in start.printed.chits.events if start.chits["central.pool"].get(c)]
    state, _ = bought(start, CENTRAL, first)
    left = [c for c in order if state.chits["central.pool"].get(c)]
    state = replace(state, cursor=(replace(state.phase, key="declare-events", done=()),), chit_state=ChitState())
    if by == CENTRAL:
        after, events = bought(state, CENTRAL, left.index("german-aircraft-c") + 1)
        return state, events, after
    state, _ = bought(state, ALLIED, 1)
    die = left.index("german-aircraft-c") + 1
    after, events = told_with(state, ALLIED, "buy_event", Dice([die]), nation="BR")
    return state, events, after


@pytest.mark.parametrize("by", [CENTRAL, ALLIED])
def test_6_17_no_die_of_a_pool_is_told_to_whoever_may_not_see_its_hand(by: str) -> None:
    """§6.17: chits lie in the order in which they are printed: title, die and number would tell how many of those
    before it are left. §6.14: nor is a side told the die by which it draws out of the other pool."""
    (one, there, over), (two, here, end) = (drawn_openly(by, first) for first in (1, 3))
    draws = [e for e in (*there, *here) if isinstance(e, ChitDrawn)]
    assert len({(e.chit, e.to) for e in draws}) == 1, "the same chit, in the open"
    assert len({e.die for e in draws}) == 2, "by another die"
    for viewer in OTHERS:
        assert lines(one, there, over, viewer) == lines(two, here, end, viewer)
    dice = {v: [d for line in lines(one, there, over, v) if line for d in line.get("dice", ())] for v in EVERYBODY}
    assert dice == {CENTRAL: dice[REFEREE], REFEREE: dice[REFEREE], ALLIED: [], SPECTATOR: []}
    assert dice[REFEREE]
    alike(over, end)


def test_6_17_in_the_open_everyone_reads_the_die_of_a_draw() -> None:
    """§6.17: hands and pools are known to all."""
    start, events, after = drawn_openly(CENTRAL, 1, "open")
    told_ = [lines(start, events, after, viewer) for viewer in EVERYBODY]
    assert all(each == told_[0] for each in told_)
    assert any(line and line.get("dice") for line in told_[0])


def test_6_17_what_is_held_is_seen_by_its_owner_and_its_number_by_all() -> None:
    """§6.17: in the open the hand itself is seen."""
    table = bought(phase(central="flame-thrower"), CENTRAL, 1)[0]
    assert GAME.pools.seen(table, ALLIED) == GAME.pools.lots(table)
    state, _ = bought(phase(central="flame-thrower", hands=HIDDEN), CENTRAL, 1)
    mine: Any = GAME.view(state, CENTRAL)["events"]
    theirs: Any = GAME.view(state, ALLIED)["events"]
    assert mine["hands"][CENTRAL] == {"flame-thrower": 1}
    assert theirs["hands"][CENTRAL] == {}
    assert theirs["held"] == mine["held"] == {CENTRAL: 1, ALLIED: 0}
    shown: Any = GAME.view(replace(state, hands="open"), ALLIED)["events"]
    assert shown["hands"][CENTRAL] == {"flame-thrower": 1}


def fighting(stage: str, side: str, held: str, hands: str = HIDDEN) -> State:
    """An attack in the west at a stage, with one event in the hand of the Central Powers."""
    at = {CENTRAL: "W5217", ALLIED: "W5117"}
    units = {CENTRAL: "ge-3", ALLIED: "br-1"}
    foe = ALLIED if side == CENTRAL else CENTRAL
    stacks = {at[side]: units[side]} if stage == REACTION else {at[s]: units[s] for s in (side, foe)}
    state = position(stacks, "first.west.attacks", west=side, hands=hands,
                     chits={**BARE, "central.hand": {held: 1}})  # fmt: skip
    frame = BattleFrame(side, (units[side],), (at[side],), at[foe], (units[foe],), stage)
    return replace(state, cursor=(*state.cursor, frame))


@pytest.mark.parametrize(
    ("stage", "side", "useful", "useless"),
    [
        (ATTACKER_AIR, CENTRAL, "central-air-tactics", "kemal"),
        (ATTACKER_EVENTS, CENTRAL, "central-chlorine", "kemal"),
        (DEFENDER_EVENTS, ALLIED, "turkish-determination-c", "central-chlorine"),
        (REACTION, ALLIED, "rigid-planning-c", "u-boat-c"),
    ],
)
def test_6_17_whoever_holds_anything_is_asked_whether_it_is_of_use_or_not(
    stage: str, side: str, useful: str, useless: str
) -> None:
    """§6.17: the question would tell otherwise what is held. In the open nobody is asked for nothing."""
    twins = [fighting(stage, side, chit) for chit in (useful, useless)]
    for state in twins:
        assert GAME.deciders(state) == (CENTRAL,)
    alike(*twins)
    told(twins[1], CENTRAL, "no_aircraft" if stage == ATTACKER_AIR else "no_event", _Any())
    assert GAME.deciders(fighting(stage, side, useless, "open")) != (CENTRAL,)


class _Any(Dice):
    """Dice of which as many are rolled as the fight needs."""

    def __init__(self) -> None:
        super().__init__(())

    def __call__(self, draw: int, sides: int) -> int:
        """A three."""
        return 3


# --- the concealed mutiny (6.47, 18.25) -------------------------------------------------------------------------------


def drawn_twin(chit: str, **fields: Any) -> tuple[State, Sequence[Event]]:
    """The Allies have drawn one of two events."""
    start = phase("french-mutiny foch", hands=CONCEALED, **fields)
    order = [c for c in start.printed.chits.events if c in ("french-mutiny", "foch")]
    return bought(start, ALLIED, order.index(chit) + 1)


def as_noted(state: State, side: str) -> Any:
    """What a side knows of a position, from which a program imagines the rest."""
    return GAME.note(state, side)


def test_6_47_a_concealed_mutiny_looks_to_others_like_any_event_that_is_held() -> None:
    """§6.47: the same facts in number, the same lines, the same questions; the Allies see it and obey."""
    (mutinied, events), (held, others) = drawn_twin("french-mutiny"), drawn_twin("foch")
    assert [*map(type, events)] == [*map(type, others)]
    alike(mutinied, held, (CENTRAL, SPECTATOR))
    start = phase("french-mutiny foch", hands=CONCEALED)
    assert lines(start, events, mutinied, CENTRAL) == lines(start, others, held, CENTRAL)
    known = {side: as_noted(mutinied, side)["record"]["lasting"] for side in (CENTRAL, ALLIED)}
    assert known == {CENTRAL: {}, ALLIED: {"french-mutiny": mutinied.turn + 2}}
    mine: Any = GAME.view(mutinied, ALLIED)["events"]
    assert mine["lasting"] == {"french-mutiny": mutinied.turn + 2}
    west = position({"W5117": "fr-12"}, "first.west.attacks", west=ALLIED)
    assert why_not_fight(replace(west, chit_state=mutinied.chit_state), "fr-12") == FORBIDDEN


def test_6_47_other_mandatory_events_are_played_at_once_where_a_mutiny_may_be_concealed() -> None:
    """§6.47, §6.12: the option is about the mutiny alone."""
    state, _ = bought(phase("zimmermann-telegram", hands=CONCEALED), ALLIED, 1)
    assert not any(state.chits["allied.hand"].values())


def test_6_47_it_is_revealed_when_it_is_over() -> None:
    """§6.47: at the start of the turn after the third; until then the chit counts as one that is held."""
    state, _ = drawn_twin("french-mutiny")
    rail = replace(state, cursor=(replace(state.phase, key="central.rail", done=()),))
    for turn in range(state.turn, state.turn + 3):
        after = told(replace(rail, turn=turn), CENTRAL, "end_phase")
        over = turn == state.turn + 2
        assert bool(after.chits["allied.play"]) is over
        assert bool(after.chits["allied.hand"]) is not over


def test_6_14_a_mutiny_that_the_enemy_draws_is_known_to_him() -> None:
    """§6.14, §6.47: he drew it out of the other pool, so there is nothing to conceal."""
    state, _ = bought(phase("french-mutiny", "boelcke", hands=CONCEALED), CENTRAL, 1)
    state = told(state, CENTRAL, "buy_event", Dice([1]), nation="GE")
    assert state.chits["allied.play"] == {"french-mutiny": 1}
    assert state.chit_state.lasting


def captured(hands: str, turn: int, play: str = "", hand: str = "", russia: bool = True) -> State:
    """The Central Powers have taken a victory hex of France on a turn."""
    chits = {**BARE, "allied.play": {play: 1} if play else {}, "allied.hand": {hand: 1} if hand else {}}
    state = position({}, "first-movement", turn=turn, hands=hands, chits=chits)
    state = replace(state, strategic_state=replace(state.strategic_state, collapsed=("RU",) if russia else ()))
    board = state.printed.board
    inside = sorted(board.victory & board.by_country["FR"] - board.edges)
    hex_ = next(board.ids[i] for i in inside if board.front[i] == "west")
    return HexesTaken(CENTRAL, (hex_,)).apply(state)


def test_18_25_with_the_option_the_die_is_rolled_after_1916_mutiny_or_not() -> None:
    """§18.25: on every turn after 1916, for each victory hex once; in the open only after the mutiny."""
    assert not captured("open", 30).strategic_state.captured
    assert captured("open", 30, play="french-mutiny").strategic_state.captured
    assert not captured(CONCEALED, 26).strategic_state.captured
    assert captured(CONCEALED, 27).strategic_state.captured
    assert captured(CONCEALED, 27, russia=False).strategic_state.captured


@pytest.mark.parametrize(
    ("hand", "russia", "ends"),
    [("", True, False), ("foch", True, False), ("french-mutiny", True, True), ("french-mutiny", False, False)],
)
def test_18_25_a_false_roll_ends_nothing_and_counts_for_its_hex(hand: str, russia: bool, ends: bool) -> None:
    """§18.25: the match ends only if the French have mutinied and Russia has collapsed; the hex is never rolled for
    again."""
    state = captured(CONCEALED, 30, hand=hand, russia=russia)
    state = replace(state, chit_state=replace(state.chit_state, lasting={"french-mutiny": 31}, victory=30))
    state = replace(state, cursor=(replace(state.phase, key="central.rail"),))
    after = told(state, CENTRAL, "end_phase", _Any())
    assert (after.ended is not None) is ends
    assert after.strategic_state.tested
    assert not after.strategic_state.captured
