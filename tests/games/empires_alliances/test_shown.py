"""What is told beside the position: cities that fall, losses, what the figures of the table are made of."""

from __future__ import annotations

from typing import Any

import pytest

from rules.empires_alliances.countries.economy import income, total
from rules.empires_alliances.facts.arrivals import Added, Arrived
from rules.empires_alliances.facts.combat import HexAttacked
from rules.empires_alliances.facts.invasion import Landed
from rules.empires_alliances.facts.movement import SHIP, GarrisonsFreed, Leg, Marched, Travelled
from rules.empires_alliances.facts.politics import (
    Committed,
    Conquered,
    Deployed,
    Entered,
    ForcesRemoved,
    GarrisonsShort,
    WarDeclared,
)
from rules.empires_alliances.facts.procedure import StepBegan
from rules.empires_alliances.facts.setup import Dealt, Placed, TakenBack
from rules.empires_alliances.facts.supply import Starved
from rules.empires_alliances.facts.works import Dug
from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.frames import NationFrame
from rules.empires_alliances.position.state import Spirit, State
from rules.empires_alliances.printed.board import POOL, RESERVE
from rules.empires_alliances.shown.figures import purses_shown
from rules.empires_alliances.shown.gauge import GAUGE
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from rules.kernel.messages import JsonObject, Refusal
from tests.games.empires_alliances.moving import phase
from tests.games.empires_alliances.table import decided, deployed, put


def city_falls(state: State) -> tuple[Marched, State]:
    """A German corps, and where it marches from, into a city of the Belgians that nobody holds in this position."""
    city = state.printed.places.cities["Ghent"]
    unit = next(u for u in state.on_map("central") if state.counter(u).nation == "GE")
    event = Marched((unit,), (state.units[unit].at, city.hex), 1)
    return event, GAME.evolve(state, event)


def test_a_city_that_is_marched_into_is_told_and_noted() -> None:
    """§4.2: the line names the city and who holds it now; selfplay notes it down."""
    before = deployed()
    event, after = city_falls(before)
    line: Any = GAME.narrate(before, event, after, "central")
    ghent = before.printed.places.cities["Ghent"].hex
    assert line["text"].endswith("Taken: Ghent.")
    assert (line["taken"], line["taker"]) == ([ghent], "central")
    noted = GAME.milestone(before, event, after)
    assert noted is not None
    assert (noted.kind, noted.side, noted.names) == ("city", "central", (ghent,))
    again: Any = GAME.narrate(after, event, GAME.evolve(after, event), "central")
    assert "taken" not in again


def test_units_that_are_lost_are_counted_by_country() -> None:
    """§17.24: what goes from the map to the pool is a loss; the gauge reads it from the line."""
    before = deployed()
    lost = tuple([*before.on_map("allied")][:2])
    event = Starved(lost)
    after = GAME.evolve(before, event)
    line: Any = GAME.narrate(before, event, after, "allied")
    assert sum(line["toll"].values()) == 2
    nation = before.counter(lost[0]).nation
    assert GAUGE.lost(line)[nation] == {before.printed.nations[nation].name: line["toll"][nation]}
    assert GAUGE.side(GAME.view(before, "central"), nation) == "allied"
    noted = GAME.milestone(before, event, after)
    assert noted is not None
    assert (noted.kind, noted.figures) == ("lost", line["toll"])


def tolls(state: State, seat: str, kind: str, **slots: Any) -> tuple[list[Any], State]:
    """The losses in the lines of a command, and the position after it."""
    found = []
    for event in decided(state, seat, kind, **slots).events:
        after = GAME.evolve(state, event)
        line: Any = GAME.narrate(state, event, after, "allied") or {}
        if "toll" in line:
            noted = GAME.milestone(state, event, after)
            assert noted is not None
            assert noted.kind == "city" or noted.figures == line["toll"]
            found.append(line["toll"])
        state = after
    return found, state


def test_12_2_units_lost_in_an_automatic_victory_are_counted() -> None:
    big = ["ge-a1", "ge-a2", "ge-a3"]
    state = phase("central", {"be-1": "2453", **dict.fromkeys(big, "2552"), "ge-a4": "2353"})
    lost, _ = tolls(state, "central", "overrun", hex="2453", units=[*big, "ge-a4"], advance=["ge-a4"])
    assert lost == [{"BE": 1}]


