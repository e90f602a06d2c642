"""§1.3, §1.41 to §1.48, §3.18: who sets up where in August 1914, army by army."""

from __future__ import annotations

import pytest

from rules.empires_alliances.position.forces import members_of
from rules.empires_alliances.setup.areas import area_of
from tests.games.empires_alliances.table import opened

ARMIES = {
    "1.41": {
        "ge-army-1": ("A2 A3 A4 A9 R3 R4 CAV2 ART1", "2347 2447 2448"),
        "ge-army-2": ("A7 A10 GD GD-R R7 R10 CAV5 ART2 SIEGE305 SIEGE420", "2546 2547 2548"),
        "ge-army-3": ("A11 A12 A19 R12 CAV1 ART3", "2647 2648"),
        "ge-army-4": ("A6 A8 A18 R8 R18 CAV4 ART4", "2747 2748 2749"),
        "ge-army-5": ("A5 A13 A16 R5 R6 LW2 ART5", "2848 2849 2850"),
        "ge-army-6": ("A21 BAV1 BAV2 BAV3 R-BAV1 CAV3 ART6", "2948 2949 3049"),
        "ge-army-7": ("A14 A15 R14 ART7", "3148 3249 3349"),
        "ge-army-8": ("A1 A17 A20 R1 R19 CAV1XX ART8", "2325 2426"),
        "ge-north": ("R9 LW1", "Hamburg"),
        "ge-strassburg": ("F1", "Strassburg"),
        "ge-essen": ("LW3 E1", "Essen"),
        "ge-frankfurt": ("LW4 E2", "Frankfurt"),
        "ge-stuttgart": ("LW5 E3", "Stuttgart"),
        "ge-konigsberg": ("LW6", "Königsberg"),
    },
    "1.42": {
        "ah-army-1": ("1 5 10 LW1 CAV1 CAV3XX ART1", "3428+2"),
        "ah-army-2": ("3 4 7 12 LW2 LW3 LW4 CAV2 ART2", "4631+1"),
        "ah-army-3": ("11 14 LW5 CAV3 CAVLW1 ART3", "3722+1"),
        "ah-army-4": ("2 6 9 LW6 LW7 CAV4 ART4", "3625+1"),
        "ah-army-5": ("8 LW8", "4634+1"),
        "ah-army-6": ("15 16", "4935+1"),
        "ah-trieste": ("13", "Trieste"),
    },
    "1.43": {
        "fr-army-1": ("A7 A8 A13 A14 A21 R1 CAV1 ART1", "3250+1"),
        "fr-army-2": ("A9 A15 A16 A18 A20 R2 CAV2 ART2", "2950 2951 3050"),
        "fr-army-3": ("A4 A5 A6 R3 CAV3 ART3", "2851 2852"),
        "fr-army-4": ("A12 A17 COL1 CAV4 ART4", "2750 2751"),
        "fr-army-5": ("A1 A2 A3 A10 A11 R4 CAV5 ART5", "2552 2651 2652"),
        "fr-reims": ("R5", "Reims"),
        "fr-3051": ("R6", "3051"),
        "fr-nice": ("R7 R8", "Nice"),
        "fr-verdun": ("R9", "Verdun"),
        "fr-epinal": ("R10", "Épinal"),
        "fr-paris": ("R11", "Paris"),
        "fr-dijon": ("R12", "Dijon"),
        "fr-french-north-africa": ("A19 A22", "french-north-africa"),
    },
    "1.44": {"gb-britain": ("1 2 CAV1", "britain")},
    "1.45": {
        "ru-army-1": ("2 3 4 20 CAVGD CAV1 ART1", "2323+1"),
        "ru-army-2": ("1 6 13 15 23 CAV2 CAV7 ART2", "2625+1"),
        "ru-army-3": ("9 10 11 21 CAU3 CAV3 ART3", "3521+1"),
        "ru-army-4": ("GRN 14 16 CAV4 ART4", "3326+1"),
        "ru-army-5": ("5 17 19 25 CAV5 ART5", "3424+1"),
        "ru-army-8": ("7 8 12 24 CAV8 ART8", "3821+1"),
        "ru-warsaw": ("18 22", "Warsaw"),
        "ru-lodz": ("CAV6", "Lodz"),
        "ru-moscow": ("SIB1 SIB2 SIB3 ART10", "Moscow"),
        "ru-kiev": ("28 29", "Kiev"),
        "ru-kharkov": ("CAU2 TRK1 CAV9", "Kharkov"),
        "ru-rostov": ("CAV10", "Rostov"),
        "ru-petrograd": ("GD ART9", "Petrograd"),
        "ru-caucasus": ("CAU1 TRK2 CAUCAV1", "caucasus"),
    },
    "1.46": {
        "be-liege": ("3 4", "Liège"),
        "be-brussels": ("6 CAV1", "Brussels"),
        "be-antwerp": ("2", "Antwerp"),
        "be-ghent": ("1 5", "Ghent"),
    },
    "1.47": {
        "se-army-1": ("T1 T2 M2 DA2 CAV1", "4830+1"),
        "se-army-2": ("M1 DA1 S1 C", "4731+1"),
        "se-army-3": ("DR1 DR2", "4833+1"),
        "se-army-u": ("S2", "5034+1"),
        "se-belgrade": ("ART1", "Belgrade"),
    },
    "1.48": {"mn-cetinje": ("1", "Cetinje"), "mn-5235": ("2", "5235")},
}
ROWS = [(section, group) for section, groups in ARMIES.items() for group in groups]


@pytest.mark.parametrize(("section", "group"), ROWS)
def test_each_army_has_its_units_and_its_hexes(section: str, group: str) -> None:
    """§1.3, §1.41 to §1.48, §3.18: by the code on its counters; the worked examples of §1.4, the German Eighth Army and
    the Russian First, among them. All stand in their own country, but for the German Fourth Army in Luxembourg."""
    state = opened()
    labels, area = ARMIES[section][group]
    card = state.card.groups[group]
    printed = {
        state.counter(u).label.replace("Field ART ", "ART").replace("Siege ART ", "SIEGE")
        for u in members_of(state, card)
    }
    assert printed == {*labels.split()}
    places, lattice = state.printed.places.cities, state.board.lattice
    if "+" in area:
        centre, radius = area.split("+")
        hexes = {h for h in lattice.within(centre, int(radius)) if state.board.country[lattice.index[h]] == card.nation}
    else:
        hexes = {area} if area in places else {*area.split()}
    assert {*area_of(state, card)} == {places[h].hex if h in places else h for h in hexes}


def test_nobody_else_sets_up() -> None:
    """§1.3: these are all the groups that there are."""
    state = opened()
    assert {g.id for g in state.card.groups.values() if members_of(state, g)} == {group for _, group in ROWS}
