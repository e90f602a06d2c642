"""Where two rules of the Near East meet: positions made from sentences of chapters 5 to 17 that two sections have a say
in."""

from __future__ import annotations

import pytest

from rules.great_war.chits_played.settling import destination
from rules.great_war.combat.declaring import why_not_attack
from rules.great_war.combat.event_chits import is_brusilov, usable
from rules.great_war.combat.headquarters import supporters
from rules.great_war.combat.odds import odds_of_attack
from rules.great_war.movement.rails import why_no_train
from rules.great_war.new_units.orders import entry
from rules.great_war.position.changes import relocate, russians_fought, with_near_east
from rules.great_war.position.state import AVAILABLE, LATER, BattleFrame, PhaseFrame, State, UnitState
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import ALLIED_RAIL, ATTACKER_EVENTS, DEFENDER_EVENTS, SUPPORT
from rules.great_war.strategic.surrender_modifiers import modifiers
from rules.great_war.supply.tracing import FORTRESS, IN, UNSUPPLIED, supply_of
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refused
from tests.games.great_war.combined.kit import before_set_up
from tests.games.great_war.near_east.events_kit import with_chit
from tests.games.great_war.near_east.kit import placed, set_up

ERZURUM, BEFORE_IT, BEHIND_IT, GAZA, BEFORE_GAZA = "NC3835", "NC3836", "NC3834", "NE2913", "NE3013"
NE_FAIR = {"south": "fair", "caucasus": "fair"}


def alone(stacks: dict[str, str], start: State | None = None, **fields: object) -> State:
    """May 1915 with nobody on the map but these units."""
    state = start or set_up()
    units = {u: UnitState(LATER) if state.is_on_map(u) else now for u, now in state.units.items()}
    units |= {u: UnitState(hex_) for hex_, names in stacks.items() for u in names.split()}
    at = {hex_: tuple(names.split()) for hex_, names in stacks.items()}
    return replace(state, **{"units": units, "stacks": at, "groups": {}, "weather": NE_FAIR, **fields})


def attack(
    state: State, side: str, units: str, target: str, stage: str = ATTACKER_EVENTS, **fields: object
) -> BattleFrame:
    """These units attack a hex."""
    attackers = tuple(units.split())
    origins = tuple(sorted({state.units[u].at for u in attackers}))
    return replace(BattleFrame(side, attackers, origins, target, state.stacks.get(target, ()), stage), **fields)


# --- the unit that a fort has of its own (14.11) ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chit", "from_", "attacker", "target", "garrison", "used"),
    [
        ("turkish-determination-c", BEFORE_IT, "ru-4tks", ERZURUM, "", True),
        ("turkish-determination-c", BEFORE_IT, "ru-4tks", ERZURUM, "ge-601bn", True),
        ("turkish-determination-c", BEFORE_IT, "ru-4tks", "NC3735", "ge-601bn", False),
        ("kemal", BEFORE_IT, "ru-4tks", ERZURUM, "", True),
        ("kemal", BEFORE_GAZA, "br-10in", GAZA, "", True),
        ("kemal", "NC3836", "ru-4tks", "NC3735", "ge-601bn", True),
        ("kemal", "NE3910", "br-10in", "NE3911", "tu-1", False),
    ],
)  # fmt: skip
def test_6_18_6_22_14_11_turks_defend_a_fort_that_has_only_its_own_unit(
    chit: str, from_: str, attacker: str, target: str, garrison: str, used: bool
) -> None:
    """§6.18, §6.22, §14.11: it is a Turkish unit in Turkey, with a German battalion or without; the Sinai is Egypt."""
    state = alone({from_: attacker, **({target: garrison} if garrison else {})})
    state = with_chit(state, chit, "central.hand")
    assert (chit in usable(state, attack(state, ALLIED, attacker, target, DEFENDER_EVENTS), CENTRAL)) == used


