"""§19.12, §21.2 to §21.4: the four beginnings on six fronts: lists, tracks, pools, and both sides' set-up."""

from __future__ import annotations

import random
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from rules.great_war.chits_played.settling import why_no_event
from rules.great_war.facts.chits import GONE
from rules.great_war.position.control import controlled_hexes
from rules.great_war.position.state import ARABIA, AVAILABLE_THERE, DEAD_THERE, RESERVE, TRANSFER
from rules.great_war.printed.data import FOLDER, Printed
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.plans import AUGUST_1914, PLANS
from rules.great_war.strategic.income import income
from rules.great_war.strategic.victory import points
from rules.great_war.units.peoples import is_turkish_division
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal
from tests.games.great_war.combined.kit import GAME, STARTS, at_war, before_set_up, set_up
from tests.games.great_war.invariants import check, check_numbers
from tests.games.great_war.near_east.kit import stood
from tests.games.great_war.near_east.lists import ALLIES, CENTRAL_POWERS, JOINED, listed, standing
from tests.thorough import sample_of

PRINTED = PLANS[AUGUST_1914].variant("combined")


def test_19_12_it_begins_at_all_starts_but_that_of_1918() -> None:
    """§19.12, §21.6: four scenarios join both games; that of 1918 in the Near East has no other half."""
    assert [s.id for s in GAME.scenarios if s.id.startswith("combined")] == list(STARTS)
    with pytest.raises(ValueError, match="no scenario 'combined-1918'"):
        GAME.new_match("combined-1918", {})


@pytest.mark.parametrize(
    ("scenario", "there"),
    [
        ("combined-campaign", "caucasus RU 14, caucasus TU 10, egypt BR 6, egypt TU 2, iraq BR 3, iraq TU 5"),
        ("combined-1915", "caucasus RU 16, caucasus TU 12, egypt BR 6, egypt TU 2, iraq BR 7, iraq TU 4"),
        # §21.34: four divisions in Egypt and one in Basra, which alone wait in the box.
        ("combined-1916", "caucasus RU 15, caucasus TU 16, egypt BR 10, egypt TU 7, iraq BR 8, iraq TU 6"),
        ("combined-1917", "caucasus RU 19, caucasus TU 15, egypt BR 18, egypt TU 10, iraq BR 11, iraq TU 5"),
    ],
)  # fmt: skip
def test_21_24_one_click_sets_both_sides_up(scenario: str, there: str) -> None:
    """§19.22, §21.24 to §21.45: as many units of each nation on each front of the Near East as the lists have."""
    state = set_up(scenario)
    assert not state.boxes["pool"]
    found = {key: n for key, n in stood(state).items() if key[0] in ("caucasus", "egypt", "iraq")}
    assert ", ".join(f"{front} {nation} {n}" for (front, nation), n in sorted(found.items())) == there
    check(state)
    check_numbers(state)


@pytest.mark.parametrize("year", JOINED)
def test_21_24_everyone_stands_where_the_lists_have_them(year: str) -> None:
    """§21.24 to §21.45: line by line, by name where the rulebook names units: the lists of the Near East alone, but for
    what six fronts have instead; nobody else is there."""
    state, turks = set_up(f"combined-{year}"), year == "1915"
    allies, central = ALLIES[year], CENTRAL_POWERS[year]
    allies, central = (allies, {**central, **JOINED[year]}) if turks else ({**allies, **JOINED[year]}, central)
    assert standing(state, "BR RU FR AB", allies) == listed(allies)
    assert standing(state, "TU GE", central) == listed(central)


@pytest.mark.parametrize(
    ("year", "fewer"),
    [
        ("1915", {}),
        # §21.34: the Russian 6th is in the transfer box.
        ("1916", {("east", "RU"): 1, ("east", "TU"): 2}),
        ("1917", {("east", "TU"): 1}),
    ],
)
def test_21_24_europe_is_as_it_is_alone(year: str, fewer: dict[tuple[str, str], int]) -> None:
    """§21.24, §21.34, §21.44: the units of all nations on the maps of Europe, but for those that are elsewhere now."""
    alone = stood(set_up(year))
    both = stood(set_up(f"combined-{year}"))
    assert {key: n - both[key] for key, n in alone.items() if n != both[key]} == fewer


