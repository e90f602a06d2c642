"""§5.87, §6.3, §6.44, §6.60: events of the Near East that are played in the Event Phase."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.facts.near_east_events import HeadquartersBombed
from rules.great_war.facts.procedure import TurnBegan
from rules.great_war.game import GAME
from rules.great_war.movement.rails import why_no_train
from rules.great_war.position.changes import relocate
from rules.great_war.position.state import AVAILABLE, PhaseFrame, State
from rules.great_war.position.theatres import mover_in
from rules.great_war.printed.nations import ALLIED, CENTRAL, foe
from rules.great_war.printed.phases import CHANCES, FIRST_MOVEMENT, INITIATIVE_ANSWER
from rules.kernel.fast_replace import replace
from rules.kernel.standing import StandingOrder
from tests.games.chance import Dice
from tests.games.great_war.kit import at, refused, told, told_with
from tests.games.great_war.near_east.events import bought, drawn, lots, phase, where
from tests.games.great_war.near_east.test_combat import standing


def with_chances(start: State | None = None, **chits: str) -> State:
    """The end of an Event Phase in which nobody has bought anything."""
    state = phase(start=start, allied_pool="allied-no-event-c", central_pool="central-no-event-c", **chits)
    for seat in (ALLIED, CENTRAL):
        state = told(state, seat, "end_phase")
    return state


# --- initiative -------------------------------------------------------------------------------------------------------


def test_5_87_the_central_powers_take_the_west() -> None:
    """§5.87, §6.60, §21.21: the Allies have it in May 1915; a chit of the Central Powers turns that, for the turn's
    movement already."""
    state = with_chances(central_hand="central-initiative-c")
    assert (state.phase.key, GAME.deciders(state)) == (CHANCES, (CENTRAL,))
    assert refused(state, CENTRAL, "play_event", event="central-initiative-c").section == "5.87"
    assert refused(state, ALLIED, "play_initiative", theatre="west").code == "nothing-held"
    assert refused(state, CENTRAL, "play_initiative", theatre="north").section == "5.87"
    asked = {"kind": "slot", "order": "play_initiative", "slot": "theatre", "chosen": {}}
    options: Any = GAME.consult(state, CENTRAL, asked)
    labels = options["options"]["labels"]
    assert [theatre for theatre, label in labels.items() if label.endswith("(as now)")] == ["east"]
    after, events = told_with(state, CENTRAL, "play_initiative", theatre="west")
    assert (state.west, after.west) == (ALLIED, CENTRAL)
    assert where(after, "central-initiative-c") == ""
    assert after.phase.key == "allied.new-units"
    assert not after.near_east.settled
    assert mover_in(after, "west", FIRST_MOVEMENT) == CENTRAL
    lines = [line["text"] for e in events if (line := GAME.narrate(state, e, after, "spectator"))]
    assert "The Central Powers now have the initiative in Egypt." in lines[0]


def test_5_87_the_allies_cancel_it_and_settle_it_for_good() -> None:
    """§5.87: they answer at once, and no later chit of the Central Powers counts, in hand or drawn."""
    state = with_chances(central_hand="central-initiative-c central-initiative-g", allied_hand="allied-initiative")
    state = told(state, CENTRAL, "play_initiative", theatre="west")
    assert GAME.deciders(state) == (CENTRAL,), "a second chit may still be played"
    state = told(state, CENTRAL, "end_phase")
    assert GAME.deciders(state) == (ALLIED,)
    after = told(state, ALLIED, "play_initiative", theatre="west")
    assert (after.west, after.near_east.settled) == (ALLIED, True)
    assert GAME.load_state(GAME.dump_state(after)) == after
    again = replace(after, cursor=(PhaseFrame(CHANCES),))
    assert GAME.deciders(again) == (), "there is nothing left to play"
    assert refused(replace(again, hands="hidden"), CENTRAL, "play_initiative", theatre="west").section == "5.87"
    kept = {"near_east": after.near_east}
    assert where(drawn(CENTRAL, "central-initiative-k", fields=kept), "central-initiative-k") == ""
    assert where(drawn(CENTRAL, "central-initiative-k"), "central-initiative-k") == "central.hand"


def test_5_87_a_side_may_settle_what_is() -> None:
    """§5.87: the Allies may make the present division last; the offer says which that is."""
    state = with_chances(allied_hand="allied-initiative")
    offers: Any = GAME.legal(state, ALLIED)["offers"]
    order = next(o for o in offers if o["kind"] == "play_initiative")
    labels = order["slots"][0]["options"]["labels"]
    assert labels == {"west": "Egyptian Front (as now)", "east": "Caucasus Front and Iraqi Front"}
    assert told(state, ALLIED, "play_initiative", theatre="east").west == CENTRAL


def test_6_12_an_initiative_is_played_at_any_time_but_while_units_move_and_fight() -> None:
    """§6.12, §5.87, §4.2: in every phase of either turn, in the enemy's step too; not where the two movements of the
    turn are shared out already."""
    for key in ("allied.new-units", "central.rail", "declare-events", "replacement"):
        state = phase(key, central_hand="central-initiative-c", allied_pool="allied-no-event-c")
        beside = [o for o in offers_of(state, CENTRAL) if o["kind"] == "play_initiative"]
        assert [o["any_time"] for o in beside] == [True], key
        assert told(state, CENTRAL, "play_initiative", theatre="west").west == CENTRAL
        assert "play_initiative" not in {o["kind"] for o in offers_of(state, ALLIED)}
    for key in (FIRST_MOVEMENT, "first.east.attacks", "second-movement", "second.attrition"):
        state = phase(key, central_hand="central-initiative-c")
        assert refused(state, CENTRAL, "play_initiative", theatre="west").code == "not-now", key


def offers_of(state: State, side: str) -> Any:
    """What a side is offered."""
    return GAME.legal(state, side)["offers"]


def arriving(allied_hand: str = "allied-initiative", **fields: Any) -> State:
    """The Central Powers' New Units Phase, in which they hold an initiative event."""
    state = phase("allied.new-units", central_hand="central-initiative-c", allied_hand=allied_hand, fields=fields)
    return told(state, ALLIED, "end_phase")


