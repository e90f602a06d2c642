"""Dashboards and alert rules ask for figures that the server has, by labels that these have."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from prometheus_client import REGISTRY

import app.limits.refusals
import app.metrics  # noqa: F401
from app.settings import ROOT
from tests.thorough import at_least_one

FOLDER = ROOT / "docs" / "monitoring"
OF_PROMETHEUS = {"instance", "job", "le"}
"""Labels that Prometheus adds, and that of a histogram's buckets."""
_SERIES = re.compile(r"\b(greatwar_\w+)(\{[^}]*\})?")
_LABELS = re.compile(r"(\w+)\s*(?:=~|!=|!~|=)\s*\"")
_BY = re.compile(r"\bby \(([^)]*)\)")


def dashboard() -> Any:
    return json.loads((FOLDER / "dashboard.json").read_text())


def rules() -> list[dict[str, Any]]:
    return [rule for group in yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"] for rule in group["rules"]]


def asked() -> Iterator[tuple[str, str]]:
    """Every expression, with where it stands."""
    for panel in dashboard()["panels"]:
        yield from ((panel["title"], target["expr"]) for target in panel.get("targets", ()))
    yield from ((rule["alert"], rule["expr"]) for rule in rules())


def series() -> dict[str, set[str]]:
    """The labels of each series that the server has, by its name as Prometheus stores it."""
    found: dict[str, set[str]] = {}
    for collector in {*REGISTRY._collector_to_names}:
        labels = {*getattr(collector, "_labelnames", ())}
        for name in REGISTRY._collector_to_names[collector]:
            if name.startswith("greatwar_"):
                found[name] = labels
    return found


@pytest.mark.parametrize(("where", "expression"), [*asked()])
def test_what_is_asked_for_is_there(where: str, expression: str) -> None:
    known = series()
    names = [(name, inside or "") for name, inside in _SERIES.findall(expression)]
    assert names or 'up{job="greatwar"}' in expression, where
    labels: set[str] = set()
    for name, inside in names:
        assert name in known, f"{where}: the server has no {name}"
        assert {*_LABELS.findall(inside)} <= known[name] | OF_PROMETHEUS, f"{where}: {name} has only {known[name]}"
        labels |= known[name]
    for by in _BY.findall(expression):
        assert {label.strip() for label in by.split(",")} <= labels | OF_PROMETHEUS, where
    assert expression.count("(") == expression.count(")")


def test_every_figure_is_on_the_dashboard_and_what_is_short_has_an_alert() -> None:
    """A figure that is added comes there too."""
    shown = " ".join(target["expr"] for panel in dashboard()["panels"] for target in panel.get("targets", ()))
    kinds = {re.sub(r"_(total|bucket|count|sum|created)$", "", name) for name in series()}
    assert not [kind for kind in kinds if kind not in shown]
    alerts = " ".join(rule["expr"] for rule in rules())
    for name in ("request", "commit_wait", "loop_lag", "bus_lag", "pool_wait", "load", "no_room", "refused"):
        assert f"greatwar_{name}_" in alerts


def test_an_alert_of_any_increase_hears_of_the_first_of_its_kind() -> None:
    """A series with labels of its own is not there until it is counted for the first time, and begins at 1: that is no
    increase to Prometheus, which has to be asked for it by itself."""
    known = series()
    at_all = [(rule["expr"], *re.findall(r"increase\((\w+)\[", rule["expr"])) for rule in rules()]
    told = [(expression, name) for expression, *names in at_all for name in names if known[name]]
    for expression, name in at_least_one(told):
        assert not expression.endswith("> 0") or f"{name} unless {name} offset" in expression, expression


def test_alerts_say_what_to_do() -> None:
    for rule in rules():
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert {*rule["annotations"]} == {"summary", "action"}, rule["alert"]
    names = [rule["alert"] for rule in rules()]
    assert len({*names}) == len(names)


def test_panels_lie_beside_one_another() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in at_least_one(dashboard()["panels"]):
        at = panel["gridPos"]
        cells = {(at["x"] + i, at["y"] + j) for i in range(at["w"]) for j in range(at["h"])}
        assert not cells & taken, panel["title"]
        taken |= cells
