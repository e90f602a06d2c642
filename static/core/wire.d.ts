/* Made by tools/wire_types.py of the Python that builds what goes over the wire: change that, not this. */

/** Why something is not allowed: a sentence for the player, the section that says so, and the units that must do something first, if it names any. */
export interface RefusalJson {
  code: string;
  section: string;
  text: string;
  units?: string[];
}

/** How a match ended. The winner is a side, or null for a draw. */
export interface OutcomeJson {
  winner: string | null;
  reason: string;
  section: string;
}

/** What a player should know before going on. */
export interface Warning {
  text: string;
  section: string;
  hex?: string;
  late?: boolean;
}

/** One name of `of`. */
export interface OneOf {
  of: string[];
  refused: Record<string, RefusalJson>;
  labels?: Record<string, string>;
  notes?: Record<string, string>;
}

/** Some names of `of`, in order; one may come more than once if `repeats`. */
export interface SomeOf {
  of: string[];
  least: number;
  most: number;
  repeats: boolean;
  refused: Record<string, RefusalJson>;
  labels?: Record<string, string>;
  proposed?: string[];
}

/** A way to one of some ends, the start left out; `others`: further ways to an end that has several. */
export interface Path {
  ways: Record<string, string[]>;
  costs: Record<string, number>;
  refused: Record<string, RefusalJson>;
  others?: Record<string, string[][]>;
}

/** A whole number. */
export interface Count {
  least: number;
  most: number;
}

/** Yes or no; `refusal` says why it cannot be yes, `needed` why it must be. `even`: neither is proposed. */
export interface Flag {
  refusal: RefusalJson | null;
  needed: RefusalJson | null;
  labels?: Record<string, string>;
  even?: boolean;
}

/** Of `these` at most `most` more than of `than`; `refusal` is what is said of more. */
export interface Limit {
  these: string[];
  than: string[];
  most: number;
  refusal: RefusalJson;
}

/** What chosen names come to: a total of their weights within bounds, and limits. `most` is null without one. */
export interface Need {
  weights: Record<string, number>;
  least: number;
  most: number | null;
  limits: Limit[];
  title: string;
  optional: boolean;
}

/** Some names of `of`, none twice, that come to what `need` says, counted in `what`. */
export interface Sum {
  of: string[];
  need: Need;
  what: string;
  sparing: boolean;
  proposed: string[];
  refused: Record<string, RefusalJson>;
  labels?: Record<string, string>;
}

/** Names of `of` given to `groups`, each to one at most, and to exactly one if `every`. */
export interface Allotment {
  of: string[];
  groups: Record<string, Need>;
  what: string;
  every: boolean;
  refused: Record<string, RefusalJson>;
  labels?: Record<string, string>;
}

/** One argument of an order. The options of the first stand here; those of the others are asked for. */
export interface Slot {
  name: string;
  shape: "unit" | "units" | "hex" | "path" | "choice" | "count" | "flag";
  prompt?: string;
  place?: string;
  options?: OneOf | SomeOf | Path | Count | Flag | Sum | Allotment;
}

/** What players may choose when they make a match. */
export interface MatchOptionJson {
  id: string;
  kind: "flag" | "choice";
  title: string;
  help: string;
  section?: string;
  default: boolean | string;
  choices?: Record<string, string>;
  compulsory?: boolean;
  refusal?: RefusalJson | null;
  excludes?: Record<string, RefusalJson>;
}

/** What may be ordered now. With a `refusal` it may not, and that is why. */
export interface Offer {
  kind: string;
  label: string;
  section: string;
  note?: string;
  refusal?: RefusalJson | null;
  slots?: Slot[];
  warnings?: Warning[];
  unready?: string[];
  warns?: boolean;
  at_once?: boolean;
  rare?: boolean;
  help?: string;
  grave?: string;
}

/** The question put to a seat. `ask` is its name, which a command carries back. */
export interface Legal {
  ask: string;
  step: string;
  section: string;
  seat: string;
  yours: boolean;
  title: string;
  prompt: string;
  detail: string;
  offers: Offer[];
  why_not: Record<string, RefusalJson>;
  also?: string[];
  lane?: string;
  lanes?: Legal[];
}

