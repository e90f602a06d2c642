"""§18.2: the dice for victory hexes of France, once the army has mutinied and Russia is down."""

from __future__ import annotations

from typing import Any

from rules.great_war.engine import ENGINE
from rules.great_war.facts.morale import MoraleTested
from rules.great_war.facts.movement import HexesTaken
from rules.great_war.play import Play
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.shown.narrate import narrate
from rules.great_war.strategic.morale import morale_modifiers, shake_france
from rules.great_war.strategic.victory import points
from rules.kernel.endings import MatchEnded
from rules.kernel.fast_replace import replace
from tests.games.chance import Dice
from tests.games.great_war.kit import before_set_up
from tests.games.great_war.strategic.kit import holding, played, strategic

BOARD = before_set_up().printed.board
FRENCH = sorted(BOARD.ids[i] for i in BOARD.victory - BOARD.edges if BOARD.country[i] == "FR")
BELGIAN = sorted(BOARD.ids[i] for i in BOARD.victory if BOARD.country[i] == "BE")


def late(held: int = 0, *chits: str, **strategic_state: Any) -> State:
    """July 1917 or so: the mutiny has been played and Russia has collapsed; that many French hexes are held."""
    fields = {"collapsed": ("RU",), "turn": "", **strategic_state}
    state = strategic("M", strategic_state=fields, taken=frozenset(FRENCH[:held]))
    return holding(state, "french-mutiny", *chits)


def taken(state: State, *hexes: str, side: str = CENTRAL) -> State:
    """The position after a side has entered these hexes."""
    return HexesTaken(side, hexes).apply(state)


def test_18_21_the_die_is_added_to_the_points() -> None:
    """§18.21: with fifteen points and the hex just taken, a four wins and a three does not."""
    state = taken(late(15), FRENCH[15])
    assert points(state) == 16
    won, facts = played(lambda play, _: shake_france(play), state, 4)
    assert won.ended is not None
    assert (won.ended[0], won.ended[2]) == (CENTRAL, "18.21")
    line = narrate(state, facts[0], won, ALLIED)
    assert line is not None
    assert line["dice"] == [{"die": 4, "for": "morale"}]
    assert played(lambda play, _: shake_france(play), state, 3)[0].ended is None
    tiger = taken(late(15, "the-tiger"), FRENCH[15])
    assert played(lambda play, _: shake_france(play), tiger, 4)[0].ended is None
    assert played(lambda play, _: shake_france(play), tiger, 5)[0].ended is not None


def test_18_21_a_match_that_a_die_has_ended_is_not_ended_by_another() -> None:
    """§18.21, §18.3: the second hex is not rolled for, and that Berlin has fallen as well changes nothing."""
    state = taken(late(14), *FRENCH[14:16])
    won, facts = played(lambda play, _: shake_france(play), state, 6)
    assert [type(fact) for fact in facts] == [MoraleTested, MatchEnded]
    play = Play(replace(state, taken=state.taken | {BOARD.places.berlin}), Dice([6]))
    ENGINE.settle(play)
    assert [fact.section for fact in play.events if isinstance(fact, MatchEnded)] == ["18.21"]
    assert play.state.ended == won.ended


def test_18_21_only_after_the_mutiny_and_the_collapse_of_russia() -> None:
    """§18.21: and for hexes in France only, captured by the Central Powers."""
    assert taken(late(collapsed=()), FRENCH[0]).strategic_state.captured == ()
    mutiny = late()
    calm = replace(mutiny, chits={**mutiny.chits, "allied.play": {}})
    assert taken(calm, FRENCH[0]).strategic_state.captured == ()
    assert taken(late(), BELGIAN[0]).strategic_state.captured == ()
    assert taken(late(1), FRENCH[0], side=ALLIED).strategic_state.captured == ()
    assert taken(late(), FRENCH[0]).strategic_state.captured == (FRENCH[0],)


def test_18_12_no_die_for_the_edge_of_the_map() -> None:
    """§18.12, §18.21, §18.24: its hexes in France are points, for which nobody rolls and which take nothing off later
    dice when they are retaken."""
    board = before_set_up().printed.board
    edge = sorted(board.ids[i] for i in board.edges & board.by_country["FR"])
    state = late()
    won = taken(state, *edge[:3])
    assert points(won) == points(state) + 3
    _, facts = played(lambda play, _: shake_france(play), won)
    assert facts == [] or not any(isinstance(fact, MoraleTested) for fact in facts)
    assert morale_modifiers(taken(won, *edge[:3], side=ALLIED)) == ()


