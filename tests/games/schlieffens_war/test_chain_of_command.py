"""§6.7 Command."""

from __future__ import annotations

import pytest

from rules.schlieffens_war.combat.column_shifts import attack_factor, defence_factor
from rules.schlieffens_war.command import command_radius, commanded_hexes, in_command
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import (
    Steady,
    board,
    denied,
    field,
    loaded,
    morale,
    options,
    order,
    plain,
    position,
)

MEADOW = plain(range(10, 17), "G. G. G. G. G. F. F. F. F. F.")


def commanded(state: State, nation: str) -> set[str]:
    """The numbers of the hexes in which units of a nation are in command."""
    return {state.printed.board.lattice.ids[i] for i in commanded_hexes(state, nation)}


def test_the_radius_is_the_factor_of_the_hq(lay: Lay) -> None:
    """§6.7: within three hexes of a German HQ and two of a French one units are in command, and not beyond."""
    lay(field(MEADOW))
    state = position("german.movement", {"1302": "ge-hq-1", "1309": "fr-hq-1"})
    assert (command_radius(state, "ge-hq-1"), command_radius(state, "fr-hq-1")) == (3, 2)
    assert commanded(state, "GE") == board().lattice.within("1302", 3)
    assert commanded(state, "FR") == board().lattice.within("1309", 2)


def test_a_unit_at_the_rim_is_in_command(lay: Lay) -> None:
    """§6.7: the radius includes its last hex, and the HQ commands itself."""
    lay(field(MEADOW))
    state = position("german.movement", {"1302": "ge-hq-1", "1305": "ge-ii", "1306": "ge-iii"})
    assert in_command(state, "ge-ii")
    assert in_command(state, "ge-hq-1")
    assert not in_command(state, "ge-iii")


def test_an_hq_out_of_supply_reaches_half_as_far(lay: Lay) -> None:
    """§2.7: its reverse side has half the factor, rounded up, in fight and in command (ruling)."""
    lay(field(MEADOW))
    state = position("german.movement", {"1302": "ge-hq-1", "1309": "fr-hq-1"}, out=["ge-hq-1", "fr-hq-1"])
    assert commanded(state, "GE") == board().lattice.within("1302", 2)
    assert commanded(state, "FR") == board().lattice.within("1309", 1)
    assert (attack_factor(state, "ge-hq-1"), defence_factor(state, "ge-hq-1")) == (2, 2)


def test_a_besieged_hq_keeps_its_radius(lay: Lay) -> None:
    """§2.7: supply by a fortress is not the lack of supply that the reverse side stands for (ruling)."""
    lay(field("10 G. F. Fh F.\n11 G. F. F. F."))
    state = position("entente.movement", {"1003": "fr-hq-1"}, fortress=["fr-hq-1"])
    assert command_radius(state, "fr-hq-1") == 2


def test_terrain_has_no_effect(lay: Lay) -> None:
    """§6.7: rough ground, rivers, marshes, sea and neutral land shorten no radius."""
    text = "10 G. Gr Gm N. Gf G.\n11 G. Gr Gm ~. Gf G.\n12 G. Gr Gm N. Gf G."
    lay(field(text, rivers=[("1101", "1102"), ("1001", "1101")]))
    state = position("german.movement", {"1102": "ge-hq-1", "1105": "ge-ii"})
    assert in_command(state, "ge-ii")


def test_armies_do_not_matter_after_the_set_up(lay: Lay) -> None:
    """§6.7: any HQ of the nation commands any of its units."""
    lay(field(MEADOW))
    state = position("german.movement", {"1302": "ge-hq-7", "1304": "ge-ii", "1309": "fr-hq-2", "1308": "fr-1"})
    assert in_command(state, "ge-ii")
    assert in_command(state, "fr-1")


@pytest.mark.parametrize(
    ("unit", "hq"), [("fr-1", "br-hq"), ("br-i", "fr-hq-1"), ("be-1", "fr-hq-1"), ("fr-1", "be-hq")]
)
def test_nations_of_the_entente_have_their_own_command(lay: Lay, unit: str, hq: str) -> None:
    """§6.7: an Entente unit needs an HQ of its own nationality."""
    lay(field(plain(range(10, 13), "G. B. B. B. F. F.")))
    state = position("entente.movement", {"1104": hq, "1105": unit}, turn=4)
    assert not in_command(state, unit)


def test_units_in_a_supplied_german_city_are_in_command(lay: Lay) -> None:
    """§6.7: a German city that is joined to the east side by rail, as a depot must be, commands those inside it."""
    lay(field("10 G. G. Gc G. F.\n11 G. Gc G. G. F.", rails=[("1001", "1002", "1003")]))
    state = position("german.movement", {"1003": "ge-ii", "1002": "ge-iii", "1102": "ge-vi"})
    assert in_command(state, "ge-ii")
    assert not in_command(state, "ge-iii")
    assert not in_command(state, "ge-vi")
    cut = position("german.movement", {"1003": "ge-ii", "1002": "fr-1"})
    assert not in_command(cut, "ge-ii")