def test_5_87_the_allies_cancel_what_is_taken_after_they_have_placed_their_units() -> None:
    """§5.87, §6.12: they are asked before anyone moves, and once; nobody is asked where nothing was taken."""
    state = told(arriving(), CENTRAL, "play_initiative", theatre="west")
    assert GAME.load_state(GAME.dump_state(state)) == state
    asked = told(state, CENTRAL, "end_phase")
    assert (asked.phase.key, GAME.deciders(asked)) == (INITIATIVE_ANSWER, (ALLIED,))
    after = told(asked, ALLIED, "play_initiative", theatre="west")
    assert (after.phase.key, after.west, after.near_east.settled) == (FIRST_MOVEMENT, ALLIED, True)
    assert (told(asked, ALLIED, "end_phase").phase.key, asked.west) == (FIRST_MOVEMENT, CENTRAL)
    assert told(arriving(), CENTRAL, "end_phase").phase.key == FIRST_MOVEMENT
    later = replace(asked, turn=asked.turn + 1, cursor=(PhaseFrame("central.new-units"),))
    assert told(later, CENTRAL, "end_phase").phase.key == FIRST_MOVEMENT, "the answer is asked for on that turn alone"


def test_5_87_allies_with_nothing_to_cancel_by_are_not_asked() -> None:
    """§5.87, §6.17: unless nobody else sees what they hold; nor who have settled it meanwhile."""
    for hands, hand, key in (("open", "maude", FIRST_MOVEMENT), ("hidden", "maude", INITIATIVE_ANSWER)):
        state = told(arriving(hand, hands=hands), CENTRAL, "play_initiative", theatre="west")
        assert told(state, CENTRAL, "end_phase").phase.key == key
    state = told(arriving("allied-initiative maude", hands="hidden"), CENTRAL, "play_initiative", theatre="west")
    state = told(state, ALLIED, "play_initiative", theatre="west")
    assert told(state, CENTRAL, "end_phase").phase.key == FIRST_MOVEMENT
    order = StandingOrder("event-phase", "end_phase")
    asked = told(told(arriving(), CENTRAL, "play_initiative", theatre="west"), CENTRAL, "end_phase")
    assert GAME.answer_ahead(asked, ALLIED, {"event-phase": order}) == {"kind": "end_phase"}


def test_5_87_nobody_must_play_an_initiative() -> None:
    """§6.12: the step ends without."""
    state = with_chances(central_hand="central-initiative-c")
    after = told(state, CENTRAL, "end_phase")
    assert (after.west, where(after, "central-initiative-c")) == (ALLIED, "central.hand")


def test_6_12_a_standing_order_lets_the_step_go_by() -> None:
    """§6.12: in games with the Near East it can be given; in Europe there is no such question."""
    kinds = {kind.key for kind in GAME.standing("near-east-1915", {})}
    assert kinds - {kind.key for kind in GAME.standing("1915", {})} == {"event-phase"}
    state = with_chances(central_hand="central-initiative-c")
    order = StandingOrder("event-phase", "end_phase")
    assert GAME.answer_ahead(state, CENTRAL, {}) is None
    assert GAME.answer_ahead(state, CENTRAL, {"event-phase": order}) == {"kind": "end_phase"}


