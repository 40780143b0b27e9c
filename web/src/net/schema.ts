/**
 * What goes over the network. Made from docs/reference/schema.json by `npm run types`: change the
 * structs of the server instead, and run tools/schema.py before it.
 */

export type ClientMessage =
  | Play
  | Undo
  | AskTakeBack
  | AnswerTakeBack
  | Leave
  | ComeBack
  | Nudge
  | AskStandIn
  | Say
  | Mute
  | Why
  | Look
  | Resync
  | Ping;
export type Colour = "G" | "O" | "R" | "V" | "Y";
export type Entry =
  | CreatedEntry
  | SeatEntry
  | AcceptedEntry
  | SaltedEntry
  | StartingEntry
  | StartedEntry
  | BroughtEntry
  | ResumedEntry
  | PlayedEntry
  | UndoneEntry
  | TakeBackAskedEntry
  | TakeBackAnsweredEntry
  | StoodInEntry
  | CameBackEntry
  | NudgedEntry
  | StandInAskedEntry
  | DowntimeEntry
  | SaidEntry
  | MutedEntry
  | RematchedEntry
  | ClosedEntry;
export type GameEvent =
  | PiecePlaced
  | ProvinceScored
  | PlacingStopped
  | CardDiscarded
  | CardTaken
  | CardDrawn
  | DisplayRefilled
  | PileReshuffled
  | LastRoundBegun
  | TurnBegun
  | GameEnded
  | EmissariesJoined
  | AllianceScored
  | RowScored
  | PortsScored;
export type Variant = "fortifications" | "market-places";
export type Phase = "draw" | "over" | "pile" | "place" | "refill";
export type Status = "closed" | "open" | "over" | "running";
export type SaltOrigin = "bot" | "none" | "own" | "shared";
export type ServerMessage =
  Welcome | History | Update | Done | Refused | Explained | Pong | Presence | Bye;

/**
 * A person who was invited wants to play.
 */
export interface AcceptedEntry {
  type: "accepted";
  seq: number;
  at: number;
  seat: number;
  told: Sentence[];
  length?: number;
}
/**
 * A message to be shown in any language.
 */
export interface Sentence {
  key: string;
  params: {
    [k: string]: number | Seats | Provinces | Space | Cards | Points | Tally | Duration;
  };
}
/**
 * Players, by their seats: “Blue, Green and Red”; “nobody” if there are none.
 */
export interface Seats {
  type: "seats";
  seats: number[];
  join: "and" | "or";
}
/**
 * Provinces or districts, by their ids: “Wei and Han”.
 */
export interface Provinces {
  type: "provinces";
  provinces: string[];
}
/**
 * A space for a house, by its id: “Wei 1”.
 */
export interface Space {
  type: "space";
  space: string;
}
/**
 * Cards, by their letters: “a red card and 2 green cards as a wild pair”.
 */
export interface Cards {
  type: "cards";
  cards: string;
  wild: string;
}
/**
 * A number of points: “7 points”.
 */
export interface Points {
  type: "points";
  points: number;
}
/**
 * A number for each seat: “Blue 2, Red 1”; seats with none are left out.
 */
export interface Tally {
  type: "tally";
  counts: number[];
}
/**
 * A length of time: “2:05”.
 */
export interface Duration {
  type: "duration";
  ms: number;
}
/**
 * An alliance, the seats that lead at each end, and what it pays (F2).
 */
export interface AllianceOverview {
  number: number;
  provinces: [string, string];
  holders: [number[], number[]];
  points: number[];
  emissaries: [number[], number[]];
}
/**
 * The Emperor came to an alliance (F2); the points may be nought.
 */
export interface AllianceScored {
  type: "alliance_scored";
  number: number;
  provinces: [string, string];
  points: number[];
  told: Sentence[];
}
/**
 * Agree to that, or do not.
 */
export interface AnswerTakeBack {
  type: "answer";
  id: string;
  agreed: boolean;
}
/**
 * Agree that a bot plays for an absent player, or do not.
 */
