"""§17.21, §17.31, §17.4, §15.25, §6.6: why a unit never goes to a hex, in the words of the rule that keeps it out."""

from __future__ import annotations

from collections.abc import Collection

from rules.great_war.position.state import State
from rules.great_war.printed.fronts import ITALY, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL, NAME_OF
from rules.great_war.restrictions.national import (
    BALKANS_ONLY,
    FRONTS_OF,
    ITALIANS_ALONE,
    POLES,
    before_1917,
    not_for_poles,
    not_for_tanks,
    off_limits_of,
)
from rules.great_war.restrictions.near_east import why_closed
from rules.kernel.messages import Refusal

SECTION = {ALLIED: "17.21", CENTRAL: "17.31"}
"""§17.21, §17.31: where the restrictions of each side's nations stand; Romania, which may join either, is in §17.4."""
ROMANIA, MONTENEGRO, SERBIA, AUSTRIA, GERMANY = "RO", "MN", "SE", "AH", "GE"
POLES_STAY = Refusal("off-limits", "6.6", "The Polish division stays on the Eastern Front, outside the Balkans.")
ALLIED_TANKS = Refusal("off-limits", "15.25", "Allied tank units operate only on the Western Front.")
GERMAN_TANKS = Refusal("off-limits", "15.25", "German tank units operate only on the Western and Eastern Fronts.")
MONTENEGRINS = Refusal("off-limits", "17.21", "Montenegrin units do not leave Montenegro.")
SERBIANS = Refusal("off-limits", "20.3", "Serbian units do not enter Austria-Hungary on the first turn.")
AUSTRIANS = Refusal("off-limits", "17.31", "Austro-Hungarian units do not operate on the Western Front before 1917.")
TWO_NATIONS = "Before 1917 only Italian and Austro-Hungarian units operate on the Italian Front."


def why_off_limits(state: State, units: Collection[str], here: int) -> Refusal:
    """§17.2, §17.3: what closes a hex to the first of these units that may not enter it."""
    unit = next(u for u in units if here in off_limits_of(state, [u]))
    return _why_its_kind_stays_out(state, unit, here) or _of_its_nation(state, unit, here)


def _why_its_kind_stays_out(state: State, unit: str, here: int) -> Refusal | None:
    """§6.6, §15.25, §3.26: what keeps this unit or its kind out; None where its whole nation stays away."""
    counter, places = state.counter(unit), state.printed.near_east
    if unit == POLES and here in not_for_poles(state.printed.board):
        return POLES_STAY
    if counter.kind == "tank" and here in not_for_tanks(state, counter.nation):
        return GERMAN_TANKS if counter.nation == GERMANY else ALLIED_TANKS
    return None if places is None else why_closed(state, places, counter, here)


def _of_its_nation(state: State, unit: str, here: int) -> Refusal:
    """§17.21, §17.31, §17.4: why no unit of the nation goes there now."""
    board, nation = state.printed.board, state.counter(unit).nation
    front, section = board.front[here], "17.4" if nation == ROMANIA else SECTION[state.side(unit)]
    if nation == MONTENEGRO:
        return MONTENEGRINS
    if front == ITALY and before_1917(state) and nation not in ITALIANS_ALONE:
        return Refusal("off-limits", section, TWO_NATIONS)
    if front == WEST and nation == AUSTRIA:
        return AUSTRIANS
    if front in FRONTS_OF.get(nation, board.fronts):
        if nation in BALKANS_ONLY:
            return Refusal("off-limits", section, f"{NAME_OF[nation]} units stay in the Balkans.")
        if nation == SERBIA:
            return SERBIANS
    title = board.fronts[front].title
    return Refusal("off-limits", section, f"{NAME_OF[nation]} units do not operate on the {title}.")
