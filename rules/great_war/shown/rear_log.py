"""What the log says of Kut and what lies behind the lines of the Near East. Both sides may know all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.great_war.facts import expedition, kut, near_east_trenches, pipeline
from rules.great_war.play import names_of, place_name
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.shown.strategic_log import LineDraft
from rules.kernel.wording import listing


def tell_rear(event: object, after: State, named: Callable[[Iterable[str]], str]) -> LineDraft | None:
    """The line of a fact, or None when it is none of these. ``named``: units as the viewer may hear of them."""
    places = after.printed.near_east
    if places is None:
        return None
    match event:
        case kut.KutEntered():
            return LineDraft("kut", "14.21", ALLIED, "From now on Kut is a fort for the Allies.", hexes=(places.kut,))
        case expedition.ExpeditionSent():
            text = f"The Russian expedition to Persia is in {place_name(after, event.hex)}: {named(event.units)}."
            return LineDraft("expedition", "17.21", ALLIED, text, hexes=(event.hex,))
        case expedition.ExpeditionHome():
            text = f"The Russian expedition comes home from Persia: {names_of(after, event.units)}."
            return LineDraft("expedition", "17.21", ALLIED, text)
        case near_east_trenches.TrenchesDug():
            what = "The Gaza line is dug:" if event.chit == near_east_trenches.KRESS else "Trenches are dug in"
            text = f"{what} {listing(place_name(after, h) for h in event.hexes)}."
            return LineDraft("dug", after.printed.chits.events[event.chit].section, CENTRAL, text, hexes=event.hexes)
        case near_east_trenches.WorksDestroyed():
            return _line_of_ruin(event, after)
        case pipeline.PipelineMoved():
            where = f"runs as far as {place_name(after, event.hex)}" if event.hex else "is gone"
            hexes = (event.hex,) if event.hex else ()
            return LineDraft("pipeline", "11.53", event.side, f"The Sinai pipeline {where}.", hexes=hexes)
        case _:
            return None


def _line_of_ruin(event: near_east_trenches.WorksDestroyed, after: State) -> LineDraft:
    """§14.53, §6.35: trenches that Allied units have entered, or a line that is dug no more."""
    if not event.hexes:
        return LineDraft("dug", "6.35", ALLIED, "Allied units are in the Gaza line: it can no longer be dug.")
    text = f"The trenches in {listing(place_name(after, h) for h in event.hexes)} are gone for good."
    return LineDraft("dug", "14.53", ALLIED, text, hexes=event.hexes)
