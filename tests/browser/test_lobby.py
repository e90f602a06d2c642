"""The first page begins every match that it offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from app.settings import ROOT
from examples.catalogue import EXAMPLES
from rules.catalogue import GAMES
from tests.app.toy_game import SHEET
from tests.app.web.test_minutes import MINUTES
from tests.browser.player import Player
from tests.browser.setting import call, command
from tests.thorough import in_the_sweep, sample_of

BOARDS = ROOT / "static" / "boards"
GAME_IDS = list(GAMES)
OTHER = {game: GAME_IDS[i - 1] for i, game in enumerate(GAME_IDS)}


def first_then_longest(length: Mapping[str, Any]) -> tuple[bool, int]:
    """How scenarios are listed: one that is made for a first match, then the longest."""
    return "first" not in length, -length["turns"]


def begun(player: Player) -> tuple[str, str]:
    """Game and scenario of the match on whose page the player is."""
    match = call(player, "GET", f"/matches/{player.match}")
    return match["game"], match["scenario"]


def swatches(player: Player, place: str) -> list[str]:
    """The colours of the first two of the small squares that stand for sides."""
    player.page.locator(f"{place} .swatch").first.wait_for()
    player.page.wait_for_load_state("networkidle")
    found: list[str] = player.page.eval_on_selector_all(
        f"{place} .swatch", "all => all.slice(0, 2).map(e => getComputedStyle(e).backgroundColor)"
    )
    return found


def otherwise(player: Player, options: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Choose everything that a scenario leaves to choose in another way than it is offered; what was chosen."""
    wanted: dict[str, Any] = {}
    for option in options:
        field = player.page.locator(f"[data-key='option-{option['id']}']")
        if field.count() and field.is_disabled():
            # What the scenario has no use for, or what was chosen before, bars it: the lobby says so.
            continue
        if option.get("kind") == "flag":
            field.set_checked(not option["default"])
            wanted[option["id"]] = not option["default"]
        elif option.get("kind") == "choice":
            wanted[option["id"]] = [*option["choices"]][-1]
            field.select_option(wanted[option["id"]])
    return wanted


@pytest.mark.parametrize("game", sample_of(GAME_IDS, 2))
def test_every_kind_of_scenario_can_be_begun_from_the_first_page(player: Callable[..., Player], game: str) -> None:
    """Also when another game and its last scenario were chosen before, as by someone who looks through the list."""
    rosa = player("Rosa")
    rosa.come_in()
    select_game = rosa.page.locator("[data-key='choose-game']")
    select_scenario = rosa.page.locator("[data-key='choose-scenario']")
    select_variant = rosa.page.locator("[data-key='choose-variant']")
    select_commanders = rosa.page.locator("[data-key='choose-commanders']")
    offered = GAMES[game].scenarios
    own = {s.id: s for s in offered if not s.shares}
    # Each way to share out sides of each variant once, with another of its scenarios each time; of the rest the lists.
    begins = {(s.variant, len(s.seats), bool(s.shares), tuple(o["id"] for o in s.options)): s for s in offered}
    for scenario in sample_of([*begins.values()], 4):
        rosa.page.goto("/")
        select_game.select_option(OTHER[game])
        if select_scenario.count():
            select_scenario.select_option(index=select_scenario.locator("option").count() - 1)
        select_game.select_option(game)
        variant = scenario.variant or GAMES[game].title
        if select_variant.count():
            select_variant.select_option(variant)
        alike = [s for s in own.values() if s.variant == scenario.variant]
        if len(alike) > 1:
            by_length = sorted(alike, key=lambda s: first_then_longest(MINUTES[game]["scenarios"][s.id]))
            expect(select_scenario.locator("option")).to_contain_text([s.title for s in by_length])
            select_scenario.select_option(scenario.shares or scenario.id)
        shared = [s.id for s in offered if (scenario.shares or scenario.id) in (s.id, s.shares)]
        if len(shared) > 1:
            found = select_commanders.locator("option").evaluate_all("all => all.map(o => o.value)")
            assert found == shared
            select_commanders.select_option(scenario.id)
        wanted = otherwise(rosa, scenario.options)
        with rosa.page.expect_request(lambda r: r.method == "POST" and r.url.endswith("/matches")) as asked:
            rosa.create(scenario.seats[-1].id, one_screen=True)
        assert begun(rosa) == (game, scenario.id)
        sent = asked.value.post_data_json["options"]
        assert {key: sent.get(key) for key in wanted} == wanted
        assert rosa.seat == scenario.seats[-1].id


