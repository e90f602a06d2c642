"""§9.0, §13.2: by which section trains, ships and new units of the Near East are refused, and in which words."""

from __future__ import annotations

import pytest

from rules.great_war.position.changes import relocate
from rules.great_war.position.state import AVAILABLE, PhaseFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import ALLIED_RAIL, ARRIVALS
from rules.kernel.fast_replace import replace
from tests.games.great_war.combined.kit import done, refusal, until
from tests.games.great_war.kit import refused
from tests.games.great_war.near_east.events_kit import with_chit
from tests.games.great_war.near_east.kit import placed, set_up

BASRA, ABADAN, KURNA, ISMAILIA, JAFFA = "NI2252", "NI2552", "NI2150", "NE4209", "NE2718"
TIFLIS, TABRIZ, TREBIZOND, POTI = "NC4243", "NC3045", "NC4332", "NC4637"
KIEV = "E4129"


def in_transport(stacks: dict[str, str], *, maude: bool = True) -> State:
    """The Allied strategic movement of May 1915, with Maude in play or not."""
    state = placed(replace(set_up(), cursor=(PhaseFrame(ALLIED_RAIL),)), stacks)
    return with_chit(state, "maude", "allied.play") if maude else state


@pytest.mark.parametrize(
    ("start", "unit", "to", "section", "words"),
    [
        ("NI1845", "br-33inbd", "NI1643", "9.23", "only south of column 44"),
        (KURNA, "br-33inbd", "NI2549", "9.23", "in Persia only to Abadan"),
        ("NI2549", "br-33inbd", BASRA, "9.23", "in Persia only to Abadan"),
        (ISMAILIA, "br-10in", JAFFA, "9.31", "does not control"),
        (JAFFA, "br-10in", ISMAILIA, "9.23", "only within Egypt"),
        (ISMAILIA, "br-10in", BASRA, "9.23", "do not run between"),
        (TABRIZ, "ru-66", TIFLIS, "9.22", "only within Russia"),
        (TIFLIS, "ru-66", TABRIZ, "9.22", "only within Russia"),
    ],
)
def test_9_2_where_allied_trains_run(start: str, unit: str, to: str, section: str, words: str) -> None:
    """§9.22, §9.23, §9.31: each front has a rule of its own."""
    state = in_transport({"NI1643": "br-30inbd", "NE2913": "br-11in", start: unit})
    no = refused(state, ALLIED, "rail", units=[unit], to=to)
    assert no.section == section
    assert words in no.text


def test_6_33_who_rides_in_iraq() -> None:
    """§6.33: nobody before Maude, and then the British alone, not the Russian expedition."""
    no = refused(in_transport({KURNA: "br-33inbd"}, maude=False), ALLIED, "rail", units=["br-33inbd"], to=BASRA)
    assert (no.section, no.text) == (
        "6.33", "Allied units cannot move by rail in Iraq before the Maude event is played.",
    )  # fmt: skip
    russians = placed(in_transport({}), {KURNA: "br-33inbd", "NI2050": "br-hq-13crp"})
    russians = relocate(russians, ["ru-66"], "NC3653")
    out = replace(russians, near_east=replace(russians.near_east, expedition="out"))
    no = refused(relocate(out, ["ru-66"], "NI2436"), ALLIED, "rail", units=["ru-66"], to=BASRA)
    assert (no.section, no.text) == ("6.33", "Of the Allies only British units move by rail in Iraq.")


@pytest.mark.parametrize(
    ("unit", "to", "section", "words"),
    [
        ("br-10in", JAFFA, "9.51", "does not control that port"),
        ("br-10in", TREBIZOND, "9.54", "except for Russian landings"),
        ("br-10in", "NE4409", "9.53", "no port"),
        ("br-10in", "NE4313", "9.51", "already there"),
    ],
)
def test_9_5_where_no_ship_sails(unit: str, to: str, section: str, words: str) -> None:
    """§9.51, §9.53, §9.54: an enemy port, the Caucasus, a hex inland, and the port itself."""
    no = refused(in_transport({"NE4313": unit}), ALLIED, "sail", units=[unit], to=to)
    assert no.section == section
    assert words in no.text


@pytest.mark.parametrize("order", ["rail", "sail"])
def test_14_23_besieged_kut_is_named(order: str) -> None:
    """§14.23: units in it do not leave, by whatever way, though they have a line."""
    state = in_transport({"NI1845": "br-33inbd", "NI1744": "tu-36"})
    no = refused(state, ALLIED, order, units=["br-33inbd"], to=BASRA)
    assert (no.code, no.section) == ("besieged", "14.23")


def test_11_11_fortress_supply_is_named() -> None:
    """§11.11: units that live on a fort's stores do not ride; they are not out of supply."""
    state, kars = in_transport({"NC4039": "ru-66"}), "NC4039"
    around = [h for h in state.printed.board.lattice.around(kars) if h not in state.stacks]
    turks = [u for u in state.units if u.startswith("tu-") and state.units[u].at.startswith("NC")]
    state = placed(state, dict(zip(around, turks, strict=False)))
    no = refused(state, ALLIED, "rail", units=["ru-66"], to=TIFLIS)
    assert (no.code, no.section) == ("unsupplied", "11.11")
    assert "Fortress Supply" in no.text


@pytest.mark.parametrize(
    ("side", "unit", "hex_", "section"),
    [
        (ALLIED, "br-12inbd", KURNA, "13.28"), (ALLIED, "ru-66", TABRIZ, "13.11"),
        (CENTRAL, "tu-44", "NE2416", "13.29"), (CENTRAL, "ge-601bn", "NE2711", "13.29"),
    ],
)  # fmt: skip
def test_13_28_13_29_where_new_units_come_in(side: str, unit: str, hex_: str, section: str) -> None:
    """§13.28, §13.29: the rule of the Near East is named, and of Russians that of all nations."""
    key = next(k for k in ARRIVALS if k.startswith(side))
    state = relocate(replace(set_up(), cursor=(PhaseFrame(key),)), [unit], AVAILABLE)
    no = refused(state, side, "place", units=[unit], hex=hex_)
    assert (no.code, no.section) == ("no-way-in", section)


def test_9_24_from_map_to_map() -> None:
    """§9.13, §9.24, §9.22: Russians go by the transfer box, Central Powers by that of transit; others not by rail."""
    state = until("combined-1915", "allied.rail")
    state = relocate(relocate(state, ["ru-66"], TIFLIS), ["ru-25"], KIEV)
    for unit, to in (("ru-25", TIFLIS), ("ru-66", KIEV)):
        no = refusal(state, ALLIED, {"kind": "rail", "units": [unit], "to": to})
        assert (no.code, no.section) == ("by-transfer", "9.24")
    serbs = relocate(state, ["se-1don"], "E1614")
    no = refusal(serbs, ALLIED, {"kind": "rail", "units": ["se-1don"], "to": KIEV})
    assert (no.section, "only in Russia" in no.text) == ("9.22", True)
    central = done(state, ALLIED, {"kind": "end_phase"})
    while central.phase.key != "central.rail":
        central = done(central, GAME_SIDE[central.phase.key], {"kind": "end_phase"})
    no = refusal(relocate(central, ["ge-4"], "E5102"), CENTRAL, {"kind": "rail", "units": ["ge-4"], "to": "NC3331"})
    assert no.section in ("9.13", "17.31")


GAME_SIDE = {"raid": ALLIED, "capture": CENTRAL}
