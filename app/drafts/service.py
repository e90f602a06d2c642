"""What can be done with drafts (decisions/0030): written down, tried, and sent as commands of the match."""

from __future__ import annotations

import asyncio
import hashlib
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

from app.drafts.repository import DraftRows, Held, Stored
from app.drafts.schemas import MAX_DRAFT_COMMANDS
from app.drafts.trials import Scene, Trials, scene_json
from app.errors import ApiError, moved_on, refusal_error
from app.matches.facts import ACTIVE
from app.matches.live_match.live_match import LiveMatch
from app.matches.play.current_matches import CurrentMatches
from app.matches.play.following import Following
from app.matches.play.moves import Moves
from app.wire import decode_object
from rules.kernel import lanes
from rules.kernel.drafting import ELSEWHERE, FITS, SETTLES, WAITS, DemandsOdds, Drafted, attempt, gone_by, matter_of
from rules.kernel.messages import JsonObject, Refusal

MAX_SENDERS = 4
"""Drafts that are sent at once by one process: each takes a connection of its own."""
MAX_GIVE_ATTEMPTS = 4
"""How often a command is given again whose question got another name in the meantime."""
MOVED_ON = "moved_on"
SETTLED = "settled"
CHANGED = "draft_changed"


def command_id(match: str, seat: str, send: str, number: int) -> str:
    """The id under which a command of a draft is given: the same whenever the same send goes on."""
    name = f"{match}/{seat}/{send}/{number}".encode()
    return "draft-" + hashlib.blake2b(name, digest_size=16).hexdigest()


def stale() -> ApiError:
    """The draft is not as the caller knows it."""
    return ApiError(409, CHANGED, "Your draft was changed elsewhere. This is the current version.")


@dataclass(frozen=True, slots=True)
class Given:
    """What came of giving commands: those that were, those that come back and why.

    ``goes_on``: others decide now, and the rest goes by itself when they have.
    """

    played: tuple[JsonObject, ...]
    rest: tuple[Drafted, ...]
    stopped: JsonObject | None = None
    goes_on: bool = False
    left_out: tuple[JsonObject, ...] = ()
    """Attacks that would have been fought at lower odds than they demand."""

    def answer(self) -> JsonObject:
        """What is answered to the send."""
        return {"played": [*self.played], "left_out": [*self.left_out], "rest": len(self.rest), "stopped": self.stopped}


