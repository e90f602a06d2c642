"""§6.6 Fog of war: what each viewer may know of the position."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import pytest

from rules.kernel.dice import chance, key
from rules.kernel.game import REFEREE, SPECTATOR
from rules.kernel.messages import Refusal
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import BOXES, State
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.games.schlieffens_war import kit
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import Steady, counter, field, loaded, options, order, position, printed, seeded
from tests.thorough import at_least_one, sample_of

LAND = """
10  Gc G. G. F. F. F. F. F.
11  G. G. G. F. F. F. F. F.
12  G. G. G. F. F. F. F. F.
"""
VIEWERS = (GERMAN, ENTENTE, SPECTATOR)


def seen(state: State, viewer: str) -> dict[str, Any]:
    return cast(dict[str, Any], GAME.view(state, viewer))


def faces(state: State, viewer: str, hex_: str) -> list[str]:
    """What lies in a hex for a viewer: ids, or handles of concealed units."""
    return [u["id"] for u in seen(state, viewer)["stacks"][hex_]]


# --- stacks -------------------------------------------------------------------------------------------------------


def test_your_own_stacks_lie_open(lay: Lay) -> None:
    """§6.6: a player examines all his own units at any time."""
    lay(field(LAND))
    state = position("entente.movement", {"1003": "ge-ii ge-hq-1 ge-depot-1", "1004": "fr-1"})
    assert faces(state, GERMAN, "1003") == ["ge-ii", "ge-hq-1", "ge-depot-1"]


def test_of_an_enemy_stack_the_top_unit_is_seen(lay: Lay) -> None:
    """§6.6: opponents look at the top unit; of the rest they see how many there are and whose."""
    lay(field(LAND))
    state = position("german.movement", {"1003": "ge-ii ge-hq-1 ge-depot-1", "1004": "fr-1 fr-2"})
    assert faces(state, ENTENTE, "1003") == ["ge-ii", "?1003.1", "?1003.2"]
    assert seen(state, ENTENTE)["stacks"]["1003"][1] == {"id": "?1003.1", "side": GERMAN, "concealed": True}
    assert faces(state, GERMAN, "1004") == ["fr-1", "?1004.1"]


def test_spectators_see_the_top_units_of_both_sides(lay: Lay) -> None:
    """§6.6: who only watches sees what both players see; the referee of a finished match sees all."""
    lay(field(LAND))
    state = position("german.movement", {"1003": "ge-ii ge-hq-1", "1004": "fr-1 fr-2"})
    assert faces(state, SPECTATOR, "1003") == ["ge-ii", "?1003.1"]
    assert faces(state, SPECTATOR, "1004") == ["fr-1", "?1004.1"]
    assert faces(state, REFEREE, "1003") == ["ge-ii", "ge-hq-1"]
    assert faces(state, REFEREE, "1004") == ["fr-1", "fr-2"]


def test_a_depot_on_top_hides_no_army(lay: Lay) -> None:
    """§6.6: the topmost combat unit may always be examined, and a depot has no factor (ruling)."""
    lay(field(LAND))
    state = position("german.movement", {"1003": "ge-depot-1 ge-depot-2 ge-ii ge-iii", "1002": "ge-depot-3"})
    assert faces(state, ENTENTE, "1003") == ["ge-depot-1", "?1003.1", "ge-ii", "?1003.3"]
    assert faces(state, ENTENTE, "1002") == ["ge-depot-3"]


def test_markers_do_not_cover_a_unit(lay: Lay) -> None:
    """§6.6: morale and supply markers are ignored: the top unit is seen with them."""
    lay(field(LAND))
    state = position("german.movement", {"1003": "ge-ii ge-iii"}, fatigued=["ge-ii"], out=["ge-ii"], reduced=["ge-ii"])
    top = seen(state, ENTENTE)["stacks"]["1003"][0]
    assert (top["id"], top["morale"], top["supply"], top["steps"], top["factor"]) == ("ge-ii", "fatigued", "out", 1, 2)


def test_a_new_top_unit_covers_the_old(lay: Lay) -> None:
    """§6.6: who is put on top is seen from now on, and who was there is not any more."""
    lay(field(LAND))
    state = position("german.movement", {"1003": "ge-ii ge-iii"})
    state = order(state, GERMAN, "arrange", hex="1003", units=["ge-iii", "ge-ii"])
    assert faces(state, ENTENTE, "1003") == ["ge-iii", "?1003.1"]


def test_a_face_says_what_its_owner_alone_knows_to_him_alone(lay: Lay) -> None:
    """§6.6: command and MP spent are the owner's business."""
    lay(field(LAND))
    state = position("german.movement", {"1003": "ge-ii", "1002": "ge-hq-1"})
    state = order(state, GERMAN, "move", units=["ge-ii"], path=["1103"], forced=False)
    mine = seen(state, GERMAN)["stacks"]["1103"][0]
    theirs = seen(state, ENTENTE)["stacks"]["1103"][0]
    private = {"command", "mp", "done", "helps"}
    assert {k: mine[k] for k in private} == {"command": True, "mp": 1, "done": False, "helps": None}
    assert theirs == {k: v for k, v in mine.items() if k not in private}


