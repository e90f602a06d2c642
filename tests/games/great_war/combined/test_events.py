"""§6.1 on six fronts: two events for a point, drawn one at a time out of pools that hold the chits of both games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.great_war.chits_played.armenians import towns_of_the_republic
from rules.great_war.chits_played.epidemics import NO_ARRIVALS, shock_troops
from rules.great_war.chits_played.withdrawals import LIBYA, by_place, units_to_name
from rules.great_war.facts import Event
from rules.great_war.facts.chits import ChitDrawn
from rules.great_war.facts.epidemics import ShockTroopsTired
from rules.great_war.facts.withdrawals import UnitsReturned, UnitWithdrawn
from rules.great_war.movement.marker import places_for_marker
from rules.great_war.new_units.orders import why_not
from rules.great_war.new_units.shock_troops import may_strike
from rules.great_war.position.changes import relocate
from rules.great_war.position.state import (
    AVAILABLE,
    AVAILABLE_THERE,
    AWAY,
    OUT,
    RESERVE,
    TRANSIT,
    BattleFrame,
    PhaseFrame,
    State,
)
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import ATTACKER_EVENTS, SETTLE_OTHER, SETTLE_OWN
from rules.great_war.strategic.income import chits_due
from rules.hexes.occupied import change
from rules.kernel.fast_replace import replace
from tests.games.chance import Dice
from tests.games.great_war.combined.kit import GAME, STARTS, before_set_up, done, refusal, set_up, until
from tests.games.great_war.kit import told, told_with
from tests.games.great_war.near_east.events import lots, phase, where

NOTHING = "allied-no-event-c", "central-no-event-c"
RICH = {"BR": 2, "FR": 1, "GE": 2, "TU": 3, "RU": 3, "AH": 2}


def events(allied: str, central: str, **fields: Any) -> State:
    """January 1916 as purchases are asked for, with these chits in the pools."""
    given = {"points": RICH, **fields}
    return phase(start=set_up("combined-1916"), allied_pool=allied, central_pool=central, fields=given)


def draws(found: Sequence[Event]) -> list[tuple[str, str]]:
    """Who drew which chit, in order."""
    return [(e.by, e.chit) for e in found if isinstance(e, ChitDrawn)]


def test_6_9_the_armenian_republic_begins_in_the_caucasus_and_not_elsewhere_in_russia() -> None:
    """§6.9: the eastern map has Russian towns too."""
    state = set_up("combined-1916")
    board = state.printed.board
    assert {board.front[board.index[h]] for h in towns_of_the_republic(state)} == {"caucasus"}


def test_6_46_units_for_libya_come_from_the_box_of_the_near_east_and_go_back_to_it() -> None:
    """§6.46, §5.11: where Egypt has none; never from the box of Europe, in which a unit like them lies."""
    state = set_up("combined-1916")
    state = relocate(state, [u for u in state.units if u.startswith("br-")], OUT)
    state = relocate(relocate(state, ["br-7ybd"], AVAILABLE_THERE), ["br-icbd"], AVAILABLE)
    state = relocate(state, ["br-12inbd"], "NI2147")
    assert by_place(state, LIBYA) == [(), ("br-7ybd",), ("br-12inbd",)]
    assert units_to_name(state, LIBYA, (1, 0)) == ("br-7ybd",)
    away = UnitWithdrawn("br-7ybd", "J", 1, 0).apply(state)
    assert (away.units["br-7ybd"].at, away.near_east.away) == (AWAY, (("br-7ybd", "J"),))
    back = UnitsReturned(("br-7ybd",)).apply(away)
    assert (back.units["br-7ybd"].at, back.near_east.away) == (AVAILABLE_THERE, ())


def test_6_11_two_for_a_point() -> None:
    """§6.11, §6.13: each side draws two out of its own pool, the Allies first; a No Event is back before the second."""
    state = events(f"{NOTHING[0]} allenby", f"{NOTHING[1]} kemal")
    state = told(state, ALLIED, "buy_event", nation="BR")
    state, found = told_with(state, CENTRAL, "buy_event", Dice([1, 2, 1, 2]), nation="GE")
    assert [by for by, _ in draws(found)] == [ALLIED, ALLIED, CENTRAL, CENTRAL]
    drawn = [e for e in found if isinstance(e, ChitDrawn)]
    for first, second in (drawn[:2], drawn[2:]):
        assert (first.sides, second.sides) == (2, 2 if first.chit in NOTHING else 1)
    assert (state.points["BR"], state.points["GE"]) == (1, 1)
    assert state.phase.key == "allied.new-units"


def test_6_15_a_no_event_may_be_drawn_twice() -> None:
    """§6.15: it goes back and counts as one of the two; a pool of one chit that is kept gives no second."""
    state = told(events(NOTHING[0], "kemal"), ALLIED, "buy_event", nation="BR")
    state, found = told_with(state, CENTRAL, "buy_event", Dice([1, 1, 1]), nation="GE")
    assert draws(found) == [(ALLIED, NOTHING[0]), (ALLIED, NOTHING[0]), (CENTRAL, "kemal")]
    assert state.chits["allied.pool"] == {NOTHING[0]: 1}
    assert state.chits["central.pool"] == {}


@pytest.mark.parametrize(
    ("seat", "nation", "taken"),
    [(ALLIED, "BR", True), (ALLIED, "FR", True), (ALLIED, "RU", False), (CENTRAL, "GE", True), (CENTRAL, "TU", False),
     (CENTRAL, "AH", False)],
)  # fmt: skip
def test_6_16_which_nation_pays(seat: str, nation: str, taken: bool) -> None:
    """§6.16: British, French and U.S. points, and German ones; no Russian, Turkish or Austrian."""
    state = events("allenby allenby", "kemal kemal")
    order: dict[str, object] = {"kind": "buy_event", "nation": nation}
    if taken:
        assert done(state, seat, order).chit_state.declared == {seat: nation}
    else:
        assert refusal(state, seat, order).section == "6.11"
    american = events("allenby", "kemal", sides={**state.sides, "US": ALLIED}, points={"US": 1})
    assert done(american, ALLIED, {"kind": "buy_event", "nation": "US"}).chit_state.declared == {ALLIED: "US"}


def test_6_13_an_answer_between_two_draws() -> None:
    """§6.13, §6.7: the Arabs rise before the second chit is drawn; what was paid for is still due after the answer."""
    state = events("arab-northern-army allenby", NOTHING[1])
    state = told(state, CENTRAL, "end_phase")
    at_first = [id_ for id_ in state.printed.chits.events if id_ in state.chits["allied.pool"]]
    die = at_first.index("arab-northern-army") + 1
    state, found = told_with(state, ALLIED, "buy_event", Dice([die]), nation="BR")
    assert draws(found) == [(ALLIED, "arab-northern-army")]
    assert (state.phase.key, GAME.deciders(state)) == (SETTLE_OWN, (ALLIED,))
    assert state.chit_state.drawing == ((ALLIED, ALLIED, 1),)
    assert GAME.load_state(GAME.dump_state(state)) == state
    assert refusal(state, ALLIED, {"kind": "buy_event", "nation": "BR"}).code == "wrong-step"
    offers: Any = GAME.legal(state, ALLIED)["offers"]
    (offer,) = [o for o in offers if o["kind"] == "raise_arabs"]
    hex_ = offer["slots"][0]["options"]["of"][0]
    after = GAME.decide(state, ALLIED, {"kind": "raise_arabs", "hex": hex_}, Dice([1]))
    assert draws(after.events) == [(ALLIED, "allenby")]  # type: ignore[union-attr]
    assert after.states[-1].phase.key == "other-pool"  # type: ignore[union-attr]


def test_6_14_two_out_of_the_other_pool() -> None:
    """§6.14: who alone has bought may pay again for two of the other side's: mandatory ones are played, the rest is
    shown and leaves the game; and no third time."""
    state = events(NOTHING[0], "kemal libyan-revolt von-der-goltz")
    state = told(state, CENTRAL, "end_phase")
    state, _ = told_with(state, ALLIED, "buy_event", Dice([1, 1]), nation="BR")
    assert (state.phase.key, GAME.deciders(state)) == ("other-pool", (ALLIED,))
    assert refusal(state, ALLIED, {"kind": "buy_event", "nation": "GE"}).section == "6.14"
    in_order = [id_ for id_ in state.printed.chits.events if id_ in state.chits["central.pool"]]
    revolt = in_order.index("libyan-revolt") + 1
    state, found = told_with(state, ALLIED, "buy_event", Dice([revolt]), nation="FR")
    assert draws(found) == [(ALLIED, "libyan-revolt")]
    assert (state.phase.key, state.chit_state.drawing) == (SETTLE_OTHER, ((CENTRAL, ALLIED, 1),))
    while state.chit_state.settling[0]:
        offers: Any = GAME.legal(state, ALLIED)["offers"]
        unit = offers[0]["slots"][0]["options"]["of"][0]
        state = done(state, ALLIED, {"kind": "withdraw", "unit": unit})
    left = [id_ for id_ in ("kemal", "von-der-goltz") if where(state, id_)]
    assert len(left) == 1, "one of two was drawn, shown and is gone"
    assert state.points["BR"] == 1
    assert state.points["FR"] == 0
    assert state.phase.key == "allied.new-units"


def test_6_11_what_a_player_reads() -> None:
    """§6.11, §6.14: that a point buys two, in the question, the order's help and the log."""
    state = events(f"{NOTHING[0]} allenby", "kemal kemal")
    asked: Any = GAME.legal(state, ALLIED)
    assert asked["prompt"] == "Draw two events?"
    (offer,) = [o for o in asked["offers"] if o["kind"] == "buy_event"]
    assert "buys two" in offer["help"]
    paying = told(state, CENTRAL, "end_phase")
    after, found = told_with(paying, ALLIED, "buy_event", Dice([1, 1]), nation="BR")
    lines = [line["text"] for e in found if (line := GAME.narrate(paying, e, after, "spectator"))]
    assert any(str(line).startswith("Two events for a point are bought by the Allies") for line in lines)
    over: Any = GAME.legal(after, ALLIED)
    assert "buy two" in over["detail"]


