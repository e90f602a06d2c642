"""Chapter 6: events are bought in secret, drawn one at a time, and do what their chits say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.great_war.chits_played.hand import ANYTIME, IN_ITS_STEP
from rules.great_war.chits_played.settling import EFFECTS, NO_EVENT_IF
from rules.great_war.combat.declaring import why_not_fight
from rules.great_war.combat.event_chits import ATTACKER, DEFENDER
from rules.great_war.facts import Event
from rules.great_war.facts.chits import BACK, GONE, HAND, ChitDrawn, EventLasts
from rules.great_war.game import GAME
from rules.great_war.position.chit_state import ChitState
from rules.great_war.position.state import AVAILABLE, DEAD, OUT, State, UnitState
from rules.great_war.position.strategic_state import StrategicState
from rules.great_war.printed.nations import ALLIED, CENTRAL, foe
from rules.great_war.printed.plans import AUGUST_1914, PLANS
from rules.great_war.restrictions.event_bans import MUTINY
from rules.great_war.shown.chit_log import tell_chits
from rules.great_war.strategic.victory import points
from rules.kernel.fast_replace import replace
from tests.games.chance import Dice
from tests.games.great_war.kit import position, refused, told, told_with

CHITS = PLANS[AUGUST_1914].variant("europe").chits.events
RICH = {"BR": 3, "FR": 3, "GE": 3}
WITHOUT_BULGARIA = {nation: side for nation, side in position({}).sides.items() if nation != "BU"}


def phase(allied: str = "", central: str = "", key: str = "declare-events", **fields: Any) -> State:
    """An Event Phase with these chits in the pools."""
    given: dict[str, Any] = {"points": RICH, **fields}
    lots = {
        f"{side}.pool": {c: lot.split().count(c) for c in lot.split()}
        for side, lot in ((ALLIED, allied), (CENTRAL, central))
    }
    rest = {f"{side}.{place}": dict[str, int]() for side in (ALLIED, CENTRAL) for place in ("hand", "play")}
    return position({}, key, chits={**rest, **lots, **given.pop("chits", {})}, **given)


def bought(state: State, side: str, *dice: int) -> tuple[State, Sequence[Event]]:
    """A side draws and the other does not, nor does the buyer reach into the other pool."""
    if foe(side) in GAME.deciders(state):
        state = told(state, foe(side), "end_phase")
    return told_with(state, side, "buy_event", Dice(dice), nation="GE" if side == CENTRAL else "BR")


def drawn(side: str, chit: str, *dice: int, **fields: Any) -> State:
    """After a side has drawn this chit, the only one in its pool. ``dice``: what its effect rolls."""
    state, _ = bought(phase(**{side: chit}, **fields), side, 1, *dice)
    return state


@pytest.mark.parametrize("used", [(), ("chlorine",)])
def test_6_13_gas_that_has_been_used_counts_as_no_event_and_leaves_the_game(used: tuple[str, ...]) -> None:
    """§6.13, §21.28: whoever used it; otherwise it is held."""
    state = drawn(ALLIED, "allied-chlorine", chit_state=ChitState(gas=used))
    assert state.chits["allied.hand"].get("allied-chlorine", 0) == (not used)
    assert not state.chits["allied.pool"].get("allied-chlorine", 0)


def where(state: State, chit: str) -> str:
    """The place of a chit, empty when it is out of the game."""
    return next((place for place, lot in state.chits.items() if lot.get(chit)), "")


def draws(events: Sequence[Event]) -> list[str]:
    """The chits drawn, in their order."""
    return [e.chit for e in events if isinstance(e, ChitDrawn)]


# --- buying (6.1) -----------------------------------------------------------------------------------------------------


def test_6_11_a_declaration_says_nothing_before_both_have_made_theirs() -> None:
    """§6.11: the enemy and a spectator see the same whether a side draws or not, and no point is spent yet."""
    state = phase("fonck", "boelcke")
    yes, facts = told_with(state, ALLIED, "buy_event", nation="BR")
    no, others = told_with(state, ALLIED, "end_phase")
    for viewer in (CENTRAL, "spectator"):
        assert GAME.view(yes, viewer) == GAME.view(no, viewer)
        assert GAME.narrate(state, facts[0], yes, viewer) is None
        assert GAME.narrate(state, others[0], no, viewer) is None
    assert GAME.legal(yes, CENTRAL) == GAME.legal(no, CENTRAL)
    assert GAME.deciders(yes) == GAME.deciders(no) == (CENTRAL,)
    assert [*map(type, facts)] == [*map(type, others)]
    assert yes.points == RICH


def test_6_11_a_side_that_has_declared_is_waited_for_no_longer() -> None:
    """§6.11: the view says so, though the step is still the same."""
    before = phase("salonika", "kemal")
    assert set(GAME.view(before, ALLIED)["step"]["deciders"]) == {ALLIED, CENTRAL}  # type: ignore[index, call-overload, arg-type]
    after = told(before, ALLIED, "end_phase")
    assert GAME.view(after, ALLIED)["step"]["deciders"] == [CENTRAL]  # type: ignore[index, call-overload]


def test_6_11_each_side_pays_a_point_and_draws_one_event() -> None:
    """§6.11: in Europe alone one point buys one event; the Allies draw first."""
    state = told(phase("fonck the-system", "boelcke flame-thrower"), CENTRAL, "buy_event", nation="GE")
    state, events = told_with(state, ALLIED, "buy_event", Dice([1, 2]), nation="FR")
    assert state.points == {"BR": 3, "FR": 2, "GE": 2}
    assert draws(events) == ["the-system", "boelcke"]
    assert state.phase.key == "allied.new-units"
    assert sum(state.chits["allied.pool"].values()) == sum(state.chits["central.pool"].values()) == 1


def test_6_13_a_chit_is_settled_before_the_next_is_drawn() -> None:
    """§6.13: Bulgaria collapses by the Allied chit, so that the entry drawn after it counts as no event."""
    state = told(phase("bulgarian-collapse", "bulgarian-entry", sides=WITHOUT_BULGARIA), CENTRAL, "buy_event",
                 nation="GE")  # fmt: skip
    after, events = told_with(state, ALLIED, "buy_event", Dice([1, 1]), nation="BR")
    assert [(e.chit, e.void) for e in events if isinstance(e, ChitDrawn)] == [
        ("bulgarian-collapse", False), ("bulgarian-entry", True),
    ]  # fmt: skip
    assert after.chit_state.entering == ()


def test_6_59_turkey_surrenders_by_its_chit() -> None:
    """§6.59: its units leave the map, and the Ottoman Empire is on no side any more."""
    start = phase("turkish-surrender")
    assert "TU" in start.sides
    there = replace(start, units={**start.units, "tu-5": UnitState("E1024")}, stacks={"E1024": ("tu-5",)}, turkey=True)
    after, events = bought(there, ALLIED, 1)
    assert after.strategic_state.surrendered == ("TU",)
    assert (after.units["tu-5"].at, after.stacks) == (OUT, {})
    assert "surrenders" in str([GAME.narrate(there, e, after, ALLIED) for e in events])
    void, _ = bought(replace(there, strategic_state=after.strategic_state), ALLIED, 1)
    assert void.units["tu-5"].at == "E1024"


def test_6_11_a_side_that_cannot_buy_is_not_asked() -> None:
    """§6.11: without a point, or with an empty pool, there is nothing to decide."""
    state = phase("fonck", "boelcke", points={"IT": 5, "GE": 1})
    assert GAME.deciders(state) == (CENTRAL,)
    assert GAME.deciders(phase("fonck", "")) == (ALLIED,)


def test_6_16_only_some_nations_pay() -> None:
    """§6.16: Germans for one side; British, French and U.S. for the other, these once they are in the war."""
    state = phase("fonck", "boelcke", points={"IT": 5, "RU": 5, "US": 5, "BR": 1, "AH": 5, "GE": 1})
    for side, nation in ((ALLIED, "IT"), (ALLIED, "RU"), (ALLIED, "US"), (ALLIED, "FR"), (CENTRAL, "AH")):
        refused(state, side, "buy_event", nation=nation)
    told(state, ALLIED, "buy_event", nation="BR")


def test_6_12_a_draw_is_a_committed_die_over_every_chit_in_the_pool() -> None:
    """§6.12: copies count each; the same die always draws the same chit, and nothing of it is taken back."""
    state = told(phase("hurricane-bombardment-c hurricane-bombardment-c fonck"), ALLIED, "buy_event",
                 Dice([3]), nation="BR")  # fmt: skip
    assert where(state, "fonck") == "allied.play"
    asked: list[tuple[int, int]] = []

    def chance(draw: int, sides: int) -> int:
        asked.append((draw, sides))
        return 2

    found = [GAME.decide(phase("hurricane-bombardment-c hurricane-bombardment-c fonck"), ALLIED,
                         {"kind": "buy_event", "nation": "BR"}, chance) for _ in range(2)]  # fmt: skip
    assert asked == [(0, 3), (0, 3)]
    assert found[0].events == found[1].events  # type: ignore[union-attr]
    chit = next(e for e in found[0].events if isinstance(e, ChitDrawn))  # type: ignore[union-attr]
    assert chit.chit == "hurricane-bombardment-c"
    assert GAME.bars_undo(chit)


def test_6_14_the_only_side_that_bought_may_draw_from_the_other_pool() -> None:
    """§6.14: for a second point; what is not mandatory is shown and leaves the game unplayed."""
    state, _ = bought(phase("fonck", "boelcke u-boat-c"), ALLIED, 1)
    assert state.phase.key == "other-pool"
    assert GAME.deciders(state) == (ALLIED,)
    state, events = told_with(state, ALLIED, "buy_event", Dice([1]), nation="FR")
    assert draws(events) == ["u-boat-c"]
    assert where(state, "u-boat-c") == ""
    assert state.points == {"BR": 2, "FR": 2, "GE": 3}
    assert state.phase.key == "allied.new-units"


def test_6_14_a_mandatory_event_of_the_other_pool_is_played() -> None:
    """§6.14: as if its own side had drawn it; a No Event goes back to the pool that it came from."""
    state, _ = bought(phase("fonck", "jutland"), ALLIED, 1)
    state = told(state, ALLIED, "buy_event", Dice([1, 1]), nation="FR")
    assert state.chit_state.victory == 2
    state, _ = bought(phase("fonck", "central-no-event-c"), ALLIED, 1)
    state = told(state, ALLIED, "buy_event", Dice([1]), nation="FR")
    assert where(state, "central-no-event-c") == "central.pool"


def test_6_14_not_when_both_have_bought_or_nobody_has() -> None:
    """§6.14: the other pool is open to a sole buyer only, and he may leave it alone."""
    state = told(phase("fonck the-system", "boelcke u-boat-c"), CENTRAL, "end_phase")
    assert told(state, ALLIED, "end_phase").phase.key == "allied.new-units"
    state, _ = bought(phase("fonck", "boelcke u-boat-c"), ALLIED, 1)
    assert told(state, ALLIED, "end_phase").phase.key == "allied.new-units"
    state, _ = bought(phase("fonck", "boelcke u-boat-c", points={"BR": 1}), ALLIED, 1)
    assert state.phase.key == "allied.new-units"


def test_6_15_a_no_event_goes_back_to_its_pool() -> None:
    """§6.15: the point is lost."""
    state, _ = bought(phase("allied-no-event-c"), ALLIED, 1)
    assert where(state, "allied-no-event-c") == "allied.pool"
    assert state.points["BR"] == 2


def test_6_12_other_events_are_held_and_played_at_any_time() -> None:
    """§6.12, §5.21: a held U-boat goes to the Strategic Warfare Box when its owner likes, in the other's step too."""
    state = drawn(CENTRAL, "u-boat-c")
    assert where(state, "u-boat-c") == "central.hand"
    assert GAME.deciders(state) == (ALLIED,)
    refused(state, ALLIED, "play_event", event="u-boat-c")
    state = told(state, CENTRAL, "play_event", event="u-boat-c")
    assert where(state, "u-boat-c") == "central.play"
    assert not any(o["kind"] == "play_event" for o in GAME.legal(state, CENTRAL)["offers"])  # type: ignore[union-attr, index, call-overload]


