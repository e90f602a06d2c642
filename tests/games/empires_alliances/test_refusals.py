"""What each clause of sections 8 to 16 forbids, ordered even so: code, section and sentence, and nothing changes.

The orders were never offered. What the other tests of these chapters refuse already is not repeated here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.state import State
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal
from tests.games.empires_alliances import moving, shores
from tests.games.empires_alliances.fields import FRENCH, GERMANS, GUN, A, B, T, duel, field, stood
from tests.games.empires_alliances.politics import arriving
from tests.games.empires_alliances.shores import ASIA, GALLIPOLI, LONDON, MARSEILLES, SMYRNA
from tests.games.empires_alliances.table import decided, deployed, passed_to, put, told
from tests.games.empires_alliances.test_combat_results import attacked
from tests.games.empires_alliances.test_overrun import BIG, LILLE, SOUTH, TARGET, weak
from tests.games.empires_alliances.test_railheads import advancing, october

Order = dict[str, Any]


def check(state: State, seat: str, kind: str, order: Order, answer: tuple[str, str, str]) -> None:
    """The order is refused in these words, and the position is the same to the last byte."""
    before = GAME.dump_state(state)
    found = decided(state, seat, kind, **order)
    assert isinstance(found, Refusal), [event.kind for event in found.events]
    assert (found.code, found.section, found.text) == answer
    assert GAME.dump_state(state) == before


# --- 8 to 11: journeys ------------------------------------------------------------------------------------------------


def marches() -> State:
    """A German corps in Reims' neighbourhood with the Belgians in its way, and another by the railway in Germany."""
    return moving.phase("central", {"ge-a1": "2453", "be-1": "2454", "ge-a4": "2446"})


def sailings() -> State:
    """The Allies hold both shores of the Dardanelles; corps stand on a beach, beside it and in a port."""
    held = dict.fromkeys((GALLIPOLI, "6024"), "allied")
    places = {"fr-a5": GALLIPOLI, "fr-a6": "6024", "fr-a7": "4255", "ru-cau1": "caucasus"}
    return shores.ready(places, taken=held)


JOURNEYS: list[tuple[Callable[[], State], str, str, list[str], tuple[str, str, str]]] = [
    (marches, "central", "ge-a1", ["2454"], ("enemy-there", "8.0", "Enemy units are there.")),
    (lambda: moving.phase("central", {"ge-a1": "2750"}, forts=frozenset({"fr-fort-2851"})), "central", "ge-a1",
     ["2851"], ("enemy-fort", "13.651", "An enemy fort is there: it must be attacked.")),
    (lambda: moving.phase("allied", {"ru-1": "4709"}), "allied", "ru-1", ["4810"],
     ("rail-only", "2.8", "Only trains may cross there.")),
    (marches, "central", "ge-a4", ["train"],
     ("on-board", "9.1", "A unit may not end its move on a train: say where it gets off.")),
    (marches, "central", "ge-a4", ["2447", "train", "2447"], ("no-move", "9.1", "The train ends where it began.")),
    (sailings, "allied", "fr-a1", ["ship"],
     ("on-board", "11.1", "A unit may not end its move at sea: say where it lands.")),
    (sailings, "allied", "fr-a7", [MARSEILLES, "ship", MARSEILLES],
     ("no-move", "11.1", "The ship ends where it began.")),
    (sailings, "allied", "fr-a5", ["ship", "6522"],
     ("port-not-held", "11.1", "Both ports must have been held when the phase began.")),
    (sailings, "allied", "fr-a6", [GALLIPOLI, "ship", MARSEILLES],
     ("whole-phase", "11.8", "Units are evacuated only from the beach on which they began the phase.")),
    (sailings, "allied", "fr-a5", ["ship", "2164"],
     ("no-sea-there", "11.8", "Their ships do not sail there from here.")),
    (sailings, "allied", "fr-a1", ["ship", ASIA], ("no-port", "11.1", "There is no port.")),
    (sailings, "allied", "ru-cau1", ["ship", MARSEILLES], ("no-way-out", "2.5", "There is no way out of that box.")),
]  # fmt: skip


