"""§17.2, §17.3 National restrictions: where the units of some nations may not go, and how many may be where."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from rules.great_war.position.control import controller
from rules.great_war.position.state import State
from rules.great_war.pre_war.terms import PLAN_R
from rules.great_war.printed.board import Board
from rules.great_war.printed.fronts import CAUCASUS, EAST, EGYPT, IRAQ, ITALY, THREE, WEST
from rules.great_war.printed.nations import CENTRAL, NAME_OF
from rules.great_war.restrictions import near_east
from rules.great_war.restrictions.near_east import Closed
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal

NOT_BALKANS = ("AH", "GE", "RU")
"""§3.13: what of the Eastern Front map is not the Balkans; Russian Poland is printed as Russia's."""
BALKANS_ONLY = ("BU", "GK")
FRONTS_OF = {
    **dict.fromkeys(("SE", "RO", "MN", "BU", "GK"), (EAST,)), "BE": (WEST,), "RU": (EAST, CAUCASUS),
    "TU": (EAST, CAUCASUS, EGYPT, IRAQ), "AB": (EGYPT,), "FR": (WEST, ITALY, EAST, EGYPT),
    **dict.fromkeys(("IT", "US", "AH"), (WEST, ITALY, EAST)), "BR": (WEST, ITALY, EAST, EGYPT, IRAQ),
}  # fmt: skip
"""§17.21, §17.31, §17.4: nations whose units fight on some fronts alone; Germans go to all."""
ITALIANS_ALONE = ("IT", "AH")
"""§17.21, §17.31: the only units on the Italian Front before 1917, one nation of each side."""
POLES = "ah-po"
"""§6.6: keeps to the Eastern Front outside the Balkans."""
TANKS = {"GE": (ITALY,)}
"""§15.25: German tanks go to the west and the east; all others stay in the west."""
OPENED = "1917"
NORTH_OF_ROW = 48
"""§17.31: the row north of which four Austro-Hungarian units may operate."""
POLES_STAY = Refusal("off-limits", "6.6", "The Polish division stays on the Eastern Front, outside the Balkans.")
ALLIED_TANKS = Refusal("off-limits", "15.25", "Allied tank units operate only on the Western Front.")
GERMAN_TANKS = Refusal("off-limits", "15.25", "German tank units operate only on the Western and Eastern Fronts.")
MONTENEGRINS = Refusal("off-limits", "17.21", "Montenegrin units cannot leave Montenegro.")
SERBIANS = Refusal("off-limits", "20.3", "Serbian units do not enter Austria-Hungary on the first turn.")
AUSTRIANS = Refusal("off-limits", "17.31", "Austro-Hungarian units do not operate on the Western Front before 1917.")
TWO_NATIONS = "Before 1917 only Italian and Austro-Hungarian units operate on the Italian Front."
VARIOUS = "Vr"
"""§3.26: in the corner of units that come back on any front."""


def bound_to(state: State, unit: str) -> str:
    """§5.36, §5.36N, §3.26: the front to which a rebuilt British unit comes back, that of its end; "" for any front."""
    return "" if state.counter(unit).limits == VARIOUS else state.strategic_state.fell.get(unit, "")


class Kind(NamedTuple):
    """§17.2, §17.3: what decides where a unit never goes; ``there``: the same for the Near East."""

    nation: str
    abroad: bool
    tank: bool
    pole: bool
    there: near_east.Kind | None


def off_limits_of(state: State, units: Collection[str]) -> frozenset[int]:
    """§17.21, §17.31, §17.4, §6.6, §15.25: the hexes that some of these units never enter."""
    return _off_limits_to(state, frozenset(_kind_of(state, unit) for unit in units))


def why_off_limits(state: State, units: Collection[str], here: int) -> Refusal:
    """§17.2, §17.3: what closes a hex to the first of these units that never enters it."""
    closed = (found for unit in units for found in _closed_to(state, _kind_of(state, unit)))
    return next(found.refusal for found in closed if here in found.area)


