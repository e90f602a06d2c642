"""decisions/0033, §4.2: steps of a turn that go by on standing orders, and those that a player is asked."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.game import GAME
from rules.great_war.position.chit_state import ChitState
from rules.great_war.position.secrecy import CONCEALED, HIDDEN, OPEN
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import (
    ADVANCE,
    ALLIED_RAIL,
    ATTACKER_AIR,
    ATTACKER_EVENTS,
    COUNTER_SUPPORT,
    DEFENDER_AIR,
    DEFENDER_EVENTS,
    GO_ON,
    NO_HEADQUARTERS,
    SECOND_MOVEMENT,
    SUPPORT,
)
from rules.great_war.standing import EVEN, GO_BY, IDLE, IN_DEFENCE, POLICIES, SPARE, STEPS, SeatView
from rules.great_war.teams import GAME as TEAMS
from rules.kernel.drafting import no_die
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal
from rules.kernel.standing import StandingOrder
from rules.kernel.teams.state import TeamState
from tests.games.great_war.kit import position, set_up, told

ALL = {"draw": GO_BY, "new-units": IDLE, "combat": IDLE, "rails": GO_BY}


def says(state: State, seat: str, kinds: tuple[str, ...] = tuple(ALL)) -> str | None:
    """What the seat's orders answer."""
    found = GAME.answer_ahead(state, seat, {k: StandingOrder(k, ALL[k]) for k in kinds})
    return None if found is None else str(found["kind"])


def test_4_2_a_quiet_turn_waits_for_nothing_but_movement_and_what_can_be_done() -> None:
    """With orders for every step a side is asked where it has something to place, to move, or to attack."""
    state = set_up()
    begun, asked = state.turn, list[tuple[str, str]]()
    while state.turn == begun:
        for seat in GAME.deciders(state)[:1]:
            kind = says(state, seat)
            asked += [(state.phase.key, seat)] if kind is None else []
            state = told(state, seat, kind or "end_phase")
    assert [(key, seat) for key, seat in asked if "rail" in key] == []
    assert {key for key, _ in asked} == {
        "allied.new-units", "central.new-units", "first-movement", "second-movement", "first.west.attacks",
        "first.east.attacks", "second.west.attacks", "second.east.attacks",
    }  # fmt: skip
    # The next turn begins with the purchase of events, which nobody is asked.
    assert [says(state, seat) for seat in GAME.deciders(state)] == ["end_phase", "end_phase"]


@pytest.mark.parametrize("near", [True, False])
def test_10_0_a_combat_step_is_skipped_where_no_unit_can_attack(near: bool) -> None:
    """§10.11: with an enemy beside a unit the player is asked."""
    state = position({"W5117": "fr-12", ("W5217" if near else "W5817"): "ge-1bvr"}, SECOND_MOVEMENT)
    for seat in (CENTRAL, ALLIED):
        state = told(state, seat, "end_phase")
    assert state.phase.key == "second.west.attacks"
    (seat,) = GAME.deciders(state)
    assert says(state, seat) == (None if near else "end_phase")
    assert says(state, seat, ()) is None


def placing(side: str, hands: str, hand: str, pool: str = "", **fields: Any) -> State:
    """A New Units Phase of a side with nobody in its box, and with these events in hand and pool."""
    chits = {f"{s}.{place}": dict[str, int]() for s in (CENTRAL, ALLIED) for place in ("pool", "hand", "play")}
    chits |= {f"{side}.hand": dict.fromkeys(hand.split(), 1), f"{side}.pool": dict.fromkeys(pool.split(), 1)}
    return position({}, f"{side}.new-units", hands=hands, chits=chits, **fields)


@pytest.mark.parametrize(
    ("side", "event", "other"),
    [
        (ALLIED, "gallipoli", "foch"),
        (ALLIED, "salonika", "foch"),
        (CENTRAL, "shock-troops", "kemal"),
        (CENTRAL, "paris-gun", "kemal"),
    ],
)
def test_6_17_whether_new_units_are_asked_for_tells_nothing_of_a_hidden_hand(side: str, event: str, other: str) -> None:
    """§6.17: a side that may hold an event of that step is asked, whether it holds it or has it still in its pool."""
    rich = {"points": {"GE": 9, "BR": 9}}
    assert says(placing(side, HIDDEN, event, other, **rich), side) is None
    assert says(placing(side, HIDDEN, other, event, **rich), side) is None
    assert says(placing(side, HIDDEN, other, **rich), side) == "end_phase", "everyone knows that it is used up"
    assert says(placing(side, HIDDEN, "", event, **rich), side) == "end_phase", "everyone sees that nothing is held"
    assert says(placing(side, OPEN, event, other, **rich), side) is None
    assert says(placing(side, OPEN, other, event, **rich), side) == "end_phase", "hands lie open"


