"""Stand-ins (decisions/0041): someone plays a seat while its player is away, and gives it back.

The facts name nobody, as those of seats that change hands. Whoever stands in has the seat's viewpoint from the fact by
which they begin to the fact by which they end; the seat stays its player's all the while.

A program stands in by the same facts (decisions/0069). The one by which it agrees has its strength, and the seed of
what it draws: nobody is told that before the end, and the link of the fact seals it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from app.matches.agreements.handing_over import TAKEN
from app.matches.agreements.seating import Said, Seating
from rules.kernel.messages import Json, JsonObject, Refusal

AGREED, GONE = "house.stand_in_agreed", "house.stand_in_gone"
"""Someone has agreed to stand in for a seat; nobody does any more."""
PLAYS, BACK_AGAIN = "house.stand_in_plays", "house.stand_in_back"
"""The stand-in plays from now on; the seat's own player does again."""
TIMED_OUT = "house.timed_out"
"""The time of a seat is up (app/clocks/orders.py)."""
REPLACED = "house.program_replaced"
"""A weaker program plays on, because orders of the one before were refused."""
AGREE, BEGIN, END, DISMISS = "house.agree_to_stand_in", "house.stand_in", "house.take_back", "house.dismiss"
REPLACE = "house.replace_program"
"""Given by the server alone."""

ASKED, AWAY, LATE, SILENT, ZERO = "asked", "away", "late", "silent", "zero"
"""Why a stand-in plays: the seat's player wants it; is away; is out of time; everyone has waited too long; the time is
up, and the players chose that someone else plays on then."""

_WHY: Final[Mapping[str, str]] = {
    ASKED: "A stand-in plays for {who} from now on.",
    AWAY: "{who} is away: a stand-in plays from now on.",
    LATE: "{who} is out of time: a stand-in plays from now on.",
    SILENT: "Everyone has waited too long for {who}: a stand-in plays from now on.",
    ZERO: "A stand-in plays for {who} from now on.",
}


@dataclass(frozen=True, slots=True)
class StandInProgram:
    """A program that stands in: its strength, and 32 random bytes in hex by which its choices are drawn."""

    strength: str
    seed: str


@dataclass(frozen=True, slots=True)
class StandIns:
    """Which seats have a stand-in, and for which one plays now."""

    ready: Collection[str] = ()
    plays: Collection[str] = ()
    spent: Collection[str] = ()
    """Seats whose stand-in has had a bank of time once: a second would let a seat think for ever."""
    programs: Mapping[str, StandInProgram] = field(default_factory=dict)
    """The stand-ins among them that are programs."""
    returned: Collection[str] = ()
    """Seats whose player has taken them back since their time was last up: no program comes in for that again."""

    def after(self, payload: Mapping[str, Any]) -> StandIns:
        """The same after a fact about an agreement."""
        seat = str(payload.get("seat"))
        ready, plays, spent, returned = (
            tuple(s for s in seats if s != seat) for seats in (self.ready, self.plays, self.spent, self.returned)
        )
        programs = {s: program for s, program in self.programs.items() if s != seat}
        match payload["kind"]:
            case k if k == AGREED:
                if "program" in payload:
                    programs[seat] = StandInProgram(str(payload["program"]), str(payload["seed"]))
                return replace(self, ready=(*ready, seat), programs=programs)
            case k if k == PLAYS:
                spent = (*spent, seat) if payload["why"] == ZERO else tuple(self.spent)
                return replace(self, plays=(*plays, seat), spent=spent)
            case k if k == BACK_AGAIN:
                return replace(self, plays=plays, returned=(*returned, seat))
            case k if k == GONE:
                return replace(self, ready=ready, plays=plays, programs=programs)
            case k if k == TAKEN:
                return StandIns(ready, plays, spent, programs, returned)
            case k if k == TIMED_OUT:
                return replace(self, returned=returned)
            case k if k == REPLACED and seat in self.by_programs:
                programs[seat] = replace(self.programs[seat], strength=str(payload["program"]))
                return replace(self, programs=programs)
        return self

    @property
    def by_programs(self) -> frozenset[str]:
        """The seats that programs play now for their players."""
        return frozenset(self.plays) & self.programs.keys()

    @property
    def fresh(self) -> tuple[str, ...]:
        """The seats for which a stand-in can go on when their time is up."""
        return tuple(s for s in self.ready if s not in self.plays and s not in self.spent)


