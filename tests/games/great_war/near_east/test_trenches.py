"""§6.35, §6.36, §14.5 Trenches of the Near East and the Gaza line: dug, what they give, and gone under Allied feet."""

from __future__ import annotations

import pytest

from rules.great_war.combat.odds import odds_of_attack
from rules.great_war.facts.combat import CombatResolved
from rules.great_war.facts.near_east_trenches import KRESS, TrenchesDug, WorksDestroyed
from rules.great_war.game import GAME
from rules.great_war.movement.reach import no_dice
from rules.great_war.play import Play
from rules.great_war.position.changes import with_near_east
from rules.great_war.position.secrecy import HIDDEN
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.shown.idle import is_idle
from rules.great_war.works.near_east_trenches import sites
from rules.kernel.fast_replace import replace
from tests.games.chance import Dice
from tests.games.great_war.kit import before_set_up as in_europe
from tests.games.great_war.kit import refused, told, told_with
from tests.games.great_war.near_east.kit import before_set_up, placed, set_up, to_movement, until

TRENCHES = "near-east-trenches-g"
LINE = ("NE2712", "NE2813")
ALONG_THE_LINE = {"NE2712": "tu-36", "NE2813": "tu-37"}


def holding(state: State, *chits: str) -> State:
    """These chits in the hand of the Central Powers."""
    hand = {chit: chits.count(chit) for chit in chits}
    return replace(state, chits={**state.chits, "central.hand": hand})


def new_units(state: State | None = None) -> State:
    """The Central Powers' New Units Phase of May 1915."""
    return told(state or set_up(), ALLIED, "end_phase")


def dug_at(hex_: str, state: State | None = None) -> State:
    """The same with trenches in a hex, by an order."""
    return told(holding(new_units(state), TRENCHES), CENTRAL, "dig_trenches", hex=hex_)


def trench_drm(state: State, side: str, attackers: str, target: str) -> int:
    """What trenches do to an attack."""
    odds = odds_of_attack(state, side, attackers.split(), target, state.stacks[target], {})
    assert not [section for _, section, _ in odds.drms if section == "14.42"]
    return sum(drm for _, section, drm in odds.drms if section == "14.53")


# --- trenches that are placed (§6.36) ---------------------------------------------------------------------------------


def test_6_36_they_are_dug_where_turks_in_supply_stand() -> None:
    """§6.36: out of the hand, a hex for each chit; everyone sees them."""
    state = holding(new_units(), TRENCHES, TRENCHES)
    after, facts = told_with(state, CENTRAL, "dig_trenches", hex="NI1949")
    assert facts[-1] == TrenchesDug(TRENCHES, ("NI1949",))
    assert after.near_east.trenches == {"NI1949"}
    assert sum(after.chits["central.hand"].values()) == 1
    assert TRENCHES not in after.chits["central.play"]
    assert GAME.load_state(GAME.dump_state(after)) == after
    line = GAME.narrate(state, facts[-1], after, ALLIED)
    assert line is not None
    assert (line["section"], line["hexes"]) == ("6.36", ["NI1949"])
    for viewer in (ALLIED, CENTRAL, "spectator"):
        assert GAME.view(after, viewer)["near_east"]["trenches"] == ["NI1949"]
    second = told(after, CENTRAL, "dig_trenches", hex="NI1845")
    assert second.near_east.trenches == {"NI1949", "NI1845"}
    assert refused(second, CENTRAL, "dig_trenches", hex="NE4107").section == "6.36"


@pytest.mark.parametrize(
    ("hex_", "why"),
    [
        ("NC3636", "mountain"), ("NI1844", "marsh"), ("NI1540", "a city"), ("NI2149", "enemies"),
        ("NI1948", "nobody"), ("NE2711", "out of supply"), ("NI2748", "Gendarmes are no Turks"), ("W3017", "no hex"),
    ],
)  # fmt: skip
def test_6_36_where_none_are_dug(hex_: str, why: str) -> None:
    """§6.36: cities, mountains, marsh; where no Turk stands, or none that is supplied."""
    state = placed(set_up(), {"NI1844": "tu-27", "NI1540": "tu-38", "NI2748": "tu-gndm"})
    if why == "out of supply":
        state = placed(state, {hex_: "tu-36"})
        ring = state.printed.board.beside(state.printed.board.index[hex_])
        british = ("br-11in", "br-12inbd", "br-16inbd", "br-17inbd", "br-18inbd", "br-30inbd")
        state = placed(state, {state.printed.board.ids[b]: u for b, u in zip(ring, british, strict=True)})
    state = holding(new_units(state), TRENCHES)
    assert hex_ not in sites(state)
    no = refused(state, CENTRAL, "dig_trenches", hex=hex_)
    assert (no.code, no.section, no.text.startswith("Trenches are dug where")) == ("no-site", "6.36", True)
    assert TRENCHES in state.chits["central.hand"]


