"""What can be done with a match in play. Every change is judged here, stored, and only then told to anyone."""

from __future__ import annotations

import asyncio
import dataclasses
import datetime as dt
import uuid
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from typing import Any, cast

import structlog

from app.clocks.orders import TIME_OUT
from app.database import TROUBLE, USED_ALREADY
from app.errors import ApiError, moved_on, no_match, not_yours, refused
from app.matches.ahead import MOST_AHEAD, due
from app.matches.facts import ACTIVE, CALLED_OFF, FINISHED, OPEN, OPENING, UNDONE, Newcomer, Order, Record, seating
from app.matches.handing import LEAVE, SILENT_DAYS, TAKE
from app.matches.hosting import BY_HOST, HOST_BACK
from app.matches.house import BACK, PROPOSE, REWOUND, Back, back_of, opens
from app.matches.late import Late
from app.matches.numbers import Moment
from app.matches.owing import owed
from app.matches.past import Pasts
from app.matches.quota import Quota
from app.matches.receipts import UNDO, Receipt, fingerprint
from app.matches.repository import PAGE, Matches
from app.matches.rights import viewer_of
from app.matches.table import Ruling, Table
from app.matches.tables import Tables
from app.matches.telling import Herald, clocks, patch, whole
from app.matches.words import Word
from app.metrics import COMMANDS, CONFLICTS
from app.news import WATCH, Audience, only_watches
from app.wire import MAX_SEQ, encode
from rules.kernel.game import SPECTATOR
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.shapes import UnknownShape

log = structlog.get_logger(__name__)

FORBIDDEN = 403
BY_CLOCK = "clock/"
"""What the ids of orders begin with that the clock gives; no client's id has such a sign."""
ATTEMPTS = 8
"""How often a command is judged again when another process has moved the match in the meantime."""
LOG_LINES = 100
SURVEYED = 20
"""Matches that are looked at for one look at the lobby: each may have to be loaded. The next look sees to others."""
UNREADABLE: tuple[type[Exception], ...] = (*TROUBLE, ApiError, UnknownShape)
"""What may come of a match that is to be looked at: then its line in the lobby says less."""

Judge = Callable[[Table, dt.datetime], "Ruling | Refusal | ApiError"]


