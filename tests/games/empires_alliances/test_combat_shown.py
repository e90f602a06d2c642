"""What viewers are told of attacks: the open ones, what a planner asks, the log, and what is taken back."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.empires_alliances.facts.combat import Scattered
from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.state import State
from rules.kernel.messages import Refusal
from tests.games.empires_alliances.fields import FRENCH, GERMANS, GUN, A, B, T, duel, field, stood
from tests.games.empires_alliances.table import decided, put, refused, sent, told
from tests.games.empires_alliances.test_combat_results import SIX, attacked


def battles(state: State) -> list[Any]:
    """The open attacks of a view."""
    found: Any = GAME.view(state, "allied")["battles"]
    assert found == GAME.view(state, "spectator")["battles"]
    return list(found)


def preview(state: State, **asked: Any) -> Any:
    """What an attack of the Central Powers would come to."""
    answer = GAME.consult(state, "central", {"kind": "attack", **asked})
    assert not isinstance(answer, Refusal), answer
    return answer


def test_13_6_an_open_attack_is_shown_with_odds_and_modifiers_before_its_die_and_after_it() -> None:
    state = put(duel([*GERMANS, GUN], ["fr-32", "fr-cav1", "fr-art-1"]), {"fr-32": T}, trench=1)
    assert battles(state) == []
    state = told(state, "central", "attack", hex=T, units=[*GERMANS, GUN])
    (told_,) = battles(state)
    assert (told_["hex"], told_["stage"], told_["fights"]) == (T, "join", [])
    state = told(state, "allied", "defend_together", units={"fr-32": ["fr-art-1"]})
    assert battles(state)[0]["joined"] == [["fr-32", "fr-art-1"]]
    state = told(
        state, "central", "divide",
        targets={"1": ["fr-cav1"], "2": ["fr-32"]}, units={"1": ["ge-a1"], "2": ["ge-a2", "ge-a3", GUN]},
    )  # fmt: skip
    second = battles(state)[0]["fights"][1]
    assert (second["attack"], second["defence"], second["column"], second["drm"]) == ("15", "9", "1-1", -1)
    assert second["modifiers"] == [{"text": "entrenchment", "section": "15.24", "drm": -1}]
    state = told(state, "central", "resolve", (7,), attack="1")
    fought = battles(state)[0]["fights"][1]
    assert (fought["die"], fought["net"], fought["result"]) == (7, 6, "ND")


@pytest.mark.parametrize(("lost", "going"), [("fr-32", [])])
def test_13_8_the_units_that_retreat_are_shown(lost: str, going: list[str]) -> None:
    state = attacked(duel([*GERMANS], ["fr-32", "fr-cav1"]), [*GERMANS], 10)
    assert sorted(battles(state)[0]["going"]) == ["fr-32", "fr-cav1"]
    assert battles(duel([], [lost])) == going


def test_13_64_a_planner_asks_what_an_attack_would_come_to() -> None:
    state = put(field({**stood(SIX[:3], A), "fr-a1": T, "fr-cav1": T}), {"ge-air-1": B})
    answer = preview(state, hex=T, units=SIX[:3])
    assert (answer["attack"], answer["defence"], answer["column"], answer["drm"]) == ("18", "10", "1-1", 0)
    assert answer["results"] == [state.printed.combat.result("1-1", die) for die in range(1, 11)]
    assert answer["refusal"] is None
    assert set(answer["says"]) == set(answer["results"])
    flown = preview(sent(state, ["ge-air-1"], T), hex=T, units=SIX[:3], air=["ge-air-1"])
    assert flown["modifiers"] == [{"text": "aircraft", "section": "16.42", "drm": 1}]
    assert flown["legal"]


def test_13_641_a_planner_is_told_which_figures_are_not_those_printed() -> None:
    """§14.6, §20.23, §13.85: what each takes away, and together it is what separates the counters from the odds."""
    over, fresh = field({"ge-a1": "1842", "ge-a2": "1842", "ru-2": "1841"}), duel(GERMANS, FRENCH)
    assert preview(fresh, hex=T, units=[*GERMANS])["weakened"] == []
    told_ = preview(put(over, {"ge-a1": "1842"}, unsupplied=1), hex="1841", units=["ge-a1", "ge-a2"])
    rows = [(row["text"], row["section"], row["factors"]) for row in told_["weakened"]]
    assert rows == [("Attackers short of supply", "14.6", "−1.5"), ("Attackers across a river", "20.23", "−2.625")]
    assert float(told_["attack"]) == 12 - 1.5 - 2.625
    shaken = preview(put(fresh, {"fr-32": T}, shaken=1), hex=T, units=[*GERMANS])
    assert [(row["side"], row["section"], row["factors"]) for row in shaken["weakened"]] == [("defence", "13.85", "−3")]
    assert float(shaken["defence"]) == 18 - 3


def test_16_42_a_preview_says_why_aircraft_cannot_support_an_attack() -> None:
    state = put(field({**stood(SIX[:3], A), "fr-a1": T, "ge-cav1": A}), {"ge-air-1": B, "ge-air-2": B})
    flown = sent(state, ["ge-air-1", "ge-air-2"], T)
    for position, units, air, code in (
        (state, SIX[:3], ["ge-air-1"], "air-too-far"),
        (flown, SIX[:3], ["ge-a2"], "air-too-far"),
        (flown, ["ge-cav1"], ["ge-air-1"], "no-corps-for-air"),
        (flown, SIX[:1], ["ge-air-1", "ge-air-2"], "no-corps-for-air"),
    ):
        told_ = preview(position, hex=T, units=units, air=air)
        assert not told_["legal"]
        assert told_["refusal"]["code"] == code
        given = refused(position, "central", "attack_with_air", hex=T, units=units, air=air)[0]
        assert given in (code, "not-offered"), "what is said before is what is said then"


def test_13_641_a_preview_says_why_an_attack_cannot_be_ordered() -> None:
    state = duel(["ge-a1", GUN, "ge-art-2", "ge-cav1xx"], FRENCH)
    assert preview(state, hex=T, units=["ge-cav1xx"])["refusal"]["code"] == "odds-too-low"
    guns = preview(state, hex=T, units=["ge-a1", GUN, "ge-art-2"])
    assert (guns["refusal"]["code"], guns["column"]) == ("too-many-guns", "1-2")
    assert preview(state, hex=T, units=[])["refusal"]["code"] == "too-few"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"hex": A, "units": ["ge-a1"]}, "no-enemy"),
        ({"hex": T, "units": ["fr-32"]}, "not-your-unit"),
        ({"hex": T, "units": ["ge-a9"]}, "not-on-map"),
        ({"hex": T, "units": "ge-a1"}, "malformed"),
        ({"hex": T}, "malformed"),
        ({"hex": T, "units": ["ge-a1"], "more": 1}, "malformed"),
        ({"hex": "zz", "units": ["ge-a1"]}, "no-such-hex"),
    ],
)
def test_13_61_a_preview_of_what_may_not_be_named_is_refused(asked: Any, code: str) -> None:
    answer = GAME.consult(duel(GERMANS, FRENCH), "central", {"kind": "attack", **asked})
    assert isinstance(answer, Refusal)
    assert answer.code == code


def test_13_651_a_preview_of_a_lone_fort_promises_it() -> None:
    assert set(preview(field(stood(GERMANS, "2750")), hex="2851", units=["ge-a1"])["results"]) == {"DE"}


def test_the_preview_promises_what_the_die_brings() -> None:
    """Random attacks: result by result as foretold."""
    rng = random.Random(7)
    for _ in range(12):
        mine = rng.sample([*SIX, "ge-s1", "ge-cav1"], 3)
        theirs = rng.sample(["fr-a1", "fr-32", "fr-cav1", "gb-1"], rng.randint(1, 2))
        state = put(duel(mine, []), dict.fromkeys(theirs, T), trench=rng.randint(0, 2))
        promised, die = preview(state, hex=T, units=mine), rng.randint(1, 10)
        found = told(state, "central", "attack", (die,), hex=T, units=mine)
        events = decided(state, "central", "attack", (die,), hex=T, units=mine).events
        if found.lanes and found.lanes[T][-1].step == "group":
            events = decided(found, "central", "together", (die,)).events
        result = next(e.result for e in events if e.kind == "fight-resolved")
        assert result == promised["results"][die - 1]


def lines(state: State, seat: str, kind: str, dice: tuple[int, ...] = (), **slots: Any) -> list[Any]:
    """The log lines of a command."""
    found = []
    for event in decided(state, seat, kind, dice, **slots).events:
        after = GAME.evolve(state, event)
        line = GAME.narrate(state, event, after, "allied")
        if line is not None:
            found.append(line)
        state = after
    return found


def test_13_64_the_log_tells_odds_modifiers_die_and_result() -> None:
    state = put(duel(["ge-a1"], []), {"fr-32": T}, trench=1)
    attack, resolved, *losses = lines(state, "central", "attack", (7,), hex=T, units=["ge-a1"])
    assert attack["text"] == f"German A1 attacks {T}."
    assert resolved["text"] == f"{T}: 6 to 6, 1-1. Die 7 − 1 = 6: no decision: both lose."
    assert resolved["modifiers"] == [{"text": "entrenchment", "section": "15.24", "drm": -1}]
    assert resolved["dice"] == [{"die": 7, "sides": 10, "for": "attack"}]
    assert [(line["side"], line["section"]) for line in losses] == [("central", "13.7"), ("allied", "13.7")]


def test_13_8_the_log_tells_of_retreats_and_advances() -> None:
    state = attacked(duel([*GERMANS], ["fr-32", "fr-cav1"]), [*GERMANS], 10)
    asked = {"kind": "slot", "order": "retreat", "slot": "path", "chosen": {"units": ["fr-32"]}}
    answer: Any = GAME.consult(state, "allied", asked)
    way = next(iter(answer["options"]["ways"].values()))
    (back,) = lines(state, "allied", "retreat", units=["fr-32", "fr-cav1"], path=way)
    assert (back["side"], back["path"]) == ("allied", [T, *way])
    state = told(state, "allied", "retreat", units=["fr-32", "fr-cav1"], path=way)
    assert [line["section"] for line in lines(state, "central", "advance", units=["ge-a1"])] == ["13.9"]


def test_what_passed_to_the_other_side_is_not_taken_back() -> None:
    state = duel([*GERMANS, GUN], ["fr-32", "fr-art-1"])
    events = decided(state, "central", "attack", hex=T, units=[*GERMANS]).events
    assert any(GAME.bars_undo(event) for event in events)
    after = told(state, "central", "attack", hex=T, units=[*GERMANS])
    assert any(GAME.bars_undo(event) for event in decided(after, "allied", "defend_together", units={}).events)


@pytest.mark.parametrize(
    ("section", "how"),
    [
        ("13.83", "with nowhere to retreat"),
        ("13.84", "with nowhere to retreat"),
        ("22.13", "instead of retreating"),
        ("22.9", "among friends in an enemy zone of control"),
    ],
)
def test_13_83_22_9_22_13_the_log_says_how_units_were_lost_that_had_to_retreat(section: str, how: str) -> None:
    state = attacked(duel([*GERMANS], ["fr-32", "fr-cav1"]), [*GERMANS], 10)
    event = Scattered(T, ("fr-32",), section)
    line: Any = GAME.narrate(state, event, GAME.evolve(state, event), "allied")
    assert (line["section"], line["text"]) == (section, f"Eliminated, {how}: French 32.")