def plays(seating: Seating, seat: str, why: str) -> Said:
    """The fact that a stand-in plays."""
    return Said({"kind": PLAYS, "seat": seat, "why": why}, _WHY[why].format(who=seating.titles[seat]))


def settle_standing_in(
    stand_ins: StandIns, seating: Seating, seat: str, order: Mapping[str, Any], out: Collection[str]
) -> list[Said] | Refusal:
    """What comes of an order about stand-ins; ``out`` are the seats that are out of time."""
    who = seating.titles[seat]
    kind = order.get("kind")
    if kind == AGREE:
        if seat in stand_ins.ready:
            return Refusal("has_stand_in", "", "That seat already has a stand-in.")
        return [_agree(seating, seat, order)]
    if kind == REPLACE:
        weaker = str(order["program"])
        text = f"The rules refused three orders of the program that played {who}: a {weaker} plays on."
        return [Said({"kind": REPLACED, "seat": seat, "program": weaker, "was": str(order["was"])}, text)]
    if seat not in stand_ins.ready:
        return Refusal("no_stand_in", "", "Nobody has agreed to stand in for this seat.")
    if kind == DISMISS:
        text = f"{who} no longer has a stand-in."
        return [Said({"kind": GONE, "seat": seat}, text)]
    if kind == END:
        if seat not in stand_ins.plays:
            return Refusal("not_standing_in", "", "No stand-in plays this seat now.")
        return [Said({"kind": BACK_AGAIN, "seat": seat}, f"{who} is back and plays again.")]
    if seat in stand_ins.plays:
        return Refusal("stands_in_already", "", "The stand-in is already playing.")
    why = str(order.get("why", ASKED))
    if (
        why not in (ASKED, AWAY)
        and not (why == LATE and seat in out)
        and not (why == SILENT and seat in seating.silent)
    ):
        return Refusal("not_absent", "", NOT_ABSENT.format(who=who))
    return [plays(seating, seat, why)]


def _agree(seating: Seating, seat: str, order: Mapping[str, Any]) -> Said:
    """The fact that someone stands in, or a program, which is named with its strength and comes with its seed."""
    who, payload = seating.titles[seat], dict[str, Json]({"kind": AGREED, "seat": seat})
    if "program" not in order:
        return Said(payload, f"{who} has a stand-in, in case of absence.")
    payload |= {"program": str(order["program"]), "seed": str(order["seed"])}
    return Said(payload, f"{who} has a program as stand-in, in case of absence: {order['program']}.")


NOT_ABSENT = "{who} is neither away nor out of time. You can play when that is so, or when you are asked to."

ORDERS: Final = frozenset({AGREE, BEGIN, END, DISMISS, REPLACE})

NOT_THEIRS: Final = frozenset({"house.resign", "house.leave", "house.stay"})
FINAL: Final = frozenset({"draw", "surrender", "demand"})
"""What is proposed that ends the match."""


def is_players_own(order: Mapping[str, Any], what: str | None) -> bool:
    """Whether only the seat's own player may give an order: it ends the match, or gives the seat away.

    ``what`` is what the proposal is about that the order makes, answers or withdraws, if it does.
    """
    return order.get("kind") in NOT_THEIRS or what in FINAL


Facts: TypeAlias = Sequence[JsonObject]


def of_stand_ins(payloads: Facts) -> list[JsonObject]:
    """The facts among these that change who stands in, or who plays a seat now."""
    return [p for p in payloads if p["kind"] in (AGREED, GONE, PLAYS, BACK_AGAIN, REPLACED)]
