"""Beginning what-ifs: from a moment as a seat was shown it, and from nothing else of the match while it is in play."""

from __future__ import annotations

import dataclasses
import datetime as dt
import random
import secrets
import uuid
from typing import Any

from app.database import Database
from app.errors import ApiError, no_match, no_session, what_if_only
from app.lobby.new_matches import Sitting, new_record
from app.lobby.rows import Rows
from app.matches.facts import ACTIVE, FINISHED, INVITATION, WHAT_IF_LIFE, MatchRecord, WhatIf
from app.matches.live_match.live_match import LiveMatch
from app.matches.play.current_matches import CurrentMatches
from app.matches.play.following import Following
from app.matches.reading.match_queries import MatchQueries
from app.matches.rows.repository import Matches
from app.matches.telling.past import Scene
from app.news import WATCH, watched_from
from app.opponents.identities import strength_of
from app.proof import links
from app.what_ifs.repository import TooMany, WhatIfRows
from app.what_ifs.schemas import WhatIfIn
from app.wire import MAX_SEQ, decode_object, encode
from rules.kernel import dice
from rules.kernel.game import SPECTATOR, Scenario
from rules.kernel.imagining import imagining
from rules.kernel.messages import JsonObject

MAX_WHAT_IFS = 3
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
        viewer = await self._following.viewer(live, account, body.seat, body.key)
        if account is None:
            raise no_session()
        if earlier := await self._rows.find(account, body.id):
            return earlier
        if live.record.what_if is not None:
            raise what_if_only()
        if len(await self._rows.begun_by(account)) >= MAX_WHAT_IFS:
            raise _too_many()
        number = MAX_SEQ if body.number is None else body.number
        seat = _seat_of(live, viewer)
        if live.record.status == FINISHED:
            number, position = await self._queries.laid_open(match, account, body.seat, body.key, number)
            start = _as_it_was(live, seat, number, position)
        else:
            if imagining(live.game) is None:
                raise _no_what_if()
            if viewer == SPECTATOR:
                raise ApiError(409, "no_side", "While a match is in play, only what a side is shown can be tried out.")
            number, scene = await self._queries.recalled(match, account, body.seat, body.key, number)
            start = _imagine(live, seat, number, scene)
        record, opening = _make_match(live, Sitting(account, name), start)
        try:
            return await self._rows.add(account, record, live.game.version, opening, body.id, MAX_WHAT_IFS)
        except TooMany as error:
            raise _too_many() from error

    async def let_in(self, match: str, account: uuid.UUID | None) -> MatchRecord:
        """Let those who saw the same into a what-if: its owner's allies, and everyone at the table once the other
        match is over. Gives its record. ApiError 401, 404 for what the account did not begin, 409 where nobody is."""
        if account is None:
            raise no_session()
        if match not in await self._rows.begun_by(account):
            raise no_match()
        made = (await self._matches.records.find_all([match]))[0]
        what_if = made.what_if
        of = None if what_if is None else await self._matches.records.find(what_if.of)
        if what_if is None or of is None or not any(c.account == account for c in of.seats):
            raise ApiError(409, "not_seated", "You no longer have a seat in the match that this came from.")
        others = self._others(of, what_if.seat, account)
        if not others:
            raise ApiError(409, "nobody_to_let_in", "Nobody else at that table may see what you see.")
        await self._rows.let_in(match, others)
        return (await self._matches.records.find_all([match]))[0]

    def _others(self, of: MatchRecord, seat: str, account: uuid.UUID) -> list[uuid.UUID]:
        """The other people of a match who see there what a seat sees, from which an account began a what-if."""
        looks = {s.id: s.viewpoint for s in self._lobby.seats(of)}
        over = of.status == FINISHED
        seeing = (c.account for c in of.seats if over or looks[c.seat] == looks[seat])
        people = (one for one in seeing if one is not None and one != account and strength_of(one) is None)
        return [*dict.fromkeys(people)]

    async def mine(self, account: uuid.UUID | None) -> JsonObject:
        """What an account tries out, or was let into. ApiError 401 without a session."""
        if account is None:
            raise no_session()
        records = await self._matches.records.find_all(await self._rows.mine(account))
        found = [
            {"id": r.id, "game": r.game, **told} for r in records if (told := self._lobby.what_if_json(r, account))
        ]
        return {"what_ifs": [*found], "most": MAX_WHAT_IFS}

    async def end(self, match: str, account: uuid.UUID | None) -> None:
        """Throw one away. ApiError 401, or 404 for what the account does not try out."""
        if account is None:
            raise no_session()
        if not await self._rows.remove(account, match):
            raise no_match()


