"""How matches move: every order is judged here, stored, and only then told to anyone."""

from __future__ import annotations

import dataclasses
import datetime as dt
import secrets
import uuid
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, cast

import structlog

from app.clocks.orders import TIME_OUT
from app.errors import ApiError, moved_on, not_yours, refused
from app.matches import judging
from app.matches.answering import Answering
from app.matches.facts import Newcomer, Order
from app.matches.following import Following
from app.matches.handing import LEAVE, SILENT_DAYS, TAKE
from app.matches.hosting import BY_HOST, HOST_BACK
from app.matches.house import BACK, PROPOSE, REWOUND, Back, about, back_of, opens
from app.matches.quota import Quota
from app.matches.receipts import UNDO, Receipt, fingerprint
from app.matches.repository import Matches
from app.matches.rights import is_asked, not_standing_in, not_to_move, viewer_of
from app.matches.ruling import Ruling
from app.matches.standing_in import AGREE, AWAY, BEGIN, DISMISS, LATE, SILENT, is_players_own
from app.matches.storing import Judge, Storing
from app.matches.table import Table
from app.matches.tables import Tables
from app.metrics import COMMANDS, CONFLICTS
from rules.kernel.messages import JsonObject, Refusal

log = structlog.get_logger(__name__)

BY_CLOCK = "clock/"
"""What the ids of orders begin with that the clock gives; no client's id has such a sign."""
ATTEMPTS = 8
"""How often a command is judged again when another process has moved the match in the meantime."""


