"""§1.1, §2.3, §3.2, §3.11, §3.12, §3.14: the lists on the page are those that the rules read."""

from rules.catalogue import GAMES
from rules.kernel.rulebook import Chart
from rules.powers_1914.printed.charts_shown import charts_shown
from rules.powers_1914.printed.pieces import ARMS
from rules.powers_1914.printed.plans import AS_PRINTED, PLANS
from tests.thorough import at_least_one

PRINTED = PLANS[AS_PRINTED]
CHARTS = {chart.id: chart for chart in charts_shown(PRINTED)}


def cells(chart: Chart, head: str) -> tuple[str, ...]:
    """The row that begins with that cell, the rest of it."""
    return next(row[1:] for row in chart.rows if row[0] == head)


def test_prices_moves_and_counters() -> None:
    """§1.1, §3.2.1, §3.6 to §3.9: the units' list."""
    assert cells(CHARTS["units"], "Price") == tuple(str(PRINTED.prices[arm]) for arm in ARMS)
    assert cells(CHARTS["units"], "Fields a turn") == tuple(str(PRINTED.moves[arm]) for arm in ARMS)
    assert cells(CHARTS["units"], "Counters of Germany") == tuple(str(PRINTED.limit("GE", arm)) for arm in ARMS)
    assert CHARTS["units"].note == (
        "A factory costs 24 and a shipyard costs 20. "
        "Modernising one type costs 18 the first time and 30 the second time."
    )


def test_every_land_field_and_every_border() -> None:
    """§3.2, §3.5: a row for each field; a border stands with both of its fields."""
    land = [a for a in PRINTED.board.areas.values() if not a.sea]
    assert len(CHARTS["areas"].rows) == len(land)
    assert sum(int(row[2]) for row in CHARTS["areas"].rows) == sum(a.coins for a in land)
    assert "Galicia" in cells(CHARTS["links"], "Budapest")[0]
    assert "Budapest" in cells(CHARTS["links"], "Galicia")[0]
    assert "Bosphorus" in CHARTS["links"].note


def test_the_armies_are_all_there() -> None:
    """§2.3, §3.12: as many infantry as the files place."""
    for name, musters in (
        ("setup", [m for s in PRINTED.settings.values() for m in s.setup]),
        ("nations", [m for army in PRINTED.armies.values() for m in army]),
    ):
        told = [part.split() for row in CHARTS[name].rows for part in row[-1].split(", ") if part.endswith(" infantry")]
        assert sum(int(n) for n, _ in told) == sum(m.counts.get("infantry", 0) for m in musters) > 0


def test_the_deck_is_counted() -> None:
    """§3.14: the columns add up to the decks."""
    for column, setting in at_least_one(enumerate(PRINTED.settings.values(), 1)):
        assert sum(int(row[column]) for row in CHARTS["cards"].rows) == len(setting.deck)


def test_each_chart_has_a_section_that_shows_it() -> None:
    """§1.1: on the page of all rules a chart is drawn at its own section, so there must be one."""
    for game in GAMES.values():
        book = game.rulebook("")
        sections = {rule["section"] for chapter in book["chapters"] for rule in chapter["rules"]}  # type: ignore[union-attr, index, call-overload]
        assert {chart["section"] for chart in book["charts"]} <= sections  # type: ignore[union-attr, index, call-overload]