@pytest.mark.parametrize(
    ("garrison", "led"), [("", True), ("tu-1", True), ("ge-601bn", False), ("tu-1 ge-601bn", False)]
)
def test_6_28_14_11_brusilov_commands_against_a_turkish_fort_with_or_without_a_garrison(
    garrison: str, led: bool
) -> None:
    """§6.28: against all but Germans, whoever else is there."""
    state = alone({BEFORE_IT: "ru-4tks ru-hq-cau", **({ERZURUM: garrison} if garrison else {})},
                  before_set_up("combined-1916"), turn=17)  # fmt: skip
    frame = attack(state, ALLIED, "ru-4tks", ERZURUM, support={ALLIED: "ru-hq-cau"})
    assert is_brusilov(with_chit(state, "brusilov-offensive", "allied.play"), frame) == led


def test_10_46_10_64_a_headquarters_supports_no_fort_that_has_only_its_own_unit() -> None:
    """§10.46 asks for a combat unit of its nation, and §10.64 tells a fort from the combat units in it."""
    for garrison, support in (("", ()), ("tu-1", ("tu-hq-yag",))):
        state = alone({BEFORE_IT: "ru-4tks", BEHIND_IT: "tu-hq-yag", **({ERZURUM: garrison} if garrison else {})})
        assert supporters(state, attack(state, ALLIED, "ru-4tks", ERZURUM, SUPPORT), CENTRAL) == support


# --- peoples (3.26) ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "suffers"),
    [("br-10in", True), ("br-icbd", True), ("br-spr", False), ("br-10in br-spr", True), ("fr-dfps", False),
     ("ab-army", False), ("fr-dfps br-10in", True)],
)  # fmt: skip
def test_6_64_3_26_british_attacks_suffer_and_those_of_persians_french_and_arabs_do_not(
    units: str, suffers: bool
) -> None:
    """§6.64: attacks in which British take part."""
    start = set_up()
    lasting = replace(start.chit_state, lasting={"kaiserschlacht-near-east": start.turn})
    state = alone({"NI2445": units, "NI2344": "tu-1"}, chit_state=lasting)
    odds = odds_of_attack(state, ALLIED, units.split(), "NI2344", ("tu-1",), {})
    assert ("6.64" in {section for _, section, _ in odds.drms}) == suffers


# --- the Arabs (11.33) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("unit", "counts"), [("ab-army", True), ("br-10in", False)])
def test_5_62_11_33_a_town_that_arabs_hold_is_in_supply(unit: str, counts: bool) -> None:
    """§5.62: Damascus counts with them in it, who are always in supply, and not with British who are cut off."""
    found = {text for text, _, _ in modifiers(placed(set_up(), {"NE1728": unit}))}
    assert ("The Allies hold Damascus in supply" in found) == counts


# --- headquarters (10.46), cavalry (15.54) and Kut (14.2) -------------------------------------------------------------


@pytest.mark.parametrize(
    ("fighters", "hq", "support"),
    [("tu-1", "tu-hq-yag", True), ("tu-cav-1bd", "tu-hq-yag", False), ("tu-cav-1bd tu-1", "tu-hq-yag", True),
     ("ge-601bn", "tu-hq-yag", False), ("ge-601bn tu-1", "tu-hq-yag", True)],
)  # fmt: skip
def test_10_46_15_54_the_army_group_supports_turks_that_are_no_cavalry_alone(
    fighters: str, hq: str, support: bool
) -> None:
    """§10.46, §15.54: German battalions fight beside Turks (§7.24), and are none."""
    state = alone({"NE2616": f"{fighters} {hq}", "NE2716": "br-10in"})
    assert supporters(state, attack(state, ALLIED, "br-10in", "NE2616", SUPPORT), CENTRAL) == ((hq,) if support else ())


@pytest.mark.parametrize(("hq", "support"), [("br-hq-20crp", True), ("br-hq-mtdcrp", False)])
def test_10_46_15_54_british_cavalry_alone_is_supported_there(hq: str, support: bool) -> None:
    """§15.54 does not bind it in the Near East; the Desert Mounted Corps has no guns (§15.62)."""
    state = alone({"NE3910": f"br-7ybd {hq}", "NE3911": "tu-1"})
    assert bool(supporters(state, attack(state, ALLIED, "br-7ybd", "NE3911", SUPPORT), ALLIED)) == support


