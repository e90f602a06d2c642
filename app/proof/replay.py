"""Playing an export again: what the rules here have judged is decided once more, what others judged is applied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from app.clocks.clock import Terms, seats_on_the_clock
from app.clocks.orders import GIVEN, Times
from app.matches.agreements.handing_over import ABSENT, OPENED, TAKEN
from app.matches.agreements.hosting import BY_HOST, HOST_BACK
from app.matches.agreements.seating import SETTLED, Seating
from app.matches.agreements.settlement import (
    DEMAND,
    PROPOSED,
    SURRENDER,
    AgreementProposal,
    Agreements,
    Back,
    back_in,
    is_agreement,
    settle,
    state_after,
)
from app.matches.agreements.standing_in import AWAY, PLAYS, SILENT, TIMED_OUT, ZERO
from app.matches.facts import UNDONE, ReceivedCommand
from app.matches.live_match.again import redo_by_facts, redo_by_rules
from app.matches.live_match.chit_locations import Place, last_changes
from app.matches.live_match.standing_orders import is_by_standing_order
from app.matches.live_match.undo_steps import Origin, Stands, TakenBack, UndoStep, UndoSteps, origin_of
from app.proof.canonical import canonical
from app.proof.exported import ExportedEntry
from app.proof.naming import may_be_ahead
from app.proof.report import Report
from rules.kernel import lanes
from rules.kernel.game import Game
from rules.kernel.messages import Chance, Json, JsonObject, Refusal
from rules.kernel.pools import Lots
from rules.kernel.standing import StandingKind, of_side
from rules.kernel.wording import listing

DEFAULT_SIDES = 6
NOTHING = "nothing of this seat could be taken back"

BROKEN: tuple[type[Exception], ...] = (LookupError, TypeError, ValueError, AttributeError)
"""What comes up when rules are given what they never made: an event of another version, or of no rules at all."""


def dice_in(value: Json) -> Iterator[tuple[int, int, int]]:
    """Every (draw, sides, die) in an event, wherever it stands."""
    if isinstance(value, dict):
        draw, die = value.get("draw"), value.get("die")
        if isinstance(draw, int) and isinstance(die, int):
            yield draw, int(cast("int", value.get("sides", DEFAULT_SIDES))), die
        for item in value.values():
            yield from dice_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from dice_in(item)


def check_dice(report: Report, commands: Sequence[ExportedEntry], chance: Chance) -> None:
    """Every die is the one that secret and words give, and the draws are numbered from 0, none twice or left out."""
    draws: dict[int, int] = {}
    for told in commands:
        for number, event in enumerate(told.events, start=told.first):
            for draw, sides, die in dice_in(event):
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
class MatchSetup:
    """Titles, sides and viewpoints by seat, in order, and what was agreed on the clocks, if there are any.

    ``standing`` are the small decisions that can be answered beforehand.
    """

    titles: Mapping[str, str]
    sides: Mapping[str, str]
    viewpoints: Mapping[str, str]
    terms: Terms | None = None
    standing: Sequence[StandingKind] = ()
    programs: frozenset[str] = frozenset()
    """The seats of programs, whose clocks stand."""
    dice_stand: bool = False
    """Whether nothing may be taken back past a die."""


def match_setup(game: Game[Any, Any], export: Mapping[str, Any]) -> MatchSetup:
    """The setup of an exported match."""
    seats, clock = game.seats(export["scenario"], export["options"]), export.get("clock")
    return MatchSetup(
        titles={s["seat"]: s["title"] for s in export["seats"]},
        sides={seat.id: seat.side for seat in seats},
        viewpoints={seat.id: seat.viewpoint for seat in seats},
        terms=None if clock is None else Terms.read(clock),
        standing=game.standing(export["scenario"], export["options"]),
        programs=frozenset(str(s["seat"]) for s in export["seats"] if s.get("program")),
        dice_stand=bool(export.get("dice_stand")),
    )


class Replay:
    """A match played again from its opening, command by command."""

    def __init__(
        self,
        report: Report,
        game: Game[Any, Any],
        rules: str,
        chance: Chance,
        opening: Any,
        setup: MatchSetup,
    ) -> None:
        self._report = report
        self._game = game
        self._rules = rules
        self._chance = chance
        self._steps = UndoSteps(redo_by_facts(self._game))
        self._agreements = Agreements()
        self._setup, self._titles, self._sides = setup, setup.titles, setup.sides
        self._out: tuple[str, ...] = ()
        """Seats that have run out of time and have still to answer."""
        self._past: dict[int, Any] = {0: opening}
        self._events: dict[int, JsonObject] = {}
        self.state = opening
        self.since: dict[Place, int] = {}
        """By which event that number of a chit came to lie at a place, of those that did not from the beginning."""

    def run(self, commands: Sequence[ExportedEntry]) -> bool:
        """Play all of it; False when events of other rules could not even be applied, so that the end is not known."""
        for told in commands:
            ours = told.rules == self._rules
            try:
                if ours:
                    self._judge(told)
                self.apply(told, ours=ours)
            except BROKEN as error:
                what = f"events {told.first} to {told.last} ({told.order.seat}) cannot be applied: {error!r}"
                (self._report.faults if ours else self._report.doubts).append(what)
                return False
        return True

    # --- deciding again ------------------------------------------------------------------------------------------

    def wrong(self, told: ExportedEntry) -> str | None:
        """Decide a command again, in the position to which all before it led; None if just its events come of it."""
        if is_agreement(told.order.body.get("kind")):
            return self._wrong_house(told)
        return self._wrong_undo(told) if told.order.body == {} else self._wrong(told)

    def _judge(self, told: ExportedEntry) -> None:
        """Decide a command again; a fault unless just its events come of it."""
        wrong = self.wrong(told)
        if wrong is None:
            self._report.decided += 1
        else:
            self._report.faults.append(f"events {told.first} to {told.last} ({told.order.seat}): {wrong}")

    def _wrong(self, told: ExportedEntry) -> str | None:
        order = told.order
        if self._game.outcome(self.state) is not None:
            return "a command after the end of the match"
        if lanes.ask_of(self._game, self.state, order.seat, order.body) != order.ask:
            return f"the command answers {order.ask!r}, which was not asked"
        redo_by_rules = self._game.decide(self.state, order.seat, order.body, self._chance)
        if isinstance(redo_by_rules, Refusal):
            return f"the rules refuse the command: {redo_by_rules.text} (§{redo_by_rules.section})"
        expected = [self._game.dump_event(e) for e in redo_by_rules]
        for number, (is_, ought) in enumerate(zip(told.events, expected, strict=False), start=told.first):
            if canonical(is_) != canonical(ought):
                return f"event {number} is not what the rules make of the command: {_difference(is_, ought)}"
        if len(told.events) != len(expected):
            return f"the rules make {len(expected)} events of the command, but the file has {len(told.events)}"
        if is_by_standing_order(order.id) and not self._may_be_ahead(order):
            return "no standing order gives this command here"
        return None

    def _may_be_ahead(self, order: ReceivedCommand) -> bool:
        kinds = of_side(self._setup.standing, self._sides[order.seat])
        return may_be_ahead(self._game, self.state, order.seat, kinds, order.body)

    def _wrong_undo(self, told: ExportedEntry) -> str | None:
        if self._game.outcome(self.state) is not None:
            return NOTHING
        found = self._steps.taken_back(told.order.seat, redo_by_rules(self._game))
        if found is None:
            return NOTHING
        if isinstance(found, Stands):
            return f"what came in event {found.on_it.run[1]} stands on what was taken back"
        if [canonical(event) for event in told.events] != [canonical(found.origin.payload())]:
            return f"only what came after event {found.step.before} could be taken back"
        return None

    def _wrong_house(self, told: ExportedEntry) -> str | None:
        """Orders of the house: that a seat gave them is told by the server, as of any command; what follows is not."""
        if self._game.outcome(self.state) is not None:
            return "a command after the end of the match"
        first, order = told.events[0], told.order
        proposal = self._agreements.find(order.body.get("proposal"))
        meant = self._target_of(told, proposal)
        dice = self._told_of_dice(meant.to) if self._setup.dice_stand and meant is not None else frozenset[str]()
        seating = Seating(self._titles, self._sides, self._one_person(order.seat, first), self._sides, dice)
        terms = self._setup.terms
        times = None if terms is None else Times(terms, self._out)
        found = settle(
            self._agreements, seating, order.seat, order.id, order.body, meant, lambda: self._then(meant), times
        )
        if isinstance(found, Refusal):
            return f"the order of the house is refused: {found.text}"
        if [canonical(said.payload) for said in found] != [canonical(event) for event in told.events]:
            return "the events are not what follows from the order of the house"
        self._doubt_time(told)
        if order.seat == BY_HOST:
            what = f"events {told.first} to {told.last}: that the host of the server ordered this is told by the server"
            self._report.doubts.append(f"{what} ({first['reason']})")
        return self._wrong_time(told)

    def _told_of_dice(self, since: int) -> frozenset[str]:
        """The seats that were told of a die since an event."""
        viewpoints = frozenset(self._setup.viewpoints.values())
        told = set[str]()
        for number, payload in self._events.items():
            if number <= since or payload["kind"] == UNDONE or is_agreement(payload["kind"]):
                continue
            before, after, event = self._past[number - 1], self._past[number], self._game.load_event(payload)
            lines = ((v, self._game.narrate(before, event, after, v)) for v in viewpoints - told)
            told |= {viewpoint for viewpoint, line in lines if line and line.get("dice")}
        return frozenset(seat for seat, viewpoint in self._setup.viewpoints.items() if viewpoint in told)

    @staticmethod
    def _target_of(told: ExportedEntry, proposal: AgreementProposal | None) -> Back | None:
        """The earlier position that an order about an agreement is about."""
        first, order = told.events[0], told.order
        if order.body["kind"] == HOST_BACK:
            return Back(cast("int", order.body["to"]), {})
        if first["kind"] == PROPOSED:
            return back_in(first)
        return None if proposal is None else proposal.back

    def _doubt_time(self, told: ExportedEntry) -> None:
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

    def _wrong_time(self, told: ExportedEntry) -> str | None:
        """That the seat was asked, and nobody had said before that its time is up, can be seen."""
        seat = told.order.seat
        if told.events[0]["kind"] == TIMED_OUT and seat not in self._thinking - {*self._out}:
            return f"{self._titles[seat]} ran out of time without being asked"
        return None

    @property
    def _thinking(self) -> frozenset[str]:
        """The seats whose clocks run."""
        programs = self._setup.programs | self._agreements.stand_ins.by_programs
        people = [seat for seat in self._game.deciders(self.state) if seat not in programs]
        return frozenset(seats_on_the_clock(people, self._setup.viewpoints))

    def _then(self, meant: Back | None) -> JsonObject:
        """An earlier position with the current dice still to come. ValueError when none is meant."""
        if meant is None:
            raise ValueError("the match went back to nowhere")
        return self._game.dump_state(self._game.with_dice_from(self._past[meant.to], self._game.draws(self.state)))

    def _one_person(self, seat: str, fact: JsonObject) -> frozenset[str]:
        """The seats that the server took for those of one person, by a fact about an agreement."""
        if fact["kind"] == SETTLED:
            mine = [s for s in self._sides if self._sides[s] == self._sides[seat]]
        elif fact["kind"] == PROPOSED:
            asked = [*cast("list[Json]", fact["asked"]), fact.get("of")]
            mine = [s for s in self._sides if s not in asked]
            if fact["what"] == SURRENDER:
                mine = [s for s in mine if self._sides[s] == self._sides[seat]]
            if fact["what"] == DEMAND:
                # Its maker's allies are not asked, and nobody asks a side that they play themselves.
                mine = [seat]
        else:
            mine = [str(s) for s in cast("list[Json]", fact.get("seats", []))]
        others = [self._titles[s] for s in mine if s != seat]
        if others:
            self._report.doubts.append(
                f"{self._titles[seat]} spoke for {listing(others)} too: that one person sat there is told by the server"
            )
        return frozenset((*mine, seat))

    # --- applying ------------------------------------------------------------------------------------------------

    def apply(self, told: ExportedEntry, *, ours: bool) -> None:
        """Bring the position to after a command, by its events; ``ours``: whether these rules made them."""
        before, earlier, barred = told.first - 1, self.state, is_by_standing_order(told.order.id)
        lots: list[tuple[int, Lots]] = []
        for number, payload in enumerate(told.events, start=told.first):
            self._events[number] = payload
            if payload["kind"] in (TIMED_OUT, GIVEN, TAKEN) or (payload["kind"], payload.get("why")) == (PLAYS, ZERO):
                others = tuple(seat for seat in self._out if seat != payload["seat"])
                self._out = (*others, str(payload["seat"])) if payload["kind"] == TIMED_OUT else others
            if payload["kind"] == UNDONE:
                self.state = origin_of(payload).rebuild(self._past.__getitem__, self._evolve)
            elif is_agreement(payload["kind"]):
                self.state = state_after(self._game, self.state, payload)
                self._agreements = self._agreements.after(payload)
            else:
                event = self._game.load_event(payload)
                barred = barred or self._game.bars_undo(event)
                self.state = self._game.evolve(self.state, event)
                lots.append((number, self._game.pools.lots(self.state)))
            self._past[number] = self.state
            self._report.events += 1
        pools = self._game.pools
        self.since.update(last_changes(pools.lots(earlier), lots or [(told.last, pools.lots(self.state))]))
        if self._out:
            self._out = tuple(seat for seat in self._out if seat in self._thinking)
        if is_agreement(told.events[0]["kind"]):
            if self.state is not earlier:
                self._steps.clear()
            return
        if told.events[0]["kind"] != UNDONE:
            origin, order = Origin(before), told.order if told.has_command else None
            step = UndoStep(told.order.seat, before, earlier, events=told.events, order=order, origin=origin)
            self._steps.remember(step, barred)
            return
        found = self._steps.taken_back(told.order.seat, redo_by_facts(self._game))
        if isinstance(found, TakenBack) and found.origin == origin_of(told.events[0]):
            self._steps.take(found)
        elif not ours:
            self._steps.clear()

    def _evolve(self, state: Any, number: int) -> Any:
        return self._game.evolve(state, self._game.load_event(self._events[number]))


def _difference(is_: JsonObject, ought: JsonObject) -> str:
    """The first member that differs."""
    names = [n for n in (*ought, *is_) if is_.get(n) != ought.get(n) or (n in is_) != (n in ought)]
    return f"{names[0]} is {is_.get(names[0])!r}, not {ought.get(names[0])!r}"[:300]
