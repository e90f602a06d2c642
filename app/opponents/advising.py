"""Gives the hints that players ask for, in the order in which they asked, as many at once as there are workers
(decisions/0068)."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import structlog

from app.database import TROUBLE
from app.errors import ApiError
from app.hints.repository import AskedHint, HintRows
from app.hints.service import strength_for, why_not_asked
from app.matches.live_match.live_match import LiveMatch
from app.matches.play.current_matches import CurrentMatches
from app.opponents.answering import answer_for_ever
from app.opponents.workers import WorkerLost, Workers
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.told_game import noted_for

log = structlog.get_logger(__name__)

LOOK_SECONDS = 0.25
"""How often it is looked whether someone asks."""


class Adviser:
    """Has programs think for people who ask what they would do."""

    def __init__(self, rows: HintRows, current: CurrentMatches, workers: Workers) -> None:
        self._rows = rows
        self._current = current
        self._workers = workers
        self._in_hand: set[tuple[str, str]] = set()
        """By match and id the hints that are thought about."""
        self._taking = asyncio.Lock()

    async def run(self) -> None:
        """Answer whoever asks, for ever; a database that is away is waited for.

        Nobody waits for another match's thought while a worker is free: one that hangs holds up those of its own.
        """
        async with asyncio.TaskGroup() as tasks:
            for _ in range(len(self._workers)):
                tasks.create_task(answer_for_ever("hints", self._take, self._give, LOOK_SECONDS))

    async def _take(self) -> AskedHint | None:
        """The one that has waited longest of those that nobody thinks about."""
        async with self._taking:
            asked = await self._rows.next(self._in_hand)
            if asked is not None:
                self._in_hand.add((asked.match, asked.id))
            return asked

    async def _give(self, asked: AskedHint) -> None:
        try:
            await self._rows.answer(asked, await self._answer(asked))
        finally:
            self._in_hand.discard((asked.match, asked.id))

    async def _answer(self, asked: AskedHint) -> JsonObject:
        """``{"courses": …}``, or ``{"error": …}`` that is told to whoever asked."""
        try:
            live = await self._current.get(asked.match)
            if refusal := why_not_asked(live, asked.account, asked.seat, asked.ask):
                return _error(refusal.code, refusal.text)
            thought = await self._think(live, asked)
        except ApiError as error:
            return _error(error.code, error.text)
        except WorkerLost as lost:
            log.warning("hint failed", match=asked.match, seat=asked.seat, error=str(lost))
            return _error("hint_failed", "The program took too long over this. Try again at your next decision.")
        except TROUBLE:
            raise
        except Exception:
            # One match that cannot be read must not hold up the others.
            log.exception("hint broke off", match=asked.match, seat=asked.seat)
            return _error("hint_failed", "The program could not look at this position.")
        if thought["advice"]:
            return {"courses": thought["advice"]}
        if "error" in thought:
            log.warning("hint failed", match=asked.match, seat=asked.seat, error=thought["error"])
            return _error("hint_failed", "The program has no answer to this. Try again at your next decision.")
        return _error("left_to_ally", "The program would wait here, and leave the decision to your ally.")

    async def _think(self, live: LiveMatch, asked: AskedHint) -> dict[str, Any]:
        """What a worker says that is told what the seat was told, and nothing else."""
        game, record, state, seat = live.game, live.record, live.state, asked.seat
        program, viewpoint = game.opponents[str(strength_for(live, seat))][live.sides[seat]], live.viewpoint(seat)
        told: JsonObject = {
            "match": record.id,
            "seat": seat,
            "game": game.id,
            "plan": game.plan(state),
            "program": program,
            "view": live.view(viewpoint),
            "noted": noted_for(game, program, state, viewpoint),
            "question": live.legal(seat),
            "seed": hashlib.sha256(f"greatwar hint/{record.id}/{seat}/{asked.ask}".encode()).hexdigest(),
            "partners": [],
            "advise": True,
        }

        async def consult(planned: JsonObject) -> JsonObject:
            answer = game.consult(state, seat, planned)
            return {"refused": answer.json()} if isinstance(answer, Refusal) else {"answer": answer}

        return await self._workers.think(told, consult, str(asked.account))


def _error(code: str, text: str) -> JsonObject:
    return {"error": {"code": code, "text": text}}
