"""§17.11, §17.4, §17.31, §6.52, §20.2, §20.3: why a country is shut to a side: what is said of hexes that no unit of it
enters, nor attacks into."""

from __future__ import annotations

from rules.great_war.position.control import shut_hexes
from rules.great_war.position.state import State
from rules.great_war.printed.board import ALBANIA, HOLLAND
from rules.great_war.printed.nations import CENTRAL
from rules.kernel.messages import Refusal

OUT_OF_THE_WAR = (HOLLAND, "CH", "SW", "DK", "NO")
"""§17.4: countries on the maps that never enter it."""
JUST_ENTERED = Refusal(
    "not-open", "17.11", "That country has just joined the war: no unit enters or attacks it this turn."
)
NEUTRAL = Refusal("not-open", "17.11", "That country is neutral.")
NEVER = Refusal("not-open", "17.4", "That country stays out of the war, and no unit enters it.")
ALBANIAN = Refusal("not-open", "17.4", "Albania is open once the Allies land at Salonika or Greece joins the war.")
EMPIRE = Refusal("not-open", "17.31", "European Turkey is closed to your units until its own army is set up there.")
HESITATES = Refusal("not-open", "20.2", "Turkey is neutral: no unit enters its land until it joins the war.")
BEACHES = Refusal("not-open", "6.52", "Your units may attack the landing hexes, but never enter them.")
SPARED = Refusal("not-open", "20.3", "Belgium and Luxembourg are neutral in Moltke's plan, and no unit enters them.")


def why_shut(state: State, side: str, i: int) -> Refusal | None:
    """§17.11, §17.4, §17.31, §6.52: why no unit of a side goes to a hex, whatever stands there; None where the land is
    open to it."""
    board = state.printed.board
    country = board.country[i]
    if i not in shut_hexes(state, side):
        return NEVER if country in OUT_OF_THE_WAR and not board.land[i] else None
    if side == CENTRAL and board.ids[i] in state.places.beaches:
        return BEACHES
    if country in state.frozen:
        return JUST_ENTERED
    if country in state.pre_war.neutral:
        return SPARED
    if country == "TU" and country in state.sides:
        return HESITATES if state.near_east.neutral else EMPIRE
    if country == ALBANIA:
        return ALBANIAN
    return NEVER if country in OUT_OF_THE_WAR else NEUTRAL
