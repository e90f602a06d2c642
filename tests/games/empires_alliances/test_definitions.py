"""§2.5, §3.1, §5.3, §14.52, §15.11, §21.31: what the parts of the game are, and small rules about them."""

from __future__ import annotations

import pytest

from rules.empires_alliances.arrivals.places import places_for
from rules.empires_alliances.facts.morale import WearinessRolled
from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.state import Spirit
from rules.empires_alliances.supply.paths import closed_hexes
from rules.empires_alliances.supply.sea import links_seas
from rules.empires_alliances.terrain.zones import occupied_hexes, zone
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from tests.games.empires_alliances.moving import phase
from tests.games.empires_alliances.table import deployed, opened, put
from tests.thorough import at_least_one


@pytest.mark.parametrize(
    ("unit", "size", "figures"),
    [("ge-a1", "XXX", (6, 8, 4)), ("be-1", "XX", (2, 3, 3)), ("ge-siege-305", "XXX", (3, 2, 3))],
)
def test_a_counter_says_its_size_and_three_factors(unit: str, size: str, figures: tuple[int, int, int]) -> None:
    """§3.11, §3.14, §3.15, §3.16: corps or division; attack, defence, movement."""
    counter = opened().counter(unit)
    assert counter.size == size
    assert (counter.figures.attack, counter.figures.defence, counter.figures.movement) == figures
    stack = next(
        s for s in GAME.view(deployed(), "central")["stacks"].values() if any(u["id"] == unit for u in s["units"])
    )  # type: ignore[union-attr,index,call-overload]
    shown = next(u for u in stack["units"] if u["id"] == unit)  # type: ignore[index,call-overload,union-attr]
    assert (shown["attack"], shown["defence"], shown["movement"]) == figures  # type: ignore[index,call-overload]


def test_2_51_russians_begin_in_the_caucasus_and_no_unit_leaves_it_while_the_ottomans_are_neutral() -> None:
    state = deployed()
    assert {"ru-cau1", "ru-trk2"} <= {*state.boxes["caucasus"]}
    assert state.boxes["middle-east"] == ()


def test_2_52_australians_come_to_the_middle_east() -> None:
    state = deployed("campaign")
    unit = next(u for u, c in state.printed.units.items() if c.nation == "AU")
    assert places_for(state, unit, "new") == ("middle-east",)


def test_5_3_a_ground_unit_opens_a_watched_hex_to_supply_and_an_aircraft_does_not() -> None:
    bare = phase("allied", {"ge-a1": "2848"}, "1916-05", scenario="campaign")
    watched = min(zone(bare, "central") - occupied_hexes(bare, "central"))
    hex_ = bare.board.lattice.ids[watched]
    for unit, closed in (("", True), ("fr-a2", False), ("fr-air-1", True)):
        state = put(bare, {unit: hex_} if unit else {})
        assert (watched in closed_hexes(state, "allied")) is closed, unit


def test_14_52_ships_feed_only_where_they_may_sail() -> None:
    """§14.52 as §11.2: nobody's sail from the Mediterranean into the Baltic, or past closed straits."""
    state = deployed()
    western, baltic, black = (frozenset((sea,)) for sea in ("Mediterranean", "Baltic", "Black Sea"))
    for country in ("FR", "GB"):
        assert links_seas(state, country, western, western)
        assert not links_seas(state, country, western, baltic)
        assert not links_seas(state, country, western, black)


def test_15_11_forts_are_those_of_the_scenario_and_none_is_built() -> None:
    state = deployed()
    printed = state.printed.forts
    assert state.forts == {f for f, fort in printed.items() if fort.nation in state.wars}
    orders = {order.kind for step in _steps() for order in step.orders}
    assert "remove_fort" in orders
    assert not {kind for kind in orders if "fort" in kind} - {"remove_fort"}


def _steps() -> list[object]:  # type: ignore[explicit-any]
    from rules.empires_alliances.sequence import TREE

    return [*TREE.step("turn").leaves()]


@pytest.mark.parametrize(("result", "effect", "worn"), [("NE", "", 0), ("R10", "R10", 0), ("M", "M", 1)])
def test_21_31_no_effect_leaves_nothing(result: str, effect: str, worn: int) -> None:
    state = deployed("campaign")
    before = follow(state, replace(state, spirits={"GE": Spirit(0, "R20", state.turn)}))
    after = GAME.evolve(before, WearinessRolled("GE", 0, 1, (), 1, result))
    assert (after.spirits["GE"].effect, after.spirits["GE"].worn) == (effect, worn)


def test_1_5_reinforcements_of_1914_are_those_of_the_campaign() -> None:
    """§1.5, §1.3: the same units come on the same turns, as long as the short scenario lasts."""
    short, long = opened("1914"), opened("campaign")
    last = short.printed.turns[short.card.last].id
    order = short.printed.order.items()
    for unit in at_least_one(unit for unit, entry in order if entry.turn and entry.turn <= last):
        assert short.units[unit].at == long.units[unit].at, unit
