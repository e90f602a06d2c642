"""§3.3 Before the attack: what a battle for a field would look like, and how often it would be won.

Everything is worked out on a copy of the position in which the units have already gone there, by the same rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules.kernel.messages import Json, JsonObject, Refused
from rules.powers_1914.combat import battle
from rules.powers_1914.combat.battle import battle_of, defenders, in_the_air, may_fight, modifier_json
from rules.powers_1914.combat.strength import attack_modifiers, defence_modifiers
from rules.powers_1914.conquest.conquest import march_through
from rules.powers_1914.facts import Event
from rules.powers_1914.facts.battle import BattleBegan, BattleJoined
from rules.powers_1914.facts.movement import UnitsMoved
from rules.powers_1914.movement.reach import reach, reinforcements, starts_battle
from rules.powers_1914.play import Play, only, want_area, want_units
from rules.powers_1914.position.frames import BattleFrame
from rules.powers_1914.position.state import Modifier, State
from rules.powers_1914.printed.pieces import SHIP, TROOPS, foe
from rules.powers_1914.shown import stakes

TWO_TO_ONE = "3.3.5"
PER_MILLE = 1000
"""The forecast's unit."""


def consult_attack(state: State, seat: str, question: Mapping[str, object]) -> JsonObject:
    """§3.3: both sides' modifiers if these units went for a field, each by its shortest way, and the odds of winning.

    A unit's modifiers do not depend on whom it meets, so a pair's odds follow from both sums. In a battle that goes on
    the units named come up to it. ``forecast`` is None for a raid, which is not fought to the end.
    """
    only(question, "units", "area")
    units = want_units(question, state, seat)
    area = want_area(state, question)
    before = assemble(state, seat, units, area)
    frame = battle_of(before)
    ours = {u: attack_modifiers(before, frame.attackers, u, area, False) for u in _fighters(before, frame)}
    theirs = {t: defence_modifiers(before, t, area, False) for t in defenders(before, frame)}
    return {
        "area": area,
        "units": [*units],
        "raid": in_the_air(before, frame),
        "attackers": _list_units(state, ours),
        "defenders": _list_units(state, theirs),
        "forecast": None if in_the_air(before, frame) else forecast(before, frame, ours, theirs),
        "stakes": stakes.of_attack(before, frame),
    }


def consult_joining(state: State, seat: str, question: Mapping[str, object]) -> JsonObject:
    """§3.3.2: which other units of the seat could come up, each by itself, if these began a battle for a field."""
    only(question, "units", "area")
    units = want_units(question, state, seat)
    before = assemble(state, seat, units, want_area(state, question))
    return {"units": [u for u in reinforcements(before, seat) if u not in units]}


def consult_fight(state: State, seat: str, question: Mapping[str, object]) -> JsonObject:
    """§3.3: the next single fight of a battle, and how often the field would be won from here to the end."""
    answer = battle.consult_fight(state, seat, question)
    frame = battle_of(state)
    ours = {u: attack_modifiers(state, frame.attackers, u, frame.area, False) for u in _fighters(state, frame)}
    theirs = {t: defence_modifiers(state, t, frame.area, False) for t in defenders(state, frame)}
    return {
        **answer,
        "forecast": None if in_the_air(state, frame) else forecast(state, frame, ours, theirs),
        "stakes": stakes.of_attack(state, frame),
    }


def assemble(state: State, seat: str, units: Sequence[str], area: str) -> State:
    """The position with the units in battle for a field. Refused when one cannot get there or no enemy is there."""
    names = state.names
    side = state.seats[seat]
    if state.battle is not None and state.battle.side != side:
        raise Refused(
            "battle-first", "3.3.2", f"The battle of {names.the_place(state.battle.area)} must be finished first."
        )
    if not state.units_of(area, foe(side)):
        raise Refused("nothing-to-fight", "3.3", f"There are no enemies in {names.the_place(area)}.")
    if state.battle is None and not starts_battle(state, units, area):
        raise Refused("nothing-to-fight", "3.3", f"These units would have no one to fight in {names.the_place(area)}.")
    for group in _groups(state, units, area):
        areas = reach(state, group, area)["areas"]
        way = areas.get(area) if isinstance(areas, dict) else None
        if not isinstance(way, dict) or not isinstance(way["path"], list):
            raise Refused("too-far", "3.2.1", f"Not all of these units can go to {names.the_place(area)}.")
        path = (state.units[group[0]].at, *(str(a) for a in way["path"]))
        events: list[Event] = [UnitsMoved(group, path)]
        if state.battle is not None:
            events.append(BattleJoined(group))
        else:
            raid = all(state.printed.flies(u) for u in group)
            events.append(BattleBegan(area, side, seat, group, raid, False, False))
        for event in events:
            state = event.apply(state)
        march = Play(state, _no_die)
        march_through(march, group, path[1:-1])
        state = march.state
    return state


