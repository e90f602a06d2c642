"""A first match on rails, from the first page to its last lesson, played by the lessons' own hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Response, Route, expect

from rules.powers_1914.printed.pieces import CENTRAL
from rules.schlieffens_war.printed.sides import GERMAN
from tests.browser.player import Player
from tests.browser.setting import begun, call, open_table
from tests.games.lessons import script_of
from tests.thorough import in_the_sweep

COUNTER = 60
"""Pixels between hexes that touch, where counters can be read."""
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


def begin(player: Callable[..., Player], game: str) -> Player:
    """A newcomer on the first page presses "Learn", and needs no name for it."""
    anna = player("Anna")
    anna.page.goto("/")
    anna.press(f"start-{game}-learn")
    anna.wait_for_table()
    assert "guide=1" in anna.page.url
    return anna


def go_through(anna: Player, stop: str, look: Callable[[str], None] | None = None) -> list[str]:
    """Show or read one lesson after another up to one, which stays; the titles that came."""
    titles: list[str] = []
    for _ in range(LESSONS):
        titles.append(shown(anna))
        if look:
            look(titles[-1])
        if titles[-1] == stop:
            return titles
        anna.press("lesson-show" if anna.key("lesson-show") else "lesson-next")
        # The next lesson is another one, or the same question about the next loss.
        anna.settle()
    raise AssertionError(f"{stop} never came after {titles}")


def test_the_first_match_goes_from_the_first_page_to_its_end(player: Callable[..., Player]) -> None:
    anna = begin(player, "schlieffens-war")
    assert shown(anna) == "Set up your armies"
    expect(anna.page.locator("[data-key=order-historical].coached:visible")).to_have_count(1)

    # What is not part of the lesson is held back, and nothing reaches the server.
    anna.page.locator("[data-key^='pool-']:not([aria-disabled='true'])").first.click()
    anna.settle()
    anna.tap(anna.listed("to-")[0])
    anna.settle()
    expect(anna.page.locator("#coach [role=alert]")).to_be_visible()
    assert {c["seat"] for c in anna.commands} == {"entente"}, "the lessons have set up the other side, and that is all"
    assert shown(anna) == "Set up your armies"

    # The ordinary control does what the lesson asks for, and the next one comes.
    anna.press("order-historical")
    assert shown(anna) == "Begin"
    expect(anna.page.locator("#coach [role=alert]")).to_have_count(0)
    anna.press("undo")
    assert shown(anna) == "Set up your armies", "what was taken back is asked for again"

    titles = go_through(anna, "How the match is won")
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
    expect(anna.page.locator("#coach")).to_be_hidden()
    anna.press("end-phase")
    anna.settle()
    expect(anna.page.locator("#coach")).to_be_hidden()

    # Whoever has learnt enough plays a program: one press begins the same scenario against it.
    taught_at = anna.match
    anna.page.goto(f"/match.html?m={taught_at}&seat={GERMAN}&guide=1")
    anna.page.locator("[data-key=lesson-program]").click()
    anna.page.wait_for_url(lambda url: taught_at not in url)
    seats = {s["seat"]: s["program"] for s in call(anna, "GET", f"/matches/{anna.match}")["seats"]}
    assert seats == {GERMAN: None, "entente": "recruit"}


@in_the_sweep
def test_a_sheet_drawn_up_on_a_phone_covers_nothing_that_the_lesson_marks(player: Callable[..., Player]) -> None:
    anna = player("Anna", viewport={"width": 390, "height": 844})
    anna.page.goto("/")
    anna.page.fill("[data-key=name]", "Anna")
    anna.press("start-schlieffens-war-learn")
    anna.wait_for_table()
    go_through(anna, "Stacks and fog")
    handle = anna.page.locator("#tabs").bounding_box()
    assert handle is not None
    x, y = handle["x"] + handle["width"] / 2, handle["y"] + 8
    anna.page.mouse.move(x, y)
    anna.page.mouse.down()
    anna.page.mouse.move(x, y - 150, steps=4)
    anna.page.mouse.up()
    top = "() => document.querySelector('.side').getBoundingClientRect().top"
    anna.wait(f"() => ({top})() < {y - 100}")
    anna.settle()
    assert anna.place("2007")["y"] < anna.page.evaluate(top) - 25


@in_the_sweep
def test_the_first_match_of_powers_is_shown_once_however_often_it_is_asked_for(player: Callable[..., Player]) -> None:
    anna = begin(player, "powers-1914")
    refused: list[Any] = []

    def hear(answer: Response) -> None:
        """Her own orders: of the other side's, which every window plays, the slower may come too late."""
        if answer.status in (409, 422) and '"seat":"central"' in (answer.request.post_data or ""):
            refused.append(answer.request.post_data)

    anna.context.on("response", hear)
    script = script_of("powers-1914")
    by_title = {one["title"]: one for one in (*script["lessons"], *script["answers"].values()) if "title" in one}

    # The second half of a double-click was meant for the first lesson.
    assert shown(anna) == "Set up your armies"
    anna.page.locator("[data-key=lesson-show]").click(position={"x": 10, "y": 10})
    assert shown(anna) == "Begin"
    anna.page.mouse.down(click_count=2)
    anna.page.mouse.up(click_count=2)
    assert shown(anna) == "Begin"
    anna.press("undo")
    assert shown(anna) == "Set up your armies"

    def quotes(title: str) -> None:
        """The words on the buttons are those that the lesson quotes."""
        task = by_title[title]["task"]
        page = anna.page.locator("body").inner_text()
        for word in re.findall(r"“([^”]+)”", task):
            assert page.count(word) > task.count(word), f"{title}: there is no {word}"

    # Two windows: the other side plays once, and what both are shown at the same time happens once.
    titles = go_through(anna, "Keep the rest", quotes)
    twin = anna.second_window()
    anna.press("lesson-show")
    assert shown(anna) == shown(twin) == "Guns shoot first"
    # Both have pressed before either has heard of the other: the order of the first is kept back until then.
    held: list[Route] = []
    anna.page.route("**/commands", lambda route: held.append(route))
    for window in (anna, twin):
        with window.page.expect_request("**/commands"):
            window.page.locator("[data-key=lesson-show]").click()
    held.pop().continue_()
    anna.page.unroute("**/commands")
    assert shown(anna) == shown(twin) == "A march to an ally"
    assert sum(sent["command"]["kind"] == "shoot" for sent in anna.commands) == 2, "both have sent it"
    assert not refused
    assert len([line for line in anna.log() if "buys infantry in Serbia" in line]) == 1
    # A browser that stores nothing sees from the table that this gun has shot.
    twin.page.evaluate(
        "Object.keys(localStorage).filter((key) => key.startsWith('gw-lessons-'))"
        ".forEach((key) => localStorage.removeItem(key))"
    )
    twin.page.reload()
    twin.wait_for_table()
    assert shown(twin) == "A march to an ally"
    twin.page.close()

    # What is not part of the lesson is held back; the ordinary taps do what it asks for.
    anna.tap("galicia")
    anna.settle()
    anna.tap("budapest")
    anna.settle()
    expect(anna.page.locator("#coach [role=alert]")).to_be_visible()
    anna.tap("silesia")
    anna.settle()
    anna.tap("galicia")
    anna.settle()
    # A conquest that is taken back is faded in the log at once: it does not stand there as if true.
    titles += go_through(anna, "A card for the attack", quotes)
    told = anna.page.locator("#log .line", has_text="Luxembourg falls to Germany")
    expect(told).to_have_count(1)
    expect(told).not_to_contain_text("(taken back)")
    anna.press("undo")
    assert shown(anna) == "Part of a stack"
    expect(told).to_contain_text("(taken back)")
    gone = anna.page.locator("#log .line.undone")
    assert {"moved", "taken"} == set(gone.evaluate_all("all => all.map((line) => line.dataset.kind)"))

    titles += go_through(anna, "How the match is won", quotes)
    order = list(dict.fromkeys(lesson["title"] for lesson in script["lessons"] if "title" in lesson))
    taught = list(dict.fromkeys(title for title in titles if title in order))
    assert taught == sorted(taught, key=order.index)
    assert set(order) - set(taught) <= {"Guns shoot first", "A march to an ally", "A country falls", "Montenegro holds"}
    assert anna.seat == CENTRAL
    assert anna.turn() == 2
    assert not refused


