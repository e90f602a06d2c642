"""How a program's order comes about, as it plays and as it is played again (decisions/0069).

Nothing here asks for the time, and nothing depends on the process: the same question, mind and seed give the same
order.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from app.matches.agreements.handing_over import OPEN
from app.matches.agreements.settlement import DEMAND, DRAW
from app.matches.agreements.standing_in import StandIns
from rules.kernel.game import SPECTATOR, Game
from rules.kernel.gauge import Gauge, is_late, is_lost
from rules.kernel.messages import JsonObject
from rules.kernel.teams.programs.ally import decline, harmless

PROGRAM, CHANCE = "program", "chance"
"""Who made an order: the program itself, or chance among what is legal, where it gave none that was taken."""
NO_PLAN, FAILED, LOST, REFUSED = "no plan", "failed", "lost", "refused"
"""Why it was chance: the program had no plan, it failed, its process died or took too long, its order was refused."""


@dataclass(frozen=True, slots=True)
class Made:
    """How an order was made. ``programs``: the version of the programs (app/proof/version.py); ``at``: the last event
    before the question was put.

    ``fresh``: the program began with this question, and remembered nothing of the match. ``attempt`` counts the orders
    that were made for the question, from 0; ``why`` is empty unless it was chance.
    """

    strength: str
    programs: str
    at: int
    fresh: bool
    by: str = PROGRAM
    why: str = ""
    attempt: int = 0

    def json(self) -> JsonObject:
        """As it is stored and exported."""
        return {
            "strength": self.strength,
            "programs": self.programs,
            "at": self.at,
            "fresh": self.fresh,
            "by": self.by,
            "why": self.why,
            "attempt": self.attempt,
        }

    @staticmethod
    def read(stored: Mapping[str, Any]) -> Made:
        """The inverse. TypeError for anything else."""
        return Made(**stored)


def word_of(stand_ins: StandIns, seat: str, own: str | None) -> str:
    """By what a program at a seat draws: ``own``, the seat's word, or the seed of the one that stands in there."""
    return stand_ins.programs[seat].seed if seat in stand_ins.by_programs else own or ""


def instead(
    game: Game[Any, Any],
    state: Any,
    asked: tuple[str, JsonObject],
    first: JsonObject | None,
    seed: str,
    attempt: int,
    *,
    shares: bool,
) -> JsonObject | None:
    """What a seat does where its program gave no order that was taken; ``asked`` are the seat and its question.

    ``first`` is what the program gave, if anything. Something legal; where others share the side (``shares``), nothing
    that takes a decision from them, and None where nothing else is found.
    """
    seat, question = asked
    luck = random.Random(f"{seed}/{attempt}")

    def draw() -> JsonObject:
        return game.random_command(state, seat, luck)

    if attempt == 1 and first is not None and (no := decline(first)) is not None:
        return no
    return harmless(question, draw) if shares else draw()


MAX_REFUSED_IN_ALL: Final = 3
"""Orders of a program that are refused before a weaker one takes its seat."""


def told_when_asked(what: str, viewpoint: str) -> str:
    """By whose view a program judges a proposal. Whether it has lost, by what everyone may see: so asking it tells
    nobody anything that it alone knows."""
    return SPECTATOR if what == DEMAND else viewpoint


def agrees(what: str, side: str, view: JsonObject, gauge: Gauge) -> bool:
    """Whether a program says yes: to going back, to a pause, to its ally's surrender, to a draw when it has nothing
    to lose by it, and to surrender when it has lost; never to an open seat, since it is never away."""
    if what == DEMAND:
        return is_lost(view, side, gauge)
    if what == DRAW:
        return is_late(view) and gauge.ahead(view) not in (None, side)
    return what != OPEN
