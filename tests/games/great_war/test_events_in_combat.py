"""Chapter 6 in chapter 10: events that change the die of an attack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.great_war.combat.battle import way_forward
from rules.great_war.combat.event_chits import is_brusilov, usable
from rules.great_war.combat.reactions import fits, who_may_react
from rules.great_war.game import GAME
from rules.great_war.position.secrecy import CONCEALED
from rules.great_war.position.state import OUT, BattleFrame, State
from rules.great_war.printed.counters import ALPINE_CORPS
from rules.great_war.printed.nations import ALLIED, CENTRAL, foe
from rules.great_war.printed.phases import ATTACKER_EVENTS, REACTION
from rules.great_war.restrictions.event_bans import why_event_forbids
from rules.great_war.supply.tracing import IN, supply_of
from rules.kernel.fast_replace import replace
from tests.games.great_war.field import AROUND, TARGET, Once, drms, field, fight, resolved
from tests.games.great_war.kit import refused, told, told_with

BARE: Mapping[str, Mapping[str, int]] = {f"{s}.{p}": {} for s in (ALLIED, CENTRAL) for p in ("pool", "hand", "play")}


def holding(state: State, *chits: str, place: str = "hand") -> State:
    """The state with these events in their sides' hands, or in play."""
    found = dict(BARE)
    for chit in chits:
        key = f"{state.printed.chits.events[chit].side}.{place}"
        found[key] = {**found[key], chit: 1}
    return replace(state, chits=found)


def attacked(state: State, units: str, seat: str = CENTRAL) -> State:
    """An attack that has come to the first event that can be used."""
    state, _ = fight(state, units, seat=seat)
    return state


def battle(attackers: str, defenders: str, side: str, support: str = "", **fields: Any) -> tuple[State, BattleFrame]:
    """An attack that stands before its events."""
    origin = AROUND[0] if side == ALLIED else AROUND[4]
    state = field({origin: f"{attackers} {support}".strip(), TARGET: defenders}, **fields)
    frame = BattleFrame(side, tuple(attackers.split()), (origin,), TARGET, tuple(defenders.split()), ATTACKER_EVENTS,
                        support={side: support})  # fmt: skip
    return replace(state, cursor=(*state.cursor, frame)), frame


GERMANS = {AROUND[3]: "ge-8bvr", TARGET: "ru-1"}


def test_6_13_gas_adds_two_and_leaves_the_game() -> None:
    """§6.13: announced before the die, for one attack; its type is then used up for both sides."""
    state = attacked(holding(field(GERMANS), "central-chlorine", "allied-chlorine"), "ge-8bvr")
    assert state.battle is not None
    assert state.battle.stage == ATTACKER_EVENTS
    assert GAME.deciders(state) == (CENTRAL,)
    after, events = told_with(state, CENTRAL, "use_event", Once(3), event="central-chlorine")
    assert drms(events)["6.13"] == 2
    assert after.chits["central.hand"] == {}
    assert after.chit_state.gas == ("chlorine",)


def test_6_12_no_event_has_to_be_used() -> None:
    """§6.12: the attack goes on, and the event stays in hand."""
    state = attacked(holding(field(GERMANS), "central-chlorine"), "ge-8bvr")
    after, events = told_with(state, CENTRAL, "no_event", Once(3))
    assert "6.13" not in drms(events)
    assert after.chits["central.hand"] == {"central-chlorine": 1}


def test_6_13_a_type_of_gas_serves_the_side_that_uses_it_first() -> None:
    """§6.13: the other's chit of that type is of no use any more; other types are."""
    start = field(GERMANS)
    used = holding(replace(start, chit_state=replace(start.chit_state, gas=("chlorine",))), "central-chlorine")
    after, events = fight(used, "ge-8bvr")
    assert resolved(events)
    assert after.chits["central.hand"] == {"central-chlorine": 1}
    other = holding(replace(start, chit_state=replace(start.chit_state, gas=("chlorine",))), "central-phosgene")
    assert attacked(other, "ge-8bvr").battle is not None


