"""§22.2: a die decides when neutral countries enter the war, and on which side."""

from __future__ import annotations

import pytest

from rules.empires_alliances.arrivals.reinforcements import is_due, is_released
from rules.empires_alliances.play import Play
from rules.empires_alliances.politics.variable_entry import joins, modifiers_of, roll, rolls
from rules.empires_alliances.position.dates import date_for
from rules.empires_alliances.position.frames import NationFrame
from rules.empires_alliances.position.state import State
from rules.hexes.odds import total
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from tests.games.empires_alliances.politics import arriving, before_arrivals, held, in_the_war
from tests.games.empires_alliances.table import deployed, passed_to, put, told

ON = {"variable-entry": "on"}


def on_turn(turn: str, state: State | None = None) -> State:
    """The campaign with variable entry before the first dice of a turn."""
    return before_arrivals(turn, "central", state, **ON)


@pytest.mark.parametrize(
    ("turn", "nations"),
    [
        ("1914-08-1", ()),
        ("1914-08-2", ("TU",)),
        ("1914-09", ()),
        ("1914-11", ("TU", "IT")),
        ("1915-04", ("BU", "US")),
        ("1915-05", ("TU", "IT")),
        ("1915-10", ("BU",)),
        ("1916-02", ("TU", "RO")),
        ("1916-04", ("BU", "US")),
        ("1916-06", ("GK",)),
        ("1916-08", ("TU", "RO")),
        ("1917-04", ("BU", "US")),
    ],
)
def test_22_2_who_rolls_on_which_turn(turn: str, nations: tuple[str, ...]) -> None:
    assert rolls(on_turn(turn)) == nations
    assert rolls(before_arrivals(turn, "central")) == ()


@pytest.mark.parametrize(
    ("nation", "allied", "neutral", "central"),
    [("TU", None, 5, 6), ("IT", 3, 4, 14), ("BU", None, 8, 9), ("RO", 3, 4, 12), ("GK", 0, 1, 11), ("US", 0, 1, None)],
)
def test_22_2_on_what_a_country_joins(nation: str, allied: int | None, neutral: int, central: int | None) -> None:
    entry = deployed("campaign").printed.optional_rules.entries[nation]
    assert joins(entry, neutral) == ""
    if allied is not None:
        assert joins(entry, allied) == "allied"
        assert joins(entry, allied + 1) == ""
    if central is not None:
        assert joins(entry, central) == "central"
        assert joins(entry, central - 1) == ""


def city(state: State, name: str) -> str:
    """The hex of a city."""
    return state.printed.places.cities[name].hex


def drm(state: State, nation: str) -> int:
    """What all modifiers of a roll come to."""
    return total(modifiers_of(state, nation))


@pytest.mark.parametrize(
    ("nation", "turn", "by"),
    [("TU", "1914-08-2", -2), ("TU", "1914-11", 0), ("IT", "1914-11", 3), ("IT", "1915-04", 0), ("IT", "1915-05", -2),
     ("BU", "1915-04", 0), ("RO", "1916-02", -1), ("RO", "1916-08", -3), ("GK", "1916-06", 0), ("GK", "1917-06", -2),
     ("US", "1915-04", -2), ("US", "1916-04", -1), ("US", "1917-04", -4), ("US", "1918-04", -5)],
)  # fmt: skip
def test_22_2_modifiers_of_the_date(nation: str, turn: str, by: int) -> None:
    """Rumania also counts Warsaw in Allied hands, and America submarines in 1915, 1917 and 1918."""
    assert drm(on_turn(turn), nation) == by


