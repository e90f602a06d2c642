"""§6.6 Fog of war: which units a viewer cannot see, and other armies that would look the same to him.

What is open about a concealed unit is its side and nation, its place and depth, and whether its stack has a zone of
control (§7.0). So corps of a nation may be exchanged among themselves, and HQs and depots of a nation likewise; forts
stand in printed hexes. Steps, morale, supply and MP of a concealed unit are nobody's business.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.kernel.game import SPECTATOR
from rules.kernel.messages import JsonObject
from rules.schlieffens_war.data import printed
from rules.schlieffens_war.state import POOL, BattleFrame, Frame, State, UnitState

HIDES = True
OVERLAYS = ("supply", "command", "zoc", "control")


def concealed(state: State, viewer: str) -> list[str]:
    """The units of others that the viewer cannot see: under the top of a stack, or waiting to be set up.

    A depot on top covers no fighting unit: the first one below it is seen too.
    """
    shown: set[str] = set()
    if state.battle is not None:
        shown = {*state.battle.attackers, *state.battle.defenders}
    found: list[str] = []
    for units in state.stacks.values():
        if printed().counters[units[0]].side == viewer:
            continue
        below = list(units[1:])
        if printed().counters[units[0]].kind == "depot":
            below = [u for u in below if u != next((f for f in below if printed().counters[f].kind != "depot"), None)]
        found += [u for u in below if u not in shown]
    return found + [u for u, s in state.units.items() if s.at == POOL and printed().counters[u].side != viewer]


def nature(state: State, unit: str) -> tuple[str, str] | None:
    """Units of one nature may be exchanged; None for those that may not.

    What lies deeper under a depot stays what it is: an HQ in a depot's place there would be seen.
    """
    c = printed().counters[unit]
    if c.kind == "fort":
        return None
    if c.kind in ("infantry", "cavalry"):
        return c.nation, "corps"
    stack = state.stacks.get(state.units[unit].at, (unit,))
    return c.nation, c.kind if printed().counters[stack[0]].kind == "depot" else "staff"


def secrets(state: State, viewer: str) -> frozenset[str]:
    """Ids and names of the units that he cannot see, unless he sees something of the same name: forts are cities."""
    unseen = concealed(state, viewer)
    if viewer == SPECTATOR:
        return frozenset(unseen)
    known = {c.name for u, c in printed().counters.items() if u not in unseen} | set(printed().board.name.values())
    names = {printed().counters[u].name for u in unseen} - known
    return frozenset(unseen) | {n for n in names if not any(n in k for k in known)}


def disguise(state: State, viewer: str, rng: random.Random) -> State | None:
    """Concealed units exchanged by nature, and their condition thrown anew."""
    unseen = concealed(state, viewer)
    names = _exchange(unseen, rng, lambda u: nature(state, u))
    if not names:
        return None
    other = renamed(state, names)
    units = dict(other.units)
    for unit in concealed(other, viewer):
        if printed().counters[unit].kind != "fort" and units[unit].at != POOL:
            units[unit] = _thrown(unit, units[unit], rng)
    other = replace(other, units=units)
    return None if other == state else other


def _thrown(unit: str, now: UnitState, rng: random.Random) -> UnitState:
    c = printed().counters[unit]
    corps = c.kind in ("infantry", "cavalry")
    return now._replace(
        steps=rng.randint(1, len(c.strengths)),
        morale=rng.randint(-1, 1) if corps else 0,
        supply=rng.choice(("in", "out", "fortress")),
        spent=rng.randint(0, c.ma),
        marched=rng.random() < 0.5,
        fought=rng.random() < 0.5,
    )


def renaming(states: Sequence[State], viewer: str, rng: random.Random) -> Mapping[str, str]:
    """Exchanges among units that the viewer sees in none of the states."""
    unseen = set(concealed(states[0], viewer))
    for state in states[1:]:
        unseen &= set(concealed(state, viewer))
    return _exchange(sorted(unseen), rng, _closer_nature)


def _closer_nature(unit: str) -> tuple[str, str] | None:
    """Over a whole command HQs and depots are kept apart: they do different things."""
    c = printed().counters[unit]
    kind = "corps" if c.kind in ("infantry", "cavalry") else c.kind
    return None if kind == "fort" else (c.nation, kind)


def _exchange(
    units: Sequence[str], rng: random.Random, kind: Callable[[str], tuple[str, str] | None]
) -> dict[str, str]:
    by_nature: dict[tuple[str, str], list[str]] = {}
    for unit in units:
        of = kind(unit)
        if of is not None:
            by_nature.setdefault(of, []).append(unit)
    names: dict[str, str] = {}
    for group in by_nature.values():
        mixed = group[:]
        rng.shuffle(mixed)
        names.update((a, b) for a, b in zip(group, mixed, strict=True) if a != b)
    return names


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


def questions(game: Any, state: State, seat: str, rng: random.Random) -> Iterator[JsonObject]:
    """Reach of some units and stacks, odds of some attacks, every overlay, the warnings."""
    for name in OVERLAYS:
        yield {"kind": "overlay", "name": name}
    yield {"kind": "warnings"}
    for offer in game.legal(state, seat)["offers"]:
        if offer["kind"] == "move":
            for _ in range(4):
                unit = rng.choice(offer["units"])
                yield {"kind": "move", "units": [unit]}
                yield {"kind": "move", "units": list(state.stacks[state.units[unit].at])}
        if offer["kind"] == "attack":
            for _ in range(4):
                target = rng.choice(sorted(offer["targets"]))
                near = offer["targets"][target]
                yield {"kind": "attack", "units": rng.sample(near, rng.randint(1, len(near))), "target": target}
