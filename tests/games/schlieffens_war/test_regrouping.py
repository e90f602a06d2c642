"""§9.5: regrouping: who may, the three kinds of action in their order, and where units return."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import pytest

from rules.kernel.players import SeatClient
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import State
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import (
    at,
    denied,
    field,
    loaded,
    morale,
    offer,
    options,
    order,
    position,
    seeded,
    steps,
)

PLAIN = """
10  F. F. F. F. F. F. F. F.
11  F. F. F. F. F. F. F. F.
12  F. F. F. F. F. F. F. F.
"""


def choices(state: State, seat: str, unit: str) -> list[str]:
    """Where the offer lets an eliminated unit return."""
    if unit not in options(state, seat, "return")["of"]:
        return []
    return [*options(state, seat, "return", "hex", unit=unit)["of"]]


def why_not(state: State, seat: str, unit: str) -> tuple[str, str] | None:
    """The reason that is shown for a unit that cannot regroup."""
    found = cast(dict[str, dict[str, str]], GAME.legal(state, seat)["why_not"]).get(unit)
    return None if found is None else (found["code"], found["section"])


# --- who may regroup ----------------------------------------------------------------------------------------------


def test_units_in_supply_in_command_and_out_of_enemy_zones_regroup(lay: Lay) -> None:
    """§9.5: all three conditions are met."""
    lay(field(PLAIN))
    state = position("german.regroup", {"1002": "ge-hq-1", "1005": "ge-ii"}, fatigued=["ge-ii"])
    assert morale(order(state, "german", "remove_fatigue", units=["ge-ii"]), "ge-ii") == 0


@pytest.mark.parametrize(
    ("stacks", "changes", "code"),
    [
        ({"1002": "ge-hq-1", "1006": "ge-ii"}, {}, "out-of-command"),
        ({"1002": "fr-hq-1", "1003": "ge-ii"}, {}, "out-of-command"),
        ({"1002": "ge-hq-1", "1003": "ge-ii"}, {"out": ["ge-ii"]}, "out-of-supply"),
        ({"1002": "ge-hq-1", "1003": "ge-ii"}, {"fortress": ["ge-ii"]}, "out-of-supply"),
        ({"1002": "ge-hq-1", "1003": "ge-ii", "1004": "fr-1"}, {}, "in-ezoc"),
        ({"1002": "ge-hq-1", "1003": "ge-ii ge-iii ge-iv", "1004": "fr-1"}, {}, "in-ezoc"),
    ],
)
def test_others_do_not_regroup(lay: Lay, stacks: Mapping[str, str], changes: dict[str, object], code: str) -> None:
    """§9.5: out of command, without regular supply or in an enemy zone (friends do not negate it) nothing is mended."""
    lay(field(PLAIN))
    tired = position("german.regroup", stacks, fatigued=["ge-ii"], **changes)  # type: ignore[arg-type]
    denied(tired, "german", code, "9.5", "remove_fatigue", units=["ge-ii"])
    assert why_not(tired, "german", "ge-ii") == (code, "9.5")
    worn = position("german.regroup", stacks, reduced=["ge-ii"], **changes)  # type: ignore[arg-type]
    denied(worn, "german", code, "9.5", "restore", units=["ge-ii"])
    assert why_not(worn, "german", "ge-ii") == (code, "9.5")


def test_the_reason_shown_is_the_one_to_mend_first(lay: Lay) -> None:
    """§9.5: a tired and worn corps out of supply is told of its supply, not that it must rest before it recovers."""
    lay(field(PLAIN))
    state = position("german.regroup", {"1002": "ge-hq-1 ge-ii"}, fatigued=["ge-ii"], reduced=["ge-ii"], out=["ge-ii"])
    assert why_not(state, "german", "ge-ii") == ("out-of-supply", "9.5")


def test_one_unfit_unit_spoils_the_command(lay: Lay) -> None:
    """§9.5: nothing happens to the others when one of the units may not regroup."""
    lay(field(PLAIN))
    state = position("german.regroup", {"1002": "ge-hq-1 ge-iii", "1007": "ge-ii"}, fatigued=["ge-ii", "ge-iii"])
    denied(state, "german", "out-of-command", "9.5", "remove_fatigue", units=["ge-iii", "ge-ii"])


def test_nobody_regroups_on_turn_1(lay: Lay) -> None:
    """§9.5: regrouping begins on turn 2; on turn 1 the phase is passed over."""
    lay(field(PLAIN))
    for turn, following in ((1, "entente.movement"), (2, "entente.regroup")):
        state = position("german.combat", {"1002": "fr-hq-1 fr-1"}, turn=turn, fatigued=["fr-1"])
        assert order(state, "german", "end_phase", loaded()).phase.key == following


# --- first and second action --------------------------------------------------------------------------------------


def test_only_the_fatigued_lose_fatigue(lay: Lay) -> None:
    """§9.5: a corps of normal morale gains nothing by regrouping."""
    lay(field(PLAIN))
    state = position("german.regroup", {"1002": "ge-hq-1 ge-ii ge-iii"}, fatigued=["ge-iii"])
    denied(state, "german", "not-fatigued", "9.5", "remove_fatigue", units=["ge-ii"])
    denied(state, "german", "not-fatigued", "9.5", "remove_fatigue", units=["ge-hq-1"])


@pytest.mark.parametrize("elan", [[], ["ge-ii"]])
def test_a_restored_corps_is_whole_and_fatigued(lay: Lay, elan: list[str]) -> None:
    """§9.5: it returns to full strength and bears a fatigue marker, even if it had élan (a ruling)."""
    lay(field(PLAIN))
    state = position("german.regroup", {"1002": "ge-hq-1 ge-ii"}, reduced=["ge-ii"], elan=elan)
    state = order(state, "german", "restore", units=["ge-ii"])
    assert (steps(state, "ge-ii"), morale(state, "ge-ii")) == (2, -1)


def test_only_reduced_corps_are_restored(lay: Lay) -> None:
    """§9.5, §2.8: neither whole corps nor forts, whose losses stay."""
    lay(field(PLAIN))
    stacks = {"1002": "ge-hq-1 ge-ii ge-fort-metz ge-iii"}
    state = position("german.regroup", stacks, reduced=["ge-fort-metz", "ge-iii"])
    for unit in ("ge-ii", "ge-fort-metz", "ge-hq-1"):
        denied(state, "german", "not-reduced", "9.5", "restore", units=[unit])


def test_the_kinds_of_action_go_in_order(lay: Lay) -> None:
    """§9.5: who goes on to the next kind cannot come back to an earlier one."""
    lay(field(PLAIN.replace("10  F.", "10  Gc", 1), rails=[("1001", "1101")]))
    state = position(
        "german.regroup", {"1002": "ge-hq-1 ge-ii ge-iii"}, fatigued=["ge-ii"], reduced=["ge-iii"], eliminated=["ge-iv"]
    )
    restored = order(state, "german", "restore", units=["ge-iii"])
    denied(restored, "german", "too-late", "9.5", "remove_fatigue", units=["ge-ii"])
    assert offer(restored, "german", "remove_fatigue") is None

    returned = order(state, "german", "return", unit="ge-iv", hex="1001")
    assert [o["kind"] for o in GAME.legal(returned, "german")["offers"]] == ["end_phase"]  # type: ignore[index,union-attr,call-overload]

    state = position("german.regroup", {"1002": "ge-hq-1 ge-iii"}, reduced=["ge-iii"], eliminated=["ge-iv", "ge-ix"])
    returned = order(state, "german", "return", unit="ge-iv", hex="1001")
    denied(returned, "german", "too-late", "9.5", "restore", units=["ge-iii"])
    assert offer(returned, "german", "restore") is None
    assert at(order(returned, "german", "return", unit="ge-ix", hex="1001"), "ge-ix") == "1001"


def test_reasons_are_shown_for_the_kinds_of_action_that_are_left(lay: Lay) -> None:
    """§9.5: once a corps has been restored nobody rests any more, and a worn corps is still told why it stays so."""
    lay(field(PLAIN))
    worn = ["ge-iii", "ge-iv"]
    state = position(
        "german.regroup", {"1002": "ge-hq-1 ge-iii", "1006": "ge-iv ge-ii"}, reduced=worn, fatigued=["ge-ii"]
    )
    assert why_not(state, "german", "ge-ii") == ("out-of-command", "9.5")
    state = order(state, "german", "restore", units=["ge-iii"])
    assert why_not(state, "german", "ge-ii") is None, "it can no longer rest"
    assert why_not(state, "german", "ge-iv") == ("out-of-command", "9.5")


def test_9_0_the_enemy_is_not_told_how_far_regrouping_is(lay: Lay) -> None:
    """§6.6, §9.0: that the Germans go on to restore says that someone was reduced. It is told when all is done."""
    lay(field(PLAIN))
    state = position("german.regroup", {"1002": "ge-hq-1 ge-ii ge-iii", "1007": "fr-1"}, reduced=["ge-iii"])
    after = order(state, "german", "restore", units=["ge-iii"])
    assert GAME.view(after, "entente")["noted"] == GAME.view(state, "entente")["noted"]
    assert GAME.view(after, "german")["noted"] != GAME.view(state, "german")["noted"], "its own side knows"


def test_several_commands_of_one_kind_may_follow_each_other(lay: Lay) -> None:
    """§9.5: units of one kind of action need not be named all at once."""
    lay(field(PLAIN))
    state = position("german.regroup", {"1002": "ge-hq-1 ge-ii ge-iii ge-iv"}, fatigued=["ge-ii", "ge-iii", "ge-iv"])
    state = order(state, "german", "remove_fatigue", units=["ge-ii"])
    state = order(state, "german", "remove_fatigue", units=["ge-iii"])
    assert [morale(state, u) for u in ("ge-ii", "ge-iii", "ge-iv")] == [0, 0, -1]


def test_a_refused_return_does_not_end_the_earlier_actions(lay: Lay) -> None:
    """§9.5: only an action that is made moves the order on."""
    lay(field(PLAIN))
    state = position("german.regroup", {"1002": "ge-hq-1 ge-ii"}, fatigued=["ge-ii"], eliminated=["ge-iv"])
    denied(state, "german", "wrong-place", "9.5", "return", unit="ge-iv", hex="1001")
    assert morale(order(state, "german", "remove_fatigue", units=["ge-ii"]), "ge-ii") == 0


def test_two_tired_corps_a_worn_one_and_one_in_the_display_example(lay: Lay) -> None:
    """§9.5: two fatigued corps, one of them reduced, a third only reduced: fatigue first, then steps, then returns."""
    lay(field(PLAIN.replace("10  F.", "10  Gc", 1), rails=[("1001", "1101")]))
    state = position(
        "german.regroup",
        {"1002": "ge-hq-1 ge-ii ge-iii ge-iv"},
        fatigued=["ge-ii", "ge-iii"],
        reduced=["ge-iii", "ge-iv"],
        eliminated=["ge-ix"],
    )
    state = order(state, "german", "remove_fatigue", units=["ge-ii", "ge-iii"])
    assert [morale(state, u) for u in ("ge-ii", "ge-iii", "ge-iv")] == [0, 0, 0]
    state = order(state, "german", "restore", units=["ge-iii", "ge-iv"])
    assert [morale(state, u) for u in ("ge-ii", "ge-iii", "ge-iv")] == [0, -1, -1]
    assert [steps(state, u) for u in ("ge-ii", "ge-iii", "ge-iv")] == [2, 2, 2]
    state = order(state, "german", "return", unit="ge-ix", hex="1001")
    assert at(state, "ge-ix") == "1001"


# --- returns ------------------------------------------------------------------------------------------------------

GERMANY = """
10  G. Gc G. Gc G. F. F. F.
11  G. G. G. G. G. F. F. F.
12  G. G. Gc G. G. F. F. F.
"""
LINE = ("1001", "1002", "1003", "1004")
"""To the cities of 1002 and 1004; the one in 1203 has no rails."""


def german_return(unit: str = "ge-ii", **changes: object) -> State:
    """The German Regroup Phase with one unit in the display and one HQ far from the cities."""
    stacks = {"1205": "ge-lw", **cast(Mapping[str, str], changes.pop("stacks", {}))}
    return position("german.regroup", stacks, eliminated=[unit], **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(("unit", "full", "level"), [("ge-ii", 2, -1), ("ge-hq-1", 1, 0), ("ge-depot-1", 1, 0)])
def test_eliminated_units_return_whole_and_corps_fatigued(lay: Lay, unit: str, full: int, level: int) -> None:
    """§9.5: corps, HQs and depots come back at full strength; only corps have morale to lose."""
    lay(field(GERMANY, rails=[LINE]))
    state = order(german_return(unit), "german", "return", unit=unit, hex="1004")
    assert (at(state, unit), steps(state, unit), morale(state, unit)) == ("1004", full, level)
    assert state.units[unit].supply == "in"
    assert unit in state.stacks["1004"]


def test_the_eliminated_need_neither_supply_nor_command(lay: Lay) -> None:
    """§9.5: whoever lies in the display counts as in supply and in command: no HQ is on this map."""
    lay(field(GERMANY, rails=[LINE]))
    assert choices(german_return(), "german", "ge-ii") == ["1002", "1004"]


def test_germans_return_in_cities_on_rails_to_the_east_side(lay: Lay) -> None:
    """§9.5: a city of Germany, joined by rails to the east side; not one without rails, not open country."""
    lay(field(GERMANY, rails=[LINE]))
    for hex_ in ("1203", "1003", "1001"):
        denied(german_return(), "german", "wrong-place", "9.5", "return", unit="ge-ii", hex=hex_)
    lay(field(GERMANY, rails=[LINE[1:]]))
    assert choices(german_return(), "german", "ge-ii") == [], "the rails do not leave the map"


def test_germans_do_not_return_where_enemies_are_near(lay: Lay) -> None:
    """§9.5: not in a city in an enemy zone, or that the enemy holds or took, nor behind a cut in the rails."""
    lay(field(GERMANY, rails=[LINE]))
    near = german_return(stacks={"1005": "fr-1"}, taken=frozenset({"1005"}))
    assert choices(near, "german", "ge-ii") == ["1002"]
    guarded = german_return(stacks={"1005": "fr-1", "1004": "ge-iii"}, taken=frozenset({"1005"}))
    assert choices(guarded, "german", "ge-ii") == ["1002"], "friends do not negate the zone here"
    assert choices(german_return(taken=frozenset({"1004"})), "german", "ge-ii") == ["1002"]
    cut = german_return(stacks={"1003": "fr-hq-1"}, taken=frozenset({"1003"}))
    assert choices(cut, "german", "ge-ii") == ["1002"]


def test_germans_do_not_return_in_conquered_cities(lay: Lay) -> None:
    """§9.5: the city must lie in Germany."""
    lay(field(GERMANY.replace("10  G. Gc", "10  G. Bc", 1), rails=[LINE]))
    state = german_return(taken=frozenset({"1002"}))
    assert choices(state, "german", "ge-ii") == ["1004"]


def test_a_full_city_takes_returning_units_until_the_phase_ends(lay: Lay) -> None:
    """§9.5, §6.1: hexes may be too full during a phase; at its end all corps there tire, and the surplus leaves."""
    lay(field(GERMANY, rails=[LINE]))
    state = german_return(stacks={"1004": "ge-iii ge-iv ge-ix"})
    assert choices(state, "german", "ge-ii") == ["1002", "1004"]
    notes = options(state, "german", "return", "hex", unit="ge-ii")["notes"]
    assert {hex_: note.split(":")[0] for hex_, note in notes.items()} == {"1004": "Full"}
    hqs = german_return("ge-hq-1", stacks={"1004": "ge-hq-2"})
    assert choices(hqs, "german", "ge-hq-1") == ["1002", "1004"]
    state = order(state, "german", "return", unit="ge-ii", hex="1004")
    assert "Too many units" in str(GAME.consult(state, "german", {"kind": "warnings"}))
    state = order(state, "german", "end_phase")
    assert GAME.legal(state, "german")["step"] == "overstack"
    assert [morale(state, u) for u in ("ge-ii", "ge-iii")] == [-1, -1]
    assert order(state, "german", "displace", unit="ge-iii", hex="1003").phase.key == "german.movement"


def test_programs_bring_nobody_back_into_a_full_city(lay: Lay) -> None:
    """§9.5, §6.5: it would tire the corps that are there; they take a city with room, or wait."""
    lay(field(GERMANY, rails=[LINE]))
    state = german_return(stacks={"1004": "ge-iii ge-iv ge-ix", "1002": "ge-v ge-vi ge-viii"})
    assert choices(state, "german", "ge-ii") == ["1002", "1004"]
    found = GAME.players["steady"]().command(SeatClient(GAME, state, "german"), seeded(1))
    assert found == {"kind": "end_phase"}


@pytest.mark.parametrize("box", ["removed", "turn-7", "pool"])
def test_only_units_of_the_display_return(lay: Lay, box: str) -> None:
    """§9.5: what was removed for good, or has not come yet, does not."""
    lay(field(GERMANY, rails=[LINE]))
    state = position("german.regroup", {"1205": "ge-lw"}, boxes={"ge-ii": box}, eliminated=["ge-iii"])
    denied(state, "german", "not-eliminated", "9.5", "return", unit="ge-ii", hex="1004")


FRANCE = """
10  F. F. Fc F. F. F. Fc F.
11  F. F. F. F. F. F. F. F.
12  F. F. F. F. Fc F. F. F.
"""


def french_return(**changes: object) -> State:
    """The Entente's Regroup Phase with a French corps in the display."""
    stacks = {"1101": "fr-fort-toul", **cast(Mapping[str, str], changes.pop("stacks", {}))}
    return position("entente.regroup", stacks, eliminated=["fr-1"], **changes)  # type: ignore[arg-type]


