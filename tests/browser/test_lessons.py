"""A first match on rails, from the first page to its last lesson, played by the lessons' own hand."""

from __future__ import annotations

from collections.abc import Callable

from rules.schlieffens_war.sides import GERMAN
from tests.browser.player import Player
from tests.games.lessons import script_of

LESSONS = 80
"""More than come in one match, with the questions on the way."""


def shown(page: Player) -> str:
    """The title of the lesson in hand, once the other side is done."""
    page.settle()
    page.wait(
        "() => ['show', 'next', 'home'].some((key) => document.querySelector(`#coach [data-key=lesson-${key}]`))"
        " && !document.body.matches('.busy, .asking')"
    )
    return page.page.locator("#coach h2").inner_text()


def test_the_first_match_goes_from_the_first_page_to_its_end(player: Callable[..., Player]) -> None:
    anna = player("Anna")
    anna.page.goto("/")
    anna.page.fill("[data-key=name]", "Anna")
    anna.press("start-schlieffens-war-learn")
    anna.wait_for_table()
    assert "guide=1" in anna.page.url
    assert shown(anna) == "Set up your armies"
    assert anna.page.locator("[data-key=historical].coached").is_visible()

    # What is not part of the lesson is held back, and nothing reaches the server.
    anna.page.locator("[data-key^='pool-']:not([aria-disabled='true'])").first.click()
    anna.settle()
    anna.tap(anna.listed("to-")[0])
    anna.settle()
    assert anna.page.locator("#coach [role=alert]").is_visible()
    assert {c["seat"] for c in anna.commands} == {"entente"}, "the lessons have set up the other side, and that is all"
    assert shown(anna) == "Set up your armies"

    # The ordinary control does what the lesson asks for, and the next one comes.
    anna.press("historical")
    assert shown(anna) == "Begin"
    assert not anna.page.locator("#coach [role=alert]").count()
    anna.press("undo")
    assert shown(anna) == "Set up your armies", "what was taken back is asked for again"

    titles: list[str] = []
    for _ in range(LESSONS):
        titles.append(shown(anna))
        if anna.key("lesson-show"):
            anna.press("lesson-show")
        elif anna.key("lesson-next"):
            anna.press("lesson-next")
        else:
            break
        # The next lesson is another one, or the same question about the next loss.
        anna.settle()
    script = script_of("schlieffens-war")
    order = [lesson["title"] for lesson in script["lessons"] if "title" in lesson]
    taught = [title for title in titles if title in order]
    assert taught[-1] == order[-1]
    assert sorted(set(taught), key=order.index) == list(dict.fromkeys(taught)), "the lessons come in their order"
    assert {"The siege of Liège", "Siege guns", "Plan XVII", "Regroup", "The second assault"} <= set(titles)
    assert anna.seat == GERMAN
    assert anna.turn() == 3

    # From here it is an ordinary match at one screen.
    anna.press("lesson-leave")
    anna.settle()
    assert "guide" not in anna.page.url
    assert anna.page.locator("#coach").is_hidden()
    anna.press("end-phase")
    anna.settle()
    assert anna.page.locator("#coach").is_hidden()