def test_6_13_6_14_one_gas_and_no_flames_beside_it() -> None:
    """§6.13, §6.14: gas excludes other gas and engineers, whichever was announced first."""
    state = attacked(holding(field(GERMANS), "central-chlorine", "central-phosgene", "flame-thrower"), "ge-8bvr")
    _, events = told_with(state, CENTRAL, "use_event", Once(3), event="central-phosgene")
    assert drms(events)["6.13"] == 2
    _, events = told_with(state, CENTRAL, "use_event", Once(3), event="flame-thrower")
    assert drms(events)["6.14"] == 2


def test_6_13_6_14_no_gas_beside_a_mine_and_no_mine_beside_gas() -> None:
    """§6.13, §6.14: whichever of them the attacker has announced."""
    state, frame = battle("fr-12", "ah-1", ALLIED)
    assert usable(holding(state, "allied-chlorine"), replace(frame, chits=("mine",)), ALLIED) == ()
    assert usable(holding(state, "mine"), replace(frame, chits=("allied-chlorine",)), ALLIED) == ()


def test_6_12_events_are_offered_by_their_titles() -> None:
    """§6.12, §6.39: to use in an attack, and to play after it."""
    for state, side, chit in ((attacked(holding(field(GERMANS), "central-chlorine"), "ge-8bvr"), CENTRAL,
                               "central-chlorine"),
                              (reacting("ge-8bvr", "fr-12", CENTRAL, "not-pass"), ALLIED, "not-pass")):  # fmt: skip
        legal: Any = GAME.legal(state, side)
        (offer,) = (o for o in legal["offers"] if o["kind"] == "use_event")
        assert offer["slots"][0]["options"]["labels"] == {chit: state.printed.chits.events[chit].title}


def test_6_14_flame_throwers_need_germans() -> None:
    """§6.14: an Austrian attack has none."""
    for units, ready in (("ah-1", ()), ("ge-8bvr", ("flame-thrower",))):
        state, frame = battle(units, "ru-1", CENTRAL)
        assert usable(holding(state, "flame-thrower"), frame, CENTRAL) == ready


def test_6_13_the_allies_use_gas_with_western_units_only() -> None:
    """§6.13: Russians have none, a mine they may have."""
    state, frame = battle("ru-1", "ah-1", ALLIED)
    assert usable(holding(state, "allied-chlorine", "mine"), frame, ALLIED) == ("mine",)
    state, frame = battle("fr-12", "ah-1", ALLIED)
    assert usable(holding(state, "allied-chlorine", "mine"), frame, ALLIED) == ("allied-chlorine", "mine")


def test_6_17_bruchmuller_needs_a_german_headquarters_and_serves_once_a_turn() -> None:
    """§6.17: then he stays in play for later turns."""
    state, frame = battle("ge-8bvr", "ru-1", CENTRAL, "ge-hq-8")
    ready = holding(state, "bruchmuller")
    assert usable(ready, frame, CENTRAL) == ("bruchmuller",)
    assert usable(ready, replace(frame, support={}), CENTRAL) == ()
    austrian, with_austrians = battle("ah-1", "ru-1", CENTRAL, "ge-hq-8")
    assert usable(holding(austrian, "bruchmuller"), with_austrians, CENTRAL) == ()
    after, events = told_with(ready, CENTRAL, "use_event", Once(3), event="bruchmuller")
    assert drms(events)["6.17"] == 1
    assert after.chits["central.play"] == {"bruchmuller": 1}
    again = replace(ready, chit_state=after.chit_state, chits=after.chits)
    assert usable(again, frame, CENTRAL) == ()
    assert usable(replace(again, turn=again.turn + 1), frame, CENTRAL) == ("bruchmuller",)


def test_6_15_6_16_western_bombardments_stay_in_the_west() -> None:
    """§6.15, §6.16: they are of no use on the Eastern Front, not even with a headquarters at Salonika."""
    chits, units, base = ("hurricane-bombardment-c", "the-system"), "br-1 fr-12 br-hq-sal fr-hq-1", "E1116"
    sides = {**field({}).sides, "GK": ALLIED}
    state = holding(field({base: units}, landings=frozenset({base}), sides=sides), *chits)
    assert {supply_of(state, u) for u in units.split()} == {IN}
    front = state.printed.board.lattice.around(base)[0]
    for unit, hq in (("br-1", "br-hq-sal"), ("fr-12", "fr-hq-1")):
        frame = BattleFrame(ALLIED, (unit,), (base,), front, ("bu-1",), ATTACKER_EVENTS, support={ALLIED: hq})
        assert usable(state, frame, ALLIED) == ()