def test_frenchmen_return_in_cities_on_rails_to_the_west_or_south(lay: Lay) -> None:
    """§9.5: cities of France joined to either side of the map."""
    lay(field(FRANCE, rails=[("1007", "1008")]))
    assert choices(french_return(), "entente", "fr-1") == ["1007"]
    lay(field(FRANCE, rails=[("1003", "1103", "1203")]))
    state = order(french_return(), "entente", "return", unit="fr-1", hex="1003")
    assert (at(state, "fr-1"), steps(state, "fr-1"), morale(state, "fr-1")) == ("1003", 2, -1)
    lay(field(FRANCE, rails=[("1001", "1002", "1003")]))
    assert choices(french_return(), "entente", "fr-1") == [], "the east side is no way out"


PORT = FRANCE.replace("11  F. F.", "11  F. Fp", 1)
TO_THE_PORT = ("1102", "1103", "1003")


def test_frenchmen_return_in_cities_on_rails_to_a_port(lay: Lay) -> None:
    """§9.5: a port will do as well, and is itself such a city, unless it lies in an enemy zone or enemies are in it.

    The city must be friendly; of the port it is only said that no enemy zone lies there.
    """
    lay(field(PORT, rails=[TO_THE_PORT]))
    assert choices(french_return(), "entente", "fr-1") == ["1003", "1102"]
    assert choices(french_return(stacks={"1201": "ge-ii"}), "entente", "fr-1") == []
    assert choices(french_return(stacks={"1201": "ge-ii", "1102": "fr-2"}), "entente", "fr-1") == []
    assert choices(french_return(stacks={"1201": "ge-hq-1"}), "entente", "fr-1") == ["1003", "1102"]
    assert choices(french_return(stacks={"1102": "ge-hq-1"}), "entente", "fr-1") == []
    assert choices(french_return(taken=frozenset({"1102"})), "entente", "fr-1") == ["1003"]


