"""Bodies and answers of a match in play."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, Field, StringConstraints

from app.clocks.schemas import ClocksOut, TermsOut
from app.wire import MAX_SEQ, Body, PlainObject, Word

CommandId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
"""Made by the client, a new one for each command; the same one when it sends the same command again."""


class CommandIn(Body):
    """A command of a seat that answers the decision ``ask``."""

    id: CommandId = Field(examples=["c0ffee00-0001"])
    seat: Word = Field(examples=["german"])
    ask: Word = Field(examples=["6.german.movement.0"])
    command: PlainObject = Field(
        examples=[{"kind": "move", "units": ["ge-2"], "path": ["1113", "1213"], "forced": False}]
    )


class UndoIn(Body):
    """A seat takes back its last command."""

    id: CommandId
    seat: Word


class Resign(Body):
    """Give up: the other side wins."""

    kind: Literal["resign"]


class Propose(Body):
    """Propose a draw to everyone, or that the clocks stand still; to your side that it surrenders, or to the other."""

    kind: Literal["propose"]
    what: Literal["draw", "surrender", "demand", "pause"] = Field(
        description="`surrender`: that your side gives up; `demand`: that the other side does."
    )


class ProposeBack(Body):
    """Ask everyone to go back to before something happened."""

    kind: Literal["propose"]
    what: Literal["back"]
    line: Annotated[int, Field(ge=1, le=MAX_SEQ, description="The number of your line that tells of it.")]


class ProposeOpen(Body):
    """Propose to the others that the seat of someone for whom all have waited long is opened to a new player."""

    kind: Literal["propose"]
    what: Literal["open"]
    of: Word


class Answer(Body):
    """Say yes or no to a proposal."""

    kind: Literal["answer"]
    proposal: CommandId
    yes: bool


class Withdraw(Body):
    """Take your own proposal back."""

    kind: Literal["withdraw"]
    proposal: CommandId


class Leave(Body):
    """Open your seat to a new player. It stays yours until someone takes it."""

    kind: Literal["leave"]


class Stay(Body):
    """Close your seat again: you go on."""

    kind: Literal["stay"]


class StandIn(Body):
    """Have your stand-in play from now on, until you take the seat back."""

    kind: Literal["stand_in"]


class TakeBack(Body):
    """Play again yourself; as a stand-in: give the seat back."""

    kind: Literal["take_back"]


class Dismiss(Body):
    """Have no stand-in any more; the link with which you asked someone is void."""

    kind: Literal["dismiss"]


class Resume(Body):
    """End a pause: your own clock runs at once, those of the others after a day, or five minutes in a live match."""

    kind: Literal["resume"]


class Claim(Body):
    """Claim the win, because the opponent has run out of time."""

    kind: Literal["claim"]


class Give(Body):
    """Give an opponent as much time as there was at the beginning."""

    kind: Literal["give"]
    to: Word


class SettleIn(Body):
    """What a player settles with the others (decisions/0028)."""

    id: CommandId
    seat: Word
    order: (
        Resign
        | Propose
        | ProposeBack
        | ProposeOpen
        | Answer
        | Withdraw
        | Leave
        | Stay
        | StandIn
        | TakeBack
        | Dismiss
        | Resume
        | Claim
        | Give
    )


class ConsultIn(Body):
    """A question of planning."""

    seat: Word
    question: PlainObject = Field(examples=[{"kind": "move", "units": ["ge-2"]}])


MAX_CONSULTS = 50


class ConsultsIn(Body):
    """Several questions of planning about one position."""

    seat: Word
    questions: list[PlainObject] = Field(
        min_length=1, max_length=MAX_CONSULTS, examples=[[{"kind": "move", "units": ["ge-2"]}]]
    )


class ConsultsOut(BaseModel):
    """An answer to each, in order: the answer itself, or ``{"error": …}`` for one that the rules refuse."""

    answers: list[dict[str, Any]]


class SeenIn(Body):
    """What a seat's player has seen."""

    seat: Word
    seq: Annotated[int, Field(ge=0, le=MAX_SEQ, description="The number of the last line that was seen.")]


