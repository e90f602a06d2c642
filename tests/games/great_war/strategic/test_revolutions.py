"""§5.4: the die for each revolution, what follows from it, and the peace of Brest-Litovsk."""

from __future__ import annotations

import pytest

from rules.great_war.combat.declaring import why_not_attack
from rules.great_war.facts.revolutions import NationCollapsed
from rules.great_war.movement.eligibility import AT_PEACE, why_not_move
from rules.great_war.movement.out_of_reach import not_open
from rules.great_war.position.changes import dead, russians_fought
from rules.great_war.position.control import barred_hexes
from rules.great_war.position.letters import operational_turns
from rules.great_war.position.state import LATER, OUT, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.strategic.revolutions import (
    bolshevik_modifiers,
    cities_taken,
    czar_modifiers,
    roll_revolution,
    russian_cities,
)
from rules.great_war.strategic.victory import russia_proper, victory_hexes
from rules.kernel.fast_replace import replace
from tests.games.chance import Dice
from tests.games.great_war.kit import before_set_up, not_moved, position, refused, told
from tests.games.great_war.strategic.kit import boxed, buried, holding, played, strategic

POLES = ("E4816", "E4713")
"""Warsaw and Lodz."""


def revolution(letter: str, *taken: str, **fields: object) -> State:
    """The phase, with these Russian cities lost and none of the Central Powers'."""
    return strategic(letter, key="revolution", **{"taken": frozenset(taken), **fields})


def total(modifiers: tuple[tuple[str, int], ...]) -> int:
    """What is added to the die."""
    return sum(number for _, number in modifiers)


def cities(number: int) -> tuple[str, ...]:
    """That many cities of Russia, Petrograd not among them."""
    board = before_set_up().printed.board
    russian = sorted(board.ids[i] for i in board.cities & board.by_country["RU"])
    return tuple(h for h in russian if h != "E7030")[:number]


@pytest.mark.parametrize(
    ("letter", "taken", "chits", "expected"),
    [
        ("E", 3, (), 3 - 2),
        ("G", 3, (), 3 - 2),
        ("H", 3, (), 3 - 1),
        ("K", 3, (), 3 - 1),
        ("L", 3, (), 3),
        ("L", 3, ("czar-takes-command",), 3 + 2),
        ("L", 3, ("czar-takes-command", "brusilov-offensive"), 3 + 2 + 1),
    ],
)
def test_5_43_the_modifiers_for_the_czar(letter: str, taken: int, chits: tuple[str, ...], expected: int) -> None:
    """§5.42, §5.43: cities, the Czar's command, Brusilov, and the strategic turn."""
    assert total(czar_modifiers(holding(revolution(letter, *cities(taken)), *chits))) == expected


def test_5_43_petrograd_and_lost_cities() -> None:
    """§5.43: Petrograd is a city and three more; a city of the Central Powers in Russian hands takes one off."""
    assert total(czar_modifiers(revolution("L", "E7030"))) == 1 + 3
    board = before_set_up().printed.board
    held = [h for h in before_set_up().taken if board.name[board.index[h]] == "Lemberg"]
    assert total(czar_modifiers(revolution("L", *held))) == -1
    assert len(cities_taken(revolution("L", *held))) == 1
    every = holding(revolution("K", "E7030", *held), "czar-takes-command", "brusilov-offensive")
    assert czar_modifiers(every) == (
        ("Russian cities", 1),
        ("the Czar commands", 2),
        ("Brusilov's offensive", 1),
        ("Petrograd", 3),
        ("early in the war", -1),
        ("cities in Russian hands", -1),
    )
    serbian = next(c.id for c in before_set_up().printed.counters.values() if c.nation == "SE" and c.is_division)
    others = strategic("L", {held[0]: serbian}, "revolution", taken=frozenset(held))
    assert cities_taken(others) == frozenset()
    assert cities_taken(revolution("L", "W6526")) == frozenset()


@pytest.mark.parametrize(("die", "falls"), [(5, False), (6, True)])
def test_5_42_eleven_brings_the_revolution(die: int, falls: bool) -> None:
    """§5.42: die and modifiers together; one more decides."""
    state = boxed(buried(revolution("L", *cities(5)), "ru-25"), "ru-26")
    after, _ = played(roll_revolution, state, die)
    assert (after.strategic_state.czar == "L") == falls
    assert after.units["ru-25"].back == after.units["ru-26"].back == falls
    assert not after.units["ru-sv"].back


