"""What ``tools/first_look.py`` counts in a trace of Chromium."""

from __future__ import annotations

from tools.first_look import work_of


def test_a_trace_tells_of_the_thread_of_the_page_alone() -> None:
    def event(name: str, ts: int, ms: float, tid: int = 1, **args: object) -> dict[str, object]:
        us = int(ms * 1000)
        return {"name": name, "ph": "X", "ts": ts, "dur": us, "tdur": us, "pid": 1, "tid": tid, "args": args}

    seen = work_of(
        [
            event("RunTask", 0, 30),
            event("RunTask", 1_000, 20),
            event("Layout", 2_000, 5, beginData={"dirtyObjects": 7}),
            event("UpdateLayoutTree", 8_000, 5, elementCount=9),
            event("RunTask", 40_000, 12),
            event("RunTask", 0, 500, tid=2),
            event("Layout", 0, 1, tid=2, beginData={"dirtyObjects": 100}),
        ]
    )
    assert (seen.styled, seen.laid_out, seen.long_tasks) == (9, 7, 1)
    assert (seen.blocked_ms, seen.processor_ms) == (70, 42)
