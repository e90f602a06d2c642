"""§1.4, §22.1: where each unit may be set up, and what is still missing."""

from __future__ import annotations

from rules.empires_alliances.facts.setup import Placed, TakenBack
from rules.empires_alliances.play import Play
from rules.empires_alliances.position.state import State
from rules.empires_alliances.restrictions.ban import printed_in
from rules.empires_alliances.setup import mobilisation
from rules.empires_alliances.setup.areas import area_of, group_of, title_of, units_waiting
from rules.empires_alliances.setup.quotas import garrisons_for, why_not_enough
from rules.empires_alliances.setup.quotas import why_full as why_garrisoned
from rules.kernel.messages import Refusal
from rules.kernel.procedure.orders import At, Choices
from rules.kernel.wording import capital, listing, quantity

MAX_NAMED_GROUPS = 3
"""As many groups a sentence names."""


def places_for(state: State, unit: str) -> tuple[str, ...]:
    """§1.4, §22.1: where a unit may be set up, stacking aside."""
    group = group_of(state, unit)
    if mobilisation.is_flexible(state, group):
        return mobilisation.places_of(state, unit)
    return (*area_of(state, group), *garrisons_for(state, group, unit))


def why_full(state: State, unit: str, place: str) -> Refusal | None:
    """§3.63, §22.1: why no other unit of its kind is set up in a place: enough stand there."""
    return why_garrisoned(state, group_of(state, unit), unit, place) or mobilisation.why_too_many(state, unit, place)


def why_not_set_up(state: State, side: str) -> Refusal | None:
    """§1.4: why a side's set-up is not finished."""
    left = units_waiting(state, side)
    if not left:
        return why_not_enough(state, side) or mobilisation.why_not_mobilised(state, side)
    waiting = {group_of(state, unit).id for unit in left}
    groups = [group for group in state.card.groups.values() if group.id in waiting]
    named = [*dict.fromkeys(title_of(state, group) for group in groups)]
    names = listing(named if len(named) <= MAX_NAMED_GROUPS else [*named[:MAX_NAMED_GROUPS], "others"])
    units = f"{capital(quantity(len(left), 'unit'))} {'is' if len(left) == 1 else 'are'}"
    return Refusal("still-to-place", printed_in(state, "1.4"), f"{units} still to be set up: {names}.")


def place_unit(play: Play, _: At[State], chosen: Choices) -> None:
    """§1.4, §2.63: a unit is set up, or deployed."""
    play.emit(Placed(chosen.name("unit"), chosen.name("place")))


def take_back(play: Play, _: At[State], chosen: Choices) -> None:
    """§1.4, §2.63: a unit goes back to those that wait."""
    play.emit(TakenBack(chosen.name("unit")))
