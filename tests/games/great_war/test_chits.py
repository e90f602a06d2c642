"""The event chits of the Great War against the pools that the rulebook lists."""

from __future__ import annotations

from rules.great_war.printed.chits import POOLS, Chit
from rules.great_war.printed.data import FOLDER, Printed
from rules.great_war.printed.nations import ALLIED, CENTRAL, NEUTRAL

CHITS = Printed.read(FOLDER).chits


def pool(side: str, letter: str, scenario: str = "campaign") -> dict[str, int]:
    """What enters a pool, without No Event."""
    entering = CHITS.entering(side, letter, scenario)
    return {CHITS.events[id_].effect: n for id_, n in entering.items() if CHITS.events[id_].kind != "none"}


def of_kind(kind: str, side: str = "") -> list[Chit]:
    """Chits of a kind."""
    return [c for c in CHITS.events.values() if c.kind == kind and side in ("", c.side)]


def test_6_12_no_event() -> None:
    """§6.12, §21.47: two on each side, from the first pool on, and they are the only chits that go back."""
    for side in (ALLIED, CENTRAL):
        nothing = of_kind("none", side)
        assert [(c.pool, c.count, c.after) for c in nothing] == [("C", 2, "pool")]


def test_3_24_the_sample_chit() -> None:
    """§3.24: Jutland is the Central Powers', of pool G, and cannot be delayed."""
    jutland = CHITS.events["jutland"]
    assert (jutland.side, jutland.pool, jutland.mandatory) == (CENTRAL, "G", True)


def test_21_47_the_allied_pool_of_april_1917() -> None:
    """§21.47: nine chits with the two No Events make eleven; each is of pool K."""
    left = {
        "assault-artillery",
        "royal-tank-corps",
        "allied-mustard",
        "mine",
        "convoy",
        "fonck",
        "greek-entry",
        "french-mutiny",
        "the-tiger",
    }
    found = pool(ALLIED, "K")
    assert left <= found.keys()
    assert sum(found[id_] for id_ in left) + 2 == 11


def test_21_48_the_central_pool_of_april_1917() -> None:
    """§21.48: ten chits with the two No Events make twelve; each is of pool K."""
    found = pool(CENTRAL, "K")
    left = {
        "central-romanian-entry": 1,
        "shock-troops": 2,
        "central-mustard": 1,
        "bruchmuller": 1,
        "richthofen": 1,
        "central-air-tactics": 3,
        "rigid-planning": 1,
    }
    assert {id_: found[id_] for id_ in left} == left
    assert sum(left.values()) + 2 == 12


def test_21_27_allied_chits_of_1915() -> None:
    """§21.27: Gallipoli, Italian Entry and one of several bombardments are of pool C."""
    found = pool(ALLIED, "C")
    assert found["gallipoli"] == found["italian-entry"] == 1
    assert found["hurricane-bombardment"] >= 2


def test_21_28_central_chits_of_1915() -> None:
    """§21.28: chlorine, typhus, a U-boat, one of several rigid plans and the Polish division are of pool C."""
    found = pool(CENTRAL, "C")
    for id_ in ("central-chlorine", "serb-typhus", "u-boat", "austrian-polish-division"):
        assert found[id_] == 1
    assert found["rigid-planning"] >= 2


def test_21_32_what_has_happened_by_1916() -> None:
    """§21.32, §21.37, §21.38: pool C holds what January 1916 takes for granted: Bulgaria, Salonika, the aircraft."""
    assert {"salonika", "italian-entry", "gallipoli"} <= pool(ALLIED, "C").keys()
    assert "bulgarian-entry" in pool(CENTRAL, "C")
    for side in (ALLIED, CENTRAL):
        assert any(c.kind == "air" and c.pool == "C" for c in CHITS.events.values() if c.side == side)
    assert [c.effect for c in of_kind("ace", CENTRAL) if c.pool == "C"]


def test_21_47_what_has_happened_by_april_1917() -> None:
    """§21.42, §21.47, §21.51: the United States and Romania are in, the first tanks and all aircraft are there."""
    by_then = pool(ALLIED, "C") | pool(ALLIED, "G") | pool(ALLIED, "K")
    assert {
        "zimmermann-telegram",
        "allied-romanian-entry",
        "brusilov-offensive",
        "experimental-tanks",
        "ball",
    } <= by_then.keys()
    central = pool(CENTRAL, "C") | pool(CENTRAL, "G")
    assert {"czar-takes-command", "boelcke", "immelmann", "turkish-determination", "jutland"} <= central.keys()


