"""Lines of the log, and what some have besides."""

from __future__ import annotations

from rules.kernel.log_lines import die_of, log_line, toll, way_of


def test_a_line_has_no_more_than_there_is_to_say() -> None:
    assert log_line("phase", "4.1", None, "Turn 3.") == {
        "kind": "phase", "section": "4.1", "side": None, "text": "Turn 3.",
    }  # fmt: skip
    line = log_line("moved", "8.1", "red", "They go.", hexes=("0101", "0102"), dice=[die_of(4, "march")])
    assert (line["hexes"], line["dice"]) == (["0101", "0102"], [{"die": 4, "for": "march"}])


def test_a_die_tells_its_sides_unless_it_has_six() -> None:
    assert die_of(9, "attack", 10) == {"die": 9, "for": "attack", "sides": 10}
    assert die_of(3, "attack", 6) == {"die": 3, "for": "attack"}
    assert die_of(None, "attack") == {"die": None, "for": "attack"}


def test_a_way_and_a_toll_are_added_to_a_line() -> None:
    assert way_of(("0101", "0102"), 3) == {"path": ["0101", "0102"], "count": 3}
    assert toll([("GE", 2), ("FR", 1), ("GE", 1)]) == {"toll": {"GE": 3, "FR": 1}}
    assert toll(()) == {"toll": {}}
