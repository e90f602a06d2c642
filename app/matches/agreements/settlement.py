"""What players settle among themselves (decisions/0028): giving up, agreeing on a draw, going back by consent; and
what is said of their clocks (decisions/0032), some of it by the server.

These are facts of the match and not of its game, whatever game it is: they stand among its events, numbered, linked and
told like them. A proposal waits for the seats that it asks; one "no" closes it, and the last "yes" brings it about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from app.clocks.orders import OF_CLOCKS, PAUSE, PAUSED, RESUMED, Times, needs_clocks, pause
from app.matches.agreements.handing_over import (
    ABSENT,
    LEAVE,
    OPEN,
    OPENED,
    STAY,
    TAKE,
    leave_seat,
    open_seat,
    seats_open,
    stay,
    take_seat,
    why_not_open,
)
from app.matches.agreements.hosting import BY_HOST, decide_as_host, is_hosts
from app.matches.agreements.seating import SETTLED, Said, Seating, end_match, in_words
from app.matches.agreements.standing_in import ORDERS as OF_STAND_INS
from app.matches.agreements.standing_in import StandIns, settle_standing_in
from rules.kernel.game import Game
from rules.kernel.messages import Json, JsonObject, Refusal
from rules.kernel.wording import listing

PREFIX = "house."
"""What the kinds of all these facts and orders begin with; no game has such a kind."""
PROPOSED, ANSWERED, WITHDRAWN = f"{PREFIX}proposed", f"{PREFIX}answered", f"{PREFIX}withdrawn"
REWOUND = f"{PREFIX}rewound"
HINTED = f"{PREFIX}hinted"
RESIGN, PROPOSE, ANSWER, WITHDRAW = f"{PREFIX}resign", f"{PREFIX}propose", f"{PREFIX}answer", f"{PREFIX}withdraw"
HINT = f"{PREFIX}hint"
"""Someone asks a program for advice (decisions/0068): it changes nothing, and everyone is told."""

DRAW, SURRENDER, DEMAND, BACK = "draw", "surrender", "demand", "back"
"""What can be proposed: a draw, that your own side gives up, that the other does, that the match goes back to an
earlier position. And ``OPEN`` and ``PAUSE``."""
MAX_OPEN_PROPOSALS = 1
"""Open proposals of a seat."""


def is_agreement(kind: object) -> bool:
    """Whether a fact or an order is of the house."""
    return isinstance(kind, str) and kind.startswith(PREFIX)


@dataclass(frozen=True, slots=True)
class Back:
    """An earlier position: the one after event ``to``, when each viewpoint had been told so much (``numbers``)."""

    to: int
    numbers: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class AgreementProposal:
    """What ``seat`` proposed; ``asked`` are the seats that have still to say yes.

    ``id`` is that of the command, for the number of the event would tell how much was done in secret.
    """

    id: str
    what: str
    seat: str
    asked: tuple[str, ...]
    back: Back | None = None
    of: str | None = None
    """The seat that is to be opened."""


@dataclass(frozen=True, slots=True)
class Agreements:
    """What is open between the players: the fold of the facts of the house."""

    proposals: tuple[AgreementProposal, ...] = ()
    seats: Mapping[str, str] = field(default_factory=dict)
    """The seats that are open to others, and why each is."""
    paused: bool = False
    """Whether the clocks stand still by consent."""
    stand_ins: StandIns = field(default_factory=StandIns)

    def after(self, payload: Mapping[str, Any]) -> Agreements:
        """What is open after a fact about an agreement."""
        match payload["kind"]:
            case k if k == PROPOSED:
                return replace(self, proposals=(*self.proposals, _proposal_from(payload)))
            case k if k == ANSWERED and payload["yes"]:
                return replace(self, proposals=tuple(_note_agreement(p, payload) for p in self.proposals))
            case k if k in (ANSWERED, WITHDRAWN):
                return self._without(lambda p: p.id == payload["proposal"])
            case k if k in (SETTLED, REWOUND):
                # What was settled ends the match; after going back all that was open before is of another position.
                return replace(self, proposals=())
            case k if k == OPENED:
                done = self._without(lambda p: p.what == OPEN and p.of == payload["seat"])
                return replace(done, seats=seats_open(self.seats, payload))
            case k if k in (PAUSED, RESUMED):
                return replace(self._without(lambda p: p.what == PAUSE), paused=k == PAUSED)
            case _:
                stand_ins = self.stand_ins.after(payload)
                return replace(self, seats=seats_open(self.seats, payload), stand_ins=stand_ins)

    def _without(self, gone: Callable[[AgreementProposal], bool]) -> Agreements:
        return replace(self, proposals=tuple(p for p in self.proposals if not gone(p)))

    def find(self, id_: object) -> AgreementProposal | None:
        """The open proposal of this id."""
        return next((p for p in self.proposals if p.id == id_), None)


def _proposal_from(payload: Mapping[str, Any]) -> AgreementProposal:
    asked = tuple(payload["asked"])
    return AgreementProposal(
        payload["id"], payload["what"], payload["seat"], asked, back_in(payload), payload.get("of")
    )


def _note_agreement(proposal: AgreementProposal, payload: Mapping[str, Any]) -> AgreementProposal:
    if proposal.id != payload["proposal"]:
        return proposal
    return replace(proposal, asked=tuple(s for s in proposal.asked if s not in payload["seats"]))


def voters(seating: Seating, what: str, seat: str, of: str | None = None) -> tuple[str, ...]:
    """Who must say yes to a proposal: the whole side that is to surrender, everyone else to anything else.

    Whoever is to lose the seat ``of`` is not asked.
    """
    others = seating.others(seat, *([] if of is None else [of]))
    if what == SURRENDER:
        return tuple(s for s in others if s in seating.allies(seat))
    return tuple(s for s in others if what != DEMAND or s not in seating.allies(seat))


def hearers(seating: Seating, what: str, seat: str) -> tuple[str, ...] | None:
    """The seats that hear of a proposal; None for everyone, those who watch included."""
    return seating.allies(seat) if what == SURRENDER else None


Past = Callable[[], JsonObject]
"""The earlier position of the proposal that is answered, complete, as JSON; its dice are the current ones."""


def settle(
    agreements: Agreements,
    seating: Seating,
    seat: str,
    id_: str,
    order: Mapping[str, Any],
    back: Back | None,
    past: Past,
    times: Times | None = None,
) -> list[Said] | Refusal:
    """What follows from an order about an agreement, or why it cannot be given; changes nothing.

    ``id_`` is the command's. ``back`` is the position that a proposal to go back names. ``past`` is called only when
    everyone has agreed to it. ``times`` is None in a match without clocks.
    """
    if times is None and needs_clocks(order):
        return Refusal("no_clock", "", "This match is played without clocks.")
    if times is not None and (answer := OF_CLOCKS.get(order.get("kind"))):
        known = replace(times, free=agreements.seats, paused=agreements.paused, stand_ins=agreements.stand_ins.fresh)
        return answer(seating, seat, order, known)
    if order.get("kind") in OF_STAND_INS:
        return settle_standing_in(agreements.stand_ins, seating, seat, order, () if times is None else times.out)
    if is_hosts(order.get("kind")):
        if seat != BY_HOST:
            return Refusal("unknown_order", "", "There is no such order.")
        rewind = None if back is None else lambda words: _rewind(back, past, words)
        return decide_as_host(agreements.seats, seating, order, rewind, end_match)
    match order.get("kind"):
        case k if k == RESIGN:
            return _resign(seating, seat)
        case k if k == PROPOSE:
            return _propose(agreements, seating, seat, id_, order, back, past)
        case k if k == ANSWER:
            return _answer(agreements, seating, seat, order, past)
        case k if k == WITHDRAW:
            return _withdraw(agreements, seating, seat, order)
        case k if k == HINT:
            return [Said({"kind": HINTED, "seat": seat}, f"{seating.titles[seat]} asked for a hint.")]
        case k if k == LEAVE:
            return leave_seat(agreements.seats, seating, seat)
        case k if k == STAY:
            return stay(agreements.seats, seating, seat)
        case k if k == TAKE:
            return take_seat(agreements.seats, seating, seat)
    return Refusal("unknown_order", "", "There is no such order.")


def _resign(seating: Seating, seat: str) -> list[Said] | Refusal:
    others = [s for s in seating.allies(seat) if s not in seating.mine]
    if others:
        allies = listing(seating.titles[s] for s in others)
        return Refusal("not_alone", "", f"You do not command your side alone. Propose to {allies} to surrender.")
    winner = seating.foe(seat)
    if winner is None:
        return Refusal("no_one_wins", "", "With more than two sides nobody can resign. Propose a draw.")
    return [end_match(winner, f"{seating.titles[seat]} resigned.")]


ASKS = {
    DRAW: "{who} offered a draw.",
    SURRENDER: "{who} proposed to surrender: {foes} would win at once, with the position as it is.",
    DEMAND: "{who} asked {foes} to surrender.",
    PAUSE: "{who} proposed to stop the clocks.",
    BACK: "{who} asked to take back more than can be undone freely.",
    OPEN: "{who} proposed to open the seat of {of} to a new player.",
}
"""All that can be proposed, in words."""


def _propose(
    agreements: Agreements,
    seating: Seating,
    seat: str,
    id_: str,
    order: Mapping[str, Any],
    back: Back | None,
    past: Past,
) -> list[Said] | Refusal:
    what, of = str(order.get("what")), cast("str | None", order.get("of"))
    if refusal := _why_not_propose(agreements, seating, seat, what, of, back):
        return refusal
    asked: list[Json] = [*voters(seating, what, seat, of)]
    payload: JsonObject = {"kind": PROPOSED, "id": id_, "what": what, "seat": seat, "asked": asked}
    if what == BACK and back is not None:
        payload |= {"to": back.to, "numbers": {**back.numbers}}
    if what == OPEN:
        payload["of"] = of
    foes = listing(title for s, title in seating.titles.items() if s not in seating.allies(seat))
    words = ASKS[what].format(who=seating.titles[seat], of=seating.titles.get(of or "", ""), foes=foes)
    said = Said(payload, words, hearers(seating, what, seat))
    return [said] if asked else [said, _bring_about(seating, _proposal_from(payload), past)]


def _why_not_propose(
    agreements: Agreements, seating: Seating, seat: str, what: str, of: str | None, back: Back | None
) -> Refusal | None:
    if what not in ASKS:
        return Refusal("unknown_proposal", "", "That cannot be proposed.")
    if sum(p.seat == seat for p in agreements.proposals) >= MAX_OPEN_PROPOSALS:
        return Refusal("proposal_open", "", "Your last proposal is still open. Withdraw it first.")
    if what == PAUSE and agreements.paused:
        return Refusal("paused", "", "The clocks are already paused.")
    if what == SURRENDER and seating.foe(seat) is None:
        return Refusal("no_one_wins", "", "With more than two sides nobody can surrender. Propose a draw.")
    if what == DEMAND:
        return _why_not_demand(seating, seat)
    if what == BACK and back is None:
        return Refusal("nothing_to_undo", "", "The match cannot go back there.")
    if what == BACK and any(s in seating.dice for s in (seat, *seating.mine)):
        return Refusal("past_dice", "", "Dice stand at this table: nobody takes back a die roll.")
    return why_not_open(agreements.seats, seating, seat, of) if what == OPEN else None


def _why_not_demand(seating: Seating, seat: str) -> Refusal | None:
    """Why the other side cannot be asked to surrender, if there is a reason."""
    if seating.foe(seat) is None:
        return Refusal("no_one_wins", "", "With more than two sides nobody can surrender. Propose a draw.")
    if any(s in seating.mine for s in seating.sides if s not in seating.allies(seat)):
        return Refusal("both_sides", "", "You play the other side too. Resign with the side that gives up.")
    return None


def _answer(
    agreements: Agreements, seating: Seating, seat: str, order: Mapping[str, Any], past: Past
) -> list[Said] | Refusal:
    proposal = agreements.find(order.get("proposal"))
    if proposal is None or seat not in proposal.asked:
        return Refusal("no_proposal", "", "That proposal is no longer open, or it is not for you to answer.")
    yes = order.get("yes") is True
    if yes and proposal.what == OPEN and proposal.of not in seating.silent:
        return Refusal("not_silent", "", f"{seating.titles[proposal.of or '']} has come back. You can only refuse.")
    seats = [s for s in proposal.asked if s in seating.mine]
    if yes and proposal.what == BACK and any(s in seating.dice for s in seats):
        return Refusal("past_dice", "", "Dice stand at this table, and a die was rolled since. You can only refuse.")
    payload: JsonObject = {"kind": ANSWERED, "proposal": proposal.id, "seats": [*seats], "yes": yes}
    words = f"{listing(seating.titles[s] for s in seats)} {'agreed' if yes else 'refused'}."
    said = Said(payload, words, hearers(seating, proposal.what, proposal.seat))
    remaining = _note_agreement(proposal, payload)
    return [said, _bring_about(seating, remaining, past)] if yes and not remaining.asked else [said]


def _withdraw(agreements: Agreements, seating: Seating, seat: str, order: Mapping[str, Any]) -> list[Said] | Refusal:
    proposal = agreements.find(order.get("proposal"))
    if proposal is None or proposal.seat != seat:
        return Refusal("no_proposal", "", "You have no such open proposal.")
    text = f"{seating.titles[seat]} withdrew the proposal."
    return [Said({"kind": WITHDRAWN, "proposal": proposal.id}, text, hearers(seating, proposal.what, seat))]


def _rewind(back: Back, past: Past, words: str) -> Said:
    return Said({"kind": REWOUND, "to": back.to, "state": past()}, words)


def _bring_about(seating: Seating, proposal: AgreementProposal, past: Past) -> Said:
    """What was proposed comes about."""
    if proposal.back is not None:
        return _rewind(proposal.back, past, "By agreement, the match was rewound. New dice will be rolled.")
    if proposal.what == OPEN:
        return open_seat(seating, proposal.of or "", ABSENT)
    if proposal.what == PAUSE:
        return pause()
    if proposal.what == DRAW:
        return end_match("", "The players agreed on a draw.")
    allies, foe = seating.allies(proposal.seat), seating.foe(proposal.seat) or ""
    demanded = proposal.what == DEMAND
    surrendered = listing(title for s, title in seating.titles.items() if (s in allies) != demanded)
    return end_match(seating.sides[proposal.seat] if demanded else foe, f"{surrendered} surrendered.")


def back_of(agreements: Agreements, order: Mapping[str, Any], back: Back | None) -> Back | None:
    """The position that an order about an agreement is about: the one that it names, or its proposal's."""
    proposal = agreements.find(order.get("proposal"))
    return back if proposal is None else proposal.back


