"""§21.12, §19.2: how the groups that a card sets up apart are headed where their units still wait."""

from __future__ import annotations

from rules.great_war.play import place_name
from rules.great_war.position.state import State
from rules.great_war.printed.nations import NAME_OF
from rules.great_war.printed.scenarios import Group
from rules.kernel.wording import listing

HOME = "at home"
WHERE = {
    "area": HOME,
    "home": HOME,
    "balkans": "Balkans",
    "central-fronts": "any front",
    "montenegro": "Montenegro",
    "romania": "Romania",
    "salonika": "Salonika",
    "serbian-border": "border with Serbia",
    "persia": "Persia",
    "palestine": "Palestine",
    "near-british": "Palestine, near British units",
    "west-of-the-canal": "west of the canal",
}
"""Where a card sends its groups, unless it names hexes or a front or the units bear a code."""


def heading(state: State, group: Group) -> str:
    """Whose units a group has and where they are set up: "French, area G"."""
    return f"{NAME_OF[group.nation]}, {_where(state, group)}"


def _where(state: State, group: Group) -> str:
    if group.code:
        named = group.code in state.printed.board.index
        return place_name(state, group.code) if named else f"area {group.code}"
    if group.hexes:
        return ("around " if group.within else "") + listing(place_name(state, hex_) for hex_ in group.hexes)
    front = state.printed.board.fronts.get(group.to)
    return WHERE[group.to] if front is None else front.title
