"""Playing the programs of a match again (decisions/0069): each of their orders follows from what its seat was told.

The match is played once more from its export, as the server played it. Before each order of a program the same program
gets the view, the question and the answers to its questions of planning that it got then, with the seed that follows
from its word; and it must give the same order. So it knew neither the dice nor what the others hid.
"""

from __future__ import annotations

import datetime as dt
import json
import random
import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from app.matches.agreements.handing_over import TAKEN
from app.matches.agreements.seating import Seating
from app.matches.agreements.settlement import ANSWERED, DEMAND, PROPOSED, WITHDRAWN, hearers, is_agreement
from app.matches.agreements.standing_in import REPLACED
from app.matches.facts import ACTIVE, Lines, MatchRecord, Numbers, SeatRecord, StoredFact
from app.matches.live_match import judging
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.numbers import numbers_after
from app.matches.live_match.standing_orders import is_by_standing_order
from app.opponents.choosing import (
    FAILED,
    LOST,
    NO_PLAN,
    PROGRAM,
    REFUSED,
    Made,
    agrees,
    instead,
    told_when_asked,
    word_of,
)
from app.opponents.program_words import luck_seed
from app.proof import exported, rounds
from app.proof.canonical import canonical
from app.proof.exported import ExportedEntry
from app.proof.version import programs_version, rules_version
from rules.kernel.game import SPECTATOR, Game
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import Player
from rules.kernel.programs.reasons import Notebook
from rules.kernel.told_game import ToldGame, client_of, noted_for

NEVER = dt.datetime.fromtimestamp(0, dt.UTC)
"""When things happened does not matter here."""
MIN_MOMENTS = 32
"""Earlier positions that are kept at least."""
MAX_ATTEMPTS = 20
"""Of an order that chance made: whoever may name any number may choose among that many orders."""


