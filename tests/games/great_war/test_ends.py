"""§8.26: what is offered as an end of a march and what the order takes, from whatever position: the same, both ways."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.great_war.game import GAME
from rules.great_war.movement.orders import able
from rules.great_war.movement.reach import ends_of, group_of, may_stay, ways_of
from rules.great_war.position.control import controller
from rules.great_war.position.state import DEAD, State
from rules.great_war.position.theatres import mover_in
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import FIRST_MOVEMENT
from rules.great_war.supply.tracing import IN, UNSUPPLIED, supply_of
from rules.kernel.messages import Refusal
from tests.contract.hooks import THOROUGH
from tests.games.great_war.invariants import check
from tests.games.great_war.kit import answer, at, moved, not_moved, position, set_up, ways

THEATRES = ("west", "east")


def _ends(state: State, seat: str, units: list[str]) -> dict[str, Any]:
    asked = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": units}}
    found: Any = GAME.consult(state, seat, asked)
    assert not isinstance(found, Refusal), found
    return found["options"]  # type: ignore[no-any-return]


def _thinned(rng: random.Random) -> State:
    """May 1915 with most of one side dead, so that towns and headquarters lie open behind it."""
    state = set_up()
    away = [u for u in state.on_map() if state.counter(u).is_combat and rng.random() < 0.75]
    stacks: dict[str, str] = {}
    for hex_, units in state.stacks.items():
        kept = [u for u in units if u not in away]
        if kept:
            stacks[hex_] = " ".join(kept)
    return position(stacks, taken=state.taken, spoiled=state.spoiled, destroyed=state.destroyed)


def _walk(state: State, start: str, rng: random.Random) -> list[str]:
    """Any way at all, offered or not, over a few hexes."""
    board, path = state.printed.board, [start]
    for _ in range(rng.randrange(1, 6)):
        beside = [board.ids[b] for b in board.neighbours[board.index[path[-1]]] if b >= 0]
        path.append(beside[rng.randrange(len(beside))])
    return path[1:]


def _agrees(state: State, seat: str, units: list[str], path: list[str], options: dict[str, Any]) -> bool:
    """Whether a march was taken; if so its end was offered, its units are in supply, and all is in order after it."""
    found = answer(state, seat, "move", units=units, path=path)
    if isinstance(found, Refusal):
        return False
    after: State = found.states[-1]
    assert path[-1] in options["ways"], (
        f"{units} to {path} was taken and not offered: {options['refused'].get(path[-1])}"
    )
    assert all(supply_of(after, u) != UNSUPPLIED for u in units)
    check(after)
    return True


@pytest.mark.parametrize("seed", range(60 if THOROUGH else 3))
def test_8_26_what_is_offered_is_taken_and_what_is_taken_was_offered(seed: int) -> None:
    """§8.26: every end on offer is taken by the way shown; a way at random that is taken ends where one was offered."""
    rng = random.Random(seed)
    state, refusals, unoffered = _thinned(rng), 0, 0
    for seat, theatre in ((s, t) for s in (ALLIED, CENTRAL) for t in THEATRES):
        if mover_in(state, theatre, FIRST_MOVEMENT) != seat:
            continue
        for unit in rng.sample(able(state, seat, theatre), 25):
            options = _ends(state, seat, [unit])
            for path in rng.sample([*options["ways"].values()], min(4, len(options["ways"]))):
                assert _agrees(state, seat, [unit], path, options), path
            for path in [_walk(state, at(state, unit), rng) for _ in range(12)]:
                if path[-1] not in options["ways"]:
                    unoffered += 1
                refusals += not _agrees(state, seat, [unit], path, options)
    assert refusals
    assert unoffered


def test_8_26_what_a_march_opens_is_offered() -> None:
    """§8.26, §11.22: through an empty enemy town to a hex that is out of supply until it is taken."""
    opened = 0
    for seed in range(3):
        state = _thinned(random.Random(seed))
        for unit in able(state, CENTRAL, "east"):
            group = group_of(state, [unit], CENTRAL, "east")
            before = may_stay(state, group)
            for i, march in ends_of(state, group, ways_of(state, group)):
                if not before(i) and opened < 40:
                    opened += 1
                    way = [state.printed.board.ids[j] for j in march.way]
                    after = moved(state, CENTRAL, unit, " ".join(way))
                    assert supply_of(after, unit) != UNSUPPLIED
    assert opened


def test_8_26_over_empty_lublin() -> None:
    """§8.26, §11.22: cavalry at E4414 comes to E4318 by taking empty Lublin on its way, which feeds it there; past the
    town it would starve."""
    state = position({"E4414": "ge-cav-2"}, FIRST_MOVEMENT)
    group = group_of(state, ["ge-cav-2"], CENTRAL, "east")
    assert not may_stay(state, group)(state.printed.board.index["E4318"])
    way = _ends(state, CENTRAL, ["ge-cav-2"])["ways"]["E4318"]
    assert way == ["E4415", "E4416", "E4417", "E4418", "E4318"]
    after = moved(state, CENTRAL, "ge-cav-2", " ".join(way))
    assert controller(after, "E4418") == CENTRAL
    assert supply_of(after, "ge-cav-2") == IN
    assert not_moved(state, CENTRAL, "ge-cav-2", "E4415 E4416 E4417 E4317 E4318").section == "8.26"


def test_8_12_8_26_who_keeps_off_the_enemy_is_offered_what_a_shorter_way_would_cost() -> None:
    """§8.12, §8.26: the shortest way to W4234, which feeds W4534, leads along an enemy and leaves the cavalry half its
    MP; a longer one keeps off it, and so it comes that far."""
    state = position({"W3930": "fr-cav-8", "W4330": "ge-2lw", "W3931": "ge-cav-9"}, FIRST_MOVEMENT, west=ALLIED)
    options = _ends(state, ALLIED, ["fr-cav-8"])
    far = options["ways"]["W4534"]
    assert options["costs"]["W4534"] > 6
    assert not {"W4031", "W4032"} & {*far}
    after = moved(state, ALLIED, "fr-cav-8", " ".join(far))
    assert supply_of(after, "fr-cav-8") == IN


def test_8_22_15_63_a_lone_headquarters_falls_at_the_instant_of_entry() -> None:
    """§8.22, §15.63, §8.26: the hex is offered, entering it destroys the headquarters, and so does marching on."""
    state = position({"W5217": "ge-3", "W5117": "fr-hq-1"}, FIRST_MOVEMENT, west=CENTRAL)
    assert "W5117" in ways(state, CENTRAL, "ge-3")
    after = moved(state, CENTRAL, "ge-3", "W5117")
    assert (at(after, "fr-hq-1"), at(after, "ge-3"), after.stacks["W5117"]) == (DEAD, "W5117", ("ge-3",))
    check(after)
    on = moved(state, CENTRAL, "ge-3", "W5117 W5017")
    assert (at(on, "fr-hq-1"), at(on, "ge-3")) == (DEAD, "W5017")
    twice = moved(after, CENTRAL, "ge-3", "W5017")
    assert (at(twice, "fr-hq-1"), at(twice, "ge-3")) == (DEAD, "W5017")
    staffs = position({"W5217": "ge-hq-1", "W5117": "fr-hq-1"}, FIRST_MOVEMENT, west=CENTRAL)
    assert not_moved(staffs, CENTRAL, "ge-hq-1", "W5117").section == "15.63"
    defended = position({"W5217": "ge-hq-1", "W5117": "fr-12 fr-hq-1"}, FIRST_MOVEMENT, west=CENTRAL)
    assert not_moved(defended, CENTRAL, "ge-hq-1", "W5117").section == "8.22"
