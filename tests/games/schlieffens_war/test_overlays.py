"""What a player may lay over the map: supply (§8), command (§6.7), zones (§7.0) and control of hexes (§3.3)."""

from __future__ import annotations

from typing import Any, cast

import pytest

from rules.kernel.game import SPECTATOR
from rules.kernel.messages import Refusal
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import board, field, offer, position

LAND = """
10  G. G. G. F. F. F. F. F.
11  G. G. G. F. F. F. F. F.
12  G. G. Gm B. B. F. F. F.
"""
RAILS = [("1101", "1102", "1103"), ("1104", "1105", "1106", "1107", "1108")]


def overlay(state: State, seat: str, name: str) -> dict[str, Any]:
    answer = GAME.consult(state, seat, {"kind": "overlay", "name": name})
    assert not isinstance(answer, Refusal), answer
    return cast(dict[str, Any], answer)


def warned(state: State, seat: str) -> list[dict[str, Any]]:
    """What is said of places; what is left undone has a test of its own."""
    answer = GAME.consult(state, seat, {"kind": "warnings"})
    assert not isinstance(answer, Refusal), answer
    return [w for w in cast(list[dict[str, Any]], answer["warnings"]) if "hex" in w]


def test_the_overlay_of_command(lay: Lay) -> None:
    """§6.7: a player sees in which hexes his units are in command, those of the other side he does not."""
    lay(field(LAND))
    state = position("german.movement", {"1002": "ge-hq-1", "1107": "fr-hq-1"})
    mine = overlay(state, GERMAN, "command")["hexes"]
    assert set(mine) == {h for h in board().lattice.within("1002", 3) if h != "1203"}
    assert set(mine.values()) == {"German command"}
    theirs = overlay(state, ENTENTE, "command")["hexes"]
    assert set(theirs) == board().lattice.within("1107", 2)
    assert set(theirs.values()) == {"French command"}


def test_the_overlay_of_zones(lay: Lay) -> None:
    """§7.0: the enemy's zones are shown, since nobody may go through them, on hexes that can be entered (ruling)."""
    lay(field(LAND))
    state = position("german.movement", {"1102": "ge-ii", "1204": "fr-1", "1107": "fr-hq-1"})
    assert overlay(state, GERMAN, "zoc") == {"hexes": dict.fromkeys(["1104", "1105", "1205"], "Enemy zone of control")}
    assert set(overlay(state, ENTENTE, "zoc")["hexes"]) == {"1001", "1002", "1101", "1103", "1201", "1202"}


def test_a_concealed_corps_is_given_away_by_its_zone_only(lay: Lay) -> None:
    """§6.6: everyone sees that a stack has a zone (ruling); which unit it comes from is not said."""
    lay(field(LAND))
    found = [
        overlay(position("german.movement", {"1106": f"fr-hq-1 {corps}"}), GERMAN, "zoc")
        for corps in ("fr-1", "fr-sor")
    ]
    assert found[0] == found[1]
    assert overlay(position("german.movement", {"1106": "fr-hq-1"}), GERMAN, "zoc") == {"hexes": {}}


def test_the_overlay_of_control(lay: Lay) -> None:
    """§3.3: the hexes that have changed hands, on either side, are shown to both players."""
    lay(field(LAND))
    state = position("german.movement", {"1002": "ge-ii"}, taken=frozenset({"1104", "1003"}))
    for seat in (GERMAN, ENTENTE):
        assert overlay(state, seat, "control") == {"hexes": {"1104": "German control", "1003": "Entente control"}}