@pytest.mark.parametrize(
    ("side", "units", "target", "support"),
    [(ALLIED, "br-14in", "NI1944", False), (CENTRAL, "tu-1", "NI1845", True), (CENTRAL, "tu-1", "NI1945", True)],
)
def test_14_23_11_51_a_headquarters_in_besieged_kut_supports_in_defence_alone(
    side: str, units: str, target: str, support: bool
) -> None:
    """§14.23, §11.51: it is on Fortress Supply, which counts for defence: of Kut, and of a hex beside it."""
    state = alone({"NI1845": "br-13in br-hq-13crp", "NI1945": "br-14in", "NI1944": "tu-1"})
    state = with_near_east(state, kut=True)
    assert supply_of(state, "br-hq-13crp") == FORTRESS
    assert bool(supporters(state, attack(state, side, units, target, SUPPORT), ALLIED)) == support


# --- coasts (11.45) and peoples (15.81, 11.33) ------------------------------------------------------------------------

TURKS = ("tu-1", "tu-2", "tu-4", "tu-6", "tu-8", "tu-10")
RUSSIANS = ("ru-4tks", "ru-5tks", "ru-20", "ru-39", "ru-66", "ru-4cau")


@pytest.mark.parametrize(
    ("hex_", "unit", "fed"),
    [
        ("NC4335", "ru-1cau", True), ("NC4335", "ru-arm-1", True), ("NC4637", "tu-51", True),
        ("NC4637", "ge-601bn", False), ("NC3351", "ru-1cau", True), ("NC3351", "tu-51", False),
        ("NC2751", "ru-pc", True), ("NC3043", "ru-pc", False),
    ],
)  # fmt: skip
def test_11_45_15_81_who_lives_on_a_coast_of_the_caucasus(hex_: str, unit: str, fed: bool) -> None:
    """§11.45, §11.33: Russians on both seas, Armenians and Persian Cossacks too; Turks on the Black Sea, and no others
    of their side. All land round them is the enemy's."""
    state = set_up()
    board = state.printed.board
    enemies = TURKS if state.side(unit) == ALLIED else RUSSIANS
    around = [board.ids[n] for n in board.lines[board.index[hex_]]]
    state = alone({hex_: unit, **dict(zip(around, enemies, strict=False))})
    assert supply_of(state, unit) == (IN if fed else UNSUPPLIED)


@pytest.mark.parametrize(
    ("start", "unit", "rides"),
    [
        ("NC4243", "ru-4tks", True),
        ("NC4243", "ru-arm-1", True),
        ("NC4243", "ru-hq-cau", True),
        ("NC3045", "ru-pc", False),
        ("NC3045", "ru-4tks", False),
    ],
)
def test_9_22_15_81_armenians_ride_russian_trains(start: str, unit: str, rides: bool) -> None:
    """§9.22: in Russia alone, so that no Persian does; a headquarters counts as the two that may go (§9.34)."""
    state = alone({start: unit}, cursor=(PhaseFrame(ALLIED_RAIL),))
    assert (why_no_train(state, unit) is None) == rides


@pytest.mark.parametrize(
    ("attacker", "defender", "hexes", "counted"),
    [
        ("ru-arm-1", "tu-1", ("NC3836", "NC3735"), (True, False)),
        ("ru-pc", "tu-1", ("NC3043", "NC3042"), (False, False)),
        ("tu-1", "ru-arm-1", ("NC3841", "NC3842"), (False, True)),
        ("tu-1", "ru-4tks", ("NC3735", "NC3836"), (False, False)),
        ("tu-1", "ru-pc", ("NC3042", "NC3043"), (False, False)),
        ("tu-1", "ru-4tks", ("NI2337", "NI2436"), (False, False)),
    ],
)
def test_5_44_15_81_attacks_of_armenians_count_and_those_of_persians_do_not(
    attacker: str, defender: str, hexes: tuple[str, str], counted: tuple[bool, bool]
) -> None:
    """§5.44: Armenians are Russians; attacks on Russians count in Russia alone, not in Turkey or Persia."""
    state = alone({hexes[0]: attacker, hexes[1]: defender})
    after = russians_fought(state, [attacker], [defender]).strategic_state
    assert (bool(after.attacking), bool(after.attacked)) == counted