@pytest.mark.parametrize(
    ("nation", "side", "cities", "by"),
    [
        ("TU", "allied", ("Berlin", "Vienna"), -2),
        ("TU", "central", ("Paris", "Kiev", "Lodz"), 2),
        ("IT", "allied", ("Berlin",), -1),
        ("IT", "central", ("Paris", "Lille"), 3),
        ("BU", "allied", ("Berlin",), -1),
        ("BU", "central", ("Kiev", "Kovno", "Brest-Litovsk", "Grodno", "Lodz"), 4),
        ("RO", "allied", ("Berlin",), -1),
        ("RO", "central", ("Paris", "Kiev", "Warsaw"), 4),
        ("GK", "central", ("Paris",), 2),
        ("US", "central", ("Paris",), -2),
    ],
)
def test_22_2_modifiers_of_cities(nation: str, side: str, cities: tuple[str, ...], by: int) -> None:
    """Warsaw is a major Russian city, and Rumania loses the modifier for its being Allied."""
    state = on_turn("1916-02")
    assert drm(held(state, side, *(city(state, name) for name in cities)), nation) - drm(state, nation) == by


@pytest.mark.parametrize(
    ("nation", "joined", "side", "by"),
    [("TU", "BU", "central", 1), ("BU", "TU", "central", 1), ("IT", "US", "allied", -2), ("RO", "US", "allied", -1),
     ("GK", "US", "allied", -2), ("TU", "BU", "allied", 0)],
)  # fmt: skip
def test_22_2_modifiers_of_those_who_have_joined(nation: str, joined: str, side: str, by: int) -> None:
    state = on_turn("1916-02")
    assert drm(in_the_war(state, **{joined: side}), nation) - drm(state, nation) == by


def test_22_2_allied_units_in_salonika_count_in_the_greek_roll() -> None:
    state = on_turn("1916-06")
    assert drm(put(state, {"fr-a1": "5830"}), "GK") == -2


def test_22_2_a_declaration_of_war_on_the_dutch_counts_in_the_american_roll() -> None:
    state = on_turn("1916-04")
    for side, by in (("central", -1), ("allied", 1)):
        after = follow(state, replace(state, deeds=frozenset({f"declared-on-netherlands.{side}"})))
        assert drm(after, "US") - drm(state, "US") == by


def test_22_2_every_modifier_is_told_in_words() -> None:
    """What counts when Paris, Kiev and Warsaw have fallen, the Allies hold Vienna, and the Germans are in Holland."""
    state = on_turn("1916-08")
    state = held(state, "central", *(city(state, name) for name in ("Paris", "Kiev", "Warsaw")))
    state = in_the_war(held(state, "allied", city(state, "Vienna")), TU="central", US="allied")
    state = follow(state, replace(state, deeds=frozenset({"declared-on-netherlands.central"})))
    assert {
        nation: [(words, drm) for words, _, drm in modifiers_of(state, nation)] for nation in ("TU", "RO", "US")
    } == {
        "TU": [
            ("Central Powers major cities in Allied hands", -1),
            ("Major cities of France and Russia in Central Powers hands", 3),
        ],
        "RO": [
            ("August 1916 to September 1919", -2),
            ("Central Powers major cities in Allied hands", -1),
            ("United States in the war", -1),
            ("Paris in Central Powers hands", 1),
            ("Major cities of Russia in Central Powers hands", 2),
        ],
        "US": [
            ("Paris in Central Powers hands", -2),
            ("War declared on the Netherlands", -1),
            ("January 1916 to December 1916", -1),
        ],
    }
    assert [words for words, _, _ in modifiers_of(on_turn("1914-11"), "IT")] == ["November 1914"], "one turn"


def test_22_2_the_die_is_told_with_what_counts() -> None:
    play = Play(on_turn("1914-08-2"), lambda _, sides: {10: 8}[sides])
    assert roll(play)
    (event,) = play.events
    assert (event.die, event.total, event.side, event.sides) == (8, 6, "central", 10)  # type: ignore[attr-defined]
    assert play.state.draws == play.events[0].draw + 1  # type: ignore[attr-defined]
    assert not roll(play)


def test_22_2_a_country_that_joins_the_central_powers_deploys_in_this_phase() -> None:
    state = arriving("1914-08-2", "central", None, [8], **ON)
    assert state.top == NationFrame("deployment", "TU")
    neutral = arriving("1914-08-2", "central", None, [7], **ON)
    assert "TU" not in neutral.wars
    assert len(neutral.cursor) == 1