def _kind_of(state: State, unit: str) -> Kind:
    counter = state.counter(unit)
    there = None if state.printed.near_east is None else near_east.kind_of(state, counter)
    tank = unit in state.printed.tanks
    return Kind(counter.nation, near_east.is_abroad(state, unit), tank, unit == POLES, there)


@kept
def _off_limits_to(state: State, kinds: frozenset[Kind]) -> frozenset[int]:
    """§17.21, §17.31, §17.4, §6.6, §15.25: the same for all units of these kinds."""
    found = {closed.area: None for kind in sorted(kinds) for closed in _closed_to(state, kind)}
    return near_east.join_areas(*found)


@kept
def _closed_to(state: State, kind: Kind) -> tuple[Closed, ...]:
    """§17.21, §17.31, §17.4, §6.6, §15.25: what units of a kind never enter. Of a hex that several rules close the
    first is meant: a unit's own, then those of the Near East, then those of its nation."""
    found: list[Closed] = []
    if kind.pole:
        found.append(Closed(_not_for_poles(state.printed.board), POLES_STAY))
    if kind.tank:
        found.append(
            Closed(
                _not_for_tanks(state.printed.board, kind.nation), GERMAN_TANKS if kind.nation == "GE" else ALLIED_TANKS
            )
        )
    if kind.there is not None and state.printed.near_east is not None:
        found += near_east.closed_to(state, state.printed.near_east, kind.there)
    return (*found, *_closed_to_nation(state, kind.nation, kind.abroad))


def not_attacked_by(state: State, unit: str) -> frozenset[int]:
    """§17.2, §17.3, §6.6: the hexes that a unit does not attack, since it may not operate there."""
    return off_limits_of(state, [unit])


def off_limits(state: State, nation: str, abroad: bool) -> frozenset[int]:
    """§17.21, §17.31, §17.4: the hexes that no unit of a nation enters now; ``abroad``: one of the expedition to Persia
    while it is there."""
    return near_east.join_areas(*(closed.area for closed in _closed_to_nation(state, nation, abroad)))


@kept
def _closed_to_nation(state: State, nation: str, abroad: bool) -> tuple[Closed, ...]:
    early, stays = before_1917(state), nation == "SE" and state.turn == 1 and state.pre_war.has(PLAN_R)
    # Romania may join either side.
    section = "17.4" if nation == "RO" else "17.31" if state.sides.get(nation) == CENTRAL else "17.21"
    return _closed_fronts(state.printed.board, nation, section, early, stays, abroad)


@lru_cache(maxsize=256)
def _closed_fronts(
    board: Board, nation: str, section: str, early: bool, stays: bool, abroad: bool
) -> tuple[Closed, ...]:
    """§17.21, §17.31, §17.4: the same in all matches; ``early`` before 1917, ``stays`` while the nation may not leave
    its own country for Austria-Hungary."""
    fronts = {*FRONTS_OF.get(nation, board.fronts), *((IRAQ,) if abroad else ())}
    elsewhere = [front for front in board.fronts if front not in fronts]
    if nation == "MN":
        beyond = (*(board.by_front[front] for front in elsewhere), board.by_front[EAST] - board.by_country["MN"])
        return (Closed(near_east.join_areas(*beyond), MONTENEGRINS),)
    found: list[Closed] = []
    if early and nation not in ITALIANS_ALONE and ITALY in board.fronts:
        found.append(Closed(board.by_front[ITALY], Refusal("off-limits", section, TWO_NATIONS)))
    if early and nation == "AH" and WEST in board.fronts:
        found.append(Closed(board.by_front[WEST], AUSTRIANS))
    name = NAME_OF.get(nation, nation)
    for front in elsewhere:
        text = f"{name} units do not operate on the {board.fronts[front].title}."
        found.append(Closed(board.by_front[front], Refusal("off-limits", section, text)))
    if nation in BALKANS_ONLY:
        text = f"{name} units stay in the Balkans."
        found.append(Closed(outside_balkans(board), Refusal("off-limits", section, text)))
    if stays:
        found.append(Closed(board.by_country["AH"], SERBIANS))
    return tuple(found)


