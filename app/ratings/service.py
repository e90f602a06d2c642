"""The ladder, what someone plays, and what a match did to ratings."""

from __future__ import annotations

import asyncio
import hashlib
import time
import uuid
from collections.abc import Mapping
from typing import Any

from app.errors import ApiError
from app.matches.facts import FINISHED, PUBLIC, MatchRecord
from app.ratings.folding import PROVISIONAL_MATCHES, Place, Ratings, Skill, Tally, fold
from app.ratings.repository import UNRATED, Histories, History
from rules.kernel.game import Game
from rules.kernel.messages import Json, JsonObject

MAX_LEFT_OUT = 10_000
FRESH_SECONDS = 3.0
"""How long ratings are told as they were found, whoever asks."""
MIN_TIMES_COST = 50
"""And at least this many times what it took to find them."""
MAX_LISTED = 100
MAX_MATCHES = 20


def handle_of(account: uuid.UUID) -> str:
    """What a person is called in addresses: it tells nothing of the account's number."""
    return hashlib.sha256(b"greatwar player/" + account.bytes).hexdigest()[:16]


def sides_in(
    games: Mapping[str, Game[Any, Any]], game: str, scenario: str, options: Mapping[str, Any]
) -> dict[str, str]:
    """Seat to side; empty for what is no longer on offer."""
    found = games.get(game)
    if found is None or all(s.id != scenario for s in found.scenarios):
        return {}
    return {seat.id: seat.side for seat in found.seats(scenario, {**options})}


