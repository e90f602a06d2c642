"""Bodies and answers of the lobby."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, Field, StringConstraints, WithJsonSchema

from app.accounts.names import one_line
from app.clocks.schemas import ClocksOut, TermsIn, TermsOut
from app.matches.schemas import CommandId
from app.wire import LINE, Body, PlainObject, Word

HEX64 = r"^[0-9a-f]{64}$"
Hex64: TypeAlias = Annotated[str, StringConstraints(pattern=HEX64)]
"""32 bytes in small hexadecimal digits: a word, a seal, a commitment."""
Note: TypeAlias = Annotated[str, StringConstraints(max_length=120, pattern=LINE), AfterValidator(one_line)]
"""What a host says to whoever looks for a table."""
DelayTurns: TypeAlias = Literal[0, 1, 3]
Delay: TypeAlias = Literal[0, 900, 3600, 86400]
"""Not at all, a quarter of an hour, an hour, a day."""
MAX_SEATS = 16
BySeat: TypeAlias = Annotated[
    dict[Word, Hex64],
    Field(min_length=1, max_length=MAX_SEATS),
    # Left to itself, pydantic would describe an object in which members of other names may be anything.
    WithJsonSchema(
        {
            "type": "object",
            "propertyNames": {"maxLength": 64, "pattern": LINE},
            "additionalProperties": {"type": "string", "pattern": HEX64},
            "minProperties": 1,
            "maxProperties": MAX_SEATS,
        }
    ),
]
"""One such value for each of some seats."""


Strength: TypeAlias = Literal["recruit", "officer", "staff"]
"""How strong a program is that plays against people."""
Programs: TypeAlias = Annotated[
    dict[Word, Strength],
    Field(max_length=MAX_SEATS),
    WithJsonSchema(
        {
            "type": "object",
            "propertyNames": {"maxLength": 64, "pattern": LINE},
            "additionalProperties": {"type": "string", "enum": ["recruit", "officer", "staff"]},
            "maxProperties": MAX_SEATS,
        }
    ),
]
"""The programs that sit in some seats."""


class SeatOption(BaseModel):
    """A seat that a scenario has."""

    id: str = Field(examples=["german"])
    title: str = Field(examples=["German Empire"])
    side: str = Field(description="The side for which it plays; seats of one side win together.", examples=["german"])
    programs: list[str] = Field(description="The strengths of the programs that can sit there.", examples=[["recruit"]])


class ScenarioOut(BaseModel):
    """One way to begin a game."""

    id: str
    title: str
    summary: str
    seats: list[SeatOption]
    options: list[dict[str, Any]]
    variant: str = Field(description="The variant that it belongs to; empty for that of the game itself.")
    shares: str = Field(description="The scenario whose sides it shares out among more people; else empty.")
    pictures: list[str] = Field(description="The boards whose pictures stand for it.", examples=[["schlieffens-war"]])


class BoardOut(BaseModel):
    """A board that a game is played on."""

    id: str = Field(examples=["schlieffens-war"])
    folder: str = Field(
        description="Its drawing under /boards: of a match begun on an earlier map that one, else named as its id.",
        examples=["schlieffens-war", "earlier/august-1914/schlieffens-war"],
    )
    title: str
    prefix: str = Field(description="What the ids of its hexes begin with, before their numbers.", examples=["", "E"])
    read: str = Field(description="What people read instead of that.", examples=["", "E"])


class GameOut(BaseModel):
    """A game on offer."""

    id: str
    title: str
    summary: str
    missing: str = Field(description="Of a game under construction what is not in it yet; else empty.")
    boards: list[BoardOut] = Field(description="The first is shown first.")
    plans: list[str] = Field(
        description="What it can be played by: a new match names one as its option ``plan``, or has the first."
    )
    scenarios: list[ScenarioOut]


class ChartOut(BaseModel):
    """A printed table."""

    id: str = Field(examples=["combat"])
    title: str
    section: str
    columns: list[str]
    rows: list[list[str]] = Field(description="As many cells as there are columns.")
    note: str


class RuleOut(BaseModel):
    """A section in our own words. ``§8.3`` in a paragraph refers to another."""

    section: str = Field(examples=["8.3"])
    title: str
    text: list[str] = Field(description="Paragraphs.")
    example: list[str] = Field(description="Paragraphs of an example.")
    chart: str = Field(description="The id of the chart that belongs to it, or empty.")


class ChapterOut(BaseModel):
    """The sections that begin with the same number."""

    number: str
    title: str
    rules: list[RuleOut]


class RulesOut(BaseModel):
    """The rules of a game."""

    chapters: list[ChapterOut] = Field(description="Empty for a game that has none to look up.")
    charts: list[ChartOut]


class MatchIn(Body):
    """A match to be made. With ``hotseat`` the maker takes all seats, otherwise ``seat``, or the first.

    A ``public`` match is listed for everyone while a seat is free and while it is in play; its note too.
    """

    game: Word = Field(examples=["schlieffens-war"])
    scenario: Word = Field(examples=["campaign"])
    options: PlainObject = Field(default_factory=dict)
    seat: Word | None = None
    hotseat: bool = False
    programs: Programs = Field(default_factory=dict, description="By seat, the program that sits there.")
    listing: Literal["public", "unlisted"] = "unlisted"
    pace: Literal["", "live", "days"] = Field(default="", description="In one sitting, or over days and weeks.")
    clock: TermsIn | None = Field(default=None, description="Null: a match without clocks.")
    delay: Delay = Field(default=0, description="By how many seconds those who only watch are told later.")
    delay_turns: DelayTurns = Field(default=0, description="By how many turns of the game, instead of a time.")
    hints: bool | None = Field(
        default=None,
        description="Whether players may ask a program what it would do. Left out: against programs alone they may.",
    )
    dice_stand: bool = Field(default=False, description="Whether nothing is taken back past a die, by consent neither.")
    note: Note = ""
    sides: Literal["chosen", "drawn"] = Field(
        default="chosen",
        description="``drawn``: players are dealt the seats when the last word is open, by the secret and all words.",
    )


class SitIn(Body):
    """Someone takes a seat, and may seal a word at once."""

    invite: Word = Field(default="", description="Not needed at a public table.")
    seal: Hex64 | None = Field(default=None, description="As in ``seals``.")


class LetWatchIn(Body):
    """Whether people may watch from your side, as far as you are concerned."""

    seat: Word
    yes: bool


class TakeOverIn(Body):
    """Someone takes over a seat that its player has left. Sent again with the same id it is done once."""

    id: CommandId = Field(examples=["c0ffee00-0001"])
    invite: Word = Field(default="", description="Not needed at a public table.")


class StandInIn(Body):
    """Someone agrees to stand in for a seat's player. Sent again with the same id it is done once."""

    id: CommandId = Field(examples=["c0ffee00-0001"])
    key: Word = Field(description="As the link of the seat's player has it.")


