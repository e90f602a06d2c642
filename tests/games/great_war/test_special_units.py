"""Chapters 14 and 15 and the first pages of 13, 17 and 19: what units are, and whose they are at the start."""

from __future__ import annotations

from rules.great_war.combat.headquarters import supporters
from rules.great_war.combat.losses import may_lose
from rules.great_war.facts.revolutions import CzarFell
from rules.great_war.position.state import AVAILABLE, DEAD, LATER, BattleFrame, State
from rules.great_war.printed.charts import Charts
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import ATTACKER_LOSSES, SUPPORT
from rules.great_war.strategic.steps import STRATEGIC_TURN
from rules.great_war.strategic.victory import held_hexes, points
from rules.great_war.supply.headquarters import headquarters
from rules.great_war.works.trenches import drm_against
from rules.kernel.fast_replace import replace
from tests.games.great_war.field import AROUND, TARGET, field
from tests.games.great_war.kit import before_set_up, position, refused, told
from tests.games.great_war.strategic.kit import boxed, buried, strategic


def charts() -> Charts:
    """What is printed on the cards."""
    return before_set_up().printed.charts


def test_13_0_new_units_may_wait_and_do_not_go_back() -> None:
    """§13.0: nobody has to leave the box at once; who is on the map is not placed again."""
    state = boxed(position({"W5008": "fr-12"}, "allied.new-units"), "fr-13")
    waiting = told(state, ALLIED, "end_phase")
    assert "fr-13" in waiting.boxes[AVAILABLE]
    assert refused(state, ALLIED, "place", units=["fr-12"], hex="W5009")
    assert told(state, ALLIED, "place", units=["fr-13"], hex="W5009").units["fr-13"].at == "W5009"


def test_14_41_no_unit_digs_before_strategic_turn_b() -> None:
    """§14.41, §14.43, §14.45: Germans and British dig on B, the French on C, others on F."""
    found = {id_: [t.drm(letter) for letter in "ABCDEF"] for id_, t in charts().trenches.items()}
    of = {nation: found[id_] for id_, t in charts().trenches.items() for nation in t.nations if nation}
    assert of["GE"] == [0, -1, -1, -2, -2, -2]
    assert of["BR"] == of["BE"] == [0, -1, -1, -2, -2, -2]
    assert of["FR"] == [0, 0, -1, -2, -2, -2]
    assert of["RU"] == of["AH"] == [0, 0, 0, 0, 0, -1]


def test_14_47_the_track_is_good_for_all_fronts_of_europe() -> None:
    """§14.47: Germans dig as deep in Italy and in the east as in the west."""
    for hex_ in ("W5217", "W2615", "E4913"):
        assert drm_against(position({hex_: "ge-3"}, strategic="G"), ["ge-3"], hex_) == -2


def test_15_11_air_units_are_chits_and_stand_nowhere() -> None:
    """§15.11: they are no units: no counter on the map is one, none is lost in combat, and none needs supply."""
    state = before_set_up()
    flyers = [c for c in state.printed.chits.events.values() if c.kind in ("air", "ace")]
    assert {c.kind for c in flyers} == {"air", "ace"}
    assert not any(c.units for c in flyers)
    assert not {c.id for c in flyers} & {*state.units}


def losing(attackers: str) -> tuple[State, BattleFrame]:
    """An attack in which the attacker loses."""
    units = tuple(u.removesuffix("*") for u in attackers.split())
    state = field({AROUND[3]: attackers, TARGET: "ru-26"})
    return state, BattleFrame(CENTRAL, units, (AROUND[3],), TARGET, ("ru-26",), ATTACKER_LOSSES)


