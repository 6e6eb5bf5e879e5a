// Made from the models of the server by `python -m ludothek.server.wire.typescript`.
// Do not change it here: change the models in src/ludothek/server.

/** Do something in a match; sent again with the same content it is done once. */
export interface Act {
  type: "act";
  ref: number;
  match: string;
  command: Join | Leave | Decide | Place | Resign | Propose | Answer | Hasten;
}

/** How thoroughly to look. */
export interface AnalysisRequest {
  level?: number;
}

/** Answer an offer; who made it takes it back with a no. */
export interface Answer {
  type: "answer";
  what: "draw" | "takeback" | "rematch";
  accept: boolean;
}

/** The server's heart beats; silence for three beats means that the line is dead. */
export interface Beat {
  type: "beat";
  now: number;
}

/** The server closes the line; come back after so many milliseconds. */
export interface Bye {
  type: "bye";
  reason: "restart" | "slow" | "silent" | "replaced";
  retry: number;
}

/** The clocks: what each seat has left, and whose is running. */
export interface ClockInfo {
  kind: "none" | "turn" | "fischer" | "days";
  base: number;
  increment: number;
  left: number[];
  running: number | null;
  placement: number;
  placing: number | null;
}

/** A match that was set up, with the links to its open seats. */
export interface CreatedMatch {
  match: MatchInfo;
  view: View;
  links: SeatLink[];
}

/** A login name and a password. */
export interface Credentials {
  login: string;
  password: string;
}

/** Take decisions, from a ply on. */
export interface Decide {
  type: "decide";
  ply: number;
  decisions: string[];
  seq?: number | null;
}

/** A command was carried out and stored. */
export interface Done {
  type: "done";
  ref: number;
  seq: number;
}

/** What a computer thinks of a position: the share each seat can expect, and a line. */
export interface Evaluation {
  ply: number;
  seat: number;
  shares: number[];
  best: string[];
  lines?: LineInfo[];
  proof?: ProofInfo | null;
  verdict?: "" | "worse" | "lost" | "win-thrown";
  loss?: number;
  spot?: SpotInfo | null;
}

/** A ply of a match: the position, and the decision that led to it. */
export interface Frame {
  ply: number;
  happened: Happened | null;
  view: View;
}

/** Some plies of a match, in order. */
export interface Frames {
  match: string;
  plies: number;
  frames: Frame[];
}

/** A game that can be played here. */
export interface GameInfo {
  name: string;
  title: string;
  version: number;
  seat_counts: number[];
  options: OptionInfo[];
  rulebooks: Record<string, Record<string, string>>;
  levels: number[];
  ratings: Record<string, number[]>;
  words: Record<string, Record<string, unknown>>;
}

/** A match that cannot be followed. */
export interface Gone {
  type: "gone";
  match: string;
  problem: Problem;
}

/** A decision that was taken, and what it made happen. */
export interface Happened {
  ply: number;
  seat: number;
  decision: string;
  events: Happening[];
  motion?: number | null;
  by_clock?: boolean;
}

/** One thing that a decision made happen. */
export interface Happening {
  event: string;
  [field: string]: unknown;
}

/** Have the rest played quickly, once only computers are left in the game. */
export interface Hasten {
  type: "hasten";
}

/** How a piece is being held. */
export interface Held {
  type: "held";
  match: string;
  ply: number;
  seat: number;
  spot: SpotInfo;
}

/** What whoever runs the server has chosen for its people. */
export interface HostInfo {
  games: "browser" | "server";
}

/** Show the others how a piece is being held over a simulated table; never stored. */
export interface Hover {
  face: string;
  yaw: number;
  x: number;
  y: number;
  type: "hover";
  match: string;
  ply: number;
}

/** Work in progress, and what it found so far. */
export interface JobInfo {
  id: string;
  kind: "hint" | "analysis";
  match: string;
  state: "waiting" | "working" | "done" | "failed" | "cancelled";
  done: number;
  total: number;
  evaluations: Evaluation[];
}

/** Progress of a job of yours. */
export interface JobNews {
  type: "job";
  job: JobInfo;
}

/** Sit down in an open seat of a public match. */
export interface Join {
  type: "join";
  seat?: number | null;
}

/** Stand up before the match begins; its owner calls it off. */
export interface Leave {
  type: "leave";
}

/** A decision that may be taken: its text, its kind, and what it touches. */
export interface Legal {
  text: string;
  kind: string;
  [field: string]: unknown;
}

