"""Rules in our own words: what is read of the two files, and what of them is refused."""

from pathlib import Path

import pytest

from rules.kernel.rulebook import Chart, read_rulebook, rulebook_json

SECTIONS = """
[[sections]]
number = "1.1"
title = "Sides"
[[sections]]
number = "1.10"
title = "Stacks"
[[sections]]
number = "2.1"
title = "Map"
rule = false
"""
HELP = '''
[chapters]
"1" = "Units"
"2" = "The table"

[[rules]]
section = "1.10"
text = """
At most three units
in a hex.

More must leave, see §1.1."""
example = "Four stand at 1010: one leaves."
chart = "stacks"

[[rules]]
section = "2.1"
text = "The map."

[[rules]]
section = "1.1"
text = "Two sides."

[[rules]]
section = "2"
title = "On the table"
text = "A chapter may have a text too."
'''


def laid(tmp_path: Path, help_: str = HELP, sections: str = SECTIONS) -> Path:
    """A game's folder with the two files."""
    (tmp_path / "sections.toml").write_text(sections, encoding="utf-8")
    (tmp_path / "help.toml").write_text(help_, encoding="utf-8")
    return tmp_path


def test_sections_stand_in_their_chapters_and_by_number(tmp_path: Path) -> None:
    chapters = read_rulebook(laid(tmp_path))
    assert [(c.number, c.title, [r.section for r in c.rules]) for c in chapters] == [
        ("1", "Units", ["1.1", "1.10"]),
        ("2", "The table", ["2", "2.1"]),
    ]
    stacks = chapters[0].rules[1]
    assert stacks.title == "Stacks"
    assert stacks.text == ("At most three units in a hex.", "More must leave, see §1.1.")
    assert stacks.example == ("Four stand at 1010: one leaves.",)
    assert (stacks.chart, stacks.cites()) == ("stacks", {"1.1"})


def test_what_goes_over_the_wire(tmp_path: Path) -> None:
    chart = Chart("stacks", "Stacks", "1.10", ("Units", "Most"), (("Corps", "3"),), "In a hex.")
    sent = rulebook_json(read_rulebook(laid(tmp_path))[1:], (chart,))
    rule = {"section": "2.1", "title": "Map", "text": ["The map."], "example": [], "chart": ""}
    first = {**rule, "section": "2", "title": "On the table", "text": ["A chapter may have a text too."]}
    drawn = {
        "id": "stacks",
        "title": "Stacks",
        "section": "1.10",
        "columns": ["Units", "Most"],
        "rows": [["Corps", "3"]],
    }
    assert sent == {
        "chapters": [{"number": "2", "title": "The table", "rules": [first, rule]}],
        "charts": [{**drawn, "note": "In a hex."}],
    }


@pytest.mark.parametrize(
    ("help_", "why"),
    [
        (HELP.replace('section = "1.1"\n', 'section = "2.1"\n'), "told twice"),
        (HELP.replace('section = "1.1"\n', 'section = "1.2"\ntitle = "More"\n'), "nothing is told of 1.1"),
        (HELP.replace("§1.1.", "§1.7."), "nothing is told of 1.7"),
        (HELP.replace('text = "Two sides."', 'text = " "'), "no title or no text"),
        (HELP.replace('title = "On the table"', ""), "no title or no text"),
    ],
)
def test_a_gap_is_refused(tmp_path: Path, help_: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_rulebook(laid(tmp_path, help_))


def test_a_chart_has_a_cell_for_each_column() -> None:
    with pytest.raises(ValueError, match="a cell for each column"):
        Chart("stacks", "Stacks", "1.10", ("Units", "Most"), (("Corps",),))
