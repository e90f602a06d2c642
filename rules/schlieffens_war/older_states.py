"""Matches that were stored by an older version of these rules: their positions in today's shape."""

from __future__ import annotations

from rules.kernel.messages import JsonObject


def brought_forward(data: JsonObject) -> JsonObject:
    """A stored state in the shape of the present version, if its version is a known older one."""
    return _from_version_1(data) if data.get("version") == 1 else data


def _from_version_1(data: JsonObject) -> JsonObject:
    """Version 2 also knows of a unit how far the phase moved its morale, where its movement began and an HQ's stance.

    As far as version 1 could say none of it had happened, and every HQ helped to defend: their defaults, which the
    codec gives to fields that it does not find.
    """
    return {**data, "version": 2}
