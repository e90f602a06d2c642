"""§6.6 Fog of war: which units a viewer cannot see, and other armies that would look the same to them.

What is open about a concealed unit is its side and nation, its place and depth, and whether its stack has a zone of
control (§7.0). So corps of a nation may be exchanged among themselves, and HQs and depots of a nation likewise; forts
stand in printed hexes. Steps, morale, supply and MP of a concealed unit stay hidden. So does, even for an HQ
in plain view, whether it is to help to defend its hex (§6.2).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from rules.kernel.game import SPECTATOR
from rules.kernel.messages import Chance, JsonObject
from rules.schlieffens_war.position.state import (
    BOXES,
    ELIMINATED,
    POOL,
    BattleFrame,
    Frame,
    OverstackFrame,
    State,
    UnitState,
)
from rules.schlieffens_war.printed.data import AUGUST_1914, PLANS
from tests.contract import derived
from tests.contract.exchange import exchanged

PRINTED = PLANS[AUGUST_1914]

HIDES = True
OVERLAYS = ("supply", "command", "zoc", "control")


def concealed(state: State, viewer: str) -> list[str]:
    """The units of others that the viewer cannot see: under the top of a stack, or being set up.

    A depot on top covers no fighting unit: the first one below it is seen too. Forts stand in printed hexes.
    """
    placing = setting_up(state)
    if placing not in (None, viewer):
        mobile = [u for u, c in PRINTED.counters.items() if c.side == placing and c.kind != "fort"]
        return [u for u in mobile if state.units[u].at in (POOL, *state.stacks)] + [
            u for u in _below(state, viewer) if PRINTED.counters[u].side != placing
        ]
    return _below(state, viewer)


def setting_up(state: State) -> str | None:
    """The side that is setting up."""
    return state.active if state.phase.key.endswith(".setup") else None


def _below(state: State, viewer: str) -> list[str]:
    shown: set[str] = set()
    if state.battle is not None:
        shown = {*state.battle.attackers, *state.battle.defenders}
    found: list[str] = []
    for stack in state.stacks.values():
        # Units that arrive in this phase are seen in the box they came from, and cover nobody yet.
        units = [u for u in stack if u not in state.arrivals]
        if not units or PRINTED.counters[units[0]].side == viewer:
            continue
        below = list(units[1:])
        if PRINTED.counters[units[0]].kind == "depot":
            below = [u for u in below if u != next((f for f in below if PRINTED.counters[f].kind != "depot"), None)]
        found += [u for u in below if u not in shown]
    return found + [u for u, s in state.units.items() if s.at == POOL and PRINTED.counters[u].side != viewer]


def nature(state: State, unit: str) -> tuple[str, str] | None:
    """Units of one nature may be exchanged; None for those that may not.

    What lies deeper under a depot stays what it is: an HQ in a depot's place there would be seen.
    """
    c = PRINTED.counters[unit]
    if c.kind == "fort":
        return None
    if c.kind in ("infantry", "cavalry"):
        return c.nation, "corps"
    # A unit that is still arriving covers nobody: what it lies on is the top that the others see.
    stack = [u for u in state.stacks.get(state.units[unit].at, ()) if u not in state.arrivals] or [unit]
    return c.nation, c.kind if PRINTED.counters[stack[0]].kind == "depot" else "hq"


def secrets(state: State, viewer: str) -> frozenset[str]:
    """Ids and names of the units that they cannot see, unless they see something of the same name: forts are cities."""
    unseen = concealed(state, viewer)
    if viewer == SPECTATOR:
        return frozenset(unseen)
    known = {c.name for u, c in PRINTED.counters.items() if u not in unseen} | set(PRINTED.board.name.values())
    names = {PRINTED.counters[u].name for u in unseen} - known
    return frozenset(unseen) | {n for n in names if not any(n in k for k in known)}


def disguise(state: State, viewer: str, rng: random.Random, spare: frozenset[str] | None = None) -> State | None:
    """Concealed units exchanged by nature, their condition drawn again, and all of it come about in another order.

    What arrives in this phase may still wait in its box. Of every other HQ the stance (§6.2) is thrown as well, and of
    a side that is setting up any units may be back in its pool.
    """
    crowded = [u for h in state.top.hexes for u in state.stacks[h]] if isinstance(state.top, OverstackFrame) else ()
    # Who holds too many is asked for it (§6.5), so that is known of a hex.
    unseen = [u for u in concealed(state, viewer) if u not in (*(spare or ()), *crowded)]
    # Where commands follow, HQs and depots are told apart by what they do to stacks.
    names = exchanged(unseen, rng, lambda u: nature(state, u) if spare is None else _closer_nature(u))
    other = renamed(state, names)
    units = dict(other.units)
    placing = setting_up(state)
    for unit in hqs(other, viewer):
        if unit not in (spare or ()):
            units[unit] = units[unit]._replace(helps=rng.random() < 0.5)
    for unit in unseen:
        if units[unit].at == POOL or PRINTED.counters[unit].kind == "fort":
            continue
        if PRINTED.counters[unit].side != placing:
            units[unit] = _thrown(unit, units[unit], rng)
        elif rng.random() < 0.5:
            units[unit] = units[unit]._replace(at=POOL)
    waiting = {u: box for u, box in state.arrivals.items() if PRINTED.counters[u].side != viewer}
    waiting = {u: box for u, box in waiting.items() if units[u].at not in BOXES and rng.random() < 0.5}
    units.update(
        {u: units[u]._replace(at=box, steps=units[u].steps * (box != ELIMINATED)) for u, box in waiting.items()}
    )
    stacks = {h: tuple(u for u in stack if units[u].at == h) for h, stack in other.stacks.items()}
    arrivals = {u: box for u, box in state.arrivals.items() if u not in waiting}
    other = replace(other, units=units, stacks={h: stack for h, stack in stacks.items() if stack}, arrivals=arrivals)
    return None if other == state else shuffled(other, rng)


def involved(states: Sequence[State], viewer: str) -> frozenset[str]:
    """Units that they come to see, or to which something happens; HQs where there is a fight, for theirs is a part."""
    first = frozenset(concealed(states[0], viewer))
    fought = [s.stacks.get(s.battle.target, ()) for s in states if s.battle is not None]
    found = {u for units in fought for u in units if PRINTED.counters[u].kind == "hq"}
    for before, after in pairwise(states):
        found |= first - frozenset(concealed(after, viewer))
        found |= {u for u in first if _lasting(before.units[u]) != _lasting(after.units[u])}
    return frozenset(found)


def _lasting(now: UnitState) -> UnitState:
    """A condition without what every unit's phase begins and ends with."""
    return now._replace(spent=0, marched=False, fought=False, attacked=False, shifted=0, began="")