def test_6_3_aircraft_are_lost_when_they_do_not_fly_from_a_lost_base() -> None:
    """Both may fly and only one does; the other is told and counted when its owner gives it up."""
    state = phase("central", {"fr-air-1": "2655", "fr-air-2": "2655", "ge-a1": "2554"})
    lost, asked = tolls(state, "central", "move", units=["ge-a1"], path=["2655"])
    assert lost == []
    slot: JsonObject = {"kind": "slot", "order": "flee", "slot": "base", "chosen": {"unit": "fr-air-1"}}
    told = GAME.consult(asked, "allied", slot)
    assert not isinstance(told, Refusal)
    base = told["options"]["of"][0]
    lost, one = tolls(asked, "allied", "flee", unit="fr-air-1", base=base)
    assert lost == []
    lost, after = tolls(one, "allied", "give_up_aircraft")
    assert lost == [{"FR": 1}]
    assert (after.units["fr-air-1"].at, after.units["fr-air-2"].at) == (base, "pool")


def test_a_country_that_falls_and_a_turn_that_ends_are_noted() -> None:
    """§18.2, §1.7: who conquered whom; points and ground as they stand."""
    state = deployed()
    fallen = Conquered("BE")
    noted = GAME.milestone(state, fallen, GAME.evolve(state, fallen))
    assert noted is not None
    assert (noted.kind, noted.what, noted.side) == ("conquered", "BE", "allied")
    _, after = city_falls(state)
    begun = StepBegan("weather", after.turn + 1)
    ended = GAME.milestone(after, begun, GAME.evolve(after, begun))
    assert ended is not None
    assert ended.figures == {"halves": 20, "central": 1, "allied": 0}
    assert GAME.milestone(state, StepBegan("weather", state.turn), state) is None


def test_every_city_that_counts_is_listed_with_its_holder() -> None:
    """§1.71: twenty cities; ten of the Central Powers are theirs at the start, and their points add up."""
    score: Any = GAME.view(deployed(), "central")["score"]
    assert (len(score["rows"]), score["section"], score["level"]) == (20, "1.72", "draw")
    assert sum(row["halves"] for row in score["rows"]) == score["halves"] == 20
    assert {row["holder"] for row in score["rows"] if row["halves"]} == {"central"}
    assert all(deployed().board.is_hex(row["hex"]) for row in score["rows"])


def test_points_come_with_their_reasons_and_their_limit() -> None:
    """§17.21, §17.23: in September the cities of each country say what they make; it adds up to what a turn gives."""
    state = replace(deployed(), turn=3)
    german: Any = GAME.view(state, "allied")["purses"]["GE"]  # type: ignore[index,call-overload]
    assert (german["side"], german["limit"]) == ("central", [24, 6, 0])
    assert {gain["text"] for gain in german["gains"]} >= {"Berlin", "Essen"}
    made = total(income(state, "GE"))
    assert tuple(sum(gain[kind] for gain in german["gains"]) for kind in ("infantry", "artillery", "tank")) == made


def test_morale_is_shown_with_every_modifier() -> None:
    """§21.1, §21.2: a country at war for less than a year has none; later the view names each with its section."""
    early: Any = GAME.view(deployed(), "central")["morale"]
    assert not any(row["checks"] for row in early.values())
    state = replace(deployed(), turn=18, spirits={"FR": Spirit(2, "M", 20)})
    french: Any = GAME.view(state, "central")["morale"]["FR"]
    assert french["checks"]
    assert french["low"]
    assert (french["drm"][0]["section"], french["drm"][0]["drm"]) == ("21.2", 2)


def test_forts_that_fell_and_railheads_are_shown() -> None:
    """§15.1, §10.1: all forts stand at first; one that is gone is listed; railheads are those of the set-up."""
    state = deployed()
    view: Any = GAME.view(state, "central")
    assert view["fallen"] == []
    assert {"2045", "2247", "2850"} <= {*view["railheads"]["central"]}
    fort = next(iter(sorted(state.forts)))
    gone: Any = GAME.view(replace(state, forts=state.forts - {fort}), "central")
    assert gone["fallen"] == [state.printed.forts[fort].hex]


def test_21_32_the_points_that_are_shown_follow_a_morale_check() -> None:
    """What is worked out for a table is kept while nothing changes; weariness changes it."""
    before = deployed("campaign")
    fresh = purses_shown(before)
    after = follow(before, replace(before, spirits={"GE": Spirit(0, "R30", before.turn)}))
    told: Any = purses_shown(after)
    assert [gain["section"] for gain in told["GE"]["gains"]][-1] == "21.32"
    assert told["FR"] == fresh["FR"]
    later: Any = purses_shown(follow(after, replace(after, spirits={})))
    assert later == fresh


def test_15_21_15_23_the_log_tells_who_has_dug_deeper() -> None:
    state = put(phase("central", {"ge-a2": "2551"}, "1916-02"), {"ge-a1": "2551"}, trench=1)
    event = Dug(("ge-a1", "ge-a2"))
    line: Any = GAME.narrate(state, event, GAME.evolve(state, event), "allied")
    text = "Entrenched: German A2. Entrenched at the second level: German A1."
    assert (line["section"], line["text"]) == ("15.21", text)
    alone = Dug(("ge-a1",))
    deeper: Any = GAME.narrate(state, alone, GAME.evolve(state, alone), "allied")
    assert (deeper["section"], deeper["text"]) == ("15.23", "Entrenched at the second level: German A1.")


