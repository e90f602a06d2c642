"""A match in memory: its state, what can be taken back, and what each viewer was last shown.

Nothing here waits for anything: a live match is changed only after the database has taken the change.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from app.matches.agreements.seating import Seating
from app.matches.agreements.seats import seats_after
from app.matches.agreements.settlement import Agreements, hearers, is_agreement, state_after
from app.matches.facts import (
    ACTIVE,
    FINISHED,
    UNDONE,
    MatchRecord,
    Numbers,
    PublicSummary,
    ReceivedCommand,
    StoredFact,
    Turns,
)
from app.matches.live_match.again import redo_by_facts
from app.matches.live_match.chit_locations import ChitLocation, rows
from app.matches.live_match.last_messages import LastMessages, ViewerMessage
from app.matches.live_match.numbers import VersionMark
from app.matches.live_match.receipts import Receipt
from app.matches.live_match.ruling import Ruling
from app.matches.live_match.standing_orders import SeatStandingOrder, is_by_standing_order
from app.matches.live_match.undo_steps import Origin, TakenBack, UndoStep, UndoSteps, origin_of
from app.news import only_watches, watched_from
from app.proof import links
from app.proof.rounds import digest
from app.proof.version import rules_version
from rules.kernel import dice, lanes
from rules.kernel.game import SPECTATOR, Game
from rules.kernel.messages import Chance, JsonObject
from rules.kernel.pools import Lots

MAX_RECEIPTS = 16


class LiveMatch:
    """One live match. Hold ``lock`` while judging (app/matches/live_match/judging.py) and storing."""

    def __init__(
        self,
        game: Game[Any, Any],
        record: MatchRecord,
        seq: int,
        state: Any,
        link: bytes | None,
        marks: Mapping[str, VersionMark] | None = None,
        agreements: Agreements | None = None,
    ) -> None:
        self.game = game
        self.rules = rules_version(game)
        self.record = record
        self.lock = asyncio.Lock()
        self.version = seq
        """The number of the last event, for ourselves; what is told bears the number of a viewpoint."""
        self.state = state
        self.steps = UndoSteps(redo_by_facts(game))
        self.standing: Sequence[SeatStandingOrder] = ()
        """The standing orders of all seats, as far as this process has heard of them."""
        self.agreements = agreements or Agreements()
        self.seats = game.seats(record.scenario, record.options)
        self.sides = {seat.id: seat.side for seat in self.seats}
        """The side of each seat."""
        self.places = {seat.id: seat.viewpoint for seat in self.seats}
        """From where each seat looks."""
        self.viewpoints = (*dict.fromkeys(self.places.values()), SPECTATOR)
        """All viewpoints that are told what happens."""
        self._marks = {v: (marks or {}).get(v, VersionMark(0, None)) for v in self.viewpoints}
        self.snapshot = seq
        """The number of the newest snapshot known to be stored or on its way."""
        self._receipts: OrderedDict[str, Receipt] = OrderedDict()
        self._messages = LastMessages()
        self._views: dict[str, tuple[int, JsonObject]] = {}
        self._legal: dict[str, tuple[int, JsonObject]] = {}
        self._chance: Chance | None = None
        self._link = link
        self._link_key: bytes | None = None
        self._laid: Lots | None = None
        """What lies where as this process has stored it; None before it has stored anything."""

    # --- who -----------------------------------------------------------------------------------------------------

    def viewpoint(self, viewer: str) -> str:
        """From where a seat looks; allies may look from the same place."""
        return self.places.get(viewer) or watched_from(viewer)

    def is_delayed(self, viewer: str) -> bool:
        """Whether a viewer is told later than the players (app/matches/telling/delayed.py)."""
        return self.record.delayed and only_watches(viewer)

    @property
    def chance(self) -> Chance:
        """The dice. Only a match whose words are all open has any. RuntimeError before."""
        if self._chance is None:
            words = {c.seat: c.word for c in self.record.seats if c.word is not None}
            if self.record.secret is None or len(words) < len(self.record.seats):
                raise RuntimeError("no die is rolled before all words are open")
            self._chance = dice.chance(dice.key(self.record.secret, self.record.id, words, digest(self.record.voided)))
        return self._chance

    @property
    def link(self) -> bytes | None:
        """The newest link of the chain, of ``version``; None in a match that has none."""
        return self._link or self.record.link

    @property
    def numbers(self) -> Numbers:
        """How much each viewpoint was told."""
        return {viewpoint: mark.number for viewpoint, mark in self._marks.items()}

    def number(self, viewer: str) -> int:
        """How much a seat's viewpoint, or the spectator, was told."""
        return self._marks[self.viewpoint(viewer)].number

    def told_link(self, viewer: str) -> str | None:
        """The link of what a viewpoint was last told, as on the wire: a newer one would say that more was done."""
        link = self._marks[self.viewpoint(viewer)].link or self.record.link
        return None if link is None else link.hex()

    def add_link(self, order: ReceivedCommand, facts: Sequence[StoredFact]) -> tuple[StoredFact, ...]:
        """The facts with the link of their command on the last."""
        if not facts or self.link is None or self.record.secret is None:
            return tuple(facts)
        if self._link_key is None:
            self._link_key = links.key(self.record.secret, self.record.id)
        payloads = [f.payload for f in facts]
        link = links.after(self._link_key, self.link, order, self.rules, facts[0].seq, payloads)
        return (*facts[:-1], replace(facts[-1], link=link))

    # --- what was told -------------------------------------------------------------------------------------------

    def turns(self, turn: int) -> Turns | None:
        """How far those are told who are told turns later, after a command that leads to a turn."""
        record = self.record
        if not record.delay_turns:
            return None
        was = None if record.told is None else record.told.turns
        return (was or Turns()).at(turn, self.version, record.delay_turns)

    def public_summary(self) -> PublicSummary:
        """What everyone may read of the match now."""
        was = self.record.told
        return PublicSummary(self.number(SPECTATOR), self.game.glance(self.state), None if was is None else was.turns)

    # --- who sits here -------------------------------------------------------------------------------------------

    def seating(self, account: object, silent: Collection[str] = (), dice: Collection[str] = ()) -> Seating:
        """Who sits here, as someone who gives an order about an agreement sees it."""
        seat_records = self.record.seats
        mine = frozenset(c.seat for c in seat_records if c.account is not None and account in (c.account, c.player))
        return Seating({c.seat: c.title for c in seat_records}, self.sides, mine, silent, dice)

    @property
    def out(self) -> tuple[str, ...]:
        """The seats that have run out of time and have still to answer."""
        return () if self.record.timing is None else self.record.timing.out

    def is_away(self, seat: str, now: dt.datetime) -> bool:
        """Whether a seat's player has said that they would be away now."""
        timing = self.record.timing
        return timing is not None and timing.clock is not None and timing.clock.is_away(seat, now)

    def timed_out(self, now: dt.datetime) -> tuple[str, int] | None:
        """A seat whose time is up without anyone having said so, and how often that happened in the match before."""
        timing = self.record.timing
        if timing is None or timing.clock is None or self.record.status != ACTIVE:
            return None
        seat = timing.clock.timed_out(timing.terms, now)
        return None if seat is None else (seat, timing.clock.expired)

    def know(self, record: MatchRecord) -> None:
        """Take over the match's row and seats as they are stored; the clocks only if they are no older than ours."""
        behind = record.version < self.version
        self.record = replace(record, timing=self.record.timing) if behind else record

    def lots(self, ruling: Ruling) -> tuple[ChitLocation, ...] | None:
        """What lies where after a ruling, to be stored; None if the database has it so already."""
        now = self.game.pools.lots(ruling.state)
        if now is self._laid or (now == self._laid if self._laid is not None else not now):
            return None
        before = self.game.pools.lots(self.state)
        if ruling.lots:
            then = [(fact.seq, lots) for fact, lots in zip(ruling.facts, ruling.lots, strict=True)]
        else:
            # Taken back, alone or by consent: all of it lies there again by the last fact.
            then = [(ruling.facts[-1].seq, now)]
        return rows(before, then, self.version)

    # --- after the database has it -------------------------------------------------------------------------------

    def adopt(self, ruling: Ruling, receipt: Receipt) -> None:
        """Take over a ruling of our own that is stored now, with what it was answered."""
        self.accept(ruling)
        if ruling.outcome is not None:
            self.steps.clear()
            self.record = replace(self.record, status=FINISHED, outcome=ruling.outcome.json())
        self.keep_receipt(ruling.order.id, receipt)

    def accept(self, ruling: Ruling) -> None:
        """Take over a ruling without its outcome."""
        before, earlier, numbers = self.version, self.state, self.numbers
        self.version, self.state = ruling.facts[-1].seq, ruling.state
        self._laid = self.game.pools.lots(ruling.state)
        self._views.update({viewpoint: (self.version, view) for viewpoint, view in ruling.views.items()})
        if ruling.timing is not None:
            self.record = replace(self.record, timing=ruling.timing)
        if ruling.told is not None and ruling.told.turns is not None:
            self.record = replace(self.record, told=ruling.told)
        self._mark(ruling.facts[-1])
        if ruling.agreements is not None:
            self.agreements = ruling.agreements
            seat_records = seats_after(self.record.seats, ruling.facts, self.agreements.seats, ruling.newcomer)
            self.record = replace(self.record, seats=seat_records)
            if self.state is not earlier:
                self.steps.clear()
        elif ruling.undone is not None:
            self.steps.take(ruling.undone)
        else:
            self._remember(ruling.facts, before, earlier, numbers, ruling.barred, ruling.order)

    def _mark(self, last: StoredFact) -> None:
        """Note how far everyone was told by a command that ends with this fact."""
        self._link = last.link
        for viewpoint, mark in self._marks.items():
            number = last.numbers.get(viewpoint, mark.number)
            if number != mark.number:
                self._marks[viewpoint] = VersionMark(number, last.link)

    def follow(self, facts: Sequence[StoredFact]) -> None:
        """Take over facts that were stored elsewhere or earlier; they follow on our version without a gap."""
        before = self.game.pools.lots(self.state)
        for _, group in groupby(facts, key=lambda f: f.command_id):
            self._follow_command(tuple(group))
        if before is not (now := self.game.pools.lots(self.state)) and before != now:
            # Whoever stored them may be of a version that keeps no rows of this.
            self._laid = None

    def _follow_command(self, facts: tuple[StoredFact, ...]) -> None:
        before, earlier, numbers = self.version, self.state, self.numbers
        if facts[0].seq != before + 1:
            raise RuntimeError(f"event {facts[0].seq} of match {self.record.id} does not follow on {before}")
        # Before anything else changes: a newer process may have stored what this one cannot read.
        if is_agreement(facts[0].kind):
            self._follow_agreement(facts)
            return
        events = [] if facts[0].kind == UNDONE else [self.game.load_event(fact.payload) for fact in facts]
        self._mark(facts[-1])
        if facts[0].kind == UNDONE:
            # A step that can be taken back lies after every snapshot, so it was remembered while following.
            undone = self.steps.taken_back(facts[0].seat, redo_by_facts(self.game))
            if not isinstance(undone, TakenBack) or undone.origin != origin_of(facts[0].payload):
                raise RuntimeError(f"event {facts[0].seq} of match {self.record.id} takes back what cannot be")
            self.steps.take(undone)
            self.version, self.state = facts[-1].seq, undone.state
            return
        state, barred = earlier, is_by_standing_order(facts[0].command_id)
        for event in events:
            state = self.game.evolve(state, event)
            barred = barred or self.game.bars_undo(event)
        self.version, self.state = facts[-1].seq, state
        self._remember(facts, before, earlier, numbers, barred)

    def _follow_agreement(self, facts: tuple[StoredFact, ...]) -> None:
        state = self.state
        for fact in facts:
            state = state_after(self.game, state, fact.payload)
        if state is not self.state:
            self.steps.clear()
        self._mark(facts[-1])
        for fact in facts:
            self.agreements = self.agreements.after(fact.payload)
        self.version, self.state = facts[-1].seq, state

    def _remember(
        self,
        facts: Sequence[StoredFact],
        before: int,
        earlier: Any,
        numbers: Numbers,
        barred: bool,
        order: ReceivedCommand | None = None,
    ) -> None:
        """Keep what can be taken back."""
        texts: dict[str, str] = {}
        for fact in facts:
            for viewpoint, line in fact.lines.items():
                texts.setdefault(viewpoint, str(line.get("text", "")))
        step = UndoStep(
            facts[0].seat,
            before,
            earlier,
            events=tuple(f.payload for f in facts),
            command_id=facts[0].command_id,
            order=order,
            origin=Origin(before),
            texts=texts,
            numbers=numbers,
            told=self.numbers,
        )
        self.steps.remember(step, barred)

    def text_of(self, step: UndoStep) -> str:
        """What the seat itself reads of its command."""
        return step.texts.get(self.viewpoint(step.seat), "")

    def unknown_orders(self, seat: str) -> list[str]:
        """The commands, by their ids, that must be known as they were sent for this seat to take back its last."""
        step = self.steps.of(seat)
        return [] if step is None else [s.command_id for s in self.steps.after(step) if s.order is None]

    @property
    def snapshot_point(self) -> tuple[int, Any]:
        """The newest event that nobody can take back, and the state there: what a snapshot may hold."""
        earliest = self.steps.earliest
        return (self.version, self.state) if earliest is None else (earliest.origin.base, earliest.state)

    # --- receipts ------------------------------------------------------------------------------------------------

    def receipt(self, command_id: str) -> Receipt | None:
        """The answer lately given to this command, if this process gave it."""
        return self._receipts.get(command_id)

    def keep_receipt(self, command_id: str, receipt: Receipt) -> None:
        """Remember an answer; the oldest go."""
        self._receipts[command_id] = receipt
        if len(self._receipts) > MAX_RECEIPTS:
            self._receipts.popitem(last=False)

    # --- what a viewer may know ----------------------------------------------------------------------------------

    def view(self, viewer: str) -> JsonObject:
        """The view now, made once and shared by the viewpoint. Not to be changed."""
        viewpoint = self.viewpoint(viewer)
        kept = self._views.get(viewpoint)
        if kept is None or kept[0] != self.version:
            kept = self._views[viewpoint] = (self.version, self.game.view(self.state, viewpoint))
        return kept[1]

    def message(self, viewer: str) -> ViewerMessage:
        """What is said to a viewpoint now; the last word to it again when nothing has reached it since."""
        if self.record.link is not None:
            self._messages.begin(self.record.link.hex())
        number = self.number(viewer)
        return self._messages.at(
            viewer,
            number,
            lambda: ViewerMessage(
                number,
                self.told_link(viewer),
                self.view(viewer),
                self.legal(viewer),
                self.undo(viewer),
                self.proposals(viewer),
                self.record.timing,
            ),
        )

    def last_message(self, viewer: str) -> ViewerMessage | None:
        """What was last said to a viewpoint, if anything was."""
        return self._messages.last(viewer)

    def earlier(self, viewer: str, version: int) -> ViewerMessage | None:
        """What was said to a viewpoint at an earlier number, if it is still known."""
        return self._messages.earlier(viewer, version)

    def ask(self, seat: str) -> str:
        """The name of the question put to a seat now."""
        return self.game.ask(self.state, seat)

    def ask_of(self, seat: str, command: Mapping[str, object]) -> str:
        """The name of the question that a command of a seat answers: that of its lane."""
        return lanes.ask_of(self.game, self.state, seat, command)

    def asks(self, seat: str) -> tuple[str, ...]:
        """The names of all questions put to a seat now."""
        return lanes.asks(self.game, self.state, seat)

    def legal(self, viewer: str) -> JsonObject | None:
        """The question put to a seat now; None for those who have none."""
        if only_watches(viewer):
            return None
        kept = self._legal.get(viewer)
        if kept is None or kept[0] != self.version:
            kept = self._legal[viewer] = (self.version, self.game.legal(self.state, viewer))
        return kept[1]

    def undo(self, viewer: str) -> dict[str, Any]:
        """Whether this viewer can take back a command now, and what or why not."""
        step = self.steps.of(viewer)
        if self.record.status == ACTIVE and step is not None:
            return {"allowed": True, "text": self.text_of(step) or "Take back the last command."}
        return {"allowed": False, "text": "You have nothing to undo."}

    def proposals(self, viewer: str) -> list[JsonObject]:
        """What is open between the players, as a seat or the spectator hears of it."""
        if self.record.status != ACTIVE or not self.agreements.proposals:
            return []
        seating = self.seating(None)
        return [
            {
                "id": p.id,
                "what": p.what,
                "seat": p.seat,
                "asked": [*p.asked],
                "agreed": [s for s in hears or seating.titles if s not in (*p.asked, p.of)],
                "back": None if p.back is None else p.back.numbers.get(self.viewpoint(viewer), 0),
                "of": p.of,
            }
            for p in self.agreements.proposals
            if (hears := hearers(seating, p.what, p.seat)) is None or viewer in hears
        ]