export interface AskStandIn {
  type: "stand_in";
  id: string;
  seat: number;
  agreed: boolean;
}
/**
 * Ask everybody to take one's last turn back.
 */
export interface AskTakeBack {
  type: "take_back";
  id: string;
  moment: number;
}
/**
 * The player whom the other people wait for, and what they can do about it.
 */
export interface AwaitedPlayer {
  seat: number;
  nudged_at: number | null;
  nudge_from: number;
  stand_in_from: number | null;
  agreed: number[];
}
/**
 * That a game was begun on somebody's device, which could know all its cards so far.
 */
export interface Brought {
  by: string;
  round: number;
}
/**
 * All up to here was played on somebody's device.
 */
export interface BroughtEntry {
  type: "brought";
  seq: number;
  at: number;
  told: Sentence[];
  length?: number;
}
/**
 * The server is about to end: come back soon.
 */
export interface Bye {
  type: "bye";
  retry_ms: number;
}
/**
 * A player plays again.
 */
export interface CameBackEntry {
  type: "came_back";
  seq: number;
  at: number;
  seat: number;
  told: Sentence[];
  length?: number;
}
/**
 * A seat discarded a card instead of placing (T13).
 */
export interface CardDiscarded {
  type: "card_discarded";
  seat: number;
  card: string;
  told: Sentence[];
}
/**
 * A seat drew a card from the pile; others see ``?``.
 */
export interface CardDrawn {
  type: "card_drawn";
  seat: number;
  card: string;
  told: Sentence[];
}
/**
 * A seat took a card from the display, for all to see (D1).
 */
export interface CardTaken {
  type: "card_taken";
  seat: number;
  card: string;
  told: Sentence[];
}
/**
 * Decide for the position of a moment.
 */
export interface Play {
  type: "play";
  id: string;
  moment: number;
  action: string;
}
/**
 * Take one's last decision back.
 */
export interface Undo {
  type: "undo";
  id: string;
  moment: number;
}
/**
 * Let the stand-in play.
 */
export interface Leave {
  type: "leave";
  id: string;
}
/**
 * Play again oneself.
 */
export interface ComeBack {
  type: "back";
  id: string;
}
/**
 * Remind the player to move that everybody waits.
 */
export interface Nudge {
  type: "nudge";
  id: string;
  seat: number;
}
/**
 * Say a text or a phrase.
 */
export interface Say {
  type: "say";
  id: string;
  text?: string;
  phrase?: string;
}
/**
 * Do not hear a seat, or hear it again.
 */
export interface Mute {
  type: "mute";
  id: string;
  seat: number;
  muted: boolean;
}
/**
 * Ask why an action is not legal now; nothing is played.
 */
export interface Why {
  type: "why";
  id: string;
  action: string;
}
/**
 * See the table from another of one's seats, or as a spectator.
 */
export interface Look {
  type: "look";
  seat: number | null;
  lang?: ("de" | "en" | "fr" | "it") | null;
}
/**
 * Hear again all that came after an entry.
 */
export interface Resync {
  type: "resync";
  seen: number;
}
/**
 * Ask whether the server is there, and say whether the page is in view.
 */
export interface Ping {
  type: "ping";
  in_view?: boolean;
}
/**
 * How long players may think.
 */
export interface Clock {
  kind: "fischer" | "none" | "turn";
  seconds: number;
  increment: number;
}
/**
 * How long players may think: not limited, so long each turn, or so long in all.
 */
export interface ClockBody {
  kind?: "fischer" | "none" | "turn";
  seconds?: number;
  increment?: number;
}
/**
 * The clocks as they stand, in milliseconds.
 */
export interface ClockFace {
  turn_began: number;
  deadline: number | null;
  left: (number | null)[];
}
/**
 * The host gave the table up before the game began.
 */
export interface ClosedEntry {
  type: "closed";
  seq: number;
  at: number;
  told: Sentence[];
  length?: number;
}
/**
 * Cards, a number for each colour.
 */
export interface Counts {
  V: number;
  Y: number;
  O: number;
  G: number;
  R: number;
}
/**
 * A table was set up.
 */
