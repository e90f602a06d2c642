"""§6.3, §6.42, §6.43, §6.47, §6.57 Attacks and moves that events forbid."""

from __future__ import annotations

from rules.great_war.facts.chits import MutinyRevealed
from rules.great_war.play import Play
from rules.great_war.position.control import forts, nation_of_fort
from rules.great_war.position.fog_of_war import faces_shown
from rules.great_war.position.letters import in_play
from rules.great_war.position.secrecy import MUTINY as MUTINEERS
from rules.great_war.position.secrecy import is_concealed
from rules.great_war.position.state import BattleFrame, State
from rules.great_war.printed.chits import BRUSILOV
from rules.great_war.printed.fronts import EGYPT, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL, foe
from rules.great_war.supply.tracing import IN, net, supply_of
from rules.great_war.units.mounted import is_dismounted
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal

MUTINY = Refusal("mutiny", "6.47", "The French army has mutinied: its units do not attack in the west.")
TYPHUS = Refusal("typhus", "6.57", "Typhus in Serbia: units there cannot attack, and no unit may attack or enter.")
PARALYSIS = Refusal(
    "paralysis", "6.43", "The Russian command is paralysed: Russians attack this turn only as Brusilov's Offensive."
)
THE_CZAR = Refusal(
    "czar", "6.42", "Under the Czar, Russians attack German infantry in Russia only with a headquarters in support."
)
SERBIA, RUSSIA = "SE", "RU"
TURNS = 3
"""§6.30, §6.47, §6.57: operational turns that an effect lasts which does not pass with its turn."""
WINTER_OFFENSIVE, OFFENSIVE_IN_THE_WEST = "russian-winter-offensive", "kaiserschlacht-near-east"
INTERDICTION = "air-interdiction"
DIFFICULT = "difficult"
BRITISH = "BR"
"""§6.3: whose units hold up those beside them."""
NOWHERE: frozenset[int] = frozenset()
PARALYSED, TYPHOID, COMMANDED = "russian-paralysis", "serb-typhus", "czar-takes-command"


def lasts(state: State, effect: str) -> bool:
    """§6.47: whether an effect of one or several turns works this turn. Those of §6.30 and §6.57 begin with the
    turn after the one on which they are drawn."""
    last = state.chit_state.lasting.get(effect, 0)
    return last - TURNS < state.turn <= last


def reveal_mutiny(play: Play) -> None:
    """§6.47: the Allies tell of a mutiny that they have concealed when it is over."""
    if is_concealed(play.state) and not lasts(play.state, MUTINEERS):
        play.emit(MutinyRevealed())


# --- attacks ----------------------------------------------------------------------------------------------------------


def why_event_forbids(state: State, unit: str) -> Refusal | None:
    """§6.43, §6.47, §6.57: why an event keeps a unit on the map from attacking anyone."""
    if not state.chit_state.lasting:
        return None
    board, nation = state.printed.board, state.counter(unit).nationality
    here = board.index[state.units[unit].at]
    if nation == "FR" and board.front[here] == WEST and lasts(state, MUTINEERS):
        return MUTINY
    if board.country[here] == SERBIA and lasts(state, TYPHOID):
        return TYPHUS
    if nation == RUSSIA and lasts(state, PARALYSED) and not brusilov_commands(state):
        return PARALYSIS
    return None


def why_target_forbidden(state: State, target: int) -> Refusal | None:
    """§6.57: why an event keeps all units from attacking a hex."""
    if state.chit_state.lasting and state.printed.board.country[target] == SERBIA and lasts(state, TYPHOID):
        return TYPHUS
    return None


def why_needs_headquarters(state: State, target: str) -> Refusal | None:
    """§6.42, §6.43: why Russians attack a hex only with a headquarters in support; None where they need none.

    Judged by what the Allied player sees of the hex: to refuse by what is below would tell of it.
    """
    if lasts(state, PARALYSED):
        return PARALYSIS
    if is_commanded(state) and _german_infantry_seen(state, target):
        return THE_CZAR
    return None


def brusilov_commands(state: State) -> bool:
    """§6.28: whether his event works: on the turns after the one on which it was played."""
    return in_play(state, ALLIED, BRUSILOV) and state.chit_state.used.get(BRUSILOV, 0) < state.turn


def is_commanded(state: State) -> bool:
    """§6.42: until the Czar falls."""
    return not state.strategic_state.czar and in_play(state, CENTRAL, COMMANDED)


def germans_seen(state: State, target: str) -> bool:
    """§6.28, §14.11: whether the Allied player sees Germans in a hex; the unit of a German fort is one."""
    fort = nation_of_fort(state, state.printed.board.index[target], CENTRAL)
    return fort == "GE" or any(state.counter(u).nation == "GE" for u in _fighters_seen(state, target))


def _fighters_seen(state: State, target: str) -> tuple[str, ...]:
    return tuple(u for u in faces_shown(state, target, ALLIED) if state.counter(u).is_combat)


def _german_infantry_seen(state: State, target: str) -> bool:
    """§6.42: only German infantry, as far as can be seen, in Russia, where supply could reach it."""
    board = state.printed.board
    here, seen = board.index[target], _fighters_seen(state, target)
    if board.country[here] != RUSSIA or here not in net(state, "GE", False):
        return False
    return bool(seen) and all(_on_foot(state, u) for u in seen)


def _on_foot(state: State, unit: str) -> bool:
    counter = state.counter(unit)
    return counter.nation == "GE" and (counter.kind == "infantry" or is_dismounted(state, unit))


def is_compelled(state: State, frame: BattleFrame, side: str) -> bool:
    """§6.42, §6.43: whether the attack under way must have a headquarters, if there is one that can support it."""
    if side != ALLIED or frame.side != ALLIED or all(state.counter(u).nationality != RUSSIA for u in frame.attackers):
        return False
    if lasts(state, PARALYSED):
        return True
    board = state.printed.board
    here, fighters = board.index[frame.target], [u for u in frame.defenders if state.counter(u).is_combat]
    if not is_commanded(state) or board.country[here] != RUSSIA or here in forts(state, foe(ALLIED)):
        return False
    return bool(fighters) and all(_on_foot(state, u) and supply_of(state, u) == IN for u in fighters)


# --- moves ------------------------------------------------------------------------------------------------------------


@kept
def cut_off(state: State, here: int) -> frozenset[int]:
    """§6.57: the hexes that no unit goes to from this one: while typhus lasts, those on the other side of the
    border."""
    if not state.chit_state.lasting or not lasts(state, TYPHOID):
        return frozenset()
    board = state.printed.board
    serbia = board.by_country[SERBIA]
    return frozenset(range(len(board.ids))) - serbia if here in serbia else serbia


@kept
def halts(state: State, side: str) -> frozenset[int]:
    """§6.3: while air interdiction lasts, the difficult hexes of Egypt beside a British unit: no unit of the Central
    Powers goes on from one that it has entered."""
    if side != CENTRAL or not state.chit_state.lasting or not lasts(state, INTERDICTION):
        return NOWHERE
    board = state.printed.board
    british = [
        board.index[hex_]
        for hex_, units in state.stacks.items()
        if any(state.counter(u).nation == BRITISH for u in units)
    ]
    return frozenset(
        b
        for a in british
        for b in board.neighbours[a]
        if b >= 0 and board.front[b] == EGYPT and board.terrain[b] == DIFFICULT
    )
