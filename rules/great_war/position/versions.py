"""What older versions of these rules stored, brought forward a shape at a time (decisions/0021)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.schema_steps import Steps

STATES: Steps = ()
FACTS: Mapping[str, Steps] = {}
