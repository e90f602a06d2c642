"""The three results of 1914, and the beginnings of longer games: a whole one has thousands of commands."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from rules.empires_alliances.game import GAME
from rules.empires_alliances.players import PLAYERS
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.board import POOL
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL, SIDES
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient
from tests.golden.endings import Brisk, Ending, Player

ENDS = ("end_phase", "end_arrivals", "end_set_up")


def brisk(patience: float) -> Callable[[random.Random], Mapping[str, Player]]:
    """Both sides, who give an order instead of ending a step with that chance."""
    return lambda rng: {side: Brisk(GAME, side, rng, patience, "set_up_all", ENDS) for side in SIDES}


class Purposeful:
    """The program ``general`` in a seat: at random hardly anyone takes two cities more than are lost."""

    def __init__(self, seat: str, rng: random.Random) -> None:
        self._seat, self._rng, self._general = seat, rng, PLAYERS["general"]()

    def command(self, state: State) -> JsonObject:
        """What the program does."""
        command = self._general.command(SeatClient(GAME, state, self._seat), self._rng)
        assert command is not None
        return command


def one_sided(side: str) -> Callable[[random.Random], Mapping[str, Player]]:
    """The program on one side, against one who ends most steps at once."""
    foe = FOE[side]
    return lambda rng: {side: Purposeful(side, rng), foe: brisk(0.1)(rng)[foe]}


def bloody(state: State) -> bool:
    """Whether units of both sides were eliminated, and some are demoralised."""
    fallen = {state.side_of(unit) for unit, now in state.units.items() if now.at == POOL}
    return fallen >= {*SIDES} and any(now.shaken for now in state.units.values())


def headline(view: Any) -> str:
    """Date, weather, and how many stacks stand on the map."""
    weather = " ".join(f"{zone} {sky}" for zone, sky in view["weather"].items())
    return f"{view['date']} · {weather} · {len(view['stacks'])} stacks"


def endings() -> list[Ending]:
    """Each side's victory and the draw of 1914, March 1918, and the campaign's first months with optional rules."""
    return [
        Ending("1914-draw", "a draw at the end of 1914", "1914", "1.72", None, brisk(0.5), bloody),
        Ending("1914-central", "the Central Powers win 1914", "1914", "1.72", CENTRAL, one_sided(CENTRAL), bloody),
        Ending("1914-allied", "the Allies win 1914", "1914", "1.72", ALLIED, one_sided(ALLIED), bloody),
        Ending("1918-spring", "spring of 1918, with infiltration", "1918", "", None, brisk(0.7), bloody,
               {"infiltration": True}, 300),
        Ending("campaign-1914", "the campaign's first months, with breakdown of corps", "campaign", "", None,
               brisk(0.6), bloody, {"breakdown": True, "plan-17": True, "schlieffen-plan": True}, 300),
    ]  # fmt: skip
