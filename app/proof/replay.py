"""Playing an export again: what the rules here have judged is decided once more, what others judged is applied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from app.clocks.clock import Terms, thinking
from app.clocks.orders import GIVEN, TIMED_OUT, Times
from app.matches.again import decided, folded
from app.matches.ahead import is_ahead
from app.matches.company import SETTLED, Company
from app.matches.facts import UNDONE
from app.matches.handing import ABSENT, OPENED, TAKEN
from app.matches.hosting import BY_HOST, HOST_BACK
from app.matches.house import PROPOSED, SURRENDER, Back, House, Proposal, back_in, house_state, is_house, settle
from app.matches.pools import Place, moved
from app.matches.standing_in import AWAY, PLAYS, SILENT, ZERO
from app.matches.steps import Origin, Stands, Step, Steps, TakenBack, origin_of
from app.proof.exported import Told
from app.proof.links import canonical
from app.proof.report import Report
from rules.kernel.game import Game
from rules.kernel.messages import Chance, Json, JsonObject, Refusal
from rules.kernel.pools import Lots
from rules.kernel.wording import listing

DEFAULT_SIDES = 6
NOTHING = "nothing of this seat could be taken back"

BROKEN: tuple[type[Exception], ...] = (LookupError, TypeError, ValueError, AttributeError)
"""What comes up when rules are given what they never made: an event of another version, or of no rules at all."""


def drawn(value: Json) -> Iterator[tuple[int, int, int]]:
    """Every (draw, sides, die) in an event, wherever it stands."""
    if isinstance(value, dict):
        draw, die = value.get("draw"), value.get("die")
        if isinstance(draw, int) and isinstance(die, int):
            yield draw, int(cast("int", value.get("sides", DEFAULT_SIDES))), die
        for item in value.values():
            yield from drawn(item)
    elif isinstance(value, list):
        for item in value:
            yield from drawn(item)


def check_dice(report: Report, commands: Sequence[Told], chance: Chance) -> None:
    """Every die is the one that secret and words give, and the draws are numbered from 0, none twice or left out."""
    draws: dict[int, int] = {}
    for told in commands:
        for number, event in enumerate(told.events, start=told.first):
            for draw, sides, die in drawn(event):
                report.dice += 1
                if chance(draw, sides) != die:
                    report.faults.append(
                        f"event {number}: die {draw} shows {die}, the secret gives {chance(draw, sides)}"
                    )
                if draw in draws:
                    report.faults.append(f"event {number}: die {draw} was thrown before, in event {draws[draw]}")
                elif draw != len(draws):
                    # Anyone who knows the secret could skip an unwelcome die.
                    report.faults.append(f"event {number}: die {draw} was thrown, {len(draws)} was next")
                draws.setdefault(draw, number)


@dataclass(frozen=True, slots=True)
class Seating:
    """Titles, sides and viewpoints by seat, in order, and what was agreed on the clocks, if there are any."""

    titles: Mapping[str, str]
    sides: Mapping[str, str]
    viewpoints: Mapping[str, str]
    terms: Terms | None = None


class Replay:
    """A match played again from its opening, command by command."""

    def __init__(
        self,
        report: Report,
        game: Game[Any, Any],
        rules: str,
        chance: Chance,
        opening: Any,
        seating: Seating,
    ) -> None:
        self._report = report
        self._game = game
        self._rules = rules
        self._chance = chance
        self._steps = Steps(folded(self._game))
        self._house = House()
        self._seating, self._titles, self._sides = seating, seating.titles, seating.sides
        self._out: tuple[str, ...] = ()
        """Seats that have run out of time and have still to answer."""
        self._past: dict[int, Any] = {0: opening}
        self._events: dict[int, JsonObject] = {}
        self.state = opening
        self.since: dict[Place, int] = {}
        """By which event that number of a chit came to lie at a place, of those that did not from the beginning."""

    def run(self, commands: Sequence[Told]) -> bool:
        """Play all of it; False when events of other rules could not even be applied, so that the end is not known."""
        for told in commands:
            ours = told.rules == self._rules
            try:
                if ours:
                    self._judge(told)
                self._apply(told, ours)
            except BROKEN as error:
                what = f"events {told.first} to {told.last} ({told.order.seat}) cannot be applied: {error!r}"
                (self._report.faults if ours else self._report.doubts).append(what)
                return False
        return True

    # --- deciding again ------------------------------------------------------------------------------------------

    def _judge(self, told: Told) -> None:
        """Decide a command again; a fault unless just its events come of it."""
        if is_house(told.order.body.get("kind")):
            wrong = self._wrong_house(told)
        else:
            wrong = self._wrong_undo(told) if told.order.body == {} else self._wrong(told)
        if wrong is None:
            self._report.decided += 1
        else:
            self._report.faults.append(f"events {told.first} to {told.last} ({told.order.seat}): {wrong}")

    def _wrong(self, told: Told) -> str | None:
        order = told.order
        if self._game.outcome(self.state) is not None:
            return "a command after the end of the match"
        if self._game.ask(self.state, order.seat) != order.ask:
            return f"the command answers {order.ask!r}, which was not asked"
        decided = self._game.decide(self.state, order.seat, order.body, self._chance)
        if isinstance(decided, Refusal):
            return f"the rules refuse the command: {decided.text} (§{decided.section})"
        expected = [self._game.dump_event(e) for e in decided]
        for number, (is_, ought) in enumerate(zip(told.events, expected, strict=False), start=told.first):
            if canonical(is_) != canonical(ought):
                return f"event {number} is not what the rules make of the command: {_difference(is_, ought)}"
        if len(told.events) != len(expected):
            return f"the rules make {len(expected)} events of the command, but the file has {len(told.events)}"
        return None

    def _wrong_undo(self, told: Told) -> str | None:
        if self._game.outcome(self.state) is not None:
            return NOTHING
        found = self._steps.taken_back(told.order.seat, decided(self._game))
        if found is None:
            return NOTHING
        if isinstance(found, Stands):
            return f"what came in event {found.on_it.run[1]} stands on what was taken back"
        if [canonical(event) for event in told.events] != [canonical(found.origin.payload())]:
            return f"only what came after event {found.step.before} could be taken back"
        return None

    def _wrong_house(self, told: Told) -> str | None:
        """Orders of the house: that a seat gave them is told by the server, as of any command; what follows is not."""
        if self._game.outcome(self.state) is not None:
            return "a command after the end of the match"
        first, order = told.events[0], told.order
        proposal = self._house.find(order.body.get("proposal"))
        meant = self._meant(told, proposal)
        company = Company(self._titles, self._sides, self._one_person(order.seat, first), self._sides)
        terms = self._seating.terms
        times = None if terms is None else Times(terms, self._out)
        found = settle(self._house, company, order.seat, order.id, order.body, meant, lambda: self._then(meant), times)
        if isinstance(found, Refusal):
            return f"the order of the house is refused: {found.text}"
        if [canonical(said.payload) for said in found] != [canonical(event) for event in told.events]:
            return "the events are not what follows from the order of the house"
        self._doubt_time(told)
        if order.seat == BY_HOST:
            what = f"events {told.first} to {told.last}: that the host of the server ordered this is told by the server"
            self._report.doubts.append(f"{what} ({first['reason']})")
        return self._wrong_time(told)

    @staticmethod
    def _meant(told: Told, proposal: Proposal | None) -> Back | None:
        """The earlier position that an order of the house is about."""
        first, order = told.events[0], told.order
        if order.body["kind"] == HOST_BACK:
            return Back(cast("int", order.body["to"]), {})
        if first["kind"] == PROPOSED:
            return back_in(first)
        return None if proposal is None else proposal.back

    def _doubt_time(self, told: Told) -> None:
        """Nothing in a file proves how long people waited."""
        for number, event in enumerate(told.events, start=told.first):
            if event["kind"] == OPENED and event["why"] == ABSENT:
                who = self._titles[str(event["seat"])]
                self._report.doubts.append(f"event {number}: how long {who} was away is told by the server")
            if event["kind"] == PLAYS and event["why"] in (AWAY, SILENT):
                who = self._titles[str(event["seat"])]
                self._report.doubts.append(f"event {number}: that {who} was absent is told by the server")
            if event["kind"] == TIMED_OUT:
                who = self._titles[str(event["seat"])]
                self._report.doubts.append(f"event {number}: that the time of {who} was up is told by the server")

    def _wrong_time(self, told: Told) -> str | None:
        """That the seat was asked, and nobody had said before that its time is up, can be seen."""
        seat = told.order.seat
        if told.events[0]["kind"] == TIMED_OUT and seat not in self._thinking - {*self._out}:
            return f"{self._titles[seat]} ran out of time without being asked"
        return None

    @property
    def _thinking(self) -> frozenset[str]:
        """The seats whose clocks run."""
        return frozenset(thinking(self._game.deciders(self.state), self._seating.viewpoints))

    def _then(self, meant: Back | None) -> JsonObject:
        """An earlier position with the dice of now still to come. ValueError when none is meant."""
        if meant is None:
            raise ValueError("the match went back to nowhere")
        return self._game.dump_state(self._game.with_dice_from(self._past[meant.to], self._game.draws(self.state)))

    def _one_person(self, seat: str, fact: JsonObject) -> frozenset[str]:
        """The seats that the server took for those of one person, by a fact of the house."""
        if fact["kind"] == SETTLED:
            mine = [s for s in self._sides if self._sides[s] == self._sides[seat]]
        elif fact["kind"] == PROPOSED:
            asked = [*cast("list[Json]", fact["asked"]), fact.get("of")]
            mine = [s for s in self._sides if s not in asked]
            if fact["what"] == SURRENDER:
                mine = [s for s in mine if self._sides[s] == self._sides[seat]]
        else:
            mine = [str(s) for s in cast("list[Json]", fact.get("seats", []))]
        others = [self._titles[s] for s in mine if s != seat]
        if others:
            self._report.doubts.append(
                f"{self._titles[seat]} spoke for {listing(others)} too: that one person sat there is told by the server"
            )
        return frozenset((*mine, seat))

    # --- applying ------------------------------------------------------------------------------------------------

    def _apply(self, told: Told, ours: bool) -> None:
        before, earlier, barred = told.first - 1, self.state, is_ahead(told.order.id)
        lots: list[tuple[int, Lots]] = []
        for number, payload in enumerate(told.events, start=told.first):
            self._events[number] = payload
            if payload["kind"] in (TIMED_OUT, GIVEN, TAKEN) or (payload["kind"], payload.get("why")) == (PLAYS, ZERO):
                others = tuple(seat for seat in self._out if seat != payload["seat"])
                self._out = (*others, str(payload["seat"])) if payload["kind"] == TIMED_OUT else others
            if payload["kind"] == UNDONE:
                self.state = origin_of(payload).folded(self._past.__getitem__, self._evolved)
            elif is_house(payload["kind"]):
                self.state = house_state(self._game, self.state, payload)
                self._house = self._house.after(payload)
            else:
                event = self._game.load_event(payload)
                barred = barred or self._game.bars_undo(event)
                self.state = self._game.evolve(self.state, event)
                lots.append((number, self._game.pools.lots(self.state)))
            self._past[number] = self.state
            self._report.events += 1
        pools = self._game.pools
        self.since.update(moved(pools.lots(earlier), lots or [(told.last, pools.lots(self.state))]))
        if self._out:
            self._out = tuple(seat for seat in self._out if seat in self._thinking)
        if is_house(told.events[0]["kind"]):
            if self.state is not earlier:
                self._steps.clear()
            return
        if told.events[0]["kind"] != UNDONE:
            origin, order = Origin(before), told.order if told.kept else None
            step = Step(told.order.seat, before, earlier, events=told.events, order=order, origin=origin)
            self._steps.remember(step, barred)
            return
        found = self._steps.taken_back(told.order.seat, folded(self._game))
        if isinstance(found, TakenBack) and found.origin == origin_of(told.events[0]):
            self._steps.take(found)
        elif not ours:
            self._steps.clear()

    def _evolved(self, state: Any, number: int) -> Any:
        return self._game.evolve(state, self._game.load_event(self._events[number]))


def _difference(is_: JsonObject, ought: JsonObject) -> str:
    """The first member that differs."""
    names = [n for n in (*ought, *is_) if is_.get(n) != ought.get(n) or (n in is_) != (n in ought)]
    return f"{names[0]} is {is_.get(names[0])!r}, not {ought.get(names[0])!r}"[:300]