@pytest.mark.parametrize(("of", "seat", "unit", "path", "answer"), JOURNEYS)
def test_8_to_11_journeys_that_are_not_made(
    of: Callable[[], State], seat: str, unit: str, path: list[str], answer: tuple[str, str, str]
) -> None:
    check(of(), seat, "move", {"units": [unit], "path": path}, answer)


@pytest.mark.parametrize(
    ("of", "head", "path", "answer"),
    [
        (lambda s: s, "2655", ["2449"], ("no-railhead", "10.2", "You have no railhead there.")),
        (lambda s: s, "2347", ["2247"], ("no-way-on", "10.2", "The railhead cannot be advanced.")),
        (lambda s: s, "2548", [], ("malformed", "10.2", "A path is a list of places.")),
        (lambda s: s, "2548", ["2349"], ("no-line", "10.2", "No railway leads there.")),
        (lambda s: s, "2548", ["nowhere"], ("no-line", "10.2", "No railway leads there.")),
        (lambda s: s, "2548", ["2547"], ("own-rails", "10.2", "That line is already yours.")),
        (lambda s: s, "2548", ["2449", "2449"], ("own-rails", "10.2", "That line is already yours.")),
        (lambda s: s, "2548", ["2449", "2349", "2350", "2351"],
         ("too-far", "10.4", "A railhead can advance at most 3 hexes in this weather.")),
        (lambda s: replace(s, trodden={"2449": ("ge-a7",)}), "2548", ["2449", "2349"],
         ("nobody-came", "10.2", "None of your supplied ground units has been there this segment.")),
        (lambda s: put(replace(s, trodden={"2449": ("ge-a7",), "2349": ("ge-a8",)}), {"ge-a8": "1001"}),
         "2548", ["2449", "2349"],
         ("nobody-came", "10.2", "None of your supplied ground units has been there this segment.")),
        (lambda s: replace(s, control={"2449": "central"}), "2548", ["2449", "2349"],
         ("not-controlled", "10.2", "You do not control that hex.")),
        (lambda s: put(s, {"be-1": "2351"}), "2548", ["2449", "2349", "2350"],
         ("watched", "10.2", "An enemy unit is there, or has the line in its zone of control.")),
    ],
)  # fmt: skip
def test_10_2_10_4_railheads_that_are_not_advanced(
    of: Callable[[State], State], head: str, path: list[str], answer: tuple[str, str, str]
) -> None:
    check(of(advancing()), "central", "advance_railhead", {"head": head, "path": path}, answer)


# --- 12: automatic victory --------------------------------------------------------------------------------------------


NOBODY = ("nobody-there", "12.1", "There is no enemy there to overwhelm.")


@pytest.mark.parametrize(
    ("of", "hex_", "units", "answer"),
    [
        (weak, "2454", BIG, NOBODY),
        (weak, SOUTH, BIG, NOBODY),
        (weak, "britain", BIG, NOBODY),
        (weak, TARGET, [], ("nothing-chosen", "12.1", "Choose at least one unit.")),
        (lambda: put(weak(), {"be-2": "2458"}), "2458", BIG,
         ("not-adjacent", "12.1", "None of your units is next to that hex.")),
        (lambda: put(weak(), {"ge-air-1": SOUTH}), TARGET, [*BIG, "ge-air-1"],
         ("supports", "13.652", "Aircraft can support an attack but not make one.")),
        (lambda: moving.phase("central", dict.fromkeys(BIG, "2750"), forts=frozenset({"fr-fort-2851"})), "2851", BIG,
         ("enemy-fort", "13.651", "A fort by itself is attacked in the Combat Phase.")),
    ],
)  # fmt: skip
def test_12_1_automatic_victories_that_are_none(
    of: Callable[[], State], hex_: str, units: list[str], answer: tuple[str, str, str]
) -> None:
    check(of(), "central", "overrun", {"hex": hex_, "units": units, "advance": []}, answer)