def test_6_52_a_landing_for_which_it_is_too_late_is_not_waited_for() -> None:
    """§6.52, §6.53: everyone sees that the Allies are at Salonika."""
    assert says(placing(ALLIED, HIDDEN, "gallipoli", landings=frozenset(("E1116",))), ALLIED) is None
    state = placing(ALLIED, HIDDEN, "gallipoli")
    state = replace(state, chits={**state.chits, "allied.play": {"salonika": 1}})
    assert says(state, ALLIED) == "end_phase"


def test_6_47_a_skipped_combat_phase_does_not_reveal_a_concealed_mutiny() -> None:
    """§6.47: the French may not attack, and nobody but the Allies knows."""
    state = position({"W5117": "fr-12", "W5217": "ge-1bvr"}, "first.west.attacks", west=ALLIED, hands=CONCEALED)
    chits = {**state.chits, "allied.hand": {"french-mutiny": 1}}
    mutinied = replace(state, chits=chits, chit_state=ChitState(lasting={"french-mutiny": state.turn + 1}))
    assert next(o for o in GAME.legal(mutinied, ALLIED)["offers"] if o["kind"] == "end_phase")
    assert "attack" not in [o["kind"] for o in GAME.legal(mutinied, ALLIED)["offers"]]
    assert says(mutinied, ALLIED) is says(state, ALLIED) is None


def test_7_25_a_skipped_combat_phase_reveals_nothing_of_what_lies_below() -> None:
    """§10.14, §7.25: the unit on top has attacked; whether one below has, nobody sees."""
    state = position({"W5117": "fr-12 fr-13", "W5217": "ge-1bvr"}, "first.west.attacks", west=ALLIED)
    tired = {u: state.units[u]._replace(fought=True) for u in ("fr-12", "fr-13")}
    for units in ({"fr-12": tired["fr-12"]}, tired):
        assert says(replace(state, units={**state.units, **units}), ALLIED) is None


def test_9_0_a_standing_order_skips_the_trains() -> None:
    """An order for another step says nothing of it."""
    state = position({"W5117": "fr-12"}, ALLIED_RAIL)
    assert (says(state, ALLIED), says(state, ALLIED, ("combat",))) == ("end_phase", None)


def test_3_13_each_of_two_commanders_lets_a_step_go_by_for_what_is_theirs() -> None:
    """A standing order ends a commander's own part, nobody else's, and the step goes on with the last."""
    alone, team = (TEAMS.standing(s, {}) for s in ("1915", "1915-west-and-east"))
    assert {*STEPS} <= {*alone}
    assert {k.key for k in alone} <= {k.key for k in team}
    inner = position({"W5117": "fr-12", "E4415": "ru-1"}, ALLIED_RAIL)
    state: Any = TeamState("1915-west-and-east", inner, edition=1)
    orders = {"rails": StandingOrder("rails", ALL["rails"])}
    assert TEAMS.deciders(state) == ("allied-west", "allied-east")
    for seat in ("allied-east", "allied-west"):
        assert TEAMS.answer_ahead(state, seat, {}) is None
        assert TEAMS.answer_ahead(state, "central-east", orders) is None
        command = TEAMS.answer_ahead(state, seat, orders)
        assert command == {"kind": "end_phase"}
        found = TEAMS.decide(state, seat, command, no_die)
        assert not isinstance(found, Refusal)
        state = found.states[-1]
        if seat == "allied-east":
            assert TEAMS.deciders(state) == ("allied-west",)
            assert TEAMS.answer_ahead(state, seat, orders) is None, "once is enough"
    assert TEAMS.phase(state) != ALLIED_RAIL


def answers(step: str, orders: dict[str, str], battle: dict[str, Any], *offers: str, hqs: tuple[str, ...] = ()) -> Any:
    """What is answered in an attack by a seat that sees this battle."""
    options = {"slots": [{"options": {"of": [*hqs]}}]}
    legal = {"step": step, "offers": [{"kind": kind, **options} for kind in offers]}
    view = {"battle": battle, "stacks": {"W5117": [{"id": hq, "support": len(hq)} for hq in hqs]}}
    given = {kind: StandingOrder(kind, answer) for kind, answer in orders.items()}
    return POLICIES[step](SeatView(view, legal, lambda: False), given)


