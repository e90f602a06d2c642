"""A match in memory: its state, what can be taken back, and what each viewer was last shown.

Nothing here waits for anything: a table is changed only after the database has taken the change.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from app.clocks.clock import thinking
from app.clocks.following import followed
from app.clocks.orders import Times
from app.clocks.timing import Timing
from app.matches.again import decided, folded
from app.matches.ahead import Standing, is_ahead
from app.matches.company import Company, Said
from app.matches.facts import ACTIVE, UNDONE, Chair, Fact, Lines, Newcomer, Numbers, Order, Record, Told, Turns
from app.matches.handing import TAKEN, of_seats
from app.matches.hosting import BY_HOST
from app.matches.house import (
    REWOUND,
    Back,
    House,
    Past,
    back_of,
    hearers,
    house_state,
    is_house,
    settle,
)
from app.matches.numbers import Mark, numbered
from app.matches.receipts import Receipt
from app.matches.standing_in import AGREED, GONE, PLAYS, of_stand_ins
from app.matches.steps import Origin, Stands, Step, Steps, TakenBack, origin_of
from app.matches.words import Word, Words
from app.news import only_watches, watched_from
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
    views: Mapping[str, JsonObject] = field(default_factory=dict)
    """Views after it that were made to see whether they changed."""
    undone: TakenBack | None = None
    """What it takes back."""
    house: House | None = None
    """What is open between the players after an order of the house."""
    told: Told | None = None
    """What everybody reads of the match from now on; None if the spectator is told nothing."""
    newcomer: Newcomer | None = None
    """Who sits on the seat of the order from now on, or has agreed to stand in, if somebody does."""
    timing: Timing | None = None
    """The clocks after it; None if they run on."""


class Table:
    """One live match. Hold ``lock`` while judging and storing."""

    def __init__(
        self,
        game: Game[Any, Any],
        record: Record,
        seq: int,
        state: Any,
        link: bytes | None,
        marks: Mapping[str, Mark] | None = None,
        house: House | None = None,
    ) -> None:
        self.game = game
        self.rules = rules_version(game)
        self.record = record
        self.lock = asyncio.Lock()
        self.version = seq
        """The number of the last event, for ourselves; what is told bears the number of a viewpoint."""
        self.state = state
        self.steps = Steps()
        self.standing: Sequence[Standing] = ()
        """The standing orders of all seats, as far as this process has heard of them."""
        self.house = house or House()
        self.seats = game.seats(record.scenario, record.options)
        self._sides = {seat.id: seat.side for seat in self.seats}
        self._viewpoints = {seat.id: seat.viewpoint for seat in self.seats}
        self._marks = {v: (marks or {}).get(v, Mark(0, None)) for v in self.viewpoints}
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

    def side_of(self, viewpoint: str) -> str:
        """The side to which a viewpoint belongs."""
        return next(seat.side for seat in self.seats if seat.viewpoint == viewpoint)

    def viewpoint(self, viewer: str) -> str:
        """From where a seat looks; allies may look from the same place."""
        return self._viewpoints.get(viewer) or watched_from(viewer)

    def is_late(self, viewer: str) -> bool:
        """Whether a viewer is told later than the players (app/matches/late.py)."""
        return self.record.late and only_watches(viewer)

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
        payloads: list[JsonObject] = []
        lines: list[Lines] = []
        for before, event, after in decided.facts(self.state):
            payloads.append(self.game.dump_event(event))
            told = ((v, self.game.narrate(before, event, after, v)) for v in self.viewpoints)
            lines.append({v: line for v, line in told if line is not None})
        state = decided.states[-1]
        barred = any(self.game.bars_undo(e) for e in decided)
        if is_ahead(order.id):
            # Whoever took it back would be answered the same again.
            lines, barred = _marked("standing", order.seat, lines), True
        elif order.seat in self.house.stand_ins.plays:
            lines = _marked("stand_in", order.seat, lines)
        silent = [v for v in self.viewpoints if not any(v in told for told in lines)]
        views = {v: self.game.view(state, v) for v in silent if v != self.viewpoint(order.seat)}
        lost = self.steps.lost(order.seat, barred)
        shown = {v for v in silent if v not in views or self._is_shown(v, state, views[v], lost)}
        facts = self._facts(order, now, payloads, lines, shown)
        outcome, news = self.game.outcome(state), self._told_by(state, facts[-1])
        return Ruling(order, self._linked(order, facts), state, barred, outcome, views, told=news)

    def _facts(
        self,
        order: Order,
        now: dt.datetime,
        payloads: Sequence[JsonObject],
        lines: Sequence[Lines],
        shown: Collection[str],
    ) -> list[Fact]:
        """The facts of a command, numbered; ``shown`` are the viewpoints that are told something without a line."""
        rows = zip(payloads, lines, numbered(self.numbers, lines, shown), strict=True)
        return [
            Fact(seq, str(payload["kind"]), payload, told, numbers, order.seat, order.id, now)
            for seq, (payload, told, numbers) in enumerate(rows, start=self.version + 1)
        ]

    def _told_by(self, state: Any, last: Fact) -> Told | None:
        """What everybody reads of a match in ``state``; None if a command that ends so tells the spectator nothing."""
        number = last.numbers[SPECTATOR]
        if number == self.number(SPECTATOR):
            return None
        glance = self.game.glance(state)
        return Told(number, glance, self._turns(glance.turn))

    def _turns(self, turn: int) -> Turns | None:
        """How far those are told who are told turns later, after a command that leads to a turn."""
        record = self.record
        if not record.delay_turns:
            return None
        was = None if record.told is None else record.told.turns
        return (was or Turns()).at(turn, self.version, record.delay_turns)

    def told(self) -> Told:
        """What everybody may read of the match now."""
        was = self.record.told
        return Told(self.number(SPECTATOR), self.game.glance(self.state), None if was is None else was.turns)

    def _is_shown(self, viewpoint: str, state: Any, view: JsonObject, lost: Collection[str] = ()) -> bool:
        """Whether another's command that leads to ``state`` and ``view`` tells a viewpoint something.

        It may see something new, be asked something new, or have lost what it could take back.
        """
        ask, was = self.game.ask, self.state
        own = [s for s, of in self._viewpoints.items() if of == viewpoint]
        return (
            view != self.view(viewpoint)
            or self.game.deciders(state) != self.game.deciders(was)
            or any(ask(state, s) != ask(was, s) or s in lost for s in own)
        )

    def take_back(self, order: Order, now: dt.datetime) -> Ruling | Refusal:
        """What taking back this seat's last command leads to, or why it cannot be; changes nothing."""
        seat = order.seat
        found = self.steps.taken_back(seat, decided(self.game)) if self.record.status == ACTIVE else None
        if found is None:
            return Refusal("nothing_to_undo", "", self.undo(seat)["text"])
        if isinstance(found, Stands):
            return self._stands(seat, found)
        step = found.step
        title = next(c.title for c in self.record.chairs if c.seat == seat)
        plain = f"{title} undid the last command."
        text = self._text(step)
        own = f"{title} undid the last command: “{text}”" if text else plain
        mine = self.viewpoint(seat)
        told = [v for v in self.viewpoints if v == mine or self._notices(v, found)]
        lines = {v: self._undone_line(seat, step, v, own if v == mine else plain) for v in told}
        facts = self._facts(order, now, [found.origin.payload()], [lines], ())
        news = self._told_by(found.state, facts[-1])
        return Ruling(order, self._linked(order, facts), found.state, False, None, undone=found, told=news)

    def _notices(self, viewpoint: str, undone: TakenBack) -> bool:
        """Whether a viewpoint was told anything of a command, or sees that it is taken back.

        If not, it is not told either that it was.
        """
        step = undone.step
        if step.told[viewpoint] > step.numbers[viewpoint]:
            return True
        return self._is_shown(viewpoint, undone.state, self.game.view(undone.state, viewpoint))

    def _stands(self, seat: str, found: Stands) -> Refusal:
        """Why a command cannot be taken back: a later one would be another without it."""
        later, mine = found.on_it, self.viewpoint(seat)
        text = later.texts.get(mine)
        what = f": {text}" if text else "."
        return Refusal("stands_on_it", "", f"You cannot take this back, because a later move depends on it{what}")

    def unknown_orders(self, seat: str) -> list[str]:
        """The commands, by their ids, that must be known as they were sent for this seat to take back its last."""
        step = self.steps.of(seat)
        return [] if step is None else [s.command_id for s in self.steps.after(step) if s.order is None]

    @staticmethod
    def _undone_line(seat: str, step: Step, viewpoint: str, text: str) -> JsonObject:
        """The lines after ``to``, up to ``through``, tell of what is no more."""
        between: JsonObject = {"to": step.numbers[viewpoint], "through": step.told[viewpoint]}
        return {"kind": UNDONE, "section": "", "side": seat, "text": text, **between, "dice": [], "hexes": []}

    # --- what the players settle among themselves -----------------------------------------------------------------

    def company(self, account: object, silent: Collection[str] = ()) -> Company:
        """Who sits here, as somebody who gives an order of the house sees it."""
        chairs = self.record.chairs
        mine = frozenset(c.seat for c in chairs if c.account is not None and account in (c.account, c.player))
        return Company({c.seat: c.title for c in chairs}, self._sides, mine, silent)

    def judge_house(
        self, order: Order, now: dt.datetime, company: Company, back: Back | None, past: Past
    ) -> Ruling | Refusal:
        """What an order of the house leads to, or why it cannot be given; changes nothing."""
        timing = self.record.timing
        times = None if timing is None else Times(timing.terms, timing.out)
        found = settle(self.house, company, order.seat, order.id, order.body, back, past, times)
        if isinstance(found, Refusal):
            return found
        house, state = self.house, self.state
        for said in found:
            house, state = house.after(said.payload), house_state(self.game, state, said.payload)
        meant = back_of(self.house, order.body, back)
        lines = [self._house_lines(order.seat, said, meant) for said in found]
        facts = self._facts(order, now, [said.payload for said in found], lines, ())
        news = self._told_by(state, facts[-1])
        outcome = self.game.outcome(state)
        return Ruling(order, self._linked(order, facts), state, False, outcome, house=house, told=news)

    def judge_by_server(self, order: Order, now: dt.datetime) -> Ruling | Refusal:
        """The same for what the server itself says of a seat, as for the one who sits there."""
        account = next(c.account for c in self.record.chairs if c.seat == order.seat)
        return self.judge_house(order, now, self.company(account), None, dict)

    @property
    def out(self) -> tuple[str, ...]:
        """The seats that have run out of time and have still to answer."""
        return () if self.record.timing is None else self.record.timing.out

    def is_away(self, seat: str, now: dt.datetime) -> bool:
        """Whether a seat's player has said that he would be away now."""
        timing = self.record.timing
        return timing is not None and timing.clock is not None and timing.clock.is_away(seat, now)

    def late(self, now: dt.datetime) -> tuple[str, int] | None:
        """A seat whose time is up without anybody having said so, and how often that happened in the match before."""
        timing = self.record.timing
        if timing is None or timing.clock is None or self.record.status != ACTIVE:
            return None
        seat = timing.clock.late(timing.terms, now)
        return None if seat is None else (seat, timing.clock.expired)

    def timed(self, ruling: Ruling, now: dt.datetime) -> Ruling:
        """A ruling with the clocks after it, if others run."""
        if self.record.timing is None:
            return ruling
        over = ruling.outcome is not None
        deciders = () if over else self.game.deciders(ruling.state)
        running = thinking(deciders, self._viewpoints)
        payloads = (fact.payload for fact in ruling.facts)
        # Whoever answers beforehand could else fill the clock by questions that cost no time.
        earned = not over and not is_ahead(ruling.order.id)
        timing = followed(self.record.timing, payloads, running, now, earned=earned)
        return ruling if timing is None else replace(ruling, timing=timing)

    def know(self, record: Record) -> None:
        """Take over the match's row and seats as they are stored; the clocks only if they are no older than ours."""
        behind = record.version < self.version
        self.record = replace(record, timing=self.record.timing) if behind else record

    def _house_lines(self, seat: str, said: Said, back: Back | None) -> Lines:
        """The line of a fact of the house, for whoever hears of it."""
        told = self.viewpoints if said.to is None else {self.viewpoint(s) for s in said.to}
        side = "" if seat == BY_HOST else seat
        line: JsonObject = {"kind": "house", "section": "", "side": side, "text": said.text, "dice": [], "hexes": []}
        if said.payload["kind"] != REWOUND or back is None:
            return {v: line for v in self.viewpoints if v in told}
        # Faded like what a player takes back alone: it is no more.
        return {
            v: {**line, "kind": UNDONE, "to": back.numbers.get(v, 0), "through": self.number(v)}
            for v in self.viewpoints
        }

    # --- after the database has it -------------------------------------------------------------------------------

    def accept(self, ruling: Ruling) -> None:
        """Take over a ruling of our own that is stored now."""
        before, earlier, numbers = self.version, self.state, self.numbers
        self.version, self.state = ruling.facts[-1].seq, ruling.state
        self._views.update({viewpoint: (self.version, view) for viewpoint, view in ruling.views.items()})
        if ruling.timing is not None:
            self.record = replace(self.record, timing=ruling.timing)
        if ruling.told is not None and ruling.told.turns is not None:
            self.record = replace(self.record, told=ruling.told)
        self._mark(ruling.facts[-1])
        if ruling.house is not None:
            self.house = ruling.house
            self._reseat(ruling)
            if self.state is not earlier:
                self.steps.clear()
        elif ruling.undone is not None:
            self.steps.take(ruling.undone)
        else:
            self._remember(ruling.facts, before, earlier, numbers, ruling.barred, ruling.order)

    def _reseat(self, ruling: Ruling) -> None:
        """Note who sits where, and which seats are open now."""
        payloads = [f.payload for f in ruling.facts]
        changed, at = of_seats(payloads), ruling.facts[-1].at
        if not changed and not of_stand_ins(payloads):
            return
        taken = {str(p["seat"]) for p in changed if p["kind"] == TAKEN}
        chairs = []
        for chair in self.record.chairs:
            now = replace(chair, open=chair.seat in self.house.seats)
            if ruling.newcomer is not None and chair.seat in taken:
                who = ruling.newcomer
                now = replace(now, account=who.account, name=who.name, since=at, shows=None, **NO_STAND_IN)
            for payload in of_stand_ins([p for p in payloads if p.get("seat") == chair.seat]):
                now = _with_stand_in(now, payload["kind"], ruling.newcomer, at)
            chairs.append(now)
        self.record = replace(self.record, chairs=tuple(chairs))

    def _mark(self, last: Fact) -> None:
        """Note how far everybody was told by a command that ends with this fact."""
        self._link = last.link
        for viewpoint, mark in self._marks.items():
            number = last.numbers.get(viewpoint, mark.number)
            if number != mark.number:
                self._marks[viewpoint] = Mark(number, last.link)

    def follow(self, facts: Sequence[Fact]) -> None:
        """Take over facts that were stored elsewhere or earlier; they follow on our version without a gap."""
        for _, group in groupby(facts, key=lambda f: f.command_id):
            self._follow_command(tuple(group))

    def _follow_command(self, facts: tuple[Fact, ...]) -> None:
        before, earlier, numbers = self.version, self.state, self.numbers
        if facts[0].seq != before + 1:
            raise RuntimeError(f"event {facts[0].seq} of match {self.record.id} does not follow on {before}")
        # Before anything else changes: a newer process may have stored what this one cannot read.
        if is_house(facts[0].kind):
            self._follow_house(facts)
            return
        events = [] if facts[0].kind == UNDONE else [self.game.load_event(fact.payload) for fact in facts]
        self._mark(facts[-1])
        if facts[0].kind == UNDONE:
            # A step that can be taken back lies after every snapshot, so it was remembered while following.
            undone = self.steps.taken_back(facts[0].seat, folded(self.game))
            if not isinstance(undone, TakenBack) or undone.origin != origin_of(facts[0].payload):
                raise RuntimeError(f"event {facts[0].seq} of match {self.record.id} takes back what cannot be")
            self.steps.take(undone)
            self.version, self.state = facts[-1].seq, undone.state
            return
        state, barred = earlier, is_ahead(facts[0].command_id)
        for event in events:
            state = self.game.evolve(state, event)
            barred = barred or self.game.bars_undo(event)
        self.version, self.state = facts[-1].seq, state
        self._remember(facts, before, earlier, numbers, barred)

    def _follow_house(self, facts: tuple[Fact, ...]) -> None:
        state = self.state
        for fact in facts:
            state = house_state(self.game, state, fact.payload)
        if state is not self.state:
            self.steps.clear()
        self._mark(facts[-1])
        for fact in facts:
            self.house = self.house.after(fact.payload)
        self.version, self.state = facts[-1].seq, state

    def _remember(
        self,
        facts: Sequence[Fact],
        before: int,
        earlier: Any,
        numbers: Numbers,
        barred: bool,
        order: Order | None = None,
    ) -> None:
        """Keep what can be taken back."""
        texts: dict[str, str] = {}
        for fact in facts:
            for viewpoint, line in fact.lines.items():
                texts.setdefault(viewpoint, str(line.get("text", "")))
        step = Step(
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

    def _text(self, step: Step) -> str:
        """What the seat itself reads of its command."""
        return step.texts.get(self.viewpoint(step.seat), "")

    @property
    def settled(self) -> tuple[int, Any]:
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
        number = self.number(viewer)
        return self._words.at(
            viewer,
            number,
            lambda: Word(
                number,
                self.told_link(viewer),
                self.view(viewer),
                self.legal(viewer),
                self.undo(viewer),
                self.proposals(viewer),
                self.record.timing,
            ),
        )

    def last_word(self, viewer: str) -> Word | None:
        """What was last said to a viewpoint, if anything was."""
        return self._words.last(viewer)

    def earlier(self, viewer: str, version: int) -> Word | None:
        """What was said to a viewpoint at an earlier number, if it is still known."""
        return self._words.earlier(viewer, version)

    def ask(self, seat: str) -> str:
        """The name of the question put to a seat now."""
        return self.game.ask(self.state, seat)

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
            return {"allowed": True, "text": self._text(step) or "Take back the last command."}
        return {"allowed": False, "text": "You have nothing to undo."}

    def proposals(self, viewer: str) -> list[JsonObject]:
        """What is open between the players, as a seat or the spectator hears of it."""
        if self.record.status != ACTIVE:
            return []
        company = self.company(None)
        return [
            {
                "id": p.id,
                "what": p.what,
                "seat": p.seat,
                "asked": [*p.asked],
                "agreed": [s for s in hears or company.titles if s not in (*p.asked, p.of)],
                "back": None if p.back is None else p.back.numbers.get(self.viewpoint(viewer), 0),
                "of": p.of,
            }
            for p in self.house.proposals
            if (hears := hearers(company, p.what, p.seat)) is None or viewer in hears
        ]


NO_STAND_IN: Mapping[str, Any] = {
    "stand_in": None,
    "stand_in_name": None,
    "stands_in_since": None,
    "stand_in_key": None,
}


def _with_stand_in(chair: Chair, kind: object, newcomer: Newcomer | None, at: dt.datetime) -> Chair:
    """A seat after a fact about its stand-in."""
    if kind == AGREED and newcomer is not None:
        return replace(chair, stand_in=newcomer.account, stand_in_name=newcomer.name, stand_in_key=None)
    if kind == GONE:
        return replace(chair, **NO_STAND_IN)
    return replace(chair, stands_in_since=at if kind == PLAYS else None)


def _marked(mark: str, seat: str, lines: Sequence[Lines]) -> list[Lines]:
    """The lines of a command, with a mark on the first that each viewpoint reads: whose standing order gave it, or for
    whom somebody stood in."""
    marked: set[str] = set()
    found: list[Lines] = []
    for told in lines:
        found.append({v: line if v in marked else {**line, mark: seat} for v, line in told.items()})
        marked.update(told)
    return found