def test_12_2_those_who_won_win_no_second_one() -> None:
    won = told(weak(), "central", "overrun", hex=TARGET, units=[*BIG, "ge-a4"], advance=[])
    order = {"hex": "2553", "units": BIG, "advance": []}
    answer = ("bound", "12.2", "German A3 cannot attack again this segment.")
    check(put(won, {"be-2": "2553"}), "central", "overrun", order, answer)


# --- 13.6 to 13.7: who defends as one, divisions, losses --------------------------------------------------------------


def defended() -> State:
    """Three corps and a gun attack a corps, a cavalry corps and a gun."""
    state = duel([*GERMANS, GUN], ["fr-32", "fr-cav1", "fr-art-1"])
    return told(state, "central", "attack", hex=T, units=[*GERMANS, GUN])


@pytest.mark.parametrize(
    ("groups", "answer"),
    [
        ({"fr-32": ["fr-cav1"]},
         ("no-gun", "13.62", "Only artillery and tanks that defend there are joined to another unit.")),
        ({"fr-32": [GUN]},
         ("no-gun", "13.62", "Only artillery and tanks that defend there are joined to another unit.")),
        ({"fr-32": ["fr-art-1"], "fr-cav1": ["fr-art-1"]},
         ("joined-twice", "13.62", "An artillery or tank unit defends with one infantry or cavalry unit.")),
    ],
)  # fmt: skip
def test_13_62_units_that_do_not_defend_as_one(groups: Order, answer: tuple[str, str, str]) -> None:
    check(defended(), "allied", "defend_together", {"units": groups}, answer)


@pytest.mark.parametrize(
    ("targets", "units", "answer"),
    [
        ([["fr-32"], ["fr-cav1"]], [["ge-a1", "ge-a2"], ["ge-a1", "ge-a3", GUN]],
         ("attacks-twice", "13.4", "A unit takes part in one attack, with all its strength.")),
        ([["fr-32"], ["fr-cav1", "fr-32"]], [["ge-a1", "ge-a2"], ["ge-a3", GUN]],
         ("attacked-twice", "13.5", "A defending unit is attacked once in a Combat Phase.")),
        ([["fr-32"], []], [["ge-a1", "ge-a2", "ge-a3", GUN], []],
         ("left-over", "13.3", "Every unit that defends there must be attacked.")),
        ([["fr-32"], ["fr-cav1"]], [["ge-a1", "ge-a2"], ["ge-a3"]],
         ("left-over", "13.63", "Every unit with which you attack the hex takes part in one of the attacks.")),
        ([["fr-32", "fr-cav1"], ["fr-art-1"]], [["ge-a1", "ge-a2"], ["ge-a3", GUN]],
         ("joined", "13.62", "French Field ART 1 defends as one with French 32: name that unit.")),
        ([["fr-32", "fr-33"], ["fr-cav1"]], [["ge-a1", "ge-a2"], ["ge-a3", GUN]],
         ("not-attacked", "13.63", "That unit is not attacked there.")),
        ([["fr-32"], ["fr-cav1"]], [["ge-a1", "ge-a2"], ["ge-a3", GUN, "ge-a4"]],
         ("not-attacking", "13.63", "That unit does not attack there.")),
    ],
)  # fmt: skip
def test_13_3_13_4_13_63_divisions_that_are_none(
    targets: list[list[str]], units: list[list[str]], answer: tuple[str, str, str]
) -> None:
    state = told(defended(), "allied", "defend_together", units={"fr-32": ["fr-art-1"]})
    named = {str(n): some for n, some in enumerate(targets, 1)}
    check(state, "central", "divide", {"targets": named, "units": dict(zip(named, units, strict=True))}, answer)


