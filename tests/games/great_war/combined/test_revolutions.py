"""§5.4, §6.48, §16.3 on six fronts: what the Caucasus means for the revolutions, and what they bring on all maps."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from rules.great_war.chits_played.settling import destination
from rules.great_war.combat.declaring import why_not_attack
from rules.great_war.facts.chits import BACK, PLAY
from rules.great_war.movement.eligibility import AT_PEACE, why_not_move
from rules.great_war.position.changes import relocate
from rules.great_war.position.control import barred_hexes
from rules.great_war.position.state import DEAD, LATER, OUT, PhaseFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.restrictions.civil_war import why_not_stacked, why_not_together
from rules.great_war.stacking import why_too_many
from rules.great_war.strategic.revolutions import (
    bolshevik_modifiers,
    cities_taken,
    czar_modifiers,
    enough,
    may_come,
    roll_revolution,
    russian_cities,
)
from rules.great_war.strategic.victory import held_hexes, victory_hexes
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal
from tests.games.great_war.combined.kit import GAME, done, refusal, set_up, until
from tests.games.great_war.near_east.kit import placed
from tests.games.great_war.strategic.kit import played

WARSAW, KIEV, LEMBERG = "E4816", "E4129", "E4020"
TIFLIS, BAKU, KARS, TREBIZOND, ERZURUM = "NC4243", "NC3653", "NC4039", "NC4332", "NC3835"
BAGHDAD, JERUSALEM, VAN = "NI1540", "NE2416", "NC3338"


@cache
def in_1915() -> State:
    """The first movement of May 1915; nobody has moved."""
    return until("combined-1915", "first-movement")


def on(letter: str, state: State | None = None, **strategic_state: object) -> State:
    """A position while a strategic turn is taken."""
    state = set_up("combined-1915") if state is None else state
    return replace(state, strategic_state=replace(state.strategic_state, turn=letter, **strategic_state))


def lost(state: State, *hexes: str) -> State:
    """Hexes are with the other side than before."""
    return replace(state, taken=state.taken ^ {*hexes})


def modifier(found: tuple[tuple[str, int], ...], name: str) -> int:
    """One of the modifiers, 0 if it is not there."""
    return dict(found).get(name, 0)


def test_5_42_cities_of_the_caucasus_count() -> None:
    """§5.42: a die on every strategic turn, and eleven is enough; Russian cities of both maps are added to it."""
    state = on("E")
    before = modifier(czar_modifiers(state), "Russian cities")
    assert before == len(russian_cities(state))
    both = lost(state, TIFLIS, BAKU)
    assert modifier(czar_modifiers(both), "Russian cities") == before + 2
    assert may_come(state)
    assert enough(state) == 11
    assert enough(on("M", czar="L")) == 11
    after = on("M", both, czar="L")
    assert modifier(bolshevik_modifiers(after), "Russian cities") == before + 2


def test_5_43_turkish_cities_in_russian_hands_save_the_czar() -> None:
    """§5.43, §5.44: each city of the Central Powers that Russians control takes one off, on either map, for both
    revolutions; those of the British do not, but where Russians of the expedition stand."""
    state = on("E")
    before = cities_taken(state)
    board = state.printed.board
    won = lost(state, TREBIZOND, ERZURUM)
    assert {board.ids[i] for i in cities_taken(won) - before} == {TREBIZOND, ERZURUM}
    assert modifier(czar_modifiers(won), "cities in Russian hands") == -len(before) - 2
    assert modifier(bolshevik_modifiers(on("M", won, czar="L")), "cities in Russian hands") == -len(before) - 2
    british = lost(state, BAGHDAD, JERUSALEM)
    assert cities_taken(british) == before
    assert {board.ids[i] for i in cities_taken(placed(state, {BAGHDAD: "br-12inbd"})) - before} == set()
    expedition = placed(state, {BAGHDAD: "ru-39"})
    assert {board.ids[i] for i in cities_taken(expedition) - before} == {BAGHDAD}


def empty_pair(state: State, country: str) -> tuple[str, str]:
    """Two hexes of a country in the Caucasus side by side, with nobody in them or near them, and no fort."""
    board = state.printed.board
    full = {board.index[h] for h in state.stacks}
    ground = board.by_country[country] & board.by_front["caucasus"] - frozenset(board.forts) - board.alpine

    def free(i: int) -> bool:
        return board.land[i] and full.isdisjoint((i, *board.walks[i]))

    return next(
        (board.ids[a], board.ids[b])
        for a in sorted(ground)
        if free(a)
        for b in board.walks[a]
        if b in ground and free(b)
    )


def near(state: State, here: str, most: int) -> str:
    """The nearest town of the Caucasus within ``most`` hexes."""
    board = state.printed.board
    towns = {board.ids[i] for i in board.towns} & board.lattice.within(here, most)
    return min(towns, key=lambda town: (board.lattice.distance(here, town), town))


def facing(country: str, west: str) -> tuple[State, str, str]:
    """A Russian and a Turk side by side in a country, as attacks are asked for in the east: his hex and the Turk's."""
    start = in_1915()
    ours, theirs = empty_pair(start, country)
    state = placed(replace(start, west=west), {ours: "ru-39", theirs: "tu-17"})
    fair = dict.fromkeys(state.printed.board.zones, "fair")
    strategic_state = replace(start.strategic_state, attacked=(), attacking=())
    state = replace(state, cursor=(PhaseFrame("first.east.attacks"),), weather=fair, strategic_state=strategic_state)
    return state, ours, theirs