class Drafts:
    """Drafts of the matches in play."""

    def __init__(
        self,
        current: CurrentMatches,
        following: Following,
        moves: Moves,
        rows: DraftRows,
        soon: Callable[[], None] = lambda: None,
    ) -> None:
        """``soon`` has drafts that were sent ahead looked at."""
        self._current = current
        self._following = following
        self._moves = moves
        self._rows = rows
        self._soon = soon
        self._trials = Trials()
        self._senders = asyncio.Semaphore(MAX_SENDERS)
        self._turns: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        """Sends of one draft wait for each other here, and not with a connection each."""

    # --- looking --------------------------------------------------------------------------------------------------

    async def read(self, match: str, account: uuid.UUID | None, seat: str, of: str | None = None) -> JsonObject:
        """A seat's draft tried now; ``of`` another seat that sees the same and is on the same side."""
        live = await self._live_match(match, account, seat)
        whose = of or seat
        seats = {s.id: s for s in live.seats}
        mine, theirs = seats[seat], seats.get(whose)
        if theirs is None or (theirs.side, theirs.viewpoint) != (mine.side, mine.viewpoint):
            raise ApiError(403, "not_your_side", "Only your own side's drafts are shown to you.")
        return await self._draft_json(live, whose, await self._rows.get(match, whose))

    async def consult(
        self, match: str, account: uuid.UUID | None, seat: str, question: Mapping[str, Any]
    ) -> JsonObject:
        """Answer a question of planning on the drafted position. ApiError 422 when the rules refuse it."""
        live = await self._live_match(match, account, seat)
        scene = await self._trials.of(live, seat, (await self._rows.get(match, seat)).commands)
        answer = live.game.consult(scene.trial.state, seat, question)
        if isinstance(answer, Refusal):
            raise refusal_error(answer)
        return answer

    # --- writing --------------------------------------------------------------------------------------------------

    async def put(
        self, match: str, account: uuid.UUID | None, seat: str, revision: int, commands: Sequence[Drafted]
    ) -> JsonObject:
        """Replace the whole draft. ApiError 409 when it is not of this revision."""
        live = await self._live_match(match, account, seat)
        _demands(live, commands)
        return await self._draft_json(live, seat, await self._store(live, seat, revision, commands))

    async def add(self, match: str, account: uuid.UUID | None, seat: str, revision: int, one: Drafted) -> JsonObject:
        """Write down a command that the rules take on the drafted position. ApiError 422 when they do not.

        It is put where it was tried, after the last that fits: before the end of a phase, or orders for a later one,
        that were drafted already. Where one before it cannot be taken back, a second such goes to the end.
        """
        live = await self._live_match(match, account, seat)
        _demands(live, [one])
        before = await self._rows.get(match, seat)
        if before.revision != revision:
            raise stale()
        if len(before.commands) >= MAX_DRAFT_COMMANDS:
            raise ApiError(422, "draft_full", f"A draft holds at most {MAX_DRAFT_COMMANDS} orders.")
        scene = await self._trials.of(live, seat, before.commands)
        state = scene.trial.state
        if lanes.ask_of(live.game, state, seat, one.command) != one.ask:
            raise moved_on()
        found = attempt(live.game, state, seat, one.command)
        if isinstance(found, Refusal):
            raise refusal_error(found)
        commands, trial = [*before.commands], scene.trial
        place = max((n for n, t in enumerate(trial.tried, start=1) if t.status == FITS or t.passed), default=0)
        commands.insert(len(commands) if found is None and trial.barred else place, one)
        return await self._draft_json(live, seat, await self._store(live, seat, revision, commands))

    async def drop(self, match: str, account: uuid.UUID | None, seat: str, revision: int, *, last: bool) -> JsonObject:
        """Drop the last command, or all. ApiError 409 when the draft is not of this revision."""
        live = await self._live_match(match, account, seat)
        if last:
            left = (await self._rows.get(match, seat)).commands[:-1]
            return await self._draft_json(live, seat, await self._store(live, seat, revision, left))
        stored = await self._rows.discard(match, seat, revision) if revision else await self._rows.get(match, seat)
        if stored is None or (not revision and stored.revision):
            raise stale()
        return await self._draft_json(live, seat, stored)

    async def _store(self, live: LiveMatch, seat: str, revision: int, commands: Sequence[Drafted]) -> Stored:
        match = live.record.id
        # Asked first: a change would wait for the send, with a connection that others need.
        if (await self._rows.get(match, seat)).sending is not None:
            raise ApiError(409, "being_sent", "Your draft is being sent. Go on with that, or discard what is left.")
        stored = await self._rows.put(match, seat, revision, commands, live.number(seat))
        if stored is None:
            raise stale()
        return stored

    # --- sending --------------------------------------------------------------------------------------------------

    async def send(
        self, match: str, account: uuid.UUID | None, seat: str, id_: str, revision: int, *, ahead: bool = False
    ) -> JsonObject:
        """Give the commands one by one, up to the first that is refused or cannot be taken back.

        What is noted first is that it begins: whoever sends again, under this id or another, goes on where a process
        broke off, and each command has an id that follows from the first. ApiError 409 when the draft is not of this
        revision, or was to go ``ahead`` and no longer is.
        """
        live = await self._live_match(match, account, seat)
        turn = self._turns.setdefault((match, seat), asyncio.Lock())
        async with turn, self._senders:
            async with self._rows.lock_draft(match, seat) as held:
                if ahead and (held is None or held.draft.leg != id_):
                    raise stale()
                began = _begin(held, id_, revision)
            if not isinstance(began, str):
                return await self._send_response(live, seat, began)
            async with self._rows.lock_draft(match, seat) as held:
                answer = None if held is None else held.answer(began)
                if held is not None and answer is None and held.draft.sending == began:
                    given = await self._give_all(live, account, seat, began, held.draft)
                    answer = given.answer()
                    held.end(began, answer, given.rest, live.number(seat), goes_on=given.goes_on)
        if answer is None:
            raise stale()
        return await self._send_response(live, seat, answer)

    async def _give_all(self, live: LiveMatch, account: uuid.UUID | None, seat: str, send: str, draft: Stored) -> Given:
        commands = draft.commands
        through = draft.through and send == draft.leg
        given = Given((), commands)
        for number, one in enumerate(commands):
            id_ = command_id(live.record.id, seat, send, number)
            try:
                live, body = await self._give(live.record.id, account, seat, id_, one)
            except ApiError as error:
                if error.passes:
                    raise
                if error.code == MOVED_ON and gone_by(live.game, live.state, seat, commands[number:]):
                    given = replace(given, rest=commands[number + 1 :])
                    continue
                others_decide = error.code == MOVED_ON and seat not in live.game.deciders(live.state)
                stopped = _why_stopped(error, others_decide=others_decide)
                return replace(given, stopped=stopped, goes_on=through and others_decide)
            if isinstance(body, Refusal):
                left: JsonObject = {"command": one.command, "text": body.text}
                given = replace(given, left_out=(*given.left_out, left), rest=commands[number + 1 :])
                continue
            line: JsonObject = {"ask": one.ask, "command": one.command, "lines": decode_object(body)["lines"]}
            given = replace(given, played=(*given.played, line), rest=commands[number + 1 :])
            if given.rest and not through and not any(step.command_id == id_ for step in live.steps):
                # What was sent once and broke off may have gone on after it, while it could be taken back.
                later = [command_id(live.record.id, seat, send, n) for n in range(number + 1, len(commands))]
                if not await self._moves.any_taken(live.record.id, later):
                    return replace(given, stopped={"code": SETTLED, "section": "", "text": SETTLES})
        return given

    async def _give(
        self, match: str, account: uuid.UUID | None, seat: str, id_: str, one: Drafted
    ) -> tuple[LiveMatch, bytes | Refusal]:
        """Give a command to the current question, if it is about the same as that for which it was drafted; a refusal
        where it has not the odds that it demands there."""
        low: Refusal | None = None

        def why_too_low(live: LiveMatch) -> Refusal | None:
            nonlocal low
            low = _below(live, seat, one)
            return low

        for left in reversed(range(MAX_GIVE_ATTEMPTS)):
            live = await self._current.get(match)
            asked = live.ask_of(seat, one.command)
            ask = asked if matter_of(asked) == matter_of(one.ask) else one.ask
            try:
                return live, await self._moves.command(match, account, seat, id_, ask, one.command, why_too_low)
            except ApiError as error:
                if low is not None:
                    return live, low
                if error.code != MOVED_ON or ask != asked or not left:
                    raise
        raise moved_on()

    # --- sent ahead (decisions/0055) -------------------------------------------------------------------------------

    async def send_ahead(
        self, match: str, account: uuid.UUID | None, seat: str, id_: str, revision: int, *, through: bool
    ) -> JsonObject:
        """Have the draft go when the turn comes for which it is. ApiError 409 when it is not of this revision."""
        live = await self._live_match(match, account, seat)
        if live.record.status != ACTIVE:
            raise ApiError(409, "not_active", "This match is not being played.")
        before = await self._rows.get(match, seat)
        if before.sending is not None:
            raise ApiError(409, "being_sent", "Your draft is being sent. Go on with that, or discard what is left.")
        if before.revision == revision and not before.commands:
            raise ApiError(422, "nothing_to_send", "Your draft is empty.")
        if before.ahead == id_:  # the answer was lost
            return await self._draft_json(live, seat, before)
        stored = await self._rows.go_ahead(match, seat, revision, id_, account, through=through)
        if stored is None:
            raise stale()
        self._soon()
        return await self._draft_json(live, seat, stored)

    async def stay(self, match: str, account: uuid.UUID | None, seat: str) -> JsonObject:
        """Have the draft wait until it is sent by hand, and take what was told of it as read."""
        live = await self._live_match(match, account, seat)
        stored = await self._rows.stay(match, seat)
        if stored is None and (stored := await self._rows.get(match, seat)).revision:
            raise ApiError(409, "being_sent", "Your draft is being sent. Go on with that, or discard what is left.")
        return await self._draft_json(live, seat, stored)

    async def may_go(self, most: int) -> Sequence[tuple[str, str]]:
        """The matches and seats with a draft that was sent ahead and whose turn may have come."""
        return await self._rows.may_go(most)

    async def go(self, match: str, seat: str) -> None:
        """Give what was sent ahead, if its turn has come: each order once, whichever process comes to it first."""
        draft = await self._rows.get(match, seat)
        if draft.ahead is None or not draft.commands:
            return
        live = await self._current.get(match)
        version = live.version
        if live.record.status != ACTIVE:
            await self._rows.put_off(match, seat)
        elif draft.sending is None and not self._is_its_turn(live, seat, draft):
            await self._rows.looked(match, seat, version)
        else:
            try:
                await self.send(match, draft.ahead_by, seat, draft.leg, draft.revision, ahead=True)
            except ApiError as error:
                if error.passes:
                    raise
                if error.code != CHANGED:
                    stopped: JsonObject = {"code": error.code, "section": error.section, "text": error.text}
                    await self._rows.put_off(
                        match, seat, {"played": [], "rest": len(draft.commands), "stopped": stopped}
                    )

    @staticmethod
    def _is_its_turn(live: LiveMatch, seat: str, draft: Stored) -> bool:
        """Whether the seat is asked what the first order answers; once some were given, whether it is asked at all."""
        if seat not in live.game.deciders(live.state):
            return False
        first = draft.commands[gone_by(live.game, live.state, seat, draft.commands)]
        return draft.begun or matter_of(live.ask_of(seat, first.command)) == matter_of(first.ask)

    async def _send_response(self, live: LiveMatch, seat: str, answer: JsonObject) -> JsonObject:
        live = await self._current.get(live.record.id)
        return {**answer, "draft": await self._draft_json(live, seat, await self._rows.get(live.record.id, seat))}

    # --- shapes ---------------------------------------------------------------------------------------------------

    async def _live_match(self, match: str, account: uuid.UUID | None, seat: str) -> LiveMatch:
        """The match as it is now, for the holder of a seat. ApiError 401, 403, 404."""
        live = await self._current.get(match)
        await self._following.viewer(live, account, seat, None)
        return live

    async def _draft_json(self, live: LiveMatch, seat: str, stored: Stored) -> JsonObject:
        scene: Scene = await self._trials.of(live, seat, stored.commands)
        kept: JsonObject = {
            "revision": stored.revision,
            "based_on": stored.based_on,
            "sending": stored.sending,
            "goes": stored.ahead is not None,
            "through": stored.through,
            "notice": stored.notice,
        }
        return {**scene_json(live, seat, scene), **kept}