/** A step of the turn, for the top of the screen. */
export interface Phase {
  key: string;
  side: string | null;
  title: string;
  section: string;
  state: "done" | "now" | "todo" | "skipped";
}

/** Where the match stands, and whom it waits for. */
export interface StepJson {
  key: string;
  title: string;
  section: string;
  side: string | null;
  deciders: string[];
}

/** What every game's view has. */
export interface View {
  game: string;
  scenario: string;
  viewer: string;
  turn: number;
  first_turn: number;
  turns: number;
  date?: string;
  phases: Phase[];
  step: StepJson;
  outcome: OutcomeJson | null;
}

export interface Rolled {
  die: number;
  for: string;
  sides?: number;
}

/** A sentence of a bulletin, and the places that it is about. */
export interface News {
  text: string;
  areas: string[];
}

/** News too great for a line of the log: everyone is shown a card. */
export interface Bulletin {
  title: string;
  lines: News[];
}

/** What a game tells of an event. Places are `hexes`, or `areas` on a board of areas. */
export interface LogLine {
  kind: string;
  section: string;
  side: string | null;
  text: string;
  means?: string;
  dice?: Rolled[];
  hexes?: string[];
  areas?: string[];
  path?: string[];
  bulletin?: Bulletin;
}

/** Who one is. */
export interface AccountOut {
  id: string;
  name: string;
}

/** A browser in which one is known. */
export interface SessionOut {
  id: string;
  agent: string;
  created_at: string;
  seen_at: string;
  expires_at: string;
  current: boolean;
}

/** How many sessions were ended. */
export interface EndedOut {
  ended: number;
}

/** A mail is on its way, if there is one to send. */
export interface SentOut {
  sent: boolean;
}

/** Ways to log in, besides passkeys and codes from other devices. */
export interface WaysOut {
  mail: boolean;
}

/** Your mail address. */
export interface MailOut {
  address: string;
  confirmed_at: string;
}

/** Your password, of which nothing is told but its age. */
export interface PasswordOut {
  changed_at: string;
}

/** A passkey of yours. */
export interface PasskeyOut {
  id: string;
  name: string;
  created_at: string;
  used_at: string | null;
}

/** Your account: what it is called, and how you can log in to it. */
export interface ProfileOut {
  id: string;
  name: string;
  created_at: string;
  zone: string | null;
  guest: boolean;
  matches: number;
  passkeys: PasskeyOut[];
  mail: MailOut | null;
  password: PasswordOut | null;
  sends_mail: boolean;
  sure: boolean;
}

/** A token of yours, without its secret. */
export interface ApiTokenOut {
  id: string;
  name: string;
  scopes: string[];
  created_at: string;
  used_at: string | null;
}

/** A new token. Its secret is shown this once. */
export interface NewTokenOut {
  id: string;
  name: string;
  scopes: string[];
  created_at: string;
  used_at: string | null;
  token: string;
}

/** Someone whom you have blocked. */
export interface BlockedOut {
  id: string;
  name: string;
  created_at: string;
}

/** Someone whose chat you have muted. */
export interface MuteOut {
  id: string;
  name: string;
  created_at: string;
}

/** It is done. */
export interface DoneOut {
  done: boolean;
}

/** Everything that is kept about you, but for hashes and keys. */
export interface AccountFileOut {
  format: string;
  account: Record<string, unknown>;
  sessions: Record<string, unknown>[];
  passkeys: Record<string, unknown>[];
  password: Record<string, unknown>[];
  mail: Record<string, unknown>[];
  one_time_secrets: Record<string, unknown>[];
  tokens: Record<string, unknown>[];
  blocks: Record<string, unknown>[];
  mutes: Record<string, unknown>[];
  reports: Record<string, unknown>[];
  seats: Record<string, unknown>[];
  matches: Record<string, unknown>[];
  channels: Record<string, unknown>[];
  notice_wishes: Record<string, unknown>[];
  notices: Record<string, unknown>[];
  commands: Record<string, unknown>[];
}