def test_16_42_11_73_support_is_shared_only_where_there_is_some() -> None:
    order = {"targets": {"1": ["fr-32"], "2": ["fr-cav1"]}, "units": {"1": ["ge-a1", "ge-a3"], "2": ["ge-a2", GUN]}}
    state = told(defended(), "allied", "defend_together", units={"fr-32": ["fr-art-1"]})
    answer = ("no-air", "16.42", "No aircraft support the attack.")
    check(state, "central", "divide_air", {**order, "air": {}}, answer)
    answer = ("no-navy", "11.73", "The Royal Navy does not support the attack.")
    check(state, "central", "divide_navy", {**order, "fleet": "0.0"}, answer)


GERMAN_ND = (["ge-a1", "ge-a2", "ge-r1"], FRENCH, 10)
STORM_ND = (["ge-s1", "ge-s2", "ge-a2"], FRENCH, 8)
"""Attackers, defenders and the die by which the attacker has to choose what ND costs."""
TANKS = ["fr-a1", "fr-a2", "fr-r1", "fr-tank-1", "fr-tank-2"]
LARGEST = ("largest", "13.7", "The one unit with the largest attack factor is lost.")
STORM = ("stosstruppen-first", "16.1", "At least one Stosstruppen unit must be lost.")
OTHERS = ("not-in-the-fight", "13.7", "Only units that fought in this attack are lost by it.")


@pytest.mark.parametrize(
    ("attack", "lost", "answer"),
    [
        (GERMAN_ND, ["ge-r1"], LARGEST),
        (GERMAN_ND, ["ge-a1", "ge-a2"], LARGEST),
        (GERMAN_ND, [], LARGEST),
        (GERMAN_ND, ["ge-a4"], OTHERS),
        (GERMAN_ND, ["fr-32"], OTHERS),
        (STORM_ND, ["ge-a2"], STORM),
    ],
)
def test_13_7_16_1_what_nd_does_not_cost(attack: Any, lost: list[str], answer: tuple[str, str, str]) -> None:
    attackers, defenders, die = attack
    check(attacked(duel(attackers, defenders), attackers, die), "central", "lose", {"units": lost}, answer)


@pytest.mark.parametrize(
    ("lost", "answer"),
    [
        (["fr-a1"], ("tank-first", "16.3", "At least one tank unit must be lost.")),
        (["fr-r1", "fr-tank-1"], LARGEST),
        (["fr-a1", "fr-tank-1", "fr-tank-2"],
         ("one-tank-lost", "16.3", "One tank unit is lost along with the unit with the largest attack factor.")),
    ],
)  # fmt: skip
def test_16_3_by_nd_the_largest_and_one_tank(lost: list[str], answer: tuple[str, str, str]) -> None:
    state = field({**stood(TANKS, A), **stood(["ge-a1", "ge-a2"], T)}, "allied.attacks")
    check(attacked(state, TANKS, 5, "allied"), "allied", "lose", {"units": lost}, answer)


@pytest.mark.parametrize(
    ("named", "answer"),
    [
        (["ge-r1"], ("largest-first", "13.7", "The corps with the largest attack factor is demoralised first.")),
        ([GUN], ("no-corps", "13.7", "Choose from the infantry and cavalry that attacked and survived.")),
        (["ge-a1", "ge-r1"],
         ("could-be-left-out", "13.7", "One of them can be left out: the others are enough.")),
    ],
)  # fmt: skip
def test_13_7_whom_ad_does_not_demoralise(named: list[str], answer: tuple[str, str, str]) -> None:
    state = attacked(field({"ge-a1": A, "ge-r1": A, GUN: A, "fr-32": T}), ["ge-a1", "ge-r1", GUN], 2)
    check(state, "central", "demoralise", {"units": named}, answer)


# --- 13.8, 13.9: retreats and advances --------------------------------------------------------------------------------


