"""§3.10 Conquering: fields, countries by an empty land or by the capital, and liberation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.kernel.messages import Json, JsonObject
from rules.powers_1914.data import AIRCRAFT, board, foe, piece
from rules.powers_1914.events import (
    AreaTaken,
    FlagAsked,
    FlagChosen,
    NationFell,
    NationFreed,
    UnitsRemoved,
)
from rules.powers_1914.play import Play, only, want_word
from rules.powers_1914.state import FlagFrame, State, of_kind


def enter(play: Play, seat: str, area: str, troops: Sequence[str]) -> None:
    """§3.5, §3.10, §5.1: land units stand alone in a field: what the enemy left there goes, the flag changes."""
    state = play.state
    side = state.side_of(troops[0])
    clear(play, area, foe(side))
    if state.holder(area) == side and not _frees(play.state, area, side):
        return
    nations = tuple(dict.fromkeys(piece(u).nation for u in troops))
    home = board().areas[area].owner
    if len(nations) > 1 and state.nations[home].side != side:
        play.emit(FlagAsked(area, nations, seat))
        return
    take(play, area, nations[0])


def abandon(play: Play, area: str, enemy: str) -> None:
    """§3.3.13: ships hold a sea: enemy aircraft without a ship are lost, and a general without friends (§3.11.2)."""
    if not play.state.ships(area, enemy) and not play.state.troops(area, enemy):
        clear(play, area, enemy)


def clear(play: Play, area: str, enemy: str) -> None:
    """§3.3.13, §3.11.2: aircraft and generals with nobody left beside them are lost to those who come."""
    left = tuple(play.state.units_of(area, enemy))
    if left:
        play.emit(UnitsRemoved(left, "3.3.13" if of_kind(left, AIRCRAFT) else "3.11.2"))


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


def _frees(state: State, area: str, side: str) -> bool:
    """§3.10.4: whether friendly land of a conquered ally is entered that should be his again."""
    home = board().areas[area].owner
    return state.nations[home].side == side and state.nations[home].fallen and board().areas[area].capital


def take(play: Play, area: str, nation: str) -> None:
    """§3.10: a field falls to a nation, or back to the ally whose it was; what follows for the countries."""
    state = play.state
    side = state.nations[nation].side
    home = board().areas[area].owner
    loser = state.control[area]
    if state.nations[home].side == side:
        if state.nations[home].fallen and board().areas[area].capital:
            _free(play, home, area)
            return
        back = nation if state.nations[home].fallen else home
        play.emit(AreaTaken(area, back, "3.10.4"))
    else:
        play.emit(AreaTaken(area, nation, "3.10"))
    for victim in dict.fromkeys((home, loser)):
        fate = verdict(play.state, victim, area, side)
        if fate is not None:
            fall(play, victim, nation, fate)


def verdict(state: State, nation: str, area: str, side: str) -> str | None:
    """§3.10.1 to §3.10.3: the section by which a country is conquered now that an enemy entered a field, or None."""
    now = state.nations[nation]
    if now.fallen or now.side != foe(side):
        return None
    capitals = board().capitals.get(nation, ())
    if capitals and all(state.holder(c) == side for c in capitals):
        return "3.10.3" if len(capitals) > 1 else "3.10.2"
    homes = board().homes.get(nation, ())
    if area in homes and not any(state.troops(a, now.side) for a in homes):
        return "3.10.1"
    return None


def fall(play: Play, nation: str, conqueror: str, section: str) -> None:
    """§3.10.2: a country is conquered with its colonies and whatever it had conquered; its units leave the map."""
    state = play.state
    side = state.nations[conqueror].side
    transfers = {
        area: _heir(state, area, nation, conqueror, side) for area, flag in state.control.items() if flag == nation
    }
    units = tuple(u for u, now in state.units.items() if piece(u).nation == nation)
    play.emit(NationFell(nation, conqueror, transfers, units, section))
    _sweep(play, transfers)
    for ally in [n for n, now in play.state.nations.items() if now.fallen and now.side == side]:
        freed = next((c for c in board().capitals.get(ally, ()) if play.state.holder(c) == side), None)
        if freed is not None:
            _free(play, ally, freed)


def _sweep(play: Play, areas: Iterable[str]) -> None:
    """§3.3.13, §3.11.2: aircraft and generals without land units are lost where an enemy's flag goes up over them."""
    for area in areas:
        enemy = foe(play.state.holder(area))
        if not play.state.troops(area, enemy):
            clear(play, area, enemy)


def _heir(state: State, area: str, fallen: str, conqueror: str, side: str) -> str:
    """Whose flag follows: friends of the fallen who stand there, the conqueror's ally whose land it was, his own."""
    for unit in state.troops(area, state.nations[fallen].side):
        if piece(unit).nation != fallen:
            return piece(unit).nation
    home = board().areas[area].owner
    if state.nations[home].side == side and not state.nations[home].fallen:
        return home
    return conqueror


def _free(play: Play, nation: str, area: str) -> None:
    """§3.10.4: a country is free again because its side holds a capital of it."""
    transfers = _returned(play.state, nation, area)
    play.emit(NationFreed(nation, transfers))
    _sweep(play, transfers)


def _returned(state: State, nation: str, area: str) -> dict[str, str]:
    """§3.10.4: what a freed country has again: the field, and all of its own in which no enemy land unit stands."""
    enemy = foe(state.nations[nation].side)
    return {a: nation for a in board().belongs[nation] if a == area or not state.troops(a, enemy)}


def beaten(state: State, side: str) -> bool:
    """§3.13.2: whether all nations with which a side began are conquered."""
    return all(state.nations[n].fallen for n in state.plan.nations[side])
