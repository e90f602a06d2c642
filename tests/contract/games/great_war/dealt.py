"""§6.17, §6.47 Hidden hands alone: chits exchanged between a hand that a viewer may not see and its pool.

They may know what lies in both together, since everything that leaves them is shown, and how many lie in either. So
those that could be in the hand change places, and nobody's commands are any others, save those that name such a chit.
"""

from __future__ import annotations

import random
from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.great_war.chits_played.pools import pool
from rules.great_war.chits_played.settling import destination
from rules.great_war.facts.chits import HAND, ChitDrawn
from rules.great_war.position.secrecy import MUTINY, OPEN
from rules.great_war.position.state import State
from rules.hexes.viewers import sees_hidden
from rules.kernel.messages import Chance, JsonObject

HIDES = True
CENTRAL, ALLIED = SIDES = "central", "allied"
TRIES = 4


def lying(state: State, side: str) -> Tally[str]:
    """What lies in pool and hand together."""
    return Tally(state.chits[f"{side}.pool"]) + Tally(state.chits[f"{side}.hand"])


def could_be_held(state: State, side: str) -> frozenset[str]:
    """The chits of a side that are held where they are drawn now."""
    events = state.printed.chits.events.values()
    return frozenset(c.id for c in events if c.side == side and destination(state, c, side) == (HAND, False))


def redealt(state: State, side: str, rng: random.Random, spare: frozenset[str] | None = None) -> State:
    """§6.17, §6.47: others out of the pool in the hand, as many as before, and the rest in the pool.

    Where commands follow, those to ``spare`` stay where they are; so does the mutiny, which is revealed when it is
    over, and gas that is held for nothing, which would leave the game if it were drawn again.
    """
    hand, rest = f"{side}.hand", f"{side}.pool"
    may = could_be_held(state, side)
    may = may | state.chits[hand].keys() if spare is None else may - spare - {MUTINY}
    there = {place: Tally({c: n for c, n in state.chits[place].items() if c in may}) for place in (hand, rest)}
    if state.hands == OPEN or not there[hand]:
        return state
    together = sorted((there[hand] + there[rest]).elements())
    held = Tally(rng.sample(together, there[hand].total()))
    new = {hand: held, rest: there[hand] + there[rest] - held}
    chits = {place: {**Tally(state.chits[place]) - there[place] + new[place]} for place in (hand, rest)}
    chit_state = state.chit_state
    if bool(held[MUTINY]) != bool(there[hand][MUTINY]):
        lasting = {effect: turn for effect, turn in chit_state.lasting.items() if effect != MUTINY}
        chit_state = replace(chit_state, lasting=lasting | ({MUTINY: state.turn + 1} if held[MUTINY] else {}))
    return replace(state, chits={**state.chits, **chits}, chit_state=chit_state)


def come_to_light(states: Sequence[State], side: str) -> frozenset[str]:
    """Chits that leave pool and hand in these states, come into them, or could not be held in one of them."""
    first, *later = (lying(state, side) for state in states)
    moved = {chit for other in later for chit in first | other if first[chit] != other[chit]}
    fit = [could_be_held(state, side) for state in states]
    return frozenset(moved | (frozenset.union(*fit) - frozenset.intersection(*fit)))


def dice(events: Sequence[Any], before: State, twin: State, chance: Chance) -> Chance:
    """The dice by which the same chits are drawn out of the twin's pools, or others that are held like those."""
    falls: dict[int, int] = {}
    for event in events:
        if isinstance(event, ChitDrawn):
            here, there = Tally(before.chits[f"{event.side}.pool"]), Tally(twin.chits[f"{event.side}.pool"])
            if here == there:
                continue
            drawn = event.chit if there[event.chit] else min(c for c in there if there[c] > here[c])
            falls[event.draw] = pool(twin, event.side).index(drawn) + 1
    return lambda draw, sides: falls[draw] if draw in falls else chance(draw, sides)


# --- as the suites ask it ---------------------------------------------------------------------------------------------


def disguise(state: State, viewer: str, rng: random.Random, spare: frozenset[str] | None = None) -> State | None:
    """The hands that they may not see dealt again; None where nothing else could be held."""
    for _ in range(TRIES):
        other = state
        for side in SIDES:
            if not sees_hidden(viewer, side):
                other = redealt(other, side, rng, spare)
        if other != state:
            return other
    return None


def involved(states: Sequence[State], viewer: str) -> frozenset[str]:
    """Chits that they come to see."""
    return frozenset().union(*(come_to_light(states, side) for side in SIDES if not sees_hidden(viewer, side)))


def comparable(state: State, seat: str, viewer: str) -> bool:
    """Anyone's command: who plays a chit shows it."""
    return True


def secrets(state: State, viewer: str) -> frozenset[str]:
    """No word of its own: what a chit is called is known to all."""
    return frozenset()


def renaming(states: Sequence[State], viewer: str, rng: random.Random) -> Mapping[str, str]:
    """Chits have no names that could be exchanged: each does something else."""
    return {}


def renamed(state: State, names: Mapping[str, str]) -> State:
    """The same position."""
    return state


def shuffled(state: State, rng: random.Random) -> State:
    """The same position."""
    return state


def questions(game: Any, state: State, seat: str, rng: random.Random) -> Iterator[JsonObject]:
    """What depends on units is asked elsewhere."""
    yield from ()