BESIDE = ("wrong-retreat", "13.81", "Units must retreat to a hex next to their own.")


@pytest.mark.parametrize(
    ("units", "path", "answer"),
    [
        ([], [B], ("nothing-chosen", "13.81", "Choose at least one unit.")),
        (["ge-a1"], [B], ("not-your-unit", "3.0", "That is not one of your units.")),
        (["fr-32"], ["nowhere"], BESIDE),
        (["fr-32"], [T], BESIDE),
        (["fr-32"], ["2463", "2464"], BESIDE),
    ],
)
def test_13_81_retreats_that_are_none(units: list[str], path: list[str], answer: tuple[str, str, str]) -> None:
    state = attacked(duel(GERMANS, ["fr-32", "fr-cav1"]), [*GERMANS], 10)
    check(state, "allied", "retreat", {"units": units, "path": path}, answer)


def test_15_12_whoever_retreats_from_outside_the_fort_does_not_stay() -> None:
    """Two German corps are repelled from Verdun: one attacked out of the fort of Metz, the other beside it."""
    forts = frozenset({"ge-fort-2850", "fr-fort-2851"})
    state = field({"ge-a1": "2850", "ge-a2": "2750", "fr-32": "2851"}, forts=forts)
    state = told(state, "central", "attack", (5,), hex="2851", units=["ge-a1", "ge-a2"])
    state = told(state, "central", "demoralise", units=["ge-a1"])
    assert {*state.lanes["2851"][-1].going} == {"ge-a1", "ge-a2"}
    outside = ("not-in-a-fort", "15.12", "German A2 is not in a fort and must retreat.")
    check(state, "central", "hold", {"units": ["ge-a2"]}, outside)
    check(state, "central", "hold", {"units": []}, ("nothing-chosen", "15.12", "Choose at least one unit."))
    assert told(state, "central", "hold", units=["ge-a1"]).units["ge-a1"].at == "2850"


def test_18_41_13_9_british_and_french_do_not_advance_together() -> None:
    state = field({**stood(["fr-a1", "fr-a2"], A), **stood(["gb-1", "gb-2"], B), "ge-cav1xx": T}, "allied.attacks")
    state = attacked(state, ["fr-a1", "fr-a2", "gb-1", "gb-2"], 12, "allied")
    answer = ("allies-apart", "18.41", "British and French units may not advance into the same hex there.")
    check(state, "allied", "advance", {"units": ["fr-a1", "gb-1"]}, answer)
    other = ("not-advancing", "13.9", "Only infantry and cavalry that took part in that attack may advance.")
    check(state, "allied", "advance", {"units": ["fr-a3"]}, other)
    assert told(state, "allied", "advance", units=["gb-1", "gb-2"]).units["gb-2"].at == T


# --- 14: supply -------------------------------------------------------------------------------------------------------


def algiers() -> State:
    """The Allied Supply Phase: two French corps in Algiers, whom ships alone can feed."""
    return passed_to(deployed(), "allied.supply")


@pytest.mark.parametrize(
    ("country", "corps", "answer"),
    [
        ("GE", "1", ("no-ships", "14.53", "Its ships could not supply any unit.")),
        ("FR", "99", ("not-that-many", "14.53", "Choose a whole number from 0 to 3.")),
        ("FR", "-1", ("not-that-many", "14.53", "Choose a whole number from 0 to 3.")),
        ("FR", "0", ("kept-already", "14.53", "Its ships already keep that much.")),
    ],
)
def test_14_53_ships_that_are_not_kept(country: str, corps: str, answer: tuple[str, str, str]) -> None:
    check(algiers(), "allied", "keep_ships", {"country": country, "corps": corps}, answer)


