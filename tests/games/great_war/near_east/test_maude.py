"""§6.33, §9.23: Maude brings the trains of Iraq."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.great_war.game import GAME
from rules.great_war.movement.railways import on_lines
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.data import FOLDER, check_against
from rules.great_war.printed.nations import ALLIED
from rules.great_war.printed.phases import ALLIED_RAIL
from rules.great_war.printed.variants import read_variant
from rules.kernel.fast_replace import replace
from tests.games.great_war.kit import at, refused, told
from tests.games.great_war.near_east.events import lots, where
from tests.games.great_war.near_east.kit import set_up
from tests.games.great_war.near_east.test_combat import standing

HERE = {"NI2252": "br-33inbd br-30inbd br-18inbd", "NI2149": "br-12inbd", "NI2050": "br-16inbd"}


def rails(maude: bool = True, **stacks: str) -> State:
    """The Allied Strategic Movement Phase, with Maude in hand and then in play."""
    state = standing({**HERE, **stacks})
    state = replace(state, cursor=(PhaseFrame(ALLIED_RAIL),), chits=lots(allied_hand="maude"))
    return told(state, ALLIED, "play_event", event="maude") if maude else state


def test_6_33_no_train_runs_in_iraq_before_maude() -> None:
    """§6.33, §9.23: his event is laid down and stays; the step says what is left."""
    before, after = rails(maude=False), rails()
    refusal = refused(before, ALLIED, "rail", units=["br-33inbd"], to="NI2150")
    assert refusal.section == "6.33"
    assert where(after, "maude") == "allied.play"
    words: Any = [GAME.legal(state, ALLIED)["detail"] for state in (before, after)]
    assert "by rail in Iraq" not in words[0]
    assert "4 by rail in Iraq" in words[1]
    assert at(told(after, ALLIED, "rail", units=["br-33inbd"], to="NI2150"), "br-33inbd") == "NI2150"


@pytest.mark.parametrize(
    ("to", "may"), [("NI2552", True), ("NI2553", True), ("NI2452", False), ("NI2549", False), ("NI2150", True)]
)
def test_9_23_trains_keep_to_the_south_of_iraq_and_abadan(to: str, may: bool) -> None:
    """§9.23: not in Persia but Abadan, and not in Kuwait."""
    if may:
        assert at(told(rails(), ALLIED, "rail", units=["br-33inbd"], to=to), "br-33inbd") == to
    else:
        assert refused(rails(), ALLIED, "rail", units=["br-33inbd"], to=to).section.startswith("9.")


def test_9_23_not_north_of_column_44() -> None:
    """§9.23: towns up to Kut's are served, those in column 44 and north of it are not."""
    state, board = rails(), set_up().printed.board
    served = {board.ids[i] for i in board.towns & board.by_front["iraq"] if on_lines(state, "br-33inbd", i)}
    assert all(board.column[board.index[h]] > 44 for h in served)
    assert {"NI2252", "NI2552", "NI2553", "NI1845", "NI2147"} <= served
    assert not served & {"NI1544", "NI1540", "NI2452", "NI2549"}


def test_9_23_no_more_than_four_and_by_sea_as_ever() -> None:
    """§9.23, §6.33: the event has no effect on ships."""
    state = rails(NI2150="br-17inbd br-6bd")
    for unit, start in (
        ("br-33inbd", "NI2150"),
        ("br-30inbd", "NI2150"),
        ("br-18inbd", "NI2552"),
        ("br-6bd", "NI2553"),
    ):
        state = told(state, ALLIED, "rail", units=[unit], to=start)
    assert refused(state, ALLIED, "rail", units=["br-17inbd"], to="NI2552").code in ("no-capacity", "full")
    assert at(told(rails(maude=False), ALLIED, "sail", units=["br-33inbd"], to="NE4313"), "br-33inbd") == "NE4313"


def test_trains_to_a_hex_that_there_is_not_are_a_slip(tmp_path: Path) -> None:
    """§9.23: said with the name of the file."""
    text = (FOLDER / "variants" / "near-east.toml").read_text().replace('besides = ["NI2552"]', 'besides = ["NI9999"]')
    file = tmp_path / "near-east.toml"
    file.write_text(text)
    printed = set_up().printed
    with pytest.raises(ValueError, match=r"near-east.toml: trains of iraq run to NI9999"):
        check_against(read_variant(file), printed.charts, printed.board.index)
