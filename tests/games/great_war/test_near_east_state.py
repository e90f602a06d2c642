"""What the position keeps of the Near East: nothing in a match of Europe, and every strength of untried units."""

from __future__ import annotations

import pytest

from rules.great_war.game import GAME
from rules.great_war.position.near_east_state import NOTHING_YET, NearEastState
from rules.great_war.position.state import ARABIA, RESERVE
from rules.great_war.printed.counters import Counter, Face, read_counters
from rules.great_war.printed.data import FOLDER
from rules.kernel.fast_replace import replace
from tests.games.great_war.kit import set_up

NEAR_EAST = FOLDER / "units-near-east.csv"


def test_a_match_of_europe_stores_nothing_of_it() -> None:
    """Neither the fields nor anyone in its boxes; and it comes back as the same object."""
    stored = GAME.dump_state(set_up())
    assert "near_east" not in stored
    loaded = GAME.load_state(stored)
    assert loaded.near_east == NOTHING_YET
    assert not loaded.boxes[ARABIA] + loaded.boxes[RESERVE]


def test_what_has_happened_is_stored() -> None:
    """§5.38."""
    state = replace(set_up(), near_east=NearEastState(required=6))
    assert GAME.load_state(GAME.dump_state(state)).near_east == NearEastState(required=6)


def test_counters_of_two_files_lie_together() -> None:
    """§3.26: a file with peoples beside one without; who is printed on a unit is its nation where none is named."""
    units = read_counters((FOLDER / "units.csv", NEAR_EAST))
    assert (units["ru-pc"].nation, units["ru-pc"].people) == ("RU", "PN")
    assert (units["ge-8bvr"].nation, units["ge-8bvr"].people) == ("GE", "GE")
    assert units["ab-army"].untried == "arab"
    with pytest.raises(ValueError, match=r"units-near-east.csv: \S+ is in a file before it"):
        read_counters((NEAR_EAST, NEAR_EAST))


def test_15_82_an_untried_unit_shows_no_strength() -> None:
    """§15.82: and only such a unit has none."""
    plain = {
        "id": "x", "nation": "RU", "kind": "infantry", "size": "", "label": "X", "name": "X", "back": None,
        "turned": "", "dots": "", "drm": 0, "limits": "C",
    }  # fmt: skip
    assert Counter(**plain, front=Face(0, 0, 4), people="AM", untried="armenian").people == "AM"
    with pytest.raises(ValueError, match="shows a strength"):
        Counter(**plain, front=Face(1, 1, 4), untried="armenian")
    with pytest.raises(ValueError, match="could not defend itself"):
        Counter(**plain, front=Face(0, 0, 4))
