"""What the log and the questions say where the Near East is played: each line by its own section, in a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.facts import Event
from rules.great_war.facts.armenians import ArmeniansRaised
from rules.great_war.facts.chits import PurchasesPaid
from rules.great_war.facts.near_east_trenches import TrenchesDug
from rules.great_war.facts.resources import HeadquartersRestored
from rules.great_war.facts.spending import PointsGained
from rules.great_war.facts.untried import StrengthShown
from rules.great_war.game import GAME
from rules.great_war.play import name_of
from rules.great_war.position.changes import with_strategic_state
from rules.great_war.position.state import PhaseFrame
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import TRANSFERS
from rules.kernel.fast_replace import replace
from rules.kernel.game import SPECTATOR
from tests.games.great_war.near_east.kit import placed, set_up


@pytest.mark.parametrize(
    ("event", "section", "text"),
    [
        (ArmeniansRaised("ru-arm-1", "NC3338"), "6.8", "1st Armenian Volunteers are in Van (N3338)."),
        (
            ArmeniansRaised("ru-arm-2", "NC4548"), "6.9",
            "The Armenian Republic: 2nd Armenian Volunteers are in Petrovsk (N4548).",
        ),
        (
            StrengthShown("ru-arm-1", "1-1-4", 1, 1, 4), "15.82",
            "1st Armenian Volunteers, untried until now, turn out to be 1-1-4.",
        ),
        (
            StrengthShown("ab-army", "2-2-5", 1, 4, 6), "15.82",
            "Arab Northern Army, untried until now, turns out to be 2-2-5.",
        ),
        (PointsGained("TU", 2), "6.61", "The event brings 2 Turkish resource points."),
        (TrenchesDug("near-east-trenches-g", ("NC3436",)), "6.36", "Trenches are dug in Bitlis (N3436)."),
        (PurchasesPaid({ALLIED: "BR"}), "6.11", "An event is bought by the Allies (British point)."),
        (
            PurchasesPaid({ALLIED: "BR", CENTRAL: "TU"}), "6.11",
            "Each side buys an event: the Allies (British point) and the Central Powers (Turkish point).",
        ),
    ],
)  # fmt: skip
def test_6_0_lines_of_events(event: Event, section: str, text: str) -> None:
    """§6.1, §6.8, §6.9, §6.36, §6.61: what happened, and where."""
    state = set_up()
    line: Any = GAME.narrate(state, event, GAME.evolve(state, event), SPECTATOR)
    assert (line["section"], line["text"]) == (section, text)


def test_5_14_a_line_begins_with_a_capital() -> None:
    """§5.14: of one headquarters as of several."""
    state = placed(set_up(), {"NC3653": "ru-hq-cau"})
    event = HeadquartersRestored(("ru-hq-cau",))
    line: Any = GAME.narrate(state, event, GAME.evolve(state, event), ALLIED)
    assert line["text"] == "One headquarters recovers its support."


def test_3_26_the_rifles_of_south_persia_are_named_once() -> None:
    """§3.26: the country stands in their name already; the Cossacks' has the word itself."""
    assert [name_of(set_up(), unit) for unit in ("br-spr", "ru-pc", "ru-20")] == [
        "South Persia Rifles", "Persian Cossack Division", "Russian 20th Division",
    ]  # fmt: skip


def test_5_17_alone_nobody_is_asked_for_emergency_replacements() -> None:
    """§5.17, §19.8: Britain may give Russia a point, and that is all that is asked."""
    state = replace(set_up(), cursor=(PhaseFrame(TRANSFERS),), points={"BR": 3, "RU": 0, "TU": 0})
    asked: Any = GAME.legal(with_strategic_state(state, turn="E"), ALLIED)
    assert (asked["title"], asked["prompt"]) == ("Transfers of points", "Give points to an ally?")
    assert "Both sides" not in asked["detail"]