def test_1_68_2_66_17_46_the_log_tells_whom_the_enemy_has_freed() -> None:
    for scenario, unit, section in (
        ("1914", "fr-r11", "1.68"),
        ("campaign", "fr-r11", "2.66"),
        ("1918", "us-3", "17.46"),
    ):
        state = phase("central", {unit: "2655"}, scenario=scenario)
        event = GarrisonsFreed((unit,))
        line: Any = GAME.narrate(state, event, GAME.evolve(state, event), "allied")
        name = f"{state.printed.nations[state.counter(unit).nation].adjective} {state.counter(unit).label}"
        assert (line["section"], line["text"]) == (section, f"Released, since the enemy is near: {name}.")


LINES = {
    "17.46": ("central", Added(("us-3",), RESERVE), "American 3 goes to reserve."),
    "17.41": (
        "central", Added(("ge-s1", "ge-s2"), POOL),
        "German S1 and S2 go to the Replacement Pool.",
    ),
    "17.43": (
        "central", Arrived("ge-s1", "2437", gone="ge-r8"),
        "German S1 arrives in Berlin (2437) in place of German R8.",
    ),
    "17.12": ("allied", Arrived("in-ind6", "middle-east"), "Indian IND6 arrives in the Middle East."),
    "18.11": ("central", WarDeclared("NL", "central"), "The Central Powers declare war on the Netherlands."),
    "18.2": ("central", Conquered("TU"), "The Ottoman Empire is conquered."),
    "18.21": ("central", ForcesRemoved("MN", ("mn-1",)), "One Montenegrin unit leaves the war."),
    "18.32": (
        "central", GarrisonsShort(("Lille", "Warsaw"), "TU"),
        "No garrison in Lille and Warsaw: the Ottoman Empire loses 2 infantry points.",
    ),
    "2.63": ("central", Entered("TU", "central", ()), "The Ottoman Empire joins the Central Powers."),
    "2.65": ("central", Deployed("NL"), "The Dutch forces are deployed."),
    "2.67": (
        "central", Committed(("tu-20",), "middle-east", "committed.middle-east.TU.1915-07"),
        "Ottoman 20 committed to the Middle East.",
    ),
    "11.72": ("allied", Landed("4642", ("fr-a1",)), "French A1 lands in 4642."),
    "11.8": (
        "allied", Travelled(("fr-a1",), "4252", (Leg(SHIP, ("4355",)),), 4, stops=True, evacuated=True),
        "French A1 evacuated to Toulon (4355): demoralised.",
    ),
    "11.0": (
        "allied", Travelled(("gb-t42",), "britain", (Leg(SHIP, ("middle-east",)),), 2),
        "British T42 to the Middle East by sea.",
    ),
    "13.61": ("central", HexAttacked("2462", ("ge-a1",), ("fr-32",)), "German A1 attacks 2462."),
}  # fmt: skip
"""§7.0: by section a fact and the line that tells it."""


@pytest.mark.parametrize("section", LINES)
def test_the_log_names_the_section_and_reads_as_a_sentence(section: str) -> None:
    """A verb of one unit is that of one, and countries and boxes have their articles."""
    side, event, text = LINES[section]
    wars = {"TU": "central", "NL": "allied", "US": "allied", "IT": "central"}
    places = {"ge-r8": "2336", "mn-1": "5234", "tu-20": "6312", "fr-a1": "4252", "gb-t42": "britain"}
    state = put(phase(side, {"ge-a1": "2461", "fr-32": "2462"}, "1916-02", scenario="campaign", at_war=wars), places)
    if isinstance(event, Deployed):
        state = follow(state, replace(state, cursor=(*state.cursor, NationFrame("deployment", "NL"))))
    line: Any = GAME.narrate(state, event, GAME.evolve(state, event), "allied")
    assert (line["section"], line["text"]) == (section, text)


def test_2_63_2_65_what_a_country_sets_up_has_the_section_of_its_deployment() -> None:
    for nation, unit, section in (("IT", "it-1", "2.63"), ("NL", "nl-1", "2.65")):
        state = phase("allied", {}, "1915-05", scenario="campaign", at_war={nation: "allied"})
        here = follow(state, replace(state, cursor=(*state.cursor, NationFrame("deployment", nation))))
        for event in (Placed(unit, "4848"), TakenBack(unit), Dealt({unit: "4848"})):
            line: Any = GAME.narrate(here, event, here, "allied")
            assert line["section"] == section, event
            elsewhere: Any = GAME.narrate(state, event, state, "allied")
            assert elsewhere["section"] == "1.4"