export interface CreatedEntry {
  type: "created";
  seq: number;
  at: number;
  players: number;
  told: Sentence[];
  length?: number;
}
/**
 * A card was turned up for the display (D2).
 */
export interface DisplayRefilled {
  type: "display_refilled";
  card: string;
  told: Sentence[];
}
/**
 * A command was carried out.
 */
export interface Done {
  type: "done";
  id: string;
  seq: number;
}
/**
 * No server was there for a while.
 */
export interface DowntimeEntry {
  type: "downtime";
  seq: number;
  at: number;
  ms: number;
  told: Sentence[];
  length?: number;
}
/**
 * Emissaries on market places joined their dragon space (V6).
 */
export interface EmissariesJoined {
  type: "emissaries_joined";
  province: string;
  emissaries: number[];
  told: Sentence[];
}
/**
 * Somebody sat down, stood up or made place before the game began.
 */
export interface SeatEntry {
  type: "seat";
  seq: number;
  at: number;
  seat: number;
  now: Sitter;
  told: Sentence[];
  length?: number;
}
/**
 * Who has a seat: a person by name, or a bot by level.
 */
export interface Sitter {
  kind: "bot" | "open" | "person";
  name: string;
  bot: string;
}
/**
 * A person added a salt, or said that none will come.
 */
export interface SaltedEntry {
  type: "salted";
  seq: number;
  at: number;
  seat: number;
  told: Sentence[];
  length?: number;
}
/**
 * The game begins as soon as the salts that are missing have come.
 */
export interface StartingEntry {
  type: "starting";
  seq: number;
  at: number;
  until: number;
  told: Sentence[];
  length?: number;
}
/**
 * The cards were dealt; hands that the viewer may not see are null.
 */
export interface StartedEntry {
  type: "started";
  seq: number;
  at: number;
  start: number;
  hands: (string | null)[];
  display: string;
  told: Sentence[];
  length?: number;
}
/**
 * A game that was brought goes on.
 */
export interface ResumedEntry {
  type: "resumed";
  seq: number;
  at: number;
  told: Sentence[];
  length?: number;
}
/**
 * A seat decided, and chance gave what was due.
 */
export interface PlayedEntry {
  type: "played";
  seq: number;
  at: number;
  seat: number;
  by: "bot" | "person" | "stand_in";
  actions: string[];
  events: GameEvent[];
  fault: string | null;
  round: number;
  told: Sentence[];
  length?: number;
}
/**
 * A seat placed a piece and paid for it.
 */
export interface PiecePlaced {
  type: "piece_placed";
  seat: number;
  /**
   * An action in the notation.
   */
  action: string;
  told: Sentence[];
}
/**
 * A province's houses were scored, and it got its disk (H).
 */
export interface ProvinceScored {
  type: "province_scored";
  province: string;
  points: number[];
  told: Sentence[];
}
/**
 * A seat is done placing.
 */
export interface PlacingStopped {
  type: "placing_stopped";
  seat: number;
  told: Sentence[];
}
/**
 * The discards became the new pile (D3).
 */
export interface PileReshuffled {
  type: "pile_reshuffled";
  cards: number;
  told: Sentence[];
}
/**
 * A seat used the pile up for the second time (D4).
 */
export interface LastRoundBegun {
  type: "last_round_begun";
  seat: number;
  told: Sentence[];
}
/**
 * The next seat's turn began.
 */
export interface TurnBegun {
  type: "turn_begun";
  seat: number;
  told: Sentence[];
}
/**
 * The game ended; the final scoring follows.
 */
export interface GameEnded {
  type: "game_ended";
  reason: "board" | "pile";
  told: Sentence[];
}
/**
 * A row of houses along a road was scored (F3).
 */
export interface RowScored {
  type: "row_scored";
  seat: number;
  spaces: string[];
  points: number;
  told: Sentence[];
}
/**
 * The ports were scored (F4).
 */
export interface PortsScored {
  type: "ports_scored";
  points: number[];
  told: Sentence[];
}
/**
 * A seat took back what nobody had learned anything from.
 */