def test_6_17_a_hidden_initiative_is_asked_for_as_any_other_chit() -> None:
    """§6.17: who holds anything out of view is asked, whatever it is."""
    hidden = {"hands": "hidden"}
    seen = set()
    for chit in ("central-initiative-c", "kemal"):
        state = phase(allied_pool="allied-no-event-c", central_hand=chit, fields=hidden)
        state = told(state, ALLIED, "end_phase")
        seen.add((state.phase.key, GAME.deciders(state), str(GAME.view(state, ALLIED)), str(GAME.legal(state, ALLIED))))
    assert len(seen) == 1


# --- Turkish HQ Bombed ------------------------------------------------------------------------------------------------


def army_group(hex_: str, back: bool = False) -> State:
    """The Yilderim army group in a hex or a box."""
    state = relocate(standing({}), ["tu-hq-yag"], hex_)
    return replace(state, units={**state.units, "tu-hq-yag": state.units["tu-hq-yag"]._replace(back=back)})


@pytest.mark.parametrize(("hex_", "bombed"), [("NE1728", True), ("NI1540", False), (AVAILABLE, False)])
def test_6_44_the_army_group_is_depleted_in_egypt(hex_: str, bombed: bool) -> None:
    """§6.44: on its map alone; elsewhere the event is spent for nothing."""
    state = with_chances(army_group(hex_), allied_hand="turkish-hq-bombed")
    after, events = told_with(state, ALLIED, "play_event", event="turkish-hq-bombed")
    assert after.units["tu-hq-yag"].back == bombed
    assert where(after, "turkish-hq-bombed") == ""
    told_of = [line for e in events if (line := GAME.narrate(state, e, after, CENTRAL)) and "depleted" in line["text"]]
    assert bool(told_of) == bombed


def test_6_44_a_depleted_army_group_stays_so() -> None:
    """§6.44: nothing more happens to it."""
    state = with_chances(army_group("NE1728", back=True), allied_hand="turkish-hq-bombed")
    _, events = told_with(state, ALLIED, "play_event", event="turkish-hq-bombed")
    assert not [e for e in events if isinstance(e, HeadquartersBombed)]


@pytest.mark.parametrize("hex_", ["NE1728", "NI1540"])
def test_6_44_it_is_not_taken_back(hex_: str) -> None:
    """§6.44, §5.87: whatever came of it, it told something; nor is an initiative, which the other side answers."""
    state = with_chances(army_group(hex_), allied_hand="turkish-hq-bombed")
    _, events = told_with(state, ALLIED, "play_event", event="turkish-hq-bombed")
    assert GAME.bars_undo(events[0])
    state = with_chances(central_hand="central-initiative-c central-initiative-g")
    _, events = told_with(state, CENTRAL, "play_initiative", theatre="west")
    assert any(map(GAME.bars_undo, events))


def test_6_44_what_lies_below_is_not_told() -> None:
    """§6.44, §7.25: whether the event can be played, and what the Allies hear, is the same wherever it lies."""
    told_allies = set()
    for hex_ in ("NE1728", "NI1540"):
        top = relocate(army_group(hex_), ["tu-20"], "NE1728")
        top = relocate(top, ["tu-24"], "NI1540")
        state = with_chances(top, allied_hand="turkish-hq-bombed", fields={"hands": "open"})
        after, events = told_with(state, ALLIED, "play_event", event="turkish-hq-bombed")
        told_allies.add(str([line for e in events if (line := GAME.narrate(state, e, after, ALLIED))]))
    assert len(told_allies) == 1


def test_6_44_only_in_an_event_phase() -> None:
    """§6.44, §6.3: from the purchase of events on."""
    for chit, section in (("turkish-hq-bombed", "6.44"), ("air-interdiction", "6.3")):
        state = phase(allied_pool="allied-no-event-c", allied_hand=chit)
        assert where(told(state, ALLIED, "play_event", event=chit), chit) == ""
        later = replace(state, cursor=(PhaseFrame(FIRST_MOVEMENT),))
        assert refused(later, ALLIED, "play_event", event=chit).section == section


# --- Air Interdiction -------------------------------------------------------------------------------------------------

START, DIFFICULT, BEYOND, WATCHED_FROM = "NE2015", "NE2114", "NE2113", "NE2115"


def interdicted(played: bool = True, british: str = "br-10in", start: str = START) -> State:
    """Turks beside difficult ground by which British stand, in their movement in Egypt."""
    state = standing({start: "tu-36", WATCHED_FROM: british} if british else {start: "tu-36"})
    state = with_chances(state, allied_hand="air-interdiction")
    state = told(state, ALLIED, "play_event", event="air-interdiction") if played else told(state, ALLIED, "end_phase")
    return replace(state, west=CENTRAL, weather={"south": "fair", "caucasus": "fair"},
                   cursor=(PhaseFrame(FIRST_MOVEMENT),))  # fmt: skip


