"""Two commanders a side (decisions/0028): who may order what, and what of it the other side hears."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from rules.kernel import dice
from rules.kernel.game import REFEREE, SPECTATOR
from rules.kernel.messages import Refusal
from rules.kernel.standing import StandingOrder
from rules.schlieffens_war.game import GAME as ALONE
from rules.schlieffens_war.position.state import POOL
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from rules.schlieffens_war.teams import GAME, POLICY
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import Steady, field, order, position
from tests.games.schlieffens_war.test_stacking import LAND, RAILS
from tests.thorough import at_least_one

RIGHT, LEFT, EAST, NORTH = "german-right", "german-left", "entente-east", "entente-north"
CHANCE = dice.chance(b"commanders" * 3 + b"xx")


def give(state: Any, seat: str, kind: str, **arguments: object) -> Any:
    """The position after a command. AssertionError when it is refused."""
    answer = GAME.decide(state, seat, {"kind": kind, **arguments}, CHANCE)
    assert not isinstance(answer, Refusal), answer.text
    return answer.states[-1]


def denied(state: Any, seat: str, kind: str, **arguments: object) -> str:
    """The code of the refusal of a command. AssertionError when it is taken."""
    answer = GAME.decide(state, seat, {"kind": kind, **arguments}, CHANCE)
    assert isinstance(answer, Refusal), "it was taken"
    return answer.code


def offered(state: Any, seat: str) -> dict[str, Any]:
    """The offers to a seat by kind."""
    offers: Any = GAME.legal(state, seat)["offers"]
    return {offer["kind"]: offer for offer in offers}


@pytest.fixture(scope="module")
def movement() -> Any:
    """The Germans move on turn 1; both sides stand as in history. It began when the chief ended the phases of both."""
    state = replace(GAME.new_match("campaign-teams", {}), edition=0)
    for chief in (EAST, RIGHT):
        state = give(give(state, chief, "historical"), chief, "end_phase")
    return state


@pytest.fixture(scope="module")
def now() -> Any:
    """The same in a match that begins today: each commander sets up and ends what is theirs."""
    state = GAME.new_match("campaign-teams", {})
    for seat in (EAST, NORTH, RIGHT, LEFT):
        state = give(give(state, seat, "historical"), seat, "end_phase")
    return state


def test_3_1_whose_the_others_armies_are_is_said_in_the_set_up() -> None:
    """A unit of another commander is not offered, and its owner is named; those that nobody can place are not named."""
    state = GAME.new_match("campaign-teams", {})
    for seat in (EAST, NORTH):
        state = give(give(state, seat, "historical"), seat, "end_phase")
    for mine, theirs, title in ((RIGHT, "ge-hq-6", "German left wing"), (LEFT, "ge-hq-1", "German right wing")):
        asked: Any = GAME.legal(state, mine)
        assert theirs not in offered(state, mine)["place"]["choices"]
        assert asked["why_not"][theirs] == {
            "code": "not-your-command",
            "section": "6.7",
            "text": f"Commanded by {title}.",
        }
        assert not asked["why_not"].keys() & offered(state, mine)["place"]["choices"].keys()
    alone = ALONE.legal(state.inner, GERMAN)
    assert not alone["why_not"]


def test_every_unit_obeys_one_commander() -> None:
    state = GAME.new_match("campaign-teams", {})
    for unit, counter in state.inner.printed.counters.items():
        seats = {RIGHT, LEFT} if counter.side == GERMAN else {EAST, NORTH}
        assert GAME.commander(state, unit) in seats
    assert GAME.commander(state, "ge-hq-1") == RIGHT
    assert GAME.commander(state, "ge-hq-6") == LEFT
    assert GAME.commander(state, "br-hq") == GAME.commander(state, "be-hq") == GAME.commander(state, "fr-hq-5") == NORTH
    assert GAME.commander(state, "fr-hq-2") == EAST
    fort = next(u for u, c in state.inner.printed.counters.items() if c.kind == "fort" and c.side == GERMAN)
    assert GAME.commander(state, fort) == RIGHT, "what no command claims is the chief's"


def test_all_of_a_side_decide_in_a_phase_and_each_has_his_own_units(movement: Any) -> None:
    assert GAME.deciders(movement) == (RIGHT, LEFT)
    right, left = (set(offered(movement, seat)["move"]["units"]) for seat in (RIGHT, LEFT))
    assert not right & left
    whole: Any = ALONE.legal(movement.inner, GERMAN)["offers"]
    assert right | left == set(next(o for o in whole if o["kind"] == "move")["units"])
    assert "end_phase" in offered(movement, RIGHT)
    assert "end_phase" not in offered(movement, LEFT)


def test_no_unit_moves_units_of_the_other_command(movement: Any) -> None:
    unit = offered(movement, LEFT)["move"]["units"][0]
    ways: Any = GAME.consult(movement, LEFT, {"kind": "move", "units": [unit]})
    path = next(way["path"] for way in ways["hexes"].values() if way["band"] == "free")
    assert denied(movement, RIGHT, "move", units=[unit], path=path, forced=False) == "not-your-command"
    assert denied(movement, ENTENTE, "move", units=[unit], path=path, forced=False) == "not-your-turn"
    assert denied(movement, GERMAN, "move", units=[unit], path=path, forced=False) == "not-your-turn", "no such seat"
    give(movement, LEFT, "move", units=[unit], path=path, forced=False)


def test_one_commander_s_move_leaves_the_other_s_question_alone(movement: Any) -> None:
    unit = offered(movement, LEFT)["move"]["units"][0]
    ways: Any = GAME.consult(movement, LEFT, {"kind": "move", "units": [unit]})
    path = next(way["path"] for way in ways["hexes"].values() if way["band"] == "free")
    after = give(movement, LEFT, "move", units=[unit], path=path, forced=False)
    assert GAME.ask(after, RIGHT) == GAME.ask(movement, RIGHT)
    assert GAME.ask(after, RIGHT) != GAME.ask(after, LEFT)


def test_a_commander_says_ready_and_the_chief_ends_the_phase(movement: Any) -> None:
    assert denied(movement, LEFT, "end_phase") == "not-your-command"
    assert denied(movement, RIGHT, "ready", yes="yes") == "chief"
    state = give(movement, LEFT, "ready", yes="yes")
    unit = offered(movement, LEFT)["move"]["units"][0]
    assert denied(state, LEFT, "move", units=[unit], path=["1010"], forced=False) == "you-are-ready"
    assert [*offered(state, LEFT)] == ["ready"]
    assert denied(state, LEFT, "ready", yes="yes") == "no-change"
    back = give(state, LEFT, "ready", yes="no")
    assert GAME.legal(back, LEFT) == GAME.legal(movement, LEFT)
    ended = give(state, RIGHT, "end_phase")
    assert "ready" in offered(ended, LEFT), "in the next phase nobody has said so yet"
    assert offered(ended, LEFT)["ready"]["label"] == "I am ready"


def test_a_chief_is_warned_of_whom_he_ends_the_phase_for(movement: Any) -> None:
    """He need not wait, but does not end another's movement without a question."""
    warned = offered(movement, RIGHT)["end_phase"]["warnings"]
    assert [w["text"] for w in warned] == [
        "German left wing can still give orders, and is not ready. You end the phase for both."
    ]
    ready = give(movement, LEFT, "ready", yes="yes")
    assert "warnings" not in offered(ready, RIGHT)["end_phase"]