def test_14_4_the_owner_says_what_feeds_a_unit() -> None:
    state = told(algiers(), "allied", "keep_ships", country="FR", corps="1")
    idle = ("no-room", "14.53", "No capacity of those ships is kept for supply. Keep some first.")
    check(state, "allied", "name_source", {"unit": "fr-a19", "source": "ships.GB"}, idle)
    far = ("not-fed-there", "14.2", "No path of supply leads to it from there.")
    check(state, "allied", "name_source", {"unit": "fr-a19", "source": "2655"}, far)
    none = ("no-choice", "14.4", "There is nothing to choose for that unit.")
    check(state, "allied", "name_source", {"unit": "fr-a1", "source": "2655"}, none)
    so = ("fed-so", "14.4", "It is already fed from there.")
    check(state, "allied", "name_source", {"unit": "fr-a19", "source": "proposed"}, so)
    both = told(state, "allied", "keep_ships", country="GB", corps="1")
    named = told(both, "allied", "name_source", unit="fr-a19", source="ships.GB")
    assert named.fed == {"fr-a19": "ships.GB"}
    check(named, "allied", "name_source", {"unit": "fr-a19", "source": "ships.GB"}, so)
    assert told(named, "allied", "name_source", unit="fr-a19", source="proposed").fed == {}


# --- 15, 16: works and aircraft ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "at", "how", "answer"),
    [
        ("ge-cav1", "2325", {}, ("no-infantry", "15.21", "Only infantry can entrench.")),
        ("ge-a1", "2426", {}, ("fort-there", "15.22", "Units cannot entrench in a hex with a fort.")),
        ("ge-a1", "2325", {"spent": 1}, ("has-dug", "15.21", "German A1 has already dug in this phase.")),
        ("ge-a1", "2325", {"trench": 1},
         ("not-deeper-yet", "15.23", "There is no second level of entrenchment before January 1916.")),
        ("ge-a1", "2325", {"trench": 2},
         ("deep-enough", "15.23", "German A1 is already entrenched at the highest level.")),
        ("ge-a1", "2653", {}, ("unsupplied", "15.21", "German A1 is out of supply.")),
        ("ge-a1", "pool", {}, ("not-on-map", "15.21", "German A1 is not on the map.")),
        ("ru-2", "2323", {}, ("not-your-unit", "3.0", "That is not one of your units.")),
    ],
)  # fmt: skip
def test_15_2_who_does_not_entrench(unit: str, at: str, how: dict[str, int], answer: tuple[str, str, str]) -> None:
    check(october(unit, at, **how), "central", "dig", {"units": [unit]}, answer)


def test_15_21_15_22_works_that_are_none() -> None:
    check(october(at="2325"), "central", "dig", {"units": []}, ("nothing-chosen", "15.21", "Choose at least one unit."))
    check(october(), "central", "remove_fort", {"hex": "2325"}, ("no-fort", "15.22", "There is no fort there."))
    check(october(), "central", "remove_fort", {"hex": "2851"}, ("not-your-fort", "15.22", "That fort is not yours."))
    moved = told(october(at="2325"), "central", "move", units=["ge-a1"], path=["2326"])
    for order, chosen, what in (
        ("remove_fort", {"hex": "2850"}, "forts are given up"),
        ("dig", {"units": ["ge-a1"]}, "units entrench"),
        ("break_down", {"unit": "ge-a1"}, "corps break down"),
    ):
        late = ("too-late", "7.231", f"Your units have already moved: {what} before any unit moves.")
        check(replace(moved, options={"breakdown": "on"}), "central", order, chosen, late)


NO_BASE = (
    "no-base", "16.41", "Aircraft fly to a friendly city with room, at most ten hexes away, or leave Britain by ship."
)  # fmt: skip


def over_lille() -> State:
    """A German aircraft in Lille, French corps and a corps of its own within four hexes."""
    places = {"ge-air-1": LILLE, "ge-air-2": "pool", "ge-a1": "2547", "fr-air-1": "2655", "fr-a1": "2554"}
    return moving.phase("central", places, taken={LILLE: "central"})