/** A code for another device. */
export interface CodeOut {
  code: string;
  expires_at: string;
}

/** Who you are now. */
export interface EnteredOut {
  id: string;
  name: string;
  brought: number;
}

/** A seat that a scenario has. */
export interface SeatOption {
  id: string;
  title: string;
  side: string;
  programs: string[];
}

/** One way to begin a game. */
export interface ScenarioOut {
  id: string;
  title: string;
  summary: string;
  seats: SeatOption[];
  options: Record<string, unknown>[];
  variant: string;
  shares: string;
  pictures: string[];
}

/** A board that a game is played on. */
export interface BoardOut {
  id: string;
  folder: string;
  title: string;
  prefix: string;
  read: string;
}

/** A game on offer. */
export interface GameOut {
  id: string;
  title: string;
  summary: string;
  missing: string;
  boards: BoardOut[];
  plans: string[];
  scenarios: ScenarioOut[];
}

/** A printed table. */
export interface ChartOut {
  id: string;
  title: string;
  section: string;
  columns: string[];
  rows: string[][];
  note: string;
}

/** A section in our own words. `§8.3` in a paragraph refers to another. */
export interface RuleOut {
  section: string;
  title: string;
  text: string[];
  example: string[];
  chart: string;
}

/** The sections that begin with the same number. */
export interface ChapterOut {
  number: string;
  title: string;
  rules: RuleOut[];
}

/** The rules of a game. */
export interface RulesOut {
  chapters: ChapterOut[];
  charts: ChartOut[];
}

/** A seat of a match. */
export interface SeatOut {
  seat: string;
  title: string;
  side: string;
  in_text: string;
  side_in_text: string;
  chief: boolean;
  boards: string[];
  name: string | null;
  program: string | null;
  you: boolean;
  taken: boolean;
  open: boolean;
  online: boolean;
  seal: string | null;
  opened: boolean;
  ahead: boolean;
  kept_for: string | null;
  kept_for_you: boolean;
  sealed_as: string;
  shows: boolean;
  stand_in: string | null;
  stand_in_program: string | null;
  programs: string[];
  stands_in: boolean;
  stand_in_you: boolean;
  stand_in_key: string | null;
}

/** How a match ended. */
export interface OutcomeOut {
  winner: string | null;
  reason: string;
  section: string;
}

/** How a match stands, as everyone may know it. */
export interface GlanceOut {
  turn: number;
  title: string;
  deciders: string[];
}

/** A round of sealing that was void: someone had all words sealed again. */
export interface VoidedOut {
  seat: string;
  at: string;
  commitment: string;
  left: boolean;
}

/** What a match came of that only tries something out. */
export interface WhatIfOfOut {
  of: string;
  seat: string;
  number: number;
  turn: number;
  title: string;
  side: string;
  dealt: string[];
  until: string;
  whole: boolean;
  by: string;
  yours: boolean;
  let_in: string[];
}

/** A match as the lobby shows it. `invite` and `spectate` are told to those who sit in it. */
export interface MatchOut {
  id: string;
  game: string;
  scenario: string;
  plan: string;
  boards: BoardOut[];
  drafts_ahead: boolean;
  status: "open" | "opening" | "active" | "finished" | "called-off";
  hotseat: boolean;
  version: number;
  seats: SeatOut[];
  invite: string | null;
  spectate: string | null;
  commitment: string | null;
  voided: VoidedOut[];
  can_seal_again: boolean;
  outcome: OutcomeOut | null;
  at: string;
  glance: GlanceOut | null;
  listing: "public" | "unlisted" | "invitation";
  pace: "" | "live" | "days";
  note: string;
  sides: "chosen" | "drawn";
  clocks: ClocksOut | null;
  delay: number;
  delay_turns: number;
  hints: boolean;
  dice_stand: boolean;
  watched: Record<string, number>;
  watch: Record<string, string>;
  rematch: string | null;
  imagines: boolean;
  what_if: WhatIfOfOut | null;
}