def test_the_chief_need_not_wait(movement: Any) -> None:
    assert GAME.view(give(movement, RIGHT, "end_phase"), GERMAN)["step"] != GAME.view(movement, GERMAN)["step"]


def test_units_are_handed_over_and_taken_back(movement: Any) -> None:
    mine = offered(movement, LEFT)["move"]["units"][0]
    assert denied(movement, LEFT, "lend", units=[mine], to=EAST) == "no-seat"
    assert denied(movement, LEFT, "lend", units=[mine], to=LEFT) == "no-change"
    assert denied(movement, LEFT, "lend", units=["ge-hq-1"], to=LEFT) == "not-your-command"
    state = give(movement, LEFT, "lend", units=[mine], to=RIGHT)
    assert GAME.commander(state, mine) == RIGHT
    assert mine in offered(state, RIGHT)["move"]["units"]
    assert mine not in offered(state, LEFT)["move"]["units"]
    again = give(state, RIGHT, "lend", units=[mine], to=LEFT)
    assert GAME.legal(again, LEFT) == GAME.legal(movement, LEFT)
    taken = give(movement, RIGHT, "lend", units=[mine], to=RIGHT)
    assert GAME.commander(taken, mine) == RIGHT, "the chief takes what he needs"


def test_what_commanders_arrange_is_told_to_their_side_alone(movement: Any) -> None:
    for command in ({"kind": "ready", "yes": "yes"}, {"kind": "lend", "units": ["ge-hq-6"], "to": RIGHT}):
        answer = GAME.decide(movement, LEFT, command, CHANCE)
        assert not isinstance(answer, Refusal)
        after, (fact,) = answer.states[-1], answer.events
        for viewer in (GERMAN, RIGHT, LEFT):
            assert GAME.narrate(movement, fact, after, viewer) is not None
        for viewer in (ENTENTE, EAST, NORTH, SPECTATOR):
            assert GAME.narrate(movement, fact, after, viewer) is None
            assert GAME.view(after, viewer) == GAME.view(movement, viewer)
        assert GAME.deciders(after) == GAME.deciders(movement)
        assert GAME.glance(after) == GAME.glance(movement)
        assert not GAME.bars_undo(fact)
        assert GAME.load_event(GAME.dump_event(fact)) == fact
        assert GAME.load_state(GAME.dump_state(after)) == after
        GAME.view(after, REFEREE)


