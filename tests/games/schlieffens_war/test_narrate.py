"""§6.6 The log: one line for each fact, and to each viewer no more of it than he may know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from rules.kernel.game import REFEREE, SPECTATOR
from rules.schlieffens_war.facts.procedure import ActionReached, PhaseClosed
from rules.schlieffens_war.facts.regrouping import CorpsWithdrawn
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import ELIMINATED, REMOVED, State
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.contract.table import decisions
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import Dice, Steady, counter, field, loaded, order, position, told

LAND = """
10  Gc G. G. Fc F. F* F. F.
11  G. G. G. F. F. F* F. F.
12  G. G. G. F. F. F. F. F.
"""
RAILS = [("1101", "1102", "1103"), ("1104", "1105", "1106", "1107", "1108")]


def lines(
    state: State, viewer: str, seat: str, kind: str, dice: Dice | None = None, **arguments: object
) -> list[dict[str, Any]]:
    """The log lines that a command brings a viewer."""
    _, events = told(state, seat, kind, dice, **arguments)
    found = []
    for event in events:
        after = GAME.evolve(state, event)
        line = GAME.narrate(state, event, after, viewer)
        if line is not None:
            found.append(cast(dict[str, Any], line))
        state = after
    return found


def texts(state: State, viewer: str, seat: str, kind: str, dice: Dice | None = None, **arguments: object) -> list[str]:
    return [line["text"] for line in lines(state, viewer, seat, kind, dice, **arguments)]


@pytest.fixture
def march(lay: Lay) -> State:
    """A German stack whose top is a cavalry corps, with two units below."""
    lay(field(LAND, rails=RAILS, names={"1004": "Nancy", "1003": "Metz"}))
    return position("german.movement", {"1003": "ge-c1 ge-ii ge-hq-1"})


def test_the_owner_reads_which_units_moved(march: State) -> None:
    """§6.6: to its owner a move names all units, the ends of the way and the cost."""
    (line,) = lines(march, GERMAN, GERMAN, "move", units=["ge-ii", "ge-hq-1"], path=["1103", "1203"], forced=False)
    assert line == {
        "kind": "moved", "section": "10.1", "side": GERMAN,
        "text": "II Corps and 1st Army HQ moved from Metz (1003) to 1203, 2 MP.",
        "dice": [], "hexes": ["1003", "1203"], "path": ["1003", "1103", "1203"], "count": 2,
    }  # fmt: skip


@pytest.mark.parametrize("viewer", [ENTENTE, SPECTATOR])
def test_others_read_how_many_moved_and_which_are_seen(march: State, viewer: str) -> None:
    """§6.6: to others it names whom they see before or after, and counts the rest."""
    move = {"path": ["1103"], "forced": False}
    assert texts(march, viewer, GERMAN, "move", units=["ge-c1", "ge-ii", "ge-hq-1"], **move) == [
        "1st Cavalry Corps (Richthofen) and 2 concealed units moved from Metz (1003) to 1103, 1 MP."
    ]
    assert texts(march, viewer, GERMAN, "move", units=["ge-ii"], **move) == [
        "II Corps moved from Metz (1003) to 1103, 1 MP."
    ]
    assert texts(march, viewer, GERMAN, "move", units=["ge-ii", "ge-hq-1"], **move) == [
        "II Corps and a concealed unit moved from Metz (1003) to 1103, 1 MP."
    ]


def test_the_referee_reads_what_the_owner_reads(march: State) -> None:
    """§6.6: when the match is over everything may be told; while it lasts who moved below another is only counted."""
    move = {"units": ["ge-c1", "ge-ii"], "path": ["1103"], "forced": False}
    (owner,), (referee,) = (lines(march, v, GERMAN, "move", **move) for v in (GERMAN, REFEREE))
    assert owner == referee
    (enemy,) = lines(march, ENTENTE, GERMAN, "move", **move)
    assert "II Corps" not in enemy["text"]
    assert enemy["count"] == 2


def test_arranging_a_stack_is_nobodys_news(march: State) -> None:
    """§6.6: what a player puts on top is seen on the map, and the log says nothing of it."""
    for viewer in (GERMAN, ENTENTE, SPECTATOR):
        assert lines(march, viewer, GERMAN, "arrange", hex="1003", units=["ge-ii", "ge-c1", "ge-hq-1"]) == []


def test_setting_up_is_nobodys_news() -> None:
    """§6.6: nobody reads of a unit that was placed, least of all of those below the top."""
    state = GAME.new_match("campaign", {})
    for viewer in (GERMAN, ENTENTE, SPECTATOR):
        assert lines(state, viewer, ENTENTE, "historical") == []


def test_morale_of_concealed_units_is_not_told(lay: Lay) -> None:
    """§6.6: who rests below the top unit gains his marker unseen."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", {"1003": "ge-c1 ge-ii", "1002": "ge-hq-1"}, fatigued=["ge-ii"])
    mine = lines(state, GERMAN, GERMAN, "end_phase", Steady(6))
    theirs = lines(state, ENTENTE, GERMAN, "end_phase", Steady(6))
    assert mine[0]["levels"] == {"ge-ii": "normal", "ge-c1": "elan"}
    assert mine[0]["text"] == "II Corps returned to normal morale; 1st Cavalry Corps (Richthofen) gained élan."
    assert theirs[0]["levels"] == {"ge-c1": "elan"}
    assert theirs[0]["text"] == "1st Cavalry Corps (Richthofen) gained élan."