@pytest.mark.parametrize(
    ("chit", "units", "hq", "other"),
    [
        ("hurricane-bombardment-c", "br-1", "br-hq-1", "fr-hq-1"),
        ("the-system", "fr-12", "fr-hq-1", "br-hq-1"),
    ],
)
def test_6_15_6_16_a_bombardment_needs_a_headquarters_of_the_nation_that_attacks(
    chit: str, units: str, hq: str, other: str
) -> None:
    """§6.15, §6.16: of the British, of the French; supplied, in the west. The System serves once a turn; of the other
    event there are several, and each is used up by its own attack."""
    state = holding(field({"W5117": f"{units} {hq} {other}", "W5217": "ge-cav-2*"}), chit)
    frame = BattleFrame(ALLIED, (units,), ("W5117",), "W5217", ("ge-cav-2",), ATTACKER_EVENTS, support={ALLIED: hq})
    assert usable(state, frame, ALLIED) == (chit,)
    assert usable(state, replace(frame, support={ALLIED: other}), ALLIED) == ()
    assert usable(state, replace(frame, support={}), ALLIED) == ()
    effect = state.printed.chits.events[chit].effect
    again = replace(state, chit_state=replace(state.chit_state, used={effect: state.turn}))
    assert usable(again, frame, ALLIED) == ((chit,) if chit.startswith("hurricane") else ())
    around = state.printed.board.lattice.around("W5117")
    cut_off = field(
        {"W5117": f"{units} {hq}"} | dict(zip(around, ("ge-3", "ge-4", "ge-5", "ge-6", "ge-7", "ge-8"), strict=True))
    )
    assert usable(holding(cut_off, chit), frame, ALLIED) == ()


def test_6_17_all_who_attack_with_bruchmuller_are_in_supply() -> None:
    """§6.15 to §6.17: one division that is cut off is enough to spoil it."""
    alone = "E5219"
    ring = dict(zip(field({}).printed.board.lattice.around(alone), [f"ru-{n}" for n in range(25, 31)], strict=True))
    state = holding(field({AROUND[3]: "ge-8bvr ge-hq-8", alone: "ge-3", **ring}), "bruchmuller")
    frame = BattleFrame(CENTRAL, ("ge-8bvr",), (AROUND[3],), TARGET, ("ru-1",), ATTACKER_EVENTS,
                        support={CENTRAL: "ge-hq-8"})  # fmt: skip
    assert usable(state, frame, CENTRAL) == ("bruchmuller",)
    assert usable(state, replace(frame, attackers=("ge-8bvr", "ge-3")), CENTRAL) == ()


def test_6_22_kemal_helps_whoever_defends_in_turkey() -> None:
    """§6.22: on Turkish soil, whatever the nation of the defenders."""
    target = "E1328"
    state = holding(field({target: "ge-3"}), "kemal")
    frame = BattleFrame(ALLIED, ("ru-1",), ("E1327",), target, ("ge-3",), "defender-events")
    assert usable(state, frame, CENTRAL) == ("kemal",)
    abroad = holding(field({TARGET: "tu-5"}, turkey=True), "kemal")
    assert usable(abroad, replace(frame, target=TARGET, defenders=("tu-5",)), CENTRAL) == ()


def test_6_18_turkish_determination_helps_defending_turks() -> None:
    """§6.18: one less on the die, once; the attacker is asked first."""
    state = holding(field({AROUND[0]: "ru-1", TARGET: "tu-5"}, turkey=True), "turkish-determination-c")
    frame = BattleFrame(ALLIED, ("ru-1",), (AROUND[0],), TARGET, ("tu-5",), ATTACKER_EVENTS)
    state = replace(state, cursor=(*state.cursor, replace(frame, stage="defender-events")))
    assert GAME.deciders(state) == (CENTRAL,)
    after, events = told_with(state, CENTRAL, "use_event", Once(3), event="turkish-determination-c")
    assert drms(events)["6.18"] == -1
    assert after.chits["central.hand"] == {}