def test_3_26_both_games_chits_enter_the_pools() -> None:
    """§3.26, §19.12: those marked NE beside Europe's, on C, G, K and O; none marked NE*, and no Turkish surrender."""
    state = before_set_up("combined-campaign")
    chits, found = state.printed.chits.events, set[str]()
    for letter in "ABCDEFGHIJKLMNOPQRSTU":
        due = chits_due(replace(state, strategic_state=replace(state.strategic_state, turn=letter)))
        entered = {id_ for lot in due.values() for id_ in lot}
        assert not entered or letter in "CGKO"
        found |= entered
    assert {"armenian-massacres", "allenby", "russian-civil-war", "kemal", "italian-entry", "jutland"} <= found
    assert {chits[id_].mark for id_ in found} == {"", "NE"}
    assert "turkish-surrender" not in found
    assert {id_ for id_, chit in chits.items() if chit.mark == "NE"} <= found


@pytest.mark.parametrize("scenario", STARTS)
def test_5_12_no_chit_is_twice(scenario: str) -> None:
    """§5.12: over the whole match no chit comes more often than it is printed."""
    state = before_set_up(scenario)
    numbers = dict[str, int]()
    for place in state.chits.values():
        for id_, number in place.items():
            numbers[id_] = numbers.get(id_, 0) + number
    later = [letter for letter in "CGKO" if letter > state.strategic]
    for letter in later:
        for lot in chits_due(replace(state, strategic_state=replace(state.strategic_state, turn=letter))).values():
            for id_, number in lot.items():
                numbers[id_] = numbers.get(id_, 0) + number
    assert all(number <= state.printed.chits.events[id_].count for id_, number in numbers.items())


