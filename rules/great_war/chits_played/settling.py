"""§6.1 What happens to a chit that is drawn: back to the pool, out of the game, into the hand, or played at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.great_war.chits_played import withdrawals
from rules.great_war.chits_played.arabs import first_rising as arabs_rise
from rules.great_war.chits_played.armenians import massacre, may_found, next_armenian, republic
from rules.great_war.chits_played.entries import due
from rules.great_war.chits_played.epidemics import influenza, typhus
from rules.great_war.facts.chits import (
    BACK,
    GONE,
    HAND,
    PLAY,
    WINNERS,
    EventLasts,
    EventRemoved,
    EventUnits,
    FleetMutinied,
    JutlandFought,
    TelegramPublished,
)
from rules.great_war.facts.near_east_events import CivilWarBroke
from rules.great_war.facts.revolutions import NationCollapsed, NationSurrendered
from rules.great_war.play import Play
from rules.great_war.position.arabs import arabs_at, arabs_have_risen
from rules.great_war.position.letters import after, in_play
from rules.great_war.position.secrecy import CONCEALED, MUTINY
from rules.great_war.position.state import State
from rules.great_war.pre_war.terms import CZAR_MICHAEL, FEWER_SHIPS, MORE_SHIPS, MORE_U_BOATS
from rules.great_war.printed.chits import OUT, POOL, STAYS, Chit
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.restrictions.before_november import at_peace
from rules.great_war.restrictions.event_bans import TURNS

ON_TABLE = ("air", "ace")
"""§6.3: what is ready for use as soon as it is drawn."""
NOVEMBER_1918 = 46
"""§6.45: the last turn on which the Army of Islam counts."""
GERMAN_VICTORY, BRITISH_VICTORY = 1, 5
"""§6.50: up to which die the Germans win, and from which on the British."""


# --- treated as No Event ----------------------------------------------------------------------------------------------


def why_no_event(state: State, chit: Chit) -> str:
    """§6.1: where a chit goes that counts as a No Event now, ``BACK`` or ``GONE``; empty if it has its effect."""
    check = NO_EVENT_IF.get(chit.effect) or NO_EVENT_IF.get(chit.kind)
    return check(state, chit) if check else ""


def _if_gone(when: bool) -> str:
    return GONE if when else ""


def _in_peace(state: State) -> str:
    """§20.2 No. 8: events of a war in the Near East go back to the pool while Turkey hesitates."""
    return BACK if at_peace(state) else ""


def _joined_or_never(state: State, chit: Chit) -> str:
    """§6.54, §6.55: a nation that is in the war, or collapsed before it entered, joins no side."""
    return _if_gone(chit.nation in (*state.sides, *state.strategic_state.collapsed, *state.chit_state.never))


NO_EVENT_IF: Mapping[str, Callable[[State, Chit], str]] = {
    "none": lambda *_: BACK,
    "gas": lambda state, chit: _if_gone(chit.gas in state.chit_state.gas),
    "entry": _joined_or_never,
    "zimmermann-telegram": lambda state, _: _if_gone(bool(state.strategic_state.us_since)),
    "conrad-offensive": lambda state, _: "" if "IT" in state.sides else BACK,
    "brusilov-offensive": lambda state, _: _if_gone("RU" in state.strategic_state.collapsed),
    "bulgarian-collapse": lambda state, _: _if_gone("BU" in state.strategic_state.collapsed),
    "turkish-surrender": lambda state, _: _if_gone("TU" in state.strategic_state.surrendered),
    "remove-3in-7in": lambda state, _: _if_gone(state.printed.variant.combined),
    "central-initiative": lambda state, _: _if_gone(state.near_east.settled),
    "russian-civil-war": lambda state, _: "" if state.strategic_state.bolsheviks else BACK,
    "kaiserschlacht-near-east": lambda state, _: _if_gone(state.turn > withdrawals.JULY_1918),
    "army-of-islam": lambda state, _: _if_gone(state.turn > NOVEMBER_1918) or _in_peace(state),
    "townshend": lambda state, _: _if_gone(in_play(state, ALLIED, "maude")),
    "u-boat": lambda state, _: _if_gone(in_play(state, ALLIED, "convoy")),
    "gallipoli": lambda state, _: _if_gone(in_play(state, ALLIED, "salonika")),
    "salonika": lambda state, _: _if_gone("GK" in state.sides),
    "jutland": lambda state, _: _if_gone(state.pre_war.baltic),
    "armenian-massacres": lambda state, _: _in_peace(state) or _if_gone(not next_armenian(state)),
    "armenian-republic": lambda state, _: _in_peace(state) or ("" if may_found(state) else BACK),
    "arab-northern-army": lambda state, _: _in_peace(state),
    "enver-offensive": lambda state, _: _in_peace(state),
    "turkish-atrocity": lambda state, _: "" if arabs_at(state) else BACK,
    "lawrence-captured": lambda state, _: _if_gone(arabs_have_risen(state)),
    "czar-takes-command": lambda state, _: _if_gone(
        bool(state.strategic_state.czar) or state.pre_war.has(CZAR_MICHAEL)
    ),
}
"""§6.8, §6.9, §6.12, §6.13, §6.21, §6.26 to §6.28, §6.30, §6.45, §6.48, §6.49, §6.52 to §6.56, §6.60: by effect, else
by kind. The Czar who has fallen takes no command; §20.2: after Fisher's Gambit there is no Jutland, and while Turkey
hesitates no war in the Near East."""


# --- effects of drawing -----------------------------------------------------------------------------------------------


def destination(state: State, chit: Chit, by: str) -> tuple[str, bool]:
    """§6.12, §6.14, §6.15: where a drawn chit goes, and whether it counts as a No Event."""
    void = why_no_event(state, chit)
    if void:
        return void, True
    if chit.id == MUTINY and by == chit.side and state.hands == CONCEALED:
        return HAND, False
    if by != chit.side and not chit.mandatory:
        return GONE, False
    if chit.kind in ON_TABLE:
        return PLAY, False
    if chit.mandatory or chit.kind == "units":
        return {OUT: GONE, STAYS: PLAY, POOL: BACK}[chit.after], False
    return HAND, False


def settle(play: Play, chit: Chit) -> None:
    """§6.12: what a chit does that was drawn and is played at once."""
    effect = EFFECTS.get(chit.effect) or EFFECTS.get(chit.kind)
    if effect is None:
        raise RuntimeError(f"{chit.id} is played at once and does nothing")
    effect(play, chit)


def _lay_open(play: Play, chit: Chit) -> None:
    """§6.3, §6.42, §6.45: it lies ready, and others ask for it: aircraft, the Czar's command, the Army of Islam."""


