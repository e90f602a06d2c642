"""Who may know what programs thought, and what is in the way (decisions/0081). Never while a match is played."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable

from app.errors import ApiError, no_session, what_if_only
from app.leases.lease import Leases
from app.matches.facts import FINISHED, MatchRecord
from app.matches.play.current_matches import CurrentMatches
from app.matches.rows.repository import Matches
from app.opponents.identities import PROGRAMS
from app.proof.version import programs_version, rules_version
from app.thoughts.repository import AskedThoughts, ThoughtsRows
from rules.kernel.messages import JsonObject

Visible = Callable[[str, uuid.UUID | None, str | None, str | None], Awaitable[MatchRecord]]
"""``visible(match, account, invite, key)``: the match, if the caller may know of it."""


class ThoughtsService:
    """Asked here, and worked out where programs play."""

    def __init__(
        self, rows: ThoughtsRows, leases: Leases, matches: Matches, current: CurrentMatches, visible: Visible
    ) -> None:
        self._rows = rows
        self._leases = leases
        self._matches = matches
        self._current = current
        self._visible = visible

    async def of(self, match: str, account: uuid.UUID | None, key: str | None) -> JsonObject:
        """How far they are known. ApiError 401, 403 or 404 as for the match, 409 while it is in play."""
        await self._seen(match, account, key)
        asked = await self._rows.one(match)
        if asked is not None:
            return _answer_of(asked)
        refusal = await self._not_to_be_found(match)
        error: JsonObject | None = None if refusal is None else _error(refusal.code, refusal.text)
        return {"status": "none", "before": 0, "turns": [], "error": error}

    async def ask(self, match: str, account: uuid.UUID | None, key: str | None) -> JsonObject:
        """Have them worked out. ApiError as ``of``, 401 for a stranger, 409 where nothing can be found, 503 while no
        program is running."""
        await self._seen(match, account, key)
        if account is None:
            raise no_session()
        if (asked := await self._rows.one(match)) is not None:
            return _answer_of(asked)
        if refusal := await self._not_to_be_found(match):
            raise refusal
        if not await self._leases.is_held(PROGRAMS):
            text = "No program is running on this server just now. Try again later."
            raise ApiError(503, "programs_away", text)
        await self._rows.add(match)
        return await self.of(match, account, key)

    async def turn(self, match: str, account: uuid.UUID | None, key: str | None, turn: int) -> JsonObject:
        """Those of a turn. ApiError as ``of``, 404 for a turn that is not there."""
        await self._seen(match, account, key)
        phases = await self._rows.turn(match, turn)
        if phases is None:
            raise ApiError(404, "no_thoughts", "There is no record of what programs considered in that turn.")
        return {"turn": turn, "phases": phases}

    async def _seen(self, match: str, account: uuid.UUID | None, key: str | None) -> None:
        record = await self._visible(match, account, None, key)
        if record.what_if is not None:
            raise what_if_only()
        if record.status != FINISHED:
            raise ApiError(409, "not_over", "The match is not over.")

    async def _not_to_be_found(self, match: str) -> ApiError | None:
        """Why the choices of a match's programs cannot be played again, if there is a reason."""
        versions = await self._matches.commands.program_versions(match)
        if not versions:
            return ApiError(409, "no_program", "No program gave an order in this match.")
        live = await self._current.get(match)
        if live.record.rules != rules_version(live.game) or programs_version(live.game) not in versions:
            text = "The match was played by an earlier version of the program, so its choices cannot be played again."
            return ApiError(409, "earlier_version", text)
        return None


def _answer_of(asked: AskedThoughts) -> JsonObject:
    return {
        "status": "ended" if asked.ended else "waiting",
        "before": 0 if asked.ended or asked.turns else asked.before,
        "turns": [*asked.turns],
        "error": None if asked.error is None else {"section": "", **asked.error},
    }


def _error(code: str, text: str) -> JsonObject:
    return {"code": code, "section": "", "text": text}
