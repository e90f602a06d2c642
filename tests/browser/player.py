"""A person at the table: what they click, and every byte that their browser receives."""

from __future__ import annotations

import copy
import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import parse_qs, urlparse

from playwright.sync_api import Browser, ElementHandle, Page, Request, Route, WebSocket, expect
from playwright.sync_api import Error as BrowserError

WAIT = 15_000
# What is expected of a page is waited for as long as all else: 5 s are short on a machine that does much besides.
expect.set_options(timeout=WAIT)
CENTRED = 40
DESK = {"width": 1440, "height": 900}
BLANK = "/icon.svg"
"""A file of the site on which nothing runs."""
SAYS = 1500
"""Characters of a page that are told of a test that failed."""
EXPECTED_NOISE = ("401 (Unauthorized)", "422 (Unprocessable")
"""What a browser logs as an error and is none: a stranger is told that they are nobody, the rules refuse a command."""
TOO_LATE = re.compile(r"\b409 \(Conflict\) at \S+/(seals|seal-again|words)$")
"""Nor is this one: a page that is left is still sealing its words while the next page does so too, and tries again."""


@dataclass(frozen=True, slots=True)
class Received:
    """Something that came over the network, in the order in which it came."""

    source: str
    """``socket`` or the URL."""
    text: str


BARE = '<svg xmlns="http://www.w3.org/2000/svg"></svg>'
UNPAINTED = """(() => {
  const layer = (url) => /[/]boards[/].*[/](ground|lines)[.]svg$/.test(url);
  const { fetch } = window;
  window.unpainted = [];
  window.fetch = (what, how) => {
    if (!layer(String(what))) return fetch(what, how);
    window.unpainted.push(String(what));
    return Promise.resolve(new Response('BARE'));
  };
  const hidden = new CSSStyleSheet();
  hidden.replaceSync('.world > .relief { display: none } html { opacity: 0 }');
  document.adoptedStyleSheets.push(hidden);
  HTMLHeadElement.prototype.append = function (...nodes) {
    Element.prototype.append.apply(this, nodes.filter((node) => !layer(node.href)));
  };
})()""".replace("BARE", BARE)
"""The layers of a board are answered in the page itself, which notes them as ``unpainted``; no relief lies below them.
The whole page is laid out and can be tapped, but it is clear, so that no pixel is painted: a fifth of Chromium's time.
To stop layers on their way would stop all that a page asks for, and keep it from using what its browser has already."""


DRAWN = """() => new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(
  () => told(document.body.matches('.busy, .asking')))))"""