class Play:
    """Reads and moves matches."""

    def __init__(
        self,
        matches: Matches,
        tables: Tables,
        audience: Audience,
        snapshot_every: int,
        push_seconds: float,
        quota: Quota,
    ) -> None:
        self._matches = matches
        self._tables = tables
        self._audience = audience
        self._herald = Herald(audience, push_seconds)
        self._snapshot_every = snapshot_every
        self._quota = quota
        self._pasts = Pasts(matches)
        self._late = Late(matches, self._pasts, audience)
        self._background: set[asyncio.Task[None]] = set()
        self._surveyed: set[str] = set()
        """Matches about to be looked at for the lobby."""
        self.on_moved: Callable[[str, int], None] = lambda match, version: None
        """Called after a commit with the match and its new version."""
        self.on_reseated: Callable[[str], None] = lambda match: None
        """Called after a commit with a match in which somebody took a seat over."""

    # --- who asks ------------------------------------------------------------------------------------------------

    async def viewer(self, table: Table, account: uuid.UUID | None, seat: str | None, key: str | None) -> str:
        """The viewpoint that a caller may take: one of the caller's seats, or the spectator's with the key.

        ApiError 401 without a session, 403 for somebody else's seat or key.
        """
        viewer = await self._viewer(table, account, seat, key)
        if account is not None and viewer.startswith(WATCH):
            await self._matches.note_watcher(table.record.id, account, table.side_of(table.viewpoint(viewer)))
        return viewer

    async def _viewer(self, table: Table, account: uuid.UUID | None, seat: str | None, key: str | None) -> str:
        try:
            return viewer_of(table.record, account, seat, key, table.seats)
        except ApiError as error:
            # With a key of a side nobody is known to be who has no session; with another one it does not matter.
            if error.status != FORBIDDEN or (account is None and key is None):
                raise
        # Somebody may have sat down through another process.
        await self.refresh_record(table)
        return viewer_of(table.record, account, seat, key, table.seats)

    async def standpoint(self, table: Table, viewer: str) -> Moment:
        """How far a viewer may be told now: all that was told, or less to those who are told later."""
        if table.is_late(viewer):
            return await self._late.moment(table, table.viewpoint(viewer))
        return Moment(table.version, table.number(viewer), 0)

    async def word(self, table: Table, viewer: str) -> tuple[Word, tuple[int, int]]:
        """What a viewer may know now; of which event, and with which number."""
        if table.is_late(viewer):
            word, moment = await self._late.word(table, viewer)
            return word, (moment.event, moment.number)
        word = table.word(viewer)
        return word, (table.version, word.version)

    # --- keeping up with the database ----------------------------------------------------------------------------

    async def refresh_record(self, table: Table) -> None:
        """Read the match's row and seats again."""
        record = await self._matches.record(table.record.id)
        if record is None:
            return
        now = {c.seat: c.account for c in record.chairs}
        for chair in table.record.chairs:
            if chair.account is not None and now.get(chair.seat) != chair.account:
                # What comes from here on is somebody else's to see.
                self._audience.unseat(record.id, chair.seat)
        before = table.record
        table.know(record)
        self._send_watchers_back(table, before)

    def _send_watchers_back(self, table: Table, before: Record) -> None:
        """Close the sockets of those who may no longer watch, or from now on are told at once; they come back."""
        now = table.record
        seated = [(c.account, c.shows) for c in now.chairs] != [(c.account, c.shows) for c in before.chairs]
        for viewer in self._audience.viewpoints(now.id) if seated or before.late != now.late else ():
            if (seated and viewer.startswith(WATCH)) or (before.late and not now.late and only_watches(viewer)):
                self._audience.unseat(now.id, viewer)

    async def catch_up(self, table: Table) -> None:
        """Follow what other processes stored, and tell our watchers. Call it with the table's lock held."""
        facts = await self._matches.facts(table.record.id, table.version)
        if facts:
            # Nothing may break off between following and telling: a watcher would wait for what never comes.
            await self.refresh_record(table)
            table.follow(facts)
            self._herald.later(table, facts)

    async def current(self, match: str) -> Table:
        """The table, no older than the database when this was asked."""
        known = self._tables.cached(match) is not None
        table = await self._tables.get(match)
        if known:
            now = await self._matches.version(match)
            if now is None:
                # Swept away by another process, since nobody ever moved in it.
                self._tables.forget(match)
                raise no_match()
            if now != (table.version, table.record.status):
                await self.changed(match, None)
        self._answer_soon(table)
        return table

    async def changed(self, match: str, version: int | None) -> None:
        """Hear that a match was moved to a version elsewhere, or (None) changed in some way."""
        table = self._tables.cached(match)
        if table is None or (version is not None and table.version >= version):
            return
        async with table.lock:
            if version is None:
                await self.refresh_record(table)
                self._audience.send_presence(match)
            await self.catch_up(table)

    async def review(self, matches: Sequence[str]) -> None:
        """Look whether any of these matches was changed elsewhere without our hearing of it."""
        standings = await self._matches.standings(matches)
        for match, standing in standings.items():
            table = self._tables.cached(match)
            if table and (table.version, table.record.status, seating(table.record.chairs)) != standing:
                try:
                    await self.changed(match, None)
                except UnknownShape as error:
                    # A newer process runs beside this one, which is about to be replaced. The other matches go on.
                    log.warning("stored by a newer version", match=match, error=str(error))
            if table is not None and table.record.late:
                await self._late.tell(table)

    def survey(self, matches: Sequence[str]) -> None:
        """Note in the background how these matches stand, for the lobby: they were last moved by an older server."""
        fresh = [match for match in matches if match not in self._surveyed][:SURVEYED]
        if fresh:
            self._surveyed.update(fresh)
            self._in_background(self._survey(fresh))

    async def _survey(self, matches: Sequence[str]) -> None:
        for match in matches:
            try:
                table = await self._tables.get(match)
                await self._matches.note(match, table.version, table.told())
            except UNREADABLE as error:
                log.warning("not surveyed", match=match, error=str(error))
            finally:
                self._surveyed.discard(match)

    # --- moving --------------------------------------------------------------------------------------------------

    async def command(
        self, match: str, account: uuid.UUID | None, seat: str, command_id: str, ask: str, command: Mapping[str, Any]
    ) -> bytes:
        """Play a command; gives the answer's body. ApiError when it is not taken, and then nothing is changed."""

        def judge(table: Table, now: dt.datetime) -> Ruling | Refusal | ApiError:
            return table.judge(order, now) if table.ask(seat) == ask else moved_on()

        order = Order(seat, command_id, ask, dict(command))
        return await self._move(match, account, order, fingerprint(command), judge)

    async def undo(self, match: str, account: uuid.UUID | None, seat: str, command_id: str) -> bytes:
        """Take back the seat's last command; gives the answer's body. ApiError when it cannot be."""
        order = Order(seat, command_id, "", {})

        async def learn(table: Table) -> None:
            if unknown := table.unknown_orders(seat):
                table.steps.learn(await self._matches.sent(match, unknown))

        return await self._move(match, account, order, UNDO, lambda table, now: table.take_back(order, now), learn)

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
                back = await self._matches.before_line(match, table.viewpoint(seat), line)
            meant = back_of(table.house, body, back)
            if meant is not None:
                past = await self._past(table, meant.to)

        def judge(table: Table, now: dt.datetime) -> Ruling | Refusal | ApiError:
            return table.judge_house(order, now, table.company(account, silent), back, lambda: past)

        return await self._move(match, account, order, fingerprint(body), judge, learn)

    async def take_over(self, match: str, newcomer: Newcomer, seat: str, command_id: str) -> None:
        """Sit somebody down on an open seat. ApiError when it is not open, or when it may not be theirs.

        Call it for somebody who may know of the match (``Hall.may_take``).
        """
        order = Order(seat, command_id, "", {"kind": TAKE})
        refusal: ApiError | None = None

        async def learn(table: Table) -> None:
            nonlocal refusal
            refusal = await self._not_theirs(table, newcomer.account, seat)

        def judge(table: Table, now: dt.datetime) -> Ruling | Refusal | ApiError:
            ruling = refusal or table.judge_house(order, now, table.company(None), None, dict)
            if isinstance(ruling, Refusal):
                return ApiError(409, ruling.code, ruling.text)
            return dataclasses.replace(ruling, newcomer=newcomer) if isinstance(ruling, Ruling) else ruling

        table = await self._tables.get(match)
        if table.viewpoint(seat) not in table.viewpoints or seat not in {c.seat for c in table.record.chairs}:
            raise ApiError(404, "no_seat", "The match has no such seat.")
        await self._carry_out(table, newcomer.account, order, fingerprint(order.body), judge, learn)
        # What came before is told in the log; nothing of it is news to somebody who was not away.
        await self.seen(match, newcomer.account, seat, table.number(seat))

    async def leave_all(self, account: uuid.UUID) -> None:
        """Open all seats of somebody who goes for good, in matches that others play too."""
        for match, seat in await self._matches.in_play(account):
            try:
                await self.settle(match, account, seat, f"gone-{account.hex}", {"kind": LEAVE})
            except ApiError as error:
                # Open already, or over in this moment.
                log.info("seat not opened", match=match, seat=seat, why=error.code)

    async def rule(self, match: str, command_id: str, body: JsonObject) -> None:
        """Carry out an order of whoever runs the server (app/matches/hosting.py). ApiError when it cannot be."""
        order = Order(BY_HOST, command_id, "", body)
        back: Back | None = None
        past: JsonObject = {}

        async def learn(table: Table) -> None:
            nonlocal back, past
            if body["kind"] == HOST_BACK:
                back = await self._matches.after_event(match, cast("int", body["to"]))
                past = {} if back is None else await self._past(table, back.to)

        def judge(table: Table, now: dt.datetime) -> Ruling | Refusal | ApiError:
            return table.judge_house(order, now, table.company(None), back, lambda: past)

        table = await self._tables.get(match)
        await self._carry_out(table, None, order, fingerprint(body), judge, learn)

    async def _not_theirs(self, table: Table, account: uuid.UUID, seat: str) -> ApiError | None:
        """Why somebody may not have a seat that is open, if there is a reason."""
        company = table.company(account)
        if company.mine:
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
        told = await self._matches.last_told(table.record.id, seat) or table.record.told_at
        return (seat,) if dt.datetime.now(dt.UTC) - told > dt.timedelta(days=SILENT_DAYS) else ()

    async def expire(self, match: str) -> None:
        """Say whose time is up, if anybody's is. Several processes may try: the match moves on from a version once."""
        table = await self._tables.get(match)
        # Another process may have moved the match, and then nobody here knows whose clock runs.
        await self.changed(match, None)
        while (late := table.late(dt.datetime.now(dt.UTC))) is not None:
            seat, number = late
            order = Order(seat, f"{BY_CLOCK}{number}", "", {"kind": TIME_OUT})

            def judge(
                table: Table, now: dt.datetime, order: Order = order, late: tuple[str, int] = late
            ) -> Ruling | Refusal | ApiError:
                return table.judge_by_server(order, now) if table.late(now) == late else moved_on()

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
            return table.judge_by_server(order, now)

        try:
            await self._carry_out(await self._tables.get(match), None, order, fingerprint(body), judge)
        except ApiError as error:
            # A match that is over, or another's seat, need not hear of it.
            if error.code == moved_on().code:
                raise

    async def _past(self, table: Table, event: int) -> JsonObject:
        """The position after an event, with the dice of now still to come."""
        seq, stored, facts = await self._matches.position(table.record.id, event)
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
        await self.viewer(table, account, order.seat, None)
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
                verdict = self._quota.refusal(table.version, account) or self._judge_if_active(table, judge)
                if isinstance(verdict, Ruling):
                    receipt = Receipt(seat, self._answer(table, verdict), sent)
                    if await self._store(table, verdict, receipt):
                        self._quota.spend(account, len(verdict.facts))
                        COMMANDS.labels(table.game.id, "taken").inc()
                        if table.standing:
                            await self._answer_ahead(table, back=verdict.facts[-1].kind == REWOUND)
                        return receipt.answer
                    CONFLICTS.inc()
                # Not taken. Either this very command was taken before, or we judged an old state, or it is final.
                version, status, earlier = await self._matches.receipt(match, command_id)
                if earlier is not None:
                    await self.catch_up(table)
                    return earlier.again(seat, sent)
                if (version, status) == (table.version, table.record.status) and not isinstance(verdict, Ruling):
                    COMMANDS.labels(table.game.id, "refused").inc()
                    raise refused(verdict) if isinstance(verdict, Refusal) else verdict
                await self.refresh_record(table)
                if seated:
                    # Somebody may have taken the seat over in the meantime.
                    viewer_of(table.record, account, seat, None)
                await self.catch_up(table)
        raise moved_on()

    # --- answering ahead -----------------------------------------------------------------------------------------

    async def answer_ahead(self, match: str, *, reread: bool = False) -> None:
        """Have standing orders answer the questions that are open; ``reread`` when they were changed."""
        table = await self._tables.get(match)
        async with table.lock:
            if reread:
                table.standing = await self._tables.keeper.orders(match)
            await self._answer_ahead(table)

    async def reordered(self, match: str) -> None:
        """Hear that standing orders of a match were changed elsewhere."""
        if self._tables.cached(match) is not None:
            await self.answer_ahead(match, reread=True)

    def _answer_soon(self, table: Table) -> None:
        """A process may have died between a command and the answer to it: whoever looks at the match sees to that."""
        if table.standing and not table.lock.locked() and table.record.status == ACTIVE and due(table) is not None:
            self._in_background(self.answer_ahead(table.record.id))

    async def _answer_ahead(self, table: Table, *, back: bool = False) -> None:
        """The same with the table's lock held. Whatever goes wrong is no fault of the command that went before.

        A match that went ``back`` to a question went there for another answer: it is not given as before.
        """
        try:
            while back and (order := due(table)) is not None:
                await self._drop(table, order, "The match went back to this question.")
            for _ in range(MOST_AHEAD):
                if not await self._answered_ahead(table):
                    return
            if (order := due(table)) is not None:
                await self._drop(table, order, f"It was used {MOST_AHEAD} times in a row.")
        except Exception as error:  # the questions stay open, and whoever is asked can answer them himself
            log.error("standing orders not used", match=table.record.id, exc_info=error)

    async def _answered_ahead(self, table: Table) -> bool:
        """Give one command that standing orders answer; False when there is none."""
        if due(table) is None:
            return False
        # It may have been taken back at another process since.
        table.standing = await self._tables.keeper.orders(table.record.id)
        order = due(table)
        if order is None:
            return False
        verdict = self._judge_if_active(table, lambda table, now: table.judge(order, now))
        if isinstance(verdict, ApiError):
            return False
        if isinstance(verdict, Refusal):
            await self._drop(table, order, verdict.text)
            return True
        receipt = Receipt(order.seat, self._answer(table, verdict), fingerprint(order.body))
        if not await self._store(table, verdict, receipt):
            CONFLICTS.inc()
            await self.refresh_record(table)
            await self.catch_up(table)
        return True

    async def _drop(self, table: Table, order: Order, why: str) -> None:
        step = (table.legal(order.seat) or {}).get("step")
        await self._tables.keeper.drop(table, order.seat, str(step), why)
        table.standing = await self._tables.keeper.orders(table.record.id)

    @staticmethod
    def _judge_if_active(table: Table, judge: Judge) -> Ruling | Refusal | ApiError:
        if table.record.status in (OPEN, OPENING):
            return ApiError(409, "not_started", "The match starts when all seats are taken and all words are open.")
        if table.record.status in (FINISHED, CALLED_OFF):
            return ApiError(409, "finished", "The match is over.")
        now = dt.datetime.now(dt.UTC)
        verdict = judge(table, now)
        return table.timed(verdict, now) if isinstance(verdict, Ruling) else verdict

    @staticmethod
    def _answer(table: Table, ruling: Ruling) -> bytes:
        by_host = ruling.order.seat == BY_HOST
        viewpoint = SPECTATOR if by_host else table.viewpoint(ruling.order.seat)
        version, link = ruling.facts[-1].numbers[viewpoint], ruling.facts[-1].link
        lines = [line for line in (f.line(viewpoint) for f in ruling.facts) if line is not None]
        return encode({"version": version, "link": None if link is None else link.hex(), "lines": [*lines]})

    async def _store(self, table: Table, ruling: Ruling, receipt: Receipt) -> bool:
        """Commit a ruling, then take it over and tell everyone. False when the match had moved or the id was used."""
        before = table.version
        try:
            if not await self._matches.append(table.record, before, ruling, table.rules, receipt, owed(table, ruling)):
                return False
        except USED_ALREADY:
            return False
        earlier = table.record
        table.accept(ruling)
        if ruling.newcomer is not None:
            # What comes from here on is somebody else's to see.
            self._audience.unseat(table.record.id, ruling.order.seat)
            self.on_reseated(table.record.id)
        if ruling.outcome is not None:
            table.steps.clear()
            table.record = dataclasses.replace(table.record, status=FINISHED, outcome=ruling.outcome.json())
        if table.record is not earlier:
            self._send_watchers_back(table, earlier)
        table.keep_receipt(ruling.order.id, receipt)
        self._herald.later(table, ruling.facts)
        self.on_moved(table.record.id, table.version)
        self._snapshot_soon(table)
        return True

    def _snapshot_soon(self, table: Table) -> None:
        """Write a snapshot beside the answer's way when enough was settled since the last."""
        seq, state = table.settled
        if seq - table.snapshot < self._snapshot_every:
            return
        table.snapshot = seq
        self._in_background(self._write_snapshot(table, seq, state))

    def _in_background(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _write_snapshot(self, table: Table, seq: int, state: Any) -> None:
        try:
            await self._matches.snapshot(table.record.id, seq, table.game.version, table.game.dump_state(state))
        except TROUBLE as error:
            # Only a convenience for the next load; the events are all there.
            log.warning("snapshot not written", match=table.record.id, seq=seq, error=str(error))

    async def finish(self) -> None:
        """Wait for what is still being written."""
        await asyncio.gather(*self._background)

    def tell(self) -> None:
        """Tell the watchers what was stored: called once the mover has been answered."""
        self._herald.tell_due()

    # --- looking -------------------------------------------------------------------------------------------------

    async def state(self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None) -> JsonObject:
        """What the caller may know now, the question to answer, and the newest log lines."""
        table = await self.current(match)
        viewer = await self.viewer(table, account, seat, key)
        word, now = await self.word(table, viewer)
        shown: JsonObject = {
            "version": word.version,
            "link": word.link,
            "view": word.view,
            "legal": word.legal,
            "undo": word.undo,
            "proposals": [*word.proposals],
            "clocks": clocks(word.timing),
        }
        shown["log"] = [*await self._matches.log(match, table.viewpoint(viewer), now, now[1] + 1, -1, LOG_LINES)]
        shown["last_seen"] = next((c.last_seen for c in table.record.chairs if c.seat == viewer), None)
        return shown

    async def admit(self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None) -> str:
        """The viewpoint from which a caller may watch. ApiError as for the state."""
        return await self.viewer(await self.current(match), account, seat, key)

    async def show(self, match: str, viewer: str, seen: int, take: Callable[[int, JsonObject], None]) -> None:
        """Give ``take`` the version and the first message for a new watcher; nothing happens between it and the next.

        It is a patch if the last thing that the watcher saw is still known, else the whole.
        """
        table = await self._tables.get(match)
        self._answer_soon(table)
        if table.is_late(viewer) and await self._late.show(table, viewer, seen, take):
            return
        async with table.lock:
            await self.catch_up(table)
            self._herald.tell(match)
            word, known = table.word(viewer), table.earlier(viewer, seen)
            now, after = (table.version, word.version), -1 if known is None else known.version
            lines = await self._matches.log(match, table.viewpoint(viewer), now, word.version + 1, after, LOG_LINES)
            take(word.version, whole(word, lines) if known is None else patch(known, word, lines))

    async def older_log(
        self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None, before: int, limit: int
    ) -> list[JsonObject]:
        """Log lines before one of the viewpoint's numbers."""
        table = await self._tables.get(match)
        viewer = await self.viewer(table, account, seat, key)
        point = await self.standpoint(table, viewer)
        now = point.event, point.number
        return await self._matches.log(match, table.viewpoint(viewer), now, before, -1, limit)

    async def find_lines(
        self,
        match: str,
        account: uuid.UUID | None,
        seat: str | None,
        key: str | None,
        *,
        before: int,
        text: str,
        kinds: Sequence[str],
        limit: int,
    ) -> list[JsonObject]:
        """Log lines of the caller's viewpoint that hold a text and are of some kinds; what was taken back says so."""
        table = await self._tables.get(match)
        viewer = await self.viewer(table, account, seat, key)
        viewpoint, now = table.viewpoint(viewer), (await self.standpoint(table, viewer)).event
        found = await self._matches.find_lines(match, viewpoint, now, before, text, kinds or None, limit)
        undone = await self._matches.find_lines(match, viewpoint, now, MAX_SEQ, "", [UNDONE], MAX_SEQ) if found else []
        spans = [(cast("int", u["to"]), cast("int", u["through"])) for u in undone]
        return [
            {**line, "taken_back": True} if any(a < cast("int", line["seq"]) <= b for a, b in spans) else line
            for line in found
        ]

    async def history(
        self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None, number: int
    ) -> JsonObject:
        """What the command showed that brought the caller's viewpoint to a number; a later number is that of now."""
        table = await self.current(match)
        viewer = await self.viewer(table, account, seat, key)
        viewpoint, point = table.viewpoint(viewer), await self.standpoint(table, viewer)
        now, newest = point.event, point.number
        moment = await self._matches.moment(match, viewpoint, min(number, newest), now)
        scene = await self._pasts.scene(table, viewpoint, moment.event)
        here = moment.event, moment.number
        lines = await self._matches.log(match, viewpoint, here, moment.number + 1, moment.before, PAGE)
        earlier, later = await self._matches.phases(match, viewpoint, moment, now)
        return {
            "number": moment.number,
            "newest": newest,
            "before": moment.before,
            "phase_before": earlier,
            "phase_after": later,
            "turn": scene.turn,
            "title": scene.title,
            "view": scene.view,
            "log": [*lines],
        }

    async def consult(
        self, match: str, account: uuid.UUID | None, seat: str, question: Mapping[str, Any]
    ) -> JsonObject:
        """Answer a question of planning. ApiError 422 when the rules refuse it."""
        table = await self.current(match)
        await self.viewer(table, account, seat, None)
        answer = table.game.consult(table.state, seat, question)
        if isinstance(answer, Refusal):
            raise refused(answer)
        return answer

    async def seen(self, match: str, account: uuid.UUID | None, seat: str, number: int) -> int:
        """Note what a seat's player has seen."""
        table = await self._tables.get(match)
        await self.viewer(table, account, seat, None)
        last = await self._matches.seen(match, seat, table.viewpoint(seat), number)
        chairs = tuple(dataclasses.replace(c, last_seen=last) if c.seat == seat else c for c in table.record.chairs)
        table.record = dataclasses.replace(table.record, chairs=chairs)
        return last
