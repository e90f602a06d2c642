"""§1.4: the set-up by hand, as the offer puts it."""

from __future__ import annotations

from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.state import State
from tests.games.empires_alliances.table import opened, told


def parts(state: State, seat: str) -> dict[str, tuple[list[str], list[str]]]:
    """What the offer says of each group: its units, and those of them that wait."""
    (offer,) = (o for o in GAME.legal(state, seat)["offers"] if o["kind"] == "place")
    assert {u for part in offer["groups"] for u in part["units"]} == {*offer["slots"][0]["options"]["of"]}
    return {part["title"]: (part["units"], part["waiting"]) for part in offer["groups"]}


def test_1_4_units_stand_in_the_offer_by_groups() -> None:
    """§1.4: an army has its name, others that of their place; who is placed waits no more, in a box too."""
    state = opened()
    before = parts(state, "allied")
    assert {"French 1st Army", "Belgian, Antwerp", "Serbian Užice Army", "French, French North Africa"} <= before.keys()
    assert all(units and units == waiting for units, waiting in before.values())
    africa = next(
        title for title, (units, _) in before.items() if units == [*state.card.groups["fr-french-north-africa"].units]
    )
    first, other = before[africa][0]
    after = parts(told(state, "allied", "place", unit=first, place="french-north-africa"), "allied")
    assert after[africa] == ([first, other], [other])
    assert {t: p for t, p in after.items() if t != africa} == {t: p for t, p in before.items() if t != africa}
