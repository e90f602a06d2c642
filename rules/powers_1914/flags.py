"""§5.1 Whose flag: allies who conquered together decide it, for a field and for the land of a country."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.messages import Json, JsonObject, Refused
from rules.powers_1914.conquest import take
from rules.powers_1914.events import FlagChosen, LandShared, ShareProposed
from rules.powers_1914.play import Play, only, want_word
from rules.powers_1914.state import FlagFrame, ShareFrame, State


def choose_flag(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§5.1: allies who took a field together say whose flag goes up."""
    only(command, "nation")
    frame = play.state.top
    if not isinstance(frame, FlagFrame):
        raise TypeError("no flag is asked for")
    nation = want_word(command, "nation", frame.nations)
    play.emit(FlagChosen(frame.area, nation))
    take(play, frame.area, nation)


def flag_offers(frame: FlagFrame) -> list[JsonObject]:
    """§5.1: the nations that took part."""
    nations: list[Json] = [*frame.nations]
    return [{"kind": "flag", "label": "Raise the flag", "section": "5.1", "area": frame.area, "nations": nations}]


def share(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§5.1: say which nation's flag goes up over each field; the ally who holds the other city has to agree."""
    only(command, "flags")
    frame = share_of(play.state)
    flags = _want_flags(command, frame)
    partners = tuple(dict.fromkeys(play.state.nations[n].seat for n in frame.nations))
    if flags == frame.proposal or partners == (seat,):
        play.emit(LandShared(frame.nation, flags))
        return
    other = next(p for p in partners if p != seat)
    play.emit(ShareProposed(frame.nation, flags, other))


def agree(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§5.1: take the ally's proposal."""
    only(command)
    frame = share_of(play.state)
    if frame.proposal is None:
        raise Refused("nothing-proposed", "5.1", "Nobody has proposed anything yet.")
    play.emit(LandShared(frame.nation, frame.proposal))


def share_of(state: State) -> ShareFrame:
    """What is being shared out. TypeError when nothing is."""
    if not isinstance(state.top, ShareFrame):
        raise TypeError("nothing is shared out")
    return state.top


def _want_flags(command: Mapping[str, object], frame: ShareFrame) -> dict[str, str]:
    value = command.get("flags")
    if not isinstance(value, Mapping) or set(value) != set(frame.areas):
        raise Refused("malformed", "5.1", "'flags' must name a nation for every field.")
    return {area: want_word(value, area, frame.nations) for area in frame.areas}


def share_offers(state: State, frame: ShareFrame) -> list[JsonObject]:
    """§5.1: a sharing out to propose, and the ally's proposal to agree to."""
    flags: JsonObject = dict(frame.proposal or {a: state.control[a] for a in frame.areas})
    nations: list[Json] = [*frame.nations]
    offers: list[JsonObject] = [
        {"kind": "share", "label": "Share the land out", "section": "5.1", "nations": nations, "flags": flags}
    ]
    if frame.proposal is not None:
        offers.append({"kind": "agree", "label": "Agree", "section": "5.1"})
    return offers
