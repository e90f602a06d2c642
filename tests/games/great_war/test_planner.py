"""§10.3, §7.25: the plan of an attack, before it is declared."""

from __future__ import annotations

import json
import random
from typing import Any

from rules.great_war.game import GAME
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal
from tests.games.great_war.field import AROUND, TARGET, Once, drms, field, fight, resolved, shifts
from tests.games.great_war.kit import FAIR, position, set_up, told_with
from tests.games.great_war.test_events_in_combat import BARE, holding
from tests.games.great_war.test_fog_of_war import disguised

E_, NE, NW, W_, SW, SE = AROUND


def asked(state: State, units: str, target: str = TARGET, seat: str = CENTRAL, **more: Any) -> Any:
    return GAME.consult(state, seat, {"kind": "attack", "target": target, "units": units.split(), **more})


def planned(state: State, units: str, target: str = TARGET, seat: str = CENTRAL, **more: Any) -> dict[str, Any]:
    answer = asked(state, units, target, seat, **more)
    assert not isinstance(answer, Refusal), answer
    assert answer["legal"], answer
    return answer


def test_10_3_the_plan_of_an_open_attack_is_what_comes_of_it() -> None:
    """Column, shifts, modifiers and the result of each die are those with which the attack is resolved."""
    state = field({W_: "ge-3 ge-4", NW: "ah-8", TARGET: "ru-26"})
    found = planned(state, "ge-3 ge-4 ah-8")
    (case,) = found["cases"]
    assert case["case"] == "certain"
    for die in (1, 6):
        _, events = fight(state, "ge-3 ge-4 ah-8", die)
        real = resolved(events)
        assert (found["attack"], case["defence"]) == (real.attack, real.defence)
        assert {s["section"]: s["columns"] for s in found["shifts"]} == shifts(events)
        told = [*found["drms"], *case["beyond"]]
        assert {s["section"]: s["drm"] for s in told} == drms(events)
        row = case["table"][die - 1]
        assert (row["attacker"], row["defender"]) == (real.attacker, None if real.everybody else real.defender)


def test_10_46_a_headquarters_beside_the_attackers_may_be_counted_in() -> None:
    state = field({W_: "ge-3", NW: "ge-hq-8", TARGET: "ru-26"})
    without = planned(state, "ge-3")
    assert [hq["id"] for hq in without["headquarters"]] == ["ge-hq-8"]
    with_it = planned(state, "ge-3", hq="ge-hq-8")
    assert with_it["cases"][0]["at"] == without["cases"][0]["at"] + without["headquarters"][0]["columns"]


def test_7_25_a_concealed_unit_makes_three_cases() -> None:
    """The strongest, the average and the weakest of what the enemy has out of sight."""
    state = field({W_: "ge-3 ge-4", TARGET: "ru-26 ru-27", "E4930": "ru-28 ru-hq-1"})
    found = planned(state, "ge-3 ge-4")
    assert [(case["case"], case["defence"]) for case in found["cases"]] == [("worst", 6), ("likely", 5), ("best", 3)]


def test_7_25_the_plan_tells_nothing_of_what_lies_below() -> None:
    """Twins that differ below the tops of stacks have equal plans, byte for byte."""
    rng = random.Random(3)
    for seat, key in ((ALLIED, "first.west.attacks"), (CENTRAL, "first.east.attacks")):
        one = replace(set_up(), cursor=(PhaseFrame(key),), weather=FAIR, frozen=frozenset())
        two = disguised(one, seat, rng)
        assert one != two
        offers: Any = GAME.legal(one, seat)["offers"]
        attack = next(offer for offer in offers if offer["kind"] == "attack")
        some = attack["slots"][0]["options"]["of"][::7]
        for target in some:
            question = {"kind": "slot", "order": "attack", "slot": "units", "chosen": {"target": target}}
            options: Any = GAME.consult(one, seat, question)
            units = " ".join(options["options"]["of"])
            assert json.dumps(asked(one, units, target, seat)) == json.dumps(asked(two, units, target, seat))
        assert some


def test_15_13_the_plan_counts_the_aircraft_of_both_sides() -> None:
    """Those in play lie open. New tactics count for whoever holds them, and tell the other side nothing."""

    def air(**chits: dict[str, int]) -> dict[str, int]:
        state = position({"W5217": "ge-3", "W5117": "fr-12"}, "first.west.attacks", west=CENTRAL)
        lots = {name.replace("_", "."): lot for name, lot in chits.items()}
        state = replace(state, chits={**BARE, "central.play": {}, "allied.play": {}, **lots})
        found: dict[str, int] = planned(state, "ge-3", "W5117")["air"]
        assert found.pop("counted") is False
        with_all = planned(state, "ge-3", "W5117", air=True)
        assert with_all["air"]["counted"]
        assert sum(d["drm"] for d in with_all["drms"] if d["section"] == "15.13") == found["drm"]
        return found

    one, two = {"german-aircraft-c": 1}, {"french-aircraft-c": 1}
    assert air() == {"own": 0, "enemy": 0, "drm": 0}
    assert air(central_play=one) == {"own": 1, "enemy": 0, "drm": 1}
    assert air(central_play=one, allied_play=two) == {"own": 1, "enemy": 1, "drm": 0}
    assert air(central_play=one, allied_hand={"allied-air-tactics-g": 1}) == {"own": 1, "enemy": 0, "drm": 1}
    assert air(allied_play=two, central_hand={"central-air-tactics": 1}) == {"own": 1, "enemy": 1, "drm": 0}