def test_commanders_of_a_side_see_the_same(movement: Any) -> None:
    assert GAME.view(movement, RIGHT) == GAME.view(movement, LEFT) == GAME.view(movement, GERMAN)


def test_the_commander_of_the_units_answers_for_them() -> None:
    """§11: in an attack its first unit's commander takes losses and advances, the defence's top unit's defends."""
    state, rng, seen = GAME.new_match("campaign-teams", {}), random.Random(11), Counter[str]()
    while len(seen) < 4:
        deciders = GAME.deciders(state)
        seat = deciders[rng.randrange(len(deciders))]
        before = state
        answer = GAME.decide(state, seat, GAME.random_command(state, seat, rng), CHANCE)
        assert not isinstance(answer, Refusal)
        state = answer.states[-1]
        battle = state.inner.battle
        if battle is None or before.inner.battle is not None:
            continue
        (decider,) = GAME.deciders(state)
        seen[decider] += 1
        if ALONE.deciders(state.inner)[0] == state.inner.counter(battle.attackers[0]).side:
            assert decider == seat, "whoever declared it, leads it"
        else:
            top = battle.defenders[0] if battle.defenders else state.inner.stacks[battle.target][0]
            assert decider == GAME.commander(state, top)
        for other in {RIGHT, LEFT, EAST, NORTH} - {decider}:
            assert GAME.legal(state, other)["yours"] is False
            assert GAME.ask(state, other) != GAME.ask(state, decider)
            assert denied(state, other, "lose", units=[battle.attackers[0]]) in ("not-your-command", "not-your-turn")


def test_a_side_with_one_seat_is_played_as_ever() -> None:
    state = GAME.new_match("campaign-german-team", {})
    assert GAME.deciders(state) == (ENTENTE,)
    state = give(give(state, ENTENTE, "historical"), ENTENTE, "end_phase")
    assert GAME.deciders(state) == (RIGHT, LEFT)
    assert "ready" not in offered(GAME.new_match("campaign-entente-team", {}), EAST)


def test_a_match_without_teams_is_the_plain_game() -> None:
    assert type(GAME.new_match("campaign", {})) is type(ALONE.new_match("campaign", {}))
    assert GAME.dump_state(GAME.new_match("campaign", {})) == ALONE.dump_state(ALONE.new_match("campaign", {}))