def test_21_57_the_turkish_surrender_is_for_1918_alone() -> None:
    """§6.59, §21.57: an Allied chit of pool O in that scenario, and in no other game."""
    assert "turkish-surrender" in pool(ALLIED, "O", "1918")
    assert not any("turkish-surrender" in pool(ALLIED, letter) for letter in POOLS)


def test_5_22_two_u_boats_and_a_convoy() -> None:
    """§5.22, §6.49: two U-boat chits, one to be called off; Convoy ends both."""
    u_boats = [c for c in of_kind("strategic", CENTRAL) if c.effect == "u-boat"]
    assert sorted(c.pool for c in u_boats) == ["C", "K"]
    assert "convoy" in pool(ALLIED, "K")


def test_6_13_three_gases_on_each_side() -> None:
    """§6.13: chlorine, phosgene and mustard, +2 each, out of the game when used."""
    for side in (ALLIED, CENTRAL):
        gases = of_kind("gas", side)
        assert [c.gas for c in gases] == ["chlorine", "phosgene", "mustard"]
        assert {(c.drm, c.after, c.count) for c in gases} == {(2, "out", 1)}


def test_6_54_entries() -> None:
    """§6.54, §20.3: each neutral's entry is mandatory; Romania has one on each side, the Central one late."""
    entries = [c for c in of_kind("entry") if c.nation != "US"]
    assert sorted(c.nation for c in entries) == sorted([*NEUTRAL, "RO"])
    assert all(c.mandatory for c in of_kind("entry"))
    assert "central-romanian-entry" in pool(CENTRAL, "K")


def test_6_14_modifiers() -> None:
    """§6.13 to §6.30: what chits add to a die."""
    stated = {
        "mine": 2, "flame-thrower": 2, "hurricane-bombardment-c": 1, "the-system": 1, "bruchmuller": 1,
        "turkish-determination-c": -1, "kemal": -1, "brusilov-offensive": 3, "conrad-offensive": 2,
    }  # fmt: skip
    assert {id_: CHITS.events[id_].drm for id_ in stated} == stated


def test_15_1_air() -> None:
    """§15.16, §15.17: all fly in the west alone, but for the Italians in Italy, once, and the Germans of the east."""
    flying = [c for kind in ("air", "ace", "tactics") for c in of_kind(kind)]
    elsewhere = {c.id: (c.maps, c.after) for c in flying if c.maps != ("great-war-west",)}
    assert elsewhere == {
        "italian-aircraft": (("great-war-italy",), "out"),
        "east-air": (("great-war-east",), "stays"),
    }
    assert {c.title for c in of_kind("ace")} == {"Ball", "Fonck", "Immelmann", "Boelcke", "Richthofen"}


def test_6_4_units_from_chits() -> None:
    """§6.4, §6.6, §15.31: every unit that the order of appearance leaves to an event has its chit, and only one."""
    printed = Printed.read(FOLDER)
    brought = [unit for chit in of_kind("units") for unit in chit.units]
    assert sorted(brought) == sorted(a.id for a in printed.arrivals.values() if a.turn == "event")


def test_6_12_removal_of_the_indians() -> None:
    """§6.12, §21.34: Allied, mandatory, of pool G, since the 3rd is still there in January 1916."""
    chit = CHITS.events["remove-3in-7in"]
    assert (chit.side, chit.pool, chit.mandatory, chit.units) == (ALLIED, "G", True, ("br-3in", "br-7in"))


def test_20_1_pre_war_events() -> None:
    """§20.2, §20.3: ten a side; those that bar each other say so both ways, Moltke's plan against Allied ones apart."""
    events = CHITS.pre_war.values()
    for side in (ALLIED, CENTRAL):
        assert [e.number for e in events if e.side == side] == list(range(1, 11))
    for event in events:
        for other in event.bars:
            assert event.id in CHITS.pre_war[other].bars, (event.id, other)
            assert CHITS.pre_war[other].side == event.side
        assert all(CHITS.pre_war[other].side != event.side for other in event.cancels)
    assert {e.number for e in events if e.announced} == {2, 3, 4}
    assert {e.side for e in events if e.announced} == {CENTRAL}
