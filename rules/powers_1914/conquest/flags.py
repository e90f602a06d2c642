"""§5.1 Whose flag: allies who conquered together decide it, for a field and for the land of a country."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.kernel import wire
from rules.kernel.messages import JsonObject, Refusal, Refused
from rules.kernel.players import Rng
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.powers_1914.conquest.conquest import take
from rules.powers_1914.facts.conquest import FlagChosen, LandShared, ShareProposed
from rules.powers_1914.play import Play
from rules.powers_1914.position.frames import FlagFrame, ShareFrame
from rules.powers_1914.position.state import State


def choose_flag(play: Play, at: At[State], chosen: Choices) -> None:
    """§5.1: allies who took a field together say whose flag goes up."""
    frame, nation = _flag(at), chosen.name("nation")
    play.emit(FlagChosen(frame.area, nation))
    take(play, frame.area, nation)


def _flag(at: At[State]) -> FlagFrame:
    if not isinstance(at.frame, FlagFrame):
        raise TypeError("no flag is asked for")
    return at.frame


def flyers(at: At[State], _: Choices) -> OneOf:
    """§5.1: those who took part."""
    state, nations, names = at.state, _flag(at).nations, at.state.names
    seats = {n: state.nations[n].seat for n in nations}
    return OneOf(
        nations,
        labels={n: names.nation(n) for n in nations},
        notes={
            n: "yours" if s == at.seat else names.seat(s, state.seats[s], state.nations_of(s)) for n, s in seats.items()
        },
    )


def whose_flag(at: At[State]) -> tuple[str, str]:
    """§5.1: the question, with the field."""
    field = at.state.names.the_place(_flag(at).area)
    return f"Whose flag over {field}?", "The nation whose flag flies there gets its coins."


FLAG: Order[State] = Order(
    "flag", "Raise the flag", "5.1", choose_flag,
    (Slot("nation", "choice", flyers),),
    weight=12,
)  # fmt: skip


# --- the land of a country ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt:
    """One of some nations for each of some fields, as ``{field: nation}`` on the wire; read, in the fields' order."""

    areas: tuple[str, ...]
    nations: tuple[str, ...]

    def read(self, raw: object, section: str) -> tuple[str, ...]:
        """The nations, field by field."""
        if not isinstance(raw, Mapping) or set(raw) != set(self.areas):
            raise Refused("malformed", section, "Choose a nation for every field.")
        found = tuple(raw[area] for area in self.areas)
        if not all(isinstance(nation, str) and nation in self.nations for nation in found):
            raise Refused("malformed", section, "Only those who hold its cities share the land.")
        return found

    def wire(self) -> wire.OneOf:
        """The nations of whom one is chosen for each field; the offer says which fields."""
        return {"of": [*self.nations], "refused": {}}

    def pick(self, rng: Rng) -> JsonObject:
        """Any nation for each."""
        return {area: self.nations[rng.randrange(len(self.nations))] for area in self.areas}

    def empty(self) -> bool:
        """Never: those who share hold a city each."""
        return False


def share(play: Play, at: At[State], chosen: Choices) -> None:
    """§5.1: say which nation's flag goes up over each field; the ally who holds the other city has to agree."""
    frame = _share(at)
    flags = dict(zip(frame.areas, chosen.names("flags"), strict=True))
    partners = tuple(dict.fromkeys(at.state.nations[n].seat for n in frame.nations))
    if flags == frame.proposal or partners == (at.seat,):
        play.emit(LandShared(frame.nation, flags))
        return
    other = next(p for p in partners if p != at.seat)
    play.emit(ShareProposed(frame.nation, flags, other))


def agree(play: Play, at: At[State], _: Choices) -> None:
    """§5.1: take the ally's proposal."""
    frame = _share(at)
    if frame.proposal is not None:
        play.emit(LandShared(frame.nation, frame.proposal))


def why_not_agree(at: At[State]) -> Refusal | None:
    """§5.1: there must be something to agree to."""
    if _share(at).proposal is None:
        return Refusal("nothing-proposed", "5.1", "Nothing has been proposed yet.")
    return None


def _share(at: At[State]) -> ShareFrame:
    if not isinstance(at.frame, ShareFrame):
        raise TypeError("nothing is shared out")
    return at.frame


def share_hand(at: At[State]) -> JsonObject:
    """§5.1: who may have of it, and how it would be: as proposed, or as it would be without a word."""
    frame = _share(at)
    flags: JsonObject = dict(frame.proposal or {a: at.state.control[a] for a in frame.areas})
    return {"nations": [*frame.nations], "flags": flags}


SHARE: Order[State] = Order(
    "share", "Share the land out", "5.1", share,
    (Slot("flags", "choice", lambda at, _: Dealt(_share(at).areas, _share(at).nations)),),
    hand=share_hand, weight=12,
)  # fmt: skip
AGREE: Order[State] = Order("agree", "Agree", "5.1", agree, when=why_not_agree, weight=12)