def _units(play: Play, chit: Chit) -> None:
    """§6.4, §6.6, §6.62, §15.21, §15.31: tanks, anti-tank units, the Polish division and the 10th New Army may be
    placed in any New Units Phase from now on."""
    play.emit(EventUnits(chit.units))


def _remove(play: Play, chit: Chit) -> None:
    """§6.11, §6.12, §6.63: these divisions leave the game, out of the dead pile too."""
    play.emit(EventRemoved(chit.units))


def _telegram(play: Play, _: Chit) -> None:
    """§6.56: the United States join at the start of the next strategic turn, if not before."""
    strategic_state = play.state.strategic_state
    play.emit(TelegramPublished(min(strategic_state.us_entry, after(play.state.strategic, 1))))


def _jutland(play: Play, _: Chit) -> None:
    """§6.50, §20.3: on a one the Germans win, on a five or six the British; the size of the fleet changes the die. A
    small one always loses."""
    draw, die = play.next_die()
    fleet = (MORE_U_BOATS, 1), (MORE_SHIPS, -2)
    total = die + sum(drm for event, drm in fleet if play.state.pre_war.has(event))
    if play.state.pre_war.has(FEWER_SHIPS):
        total = BRITISH_VICTORY
    winner = CENTRAL if total <= GERMAN_VICTORY else ALLIED if total >= BRITISH_VICTORY else "draw"
    play.emit(JutlandFought(winner, WINNERS[winner], draw, die))


def _naval_mutiny(play: Play, _: Chit) -> None:
    """§6.51: a point less, unless the Central Powers won at Jutland."""
    play.emit(FleetMutinied(0 if play.state.chit_state.jutland == CENTRAL else -1))


def _collapse(play: Play, chit: Chit) -> None:
    """§6.55: Bulgaria collapses at once; before its entry, it never comes in."""
    play.emit(NationCollapsed(chit.nation, "6.55"))


def _surrender(play: Play, chit: Chit) -> None:
    """§6.59: Turkey surrenders, and its units leave the map."""
    play.emit(NationSurrendered(chit.nation, "6.59"))


def _apply_for_turns(turns: int) -> Callable[[Play, Chit], None]:
    """§6.26, §6.30, §6.43, §6.47: an effect of some operational turns, of which this is the first."""
    return lambda play, chit: play.emit(EventLasts(chit.effect, play.state.turn + turns - 1))


def _offensive(play: Play, chit: Chit) -> None:
    """§6.30: it binds its side on the three turns that follow this one."""
    play.emit(EventLasts(chit.effect, play.state.turn + TURNS))


def _civil_war(play: Play, _: Chit) -> None:
    """§6.48: Russians part."""
    play.emit(CivilWarBroke())


EFFECTS: Mapping[str, Callable[[Play, Chit], None]] = {
    "air": _lay_open,
    "ace": _lay_open,
    "units": _units,
    "removal": _remove,
    "zimmermann-telegram": _telegram,
    "jutland": _jutland,
    "german-naval-mutiny": _naval_mutiny,
    "french-mutiny": _apply_for_turns(TURNS),
    "conrad-offensive": _offensive,
    "haig-offensive": _offensive,
    "russian-paralysis": _apply_for_turns(1),
    "turkish-atrocity": _apply_for_turns(1),
    "enver-offensive": _apply_for_turns(1),
    "arab-northern-army": arabs_rise,
    "armenian-massacres": massacre,
    "armenian-republic": republic,
    "czar-takes-command": _lay_open,
    "italian-entry": due,
    "bulgarian-entry": due,
    "greek-entry": due,
    "allied-romanian-entry": due,
    "central-romanian-entry": due,
    "serb-typhus": typhus,
    "influenza": influenza,
    "bulgarian-collapse": _collapse,
    "turkish-surrender": _surrender,
    "russian-civil-war": _civil_war,
    "army-of-islam": _lay_open,
    "libyan-revolt": withdrawals.revolt,
    "kaiserschlacht-near-east": withdrawals.kaiserschlacht,
}
"""By effect, else by kind."""