def test_the_printed_face(lay: Lay) -> None:
    """§6.6: a unit that is seen is seen as it is printed, with its steps and markers."""
    lay(field(LAND))
    state = position("german.movement", {"1003": "ge-gd", "1002": "ge-hq-1"}, elan=["ge-gd"], out=["ge-hq-1"])
    assert seen(state, ENTENTE)["stacks"]["1003"][0] == {
        "id": "ge-gd", "side": GERMAN, "nation": "GE", "kind": "infantry", "label": "GD", "name": "Guard Corps",
        "army": "2", "size": "XXX", "factor": 5, "ma": 4, "radius": None, "steps": 2, "full": 2, "morale": "elan",
        "supply": "in",
    }  # fmt: skip
    assert seen(state, ENTENTE)["stacks"]["1002"][0]["radius"] == 2


@pytest.mark.parametrize(
    ("step", "changes", "done"),
    [
        ("german.movement", {"spent": 3}, False),
        ("german.movement", {"spent": 4}, True),
        ("german.movement", {"spent": 6, "marched": True}, True),
        ("german.combat", {"spent": 6, "marched": True}, False),
        ("german.combat", {"fought": True}, True),
        ("german.regroup", {"fought": True, "spent": 4}, False),
    ],
)
def test_a_unit_that_can_do_nothing_more_is_done(lay: Lay, step: str, changes: dict[str, Any], done: bool) -> None:
    """§6.6: own units show whether anything is left to them in this phase; a march does not spend a fight."""
    lay(field(LAND))
    state = position(step, {"1002": "ge-ii"})
    state = replace(state, units={**state.units, "ge-ii": state.units["ge-ii"]._replace(**changes)})
    assert seen(state, GERMAN)["stacks"]["1002"][0]["done"] is done


def test_a_unit_stopped_by_a_zone_is_done(lay: Lay) -> None:
    """§6.6: a unit that has just entered an enemy zone is done moving (§7.1); one that begins there is not."""
    lay(field(LAND))
    state = position("german.movement", {"1002": "ge-ii", "1004": "fr-1", "1103": "ge-iii"})
    state = order(state, GERMAN, "move", units=["ge-ii"], path=["1003"], forced=False)
    assert seen(state, GERMAN)["stacks"]["1003"][0]["done"] is True
    fresh = position("german.movement", {"1003": "ge-ii", "1004": "fr-1"})
    assert seen(fresh, GERMAN)["stacks"]["1003"][0]["done"] is False


# --- boxes --------------------------------------------------------------------------------------------------------


def test_nobody_sees_what_the_other_side_has_still_to_set_up() -> None:
    """§6.6: the pool is its owner's; turn track and displays lie open."""
    state = GAME.new_match("campaign", {})
    assert {u["side"] for u in seen(state, GERMAN)["boxes"]["pool"]} == {GERMAN}
    assert {u["side"] for u in seen(state, ENTENTE)["boxes"]["pool"]} == {ENTENTE}
    assert seen(state, SPECTATOR)["boxes"]["pool"] == []
    assert {u["side"] for u in seen(state, REFEREE)["boxes"]["pool"]} == {GERMAN, ENTENTE}
    assert len(seen(state, GERMAN)["boxes"]["turn-3"]) == 4


def test_displays_lie_open(lay: Lay) -> None:
    """§6.6: both players see who is eliminated, out of play or on the turn track."""
    lay(field(LAND))
    boxes = {"br-i": "turn-3", "fr-hq-6": "turn-7", "ge-v": "eliminated", "be-1": "removed"}
    state = position("german.movement", {"1003": "ge-ii"}, boxes=boxes)
    for viewer in VIEWERS:
        found = seen(state, viewer)["boxes"]
        assert set(found) == set(BOXES)
        for unit, box in boxes.items():
            assert unit in [u["id"] for u in found[box]]