/** A seat of a public match. */
export interface TableSeatOut {
  seat: string;
  title: string;
  side: string;
  name: string | null;
  you: boolean;
  free: boolean;
  open: boolean;
}

/** A public match: one that has a free seat, or one in play that anyone may watch. */
export interface TableOut {
  id: string;
  game: string;
  scenario: string;
  options: Record<string, unknown>;
  seats: TableSeatOut[];
  pace: "" | "live" | "days";
  note: string;
  sides: "chosen" | "drawn";
  clock: TermsOut | null;
  delay: number;
  delay_turns: number;
  hints: boolean;
  dice_stand: boolean;
  made_at: string;
  key: string | null;
  glance: GlanceOut | null;
}

/** A page of public matches, the newest first. */
export interface TablesOut {
  tables: TableOut[];
  after: string | null;
}

/** An answer to each, in order: the answer itself, or `{"error": …}` for one that the rules refuse. */
export interface ConsultsOut {
  answers: Record<string, unknown>[];
}

/** What is noted as seen now. */
export interface SeenOut {
  last_seen: number;
}

/** A line of the log; a game may add members. */
export interface Line {
  seq: number;
  at: string;
  kind: string;
  section: string;
  text: string;
  standing: string | null;
  stand_in: string | null;
}

/** The command is taken: the seat's version now and what the seat is told of it. */
export interface CommandOut {
  version: number;
  link: string | null;
  lines: Line[];
}

/** Whether a command can be taken back, and which, or why none. */
export interface UndoState {
  allowed: boolean;
  text: string;
}

/** What someone proposed and not everyone has answered. */
export interface ProposalOut {
  id: string;
  what: "draw" | "surrender" | "demand" | "back" | "open" | "pause";
  seat: string;
  asked: string[];
  agreed: string[];
  back: number | null;
  of: string | null;
}

/** All that you may know of a match now. */
export interface StateOut {
  version: number;
  link: string | null;
  view: Record<string, unknown>;
  legal: Record<string, unknown> | null;
  undo: UndoState;
  proposals: ProposalOut[];
  clocks: ClocksOut | null;
  log: Line[];
  last_seen: number | null;
}

/** Log lines, oldest first. */
export interface LogOut {
  log: Line[];
}

/** An earlier position as you saw it then. */
export interface HistoryOut {
  number: number;
  newest: number;
  before: number;
  phase_before: number | null;
  phase_after: number | null;
  turn: number;
  title: string;
  view: Record<string, unknown>;
  log: Line[];
}

/** A link that someone noted. */
export interface LinkOut {
  there: boolean;
}

/** A figure turn by turn. */
export interface FigureOut {
  title: string;
  section: string;
  signed: boolean;
  values: Record<string, number[]>;
}

/** The dice of a side. */
export interface DiceOut {
  thrown: number;
  pips: number;
}

/** The dice of one number of sides. */
export interface ThrowsOut {
  sides: number;
  by_side: Record<string, DiceOut>;
}

/** A battle, as the line tells it that begins it. */
export interface BattleOut {
  number: number;
  turn: number;
  place: string;
  text: string;
  lost: Record<string, number>;
}

/** A turn that changed who was likely to win. */
export interface SwingOut {
  turn: number;
  number: number;
  side: string;
  by: number;
}

/** Who was likely to win, by games that programs played against each other. */
export interface OutlookOut {
  games: number;
  values: Record<string, number[]>;
  drawn: number[];
  swings: SwingOut[];
}

/** A match in figures, by your own log and views; of one that is over, by what everyone may see. */
export interface ChartsOut {
  number: number;
  turns: number[];
  figures: FigureOut[];
  dice: Record<string, DiceOut>;
  throws: ThrowsOut[];
  lost: Record<string, Record<string, number>>;
  battles: BattleOut[];
  outlook: OutlookOut | null;
}

/** That many of a chit lie at a place. */
export interface LotOut {
  pool: string;
  chit: string;
  place: string;
  number: number;
  since: number;
}

/** What is to be drawn and what was, as far as you may know. */
export interface PoolsOut {
  number: number;
  lots: LotOut[];
}