@pytest.mark.parametrize(
    ("scenario", "europe", "there"),
    [("combined-1915", 10, 27), ("combined-1916", 8, 44), ("combined-1917", 9, 51)],
)
def test_21_25_turkish_divisions(scenario: str, europe: int, there: int) -> None:
    """§21.25, §21.35, §21.45: of Europe and of the Near East, those in boxes and dead piles among them; §19.12: the
    46th and 50th are two of Europe's."""
    state = set_up(scenario)
    groups = {u: state.card.of("TU")[n] for u, n in before_set_up(scenario).groups.items() if u.startswith("tu-")}
    turks = [u for u in groups if is_turkish_division(state.counter(u))]
    ours = Counter(groups[u].map == "europe" or u == "tu-19" for u in turks)
    assert (ours[True], ours[False]) == (europe, there)
    assert "tu-46" not in state.units
    board = state.printed.board
    eastern = [u for u in turks if (i := board.index.get(state.units[u].at)) is not None and board.front[i] == "east"]
    # One of Europe's is dead in May 1915.
    assert len(eastern) == europe - (scenario == "combined-1915")


@pytest.mark.parametrize(
    ("scenario", "central", "cities", "surrender", "required", "held"),
    [
        ("combined-1915", 6, 1, 1, 6, 6), ("combined-1916", 9, 0, 0, 8, 11), ("combined-1917", 10, 0, 2, 6, 6),
    ],
)  # fmt: skip
def test_21_26_tracks(scenario: str, central: int, cities: int, surrender: int, required: int, held: int) -> None:
    """§21.26, §21.36, §21.46: points, cities, surrender and reserve; the reserve is in its box."""
    state = set_up(scenario)
    card = state.card
    assert (card.victory_points, card.allied_cities, card.surrender) == (central, cities, surrender)
    assert points(state) == central - cities
    assert (state.near_east.required, len(state.boxes[RESERVE]), len(state.boxes[ARABIA])) == (required, held, 4)


@pytest.mark.parametrize(
    ("scenario", "boxes"),
    [
        ("combined-campaign", {AVAILABLE_THERE: 0, DEAD_THERE: 0, TRANSFER: 0, RESERVE: 8}),
        # Two Turks, two Russians; three Turks of strategic turn D.
        ("combined-1915", {AVAILABLE_THERE: 3, DEAD_THERE: 4, TRANSFER: 0}),
        ("combined-1916", {AVAILABLE_THERE: 9, DEAD_THERE: 10, TRANSFER: 1}),
        ("combined-1917", {AVAILABLE_THERE: 9, DEAD_THERE: 27, TRANSFER: 0}),
    ],
)
def test_5_35_boxes_of_the_near_east(scenario: str, boxes: dict[str, int]) -> None:
    """§5.35, §9.24, §21.34, §21.44: who lies where; the 13NA is dead there, the Russian 6th on its way."""
    state = before_set_up(scenario)
    assert {box: len(state.boxes[box]) for box in boxes} == boxes
    if scenario in ("combined-1916", "combined-1917"):
        assert state.units["br-13na"].at == DEAD_THERE
    if boxes[TRANSFER]:
        assert state.boxes[TRANSFER] == ("ru-6",)


@pytest.mark.parametrize("scenario", STARTS)
def test_21_27_pools_have_two_no_events(scenario: str) -> None:
    """§21.27, §21.28: No Events are once in the pool though they are on both lists; no chit of the Near East alone."""
    state = before_set_up(scenario)
    chits = state.printed.chits.events
    for side in (ALLIED, CENTRAL):
        pool = state.chits[f"{side}.pool"]
        none = sum(number for id_, number in pool.items() if chits[id_].kind == "none")
        assert none == (0 if scenario == "combined-campaign" else 2)
        held = {*pool, *state.chits[f"{side}.play"], *state.chits[f"{side}.hand"]}
        assert not [id_ for id_ in held if chits[id_].mark == "NE*"]
        assert scenario == "combined-campaign" or any(chits[id_].mark == "NE" for id_ in held)


def test_21_47_chits_of_april_1917() -> None:
    """§21.37, §21.47: those of the Near East enter beside Europe's, of which some have been played."""
    state = before_set_up("combined-1917")
    allied = state.chits["allied.pool"]
    assert {"allenby", "arab-northern-army", "the-tiger", "convoy"} <= allied.keys()
    assert not {"zimmermann-telegram", "british-points-k", "remove-42t"} & allied.keys()
    assert state.chits["central.hand"] == {"turkish-determination-g": 1}
    assert {"maude", "lawrence", "russian-amphibious-campaign"} <= state.chits["allied.play"].keys()


