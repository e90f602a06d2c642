"""Beginning what-ifs: from a moment as a seat was shown it, and from nothing else of the match."""

from __future__ import annotations

import dataclasses
import datetime as dt
import random
import secrets
import uuid

from app.database import Database
from app.errors import ApiError, no_match, no_session, what_if_only
from app.lobby.new_matches import Sitting, new_record
from app.lobby.rows import Rows
from app.matches.facts import ACTIVE, INVITATION, WHAT_IF_LIFE, MatchRecord, WhatIf
from app.matches.live_match.live_match import LiveMatch
from app.matches.play.current_matches import CurrentMatches
from app.matches.play.following import Following
from app.matches.reading.match_queries import MatchQueries
from app.matches.rows.repository import Matches
from app.matches.telling.past import Scene
from app.proof import links
from app.what_ifs.repository import TooMany, WhatIfRows
from app.what_ifs.schemas import WhatIfIn
from app.wire import MAX_SEQ, decode_object, encode
from rules.kernel import dice
from rules.kernel.game import Scenario
from rules.kernel.imagining import imagining
from rules.kernel.messages import JsonObject

MOST = 3
"""What one account may try out at the same time."""


class WhatIfs:
    """Things that people try out."""

    def __init__(
        self,
        database: Database,
        matches: Matches,
        current: CurrentMatches,
        following: Following,
        queries: MatchQueries,
        lobby: Rows,
    ) -> None:
        self._rows = WhatIfRows(database)
        self._matches = matches
        self._current = current
        self._following = following
        self._queries = queries
        self._lobby = lobby

    async def begin(self, match: str, account: uuid.UUID | None, name: str, body: WhatIfIn) -> str:
        """Begin one; gives the id of its match, in which the account has all seats. ApiError as for the history,
        409 where nothing can be tried out and for one too many."""
        live = await self._current.get(match)
        await self._following.viewer(live, account, body.seat, None)
        if account is None:
            raise no_session()
        if earlier := await self._rows.find(account, body.id):
            return earlier
        if live.record.what_if is not None:
            raise what_if_only()
        if len(await self._rows.mine(account)) >= MOST:
            raise _too_many()
        number = MAX_SEQ if body.number is None else body.number
        if imagining(live.game) is None:
            raise _no_what_if()
        number, scene = await self._queries.recalled(match, account, body.seat, None, number)
        record, state = _imagined(live, account, name, body.seat, number, scene)
        try:
            return await self._rows.add(account, record, live.game.version, state, body.id, MOST)
        except TooMany as error:
            raise _too_many() from error

    async def mine(self, account: uuid.UUID | None) -> JsonObject:
        """What an account tries out. ApiError 401 without a session."""
        if account is None:
            raise no_session()
        records = await self._matches.records(await self._rows.mine(account))
        found = [{"id": r.id, "game": r.game, **told} for r in records if (told := self._lobby.what_if_json(r))]
        return {"what_ifs": [*found], "most": MOST}

    async def end(self, match: str, account: uuid.UUID | None) -> None:
        """Throw one away. ApiError 401, or 404 for what the account does not try out."""
        if account is None:
            raise no_session()
        if not await self._rows.remove(account, match):
            raise no_match()


def _too_many() -> ApiError:
    text = f"You try out {MOST} positions already. Close one of them first."
    return ApiError(409, "too_many_what_ifs", text)


def _no_what_if() -> ApiError:
    return ApiError(409, "no_what_if", "Positions of this game cannot be tried out.")


def _imagined(
    live: LiveMatch, account: uuid.UUID, name: str, seat: str, number: int, scene: Scene
) -> tuple[MatchRecord, JsonObject]:
    """The match in which a moment is tried out, in play at once, and its opening position."""
    imagine = imagining(live.game)
    if imagine is None:
        raise _no_what_if()
    # As it would be sent: nothing but what is told can come along.
    view = decode_object(encode(scene.view))
    if view.get("outcome") is not None:
        raise ApiError(409, "moment_over", "The match was over at that moment. Choose an earlier one.")
    if view["noted"] is None:
        text = "While units are set up, nothing can be tried out in this game. Choose a later moment."
        raise ApiError(409, "not_set_up", text)
    state = imagine.imagined(view, random.SystemRandom())
    scenario = _unshared(live)
    seats = live.game.seats(scenario.id, live.record.options)
    sitting = dict.fromkeys((s.id for s in seats), Sitting(account, name))
    made = new_record(live.game, scenario, live.record.options, state, sitting, hotseat=True)
    what_if = WhatIf(
        of=live.record.id,
        seat=seat,
        number=number,
        turn=scene.turn,
        title=scene.title,
        dealt=imagine.dealt(view, state),
        until=dt.datetime.now(dt.UTC) + WHAT_IF_LIFE,
    )
    opening = live.game.dump_state(state)
    return _begun(dataclasses.replace(made, listing=INVITATION, what_if=what_if), opening), opening


def _unshared(live: LiveMatch) -> Scenario:
    """The scenario in which nobody shares a side: whoever tries something out plays all of them."""
    scenarios = {s.id: s for s in live.game.scenarios}
    own = scenarios[live.record.scenario]
    return scenarios[own.shares] if own.shares else own


def _begun(record: MatchRecord, opening: JsonObject) -> MatchRecord:
    """The match with dice of its own. Nobody seals a word: there is nobody to whom they prove anything."""
    secret = secrets.token_bytes(dice.SECRET_BYTES)
    words = {c.seat: secrets.token_hex(dice.WORD_BYTES) for c in record.chairs}
    chairs = tuple(
        dataclasses.replace(c, word=words[c.seat], seal=dice.seal(record.id, c.seat, words[c.seat]))
        for c in record.chairs
    )
    commitment = dice.commitment(secret)
    link = links.first(
        links.key(secret, record.id),
        match=record.id,
        game=record.game,
        scenario=record.scenario,
        options=record.options,
        rules=record.rules,
        commitment=commitment,
        seats=[(c.seat, c.seal, c.word) for c in chairs],
        opening=opening,
    )
    return dataclasses.replace(record, status=ACTIVE, secret=secret, commitment=commitment, chairs=chairs, link=link)