def test_morale_is_not_news_when_nobody_seen_changes(lay: Lay) -> None:
    """§6.6: a change among concealed units alone has no line for the others."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", {"1003": "ge-hq-1 ge-ii"})
    assert [x["kind"] for x in lines(state, GERMAN, GERMAN, "end_phase", Steady(6))][0] == "morale"
    assert "morale" not in [x["kind"] for x in lines(state, ENTENTE, GERMAN, "end_phase", Steady(6))]


def test_supply_of_concealed_units_is_not_told(lay: Lay) -> None:
    """§6.6: of a stack out of supply the others learn what they see on its top, and the dice, which all hear fall."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", {"1207": "ge-c1 ge-ii"}, elan=["ge-c1", "ge-ii"])
    mine = texts(state, GERMAN, GERMAN, "end_phase", Steady(5))
    theirs = texts(state, ENTENTE, GERMAN, "end_phase", Steady(5))
    assert "1st Cavalry Corps (Richthofen) and II Corps out of supply." in mine
    assert "1st Cavalry Corps (Richthofen) out of supply." in theirs
    assert "II Corps, out of supply: die 5, no loss." in mine
    assert "A concealed unit, out of supply: die 5, no loss." in theirs


def test_eliminated_units_are_named(lay: Lay) -> None:
    """§6.6: the display of eliminated units is open, so the log names who goes there."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", {"1207": "ge-c1 ge-ii"}, elan=["ge-c1", "ge-ii"], reduced=["ge-ii"])
    theirs = texts(state, ENTENTE, GERMAN, "end_phase", loaded(6, 1))
    assert "II Corps, out of supply: die 1, eliminated." in theirs


def test_a_battle_is_told_in_full(lay: Lay) -> None:
    """§6.6: attackers, defenders, odds, dice and losses are told to both sides alike, but not who stands by."""
    lay(field(LAND, rails=RAILS))
    place = {"1003": "ge-c1 ge-ii ge-iii ge-hq-1", "1004": "fr-grd1 fr-1 fr-2 fr-hq-1"}
    state = position("german.combat", place)
    attack = {"units": ["ge-ii", "ge-iii"], "target": "1004"}
    for viewer in (GERMAN, ENTENTE, SPECTATOR):
        assert texts(state, viewer, GERMAN, "attack", **attack) == ["II Corps and III Corps attack 1004 from 1003."]
    state = order(state, GERMAN, "attack", **attack)
    choice = {"units": ["fr-1", "fr-2"]}
    for viewer in (GERMAN, ENTENTE, SPECTATOR):
        found = texts(state, viewer, ENTENTE, "defend", loaded(4), **choice)
        assert found == [
            "Defended by 1st Corps, 2nd Corps and 1st Army HQ.",
            "8 against 10, 1:2: in a city 1 left. Less than 1:2.",
            "Less than 1:2, automatic: attacker loses 2, defender 0.",
        ]


def test_a_concealed_bystander_takes_his_loss_unnamed(lay: Lay) -> None:
    """§6.6: a third corps that absorbs a loss is not named as long as it lives and is concealed."""
    lay(field(LAND, rails=RAILS))
    state = position("german.combat", {"1004": "ge-v ge-vii ge-viii ge-hq-2", "1005": "fr-grd1 fr-1 fr-2"})
    units = ["ge-v", "ge-vii", "ge-viii", "ge-hq-2"]
    state = order(state, GERMAN, "attack", units=units, target="1005")
    state = order(state, ENTENTE, "defend", loaded(5), units=["fr-grd1", "fr-1"])
    state = order(state, ENTENTE, "lose", units=["fr-grd1"])
    assert texts(state, GERMAN, ENTENTE, "lose", Steady(6), units=["fr-2"])[0] == "A concealed unit lost a step."
    assert texts(state, ENTENTE, ENTENTE, "lose", Steady(6), units=["fr-2"])[0] == "2nd Corps lost a step."


def test_steps_that_come_back_are_told_of_those_who_are_seen(lay: Lay) -> None:
    """§9.5, §6.6: how strong a concealed unit is stays with its owner, its recovery too."""
    lay(field(LAND, rails=RAILS))
    state = position("german.regroup", {"1001": "ge-hq-1 ge-ii ge-iii"}, turn=3, reduced=["ge-ii", "ge-iii"])
    seen = replace(state, stacks={"1001": ("ge-iii", "ge-hq-1", "ge-ii")})
    for here, viewer, named in (
        (state, GERMAN, ["II Corps and III Corps"]),
        (state, ENTENTE, []),
        (seen, ENTENTE, ["III Corps"]),
    ):
        said = lines(here, viewer, GERMAN, "restore", units=["ge-ii", "ge-iii"])
        told_of = [(line["text"], line["hexes"]) for line in said if line["kind"] == "restored"]
        assert told_of == [(f"{who} back to full strength, fatigued.", ["1001"]) for who in named]


def test_what_the_map_shows_is_told(lay: Lay) -> None:
    """§6.6: cities that fall with their points, and the alarm in Paris, are told to all."""
    lay(field(LAND, rails=RAILS, names={"1004": "Nancy"}))
    state = position("german.movement", {"1003": "ge-c1"})
    for viewer in (GERMAN, ENTENTE, SPECTATOR):
        found = lines(state, viewer, GERMAN, "move", units=["ge-c1"], path=["1004", "1005", "1006"], forced=False)
        assert [(x["kind"], x["section"]) for x in found] == [("moved", "10.1"), ("taken", "4.6"), ("paris", "4.1")]
        assert found[1]["text"] == "Nancy (1004) falls to the Germans. +1 VP."
        assert found[2]["text"] == "German troops at 1006 endanger Paris."


def test_over_stacking_is_told(lay: Lay) -> None:
    """§6.6: that a hex holds too many is seen by all; who is moved out of it is named as far as he is seen."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", {"1003": "ge-ii ge-iii ge-vi ge-v"})
    assert "Too many units in 1003." in texts(state, ENTENTE, GERMAN, "end_phase")
    state = order(state, GERMAN, "end_phase")
    assert texts(state, ENTENTE, GERMAN, "displace", Steady(6), unit="ge-v", hex="1002")[0] == (
        "V Corps displaced from 1003 to 1002."
    )
    joined = position("german.movement", {"1003": "ge-ii ge-iii ge-vi ge-v"})
    joined = order(joined, GERMAN, "end_phase")
    assert texts(joined, GERMAN, GERMAN, "eliminate", Steady(6), unit="ge-v")[0] == "V Corps eliminated."