def test_a_newcomer_sees_the_boards_and_starts_a_match_with_a_name_and_one_press(
    player: Callable[..., Player],
) -> None:
    rosa = player("Rosa")
    refused: list[str] = []
    rosa.page.on("response", lambda r: refused.append(f"{r.status} {r.url}") if r.status >= 400 else None)
    rosa.page.goto("/")
    rosa.page.get_by_role("heading", name="The boards").wait_for()
    rosa.settle()
    assert refused == [], "a first visit is no error"
    boards = {f"/{src}" for src in rosa.page.eval_on_selector_all("img", "all => all.map(i => i.getAttribute('src'))")}
    drawn = {f.parent.name for f in BOARDS.glob("*/board.json")} - {b.id for g in EXAMPLES.values() for b in g.boards}
    pictures = {f"/games/{game}/armies.webp" for game in GAMES}
    assert boards == {f"/boards/{name}/small.webp" for name in drawn} | pictures
    brief = rosa.page.locator("[data-key='brief-great-war']").inner_text()
    assert brief == "Heavy · a first match of 6 turns, others of 10 to 42, and a campaign of 51"
    # Invited in one line: the first match, then the others by length, the campaign first.
    rosa.press("start-great-war-invite")
    offered = rosa.page.locator("[data-key='invite-game'] option").all_inner_texts()
    europe = [title for title in offered if title.startswith("The Great War in Europe")]
    assert [int(title.split()[-2]) for title in europe] == [6, 51, 42, 35, 23, 15]
    assert rosa.page.locator("[data-key='invite-game']").input_value() == "great-war/serbia-1914"
    assert sum((BOARDS / name / "small.webp").stat().st_size for name in drawn) < 300_000
    rosa.page.set_viewport_size({"width": 390, "height": 600})
    rosa.page.reload()
    rosa.page.get_by_role("heading", name="The boards").wait_for()
    unfinished = {g.id for g in GAMES.values() if g.missing}
    said = rosa.page.locator("[data-key^='missing-']").evaluate_all("all => all.map(e => e.dataset.key)")
    assert {*said} == {f"missing-{id_}" for id_ in unfinished}, "what is under construction says so"
    rosa.press("start-powers-1914-hotseat")
    assert rosa.page.locator("input:invalid").count() == 1, "a name is asked for first"
    rosa.page.get_by_label("Your name").fill("Rosa")
    rosa.press("start-powers-1914-hotseat")
    rosa.page.wait_for_url("**/match.html?*")
    game = GAMES["powers-1914"]
    assert begun(rosa) == (game.id, game.scenarios[0].id)
    assert call(rosa, "GET", f"/matches/{rosa.match}")["hotseat"]


def test_what_is_offered_first_can_be_begun_without_a_choice(player: Callable[..., Player]) -> None:
    rosa = player("Rosa")
    rosa.come_in()
    rosa.page.get_by_role("button", name="Start match").click()
    rosa.page.wait_for_url("**/match.html?*")
    first = next(iter(GAMES.values()))
    assert begun(rosa) == (first.id, first.scenarios[0].id)
    rosa.page.goto("/")
    mine, new = swatches(rosa, ".mine .match"), swatches(rosa, "form")
    older = call(rosa, "GET", "/matches")[0]
    end = {"winner": older["seats"][1]["side"], "reason": "Paris has not fallen.", "section": "4.3"}
    over = {**older, "id": "over", "status": "finished", "outcome": end}
    rosa.page.route("**/api/matches", lambda route: route.fulfill(json=[older, over]))
    assert len({*mine}) == 2, "the sides are told apart by their colours, which are the game's own"
    assert mine == new
    rosa.page.reload()
    rosa.page.locator(".mine .match .result").wait_for()
    expect(rosa.page.locator(".mine .match")).to_have_count(2)
    running, finished = rosa.page.locator(".mine .match").all_inner_texts()
    assert "Paris has not fallen." in finished, "what is over stands last, with how it ended"
    assert "4.3" in finished
    assert "You lost" in finished
    assert "Paris" not in running
    lines = "all => all.map((a) => a.getClientRects().length)"
    assert rosa.page.eval_on_selector_all(".match .links a", lines) == [1, 1], "no link is broken over two lines"
    href = rosa.page.locator("[data-key='dice-over']").get_attribute("href")
    assert href is not None
    assert href.startswith("/api/matches/over/export?seat=")
    rosa.page.unroute("**/api/matches")
    page = f"/match.html?m={older['id']}"
    rosa.page.goto(page)
    rosa.press("call-off")
    rosa.page.get_by_text("None yet.").wait_for()
    rosa.page.goto(page)
    rosa.page.get_by_role("heading", name="This match was called off").wait_for()