@pytest.mark.parametrize("key", ["first-movement", "first.east.attacks", "second-movement", "allied.rail"])
def test_6_12_they_are_dug_at_any_time(key: str) -> None:
    """§6.36, §6.12: in every step, the other side's too, since no phase is named."""
    state = holding(until(new_units(), key), TRENCHES)
    assert [o["any_time"] for o in GAME.legal(state, CENTRAL)["offers"] if o["kind"] == "dig_trenches"] == [True]
    assert "dig_trenches" not in {o["kind"] for o in GAME.legal(state, ALLIED)["offers"]}
    assert told(state, CENTRAL, "dig_trenches", hex="NI1949").near_east.trenches == {"NI1949"}


def test_6_12_they_are_dug_in_the_midst_of_an_attack() -> None:
    """§6.36, §6.12, §10.51: before the die, they count for it."""
    state = holding(until(placed(new_units(), {"NI2049": "br-6bd br-12inbd"}), "first.east.attacks"), TRENCHES)
    state = replace(state, west=CENTRAL, hands=HIDDEN)
    state = told(state, ALLIED, "attack", units=["br-6bd"], target="NI1949")
    assert state.battle is not None
    _, facts = told_with(state, CENTRAL, "dig_trenches", Dice([3]), hex="NI1949")
    (fight,) = (fact for fact in facts if isinstance(fact, CombatResolved))
    assert ("14.53", -1) in [(section, drm) for _, section, drm in fight.drms]


def test_6_36_not_twice_in_a_hex_and_not_by_others() -> None:
    """§6.36: nor by the other side, without the chit, or in Europe."""
    again = holding(dug_at("NI1949"), TRENCHES)
    assert refused(again, CENTRAL, "dig_trenches", hex="NI1949")
    assert refused(new_units(), CENTRAL, "dig_trenches", hex="NI1949").code == "no-trenches"
    assert refused(holding(new_units(), KRESS), CENTRAL, "dig_trenches", hex="NI1949").code == "no-trenches"
    assert refused(holding(new_units(), TRENCHES), ALLIED, "dig_trenches", hex="NI1949")
    assert refused(holding(to_movement(), TRENCHES), CENTRAL, "play_event", event=TRENCHES).section == "6.36"
    assert refused(in_europe(), CENTRAL, "dig_trenches", hex="NI1949")


def test_6_17_a_skipped_step_does_not_reveal_them() -> None:
    """§6.17: with hidden hands a phase is idle or not whatever is held, and nobody else is offered to dig."""
    state = replace(holding(new_units(), TRENCHES), hands=HIDDEN)
    assert is_idle(state, CENTRAL) == is_idle(replace(holding(new_units()), hands=HIDDEN), CENTRAL)
    assert refused(state, ALLIED, "dig_trenches", hex="NI1949") == refused(
        replace(holding(new_units()), hands=HIDDEN), ALLIED, "dig_trenches", hex="NI1949"
    )
    assert TRENCHES not in str(GAME.view(state, ALLIED)["events"])
    assert "dig_trenches" in {offer["kind"] for offer in GAME.legal(state, CENTRAL)["offers"]}


def test_3_26_their_chits_are_in_the_pools() -> None:
    """§6.35, §6.36: two in G, one and Kress in K."""
    chits = set_up().printed.chits
    assert chits.entering(CENTRAL, "G")[TRENCHES] == 2
    k = chits.entering(CENTRAL, "K")
    assert (k["near-east-trenches-k"], k[KRESS]) == (1, 1)


# --- what they give (§14.51, §14.53) ----------------------------------------------------------------------------------


def test_14_53_one_off_the_die_for_the_central_powers() -> None:
    """§14.51, §14.53, §6.36: for those who defend there, and never for Allied units."""
    state = placed(dug_at("NI1949"), {"NI2049": "br-6bd br-12inbd"})
    assert trench_drm(state, ALLIED, "br-6bd br-12inbd", "NI1949") == -1
    assert trench_drm(with_near_east(state, trenches=frozenset()), ALLIED, "br-6bd", "NI1949") == 0
    theirs = with_near_east(state, trenches=frozenset({"NI2049"}))
    assert trench_drm(theirs, CENTRAL, "tu-38", "NI2049") == 0


def test_15_54_turkish_cavalry_spoils_a_trench() -> None:
    """§15.54: neither it nor who stands with it has the good of them."""
    state = placed(dug_at("NI1949"), {"NI2049": "br-6bd"})
    with_riders = placed(state, {"NI1949": "tu-cav-1bd"})
    assert len(with_riders.stacks["NI1949"]) == 2
    assert trench_drm(with_riders, ALLIED, "br-6bd", "NI1949") == 0


# --- what destroys them (§14.53) --------------------------------------------------------------------------------------


