"""Who may ask for a hint, and what comes of it (decisions/0068)."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from app.errors import ApiError, moved_on, no_session
from app.hints.repository import AskedHint, HintRows
from app.hints.schemas import HintIn
from app.leases.lease import Leases
from app.matches.access.rights import why_no_move
from app.matches.agreements.settlement import HINT
from app.matches.facts import ACTIVE, FINISHED, MatchRecord
from app.matches.live_match.live_match import LiveMatch
from app.matches.play.current_matches import CurrentMatches
from app.matches.play.following import Following
from app.matches.play.settlements import Settlements
from app.opponents.identities import PROGRAMS, strength_of, strengths
from rules.kernel.messages import JsonObject

BY_HINT = "hint/"
"""What the ids of orders begin with by which a table is told of hints; no client's id has that sign."""
NO_HINTS = "This match is played without hints: that was chosen when it was made."
NO_HINTS_ON_A_COPY = "No hints here: at the table that this came from there are none, or everyone is told who asks."
LATE: JsonObject = {"error": {"code": "hint_failed", "text": "No program has answered in time. Ask again."}}
"""What has come of a hint for which nobody waits any more."""


class Hints:
    """Questions of players to programs: asked here, and answered where programs play."""

    def __init__(
        self,
        rows: HintRows,
        leases: Leases,
        current: CurrentMatches,
        following: Following,
        settlements: Settlements,
    ) -> None:
        self._rows = rows
        self._leases = leases
        self._current = current
        self._following = following
        self._settlements = settlements

    async def ask(self, match: str, account: uuid.UUID | None, body: HintIn) -> JsonObject:
        """Ask for a hint. At a table with other people all are told that someone did.

        ApiError 401, 403, 404; 409 where hints are not allowed, nobody is asked, the match is over, no program plays
        the seat, the account waits for another hint already, or someone else has used the id; 503 while no program
        is running.
        """
        live = await self._current.get(match)
        seat = await self._following.viewer(live, account, body.seat, None)
        if account is None:
            raise no_session()
        if (earlier := await self._rows.one(match, body.id, account)) is not None:
            return await self._hint_shown(live, earlier)
        if refusal := why_not_asked(live, account, seat, body.ask):
            raise refusal
        asked = AskedHint(match, body.id, seat, account, body.ask, live.number(seat), None)
        if (earlier := await self._rows.same(asked)) is not None:
            return await self._hint_shown(live, earlier)
        if not await self._leases.is_held(PROGRAMS):
            text = "No program is running on this server just now. Try again later."
            raise ApiError(503, "programs_away", text)
        # Before the table is told: nobody asked a program where nothing comes of it.
        waits, taken = await self._rows.in_the_way(asked)
        if waits:
            raise _waits()
        if taken:
            raise ApiError(409, "id_used", "Another hint was asked for with this id.")
        if _is_with_people(live.record, account):
            # Not the caller's id: once the hint is forgotten, the same id would ask again without a word to the others.
            said = f"{BY_HINT}{seat}/{asked.number}"
            await self._settlements.settle(match, account, seat, said, {"kind": HINT})
            live = await self._current.get(match)
        asked = AskedHint(match, body.id, seat, account, body.ask, live.number(seat), None)
        if not await self._rows.add(asked):
            raise _waits()
        return await self._hint_shown(live, asked)

    async def read(self, match: str, account: uuid.UUID | None, id_: str) -> JsonObject:
        """What has come of a hint that the caller asked for. ApiError 401, 404."""
        if account is None:
            raise no_session()
        live = await self._current.get(match)
        asked = await self._rows.one(match, id_, account)
        if asked is None:
            raise ApiError(404, "no_hint", "You have not asked for that hint.")
        return await self._hint_shown(live, asked)

    async def _hint_shown(self, live: LiveMatch, asked: AskedHint) -> JsonObject:
        answer: Mapping[str, Any] = LATE if asked.late else asked.answer or {}
        waits = asked.answer is None and not asked.late
        error = answer.get("error")
        return {
            "id": asked.id,
            "ask": asked.ask,
            "status": "waiting" if waits else "failed" if error else "given",
            "before": await self._rows.place(asked.match, asked.id) if waits else 0,
            "strength": strength_for(live, asked.seat) or "",
            "courses": answer.get("courses", []),
            "error": {"section": "", **error} if error else None,
        }


def _waits() -> ApiError:
    return ApiError(409, "hint_waiting", "You are waiting for a hint already.")


def strength_for(live: LiveMatch, seat: str) -> str | None:
    """The strongest program that can play a seat; None where none can."""
    own = next(s for s in live.seats if s.id == seat)
    found = strengths(live.game, own)
    return found[-1] if found else None


def why_not_asked(live: LiveMatch, account: uuid.UUID, seat: str, ask: str) -> ApiError | None:
    """Why no program may be asked for a seat now, if there is a reason."""
    if live.record.status != ACTIVE:
        over = live.record.status == FINISHED
        return ApiError(
            409, *(("finished", "The match is over.") if over else ("not_begun", "The match has not begun."))
        )
    if not live.record.hints:
        return ApiError(409, "no_hints", NO_HINTS if live.record.what_if is None else NO_HINTS_ON_A_COPY)
    if refusal := why_no_move(live.record, account, seat):
        return refusal
    question = live.legal(seat)
    if question is None or not question["yours"]:
        return ApiError(409, "not_your_turn", "Nothing is asked of you now.")
    if not asks(question, ask):
        return moved_on()
    if strength_for(live, seat) is None:
        return ApiError(409, "no_program", "No program plays this side yet.")
    return None


def asks(question: Mapping[str, Any], ask: str) -> bool:
    """Whether a question, or one of its lanes, is the one that was in hand."""
    return ask in (question["ask"], *(lane["ask"] for lane in question.get("lanes", ())))


def _is_with_people(record: MatchRecord, account: uuid.UUID) -> bool:
    """Whether other people sit at the table, or may come to."""
    others = (c.account for c in record.seats if c.account != account)
    return any(strength_of(other) is None for other in others)