export interface UndoneEntry {
  type: "undone";
  seq: number;
  at: number;
  seat: number;
  told: Sentence[];
  length?: number;
}
/**
 * A seat asked to take back its last turn.
 */
export interface TakeBackAskedEntry {
  type: "take_back_asked";
  seq: number;
  at: number;
  seat: number;
  told: Sentence[];
  length?: number;
}
/**
 * A seat agreed or did not.
 */
export interface TakeBackAnsweredEntry {
  type: "take_back_answered";
  seq: number;
  at: number;
  seat: number;
  agreed: boolean;
  told: Sentence[];
  length?: number;
}
/**
 * A bot plays for a seat.
 */
export interface StoodInEntry {
  type: "stood_in";
  seq: number;
  at: number;
  seat: number;
  reason: "absent" | "clock" | "left";
  told: Sentence[];
  length?: number;
}
/**
 * A seat reminded the one to move that everybody waits.
 */
export interface NudgedEntry {
  type: "nudged";
  seq: number;
  at: number;
  seat: number;
  whom: number;
  told: Sentence[];
  length?: number;
}
/**
 * A seat wants a bot to play for an absent player, or does not.
 */
export interface StandInAskedEntry {
  type: "stand_in_asked";
  seq: number;
  at: number;
  seat: number;
  whom: number;
  agreed: boolean;
  told: Sentence[];
  length?: number;
}
/**
 * A seat said a text, or a phrase that each reads in the own language.
 */
export interface SaidEntry {
  type: "said";
  seq: number;
  at: number;
  seat: number;
  text: string | null;
  phrase: string | null;
  told: Sentence[];
  length?: number;
}
/**
 * The viewer does not want to hear a seat, or does again.
 */
export interface MutedEntry {
  type: "muted";
  seq: number;
  at: number;
  seat: number;
  muted: boolean;
  told: Sentence[];
  length?: number;
}
/**
 * The same people play again, at another table.
 */
export interface RematchedEntry {
  type: "rematched";
  seq: number;
  at: number;
  game: string;
  seat: number | null;
  told: Sentence[];
  length?: number;
}
/**
 * Why an action is not legal now; there is no text if it is.
 */
export interface Explained {
  type: "why";
  id: string;
  rule: string | null;
  text: string | null;
}
/**
 * The level of the bots that take all open seats.
 */
export interface FillBody {
  bot: string;
}
/**
 * Which game is played.
 */
export interface Game {
  map: string;
  players: number;
  variant: Variant | null;
  wild_in_prices: boolean;
}
/**
 * What happened before.
 */
export interface History {
  type: "history";
  entries: Entry[];
}
/**
 * A running game of the requester's device, and who sits where from now on.
 */
export interface ImportBody {
  record: {
    [k: string]: unknown;
  };
  seats: SeatBody[];
  name: string;
  casual?: boolean;
  memory_aid?: boolean;
  stand_in?: string;
}
/**
 * Who shall have a seat: me, someone else on this device, a bot, or whoever comes.
 */
export interface SeatBody {
  kind: "bot" | "here" | "me" | "open";
  name?: string;
  bot?: string;
}
/**
 * A province and its dragon space.
 */
export interface MapProvince {
  id: string;
  colour: Colour;
  name: Names;
  dragon: [number, number];
}
/**
 * A name in every language.
 */
export interface Names {
  en: string;
  de: string;
  fr: string;
  it: string;
}
/**
 * A board with all that can be pointed at.
 */
export interface MapShape {
  id: string;
  name: Names;
  players: number[];
  variant: Variant;
  canvas: [number, number];
  display: number;
  provinces: MapProvince[];
  spaces: MapSpace[];
  roads: [string, string][];
  alliances: [string, string][];
}
/**
 * A space for a house.
 */
export interface MapSpace {
  id: string;
  at: [number, number];
  provinces: string[];
  port: boolean;
}
/**
 * A board that can be chosen.
 */
export interface MapSummary {
  id: string;
  name: Names;
  players: number[];
  variant: Variant;
}
/**
 * What somebody may know about oneself.
 */
export interface Me {
  resume: string;
}
/**
 * The game as it stands for one viewer.
 */
