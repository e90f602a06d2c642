"""§3.14: hidden is which cards are in the deck, in the other side's hand, and among those it put away unseen."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.kernel.messages import Chance, JsonObject
from rules.powers_1914.position.state import State
from rules.powers_1914.printed.plans import AS_PRINTED, PLANS
from tests.contract import derived
from tests.contract.exchange import exchanged

HIDES = True

KEPT = ("join", "rising")
"""Effects of cards that may stay in a hand."""


def unknown(state: State, viewer: str) -> list[str]:
    """The cards that a viewer cannot see."""
    own = state.seats.get(viewer)
    found = [*state.deck]
    for side in state.hands:
        if side != own:
            found += [*state.hands[side], *state.buried[side]]
    return found


def secrets(state: State, viewer: str) -> frozenset[str]:
    """The ids of the cards that they cannot see."""
    return frozenset(unknown(state, viewer))


def nature(card: str) -> str:
    """Cards of one nature may be exchanged wherever they lie."""
    effect = PLANS[AS_PRINTED].cards[card].effect
    return effect if effect in KEPT else "open"


def disguise(state: State, viewer: str, rng: random.Random, spare: frozenset[str] | None = None) -> State | None:
    """Cards that they cannot see exchanged among themselves."""
    other = renamed(state, _exchanged([c for c in unknown(state, viewer) if c not in (spare or ())], rng))
    return None if other == state else other


def involved(states: Sequence[State], viewer: str) -> frozenset[str]:
    """Cards that they come to see."""
    first, *later = (frozenset(unknown(s, viewer)) for s in states)
    return first - frozenset.intersection(first, *later)


def comparable(state: State, seat: str, viewer: str) -> bool:
    """Anyone's command: who names a hidden card shows it."""
    return True


def shuffled(state: State, rng: random.Random) -> State:
    """Everything that has an order here is open, or is drawn from by a die."""
    return state


def renaming(states: Sequence[State], viewer: str, rng: random.Random) -> Mapping[str, str]:
    """Exchanges among cards that he sees in none of the states."""
    unseen = set(unknown(states[0], viewer))
    for state in states[1:]:
        unseen &= set(unknown(state, viewer))
    return _exchanged(sorted(unseen), rng)


def _exchanged(cards: Sequence[str], rng: random.Random) -> dict[str, str]:
    return exchanged(cards, rng, lambda card: (nature(card),))


def renamed(state: State, names: Mapping[str, str]) -> State:
    """Every card lies where the one lay whose name it takes."""
    return replace(
        state,
        deck=_each(state.deck, names),
        hands={side: _each(cards, names) for side, cards in state.hands.items()},
        buried={side: _each(cards, names) for side, cards in state.buried.items()},
    )


def _each(cards: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(names.get(c, c) for c in cards)


def dice(events: Sequence[Any], before: State, twin: State, chance: Chance) -> Chance:
    """The same: a die means the same whatever is hidden."""
    return chance


def questions(game: Any, state: State, seat: str, rng: random.Random) -> Iterator[JsonObject]:
    """Reach of some units, odds of some attacks and pairs, what a neutral would bring."""
    yield {"kind": "neutral", "nation": "SW"}
    mine = [u for u in state.units if state.seat_of(u) == seat]
    if mine:
        unit = rng.choice(mine)
        yield {"kind": "move", "units": [unit]}
        here = [u for u in mine if state.units[u].at == state.units[unit].at]
        yield {"kind": "move", "units": here}
        yield {"kind": "attack", "units": here, "area": rng.choice([now.at for now in state.units.values()])}
    yield from derived.slot_questions(game, state, seat, rng)
    for offer in game.legal(state, seat)["offers"]:
        if offer["kind"] == "fight":
            unit = rng.choice(sorted(offer["pairs"]))
            yield {"kind": "fight", "unit": unit, "target": rng.choice(offer["pairs"][unit]), "capture": False}