def _below(live: LiveMatch, seat: str, one: Drafted) -> Refusal | None:
    """Why an attack of the draft is left out of the position in which it is judged; None if it is to be given."""
    if not one.least or not isinstance(live.game, DemandsOdds):
        return None
    return live.game.below(live.state, seat, one.command, one.least)


def _demands(live: LiveMatch, commands: Sequence[Drafted]) -> None:
    """ApiError 422 where odds are demanded that the game does not have."""
    wanted = {one.least for one in commands if one.least}
    known = live.game.odds(live.state) if isinstance(live.game, DemandsOdds) else ()
    if not wanted <= {*known}:
        raise ApiError(422, "no_odds", "No attack of this game can ask for these odds.")


def _why_stopped(error: ApiError, *, others_decide: bool) -> JsonObject:
    """Why a command was not given; what the draft itself would say where that says more."""
    if error.code == MOVED_ON:
        return {"code": error.code, "section": "", "text": WAITS if others_decide else ELSEWHERE}
    return {"code": error.code, "section": error.section, "text": error.text}


def _begin(held: Held | None, id_: str, revision: int) -> str | JsonObject:
    """The id of the send to go on with, or what was answered to this one before. ApiError when there is none."""
    if held is None:
        raise ApiError(422, "nothing_to_send", "Your draft is empty.")
    answer, stored = held.answer(id_), held.draft
    if answer is not None:
        return answer
    if stored.sending is not None:
        return stored.sending
    if stored.revision != revision:
        raise stale()
    if not stored.commands:
        raise ApiError(422, "nothing_to_send", "Your draft is empty.")
    held.begin(id_)
    return id_
