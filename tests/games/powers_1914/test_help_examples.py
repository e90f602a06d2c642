"""What the examples of help.toml tell of the board, played on it: the page must not contradict the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.powers_1914.combat.artillery import score_needed
from rules.powers_1914.combat.strength import is_encircled
from rules.powers_1914.economy.money import nation_income
from rules.powers_1914.game import GAME
from rules.powers_1914.position.state import State, Works
from rules.powers_1914.position.tally import conquests, least_seat
from rules.powers_1914.setup.preparation import allowed_areas
from tests.games.powers_1914.kit import (
    at,
    cannot_go,
    changes,
    denied,
    dice,
    drawn,
    fight,
    go,
    order,
    position,
)

CENTRAL, ENTENTE = "central", "entente"
CLOSED = [
    ("2.5", ENTENTE, {"gibraltar": "BR 1 artillery", "lusitania": "BR 1 infantry"}, "no-room", "gibraltar"),
    ("2.5", ENTENTE, {"gibraltar": "BR 1 artillery", "lusitania": "BR 1 infantry"}, "no-room", "gibraltar andalusia"),
    ("3.2.1", CENTRAL, {"east-prussia": "GE 1 infantry"}, "too-far", "pomerania berlin bavaria"),
    ("3.2.2", CENTRAL, {"silesia": "GE 1 infantry", "poland": "RU 1 infantry"}, "enemy-there", "poland minsk"),
    ("3.2.5", CENTRAL, {"kiel": "GE 1 infantry"}, "neutral-land", "holland brussels"),
    ("3.3.15", ENTENTE, {"aegean": "BR 1 ship", "scutari": "OT 1 artillery"}, "strait-closed", "marmara"),
    ("3.12.4", CENTRAL, {"bavaria": "GE 1 infantry"}, "closed-land", "switzerland"),
]
OPEN = [
    ("3.2", CENTRAL, {"berlin": "GE 1 infantry"}, "silesia poland"),
    ("3.2.1", CENTRAL, {"east-prussia": "GE 1 aircraft"}, "pomerania berlin bavaria tyrol"),
    ("3.2.1", CENTRAL, {"east-prussia": "GE 1 infantry"}, "pomerania berlin"),
    ("3.2.4", ENTENTE, {"paris": "FR 1 infantry"}, "champagne alsace"),
    ("3.2.5", CENTRAL, {"kiel": "GE 1 infantry"}, "rhineland brussels"),
    ("3.2.6", ENTENTE, {"picardy": "FR 1 infantry"}, "channel england"),
    ("3.2.8", CENTRAL, {"scutari": "OT 1 infantry"}, "constantinople varna"),
    ("3.11.3", CENTRAL, {"east-prussia": "GE mackensen"}, "pomerania silesia"),
    ("3.12.3", CENTRAL, {"rhineland": "GE 1 infantry"}, "luxembourg champagne"),
]


def _lone(state: State) -> str:
    """The unit that an example moves: the last one of the side to move."""
    return [u for u in state.units if state.side_of(u) == state.active][-1]


def _step(side: str, places: dict[str, str], **more: Any) -> State:
    return position(places, step=f"{side}.action", **more)


@pytest.mark.parametrize(("section", "side", "places", "code", "path"), CLOSED)
def test_ways_that_an_example_calls_closed(
    section: str, side: str, places: dict[str, str], code: str, path: str
) -> None:
    """Refused by the very section."""
    state = _step(side, places)
    cannot_go(state, side, code, section, _lone(state), *path.split())


@pytest.mark.parametrize(("section", "side", "places", "path"), OPEN)
def test_ways_that_an_example_calls_open(section: str, side: str, places: dict[str, str], path: str) -> None:
    """The unit arrives."""
    state = _step(side, places)
    unit = _lone(state)
    assert at(go(state, side, unit, *path.split()), unit) == path.split()[-1]


def test_2_4_where_an_example_sets_up() -> None:
    """§2.4: Morocco and Tunis, both German seas."""
    state = GAME.new_match("classic-1", {})
    assert {"morocco", "tunis"} <= allowed_areas(state, "FR.infantry.1")
    assert allowed_areas(state, "GE.ship.1") == {"north-sea", "baltic"}


def test_3_2_7_an_austrian_ship_sinks_two_in_the_balearic_sea() -> None:
    """§3.2.7: without a fight."""
    state = go(
        _step(CENTRAL, {"west-med": "FR 2 infantry", "adriatic": "AH 1 ship"}),
        CENTRAL,
        "AH.ship.1",
        "ionian",
        "west-med",
    )
    assert state.battle is None
    assert [*order(state, CENTRAL, "sink", area="west-med", capture=False).units] == ["AH.ship.1"]


def test_3_3_three_against_one_in_champagne() -> None:
    """§3.3: a tie, and two are left to hold it."""
    state = _step(CENTRAL, {"alsace": "GE 3 infantry", "champagne": "FR 1 infantry", "paris": "FR 1 infantry"})
    state = go(state, CENTRAL, "GE.infantry.1 GE.infantry.2 GE.infantry.3", "champagne")
    state, _ = fight(state, CENTRAL, "GE.infantry.1", "FR.infantry.1", 4, 2)
    assert state.control["champagne"] == "GE"
    assert len(state.troops("champagne", CENTRAL)) == 2


def test_3_3_1_a_gun_misses_its_chance() -> None:
    """§3.3.1: infantry went first."""
    state = _step(
        CENTRAL, {"alsace": "GE 1 infantry 1 artillery", "champagne": "FR 1 infantry", "paris": "FR 1 infantry"}
    )
    state = order(go(state, CENTRAL, "GE.infantry.1", "champagne"), CENTRAL, "withdraw")
    shot = {"unit": "GE.artillery.1", "area": "champagne", "target": "FR.infantry.1"}
    denied(state, CENTRAL, "too-late", "3.3.1", "shoot", **shot)


def test_3_3_2_an_ally_comes_from_picardy() -> None:
    """§3.3.2: two fields away."""
    places = {"champagne": "FR 4 infantry", "picardy": "BR 1 infantry", "alsace": "GE 3 infantry"}
    state = _step(ENTENTE, places, scenario="classic-1-6")
    france, britain = state.nations["FR"].seat, state.nations["BR"].seat
    state = go(state, france, "FR.infantry.1 FR.infantry.2", "alsace")
    state = order(state, britain, "reinforce", units=["BR.infantry.1"], path=["champagne", "alsace"])
    assert at(state, "BR.infantry.1") == "alsace"


def test_3_3_3_the_other_goes_back_to_silesia() -> None:
    """§3.3.3: one field, not to Berlin."""
    state = _step(CENTRAL, {"berlin": "GE 2 infantry", "poland": "RU 1 infantry", "moscow": "RU 1 infantry"})
    state = go(state, CENTRAL, "GE.infantry.1 GE.infantry.2", "silesia", "poland")
    state, _ = fight(state, CENTRAL, "GE.infantry.1", "RU.infantry.1", 1, 6)
    assert at(order(state, CENTRAL, "withdraw"), "GE.infantry.2") == "silesia"


def test_3_3_9_montenegro_is_encircled() -> None:
    """§3.3.9: neutral Albania does not help it."""
    places = {"cetinje": "MO 4 infantry", "belgrade": "AH 1 infantry", "bosnia": "AH 2 infantry"}
    assert is_encircled(_step(CENTRAL, places, flags={"belgrade": "AH"}), "cetinje", ENTENTE, "infantry")


def test_3_3_10_austrians_from_galicia_have_mackensen_too() -> None:
    """§3.3.10: he marched along."""
    places = {"east-prussia": "GE 3 infantry mackensen", "galicia": "AH 1 infantry", "poland": "RU 3 infantry"}
    state = go(_step(CENTRAL, places), CENTRAL, "GE.infantry.1 GE.general.mackensen", "poland")
    state = order(state, CENTRAL, "reinforce", units=["AH.infantry.1"], path=["poland"])
    _, events = fight(state, CENTRAL, "AH.infantry.1", "RU.infantry.1", 3, 3)
    assert changes(events, "attacker") == {"3.3.10": 1}


def test_3_3_12_from_which_score_the_guns_hit() -> None:
    """§3.3.12, §3.3.8: once modernised beside Falkenhayn, or twice modernised without him: from four."""
    beside = _step(CENTRAL, {"alsace": "GE 1 artillery falkenhayn"}, modern={"GE.artillery": 1})
    alone = _step(CENTRAL, {"alsace": "GE 1 artillery"}, modern={"GE.artillery": 2})
    assert [score_needed(state, "GE.artillery.1", "champagne") for state in (beside, alone)] == [4, 4]


def test_3_3_14_the_gun_at_the_shipyard_must_fight() -> None:
    """§3.3.14: Scutari is asked, Constantinople is not."""
    places = {"aegean": "BR 1 ship", "scutari": "OT 1 artillery", "constantinople": "OT 1 artillery"}
    state = _step(ENTENTE, places)
    asked = order(state, ENTENTE, "challenge", unit="BR.ship.1", target="OT.artillery.1")
    assert GAME.deciders(asked) == (CENTRAL,)
    fought = order(state, ENTENTE, "challenge", dice(5, 2), unit="BR.ship.1", target="OT.artillery.2")
    assert [*fought.units] == ["OT.artillery.1"]


def test_3_6_a_british_player_builds_for_italy() -> None:
    """§3.6: in Rome."""
    state = position({"rome": "BR 1 infantry"}, step="purchase", money=100)
    assert order(state, ENTENTE, "build", works="factory", area="rome").works["rome"] == (Works("factory", "IT"),)


def test_3_7_paris_falls_to_one_march() -> None:
    """§3.7: through Champagne, although France has infantry elsewhere."""
    state = _step(CENTRAL, {"alsace": "GE 1 infantry", "provence": "FR 1 infantry"})
    assert go(state, CENTRAL, "GE.infantry.1", "champagne", "paris").nations["FR"].fallen


@pytest.mark.parametrize(("path", "flag"), [("picardy", "GE"), ("picardy brittany", "FR")])
def test_3_10_picardy_taken_or_passed(path: str, flag: str) -> None:
    """§3.10: only where the move ends."""
    state = _step(CENTRAL, {"brussels": "GE 1 infantry", "paris": "FR 1 infantry"}, flags={"brussels": "GE"})
    assert go(state, CENTRAL, "GE.infantry.1", *path.split()).control["picardy"] == flag


def test_3_10_1_serbia_falls_with_macedonia() -> None:
    """§3.10.1: its army is in Bosnia."""
    state = _step(CENTRAL, {"sofia": "BU 1 infantry", "bosnia": "SE 1 infantry"})
    state = go(state, CENTRAL, "BU.infantry.1", "skopje")
    assert state.nations["SE"].fallen
    assert state.control["belgrade"] == "BU"


def test_3_10_2_greece_goes_with_sofia() -> None:
    """§3.10.2: Bulgaria's conquest is Serbia's."""
    greek = {"athens": "BU", "salonika": "BU"}
    state = _step(ENTENTE, {"skopje": "SE 1 infantry", "varna": "BU 2 infantry"}, flags=greek)
    conquered = state.nations["GR"]._replace(side=ENTENTE, seat=ENTENTE, status="attacked", fallen=True)
    state = go(replace(state, nations={**state.nations, "GR": conquered}), ENTENTE, "SE.infantry.1", "sofia")
    assert {state.control[a] for a in ("sofia", "varna", *greek)} == {"SE"}
    assert [*state.units] == ["SE.infantry.1"]


def test_3_10_3_budapest_alone_is_only_a_field() -> None:
    """§3.10.3: Vienna is still missing."""
    state = _step(ENTENTE, {"transylvania": "RU 1 infantry"})
    state = go(state, ENTENTE, "RU.infantry.1", "budapest")
    assert state.control["budapest"] == "RU"
    assert not state.nations["AH"].fallen


def test_3_12_2_who_would_command_the_dutch() -> None:
    """§3.12.2: seventeen fields against eighteen."""
    state = position({}, scenario="classic-1-4")
    fields = {s: sum(state.nations[n].seat == s for n in state.control.values()) for s in ("entente-1", "entente-2")}
    assert fields == {"entente-1": 17, "entente-2": 18}
    assert state.nations_of(least_seat(state, ENTENTE)) == ["BR", "FR", "BE"]


def test_3_13_3_seven_against_four() -> None:
    """§3.13.3: Luxembourg counts for the Central Powers."""
    ours = {"brussels": "GE", "belgrade": "AH", "skopje": "AH", "luxembourg": "GE"}
    theirs = {"galicia": "RU", "syria": "BR", "mesopotamia": "BR"}
    state = position({}, flags=ours | theirs)
    assert (conquests(state, CENTRAL), conquests(state, ENTENTE)) == (7, 4)


def test_3_14_7_two_rebels_attack_one() -> None:
    """§3.14.7: +1 against +3."""
    places = {"scotland": "BR 1 infantry", "england": "BR 1 infantry", "vienna": "AH 1 infantry"}
    state = order(drawn("scotland-1", places=places, money=50), CENTRAL, "use_card", card="scotland-1")
    _, events = fight(state, CENTRAL, "SC.infantry.1", "BR.infantry.1", 1, 6)
    assert (changes(events, "attacker"), changes(events, "defender")) == ({"3.3.5": 1}, {"3.3.7": 3})


def test_3_14_9_what_romania_brings() -> None:
    """§3.14.9: where its army appears, and four coins."""
    state = order(drawn("romania-1", money=100), CENTRAL, "use_card", card="romania-1")
    kinds = {a: [state.piece(u).kind for u in state.at(a)] for a in ("bucharest", "moldavia")}
    assert {a: (its.count("infantry"), its.count("artillery")) for a, its in kinds.items()} == {
        "bucharest": (4, 1), "moldavia": (3, 0),
    }  # fmt: skip
    assert nation_income(state, "RO") == 4


def test_3_15_2_what_four_leaves_in_champagne() -> None:
    """§3.15.2: infantry first."""
    state = _step(CENTRAL, {"alsace": "GE 1 infantry", "champagne": "FR 6 infantry 2 artillery"})
    where = {"unit": "GE.infantry.1", "area": "champagne", "first": "infantry"}
    state = order(state, CENTRAL, "gas", dice(4), **where)
    assert sorted(state.piece(u).kind for u in state.at("champagne")) == ["artillery"] * 2 + ["infantry"] * 2


def test_5_3_richthofen_flies_along() -> None:
    """§5.3, §3.11.2: +2 beside the +1 of the aircraft; alone he may not."""
    places = {"alsace": "GE 1 aircraft richthofen", "champagne": "FR 1 infantry 1 aircraft"}
    state = _step(CENTRAL, places)
    cannot_go(state, CENTRAL, "alone", "3.11.3", "GE.general.richthofen", "champagne")
    state = go(state, CENTRAL, "GE.aircraft.1 GE.general.richthofen", "champagne")
    _, events = fight(state, CENTRAL, "GE.aircraft.1", "FR.aircraft.1", 6, 1)
    assert changes(events, "attacker") == {"3.3.10": 2, "3.3.6": 1}
