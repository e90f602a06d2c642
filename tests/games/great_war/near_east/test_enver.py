"""§6.30: the Enver Offensive: three attack together in the Caucasus, or the three nearest march, or all is lost."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.combat.enver_march import nearest, still_to_march, three_can_attack
from rules.great_war.facts.chits import EventLasts
from rules.great_war.facts.offensives import EnverWeighed, OffensiveObeyed
from rules.great_war.game import GAME
from rules.great_war.position.changes import relocate
from rules.great_war.position.state import AVAILABLE, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.restrictions.enver_order import ENVER
from rules.great_war.shown.overlays import warnings
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal
from tests.contract.table import chance_of
from tests.games.great_war.kit import told, told_with
from tests.games.great_war.near_east.events import bought, phase
from tests.games.great_war.near_east.events_kit import up_to
from tests.games.great_war.near_east.kit import set_up


def drawn(start: State | None = None) -> State:
    """May 1915 as if it began with events: the Central Powers have drawn Enver, and are about to move in the east."""
    state, _ = bought(phase(central_pool="enver-offensive", start=start or set_up()), CENTRAL, 1)
    return up_to(state, "first-movement")


def russians_far_off() -> State:
    """The set-up, in which one Russian division is far behind, all others are in the box, and no fort stands."""
    state = set_up()
    mine = [u for u in state.on_map(ALLIED) if state.counter(u).nation == "RU"]
    without_forts = replace(state, destroyed=state.destroyed | {"NC4039", "NC4436", "NC4041"})
    return relocate(relocate(without_forts, mine, AVAILABLE), ["ru-39"], "NC3647")


def on_to_june(state: State) -> State:
    """The same when the turn is over, with every step ended at once."""
    for _ in range(40):
        if state.ended is not None or state.turn > 10:
            return state
        found = GAME.decide(state, GAME.deciders(state)[0], {"kind": "end_phase"}, chance_of(1))
        assert not isinstance(found, Refusal), found
        state = found.states[-1]
    raise AssertionError("the turn does not end")


def test_6_30_it_binds_the_turn_on_which_it_is_drawn() -> None:
    """§6.30: it may not be delayed; what can be done is weighed before the first march, and told to nobody else."""
    state = drawn()
    assert state.chit_state.lasting[ENVER] == 10
    assert state.near_east.enver == "attack"
    told_of = EnverWeighed("attack", ())
    assert GAME.narrate(state, told_of, state, ALLIED) is None
    line = GAME.narrate(state, told_of, state, CENTRAL)
    assert line is not None
    assert line["section"] == "6.30"
    unit = next(u for u in state.on_map(CENTRAL) if state.counter(u).nation == "TU")
    named = GAME.narrate(state, EnverWeighed("attack", (unit,)), state, CENTRAL)
    assert named is not None
    assert named["hexes"] == [state.units[unit].at]
    assert GAME.load_state(GAME.dump_state(state)) == state


def test_6_30_it_is_weighed_as_the_central_powers_begin_and_not_before_the_allies_march() -> None:
    """§6.30, §4.2: where the Allies move first in the east."""
    state, _ = bought(phase(central_pool="enver-offensive", start=set_up()), CENTRAL, 1)
    state = replace(state, west=CENTRAL)
    assert up_to(state, "first-movement").near_east.enver == ""
    assert up_to(state, "second-movement").near_east.enver == "attack"


def test_6_30_without_the_event_nothing_is_weighed() -> None:
    """§6.30: nor on the turn after it."""
    assert not up_to(set_up(), "first-movement").near_east.enver
    assert not on_to_june(told_attack(drawn())).near_east.enver


def told_attack(state: State, *units: str) -> State:
    """The state after three Turks, or these, have come beside the Russians and attacked them."""
    state = up_to(state, "first.east.attacks")
    mine = units or ("tu-13", "tu-14", "tu-2")
    state = relocate(relocate(state, mine, "NC3637"), ["ru-cav-1cau"], "NC3537")
    found = GAME.decide(state, CENTRAL, {"kind": "attack", "units": [*mine], "target": "NC3537"}, chance_of(1))
    assert not isinstance(found, Refusal), found
    assert (OffensiveObeyed(ENVER) in found.events) == (len(mine) > 2)
    state = found.states[-1]
    for _ in range(9):
        if state.battle is None:
            return state
        seat = GAME.deciders(state)[0]
        for kind in ("stand", "hold", "lose"):
            more = {"unit": next(u for u in state.battle.attackers if state.is_on_map(u))} if kind == "lose" else {}
            answer = GAME.decide(state, seat, {"kind": kind, **more}, chance_of(1))
            if not isinstance(answer, Refusal):
                state = answer.states[-1]
                break
    raise AssertionError("the attack does not end")


def test_6_30_three_that_attack_obey() -> None:
    """§6.30: the match goes on."""
    after = on_to_june(told_attack(drawn()))
    assert (after.ended, after.turn) == (None, 11)


def test_6_30_two_that_attack_do_not() -> None:
    """§6.30: at the end of the turn the match is lost."""
    after = on_to_june(told_attack(drawn(), "tu-13", "tu-14"))
    assert after.ended is not None
    assert after.ended[0] == ALLIED
    assert after.ended[2] == "6.30"


def test_6_30_the_central_powers_are_warned() -> None:
    """§6.30: as they end their march without three in place, and as they end their attacks."""
    state = drawn()
    (before,) = [w for w in warned(state) if w["section"] == "6.30"]
    assert "no three can" in before["text"]
    ready = relocate(relocate(state, ["tu-13", "tu-14", "tu-2"], "NC3637"), ["ru-cav-1cau"], "NC3537")
    assert not [w for w in warned(ready) if w["section"] == "6.30"]
    fighting: Any = GAME.legal(up_to(state, "first.east.attacks"), CENTRAL)
    end = next(o for o in fighting["offers"] if o["kind"] == "end_phase")
    (told_of,) = end["warnings"]
    assert told_of["section"] == "6.30"
    assert "three of your units or more" in told_of["text"]
    obeyed: Any = GAME.legal(told_attack(state), CENTRAL)
    end = next(o for o in obeyed["offers"] if o["kind"] == "end_phase")
    assert not any(w["section"] == "6.30" for w in end["warnings"])


def warned(state: State) -> list[Any]:
    """What the Central Powers are told before they end their march."""
    found: Any = warnings(state, CENTRAL, {})
    return [*found["warnings"]]


def test_6_30_where_none_can_attack_the_three_nearest_march() -> None:
    """§6.30: as far as they can; whoever holds them back loses at the end of the turn."""
    state = drawn(russians_far_off())
    assert state.near_east.enver == "march"
    bound = state.near_east.enver_units
    assert len(bound) >= 3
    assert still_to_march(state)
    lost = on_to_june(state)
    assert lost.ended is not None
    assert (lost.ended[0], lost.ended[2]) == (ALLIED, "6.30")
    for unit in bound:
        if unit in still_to_march(state):
            state = nearer(state, unit)
    assert not still_to_march(state)
    after = on_to_june(state)
    assert (after.ended, after.turn) == (None, 11)


def nearer(state: State, unit: str) -> State:
    """The unit has gone to the end of its way that is nearest to the Russian."""
    lattice, russian = state.printed.board.lattice, state.units["ru-39"].at
    asked = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": [unit]}}
    found = GAME.consult(state, CENTRAL, asked)
    assert not isinstance(found, Refusal), found
    ways: Any = found["options"]
    end = min(ways["ways"], key=lambda h: lattice.distance(h, russian))
    return told(state, CENTRAL, "move", units=[unit], path=ways["ways"][end])


FAR_OFF = {"tu-13": "NC3936", "tu-14": "NC4134", "tu-2": "NC4332", "tu-23": "NC4232", "tu-4": "NC4430"}
"""Four, six, nine, nine and twelve hexes from the Russian of the next tests."""


def spread_out() -> State:
    """One Russian division before Van, and five Turkish ones behind one another, with a headquarters nearest."""
    state = relocate(russians_far_off(), ["ru-39"], "NC3537")
    state = relocate(state, [u for u in state.on_map(CENTRAL) if state.units[u].at.startswith("NC")], AVAILABLE)
    for unit, hex_ in {**FAR_OFF, "tu-hq-yag": "NC3837"}.items():
        state = relocate(state, [unit], hex_)
    return drawn(state)


def test_6_30_the_nearest_are_three_and_any_as_near_as_the_third() -> None:
    """§6.30, docs/rulings: in hexes of land; headquarters do not count."""
    state = spread_out()
    assert {*state.near_east.enver_units} == {"tu-13", "tu-14", "tu-2", "tu-23"}
    assert {*still_to_march(state)} == {"tu-13", "tu-14", "tu-2", "tu-23"}
    assert {*nearest(relocate(state, ["tu-23"], AVAILABLE))} == {"tu-13", "tu-14", "tu-2"}
    assert {*nearest(relocate(state, ["tu-23", "tu-2"], AVAILABLE))} == {"tu-13", "tu-14", "tu-4"}
    assert {*nearest(relocate(state, ["tu-23", "tu-2", "tu-4"], AVAILABLE))} == {"tu-13", "tu-14"}


def test_6_30_of_two_that_are_as_far_either_marches() -> None:
    """§6.30, docs/rulings: three in all, and those that were nearer in any case."""
    state = nearer(nearer(spread_out(), "tu-13"), "tu-14")
    assert {*still_to_march(state)} == {"tu-2", "tu-23"}
    assert still_to_march(nearer(state, "tu-2")) == ()
    assert still_to_march(nearer(state, "tu-23")) == ()
    without = nearer(nearer(nearer(spread_out(), "tu-2"), "tu-23"), "tu-14")
    assert still_to_march(without) == ("tu-13",)
    (told_of,) = [w for w in warned(without) if w["section"] == "6.30"]
    assert "13th" in told_of["text"]
    assert "You lose the match" in told_of["text"]
    assert not [w for w in warned(nearer(without, "tu-13")) if w["section"] == "6.30"]


def test_6_30_a_unit_part_of_the_way_there_goes_on() -> None:
    """§6.30: the full allowance: a step is not enough."""
    state = nearer(nearer(nearer(spread_out(), "tu-14"), "tu-2"), "tu-23")
    a_step = told(state, CENTRAL, "move", units=["tu-13"], path=["NC3837"])
    assert still_to_march(a_step) == ("tu-13",)


def test_6_30_three_that_may_not_attack_together_are_no_three() -> None:
    """§6.30, §15.54: cavalry alone attacks no infantry."""
    state = up_to(russians_far_off(), "first-movement")
    turks = [u for u in state.on_map(CENTRAL) if state.units[u].at.startswith("NC")]
    state = relocate(relocate(state, turks, AVAILABLE), ["ru-39"], "NC3638")
    riders = ["tu-cav-1bd", "tu-cav-2bd", "tu-cav-3bd"]
    assert not three_can_attack(relocate(state, riders, "NC3637"))
    assert three_can_attack(relocate(state, ["tu-1", *riders[:2]], "NC3637"))
    assert not three_can_attack(relocate(relocate(state, ["tu-1", "tu-2"], "NC3637"), ["tu-hq-yag"], "NC3637"))


def test_6_30_with_no_enemy_in_the_caucasus_nothing_is_asked() -> None:
    """§6.30: the match goes on."""
    state = russians_far_off()
    state = drawn(relocate(state, ["ru-39"], AVAILABLE))
    assert state.near_east.enver == "nothing"
    assert on_to_june(state).ended is None


@pytest.mark.parametrize(("hex_", "able"), [("NC3637", True), ("NC2730", False)])
def test_6_30_three_can_attack_where_they_come_beside_an_enemy(hex_: str, able: bool) -> None:
    """§6.30: by a march of one phase."""
    state = up_to(russians_far_off(), "first-movement")
    turks = [u for u in state.on_map(CENTRAL) if state.units[u].at.startswith("NC")]
    state = relocate(relocate(state, turks, AVAILABLE), ["tu-13", "tu-14", "tu-2"], hex_)
    assert three_can_attack(relocate(state, ["ru-39"], "NC3638")) is able
    two = relocate(state, ["tu-2"], AVAILABLE)
    assert not three_can_attack(relocate(two, ["ru-39"], "NC3638"))


def test_6_30_an_event_of_an_earlier_turn_binds_nobody() -> None:
    """§6.30: it is over with its turn."""
    state = GAME.evolve(set_up(), EventLasts(ENVER, 9))
    assert not up_to(replace(state), "first-movement").near_east.enver
    assert told_with(up_to(state, "first-movement"), ALLIED, "end_phase")[0].near_east.enver == ""


VAN = "NC3338"


@pytest.mark.parametrize(("turks", "obeyed"), [(("tu-13", "tu-14", "tu-2"), True), (("tu-13", "tu-14"), False)])
def test_6_30_the_fight_in_van_obeys_an_order_that_was_drawn_before(turks: tuple[str, ...], obeyed: bool) -> None:
    """§6.30, §6.8: three units attack in the Caucasus there; nothing more is weighed then, and nothing forfeited."""
    start = relocate(relocate(set_up(), ["ru-arm-1"], "dead"), turks, VAN)
    start = replace(start, taken=start.taken - {VAN})
    state = phase(central_pool="armenian-massacres", start=start, fields={"turn": 10})
    state = GAME.evolve(state, EventLasts(ENVER, 10))
    state, _ = bought(state, CENTRAL, 1)
    found = GAME.decide(state, CENTRAL, {"kind": "attack_in_van"}, chance_of(6))
    assert not isinstance(found, Refusal)
    assert (OffensiveObeyed(ENVER) in found.events) == obeyed
    state = up_to(found.states[-1], "first-movement")
    assert bool(state.near_east.enver) != obeyed
    assert (warnings(state, CENTRAL, {})["warnings"] == []) == obeyed  # type: ignore[index]
