"""What players settle among themselves (decisions/0028): giving up, agreeing on a draw, going back by consent.

These are facts of the match and not of its game, whatever game it is: they stand among its events, numbered, linked and
told like them. A proposal waits for the seats that it asks; one "no" closes it, and the last "yes" brings it about.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from rules.kernel.game import Game
from rules.kernel.messages import Json, JsonObject, Refusal
from rules.kernel.wording import listing

PREFIX = "house."
"""What the kinds of all these facts and orders begin with; no game has such a kind."""
PROPOSED, ANSWERED, WITHDRAWN = f"{PREFIX}proposed", f"{PREFIX}answered", f"{PREFIX}withdrawn"
SETTLED, REWOUND = f"{PREFIX}settled", f"{PREFIX}rewound"
RESIGN, PROPOSE, ANSWER, WITHDRAW = f"{PREFIX}resign", f"{PREFIX}propose", f"{PREFIX}answer", f"{PREFIX}withdraw"

DRAW, SURRENDER, BACK = "draw", "surrender", "back"
"""What can be proposed: a draw, that a side gives up, that the match goes back to an earlier position."""
MOST_OPEN = 1
"""Open proposals of a seat."""


def is_house(kind: object) -> bool:
    """Whether a fact or an order is of the house."""
    return isinstance(kind, str) and kind.startswith(PREFIX)


@dataclass(frozen=True, slots=True)
class Back:
    """An earlier position: the one after event ``to``, when each viewpoint had been told so much (``numbers``)."""

    to: int
    numbers: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Proposal:
    """What ``seat`` proposed; ``asked`` are the seats that have still to say yes.

    ``id`` is that of the command, for the number of the event would tell how much was done in secret.
    """

    id: str
    what: str
    seat: str
    asked: tuple[str, ...]
    back: Back | None = None


@dataclass(frozen=True, slots=True)
class House:
    """What is open between the players: the fold of the facts of the house."""

    proposals: tuple[Proposal, ...] = ()

    def after(self, payload: Mapping[str, Any]) -> House:
        """What is open after a fact of the house."""
        match payload["kind"]:
            case k if k == PROPOSED:
                return House((*self.proposals, _made(payload)))
            case k if k == ANSWERED and payload["yes"]:
                return House(tuple(_agreed(p, payload) for p in self.proposals))
            case k if k in (ANSWERED, WITHDRAWN):
                return House(tuple(p for p in self.proposals if p.id != payload["proposal"]))
            case _:
                # What was settled ends the match; after going back all that was open before is of another position.
                return House()

    def find(self, id_: object) -> Proposal | None:
        """The open proposal of this id."""
        return next((p for p in self.proposals if p.id == id_), None)


def _made(payload: Mapping[str, Any]) -> Proposal:
    asked = tuple(payload["asked"])
    return Proposal(payload["id"], payload["what"], payload["seat"], asked, back_in(payload))


def _agreed(proposal: Proposal, payload: Mapping[str, Any]) -> Proposal:
    if proposal.id != payload["proposal"]:
        return proposal
    return replace(proposal, asked=tuple(s for s in proposal.asked if s not in payload["seats"]))


@dataclass(frozen=True, slots=True)
class Company:
    """Who sits at the match: ``titles`` and ``sides`` by seat, in order, and the seats of whoever gives the order."""

    titles: Mapping[str, str]
    sides: Mapping[str, str]
    mine: Collection[str]

    def allies(self, seat: str) -> tuple[str, ...]:
        """The seats of a seat's side, itself included."""
        return tuple(s for s in self.sides if self.sides[s] == self.sides[seat])

    def foe(self, seat: str) -> str | None:
        """The other side, if there is just one."""
        others = dict.fromkeys(side for side in self.sides.values() if side != self.sides[seat])
        return next(iter(others)) if len(others) == 1 else None

    def asked(self, what: str, seat: str) -> tuple[str, ...]:
        """Who must say yes to a proposal: the whole side to surrender, everybody to anything else."""
        wanted = self.allies(seat) if what == SURRENDER else tuple(self.sides)
        return tuple(s for s in wanted if s != seat and s not in self.mine)

    def told(self, what: str, seat: str) -> tuple[str, ...] | None:
        """The seats that hear of a proposal; None for everybody, those who watch included."""
        return self.allies(seat) if what == SURRENDER else None


@dataclass(frozen=True, slots=True)
class Said:
    """A fact of the house, in words for everybody or only for some seats."""

    payload: JsonObject
    text: str
    to: tuple[str, ...] | None = None


Past = Callable[[], JsonObject]
"""The earlier position of the proposal that is answered, complete, as JSON; its dice are those of now."""


def settle(
    house: House, company: Company, seat: str, id_: str, order: Mapping[str, Any], back: Back | None, past: Past
) -> list[Said] | Refusal:
    """What follows from an order of the house, or why it cannot be given; changes nothing.

    ``id_`` is the command's. ``back`` is the position that a proposal to go back names. ``past`` is called only when
    everybody has agreed to it.
    """
    match order.get("kind"):
        case k if k == RESIGN:
            return _resigned(company, seat)
        case k if k == PROPOSE:
            return _proposed(house, company, seat, id_, str(order.get("what")), back, past)
        case k if k == ANSWER:
            return _answered(house, company, seat, order, past)
        case k if k == WITHDRAW:
            return _withdrawn(house, company, seat, order)
    return Refusal("unknown_order", "", "There is no such order.")