def test_5_45_the_fall_of_the_czar() -> None:
    """§5.45, §15.91: all infantry becomes provisional, also what is still to come; headquarters stay as they are."""
    state = strategic("L", {"E5225": "ru-25 ru-hq-1 ru-hq-2*"}, "revolution", taken=frozenset(cities(5)))
    after, _ = played(roll_revolution, state, 6)
    assert (after.face("ru-25").attack, after.face("ru-25").defence) == (1, 2)
    assert (after.units["ru-hq-1"].back, after.units["ru-hq-2"].back) == (False, True)
    late = [u for u in after.boxes[LATER] if after.counter(u).turned == "provisional"]
    assert late
    assert all(after.units[u].back for u in late)
    assert dead(after, ["ru-25"]).units["ru-25"].back


def test_5_41_the_bolsheviks_come_after_the_czar() -> None:
    """§5.41, §16.3: one die a strategic turn; the second revolution is the collapse of Russia."""
    czar, facts = played(roll_revolution, revolution("L", *cities(5)), 6)
    assert [f.kind for f in facts] == ["revolution", "czar-fell"]
    assert not czar.strategic_state.bolsheviks
    state = strategic("M", {"E5225": "ru-25* ru-hq-1"}, "revolution", {"czar": "L"},
                      taken=frozenset(cities(3)), points={"RU": 7})  # fmt: skip
    after, facts = played(roll_revolution, state, 5)
    assert [f.section for f in facts if isinstance(f, NationCollapsed)] == ["16.3"]
    assert (after.strategic_state.bolsheviks, after.strategic_state.collapsed) == ("M", ("RU",))
    assert after.points["RU"] == 0
    assert after.units["ru-hq-1"].at == OUT
    assert (after.face("ru-25").attack, after.face("ru-25").defence) == (1, 1)


def test_5_44_attacks_since_the_last_phase() -> None:
    """§5.44: a turn with a Russian attack, and a turn in which nobody attacked Russians, add one each."""
    state = strategic("M", {"E5225": "ru-25*", "E5224": "ge-3"}, "revolution", {"czar": "L"})
    assert state.turn == 31
    assert total(bolshevik_modifiers(state)) == 3
    during = replace(state, turn=30)
    attacked = russians_fought(during, ["ge-3"], ["ru-25"])
    assert attacked.strategic_state.attacked == (30,)
    assert total(bolshevik_modifiers(replace(attacked, turn=31))) == 2
    attacking = russians_fought(russians_fought(during, ["ru-25"], ["ge-3"]), ["ru-25"], ["ge-3"])
    assert attacking.strategic_state.attacking == (30,)
    assert total(bolshevik_modifiers(replace(attacking, turn=31))) == 4
    after, _ = played(roll_revolution, replace(attacking, turn=31), 1)
    assert (after.strategic_state.attacking, after.strategic_state.attacked) == ((), ())


def treaty(letter: str, **strategic_state: str) -> State:
    """After the Bolshevik Revolution on N; nothing else is to be decided before the treaty."""
    gone = {"czar": "M", "bolsheviks": "N", "collapsed": ("RU",), **strategic_state}
    return strategic(letter, {}, "replacement", gone, west=CENTRAL, points={"GE": 1})


def test_5_44_the_modifiers_for_the_bolsheviks_are_told_by_name() -> None:
    """§5.44: a turn with Russian attacks, and a turn without attacks on them."""
    state = revolution("N", "E7030")
    turns = operational_turns(state)
    strategic_state = replace(state.strategic_state, attacking=turns[:1], attacked=turns[1:])
    found = bolshevik_modifiers(replace(state, strategic_state=strategic_state))
    assert found == (
        ("Russian cities", 1),
        ("turns with Russian attacks", 1),
        ("turns without attacks on Russians", 1),
    )


def test_5_46_the_treaty_may_be_declared_later() -> None:
    """§5.46: not in the phase of the revolution, in any after it, and once."""
    state = told(treaty("O"), CENTRAL, "end_phase")
    assert state.phase.key == "treaty"
    assert told(state, CENTRAL, "treaty", peace=False).strategic_state.treaty == ""
    assert told(state, CENTRAL, "treaty", peace=True).strategic_state.treaty == "O"
    assert told(treaty("P", treaty="O"), CENTRAL, "end_phase").phase.key != "treaty"
    rolled = strategic("M", {}, "replacement", {"czar": "L"}, west=CENTRAL, points={"GE": 1},
                       taken=frozenset(cities(3)))  # fmt: skip
    assert told(rolled, CENTRAL, "end_phase", Dice([6])).phase.key != "treaty"