class Play:
    """Moves matches."""

    def __init__(
        self,
        matches: Matches,
        tables: Tables,
        following: Following,
        storing: Storing,
        answering: Answering,
        quota: Quota,
    ) -> None:
        self._matches = matches
        self._tables = tables
        self._following = following
        self._storing = storing
        self._answering = answering
        self._quota = quota

    async def command(
        self, match: str, account: uuid.UUID | None, seat: str, command_id: str, ask: str, command: Mapping[str, Any]
    ) -> bytes:
        """Play a command; gives the answer's body. ApiError when it is not taken, and then nothing is changed."""

        def judge(table: Table, now: dt.datetime) -> Ruling | Refusal | ApiError:
            wrong = not_to_move(table.record, account, seat)
            return wrong or (judging.judge(table, order, now) if table.ask(seat) == ask else moved_on())

        order = Order(seat, command_id, ask, dict(command))
        return await self._move(match, account, order, fingerprint(command), judge)

    async def undo(self, match: str, account: uuid.UUID | None, seat: str, command_id: str) -> bytes:
        """Take back the seat's last command; gives the answer's body. ApiError when it cannot be."""
        order = Order(seat, command_id, "", {})

        async def learn(table: Table) -> None:
            if unknown := table.unknown_orders(seat):
                table.steps.learn(await self._matches.sent(match, unknown))

        def judge(table: Table, now: dt.datetime) -> Ruling | Refusal | ApiError:
            return not_to_move(table.record, account, seat) or judging.take_back(table, order, now)

        return await self._move(match, account, order, UNDO, judge, learn)

    async def settle(
        self, match: str, account: uuid.UUID | None, seat: str, command_id: str, body: JsonObject
    ) -> bytes:
        """Give an order of the house (app/matches/house.py); gives the answer's body. ApiError when it is not taken."""
        order = Order(seat, command_id, "", body)
        back: Back | None = None
        past: JsonObject = {}
        silent: Collection[str] = ()

        async def learn(table: Table) -> None:
            nonlocal back, past, silent
            silent = {*await self._silent(table, opens(table.house, body)), *table.out}
            if body["kind"] == PROPOSE and body.get("what") == BACK:
                line = cast("int", body["line"])
                back = await self._matches.chronicle.before_line(match, table.viewpoint(seat), line)
            meant = back_of(table.house, body, back)
            if meant is not None:
                past = await self._past(table, meant.to)

        def judge(table: Table, now: dt.datetime) -> Ruling | Refusal | ApiError:
            owns = any((c.seat, c.account) == (seat, account) for c in table.record.chairs)
            if not owns and is_players_own(body, about(table.house, body)):
                return ApiError(403, "not_for_a_stand_in", "Only the player of this seat can decide that.")
            return judging.judge_house(table, order, now, table.company(account, silent), back, lambda: past)

        return await self._move(match, account, order, fingerprint(body), judge, learn)

    async def take_over(self, match: str, newcomer: Newcomer, seat: str, command_id: str) -> int:
        """Sit somebody down on an open seat; gives the number of the last thing that was told before.

        ApiError when it is not open, or when it may not be theirs.

        Call it for somebody who may know of the match (``Hall.may_take``).
        """
        order = Order(seat, command_id, "", {"kind": TAKE})
        refusal: ApiError | None = None

        async def learn(table: Table) -> None:
            nonlocal refusal
            refusal = await self._not_theirs(table, newcomer.account, seat)

        def judge(table: Table, now: dt.datetime) -> Ruling | Refusal | ApiError:
            ruling = refusal or judging.judge_house(table, order, now, table.company(None), None, dict)
            if isinstance(ruling, Refusal):
                return ApiError(409, ruling.code, ruling.text)
            return dataclasses.replace(ruling, newcomer=newcomer) if isinstance(ruling, Ruling) else ruling

        table = await self._tables.get(match)
        if table.viewpoint(seat) not in table.viewpoints or seat not in {c.seat for c in table.record.chairs}:
            raise ApiError(404, "no_seat", "The match has no such seat.")
        await self._carry_out(table, newcomer.account, order, fingerprint(order.body), judge, learn)
        return table.number(seat)

    # --- standing in for somebody ----------------------------------------------------------------------------------

    async def agree_to_stand_in(self, match: str, newcomer: Newcomer, seat: str, command_id: str, key: str) -> None:
        """Somebody whom a seat's player has asked by ``key`` agrees to stand in. ApiError when it may not be."""
        order = Order(seat, command_id, "", {"kind": AGREE})
        refusal: ApiError | None = None

        async def learn(table: Table) -> None:
            nonlocal refusal
            # The key is no fact: it may be newer than what is known of the match here.
            await self._following.refresh_record(table)
            refusal = await self._not_theirs(table, newcomer.account, seat)

        def judge(table: Table, now: dt.datetime) -> Ruling | Refusal | ApiError:
            if refusal is not None:
                return refusal
            if not is_asked(table.record, seat, key):
                return ApiError(403, "not_asked", "This link is no longer valid. Ask for a new one.")
            ruling = judging.judge_house(table, order, now, table.company(None), None, dict)
            return dataclasses.replace(ruling, newcomer=newcomer) if isinstance(ruling, Ruling) else ruling

        await self._carry_out(
            await self._at(match, seat), newcomer.account, order, fingerprint(order.body), judge, learn
        )

    async def stand_in(self, match: str, account: uuid.UUID, seat: str, command_id: str) -> None:
        """A stand-in plays from now on, because the seat's player is absent. ApiError when it may not be."""
        silent: Collection[str] = ()

        async def learn(table: Table) -> None:
            nonlocal silent
            await self._following.refresh_record(table)
            silent = await self._silent(table, seat)

        def judge(table: Table, now: dt.datetime) -> Ruling | Refusal | ApiError:
            why = AWAY if table.is_away(seat, now) else LATE if seat in table.out else SILENT
            order = Order(seat, command_id, "", {"kind": BEGIN, "why": why})
            company = table.company(None, silent)
            return not_standing_in(table.record, account, seat) or judging.judge_house(
                table, order, now, company, None, dict
            )

        order = Order(seat, command_id, "", {"kind": BEGIN})
        await self._carry_out(await self._at(match, seat), account, order, fingerprint(order.body), judge, learn)

    async def step_down(self, match: str, account: uuid.UUID, seat: str, command_id: str) -> None:
        """A stand-in does so no longer. ApiError when it may not be."""
        order = Order(seat, command_id, "", {"kind": DISMISS})

        def judge(table: Table, now: dt.datetime) -> Ruling | Refusal | ApiError:
            wrong = not_standing_in(table.record, account, seat)
            return wrong or judging.judge_house(table, order, now, table.company(None), None, dict)

        await self._carry_out(await self._at(match, seat), account, order, fingerprint(order.body), judge)

    async def _at(self, match: str, seat: str) -> Table:
        """The match; ApiError 404 where it has no such seat."""
        table = await self._tables.get(match)
        if seat not in {c.seat for c in table.record.chairs}:
            raise ApiError(404, "no_seat", "The match has no such seat.")
        return table

    async def leave_all(self, account: uuid.UUID) -> None:
        """Open all seats of somebody who goes for good, in matches that others play too, and stand in nowhere."""
        for match, seat in await self._matches.in_play(account):
            try:
                await self.settle(match, account, seat, f"gone-{account.hex}", {"kind": LEAVE})
            except ApiError as error:
                # Open already, or over in this moment.
                log.info("seat not opened", match=match, seat=seat, why=error.code)
        for match, seat in await self._matches.stands_in(account):
            try:
                await self.step_down(match, account, seat, f"gone-{secrets.token_hex(8)}")
            except ApiError as error:
                log.info("stand-in not gone", match=match, seat=seat, why=error.code)

    async def rule(self, match: str, command_id: str, body: JsonObject) -> None:
        """Carry out an order of whoever runs the server (app/matches/hosting.py). ApiError when it cannot be."""
        order = Order(BY_HOST, command_id, "", body)
        back: Back | None = None
        past: JsonObject = {}

        async def learn(table: Table) -> None:
            nonlocal back, past
            if body["kind"] == HOST_BACK:
                back = await self._matches.chronicle.after_event(match, cast("int", body["to"]))
                past = {} if back is None else await self._past(table, back.to)

        def judge(table: Table, now: dt.datetime) -> Ruling | Refusal | ApiError:
            return judging.judge_house(table, order, now, table.company(None), back, lambda: past)

        table = await self._tables.get(match)
        await self._carry_out(table, None, order, fingerprint(body), judge, learn)

    async def _not_theirs(self, table: Table, account: uuid.UUID, seat: str) -> ApiError | None:
        """Why somebody may not have a seat that is open, if there is a reason."""
        company = table.company(account)
        if company.mine or any(c.known_to(account) for c in table.record.chairs):
            return ApiError(409, "already_seated", "You already have a seat in this match.")
        known = [company.sides[s] for s in await self._matches.sat_at(table.record.id, account)]
        known += await self._matches.watched_from(table.record.id, account)
        if any(side != company.sides[seat] for side in known):
            return ApiError(403, "knows_too_much", "You have seen the match from another side.")
        return None

    async def _silent(self, table: Table, seat: str | None) -> Collection[str]:
        """The seat, if everybody has been waiting for it too long."""
        if seat is None or seat not in table.game.deciders(table.state):
            return ()
        told = await self._matches.chronicle.last_told(table.record.id, seat) or table.record.told_at
        return (seat,) if dt.datetime.now(dt.UTC) - told > dt.timedelta(days=SILENT_DAYS) else ()

    async def expire(self, match: str) -> None:
        """Say whose time is up, if anybody's is. Several processes may try: the match moves on from a version once."""
        table = await self._tables.get(match)
        # Another process may have moved the match, and then nobody here knows whose clock runs.
        await self._following.changed(match, None)
        while (late := table.late(dt.datetime.now(dt.UTC))) is not None:
            seat, number = late
            order = Order(seat, f"{BY_CLOCK}{number}", "", {"kind": TIME_OUT})

            def judge(
                table: Table, now: dt.datetime, order: Order = order, late: tuple[str, int] = late
            ) -> Ruling | Refusal | ApiError:
                return judging.judge_by_server(table, order, now) if table.late(now) == late else moved_on()

            try:
                await self._carry_out(table, None, order, fingerprint(order.body), judge)
            except ApiError:
                if table.late(dt.datetime.now(dt.UTC)) == late:
                    raise
                # Another process said it, or the seat has answered.

    async def announce(self, match: str, seat: str, account: uuid.UUID, id_: str, body: JsonObject) -> None:
        """Say at a table what the server knows of the player of a seat, once; nothing if somebody else sits there now.

        ``id_`` has a sign that no client's may have.
        """
        order = Order(seat, id_, "", body)

        def judge(table: Table, now: dt.datetime) -> Ruling | Refusal | ApiError:
            if all((c.seat, c.account) != (seat, account) for c in table.record.chairs):
                return not_yours()
            return judging.judge_by_server(table, order, now)

        try:
            await self._carry_out(await self._tables.get(match), None, order, fingerprint(body), judge)
        except ApiError as error:
            # A match that is over, or another's seat, need not hear of it.
            if error.code == moved_on().code:
                raise

    async def _past(self, table: Table, event: int) -> JsonObject:
        """The position after an event, with the dice of now still to come."""
        seq, stored, facts = await self._matches.chronicle.position(table.record.id, event)
        then = Table(table.game, table.record, seq, table.game.load_state(stored), None)
        then.follow(facts)
        state = table.game.with_dice_from(then.state, table.game.draws(table.state))
        return table.game.dump_state(state)

    async def _move(
        self,
        match: str,
        account: uuid.UUID | None,
        order: Order,
        sent: bytes,
        judge: Judge,
        learn: Callable[[Table], Awaitable[None]] | None = None,
    ) -> bytes:
        """Judge, store and answer an order of somebody who sits there."""
        table = await self._tables.get(match)
        await self._following.viewer(table, account, order.seat, None)
        return await self._carry_out(table, account, order, sent, judge, learn, seated=True)

    async def _carry_out(
        self,
        table: Table,
        account: uuid.UUID | None,
        order: Order,
        sent: bytes,
        judge: Judge,
        learn: Callable[[Table], Awaitable[None]] | None = None,
        *,
        seated: bool = False,
    ) -> bytes:
        """Judge, store and answer; ``sent`` is the fingerprint of what is judged, ``learn`` reads what that needs.

        ``seated``: only as long as the caller sits there.
        """
        match, seat, command_id = table.record.id, order.seat, order.id
        async with table.lock:
            for _ in range(ATTEMPTS):
                kept = table.receipt(command_id)
                if kept is not None:
                    return kept.again(seat, sent)
                if learn is not None:
                    await learn(table)
                verdict = self._quota.refusal(table.version, account) or self._storing.judged(table, judge)
                if isinstance(verdict, Ruling):
                    receipt = Receipt(seat, self._storing.answer(table, verdict), sent)
                    if await self._storing.store(table, verdict, receipt):
                        self._quota.spend(account, len(verdict.facts))
                        COMMANDS.labels(table.game.id, "taken").inc()
                        if table.standing:
                            await self._answering.give(table, back=verdict.facts[-1].kind == REWOUND)
                        return receipt.answer
                    CONFLICTS.inc()
                # Not taken. Either this very command was taken before, or we judged an old state, or it is final.
                version, status, earlier = await self._matches.receipt(match, command_id)
                if earlier is not None:
                    await self._following.catch_up(table)
                    return earlier.again(seat, sent)
                if (version, status) == (table.version, table.record.status) and not isinstance(verdict, Ruling):
                    COMMANDS.labels(table.game.id, "refused").inc()
                    raise refused(verdict) if isinstance(verdict, Refusal) else verdict
                await self._following.refresh_record(table)
                if seated:
                    # Somebody may have taken the seat over in the meantime.
                    viewer_of(table.record, account, seat, None)
                await self._following.catch_up(table)
        raise moved_on()

    def tell(self) -> None:
        """Tell the watchers what was stored: called once the mover has been answered."""
        self._storing.tell()
