"""Older shapes of positions and facts (decisions/0021). There are none yet."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.schema_steps import Steps

STATES: Steps = ()
FACTS: Mapping[str, Steps] = {}