/** One way to go on, and the share the seat that decides can expect of it. */
export interface LineInfo {
  moves: string[];
  share: number;
}

/** Follow the lobby, or no longer. */
export interface Lobby {
  type: "lobby";
  on: boolean;
}

/** Open invitations, matches that can be watched, and how many people are here. */
export interface LobbyNews {
  type: "lobby";
  open: MatchSummary[];
  playing: MatchSummary[];
  online: number;
}

/** A bot's token; the secret is shown this once. */
export interface MadeToken {
  id: string;
  label: string;
  created: number;
  expires: number | null;
  used: number | null;
  token: string;
}

/** Everything about a match but its board. */
export interface MatchInfo {
  id: string;
  seq: number;
  game: string;
  rules: number;
  options: Record<string, string>;
  seats: SeatInfo[];
  you: number[];
  gave_up: number[];
  owner: boolean;
  status: "open" | "playing" | "finished" | "abandoned";
  public: boolean;
  starter: "fixed" | "random" | "loser";
  hints: boolean;
  takebacks: boolean;
  clock: ClockInfo;
  ply: number;
  dealt: number;
  to_move: number | null;
  table: TableInfo | null;
  offers: OfferInfo[];
  hastened: boolean;
  result: Result | null;
  called_off: "abandoned" | "old-rules" | null;
  previous: string | null;
  next: string | null;
  created: number;
  updated: number;
  watchers: number;
}

/** Some matches, the newest first, and where to go on. */
export interface MatchList {
  matches: MatchSummary[];
  next: string | null;
}

/** A match as you see it. */
export interface MatchState {
  match: MatchInfo;
  view: View;
}

/** A match in a list. */
export interface MatchSummary {
  id: string;
  game: string;
  options: Record<string, string>;
  seats: SeatSummary[];
  status: "open" | "playing" | "finished" | "abandoned";
  public: boolean;
  clock: ClockInfo;
  ply: number;
  to_move: number | null;
  result: Result | null;
  replayable: boolean;
  created: number;
  updated: number;
}

/** Who the server takes you for. */
export interface Me {
  id: string;
  name: string;
  account: string | null;
  recovery_until: number | null;
}

/** A placement, from letting go to rest. */
export interface Motion {
  number: number;
  spot: PlacedSpot;
  tremor: TremorInfo;
  stands: boolean;
  decision: string;
  stacks: string[][];
  start: number[];
  poses: Record<string, number[]>;
  path: Record<string, string>;
  frames: number;
  versions: Record<string, string>;
}

/** How much time there is: seconds for a turn or for the match, or days for a turn. */
export interface NewClock {
  kind?: "none" | "turn" | "fischer" | "days";
  seconds?: number | null;
  increment?: number | null;
  days?: number | null;
  placement?: number | null;
}

/** Somebody who wants to play at once. */
export interface NewGuest {
  name?: string | null;
}

/** A match to be set up. */
export interface NewMatch {
  game: string;
  seats: NewSeat[];
  rulebook?: string | null;
  options?: Record<string, string>;
  clock?: NewClock;
  starter?: "fixed" | "random" | "loser";
  public?: boolean;
  hints?: boolean | null;
  takebacks?: boolean;
  position?: string | null;
  origin?: Origin | null;
}

/** A change of password; all other devices and all bots are signed out. */
export interface NewPassword {
  old: string;
  new: string;
}

/** Who is to sit somewhere: you, somebody beside you, whoever comes, or a computer. */
export interface NewSeat {
  kind: "me" | "here" | "open" | "computer";
  name?: string | null;
  level?: number | null;
}

/** A bot's token to be made. */
export interface NewToken {
  label: string;
  days?: number | null;
}

/** A standing offer, and who agreed so far; the first one made it. */
export interface OfferInfo {
  what: "draw" | "takeback" | "rematch";
  agreed: number[];
}

/** A named alternative reading of the rules; the first value is the default. */
export interface OptionInfo {
  name: string;
  values: string[];
}

/** A position of another match to start from. */
export interface Origin {
  match: string;
  ply: number;
}

/** A position of a plug-in, as it draws it; to be shown as an image, where no script runs. */
export interface Picture {
  svg: string;
  box: number[];
  places: PlaceInfo[];
  placing: PlacingInfo | null;
}

/** Let go of the piece in the hand, over a simulated table. */
export interface Place {
  face: string;
  yaw: number;
  x: number;
  y: number;
  type: "place";
  ply: number;
}

