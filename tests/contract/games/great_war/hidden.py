"""§7.25 Fog of war, §6.11 sealed declarations, §6.17 hidden hands, §6.47 a concealed mutiny, §20.1 pre-war events: what
a viewer cannot see, and how it could be otherwise.

What is open about a concealed unit is its side, its place and depth, and that it lies where headquarters lie: below
the combat units. Nation, kind, strength and condition are hidden. So is what the other side has still to set up.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from rules.great_war.position.state import POOL, BattleFrame, Frame, PhaseFrame, State, UnitState
from rules.great_war.printed.counters import Counter
from rules.great_war.printed.phases import DECLARE_EVENTS, MOVEMENTS
from rules.great_war.restrictions.first_turns import code_of, in_august
from rules.kernel.game import SPECTATOR
from rules.kernel.messages import JsonObject
from tests.contract import derived
from tests.contract.exchange import exchanged
from tests.contract.games.great_war import dealt

HIDES = True
CENTRAL, ALLIED = SIDES = "central", "allied"
OPEN_TO_CENTRAL = ("GE", "AH")
NAMED = ("ge-hq-sud", "us-hq-1", "br-rtc", "br-nz", "ah-po", "ge-hq-11", "tu-19", "ge-ak")
"""Units of which the rules know the name."""
FEW = 4
"""As many groups of units are asked about in a position."""


def side_of(state: State, unit: str) -> str:
    """The side of a unit; empty for a neutral one."""
    return state.sides.get(state.counter(unit).nation, "")


def concealed(state: State, viewer: str) -> list[str]:
    """The units of others under the top of a stack, except in a fight and where the Central Powers see everything."""
    board = state.printed.board
    shown: set[str] = set()
    if state.battle is not None:
        shown = {*state.battle.attackers, *state.battle.defenders, *state.battle.support.values()}
    found = [u for u, now in state.units.items() if now.at == POOL and side_of(state, u) != viewer]
    for hex_ in sorted(state.stacks):
        units = state.stacks[hex_]
        i = board.index[hex_]
        looked_into = viewer == CENTRAL and (board.country[i] in OPEN_TO_CENTRAL or board.region[i] == "Russian Poland")
        if side_of(state, units[0]) != viewer and not looked_into:
            found += [u for u in units[1:] if u not in shown]
    return found


def secrets(state: State, viewer: str) -> frozenset[str]:
    """Ids of the units that they cannot see, and their names, unless they know of something that is called the same."""
    unseen = {*concealed(state, viewer)}
    if viewer == SPECTATOR:
        return frozenset(unseen)
    known = " ".join(c.name for u, c in state.printed.counters.items() if u not in unseen)
    known += " ".join(state.printed.board.name)
    return frozenset(unseen) | {n for n in (state.counter(u).name for u in unseen) if n not in known}


def disguise(state: State, viewer: str, rng: random.Random, spare: frozenset[str] | None = None) -> State | None:
    """Concealed units exchanged and their condition drawn again; a sealed declaration may be the other one.

    Where commands follow, only units of one nature are exchanged, and what is declared stays.
    """
    unseen = [u for u in concealed(state, viewer) if u not in (spare or ())]
    names = exchanged(unseen, rng, lambda u: _nature(state, u, closely=spare is not None))
    other = renamed(state, names)
    units = dict(other.units)
    for unit in unseen:
        if units[unit].at != POOL:
            units[unit] = _thrown(state.counter(unit), units[unit], rng)
    other = replace(other, units=units)
    if spare is None and state.phase.key == DECLARE_EVENTS:
        sealed = {s: n for s, n in state.chit_state.declared.items() if s != viewer}
        payer = {CENTRAL: "GE", ALLIED: "FR"}
        thrown = {s: rng.choice(("", payer[s])) for s in sealed}
        other = replace(other, chit_state=replace(state.chit_state, declared={**state.chit_state.declared, **thrown}))
    if spare is None:
        other = _kept_for_themselves(other, viewer, rng)
    for side in SIDES:
        if side != viewer:
            other = dealt.redealt(other, side, rng, spare)
            other = other if spare is not None else _another_before(other, side, rng)
    return None if other == state else shuffled(other, rng)


def _kept_for_themselves(state: State, viewer: str, rng: random.Random) -> State:
    """§7.25: what others' units have spent, also those in sight, whom trains and ships of others have carried, who of
    them was not fed (§11.11), and who may not go by rail after devastating (§14.62)."""
    theirs = [u for u, now in state.units.items() if now.at in state.stacks and side_of(state, u) not in ("", viewer)]
    units = {u: state.units[u]._replace(spent=rng.randint(0, state.counter(u).front.ma)) for u in theirs}
    strategic_state, own = state.strategic_state, {u for u in state.units if side_of(state, u) == viewer}

    def others(named: Sequence[str]) -> tuple[str, ...]:
        return (*(u for u in named if u in own), *rng.sample(theirs, min(FEW, len(theirs))))

    strategic_state = replace(
        strategic_state, unfed=others(strategic_state.unfed), has_devastated=others(strategic_state.has_devastated)
    )
    words = [t.id for t in state.printed.variant.transports if t.side != viewer]
    cursor = tuple(
        replace(f, used={**f.used, **{word: rng.randint(0, 2) for word in words}}, moved=others(f.moved))
        if isinstance(f, PhaseFrame)
        else f
        for f in state.cursor
    )
    sailed = state.sailed if viewer == ALLIED else rng.randint(0, 2)
    return replace(state, units={**state.units, **units}, strategic_state=strategic_state, cursor=cursor, sailed=sailed)


def _another_before(state: State, side: str, rng: random.Random) -> State:
    """§20.1: a side may have drawn others, and chosen others until both have; what is announced is known."""
    before = state.pre_war
    if side not in before.drawn or before.announced:
        return state
    ids = [e.id for e in state.printed.chits.pre_war.values() if e.side == side and not e.announced]
    chosen = before.chosen.get(side, ())
    if before.revealed:
        drawn = (*chosen, *rng.sample([e for e in ids if e not in chosen], len(before.drawn[side]) - len(chosen)))
        return replace(state, pre_war=replace(before, drawn={**before.drawn, side: drawn}))
    drawn = tuple(rng.sample(ids, len(before.drawn[side])))
    picked = {**before.chosen, side: drawn[: rng.randint(1, 2)]} if side in before.chosen else before.chosen
    return replace(state, pre_war=replace(before, drawn={**before.drawn, side: drawn}, chosen=picked))


def involved(states: Sequence[State], viewer: str) -> frozenset[str]:
    """Units that they come to see, to which something happens, or which are near a fight and might support it."""
    first = frozenset(concealed(states[0], viewer))
    found: set[str] = set()
    for state in states:
        if state.battle is not None:
            near = state.printed.board.lattice.around
            places = {h for o in (*state.battle.origins, state.battle.target) for h in (o, *near(o))}
            found |= {u for h in places for u in state.stacks.get(h, ())}
    for before, after in pairwise(states):
        found |= first - frozenset(concealed(after, viewer))
        found |= {u for u in first if _lasting(before.units[u]) != _lasting(after.units[u])}
    return frozenset(found) | dealt.involved(states, viewer)


dice = dealt.dice


def _lasting(now: UnitState) -> tuple[str, bool]:
    """A condition without what every unit's phase begins and ends with."""
    return now.at, now.back