class Player:
    """A browser context with one page.

    Only a player who looks at how a board is ``drawn`` gets its land and lines: to paint them takes half of the time of
    a test, and nothing can be done with them. Hexes, counters and all that is offered are there in any case.

    Only of one who is ``heard`` the answers that come are kept: they go through here, which takes time too.
    """

    def __init__(
        self, browser: Browser, url: str, name: str, *, drawn: bool = False, heard: bool = False, **context: Any
    ) -> None:
        self.url = url
        self.heard = heard
        self.gone = False
        self.enter(name)
        options: dict[str, Any] = {"viewport": DESK, "reduced_motion": "reduce", **context}
        self.context = browser.new_context(base_url=url, **options)
        self._hear()
        if not drawn:
            self.context.add_init_script(UNPAINTED)

    def enter(self, name: str) -> None:
        """Be someone of whom nothing is known yet."""
        self.name = name
        self.problems: list[str] = []
        self._received: list[Received] = []
        self.commands: list[dict[str, Any]] = []
        self.words: list[str] = []
        """Words for the dice that their page has sent off."""
        self.ahead: list[str] = []
        """Words that went out before there was a commitment."""
        self.asked: set[str] = set()
        """Paths of everything that was asked for."""
        self.unanswered: list[Request] = []
        """What their page has asked of the server and waits for."""

    def _hear(self) -> None:
        if self.heard:
            # Every answer passes through here before the page has it: none is lost, whatever the page does next.
            self.context.route("**/api/**", self._fetch)

    def clean(self) -> bool:
        """Leave nothing in their browser but the files of the site that it has read; whether someone else may have it.

        To read and to compile them again is a third of what it takes to open a page.
        """
        pages = self.context.pages
        if self.gone or pages != ([self.page] if self.looks else []):
            return False
        self.context.unroute_all(behavior="ignoreErrors")
        self.context.set_offline(False)
        if self.looks:
            self.page.unroute_all(behavior="ignoreErrors")
            self.page.set_viewport_size(DESK)  # type: ignore[arg-type]
            self.page.emulate_media(reduced_motion="reduce")
            self.page.goto(BLANK)
            self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.context.clear_cookies()
        self._hear()
        return True

    @cached_property
    def page(self) -> Page:
        """Their page, opened when it is first needed: some only call the server, and a page is a process."""
        page = self.context.new_page()
        page.on("request", self._begins)
        page.on("requestfinished", self._ends)
        page.on("requestfailed", self._ends)
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: self.problems.append(f"{error.message}\n{error.stack}"))
        page.on("console", lambda m: self._console(m.type, m.text, m.location))
        if self.heard:
            page.on("websocket", self._listen)
        return page

    def second_window(self) -> Player:
        """The same person at the same page, in another window of their browser."""
        twin = copy.copy(self)
        vars(twin).pop("page", None)
        twin.page.goto(self.page.url)
        twin.wait_for_table()
        return twin

    def show(self) -> None:
        """Paint their page: for a picture of it, and for whoever asks about its colours."""
        self.page.evaluate("() => { document.documentElement.style.opacity = '1'; }")

    @property
    def looks(self) -> bool:
        """Whether they have a page open."""
        return "page" in vars(self) and not self.gone

    # --- what their browser receives -----------------------------------------------------------------------------

    @property
    def received(self) -> list[Received]:
        """What came over the network."""
        assert self.heard, f"{self.name} is not heard: nothing would be found in what was not kept"
        return self._received

    def _console(self, kind: str, text: str, location: Mapping[str, Any]) -> None:
        problem = f"{text} at {location.get('url', '')}"
        if kind == "error" and not any(noise in text for noise in EXPECTED_NOISE) and not TOO_LATE.search(problem):
            self.problems.append(problem)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._take("socket", frame))

    def _take(self, source: str, data: str | bytes) -> None:
        self._received.append(Received(source, data if isinstance(data, str) else data.decode("utf-8", "replace")))

    def _begins(self, request: Request) -> None:
        self.asked.add(urlparse(request.url).path)
        if "/api/" in request.url:
            self.unanswered.append(request)
        if request.method == "POST":
            self._sent(request.url, request.post_data)

    def _ends(self, request: Request) -> None:
        if request in self.unanswered:
            self.unanswered.remove(request)

    def _sent(self, url: str, body: str | None) -> None:
        if url.endswith("/commands") and "/draft/" not in url and body:
            self.commands.append(json.loads(body))
        if url.endswith("/words-ahead") and body:
            self.ahead += json.loads(body)["words"].values()
        if url.endswith("/words") and body:
            self.words += json.loads(body)["words"].values()

    def _fetch(self, route: Route) -> None:
        try:
            # A connection kept for later may be closed by the server just as it is used again; browsers try once more.
            answer = route.fetch(max_redirects=0, max_retries=3)
            self._take(route.request.url, answer.body())
            route.fulfill(response=answer)
        except BrowserError:
            # They left while an answer was on its way. Raised, the error would strike whoever uses the browser next.
            if not self.gone:
                raise

    def describe(self) -> str:
        """What their page says and waits for: it explains a test that waited in vain where no picture is kept."""
        says = str(self.page.evaluate("() => document.body?.innerText ?? ''"))[:SAYS]
        waits = [f"{request.method} {request.url}" for request in self.unanswered]
        return f"{self.name} is at {self.page.url}, which waits for {waits} and says:\n{says}\n"

    def leave(self) -> None:
        """Close their browser, whatever is on its way to it."""
        self.gone = True
        self.context.close()

    # --- pages ---------------------------------------------------------------------------------------------------

    def come_in(self) -> None:
        """Give a name in the lobby."""
        self.page.goto("/")
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Enter").click()
        self.page.get_by_role("heading", name="New match").wait_for()

    def stand_alone(self) -> Page:
        """The lobby's page without its scripts, for parts of the client that a test puts there itself."""

        def bare(route: Route) -> None:
            answer = route.fetch()
            route.fulfill(response=answer, body=re.sub(r"(?s)<script.*?</script>", "", answer.text()))

        self.page.route("/", bare)
        self.page.goto("/")
        return self.page

    def create(
        self,
        side: str,
        *,
        one_screen: bool = False,
        public: bool = False,
        game: str | None = None,
        scenario: str | None = None,
    ) -> None:
        """Begin a match from the lobby's form."""
        for what, choice in (("game", game), ("scenario", scenario)):
            if choice is not None:
                self.page.locator(f"[data-key='choose-{what}']").select_option(choice)
        self.page.locator(f"[data-key='seat-{side}']").check()
        how = "hotseat" if one_screen else "public" if public else "invite"
        self.page.locator(f"[data-key='how-{how}']").check()
        self.page.get_by_role("button", name="Start match").click()
        self.page.wait_for_url("**/match.html?*")

    def invitation(self) -> str:
        """The link shown while one waits for an opponent."""
        return self.page.get_by_label("Invitation").input_value()

    def join(self, invitation: str, seat: str | None = None) -> None:
        """Open an invitation, take the last free seat under a name and wait for the table, or take a seat named."""
        self.page.goto(invitation)
        self.page.get_by_label("Your name").fill(self.name)
        if seat is None:
            self.page.locator("[data-key^='sit-']").first.click()
            self.wait_for_table()
        else:
            self.press(f"sit-{seat}")

    def wait_for_table(self) -> None:
        """Until the map is there."""
        # Of several boards the second may be laid as soon as the first.
        self.page.locator("#map .world").first.wait_for(state="attached")
        expect(self.page.locator("#curtain")).to_be_hidden()
        self.wait("() => document.body.dataset.version !== undefined")

    @property
    def match(self) -> str:
        """The match's id."""
        return parse_qs(urlparse(self.page.url).query)["m"][0]

    @property
    def seat(self) -> str:
        """The seat that the page plays."""
        return parse_qs(urlparse(self.page.url).query)["seat"][0]

    # --- the table -----------------------------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """The question."""
        return self.page.locator("#prompt h2").inner_text()

    @property
    def step(self) -> str:
        """Whose step it is, as the prompt's line over the question says."""
        return self.page.locator("#prompt .eye").inner_text()

    def key(self, key: str) -> ElementHandle | None:
        """What carries this ``data-key`` and can be pressed now."""
        return self.page.query_selector(f"[data-key='{key}']:not([aria-disabled='true'])")

    def keys(self, prefix: str) -> list[str]:
        """The ``data-key`` of everything that can be pressed now and begins so."""
        found: list[str] = self.page.eval_on_selector_all(
            f".app [data-key^='{prefix}']:not([aria-disabled='true'])",
            "all => [...new Set(all.map(e => e.dataset.key))]",
        )
        return found

    def press_first(self, prefix: str) -> None:
        """Press the first whose ``data-key`` begins so, as soon as there is one: it may come with an answer."""
        self.page.locator(f".app [data-key^='{prefix}']:not([aria-disabled='true'])").first.wait_for(state="attached")
        self.press(self.keys(prefix)[0])

    def said_of(self, prefix: str) -> dict[str, str]:
        """The words on each of them. All at once: a question to the page for each of a hundred takes a second."""
        found: dict[str, str] = self.page.evaluate(
            """keys => Object.fromEntries(
              keys.map((key) => [key, document.querySelector(`[data-key='${key}']`).innerText]))""",
            self.keys(prefix),
        )
        return found

    def press(self, key: str) -> None:
        """Press a control by its ``data-key``; of two (dock and sheet) the visible one."""
        self.page.locator(f"[data-key='{key}']:visible").first.click()

    def wait(self, function: str, argument: object = None) -> None:
        """Until a function of the page is true. (The page's policy forbids Playwright's own way of waiting.)"""
        deadline = time.monotonic() + WAIT / 1000
        while not self.page.evaluate(function, argument):
            assert time.monotonic() < deadline, f"{self.name} waited in vain for {function} with {argument!r}"
            self.page.wait_for_timeout(30)

    def settle(self) -> None:
        """Until the last command and all questions have been answered, and what came of them has been drawn."""
        # The page shows that it waits when it draws next, and not at the press itself; and what it draws when it has
        # an answer may ask again.
        self.drawn()
        while True:
            self.wait("() => !document.body.matches('.busy, .asking')")
            if not self.drawn():
                return

    def drawn(self) -> bool:
        """Until the page has drawn what is to be drawn now; whether it waits for an answer then."""
        waits: bool = self.page.evaluate(DRAWN)
        return waits

    def open_list(self) -> None:
        """Unfold the list that mirrors the map."""
        details = self.page.locator("#prompt details.list")
        if details.count() and details.get_attribute("open") is None:
            details.locator("summary").click()

    def listed(self, prefix: str) -> list[str]:
        """The hexes of the list that mirrors the map."""
        self.open_list()
        return [key.removeprefix(prefix) for key in self.keys(prefix)]

    def tap(self, hex_: str) -> None:
        """Click a hex of the map, dragging it into the window first when it is outside."""
        self.board_to(hex_)
        place = self.place(hex_)
        self.page.mouse.click(place["x"], place["y"])
        self.page.mouse.move(place["right"] + 20, 300)

    def board_to(self, hex_: str) -> None:
        """Drag the map until a hex is in clear view."""
        assert self.reachable(hex_), f"{hex_} cannot be brought into the window"

    def reachable(self, hex_: str) -> bool:
        """Drag the map towards a hex; whether it is then in clear view, and not below the fan of the chosen stack."""
        for _ in range(8):
            place = self.place(hex_)
            if place["free"]:
                return True
            if abs(place["cx"] - place["x"]) + abs(place["cy"] - place["y"]) < CENTRED:
                # In the middle of the window and still covered: the fan moves with the map.
                return False
            self._drag(place)
        return False

    def place(self, hex_: str) -> dict[str, Any]:
        place: dict[str, Any] = self.page.evaluate(
            """async (hex) => {
              const map = document.querySelector('#map'), board = map.dataset.board;
              window.boards ??= {};
              window.boards[board] ??= await (await fetch(`/boards/${board}/board.json`)).json();
              const places = window.boards[board].hexes ?? window.boards[board].areas;
              // Of several boards each begins the names of its hexes with letters of its own.
              const { x, y } = places[hex] ?? places[hex.replace(/^[A-Z]+/, '')];
              const ground = map.querySelector('.pane:not([hidden])') ?? map;
              const m = new DOMMatrix(getComputedStyle(ground.querySelector('.world')).transform);
              const box = map.getBoundingClientRect();
              const px = box.left + m.e + x * m.a, py = box.top + m.f + y * m.d;
              const inside = px > box.left + 8 && px < box.right - 8 && py > box.top + 8 && py < box.bottom - 8;
              const free = inside && document.elementFromPoint(px, py) === ground;
              const cx = box.left + box.width / 2, cy = box.top + box.height / 2;
              return { x: px, y: py, free, right: box.right, cx, cy };
            }""",
            hex_,
        )
        return place

    def bring(self, hex_: str, x: float, y: float) -> None:
        """Drag the map until a hex is near a point of the page."""
        for _ in range(8):
            place = self.place(hex_)
            if abs(place["x"] - x) + abs(place["y"] - y) < CENTRED:
                return
            self._drag({**place, "cx": x, "cy": y})
        raise AssertionError(f"{hex_} cannot be brought to {x}, {y}")

    def _drag(self, place: dict[str, Any]) -> None:
        free: dict[str, float] | None = self.page.evaluate(
            """() => {
              const map = document.querySelector('#map'), box = map.getBoundingClientRect();
              const ground = map.querySelector('.pane:not([hidden])') ?? map;
              const ways = [0.5, 0.4, 0.6, 0.45, 0.55, 0.35, 0.65];
              // What is dragged where counters stand may be the counters.
              const stacks = [...document.querySelectorAll('.stacks [data-hex]')].map((e) => e.getBoundingClientRect());
              const beside = (n, low, high) => n > low - 12 && n < high + 12;
              const stands = (x, y) => stacks.some((b) => beside(x, b.left, b.right) && beside(y, b.top, b.bottom));
              for (const v of ways) for (const u of ways) {
                const x = box.left + box.width * u, y = box.top + box.height * v;
                if (document.elementFromPoint(x, y) === ground && !stands(x, y)) return { x, y };
              }
              return null;
            }"""
        )
        assert free is not None, "no free spot on the map to drag it by"
        # The mouse stays over the page: a long way takes several drags.
        dx = max(-min(300, free["x"] - 8), min(300, place["right"] - free["x"] - 8, place["cx"] - place["x"]))
        dy = max(-200, min(200, place["cy"] - place["y"]))
        self.page.mouse.move(free["x"], free["y"])
        self.page.mouse.down()
        self.page.mouse.move(free["x"] + dx / 2, free["y"] + dy / 2)
        self.page.mouse.move(free["x"] + dx, free["y"] + dy)
        self.page.mouse.up()
        self.drawn()

    def log(self) -> list[str]:
        """The sentences of the log, newest first."""
        return self.page.locator("#log .line > span:nth-child(2)").all_inner_texts()

    def turn(self) -> int:
        """The turn in the top bar."""
        found = re.search(r"Turn (\d+)", self.page.locator("#top .when").inner_text())
        assert found is not None
        return int(found[1])
