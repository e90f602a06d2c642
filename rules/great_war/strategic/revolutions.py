"""§5.4 Russian Revolutions Phase: the fall of the Czar, the Bolsheviks, and the peace of Brest-Litovsk."""

from __future__ import annotations

from collections.abc import Mapping

from rules.great_war.facts.procedure import StepEnded
from rules.great_war.facts.revolutions import BrigadesLeft, CzarFell, NationCollapsed, RevolutionRolled, TreatyDeclared
from rules.great_war.play import Play
from rules.great_war.position.control import controlled_hexes, home_side
from rules.great_war.position.letters import in_play, operational_turns
from rules.great_war.position.state import OUT, PhaseFrame, State
from rules.great_war.printed.fronts import CAUCASUS, EAST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.variants import TRACK
from rules.great_war.strategic.victory import CENTRAL_COUNTRIES
from rules.kernel.procedure.options import Flag
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

BRIGADE = "BD"
CZAR, BOLSHEVIKS = "czar", "bolsheviks"
COMMAND, OFFENSIVE = "czar-takes-command", "brusilov-offensive"
EARLY = (("G", -2), ("K", -1))
"""§5.43: through which strategic turn the Czar is how safe."""

Modifiers = tuple[tuple[str, int], ...]


def russian_cities(state: State) -> frozenset[int]:
    """§5.42: the cities of Russia and Russian Poland that the Central Powers control."""
    board = state.printed.board
    return board.cities & board.by_country["RU"] & controlled_hexes(state, CENTRAL)


def cities_taken(state: State) -> frozenset[int]:
    """§5.43, §5.44, §5.44N: the Central Powers' cities under Russian control: those on the fronts of the
    Russians that the Allies hold, but for cities where others of them stand alone; and any in which Russians stand, as
    the expedition to Persia may come to Baghdad."""
    board = state.printed.board
    theirs = [c for c in CENTRAL_COUNTRIES if home_side(state, c) == CENTRAL]
    held = {i for c in theirs for i in board.by_country.get(c, ())} & board.cities & controlled_hexes(state, ALLIED)
    fronts = board.by_front[EAST] | board.by_front[CAUCASUS]
    return frozenset(
        i for i in held if (i in fronts or board.ids[i] in state.stacks) and russian_held(state, board.ids[i])
    )


def russian_held(state: State, hex_: str) -> bool:
    """§5.43: whether a hex that the Allies hold is Russia's: no others of them stand there alone."""
    units = state.stacks.get(hex_)
    return not units or any(state.counter(u).nation == "RU" for u in units)


def czar_modifiers(state: State) -> Modifiers:
    """§5.42, §5.43: what is added to the die for the fall of the Czar: by the track, cities alone."""
    seen = czar_modifiers_seen(state)
    return seen if _by_track(state) else seen + _that_count(("cities in Russian hands", -len(cities_taken(state))))


def czar_modifiers_seen(state: State) -> Modifiers:
    """§5.42, §5.43: those of them that everyone can tell: who stands in a city the Allies hold may be concealed."""
    if _by_track(state):
        return _that_count(("Russian cities", len(russian_cities(state))))
    early = next((drm for last, drm in EARLY if state.strategic_state.turn <= last), 0)
    petrograd = state.printed.board.index[state.places.petrograd] in russian_cities(state)
    return _that_count(
        ("Russian cities", len(russian_cities(state))),
        ("the Czar commands", 2 * in_play(state, CENTRAL, COMMAND)),
        ("Brusilov's offensive", 1 * in_play(state, ALLIED, OFFENSIVE)),
        ("Petrograd", 3 * petrograd),
        ("early in the war", early),
    )


def bolshevik_modifiers(state: State) -> Modifiers:
    """§5.42, §5.44: what is added to the die for the Bolshevik Revolution."""
    turns = operational_turns(state)
    return _that_count(
        ("Russian cities", len(russian_cities(state))),
        ("turns with Russian attacks", sum(turn in state.strategic_state.attacking for turn in turns)),
        ("turns without attacks on Russians", sum(turn not in state.strategic_state.attacked for turn in turns)),
        ("cities in Russian hands", -len(cities_taken(state))),
    )