def test_18_21_not_yet_on_the_turn_of_the_mutiny() -> None:
    """§18.21: a hex that falls on the turn on which the mutiny is drawn is not rolled for; on the next turn it is."""
    state = late(15)
    mutinied = replace(state, chit_state=replace(state.chit_state, lasting={"french-mutiny": state.turn + 2}))
    assert taken(mutinied, FRENCH[15]).strategic_state.captured == ()
    assert taken(replace(mutinied, turn=state.turn + 1), FRENCH[15]).strategic_state.captured == (FRENCH[15],)
    # Where it may be concealed the die is rolled on that turn too, and ends nothing.
    hidden = replace(mutinied, turn=29, hands="concealed", chits={**state.chits, "allied.hand": {"french-mutiny": 1}})
    hidden = replace(hidden, chit_state=replace(hidden.chit_state, lasting={"french-mutiny": 31}))
    after, _ = played(lambda play, _: shake_france(play), taken(hidden, FRENCH[15]), 6)
    assert (after.ended, [*after.strategic_state.tested]) == (None, [FRENCH[15]])


def test_18_22_once_for_a_hex() -> None:
    """§18.22: lost and taken once more, it is not rolled for."""
    after, _ = played(lambda play, _: shake_france(play), taken(late(), FRENCH[0]), 1)
    lost = taken(after, FRENCH[0], side=ALLIED)
    assert taken(lost, FRENCH[0]).strategic_state.captured == ()
    before_the_mutiny = taken(late(1), FRENCH[0], side=ALLIED)
    assert taken(before_the_mutiny, FRENCH[0]).strategic_state.captured == (FRENCH[0],)


def test_18_23_each_further_roll_of_a_turn_adds_one() -> None:
    """§18.23: the third die of a turn has two added, the first of the next none."""
    after, facts = played(lambda play, _: shake_france(play), taken(late(), *FRENCH[:3]), 1, 1, 1)
    rolled = [dict(fact.modifiers).get("earlier this turn", 0) for fact in facts if isinstance(fact, MoraleTested)]
    assert rolled == [0, 1, 2]
    assert dict(morale_modifiers(replace(after, turn=after.turn + 1))).get("earlier this turn") is None


def test_18_24_modifiers() -> None:
    """§18.24: the Tiger, and the United States as long as six full divisions are not there."""
    assert morale_modifiers(late()) == ()
    assert morale_modifiers(late(0, "the-tiger")) == (("the Tiger", -1),)
    assert morale_modifiers(late(us_since="L")) == (("the Americans are still to come in force", 1),)
    for last, number in (("us-42", 0), ("us-42*", 1)):
        there = {"W5014": "us-1 us-2 us-26", "W5015": f"us-3 us-4 {last}"}
        state = strategic("P", there, strategic_state={"us_since": "L"}, sides={**before_set_up().sides, "US": ALLIED})
        assert sum(n for _, n in morale_modifiers(state)) == number


def test_18_24_the_example_of_verdun_and_arras() -> None:
    """§18.24: a hex that the Allies retake counts once, whatever becomes of it; a second one counts besides."""
    verdun, arras = FRENCH[:2]
    once = taken(late(2), verdun, side=ALLIED)
    assert dict(morale_modifiers(once)) == {"victory hexes retaken": -1}
    again = taken(taken(once, verdun), verdun, side=ALLIED)
    assert dict(morale_modifiers(again)) == {"victory hexes retaken": -1}
    assert dict(morale_modifiers(taken(again, arras, side=ALLIED))) == {"victory hexes retaken": -2}
    early = replace(late(1), turn=28)
    assert morale_modifiers(taken(early, verdun, side=ALLIED)) == ()
    april = replace(late(1), turn=29)
    assert dict(morale_modifiers(taken(april, verdun, side=ALLIED))) == {"victory hexes retaken": -1}


def test_14_63_a_devastated_hex_is_no_victory_hex_that_falls_or_is_retaken() -> None:
    """§14.63, §18.21, §18.24: no die is rolled for it, and it does not count against later ones."""
    verdun = FRENCH[0]
    waste = frozenset({verdun})
    back = taken(replace(late(2), devastated=waste), verdun, side=ALLIED)
    assert morale_modifiers(back) == ()
    start = replace(late(1), taken=late(1).taken - waste)
    assert taken(start, verdun).strategic_state.captured == (verdun,)
    assert taken(replace(start, devastated=waste), verdun).strategic_state.captured == ()