def test_6_12_an_event_for_attacks_alone_stands_beside_no_question() -> None:
    """§6.12: who holds nothing that he can play now is not offered it while the other side decides."""
    for chit, offered in (("mine", False), ("the-tiger", True)):
        state = position({}, "central.new-units", chits={**position({}).chits, "allied.hand": {chit: 1}})
        offers: Any = GAME.legal(state, ALLIED)["offers"]
        assert any(o["kind"] == "play_event" for o in offers) == offered


@pytest.mark.parametrize(
    ("chit", "by", "to", "void", "told_of"),
    [
        ("allied-no-event-c", ALLIED, BACK, True, "Drawn: No Event. It goes back to the pool."),
        ("conrad-offensive", CENTRAL, BACK, True,
         "Drawn: Conrad Offensive. It counts as No Event and goes back to the pool."),
        ("salonika", ALLIED, GONE, True, "Drawn: Salonika. It counts as No Event and leaves the game."),
        ("mine", CENTRAL, GONE, False, "Drawn: Mine Attack. It leaves the game unplayed."),
        ("jutland", ALLIED, GONE, False, "Drawn: Jutland."),
        ("mine", ALLIED, HAND, False, "Drawn: Mine Attack."),
    ],
)  # fmt: skip
def test_6_12_to_6_15_the_log_says_where_a_chit_goes(chit: str, by: str, to: str, void: bool, told_of: str) -> None:
    """§6.12, §6.14, §6.15: back to the pool, out of the game unplayed or as a No Event; of others what they do."""
    state = position({})
    line = tell_chits(ChitDrawn(state.printed.chits.events[chit].side, by, chit, to, void, 0, 2, 9), state)
    assert line is not None
    assert line.text == told_of