class SeenOut(BaseModel):
    """What is noted as seen now."""

    last_seen: int


class Line(BaseModel):
    """A line of the log; a game may add members."""

    seq: int = Field(description="The viewpoint's number; it rises with each line.")
    at: str
    kind: str
    section: str
    text: str
    standing: str | None = Field(default=None, description="The seat whose standing order did this.")
    stand_in: str | None = Field(default=None, description="The seat for which a stand-in did this.")

    model_config = {"extra": "allow"}


class CommandOut(BaseModel):
    """The command is taken: the seat's version now and what the seat is told of it."""

    version: int = Field(description="How much the seat's viewpoint was told.")
    link: str | None = Field(description="The newest link of the chain.")
    lines: list[Line]


class UndoState(BaseModel):
    """Whether a command can be taken back, and which, or why none."""

    allowed: bool
    text: str


class ProposalOut(BaseModel):
    """What someone proposed and not everyone has answered."""

    id: str
    what: Literal["draw", "surrender", "demand", "back", "open", "pause"]
    seat: str
    asked: list[str] = Field(description="The seats that have still to answer.")
    agreed: list[str] = Field(description="Those that have said yes, the one that proposed it too.")
    back: int | None = Field(description="The match would go back to when you were told so much.")
    of: str | None = Field(description="The seat that would be opened to a new player.")


class StateOut(BaseModel):
    """All that you may know of a match now."""

    version: int = Field(description="How much your viewpoint was told.")
    link: str | None = Field(description="The link of the chain when that was told; null before there are any.")
    view: dict[str, Any]
    legal: dict[str, Any] | None = Field(description="The question put to this seat; null for a spectator.")
    undo: UndoState
    proposals: list[ProposalOut]
    clocks: ClocksOut | None = Field(description="Null in a match without clocks.")
    log: list[Line]
    last_seen: int | None


class LogOut(BaseModel):
    """Log lines, oldest first."""

    log: list[Line]


class HistoryOut(BaseModel):
    """An earlier position as you saw it then."""

    number: int = Field(description="How much you had been told after the command that is shown.")
    newest: int = Field(description="How much you were told up to now.")
    before: int = Field(description="How much you had been told before that command.")
    phase_before: int | None = Field(description="The number of the line that opened the phase before; null if none.")
    phase_after: int | None = Field(description="The number of the line that opened the next phase; null if none.")
    turn: int
    title: str = Field(description="The step of the turn.")
    view: dict[str, Any]
    log: list[Line] = Field(description="What that command told you.")


class LinkOut(BaseModel):
    """A link that someone noted."""

    there: bool = Field(description="Whether it is in the chain of the match.")


class FigureOut(BaseModel):
    """A figure turn by turn."""

    title: str
    section: str = Field(description="Of the rules; empty where they do not say it.")
    signed: bool = Field(description="It may be below zero: shown with its sign.")
    values: dict[str, list[int]] = Field(description="By side: at the start of each of `turns`, and at last now.")


class DiceOut(BaseModel):
    """The dice of a side."""

    thrown: int
    pips: int = Field(description="All that they showed.")


class ThrowsOut(BaseModel):
    """The dice of one number of sides."""

    sides: int
    by_side: dict[str, DiceOut]


class BattleOut(BaseModel):
    """A battle, as the line tells it that begins it."""

    number: int = Field(description="The number of that line, to look at the board then.")
    turn: int
    place: str
    text: str
    lost: dict[str, int] = Field(description="By side.")


class SwingOut(BaseModel):
    """A turn that changed who was likely to win."""

    turn: int
    number: int = Field(description="Of the line that opens it, to look at the board then.")
    side: str = Field(description="Whom it favoured.")
    by: int = Field(description="Of a hundred; half a victory for a draw.")


