"""§7.25: what a side notes of a position, and what is dealt where it cannot know."""

from __future__ import annotations

import json
import random
from dataclasses import fields
from typing import Any

import pytest

from rules.great_war import imagined
from rules.great_war.game import GAME
from rules.great_war.position.secrecy import HANDS, HIDDEN
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL, SIDES
from rules.great_war.printed.phases import SETUPS
from rules.great_war.shown import noted
from rules.great_war.units.cooperation import SUD
from rules.kernel import dice
from rules.kernel.codec import stored_name
from rules.kernel.fast_replace import replace
from rules.kernel.game import SPECTATOR
from rules.kernel.imagining import recall_all
from rules.kernel.messages import Decided
from tests.games.great_war.kit import position


def told(state: State, side: str) -> Any:
    """What a side knows, as JSON."""
    return json.loads(json.dumps(recall_all(GAME, state, side)))


@pytest.fixture(scope="module")
def opened() -> tuple[State, State]:
    """May 1915 before anyone has set up, and after both have."""
    first = state = GAME.new_match("1915", {HANDS: HIDDEN})
    chance = dice.chance(dice.key(bytes(32), "imagined", {}))
    while state.phase.key in SETUPS or state.groups:
        side = GAME.deciders(state)[0]
        for command in ({"kind": "deal"}, {"kind": "end_phase"}):
            answer = GAME.decide(state, side, command, chance)
            assert isinstance(answer, Decided)
            state = answer.states[-1]
    return first, state


def test_every_field_of_a_position_is_noted_in_part_or_not_at_all() -> None:
    """A new one belongs in one of the lists, so that nobody notes it who may not know it."""
    parts = {*noted.PARTS} - {*noted.BESIDE}
    assert imagined.SUD == SUD
    listed = [*noted.OPEN, *parts, *noted.NOT_NOTED]
    assert sorted(listed) == sorted(stored_name(field) for field in fields(State))


def test_nothing_is_noted_while_units_are_set_up_nor_for_anyone_who_plays_no_side(opened: tuple[State, State]) -> None:
    setting_up, state = opened
    assert [GAME.note(setting_up, side) for side in SIDES] == [None, None]
    assert GAME.note(state, SPECTATOR) is None
    with pytest.raises(ValueError, match="after the set-up"):
        GAME.imagine(told(setting_up, CENTRAL), random.Random(1))


def test_a_side_sees_the_same_and_what_it_cannot_see_lies_elsewhere(opened: tuple[State, State]) -> None:
    """§7.25: units that are seen nowhere change places, each where it may be; what is seen stays."""
    _, state = opened
    for side in SIDES:
        view = told(state, side)
        other = GAME.imagine(view, random.Random(7))
        assert told(other, side) == view
        unknown = GAME.dealt(view, other)
        assert len(unknown) > 20
        assert {*unknown} == {u for u, at in noted.concealed_units(state, side).items() if at}
        assert sum(other.units[u].at != state.units[u].at for u in unknown) * 2 > len(unknown)
        assert {u: now.at for u, now in other.units.items() if u not in unknown} == {
            u: now.at for u, now in state.units.items() if u not in unknown
        }
        nations = [{state.counter(u).nation for u in units} for units in other.stacks.values()]
        assert sum(len(lot) == 1 for lot in nations) * 10 > 9 * len(nations), "nearly all lie with their own nation"


def test_a_hand_that_is_held_out_of_view_is_dealt_out_of_its_pool(opened: tuple[State, State]) -> None:
    """§6.17: as many chits as it holds, and only such as are held in a hand."""
    _, state = opened
    events = state.printed.chits.events
    played = ("units", "none", "air", "ace")
    fit = [c for c in state.chits["allied.pool"] if not events[c].mandatory and events[c].kind not in played]
    pool = {c: n for c, n in state.chits["allied.pool"].items() if c != fit[0]}
    chits = {**state.chits, "allied.hand": {fit[0]: 1}, "allied.pool": pool}
    holding = replace(state, chits=chits)
    view = told(holding, CENTRAL)
    assert view["noted"]["chits"]["allied.hand"] == 1
    deals = [GAME.imagine(view, random.Random(n)) for n in range(8)]
    assert {sum(deal.chits["allied.hand"].values()) for deal in deals} == {1}
    assert len({next(iter(deal.chits["allied.hand"])) for deal in deals}) > 1
    assert not any(events[c].mandatory for deal in deals for c in deal.chits["allied.hand"])
    assert GAME.imagine(told(holding, ALLIED), random.Random(1)).chits == holding.chits


@pytest.mark.parametrize("seed", range(6))
def test_5_46_after_the_peace_russians_are_dealt_where_all_know_them_to_be(seed: int) -> None:
    """By ruling everyone may know that then. A stack that is too large has its units exchanged again and again, and
    still no Russian goes there."""
    crowd = " ".join(f"se-{name}" for name in ("1don", "2don", "1drn", "2drn", "1mor", "2mor", "1sum", "2sum"))
    state = position({"E2512": crowd, "E2411": "se-1tim ru-25", "E2412": "ru-26 se-2tim"})
    peace = replace(state, strategic_state=replace(state.strategic_state, treaty="N"))
    stacks = [GAME.imagine(told(at, CENTRAL), random.Random(seed)).stacks for at in (state, peace)]
    war, after = ([hex_ for hex_, units in found.items() if "ru-25" in units] for found in stacks)
    assert after == ["E2411"]
    assert len(war) == 1


def test_7_25_what_is_noted_of_concealed_units_comes_by_place() -> None:
    """§7.25, §10.14: the order in which stacks were made tells nothing of those who were attacked below their tops."""
    one = position({"E4923": "ge-1 ge-2", "E5024": "ge-3 ge-4", "E4922": "ru-25"}, "first.east.attacks")
    one = replace(one, units={u: now._replace(attacked=u in ("ge-2", "ge-4")) for u, now in one.units.items()})
    other = replace(one, stacks=dict(reversed(one.stacks.items())))
    assert told(one, ALLIED)["noted"]["attacked"] == ["?E4923.1", "?E5024.1"]
    assert json.dumps(told(other, ALLIED)) == json.dumps(told(one, ALLIED)), "members come in one order too"