def test_6_28_the_brusilov_offensive_adds_three_and_costs_the_headquarters() -> None:
    """§6.28: against Austrians with a Russian headquarters; it leaves the game when the attack is resolved."""
    state, _ = battle("ru-1", "ah-1", ALLIED, "ru-hq-1")
    on = holding(state, "brusilov-offensive", place="play")
    start = replace(on, chits={**on.chits, "allied.hand": {"mine": 1}})
    after, events = told_with(start, ALLIED, "no_event", Once(3))
    assert drms(events)["6.28"] == 3
    assert after.units["ru-hq-1"].at == OUT


def test_6_28_not_against_germans() -> None:
    """§6.28: such an attack is an ordinary one, and the headquarters is depleted as usual."""
    state, _ = battle("ru-1", "ah-1 ge-8bvr", ALLIED, "ru-hq-1")
    start = holding(state, "brusilov-offensive", place="play")
    start = replace(start, chits={**start.chits, "allied.hand": {"mine": 1}})
    after, events = told_with(start, ALLIED, "no_event", Once(3))
    assert "6.28" not in drms(events)
    assert after.units["ru-hq-1"].back


def test_6_28_by_russians_alone_with_a_headquarters_against_someone() -> None:
    """§6.28: not without the event or a headquarters, nor with Romanians, nor when everyone has ridden away, nor in
    defence."""
    state, frame = battle("ru-1", "ah-1", ALLIED, "ru-hq-1")
    on = holding(state, "brusilov-offensive", place="play")
    assert is_brusilov(on, frame)
    assert not is_brusilov(holding(on), frame)
    assert not is_brusilov(on, replace(frame, support={}))
    assert not is_brusilov(on, replace(frame, defenders=()))
    assert not is_brusilov(on, replace(frame, side=CENTRAL, attackers=("ah-1",), defenders=("ru-1",)))
    sides = {**state.sides, "RO": ALLIED}
    joint, with_romanians = battle("ru-1 ro-1", "ah-1", ALLIED, "ru-hq-1", sides=sides)
    assert not is_brusilov(holding(joint, "brusilov-offensive", place="play"), with_romanians)


@pytest.mark.parametrize("chit", ["allied-chlorine", "mine", "the-system"])
def test_6_13_to_6_17_events_open_a_way_into_strong_trenches(chit: str) -> None:
    """§10.71: in the west attackers advance against -2 with the help of such an event."""
    state = field({"W5117": "fr-12", "W5217": "ge-cav-2*"})
    frame = BattleFrame(ALLIED, ("fr-12",), ("W5117",), "W5217", ("ge-cav-2",), ATTACKER_EVENTS)
    assert not way_forward(state, frame)
    assert way_forward(state, replace(frame, chits=(chit,)))


def test_6_34_the_tiger_and_brusilov_are_laid_down_for_all_that_comes_later() -> None:
    """§6.28, §6.34: from the hand at any time; events for one attack are not, and say so."""
    state = holding(field({}), "the-tiger", "mine")
    assert refused(state, ALLIED, "play_event", event="mine").code == "in-combat"
    assert told(state, ALLIED, "play_event", event="the-tiger").chits["allied.play"] == {"the-tiger": 1}


@pytest.mark.parametrize(
    ("side", "chit", "code", "section"),
    [
        (ALLIED, "french-mutiny", "mutiny", "6.47"),
        (ALLIED, "gallipoli", "in-its-step", "6.52"),
        (ALLIED, "salonika", "in-its-step", "6.53"),
        (CENTRAL, "shock-troops", "in-its-step", "15.41"),
        (CENTRAL, "paris-gun", "in-its-step", "6.10"),
        (CENTRAL, "flame-thrower", "in-combat", "6.12"),
    ],
)
def test_6_12_an_event_that_is_not_played_at_any_time_says_when_it_is(
    side: str, chit: str, code: str, section: str
) -> None:
    """§6.12: in a step of its own, in an attack, or by itself, as a mutiny that is concealed (§6.47)."""
    place = {f"{side}.hand": {chit: 1}}
    state = field({}, chits={**BARE, **place}, hands=CONCEALED)
    found = refused(state, side, "play_event", event=chit)
    assert (found.code, found.section) == (code, section)


