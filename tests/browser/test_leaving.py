"""Someone closes their browser while answers are on their way to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.player import Player


@pytest.mark.parametrize("_", range(3))
def test_whoever_leaves_in_the_middle_of_an_answer_troubles_nobody_else(player: Callable[..., Player], _: int) -> None:
    otto, rosa = player("Otto", heard=True), player("Rosa")
    otto.page.goto("/")
    otto.page.evaluate("() => { for (let i = 0; i < 40; i++) void fetch(`/api/games?${i}`); }")
    otto.leave()
    rosa.come_in()
    assert not rosa.problems