@pytest.mark.parametrize(
    ("attacker", "defender", "section"),
    [
        ("tu-1", "ru-20", ""),
        ("tu-cav-1bd", "ru-cav-tcc", ""),
        ("ge-601bn", "ru-20", "5.46"),
        ("ge-601bn", "ru-arm-1", "5.46"),
        ("ru-arm-1", "tu-1", "5.46"),
    ],
)
def test_5_46_15_81_after_the_treaty_turks_alone_attack_russians_and_armenians(
    attacker: str, defender: str, section: str
) -> None:
    """§5.46: no German battalion does, though it fights beside Turks, and no Armenian attacks."""
    state = alone({"NC4040": attacker, "NC4140": defender})
    made = {"czar": "L", "bolsheviks": "M", "treaty": "N", "collapsed": ("RU",)}
    state = replace(state, strategic_state=replace(state.strategic_state, **made))
    refusal = why_not_attack(state, attacker, "NC4140")
    assert (refusal.section if refusal else "") == section


# --- where units come in (13.2) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "hex_", "rebuilt", "comes"),
    [
        ("tu-51", "NC3835", False, True), ("tu-51", "NC3931", False, False), ("tu-51", "NC4028", False, True),
        ("tu-51", "NI1540", False, False), ("tu-51", "NI1540", True, True), ("tu-53", "NE2416", True, False),
        ("tu-53", "NE1731", False, True), ("tu-45", "NC2737", False, False), ("ge-601bn", "NE2416", False, False),
        ("ge-601bn", "NC3835", False, True), ("tu-hq-yag", "NI1540", False, True), ("br-spr", "NI2552", False, True),
        ("br-spr", "NI2436", False, False), ("ru-pc", "NC4243", False, False), ("ru-1cau", "NC3842", False, False),
    ],
)  # fmt: skip
def test_13_29_13_28_cities_edges_and_regions(unit: str, hex_: str, rebuilt: bool, comes: bool) -> None:
    """§13.28, §13.29: cities and sources of the region, of any once a unit has been destroyed; no city of Syria but
    Damascus, no town but for Persians, and not Hamadan (§17.4)."""
    state = relocate(set_up(), [unit], AVAILABLE)
    if rebuilt:
        state = with_near_east(state, returned=state.returned | {unit})
    side = "allied" if state.side(unit) == ALLIED else "central"
    state = replace(state, cursor=(PhaseFrame(f"{side}.new-units"),))
    if comes:
        assert entry(state, [unit], hex_).hex == hex_
    else:
        with pytest.raises(Refused):
            entry(state, [unit], hex_)


# --- the other side's pool (6.14) -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chit", "by", "place"),
    [
        ("kaiserschlacht-near-east", ALLIED, "play"), ("arab-northern-army", CENTRAL, "play"),
        ("libyan-revolt", ALLIED, "out"), ("tenth-new-army", CENTRAL, "out"), ("near-east-aircraft-k", CENTRAL, "out"),
        ("near-east-aircraft-k", ALLIED, "play"), ("maude", CENTRAL, "out"), ("maude", ALLIED, "hand"),
    ],
)  # fmt: skip
def test_6_14_6_12_what_the_other_side_draws_is_played_if_it_must_be_and_is_lost_if_not(
    chit: str, by: str, place: str
) -> None:
    """§6.14: aircraft and the 10th New Army are no mandatory events, and leave the game with the others."""
    state = set_up()
    assert destination(state, state.printed.chits.events[chit], by) == (place, False)