@pytest.mark.parametrize(("country", "counts"), [("TU", False), ("RU", True)])
def test_5_44_attacks_on_russians_outside_russia(country: str, counts: bool) -> None:
    """§5.44: by command: in Turkey they spare the modifier, in the Russian Caucasus they do not."""
    state, russian, _ = facing(country, ALLIED)
    after = done(state, CENTRAL, {"kind": "attack", "units": ["tu-17"], "target": russian})
    assert (after.turn in after.strategic_state.attacked) == counts


def test_5_44_attacks_on_russians_in_europe() -> None:
    """§5.44: on the Eastern Front they count outside Russia too."""
    state = placed(facing("TU", ALLIED)[0], {LEMBERG: "ru-39", "E4019": "ge-1"})
    after = done(state, CENTRAL, {"kind": "attack", "units": ["ge-1"], "target": LEMBERG})
    board = state.printed.board
    assert board.country[board.index[LEMBERG]] == "AH"
    assert after.turn in after.strategic_state.attacked


def test_5_44_russian_attacks_count_on_every_map() -> None:
    """§5.44: an attack by Russians in Turkey is one of theirs, and none on them."""
    state, _, turkish = facing("TU", CENTRAL)
    after = done(state, ALLIED, {"kind": "attack", "units": ["ru-39"], "target": turkish})
    assert after.turn in after.strategic_state.attacking
    assert after.turn not in after.strategic_state.attacked


def test_5_45_the_fall_turns_russians_everywhere() -> None:
    """§5.45, §15.91: on both maps, in boxes and on the way; no more landings on the Black Sea."""
    state = relocate(on("N"), ["ru-6"], "transfer")
    state = lost(state, TIFLIS, BAKU, KARS, WARSAW, KIEV, "E7030")
    after, facts = played(roll_revolution, state, 6)
    assert [fact.kind for fact in facts] == ["revolution", "czar-fell"]
    turned = [u for u in after.units if after.counter(u).turned == "provisional"]
    assert {"ru-6", "ru-39", "ru-1gd"} <= {*turned}
    assert all(after.units[u].back for u in turned)
    coming = replace(after, cursor=(PhaseFrame("allied.new-units"),), chits={
        **after.chits, "allied.play": {"russian-amphibious-campaign": 1},
    })  # fmt: skip
    waiting = relocate(coming, ["ru-39"], "near-east-available")
    order: dict[str, object] = {"kind": "russian_landing", "unit": "ru-39", "hex": "NC4433"}
    assert refusal(waiting, ALLIED, order).section == "6.38"


def red(state: State | None = None, **strategic_state: object) -> State:
    """A position after the Bolshevik Revolution."""
    state = in_1915() if state is None else state
    fields: dict[str, Any] = {"czar": "D", "bolsheviks": "D", "collapsed": ("RU",), **strategic_state}
    return replace(state, strategic_state=replace(state.strategic_state, **fields))


