"""§11.17 to §11.22: laws that every attack keeps, whoever fights and however he chooses."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kernel.messages import JsonObject, Refusal
from rules.schlieffens_war.facts import Event
from rules.schlieffens_war.facts.battle import CombatRolled, DefendersChosen, StackRetreated, StepLost, UnitsAdvanced
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import BattleFrame, State, corps_among
from rules.schlieffens_war.printed.sides import foe
from rules.schlieffens_war.stacking import is_overstacked
from rules.schlieffens_war.zoc import in_ezoc
from tests.games.schlieffens_war.arena import TARGET
from tests.games.schlieffens_war.kit import board, counter
from tests.games.schlieffens_war.scenes import Scene, laid, scenes
from tests.thorough import THOROUGH

Course = list[tuple[State, Event]]
"""The facts of an attack, each with the state in which it befell."""


def fought(scene: Scene, seed: int) -> tuple[Course, State]:
    """The attack with random dice and random choices, from its declaration to its end."""
    rng = random.Random(seed)
    state = scene.state
    course: Course = []
    command: JsonObject = {"kind": "attack", "units": [*scene.attackers], "target": TARGET}
    seat = scene.seat
    while True:
        events = GAME.decide(state, seat, command, lambda _draw, sides: rng.randrange(sides) + 1)
        assert not isinstance(events, Refusal), events
        for event in events:
            course.append((state, event))
            state = GAME.evolve(state, event)
        if not isinstance(state.top, BattleFrame):
            return course, state
        (seat,) = GAME.deciders(state)
        command = GAME.random_command(state, seat, rng)


def lost(course: Course, role: str) -> list[tuple[State, str]]:
    """Who lost a step in that role, in order, each with the state before."""
    return [(state, x.unit) for state, x in course if isinstance(x, StepLost) and x.role == role]


@settings(max_examples=150 if THOROUGH else 60, deadline=None, derandomize=True)
@given(scenes(), st.integers(0, 2**32))
def test_every_attack_keeps_the_laws(scene: Scene, seed: int) -> None:
    """§11.17 to §11.22: what is owed is paid in steps or hexes, in the order of the rules, and no more."""
    with pytest.MonkeyPatch.context() as patch:
        scene = laid(scene, patch)
        course, after = fought(scene, seed)
        _owed_is_paid(scene, course)
        _order_of_losses(scene, course)
        _retreat_and_advance(scene, course, after)
        _morale(scene, course, after)


def is_staying_out(state: State, unit: str) -> bool:
    """§6.2: an HQ that was told to stay out, beside a corps or a fort that can do without it."""
    return not state.units[unit].helps and any(counter(u).weight for u in state.stacks[TARGET])


def _owed_is_paid(scene: Scene, course: Course) -> None:
    """§11.18, §11.20, §11.21: losses are the result, or all that there is; a hex of retreat is a step."""
    start = scene.state
    (result,) = [x for _, x in course if isinstance(x, CombatRolled)]
    hexes = sum(len(x.path) - 1 for _, x in course if isinstance(x, StackRetreated))
    paid = len(lost(course, "defender"))
    owned = sum(start.units[u].steps for u in start.stacks[TARGET] if counter(u).kind != "depot")
    assert paid + hexes == (result.defender if hexes else min(result.defender, owned))
    hexes_attacked_from = {start.units[u].at for u in scene.attackers}
    liable = {u for h in hexes_attacked_from for u in start.stacks[h] if counter(u).is_corps} | {*scene.attackers}
    owed = result.attacker + result.bef
    assert len(lost(course, "attacker")) == min(owed, sum(start.units[u].steps for u in liable))
    assert {u for _, u in lost(course, "attacker")} <= liable


def _order_of_losses(scene: Scene, course: Course) -> None:
    """§11.20, §6.2: a participant first, forts after corps, nobody twice before all once, the attacker last.

    An HQ that stays out stands outside this order: it pays when nobody else is left.
    """
    outside = [u for u in scene.state.stacks[TARGET] if is_staying_out(scene.state, u)]
    (chosen,) = [x for _, x in course if isinstance(x, DefendersChosen)]
    hits: list[str] = []
    for state, unit in lost(course, "defender"):
        here = [u for u in state.stacks[TARGET] if counter(u).kind != "depot" and u not in outside]
        if unit in outside:
            assert not here
        elif not hits:
            assert unit in chosen.defenders
        if counter(unit).kind == "fort":
            assert not corps_among(scene.state, here)
        if unit in hits:
            spared = [
                u for u in here if u not in hits and (counter(u).kind != "fort" or not corps_among(scene.state, here))
            ]
            assert not spared
        hits.append(unit)
    roles = [x.role for _, x in course if isinstance(x, StepLost)]
    order = ["defender", "extra", "attacker", "extra-each"]
    assert [order.index(r) for r in roles] == sorted(order.index(r) for r in roles)


def _retreat_and_advance(scene: Scene, course: Course, after: State) -> None:
    """§11.21, §11.22: no way back through zones or full hexes; only attackers go forward, into an empty hex."""
    other = foe(scene.seat)
    for state, event in course:
        if isinstance(event, StackRetreated):
            assert lost(course, "defender")
            assert TARGET not in board().fortresses
            assert all(counter(u).kind != "fort" for u in state.stacks[TARGET])
            assert not any(in_ezoc(state, h, other) or state.holder(h) == scene.seat for h in event.path[1:])
            assert set(event.units) == {u for u in state.stacks[TARGET] if counter(u).kind != "depot"}
        if isinstance(event, UnitsAdvanced):
            assert TARGET not in state.stacks
            assert set(event.units) <= set(scene.attackers)
    assert not any(is_overstacked(after, units) for units in after.stacks.values())


def _morale(scene: Scene, course: Course, after: State) -> None:
    """§11.20: who clears the hex rises a level, who does not sinks one, whoever was fatigued loses a step instead."""
    cleared = after.holder(TARGET) != foe(scene.seat)
    assert cleared or any(counter(u).kind != "depot" for u in after.stacks[TARGET]), "depots hold no hex"
    for unit in corps_among(scene.state, scene.attackers):
        was, now = scene.state.units[unit].morale, after.units[unit]
        if now.steps:
            assert now.morale == (min(1, was + 1) if cleared else max(-1, was - 1))
    exhausted = {u for _, u in lost(course, "extra-each")}
    assert exhausted <= {u for u in scene.attackers if scene.state.units[u].morale == -1}
    assert not (cleared and exhausted)