/** How it ended. */
export interface Ending {
  winner: string | null;
  reason: string;
  section: string;
}

/** Who played. */
export interface ResultSeat {
  seat: string;
  title: string;
  side: string;
  name: string | null;
  you: boolean;
}

/** A match that is over. */
export interface ResultOut {
  id: string;
  game: string;
  scenario: string;
  title: string;
  plan: string;
  hotseat: boolean;
  public: boolean;
  outcome: Ending;
  seats: ResultSeat[];
  began: string;
  ended: string;
  turn: number;
  key: string | null;
  rematch: string | null;
  charts: ChartsOut;
}

/** A seat in an export. */
export interface ExportSeat {
  seat: string;
  title: string;
  seal: string | null;
  word: string | null;
  sealed_as: string;
  ahead: boolean;
}

/** A match to keep. Whole, with the secret of its dice, once it is over; until then what the caller may know. */
export interface ExportOut {
  format: number;
  match: string;
  game: string;
  scenario: string;
  options: Record<string, unknown>;
  plan: string;
  rules: string | null;
  rules_version: number;
  status: string;
  version: number;
  commitment: string | null;
  seats: ExportSeat[];
  sides: "chosen" | "drawn";
  clock: TermsOut | null;
  outcome: Record<string, unknown> | null;
  log: Line[];
  link: string | null;
  secret: string | null;
  opening: Record<string, unknown> | null;
  opening_link: string | null;
  commands: Record<string, unknown>[] | null;
  events: Record<string, unknown>[] | null;
  state_hash: string | null;
  lots: Record<string, unknown>[] | null;
}

/** Something that was said; plain text, in which nothing is markup. */
export interface ChatMessage {
  number: number;
  seat: string | null;
  name: string;
  by: string;
  text: string;
  at: string;
  quotes: number | null;
  hidden: boolean;
}

/** A room that you may read. */
export interface RoomOut {
  room: string;
  write: boolean;
  newest: number;
  unread: number;
}

/** Your rooms, and messages of one of them, oldest first. */
export interface ChatOut {
  rooms: RoomOut[];
  messages: ChatMessage[];
  muted: string[];
}

/** Whose messages are muted now, or are no longer. */
export interface MutedOut {
  by: string;
  muted: boolean;
}

/** Up to which message you have read the room now. */
export interface ReadOut {
  number: number;
}

/** Why a command is not, or was not, given. */
export interface DraftRefusal {
  code: string;
  section: string;
  text: string;
}

/** What the log would say; a game may add members. */
export interface DraftLine {
  kind: string;
  section: string;
  text: string;
}

/** A drafted command and what comes of it now. */
export interface DraftTried {
  ask: string;
  command: Record<string, unknown>;
  least: string;
  status: "fits" | "refused" | "not_tried";
  why: string;
  refusal: DraftRefusal | null;
  lines: DraftLine[];
}

/** A command that was given, and what the log says of it. */
export interface Given {
  ask: string;
  command: Record<string, unknown>;
  lines: Line[];
}

/** An attack that would have been fought at lower odds than it demands. */
export interface LeftOut {
  command: Record<string, unknown>;
  text: string;
}

/** What came of a draft that was sent ahead. */
export interface DraftNotice {
  played: Given[];
  left_out: LeftOut[];
  rest: number;
  stopped: DraftRefusal | null;
}

/** A draft, tried on the current position as far as its orders could be taken back. */
export interface DraftOut {
  seat: string;
  revision: number;
  based_on: number;
  version: number;
  commands: DraftTried[];
  ready: number;
  ahead: boolean;
  sending: string | null;
  odds: string[];
  goes: boolean;
  through: boolean;
  notice: DraftNotice | null;
  view: Record<string, unknown> | null;
  legal: Record<string, unknown> | null;
}

/** What came of sending a draft. */
export interface DraftSentOut {
  played: Given[];
  left_out: LeftOut[];
  rest: number;
  stopped: DraftRefusal | null;
  draft: DraftOut;
}

/** A moment that you marked. */
export interface BookmarkOut {
  number: number;
  turn: number;
  title: string;
  note: string;
  at: string;
}