def _that_count(*modifiers: tuple[str, int]) -> Modifiers:
    return tuple((name, number) for name, number in modifiers if number)


def may_come(state: State) -> bool:
    """§5.41: whether a revolution is still to come."""
    if "RU" not in state.sides or state.strategic_state.bolsheviks:
        return False
    return bool(state.strategic_state.czar) or not _by_track(state) or state.strategic_state.turn in _track(state)


def _by_track(state: State) -> bool:
    """§5.43N: whether the Czar falls by the track, as in the Near East alone."""
    return state.printed.variant.revolution == TRACK


def _track(state: State) -> Mapping[str, int]:
    return state.printed.charts.fall_of_the_czar


def enough(state: State) -> int:
    """§5.42, §5.43, §5.44: what die and modifiers come to when there is a revolution."""
    if _by_track(state) and not state.strategic_state.czar:
        return _track(state)[state.strategic_state.turn]
    return state.printed.variant.revolution_total


def roll_revolution(play: Play, _: object) -> None:
    """§5.42, §16.3: a die every strategic turn, first for the Czar and after his fall for the Bolsheviks."""
    state = play.state
    which = BOLSHEVIKS if state.strategic_state.czar else CZAR
    modifiers = bolshevik_modifiers(state) if state.strategic_state.czar else czar_modifiers(state)
    draw, die = play.next_die()
    happens = die + sum(number for _, number in modifiers) >= enough(state)
    play.emit(RevolutionRolled(which, modifiers, happens, draw, die))
    if happens and which == CZAR:
        play.emit(CzarFell())
    elif happens:
        play.emit(NationCollapsed("RU", "16.3"))
        if brigades := russian_brigades(play.state):
            play.emit(BrigadesLeft(brigades))


def russian_brigades(state: State) -> tuple[str, ...]:
    """§16.3N: the brigades that leave with Russia's collapse, wherever they are: where the Near East is played."""
    if not state.printed.variant.near_east:
        return ()
    mine = (u for u in state.units if state.counter(u).nation == "RU" and state.units[u].at != OUT)
    return tuple(u for u in mine if state.counter(u).size == BRIGADE)


# --- the treaty (§5.46) -----------------------------------------------------------------------------------------------


def may_declare(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§5.46: the Central Powers, in every phase after that of the Bolshevik Revolution, until they have made peace."""
    strategic_state = state.strategic_state
    due = (
        strategic_state.bolsheviks and strategic_state.bolsheviks < strategic_state.turn and not strategic_state.treaty
    )
    return (Ask(CENTRAL, serial=""),) if due and CENTRAL not in frame.done else ()


def declare(play: Play, at: At[State], chosen: Choices) -> None:
    """§5.46: the war in Russia is over, or goes on."""
    if chosen.flag("peace"):
        play.emit(TreatyDeclared())
    play.emit(StepEnded(at.seat, play.state.phase.key))


def what_peace_means(at: At[State]) -> str:
    """§5.46, §5.47: what the treaty brings. Where the Near East is played Turks go on; where it is played alone nobody
    counts points for hexes in Russia (docs/rulings)."""
    variant = at.state.printed.variant
    still = (
        "Russian units then neither move nor fight. No unit may attack them or their forts, or move next to either in"
        " Russia."
    )
    if variant.near_east:
        still = (
            "Russian units then neither move nor attack. Turkish units alone may still attack them and their forts, and"
            " move next to either, on the fronts of the Near East; no others may."
        )
    if not variant.europe:
        return still
    return (
        f"{still} Victory hexes in Russia count only with three German divisions in each and four German headquarters"
        " in the country."
    )


PEACE = Flag(yes="Make peace", no="Fight on", even=True)
TREATY: Order[State] = Order(
    "treaty", "The war in Russia", "5.46", declare,
    (Slot("peace", "flag", lambda *_: PEACE, "Declare the war in Russia over?"),),
    help=what_peace_means,
)  # fmt: skip