@in_the_sweep
def test_sides_are_drawn_when_both_have_sat_down(player: Callable[..., Player]) -> None:
    rosa, karl = player("Rosa"), player("Karl")
    rosa.come_in()
    karl.come_in()
    swapped = False
    while not swapped:  # one time in two
        rosa.page.goto("/")
        rosa.page.locator("[data-key='seat-drawn by lot']").check()
        rosa.page.locator("[data-key='dice-stand']").check()
        rosa.page.get_by_role("button", name="Start match").click()
        rosa.page.get_by_role("heading", name="Waiting for your opponent").wait_for()
        assert "Sides are drawn by lot" in rosa.page.locator("#curtain").inner_text()
        karl.page.goto(rosa.invitation())
        assert "Dice stand" in karl.page.locator("[data-key='dice-stand']").inner_text()
        karl.page.get_by_role("button", name="Sit down").click()
        for person in (rosa, karl):
            person.wait_for_table()
        shown = call(rosa, "GET", f"/matches/{rosa.match}")
        for person in (rosa, karl):
            (own,) = (s for s in shown["seats"] if s["name"] == person.name)
            assert person.seat == own["seat"]
            swapped = own["sealed_as"] != own["seat"]
            line = person.page.evaluate(
                "async ([match]) => (await import('/panels/log/proof.js')).verifyLine(match, {link: null})",
                [call(person, "GET", f"/matches/{rosa.match}")],
            )
            (word,) = person.words[-1:] if person is karl else person.ahead[-1:]
            assert f"--word {own['sealed_as']}={word}" in line, "noted for the seat on which it was sealed"


@in_the_sweep
def test_a_word_opened_meanwhile_leaves_the_form_as_it_was_filled_in(player: Callable[..., Player]) -> None:
    """The list of matches is drawn again when a match has begun; the choice beside it stays."""
    rosa, karl, clara = player("Rosa"), player("Karl"), player("Clara")
    rosa.come_in()
    assert not rosa.page.locator("[data-key='note']").is_visible(), "only an open table has a note"
    rosa.page.locator("[data-key='how-public']").check()
    rosa.page.locator("[data-key='pace']").select_option("days")
    rosa.page.locator("[data-key='note']").fill("One turn an evening.")
    rosa.create("german", public=True)
    invitation = rosa.invitation()
    rosa.page.goto("/")
    rosa.page.locator(".mine .match .tag", has_text="open to all").wait_for()
    table = f"[data-table='{call(rosa, 'GET', '/matches')[0]['id']}']"
    assert not rosa.page.locator(table).count(), "her own tables stand in her own list"
    rosa.page.goto("/boards.html")
    karl.page.goto("/")
    row = karl.page.locator(table)
    row.wait_for()
    for said in ("Schlieffen's War: ", "Over days or weeks · just now", "One turn an evening.", "Entente: free"):
        assert said in row.inner_text(), "a stranger sees it on the first page"
    row.get_by_role("link", name="Join Schlieffen's War, Rosa").click()
    karl.page.get_by_role("heading", name="Rosa invites you to play Schlieffen's War").wait_for()
    assert "You can play the Entente." in karl.page.locator("#curtain").inner_text(), "told before a name is asked"
    karl.page.get_by_label("Your name").fill(karl.name)
    karl.press("sit-entente")
    karl.page.get_by_role("heading", name="Waiting for Rosa").wait_for()
    late = player("Late")
    late.page.goto(invitation)
    late.page.get_by_role("heading", name="This invitation is no longer valid").wait_for()
    assert not late.page.get_by_label("Your name").count(), "no name is asked for a seat that is not there"
    late.page.goto("/match.html?m=nothing")
    late.page.get_by_role("heading", name="Match not found").wait_for()
    late.page.goto("/nothing/here")
    late.page.get_by_role("heading", name="Page not found").wait_for()
    late.page.get_by_role("link", name="All matches").click()
    late.page.get_by_role("heading", name="Great War Online").wait_for()
    late.problems.clear()  # the browser logs the 404s that these pages explain
    held: list[Route] = []
    rosa.page.route("**/words", lambda route: held.append(route))
    rosa.page.goto("/")
    select = rosa.page.locator("[data-key='choose-game']")
    select.select_option("powers-1914")
    rosa.page.wait_for_function("() => document.querySelector('.whose')?.textContent === 'Waiting for you to begin'")
    while not held:
        rosa.page.wait_for_timeout(50)
    held[0].continue_()
    rosa.page.wait_for_function("() => document.querySelector('.whose')?.textContent === 'Karl to move'")
    clara.page.goto("/")
    clara.page.locator(table).get_by_role("link", name="Watch Schlieffen's War, Rosa and Karl").click()
    clara.wait_for_table()
    assert "key=" in clara.page.url, "anyone may watch what anyone could join"
    clara.leave()
    assert select.input_value() == "powers-1914"
    assert rosa.page.title() == "Great War Online"
    for body in ({"kind": "historical"}, {"kind": "end_phase"}):
        command(karl, karl.match, "entente", body)
    rosa.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    rosa.page.wait_for_function("() => document.querySelector('.match.waits .whose')?.textContent === 'Your move'")
    row = rosa.page.locator(".match.waits")
    assert "Turn 1 · German Set-up · just now" in row.inner_text()
    assert "German (you)\nEntente: Karl" in row.inner_text()
    told = call(rosa, "GET", "/matches")[0]["at"]
    assert row.locator("time").get_attribute("datetime") == told
    assert rosa.page.title() == "● Great War Online", "seen while another tab is in front"
    assert str(rosa.page.locator("link[rel=icon]").get_attribute("href")).endswith("/icon-waiting.svg")
    row.get_by_role("link").click()
    rosa.wait_for_table()
    assert rosa.page.title().startswith("● Schlieffen")
    assert str(rosa.page.locator("link[rel=icon]").get_attribute("href")).endswith("/icon-waiting.svg")
    for body in ({"kind": "historical"}, {"kind": "end_phase"}, {"kind": "end_phase"}, {"kind": "end_phase"}):
        command(rosa, rosa.match, "german", body)
    rosa.page.wait_for_function("() => document.title.startsWith('Schlieffen')")
    assert str(rosa.page.locator("link[rel=icon]").get_attribute("href")).endswith("/icon.svg")


