"""A program's seat at one match: it answers what others propose, and gives a command when it is asked for one."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import random
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import structlog

from app.errors import ApiError
from app.matches.agreements.settlement import ANSWER, BACK, DRAW, REWOUND
from app.matches.facts import ACTIVE, UNDONE
from app.matches.live_match.live_match import LiveMatch
from app.matches.play.current_matches import CurrentMatches
from app.matches.play.moves import Moves
from app.matches.play.settlements import Settlements
from app.matches.rows.repository import Matches
from app.opponents.identities import strength_of
from app.opponents.words import ProgramWords, luck_seed
from app.opponents.workers import WorkerLost, Workers
from rules.kernel.messages import JsonObject, Refusal

log = structlog.get_logger(__name__)

MAX_REFUSED = 3
"""Orders that may be refused in one position before the seat is left alone for a while."""
REST_SECONDS = 5.0
"""How long a seat is left alone that found no order."""
CONFLICT = 409


@dataclass(frozen=True, slots=True)
class Pace:
    """How long after a question the answer comes, in seconds; it tells nothing, since thoughts are shorter.

    ``first``: of a new step of the turn, when most is thought; ``then``: of the other questions of the step.
    """

    first: float = 1.5
    then: float = 0.25


@dataclass(slots=True)
class _Memory:
    """What is known of a seat from its last answer."""

    version: int = -1
    step: str = ""
    number: int = -1
    asked_at: float = 0.0


class Opponents:
    """Plays the seats of programs."""

    def __init__(
        self,
        matches: Matches,
        current: CurrentMatches,
        moves: Moves,
        settlements: Settlements,
        workers: Workers,
        words: ProgramWords,
        pace: Pace,
    ) -> None:
        self._matches = matches
        self._current = current
        self._moves = moves
        self._settlements = settlements
        self._workers = workers
        self._words = words
        self._pace = pace
        self._memories: dict[tuple[str, str], _Memory] = {}

    async def play(self, match: str, seat: str, account: uuid.UUID) -> bool:
        """Do all that the seat is to do now; True when it has nothing left to do at the version it was called for."""
        version: int | None = None
        while True:
            live = await self._current.get(match)
            first, version = version is None, live.version
            chair = next((c for c in live.record.chairs if c.seat == seat), None)
            if live.record.status != ACTIVE or chair is None or chair.player != account:
                self._memories.pop((match, seat), None)
                return True
            if await self._answer_proposals(live, seat, account):
                continue
            question = live.legal(seat)
            if question is None or not question["yours"]:
                return first
            if not await self._command(live, seat, account, question):
                return False

    async def _answer_proposals(self, live: LiveMatch, seat: str, account: uuid.UUID) -> bool:
        """Say yes or no to what is proposed; whether anything was."""
        asked = next((p for p in live.agreements.proposals if seat in p.asked), None)
        if asked is None:
            return False
        order: JsonObject = {"kind": ANSWER, "proposal": asked.id, "yes": agrees(asked.what)}
        id_ = hashlib.sha256(
            f"{asked.id}/{seat}/{self._words.command_id(live.record.id, seat, 0)}".encode()
        ).hexdigest()
        with contextlib.suppress(ApiError):
            # It may have been withdrawn meanwhile.
            await self._settlements.settle(live.record.id, account, seat, id_[:32], order)
            return True
        return False

    async def _command(self, live: LiveMatch, seat: str, account: uuid.UUID, question: Mapping[str, Any]) -> bool:
        """Give the command that the seat is asked for; False when it found none that the rules take."""
        match, loop = live.record.id, asyncio.get_running_loop()
        number, step = live.number(seat), f"{question['step']}/{live.view(live.viewpoint(seat))['turn']}"
        memory = self._memories.setdefault((match, seat), _Memory())
        fresh = step != memory.step
        if memory.number != number:
            memory.number, memory.asked_at = number, loop.time()
        due = memory.asked_at + (self._pace.first if fresh else self._pace.then)
        afresh = memory.version < 0 or await self._went_back(live, memory.version)
        for attempt in range(MAX_REFUSED):
            thought = await self._think(live, seat, account, question, number, afresh, simple=attempt > 0)
            await asyncio.sleep(max(0.0, due - loop.time()))
            id_ = self._words.command_id(match, seat, number)
            try:
                await self._moves.command(match, account, seat, id_, live.ask_of(seat, thought), thought)
            except ApiError as error:
                if error.status == CONFLICT:
                    # Someone moved on, or another process gave this command: the next round looks again.
                    return False
                log.warning(
                    "program refused",
                    match=match,
                    seat=seat,
                    step=question["step"],
                    code=error.code,
                    section=error.section,
                )
                afresh = True
                continue
            memory.version, memory.step = live.version, step
            return True
        log.error("program found no order", match=match, seat=seat, step=question["step"])
        await asyncio.sleep(REST_SECONDS)
        return False

    async def _think(
        self,
        live: LiveMatch,
        seat: str,
        account: uuid.UUID,
        question: Mapping[str, Any],
        number: int,
        afresh: bool,
        *,
        simple: bool,
    ) -> JsonObject:
        """The command that the seat's program gives, thought out elsewhere from what the seat was told."""
        match, game = live.record.id, live.game
        sides = {s.id: s.side for s in game.seats(live.record.scenario, live.record.options)}
        word = next(c.word for c in live.record.chairs if c.seat == seat) or ""
        asked: JsonObject = {
            "match": match,
            "seat": seat,
            "game": game.id,
            "plan": game.plan(live.state),
            "program": game.opponents[str(strength_of(account))][sides[seat]],
            "view": live.view(live.viewpoint(seat)),
            "question": dict(question),
            "seed": luck_seed(match, seat, word, number),
            "afresh": afresh,
        }
        state = live.state

        async def consult(planned: JsonObject) -> JsonObject:
            answer = game.consult(state, seat, planned)
            return {"refused": answer.json()} if isinstance(answer, Refusal) else {"answer": answer}

        try:
            thought = {} if simple else await self._workers.think(asked, consult)
        except WorkerLost as lost:
            thought = {"error": str(lost)}
        if "error" in thought:
            log.warning("program failed", match=match, seat=seat, step=question["step"], error=thought["error"])
        # Where a program has no plan or fails, something legal keeps the match going.
        command = thought.get("command")
        return command or game.random_command(state, seat, random.Random(str(asked["seed"])))

    async def _went_back(self, live: LiveMatch, since: int) -> bool:
        """Whether something was taken back since a version: what was planned then is of another position."""
        facts = await self._matches.chronicle.facts(live.record.id, since)
        return any(fact.kind in (UNDONE, REWOUND) for fact in facts)


def agrees(what: str) -> bool:
    """Whether a program says yes: to going back, to a pause and to its ally's surrender; never to a draw or an open
    seat, since it neither judges its chances nor is ever away."""
    return what == BACK or what not in (DRAW, "open")
