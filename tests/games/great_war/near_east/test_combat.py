"""§7.24, §10.53, §10.64 in the Near East: who fights together, from where, and who loses first."""

from __future__ import annotations

import pytest

from rules.great_war.combat.advance import further, open_hexes
from rules.great_war.combat.battle import ways_back
from rules.great_war.combat.headquarters import may_be_near, supporters
from rules.great_war.combat.losses import may_lose
from rules.great_war.combat.odds import _concentric
from rules.great_war.position.changes import with_near_east
from rules.great_war.position.control import controller
from rules.great_war.position.near_east_state import OUT_IN_PERSIA
from rules.great_war.position.state import BattleFrame, State, UnitState
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import GO_ON, SUPPORT
from rules.great_war.units.cooperation import cooperate
from rules.kernel.fast_replace import replace
from tests.games.great_war.near_east.kit import placed, set_up


def standing(stacks: dict[str, str]) -> State:
    """The set-up with these units where they are said to stand."""
    state = set_up()
    units = dict(state.units) | {u: UnitState(hex_) for hex_, names in stacks.items() for u in names.split()}
    moved = {u for names in stacks.values() for u in names.split()}
    left = {h: tuple(u for u in stack if u not in moved) for h, stack in state.stacks.items()}
    placed = {h: tuple(names.split()) for h, names in stacks.items()}
    return replace(state, units=units, stacks={h: s for h, s in left.items() if s} | placed)


@pytest.mark.parametrize(
    ("units", "together"),
    [
        ("br-10in fr-dfps", True), ("br-10in ru-4tks", False), ("ru-4tks ru-pc", True), ("tu-1 tu-gndm", True),
        ("tu-1 ge-601bn", True), ("tu-1 ge-25", False), ("ge-25 ge-601bn", True), ("ru-4tks ru-arm-1", True),
        ("tu-gndm ge-601bn", False), ("tu-gndm ge-601bn tu-1", True),
    ],
)  # fmt: skip
def test_7_24_which_units_fight_together(units: str, together: bool) -> None:
    """§7.24 Nos. 4 to 6."""
    assert cooperate(set_up(), units.split()) == together


@pytest.mark.parametrize(
    ("units", "supported"),
    [("ru-pc", False), ("ru-arm-1", True), ("ru-4tks", True), ("ru-pc ru-4tks", True)],
)
def test_10_46_persians_alone_have_no_headquarters(units: str, supported: bool) -> None:
    """§10.46, §15.81: it supports units of its own nationality; Cossacks of Persia are Persian, Armenians Russian."""
    state = standing({"NC3542": f"{units} ru-hq-cau", "NC3541": "tu-10"})
    frame = BattleFrame(ALLIED, tuple(units.split()), ("NC3542",), "NC3541", ("tu-10",), SUPPORT)
    assert bool(supporters(state, frame, ALLIED)) == supported
    assert may_be_near(state, frame, ALLIED) == supported


@pytest.mark.parametrize(("hex_", "drm"), [("NE2913", True), ("NE2711", True), ("NE2616", False)])
def test_14_12_gaza_and_beersheba_are_attacked_from_all_sides(hex_: str, drm: bool) -> None:
    """§14.12: these two forts alone."""
    state = set_up()
    board = state.printed.board
    i = board.index[hex_]
    origins = [b for b in board.neighbours[i] if b >= 0][:4]
    assert bool([*_concentric(state, i, origins, True)]) == drm


@pytest.mark.parametrize(("side", "free"), [(ALLIED, True), (CENTRAL, False)])
def test_10_64_the_allies_share_their_losses_out(side: str, free: bool) -> None:
    """§10.64: with New Zealanders or shock troops among them, there only the Central Powers are bound."""
    state = standing({"NI2049": "br-10in br-nzbd"} if side == ALLIED else {"NI2049": "tu-1 ge-ak"})
    state = replace(state, units={**state.units, "ge-ak": state.units["ge-ak"]._replace(back=True)})
    units = state.stacks["NI2049"]
    frame = BattleFrame(side, units, ("NI2049",), "NI1949", (), "attacker-losses", attacker_due=1)
    assert (may_lose(state, frame, side) == units) == free


def test_15_52_cavalry_rides_towards_a_source_of_its_own_side() -> None:
    """§15.52: British cavalry in the Sinai goes back to the canal, and not to an empty town of the Turks, which is
    nearer; beside the Turks it goes where its own headquarters feeds it."""
    state = placed(set_up(), {"NE3910": "br-6bd"})
    assert controller(state, "NE4011") == CENTRAL
    frame = BattleFrame(CENTRAL, ("tu-1",), ("NE3810",), "NE3910", ("br-6bd",), "cavalry-retreat")
    assert ways_back(state, frame) == ("NE4010", "NE4011")
    in_romani = placed(set_up(), {"NE4011": "br-6bd"})
    assert ways_back(in_romani, replace(frame, target="NE4011")) == ("NE4110", "NE4111")
    near_headquarters = placed(state, {"NE3909": "br-hq-13crp"})
    assert ways_back(near_headquarters, frame) == ("NE3909",)


def test_17_4_no_second_hex_of_an_advance_is_hamadan() -> None:
    """§17.4, §10.72: shock troops that go on do not come into Hamadan before the expedition to Persia."""
    state = placed(set_up(), {"NI2437": "ge-25"})
    frame = BattleFrame(CENTRAL, ("ge-25",), ("NI2437",), "NI2437", (), "go-on", advanced=("ge-25",))
    assert "NI2436" not in open_hexes(state, frame)
    open_ = with_near_east(state, expedition=OUT_IN_PERSIA)
    assert set(open_hexes(open_, frame)) == {*open_hexes(state, frame), "NI2436"}


@pytest.mark.parametrize("weather", ["fair", "hot"])
@pytest.mark.parametrize(("ground", "goes_on"), [("mountain", False), ("marsh", False), ("difficult", True)])
def test_10_72_mountains_and_marsh_end_an_advance_in_heat_too(weather: str, ground: str, goes_on: bool) -> None:
    """§10.72, §12.2: German shock troops go on from other ground alone, whatever the weather."""
    state = set_up()
    board = state.printed.board
    fronts = board.by_front["egypt"] | board.by_front["iraq"]
    hex_ = min(board.ids[i] for i in fronts if board.terrain[i] == ground and board.land[i])
    state = standing({hex_: "ge-ak"})
    units = {**state.units, "ge-ak": state.units["ge-ak"]._replace(back=True)}
    state = replace(state, units=units, weather={"south": weather, "caucasus": "fair"})
    frame = BattleFrame(CENTRAL, ("ge-ak",), (), hex_, (), GO_ON, advanced=("ge-ak",))
    assert bool(further(state, frame)) == goes_on
