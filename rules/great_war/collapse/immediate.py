"""§16.0, §18.2: what comes about the instant that its conditions are met, whatever decision is open."""

from __future__ import annotations

from rules.great_war.chits_played import landings, paris_gun
from rules.great_war.collapse.national_collapse import fall
from rules.great_war.collapse.stranded import strand
from rules.great_war.collapse.turkey import turkey_enters
from rules.great_war.play import Play
from rules.great_war.restrictions.event_bans import reveal_mutiny
from rules.great_war.strategic.morale import shake_france
from rules.great_war.strategic.turkish_surrender import earn


def apply_immediate_effects(play: Play) -> None:
    """§17.1, §16.0, §18.21: Turkey enters, nations fall, then dice are rolled for the victory hexes of France."""
    turkey_enters(play)
    paris_gun.lose(play)
    landings.watch(play)
    reveal_mutiny(play)
    fall(play)
    strand(play)
    earn(play)
    shake_france(play)