class StandInProgramIn(Body):
    """A seat's player has a program stand in. Sent again with the same id it is done once."""

    id: CommandId = Field(examples=["c0ffee00-0001"])
    program: Strength = Field(description="Its strength.", examples=["recruit"])


class StandInDeedIn(Body):
    """What a stand-in says of himself. Sent again with the same id it is done once."""

    id: CommandId = Field(examples=["c0ffee00-0001"])


class SealsIn(Body):
    """Seals of your seats: SHA-256 of ``greatwar seal/{match}/{seat}/{word}``."""

    seals: BySeat = Field(examples=[{"german": 64 * "0"}])


class SealAgainIn(Body):
    """All words are to be sealed again: the commitment that is to be void, and new seals of your seats."""

    commitment: Hex64 = Field(description="The one that you know. If it is void already, only the seals are taken.")
    seals: BySeat = Field(examples=[{"german": 64 * "0"}])


class WordsIn(Body):
    """Words of your seats, opened under a commitment that you have noted."""

    commitment: Hex64 = Field(description="The commitment that you know; if the match has another, no word is opened.")
    words: BySeat = Field(examples=[{"german": 64 * "0"}])


class WordsAheadIn(Body):
    """Words of your sealed seats, handed in before there is a commitment, so that the match can begin without you."""

    words: BySeat = Field(examples=[{"german": 64 * "0"}])