def test_6_12_the_plan_names_the_events_that_could_be_used() -> None:
    """§6.13, §6.15, §6.17: of the attacker's hand those that fit the attack, gunners only with a headquarters; of the
    enemy's if hands are open, for defenders in sight."""

    def told(state: State, **more: Any) -> dict[str, tuple[int, bool]]:
        return {e["title"]: (e["drm"], e["hq"]) for e in planned(state, "ge-3", **more)["events"]}

    west = {"key": "first.west.attacks", "west": CENTRAL}
    state = position({"W5217": "ge-3 ge-hq-8", "W5117": "fr-12"}, **west)
    state = holding(state, "central-mustard", "bruchmuller", "turkish-determination-g", "allied-mustard")
    gas, guns = state.printed.chits.events["central-mustard"], state.printed.chits.events["bruchmuller"]
    assert told(state, target="W5117") == {gas.title: (gas.drm, False), guns.title: (guns.drm, True)}
    assert told(state, target="W5117", hq="ge-hq-8")[guns.title] == (guns.drm, False)
    turks = field({E_: "ru-1", TARGET: "tu-5"}, turkey=True, west=CENTRAL)
    turks = holding(turks, "turkish-determination-c")
    shown = planned(turks, "ru-1", seat=ALLIED)["events"]
    assert [e["side"] for e in shown] == [CENTRAL]
    assert planned(replace(turks, hands="hidden"), "ru-1", seat=ALLIED)["events"] == []


def test_6_13_events_that_are_counted_in_change_the_plan_as_they_change_the_attack() -> None:
    """§6.13, §6.14, §6.16: each with its section; not gas beside a mine, and gunners only with their headquarters."""
    state = holding(field({W_: "ge-8bvr", TARGET: "ru-1"}), "central-chlorine", "flame-thrower")

    def marks(plan: dict[str, Any]) -> dict[str, str]:
        return {e["id"]: "".join(k[0] for k in ("counted", "barred", "hq") if e[k]) for e in plan["events"]}

    bare, gas = planned(state, "ge-8bvr"), planned(state, "ge-8bvr", events=["central-chlorine"])
    assert marks(bare) == {"central-chlorine": "", "flame-thrower": ""}
    assert marks(gas) == {"central-chlorine": "c", "flame-thrower": "b"}
    assert planned(state, "ge-8bvr", events=["central-chlorine", "flame-thrower"]) == gas
    before, _ = fight(state, "ge-8bvr")
    for die in (1, 6):
        _, events = told_with(before, CENTRAL, "use_event", Once(die), event="central-chlorine")
        real, row = resolved(events), gas["cases"][0]["table"][die - 1]
        assert {d["section"]: d["drm"] for d in gas["drms"]} == drms(events)
        assert (row["attacker"], row["defender"]) == (real.attacker, None if real.everybody else real.defender)
    west = position({"W5217": "ge-3 ge-hq-8", "W5117": "fr-12"}, "first.west.attacks", west=CENTRAL)
    west = holding(west, "bruchmuller", "allied-mustard")
    guns = planned(west, "ge-3", "W5117", events=["bruchmuller", "allied-mustard"])
    assert marks(guns) == {"bruchmuller": "h"}
    guns = planned(west, "ge-3", "W5117", hq="ge-hq-8", events=["bruchmuller"])
    assert marks(guns) == {"bruchmuller": "c"}
    assert guns["cases"][0]["drm"] == planned(west, "ge-3", "W5117", hq="ge-hq-8")["cases"][0]["drm"] + 1
    assert asked(state, "ge-8bvr", events="gas").code == "malformed"


def test_6_17_an_event_in_a_hidden_hand_is_not_counted_in() -> None:
    """To name it changes nothing, whether it is there or not."""
    turks = field({E_: "ru-1", TARGET: "tu-5"}, turkey=True, west=CENTRAL)
    held, kemal = holding(turks, "turkish-determination-c"), ["turkish-determination-c"]
    seen = planned(held, "ru-1", seat=ALLIED, events=kemal)
    assert seen["cases"][0]["drm"] == planned(held, "ru-1", seat=ALLIED)["cases"][0]["drm"] - 1
    hidden = [replace(state, hands="hidden") for state in (held, holding(turks))]
    assert planned(hidden[0], "ru-1", seat=ALLIED, events=kemal) == planned(
        hidden[1], "ru-1", seat=ALLIED, events=kemal
    )


def test_6_12_an_event_is_named_once_and_must_be_one() -> None:
    """Whoever names thousands is not answered thousands of times."""
    state = field({W_: "ge-8bvr", TARGET: "ru-1"})
    event = next(iter(state.printed.chits.events))
    assert planned(state, "ge-8bvr", events=[event])
    for events in ([event, event], ["no-event"], [event] * 100_000, [[]], "gas", {event: True}, [7]):
        found = asked(state, "ge-8bvr", events=events)
        assert isinstance(found, Refusal)
        assert (found.code, found.section) == ("malformed", "6.12")


def test_15_54_cavalry_that_may_not_attack_by_itself_is_left_out() -> None:
    cavalry = next(c.id for c in position({}).printed.counters.values() if c.nation == "GE" and c.kind == "cavalry")
    state = field({W_: cavalry, NW: "ge-3", TARGET: "ru-26"})
    answer = asked(state, f"{cavalry} ge-3")
    assert not answer["legal"]
    assert answer["refusal"]["section"] == "15.54"
    assert answer["together"] == ["ge-3"]


def test_10_11_only_the_attacker_plans() -> None:
    state = field({W_: "ge-3", TARGET: "ru-26"})
    assert asked(state, "ru-26", W_, ALLIED).code == "not-now"
    assert asked(state, "ru-26").code == "not-your-unit"
    assert asked(state, "ge-3", NW).code == "no-target"
    assert GAME.consult(state, CENTRAL, {"kind": "attack", "target": 7, "units": "ge-3"}).code == "malformed"  # type: ignore[union-attr]