export interface Moment {
  moment: number;
  view: View;
  overview: Overview;
  legal: string[];
  to_move: number | null;
  can_undo: boolean;
  take_back: TakeBackRequest | null;
  no_take_back: ("behind" | "declined" | "nothing" | "pending") | null;
  is_waiting: boolean;
  awaited: AwaitedPlayer | null;
  clock: ClockFace | null;
  hands: string[] | null;
  result: Result | null;
  no_piece: Sentence | null;
  after_stop: string[];
}
/**
 * What one seat, or a spectator, may know: also its own cards, and so how many are hidden.
 */
export interface View {
  game: Game;
  turn: number;
  start: number;
  phase: Phase;
  passes: number;
  placed: Placed;
  hand_sizes: number[];
  known: string[];
  display: string;
  pile_size: number;
  discards: Counts;
  houses: {
    [k: string]: number;
  };
  markers: {
    [k: string]: number;
  };
  emissaries: {
    [k: string]: number[];
  };
  houses_left: number[];
  emissaries_left: number[];
  markers_left: number[];
  disks: string[];
  points: PointsBySource;
  scores: number[];
  seat: number | null;
  hand: string;
  unseen: Counts;
}
/**
 * The pieces of this turn: how many, and where; the provinces among those that were empty.
 */
export interface Placed {
  pieces: number;
  provinces: string[];
  were_empty: string[];
}
/**
 * Points of each seat by where they come from, in the order of a state's rows.
 */
export interface PointsBySource {
  houses: number[];
  alliances: number[];
  roads: number[];
  ports: number[];
}
/**
 * What scoring would pay now, and the points that everybody would have at the end.
 */
export interface Overview {
  provinces: {
    [k: string]: ProvinceOverview;
  };
  alliances: AllianceOverview[];
  rows: RowOverview[];
  ports: PortsOverview;
  total: number[];
}
/**
 * The house ranking of a province, what it pays (H1-H3), how many emissaries fit (T11).
 */
export interface ProvinceOverview {
  houses: number[];
  leaders: number[];
  points: number[];
  emissaries: number[];
  majority: number[];
  limit: number;
  free: number;
  scored: boolean;
}
/**
 * A row of houses along a road, and what it pays (F3).
 */
export interface RowOverview {
  seat: number;
  spaces: string[];
  points: number;
}
/**
 * Houses on ports, and what they pay (F4).
 */
export interface PortsOverview {
  houses: number[];
  points: number[];
}
/**
 * Who wants to take a turn back, and who agrees.
 */
export interface TakeBackRequest {
  seat: number;
  agreed: number[];
  redrawn: number;
}
/**
 * Points of every seat by source (F1-F4), and who won (F5).
 */
export interface Result {
  reason: "board" | "pile";
  houses: number[];
  alliances: number[];
  roads: number[];
  ports: number[];
  total: number[];
  winners: number[];
}
/**
 * A position of a replayed game: everything lies open.
 */
export interface OpenPosition {
  view: PublicView;
  overview: Overview;
  hands: string[];
}
/**
 * What all viewers of a position know alike.
 */
export interface PublicView {
  game: Game;
  turn: number;
  start: number;
  phase: Phase;
  passes: number;
  placed: Placed;
  hand_sizes: number[];
  known: string[];
  display: string;
  pile_size: number;
  discards: Counts;
  houses: {
    [k: string]: number;
  };
  markers: {
    [k: string]: number;
  };
  emissaries: {
    [k: string]: number[];
  };
  houses_left: number[];
  emissaries_left: number[];
  markers_left: number[];
  disks: string[];
  points: PointsBySource;
  scores: number[];
}
/**
 * What was agreed before the game: the options in full.
 */
export interface Options {
  map: string;
  players: number;
  variant: boolean;
  wild_in_prices: boolean;
  start: number | null;
  clock: Clock;
  casual: boolean;
  public: boolean;
  memory_aid: boolean;
  stand_in: string;
}
/**
 * One of somebody's tables, and where they sit.
 */
export interface OwnTable {
  table: Summary;
  mine: number[];
}
/**
 * A table in a list.
 */