def test_22_2_a_country_that_joins_the_allies_enters_in_their_next_phase() -> None:
    """Rulings, 22.2: §2.63 has a country deploy in the phase of the side that it has joined."""
    rolled = arriving("1915-05", "central", in_the_war(deployed("campaign"), TU="central"), [5], **ON)
    assert "IT" not in rolled.wars
    state = arriving("1915-05", "allied", rolled)
    assert state.top == NationFrame("deployment", "IT")
    assert rolls(on_turn("1915-11", rolled)) == ()


def test_22_2_dates_of_2_63_do_not_count() -> None:
    rolled = arriving("1914-11", "central", None, [1, 5], **ON)
    assert "TU" not in rolled.wars
    assert "IT" not in arriving("1915-05", "allied", rolled).wars


def test_2_64_the_greek_corps_stays_with_the_allies() -> None:
    """Rulings, 2.64: whatever Greece does."""
    state = in_the_war(deployed("campaign"), GK="central")
    assert (state.side_of("gk-nd"), state.side_of("gk-1")) == ("allied", "central")


def test_2_64_18_21_the_greek_corps_outlasts_a_greece_that_the_allies_conquer() -> None:
    start = passed_to(in_the_war(deployed("campaign"), GK="central"), "allied.attacks")
    salonika = start.printed.places.cities["Salonika"].hex
    cities = [city.hex for city in start.printed.places.of("GK")]
    state = put(held(start, "allied", *cities), {"gk-nd": salonika, "gk-1": "5832"})
    after = told(state, "allied", "end_phase")
    assert after.wars["GK"].conquered == state.turn
    assert (after.units["gk-nd"].at, after.units["gk-1"].at) == (salonika, "out")


@pytest.mark.parametrize(
    ("since", "now", "read"),
    [("1915-04", "1915-12", "1917-06"), ("1916-04", "1916-10", "1917-07"), ("1917-04", "1917-07", "1917-07"),
     ("1918-04", "1918-12", "1918-06")],
)  # fmt: skip
def test_22_2_american_dates_move_with_the_year_of_entry(since: str, now: str, read: str) -> None:
    state = _americans(since, now)
    assert date_for(state, "US") == read
    assert date_for(state, "FR") == now
    without = follow(state, replace(state, options={}))
    assert date_for(without, "US") == now


def _americans(since: str, now: str) -> State:
    state = on_turn(now)
    wars = in_the_war(state, US="allied").wars
    return follow(
        state, replace(state, wars={**wars, "US": wars["US"]._replace(since=state.printed.turns[since].number)})
    )


def test_22_2_reinforcements_and_reserve_move_with_them() -> None:
    early = _americans("1916-04", "1916-10")
    assert is_due(early, "us-1", "arrive")
    assert not is_due(early, "us-26", "arrive")
    assert not is_due(_americans("1917-04", "1917-06"), "us-1", "arrive")
    released = next(u for u in early.printed.releases if u.startswith("us-"))
    row = early.printed.releases[released].turn
    assert is_released(_americans("1917-04", row), released)
    assert not is_released(_americans("1918-04", row), released)


def test_22_2_three_divisions_come_in_may_1918_after_an_entry_in_1918() -> None:
    for unit in ("us-1", "us-2", "us-26"):
        assert is_due(_americans("1918-04", "1918-05"), unit, "arrive")
        assert not is_due(_americans("1918-04", "1918-04"), unit, "arrive")
    assert not is_due(_americans("1918-04", "1918-05"), "us-42", "arrive")


def test_22_2_deployment_goes_on_after_the_dice() -> None:
    state = arriving("1914-08-2", "central", None, [10], **ON)
    done = told(told(state, "central", "set_up_all"), "central", "end_deployment")
    assert done.phase.step == "central.arrivals"
    assert done.used["points"] == 1