def test_16_3_the_collapse_on_both_maps() -> None:
    """§16.3, §16.11: brigades leave the game, wherever they are; headquarters of both maps too; the rest fight with
    one."""
    state = lost(on("N", czar="L", attacking=(31,)), TIFLIS, BAKU, KARS, WARSAW, KIEV)
    brigades = {u for u in state.units if state.counter(u).nation == "RU" and state.counter(u).size == "BD"}
    assert {state.units[u].at for u in brigades} - {DEAD, LATER}
    after, facts = played(roll_revolution, replace(state, points={"RU": 4}), 6)
    assert [fact.kind for fact in facts] == ["revolution", "collapsed", "brigades-left"]
    assert {after.units[u].at for u in brigades} == {OUT}
    hqs = [u for u in after.units if after.counter(u).nation == "RU" and after.counter(u).kind == "hq"]
    assert {"ru-hq-cau", "ru-hq-1"} & {*hqs}
    assert {after.units[u].at for u in hqs} == {OUT}
    assert (after.face("ru-39").attack, after.face("ru-1gd").attack, after.points["RU"]) == (1, 1, 0)


# --- the treaty (§5.46, §5.47) ----------------------------------------------------------------------------------------

FRONT_LINE = {"NC4042": "ru-39", "NC3941": "tu-1", "NC4041": "ge-601bn"}


def test_5_46_turks_alone_and_there_alone() -> None:
    """§5.46: in the Caucasus Turks attack and march on; on the Eastern Front neither they nor Germans do."""
    state = placed(red(treaty="E"), {**FRONT_LINE, "E4424": "ru-1gd", "E4324": "tu-19", "E4423": "ge-1"})
    assert why_not_move(state, "ru-39", "east") == AT_PEACE
    assert why_not_move(state, "ru-1gd", "east") == AT_PEACE
    assert why_not_attack(state, "tu-1", "NC4042") is None
    for unit, target in (("ge-601bn", "NC4042"), ("ge-1", "E4424"), ("tu-19", "E4424")):
        found = why_not_attack(state, unit, target)
        assert found is not None, unit
        assert found.section == "5.46", unit
    board = state.printed.board
    beside = {b for b in board.lines[board.index["E4424"]] if board.front[b] == "east"}
    assert beside <= barred_hexes(state, CENTRAL)
    assert beside <= barred_hexes(state, ALLIED)
    assert board.index["NC4142"] not in barred_hexes(state, CENTRAL)


def test_5_46_by_command() -> None:
    """§5.46: a Turk attacks Russians in the Caucasus after the peace; a German is refused, Russians do not attack."""
    state = placed(red(treaty="E"), FRONT_LINE)
    fair = dict.fromkeys(state.printed.board.zones, "fair")
    attacks = replace(state, west=ALLIED, cursor=(PhaseFrame("first.east.attacks"),), weather=fair)
    german: dict[str, object] = {"kind": "attack", "units": ["ge-601bn"], "target": "NC4042"}
    assert refusal(attacks, CENTRAL, german).section == "5.46"
    turkish: dict[str, object] = {"kind": "attack", "units": ["tu-1"], "target": "NC4042"}
    fought = GAME.decide(attacks, CENTRAL, turkish, lambda draw, sides: 1)
    assert not isinstance(fought, Refusal)
    assert "attack" in [fact.kind for fact in fought.events]
    ours = replace(attacks, west=CENTRAL)
    russian: dict[str, object] = {"kind": "attack", "units": ["ru-39"], "target": "NC3941"}
    assert refusal(ours, ALLIED, russian).section == "5.46"


def test_5_47_baku_needs_germans_after_the_peace() -> None:
    """§5.47: victory hexes of the Caucasus are in Russia proper too: three German divisions each, four headquarters."""
    state = placed(red(), {BAKU: "ge-1 ge-2 ge-3"})
    assert BAKU in victory_hexes(state)
    peace = red(state, treaty="E")
    assert BAKU in held_hexes(peace)
    assert BAKU not in victory_hexes(peace)
    hqs = [u for u in state.units if u.startswith("ge-hq")][:4]
    assert BAKU in victory_hexes(placed(peace, {KIEV: " ".join(hqs)}))
    assert BAKU not in victory_hexes(placed(peace, {KIEV: " ".join(hqs), TIFLIS: "ge-3"}))


