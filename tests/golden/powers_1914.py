"""The recorded games of Powers of 1914: each of its wars, and each way in which one ends."""

from __future__ import annotations

import json
from typing import Any

from rules.powers_1914.game import GAME
from rules.powers_1914.position.state import State
from tests.golden.endings import Ending, gamblers


def counts(state: State) -> tuple[int, int]:
    """What the conquests of the Central Powers and of the Entente are worth."""
    sides: Any = GAME.view(state, "spectator")["sides"]
    return sides["central"]["conquests"], sides["entente"]["conquests"]


def tied(state: State) -> bool:
    """Both have conquered the same, and something."""
    ours, theirs = counts(state)
    return ours == theirs > 0


def headline(view: Any) -> str:
    """Money by seat, conquests by side, cards left."""
    money = {seat: now["money"] for seat, now in view["seats"].items()}
    conquests = {side: now["conquests"] for side, now in view["sides"].items()}
    return f"money {json.dumps(money)} · conquests {json.dumps(conquests)} · {view['deck']} cards"


def _ending(name: str, title: str, scenario: str, section: str, winner: str, **more: Any) -> Ending:
    return Ending(name, title, scenario, section, winner, gamblers(GAME, scenario), **more)


def endings() -> list[Ending]:
    """The count for either side, in the tie too, and either side beaten; three seats at the first table."""
    return [
        _ending("3.13.3-central-classic-1-3", "The attackers have conquered more", "classic-1-3", "3.13.3", "central"),
        _ending("3.13.3-entente-classic-2", "The defenders have conquered more", "classic-2", "3.13.3", "entente",
                fits=lambda state: counts(state)[0] < counts(state)[1]),
        _ending("3.13.3-entente-tie", "A tie is the defenders'", "austria-russia", "3.13.3", "entente", fits=tied),
        _ending("3.13.2-central", "Every nation of the Entente is conquered", "austria-russia", "3.13.2", "central"),
        _ending("3.13.2-entente", "Every nation of the Central Powers is conquered", "austria-russia", "3.13.2",
                "entente"),
    ]  # fmt: skip