def test_french_rails_must_be_clear_of_enemies_and_their_zones(lay: Lay) -> None:
    """§9.5: between the city and the way out."""
    lay(field(FRANCE, rails=[("1003", "1004", "1005", "1006", "1007", "1008")]))
    assert choices(french_return(), "entente", "fr-1") == ["1003", "1007"]
    assert choices(french_return(stacks={"1005": "ge-hq-1"}), "entente", "fr-1") == ["1007"]
    assert choices(french_return(stacks={"1105": "ge-ii"}), "entente", "fr-1") == ["1007"]
    assert choices(french_return(stacks={"1106": "ge-ii"}), "entente", "fr-1") == ["1007"]


def test_frenchmen_return_in_france_only_and_not_among_allies(lay: Lay) -> None:
    """§9.5, §6.3: not in a Belgian city, nor in one that holds British units."""
    lay(field(FRANCE.replace("Fc F.\n11", "Bc F.\n11", 1), rails=[("1007", "1008")]))
    assert choices(french_return(), "entente", "fr-1") == []
    lay(field(FRANCE, rails=[("1007", "1008")]))
    assert choices(french_return(stacks={"1007": "br-i"}), "entente", "fr-1") == []


def test_the_british_return_in_their_ports_beside_their_hq(lay: Lay) -> None:
    """§9.5: in Dunkirk, Calais or Boulogne, where the BEF's HQ stands, in no enemy zone of control."""
    names = {"1102": "Calais"}
    lay(field(PORT, names=names))
    state = position("entente.regroup", {"1102": "br-hq"}, turn=5, eliminated=["br-i"])
    state = order(state, "entente", "return", unit="br-i", hex="1102")
    assert (at(state, "br-i"), morale(state, "br-i")) == ("1102", -1)
    for stacks in ({"1103": "br-hq"}, {"1102": "br-hq", "1103": "ge-ii"}, {"1102": "fr-hq-1"}):
        state = position("entente.regroup", stacks, turn=5, eliminated=["br-i"])
        denied(state, "entente", "wrong-place", "9.5", "return", unit="br-i", hex="1102")
    lay(field(PORT, names={"1102": "Dieppe"}))
    state = position("entente.regroup", {"1102": "br-hq"}, turn=5, eliminated=["br-i"])
    denied(state, "entente", "wrong-place", "9.5", "return", unit="br-i", hex="1102")


