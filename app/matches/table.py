"""A match in memory: its state, what can be taken back, and what each viewer was last shown.

Nothing here waits for anything: a table is changed only after the database has taken the change.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from app.matches.facts import ACTIVE, UNDONE, Fact, Lines, Record
from app.matches.receipts import Receipt
from rules.kernel import dice
from rules.kernel.game import SPECTATOR, Game
from rules.kernel.messages import Chance, Command, JsonObject, Outcome, Refusal

VIEWS_KEPT = 16
"""Views of one viewer that are kept so that he can be given a patch after a short absence."""
RECEIPTS_KEPT = 64
STEPS_KEPT = 500
"""Commands that can be taken back at most, so that a snapshot is never kept waiting for ever."""


@dataclass(frozen=True, slots=True)
class Step:
    """A command that its seat can still take back: the event before it and the state there."""

    seat: str
    before: int
    state: Any
    text: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a command leads to, before it is stored: ``state`` and ``outcome`` after ``facts``."""

    seat: str
    facts: tuple[Fact, ...]
    state: Any
    barred: bool
    outcome: Outcome | None


class Table:
    """One live match. Hold ``lock`` while judging and storing."""

    def __init__(self, game: Game[Any, Any], record: Record, seq: int, state: Any) -> None:
        self.game = game
        self.record = record
        self.lock = asyncio.Lock()
        self.version = seq
        self.state = state
        self.steps: list[Step] = []
        self.snapshot = seq
        """The number of the newest snapshot known to be stored or on its way."""
        self._receipts: OrderedDict[str, Receipt] = OrderedDict()
        self._views: dict[str, deque[tuple[int, JsonObject]]] = {}
        self._legal: dict[str, tuple[int, JsonObject]] = {}
        self._chance: Chance | None = None

    # --- who -----------------------------------------------------------------------------------------------------

    @property
    def viewers(self) -> tuple[str, ...]:
        """All viewpoints that are told what happens."""
        return (*(c.seat for c in self.record.chairs), SPECTATOR)

    @property
    def chance(self) -> Chance:
        """The dice. Only a match with all seats taken has any. RuntimeError before."""
        if self._chance is None:
            if self.record.status == "open":
                raise RuntimeError("no die is rolled before all seats are taken")
            contributions = {c.seat: c.contribution for c in self.record.chairs}
            self._chance = dice.chance(dice.key(self.record.secret, self.record.id, contributions))
        return self._chance

    # --- what follows --------------------------------------------------------------------------------------------

    def judge(self, seat: str, command_id: str, command: Command, now: dt.datetime) -> Ruling | Refusal:
        """What the command leads to, or why it is not allowed; changes nothing."""
        decided = self.game.decide(self.state, seat, command, self.chance)
        if isinstance(decided, Refusal):
            return decided
        state, facts = self.state, []
        for number, event in enumerate(decided, start=self.version + 1):
            after = self.game.evolve(state, event)
            payload = self.game.dump_event(event)
            told = ((v, self.game.narrate(state, event, after, v)) for v in self.viewers)
            lines = {v: line for v, line in told if line is not None}
            facts.append(Fact(number, str(payload["kind"]), payload, lines, seat, command_id, now))
            state = after
        barred = any(self.game.bars_undo(e) for e in decided)
        return Ruling(seat, tuple(facts), state, barred, self.game.outcome(state))

    def take_back(self, seat: str, command_id: str, now: dt.datetime) -> Ruling | Refusal:
        """What taking back this seat's last command leads to, or why it cannot be; changes nothing."""
        if not self.steps or self.steps[-1].seat != seat or self.record.status != ACTIVE:
            return Refusal("nothing_to_undo", "", self.undo(seat)["text"])
        step = self.steps[-1]
        title = next(c.title for c in self.record.chairs if c.seat == seat)
        plain = f"{title} took back a command."
        own = f"{title} took back: {step.text}" if step.text else plain
        lines: Lines = {v: self._undone_line(seat, step.before, own if v == seat else plain) for v in self.viewers}
        fact = Fact(self.version + 1, UNDONE, {"kind": UNDONE, "to": step.before}, lines, seat, command_id, now)
        return Ruling(seat, (fact,), step.state, False, None)

    @staticmethod
    def _undone_line(seat: str, to: int, text: str) -> JsonObject:
        return {"kind": UNDONE, "section": "", "side": seat, "text": text, "to": to, "dice": [], "hexes": []}

    # --- after the database has it -------------------------------------------------------------------------------

    def accept(self, ruling: Ruling) -> None:
        """Take over a ruling of our own that is stored now."""
        before, earlier = self.version, self.state
        self.version, self.state = ruling.facts[-1].seq, ruling.state
        if ruling.facts[0].kind == UNDONE:
            self.steps.pop()
        else:
            self._remember(ruling.facts, before, earlier, ruling.barred)

    def follow(self, facts: Sequence[Fact]) -> None:
        """Take over facts that were stored elsewhere or earlier; they follow on our version without a gap."""
        for _, group in groupby(facts, key=lambda f: f.command_id):
            self._follow_command(tuple(group))

    def _follow_command(self, facts: tuple[Fact, ...]) -> None:
        before, earlier = self.version, self.state
        if facts[0].seq != before + 1:
            raise RuntimeError(f"event {facts[0].seq} of match {self.record.id} does not follow on {before}")
        if facts[0].kind == UNDONE:
            # A step that can be taken back lies after every snapshot, so it was remembered while following.
            self.version, self.state = facts[-1].seq, self.steps.pop().state
            return
        state, barred = earlier, False
        for fact in facts:
            event = self.game.load_event(fact.payload)
            state = self.game.evolve(state, event)
            barred = barred or self.game.bars_undo(event)
        self.version, self.state = facts[-1].seq, state
        self._remember(facts, before, earlier, barred)

    def _remember(self, facts: Sequence[Fact], before: int, earlier: Any, barred: bool) -> None:
        """Keep what can be taken back: only the last seat's commands since the last bar."""
        seat = facts[0].seat
        if barred or (self.steps and self.steps[-1].seat != seat):
            self.steps.clear()
        if not barred:
            text = next((str(f.lines[seat].get("text", "")) for f in facts if seat in f.lines), "")
            self.steps.append(Step(seat, before, earlier, text))
            del self.steps[:-STEPS_KEPT]

    @property
    def settled(self) -> tuple[int, Any]:
        """The newest event that nobody can take back, and the state there: what a snapshot may hold."""
        return (self.steps[0].before, self.steps[0].state) if self.steps else (self.version, self.state)

    # --- receipts ------------------------------------------------------------------------------------------------

    def receipt(self, command_id: str) -> Receipt | None:
        """The answer lately given to this command, if this process gave it."""
        return self._receipts.get(command_id)

    def keep_receipt(self, command_id: str, receipt: Receipt) -> None:
        """Remember an answer; the oldest go."""
        self._receipts[command_id] = receipt
        if len(self._receipts) > RECEIPTS_KEPT:
            self._receipts.popitem(last=False)

    # --- what a viewer may know ----------------------------------------------------------------------------------

    def view(self, viewer: str) -> JsonObject:
        """The view now, made once for all who share the viewpoint. Not to be changed."""
        kept = self._views.setdefault(viewer, deque(maxlen=VIEWS_KEPT))
        if not kept or kept[-1][0] != self.version:
            kept.append((self.version, self.game.view(self.state, viewer)))
        return kept[-1][1]

    def shown(self, viewer: str, version: int) -> JsonObject | None:
        """The view that was shown at an earlier version, if it is still known."""
        return next((view for at, view in self._views.get(viewer, ()) if at == version), None)

    def legal(self, viewer: str) -> JsonObject | None:
        """The question put to a seat now; None for those who have none."""
        if viewer == SPECTATOR:
            return None
        kept = self._legal.get(viewer)
        if kept is None or kept[0] != self.version:
            kept = self._legal[viewer] = (self.version, self.game.legal(self.state, viewer))
        return kept[1]

    def undo(self, viewer: str) -> dict[str, Any]:
        """Whether this viewer can take back a command now, and what or why not."""
        if self.record.status == ACTIVE and self.steps and self.steps[-1].seat == viewer:
            return {"allowed": True, "text": self.steps[-1].text or "Take back the last command."}
        return {"allowed": False, "text": "There is nothing of yours that can be taken back."}