def test_the_phases_are_told(lay: Lay) -> None:
    """§6.6: the log says whose phase began, and how the match ended."""
    lay(field(LAND, rails=RAILS))
    state = position("entente.movement", {}, turn=9)
    assert texts(state, SPECTATOR, ENTENTE, "end_phase", Steady(6))[-1] == "German: Turn 10, Movement."
    state = position("entente.movement", {}, turn=10, vp=12)
    assert texts(state, SPECTATOR, ENTENTE, "end_phase", Steady(6))[-1] == "A draw. The Germans hold 12 cities: a draw."


def test_dice_stand_in_their_lines(lay: Lay) -> None:
    """§6.6: all dice fall in the open: each line has its die and what it was for."""
    lay(field(LAND, rails=RAILS))
    state = position("german.combat", {"1003": "ge-ii ge-iii", "1104": "fr-2"})
    found = lines(state, ENTENTE, GERMAN, "attack", loaded(5), units=["ge-ii", "ge-iii"], target="1104")
    assert [d for x in found for d in x["dice"]] == [{"die": 5, "for": "combat"}]
    assert [x["section"] for x in found if x["dice"]] == ["11.17"]


def test_a_concentric_attack_and_siege_guns_are_told(lay: Lay) -> None:
    """§6.6: every die of an attack has its line, also one that brings nothing."""
    lay(field(LAND, rails=RAILS))
    place = {"1103": "ge-ii ge-hq-1", "1105": "ge-iii ge-hq-2", "1104": "fr-1 fr-2 fr-hq-1"}
    state = position("german.combat", place)
    found = texts(state, SPECTATOR, GERMAN, "attack", loaded(1, 6), units=["ge-ii", "ge-iii"], target="1104")
    assert "Concentric attack: die 1, no shift." in found
    found = texts(state, SPECTATOR, GERMAN, "attack", loaded(5, 6), units=["ge-ii", "ge-iii"], target="1104")
    assert "Concentric attack: die 5, 2 right." in found
    lay(field("10 G. G. G. Fh F. F. F. F.\n11 G. G. G. F. F. F. F. F."))
    state = position("german.combat", {"1003": "ge-ii ge-iii ge-gd", "1004": "fr-fort-toul fr-1"})
    state = order(state, GERMAN, "attack", units=["ge-ii", "ge-iii", "ge-gd"], target="1004")
    found = texts(state, ENTENTE, GERMAN, "bombard", loaded(2, 5, 6, 6), coup=True, artillery=True)
    assert found[:3] == [
        "Coup de main: die 2, no shift.",
        "Heavy artillery: die 5, 2 right.",
        "The heavy artillery marker is used up.",
    ]


