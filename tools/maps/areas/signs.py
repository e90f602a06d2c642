"""The signs of an area board, each about the origin: cities, coins, works, bridges."""

from __future__ import annotations

from tools.maps.areas.labels import TOKEN
from tools.maps.paths import number

FACTORY = "M-7.2 6.4V-2L-2.3 1.5V-2L2.6 1.5V-7.5H6.6V6.4z"
SHIPYARD = "M0-6.2a1.9 1.9 0 1 0 .01 0M0-2.4V6.2M-3 0H3M-5.4 1.8C-5.1 5-2.4 6.4 0 6.5 2.4 6.4 5.1 5 5.4 1.8"
BRIDGE = "M-9 2.4C-5-4.4 5-4.4 9 2.4M-10.4 2.4H10.4M-4.4-1.6V2.4M0-2.8V2.4M4.4-1.6V2.4"
CITY_FIGURE, COIN_FIGURE = 17.0, 14.0
"""Heights of the figures on cities and coins; ``map.css`` has them too."""
FIGURE = 0.36
"""Share of a figure's height by which its baseline lies under the middle."""


def disc(radius: float, raised: int, *, capital: bool, attributes: str = "") -> str:
    """A city with the number of units that it raises; a capital's is dark and ringed."""
    kind = "capital" if capital else "plain"
    ring = f'<circle class="ring" r="{number(radius)}"/>' if capital else ""
    inner = radius - 2.2 if capital else radius - 0.6
    return (
        f'<g class="town-disc {kind}"{attributes}>{ring}<circle r="{number(inner)}"/>'
        f'<text y="{number(CITY_FIGURE * FIGURE)}">{raised}</text></g>'
    )


def coin(coins: int, attributes: str = "") -> str:
    """What an area earns."""
    figure = f'<circle r="{number(TOKEN - 0.6)}"/><text y="{number(COIN_FIGURE * FIGURE)}">{coins}</text>'
    return f'<g class="coin"{attributes}>{figure}</g>'


def works(kind: str, attributes: str = "") -> str:
    """A ``factory`` or a ``shipyard``."""
    return f'<g class="works {kind}"{attributes}><use href="#map-{kind}"/></g>'


def bridge(attributes: str = "") -> str:
    """A bridge over a strait."""
    return f'<path class="bridge"{attributes} d="{BRIDGE}"/>'