@pytest.mark.parametrize(("attack", "hq"), [(6, "longer"), (5, "longer"), (4, "none"), (None, "none")])
def test_10_46_a_headquarters_is_spared_where_the_attack_is_weaker(attack: int | None, hq: str) -> None:
    """§6.42: where one is demanded, one is given anyway."""
    battle = {"attackers": [{"attack": attack}], "defenders": [{"defence": 3}, {"defence": 2}]}
    even, offered = {"defender-support": EVEN}, ("short", "longer")
    found = answers(COUNTER_SUPPORT, even, battle, "support", hqs=(*offered, NO_HEADQUARTERS))
    assert found == {"kind": "support", "hq": hq}
    assert answers(COUNTER_SUPPORT, even, battle, "support", hqs=offered)["hq"] == "longer"
    assert answers(COUNTER_SUPPORT, even, battle, "support", hqs=(NO_HEADQUARTERS,))["hq"] == NO_HEADQUARTERS


def test_10_46_the_attacker_spares_a_headquarters_where_the_defence_is_stronger() -> None:
    """decisions/0063: so an attack that was sent ahead waits for nobody."""
    for attack, hq in ((5, "longer"), (4, NO_HEADQUARTERS)):
        battle = {"attackers": [{"attack": attack}], "defenders": [{"defence": 3}, {"defence": 2}]}
        offered = ("short", "longer", NO_HEADQUARTERS)
        assert answers(SUPPORT, {"attacker-support": EVEN}, battle, "support", hqs=offered)["hq"] == hq


@pytest.mark.parametrize(
    ("stack", "goes"),
    [
        ((("a", "infantry", 2), ("b", "infantry", 3)), ["b"]),
        ((("a", "infantry", 2), ("b", "hq", 0)), None),
        ((("a", "infantry", 2),), None),
    ],
)
def test_10_71_the_strongest_advances_where_another_stays(
    stack: tuple[tuple[str, str, int], ...], goes: list[str] | None
) -> None:
    """decisions/0063: no hole opens in the line behind."""
    faces = [{"id": id_, "kind": kind, "attack": attack, "defence": 1} for id_, kind, attack in stack]
    able = [face["id"] for face in faces if face["kind"] != "hq"]
    offer: dict[str, Any] = {"kind": "advance", "slots": [{"options": {"of": able}}]}
    seen = SeatView({"stacks": {"W5117": faces}}, {"step": ADVANCE, "offers": [offer, {"kind": "hold"}]}, lambda: False)
    found = POLICIES[ADVANCE](seen, {"advance": StandingOrder("advance", "strongest")})
    assert found == ({"kind": "hold"} if goes is None else {"kind": "advance", "units": goes})
    assert POLICIES[ADVANCE](seen, {"advance": StandingOrder("advance", "hold")}) == {"kind": "hold"}
    further = SeatView({"stacks": {}}, {"step": GO_ON, "offers": [{"kind": "hold"}]}, lambda: False)
    assert POLICIES[GO_ON](further, {"advance": StandingOrder("advance", "strongest")}) == {"kind": "hold"}


@pytest.mark.parametrize(("points", "payer"), [((4, 3), "GE"), ((4, 5), "TU"), ((3, 3), None), ((0, 0), None)])
def test_6_11_an_event_is_bought_out_of_what_can_be_spared(points: tuple[int, int], payer: str | None) -> None:
    """§6.16: the richest pays, and keeps enough to rebuild. Nothing is drawn from the other side's pool (§6.14)."""
    view = {"tracks": {"points": dict(zip(("GE", "TU"), points, strict=True))}}
    buy: dict[str, Any] = {"kind": "buy_event", "slots": [{"options": {"of": ["GE", "TU"]}}]}
    orders = {"draw": StandingOrder("draw", SPARE)}

    def said(section: str, *more: str) -> Any:
        legal = {"step": "events", "section": section, "offers": [buy, {"kind": GO_BY}, *({"kind": k} for k in more)]}
        return POLICIES["events"](SeatView(view, legal, lambda: False), orders)

    assert said("6.11") == ({"kind": GO_BY} if payer is None else {"kind": "buy_event", "nation": payer})
    assert said("6.14") == {"kind": GO_BY}
    assert said("6.11", "buy_italian_entry") is None, "whether Italy enters is for its player to say"


@pytest.mark.parametrize(
    ("kind", "word", "attacking", "defending"),
    [("aircraft", "no_aircraft", ATTACKER_AIR, DEFENDER_AIR), ("events", "no_event", ATTACKER_EVENTS, DEFENDER_EVENTS)],
)
def test_6_12_what_is_kept_in_defence_is_asked_in_attack(kind: str, word: str, attacking: str, defending: str) -> None:
    """With the other answer nothing is asked in either."""
    said = {"kind": word}
    assert answers(defending, {kind: IN_DEFENCE}, {}, word) == said
    assert answers(attacking, {kind: IN_DEFENCE}, {}, word) is None
    assert answers(attacking, {kind: word}, {}, word) == answers(defending, {kind: word}, {}, word) == said
    assert answers(defending, {}, {}, word) is None
