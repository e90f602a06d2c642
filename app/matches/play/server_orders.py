"""Orders that no player gives: what the host of the server decides, and what the server says of clocks and absences."""

from __future__ import annotations

import dataclasses
import datetime as dt
import uuid
from typing import cast

from app.clocks.orders import TIME_OUT
from app.errors import ApiError, moved_on, not_yours
from app.matches.agreements.hosting import BY_HOST, HOST_BACK
from app.matches.agreements.settlement import Back
from app.matches.agreements.standing_in import REPLACE
from app.matches.facts import Newcomer, ReceivedCommand
from app.matches.live_match import judging
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.receipts import fingerprint
from app.matches.live_match.ruling import Ruling
from app.matches.play.following import Following
from app.matches.play.live_matches import LiveMatches
from app.matches.play.order_handler import OrderHandler
from app.matches.play.rewinding import position_to_return_to
from app.matches.rows.repository import Matches
from app.opponents.identities import strength_of
from rules.kernel.messages import JsonObject, Refusal

BY_CLOCK, BY_PROGRAM = "clock/", "program/"
"""What the ids of orders begin with that the clock gives, or that are about programs; no client's id has that sign."""


class ServerOrders:
    """Orders of the host and of the server itself."""

    def __init__(
        self, matches: Matches, live_matches: LiveMatches, following: Following, handler: OrderHandler
    ) -> None:
        self._matches = matches
        self._live_matches = live_matches
        self._following = following
        self._handler = handler

    async def rule(self, match: str, command_id: str, body: JsonObject) -> None:
        """Carry out an order of whoever runs the server (agreements/hosting.py). ApiError when it cannot be."""
        order = ReceivedCommand(BY_HOST, command_id, "", body)
        back: Back | None = None
        past: JsonObject = {}

        async def learn(live: LiveMatch) -> None:
            nonlocal back, past
            if body["kind"] == HOST_BACK:
                back = await self._matches.chronicle.after_event(match, cast("int", body["to"]))
                past = {} if back is None else await position_to_return_to(self._matches.chronicle, live, back.to)

        def judge(live: LiveMatch, now: dt.datetime) -> Ruling | Refusal | ApiError:
            return judging.judge_agreement(live, order, now, live.seating(None), back, lambda: past)

        live = await self._live_matches.get(match)
        await self._handler.handle(live, None, order, fingerprint(body), judge, learn)

    async def expire(self, match: str) -> None:
        """Say whose time is up, if anyone's is. Several processes may try: the match moves on from a version once."""
        live = await self._live_matches.get(match)
        # Another process may have moved the match, and then nobody here knows whose clock runs.
        await self._following.on_match_changed(match, None)
        while (timed_out := live.timed_out(dt.datetime.now(dt.UTC))) is not None:
            seat, number = timed_out
            order = ReceivedCommand(seat, f"{BY_CLOCK}{number}", "", {"kind": TIME_OUT})

            def judge(
                live: LiveMatch,
                now: dt.datetime,
                order: ReceivedCommand = order,
                timed_out: tuple[str, int] = timed_out,
            ) -> Ruling | Refusal | ApiError:
                return judging.judge_by_server(live, order, now) if live.timed_out(now) == timed_out else moved_on()

            try:
                await self._handler.handle(live, None, order, fingerprint(order.body), judge)
            except ApiError:
                if live.timed_out(dt.datetime.now(dt.UTC)) == timed_out:
                    raise
                # Another process said it, or the seat has answered.

    async def replace_program(self, match: str, seat: str, account: uuid.UUID, weaker: Newcomer) -> None:
        """Have a weaker program play on where the rules refused three orders of one. ApiError 403 if it has gone."""
        live = await self._live_matches.get(match)
        body: JsonObject = {"kind": REPLACE, "program": weaker.program, "was": strength_of(account)}
        order = ReceivedCommand(seat, f"{BY_PROGRAM}{live.version}", "", body)

        def judge(live: LiveMatch, now: dt.datetime) -> Ruling | Refusal | ApiError:
            if all((c.seat, c.player) != (seat, account) for c in live.record.seats):
                return not_yours()
            ruling = judging.judge_agreement(live, order, now, live.seating(None), None, dict)
            return dataclasses.replace(ruling, newcomer=weaker) if isinstance(ruling, Ruling) else ruling

        await self._handler.handle(live, None, order, fingerprint(body), judge)

    async def announce(self, match: str, seat: str, account: uuid.UUID, id_: str, body: JsonObject) -> None:
        """Say in a match what the server knows of the player of a seat, once; nothing if someone else sits there now.

        ``id_`` has a sign that no client's may have. ApiError where it could not be said yet, so that it is said later.
        """
        order = ReceivedCommand(seat, id_, "", body)

        def judge(live: LiveMatch, now: dt.datetime) -> Ruling | Refusal | ApiError:
            if all((c.seat, c.account) != (seat, account) for c in live.record.seats):
                return not_yours()
            return judging.judge_by_server(live, order, now)

        try:
            live = await self._live_matches.get(match, moving=True)
            await self._handler.handle(live, None, order, fingerprint(body), judge)
        except ApiError as error:
            # A match that is over, or another's seat, need not hear of it.
            if error.passes or error.code == moved_on().code:
                raise