def before_1917(state: State) -> bool:
    """§17.21, §17.31: whether the Italian Front is still the Italians' and Austrians' alone."""
    return state.printed.charts.turns[state.turn - 1].date[-4:] < OPENED


@lru_cache(maxsize=64)
def _not_for_tanks(board: Board, nation: str) -> frozenset[int]:
    """§15.25: fronts that are closed to a nation's tanks, those of the Near East to all."""
    closed = (*TANKS.get(nation, (ITALY, EAST)), *THREE)
    return frozenset().union(*(board.by_front[front] for front in board.fronts if front in closed))


@lru_cache(maxsize=8)
def _not_for_poles(board: Board) -> frozenset[int]:
    """§6.6: all but the Eastern Front outside the Balkans."""
    return board.by_front[WEST] | board.by_front[ITALY] | (board.by_front[EAST] - outside_balkans(board))


@lru_cache(maxsize=8)
def outside_balkans(board: Board) -> frozenset[int]:
    """§3.13: the Eastern Front map without the Balkans."""
    return frozenset(i for country in NOT_BALKANS for i in board.by_country[country]) & board.by_front[EAST]


@lru_cache(maxsize=8)
def _north(board: Board) -> frozenset[int]:
    """§17.31: the Eastern Front map north of row 48."""
    return frozenset(i for i in board.by_front[EAST] if board.row[i] > NORTH_OF_ROW)


# --- how many of a nation may be where --------------------------------------------------------------------------------


MAX_AUSTRIAN_UNITS = 4
TOO_MANY_ATTACK = Refusal(
    "too-many-there", "17.31", "At most four Austro-Hungarian units may attack from hexes north of row 48."
)


class NationCap(NamedTuple):
    """How many units of a nation may be in an area."""

    nation: str
    area: Callable[[Board], frozenset[int]]
    most: int
    section: str
    text: str
    when: Callable[[State], bool] = lambda _: True


def _north_is_open(state: State) -> bool:
    """§17.31: until the Bolshevik Revolution, while the Central Powers control Kiev and Odessa."""
    return not state.strategic_state.bolsheviks and all(
        controller(state, h) == CENTRAL for h in (state.places.kiev, state.places.odessa)
    )


def _austria_stands(state: State) -> bool:
    """§17.21."""
    return "AH" not in state.strategic_state.collapsed


NATION_CAPS = (
    NationCap("AH", _north, 4, "17.31", "At most four Austro-Hungarian units may operate north of row 48.",
        lambda state: not _north_is_open(state)),
    NationCap("AH", lambda board: _north(board) & board.by_country["GE"], 4, "17.31",
        "At most four Austro-Hungarian units may operate in Germany north of row 48.", _north_is_open),
    NationCap("AH", lambda board: board.by_front[WEST], 4, "17.31",
        "At most four Austro-Hungarian units may operate on the Western Front."),
    NationCap("TU", outside_balkans, 4, "17.31", "At most four Turkish units may operate outside the Balkans."),
    NationCap("IT", lambda board: board.by_front[WEST] | board.by_front[EAST], 6, "17.21",
        "At most six Italian units may operate outside the Italian Front.", _austria_stands),
    NationCap("IT", lambda board: board.by_front[WEST], 6, "17.21",
        "At most six Italian units may operate on the Western Front.", lambda state: not _austria_stands(state)),
    NationCap("US", lambda board: board.by_front[ITALY] | board.by_front[EAST], 1, "17.21",
        "At most one U.S. unit may operate outside the Western Front."),
    NationCap("TU", near_east.egypt, near_east.MAX_TURKS_IN_EGYPT, "17.31",
        "At most three Turkish units may operate in Egypt with Sinai.", lambda state: state.printed.variant.near_east),
)  # fmt: skip


CAPPED_NATIONS = frozenset(few.nation for few in NATION_CAPS)
"""The nations that may not be in any number everywhere."""


