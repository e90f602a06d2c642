"""Parts of games of the Great War: a whole one has thousands of commands. Each comes through much in little time."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from rules.great_war.game import GAME
from rules.great_war.position.secrecy import CONCEALED, HANDS, HIDDEN
from rules.great_war.position.state import DEAD, State
from rules.great_war.printed.nations import SIDES
from tests.golden.endings import Brisk, Ending, Player


def brisk(patience: float) -> Callable[[random.Random], Mapping[str, Player]]:
    """Both sides, who give an order instead of ending a step with that chance."""
    return lambda rng: {side: Brisk(GAME, side, rng, patience, "deal") for side in SIDES}


def rich(letter: str) -> Callable[[State], bool]:
    """Whether that strategic turn was taken, units of both sides have fallen, and each side has bought an event."""

    def fits(state: State) -> bool:
        fallen = {state.sides.get(state.counter(u).nation) for u in state.boxes[DEAD]}
        bought = [side for side in SIDES if any(state.chits[f"{side}.{place}"] for place in ("hand", "play"))]
        return state.strategic >= letter and fallen >= {*SIDES} and len(bought) == len(SIDES)

    return fits


def headline(view: Any) -> str:
    """Date, weather, and what everyone can count."""
    tracks, ledger = view["tracks"], view["ledger"]
    points = " ".join(f"{nation} {n}" for nation, n in tracks["points"].items())
    held = f"{len(ledger['victory_hexes'])} victory hexes, {len(ledger['lost_cities'])} cities lost"
    return f"{view['date']} · {held} · points {points}"


def endings() -> list[Ending]:
    """August 1914 after pre-war events up to the third strategic turn, and April 1917 up to its first."""
    return [
        Ending("1914-pre-war-to-strategic-turn-b", "August 1914 after pre-war events, a mutiny would be concealed",
               "campaign", "", None, brisk(0.4), rich("B"), {"pre_war": True, HANDS: CONCEALED}, 200),
        Ending("1917-april-to-strategic-turn-m", "April 1917, hands hidden",
               "1917", "", None, brisk(0.4), rich("M"), {HANDS: HIDDEN}, 360),
    ]  # fmt: skip