export interface Summary {
  id: string;
  status: Status;
  map: string;
  players: number;
  variant: boolean;
  clock: Clock;
  seats: Sitter[];
  to_move: number | null;
  scores: number[] | null;
  winners: number[] | null;
  created: number;
  changed: number;
  deadline: number | null;
  invited: number[];
}
/**
 * What the host puts on a seat.
 */
export interface PlaceBody {
  kind: "bot" | "open";
  bot?: string;
}
/**
 * A game against bots, which begins with the requester's salt.
 */
export interface PlayNowBody {
  name: string;
  map?: string;
  players?: number;
  variant?: boolean;
  bot?: string;
}
/**
 * The server is there.
 */
export interface Pong {
  type: "pong";
}
/**
 * A position that somebody thought up.
 */
export interface PositionBody {
  position: string;
}
/**
 * What a position would pay, and what can be done in it.
 */
export interface PositionOverview {
  provinces: {
    [k: string]: ProvinceOverview;
  };
  alliances: AllianceOverview[];
  rows: RowOverview[];
  ports: PortsOverview;
  total: number[];
  legal: string[];
  events: GameEvent[];
}
/**
 * Who is at the table now, by seat, and how many look on.
 */
export interface Presence {
  type: "presence";
  seats: (("away" | "gone" | "here") | null)[];
  watching: number;
}
/**
 * Why something was not done.
 */
export interface Refusal {
  key: string;
  text: string;
  rule: string | null;
}
/**
 * A command was refused; without an id it answers none.
 */
export interface Refused {
  type: "refused";
  id: string | null;
  key: string;
  rule: string | null;
  text: string;
}
/**
 * A whole game to look at step by step.
 */
export interface Replay {
  map: string;
  players: number;
  variant: boolean;
  names: string[] | null;
  start: number;
  first: OpenPosition;
  steps: ReplayStep[];
}
/**
 * An action, what happened by it, and the position after it.
 */
export interface ReplayStep {
  view: PublicView;
  overview: Overview;
  hands: string[];
  turn: number;
  round: number;
  seat: number;
  action: string;
  events: GameEvent[];
  told: Sentence[];
}
/**
 * The secret part of a personal link.
 */
export interface ResumeBody {
  token: string;
}
/**
 * What somebody adds to the shuffle, and the commitment that they have seen before.
 */
export interface SaltBody {
  commitment: string;
  salt: string;
}
/**
 * Who has a seat, and how they play.
 */
export interface Seat {
  kind: "bot" | "open" | "person";
  name: string;
  bot: string;
  is_mine: boolean;
  away: ("absent" | "clock" | "left") | null;
  is_invited: boolean;
  salt: SaltOrigin | null;
}
/**
 * The table as it stands.
 */
export interface Welcome {
  type: "welcome";
  protocol: "han-table/1";
  seq: number;
  seat: number | null;
  table: Table;
  game: Moment | null;
}
/**
 * A table without its game.
 */
export interface Table {
  id: string;
  status: Status;
  options: Options;
  seats: Seat[];
  mine: number[];
  is_host: boolean;
  invite: string | null;
  starting: number | null;
  commitment: string;
  salts: string[] | null;
  seed: string | null;
  rematch_of: string | null;
  next_game: string | null;
  muted: number[];
  created: number;
  changed: number;
  brought: Brought | null;
  moved_to: string | null;
}
/**
 * Something has happened; the table is told only when it has changed.
 */
export interface Update {
  type: "update";
  seq: number;
  entries: Entry[];
  game: Moment | null;
  table?: Table;
}
/**
 * Sitting down at a table that one was invited to.
 */
export interface SitBody {
  name: string;
  seat?: number | null;
}
/**
 * A table to set up: its options, and who sits there.
 */
export interface TableBody {
  map: string;
  variant?: boolean;
  wild_in_prices?: boolean;
  start?: number | null;
  casual?: boolean;
  public?: boolean;
  memory_aid?: boolean;
  stand_in?: string;
  clock?: ClockBody;
  seats: SeatBody[];
  name: string;
}