@pytest.mark.parametrize(
    ("kind", "order", "answer"),
    [
        ("send_aircraft", {"unit": "ge-a1", "hex": "2554"}, ("no-aircraft", "16.41", "German A1 is not an aircraft.")),
        ("send_aircraft", {"unit": "ge-air-2", "hex": "2554"},
         ("not-on-map", "16.41", "German AIR 2 is not on the map.")),
        ("send_aircraft", {"unit": "fr-air-1", "hex": "2554"},
         ("not-your-unit", "3.0", "That is not one of your units.")),
        ("send_aircraft", {"unit": "ge-air-1", "hex": "nowhere"},
         ("no-such-hex", "2.0", "That hex is not in play.")),
        ("rebase", {"unit": "ge-a1", "base": "2850"}, ("no-aircraft", "16.41", "German A1 is not an aircraft.")),
        ("rebase", {"unit": "ge-air-1", "base": "2655"}, NO_BASE),
        ("rebase", {"unit": "ge-air-1", "base": "2452"}, NO_BASE),
    ],
)  # fmt: skip
def test_16_41_flights_that_are_none(kind: str, order: Order, answer: tuple[str, str, str]) -> None:
    check(over_lille(), "central", kind, order, answer)


def test_16_41_an_aircraft_is_not_sent_where_it_has_been_sent() -> None:
    order = {"unit": "ge-air-1", "hex": "2554"}
    state = told(over_lille(), "central", "send_aircraft", **order)
    check(state, "central", "send_aircraft", order, ("sent-there", "16.41", "It has already been sent there."))


def test_16_41_a_fourth_aircraft_is_not_sent_to_a_hex() -> None:
    based = {"fr-air-1": "2655", "fr-air-2": "2655", "gb-air-1": "2454", "gb-air-2": "2752"}
    state = moving.phase("allied", {**based, "ge-a1": "2552", "ge-a2": "2551"})
    for unit in ("fr-air-1", "fr-air-2", "gb-air-1"):
        state = told(state, "allied", "send_aircraft", unit=unit, hex="2552")
    answer = ("too-many-aircraft", "16.41", "At most three aircraft may support attacks on a hex.")
    check(state, "allied", "send_aircraft", {"unit": "gb-air-2", "hex": "2552"}, answer)
    assert told(state, "allied", "send_aircraft", unit="gb-air-2", hex="2551").units["gb-air-2"].sent == "2551"


# --- 11.7: invasions --------------------------------------------------------------------------------------------------


THREE = ("too-many-invaders", "2.68", "At most three infantry or cavalry corps may take part in an invasion.")
BOTH = ("not-beside", "2.68", "Two hexes can be invaded together only if they are adjacent.")


def in_port() -> State:
    """Four French corps and two guns in ports of the Mediterranean, and the British in London."""
    return shores.ready({"fr-a3": MARSEILLES, "fr-art-2": MARSEILLES, "gb-1": LONDON})


@pytest.mark.parametrize(
    ("hex_", "units", "answer"),
    [
        (GALLIPOLI, [], ("nothing-chosen", "11.7", "Choose at least one unit.")),
        (GALLIPOLI, ["fr-a1", "fr-a2", "fr-a3", "au-anzac"], THREE),
        (GALLIPOLI, ["fr-a1", "fr-art-1", "fr-art-2"],
         ("too-many-guns", "2.68", "At most one field artillery unit may take part in an invasion.")),
        (GALLIPOLI, ["gb-1"],
         ("other-sea", "11.71", "Units that invade 6025 must begin in a port of the Mediterranean.")),
    ],
)  # fmt: skip
def test_2_68_11_7_invasions_that_are_none(hex_: str, units: list[str], answer: tuple[str, str, str]) -> None:
    check(in_port(), "allied", "invade", {"hex": hex_, "units": units}, answer)