@in_the_sweep
def test_the_first_match_of_empires_and_alliances_goes_from_set_up_to_the_allies_turn(
    player: Callable[..., Player],
) -> None:
    """Standing orders of the lessons answer for the other side; an ordinary tap gives an order of the lessons."""
    anna = begin(player, "empires-alliances")
    script = script_of("empires-alliances")
    titles = go_through(anna, "A plan that binds")
    anna.tap("4631")
    anna.settle()
    anna.tap("4632")
    anna.settle()
    # Another march is held back.
    expect(anna.page.locator("#coach [role=alert]")).to_be_visible()
    anna.page.keyboard.press("Escape")
    titles += go_through(anna, "Now the Allies")
    order = list(dict.fromkeys(lesson["title"] for lesson in script["lessons"] if "title" in lesson))
    taught = list(dict.fromkeys(title for title in titles if title in order))
    assert taught == sorted(taught, key=order.index)
    assert set(order) - set(taught) <= {"They give way", "The fort holds", "A costly exchange"}
    assert anna.seat == "central"
    assert not [
        c for c in anna.commands if c["seat"] == "allied" and c["command"]["kind"] not in {"set_up_all", "end_set_up"}
    ]


@in_the_sweep
def test_the_first_match_of_the_great_war_goes_through_a_whole_turn(player: Callable[..., Player]) -> None:
    """On one front: the page speaks of no other theatre, warns of no city that counts for nothing, and counts towns."""
    anna = begin(player, "great-war")
    go_through(anna, "Over the Drina")
    text = anna.page.locator("body").inner_text()
    assert "Towns 0 of 3" in " ".join(text.split())
    assert not [word for word in ("Western Theatre", "could walk in", "Egypt") if word in text]
    anna.tap("E2309")
    anna.settle()
    anna.tap("E2310")
    anna.settle()
    titles = go_through(anna, "You know the turn")
    assert titles[0] == "Mass decides", "the ordinary taps do what the lesson asks for"
    script = script_of("great-war")
    order = list(dict.fromkeys(lesson["title"] for lesson in script["lessons"] if "title" in lesson))
    taught = list(dict.fromkeys(title for title in titles if title in order))
    assert taught == sorted(taught, key=order.index)
    assert {"The assault on Užice", "Trains", "A headquarters", "The assault on Valjevo"} <= {*titles}
    assert anna.seat == "central"
    assert anna.turn() == 2


def test_a_map_on_which_no_unit_stands_yet_opens_on_what_the_match_is_about(player: Callable[..., Player]) -> None:
    """Serbia is a corner of the eastern map: on the whole of it counters are specks, half of them below the buttons."""
    conrad, putnik = player("Conrad"), player("Putnik")
    match = begun({"central": conrad, "allied": putnik}, "serbia-1914", "great-war")
    open_table(putnik, match, "allied")
    putnik.settle()
    belgrade, valjevo = (putnik.place(town) for town in ("E2512", "E2411"))
    assert belgrade["free"]
    assert valjevo["free"]
    assert abs(belgrade["x"] - valjevo["x"]) + abs(belgrade["y"] - valjevo["y"]) > COUNTER