@lru_cache(maxsize=64)
def _area(board: Board, n: int) -> frozenset[int]:
    return NATION_CAPS[n].area(board)


def over_cap(state: State, units: Sequence[str]) -> tuple[tuple[frozenset[int], Refusal], ...]:
    """§17.21, §17.31, §14.23: areas that these units together may not enter: enough of their nation are there already,
    or Kut is besieged.

    Units in an area that has become too full for its nation may move about in it, and out of it.
    """
    found = [*near_east.shut_by_siege(state, units), *near_east.at_peace(state, units)]
    nations = {state.counter(u).nation for u in units}
    if nations.isdisjoint(CAPPED_NATIONS):
        return tuple(found)
    for n, (nation, _, most, section, text, holds) in enumerate(NATION_CAPS):
        if nation not in nations or not holds(state):
            continue
        mine = [u for u in units if state.counter(u).nation == nation]
        area = _area(state.printed.board, n)
        there = _few_there(state)[n]
        if not there.issuperset(mine) and len(there.union(mine)) > most:
            found.append((area, Refusal("too-many-there", section, text)))
    return tuple(found)


@kept
def _few_there(state: State) -> tuple[frozenset[str], ...]:
    """By the place in ``NATION_CAPS``: the units of its nation in the area of which only a few may be there."""
    board, index, units = state.printed.board, state.printed.board.index, state.units

    def there(n: int, those: Iterable[str]) -> frozenset[str]:
        area = _area(board, n)
        return frozenset([u for u in those if index.get(units[u].at) in area])

    def find(earlier: Previous[tuple[Any, ...], tuple[frozenset[str], ...]] | None) -> tuple[frozenset[str], ...]:
        if earlier is None or earlier.source[1] is not state.sides:
            return tuple(
                frozenset(_standing_in(state, few.nation, _area(board, n))) for n, few in enumerate(NATION_CAPS)
            )
        moved: dict[str, list[str]] = {}
        for unit in state.memory.changed("units", earlier.source[0], units):
            nation = state.counter(unit).nation
            if nation in CAPPED_NATIONS and nation in state.sides:
                moved.setdefault(nation, []).append(unit)
        if not moved:
            return earlier.value
        return tuple(
            found.difference(moved[few.nation]) | there(n, moved[few.nation]) if few.nation in moved else found
            for n, (few, found) in enumerate(zip(NATION_CAPS, earlier.value, strict=True))
        )

    return state.memory.recall("few there", (units, state.sides), find)


def _standing_in(state: State, nation: str, area: frozenset[int]) -> set[str]:
    """The units of a nation in an area."""
    if nation not in state.sides:
        return set()
    index, units = state.printed.board.index, state.units
    return {u for u in state.printed.by_nation[nation] if index.get(units[u].at) in area}


def why_too_many_attack(state: State, units: Sequence[str]) -> Refusal | None:
    """§17.31: why these units may not attack: once Kiev or Odessa is lost again, four Austrians of the north may."""
    if state.strategic_state.bolsheviks or _north_is_open(state):
        return None
    there = _austrians_of_the_north(state)
    if there.isdisjoint(units):
        return None
    attacking = {u for u in there if state.units[u].fought or u in units}
    return TOO_MANY_ATTACK if len(attacking) > MAX_AUSTRIAN_UNITS else None


@kept
def _austrians_of_the_north(state: State) -> frozenset[str]:
    return frozenset(_standing_in(state, "AH", _north(state.printed.board)))


def too_far_north(state: State) -> tuple[str, ...]:
    """§17.31: after the Bolshevik Revolution all but four of the Austrians in the north go south; those of whom some
    must, by hex."""
    if not state.strategic_state.bolsheviks:
        return ()
    north, index = _north(state.printed.board), state.printed.board.index
    there = tuple(u for u in state.on_map(CENTRAL) if _is_austrian(state, u) and index[state.units[u].at] in north)
    return there if len(there) > MAX_AUSTRIAN_UNITS else ()


def _is_austrian(state: State, unit: str) -> bool:
    return state.counter(unit).nation == "AH"
