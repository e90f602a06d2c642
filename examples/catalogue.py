"""The example games: ``greatwar serve --examples`` and the tests offer them, nobody else does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from examples.the_ford import GAME as THE_FORD
from rules.kernel.game import Game

EXAMPLES: Mapping[str, Game[Any, Any]] = {THE_FORD.id: THE_FORD}