@pytest.mark.parametrize(
    ("effect", "more", "text"),
    [
        ("russian-paralysis", 0, "It lasts this turn."),
        ("french-mutiny", 2, "It lasts 3 turns, this one included."),
        ("haig-offensive", 3, "It begins with the next turn and lasts 3 turns."),
    ],
)
def test_6_30_6_43_6_47_the_log_says_how_long_an_event_lasts(effect: str, more: int, text: str) -> None:
    """§6.30, §6.43, §6.47: this turn, three turns with this one, or the three that follow."""
    state = position({})
    line = tell_chits(EventLasts(effect, state.turn + more), state)
    assert line is not None
    assert line.text == text


def test_6_17_hands_lie_open_and_pools_do_not() -> None:
    """§6.17: everyone sees what is held and in play; of a pool only how many chits are left."""
    state = drawn(CENTRAL, "u-boat-c")
    shown: Any = GAME.view(state, ALLIED)["events"]
    assert shown["hands"] == {"central": {"u-boat-c": 1}, "allied": {}}
    hidden = [phase("fonck the-system"), phase("mine ball")]
    assert GAME.view(hidden[0], CENTRAL) == GAME.view(hidden[1], CENTRAL)


# --- effects ----------------------------------------------------------------------------------------------------------


def test_6_3_aircraft_and_aces_lie_ready_when_drawn() -> None:
    """§6.3: they are units from then on."""
    for side, chit in ((ALLIED, "fonck"), (CENTRAL, "german-aircraft-c")):
        assert where(drawn(side, chit), chit) == f"{side}.play"


