"""Has the programs of a match that is over decide again, with a notebook, and tells turn by turn what they noted.

Nothing was stored while they played: a program gives the same orders from what its seat was told (decisions/0069).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.opponents.choosing import FAILED, LOST, NO_PLAN, PROGRAM, REFUSED
from app.proof.programs import ProgramsReport, Recalled, play_programs_again
from rules.kernel.game import REFEREE, Game
from rules.kernel.messages import Json, JsonObject, Refusal
from rules.kernel.programs.advice import read_notes
from rules.kernel.programs.guesses import compare_guesses
from rules.kernel.programs.reasons import Course, Notebook

END = "end_phase"
BY_CHANCE: Mapping[str, str] = {
    NO_PLAN: "The program had no plan for this. The order was drawn by lot.",
    FAILED: "The program failed here. The order was drawn by lot.",
    LOST: "The program took too long. The order was drawn by lot.",
    REFUSED: "The rules refused what the program gave. This order was drawn by lot instead.",
}
NOT_KNOWN = "This choice could not be played again, so nobody knows what the program weighed."

Tell = Callable[[JsonObject], None]


def recall(export: Mapping[str, Any], games: Mapping[str, Game[Any, Any]], tell: Tell) -> ProgramsReport:
    """Tell each turn in which programs gave orders, when it is over; one of ``BROKEN`` for what is no whole export."""
    recollection = Recollection(export, games, tell)
    report = play_programs_again(export, games, recollection)
    recollection.finish()
    return report


class Recollection:
    """Looks on while programs are played again, and puts together what they noted: by turn, phase and seat."""

    def __init__(self, export: Mapping[str, Any], games: Mapping[str, Game[Any, Any]], tell: Tell) -> None:
        self._game = games[export["game"]]
        self._seats = {s.id: s for s in self._game.seats(export["scenario"], export["options"])}
        self._tell = tell
        self._notebook = Notebook()
        self._turn = 0
        self._phases: dict[tuple[str, str], JsonObject] = {}
        """By phase and seat, in the order in which they were first asked."""
        self._guessed: dict[str, JsonObject | None] = {}
        """What the program of each seat last took hidden units for in this turn: told again when it is another."""

    def notebook(self) -> Notebook:
        """An empty one for each decision."""
        self._notebook = Notebook()
        return self._notebook

    def recall(self, recalled: Recalled) -> None:
        """Add an order to its phase."""
        turn = self._game.glance(recalled.before).turn
        if turn != self._turn:
            self.finish()
            self._turn = turn
        key = self._game.phase(recalled.before), recalled.seat
        if key not in self._phases:
            self._phases[key] = self._begin_phase(recalled)
        orders: Any = self._phases[key]["orders"]
        orders.append(self._order(recalled))

    def finish(self) -> None:
        """Tell the turn that is over."""
        if self._phases:
            self._tell({"turn": self._turn, "phases": [*self._phases.values()]})
        self._phases, self._guessed = {}, {}

    def _begin_phase(self, recalled: Recalled) -> JsonObject:
        seat, game, state = self._seats[recalled.seat], self._game, recalled.before
        view: Any = game.view(state, seat.viewpoint)
        now = next((phase for phase in view["phases"] if phase["state"] == "now"), view["step"])
        counted = None
        if recalled.player is not None:
            printed = game.plans[game.plan(state)]
            counted = compare_guesses(recalled.player, view, game.view(state, REFEREE), seat.side, printed)
            if counted == self._guessed.get(seat.id):
                counted = None
            else:
                self._guessed[seat.id] = counted
        return {
            "seat": seat.id,
            "strength": "" if recalled.made is None else recalled.made.strength,
            "title": now["title"],
            "section": now["section"],
            "number": recalled.number,
            "guesses": counted,
            "orders": [],
        }

    def _order(self, recalled: Recalled) -> JsonObject:
        text = "" if recalled.order.get("kind") == END else recalled.said
        told: JsonObject = {"text": text or self._label(recalled, recalled.order), "instead": ""}
        first, others = Course(recalled.order), list[Course]()
        if recalled.why_not or recalled.made is None:
            told["instead"] = NOT_KNOWN
        elif recalled.made.by != PROGRAM:
            told["instead"] = BY_CHANCE[recalled.made.why]
        else:
            first, *others = read_notes(self._notebook, recalled.order)
        rejected = [] if told["instead"] else self._notebook.rejected
        return {
            **told,
            **_reasons(first),
            "others": [self._other(recalled, other) for other in others],
            "rejected": [self._other(recalled, other) for other in rejected],
        }

    def _other(self, recalled: Recalled, course: Course) -> JsonObject:
        """An order that it weighed and did not give, as the log would have said it."""
        game, state, viewpoint = self._game, recalled.before, self._seats[recalled.seat].viewpoint
        found = game.decide(state, recalled.seat, course.command, _no_die)
        said = ""
        if not isinstance(found, Refusal):
            lines = (game.narrate(before, event, after, viewpoint) for before, event, after in found.facts(state))
            first: Mapping[str, Json] = next((line for line in lines if line and line.get("text")), {})
            # What the dice would have shown nobody knows.
            said = "" if first.get("dice") else str(first.get("text") or "")
        return {"text": said or self._label(recalled, course.command), **_reasons(course)}

    def _label(self, recalled: Recalled, order: JsonObject) -> str:
        """What the page calls an order of which the log says nothing."""
        question: Any = self._game.legal(recalled.before, recalled.seat)
        offers = [offer for asked in (question, *question.get("lanes", ())) for offer in asked["offers"]]
        kind = str(order.get("kind"))
        return next((str(offer["label"]) for offer in offers if offer["kind"] == kind), kind.replace("_", " "))


def _no_die(_: int, __: int) -> int:
    """A die for what was never rolled: nothing of it is told."""
    return 1


def _reasons(course: Course) -> JsonObject:
    return {
        "reasons": [{"text": reason.text, "section": reason.section} for reason in course.reasons],
        "odds": course.odds,
        "worth": course.worth,
    }