def test_the_british_do_not_return_without_their_hq(lay: Lay) -> None:
    """§9.5: once it is lost nobody of the BEF comes back, and it neither (a ruling)."""
    lay(field(PORT, names={"1102": "Calais"}))
    state = position("entente.regroup", {"1102": "br-ii"}, turn=5, eliminated=["br-i", "br-hq"])
    for unit in ("br-i", "br-hq"):
        denied(state, "entente", "wrong-place", "9.5", "return", unit=unit, hex="1102")


def test_belgians_never_return(lay: Lay) -> None:
    """§9.5: a Belgian unit that is lost is out of play at once, in supply or not."""
    lay(field(PLAIN.replace("10  F. F. F.", "10  Bc Bc Bc", 1), rails=[("1001", "1002", "1003", "1103", "1203")]))
    stacks = {"1002": "be-1", "1003": "ge-ii ge-iii ge-iv"}
    state = position("german.combat", stacks, reduced=["be-1"])
    state = order(state, "german", "attack", loaded(6), units=["ge-ii", "ge-iii", "ge-iv"], target="1002")
    assert at(state, "be-1") == "removed"


def test_without_an_open_city_nobody_returns(lay: Lay) -> None:
    """§9.5: when no city of theirs is eligible any more, the units stay in the display."""
    lay(field(GERMANY, rails=[LINE]))
    state = german_return(taken=frozenset({"1002", "1004"}), fatigued=["ge-lw"])
    assert choices(state, "german", "ge-ii") == []
    denied(state, "german", "wrong-place", "9.5", "return", unit="ge-ii", hex="1004")