class RatingService:
    """Tells of ratings, as they follow from the matches that are over."""

    def __init__(self, histories: Histories, games: Mapping[str, Game[Any, Any]]) -> None:
        self._histories = histories
        self._games = games
        self._lock = asyncio.Lock()
        self._found: tuple[History, Ratings] | None = None
        self._until = 0.0
        self._left_out: set[str] = set()
        """Matches that were looked for afresh and are not rated: to ask again costs a look through all the others."""

    async def _now(self, *, fresh: bool = False) -> tuple[History, Ratings]:
        """All ratings. Found by one caller at a time, in a thread, and kept for some seconds."""
        async with self._lock:
            if self._found is None or fresh or time.monotonic() > self._until:
                began = time.monotonic()
                history = await self._histories.read()
                self._found = history, await asyncio.to_thread(fold, history.played)
                took = time.monotonic() - began
                self._until = time.monotonic() + max(FRESH_SECONDS, MIN_TIMES_COST * took)
            return self._found

    # --- the ladder ----------------------------------------------------------------------------------------------

    async def ladder(self, game: str, account: uuid.UUID | None) -> JsonObject:
        """The best of each side of a game. ApiError 404 when there is no such game."""
        found = self._games.get(game)
        if found is None:
            raise ApiError(404, "no_game", "There is no such game.")
        history, ratings = await self._now()
        titles = {seat.side: seat.title for seat in found.scenarios[0].seats}
        return {"game": game, "sides": [self._side(history, ratings, game, s, titles[s], account) for s in titles]}

    def _side(
        self, history: History, ratings: Ratings, game: str, side: str, title: str, account: uuid.UUID | None
    ) -> JsonObject:
        listed = [
            (place, skill)
            for place, skill in ratings.skills.items()
            if (place.game, place.side) == (game, side) and history.people[place.account].listed
        ]
        listed.sort(key=lambda each: (-each[1].shown, each[0].account))
        return {
            "side": side,
            "title": title,
            "players": [
                {
                    "player": handle_of(place.account),
                    "name": history.people[place.account].name,
                    "you": place.account == account,
                    **_row_of_player(skill, ratings.tallies[place]),
                }
                for place, skill in listed[:MAX_LISTED]
            ],
        }

    # --- a person ------------------------------------------------------------------------------------------------

    async def player(self, handle: str, account: uuid.UUID | None) -> JsonObject:
        """What someone plays, in public matches. ApiError 404 for someone who is not on the ladder."""
        history, ratings = await self._now()
        person = next((p for p in history.people.values() if handle_of(p.account) == handle and p.listed), None)
        if person is None:
            raise ApiError(404, "no_player", "There is no such player.")
        return {"player": handle, "name": person.name, **self._plays(history, ratings, person.account, account)}

    async def own(self, account: uuid.UUID, name: str) -> JsonObject:
        """What the caller plays; the address of the profile is null for a guest, whom nobody else finds."""
        history, ratings = await self._now()
        person = history.people.get(account)
        handle = handle_of(account) if person is not None and person.listed else None
        return {"player": handle, "name": name, **self._plays(history, ratings, account, account)}

    def _plays(self, history: History, ratings: Ratings, of: uuid.UUID, account: uuid.UUID | None) -> JsonObject:
        own = [(place, tally) for place, tally in ratings.tallies.items() if place.account == of]
        own.sort(key=lambda each: (-each[1].played, each[0].game, each[0].side))
        last = [p for p in reversed(history.played) if of in p.sides][:MAX_MATCHES]
        plays: list[Json] = [
            {"game": p.game, "side": p.side, "title": self._title(p), **_row_of_player(ratings.skills.get(p), tally)}
            for p, tally in own
        ]
        matches: list[Json] = [
            {
                "id": each.match,
                "game": each.game,
                "scenario": history.scenarios[each.match][0],
                "ended": history.scenarios[each.match][1],
                "side": each.sides[of],
                "result": "drawn" if each.winner is None else "won" if each.winner == each.sides[of] else "lost",
                "rated": not each.unrated,
            }
            for each in last
        ]
        return {"you": of == account, "plays": plays, "matches": matches}

    def _title(self, place: Place) -> str:
        game = self._games.get(place.game)
        titles = {} if game is None else {s.side: s.title for s in game.scenarios[0].seats}
        return titles.get(place.side, place.side)

    # --- a match -------------------------------------------------------------------------------------------------

    async def of_match(self, record: MatchRecord) -> JsonObject:
        """What a match did to the ratings of its players. ApiError 409 while it is in play, 422 if not rated."""
        if record.status != FINISHED:
            raise ApiError(409, "not_over", "The match is not over.")
        if record.hotseat:
            raise ApiError(422, "one_screen", "A match at one screen is not rated.")
        if record.listing != PUBLIC:
            raise ApiError(422, "private", "A private match is not rated.")
        _, ratings = await self._now()
        if self._is_missing(record.id, ratings) and record.id not in self._left_out:
            _, ratings = await self._now(fresh=True)
            if self._is_missing(record.id, ratings) and len(self._left_out) < MAX_LEFT_OUT:
                self._left_out.add(record.id)
        why = ratings.unrated.get(record.id)
        if why is not None or record.id not in ratings.changes:
            raise ApiError(422, why or "not_offered", UNRATED.get(why or "", "This game is no longer on offer."))
        changes = ratings.changes[record.id]
        mine = [
            (seat_record.seat, changes[seat_record.account])
            for seat_record in record.seats
            if seat_record.account and seat_record.account in changes
        ]
        seats: list[Json] = [
            {
                "seat": seat,
                "before": change.before.shown,
                "after": change.after.shown,
                "provisional": change.rated < PROVISIONAL_MATCHES,
            }
            for seat, change in mine
        ]
        return {"match": record.id, "seats": seats}

    @staticmethod
    def _is_missing(match: str, ratings: Ratings) -> bool:
        return match not in ratings.changes and match not in ratings.unrated


def _row_of_player(skill: Skill | None, tally: Tally) -> JsonObject:
    return {
        "rating": None if skill is None else skill.shown,
        "provisional": tally.rated < PROVISIONAL_MATCHES,
        "played": tally.played,
        "won": tally.won,
        "drawn": tally.drawn,
        "lost": tally.lost,
    }