def test_6_58_influenza_keeps_both_boxes() -> None:
    """§6.58: no unit leaves a box on either map, and Turks do not go on from theirs to the reserve."""
    allied = relocate(until("combined-1915", "allied.new-units"), ["br-10in"], AVAILABLE_THERE)
    ill = replace(allied, chit_state=replace(allied.chit_state, lasting={"influenza": allied.turn}))
    order: dict[str, object] = {"kind": "place", "units": ["br-10in"], "hex": "NE4206"}
    assert why_not(ill, "br-10in") == NO_ARRIVALS
    assert refusal(ill, ALLIED, order)
    assert done(allied, ALLIED, order).units["br-10in"].at == "NE4206"
    turks = [u for u in ill.boxes[AVAILABLE_THERE] if u.startswith("tu-")]
    assert turks
    kept, gone = (done(state, ALLIED, {"kind": "end_phase"}) for state in (ill, allied))
    assert {kept.units[u].at for u in turks} == {AVAILABLE_THERE}
    assert {gone.units[u].at for u in turks} == {RESERVE}


def test_6_58_shock_troops_in_the_transit_box_fall_ill_too() -> None:
    """§6.58: a division does not escape influenza by travelling between two maps."""
    state = until("combined-1917", "allied.rail")
    unit = next(u for u in state.on_map(CENTRAL) if state.counter(u).turned == "shock" and not state.units[u].back)
    assert shock_troops(state) == ()
    shock = change(state, {unit: state.units[unit]._replace(back=True)})
    away = relocate(shock, [unit], TRANSIT)
    assert shock_troops(shock) == shock_troops(away) == (unit,)
    tired = ShockTroopsTired((unit,)).apply(away)
    assert not tired.units[unit].back
    assert tired.units[unit].at == TRANSIT


