"""§6.0: what the Event Phase and the chits keep from one step or turn to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.kernel import codec

Draws = tuple[tuple[str, str, int], ...]
"""§6.13: the pools that are drawn from, who draws, and how many chits."""


@dataclass(frozen=True, slots=True)
class ChitState:
    """The part of the state that belongs to the event chits alone; where each chit is, is in ``State.chits``."""

    declared: Mapping[str, str] = field(default_factory=dict)
    """§6.11: who has declared in this Event Phase: the side, and the nation that pays, empty for no purchase."""
    picked: str = ""
    """§20.2 No. 9: the chit that the Allies take without a draw when both sides have declared."""
    lasting: Mapping[str, int] = field(default_factory=dict)
    """§6.47: effects that last some turns, with the last operational turn of each."""
    used: Mapping[str, int] = field(default_factory=dict)
    """§6.16, §6.17: on which operational turn an effect was last used in combat. §6.28: or its event was played."""
    gas: tuple[str, ...] = ()
    """§6.13: the types of gas that one side or the other has used."""
    jutland: str = ""
    """§6.50: the side that won at Jutland, ``draw``, or empty before the battle."""
    victory: int = 0
    """§6.50, §6.51: victory points of the Central Powers out of events."""
    sick: int = 0
    """§6.58: divisions of shock troops that influenza has still to take."""
    tired: tuple[str, ...] = ()
    """§6.58: divisions that are shock troops no longer, and never again."""
    gun: str = ""
    """§6.10: where the Paris Gun is."""
    foch_at: str = ""
    """§6.31: the hex in which Foch was placed for the combat phase that follows."""
    attacks: Mapping[str, int] = field(default_factory=dict)
    """§6.30: on this operational turn, the attacks made for each mandated offensive."""
    passed_up: tuple[str, ...] = ()
    """§6.30: offensives that a side could have obeyed this turn when it ended its attacks."""
    entering: tuple[str, ...] = ()
    """§6.54: entries that were drawn this turn and are played in its New Units Phase."""
    deploying: tuple[str, ...] = ()
    """§17.11: nations that entered this turn and set up their units."""
    never: tuple[str, ...] = ()
    """§6.54: nations that never enter the war."""
    landed: int = 0
    """§9.56: the operational turn of the last landing."""
    closed: bool = False
    """§6.52: no more Allied units come to the landing hexes of Gallipoli."""
    flown: Mapping[str, int] = field(default_factory=dict)
    """§15.12: aircraft that have supported a fight since the last strategic turn."""
    shock: int = 0
    """§15.41: shock-troop events that have been played in the match."""
    offensive: int = 0
    """§15.45: the operational turn on which the second of them was played."""
    struck_on: str = ""
    """§15.45: the front of the Kaiserschlacht attacks."""
    struck: int = 0
    """§15.45: such attacks so far."""
    fought: Mapping[str, int] = field(default_factory=dict)
    """§15.45: on that turn, the attacks of the Central Powers on each front."""
    drawing: Draws = field(default=(), metadata=codec.LATER)
    """§6.13: what has been paid for, and is drawn when the chit before it is settled."""
    settling: tuple[str, str] = field(default=("", ""), metadata=codec.LATER)
    """§6.12: a drawn chit that waits for an answer, and the side that gives it."""
