"""A match in memory: its state, what can be taken back, and what each viewer was last shown.

Nothing here waits for anything: a table is changed only after the database has taken the change.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from app.matches.facts import ACTIVE, UNDONE, Fact, Lines, Order, Record
from app.matches.receipts import Receipt
from app.matches.steps import Step, Steps
from app.matches.words import Word, Words
from app.proof import links
from app.proof.version import rules_version
from rules.kernel import dice
from rules.kernel.game import SPECTATOR, Game
from rules.kernel.messages import Chance, JsonObject, Outcome, Refusal

RECEIPTS_KEPT = 64


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a command leads to, before it is stored: ``state`` and ``outcome`` after ``facts``."""

    order: Order
    facts: tuple[Fact, ...]
    state: Any
    barred: bool
    outcome: Outcome | None


class Table:
    """One live match. Hold ``lock`` while judging and storing."""

    def __init__(self, game: Game[Any, Any], record: Record, seq: int, state: Any, link: bytes | None) -> None:
        self.game = game
        self.rules = rules_version(game)
        self.record = record
        self.lock = asyncio.Lock()
        self.version = seq
        self.state = state
        self.steps = Steps()
        self._viewpoints = {seat.id: seat.viewpoint for seat in game.seats(record.scenario, record.options)}
        self.snapshot = seq
        """The number of the newest snapshot known to be stored or on its way."""
        self._receipts: OrderedDict[str, Receipt] = OrderedDict()
        self._words = Words()
        self._views: dict[str, tuple[int, JsonObject]] = {}
        self._legal: dict[str, tuple[int, JsonObject]] = {}
        self._chance: Chance | None = None
        self._link = link
        self._link_key: bytes | None = None

    # --- who -----------------------------------------------------------------------------------------------------

    @property
    def viewpoints(self) -> tuple[str, ...]:
        """All viewpoints that are told what happens."""
        return (*dict.fromkeys(self._viewpoints.values()), SPECTATOR)

    def viewpoint(self, viewer: str) -> str:
        """From where a seat looks; allies may look from the same place."""
        return self._viewpoints.get(viewer, viewer)

    @property
    def chance(self) -> Chance:
        """The dice. Only a match whose words are all open has any. RuntimeError before."""
        if self._chance is None:
            words = {c.seat: c.word for c in self.record.chairs if c.word is not None}
            if self.record.secret is None or len(words) < len(self.record.chairs):
                raise RuntimeError("no die is rolled before all words are open")
            self._chance = dice.chance(dice.key(self.record.secret, self.record.id, words))
        return self._chance

    @property
    def link(self) -> bytes | None:
        """The newest link of the chain, of ``version``; None in a match that has none."""
        return self._link or self.record.link

    @property
    def told_link(self) -> str | None:
        """The newest link as it stands on the wire."""
        return None if self.link is None else self.link.hex()

    def _linked(self, order: Order, facts: Sequence[Fact]) -> tuple[Fact, ...]:
        """The facts with the link of their command on the last."""
        if not facts or self.link is None or self.record.secret is None:
            return tuple(facts)
        if self._link_key is None:
            self._link_key = links.key(self.record.secret, self.record.id)
        payloads = [f.payload for f in facts]
        link = links.after(self._link_key, self.link, order, self.rules, facts[0].seq, payloads)
        return (*facts[:-1], replace(facts[-1], link=link))

    # --- what follows --------------------------------------------------------------------------------------------

    def judge(self, order: Order, now: dt.datetime) -> Ruling | Refusal:
        """What the command leads to, or why it is not allowed; changes nothing."""
        decided = self.game.decide(self.state, order.seat, order.body, self.chance)
        if isinstance(decided, Refusal):
            return decided
        if not decided.events:
            # It would leave no receipt and no step, and undo would take back the command before it.
            return Refusal("nothing_changes", "", "That would change nothing.")
        facts = []
        for number, (before, event, after) in enumerate(decided.facts(self.state), start=self.version + 1):
            payload = self.game.dump_event(event)
            told = ((v, self.game.narrate(before, event, after, v)) for v in self.viewpoints)
            lines = {v: line for v, line in told if line is not None}
            facts.append(Fact(number, str(payload["kind"]), payload, lines, order.seat, order.id, now))
        state = decided.states[-1]
        barred = any(self.game.bars_undo(e) for e in decided)
        return Ruling(order, self._linked(order, facts), state, barred, self.game.outcome(state))

    def take_back(self, order: Order, now: dt.datetime) -> Ruling | Refusal:
        """What taking back this seat's last command leads to, or why it cannot be; changes nothing."""
        seat, step = order.seat, self.steps.of(order.seat)
        if step is None or self.record.status != ACTIVE:
            return Refusal("nothing_to_undo", "", self.undo(seat)["text"])
        title = next(c.title for c in self.record.chairs if c.seat == seat)
        plain = f"{title} took back a command."
        own = f"{title} took back: {step.text}" if step.text else plain
        mine = self.viewpoint(seat)
        told = [v for v in self.viewpoints if v == mine or self._noticed(step, v)]
        lines: Lines = {v: self._undone_line(seat, step.before, own if v == mine else plain) for v in told}
        fact = Fact(self.version + 1, UNDONE, {"kind": UNDONE, "to": step.before}, lines, seat, order.id, now)
        return Ruling(order, self._linked(order, [fact]), step.state, False, None)

    def _noticed(self, step: Step, viewpoint: str) -> bool:
        """Whether a viewpoint was told anything of the last command; if not, it is not told that it is undone."""
        return viewpoint in step.read or self.game.view(step.state, viewpoint) != self.view(viewpoint)

    @staticmethod
    def _undone_line(seat: str, to: int, text: str) -> JsonObject:
        return {"kind": UNDONE, "section": "", "side": seat, "text": text, "to": to, "dice": [], "hexes": []}

    # --- after the database has it -------------------------------------------------------------------------------

    def accept(self, ruling: Ruling) -> None:
        """Take over a ruling of our own that is stored now."""
        before, earlier = self.version, self.state
        self.version, self.state = ruling.facts[-1].seq, ruling.state
        self._words.hear(ruling.facts)
        self._link = ruling.facts[-1].link
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
        # Before anything else changes: a newer process may have stored what this one cannot read.
        events = [] if facts[0].kind == UNDONE else [self.game.load_event(fact.payload) for fact in facts]
        self._words.hear(facts)
        self._link = facts[-1].link
        if facts[0].kind == UNDONE:
            # A step that can be taken back lies after every snapshot, so it was remembered while following.
            self.version, self.state = facts[-1].seq, self.steps.pop().state
            return
        state, barred = earlier, False
        for event in events:
            state = self.game.evolve(state, event)
            barred = barred or self.game.bars_undo(event)
        self.version, self.state = facts[-1].seq, state
        self._remember(facts, before, earlier, barred)

    def _remember(self, facts: Sequence[Fact], before: int, earlier: Any, barred: bool) -> None:
        """Keep what can be taken back."""
        seat, mine = facts[0].seat, self.viewpoint(facts[0].seat)
        text = next((str(f.lines[mine].get("text", "")) for f in facts if mine in f.lines), "")
        read = frozenset(viewpoint for f in facts for viewpoint in f.lines)
        self.steps.remember(Step(seat, before, earlier, text, read), barred)

    @property
    def settled(self) -> tuple[int, Any]:
        """The newest event that nobody can take back, and the state there: what a snapshot may hold."""
        earliest = self.steps.earliest
        return (self.version, self.state) if earliest is None else (earliest.before, earliest.state)

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
        """The view now, made once and shared by the viewpoint. Not to be changed."""
        viewpoint = self.viewpoint(viewer)
        kept = self._views.get(viewpoint)
        if kept is None or kept[0] != self.version:
            kept = self._views[viewpoint] = (self.version, self.game.view(self.state, viewpoint))
        return kept[1]

    def word(self, viewer: str) -> Word:
        """What is said to a viewpoint now; the last word to it again when nothing has reached it since."""
        if self.record.link is not None:
            self._words.begin(self.record.link.hex())
        return self._words.newest(
            viewer,
            self.viewpoint(viewer),
            self.version,
            lambda: Word(self.version, self.told_link, self.view(viewer), self.legal(viewer), self.undo(viewer)),
        )

    def last_word(self, viewer: str) -> Word | None:
        """What was last said to a viewpoint, if anything was."""
        return self._words.last(viewer)

    def earlier(self, viewer: str, version: int) -> Word | None:
        """What was said to a viewpoint at an earlier version, if it is still known."""
        return self._words.earlier(viewer, version)

    def ask(self, seat: str) -> str:
        """The name of the question put to a seat now."""
        return self.game.ask(self.state, seat)

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
        step = self.steps.of(viewer)
        if self.record.status == ACTIVE and step is not None:
            return {"allowed": True, "text": step.text or "Take back the last command."}
        return {"allowed": False, "text": "You have nothing to undo."}