/** A rectangle of a picture that can be touched. */
export interface PlaceInfo {
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How a piece was let go. */
export interface PlacedSpot {
  face: string;
  yaw: number;
  x: number;
  y: number;
  piece: string;
}

/** A piece is to be let go over a simulated table, with the command `place`. */
export interface PlacingInfo {
  faces: string[];
  surface: SurfaceInfo | null;
}

/** Decisions to be tried without taking them. */
export interface Prefix {
  ply: number;
  decisions: string[];
}

/** Who is there. */
export interface Presence {
  type: "presence";
  match: string;
  online: number[];
  watchers: number;
}

/** Try decisions without taking them. */
export interface Preview {
  type: "preview";
  ref: number;
  match: string;
  ply: number;
  decisions: string[];
}

/** Where decisions would lead. */
export interface Previewed {
  type: "previewed";
  ref: number;
  tried: Tried;
}

/** Why something was refused: a code and its parameters for translation, and a sentence. */
export interface Problem {
  code: string;
  params?: Record<string, string | number>;
  message: string;
}

/** What is certain for the seat that decides, and within how many decisions. */
export interface ProofInfo {
  result: "win" | "draw" | "loss";
  decisions: number;
}

/** Offer a draw, to take the last turn back, or a rematch. */
export interface Propose {
  type: "offer";
  what: "draw" | "takeback" | "rematch";
}

/** A game record, as text or as a line of JSON. */
export interface RecordText {
  record: string;
}

/** Gives an identity to whoever has it; works once. */
export interface RecoveryCode {
  code: string;
}

/** A command was refused; nothing was changed. */
export interface Refused {
  type: "refused";
  ref: number | null;
  problem: Problem;
}

/** Another nickname. */
export interface Rename {
  name: string;
}

/** Give up. */
export interface Resign {
  type: "resign";
}

/** How a match ended; no winners is a draw. */
export interface Result {
  winners: number[];
  reason: string;
}

/** How a match ended for somebody. */
export interface ResultInfo {
  game: string;
  level: number;
  former?: boolean;
  score: "won" | "drawn" | "lost";
  at: number;
}

/** A player said something. */
export interface Said {
  type: "said";
  match: string;
  seat: number;
  phrase: "hello" | "luck" | "nice" | "oops" | "thanks" | "game" | "again" | "wait" | "smile" | "clap" | "wow" | "heart" | "think" | "sad";
}

/** Say a phrase to the others in a match; never stored. */
export interface Say {
  type: "say";
  match: string;
  phrase: "hello" | "luck" | "nice" | "oops" | "thanks" | "game" | "again" | "wait" | "smile" | "clap" | "wow" | "heart" | "think" | "sad";
}

/** A seat and who sits there. */
export interface SeatInfo {
  seat: number;
  kind: "open" | "person" | "computer" | "recorded";
  name: string | null;
  level: number | null;
  former?: boolean;
  you: boolean;
  online: boolean;
  given_up: boolean;
  timed_out: boolean;
}

/** A link to an open seat; works once. */
export interface SeatLink {
  seat: number;
  token: string;
  url: string;
}

/** The links to the open seats of a match. */
export interface SeatLinks {
  links: SeatLink[];
}

/** A seat in a list of matches. */
export interface SeatSummary {
  kind: "open" | "person" | "computer" | "recorded";
  name: string | null;
  level: number | null;
  former?: boolean;
  you: boolean;
  given_up?: boolean;
}

/** How a piece is held over the tower, from the middle of the top piece's upper side. */
export interface SpotInfo {
  face: string;
  yaw: number;
  x: number;
  y: number;
}

/** How somebody has played so far, by game and level. */
export interface Statistics {
  tallies: Tally[];
  recent: ResultInfo[];
  opponents: string[];
}

/** Where in a picture a piece can be held: tapping it says where. */
export interface SurfaceInfo {
  x: number;
  y: number;
  unit: number;
  width: number;
  depth: number;
}

/** The last placement on the simulated table of a match. */
export interface TableInfo {
  motion: number | null;
  ply: number;
  at: number;
  versions: Record<string, string>;
  mixed: boolean;
}

/** The table at rest at a ply: nothing moves until the next placement. */
export interface TableState {
  ply: number;
  motion: number | null;
  tower: string[];
  poses: Record<string, number[]>;
  versions: Record<string, string>;
  here: Record<string, string>;
}

/** A position in which a piece is to be placed, its tower, and a spot to try. */
export interface TableTrial {
  game: string;
  position: string;
  tower: PlacedSpot[];
  spot?: SpotInfo | null;
}

/** A tower that was built to try something, and what became of it. */
export interface TableTried {
  poses: Record<string, number[]>;
  motion: Motion | null;
}

/** How somebody has played a game against a level, or against people. */
export interface Tally {
  game: string;
  level: number;
  former?: boolean;
  won: number;
  drawn: number;
  lost: number;
  streak: number;
  best_streak: number;
}

/** A bot's token, without its secret. */
export interface TokenInfo {
  id: string;
  label: string;
  created: number;
  expires: number | null;
  used: number | null;
}

/** How far the hand missed. */
export interface TremorInfo {
  x: number;
  y: number;
  turn: number;
  tilt_x: number;
  tilt_y: number;
}

/** A position of any game, and decisions to be tried there. */
export interface Trial {
  game: string;
  seats?: number;
  options?: Record<string, string>;
  position?: string | null;
  decisions?: string[];
}

/** Where decisions would lead. */
export interface Tried {
  ply: number;
  view: View;
  happened: Happened[];
}

/** Follow a match no longer. */
export interface Unwatch {
  type: "unwatch";
  match: string;
}

/** A match as it is now. `since` is the number of the update this one follows. */
export interface Update {
  type: "match";
  since: number | null;
  match: MatchInfo;
  view: View;
  happened: Happened[];
}

/** A position as one seat, or a spectator, sees it. */
export interface View {
  game: string;
  version: number;
  seats: number;
  options: Record<string, string>;
  position: string;
  seat: number | null;
  to_move: number;
  turn_begins: boolean;
  legal: Legal[];
  outcome: Result | null;
  board: Record<string, unknown>;
  picture?: Picture | null;
}

/** Follow a match; `after` is the number of the last update that was seen. */
export interface Watch {
  type: "watch";
  match: string;
  after?: number | null;
}

/** The first message: who you are, and how often the server's heart beats. */
export interface Welcome {
  type: "welcome";
  me: Me | null;
  now: number;
  beat: number;
}

export type Command =
  | Join
  | Leave
  | Decide
  | Place
  | Resign
  | Propose
  | Answer
  | Hasten;

export type ClientMessage =
  | Watch
  | Unwatch
  | Lobby
  | Act
  | Preview
  | Hover
  | Say;

export type ServerMessage =
  | Welcome
  | Update
  | Presence
  | Held
  | Said
  | Gone
  | Done
  | Refused
  | Previewed
  | LobbyNews
  | JobNews
  | Beat
  | Bye;

/** Every code of a refusal that is to be translated; `record` stands for `record.…`. */
export const REFUSALS = [
  "stale",
  "not-playing",
  "not-open",
  "not-over",
  "full",
  "seat-taken",
  "no-seat",
  "private",
  "link-used",
  "seated",
  "not-seated",
  "not-owner",
  "not-your-turn",
  "table-decides",
  "nothing-to-place",
  "people-play-on",
  "in-the-air",
  "table-failed",
  "too-long",
  "too-many-entries",
  "too-many-takebacks",
  "time-over",
  "no-takebacks",
  "nothing-to-take-back",
  "computer-declines",
  "offered",
  "no-offer",
  "agreed-already",
  "rematched",
  "no-rematch",
  "no-hints",
  "no-analysis",
  "too-many-jobs",
  "quarantine",
  "busy",
  "me-twice",
  "seat-name",
  "seat-level",
  "level",
  "no-hands",
  "nobody",
  "clock",
  "clock-placement",
  "position-over",
  "position-twice",
  "origin",
  "tower",
  "who",
  "token",
  "bot",
  "cross-site",
  "login",
  "recovery",
  "no-account",
  "account-exists",
  "login-taken",
  "name",
  "name-reserved",
  "characters",
  "login-long",
  "too-many-tokens",
  "match-unknown",
  "link-unknown",
  "ply-unknown",
  "motion-unknown",
  "table-unknown",
  "job-unknown",
  "token-unknown",
  "not-found",
  "too-often",
  "too-many-matches",
  "watched",
  "crowded",
  "database",
  "invalid",
  "too-large",
  "header",
  "too-slow",
  "method",
  "bad-request",
  "http",
  "game-unknown",
  "game-broken",
  "seat-count",
  "option-unknown",
  "option-value",
  "rulebook-unknown",
  "setup",
  "position",
  "options",
  "other-setup",
  "spelling",
  "rules-version",
  "table.face-unknown",
  "table.off-table",
  "table.outside",
  "table.blocked",
  "table.unsettled",
  "record",
] as const;