def test_6_12_the_indians_stay_in_the_near_east() -> None:
    """§6.12: the removal of the 3IN and 7IN is a No Event on six fronts, and leaves the pool; in Europe they leave."""
    state = before_set_up("combined-1916")
    chit = state.printed.chits.events["remove-3in-7in"]
    assert why_no_event(state, chit) == GONE
    assert why_no_event(GAME.new_match("1916", {}), chit) == ""


def test_5_15_points_of_both_charts() -> None:
    """§5.12, §5.15: Britain, Russia and Turkey receive points for both; Turkey none while it is neutral."""
    state = set_up("combined-1915")
    state = replace(state, strategic_state=replace(state.strategic_state, turn="E"))
    alone = PLANS[AUGUST_1914].variant("europe").charts
    there = PLANS[AUGUST_1914].variant("near-east").charts
    for nation in ("BR", "RU", "TU"):
        assert there.income(nation, "E")
        assert income(state)[nation] == alone.income(nation, "E") + there.income(nation, "E")
    assert income(state)["FR"] == alone.income("FR", "E")
    early = set_up("combined-campaign")
    early = replace(early, strategic_state=replace(early.strategic_state, turn="A"))
    assert "TU" not in income(early)
    assert income(at_war(early, 5))["TU"] == alone.income("TU", "A")


@pytest.mark.parametrize("scenario", STARTS)
def test_7_1_no_hex_is_both_sides(scenario: str) -> None:
    """§7.1, §7.12: on the Near Eastern maps every hex is one side's."""
    state = before_set_up(scenario)
    mine, theirs = (controlled_hexes(state, side) for side in (ALLIED, CENTRAL))
    assert mine.isdisjoint(theirs)
    board = state.printed.board
    there = {i for front in ("caucasus", "egypt", "iraq") for i in board.by_front[front] if board.land[i]}
    assert there <= mine | theirs


@pytest.mark.parametrize(
    ("was", "slip", "why"),
    [
        ('joins = ["1915", "near-east-1915"]', 'joins = ["1915"]', "one of the Near East"),
        ("count = 6", "count = 60", "not 60"),
        ('face = "2-2-4"', 'face = "1-2-4"', "no group of TU for reserve"),
        ('to = "reserve"', 'to = "moon"', "none of"),
    ],
)
def test_21_0_a_slip_in_a_joining_file_is_told(tmp_path: Path, was: str, slip: str, why: str) -> None:
    """§21.0: with the name of the file."""
    for file in FOLDER.iterdir():
        if file.is_file():
            shutil.copy(file, tmp_path)
    for part in ("scenarios", "boards", "variants"):
        shutil.copytree(FOLDER / part, tmp_path / part)
    file = tmp_path / "scenarios" / "combined-1915.toml"
    text = file.read_text(encoding="utf-8")
    assert was in text
    file.write_text(text.replace(was, slip, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=rf"combined-1915.toml.*{re.escape(why)}"):
        Printed.read(tmp_path, variant=PRINTED.variant)


@pytest.mark.parametrize("scenario", sample_of(STARTS, 2, 1))
def test_4_2_a_turn_is_played(scenario: str) -> None:
    """§4.2: by players who do anything; what must hold does, and what is stored comes back."""
    state, rng, steps = set_up(scenario), random.Random(1), set[str]()
    last = state.turn + (2 if scenario == "combined-1915" else 1)
    while state.turn < last and state.ended is None:
        seat = rng.choice(GAME.deciders(state))
        command = GAME.random_command(state, seat, rng)
        found = GAME.decide(state, seat, command, lambda _, sides: rng.randint(1, sides))
        assert not isinstance(found, Refusal), (command, found)
        for event in found.events:
            before, state = state, GAME.evolve(state, event)
            if state.phase.key not in steps:
                check(state)
                check_numbers(state)
            steps.add(state.phase.key)
            GAME.narrate(before, event, state, ALLIED)
    assert "central.rail" in steps
    assert GAME.load_state(GAME.dump_state(state)) == state
    for viewer in (ALLIED, CENTRAL, "spectator"):
        assert {"west", "south", "caucasus"} <= GAME.view(state, viewer)["tracks"]["weather"].keys() or state.turn < 7