def _too_many() -> ApiError:
    text = f"You try out {MAX_WHAT_IFS} positions already. Close one of them first."
    return ApiError(409, "too_many_what_ifs", text)


def _seat_of(live: LiveMatch, viewer: str) -> str:
    """The seat from which someone looks; for one who watches a side by its key the first of those that see the same,
    and for a spectator the first of all."""
    if viewer == SPECTATOR:
        return live.seats[0].id
    if not viewer.startswith(WATCH):
        return viewer
    return next(s.id for s in live.seats if s.viewpoint == watched_from(viewer))


def _no_what_if() -> ApiError:
    return ApiError(409, "no_what_if", "While a match of this game is in play, its positions cannot be tried out.")


@dataclasses.dataclass(frozen=True, slots=True)
class _Start:
    """With what a what-if begins: the position, of which scenario it is, and what it came of."""

    position: Any
    scenario: Scenario
    what_if: WhatIf


def _imagine(live: LiveMatch, seat: str, number: int, scene: Scene) -> _Start:
    """A moment as a seat was shown it, the rest dealt."""
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
    position = imagine.imagine(view, random.SystemRandom())
    what_if = WhatIf(
        of=live.record.id,
        seat=seat,
        number=number,
        turn=scene.turn,
        title=scene.title,
        dealt=imagine.dealt(view, position),
        until=dt.datetime.now(dt.UTC) + WHAT_IF_LIFE,
    )
    return _Start(position, _scenario_below(live), what_if)


def _as_it_was(live: LiveMatch, seat: str, number: int, position: Any) -> _Start:
    """A moment of a match that is over: its export has told everything, so nothing is dealt, and sides stay shared."""
    glance = live.game.glance(position)
    what_if = WhatIf(
        of=live.record.id,
        seat=seat,
        number=number,
        turn=glance.turn,
        title=glance.title,
        dealt=(),
        until=dt.datetime.now(dt.UTC) + WHAT_IF_LIFE,
        whole=True,
    )
    own = next(s for s in live.game.scenarios if s.id == live.record.scenario)
    return _Start(position, own, what_if)


def _make_match(live: LiveMatch, owner: Sitting, start: _Start) -> tuple[MatchRecord, JsonObject]:
    """The match in which a moment is tried out, in play at once, and its opening position."""
    options = live.record.options
    sitting = dict.fromkeys((s.id for s in live.game.seats(start.scenario.id, options)), owner)
    made = new_record(live.game, start.scenario, options, start.position, sitting, hotseat=True)
    opening = live.game.dump_state(start.position)
    made = dataclasses.replace(made, listing=INVITATION, what_if=start.what_if, hints=_allows_hints(live.record))
    return _begin(made, opening), opening


def _allows_hints(of: MatchRecord) -> bool:
    """Whether a program may be asked about a copy of a match: not where nobody may ask it, nor while several people
    play. They are told of each hint at their table, and the copy puts the same question without a word to them."""
    people = {player for c in of.seats for player in (c.account, c.player) if strength_of(player) is None}
    return of.hints and (of.status == FINISHED or len(people) == 1)


def _scenario_below(live: LiveMatch) -> Scenario:
    """The scenario in which nobody shares a side: whoever tries something out plays all of them."""
    scenarios = {s.id: s for s in live.game.scenarios}
    own = scenarios[live.record.scenario]
    return scenarios[own.shares] if own.shares else own


def _begin(record: MatchRecord, opening: JsonObject) -> MatchRecord:
    """The match with dice of its own. Nobody seals a word: there is nobody to whom they prove anything."""
    secret = secrets.token_bytes(dice.SECRET_BYTES)
    words = {c.seat: secrets.token_hex(dice.WORD_BYTES) for c in record.seats}
    seats = tuple(
        dataclasses.replace(c, word=words[c.seat], seal=dice.seal(record.id, c.seat, words[c.seat]))
        for c in record.seats
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
        seats=[(c.seat, c.seal, c.word) for c in seats],
        opening=opening,
    )
    return dataclasses.replace(record, status=ACTIVE, secret=secret, commitment=commitment, seats=seats, link=link)