def test_the_overlay_of_supply(lay: Lay) -> None:
    """§8.2: hexes in which own units would be in supply, the sources, and how each own unit would be judged."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", {"1102": "ge-hq-1 ge-ii", "1106": "ge-iii", "1108": "fr-1"})
    shown = overlay(state, GERMAN, "supply")
    assert shown["units"] == {"ge-hq-1": "in", "ge-ii": "in", "ge-iii": "out"}
    assert {"1102", "1104", "1002"} <= set(shown["hexes"])
    assert not {"1105", "1106", "1203"} & set(shown["hexes"])
    assert shown["sources"] == ["1102"]
    assert shown["lines"] == [["1101", "1102"], ["1102", "1103"]]
    assert set(overlay(state, ENTENTE, "supply")["units"]) == {"fr-1"}


def test_the_overlay_shows_the_rails_that_are_open(lay: Lay) -> None:
    """§8.3: of the railways those links that lead to a source; an enemy on the line cuts off what lies behind him."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", {"1106": "ge-ii"})
    assert overlay(state, ENTENTE, "supply")["lines"] == []
    state = position("german.movement", {"1105": "ge-hq-1"})
    assert overlay(state, ENTENTE, "supply")["lines"] == [["1106", "1107"], ["1107", "1108"]]


def test_warnings_of_units_that_would_be_out_of_supply(lay: Lay) -> None:
    """§8.6: before a phase ends its player is warned of own stacks without supply, with the rule of their nation."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", {"1102": "ge-hq-1", "1106": "ge-ii ge-iii", "1205": "ge-vi"}, out=["ge-vi"])
    assert warned(state, GERMAN) == [
        {
            "text": "2 units at 1106 would be out of supply in your Administrative Phase.",
            "section": "8.6",
            "hex": "1106",
        },
        {
            "text": "One unit at 1205 would stay out of supply in your Administrative Phase.",
            "section": "8.6",
            "hex": "1205",
        },
    ]
    assert offer(state, GERMAN, "end_phase")["warns"]  # type: ignore[index]
    assert warned(state, ENTENTE) == []


def test_a_player_is_warned_of_overfull_hexes(lay: Lay) -> None:
    """§6.5: before a phase ends its player is told which of his hexes hold too many units, the other side is not."""
    lay(field(LAND, rails=RAILS, names={"1102": "Metz"}))
    place = {"1102": "ge-ii ge-iii ge-vi ge-v ge-hq-1", "1108": "fr-1 fr-2 fr-3 fr-10 fr-hq-5"}
    state = position("german.movement", place)
    assert warned(state, GERMAN) == [
        {
            "text": "Too many units at Metz (1102): "
            "when the phase ends, all corps there become fatigued and the surplus must leave.",
            "section": "6.5",
            "hex": "1102",
        }
    ]
    assert [w["hex"] for w in warned(state, ENTENTE)] == ["1108"]


@pytest.mark.parametrize(("unit", "section"), [("fr-1", "8.3"), ("br-i", "8.4"), ("be-1", "8.5")])
def test_each_nation_is_warned_by_its_rule(lay: Lay, unit: str, section: str) -> None:
    """§8.3, §8.4, §8.5: the warning names the rule by which the unit is fed."""
    lay(field(LAND, rails=RAILS))
    state = position("entente.movement", {"1004": unit}, turn=4)
    assert [(w["section"], w["hex"]) for w in warned(state, ENTENTE)] == [(section, "1004")]


def test_questions_that_cannot_be_answered(lay: Lay) -> None:
    """§6.6: spectators plan nothing, and there are no other overlays."""
    lay(field(LAND))
    state = position("german.movement", {"1002": "ge-ii"})
    for question, seat, code in (
        ({"kind": "overlay", "name": "truth"}, GERMAN, "no-overlay"),
        ({"kind": "overlay"}, GERMAN, "malformed"),
        ({"kind": "overlay", "name": "supply"}, SPECTATOR, "not-your-turn"),
        ({"kind": "warnings"}, SPECTATOR, "not-your-turn"),
        ({"kind": "everything"}, GERMAN, "malformed"),
        ({}, GERMAN, "malformed"),
    ):
        answer = GAME.consult(state, seat, question)
        assert isinstance(answer, Refusal)
        assert answer.code == code