def test_5_47_victory_hexes_in_russia_need_a_garrison() -> None:
    """§5.47: after the treaty three German divisions in each and four headquarters; Warsaw is not Russia proper."""
    divisions = [u for u, c in before_set_up().printed.counters.items() if c.nation == "GE" and c.is_division]
    hqs = [u for u, c in before_set_up().printed.counters.items() if c.nation == "GE" and c.kind == "hq"]
    taken = frozenset({"E4816", "E6120", "E4129"})

    def counted(three: int, four: int, **strategic_state: str) -> set[str]:
        units = " ".join([*divisions[:three], *hqs[:four]])
        stacks = {"E6120": units} if units else {}
        return {*victory_hexes(strategic("P", stacks, strategic_state=strategic_state, taken=taken))} & taken

    assert counted(0, 0) == taken
    assert counted(3, 4, treaty="O") == {"E4816", "E6120"}
    assert counted(2, 4, treaty="O") == counted(3, 3, treaty="O") == {"E4816"}
    austrians = [u for u, c in before_set_up().printed.counters.items() if c.nation == "AH" and c.is_division]
    hq = next(u for u, c in before_set_up().printed.counters.items() if c.nation == "AH" and c.kind == "hq")
    for stacks in (
        {"E6120": " ".join([*divisions[:2], austrians[0], *hqs[:4]])},
        {"E6120": " ".join([*divisions[:3], *hqs[:3], hq])},
        {"E6120": " ".join([*divisions[:3], *hqs[:3]]), "E4816": hqs[3]},
    ):
        held = strategic("P", stacks, strategic_state={"treaty": "O"}, taken=taken)
        assert "E6120" not in victory_hexes(held)


def test_5_42_all_cities_of_russia_count() -> None:
    """§5.42: victory cities and others, Poland's among them."""
    board = before_set_up().printed.board
    poles = {board.index[h] for h in POLES}
    assert poles - board.victory
    assert russian_cities(revolution("L", *POLES)) == poles


def test_5_44_an_attack_is_noted_when_it_is_declared() -> None:
    """§5.44: whoever attacks Russians on a turn is remembered until the next phase."""
    board = before_set_up().printed.board
    beside = board.ids[board.lines[board.index["E5225"]][0]]
    state = position({"E5225": "ru-25", beside: "ge-3"}, "first.east.attacks")
    state = told(state, CENTRAL, "attack", units=["ge-3"], target="E5225")
    assert (state.strategic_state.attacked, state.strategic_state.attacking) == ((10,), ())


KOVNO, OPPOSITE = "E5620", "E5619"
"""A fort in Russia proper, and a hex beside it."""


def test_5_44_14_11_the_unit_of_a_russian_fort_is_attacked_as_others_are() -> None:
    """§5.44, §14.11: only enemy units can be attacked (§10.11), and the one in an empty fort is Russian."""
    state = position({OPPOSITE: "ge-3"}, "first.east.attacks")
    assert KOVNO not in state.destroyed
    after = told(state, CENTRAL, "attack", Dice([1]), units=["ge-3"], target=KOVNO)
    assert (after.strategic_state.attacked, after.strategic_state.attacking) == ((10,), ())


def test_5_46_14_11_after_the_treaty_russian_forts_are_left_alone() -> None:
    """§5.46, §14.11: the unit of a fort is not attacked, and nobody goes beside one in Russia proper; beside one of
    Russian Poland, or a destroyed one, units go."""
    board = before_set_up().printed.board
    fight = position({OPPOSITE: "ge-3"}, "first.east.attacks")
    peace = replace(fight, strategic_state=replace(fight.strategic_state, treaty="O"))
    found = why_not_attack(peace, "ge-3", KOVNO)
    assert found is not None
    assert (found.code, found.section) == ("at-peace", "5.46")
    around = frozenset(board.lines[board.index[KOVNO]])
    assert around <= barred_hexes(peace, CENTRAL)
    assert around <= barred_hexes(peace, ALLIED)
    assert around.isdisjoint(barred_hexes(fight, CENTRAL))
    razed = replace(peace, destroyed=peace.destroyed | {KOVNO})
    assert board.index[OPPOSITE] not in barred_hexes(razed, CENTRAL)
    polish = next(i for i in board.forts if i in board.russian_poland)
    whole = replace(peace, destroyed=frozenset(board.ids[i] for i in board.forts if i != polish))
    assert barred_hexes(whole, CENTRAL).isdisjoint(board.lines[polish])