def test_an_eliminated_unit_shows_what_would_come_back(lay: Lay) -> None:
    """§9.5: in the display it lies at full strength and, if a corps, fatigued, as it would return."""
    lay(field(LAND))
    state = position("german.movement", {"1003": "ge-ii"}, boxes={"ge-v": "eliminated", "ge-hq-2": "eliminated"})
    for viewer in VIEWERS:
        shown = {u["id"]: u for u in seen(state, viewer)["boxes"]["eliminated"]}
        assert (shown["ge-v"]["factor"], shown["ge-v"]["steps"], shown["ge-v"]["morale"]) == (4, 2, "fatigued")
        assert (shown["ge-hq-2"]["morale"], shown["ge-hq-2"]["supply"]) == ("normal", "in")


# --- battles ------------------------------------------------------------------------------------------------------

BATTLE = {"1003": "ge-c1 ge-ii ge-iii ge-hq-1", "1004": "fr-grd1 fr-1 fr-2 fr-hq-1"}


def test_an_attack_reveals_the_attackers(lay: Lay) -> None:
    """§6.6: who attacks is shown; who stays behind in the hex is not (ruling)."""
    lay(field(LAND))
    state = position("german.combat", BATTLE)
    assert faces(state, ENTENTE, "1003") == ["ge-c1", "?1003.1", "?1003.2", "?1003.3"]
    state = order(state, GERMAN, "attack", units=["ge-ii", "ge-hq-1"], target="1004")
    assert GAME.legal(state, ENTENTE)["step"] == "choose_defenders"
    assert faces(state, ENTENTE, "1003") == ["ge-c1", "ge-ii", "?1003.2", "ge-hq-1"]
    assert faces(state, SPECTATOR, "1003") == ["ge-c1", "ge-ii", "?1003.2", "ge-hq-1"]
    assert faces(state, GERMAN, "1004") == ["fr-grd1", "?1004.1", "?1004.2", "?1004.3"]


def test_the_choice_of_defenders_reveals_them(lay: Lay) -> None:
    """§6.6: the two that defend and their HQ are shown, the third that stands by is not (ruling)."""
    lay(field(LAND))
    state = order(position("german.combat", BATTLE), GERMAN, "attack", units=["ge-ii", "ge-hq-1"], target="1004")
    state = order(state, ENTENTE, "defend", loaded(6), units=["fr-grd1", "fr-2"])
    assert faces(state, GERMAN, "1004") == ["fr-grd1", "?1004.1", "fr-2", "fr-hq-1"]
    battle = seen(state, GERMAN)["battle"]
    assert [u["id"] for u in battle["defenders"]] == ["fr-grd1", "fr-2", "fr-hq-1"]
    assert [u["id"] for u in battle["attackers"]] == ["ge-ii", "ge-hq-1"]


def test_when_the_battle_is_over_the_fog_returns(lay: Lay) -> None:
    """§6.6: what a battle showed is hidden again afterwards, but for the top unit."""
    lay(field(LAND))
    state = order(position("german.combat", BATTLE), GERMAN, "attack", units=["ge-ii", "ge-hq-1"], target="1004")
    state = order(state, ENTENTE, "defend", loaded(1), units=["fr-1", "fr-2"])
    while seen(state, GERMAN)["battle"] is not None:
        seat = GAME.deciders(state)[0]
        state = order(state, seat, "lose", Steady(6), units=[options(state, seat, "lose")["of"][-1]])
    assert faces(state, GERMAN, "1004")[1:] == ["?1004.1", "?1004.2", "?1004.3"]
    assert all(u.startswith("?") for u in faces(state, ENTENTE, "1003")[1:])


def test_the_battle_says_no_more_than_has_happened(lay: Lay) -> None:
    """§6.6: before the defenders are named there are no totals and no column to be read off."""
    lay(field(LAND))
    state = order(position("german.combat", BATTLE), GERMAN, "attack", units=["ge-ii"], target="1004")
    battle = seen(state, GERMAN)["battle"]
    assert (battle["defenders"], battle["base"], battle["column"], battle["result"]) == ([], None, None, None)
    assert (battle["attack"], battle["defence"], battle["die"]) == (0, 0, None)


def test_the_plan_of_an_attack_knows_no_concealed_unit(lay: Lay) -> None:
    """§6.6: two stacks that look alike give the planner the same answer, whatever lies below."""
    lay(field(LAND))
    answers = []
    one, other = "fr-1 fr-hq-1", "fr-grd2 fr-grd3"
    for below, unseen in ((one, other), (other, one)):
        stacks, elsewhere = {"1003": "ge-ii ge-iii", "1004": f"fr-grd1 {below}"}, dict.fromkeys(unseen.split(), "pool")
        state = position("german.combat", stacks, elan=["fr-1"], boxes=elsewhere)
        answers.append(GAME.consult(state, GERMAN, {"kind": "attack", "units": ["ge-ii"], "target": "1004"}))
    assert answers[0] == answers[1]
    assert not isinstance(answers[0], Refusal)
    assert answers[0]["concealed"] == 2