/** Your bookmarks, the earliest moment first. */
export interface BookmarksOut {
  bookmarks: BookmarkOut[];
}

/** Something drawn on the map of your side. */
export interface MarkOut {
  id: string;
  seat: string;
  name: string;
  kind: "ring" | "arrow" | "ping";
  places: string[];
  text: string;
  at: string;
  yours: boolean;
}

/** The marks of your side, oldest first. */
export interface MarksOut {
  marks: MarkOut[];
}

/** What was agreed on the clocks of a match, in seconds. */
export interface TermsOut {
  bank: number;
  increment: number;
  most: number;
  weekends: "run" | "stop";
  zone: string;
  at_zero: "remind" | "open" | "forfeit";
}

/** The clock of a seat. */
export interface ClockOut {
  left: number;
  running: boolean;
  out: boolean;
  zero: string | null;
  stops: string | null;
  resumes: string | null;
}

/** The clocks of a match, the same for everyone. */
export interface ClocksOut {
  now: string;
  terms: TermsOut;
  paused: boolean;
  seats: Record<string, ClockOut>;
}

/** Days on which you are away. */
export interface VacationOut {
  id: string;
  first: string;
  last: string;
  now: boolean;
}

/** When you are away. */
export interface VacationsOut {
  vacations: VacationOut[];
  days_left: number;
}

/** Something that a standing order can say. */
export interface StandingChoice {
  key: string;
  text: string;
}

/** When a standing order holds; the first choice is no condition. */
export interface StandingCondition {
  key: string;
  title: string;
  choices: StandingChoice[];
}

/** A small decision that can be answered beforehand. */
export interface StandingKind {
  key: string;
  title: string;
  section: string;
  steps: string[];
  answers: StandingChoice[];
  conditions: StandingCondition[];
  sensible: string;
}

/** A standing order of yours. */
export interface StandingOut {
  kind: string;
  answer: string;
  conditions: Record<string, string>;
  ends: "turn" | "phase" | "changed";
  dropped: string | null;
}

/** What you can answer beforehand, and what you do. */
export interface StandingOrdersOut {
  kinds: StandingKind[];
  orders: StandingOut[];
}

/** A channel of yours. */
export interface ChannelOut {
  id: string;
  way: "mail" | "push" | "webhook";
  name: string;
  modes: Record<"turn" | "clock" | "proposal" | "began" | "ended" | "joined" | "chat", "off" | "at_once" | "gathered" | "daily">;
  trouble: string;
  created_at: string;
}

/** A new channel. */
export interface NewChannelOut {
  id: string;
  way: "mail" | "push" | "webhook";
  name: string;
  modes: Record<"turn" | "clock" | "proposal" | "began" | "ended" | "joined" | "chat", "off" | "at_once" | "gathered" | "daily">;
  trouble: string;
  created_at: string;
  secret: string | null;
}

/** Hours of your day in which nothing is sent to you. */
export interface QuietOut {
  begins: number;
  ends: number;
}

/** How you are told of your matches. */
export interface NoticesOut {
  channels: ChannelOut[];
  quiet: QuietOut | null;
  digest_hour: number;
  muted: string[];
  push_key: string;
  sends_mail: boolean;
}

/** What became of a notice on its way by one of your channels. */
export interface DeliveryOut {
  id: string;
  channel: string;
  way: "mail" | "push" | "webhook";
  kind: "turn" | "clock" | "proposal" | "began" | "ended" | "joined" | "chat" | "test";
  match: string | null;
  seat: string | null;
  status: "waiting" | "sent" | "lapsed" | "failed";
  reason: string;
  tries: number;
  at: string;
  due_at: string | null;
  done_at: string | null;
}

/** A test is on its way. */
export interface TestedOut {
  id: string;
}

/** How someone stands on a side of a game. */
export interface RatingFigures {
  rating: number | null;
  provisional: boolean;
  played: number;
  won: number;
  drawn: number;
  lost: number;
}