def test_5_46_after_the_treaty_nobody_fights_or_goes_beside_russians() -> None:
    """§5.46: Russians neither move nor attack nor are attacked; the others keep a hex away in Russia proper."""
    board = before_set_up().printed.board
    east = board.by_country["RU"] & board.by_front["east"]
    russians = board.index["E5225"]
    beside = next(n for n in board.lines[russians] if n in east)
    near = next(n for n in board.lines[beside] if n in east and n != russians and n not in board.lines[russians])
    stacks = {"E5225": "ru-25", board.ids[near]: "ge-3"}
    for treaty in ("", "O"):
        state = position(stacks)
        state = replace(state, strategic_state=replace(state.strategic_state, treaty=treaty))
        assert (beside in barred_hexes(state, CENTRAL)) == bool(treaty)
        assert near not in barred_hexes(state, CENTRAL)
        assert (why_not_move(state, "ru-25", "east") == AT_PEACE) == bool(treaty)
    for at in ("E5225", POLES[0]):
        here = board.index[at]
        ring = next(board.ids[n] for n in board.lines[here] if board.by_country["RU"] >= {n})
        fight = position({at: "ru-25", ring: "ge-3"}, "first.east.attacks")
        told(fight, CENTRAL, "attack", units=["ge-3"], target=at)
        over = replace(fight, strategic_state=replace(fight.strategic_state, treaty="O"))
        assert refused(over, CENTRAL, "attack", units=["ge-3"], target=at).code == "nobody"
        theirs = replace(over, west=CENTRAL)
        assert refused(theirs, ALLIED, "attack", units=["ru-25"], target=ring).code == "nobody"


def test_5_46_a_hex_of_another_country_beside_russians_is_barred_as_well() -> None:
    """§5.46: it is the Russian unit that is within Russia proper; whoever stands beside it in Poland stays there."""
    board = before_set_up().printed.board
    russian, pole = next(
        (a, b) for a in sorted(board.by_country["RU"]) for b in board.lines[a]
        if russia_proper(before_set_up(), a) and board.country[b] == "RU" and not russia_proper(before_set_up(), b)
    )  # fmt: skip
    for at, near, shut in ((russian, pole, True), (pole, russian, False)):
        state = position({board.ids[at]: "ru-25"})
        state = replace(state, strategic_state=replace(state.strategic_state, treaty="O"))
        assert (near in barred_hexes(state, CENTRAL)) == shut
        if shut:
            assert not_open(state, CENTRAL, near).section == "5.46"


def test_5_46_placing_beside_russians_and_attacking_into_their_ground_are_no_moves() -> None:
    """§5.46: the treaty bars moves: new Germans come to Kiev beside Russians, and a Romanian there is attacked."""
    board, kiev = before_set_up().printed.board, "E4129"
    around = [h for h in board.lattice.around(kiev) if h in board.index and board.country[board.index[h]] == "RU"]
    north, south = around[:2]
    assert south in board.lattice.around(north)
    sides = {**before_set_up().sides, "RO": ALLIED}
    romanian = next(u for u, c in before_set_up().printed.counters.items() if c.nation == "RO" and c.is_division)
    lost = frozenset(board.ids[i] for i in board.by_country["RU"] if board.ids[i] not in (north, south))
    lasting = position({}).strategic_state
    peace = replace(lasting, treaty="O")
    state = position({north: "ru-25", south: romanian, kiev: "ge-3 ge-hq-8"}, "central.new-units", taken=lost,
                     strategic_state=peace, sides=sides)  # fmt: skip
    state = boxed(state, "ge-50")
    assert board.index[kiev] in barred_hexes(state, CENTRAL)
    assert told(state, CENTRAL, "place", units=["ge-50"], hex=kiev).units["ge-50"].at == kiev
    fight = replace(state, cursor=position({}, "first.east.attacks").cursor)
    assert told(fight, CENTRAL, "attack", units=["ge-3"], target=south).battle is not None
    away = next(h for h in board.lattice.around(kiev) if h not in (north, south))
    beside = next(h for h in board.lattice.around(away) if h not in (kiev, north) and h in board.lattice.around(kiev))
    walk = position({north: "ru-25", beside: "ge-3"}, west=ALLIED, taken=lost, strategic_state=peace)
    assert not_moved(walk, CENTRAL, "ge-3", kiev).section == "5.46"


def test_6_28_brusilovs_event_leaves_play_when_russia_collapses() -> None:
    """§6.28: and stays when another nation does."""
    state = holding(strategic("N"), "brusilov-offensive")
    assert "brusilov-offensive" not in NationCollapsed("RU", "16.3").apply(state).chits["allied.play"]
    assert "brusilov-offensive" in NationCollapsed("BE", "16.4").apply(state).chits["allied.play"]