def test_french_cities_command_nobody(lay: Lay) -> None:
    """§6.7: the exception is for Germans in German cities."""
    lay(field("10 G. G. Fc F. F.\n11 G. G. F. F. F.", rails=[("1001", "1002", "1003", "1004", "1005")]))
    assert not in_command(position("entente.movement", {"1003": "fr-1"}), "fr-1")
    assert not in_command(position("german.movement", {"1003": "ge-ii"}), "ge-ii")


def test_command_does_not_run_through_enemies(lay: Lay) -> None:
    """§6.7: the line is traced around enemy units, so it grows longer (ruling)."""
    lay(field("10 F. F. F. F. F.\n11 F. F. F. F. F.\n12 F. F. F. F. F."))
    place = {"1101": "fr-hq-1", "1103": "fr-1", "1003": "fr-2"}
    assert in_command(position("entente.movement", place), "fr-1")
    cut = position("entente.movement", place | {"1102": "ge-hq-1"})
    assert not in_command(cut, "fr-1")
    assert not in_command(cut, "fr-2")
    assert in_command(position("entente.movement", place | {"1102": "ge-hq-1", "1002": "fr-2"}), "fr-2")


# --- what command is for ------------------------------------------------------------------------------------------


def test_command_is_needed_to_regroup(lay: Lay) -> None:
    """§6.7: only units in command take fatigue off or recover steps."""
    lay(field(MEADOW, rails=[("1301", "1302")]))
    state = position(
        "german.regroup", {"1302": "ge-hq-1", "1303": "ge-ii", "1306": "ge-iii"}, fatigued=["ge-ii", "ge-iii"]
    )
    assert options(state, GERMAN, "remove_fatigue")["of"] == ["ge-ii"]
    denied(state, GERMAN, "out-of-command", "9.5", "remove_fatigue", units=["ge-iii"])
    assert morale(order(state, GERMAN, "remove_fatigue", Steady(6), units=["ge-ii"]), "ge-ii") == 0


def test_command_is_needed_for_a_forced_march(lay: Lay) -> None:
    """§6.7: out of command a unit has no more than its MA."""
    lay(field(MEADOW))
    path = ["1103", "1203", "1303", "1403", "1503"]
    state = position("german.movement", {"1003": "ge-ii", "1001": "ge-hq-1"})
    assert order(state, GERMAN, "move", loaded(6), units=["ge-ii"], path=path, forced=True).units["ge-ii"].marched
    state = position("german.movement", {"1003": "ge-ii"})
    denied(state, GERMAN, "out-of-command", "6.7", "move", units=["ge-ii"], path=path, forced=True)


def test_command_is_needed_to_join_an_attack_from_another_hex(lay: Lay) -> None:
    """§6.7: only units in command attack together with units of other hexes; alone in their hex they still may."""
    lay(field(MEADOW))
    place = {"1304": "ge-ii", "1204": "ge-iii", "1305": "fr-1"}
    state = position("german.combat", place | {"1001": "ge-hq-1"})
    denied(state, GERMAN, "out-of-command", "11.4", "attack", units=["ge-ii", "ge-iii"], target="1305")
    for hq in ("1202", "1203"):
        led = position("german.combat", place | {hq: "ge-hq-1"})
        plan = GAME.consult(led, GERMAN, {"kind": "attack", "units": ["ge-ii", "ge-iii"], "target": "1305"})
        assert isinstance(plan, dict)
        assert plan["legal"]
    plan = GAME.consult(state, GERMAN, {"kind": "attack", "units": ["ge-ii"], "target": "1305"})
    assert isinstance(plan, dict)
    assert plan["legal"]


def test_one_unit_out_of_command_spoils_the_joint_attack(lay: Lay) -> None:
    """§6.7: all units of the attack must be in command, each of an HQ of its own nation."""
    lay(field(plain(range(10, 14), "G. G. F. F. F. F.")))
    state = position("entente.combat", {"1103": "fr-1", "1003": "br-i", "1102": "ge-ii", "1105": "fr-hq-1"}, turn=4)
    denied(state, ENTENTE, "not-adjacent", "11.0", "attack", units=["fr-1", "br-i"], target="1102")
    state = position("entente.combat", {"1103": "fr-1", "1003": "br-i", "1002": "ge-ii", "1105": "fr-hq-1"}, turn=4)
    denied(state, ENTENTE, "out-of-command", "11.4", "attack", units=["fr-1", "br-i"], target="1002")