def ends(state: State) -> dict[str, int]:
    """Where the Turks may go, and for how many MP."""
    asked = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": ["tu-36"]}}
    found: Any = GAME.consult(state, CENTRAL, asked)
    costs: dict[str, int] = found["options"]["costs"]
    return costs


def test_6_3_units_beside_the_british_stop_in_difficult_ground() -> None:
    """§6.3: they enter it, and move no further this turn, by march or by rail; on the next they do."""
    free, held = interdicted(played=False), interdicted()
    path = [DIFFICULT, BEYOND]
    assert path[0] in ends(held)
    assert ends(free).keys() - ends(held).keys() == {"NE2313"}, "behind such hexes on every way"
    assert told(free, CENTRAL, "move", units=["tu-36"], path=path)
    refusal = refused(held, CENTRAL, "move", units=["tu-36"], path=path)
    assert refusal.section == "6.3"
    stopped, events = told_with(held, CENTRAL, "move", units=["tu-36"], path=path[:1])
    assert stopped.near_east.stopped == ("tu-36",)
    assert refused(stopped, CENTRAL, "move", units=["tu-36"], path=[START]).section == "6.3"
    no_train = why_no_train(stopped, "tu-36")
    assert no_train is not None
    assert no_train.section == "6.3"
    assert [line for e in events if (line := GAME.narrate(held, e, stopped, "spectator")) and line["section"] == "6.3"]
    shown: Any = GAME.view(stopped, CENTRAL)["stacks"]
    assert next(u for u in shown[DIFFICULT] if u["id"] == "tu-36")["done"]
    later = TurnBegan(stopped.turn + 1).apply(stopped)
    assert later.near_east.stopped == ()


@pytest.mark.parametrize("others", ["", "fr-dfps"])
def test_6_3_where_no_british_stand_nobody_is_held_up(others: str) -> None:
    """§6.3: the same ground is free, beside the French too: they fight with the British (§7.24) and are none."""
    assert BEYOND in ends(interdicted(british=others))
    assert told(interdicted(british=others), CENTRAL, "move", units=["tu-36"], path=[DIFFICULT, BEYOND])


def test_6_3_a_march_may_begin_in_such_ground() -> None:
    """§6.3: who stands there as the turn begins has not entered it."""
    held = interdicted(start=DIFFICULT)
    after = told(held, CENTRAL, "move", units=["tu-36"], path=[START])
    assert at(after, "tu-36") == START
    assert after.near_east.stopped == ()
    assert refused(held, CENTRAL, "move", units=["tu-36"], path=[START, DIFFICULT, START]).section


def test_6_3_an_interdiction_that_the_enemy_draws_leaves_the_game() -> None:
    """§6.14: as every event that is not mandatory; drawn by its own side it is held."""
    assert where(drawn(ALLIED, "air-interdiction"), "air-interdiction") == "allied.hand"
    start = phase(allied_pool="air-interdiction", central_pool="central-no-event-c")
    state, _ = bought(start, CENTRAL, 1)
    assert state.phase.key == "other-pool"
    assert foe(CENTRAL) not in GAME.deciders(state)
    assert lots(allied_hand="air-interdiction")["allied.hand"] == {"air-interdiction": 1}


def test_6_3_whoever_a_fight_brings_there_goes_no_further() -> None:
    """§6.3, §10.71, §15.52: Turks that advance into such ground, or cavalry that rides back into it, are held up for
    the turn as those are that march there."""
    held = interdicted()
    fight = replace(relocate(held, ["br-11in"], DIFFICULT), cursor=(PhaseFrame("first.west.attacks"),))
    fight = relocate(fight, ["tu-37", "tu-38", "tu-34", "tu-35", "tu-33"], START)
    attackers = ["tu-36", "tu-37", "tu-38", "tu-34", "tu-35", "tu-33"]
    state, _ = told_with(fight, CENTRAL, "attack", Dice([6]), units=attackers, target=DIFFICULT)
    while state.battle is not None and state.battle.stage != "advance":
        state = told(state, CENTRAL, "lose", unit=state.battle.attackers[-1])
    state = told(state, CENTRAL, "advance", units=["tu-36"])
    assert state.near_east.stopped == ("tu-36",)
    assert refused(replace(state, cursor=(PhaseFrame("central.rail"),)), CENTRAL, "rail", units=["tu-36"],
                   to="NE1728").section == "6.3"  # fmt: skip
    free = relocate(interdicted(played=False), ["tu-36"], DIFFICULT)
    assert free.near_east.stopped == ()