def test_every_command_is_claimed_once() -> None:
    """No army is left to chance: those that no post claims are the chief's on purpose (forts)."""
    state = ALONE.new_match("campaign", {})
    for layout in at_least_one(GAME.layouts.values()):
        claimed = [c for p in layout.posts for c in p.commands]
        assert len(claimed) == len(set(claimed))
        for unit, counter in at_least_one(state.printed.counters.items()):
            found = POLICY.command_of(state, unit)
            assert found is not None
            side, command = found
            several = len(layout.of_side(side)) > 1
            assert not several or counter.kind == "fort" or command in claimed


def test_the_standing_orders_of_the_commander_who_is_asked_answer(movement: Any) -> None:
    """§11.2: Nancy is held by the armies of the east; what the north has ordered does not count there."""
    state = give(movement, LEFT, "move", units=["ge-viiir"], path=["1606", "1706", "1806", "1907"], forced=False)
    state = give(give(state, RIGHT, "end_phase"), LEFT, "attack", units=["ge-viiir"], target="2007")
    assert GAME.deciders(state) == (EAST,)
    orders = {"choose_defenders": StandingOrder("choose_defenders", "strongest")}
    command = GAME.answer_ahead(state, EAST, orders)
    assert command is not None
    assert all(GAME.commander(state, unit) == EAST for unit in command["units"])
    assert [GAME.answer_ahead(state, seat, orders) for seat in (NORTH, RIGHT, LEFT)] == [None] * 3
    assert "defend" in {o["kind"] for o in GAME.legal(state, EAST)["offers"]}
    give(state, EAST, **command)
    assert GAME.phase(state) == ALONE.phase(state.inner) == "german.combat"


# --- since each ends what is theirs (decisions/0059) ---------------------------------------------------------------


def test_3_1_one_press_sets_up_a_commander_s_own_armies() -> None:
    """The same places as when the chief sets up all, and a commander cannot end it before their units stand."""
    state = GAME.new_match("campaign-teams", {})
    assert GAME.deciders(state) == (EAST, NORTH)
    whole = ALONE.decide(state.inner, ENTENTE, {"kind": "historical"}, CHANCE)
    assert not isinstance(whole, Refusal)
    # What is left is told of their own units, and not of the whole side's.
    own = {seat: int(offered(state, seat)["end_phase"]["note"].split()[0]) for seat in (NORTH, EAST)}
    waiting = [u for u, now in state.inner.units.items() if now.at == POOL and state.inner.side(u) == ENTENTE]
    assert own == Counter(GAME.commander(state, unit) for unit in waiting)
    half = give(state, NORTH, "historical")
    assert [offered(half, seat)["end_phase"]["note"] for seat in (NORTH, EAST)] == ["", f"{own[EAST]} units to place"]
    placed = {u for u, now in half.inner.units.items() if now.at != state.inner.units[u].at}
    assert placed
    assert {GAME.commander(state, unit) for unit in placed} == {NORTH}
    assert denied(half, EAST, "end_phase") == "not-all-placed"
    both = give(half, EAST, "historical")
    assert {u: now.at for u, now in both.inner.units.items()} == {
        u: now.at for u, now in whole.states[-1].units.items()
    }


def test_5_0_a_phase_goes_on_when_both_have_ended_it(now: Any) -> None:
    """Whoever has ended can go on; the last to end does so for good."""
    assert GAME.deciders(now) == (RIGHT, LEFT)
    assert denied(now, LEFT, "ready", yes="yes") == "ends-separately"
    # Each is told how many of their own stacks have not moved: in August 1914 hardly one holds units of both.
    alone: Any = ALONE.legal(now.inner, GERMAN)["offers"]
    notes = [next(o["note"] for o in alone if o["kind"] == "end_phase")]
    notes += [offered(now, seat)["end_phase"]["note"] for seat in (RIGHT, LEFT)]
    whole, *own = (int(note.split()[0]) for note in notes)
    assert min(own) > 2
    assert whole <= sum(own) <= whole + 2
    state = give(now, RIGHT, "end_phase")
    assert (GAME.phase(state), GAME.deciders(state)) == (GAME.phase(now), (LEFT,))
    assert GAME.deciders(give(state, RIGHT, "ready", yes="no")) == (RIGHT, LEFT)
    assert GAME.phase(give(state, LEFT, "end_phase")) == "german.combat"


