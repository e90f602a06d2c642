"""A match as a file. What it holds before the end is filtered like everything else."""

from __future__ import annotations

import uuid

from app.errors import what_if_only
from app.matches.facts import FINISHED
from app.matches.live_match.live_match import LiveMatch
from app.matches.play.current_matches import CurrentMatches
from app.matches.play.following import Following
from app.matches.reading.match_queries import MatchQueries
from app.matches.rows.repository import Matches
from app.opponents.identities import strength_of
from app.proof.exported import FORMAT, export_events
from app.proof.links import state_hash
from rules.kernel.messages import JsonObject

MAX_LINES = 2**31 - 1


class Exports:
    """Writes matches out for those who may know them."""

    def __init__(self, matches: Matches, current: CurrentMatches, following: Following, queries: MatchQueries) -> None:
        self._matches = matches
        self._current = current
        self._following = following
        self._queries = queries

    async def export(self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None) -> JsonObject:
        """The export that this caller may have. ApiError as for the state."""
        live = await self._current.get(match)
        viewer = await self._following.viewer(live, account, seat, key)
        if live.record.what_if is not None:
            raise what_if_only()
        over = live.record.status == FINISHED
        message, now = await self._queries.message(live, viewer)
        newest = None if live.link is None else live.link.hex()
        version, link = (live.version, newest) if over else (message.version, message.link)
        lines = await self._matches.chronicle.log(
            match, live.viewpoint(viewer), now, message.version + 1, -1, MAX_LINES
        )
        body = _body(live, version, link, over=over)
        body["log"] = [*lines]
        return {**body, **await self._whole(live)} if over else body

    async def whole(self, live: LiveMatch) -> JsonObject:
        """The export of a match that is over, without its log."""
        link = None if live.link is None else live.link.hex()
        return {**_body(live, live.version, link, over=True), **await self._whole(live)}

    async def for_archive(self, live: LiveMatch) -> JsonObject:
        """The export of a match that is over, without its log, commands and events: they are archived themselves."""
        link = None if live.link is None else live.link.hex()
        body = {**_body(live, live.version, link, over=True), **_opening_words(live)}
        body["opening"] = await self._matches.chronicle.opening(live.record.id)
        body["choices"] = await self._matches.commands.program_choices(live.record.id)
        return {name: value for name, value in body.items() if name not in ("log", "commands", "events", "lots")}

    async def _whole(self, live: LiveMatch) -> JsonObject:
        """What is told only when nothing is hidden any more."""
        orders = await self._matches.commands.orders(live.record.id)
        _, lots, _ = await self._matches.lots(live.record.id)
        runs = [run async for run in self._matches.chronicle.commands(live.record.id, 0)]
        return {
            **_opening_words(live),
            "opening": await self._matches.chronicle.opening(live.record.id),
            "choices": await self._matches.commands.program_choices(live.record.id),
            "commands": [export_events(run, orders[run[0].command_id]) for run in runs],
            "events": [{"seq": f.seq, "event": f.payload} for run in runs for f in run],
            "lots": [lot.json() for lot in lots],
        }


def _body(live: LiveMatch, version: int, link: str | None, *, over: bool) -> JsonObject:
    """What an export of a match begins with, and null for what is told only when it is over."""
    return {
        "format": FORMAT,
        "match": live.record.id,
        "game": live.record.game,
        "scenario": live.record.scenario,
        "options": live.record.options,
        "plan": live.game.plan(live.state),
        "rules": live.record.rules,
        "rules_version": live.game.version,
        "status": live.record.status,
        "version": version,
        "commitment": live.record.commitment,
        "seats": [
            {
                "seat": c.seat,
                "title": c.title,
                "seal": c.seal,
                "word": c.word if over else None,
                "sealed_as": c.sealed_as or c.seat,
                **({"ahead": True} if c.ahead else {}),
                **({"program": strength} if (strength := strength_of(c.account)) else {}),
            }
            for c in live.record.seats
        ],
        "voided": [v.json() if over else v.public_json() for v in live.record.voided],
        "sides": live.record.sides,
        "dice_stand": live.record.dice_stand,
        "clock": None if live.record.timing is None else live.record.timing.terms.json(),
        "outcome": live.record.outcome,
        "log": [],
        "link": link,
        "secret": None,
        "opening": None,
        "opening_link": None,
        "commands": None,
        "events": None,
        "state_hash": None,
        "lots": None,
        "choices": None,
    }


def _opening_words(live: LiveMatch) -> JsonObject:
    """What is told of a match that is over without looking anywhere."""
    return {
        "secret": None if live.record.secret is None else live.record.secret.hex(),
        "opening_link": None if live.record.link is None else live.record.link.hex(),
        "state_hash": state_hash(live.game.dump_state(live.state)),
    }
