"""The way a decision grows: emitting facts, rolling dice, and what every entry into a hex brings with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rules.great_war.facts.arabs import HexHeld, HexSecured
from rules.great_war.facts.kut import KutEntered
from rules.great_war.facts.movement import HeadquartersOverrun, HexesTaken
from rules.great_war.facts.near_east_trenches import WorksDestroyed
from rules.great_war.facts.pipeline import PipelineMoved
from rules.great_war.facts.resources import ResourceHexesJudged
from rules.great_war.position.arabs import only_arabs
from rules.great_war.position.control import controller, home_side, occupied_hexes
from rules.great_war.position.kut import kut
from rules.great_war.position.near_east_trenches import ruined_by
from rules.great_war.position.pipeline import thrown_back
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL, NAME_OF, foe
from rules.hexes import choosing
from rules.kernel.decision_builder import DecisionBuilder
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import Why, refused_by
from rules.kernel.procedure.orders import At
from rules.kernel.wording import each_people_once, listing

NO_UNITS = Refusal("nothing-chosen", "4.2", "Choose at least one unit.")


class Play(DecisionBuilder[State]):
    """An unfolding decision of this game."""

    def enter(self, hexes: Sequence[str], side: str, units: Sequence[str] = ()) -> None:
        """§7.13, §8.22, §11.71, §14.14: what entering these hexes in turn changes.

        Headquarters alone there fall, control passes, forts are destroyed, sources of supply inside the map are lost.
        ``units``: who enters, where they may be Arabs.
        """
        self.overrun(hexes, side)
        self.take(hexes, side, units)

    def overrun(self, hexes: Sequence[str], side: str) -> None:
        """§8.22, §15.63: headquarters alone fall as their hex is entered, before a unit is in it."""
        index = self.state.printed.board.index
        for hex_ in dict.fromkeys(hexes):
            if index[hex_] in occupied_hexes(self.state, foe(side)):
                self.emit(HeadquartersOverrun(self.state.stacks[hex_], hex_))

    def take(self, hexes: Sequence[str], side: str, units: Sequence[str] = ()) -> None:
        """§7.13, §11.53, §11.71, §14.14, §14.21: hexes that are entered pass to the side, with what that destroys in
        them, or brings about in Kut, at the pipeline and in trenches of the Near East (§6.35, §6.36, §14.53). Arabs by
        themselves hold only the last of them, as long as they stay."""
        if side == ALLIED and any(found := ruined_by(self.state, hexes)):
            self.emit(WorksDestroyed(*found))
        if units and only_arabs(self.state, units):
            if controller(self.state, hexes[-1]) == foe(side):
                self.emit(HexHeld(hexes[-1]))
            return
        if side == ALLIED and self.state.near_east.arab_hold in hexes:
            self.emit(HexSecured())
        if side == CENTRAL and (town := thrown_back(self.state, hexes)) is not None:
            self.emit(PipelineMoved(side, town))
        board = self.state.printed.board
        index = board.index
        new = tuple(h for h in dict.fromkeys(hexes) if controller(self.state, h) == foe(side))
        if new:
            self.hand_over(new, side)
        if side == ALLIED and not self.state.near_east.kut and not kut(board).isdisjoint(index[h] for h in hexes):
            # It may be theirs already, by Turkey's surrender.
            self.emit(KutEntered())
        if side == ALLIED and not self.state.strategic_state.working.keys().isdisjoint(new):
            # §5.16: the wait is over, even if the hex is retaken before anyone looks at its line.
            working = {h: letter for h, letter in self.state.strategic_state.working.items() if h not in new}
            self.emit(ResourceHexesJudged(working))

    def hand_over(self, new: tuple[str, ...], side: str) -> None:
        """§7.1, §11.71, §14.14, §16.62: hexes of the enemy's that pass to a side, entered or not: forts in them are no
        more, and sources of supply inside the map are lost."""
        board = self.state.printed.board
        index = board.index
        theirs = tuple(h for h in new if _owned_by(self.state, h, foe(side)))
        forts = tuple(h for h in theirs if index[h] in board.forts and h not in self.state.destroyed)
        gone = {board.ids[i] for i in capitals(self.state)} & {*theirs}
        if side == CENTRAL:
            # §11.52: Antwerp keeps no Belgians alive any more once it has fallen.
            gone |= _landings_held(self.state) | {self.state.places.antwerp}
        lost = tuple(h for h in new if h in gone and h not in self.state.spoiled)
        self.emit(HexesTaken(side, new, forts, lost))


def _owned_by(state: State, hex_: str, side: str) -> bool:
    return home_side(state, state.printed.board.country[state.printed.board.index[hex_]]) == side


def _landings_held(state: State) -> frozenset[str]:
    """§11.33: landing places lose what they are once the Central Powers hold them."""
    return state.landings - state.spoiled


LANDED = ("Gallipoli", "PWE 6")
"""§6.52, §20.2 No. 7: the words at landing places, which are in the enemy's country: taking them makes them sources."""


def capitals(state: State) -> frozenset[int]:
    """§11.71, §11.71N: ultimate sources that are lost for good: those that are neither ports nor at the edge of a map.
    West of the canal all of the coast is port (§9.53)."""

    def find(_: object) -> frozenset[int]:
        board = state.printed.board
        printed = (hexes for word, hexes in board.supply.items() if word not in LANDED)
        inside = frozenset().union(*printed) | (board.towns & board.by_country["SE"])
        return inside - board.edges - board.ports - board.coast_of_egypt - board.rim_of_egypt

    return state.memory.recall("capitals", (), find)


# --- what may be named ------------------------------------------------------------------------------------------------


def own(at: At[State], check: Callable[[State, str], object]) -> Why:
    """Why a unit may not be named: it is not one of the seat's own (§7.25), or ``check`` refuses it."""
    return refused_by(lambda unit: check(at.state, own_unit(unit, at.state, at.seat)))


def own_unit(value: object, state: State, side: str) -> str:
    """§7.25: a unit of the side; another's is answered as if it did not exist."""
    return choosing.own_unit(value, state.units, lambda u: state.sides.get(state.counter(u).nation) == side, "4.2")


def hex_in_play(state: State, value: object) -> str:
    """§3.11: a hex on which units may stand."""
    board = state.printed.board
    hex_ = choosing.hex_in_play(value, lambda name: name in board.index and board.land[board.index[name]], "3.11")
    return board.ids[board.index[hex_]]


def name_of(state: State, unit: str) -> str:
    """A unit as sentences name it."""
    return names_of(state, (unit,))


def names_of(state: State, units: Iterable[str], *others: str) -> str:
    """Units as sentences name them, and what stands after them in the list."""
    return listing([*each_people_once(_parts_of(state, u) for u in units), *others])


def _parts_of(state: State, unit: str) -> tuple[str, str]:
    """The nation of a unit and its name. Some names have the nation or its country in them: Serbian Army, South Persia
    Rifles."""
    counter = state.counter(unit)
    nation = NAME_OF[counter.people]
    return "" if nation.removesuffix("n") in counter.name else nation, counter.name


def place_name(state: State, hex_: str) -> str:
    """A hex as sentences name it: with its town, if there is one."""
    board = state.printed.board
    return choosing.place_name(board.name[board.index[hex_]], board.shown[board.index[hex_]])
