"""What the commanders of a side arrange among themselves, and the position in which that is kept.

None of this changes the board, and only their side is told (decisions/0028, 0042, 0043).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, TypeVar, cast

from rules.kernel import codec
from rules.kernel.codec import LATER
from rules.kernel.facts import Kinds
from rules.kernel.messages import JsonObject
from rules.kernel.teams import quotas
from rules.kernel.teams.quotas import SeatQuota, Shares
from rules.kernel.teams.terms import DAY

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Proposal:
    """An order for units of several commanders, which waits until those others have agreed.

    ``ask`` names the question of the side in which it was given: when that is over, so is the proposal.
    """

    command: Mapping[str, Any]
    ask: str
    agreed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamState(Generic[S]):
    """A position of a shared match: that of the game, who said to be ready with which question, who lent what."""

    layout: str
    inner: S
    ready: Mapping[str, str] = field(default_factory=dict)
    lent: Mapping[str, str] = field(default_factory=dict)
    """Unit to the seat that commands it for now."""
    shares: Shares = field(default_factory=dict)
    """What each seat was given of what the side has only so much of."""
    proposals: Mapping[str, Proposal] = field(default_factory=dict)
    """By the seat that leads it, an order that waits for the others."""
    ended: Mapping[str, str] = field(default_factory=dict)
    """Who has ended separately what their side is asked, by the name of that question."""
    chiefs: Mapping[str, str] = field(default_factory=dict)
    """By side the seat in chief, where the table chose another than the layout has."""
    patience: str = DAY
    """How long the chief waits for an ally (``terms.SECONDS``)."""
    offices: Mapping[str, str] = field(default_factory=dict)
    """By office of the staff, as "central.chits", the seat that the chief gave it to."""
    edition: int = 0
    """By which customs of the layer it is played: 0 where it began before decisions/0059, at most ``Teams.edition``."""

    def dump(self) -> JsonObject:
        """What is stored of it beside the position of the game."""
        found: JsonObject = {"layout": self.layout, "ready": {**self.ready}, "lent": {**self.lent}}
        if self.shares:
            found["shares"] = codec.dump(self.shares)
        if self.proposals:
            found["proposals"] = codec.dump(self.proposals)
        if self.ended:
            found["ended"] = {**self.ended}
        if self.chiefs:
            found["chiefs"] = {**self.chiefs}
        if self.patience != DAY:
            found["patience"] = self.patience
        if self.offices:
            found["offices"] = {**self.offices}
        if self.edition:
            found["edition"] = self.edition
        return found

    @staticmethod
    def load(data: Mapping[str, Any], inner: Any) -> TeamState[Any]:
        """The inverse, with the position of the game."""
        shares = {
            seat: {what: codec.load(SeatQuota, own) for what, own in by_id.items()}
            for seat, by_id in data.get("shares", {}).items()
        }
        proposals = {seat: codec.load(Proposal, cast(Any, p)) for seat, p in data.get("proposals", {}).items()}
        ready, lent, ended = dict(data["ready"]), dict(data["lent"]), dict(data.get("ended", {}))
        chiefs, offices = dict(data.get("chiefs", {})), dict(data.get("offices", {}))
        patience, edition = data.get("patience", DAY), data.get("edition", 0)
        return TeamState(
            data["layout"], inner, ready, lent, shares, proposals, ended, chiefs, patience, offices, edition
        )


@dataclass(frozen=True, slots=True)
class Readied:
    """A commander said to be ready with a question (``ask`` is its name), or took that back (it is empty)."""

    kind: ClassVar[str] = "team.ready"
    seat: str
    ask: str

    def apply(self, state: TeamState[Any]) -> TeamState[Any]:
        """The position after it."""
        ready = {seat: ask for seat, ask in state.ready.items() if seat != self.seat}
        return replace(state, ready=ready | {self.seat: self.ask} if self.ask else ready)


@dataclass(frozen=True, slots=True)
class Ended:
    """A commander has ended separately what their side is asked (``ask`` is its name), or goes on (it is empty).

    ``beside``: commanders of other sides who have ended what theirs are asked at the same time, and go on having so."""

    kind: ClassVar[str] = "team.ended"
    seat: str
    ask: str
    beside: tuple[str, ...] = field(default=(), metadata=LATER)

    def apply(self, state: TeamState[Any]) -> TeamState[Any]:
        """The position after it."""
        others = {seat: ask for seat, ask in state.ended.items() if seat != self.seat}
        if not self.ask:
            return replace(state, ended=others)
        # What was said to earlier questions is done with.
        kept = {s: ask for s, ask in others.items() if ask == self.ask or s in self.beside}
        return replace(state, ended=kept | {self.seat: self.ask})


@dataclass(frozen=True, slots=True)
class Lent:
    """Units obey another seat of their side from now on."""

    kind: ClassVar[str] = "team.lent"
    units: tuple[str, ...]
    to: str

    def apply(self, state: TeamState[Any]) -> TeamState[Any]:
        """The position after it."""
        return replace(state, lent={**state.lent, **dict.fromkeys(self.units, self.to)})


@dataclass(frozen=True, slots=True)
class Given:
    """A commander has this much of a capacity reserved from now on."""

    kind: ClassVar[str] = "team.quota"
    seat: str
    what: str
    amount: int

    def apply(self, state: TeamState[Any]) -> TeamState[Any]:
        """The position after it."""
        return replace(state, shares=quotas.give(state.shares, self.seat, self.what, self.amount))


@dataclass(frozen=True, slots=True)
class Used:
    """A commander used this much of their own share in a period."""

    kind: ClassVar[str] = "team.used"
    seat: str
    what: str
    amount: int
    period: str

    def apply(self, state: TeamState[Any]) -> TeamState[Any]:
        """The position after it."""
        return replace(state, shares=quotas.use(state.shares, self.seat, self.what, self.amount, self.period))


@dataclass(frozen=True, slots=True)
class Proposed:
    """A commander gives an order for units of others too, who are asked for them. Their earlier one is off."""

    kind: ClassVar[str] = "team.proposed"
    seat: str
    command: Mapping[str, Any]
    ask: str

    def apply(self, state: TeamState[Any]) -> TeamState[Any]:
        """The position after it."""
        return replace(state, proposals={**state.proposals, self.seat: Proposal(self.command, self.ask)})


@dataclass(frozen=True, slots=True)
class Answered:
    """A commander joins in what another proposed, or not. ``over``: nobody is waited for any more."""

    kind: ClassVar[str] = "team.answered"
    seat: str
    leader: str
    yes: bool
    over: bool

    def apply(self, state: TeamState[Any]) -> TeamState[Any]:
        """The position after it."""
        others = {seat: p for seat, p in state.proposals.items() if seat != self.leader}
        if self.over:
            return replace(state, proposals=others)
        proposal = state.proposals[self.leader]
        agreed = replace(proposal, agreed=(*proposal.agreed, self.seat))
        return replace(state, proposals={**others, self.leader: agreed})


@dataclass(frozen=True, slots=True)
class CalledOff:
    """A commander takes back what they proposed."""

    kind: ClassVar[str] = "team.called_off"
    seat: str

    def apply(self, state: TeamState[Any]) -> TeamState[Any]:
        """The position after it."""
        return replace(state, proposals={seat: p for seat, p in state.proposals.items() if seat != self.seat})


@dataclass(frozen=True, slots=True)
class EndedForAll:
    """The chief ends a step for commanders who have not ended it; what follows is the game's."""

    kind: ClassVar[str] = "team.ended_for_all"
    seat: str
    others: tuple[str, ...]

    def apply(self, state: TeamState[Any]) -> TeamState[Any]:
        """The position after it: the game's own facts end the step."""
        return state


@dataclass(frozen=True, slots=True)
class Appointed:
    """An office of the staff goes from one commander to another."""

    kind: ClassVar[str] = "team.appointed"
    seat: str
    office: str
    to: str

    def apply(self, state: TeamState[Any]) -> TeamState[Any]:
        """The position after it."""
        return replace(state, offices={**state.offices, self.office: self.to})


OURS = (Readied, Ended, Lent, Given, Used, Proposed, Answered, CalledOff, EndedForAll, Appointed)
"""All facts of this layer."""
FACTS: Kinds[TeamState[Any]] = Kinds(OURS)
