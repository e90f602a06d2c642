"""What a browser does until a match page stands: python tools/first_look.py [--game NAME] [--desk] [--runs 3]

Lighthouse (tools/lighthouse.py) measures times, which say little while the machine does anything else. This counts work
in Chromium's own trace: elements styled, objects laid out, and how much of a processor's time the main thread's long
tasks take, by which a phone of a quarter of the speed is blocked. The run that was blocked least is told.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.match_pages import browser, guest, pages, served, set_up

CATEGORIES = ("devtools.timeline", "toplevel")
PHONE = {"viewport": {"width": 412, "height": 823}, "device_scale_factor": 1.75, "is_mobile": True, "has_touch": True}
DESK = {"viewport": {"width": 1350, "height": 940}}
TASKS = ("RunTask", "ThreadControllerImpl::RunTask")
OURS = ("FunctionCall", "EvaluateScript", "Layout", "UpdateLayoutTree")
"""What the page's own thread does, and no other of its process."""
SLOWER = 4
"""How many times as long a phone takes, as Lighthouse has it."""
LONG_MS = 50
"""A task blocks by what it takes beyond this."""
PATIENCE_S = 120
ASKED_EVERY_S = 0.5
STANDS = """document.body.dataset.version !== undefined && document.querySelector('#curtain').hidden
  && [...document.querySelectorAll('.world')].some((world) => world.matches('.baked'))"""

Event = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Work:
    """What was done; counts do not depend on how fast the machine is."""

    styled: int
    laid_out: int
    long_tasks: int
    blocked_ms: float
    """On a phone, by the processor's time."""
    processor_ms: float


def work_of(events: list[Event]) -> Work:
    """What a trace tells of the page's main thread."""
    busy: Counter[tuple[int, int]] = Counter()
    for event in events:
        if event["name"] in OURS:
            busy[event["pid"], event["tid"]] += event.get("tdur", 0)
    ((main, _),) = busy.most_common(1)
    mine = [event for event in events if (event["pid"], event["tid"]) == main]
    tasks = [event.get("tdur", 0) / 1000 for event in _outermost(mine)]
    blocked = [SLOWER * ms - LONG_MS for ms in tasks if SLOWER * ms > LONG_MS]
    styled = sum(e["args"].get("elementCount", 0) for e in mine if e["name"] == "UpdateLayoutTree")
    laid_out = sum(e["args"].get("beginData", {}).get("dirtyObjects", 0) for e in mine if e["name"] == "Layout")
    return Work(styled, laid_out, len(blocked), sum(blocked), sum(tasks))


def _outermost(events: list[Event]) -> Iterator[Event]:
    """Tasks that run inside no other."""
    end = 0.0
    for event in sorted(
        (e for e in events if e["name"] in TASKS and e["ph"] == "X"), key=lambda e: (e["ts"], -e["dur"])
    ):
        if event["ts"] >= end:
            end = event["ts"] + event["dur"]
            yield event


class Trace:
    """What the browser does between ``begin`` and ``end``."""

    def __init__(self, chromium: Browser) -> None:
        self._session = chromium.new_browser_cdp_session()
        self._events: list[Event] = []
        self._over = False
        self._session.on("Tracing.dataCollected", lambda data: self._events.extend(data["value"]))
        self._session.on("Tracing.tracingComplete", lambda _: setattr(self, "_over", True))

    def begin(self) -> None:
        config = {"includedCategories": list(CATEGORIES), "excludedCategories": ["*"]}
        self._session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})

    def end(self) -> list[Event]:
        """RuntimeError when the browser hands no trace over."""
        self._session.send("Tracing.end")
        until = time.monotonic() + PATIENCE_S
        while not self._over:
            if time.monotonic() > until:
                raise RuntimeError("Chromium has handed over no trace")
            # Events come while the session is asked something.
            self._session.send("Browser.getVersion")
        self._session.detach()
        return self._events


def _wait(session: CDPSession) -> None:
    """Until the page stands. Asked in a few bytes: Playwright's own scripts would be counted with the page's."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        told = session.send("Runtime.evaluate", {"expression": STANDS, "returnByValue": True})
        if told["result"].get("value") is True:
            return
        time.sleep(ASKED_EVERY_S)
    raise RuntimeError("The page does not stand")


def look(chromium: Browser, url: str, cookies: Mapping[str, str], kind: Mapping[str, Any]) -> Work:
    """One load with nothing in the cache."""
    context = chromium.new_context(**kind)
    try:
        context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])
        page = context.new_page()
        session = context.new_cdp_session(page)
        trace = Trace(chromium)
        trace.begin()
        page.goto(url)
        _wait(session)
        return work_of(trace.end())
    finally:
        context.close()


def main() -> int:
    """0 when all pages have been looked at."""
    known = pages()
    parser = argparse.ArgumentParser(description="What a browser does until a match page stands")
    parser.add_argument("--url", help="of a running server; without it one is started")
    parser.add_argument("--game", choices=list(known), action="append")
    parser.add_argument("--desk", action="store_true")
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    with served(given.url) as url, guest(url, "First look") as client, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser(), args=["--no-sandbox"])
        for name in given.game or known:
            page, kind = set_up(client, *known[name]), DESK if given.desk else PHONE
            seen = [look(chromium, page, client.cookies, kind) for _ in range(given.runs)]
            least = min(seen, key=lambda work: work.blocked_ms)
            print(
                f"{name}: {least.styled} styled, {least.laid_out} laid out, {least.long_tasks} long tasks,"
                f" blocked {least.blocked_ms:.0f} ms, processor {least.processor_ms:.0f} ms",
                flush=True,
            )
        chromium.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