class SeatOut(BaseModel):
    """A seat of a match."""

    seat: str
    title: str
    side: str
    in_text: str = Field(description="The seat as sentences name it.", examples=["the German right wing"])
    side_in_text: str = Field(description="Its side as sentences name it.", examples=["the German side"])
    chief: bool = Field(description="Whether it is the commander in chief of several on its side.")
    boards: list[str] = Field(
        description="The boards on which it commands, where its side shares them out; empty for all.",
        examples=[["great-war-east"]],
    )
    name: str | None = Field(description="The player in this seat.")
    program: str | None = Field(description="The strength of the program that sits there; null for a person.")
    you: bool
    taken: bool
    open: bool = Field(description="Its player has left it to others: someone may take it over.")
    online: bool
    seal: str | None = Field(description="Seal of the word that this seat adds to the dice.")
    opened: bool = Field(description="Whether the word has been opened.")
    ahead: bool = Field(description="Whether it was before the server's commitment: the match may begin without you.")
    kept_for: str | None = Field(description="For whom alone it is free; told to those who play here or may.")
    kept_for_you: bool
    sealed_as: str = Field(description="The seat on which its player sealed: not this one, if the sides were drawn.")
    shows: bool = Field(description="Whether its player agrees that people watch from this side.")
    stand_in: str | None = Field(description="Who has agreed to play while its player is away.")
    stand_in_program: str | None = Field(description="The strength of a stand-in that is a program.")
    programs: list[str] = Field(description="The strengths of the programs that can stand in there.")
    stands_in: bool = Field(description="Whether the stand-in plays now.")
    stand_in_you: bool
    stand_in_key: str | None = Field(description="With which someone can agree to stand in; told to its player alone.")


class OutcomeOut(BaseModel):
    """How a match ended."""

    winner: str | None = Field(description="The side that won, with all its seats; null for a draw.")
    reason: str
    section: str


class GlanceOut(BaseModel):
    """How a match stands, as everyone may know it."""

    turn: int
    title: str = Field(description="Of the step.", examples=["German Movement"])
    deciders: list[str] = Field(description="The seats that are to decide.", examples=[["german"]])


class VoidedOut(BaseModel):
    """A round of sealing that was void: someone had all words sealed again."""

    seat: str = Field(description="Where the one sat who asked for it.")
    at: str = Field(examples=["2026-11-22T18:00:00.000+00:00"])
    commitment: str = Field(description="The server's, of which nothing came.")
    left: bool = Field(description="Whether someone else sits there by now, or nobody.")


class WhatIfOfOut(BaseModel):
    """What a match came of that only tries something out."""

    of: str = Field(description="The match of which a moment is tried out.")
    seat: str = Field(description="Your seat there, whose view it was made from.")
    number: int = Field(description="Of the moment, as your viewpoint counts.")
    turn: int
    title: str = Field(description="Of the step at that moment.")
    side: str = Field(description="That of your seat.")
    dealt: list[str] = Field(
        description="What you could not see there, by id: units, or cards. It was dealt by chance."
    )
    until: str = Field(description="Then it is gone.")
    whole: bool = Field(
        description="Whether that match was over: then everything lies as it did, and nothing is dealt."
    )
    by: str = Field(description="The name of whoever began it.")
    yours: bool = Field(description="Whether you began it.")
    let_in: list[str] = Field(description="The names of those who were let in: they move all seats too.")


