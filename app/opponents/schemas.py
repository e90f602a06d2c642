"""Answers about programs that think."""

from __future__ import annotations

from pydantic import BaseModel, Field


class ProgramQueueOut(BaseModel):
    """The place of a match among those that wait for programs."""

    before: int = Field(description="How many other tables come before it; 0 when it does not wait for any.")