def test_the_chief_is_told_how_many_units_of_an_ally_have_not_moved_and_can_end_it(now: Any) -> None:
    """Only with their own part ended, and nobody but the chief of that side."""
    assert denied(now, RIGHT, "end_for_all") == "not-your-turn"
    state = give(now, RIGHT, "end_phase")
    offer = offered(state, RIGHT)["end_for_all"]
    mine = (
        {u for c in offered(state, LEFT)["move"]["choices"] for u in [c]}
        if "choices" in offered(state, LEFT)["move"]
        else set(offered(state, LEFT)["move"]["units"])
    )
    assert [(one["seat"], one["units"] >= len(mine) > 0) for one in offer["idle"]] == [(LEFT, True)]
    for stranger in (LEFT, EAST, NORTH, "nobody"):
        assert denied(state, stranger, "end_for_all") in ("not-your-turn", "not-your-command")
    assert denied(state, RIGHT, "end_for_all", of="all") == "malformed"
    wait = GAME.waits(state, RIGHT, {"kind": "end_for_all"})
    assert wait is not None
    assert ([*wait.seats], wait.seconds) == ([LEFT], 86_400)
    ended = give(state, RIGHT, "end_for_all")
    assert GAME.phase(ended) == "german.combat"
    assert denied(ended, RIGHT, "end_for_all") == "not-your-turn", "once is enough"


def test_units_are_sorted_by_army_and_by_stack_where_they_are_handed_over(now: Any) -> None:
    """An army is handed over at once; what the chief takes waits for its commander."""
    offer = offered(now, LEFT)["lend"]
    units = {unit for group in offer["groups"] for unit in group["units"]}
    assert units == {*offer["slots"][0]["options"]["of"]}
    assert {group["title"] for group in offer["groups"]} >= {"German 4th Army", "German 7th Army"}
    assert all(now.inner.units[u].at == hex_ for hex_, stack in offer["stacks"].items() for u in stack)
    assert GAME.waits(now, LEFT, {"kind": "lend", "units": ["ge-hq-6"], "to": RIGHT}) is None
    wait = GAME.waits(now, RIGHT, {"kind": "lend", "units": ["ge-hq-6"], "to": RIGHT})
    assert wait is not None
    assert [*wait.seats] == [LEFT]
    assert GAME.waits(now, RIGHT, {"kind": "lend", "units": ["no unit", 7], "to": RIGHT}) is None


def test_the_commander_in_chief_is_chosen_at_the_table() -> None:
    """The first seat is in chief where nothing is chosen; another has what is the staff's. Seats keep their order."""
    assert [s.chief for s in GAME.seats("campaign-teams", {})] == [True, False, True, False]
    options = {"chief_german": LEFT, "patience": "hour"}
    seats = GAME.seats("campaign-teams", options)
    assert [(s.id, s.chief) for s in seats][:2] == [(RIGHT, False), (LEFT, True)]
    state = GAME.new_match("campaign-teams", options)
    assert GAME.load_state(GAME.dump_state(state)).chiefs == {GERMAN: LEFT}
    assert GAME.view(state, RIGHT)["team"]["chief"] == LEFT  # type: ignore[call-overload,index]
    for seat in (EAST, NORTH, RIGHT, LEFT):
        state = give(give(state, seat, "historical"), seat, "end_phase")
    state = give(state, LEFT, "end_phase")
    assert denied(give(state, LEFT, "ready", yes="no"), RIGHT, "end_for_all") == "not-your-turn"
    wait = GAME.waits(state, LEFT, {"kind": "end_for_all"})
    assert wait is not None
    assert wait.seconds == 3_600
    for wrong in ({"chief_german": EAST}, {"patience": "soon"}, {"chief_german": True}, {"chief_nobody": LEFT}):
        with pytest.raises(ValueError, match=r"Choose one of|with options"):
            GAME.new_match("campaign-teams", wrong)


