"""§3.6, §18.4, §18.5: where British, French, Belgians and Americans may be in the west, and who keeps apart there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.data import Printed
from rules.empires_alliances.restrictions import areas
from rules.empires_alliances.restrictions.areas import Area
from rules.empires_alliances.restrictions.ban import power_of
from rules.empires_alliances.restrictions.fronts import italy_is_open
from rules.kernel.messages import Refusal

# --- 3.62: sectors of 1918 --------------------------------------------------------------------------------------------

BRITISH_SECTOR, FRENCH_SECTOR = ("GB", "BE"), ("FR",)


def _sectors(state: State) -> bool:
    return bool(state.card.british_from_north)


def kept_north(state: State, unit: str) -> bool:
    """§3.62: whether a unit keeps to the British sector."""
    return _sectors(state) and power_of(state, unit) in BRITISH_SECTOR


def kept_south(state: State, unit: str) -> bool:
    """§3.62: whether a unit keeps to the French sector."""
    return _sectors(state) and power_of(state, unit) in FRENCH_SECTOR


def south_of_british(state: State, unit: str) -> Area:
    """§3.62: from May on British and Commonwealth units go one row further; Belgians do not."""
    card = state.card
    later = state.date.id >= card.sectors_overlap_from and power_of(state, unit) == "GB"
    return areas.south_of(state.board, int(card.french_from_south if later else card.british_from_north))


def north_of_french(state: State, _: str) -> Area:
    """§3.62: what lies north of the French sector, from May on a row further."""
    card = state.card
    later = state.date.id >= card.sectors_overlap_from
    return areas.north_of(state.board, int(card.british_from_north if later else card.french_from_south))


# --- 18.43: the British sector ----------------------------------------------------------------------------------------

BRITISH_ROW = 27
PARIS = "Paris"


def out_of_british_sector(state: State) -> Area:
    """§18.43: Paris, and France and Germany west of the Rhine south of row 27."""
    return _out_of_british_sector(state.printed)


@cache
def _out_of_british_sector(printed: Printed) -> Area:
    board = printed.board
    west = areas.home_of(board, "FR") | areas.west_of_rhine(printed)
    return west & areas.south_of(board, BRITISH_ROW) | {board.index(printed.places.cities[PARIS].hex)}


def _british_outside(state: State, unit: str) -> bool:
    """Whether a British unit is outside its sector already: it goes back, through whatever lies between."""
    at = state.units[unit].at
    return at not in state.off_map and state.board.index(at) in out_of_british_sector(state)


def british_stay_north(state: State, unit: str) -> bool:
    """§18.43: whether a unit is British, and in its sector."""
    return power_of(state, unit) == "GB" and not _british_outside(state, unit)


def may_pass_south(state: State, units: Iterable[str]) -> bool:
    """§22.31: whether British units, once Italy is open to them, pass the south of France by rail on their way to an
    end that is not in France."""
    if not state.option("national-fronts") or not italy_is_open(state):
        return False
    return any(british_stay_north(state, unit) for unit in units)


def is_abroad(state: State, end: int) -> bool:
    """§22.31: whether a move ends elsewhere than in France."""
    return end not in areas.home_of(state.board, "FR")


def closed_on_the_way(state: State, _: str) -> Area:
    """§18.43, §22.31: what stays closed to their trains then: Paris, and Germany south of row 27."""
    return out_of_british_sector(state) - areas.south_of(state.board, BRITISH_ROW) | (
        out_of_british_sector(state) & areas.west_of_rhine(state.printed)
    )


def back_first(state: State, units: Iterable[str], ends: Sequence[int]) -> Sequence[int]:
    """§18.43: of where units could end those in the British sector, if some of them are out of it and can go back."""
    if not any(is_to_go_back(state, unit) for unit in units):
        return ends
    closed = out_of_british_sector(state)
    return [i for i in ends if i not in closed] or ends


def is_to_go_back(state: State, unit: str) -> bool:
    """§18.43: whether a unit is British and out of its sector."""
    return power_of(state, unit) == "GB" and _british_outside(state, unit)


def british_sector(state: State, _: str) -> Area:
    """§18.43: what is closed to the British."""
    return out_of_british_sector(state)


# --- 18.5: the Americans ----------------------------------------------------------------------------------------------

AMERICAN_ROW = 25
AMERICAN_COUNTRIES = ("FR", "BE", "LU", "GE")


def no_american_country(state: State, _: str) -> Area:
    """§18.51: where Americans may not be at all."""
    return state.board.land - areas.home_of(state.board, *AMERICAN_COUNTRIES)


def north_of_americans(state: State, _: str) -> Area:
    """§18.51, §3.62: in 1918 the rows overlap from May on."""
    if _sectors(state):
        return north_of_french(state, _)
    return areas.north_of(state.board, AMERICAN_ROW)


# --- 18.41: British and French apart ----------------------------------------------------------------------------------


def camps_in(state: State, hex_: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """§18.41, §18.51: the British units in a hex, and the French and American ones."""
    apart, units = state.printed.charts.allies_apart, state.stacks.get(hex_, ())
    british, french = (
        tuple(u for u in units if state.counter(u).nation in nations) for nations in (apart.british, apart.french)
    )
    return british, french


def is_british(state: State, unit: str) -> bool:
    """§18.41, §18.43: whether a unit is British, or of the Commonwealth."""
    return state.counter(unit).nation in state.printed.charts.allies_apart.british


def has_camp(state: State, units: Iterable[str]) -> bool:
    """§18.41, §18.51: whether any of these is British, French or American."""
    apart = state.printed.charts.allies_apart
    return any(state.counter(unit).nation in (*apart.british, *apart.french) for unit in units)


def is_mixed(state: State, units: Iterable[str]) -> bool:
    """§18.41, §18.51: whether both British and French, or Americans, are among these."""
    apart = state.printed.charts.allies_apart
    nations = {state.counter(unit).nation for unit in units}
    return not nations.isdisjoint(apart.british) and not nations.isdisjoint(apart.french)


def are_apart(state: State, hex_: str, units: Iterable[str]) -> bool:
    """§18.41, §18.42: whether these are British and French, in a hex in which they keep apart."""
    return state.board.index(hex_) in areas.apart(state.printed) and is_mixed(state, units)


def why_not_beside_allies(state: State, units: Sequence[str], place: str) -> Refusal | None:
    """§18.41: why British and French units do not end a phase in one hex, whether they come together or one finds the
    other there."""
    if not state.board.is_hex(place) or not are_apart(state, place, {*units, *state.stacks.get(place, ())}):
        return None
    return Refusal("british-and-french", "18.41", "British and French units cannot stack here.")
