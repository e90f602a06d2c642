"""An order that commanders of a side give together: one leads it, the others join in or not (decisions/0043)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Generic, TypeVar

from rules.kernel.drafting import DieAsked, no_die
from rules.kernel.messages import Chance, Command, Decided, Json, JsonObject, Refusal, as_json
from rules.kernel.standing import Choice, Orders, StandingKind
from rules.kernel.teams.commanders import Commanders, names_in
from rules.kernel.teams.layout import Post
from rules.kernel.teams.state import Answered, CalledOff, Proposal, Proposed, TeamState
from rules.kernel.wording import listing

S = TypeVar("S")

JOIN, CALL_OFF = "join", "call_off"
"""Join in what another commander proposed, or refuse; take back what you proposed."""


class JointOrders(Generic[S]):
    """The proposals of commanders to one another."""

    def __init__(self, commanders: Commanders[S]) -> None:
        self.commanders = commanders
        self.game, self.policy = commanders.game, commanders.policy

    def proposals(self, state: TeamState[S], side: str) -> Iterator[tuple[str, Proposal]]:
        """The proposals of a side that hold, by their leaders: those of the step that it is asked in now."""
        if not state.proposals or side not in self.game.deciders(state.inner):
            return
        if self.commanders.phase(state, side) is None:
            return
        ask = self.commanders.phase_ask(state, side)
        for seat in self.commanders.seats(state, side):
            proposal = state.proposals.get(seat)
            if proposal is not None and proposal.ask == ask:
                yield seat, proposal

    def units_of_others(self, state: TeamState[S], leader: str, command: Command) -> dict[str, list[str]]:
        """The units that an order names and that obey others of the side, by their commander."""
        side, found = self.commanders.layout_of(state).post(leader).seat.side, dict[str, list[str]]()
        for unit in names_in(command):
            of = self.policy.command_of(state.inner, unit)
            if of and of[0] == side and (seat := self.commanders.of(state, unit)) != leader:
                found.setdefault(seat, []).append(unit)
        return found

    def _waits_for(self, state: TeamState[S], leader: str, proposal: Proposal) -> list[str]:
        """The commanders who have still to agree. Units may have been handed over since."""
        others = self.units_of_others(state, leader, proposal.command)
        return [seat for seat in others if seat not in proposal.agreed]

    def _unfitting(self, state: TeamState[S], side: str, command: Command) -> Refusal | None:
        """Why the game would refuse an order, as far as that can be told without a die."""
        try:
            found = self.game.decide(state.inner, side, command, no_die)
        except DieAsked:
            return None
        return found if isinstance(found, Refusal) else None

    def proposed(self, state: TeamState[S], post: Post, command: Command) -> Proposed | Refusal:
        """An order for units of others too: they are asked for them. Its own units come first, so that it is led."""
        side = post.seat.side
        others = {u for units in self.units_of_others(state, post.seat.id, command).values() for u in units}
        led = {
            name: sorted(value, key=lambda u: isinstance(u, str) and u in others) if isinstance(value, list) else value
            for name, value in command.items()
        }
        unfitting = self._unfitting(state, side, led)
        if unfitting is not None:
            return unfitting
        return Proposed(post.seat.id, led, self.commanders.phase_ask(state, side))

    def joined(
        self, state: TeamState[S], post: Post, command: Command, chance: Chance
    ) -> tuple[Answered, Decided[Any, Any] | None] | Refusal:
        """An answer to a proposal, and with the last yes what follows from the order itself."""
        leader, said, section = command.get("with"), command.get("yes"), self.policy.section
        if command.keys() != {"kind", "with", "yes"} or said not in ("yes", "no"):
            return Refusal("malformed", section, "'with' and 'yes' must be given.")
        proposal = next((p for seat, p in self.proposals(state, post.seat.side) if seat == leader), None)
        waits = [] if proposal is None else self._waits_for(state, str(leader), proposal)
        if proposal is None or post.seat.id not in waits:
            return Refusal("no-proposal", section, "No one is waiting for your answer.")
        answer = Answered(post.seat.id, str(leader), said == "yes", over=said == "no" or waits == [post.seat.id])
        if said == "no" or not answer.over:
            return answer, None
        decided = self.game.decide(state.inner, post.seat.side, proposal.command, chance)
        return decided if isinstance(decided, Refusal) else (answer, decided)

    def called_off(self, state: TeamState[S], post: Post, command: Command) -> CalledOff | Refusal:
        if command.keys() != {"kind"}:
            return Refusal("malformed", self.policy.section, "There is nothing else to choose in that order.")
        if post.seat.id not in dict(self.proposals(state, post.seat.side)):
            return Refusal("no-proposal", self.policy.section, "You have not asked anyone to join in.")
        return CalledOff(post.seat.id)

    def offers(self, state: TeamState[S], post: Post) -> Iterator[JsonObject]:
        """What a commander may answer to the proposals of others, and that they may take back their own."""
        seat, asking = post.seat.id, dict[str, str]()
        for leader, proposal in self.proposals(state, post.seat.side):
            if leader == seat:
                yield self._plain(CALL_OFF, f"Call off {self._words(state, proposal.command)}", [])
            elif seat in self._waits_for(state, leader, proposal) and (
                self._unfitting(state, post.seat.side, proposal.command) is None
            ):
                asking[leader] = f"{self.commanders.title_of(state, leader)}: {self._words(state, proposal.command)}"
        if asking:
            who: JsonObject = {"of": [*asking], "refused": {}, "labels": {**asking}}
            said: JsonObject = {"of": ["yes", "no"], "refused": {}, "labels": {"yes": "Join in", "no": "Refuse"}}
            slots = [
                {"name": "with", "shape": "choice", "prompt": "Choose whom you answer", "options": who},
                {"name": "yes", "shape": "choice", "prompt": "Will you join in?", "options": said},
            ]
            yield self._plain(JOIN, "Answer the other commander", slots)

    def _plain(self, kind: str, label: str, slots: list[dict[str, Any]]) -> JsonObject:
        offer = {"kind": kind, "label": label, "section": self.policy.section, "note": "", "refusal": None}
        return as_json({**offer, "slots": slots})

    def consulted(self, state: TeamState[S], post: Post, question: Mapping[str, object]) -> JsonObject | Refusal:
        """What may be chosen when a proposal is answered: that is in the offer too."""
        offer = next((o for o in self.offers(state, post) if o["kind"] == JOIN), None)
        slots: Any = offer["slots"] if offer else []
        slot = next((s for s in slots if s["name"] == question.get("slot")), None)
        if slot is None:
            return Refusal("no-proposal", self.policy.section, "No one is waiting for your answer.")
        return {"options": slot["options"]}

    def joins_ahead(self, state: TeamState[S], post: Post, orders: Orders) -> JsonObject | None:
        """What a commander's standing order answers to the first proposal that waits for them."""
        order = orders.get(JOIN)
        if order is None or not self.commanders.arranges(state, post):
            return None
        offer: Any = next((o for o in self.offers(state, post) if o["kind"] == JOIN), None)
        return offer and {"kind": JOIN, "with": offer["slots"][0]["options"]["of"][0], "yes": order.answer}

    def _words(self, state: TeamState[S], command: Command) -> str:
        return self.policy.deed(state.inner, command) or str(command.get("kind"))

    def shown(self, state: TeamState[S], side: str) -> list[Json]:
        """What the commanders of a side see of their proposals."""
        found: list[Json] = []
        for leader, proposal in self.proposals(state, side):
            others = self.units_of_others(state, leader, proposal.command)
            waits = self._waits_for(state, leader, proposal)
            units: JsonObject = {seat: [*names] for seat, names in others.items()}
            words = self._words(state, proposal.command)
            found.append({"leader": leader, "what": words, "units": units, "waits": [*waits]})
        return found

    def line_of(self, before: TeamState[S], event: Proposed | Answered | CalledOff) -> str:
        """The line of what happened to a proposal."""
        if isinstance(event, Proposed):
            others = self.units_of_others(before, event.seat, event.command)
            asked = listing(self.commanders.title_of(before, seat) for seat in others)
            what = self._words(before, event.command)
            return f"{self.commanders.title_of(before, event.seat)} asks {asked} to join in {what}."
        leader = event.leader if isinstance(event, Answered) else event.seat
        what = self._words(before, before.proposals[leader].command)
        if isinstance(event, CalledOff):
            return f"{self.commanders.title_of(before, leader)} calls off {what}."
        return (
            f"{self.commanders.title_of(before, event.seat)} {'joins in' if event.yes else 'does not join in'} {what}."
        )


def joining_in(section: str, steps: tuple[str, ...], sides: tuple[str, ...]) -> StandingKind:
    """What a commander can answer beforehand to all proposals."""
    answers = (Choice("yes", "join in"), Choice("no", "refuse"))
    title = "When another commander of your side asks for your units"
    return StandingKind(JOIN, title, section, steps, answers, sides=sides)


def join_facts(state: TeamState[Any], answer: Answered, decided: Decided[Any, Any] | None) -> Decided[Any, Any]:
    """The facts of an answer, with those of the order itself when nobody is waited for any more."""
    after = answer.apply(state)
    if decided is None:
        return Decided((answer,), (after,))
    return Decided((answer, *decided.events), (after, *(replace(after, inner=inner) for inner in decided.states)))