def test_14_53_an_allied_unit_destroys_them_by_entering() -> None:
    """§14.53, §6.36: for good; the log says so. The Central Powers come and go as they like."""
    state = placed(dug_at("NI1949"), {"NI1948": "tu-38", "NI2049": "br-6bd"})
    state = until(state, "second-movement")
    assert state.near_east.trenches == {"NI1949"}
    after, facts = told_with(state, ALLIED, "move", units=["br-6bd"], path=["NI1949"])
    assert WorksDestroyed(("NI1949",)) in facts
    assert not after.near_east.trenches
    line = GAME.narrate(state, WorksDestroyed(("NI1949",)), after, CENTRAL)
    assert line is not None
    assert (line["section"], line["hexes"]) == ("14.53", ["NI1949"])
    back = placed(placed(after, {"NI2049": "br-6bd"}), {"NI1949": "tu-38"})
    assert trench_drm(back, ALLIED, "br-6bd", "NI1949") == 0


# --- the Gaza line (§6.35, §14.52) ------------------------------------------------------------------------------------


def with_kress(stacks: dict[str, str] | None = None) -> State:
    """A movement of May 1915 with Kress in hand, and Turks along the line."""
    return holding(placed(to_movement(), stacks or ALONG_THE_LINE), KRESS)


def test_14_52_kress_digs_the_gaza_line_at_any_time() -> None:
    """§6.35, §14.52, §6.12: both hexes at once, whoever stands in them; even in the other side's step."""
    state = with_kress()
    assert [offer["any_time"] for offer in GAME.legal(state, CENTRAL)["offers"] if offer["kind"] == "play_event"] == [
        True
    ]
    after, facts = told_with(state, CENTRAL, "play_event", event=KRESS)
    assert facts[-1] == TrenchesDug(KRESS, LINE)
    assert (after.near_east.gaza, after.near_east.trenches) == ("dug", {*LINE})
    assert not after.chits["central.hand"]
    assert GAME.load_state(GAME.dump_state(after)) == after
    line = GAME.narrate(state, facts[-1], after, ALLIED)
    assert line is not None
    assert line["section"] == "6.35"
    assert GAME.view(after, ALLIED)["near_east"]["gaza"] == "dug"
    there = placed(after, {"NE2912": "br-10in"})
    assert trench_drm(there, ALLIED, "br-10in", "NE2813") == -1
    assert trench_drm(placed(state, {"NE2912": "br-10in"}), ALLIED, "br-10in", "NE2813") == 0


def test_6_35_each_hex_is_lost_by_itself() -> None:
    """§6.35: an Allied unit in one of them leaves the other as it is, and no Kress brings it back."""
    dug = told(with_kress(), CENTRAL, "play_event", event=KRESS)
    lost = placed(placed(dug, {"NE2711": "tu-36 tu-37"}), {"NE2813": "br-10in"})
    assert (lost.near_east.gaza, lost.near_east.trenches) == ("dug", {"NE2712"})


@pytest.mark.parametrize("hex_", LINE)
def test_6_35_an_allied_unit_that_came_before_spoils_it(hex_: str) -> None:
    """§6.35: in either hex; then the event does nothing any more, and is refused."""
    state = with_kress({"NE2711": "tu-36 tu-37"})
    after = placed(state, {hex_: "br-10in"})
    assert after.near_east.gaza == "spoiled"
    assert refused(after, CENTRAL, "play_event", event=KRESS).section == "6.35"
    gone = placed(placed(after, {"NE4206": "br-10in"}), ALONG_THE_LINE)
    assert refused(gone, CENTRAL, "play_event", event=KRESS).section == "6.35"
    told_ = GAME.narrate(state, WorksDestroyed((), line=True), after, CENTRAL)
    assert told_ is not None
    assert told_["section"] == "6.35"


def test_6_35_by_a_march() -> None:
    """§6.35, §7.13: the order that takes the hex spoils the line."""
    state = with_kress({"NE2610": "tu-36 tu-37", "NE3112": "br-11in", "NE2912": "br-10in"})
    state = with_near_east(state, pipeline="NE3112")
    after, facts = told_with(state, ALLIED, "move", units=["br-10in"], path=["NE2813"])
    assert WorksDestroyed((), line=True) in facts
    assert after.near_east.gaza == "spoiled"


@pytest.mark.parametrize(("scenario", "gaza"), [("near-east-1917", ""), ("near-east-1918", "spoiled")])
def test_6_35_a_line_that_the_allies_hold_from_the_first_is_spoiled(scenario: str, gaza: str) -> None:
    """§6.35, §21.62: in 1918 they are beyond it."""
    assert before_set_up(scenario).near_east.gaza == gaza


def test_6_35_arabs_destroy_trenches_too() -> None:
    """§6.35, §14.53, §7.13: they are Allied units, though they hold only the hex where they stand."""
    dug = told(with_kress({"NE2711": "tu-36 tu-37"}), CENTRAL, "play_event", event=KRESS)
    play = Play(dug, no_dice)
    play.enter(["NE2812", "NE2813"], ALLIED, ["ab-army"])
    assert play.state.near_east.trenches == {"NE2712"}
    assert WorksDestroyed(("NE2813",)) in play.events