def test_6_28_brusilov_works_on_the_turns_after_that_on_which_his_event_is_played() -> None:
    """§6.28, §6.43: neither his modifier nor his leave to attack comes on the same turn."""
    state, frame = battle("ru-1", "ah-1", ALLIED, "ru-hq-1")
    laid = told(holding(state, "brusilov-offensive", "mine"), ALLIED, "play_event", event="brusilov-offensive")
    later = replace(laid, turn=laid.turn + 1)
    assert [is_brusilov(s, frame) for s in (laid, later)] == [False, True]
    for now, free in ((laid, False), (later, True)):
        paralysed = replace(now, chit_state=replace(now.chit_state, lasting={"russian-paralysis": now.turn}))
        assert (why_event_forbids(paralysed, "ru-1") is None) == free


def reacting(attacker: str, defender: str, side: str, chit: str) -> State:
    """An attack in the west that has emptied its hex, with this event in the other side's hand."""
    state = field({"W5117": attacker})
    frame = BattleFrame(side, tuple(a.removesuffix("*") for a in attacker.split()), ("W5117",), "W5217",
                        (defender,), REACTION)  # fmt: skip
    return holding(replace(state, cursor=(*state.cursor, frame)), chit)


@pytest.mark.parametrize(
    ("attacker", "defender", "side", "chit"),
    [("br-1", "ge-3", ALLIED, "rigid-planning-c"), ("ge-8bvr", "fr-12", CENTRAL, "not-pass")],
)
def test_6_39_6_40_no_unit_advances_after_the_event(attacker: str, defender: str, side: str, chit: str) -> None:
    """§6.39, §6.40: the event leaves the game, and the attack is over; without it the attackers may advance."""
    state = reacting(attacker, defender, side, chit)
    assert GAME.deciders(state) == (foe(side),)
    after = told(state, foe(side), "use_event", event=chit)
    assert after.battle is None
    assert not any(after.chits.values())
    assert GAME.deciders(told(state, foe(side), "no_event")) == (side,)


def test_6_39_6_40_who_is_not_held_up() -> None:
    """§6.39, §6.40: French attackers, British with tanks, and attacks on others than the French."""
    for attacker, defender, side, effect in (
        ("fr-12", "ge-3", ALLIED, "rigid-planning"), ("br-1 br-rtc", "ge-3", ALLIED, "rigid-planning"),
        ("ge-8bvr", "br-1", CENTRAL, "not-pass"), ("ge-8bvr", "fr-12", CENTRAL, "german-looting"),
    ):  # fmt: skip
        state = reacting(attacker, defender, side, "mine")
        assert state.battle is not None
        assert not fits(state, state.battle, effect)


@pytest.mark.parametrize(
    ("attackers", "defenders", "side", "effect", "held_up"),
    [
        ("br-1", "ge-3", ALLIED, "rigid-planning", True),
        ("br-1 fr-12", "ge-3", ALLIED, "rigid-planning", True),
        ("br-1 us-1", "ge-3", ALLIED, "rigid-planning", False),
        ("ge-8bvr", "fr-12", CENTRAL, "not-pass", True),
        ("ge-8bvr", "fr-12 br-hq-1", CENTRAL, "not-pass", True),
        ("ge-8bvr", "fr-12 br-1", CENTRAL, "not-pass", False),
        ("ge-8bvr*", "fr-12", CENTRAL, "not-pass", False),
        ("ge-8bvr* ge-3", "fr-12", CENTRAL, "german-looting", True),
        ("ge-8bvr* ge-3", "fr-12", CENTRAL, "not-pass", False),
        ("ge-3", "fr-12", CENTRAL, "german-looting", False),
    ],
)
def test_6_39_to_6_41_which_attacks_they_hold_up(
    attackers: str, defenders: str, side: str, effect: str, held_up: bool
) -> None:
    """§6.39 to §6.41: of British without tanks or Americans; of others than shock troops on the French alone; of any
    shock troops. On the Western Front, and nowhere else."""
    for origin, target, here in (("W5117", "W5217", True), (AROUND[0], TARGET, False)):
        state = field({origin: attackers, target: defenders})
        units = tuple(u.removesuffix("*") for u in attackers.split())
        frame = BattleFrame(side, units, (origin,), target, tuple(defenders.split()), REACTION)
        assert fits(state, frame, effect) == (held_up and here)


def test_6_39_to_6_41_nobody_is_asked_when_nobody_can_advance() -> None:
    """§6.39: defenders who hold their hex have nothing to prevent; nor is an event of another kind of any use."""
    state = reacting("ge-8bvr", "fr-12", CENTRAL, "not-pass")
    frame = state.battle
    assert frame is not None
    assert who_may_react(state, frame)
    held = field({"W5117": "ge-8bvr", "W5217": "fr-12"})
    assert not who_may_react(replace(held, chits=state.chits), frame)
    assert not who_may_react(holding(state, "the-tiger"), frame)