def test_a_match_without_the_new_fields_goes_on_as_it_began(movement: Any) -> None:
    """What is stored of it is what was stored before."""
    assert GAME.dump_state(movement)["team"].keys() == {"layout", "ready", "lent"}  # type: ignore[union-attr]
    loaded = GAME.load_state(GAME.dump_state(movement))
    assert (loaded.edition, loaded.chiefs, loaded.offices) == (0, {}, {})
    assert "end_phase" not in offered(loaded, LEFT)


def test_9_4_the_corps_for_the_east_are_a_duty_that_can_be_handed_over() -> None:
    """Only the Germans have it. Whoever holds it answers for it at the end of the phase."""
    state = GAME.new_match("campaign-teams", {})
    assert "appoint" not in offered(state, EAST)
    assert GAME.view(state, EAST)["team"]["offices"] == []  # type: ignore[call-overload,index]
    assert denied(state, EAST, "appoint", office="eastward", to=NORTH) == "not-your-command"
    state = give(state, RIGHT, "appoint", office="eastward", to=LEFT)
    assert GAME.view(state, RIGHT)["team"]["offices"] == [  # type: ignore[call-overload,index]
        {"office": "eastward", "title": "Corps for the eastern front", "seat": LEFT}
    ]
    commanders = GAME.shared.commanders
    right, left = (commanders.layout_of(state).post(seat) for seat in (RIGHT, LEFT))
    for kind in ("withdraw", "refuse_withdrawal"):
        assert [commanders.orders(state, post, kind) for post in (right, left)] == [False, True]
    assert not commanders.is_own(state, right)("german.eastward")
    assert commanders.is_own(state, left)("german.eastward")


def test_the_form_finds_to_whom_units_and_duties_can_be_handed(movement: Any) -> None:
    """It asks with what was chosen before; another commander of the side is the only answer."""
    begun = GAME.new_match("campaign-teams", {})

    def asked(state: Any, kind: str, **chosen: object) -> Any:
        question = {"kind": "slot", "order": kind, "slot": "to", "chosen": chosen}
        return GAME.consult(state, RIGHT, question)

    mine = next(u for u in ("ge-ii", "ge-iii", "ge-iv") if GAME.commander(movement, u) == RIGHT)
    for found in (asked(movement, "lend", units=[mine]), asked(begun, "appoint", office="eastward")):
        assert found["options"] == {"of": [LEFT], "refused": {}, "labels": {LEFT: "German left wing"}}
    for wrong in (
        asked(movement, "lend"),
        asked(movement, "lend", units=["fr-1"]),
        asked(begun, "appoint"),
        asked(begun, "appoint", office="westward"),
    ):
        assert isinstance(wrong, Refusal)


def test_the_units_of_a_side_are_those_that_may_still_play() -> None:
    """§9.4, §9.5: units that have left for good are nobody's; an eliminated one may return."""
    state = position("german.movement", {"1005": "ge-ii ge-hq-1", "1010": "fr-1"}, eliminated=["ge-iv"])
    assert POLICY.units(state, GERMAN) == ("ge-hq-1", "ge-ii", "ge-iv")
    assert POLICY.units(state, ENTENTE) == ("fr-1",)


def test_6_5_the_commander_of_the_top_unit_clears_a_crowded_hex(lay: Lay) -> None:
    """§6.5: the Entente is asked nothing meanwhile, and has no leader."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", {"1003": "ge-gd ge-ii ge-iii ge-xr", "1102": "ge-hq-7"})
    state = order(state, GERMAN, "end_phase", Steady(6))
    assert (POLICY.leader(state, GERMAN, ""), POLICY.leader(state, ENTENTE, "")) == ("ge-gd", None)