def test_15_43_shock_troops_are_lost_first() -> None:
    """§15.43, §10.64: before others who attack with them, after tanks; the second loss is free."""
    shock = next(u for u in sorted(before_set_up().units) if before_set_up().counter(u).turned == "shock")
    state, frame = losing(f"{shock}* ge-cav-2 ge-hq-8")
    assert may_lose(state, frame, CENTRAL) == (shock,)
    assert may_lose(state, replace(frame, first=(CENTRAL,)), CENTRAL) == (shock, "ge-cav-2")
    state, frame = losing(f"{shock}* ge-pz")
    assert may_lose(state, frame, CENTRAL) == ("ge-pz",)


def test_15_61_headquarters_without_support_feed_and_do_not_shoot() -> None:
    """§15.61, §15.62: a small nation's headquarters hands supply on, and supports no attack."""
    start = before_set_up()
    hqs = [u for u in sorted(start.units) if start.counter(u).kind == "hq" and start.counter(u).nation in start.sides]
    minor = next(u for u in hqs if not start.counter(u).front.support)
    nation = start.counter(minor).nation
    unit = next(u for u in sorted(start.units) if start.counter(u).nation == nation and start.counter(u).is_division)
    state = field({AROUND[3]: f"{unit} {minor}", TARGET: "ge-3"})
    frame = BattleFrame(ALLIED, (unit,), (AROUND[3],), TARGET, ("ge-3",), SUPPORT)
    assert supporters(state, frame, ALLIED) == ()
    assert state.printed.board.index[AROUND[3]] in headquarters(state, nation)


def test_15_92_every_russian_turns_wherever_it_is() -> None:
    """§15.92: on the map, in the dead pile and in the boxes."""
    state = boxed(buried(position({"E4923": "ru-26"}), "ru-27"), "ru-28")
    after = CzarFell().apply(state)
    assert [after.units[u].at for u in ("ru-26", "ru-27", "ru-28")] == ["E4923", DEAD, AVAILABLE]
    assert all(after.units[u].back for u in ("ru-26", "ru-27", "ru-28", "ru-29"))


def test_17_3_who_fights_in_august_1914() -> None:
    """§17.2, §17.3, §19.11: six nations against two; all others are neutral, Turkey until October."""
    sides = before_set_up("campaign").sides
    assert {n for n, side in sides.items() if side == ALLIED} == {"BE", "BR", "FR", "MN", "RU", "SE"}
    assert {n for n, side in sides.items() if side == CENTRAL} == {"GE", "AH"}


def test_18_26_hexes_that_were_rolled_for_count_all_the_same() -> None:
    """§18.26: in the Victory Check they give their point, and what was retaken takes none away."""
    state = strategic("P", taken=frozenset({"W5008", "W5425"}))
    (held,) = (h for h in held_hexes(state) if h in ("W5008", "W5425"))
    none = strategic("P", taken=frozenset())
    for other in (state, none):
        strategic_state = replace(other.strategic_state, tested={held: 40}, retaken=("W6312", "W6316"))
        assert points(replace(other, strategic_state=strategic_state)) == points(other)
    assert points(state) == points(none) + 1


def test_19_41_units_of_later_turns_wait_for_their_letter() -> None:
    """§19.41: at the start of the campaign nobody with a letter is on the map or in a box of units to place."""
    state = before_set_up("campaign")
    lettered = [u for u, a in state.printed.arrivals.items() if a.turn and a.turn in "ABCDEFGHIJKLMNOPQRSTU"]
    assert len(lettered) > 100
    assert {state.units[u].at for u in lettered} == {LATER}


def test_19_7_europe_alone() -> None:
    """§19.7, §5.63: three fronts, no die for Turkey's surrender, and its event in 1918 alone."""
    state = before_set_up()
    assert {*state.printed.board.by_front} == {"west", "italy", "east"}
    assert [part.key for part in STRATEGIC_TURN.parts].index("surrender") > 0
    turkish = {part.key.removeprefix("strategic.") for part in STRATEGIC_TURN.parts if "urkish" in part.title}
    assert turkish
    assert turkish <= state.printed.variant.without
    surrender = state.printed.chits.events["turkish-surrender"]
    assert surrender.only == ("1918",)
