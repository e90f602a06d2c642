"""§3.3 Hex control, and the state on its way to a file and back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.kernel.dice import chance, key
from rules.kernel.messages import JsonObject, Refusal
from rules.schlieffens_war.facts.battle import UnitLost
from rules.schlieffens_war.facts.movement import HexesTaken
from rules.schlieffens_war.facts.procedure import PhaseBegan
from rules.schlieffens_war.facts.stacking import UnitDisplaced
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import BOXES, State
from rules.schlieffens_war.printed.data import FIRST
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import (
    Steady,
    board,
    counter,
    denied,
    field,
    loaded,
    order,
    plain,
    position,
    seeded,
    told,
)

MEADOW = plain(range(10, 14), "G. G. G. F. B. L. F. F.")


def test_at_the_start_hexes_belong_to_their_countries(lay: Lay) -> None:
    """§3.3: Germany's hexes are German; those of Belgium, Luxembourg and France are the Entente's."""
    lay(field("10 G. F. B. L."))
    state = position("german.movement", {})
    assert [state.controller(f"100{n}") for n in range(1, 5)] == [GERMAN, ENTENTE, ENTENTE, ENTENTE]


def test_every_hex_on_the_way_changes_hands(lay: Lay) -> None:
    """§3.3: control passes with each hex that a unit of the other side moves into, also in passing."""
    lay(field(MEADOW))
    state = position("german.movement", {"1003": "ge-c1"})
    state = order(state, GERMAN, "move", units=["ge-c1"], path=["1004", "1005", "1006"], forced=False)
    assert state.taken == {"1004", "1005", "1006"}
    assert state.controller("1005") == GERMAN
    assert state.controller("1104") == ENTENTE


def test_leaving_a_hex_does_not_give_it_back(lay: Lay) -> None:
    """§3.3: a hex remains with its new owner until the other side enters it again."""
    lay(field(MEADOW))
    state = position("german.movement", {"1004": "ge-ii"}, taken=frozenset({"1004"}))
    state = order(state, GERMAN, "move", units=["ge-ii"], path=["1003"], forced=False)
    assert state.controller("1004") == GERMAN
    state = position("entente.movement", {"1005": "fr-1"}, taken=frozenset({"1004"}))
    state = order(state, ENTENTE, "move", units=["fr-1"], path=["1004"], forced=False)
    assert (state.controller("1004"), state.taken) == (ENTENTE, frozenset())


def test_the_entente_takes_german_hexes(lay: Lay) -> None:
    """§3.3: it goes for both sides alike, and with any unit: an HQ takes what it enters."""
    lay(field(MEADOW))
    state = position("entente.movement", {"1004": "fr-hq-1"})
    state = order(state, ENTENTE, "move", units=["fr-hq-1"], path=["1003"], forced=False)
    assert state.controller("1003") == ENTENTE


def test_opposing_units_never_share_a_hex(lay: Lay) -> None:
    """§3.3: no unit may enter a hex of the enemy, of whatever kind he is."""
    lay(field(MEADOW))
    for enemy in ("fr-1", "fr-hq-1", "fr-fort-toul"):
        state = position("german.movement", {"1003": "ge-ii", "1004": enemy})
        denied(state, GERMAN, "enemy-there", "10.3", "move", units=["ge-ii"], path=["1004"], forced=False)


def test_probes_advances_and_retreats_take_hexes(lay: Lay) -> None:
    """§3.3: whatever brings a unit into a hex takes it."""
    lay(field(MEADOW))
    state = position("german.combat", {"1003": "ge-ii", "1005": "fr-1"})
    assert order(state, GERMAN, "probe", Steady(6), units=["ge-ii"], hex="1004").controller("1004") == GERMAN
    place = {"1103": "ge-gd ge-ii ge-iii ge-hq-1", "1104": "fr-grd1"}
    state = position("german.combat", place, reduced=["fr-grd1"])
    state = order(state, GERMAN, "attack", units=["ge-gd", "ge-ii", "ge-iii", "ge-hq-1"], target="1104")
    assert state.controller("1104") == ENTENTE
    assert order(state, GERMAN, "advance", Steady(6), units=["ge-ii"]).controller("1104") == GERMAN


def test_a_retreat_takes_back_what_it_enters(lay: Lay) -> None:
    """§3.3: a beaten stack that retreats over lost ground controls it again."""
    lay(field(plain(range(10, 13), "G. G. F. F. F. F."), rails=[("1105", "1106")]))
    place = {"1103": "ge-gd ge-ii ge-iii", "1104": "fr-2"}
    state = position("german.combat", place, taken=frozenset({"1105", "1103"}))
    state = order(state, GERMAN, "attack", loaded(4), units=["ge-gd", "ge-ii", "ge-iii"], target="1104")
    state = order(state, ENTENTE, "retreat", path=["1105"])
    assert state.controller("1105") == ENTENTE


def test_the_view_lists_what_changed_hands(lay: Lay) -> None:
    """§3.3: control is open to all viewers."""
    lay(field(MEADOW))
    state = position("german.movement", {"1003": "ge-ii"}, taken=frozenset({"1004", "1001"}))
    for viewer in (GERMAN, ENTENTE, "spectator"):
        assert GAME.view(state, viewer)["control"] == {GERMAN: ["1004"], ENTENTE: ["1001"]}


# --- what never happens -------------------------------------------------------------------------------------------


def check_position(state: State) -> None:
    """Every unit is in one place, and only friends that may stack share a hex."""
    standing = [(u, h) for h, units in state.stacks.items() for u in units]
    assert sorted(standing) == sorted((u, s.at) for u, s in state.units.items() if s.at not in BOXES)
    for hex_, units in state.stacks.items():
        assert units
        assert board().is_playable(hex_)
        assert len({counter(u).side for u in units}) == 1
        assert all(0 < state.units[u].steps <= counter(u).full for u in units)
        assert -1 <= min(state.units[u].morale for u in units) <= max(state.units[u].morale for u in units) <= 1
        assert state.controller(hex_) == counter(units[0]).side


def check_limits(state: State) -> None:
    """§6.2, §6.3 as they stand in the rulebook, for the moment between two phases."""
    for hex_, units in state.stacks.items():
        kinds = [counter(u).kind for u in units]
        assert sum(k in ("infantry", "cavalry", "fort") for k in kinds) <= 3, (hex_, units)
        assert kinds.count("hq") <= 1, (hex_, units)
        mobile = {counter(u).nation for u in units if counter(u).kind != "fort"}
        assert len(mobile) <= 1, (hex_, units)
        if len({counter(u).nation for u in units}) > 1:
            assert mobile == {"BR"}
            assert board().name[hex_] in ("Liège", "Maubeuge")


@pytest.mark.parametrize("seed", [11, 12])
def test_random_matches_keep_to_the_limits(seed: int) -> None:
    """§6.1, §3.3: in a match of random players no hex is overfull between phases and enemies never share one."""
    state, rng = GAME.new_match("campaign", {}), seeded(seed)
    dice = chance(key(bytes(32), f"limits {seed}", {}))
    cleared = 0
    for _ in range(700):
        if not GAME.deciders(state):
            break
        seat = GAME.deciders(state)[0]
        events = GAME.decide(state, seat, GAME.random_command(state, seat, rng), dice)
        assert not isinstance(events, Refusal), events
        for event in events:
            state = GAME.evolve(state, event)
            if isinstance(event, PhaseBegan):
                check_limits(state)
            cleared += isinstance(event, UnitDisplaced | UnitLost)
        check_position(state)
    assert cleared


# --- files --------------------------------------------------------------------------------------------------------


def round_trip(state: State) -> State:
    return GAME.load_state(json.loads(json.dumps(GAME.dump_state(state))))


def test_a_state_survives_the_file(lay: Lay) -> None:
    """§5.0: a match that was put away goes on where it stood, in the middle of a battle as well."""
    lay(field(MEADOW))
    place = {"1003": "ge-c1 ge-ii ge-iii ge-hq-1", "1004": "fr-grd1 fr-1 fr-2 fr-hq-1"}
    state = position("german.combat", place, fatigued=["ge-ii"], out=["fr-1"], taken=frozenset({"1101"}), vp=3)
    assert round_trip(state) == state
    state, events = told(state, GERMAN, "attack", units=["ge-ii", "ge-hq-1"], target="1004")
    assert round_trip(state) == state
    for event in events:
        assert GAME.load_event(json.loads(json.dumps(GAME.dump_event(event)))) == event
    crowded = position("german.movement", {"1003": "ge-ii ge-iii ge-vi ge-v"})
    crowded = order(crowded, GERMAN, "end_phase")
    assert round_trip(crowded) == crowded
    assert GAME.legal(round_trip(crowded), GERMAN) == GAME.legal(crowded, GERMAN)


def test_states_of_another_version_are_not_guessed_at() -> None:
    """§5.0: a file that this version does not know is refused."""
    data = GAME.dump_state(GAME.new_match("campaign", {}))
    with pytest.raises(ValueError, match="version"):
        GAME.load_state({**data, "version": 99})


def test_a_match_of_version_1_goes_on_with_every_hq_helping() -> None:
    """§6.2: version 1 knew no stance, and every HQ helped to defend; nothing else of the position changes."""
    path = Path(__file__).parents[2] / "golden" / "schlieffens-war" / "state-v1.json"
    stored = json.loads(path.read_text(encoding="utf-8"))
    state = GAME.load_state(stored)
    now = GAME.dump_state(state)
    assert now["version"] == GAME.version
    assert now == {
        **stored,
        "version": GAME.version,
        "arrivals": {},
        "plan": FIRST,
        "units": {u: [*s, 0, "", True] for u, s in stored["units"].items()},
    }


def test_an_hq_that_shape_2_kept_aside_does_not_help() -> None:
    """§6.2: what its owner said before the update holds; all other units are as they were."""
    path = Path(__file__).parents[2] / "golden" / "schlieffens-war" / "state-v2.json"
    stored = json.loads(path.read_text(encoding="utf-8"))
    units = {u: [*s[:10], u == "fr-hq-1"] for u, s in stored["units"].items()}
    state = GAME.load_state({**stored, "units": units})
    assert {u for u, s in state.units.items() if not s.helps} == {"fr-hq-1"}
    assert {u: [*s[:10]] for u, s in state.units.items()} == {u: s[:10] for u, s in units.items()}


def test_what_hexes_gave_before_shape_2_of_the_fact_still_counts() -> None:
    """§4.6: the points that a city brought when the fact called them as the state calls all of them."""
    stored: JsonObject = {"kind": "taken", "side": GERMAN, "hexes": ["1004"], "vp": 2}
    fact = GAME.load_event(stored)
    assert fact == HexesTaken(GERMAN, ("1004",), 2)
    assert GAME.dump_event(fact) == {"kind": "taken", "v": 2, "side": GERMAN, "hexes": ["1004"], "vp_change": 2}


def test_the_state_says_when_there_is_nothing_of_the_kind() -> None:
    """§5.0: between the player turns nobody is active, and without too many units no hex is being cleared."""
    state = position("end", {})
    assert state.active is None
    with pytest.raises(ValueError, match="nobody"):
        _ = state.player
    with pytest.raises(TypeError):
        _ = state.overstack
    assert position("german.combat", {}).player == GERMAN


def test_labels_name_places(lay: Lay) -> None:
    """§2.1: hexes are called by their place and number."""
    lay(field("10 G. F.", names={"1002": "Sedan"}))
    assert (board().label("1001"), board().label("1002")) == ("1001", "Sedan (1002)")