def comparable(state: State, seat: str, viewer: str) -> bool:
    """Their own commands: what others order depends on what they have."""
    return seat == viewer


def shuffled(state: State, rng: random.Random) -> State:
    """The hexes filled in another order."""
    hexes = [*state.stacks]
    rng.shuffle(hexes)
    return replace(state, stacks={h: state.stacks[h] for h in hexes})


def _thrown(counter: Counter, now: UnitState, rng: random.Random) -> UnitState:
    """Which face is up, and what it did in the phase. A back that stands for another kind of unit stays as it is.

    That its hex was attacked (§10.14) everyone has seen.
    """
    return now._replace(
        back=rng.random() < 0.5 if counter.turned in ("reduced", "depleted") else now.back,
        spent=rng.randint(0, counter.front.ma),
        fought=rng.random() < 0.5,
    )


def renaming(states: Sequence[State], viewer: str, rng: random.Random) -> Mapping[str, str]:
    """Exchanges among units that the viewer sees in none of the states, and to which the rules do the same."""
    unseen = set(concealed(states[0], viewer))
    for state in states[1:]:
        unseen &= set(concealed(state, viewer))
    first = states[0]
    # While a side sets up, each unit has the places of its group (§21.12).
    return exchanged(sorted(u for u in unseen if u not in first.groups), rng, lambda u: _print(first, u))


