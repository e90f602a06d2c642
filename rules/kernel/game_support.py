"""What every game needs to answer the server: refusals caught, headings, stored states let in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rules.kernel import codec
from rules.kernel.messages import JsonObject, Refusal, Refused, as_json
from rules.kernel.schema_steps import Steps, check_shape, current_shape
from rules.kernel.wire import Legal

T = TypeVar("T")


def refusable(work: Callable[[], T]) -> T | Refusal:
    """What ``work`` gives, or the refusal that a rule raised in it."""
    try:
        return work()
    except Refused as refused:
        return refused.refusal


def question(ask: str, step: str, section: str, seat: str, title: str) -> JsonObject:
    """``legal``'s answer (docs/architecture.md §3) as it is for a seat that has nothing to decide."""
    told: Legal = {
        "ask": ask,
        "step": step,
        "section": section,
        "seat": seat,
        "yours": False,
        "title": title,
        "prompt": "",
        "detail": "",
        "offers": [],
        "why_not": {},
    }
    return as_json(told)


def load_state(cls: type[T], older: Steps, data: JsonObject) -> T:
    """A state from JSON, brought forward by the steps from older shapes. UnknownShape when it is of none."""
    number = check_shape(f"a {cls.__name__.lower()}", data.get("version"), current_shape(older))
    for step in older[number - 1 :]:
        number += 1
        data = {**step(data), "version": number}
    return codec.load(cls, data)