class MatchOut(BaseModel):
    """A match as the lobby shows it. ``invite`` and ``spectate`` are told to those who sit in it."""

    id: str
    game: str
    scenario: str
    plan: str = Field(description="The printed board, counters and charts that it is played by.")
    boards: list[BoardOut] = Field(description="As the game has them, drawn as its plan has them.")
    drafts_ahead: bool = Field(description="Whether your next turn can be drafted, and tried, in others' turns.")
    status: Literal["open", "opening", "active", "finished", "called-off"]
    hotseat: bool
    version: int = Field(
        description="The number of your first seat's viewpoint; of the spectators', if you have no seat."
    )
    seats: list[SeatOut]
    invite: str | None
    spectate: str | None
    commitment: str | None = Field(
        description="SHA-256 of the secret of the dice, in hex. There is none before all seats have sealed their words."
    )
    voided: list[VoidedOut] = Field(description="Rounds of sealing that were void, before the match began.")
    can_seal_again: bool = Field(description="Whether the players may have all words sealed again now.")
    outcome: OutcomeOut | None
    at: str = Field(
        description="When something of it was last told to everyone.", examples=["2026-11-22T18:00:00.000+00:00"]
    )
    glance: GlanceOut | None = Field(description="Null where no process of the server has noted it yet.")
    listing: Literal["public", "unlisted", "invitation"] = Field(
        description="Found by everyone, by whoever has its link, by those for whom its seats are kept."
    )
    pace: Literal["", "live", "days"]
    note: str = Field(description="What its host says of it.")
    sides: Literal["chosen", "drawn"]
    clocks: ClocksOut | None = Field(
        description="Null in a match without clocks, and for those who are told later than the players."
    )
    delay: int = Field(description="By how many seconds those who only watch are told later, while it is in play.")
    delay_turns: int = Field(description="By how many turns, if not by a time.")
    hints: bool = Field(description="Whether its players may ask a program what it would do.")
    dice_stand: bool = Field(description="Whether nothing is taken back past a die, not even by consent.")
    watched: dict[str, int] = Field(description="By viewpoint, how many people watch from it now.")
    watch: dict[str, str] = Field(
        description="By viewpoint, the keys with which people watch from your side, if all who play it agree."
    )
    rematch: str | None = Field(description="The match in which it is played once more, told to its players.")
    imagines: bool = Field(
        description="Whether a position of it can be tried out: what is hidden is dealt, or known once it is over."
    )
    what_if: WhatIfOfOut | None = Field(description="Of what it is a trial; null of a match that counts.")


class TableSeatOut(BaseModel):
    """A seat of a public match."""

    seat: str
    title: str
    side: str
    name: str | None = Field(description="The player in this seat.")
    you: bool
    free: bool
    open: bool = Field(description="Its player has left it to others: you may take it over.")


class TableOut(BaseModel):
    """A public match: one that has a free seat, or one in play that anyone may watch."""

    id: str
    game: str
    scenario: str
    options: dict[str, Any]
    seats: list[TableSeatOut]
    pace: Literal["", "live", "days"]
    note: str
    sides: Literal["chosen", "drawn"]
    clock: TermsOut | None = Field(description="Null: without clocks.")
    delay: int = Field(description="By how many seconds those who only watch are told later, while it is in play.")
    delay_turns: int = Field(description="By how many turns, if not by a time.")
    hints: bool = Field(description="Whether its players may ask a program what it would do.")
    dice_stand: bool = Field(description="Whether nothing is taken back past a die, not even by consent.")
    made_at: str = Field(examples=["2026-11-22T18:00:00+00:00"])
    key: str | None = Field(description="The spectators' key of a match in play.")
    glance: GlanceOut | None = Field(description="How a match in play stands; null also where nobody has noted it yet.")


class TablesOut(BaseModel):
    """A page of public matches, the newest first."""

    tables: list[TableOut]
    after: str | None = Field(description="Where the next page begins; null on the last.")