def _nature(state: State, unit: str, *, closely: bool) -> tuple[object, ...] | None:
    """Units of one nature lie at the same depth of a stack; ``closely``: and do the same in the phases to come."""
    c = state.counter(unit)
    if state.units[unit].at == POOL or unit in state.groups:
        return _print(state, unit)
    if closely:
        return None if unit in NAMED else (c.nation, c.kind, c.size, c.turned, _army(state, unit))
    # §5.46, by ruling: once there is peace in the east, all may know where Russians are.
    return side_of(state, unit), c.is_combat, bool(state.strategic_state.treaty) and c.nation == "RU"


def _print(state: State, unit: str) -> tuple[object, ...] | None:
    """What is printed on a unit besides its name; none of those whose names the rules know."""
    c = state.counter(unit)
    empire = c.label.lstrip("0123456789") if c.nation == "BR" else ""
    group = state.groups.get(unit)
    if unit in NAMED:
        return None
    printed = c.nation, c.kind, c.size, c.front, c.back, c.turned, c.dots, c.drm, c.limits
    return *printed, empire, group, _army(state, unit)


def _army(state: State, unit: str) -> str:
    """§19.53, §19.54: in August 1914 the set-up code of a unit says what it may do and with whom it stacks."""
    return code_of(state, unit) if in_august(state) else ""


def renamed(state: State, names: Mapping[str, str]) -> State:
    """Every unit has the place, the condition and the past of the one whose name it takes."""
    back = {new: old for old, new in names.items()}
    strategic_state = state.strategic_state
    return replace(
        state,
        units={u: state.units[back.get(u, u)] for u in state.units},
        stacks={h: _each(units, names) for h, units in state.stacks.items()},
        cursor=tuple(_frame(f, names) for f in state.cursor),
        lots=_each(state.lots, names),
        devastating=_each(state.devastating, names),
        chit_state=replace(state.chit_state, tired=_each(state.chit_state.tired, names)),
        groups={names.get(u, u): n for u, n in state.groups.items()},
        strategic_state=replace(
            strategic_state,
            rebuilt=_each(strategic_state.rebuilt, names),
            fell={names.get(u, u): front for u, front in strategic_state.fell.items()},
            stranded=_each(strategic_state.stranded, names),
            broke_out=_each(strategic_state.broke_out, names),
            has_devastated=_each(strategic_state.has_devastated, names),
            unfed=_each(strategic_state.unfed, names),
        ),
    )


def _frame(frame: Frame, names: Mapping[str, str]) -> Frame:
    if isinstance(frame, PhaseFrame):
        return replace(frame, moved=_each(frame.moved, names))
    assert isinstance(frame, BattleFrame)
    return replace(
        frame,
        attackers=_each(frame.attackers, names),
        defenders=_each(frame.defenders, names),
        support={side: names.get(u, u) for side, u in frame.support.items()},
        advanced=_each(frame.advanced, names),
    )


def _each(units: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(names.get(u, u) for u in units)


def questions(game: Any, state: State, seat: str, rng: random.Random) -> Iterator[JsonObject]:
    """What may be chosen in later slots: of each order, and for some groups that might move and some targets."""
    yield {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": ["nobody"]}}
    yield from derived.slot_questions(game, state, seat, rng)
    for offer in game.legal(state, seat)["offers"]:
        if offer["kind"] == "move" and state.phase.key in MOVEMENTS and offer["refusal"] is None:
            units = offer["slots"][0]["options"]["of"]
            for unit in rng.sample(units, min(FEW, len(units))):
                yield {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": [unit]}}
                alike = [u for u in units if state.units[u].at == state.units[unit].at]
                yield {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": [*alike]}}
        if offer["kind"] == "attack" and offer["refusal"] is None:
            targets = offer["slots"][0]["options"]["of"]
            for target in rng.sample(targets, min(FEW, len(targets))):
                yield {"kind": "slot", "order": "attack", "slot": "units", "chosen": {"target": target}}
