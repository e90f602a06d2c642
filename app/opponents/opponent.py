"""A program's seat at one match: it answers what others propose, and gives a command when it is asked for one."""

from __future__ import annotations

import asyncio
import datetime as dt
import uuid
from collections.abc import Callable, Collection, Coroutine
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

import structlog

from app.errors import ApiError
from app.matches.agreements.settlement import ANSWER, BACK, REWOUND, AgreementProposal
from app.matches.agreements.standing_in import END, FINAL
from app.matches.facts import ACTIVE, UNDONE, MatchRecord, SeatRecord
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.receipts import fingerprint
from app.matches.play.current_matches import CurrentMatches
from app.matches.play.moves import Moves
from app.matches.play.rewinding import seats_told_of_dice
from app.matches.play.server_orders import ServerOrders
from app.matches.play.settlements import Settlements
from app.matches.rows.repository import Matches
from app.opponents.choices import Choices
from app.opponents.choosing import (
    CHANCE,
    FAILED,
    LOST,
    MAX_REFUSED_IN_ALL,
    NO_PLAN,
    PROGRAM,
    REFUSED,
    Made,
    agrees,
    instead,
    told_when_asked,
    word_of,
)
from app.opponents.identities import as_newcomer, strength_of, weaker_than
from app.opponents.program_words import ProgramWords, luck_seed
from app.opponents.workers import WorkerLost, Workers
from app.proof.version import programs_version
from rules.kernel import lanes
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.told_game import noted_for

log = structlog.get_logger(__name__)

MAX_REFUSED = 3
"""Orders that may be refused in one position before the seat is left alone for a while."""
MAX_ASKED_AGAIN = 1
"""How often a seat is asked once more in the same position what it left to its allies."""
LOOK_SECONDS = 0.25
"""How often it is looked whether an ally has done something."""
REST_SECONDS = 5.0
"""How long a seat is left alone that found no order."""
FORBIDDEN, CONFLICT, UNPROCESSABLE = 403, 409, 422
"""What is said of a seat that is no longer the program's, of a match that has moved on, and by the rules."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long after a question the answer comes, in seconds. It tells nothing as long as thoughts are shorter.

    ``first``: of a new step of the turn, when most is thought; ``then``: of the other questions of the step.
    """

    first: float = 2.5
    then: float = 0.25
    allies: float = 20.0
    """How long an ally that is a person is given, once, where the program leaves something to them and may do it as
    well; an ally that is a program needs no longer than for any answer."""


class _Answered(Enum):
    """What came of a question to a seat."""

    GIVEN = auto()
    """Its command was taken: there may be another question."""
    NOT_NOW = auto()
    """Nothing was taken: look at the match again later."""
    LEFT_TO_ALLIES = auto()
    """The seat waits for its allies, until something happens."""


@dataclass(slots=True)
class _Memory:
    """What is known of a seat from its last answer."""

    since: dt.datetime | None = None
    """Since when it stands in for a player; None where the seat is its own."""

    version: int = -1
    """Up to where the program knows what happened; -1: what it planned no longer counts."""
    step: str = ""
    number: int = -1
    asked_at: float = 0.0
    left: int = 0
    """How often it has left what it is asked to its allies, at this number."""
    refused: set[tuple[str, bytes]] | None = None
    """The seat's orders that were refused, by id and fingerprint; None while that was not looked up."""


@dataclass(frozen=True, slots=True)
class _Thought:
    """What a program gave. ``fresh``: it remembered nothing; ``failed``: why it gave nothing, if that is a fault."""

    command: JsonObject | None = None
    fresh: bool = True
    failed: str = ""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question to a program's seat, all of one moment: while it is thought about, the match may move on."""

    live: LiveMatch
    seat: str
    account: uuid.UUID
    state: Any
    view: JsonObject
    question: JsonObject
    number: int
    """How much the seat has been told."""
    version: int
    """That of the match, when the question was asked."""
    id: str
    """Of the command that answers it."""

    @property
    def strength(self) -> str:
        """That of the program."""
        return str(strength_of(self.account))

    @property
    def seat_record(self) -> SeatRecord:
        """The seat, as it is occupied."""
        return self.live.record.seat_record(self.seat)

    @property
    def match(self) -> str:
        """The match's id."""
        return self.live.record.id

    @property
    def step(self) -> str:
        """The step of the question, and its turn."""
        return f"{self.question['step']}/{self.view['turn']}"


