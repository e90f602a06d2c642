"""§19.2, §19.3: the hexes of a set-up area, from what the boards have printed on them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from rules.great_war.printed.scenarios import Area
from rules.hexes.sheet import Sheet
from rules.kernel.floods import disc, spread

FORTS = {"any": ("1", "2"), "heavy": ("2",)}
"""§14.11: how the boards mark fortifications, and heavy ones alone."""
FRONTS = {"west": "W", "east": "E"}
Banks = Mapping[str, Collection[str]]
"""``Places.far_banks``."""


def hexes_in(area: Area, sheets: Mapping[str, Sheet], banks: Banks, near: Collection[str] = ()) -> frozenset[str]:
    """§19.21, §19.31: where units of the area may be set up.

    ``sheets`` are the western and eastern board by the letters before their hexes, ``banks`` what carries rivers on to
    the edge of the map. ``near`` are the hexes of the units that ``area.near`` names: they are set up already. All that
    is given must hold; areas of one code add up.
    """
    found: set[str] = set()
    for prefix, sheet in sheets.items():
        if not area.front or FRONTS[area.front] == prefix:
            found |= {prefix + hex_ for hex_ in _on(area, prefix, sheet, banks, _own(prefix, near))}
    return frozenset(found) - set(area.without)


def _on(area: Area, prefix: str, sheet: Sheet, banks: Banks, near: Collection[str]) -> set[str]:
    """The hexes of one sheet, by their own numbers."""
    surface, country, fortress = (sheet.words(column) for column in ("surface", "country", "fortress"))
    index, around = sheet.lattice.index, sheet.lattice.around
    here = {h for h in sheet.lattice.ids if surface[index[h]] == "land"}
    if area.hexes:
        here &= _own(prefix, area.hexes)
    if area.around:
        here &= _within(sheet, _own(prefix, area.around), area.within, area.over)
    if area.near:
        here &= _within(sheet, near, area.within, ())
    if area.countries:
        here = {h for h in here if country[index[h]] in area.countries}
    if area.borders:
        here = {h for h in here if any(country[index[n]] in area.borders for n in around(h))}
    if area.between:
        first, last = (hex_.removeprefix(prefix) for hex_ in area.between)
        here = _part(sheet, here, {last}, {first}) & _part(sheet, here, {first}, {last}) | (here & {first, last})
    if area.west_of and here:
        here &= _west_of(sheet, area.west_of, _own(prefix, banks[area.west_of]), here)
    if area.forts:
        here = {h for h in here if fortress[index[h]] in FORTS[area.forts]}
    return here


def _own(prefix: str, hexes: Iterable[str]) -> set[str]:
    """Those of one sheet, by their own numbers."""
    return {hex_.removeprefix(prefix) for hex_ in hexes if hex_.startswith(prefix)}


def _within(sheet: Sheet, centres: Collection[str], radius: int, over: Collection[str]) -> set[str]:
    """Hexes within that many steps, traced over some countries where these are given."""
    country = sheet.words("country")
    closed = {i for i, word in enumerate(country) if over and word not in over}
    lattice = sheet.lattice
    return {
        lattice.ids[i]
        for centre in centres
        for i in disc(lattice.neighbours, lattice.index[centre], radius, closed, ())
    }


def _part(sheet: Sheet, here: Collection[str], start: Collection[str], barred: Collection[str]) -> set[str]:
    """What is joined to ``start`` within ``here`` without the barred hexes."""
    ids, index = sheet.lattice.ids, sheet.lattice.index
    sources = [index[hex_] for hex_ in start if hex_ in here]
    found = spread(sheet.lattice.neighbours, sources, lambda _, b: ids[b] in here and ids[b] not in barred)
    return {ids[i] for i in found}


def _west_of(sheet: Sheet, river: str, bank: Collection[str], here: Collection[str]) -> set[str]:
    """What is joined to the western edge of the map without crossing the river or the row that carries it on."""
    ids, index = sheet.lattice.ids, sheet.lattice.index

    def passes(a: int, b: int) -> bool:
        side = sheet.sides.get((a, b))
        return ids[b] in here and ids[b] not in bank and (side is None or side["river"] != river)

    west = min(sheet.lattice.columns)
    sources = [index[hex_] for hex_ in here if sheet.lattice.columns[index[hex_]] == west]
    return {ids[i] for i in spread(sheet.lattice.neighbours, sources, passes)}