@dataclass(slots=True)
class ProgramsReport:
    """What came of playing the programs again."""

    programs: str
    """The version of the programs here."""
    orders: int = 0
    """Orders that programs gave."""
    found: int = 0
    """Those that the same program gives again."""
    by_chance: list[str] = field(default_factory=list)
    """Those among them that chance made, and why: the program had no plan or failed, or its order was refused."""
    cut_short: list[str] = field(default_factory=list)
    """Choices that took too long, or whose process died, as the server says: chance made the order."""
    unchecked: Counter[str] = field(default_factory=Counter)
    """How many could not be checked, by reason."""
    faults: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether nothing was wrong."""
        return not self.faults

    def json(self) -> JsonObject:
        """For programs."""
        return {
            "good": self.good,
            "programs": self.programs,
            "orders": self.orders,
            "found": self.found,
            "by_chance": [*self.by_chance],
            "cut_short": [*self.cut_short],
            "unchecked": {**self.unchecked},
            "faults": [*self.faults],
        }


@dataclass(frozen=True, slots=True)
class Recalled:
    """An order of a program, played again. ``said``: in words, as its seat read them; empty where the log said nothing.

    ``player`` is the program as it stood after it, None where its choice could not be checked; ``why_not`` says why.
    ``before``: the position in which it was asked; ``number``: how much spectators had been told by then.
    """

    seat: str
    order: JsonObject
    made: Made | None
    player: Player | None
    before: Any
    number: int
    said: str
    why_not: str = ""


class Onlooker(Protocol):
    """One who looks on while programs are played again."""

    def notebook(self) -> Notebook:
        """Where the program that is about to decide writes down why."""
        ...

    def recall(self, recalled: Recalled) -> None:
        """It has decided, and its order was played. Nothing is recalled of what other rules judged, or after it."""
        ...


def play_programs_again(
    export: Mapping[str, Any], games: Mapping[str, Game[Any, Any]], onlooker: Onlooker | None = None
) -> ProgramsReport:
    """Play the programs of a match again. One of ``BROKEN`` for what is no whole export."""
    game = games[export["game"]]
    commands = exported.commands(export)
    notes = export.get("choices") or {}
    made = [Made.read(notes[c["id"]]) if c["id"] in notes else None for c in export["commands"]]
    again = _Again(game, export, made, commands, onlooker)
    for told, how in zip(commands, made, strict=True):
        if not again.go_on(told, how):
            break
    return again.report


@dataclass(frozen=True, slots=True)
class _Moment:
    """The match as it stood after an event."""

    state: Any
    numbers: Numbers


class _Again:
    """A match played again, with its programs."""

    def __init__(
        self,
        game: Game[Any, Any],
        export: Mapping[str, Any],
        made: Sequence[Made | None],
        commands: Sequence[ExportedEntry],
        onlooker: Onlooker | None,
    ) -> None:
        self._game = game
        self._onlooker = onlooker
        self._live = LiveMatch(game, _record(export), 0, game.load_state(export["opening"]), None)
        self._sides = {seat.id: seat.side for seat in self._live.seats}
        self._moments = {0: _Moment(self._live.state, self._live.numbers)}
        self._minds: dict[str, Player] = {}
        """The program of each seat, as it remembers the match."""
        self._unknown: set[str] = set()
        """Seats whose program remembers an order that could not be checked."""
        self._own = {s["seat"]: s.get("program") for s in export["seats"]}
        """The strength of the program that each seat belongs to, if it is a program's seat."""
        self._last: dict[str, int] = {}
        """The last event of the last order of each seat."""
        self._proposed: dict[str, int] = {}
        """By which event something was proposed."""
        self._rules = rules_version(game)
        self._broken = ""
        self._said = ""
        """What the seat of the last command read of it first."""
        self._start(made, commands)
        self.report = ProgramsReport(programs_version(game))

    def _start(self, made: Sequence[Made | None], commands: Sequence[ExportedEntry]) -> None:
        """Find whose the seats were at the beginning: since then weaker programs, or people, may have come."""
        for told in reversed(commands):
            for event in reversed(told.events):
                if event["kind"] == REPLACED and self._own[str(event["seat"])] == event["program"]:
                    self._own[str(event["seat"])] = event["was"]
        taken = {str(e["seat"]) for told in commands for e in told.events if e["kind"] == TAKEN}
        for told, how in zip(commands, made, strict=True):
            if told.order.seat in taken and how is not None:
                self._own[told.order.seat] = self._own[told.order.seat] or how.strength

    def go_on(self, told: ExportedEntry, made: Made | None) -> bool:
        """Play a command again, and before it the program that gave it; False when nothing after it can be checked."""
        house = is_agreement(told.order.body.get("kind"))
        by_program = not house and self._is_by_program(told)
        recalled = None
        if by_program or made is not None:
            self.report.orders += 1
            recalled = self._recalled(told, made, self._check(told, made))
        went_on = self._follow(told, house=house)
        if self._onlooker is not None and recalled is not None and not self._broken:
            self._onlooker.recall(replace(recalled, said=self._said))
        return went_on

    def _is_by_program(self, told: ExportedEntry) -> bool:
        """Whether a program gave an order of the game. In a seat of its own nobody has standing orders, whatever the
        command is called; for a player they are carried out while a program stands in, too."""
        seat = told.order.seat
        own = bool(self._own.get(seat)) and seat not in self._live.agreements.stand_ins.by_programs
        return bool(self._playing(seat)) and (own or not is_by_standing_order(told.order.id))

    def _follow(self, told: ExportedEntry, *, house: bool) -> bool:
        """Bring the match to after a command; False when nothing after it can be checked."""
        self._said = ""
        if self._broken:
            return True
        if told.rules != self._rules:
            self._broken = "orders after a command that other rules judged"
        elif (wrong := self._follow_house(told) if house else self._judge(told)) is not None:
            self.report.faults.append(f"events {told.first} to {told.last} ({told.order.seat}): {wrong}")
            return False
        self._moments[told.last] = _Moment(self._live.state, self._live.numbers)
        self._last[told.order.seat] = told.last
        self._forget_moments()
        return True

    def _forget_moments(self) -> None:
        """Forget positions in which no program was asked for what is still to come: a long match has thousands."""
        if len(self._moments) <= 2 * MIN_MOMENTS:
            return
        asked = [self._last.get(seat, 0) for seat in self._sides if self._playing(seat) is not None]
        proposed = [self._proposed[p.id] for p in self._live.agreements.proposals if p.id in self._proposed]
        oldest = min([*asked, *proposed, [*self._moments][-MIN_MOMENTS]])
        self._moments = {at: moment for at, moment in self._moments.items() if at >= oldest}

    def _playing(self, seat: str) -> str | None:
        """The strength of the program that plays a seat now."""
        stand_ins = self._live.agreements.stand_ins
        if seat in stand_ins.by_programs:
            return stand_ins.programs[seat].strength
        return None if seat in stand_ins.plays else self._own.get(seat)

    # --- the match -----------------------------------------------------------------------------------------------

    def _judge(self, told: ExportedEntry) -> str | None:
        """Judge a command as the server did, so that all hear what they heard; what is wrong, if anything."""
        judge = judging.take_back if told.order.body == {} else judging.judge
        ruling = judge(self._live, told.order, NEVER)
        if isinstance(ruling, Refusal):
            return f"the rules refuse the command: {ruling.text}"
        if [canonical(fact.payload) for fact in ruling.facts] != [canonical(event) for event in told.events]:
            return "other events follow from the command"
        self._live.accept(ruling)
        own = self._live.viewpoint(told.order.seat)
        lines = (fact.lines[own].get("text") for fact in ruling.facts if own in fact.lines)
        self._said = next((str(text) for text in lines if text), "")
        return None

    def _follow_house(self, told: ExportedEntry) -> str | None:
        """Apply what players settled, and tell what is wrong. Who hears of it counts, the words do not."""
        if not self._would_answer(told):
            return "the program would not have answered so"
        lines = [self._heard(event) for event in told.events]
        numbers = numbers_after(self._live.numbers, lines, ())
        rows = zip(told.events, lines, numbers, strict=True)
        self._live.follow(
            [
                StoredFact(seq, str(event["kind"]), event, line, after, told.order.seat, told.order.id, NEVER)
                for seq, (event, line, after) in enumerate(rows, start=told.first)
            ]
        )
        for event in told.events:
            if event["kind"] == PROPOSED:
                self._proposed[str(event["id"])] = told.last
            if event["kind"] == TAKEN:
                self._own[str(event["seat"])] = None
            elif event["kind"] == REPLACED and str(event["seat"]) not in self._live.agreements.stand_ins.by_programs:
                self._own[str(event["seat"])] = str(event["program"])
        return None

    def _would_answer(self, told: ExportedEntry) -> bool:
        """Whether a program that was asked to surrender answers so, at some time between proposal and answer."""
        first, seat = told.events[0], told.order.seat
        asked = self._live.agreements.find(first.get("proposal")) if first["kind"] == ANSWERED else None
        if asked is None or asked.what != DEMAND or self._playing(seat) is None:
            return True
        viewpoint = told_when_asked(DEMAND, self._live.viewpoint(seat))
        moments = (m for at, m in self._moments.items() if at >= self._proposed[asked.id])
        views = (_through_pipe(self._game.view(m.state, viewpoint)) for m in moments)
        return any(agrees(DEMAND, self._sides[seat], v, self._game.gauge) is first["yes"] for v in views)

    def _heard(self, event: JsonObject) -> Lines:
        """A line for each viewpoint that hears of a fact about an agreement."""
        titles = {c.seat: c.title for c in self._live.record.seats}
        seating, about = Seating(titles, self._sides, ()), None
        if event["kind"] == PROPOSED:
            about = str(event["what"]), str(event["seat"])
        elif event["kind"] in (ANSWERED, WITHDRAWN) and (found := self._live.agreements.find(event["proposal"])):
            about = found.what, found.seat
        to = None if about is None else hearers(seating, *about)
        told = self._live.viewpoints if to is None else {self._live.viewpoint(seat) for seat in to}
        return {viewpoint: {} for viewpoint in self._live.viewpoints if viewpoint in told}

    def _allies(self, seat: str) -> list[str]:
        return [other for other, side in self._sides.items() if side == self._sides[seat] and other != seat]

    # --- its programs --------------------------------------------------------------------------------------------

    def _recalled(self, told: ExportedEntry, made: Made | None, wrong: str | None) -> Recalled:
        """The order for whoever looks on; ``wrong``: why it is not known how it came about."""
        seat, now = told.order.seat, _Moment(self._live.state, self._live.numbers)
        then = now if made is None else self._moments.get(made.at, now)
        player = None if wrong is not None else self._minds.get(seat)
        return Recalled(seat, told.order.body, made, player, then.state, then.numbers[SPECTATOR], "", wrong or "")

    def _check(self, told: ExportedEntry, made: Made | None) -> str | None:
        """Have the program of a seat give its order again; what is in the way, if anything."""
        why = self._why_not(told, made)
        if why is not None or made is None:
            self.report.unchecked[why or ""] += 1
            self._minds.pop(told.order.seat, None)
            self._unknown.add(told.order.seat)
            return why or ""
        self._unknown.discard(told.order.seat)
        where = f"events {told.first} to {told.last} ({told.order.seat})"
        wrong = self._wrong(told, made, where)
        if wrong is None:
            self.report.found += 1
        else:
            self.report.faults.append(f"{where}: {wrong}")
        if wrong is not None or made.by != PROGRAM:
            self._minds.pop(told.order.seat, None)
        return wrong

    def _why_not(self, told: ExportedEntry, made: Made | None) -> str | None:
        """Why an order cannot be checked, if it cannot."""
        if self._broken:
            return self._broken
        if told.rules != self._rules:
            return "orders that other rules judged"
        if made is None:
            return "orders of which the server noted nothing"
        if made.programs != self.report.programs:
            return f"choices of version {made.programs} of the programs"
        if not made.fresh and told.order.seat in self._unknown:
            return "orders of programs whose earlier choices could not be checked"
        return None

    def _wrong(self, told: ExportedEntry, made: Made, where: str) -> str | None:
        """What is wrong with an order of a program, if anything."""
        seat = told.order.seat
        if type(made.attempt) is not int or not 0 <= made.attempt <= MAX_ATTEMPTS:
            return f"{made.attempt} orders are said to have been refused before it"
        if not made.fresh and seat not in self._minds:
            return "its program is said to remember what was lost with the order before"
        if made.strength != self._playing(seat):
            return f"no {made.strength} plays this seat"
        then = self._moments.get(made.at)
        if then is None or not self._last.get(seat, 0) <= made.at < told.first:
            return f"the program was not asked after event {made.at}"
        number = then.numbers[self._live.viewpoint(seat)]
        own = self._live.record.seat_record(seat).word
        seed = luck_seed(self._live.record.id, seat, word_of(self._live.agreements.stand_ins, seat, own), number)
        if made.why == LOST:
            self.report.cut_short.append(where)
            self._minds.pop(seat, None)
            first = None
        else:
            first, what = self._think(seat, made, then.state, seed)
            if made.by == PROGRAM:
                return None if _same(first, told.order.body) else f"the program gives {_short(first)}"
            if what != made.why:
                return f"chance made it ({made.why}), but the program gives {_short(first)}"
            self.report.by_chance.append(f"{where}: {made.why}")
        of = seat, _through_pipe(self._game.legal(then.state, seat))
        allied = bool(self._allies(seat))
        order = instead(self._game, then.state, of, first, seed, made.attempt, shares=allied)
        return None if _same(order, told.order.body) else f"chance gives {_short(order)}"

    def _think(self, seat: str, made: Made, state: Any, seed: str) -> tuple[JsonObject | None, str]:
        """What the program of a seat gives, and what came of that: as ``Made.why``, empty where the rules take it."""

        def consult(question: Mapping[str, object]) -> JsonObject | Refusal:
            answer = self._game.consult(state, seat, _through_pipe(question))
            return answer if isinstance(answer, Refusal) else _through_pipe(answer)

        plan, viewpoint = self._game.plan(state), self._live.viewpoint(seat)
        program = self._game.opponents[made.strength][self._sides[seat]]
        view = _through_pipe(self._game.view(state, viewpoint))
        noted = _through_pipe(noted_for(self._game, program, state, viewpoint))
        question = _through_pipe(self._game.legal(state, seat))
        told = ToldGame(plan, self._game.plans[plan], view, question, consult, noted)
        if made.fresh:
            self._minds[seat] = self._game.players[program]()
        partners = frozenset(other for other in self._allies(seat) if self._playing(other) == made.strength)
        try:
            client = client_of(told, seat, partners)
            if self._onlooker is not None:
                client = replace(client, notebook=self._onlooker.notebook())
            order = self._minds[seat].command(client, random.Random(seed))
        except Exception:  # noqa: BLE001
            # As it may have failed then, whatever the failure is.
            return None, FAILED
        if order is None:
            return None, NO_PLAN
        decided = self._game.decide(state, seat, order, self._live.chance)
        return order, REFUSED if isinstance(decided, Refusal) else ""


def _record(export: Mapping[str, Any]) -> MatchRecord:
    """The match as it began, with nothing but what its file says."""
    seats = (SeatRecord(s["seat"], s["title"], uuid.uuid4(), None, s["seal"], s["word"], 0) for s in export["seats"])
    link = export["opening_link"]
    return MatchRecord(
        id=export["match"],
        game=export["game"],
        scenario=export["scenario"],
        options=export["options"],
        status=ACTIVE,
        hotseat=False,
        version=0,
        secret=bytes.fromhex(export["secret"]),
        commitment=export["commitment"],
        invite="",
        spectate="",
        outcome=None,
        rules=export["rules"],
        link=None if link is None else bytes.fromhex(link),
        seats=tuple(seats),
        told_at=NEVER,
        voided=tuple(rounds.voided_in(export)),
    )


def _through_pipe(value: object) -> Any:
    """As it comes out of the pipe to the process that thinks."""
    return json.loads(json.dumps(value))


def _same(one: JsonObject | None, other: JsonObject) -> bool:
    return one is not None and canonical(_through_pipe(one)) == canonical(other)


def _short(order: JsonObject | None) -> str:
    return "nothing" if order is None else canonical(_through_pipe(order)).decode()[:200]
