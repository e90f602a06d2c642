"""§1.1, §2.3, §3.2, §3.6 to §3.12, §3.14: the lists of the box as the page draws them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rules.kernel.rulebook import Chart
from rules.kernel.wording import listing
from rules.powers_1914.printed.data import Muster, Printed
from rules.powers_1914.printed.pieces import ARMS

TIMES = ("the first time", "the second time", "the third time")
NONE = "—"


def charts_shown(printed: Printed) -> tuple[Chart, ...]:
    """Units and prices, fields, borders, set-ups, generals, the armies of neutrals, and the event deck."""
    return (_units(printed), _areas(printed), _links(printed), _setup(printed), _generals(printed), _nations(printed),
            _cards(printed))  # fmt: skip


def _units(printed: Printed) -> Chart:
    rows = [("Price", *[str(printed.prices[arm]) for arm in ARMS])]
    rows.append(("Fields a turn", *[str(printed.moves[arm]) for arm in ARMS]))
    for nation in printed.counters:
        counters = [printed.limit(nation, arm) for arm in ARMS]
        if any(counters):
            rows.append((f"Counters of {printed.names.the_nation(nation)}", *[str(n) for n in counters]))
    works = [f"a {work} costs {price}" for work, price in printed.works.items()]
    times = zip(printed.modernise, TIMES, strict=False)
    note = f"{listing(works)}. Modernising one type costs {listing([f'{price} {when}' for price, when in times])}."
    columns = ("", *[arm.capitalize() for arm in ARMS])
    return Chart("units", "Prices, moves and counters", "1.1", columns, tuple(rows), note[0].upper() + note[1:])


def _areas(printed: Printed) -> Chart:
    board, names = printed.board, printed.names
    rows = tuple(
        (
            area.name,
            names.nation(area.owner) + (", colony" if area.colony else ""),
            str(area.coins),
            (str(area.city) if area.city else NONE) + (", capital" if area.capital else ""),
            ", ".join(area.works) or NONE,
        )
        for area in sorted(board.areas.values(), key=lambda a: (names.nation(a.owner) if a.owner else "", a.name))
        if not area.sea
    )
    return Chart("areas", "Fields of land", "3.5", ("Field", "Belongs to", "Coins", "City", "Works"), rows)


def _links(printed: Printed) -> Chart:
    board = printed.board

    def told(fields: Iterable[str]) -> str:
        return ", ".join(sorted(board.name(f) for f in fields)) or NONE

    rows = tuple((a.name, told(board.land[a.id]), told((*board.coast[a.id], *board.seas[a.id])))
                 for a in sorted(board.areas.values(), key=lambda a: (a.sea, a.name)))  # fmt: skip
    straits = "; ".join(
        f"{strait.name}, closed by guns in {told(strait.guards)}"
        for strait in sorted(board.straits.values(), key=lambda s: s.name)
    )
    columns = ("Field", "By land", "Shores and seas")
    return Chart("links", "Borders", "3.2", columns, rows, f"Straits: {straits}.")


def _setup(printed: Printed) -> Chart:
    rows = tuple(
        (setting.title, printed.names.nation(m.nation), printed.board.name(m.area), _army(printed, m))
        for setting in printed.settings.values()
        for m in setting.setup
    )
    return Chart("setup", "Set-up", "2.3", ("Scenario", "Nation", "Field", "Units"), rows)


def _generals(printed: Printed) -> Chart:
    titles = {s.id: s.title for s in printed.settings.values()}
    rows = tuple(
        (g.name, printed.names.nation(g.nation), f"{g.helps}, +{g.bonus}", str(g.moves),
         ", ".join(titles[s] for s in g.without if s in titles) or NONE)
        for g in printed.generals.values()
    )  # fmt: skip
    return Chart("generals", "Generals", "3.11", ("Name", "Nation", "Helps", "Fields a turn", "Not in"), rows)


def _nations(printed: Printed) -> Chart:
    rows = tuple(
        (printed.names.nation(nation), printed.board.name(m.area), _army(printed, m))
        for nation, army in printed.armies.items()
        for m in army
    )
    return Chart("nations", "Armies of the neutrals", "3.12", ("Country", "Field", "Units"), rows)


def _cards(printed: Printed) -> Chart:
    decks: Mapping[str, Counter[str]] = {
        s.id: Counter(printed.cards[card].title for card in s.deck) for s in printed.settings.values()
    }
    texts = {card.title: card for card in printed.cards.values()}
    rows = tuple(
        (title, *[str(deck[title]) for deck in decks.values()], str(card.price) if card.price else NONE, card.text)
        for title, card in texts.items()
    )
    columns = ("Card", *[s.title for s in printed.settings.values()], "Costs", "Effect")
    return Chart("cards", "Event cards", "3.14", columns, rows, "How many of each a scenario has.")


def _army(printed: Printed, muster: Muster) -> str:
    units = [f"{count} {arm}" for arm, count in muster.counts.items() if count]
    if muster.general:
        units.append(printed.generals[muster.general].name)
    return ", ".join(units) or NONE