def test_5_46_what_peace_means_on_six_fronts() -> None:
    """§5.46, §5.47: what the choice says: Turks go on, and garrisons are asked for."""
    state = replace(red(on("F"), bolsheviks="E"), cursor=(PhaseFrame("treaty"),))
    offers: Any = GAME.legal(state, CENTRAL)["offers"]
    (offer,) = [o for o in offers if o["kind"] == "treaty"]
    assert "Turkish units alone" in offer["help"]
    assert "three German divisions" in offer["help"]
    after = done(state, CENTRAL, {"kind": "treaty", "peace": True})
    assert after.strategic_state.treaty == "F"


# --- civil war (§6.48, §16.31) ----------------------------------------------------------------------------------------


def test_6_48_on_all_maps() -> None:
    """§6.48: no two Russians in a hex or in an attack, on the Eastern Front as in the Caucasus."""
    chit = in_1915().printed.chits.events["russian-civil-war"]
    assert destination(in_1915(), chit, CENTRAL) == (BACK, True)
    assert destination(red(), chit, CENTRAL) == (PLAY, False)
    began = replace(red(), near_east=replace(red().near_east, civil_war=red().turn - 1))
    for pair in (("ru-1gd", "ru-2gd"), ("ru-39", "ru-66"), ("ru-39", "ru-arm-1")):
        for found in (why_not_stacked(began, pair), why_not_together(began, pair), why_too_many(began, pair)):
            assert found is not None
            assert found.section == "6.48"
    for pair in (("br-10in", "br-11in"), ("ru-39", "ru-pc")):
        assert why_not_together(began, pair) is None


def test_6_48_by_command_in_the_east() -> None:
    """§6.48: the movement of the Eastern Theatre does not end while Russians are together on either map."""
    state = red()
    state = replace(state, west=CENTRAL, near_east=replace(state.near_east, civil_war=state.turn))
    assert GAME.deciders(state)
    assert refusal(state, ALLIED, {"kind": "end_phase"}).section == "6.48"
    crowded = [h for h in state.stacks if sum(u.startswith("ru-") for u in state.stacks[h]) > 1]
    fronts = {state.printed.board.front[state.printed.board.index[h]] for h in crowded}
    assert {"east", "caucasus"} <= fronts
    # One gives way in each hex until all stand alone, and the phase may end.
    for hex_ in crowded:
        for unit in [u for u in state.stacks[hex_] if u.startswith("ru-")][1:]:
            state = done(state, ALLIED, {"kind": "give_up", "unit": unit})
    assert done(state, ALLIED, {"kind": "end_phase"}).phase.done == (ALLIED,)


# --- Brusilov, in the Caucasus too (§6.28) ----------------------------------------------------------------------------


def test_6_28_brusilov_commands_on_both_maps() -> None:
    """§6.28: Russians with their headquarters of the Caucasus attack Turks with three more, and it leaves the game."""
    state, ours, theirs = facing("TU", CENTRAL)
    chits = {**state.chits, "allied.play": {"brusilov-offensive": 1}}
    before = replace(state.chit_state, used={"brusilov-offensive": state.turn - 1})
    # The headquarters has a line of six hexes to a town of its side (§11.22).
    town = near(state, ours, 6)
    state = replace(state, chits=chits, chit_state=before, taken=state.taken | {town})
    state = placed(state, {ours: "ru-39 ru-66 ru-hq-cau"})
    state = done(state, ALLIED, {"kind": "attack", "units": ["ru-39", "ru-66"], "target": theirs})
    offers: Any = GAME.legal(state, ALLIED)["offers"]
    (slot,) = offers[0]["slots"]
    found = GAME.decide(state, ALLIED, {"kind": "support", slot["name"]: "ru-hq-cau"}, lambda draw, sides: 3)
    assert not isinstance(found, Refusal)
    (drms,) = [fact.drms for fact in found.events if hasattr(fact, "drms")]
    assert ("The Brusilov Offensive", "6.28", 3) in drms
    assert found.states[-1].units["ru-hq-cau"].at == OUT