def comparable(state: State, seat: str, viewer: str) -> bool:
    """Their own commands: what others order depends on what they have."""
    return seat == viewer


def shuffled(state: State, rng: random.Random) -> State:
    """The hexes filled in another order."""
    hexes = [*state.stacks]
    rng.shuffle(hexes)
    return replace(state, stacks={h: state.stacks[h] for h in hexes})


def _thrown(unit: str, now: UnitState, rng: random.Random) -> UnitState:
    c = PRINTED.counters[unit]
    corps = c.kind in ("infantry", "cavalry")
    return now._replace(
        steps=rng.randint(1, len(c.strengths)),
        morale=rng.randint(-1, 1) if corps else 0,
        supply=rng.choice(("in", "out", "fortress")),
        spent=rng.randint(0, c.ma),
        marched=rng.random() < 0.5,
        fought=rng.random() < 0.5,
        shifted=rng.randint(-1, 1) if corps else 0,
    )


def hqs(state: State, viewer: str) -> list[str]:
    """The HQs on the map that are not the viewer's."""
    return [u for u in state.on_map() if PRINTED.counters[u].kind == "hq" and PRINTED.counters[u].side != viewer]


def renaming(states: Sequence[State], viewer: str, rng: random.Random) -> Mapping[str, str]:
    """Exchanges among units that the viewer sees in none of the states, and to which the rules do the same.

    None while others set up: there each army has its own hexes (§3.1).
    """
    if any(setting_up(state) not in (None, viewer) for state in states):
        return {}
    unseen = set(concealed(states[0], viewer))
    for state in states[1:]:
        unseen &= set(concealed(state, viewer))
    return exchanged(sorted(unseen), rng, _print)


def _closer_nature(unit: str) -> tuple[str, str] | None:
    """Over a whole command HQs and depots are kept apart: they do different things."""
    c = PRINTED.counters[unit]
    kind = "corps" if c.kind in ("infantry", "cavalry") else c.kind
    return None if kind == "fort" else (c.nation, kind)


def _print(unit: str) -> tuple[object, ...] | None:
    """What is printed on a corps besides its name; HQs and depots serve their own army (§8.6)."""
    c = PRINTED.counters[unit]
    return (c.nation, c.kind, c.strengths, c.ma, c.size) if c.is_corps else None


def renamed(state: State, names: Mapping[str, str]) -> State:
    """Every unit has the place and condition of the one whose name it takes."""
    back = {new: old for old, new in names.items()}
    return replace(
        state,
        units={u: state.units[back.get(u, u)] for u in state.units},
        stacks={h: _each(units, names) for h, units in state.stacks.items()},
        cursor=tuple(_frame(f, names) for f in state.cursor),
    )


def _frame(frame: Frame, names: Mapping[str, str]) -> Frame:
    if not isinstance(frame, BattleFrame):
        return frame
    return replace(
        frame,
        attackers=_each(frame.attackers, names),
        defenders=_each(frame.defenders, names),
        bystanders=_each(frame.bystanders, names),
        hits=_each(frame.hits, names),
        extra_due=_each(frame.extra_due, names),
    )


def _each(units: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(names.get(u, u) for u in units)


def dice(events: Sequence[Any], before: State, twin: State, chance: Chance) -> Chance:
    """The same: a die means the same whatever is hidden."""
    return chance


def questions(game: Any, state: State, seat: str, rng: random.Random) -> Iterator[JsonObject]:
    """Reach of some units and stacks, odds of some attacks, every overlay, the warnings."""
    for name in OVERLAYS:
        yield {"kind": "overlay", "name": name}
    yield {"kind": "warnings"}
    yield from derived.slot_questions(game, state, seat, rng)
    for offer in game.legal(state, seat)["offers"]:
        if offer["kind"] == "move":
            for _ in range(4):
                unit = rng.choice(offer["units"])
                yield {"kind": "move", "units": [unit]}
                yield {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": [unit]}}
                yield {"kind": "move", "units": list(state.stacks[state.units[unit].at])}
        if offer["kind"] == "attack":
            for _ in range(4):
                target = rng.choice(sorted(offer["targets"]))
                near = offer["targets"][target]
                yield {"kind": "slot", "order": "attack", "slot": "units", "chosen": {"target": target}}
                yield {"kind": "attack", "units": rng.sample(near, rng.randint(1, len(near))), "target": target}