# --- whole matches ------------------------------------------------------------------------------------------------


@pytest.fixture
def branded() -> str:
    """A plan in which every counter bears its own id as its name, so that no sentence can name it unnoticed."""
    counters = {u: replace(c, name=f"<{u}>", label=f"<{u}>") for u, c in printed().counters.items()}
    return kit.with_printed(counters=counters)


def open_units(state: State, viewer: str) -> set[str]:
    """By the rulebook and the rulings, not by the code: the units whose faces a viewer may see."""
    found = {u for u in state.units if counter(u).side == viewer}
    placing = state.player if state.phase.key.endswith(".setup") else None
    new = {u for u in state.arrivals if counter(u).side != viewer}
    found |= new
    for stack in state.stacks.values():
        units = [u for u in stack if u not in new]
        if not units:
            continue
        if counter(units[0]).side == placing != viewer:
            found.update(u for u in units if counter(u).kind == "fort")
            continue
        found.add(units[0])
        found.update([u for u in units if counter(u).strengths[0] > 0][:1])
    if state.battle is not None:
        found.update(state.battle.attackers, state.battle.defenders)
    return found | {u for u, s in state.units.items() if s.at in BOXES and s.at != "pool"}


def named_in(answer: object) -> set[str]:
    """The units that an answer names by id or by name."""
    text = json.dumps(answer, ensure_ascii=False)
    return set(re.findall(r'"((?:ge|fr|br|be)-[a-z0-9-]+)"', text)) | set(re.findall(r"<([a-z0-9-]+)>", text))


def questions(state: State, seat: str) -> Iterator[dict[str, object]]:
    """What a player asks while planning."""
    for name in ("supply", "command", "zoc", "control"):
        yield {"kind": "overlay", "name": name}
    yield {"kind": "warnings"}
    for offer in cast(Any, GAME.legal(state, seat)["offers"]):
        if offer["kind"] == "attack":
            yield from ({"kind": "attack", "units": u, "target": h} for h, u in list(offer["targets"].items())[:3])
        if offer["kind"] == "move":
            yield from ({"kind": "move", "units": [u]} for u in offer["units"][:2])


def forts_of(state: State) -> set[str]:
    """The forts on the map."""
    return {u for stack in state.stacks.values() for u in stack if counter(u).kind == "fort"}


@pytest.mark.parametrize("seed", sample_of([1, 2], 2))
def test_no_answer_ever_names_a_concealed_unit(seed: int, branded: str) -> None:
    """§6.6: through a match of random players neither view, offers, plans nor log name a unit whose face is hidden.

    A plan and a side's notes may name the fort of a hex: both sides saw it there before anything covered it (§3.1).
    """
    state, rng = GAME.new_match("campaign", {"plan": branded}), seeded(seed)
    dice = chance(key(bytes(32), f"fog {seed}", {}))
    hidden_ever: set[str] = set()
    battles = 0
    for n in range(240):
        if not GAME.deciders(state):
            break
        seat = GAME.deciders(state)[0]
        for viewer in VIEWERS if n % 3 == 0 else ():
            known = open_units(state, viewer)
            hidden_ever |= state.units.keys() - known
            answers: list[object] = [GAME.view(state, viewer), GAME.legal(state, viewer)]
            assert named_in(answers) <= known | forts_of(state), viewer
        for asked in questions(state, seat) if n % 8 == 0 else ():
            answer = GAME.consult(state, seat, asked)
            told = answer.json() if isinstance(answer, Refusal) else answer
            assert named_in(told) <= open_units(state, seat) | forts_of(state), asked
        events = GAME.decide(state, seat, GAME.random_command(state, seat, rng), dice)
        assert not isinstance(events, Refusal), events
        for event in events:
            after = GAME.evolve(state, event)
            for viewer in VIEWERS:
                line = GAME.narrate(state, event, after, viewer)
                assert named_in(line) <= open_units(state, viewer) | open_units(after, viewer), (viewer, event)
            battles += after.battle is not None
            state = after
    assert len(hidden_ever) > 60
    assert battles > 20


def test_the_historical_stacks_show_one_unit_each() -> None:
    """§6.6: on the printed board the Germans see one face in each hex of the Entente, its top one."""
    state = order(GAME.new_match("campaign", {}), ENTENTE, "historical")
    state = order(state, ENTENTE, "end_phase", Steady(6))
    for hex_, units in at_least_one(state.stacks.items()):
        assert faces(state, GERMAN, hex_) == [units[0], *(f"?{hex_}.{n}" for n in range(1, len(units)))]