# --- Foch and Allenby, who share a theatre ----------------------------------------------------------------------------


def markers(**chits: str) -> State:
    """The movement of April 1917 with the Allies in the west, and these chits."""
    state = until("combined-1917", "first-movement")
    return replace(state, chits={**state.chits, "allied.play": {}, "allied.hand": {}, **lots(**chits)}, west=ALLIED)


def test_10_84_each_marker_needs_its_own_event() -> None:
    """§6.31, §6.32, §10.84: Allenby in the hand does not let Foch be placed, nor Foch in play Allenby."""
    allenby, foch = markers(allied_hand="allenby"), markers(allied_play="foch")
    assert {h[:1] for h in places_for_marker(allenby, ALLIED, "west")} == {"N"}
    assert {h[:1] for h in places_for_marker(foch, ALLIED, "west")} == {"W"}
    french, english = (min(places_for_marker(state, ALLIED, "west")) for state in (foch, allenby))
    assert refusal(allenby, ALLIED, {"kind": "place_marker", "hex": french}).section == "10.84"
    assert refusal(foch, ALLIED, {"kind": "place_marker", "hex": english}).section == "10.84"
    both = markers(allied_hand="allenby", allied_play="foch")
    both = done(both, ALLIED, {"kind": "place_marker", "hex": french})
    both = done(both, ALLIED, {"kind": "place_marker", "hex": english})
    assert (both.chit_state.foch_at, both.near_east.allenby_at) == (french, english)


def test_5_88_oberost_serves_all_of_the_east() -> None:
    """§5.88, §10.81, §5.86: with Germans in the Caucasus or Iraq too; OHL in Egypt with the initiative in the west."""
    start = replace(until("combined-1917", "first-movement"), weather=dict.fromkeys(("west", "east", "south"), "fair"))
    for marker, west, hex_ in (("OberOst", ALLIED, "NC3331"), ("OHL", CENTRAL, "NE1728")):
        state = relocate(replace(start, marker=marker, west=west), ["ge-601bn"], hex_)
        alone = [u for u in state.stacks[hex_] if u != "ge-601bn"]
        state = relocate(state, alone, "available") if alone else state
        state = replace(state, cursor=(PhaseFrame("first-movement"),))
        assert done(state, CENTRAL, {"kind": "place_marker", "hex": hex_}).marker_at == hex_


@pytest.mark.parametrize(("target", "may"), [("W5117", True), ("NE2416", False), ("NI1540", False)])
def test_15_45_a_kaiserschlacht_is_fought_in_europe(target: str, may: bool) -> None:
    """§15.45: on any one front of Europe; shock troops in the Near East have their usual modifier."""
    state = before_set_up("combined-1917")
    four = tuple(u for u, c in state.printed.counters.items() if c.turned == "shock")[:4]
    state = change(state, {u: state.units[u]._replace(at="W5217", back=True) for u in four})
    front = state.printed.board.front[state.printed.board.index[target]]
    chits = replace(state.chit_state, offensive=state.turn, fought={front: 1})
    frame = BattleFrame(CENTRAL, four, ("W5217",), target, (), ATTACKER_EVENTS)
    assert may_strike(replace(state, chit_state=chits), frame) == may
