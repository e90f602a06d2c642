"""§8.8, §10.4, §11.17, §11.23: the charts on the page are those that the rules read."""

from rules.schlieffens_war.printed.board import RIVER_COST
from tests.games.schlieffens_war.kit import printed


def chart(name: str) -> dict[str, tuple[str, ...]]:
    """The rows of a chart by their first cell."""
    found = next(c for c in printed().charts.shown if c.id == name)
    return {row[0]: row[1:] for row in found.rows}


def test_the_combat_results_are_those_of_the_table() -> None:
    """§11.17: each cell is what the rules read for that die and column."""
    crt = printed().charts.crt
    shown = next(c for c in printed().charts.shown if c.id == "combat")
    for column in range(len(shown.columns) - 1):
        assert shown.columns[column + 1] == crt.heading(column)
        for die in range(1, 7):
            assert shown.rows[die - 1][column + 1] == "{}/{}".format(*crt.result(column, die))


def test_attrition_and_guns() -> None:
    """§8.8, §11.23: a row a die."""
    charts = printed().charts
    assert [int(row[0]) for row in chart("attrition").values()] == [*charts.attrition]
    for die, (columns, ready) in chart("heavy_artillery").items():
        assert int(columns) == charts.bombardment[int(die) - 1]
        assert (ready == "Yes") is (int(die) in charts.artillery_kept)


def test_terrain_prices() -> None:
    """§10.4, §10.5: what the map's hexes cost."""
    board, shown = printed().board, chart("terrain")
    for hex_, terrain in (("1109", "Heavy fortress"), ("1012", "City")):
        assert shown[terrain][0] == str(board.entry[board.lattice.index[hex_]])
    assert shown["River hexside"][0] == f"+{RIVER_COST}"
    assert shown["Marsh"] == ("—", "—", "§10.4")
    assert "International border" not in shown
