"""§3.7, §3.10, §3.11.2: what a march or an attack puts at risk is said before it is made."""

from __future__ import annotations

from typing import Any

from rules.kernel.messages import Refusal
from rules.powers_1914.game import GAME
from rules.powers_1914.state import State
from tests.games.powers_1914.kit import named, position


def stakes(state: State, seat: str, units: str, **question: str) -> list[tuple[str, str, bool]]:
    """Section, text and gravity of what is at stake when some units march, or attack a field."""
    kind = "attack" if question else "move"
    answer: Any = GAME.consult(state, seat, {"kind": kind, "units": named(units), **question})
    assert not isinstance(answer, Refusal), answer
    return [(s["section"], s["text"], s["grave"]) for s in answer["stakes"]]


def test_3_10_2_a_capital_left_empty_before_the_enemy() -> None:
    """§3.10.2: its country would fall with it; while one stays, or no enemy is near, nothing is said."""
    state = position({"berlin": "GE 3 infantry", "poland": "RU 6 infantry", "bavaria": "GE 1 infantry"})
    [(section, text, grave)] = stakes(state, "central", "GE.infantry.1 GE.infantry.2 GE.infantry.3")
    assert (section, grave) == ("3.10.2", True)
    assert text == (
        "Berlin would be left without land units, and 6 Russian infantry in Poland can reach it. "
        "If it is taken, Germany is conquered."
    )
    assert stakes(state, "central", "GE.infantry.1 GE.infantry.2") == []
    far = position({"berlin": "GE 1 infantry", "ukraine": "RU 6 infantry", "bavaria": "GE 1 infantry"})
    assert stakes(far, "central", "GE.infantry.1") == []


def test_3_10_2_enemies_that_have_moved_this_turn_can_come_in_the_next() -> None:
    """§3.2.3: what counts is where they could go when their side moves again."""
    moved = [f"RU.infantry.{n}" for n in range(1, 7)]
    state = position({"berlin": "GE 1 infantry", "poland": "RU 6 infantry"}, spent=moved)
    assert [grave for _, _, grave in stakes(state, "central", "GE.infantry.1")] == [True]


def test_3_10_3_of_two_capitals_the_last_one_is_worth_the_country() -> None:
    """§3.10.3: Austria-Hungary falls with Vienna when Budapest is gone, and not before."""
    places = {"vienna": "AH 1 infantry", "galicia": "RU 3 infantry", "tyrol": "AH 1 infantry"}
    [(section, text, _)] = stakes(position(places, flags={"budapest": "RU"}), "central", "AH.infantry.1")
    assert section == "3.10.3"
    assert text.endswith("If it is taken, Austria-Hungary is conquered.")
    [(section, text, grave)] = stakes(position(places), "central", "AH.infantry.1")
    assert (section, grave) == ("3.10", True)
    assert "conquered" not in text


def test_3_10_1_the_last_land_unit_of_a_country_leaves_it_to_whoever_comes() -> None:
    """§3.10.1: the country falls with any of its fields, not only with the one that was left."""
    state = position({"moscow": "RU 1 infantry", "silesia": "GE 3 infantry"}, step="entente.action")
    [(section, text, grave)] = stakes(state, "entente", "RU.infantry.1")
    assert (section, grave) == ("3.10.1", True)
    assert text.startswith("No land unit would be left in Russia, and 3 German infantry in Silesia can reach")
    assert text.endswith("If any of its fields is taken, the country is conquered.")


def test_3_11_2_a_city_and_the_company_that_stays_behind() -> None:
    """§3.11.2, §3.3.13: a general and aircraft without land units are lost to those who come; a city is told only."""
    places = {
        "east-prussia": "GE 2 infantry mackensen 1 aircraft",
        "poland": "RU 6 infantry",
        "berlin": "GE 1 infantry",
    }
    told = stakes(position(places), "central", "GE.infantry.1 GE.infantry.2")
    assert [(section, grave) for section, _, grave in told] == [("3.10", False), ("3.3.13", True)]
    assert told[1][1] == "Mackensen and German aircraft would be alone in East Prussia, and lost if the enemy takes it."


def test_3_3_13_aircraft_are_lost_with_the_last_attacker() -> None:
    """§3.3.13, §3.11.2: aircraft go down with the last land unit, a general goes back; two units are no last one."""
    places = {"alsace": "GE 2 infantry mackensen 1 aircraft", "champagne": "FR 2 infantry"}
    company = "GE.aircraft.1 GE.general.mackensen"
    [(section, text, grave)] = stakes(position(places), "central", f"GE.infantry.1 {company}", area="champagne")
    assert (section, grave) == ("3.3.13", True)
    assert text == "If your last land unit here falls, German aircraft is lost with it; Mackensen would go back."
    both = stakes(position(places), "central", f"GE.infantry.1 GE.infantry.2 {company}", area="champagne")
    assert [grave for _, _, grave in both] == [False]
    assert stakes(position(places), "central", "GE.infantry.1", area="champagne") == []