class OutlookOut(BaseModel):
    """Who was likely to win, by games that programs played against each other."""

    games: int = Field(description="How many there were.")
    values: dict[str, list[int]] = Field(
        description="By side, of a hundred: at the start of each of `turns`, and at the end."
    )
    drawn: list[int] = Field(description="The same for a draw.")
    swings: list[SwingOut] = Field(description="The turns that changed most, the greatest first.")


class ChartsOut(BaseModel):
    """A match in figures, by your own log and views; of one that is over, by what everyone may see."""

    number: int = Field(description="How much you had been told.")
    turns: list[int] = Field(description="The turns that have begun.")
    figures: list[FigureOut]
    dice: dict[str, DiceOut] = Field(description="By side, of however many sides.")
    throws: list[ThrowsOut] = Field(description="The same by the number of sides of a die, the fewest first.")
    lost: dict[str, dict[str, int]] = Field(description="By kind, then by side.")
    battles: list[BattleOut] = Field(description="Those with the greatest losses, the greatest first.")
    outlook: OutlookOut | None = Field(
        description="Of a match that is over; null before, and where no such games were played."
    )


class LotOut(BaseModel):
    """That many of a chit lie at a place."""

    pool: str = Field(description="Whose chits they are.", examples=["allied"])
    chit: str = Field(examples=["no-event"])
    place: str = Field(examples=["pool", "hand", "play"])
    number: int
    since: int = Field(description="How much you had been told when it became that many.")


class PoolsOut(BaseModel):
    """What is to be drawn and what was, as far as you may know."""

    number: int = Field(description="How much you had been told.")
    lots: list[LotOut]


class Ending(BaseModel):
    """How it ended."""

    winner: str | None = Field(description="A side, or null for a draw.")
    reason: str
    section: str


class ResultSeat(BaseModel):
    """Who played."""

    seat: str
    title: str
    side: str
    name: str | None = Field(description="The current name.")
    you: bool


class ResultOut(BaseModel):
    """A match that is over."""

    id: str
    game: str
    scenario: str
    title: str = Field(description="Of the scenario.")
    plan: str = Field(description="The printed board, counters and charts that it was played by.")
    hotseat: bool
    public: bool = Field(description="Anyone finds it without a key.")
    outcome: Ending
    seats: list[ResultSeat]
    began: str
    ended: str
    turn: int = Field(description="The last turn.")
    key: str | None = Field(description="The spectators' key, to look at the match itself.")
    rematch: str | None = Field(description="The match in which it is played once more, told to its players.")
    charts: ChartsOut


class ExportSeat(BaseModel):
    """A seat in an export."""

    seat: str
    title: str
    seal: str | None
    word: str | None = Field(description="What it added to the dice; published when the match is over.")
    sealed_as: str = Field(description="The seat on which its player sealed: another if the sides were drawn.")
    ahead: bool = Field(default=False, description="The word was open before the commitment, as its player wished.")


class ExportOut(BaseModel):
    """A match to keep. Whole, with the secret of its dice, once it is over; until then what the caller may know."""

    format: int
    match: str
    game: str
    scenario: str
    options: dict[str, Any]
    plan: str = Field(description="The printed board, counters and charts that it is played by.")
    rules: str | None = Field(description="Version of the rules that made the opening position.")
    rules_version: int = Field(description="Version of the shapes of positions and events.")
    status: str
    version: int = Field(description="How much the caller was told; the number of the last event once it is over.")
    commitment: str | None
    seats: list[ExportSeat]
    sides: Literal["chosen", "drawn"]
    clock: TermsOut | None = Field(description="What was agreed on its clocks; null without.")
    outcome: dict[str, Any] | None
    log: list[Line]
    link: str | None = Field(description="The newest link of the chain.")
    secret: str | None
    opening: dict[str, Any] | None
    opening_link: str | None = Field(description="Where the chain begins.")
    commands: list[dict[str, Any]] | None
    events: list[dict[str, Any]] | None
    state_hash: str | None
    lots: list[dict[str, Any]] | None = Field(description="Which chits lie where, and since which event.")