OPTION_FORM = """async ({options}) => {
  const { optionFields } = await import('/lobby/options.js');
  const { h, render } = await import('/core/dom.js');
  const place = document.createElement('main');
  document.body.replaceChildren(place);
  window.chosen = {};
  const draw = () => render(place, h('form', {}, optionFields({ options }, window.chosen, draw)));
  draw();
}"""


def test_an_option_that_cannot_be_chosen_is_greyed_and_says_why(player: Callable[..., Player]) -> None:
    page = player("Rosa").stand_alone()
    page.evaluate(OPTION_FORM, {"options": [*SHEET.told()]})
    fog, wind, snow, dice = (page.locator(f"[data-key='option-{name}']") for name in ("fog", "wind", "snow", "dice"))
    # The scenario has not what snow needs, and is always played with dice.
    assert snow.is_disabled()
    assert "It is for matches in winter." in page.locator("label", has=snow).inner_text()
    assert dice.is_disabled()
    assert dice.is_checked()
    assert "always played with it" in page.locator("label", has=dice).inner_text()
    assert fog.is_enabled()
    assert wind.is_enabled()
    fog.check()
    assert wind.is_disabled()
    why = page.locator("label", has=wind).inner_text()
    assert "It does not go together with Fog." in why
    assert "Wind:" not in why, "its name stands above"
    fog.uncheck()
    assert wind.is_enabled()
    wind.check()
    assert fog.is_disabled()
    assert SHEET.read(page.evaluate("window.chosen")).keys() == {"wind", "dice"}


def test_the_ladder_names_who_is_rated_and_says_what_is_provisional(player: Callable[..., Player]) -> None:
    """As the server tells it; each game by itself, and a name leads to what that player plays."""
    rosa = player("Rosa")
    rosa.come_in()
    rows = {"rating": 1105, "provisional": True, "played": 3, "won": 2, "drawn": 0, "lost": 1}
    anna = {"player": "c0ffee00c0ffee00", "name": "Anna", "you": False, **rows}
    told = call(rosa, "GET", "/ladder/schlieffens-war")
    assert [side["side"] for side in told["sides"]] == ["german", "entente"]
    told["sides"][0]["players"] = [anna]
    rosa.page.route("**/api/ladder/schlieffens-war", lambda route: route.fulfill(json=told))
    rosa.press("ladder")
    german = rosa.page.locator("[data-side='german']")
    expect(german.locator("tbody tr")).to_have_text("1Anna1105prov.32–0–1")
    expect(rosa.page.locator("[data-side='entente']")).to_contain_text("Nobody yet.")
    expect(rosa.page.locator("main")).to_contain_text("Private matches are never rated")
    rosa.press("my-profile")
    expect(rosa.page.get_by_role("heading", level=1)).to_have_text("Rosa (you)")
    expect(rosa.page.locator("main")).to_contain_text("add a passkey or a mail address")