@pytest.mark.parametrize(
    ("units", "second", "others", "fleet", "answer"),
    [
        (["fr-a1"], GALLIPOLI, ["fr-a2"], GALLIPOLI, BOTH),
        (["fr-a1"], SMYRNA, ["fr-a2"], GALLIPOLI, BOTH),
        (["fr-a1"], ASIA, ["fr-a1"], GALLIPOLI, ("taken", "2.68", "French A1 invades the other hex.")),
        (["fr-a1", "fr-a2"], ASIA, ["fr-a3", "au-anzac"], GALLIPOLI, THREE),
        (["fr-a1", "fr-a2", "fr-a3"], ASIA, ["au-anzac"], GALLIPOLI,
         ("leaves-nobody", "2.68", "Keep a unit that can invade the hex next to it.")),
        (["fr-a1"], ASIA, ["fr-a2"], SMYRNA,
         ("fleet-elsewhere", "11.73", "The Royal Navy goes to one of the hexes that are invaded.")),
    ],
)  # fmt: skip
def test_2_68a_11_73_invasions_of_two_hexes_that_are_none(
    units: list[str], second: str, others: list[str], fleet: str, answer: tuple[str, str, str]
) -> None:
    order = {"hex": GALLIPOLI, "units": units, "second": second, "others": others, "fleet": fleet}
    check(in_port(), "allied", "invade_two", order, answer)


def test_2_68a_11_71_two_hexes_want_two_units() -> None:
    alone = shores.ready({"fr-a2": "2655", "fr-art-1": "later", "au-anzac": "later"})
    order = {"hex": GALLIPOLI, "units": ["fr-a1"], "second": ASIA, "others": ["fr-a2"], "fleet": GALLIPOLI}
    answer = ("no-pair", "2.68", "You do not have the units to invade two adjacent hexes.")
    check(alone, "allied", "invade_two", order, answer)


def test_11_72_those_at_sea_go_nowhere_else_and_must_attack() -> None:
    state = shores.invaded(shores.ready({"tu-1": SMYRNA}), SMYRNA, ["fr-a1"])
    away = ("bound", "11.72", "French A1 is at sea to invade, and goes nowhere else.")
    check(state, "allied", "move", {"units": ["fr-a1"], "path": ["ship", MARSEILLES]}, away)
    due = ("must-attack", "13.1", "The units that invade Smyrna (6522) must attack it.")
    check(shores.in_combat(state), "allied", "end_phase", {}, due)


# --- 17 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "answer"),
    [
        ("ah-1", ("not-that-one", "17.44", "Austro-Hungarian 1 does not have to be withdrawn.")),
        ("ah-cav2", ("not-that-one", "17.44", "Units in the pool go first, then supplied ones on the board.")),
        ("fr-cav1", ("not-your-unit", "3.0", "That is not one of your units.")),
    ],
)
def test_17_44_who_is_not_withdrawn(unit: str, answer: tuple[str, str, str]) -> None:
    """Three Austro-Hungarian cavalry corps are due in March 1917; one without supply waits for the others."""
    corps = {"ah-cav2": "3436", **dict.fromkeys(("ah-cav1", "ah-cav3", "ah-cav4", "ah-cavlw1"), "3536"), "ah-1": "3636"}
    wars = {"TU": "central", "BU": "central"}
    state = moving.phase("central", corps, scenario="campaign", at_war=wars)
    state = put(state, {"ah-cav2": "3436"}, unsupplied=1)
    check(arriving("1917-03", "central", state), "central", "withdraw", {"unit": unit}, answer)


def test_17_43_who_replaces_no_unit() -> None:
    """The 4th British corps of October 1914 is new."""
    state = arriving("1914-10", "allied", put(deployed("campaign"), {"gb-t42": shores.CAIRO}))
    order = {"unit": "gb-4", "place": LONDON, "gone": "gb-1"}
    check(state, "allied", "bring_on", order, ("wrong-unit", "17.43", "British 4 replaces no unit."))
