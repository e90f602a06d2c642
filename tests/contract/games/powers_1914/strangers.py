"""Commands of the deciding seat, well formed and against the rules by construction: none of them is offered."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rules.powers_1914.position.state import State
from rules.powers_1914.printed import data as files
from rules.powers_1914.printed.pieces import ARMS, WORKS
from rules.powers_1914.sequence import ENGINE
from tests.contract import derived

CODES = derived.CODES | {
    "afloat", "alone", "battle-first", "built-already", "cannot-capture", "cannot-challenge", "cannot-fight",
    "cards-used", "closed-land", "enemy-ships", "enemy-there", "guns-protect", "has-moved", "modern-enough",
    "neutral-land", "no-ally", "no-battle", "no-counters", "no-gun", "no-landing", "no-money", "no-production",
    "no-purchases", "no-rising", "no-room", "no-shipyard", "no-shore", "no-such-area", "no-such-card",
    "no-such-target", "no-unit-there", "nobody-helpless", "not-a-land-unit", "not-adjacent", "not-all-placed",
    "not-eligible", "not-in-battle", "not-neutral", "not-placed", "not-the-leader", "not-together",
    "not-your-land", "not-your-nation", "not-your-unit", "nothing-chosen", "nothing-proposed",
    "nothing-to-fight", "nothing-to-raze", "one-general", "out-of-range", "rising", "strait-closed", "too-far",
    "too-late", "wrong-place",
}  # fmt: skip

_LISTED = tomllib.loads((Path(files.__file__).parents[1] / "sections.toml").read_text(encoding="utf-8"))["sections"]
SECTIONS = frozenset(s["number"] for s in _LISTED)

Wrong = dict[str, Any]


def unoffered(game: Any, state: State, seat: str, rng: random.Random) -> Iterator[Wrong]:
    """Each order with something in it that is not offered, and what is particular to this game."""
    yield from derived.spoilt(ENGINE, state, seat, rng, _pool(state))
    offers: Mapping[str, Any] = {o["kind"]: o for o in game.legal(state, seat)["offers"]}
    for kind, offer in offers.items():
        if offer["refusal"] is not None and kind in ("end_phase", "pay"):
            yield {"kind": kind}
        match kind:
            case "move" | "reinforce":
                yield from _wrong_ways(state, kind, offer["units"], rng)
            case "use_card":
                yield from ({"kind": kind, "card": i["card"]} for i in offer["items"] if i["refusal"] is not None)
            case "share":
                for flags in (
                    {},
                    {**offer["flags"], "atlantis": offer["nations"][0]},
                    dict.fromkeys(offer["flags"], "XX"),
                    dict.fromkeys(offer["flags"]),
                    dict(list(offer["flags"].items())[1:]),
                ):
                    yield {"kind": kind, "flags": flags}
    for kind in ("end_phase", "fight", "withdraw", "respond", "decline", "standard", "land_usa", "share", "agree"):
        if kind not in offers:
            yield {"kind": kind}


def beside(state: State, place: str) -> tuple[str, ...]:
    """The areas next to an area, by land or sea, closed ones too."""
    return tuple(state.printed.board.near.get(place, ()))


def astray(game: Any, state: State, seat: str, rng: random.Random) -> Iterator[tuple[Wrong, bool]]:
    """Orders that go elsewhere, and whether that is offered."""
    del game
    yield from derived.astray(ENGINE, state, seat, rng, lambda place: beside(state, place))


def _pool(state: State) -> list[str]:
    """Names that mean something somewhere: units, fields, nations, seats, cards, works and kinds."""
    known = state.printed
    return [*state.units, *known.board.areas, *known.names.nations, *state.seats, *known.cards, *WORKS, *ARMS]


def _wrong_ways(state: State, kind: str, movers: list[str], rng: random.Random) -> Iterator[Wrong]:
    """Back again, too far, across the map, into a closed land."""
    board = state.printed.board
    near = board.near
    areas = rng.sample(sorted(board.areas), 5)
    for unit in rng.sample(movers, min(3, len(movers))):
        at = state.units[unit].at
        step = rng.choice(near[at])
        for path in ([at], [step, at], [step, at, step, at, step, at], *([a] for a in areas if a not in near[at])):
            yield {"kind": kind, "units": [unit], "path": path}
        if "switzerland" in near[at]:
            yield {"kind": kind, "units": [unit], "path": ["switzerland"]}