def about(agreements: Agreements, order: Mapping[str, Any]) -> str | None:
    """What the proposal is about that an order makes, answers or withdraws, if it does."""
    proposal = agreements.find(order.get("proposal"))
    return cast("str | None", order.get("what")) if proposal is None else proposal.what


def opens(agreements: Agreements, order: Mapping[str, Any]) -> str | None:
    """The seat that an order about an agreement would open, or help to open; None if it is about anything else."""
    if order.get("kind") == PROPOSE and order.get("what") == OPEN:
        return cast("str | None", order.get("of"))
    proposal = agreements.find(order.get("proposal"))
    return None if proposal is None else proposal.of


def state_after(game: Game[Any, Any], state: Any, payload: JsonObject) -> Any:
    """The position after a fact about an agreement; the very same if that changes nothing on the board."""
    if payload["kind"] == SETTLED:
        return game.end_by_agreement(state, str(payload["winner"]) or None, in_words(game, str(payload["reason"])))
    if payload["kind"] == REWOUND:
        return game.load_state(cast("JsonObject", payload["state"]))
    return state


def back_in(payload: Mapping[str, Any]) -> Back | None:
    """The position that a proposal names, as it is stored."""
    return Back(payload["to"], payload["numbers"]) if payload["what"] == BACK else None
