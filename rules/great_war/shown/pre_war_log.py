"""§20.1: what the log says of pre-war events. What a side has drawn is told to it alone."""

from __future__ import annotations

from rules.great_war.facts.pre_war import (
    BalticForced,
    BritainEntered,
    EmbarkedLater,
    ForcesReduced,
    PreWarAnnounced,
    PreWarDrawn,
    PreWarRevealed,
    TermsSet,
    UnitDisbanded,
)
from rules.great_war.play import names_of
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.hexes.viewers import sees_hidden
from rules.kernel.log_lines import die_of, log_line
from rules.kernel.messages import JsonObject
from rules.kernel.wording import listing, quantity

SIDE = {CENTRAL: "The Central Powers", ALLIED: "The Allies"}


def before_the_war(event: object, after: State, viewer: str) -> JsonObject | None:
    """The line of a fact, or None when it says nothing to the viewer."""
    titles = {e.id: e.title for e in after.printed.chits.pre_war.values()}
    match event:
        case PreWarDrawn():
            if not sees_hidden(viewer, event.side):
                return None
            text = f"{SIDE[event.side]} draw {titles[event.event]}. {after.printed.chits.pre_war[event.event].text}"
            die = die_of(event.die, "lot") | {"sides": event.sides}
            return log_line("pre-war", "20.1", event.side, text, dice=[die])
        case PreWarAnnounced():
            text = f"The Central Powers announce {titles[event.event]}." if event.event else (
                "The Central Powers announce no naval plan.")  # fmt: skip
            return log_line("pre-war", "20.3", CENTRAL, text)
        case PreWarRevealed():
            said = [f"{SIDE[s]} play {listing(titles[e] for e in events)}." for s, events in event.chosen.items()]
            undone = [titles[e] for events in event.chosen.values() for e in events if e not in event.played]
            if undone:
                said.append(f"{listing(undone)} cannot take place.")
            return log_line("pre-war", "20.1", None, " ".join(said))
        case TermsSet():
            return _terms(after, event)
        case BalticForced():
            text = (f"The Grand Fleet forces the Baltic, and the British land at {event.hex}. Its losses are worth "
                    f"{quantity(event.victory, 'victory point')} to the Central Powers.")  # fmt: skip
            dice = [] if event.die is None else [die_of(event.die, "ships lost")]
            return log_line("pre-war", "20.2", ALLIED, text, hexes=[event.hex], dice=dice)
        case ForcesReduced():
            verb = "was" if len(event.units) == 1 else "were"
            return log_line("pre-war", "20.3", CENTRAL, f"{names_of(after, event.units)} {verb} never raised.")
        case UnitDisbanded():
            return log_line("pre-war", "20.3", CENTRAL, f"{names_of(after, [event.unit])} removed from the game.")
        case BritainEntered():
            return log_line("pre-war", "20.3", ALLIED, "The British join the Allies.")
        case EmbarkedLater():
            text = f"{quantity(len(event.units), 'British unit')} will come on strategic turn {event.letter}."
            return log_line("pre-war", "20.2", ALLIED, text)
        case _:
            return None


def _terms(state: State, event: TermsSet) -> JsonObject | None:
    said = []
    if event.forts:
        said.append(f"{quantity(len(event.forts), 'fort')} given up before the war.")
    if event.disbanded:
        said.append("Holland is open to both sides. The Germans of strategic turn A never come.")
    if event.at_peace:
        said.append("Belgium and Luxembourg are neutral: no unit may enter them.")
        said.append("The British join the Allies on strategic turn B.")
    elif any(state.counter(unit).nation == "BE" for unit in event.removed):
        said.append("Belgium lets the Germans through: its army does not fight.")
    if event.delayed and not event.at_peace:
        said.append("The British units of August come on strategic turn B.")
    if not said:
        return None
    return log_line("pre-war", "20.2", None, " ".join(said), hexes=[*event.forts])
