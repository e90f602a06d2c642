"""§3.10 Conquering: fields, countries by an empty land or by the capital, and liberation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.powers_1914.facts.conquest import AreaTaken, FlagAsked, NationFell, NationFreed, ShareAsked, UnitsRemoved
from rules.powers_1914.play import Play
from rules.powers_1914.position.state import State
from rules.powers_1914.position.tally import taken_neutral
from rules.powers_1914.printed.pieces import AIRCRAFT, TROOPS, foe

AUSTRIA = "AH"
"""§3.10.3: conquered by its two cities and in no other way."""


def march_through(play: Play, units: Sequence[str], passed: Sequence[str]) -> tuple[str, ...]:
    """§3.7, §3.10.1: land units on their way enter what they march through: an empty capital, an empty country.

    Gives the fields that fell to several nations at once, whose flag is still to be asked for (§5.1).
    """
    troops = play.state.of_kind(units, *TROOPS)
    shared = []
    for area in passed if troops else ():
        state = play.state
        side = state.side_of(troops[0])
        if not falls_in_passing(state, area, side):
            continue
        nations = _takers(state, area, troops)
        if state.holder(area) == side:
            _overrun(play, area, nations)
        elif len(nations) > 1:
            shared.append(area)
        else:
            take(play, area, nations[0])
    return tuple(shared)


def ask_flags(play: Play, seat: str, areas: Sequence[str], troops: Sequence[str]) -> None:
    """§5.1: whose flag goes up where allies marched through together, unless it has gone up meanwhile."""
    for area in areas:
        if play.state.holder(area) == foe(play.state.side_of(troops[0])):
            play.emit(FlagAsked(area, _takers(play.state, area, troops), seat))


def falls_in_passing(state: State, area: str, side: str) -> bool:
    """§3.7, §3.10.1: whether land units of a side that march through a field take more than a way.

    An empty country falls with any of its fields, even one that the side holds already.
    """
    board = state.printed.board
    if board.is_sea(area) or state.is_neutral(area):
        return False
    hostile, capital = state.holder(area) == foe(side), board.areas[area].capital
    return (hostile and capital) or _lies_empty(state, board.areas[area].owner, area, side)


def _overrun(play: Play, area: str, nations: Sequence[str]) -> None:
    """§3.10.1: an empty country falls to land units that come into it over ground which their side holds already.

    If several nations come at once, it is that of the flag which flies there, or else the first.
    """
    state, home = play.state, play.state.printed.board.areas[area].owner
    if _lies_empty(state, home, area, state.nations[nations[0]].side):
        flag = state.control[area]
        fall(play, home, flag if flag in nations else nations[0], "3.10.1")


def _takers(state: State, area: str, troops: Sequence[str]) -> tuple[str, ...]:
    """§5.1: the nations one of which will have the field; one alone where it goes home to an ally anyway."""
    nations = tuple(dict.fromkeys(state.piece(u).nation for u in troops))
    home = state.printed.board.areas[area].owner
    side = state.nations[nations[0]].side
    goes_home = is_ally(state, home, side) and (not state.nations[home].fallen or _completes(state, home, area, side))
    return nations[:1] if goes_home else nations


def enter(play: Play, seat: str, area: str, troops: Sequence[str]) -> None:
    """§3.5, §3.10, §5.1: land units are alone in a field: what the enemy left there goes, the flag changes."""
    side = play.state.side_of(troops[0])
    clear(play, area, foe(side))
    nations = _takers(play.state, area, troops)
    if play.state.holder(area) == side:
        _overrun(play, area, nations)
    elif len(nations) > 1:
        play.emit(FlagAsked(area, nations, seat))
    else:
        take(play, area, nations[0])


def abandon(play: Play, area: str, enemy: str) -> None:
    """§3.3.13: ships hold a sea: enemy aircraft without a ship are lost, and a general without friends (§3.11.2)."""
    if not play.state.ships(area, enemy) and not play.state.troops(area, enemy):
        clear(play, area, enemy)


def leave_alone_at_sea(play: Play, areas: Iterable[str], side: str, *, defeated: bool) -> None:
    """§3.3.13: aircraft beside enemy ships are lost with the last ship and land unit of their side in that sea.

    It makes no difference how these went: shot, gassed, taken by a card or with their country, or sailed away. A
    general is lost too only if they were defeated (§3.11.2). In the field of a battle it is settled as that ends.
    """
    battle = play.state.battle
    for area in dict.fromkeys(areas):
        state = play.state
        if not state.ships(area, foe(side)) or (battle is not None and battle.area == area):
            continue
        if defeated:
            abandon(play, area, side)
            continue
        wing = state.aircraft(area, side)
        if wing and not state.ships(area, side) and not state.troops(area, side):
            play.emit(UnitsRemoved(tuple(wing), "3.3.13"))


def clear(play: Play, area: str, enemy: str) -> None:
    """§3.3.13, §3.11.2: aircraft and generals with no unit left beside them are lost when enemies come."""
    left = tuple(play.state.units_of(area, enemy))
    if left:
        play.emit(UnitsRemoved(left, "3.3.13" if play.state.of_kind(left, AIRCRAFT) else "3.11.2"))


def _completes(state: State, nation: str, area: str, side: str) -> bool:
    """§3.10.3, §3.10.4: whether with this field a side has all the cities that make a country fall, or free."""
    capitals = state.printed.board.capitals.get(nation, ())
    return area in capitals and all(c == area or state.holder(c) == side for c in capitals)


def _lies_empty(state: State, nation: str, area: str, side: str) -> bool:
    """§3.10.1, §2.4: whether a field is of an enemy country without a land unit on its territory, its own or an ally's.

    Colonies are its territory, so a garrison there keeps the country; but whoever enters them does not enter it.
    """
    now, board = state.nations[nation], state.printed.board
    if nation == AUSTRIA or now.fallen or now.side != foe(side) or area not in board.homes.get(nation, ()):
        return False
    return not any(state.troops(a, now.side) for a in board.belongs[nation])


def is_ally(state: State, nation: str, side: str) -> bool:
    """§3.10.2, §3.10.4: whether a nation's land is its own again when the side takes it.

    A neutral that was attacked and then conquered belongs to its conqueror: it cannot be freed.
    """
    now = state.nations[nation]
    return now.side == side and not taken_neutral(now)


def take(play: Play, area: str, nation: str) -> None:
    """§3.10: a field falls to a nation, or back to the ally whose it was; what follows for the countries."""
    state = play.state
    side = state.nations[nation].side
    home = state.printed.board.areas[area].owner
    loser = state.control[area]
    if not state.nations[home].fallen:
        ally = is_ally(state, home, side)
        play.emit(AreaTaken(area, home if ally else nation, "3.10.4" if ally else "3.10"))
    elif not _completes(state, home, area, side):
        play.emit(AreaTaken(area, nation, "3.10.4" if is_ally(state, home, side) else "3.10"))
    elif is_ally(state, home, side):
        _free(play, home, area)
        return
    else:
        _change_master(play, home, area, nation)
    for victim in dict.fromkeys((home, loser)):
        fate = verdict(play.state, victim, area, side)
        if fate is not None:
            fall(play, victim, nation, fate)


def _change_master(play: Play, country: str, capital: str, nation: str) -> None:
    """§3.7, §3.10.2: with its capital a conquered country goes to another conqueror, but where the last one stands."""
    board = play.state.printed.board
    enemy = foe(play.state.nations[nation].side)
    lost = [a for a in board.belongs[country] if a != capital and play.state.holder(a) == enemy]
    for area in (capital, *lost):
        if area == capital or not play.state.troops(area, enemy):
            play.emit(AreaTaken(area, nation, "3.10.2"))
            _sweep(play, [area])


def verdict(state: State, nation: str, area: str, side: str) -> str | None:
    """§3.10.1 to §3.10.3: the section by which a country is conquered now that an enemy entered a field, or None."""
    now = state.nations[nation]
    if now.fallen or now.side != foe(side):
        return None
    capitals = state.printed.board.capitals.get(nation, ())
    if capitals and all(state.holder(c) == side for c in capitals):
        return "3.10.3" if len(capitals) > 1 else "3.10.2"
    return "3.10.1" if _lies_empty(state, nation, area, side) else None


def fall(play: Play, nation: str, conqueror: str, section: str) -> None:
    """§3.10.2: a country is conquered with its colonies and whatever it had conquered; its units leave the map."""
    state = play.state
    side = state.nations[conqueror].side
    transfers = {
        area: _heir(state, area, nation, conqueror, side) for area, flag in state.control.items() if flag == nation
    }
    units = tuple(u for u, now in state.units.items() if state.piece(u).nation == nation)
    play.emit(NationFell(nation, conqueror, transfers, units, section))
    _sweep(play, transfers)
    leave_alone_at_sea(play, (state.units[u].at for u in units), foe(side), defeated=False)
    for ally in [n for n, now in play.state.nations.items() if now.fallen and is_ally(play.state, n, side)]:
        capitals = state.printed.board.capitals.get(ally, ())
        if capitals and _completes(play.state, ally, capitals[0], side) and play.state.holder(capitals[0]) == side:
            _free(play, ally, capitals[0])
    _ask_to_share(play, nation, conqueror, tuple(transfers))


def _ask_to_share(play: Play, nation: str, conqueror: str, transfers: Sequence[str]) -> None:
    """§5.1: where the cities of a country fell to several allies, its land is theirs to share out."""
    state = play.state
    board = state.printed.board
    side = state.nations[conqueror].side
    capitals = [c for c in board.capitals.get(nation, ()) if state.holder(c) == side]
    nations = tuple(dict.fromkeys(state.control[c] for c in capitals))
    if len(nations) > 1:
        areas = tuple(sorted({*capitals, *(a for a in transfers if state.control[a] == conqueror)}))
        play.emit(ShareAsked(nation, areas, nations, state.nations[conqueror].seat))


def _sweep(play: Play, areas: Iterable[str]) -> None:
    """§3.3.13: aircraft without land units are lost where an enemy's flag goes up over them.

    A general stays: no enemy has entered the field in which he is (§3.11.2).
    """
    for area in areas:
        enemy = foe(play.state.holder(area))
        wing = play.state.aircraft(area, enemy)
        if wing and not play.state.troops(area, enemy):
            play.emit(UnitsRemoved(tuple(wing), "3.3.13"))


def _heir(state: State, area: str, fallen: str, conqueror: str, side: str) -> str:
    """Whose flag follows: friends of the fallen that are there, the conqueror's ally who owned it, the conqueror."""
    for unit in state.troops(area, state.nations[fallen].side):
        if state.piece(unit).nation != fallen:
            return state.piece(unit).nation
    home = state.printed.board.areas[area].owner
    if state.nations[home].side == side and not state.nations[home].fallen:
        return home
    return conqueror


def _free(play: Play, nation: str, area: str) -> None:
    """§3.10.4: a country is free again because its side holds its capital, both where it has two."""
    transfers = _returns(play.state, nation, area)
    play.emit(NationFreed(nation, transfers))
    _sweep(play, transfers)


def _returns(state: State, nation: str, area: str) -> dict[str, str]:
    """§3.10.4: what a freed country has again: the field, and all of its own in which no enemy land unit is."""
    board = state.printed.board
    enemy = foe(state.nations[nation].side)
    return {a: nation for a in board.belongs[nation] if a == area or not state.troops(a, enemy)}


def is_beaten(state: State, side: str) -> bool:
    """§3.13.2: whether all nations with which a side began are conquered."""
    return all(state.nations[n].fallen for n in state.setting.nations[side])