class Opponents:
    """Plays the seats of programs."""

    def __init__(
        self,
        matches: Matches,
        current: CurrentMatches,
        moves: Moves,
        settlements: Settlements,
        server_orders: ServerOrders,
        choices: Choices,
        workers: Workers,
        words: ProgramWords,
        pace: Pace,
    ) -> None:
        self._matches = matches
        self._current = current
        self._moves = moves
        self._settlements = settlements
        self._server_orders = server_orders
        self._choices = choices
        self._workers = workers
        self._words = words
        self._pace = pace
        self._memories: dict[tuple[str, str], _Memory] = {}

    def forget_all_but(self, seats: Collection[tuple[str, str]]) -> None:
        """Forget what is known of all seats but these, of matches in play."""
        self._memories = {key: memory for key, memory in self._memories.items() if key in seats}

    async def play(
        self, match: str, seat: str, account: uuid.UUID, may_go_on: Callable[[], bool] = lambda: True
    ) -> bool:
        """Do all that the seat is to do now, as long as it ``may_go_on``; True when it has nothing left to do at the
        version it was called for."""
        first = True
        while True:
            live = await self._current.get(match)
            seat_record = live.record.find_seat_record(seat)
            if live.record.status != ACTIVE or seat_record is None or seat_record.player != account:
                return True
            question = live.legal(seat)
            if proposal := next(
                (p for p in live.agreements.proposals if seat in p.asked and _is_its(p, seat_record)), None
            ):
                await self._answer(live, seat, account, proposal)
            elif question is None or not question["yours"]:
                return first
            else:
                view = live.view(live.viewpoint(seat))
                number, version = live.number(seat), live.version
                id_ = self._words.command_id(match, seat, number)
                asked = _Asked(live, seat, account, live.state, view, question, number, version, id_)
                answered = await self._command(asked)
                if answered is not _Answered.GIVEN:
                    return answered is _Answered.LEFT_TO_ALLIES
            first = False
            if not may_go_on():
                return False

    async def come_in(self, match: str, seat: str, account: uuid.UUID) -> None:
        """Play from now on for a player who seems to be absent; the rules of standing in say whether they are."""
        live = await self._current.get(match)
        if seat in live.out and seat in live.agreements.stand_ins.returned:
            # They have taken the seat back since their time was up.
            return
        await self._stand_in(live, self._settlements.stand_in(match, account, seat, self._standing_in_id(live, seat)))

    async def give_back(self, match: str, seat: str, account: uuid.UUID) -> None:
        """Give a seat back to its player, whose days away are over."""
        live = await self._current.get(match)
        id_ = self._standing_in_id(live, seat)
        await self._stand_in(live, self._settlements.settle(match, account, seat, id_, {"kind": END}))

    def _standing_in_id(self, live: LiveMatch, seat: str) -> str:
        return self._words.standing_in_id(live.record.id, seat, live.version)

    @staticmethod
    async def _stand_in(live: LiveMatch, settled: Coroutine[Any, Any, object]) -> None:
        try:
            await settled
        except ApiError as error:
            # The player is there, or has moved meanwhile: neither is a fault.
            log.info("program does not change places", match=live.record.id, code=error.code)

    async def _answer(self, live: LiveMatch, seat: str, account: uuid.UUID, proposal: AgreementProposal) -> None:
        """Say yes or no to what is proposed."""
        match, record, side = live.record.id, live.record, live.sides[seat]
        view = live.view(told_when_asked(proposal.what, live.viewpoint(seat)))
        yes = agrees(proposal.what, side, view, live.game.gauge)
        if proposal.back is not None and record.dice_stand:
            told = await seats_told_of_dice(self._matches.chronicle, live, proposal.back.to)
            yes = yes and all(c.seat not in told for c in record.seats if account in (c.account, c.player))
        order: JsonObject = {"kind": ANSWER, "proposal": proposal.id, "yes": yes}
        try:
            await self._settlements.settle(match, account, seat, self._words.answer_id(match, seat, proposal.id), order)
        except ApiError as error:
            # It may have been withdrawn meanwhile; if not, it is answered after a rest.
            log.warning("program could not answer", match=match, seat=seat, what=proposal.what, code=error.code)
            await asyncio.sleep(REST_SECONDS)

    async def _command(self, asked: _Asked) -> _Answered:
        """Give the command that the seat is asked for."""
        loop = asyncio.get_running_loop()
        memory = self._memory(asked)
        if memory.number != asked.number:
            memory.number, memory.asked_at, memory.left = asked.number, loop.time(), 0
        due = memory.asked_at + (self._pace.then if asked.step == memory.step else self._pace.first)
        if await self._went_back(asked.live, memory.version):
            memory.version = -1
        # What it planned counts again once its order is taken: so it can be played again from what was given.
        afresh, memory.version = memory.version < 0, -1
        thought = await self._think(asked, afresh=afresh)
        if thought.command is None and not thought.failed and self._allies(asked):
            return await self._leave(asked, memory)
        known = await self._read_refused(asked, memory)
        for attempt in range(MAX_REFUSED + len(known)):
            made = self._how_made(asked, thought, attempt)
            # Where a program has no plan, fails or was refused, something legal keeps the match going.
            order = thought.command if made.by == PROGRAM else self._instead(asked, thought, attempt)
            if order is None:
                return await self._leave(asked, memory)
            if (asked.id, fingerprint(order)) in known:
                continue
            await self._choices.note(asked.match, asked.seat, asked.id, order, made)
            await asyncio.sleep(max(0.0, due - loop.time()))
            refusal = await self._give(asked, order)
            if refusal is None:
                memory.version, memory.step = asked.live.version if made.by == PROGRAM else -1, asked.step
                return _Answered.GIVEN
            if refusal.status != UNPROCESSABLE:
                # Someone moved on, the player took the seat back, or another process gave this command.
                await asyncio.sleep(0 if refusal.status in (CONFLICT, FORBIDDEN) else REST_SECONDS)
                return _Answered.NOT_NOW
            known.add((asked.id, fingerprint(order)))
            _note("program refused", asked, code=refusal.code, section=refusal.section)
            if await self._gives_way(asked, order, refusal, made):
                return _Answered.NOT_NOW
        _note("program found no order", asked)
        await asyncio.sleep(REST_SECONDS)
        return _Answered.NOT_NOW

    def _how_made(self, asked: _Asked, thought: _Thought, attempt: int) -> Made:
        """How an order of a seat is made."""
        by_program = attempt == 0 and thought.command is not None
        why = "" if by_program else thought.failed or (NO_PLAN if thought.command is None else REFUSED)
        version = programs_version(asked.live.game)
        by = PROGRAM if by_program else CHANCE
        return Made(asked.strength, version, asked.version, thought.fresh, by, why, attempt)

    def _instead(self, asked: _Asked, thought: _Thought, attempt: int) -> JsonObject | None:
        of, shares = (asked.seat, asked.question), bool(self._allies(asked))
        seed = self._seed(asked)
        return instead(asked.live.game, asked.state, of, thought.command, seed, attempt, shares=shares)

    async def _read_refused(self, asked: _Asked, memory: _Memory) -> set[tuple[str, bytes]]:
        """The orders of the seat that were refused, by id and fingerprint: none of them is given again."""
        if memory.refused is None:
            memory.refused = await self._choices.refused(asked.match, asked.seat)
        return memory.refused

    async def _gives_way(self, asked: _Asked, order: JsonObject, refusal: ApiError, made: Made) -> bool:
        """Count an order that was refused; True when a weaker program has taken the seat for it."""
        count = await self._choices.refuse(asked.match, asked.seat, asked.id, order, refusal.code, asked.strength)
        weaker = weaker_than(asked.live.game, asked.live.seats, asked.seat, asked.strength)
        if made.by != PROGRAM or count < MAX_REFUSED_IN_ALL or weaker is None:
            return False
        try:
            await self._server_orders.replace_program(asked.match, asked.seat, asked.account, as_newcomer(weaker))
        except ApiError as error:
            # Its player took the seat back, or the match is over.
            log.info("program keeps its seat", match=asked.match, seat=asked.seat, code=error.code)
        return True

    def _memory(self, asked: _Asked) -> _Memory:
        """What is known of the seat; nothing where its player has played since, of whom a program knows no plan."""
        key, since = (asked.match, asked.seat), asked.seat_record.stands_in_since
        memory = self._memories.get(key)
        if memory is None or memory.since != since:
            memory = self._memories[key] = _Memory(since)
        return memory

    async def _leave(self, asked: _Asked, memory: _Memory) -> _Answered:
        """Leave to allies what the seat is asked: it is asked once more if they do nothing, then no more until
        something happens."""
        memory.left += 1
        if memory.left > MAX_ASKED_AGAIN:
            return _Answered.LEFT_TO_ALLIES
        people = any(strength_of(account) is None for account in self._allies(asked).values())
        loop = asyncio.get_running_loop()
        until = loop.time() + (self._pace.allies if people else self._pace.then)
        while (left := until - loop.time()) > 0 and not await self._has_moved(asked):  # noqa: ASYNC110
            await asyncio.sleep(min(left, LOOK_SECONDS))
        return _Answered.NOT_NOW

    async def _has_moved(self, asked: _Asked) -> bool:
        """Whether anything has happened since a question was asked."""
        return (await self._current.get(asked.match)).version != asked.version

    def _allies(self, asked: _Asked) -> dict[str, uuid.UUID | None]:
        """Who sits in the other seats of its side."""
        sides = asked.live.sides
        others = (c for c in asked.live.record.seats if c.seat != asked.seat)
        return {c.seat: c.player for c in others if sides[c.seat] == sides[asked.seat]}

    async def _give(self, asked: _Asked, command: JsonObject) -> ApiError | None:
        """Send a command to the question that was asked; why it was not taken, if it was not."""
        ask = lanes.ask_of(asked.live.game, asked.state, asked.seat, command)
        try:
            await self._moves.command(asked.match, asked.account, asked.seat, asked.id, ask, command)
        except ApiError as error:
            return error
        return None

    async def _think(self, asked: _Asked, *, afresh: bool) -> _Thought:
        """What the program gives, thought out elsewhere from what its seat was told."""
        game, record = asked.live.game, asked.live.record
        program = game.opponents[asked.strength][asked.live.sides[asked.seat]]
        told: JsonObject = {
            "match": asked.match,
            "seat": asked.seat,
            "game": game.id,
            "plan": game.plan(asked.state),
            "program": program,
            "view": asked.view,
            "noted": noted_for(game, program, asked.state, asked.live.viewpoint(asked.seat)),
            "question": asked.question,
            "seed": self._seed(asked),
            "afresh": afresh,
            "partners": [seat for seat, player in self._allies(asked).items() if player == asked.account],
        }

        async def consult(planned: JsonObject) -> JsonObject:
            answer = game.consult(asked.state, asked.seat, planned)
            return {"refused": answer.json()} if isinstance(answer, Refusal) else {"answer": answer}

        try:
            answer = await self._workers.think(told, consult, _owner(record))
        except WorkerLost as lost:
            _note("program lost", asked, error=str(lost))
            return _Thought(failed=LOST)
        if "error" in answer:
            _note("program failed", asked, error=answer["error"])
        return _Thought(answer.get("command"), bool(answer.get("fresh", True)), FAILED if "error" in answer else "")

    def _seed(self, asked: _Asked) -> str:
        word = word_of(asked.live.agreements.stand_ins, asked.seat, asked.seat_record.word)
        return luck_seed(asked.match, asked.seat, word, asked.number)

    async def _went_back(self, live: LiveMatch, since: int) -> bool:
        """Whether something was taken back since a version: what was planned then is of another position."""
        if since in (-1, live.version):
            return False
        facts = await self._matches.chronicle.facts(live.record.id, since)
        return any(fact.kind in (UNDONE, REWOUND) for fact in facts)


def _owner(record: MatchRecord) -> str:
    """Whose share of the time a table takes: that of the first person who sits there."""
    people = (str(c.player) for c in record.seats if c.player is not None and strength_of(c.player) is None)
    return next(people, record.id)


def _note(what: str, asked: _Asked, **more: object) -> None:
    log.warning(what, match=asked.match, seat=asked.seat, step=asked.step, **more)


def _is_its(proposal: AgreementProposal, seat_record: SeatRecord) -> bool:
    """Whether a program answers a proposal at a seat. As a stand-in none that ends the match, nor one to go back: it
    would say yes to every die that its player's opponent would like to throw again."""
    return seat_record.stands_in_since is None or proposal.what not in (*FINAL, BACK)