def test_a_fort_does_not_read_as_its_city() -> None:
    """§2.2: the counter bears the name of the city; a sentence says that the fort is meant."""
    assert counter("fr-fort-toul").name == "Toul fort"


def test_a_result_says_whose_loss_is_which(lay: Lay) -> None:
    """§11.17: the line of the die names both sides, and has the result for the panel of the battle."""
    lay(field(LAND, rails=RAILS))
    state = position("german.combat", {"1003": "ge-ii ge-iii", "1104": "fr-2"})
    found = lines(state, ENTENTE, GERMAN, "attack", loaded(5), units=["ge-ii", "ge-iii"], target="1104")
    (line,) = [x for x in found if x["kind"] == "combat"]
    attacker, defender = line["result"].split("/")
    assert line["text"].endswith(f"die 5: attacker loses {attacker}, defender {defender}.")


def test_corps_that_leave_for_the_east_are_named(lay: Lay) -> None:
    """§6.6: the two corps of turn 7 are put aside before all eyes."""
    lay(field(LAND, rails=RAILS))
    state = position("german.regroup", {"1003": "ge-c1 ge-ii ge-iii", "1102": "ge-hq-1"}, turn=7)
    found = texts(state, ENTENTE, GERMAN, "withdraw", units=["ge-ii", "ge-iii"])
    assert "II Corps and III Corps left for the eastern front." in found


def test_lines_of_events_without_news() -> None:
    """§6.6: facts that only keep the match in order have no line for anyone."""
    state = GAME.new_match("campaign", {})
    for event in (PhaseClosed("entente.setup"), ActionReached(1)):
        for viewer in (GERMAN, ENTENTE, SPECTATOR, REFEREE):
            assert GAME.narrate(state, event, GAME.evolve(state, event), viewer) is None


def test_a_line_of_a_units_end_says_so_without_its_sentence_being_read() -> None:
    """The client finds such lines by what they mean; every event that costs a unit has one."""
    seen: set[str] = set()
    for seed in (1, 2):
        for decision in decisions(GAME, "campaign", seed):
            for before, event, after in decision.facts():
                if isinstance(event, CorpsWithdrawn):
                    continue
                line = GAME.narrate(before, event, after, GERMAN)
                was = {u for u, now in before.units.items() if now.at in (ELIMINATED, REMOVED)}
                gone = {u for u, now in after.units.items() if now.at in (ELIMINATED, REMOVED)} - was
                assert (line is not None and line.get("means") == "eliminated") == bool(gone), f"{event}: {line}"
                if gone:
                    seen.add(event.kind)
    assert len(seen) > 1, seen
