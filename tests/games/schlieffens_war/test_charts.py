"""The charts at the end of the rulebook: what charts.toml prints is what the rules do."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from rules.schlieffens_war.facts.battle import CombatRolled
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.printed.data import FOLDER
from rules.schlieffens_war.printed.phases import FINAL_EFFORT_TURNS
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.games.schlieffens_war.arena import EAST, PLAIN, TARGET, WEST, assault, before_battle, odds_of, shifts_of
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import charts, field, happened

PRINTED: dict[str, Any] = tomllib.loads((FOLDER / "charts.toml").read_text(encoding="utf-8"))
TERRAIN = {row["key"]: row for row in PRINTED["terrain"]["rows"]}
EFFECTS = {row["key"]: row for row in PRINTED["effects"]["rows"]}

GROUND = {"clear": "F.", "forest": "Ff", "rough": "Fr", "city": "Fc", "perimeter": "F*", "border": "B."}


def ground_shift() -> int:
    """The columns that the ground shifts a German attack from the east."""
    _, events = assault(before_battle({EAST: "ge-gd ge-ii", TARGET: "fr-1"}), "ge-gd ge-ii", 1)
    return sum(shifts_of(events).values())


@pytest.mark.parametrize("key", GROUND)
def test_the_terrain_chart_is_what_combat_does(lay: Lay, key: str) -> None:
    """§11.10, §11.11, §11.13: each row's columns; the Paris line and a border have none."""
    lay(field(PLAIN.format(target=GROUND[key])))
    assert ground_shift() == TERRAIN[key]["columns"]


def test_the_rows_of_fortress_and_river_add_to_the_ground(lay: Lay) -> None:
    """§11.14, §11.12: the fortress beside its city's row, the river beside all."""
    lay(field(PLAIN.format(target="Fh")))
    assert ground_shift() == TERRAIN["city"]["columns"] + TERRAIN["fortress"]["columns"]
    lay(field(PLAIN.format(target="F."), rivers=[(EAST, TARGET)]))
    assert ground_shift() == TERRAIN["river"]["columns"]


@pytest.mark.parametrize("key", ["marsh", "sea"])
def test_where_the_chart_bars_combat_there_is_none(lay: Lay, key: str) -> None:
    """§11.0: nobody can be attacked in a marsh or at sea, for nobody can stand there."""
    assert TERRAIN[key]["combat"] is False
    lay(field(PLAIN.format(target={"marsh": "Fm", "sea": "~."}[key])))
    answer = GAME.consult(
        before_battle({EAST: "ge-ii", WEST: "fr-1"}), GERMAN, {"kind": "attack", "units": ["ge-ii"], "target": TARGET}
    )
    assert getattr(answer, "code", None) == "no-such-hex"


@pytest.mark.parametrize("key", ["elan", "fatigue"])
def test_the_morale_rows_are_what_combat_does(lay: Lay, key: str) -> None:
    """§11.16: attack and defence columns of both markers."""
    lay(field(PLAIN.format(target="F.")))
    stacks = {EAST: "ge-ii", TARGET: "fr-1"}
    for unit, columns in (("ge-ii", EFFECTS[key]["attack"]), ("fr-1", EFFECTS[key]["defence"])):
        marked = {"elan": [unit] if key == "elan" else [], "fatigued": [unit] if key == "fatigue" else []}
        state = before_battle(stacks, elan=marked["elan"], fatigued=marked["fatigued"])
        _, events = assault(state, "ge-ii", 6)
        assert sum(shifts_of(events).values()) == columns


def test_out_of_supply_halves_as_the_chart_says(lay: Lay) -> None:
    """§8.7, §11.8: half the factor of both sides, rounded up."""
    assert EFFECTS["out_of_supply"]["factor"] == "half"
    lay(field(PLAIN.format(target="F.")))
    state = before_battle({EAST: "ge-gd", TARGET: "fr-3"}, out=["ge-gd", "fr-3"])
    _, events = assault(state, "ge-gd", 1)
    assert (odds_of(events).attack, odds_of(events).defence) == (3, 2)


def test_the_final_effort_and_the_bef_are_what_the_chart_says(lay: Lay) -> None:
    """§11.24, §11.19: the turns and the column; the step more against the British."""
    assert tuple(EFFECTS["final_effort"]["turns"]) == FINAL_EFFORT_TURNS
    lay(field(PLAIN.format(target="G.")))
    state = before_battle({WEST: "fr-1", TARGET: "ge-ii"}, side=ENTENTE, turn=FINAL_EFFORT_TURNS[0])
    _, events = assault(state, "fr-1", 1)
    assert shifts_of(events) == {"11.24": EFFECTS["final_effort"]["attack"]}
    _, events = assault(before_battle({EAST: "ge-gd", TARGET: "br-i"}, turn=4), "ge-gd", 1)
    (result,) = happened(events, CombatRolled)
    assert isinstance(result, CombatRolled)
    assert result.bef == EFFECTS["bef"]["attacker_steps"]


def test_the_die_tables_have_a_row_for_every_face() -> None:
    """§11.17, §11.23, §8.8: six faces each; a one or a two costs a step of attrition."""
    assert len(charts().crt.rows) == len(charts().bombardment) == len(charts().attrition) == 6
    assert charts().attrition == (1, 1, 0, 0, 0, 0)