def test_6_40_the_unit_of_a_french_fort_is_french() -> None:
    """§6.40, §14.11: a fort of France that nobody else holds is held by the French, one of Belgium is not."""
    board = field({}).printed.board
    for country, held_up in (("FR", True), ("BE", False)):
        fort = board.ids[min(board.forts.keys() & board.by_front["west"] & board.by_country[country])]
        frame = BattleFrame(CENTRAL, ("ge-8bvr",), ("W5117",), fort, (), REACTION)
        assert fits(field({"W5117": "ge-8bvr"}), frame, "not-pass") == held_up


@pytest.mark.parametrize(("country", "held_up"), [("FR", True), ("BE", False)])
@pytest.mark.parametrize("fallen", [False, True])
def test_6_40_14_11_french_units_in_a_belgian_fort_do_not_defend_it_alone(
    country: str, held_up: bool, fallen: bool
) -> None:
    """§6.40, §14.11: the fort has a unit of its own, though it has fallen in this very attack."""
    board = field({}).printed.board
    fort = board.ids[min(board.forts.keys() & board.by_front["west"] & board.by_country[country])]
    state = field({"W5117": "ge-8bvr", fort: "fr-12"}, destroyed=frozenset({fort} if fallen else ()))
    state = replace(state, stormed=frozenset({fort}))
    frame = BattleFrame(CENTRAL, ("ge-8bvr",), ("W5117",), fort, ("fr-12",), REACTION)
    assert fits(state, frame, "not-pass") == held_up


def test_6_40_15_43_shock_troops_that_fell_in_the_attack_were_in_it_all_the_same() -> None:
    """§6.40, §15.43: the event is for attacks without shock troops, who are lost first."""
    start = field({})
    shock = next(u for u in start.units if start.counter(u).turned == "shock" and u != ALPINE_CORPS)
    stacks = {"W5117": f"{shock}* ge-8bvr", "W5217": "fr-12"}
    state = holding(field(stacks, "first.west.attacks", west=CENTRAL), "not-pass")
    state, _ = fight(state, f"{shock} ge-8bvr", 5, target="W5217")
    assert state.units[shock].at == "dead"
    assert state.battle is not None
    assert state.battle.stage == "advance", "nobody is asked for the event"


def test_6_41_looters_go_no_second_hex() -> None:
    """§6.41: shock troops still enter the hex; the event is of no use without any."""
    start = field({})
    shock = next(u for u in start.units if start.counter(u).turned == "shock")
    state = reacting(f"{shock}*", "fr-12", CENTRAL, "german-looting")
    plain = told(told(state, ALLIED, "no_event"), CENTRAL, "advance", units=[shock])  # type: ignore[arg-type]
    assert plain.battle is not None
    assert plain.battle.stage == "go-on"
    looted = told(told(state, ALLIED, "use_event", event="german-looting"), CENTRAL, "advance", units=[shock])  # type: ignore[arg-type]
    assert looted.units[shock].at == "W5217"
    assert looted.battle is None


@pytest.mark.parametrize("second", ["hurricane-bombardment-c", "hurricane-bombardment-g"])
def test_6_15_several_bombardments_may_serve_one_attack(second: str) -> None:
    """§6.15, §10.51 (docs/rulings): their modifiers add up, and it is all one out of which pool each was drawn."""
    first = "hurricane-bombardment-c"
    start = field({"W5117": "br-1 br-hq-1", "W5217": "ge-cav-2*"}, "first.west.attacks", west=ALLIED)
    hand = {first: 2} if second == first else {first: 1, second: 1}
    state = replace(start, chits={**BARE, "allied.hand": hand})
    state, _ = fight(state, "br-1", seat=ALLIED, target="W5217", support={ALLIED: "br-hq-1"})
    state = told(state, ALLIED, "use_event", event=first)
    after, events = told_with(state, ALLIED, "use_event", Once(3), event=second)
    assert [drm for _, section, drm in resolved(events).drms if section == "6.15"] == [1, 1]
    assert after.chits["allied.hand"] == {}
