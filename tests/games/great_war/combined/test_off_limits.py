"""§17.21, §17.31, §17.4, §15.25, §15.64, §6.6: units are told by which rule a hex is closed to them."""

from __future__ import annotations

import pytest

from rules.great_war.position.changes import with_near_east
from rules.great_war.position.near_east_state import HOME
from rules.great_war.position.state import State
from rules.great_war.restrictions.national import off_limits_of, why_off_limits
from rules.kernel.fast_replace import replace
from tests.games.great_war.combined.kit import before_set_up

WORDS = {"6.6", "15.25", "15.64", "17.21", "17.31", "17.4"}
IN_1917 = 28


def of_1916() -> State:
    """Six fronts in January 1916."""
    return before_set_up("combined-1916")


def told(state: State, units: str, hex_: str) -> tuple[str, str]:
    """The section and the sentence."""
    found = why_off_limits(state, units.split(), state.printed.board.index[hex_])
    assert found.code == "off-limits"
    return found.section, found.text


@pytest.mark.parametrize(
    ("unit", "hex_", "section", "words"),
    [
        ("ah-po", "E1819", "6.6", "Polish division"),
        ("fr-aac", "E5102", "15.25", "Western Front."),
        ("ge-pz", "NC3338", "15.25", "Western and Eastern"),
        ("br-hq-3", "NE4206", "15.64", "Headquarters cannot go"),
        ("br-hq-18crp", "W6707", "15.64", "Headquarters cannot go"),
        ("br-cd-1", "NE4011", "17.21", "west of the Suez Canal"),
        ("br-34inbd", "W6707", "17.21", "the Egyptian Front and the Iraqi Front"),
        ("br-1", "NC3338", "17.21", "British units do not operate on the Caucasus Front"),
        ("fr-88t", "NE4206", "17.21", "The only French unit outside Europe"),
        ("fr-dfps", "W6707", "17.21", "Egyptian Front"),
        ("fr-88t", "W2117", "17.21", "Before 1917"),
        ("be-1", "E1116", "17.21", "Belgian units do not operate on the Eastern Front"),
        ("ru-26", "W4908", "17.21", "Russian units do not operate on the Western Front"),
        ("ru-1caubd", "E4816", "17.21", "Caucasus Front"),
        ("ru-pc", "NC3338", "17.4", "within Persia"),
        ("ru-arm-1", "NC3045", "17.21", "Armenian units do not enter Persia"),
        ("ab-army", "NE4206", "17.21", "Arab army"),
        ("ru-26", "NI2436", "17.4", "Hamadan"),
        ("tu-1", "NI2436", "17.4", "Hamadan"),
        ("tu-1", "W5526", "17.31", "Turkish units do not operate on the Western Front"),
        ("ah-53", "W5526", "17.31", "before 1917"),
        ("ge-2", "W2117", "17.31", "Before 1917"),
        ("bu-1", "E3310", "17.31", "stay in the Balkans"),
        ("tu-hq-yag", "E1328", "15.64", "Headquarters cannot go"),
    ],
)
def test_17_2_the_rule_that_closes_a_hex_is_named(unit: str, hex_: str, section: str, words: str) -> None:
    """§17.2, §17.3: January 1916."""
    found = told(of_1916(), unit, hex_)
    assert found[0] == section
    assert words in found[1]


def test_17_31_before_the_turks_of_europe_the_empire_is_closed_to_others() -> None:
    """§17.31: but for German brigades and battalions."""
    early = replace(of_1916(), turkey=False)
    assert told(early, "ge-2", "NE1728")[0] == "17.31"
    assert early.printed.board.index["NE1728"] not in off_limits_of(early, ["ge-601bn"])


def test_17_2_of_several_units_the_one_that_may_not_go_is_meant() -> None:
    """§17.21: the first may go, the second may not."""
    assert told(of_1916(), "br-1 br-hq-3", "NE4206")[0] == "15.64"


@pytest.mark.parametrize("turn", [17, IN_1917])
def test_17_2_there_is_a_reason_for_every_unit_and_every_hex(turn: int) -> None:
    """§17.2, §17.3: of every sort of unit, and with the expedition to Persia come and gone."""
    closed = 0
    for state in (replace(of_1916(), turn=turn), replace(with_near_east(of_1916(), expedition=HOME), turn=turn)):
        sorts = {(c.nation, c.people, c.kind, c.size, c.limits): u for u, c in state.printed.counters.items()}
        for unit in sorts.values():
            if state.sides.get(state.counter(unit).nation) is None:
                continue
            board = state.printed.board
            places = {(board.front[i], board.country[i]): i for i in off_limits_of(state, [unit])}
            closed += len(places)
            for i in places.values():
                found = why_off_limits(state, [unit], i)
                assert found.section in WORDS, (unit, board.ids[i])
    assert closed > 100