@pytest.mark.parametrize(
    ("side", "chit"),
    [(ALLIED, "royal-tank-corps"), (CENTRAL, "anti-tank-regiments"), (CENTRAL, "austrian-polish-division")],
)
def test_6_4_6_6_units_of_an_event_wait_in_the_available_box(side: str, chit: str) -> None:
    """§6.4, §6.6: they are placed in any New Units Phase from then on."""
    state = drawn(side, chit)
    assert {state.units[u].at for u in CHITS[chit].units} == {AVAILABLE}
    assert where(state, chit) == ""


def test_6_12_remove_3in_7in_takes_them_out_of_the_dead_pile_too() -> None:
    """§6.12: wherever they are."""
    state = phase("remove-3in-7in")
    units = {**state.units, "br-3in": UnitState("W5610"), "br-7in": UnitState(DEAD)}
    state, _ = bought(replace(state, units=units, stacks={"W5610": ("br-3in",)}), ALLIED, 1)
    assert {state.units[u].at for u in ("br-3in", "br-7in")} == {OUT}
    assert not state.stacks


@pytest.mark.parametrize(("die", "worth"), [(1, 2), (2, 0), (4, 0), (5, -1), (6, -1)])
def test_6_50_jutland(die: int, worth: int) -> None:
    """§6.50: a German victory is worth two points, a British one costs one."""
    before = phase()
    after = drawn(CENTRAL, "jutland", die)
    assert points(after) - points(before) == worth


def test_6_51_the_naval_mutiny_spares_a_fleet_that_has_won() -> None:
    """§6.51: otherwise it costs a point."""
    assert drawn(ALLIED, "german-naval-mutiny").chit_state.victory == -1
    won = replace(phase().chit_state, jutland=CENTRAL, victory=2)
    assert drawn(ALLIED, "german-naval-mutiny", chit_state=won).chit_state.victory == 2