def _resigned(company: Company, seat: str) -> list[Said] | Refusal:
    others = [s for s in company.allies(seat) if s not in company.mine]
    if others:
        allies = listing(company.titles[s] for s in others)
        return Refusal("not_alone", "", f"You do not command your side alone. Propose to {allies} to surrender.")
    winner = company.foe(seat)
    if winner is None:
        return Refusal("no_one_wins", "", "With more than two sides nobody can resign. Propose a draw.")
    return [_ended(winner, f"{company.titles[seat]} resigned.")]


def _ended(winner: str, reason: str) -> Said:
    return Said({"kind": SETTLED, "winner": winner, "reason": reason}, reason)


_ASKS = {
    DRAW: "{who} offered a draw.",
    SURRENDER: "{who} proposed to surrender.",
    BACK: "{who} asked to take back more than can be undone freely.",
}


def _proposed(
    house: House, company: Company, seat: str, id_: str, what: str, back: Back | None, past: Past
) -> list[Said] | Refusal:
    if what not in _ASKS:
        return Refusal("unknown_proposal", "", "That cannot be proposed.")
    if sum(p.seat == seat for p in house.proposals) >= MOST_OPEN:
        return Refusal("proposal_open", "", "Your last proposal is still open. Withdraw it first.")
    if what == SURRENDER and company.foe(seat) is None:
        return Refusal("no_one_wins", "", "With more than two sides nobody can surrender. Propose a draw.")
    if what == BACK and back is None:
        return Refusal("nothing_to_undo", "", "The match cannot go back there.")
    asked: list[Json] = [*company.asked(what, seat)]
    payload: JsonObject = {"kind": PROPOSED, "id": id_, "what": what, "seat": seat, "asked": asked}
    if what == BACK and back is not None:
        payload |= {"to": back.to, "numbers": {**back.numbers}}
    said = Said(payload, _ASKS[what].format(who=company.titles[seat]), company.told(what, seat))
    return [said] if asked else [said, _agreed_by_all(company, _made(payload), past)]


def _answered(house: House, company: Company, seat: str, order: Mapping[str, Any], past: Past) -> list[Said] | Refusal:
    proposal = house.find(order.get("proposal"))
    if proposal is None or seat not in proposal.asked:
        return Refusal("no_proposal", "", "That proposal is not open any more, or you are not asked.")
    yes = order.get("yes") is True
    seats = [s for s in proposal.asked if s in company.mine]
    payload: JsonObject = {"kind": ANSWERED, "proposal": proposal.id, "seats": [*seats], "yes": yes}
    words = f"{listing(company.titles[s] for s in seats)} {'agreed' if yes else 'refused'}."
    said = Said(payload, words, company.told(proposal.what, proposal.seat))
    left = _agreed(proposal, payload)
    return [said, _agreed_by_all(company, left, past)] if yes and not left.asked else [said]


def _withdrawn(house: House, company: Company, seat: str, order: Mapping[str, Any]) -> list[Said] | Refusal:
    proposal = house.find(order.get("proposal"))
    if proposal is None or proposal.seat != seat:
        return Refusal("no_proposal", "", "You have no such open proposal.")
    text = f"{company.titles[seat]} withdrew the proposal."
    return [Said({"kind": WITHDRAWN, "proposal": proposal.id}, text, company.told(proposal.what, seat))]


def _agreed_by_all(company: Company, proposal: Proposal, past: Past) -> Said:
    """What was proposed comes about."""
    if proposal.back is not None:
        payload: JsonObject = {"kind": REWOUND, "to": proposal.back.to, "state": past()}
        return Said(payload, "By consent of all, the match went back. Later dice are new ones.")
    if proposal.what == DRAW:
        return _ended("", "The players agreed on a draw.")
    surrendered = listing(company.titles[s] for s in company.allies(proposal.seat))
    return _ended(company.foe(proposal.seat) or "", f"{surrendered} surrendered.")


def back_of(house: House, order: Mapping[str, Any], back: Back | None) -> Back | None:
    """The position that an order of the house is about: the one that it names, or its proposal's."""
    proposal = house.find(order.get("proposal"))
    return back if proposal is None else proposal.back


def house_state(game: Game[Any, Any], state: Any, payload: JsonObject) -> Any:
    """The position after a fact of the house; the very same if that changes nothing on the board."""
    if payload["kind"] == SETTLED:
        return game.settled(state, str(payload["winner"]) or None, str(payload["reason"]))
    if payload["kind"] == REWOUND:
        return game.load_state(cast("JsonObject", payload["state"]))
    return state


def back_in(payload: Mapping[str, Any]) -> Back | None:
    """The position that a proposal names, as it is stored."""
    return Back(payload["to"], payload["numbers"]) if payload["what"] == BACK else None