def _no_die(draw: int, sides: int) -> int:
    """Nothing is rolled in a plan."""
    raise AssertionError("a die in a plan")


def _groups(state: State, units: Sequence[str], area: str) -> list[tuple[str, ...]]:
    """The units by field and kind, those first in whose company others may come: ships at sea, troops ashore."""
    main = (SHIP,) if state.printed.board.is_sea(area) else TROOPS
    found: dict[tuple[bool, bool, str, str], list[str]] = {}
    for unit in units:
        p = state.piece(unit)
        kind = p.label if p.kind not in main and not state.printed.flies(unit) else "main" if p.kind in main else "wing"
        found.setdefault((p.kind not in main, not state.printed.flies(unit), state.units[unit].at, kind), []).append(
            unit
        )
    return [tuple(found[key]) for key in sorted(found)]


def _fighters(state: State, frame: BattleFrame) -> list[str]:
    enemies = defenders(state, frame)
    return [u for u in frame.attackers if not enemies or any(may_fight(state, u, t) for t in enemies)]


def _list_units(state: State, units: Mapping[str, Sequence[Modifier]]) -> list[Json]:
    return [
        {
            "unit": unit,
            "nation": state.piece(unit).nation,
            "kind": state.piece(unit).kind,
            "modifiers": [modifier_json(m) for m in modifiers],
            "total": sum(m.value for m in modifiers),
        }
        for unit, modifiers in units.items()
    ]


def forecast(
    state: State,
    frame: BattleFrame,
    ours: Mapping[str, Sequence[Modifier]],
    theirs: Mapping[str, Sequence[Modifier]],
) -> JsonObject:
    """How often of 1000 the field is won, and lost, if the fight goes on to the end.

    Land units (ships at sea) meet one pair after the other, the attacker's best against the defender's weakest; two to
    one is counted again for each pair, aircraft stay as they are. If both sides are gone, neither has won.
    """
    main = (SHIP,) if state.printed.board.is_sea(frame.area) else TROOPS
    attack = tuple(sorted((_lasting_strength(ours[u]) for u in state.of_kind(ours, *main)), reverse=True))
    defence = tuple(sorted(_lasting_strength(theirs[t]) for t in state.of_kind(theirs, *main)))
    won = round(PER_MILLE * _chance_of_winning(attack, defence))
    return {"win": won, "lose": PER_MILLE - won, "of": PER_MILLE}


def _lasting_strength(modifiers: Sequence[Modifier]) -> int:
    """What a unit keeps through the whole battle."""
    return sum(m.value for m in modifiers if m.section != TWO_TO_ONE)


@lru_cache(maxsize=4096)
def _chance_of_winning(attack: tuple[int, ...], defence: tuple[int, ...]) -> float:
    """The chance that attackers are left when the last defender is gone; the first of each meet."""
    if not defence:
        return 1.0 if attack else 0.0
    if not attack:
        return 0.0
    edge = attack[0] - defence[0] + (len(attack) >= 2 * len(defence))
    win = sum(1 for a in range(1, 7) for d in range(1, 7) if a + edge > d)
    tie = sum(1 for a in range(1, 7) for d in range(1, 7) if a + edge == d)
    ways = win * _chance_of_winning(attack, defence[1:]) + tie * _chance_of_winning(attack[1:], defence[1:])
    return (ways + (36 - win - tie) * _chance_of_winning(attack[1:], defence)) / 36