/** Someone on the ladder. */
export interface LadderRow {
  rating: number | null;
  provisional: boolean;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  player: string;
  name: string;
  you: boolean;
}

/** The best of one side. */
export interface LadderSide {
  side: string;
  title: string;
  players: LadderRow[];
}

/** The ladder of a game, side by side. */
export interface LadderOut {
  game: string;
  sides: LadderSide[];
}

/** How often someone plays a side of a game. */
export interface PlaysRow {
  rating: number | null;
  provisional: boolean;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  game: string;
  side: string;
  title: string;
}

/** A public match that someone played to its end. */
export interface PlayedRow {
  id: string;
  game: string;
  scenario: string;
  ended: string;
  side: string;
  result: "won" | "drawn" | "lost";
  rated: boolean;
}

/** What someone plays, in public matches. */
export interface PlayerOut {
  player: string | null;
  name: string;
  you: boolean;
  plays: PlaysRow[];
  matches: PlayedRow[];
}

/** What a match did to the rating of a player. */
export interface SeatChange {
  seat: string;
  before: number;
  after: number;
  provisional: boolean;
}

/** What a match did to the ratings of its players. */
export interface MatchRatingOut {
  match: string;
  seats: SeatChange[];
}

/** Something that you try out. */
export interface WhatIfOut {
  of: string;
  seat: string;
  number: number;
  turn: number;
  title: string;
  side: string;
  dealt: string[];
  until: string;
  whole: boolean;
  by: string;
  yours: boolean;
  let_in: string[];
  id: string;
  game: string;
}

/** All that you try out now, the newest first. */
export interface WhatIfsOut {
  what_ifs: WhatIfOut[];
  most: number;
}

/** A sentence that speaks for an order. */
export interface ReasonOut {
  text: string;
  section: string;
}

/** Where an order lies on the map. */
export interface OnMapOut {
  origins: string[];
  way: string[];
  to: string;
}

/** An order that a program would give. */
export interface CourseOut {
  command: Record<string, unknown>;
  reasons: ReasonOut[];
  odds: string;
  map: OnMapOut;
}

/** Why there is no hint. */
export interface HintRefusal {
  code: string;
  section: string;
  text: string;
}

/** A hint: what a program would do in your place, knowing what you were told and nothing else. */
export interface HintOut {
  id: string;
  ask: string;
  status: "waiting" | "given" | "failed";
  before: number;
  strength: string;
  courses: CourseOut[];
  error: HintRefusal | null;
}

/** Why there are none, or not all. */
export interface ThoughtsRefusal {
  code: string;
  section: string;
  text: string;
}

/** How far it is known what the programs of a match thought. */
export interface ThoughtsOut {
  status: "none" | "waiting" | "ended";
  before: number;
  turns: number[];
  error: ThoughtsRefusal | null;
}

/** An order that a program weighed and did not give. */
export interface WeighedOut {
  text: string;
  reasons: ReasonOut[];
  odds: string;
  worth: string;
}

/** An order that a program gave. */
export interface ThoughtOut {
  text: string;
  reasons: ReasonOut[];
  odds: string;
  worth: string;
  instead: string;
  others: WeighedOut[];
  rejected: WeighedOut[];
}

/** A figure of units that the program did not see. */
export interface GuessFigure {
  title: string;
  taken: number;
  was: number;
}

/** A place about which a program was wrong. */
export interface WrongGuess {
  place: string;
  title: string;
  units: number;
  figures: GuessFigure[];
}

/** What a program took units for that it did not see, beside what they were. */
export interface GuessesOut {
  places: number;
  units: number;
  figures: GuessFigure[];
  wrong: WrongGuess[];
}

/** A phase of a program's seat. */
export interface PhaseThoughts {
  seat: string;
  strength: string;
  title: string;
  section: string;
  number: number;
  guesses: GuessesOut | null;
  orders: ThoughtOut[];
}

/** What the programs of a match thought in one turn. */
export interface TurnThoughts {
  turn: number;
  phases: PhaseThoughts[];
}

/** The place of a match among those that wait for programs. */
export interface ProgramQueueOut {
  before: number;
}
