"""Bodies and answers of what-ifs."""

from __future__ import annotations

from pydantic import BaseModel, Field

from app.lobby.schemas import WhatIfOfOut
from app.matches.schemas import CommandId
from app.wire import MAX_SEQ, Body, Word


class WhatIfIn(Body):
    """A moment to try out. Sent again with the same id it is made once."""

    id: CommandId
    seat: Word | None = Field(
        default=None,
        description="Your seat, whose view it is made from; the first of yours, if left out.",
        examples=["german"],
    )
    key: Word | None = Field(default=None, description="In place of it the key by which you watch a side.")
    number: int | None = Field(
        default=None, ge=0, le=MAX_SEQ, description="Of the moment, as your viewpoint counts; now, if left out."
    )


class WhatIfOut(WhatIfOfOut):
    """Something that you try out."""

    id: str = Field(description="Of the match in which you try it out.")
    game: str


class WhatIfsOut(BaseModel):
    """All that you try out now, the newest first."""

    what_ifs: list[WhatIfOut]
    most: int = Field(description="How many you may have at the same time.")
