"""Where two rules of the Near East meet: positions made from sentences of chapters 5 to 17 that two sections have a say
in."""

from __future__ import annotations

import pytest

from rules.great_war.combat.event_chits import is_brusilov, usable
from rules.great_war.combat.headquarters import supporters
from rules.great_war.combat.odds import odds_of_attack
from rules.great_war.position.state import LATER, BattleFrame, State, UnitState
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import ATTACKER_EVENTS, DEFENDER_EVENTS, SUPPORT
from rules.great_war.strategic.surrender_modifiers import modifiers
from rules.kernel.fast_replace import replace
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