def test_6_56_the_telegram_brings_the_united_states_in_on_the_next_strategic_turn() -> None:
    """§6.56: never later than they would have come; nothing once they fight."""
    state = drawn(ALLIED, "zimmermann-telegram", strategic="J")
    assert state.strategic_state.us_entry == "K"
    early = replace(phase().strategic_state, us_entry="K")
    assert drawn(ALLIED, "zimmermann-telegram", strategic="L", strategic_state=early).strategic_state.us_entry == "K"
    fighting = replace(phase().strategic_state, us_entry="M", us_since="M")
    assert drawn(ALLIED, "zimmermann-telegram", strategic="N", strategic_state=fighting).strategic_state.us_entry == "M"


def test_6_47_the_mutiny_keeps_the_french_from_attacking_in_the_west_for_three_turns() -> None:
    """§6.47: with that in which it is drawn. The British attack, and nobody else is held back."""
    base = position({"W4923": "fr-12", "W5023": "br-1"}, "first.west.attacks", west=ALLIED)
    mutinied = drawn(ALLIED, "french-mutiny", turn=20)
    assert where(mutinied, "french-mutiny") == "allied.play"
    lasting = mutinied.chit_state
    assert lasting.lasting == {"french-mutiny": 22}
    for turn, forbidden in ((20, True), (22, True), (23, False)):
        state = replace(base, turn=turn, chit_state=lasting)
        assert (why_not_fight(state, "fr-12") == MUTINY) is forbidden
        assert why_not_fight(state, "br-1") is None
    salonika = position({"E1117": "fr-12"}, "first.east.attacks", west=CENTRAL, turn=20, chit_state=lasting)
    assert why_not_fight(salonika, "fr-12") is None


@pytest.mark.parametrize(
    ("side", "chit", "fields", "to"),
    [
        (ALLIED, "italian-entry", {}, ""),
        (CENTRAL, "u-boat-k", {"chits": {"allied.play": {"convoy": 1}}}, ""),
        (ALLIED, "gallipoli", {"chits": {"allied.play": {"salonika": 1}}}, ""),
        (ALLIED, "salonika", {"sides": {"GK": ALLIED, "BR": ALLIED, "FR": ALLIED, "GE": CENTRAL}}, ""),
        (CENTRAL, "czar-takes-command", {"strategic_state": StrategicState(czar="K")}, ""),
        (CENTRAL, "conrad-offensive", {"sides": {"AH": CENTRAL, "GE": CENTRAL, "FR": ALLIED}}, "central.pool"),
    ],
)
def test_6_1_some_events_count_as_no_event(side: str, chit: str, fields: dict[str, Any], to: str) -> None:
    """§6.30, §6.49, §6.52 to §6.54: they do nothing, and leave the game or go back to the pool."""
    start = phase(**{side: chit}, **fields)
    state, events = bought(start, side, 1)
    (found,) = (e for e in events if isinstance(e, ChitDrawn))
    assert found.void
    assert where(state, chit) == to
    assert state.units == start.units


# --- all of them ------------------------------------------------------------------------------------------------------


def test_6_0_every_chit_has_its_effect() -> None:
    """§6.0: each in one way: at once, laid down, in a step of its own, in a fight or after it, or none."""
    for chit in CHITS.values():
        at_once = chit.effect in EFFECTS or chit.kind in EFFECTS
        by_hand = chit.kind in ANYTIME or chit.effect in ANYTIME
        fighting = {chit.effect, chit.kind} & {*ATTACKER, *DEFENDER, "reaction", "tactics"}
        ways = [at_once, by_hand, chit.effect in IN_ITS_STEP, bool(fighting), chit.kind == "none"]
        assert sum(ways) == 1, chit.id
    printed = [*CHITS.values(), *PLANS[AUGUST_1914].variant("near-east").chits.events.values()]
    assert set(NO_EVENT_IF) <= {name for c in printed for name in (c.effect, c.kind)}


def test_6_4_american_tanks_that_are_drawn_early_wait_for_their_nation() -> None:
    """§6.4, §13.25: they lie in the box, which is told, and nobody places them before the United States fight."""
    start = phase("american-tanks")
    state, events = bought(start, ALLIED, 1)
    assert state.units["us-tc"].at == AVAILABLE
    lines: list[Any] = [GAME.narrate(start, e, state, CENTRAL) for e in events]
    assert any(line and "Available Units Box" in line["text"] and line["side"] == ALLIED for line in lines)
    assert any(u["id"] == "us-tc" for u in GAME.view(state, CENTRAL)["boxes"][AVAILABLE])  # type: ignore[index, call-overload, union-attr]
    assert refused(state, ALLIED, "place", units=["us-tc"], hex="W5009").code in ("not-your-unit", "nobody")
