/**
 * What a table tells to whom (`han.table.telling`). Built by naming what goes in, never by taking
 * things out.
 */
import { seenBy } from "../engine/event";
import { tellEach, tellResult } from "../engine/narrator";
import { overviewJson } from "../engine/overview";
import { afterStop, whyNoPiece } from "../engine/placing";
import type { Position } from "../engine/position";
import { viewJson, type View } from "../engine/view";
import type * as shapes from "../net/schema";
import { lastDecision, type Decision } from "./decision";
import type { Entry, Played, Seat, Started } from "./entry";
import { takeBackGoal } from "./moves";
import { tellEntry } from "./narrator";
import { MOST_UNDOS, type Table } from "./table";

/** Somebody who looks at a table. */
export interface Viewer {
  guest: string;
  /** The seat whose cards they may see; none for a spectator. */
  seat: number | null;
}

/** The table without its game: what anybody may know, and what is the guest's own. */
export function tableJson(table: Table, guest: string): shapes.Table {
  const mine = table.seatsOf(guest);
  const isHost = guest !== "" && guest === table.host;
  const isInvited = mine.length > 0 || isHost || table.options.public;
  return {
    id: table.id,
    status: table.status,
    options: table.options,
    seats: table.seats.map((seat, index) => seatJson(table, seat, index, mine)),
    mine,
    is_host: isHost,
    invite: (isInvited && table.keys.invite) || null,
    starting: table.starting?.until ?? null,
    commitment: table.commitment,
    salts: table.timeline ? table.salts : null,
    seed: table.revealedSeed,
    rematch_of: table.rematchOf || null,
    next_game: table.nextGame || null,
    muted: mine.length ? [...table.muted].sort((one, other) => one - other) : [],
    created: table.created,
    changed: table.changed,
    brought: null,
    moved_to: table.movedTo || null,
  };
}

function seatJson(table: Table, seat: Seat, index: number, mine: number[]): shapes.Seat {
  return {
    kind: seat.kind,
    name: seat.name,
    bot: seat.bot,
    is_mine: mine.includes(index),
    away: table.standIns.has(index) ? "left" : null,
    is_invited: false,
    salt: table.saltOrigins[index]!,
  };
}

/** The game as it stands, for one viewer; none before it begins. */
export function momentJson(table: Table, viewer: Viewer): shapes.Moment | null {
  if (!table.timeline) return null;
  const { seat } = viewer;
  const isMover = seat !== null && seat === table.toMove;
  const position = isMover ? table.position : table.toldPosition;
  const view = viewOf(table, position, seat);
  const moment: shapes.Moment = {
    moment: table.momentOf(seat),
    view: viewJson(view),
    overview: overviewJson(view),
    legal: [],
    to_move: table.toMove,
    can_undo: canUndo(table, seat),
    take_back: null,
    no_take_back: seat === null ? null : noTakeBack(table, seat),
    is_waiting: false,
    awaited: null,
    clock: null,
    hands: table.status === "over" ? table.position.hands : null,
    result: position.result,
    no_piece: null,
    after_stop: [],
  };
  if (!isMover) return moment;
  return {
    ...moment,
    legal: view.legalTexts,
    no_piece: whyNoPiece(view),
    after_stop: afterStop(position, seat),
  };
}

/** What is seen from a seat; whoever has agreed to play without the memory aid gets none. */
function viewOf(table: Table, position: Position, seat: number | null): View {
  const view = position.view(seat);
  return table.options.memory_aid ? view : view.withoutMemory();
}

function canUndo(table: Table, seat: number | null): boolean {
  const isOwn = seat !== null && seat === table.personToMove;
  return isOwn && table.undos < MOST_UNDOS && table.undoable > 0;
}

function noTakeBack(table: Table, seat: number): shapes.Moment["no_take_back"] {
  if (table.status !== "running") return null;
  const goal = takeBackGoal(table, seat);
  if (goal === null) return "nothing";
  return table.keepsAbsentPlayersMoves(goal) ? null : "behind";
}

/**
 * What one viewer hears of an entry; null if nothing at all.
 *
 * `table` is as it is now, `after` as it was right after the entry.
 */
function entryJson(
  table: Table,
  seq: number,
  entry: Entry,
  events: readonly shapes.GameEvent[],
  viewer: Viewer,
  after: Table,
): shapes.Entry | null {
  const isOwn = viewer.guest !== "" && table.seatsOf(viewer.guest).length > 0;
  if (entry.type === "muted" && entry.guest !== viewer.guest) return null;
  if (entry.type === "said" && isOwn && table.muted.has(entry.seat)) return null;
  const isOver = table.status === "over";
  if (entry.type === "played") {
    return playedJson(lastDecision(after.begun, seq, entry, events), viewer, isOver);
  }
  const told = { ...shapeOf(seq, entry, viewer, isOver), told: tellEntry(entry) };
  const isNewLength = after.timeline !== null && after.moment === seq;
  return isNewLength ? { ...told, length: after.begun.length } : told;
}

/** What has happened at a table, with it right after the entry and what was held back before. */
export interface News {
  past: Table;
  held: readonly Decision[];
  entry: Entry;
  events: readonly shapes.GameEvent[];
}

/**
 * What one viewer hears when an entry comes; `table` is as it is now.
 *
 * What its seat can still undo is told to nobody else, nor that it was undone; what nobody can undo
 * any more comes together with the decision that made it so.
 */
export function tellNews(table: Table, news: News, viewer: Viewer): shapes.Entry[] {
  const { past, held, entry, events } = news;
  const told: shapes.Entry[] = [];
  if ((entry.type === "played" || entry.type === "undone") && viewer.seat !== entry.seat) {
    if (past.held.length || entry.type === "undone") return [];
    const isOver = table.status === "over";
    told.push(...held.map((decision) => playedJson(decision, viewer, isOver)));
  }
  const last = entryJson(table, past.seq, entry, events, viewer, past);
  return last ? [...told, last] : told;
}

function playedJson(decision: Decision, { seat }: Viewer, isOver: boolean): shapes.PlayedEntry {
  const { entry, after, events } = decision;
  const isOpen = isOver || seat === entry.seat;
  const shown = isOver ? [...events] : events.map((event) => seenBy(event, seat));
  return {
    type: "played",
    seq: decision.seq,
    at: entry.at,
    seat: entry.seat,
    by: entry.by,
    actions: isOpen ? entry.actions : entry.actions.map(covered),
    events: tellEach(shown, after),
    fault: (isOpen && entry.fault) || null, // may name cards
    round: decision.round,
    told: tellResult(after),
    length: decision.length,
  };
}

/** An action as others see it: the card that a seat drew is hidden (D1). */
const covered = (action: string): string =>
  action.startsWith("*") && action !== "*" ? "*?" : action;

type Shape = shapes.Entry extends infer One
  ? One extends { told: unknown }
    ? Omit<One, "told">
    : never
  : never;

/** What everybody hears of an entry, by its number. */
function shapeOf(
  seq: number,
  entry: Exclude<Entry, Played>,
  viewer: Viewer,
  isOver: boolean,
): Shape {
  const { at } = entry;
  switch (entry.type) {
    case "created":
      return { type: entry.type, seq, at, players: entry.options.players };
    case "seat": {
      const { kind, name, bot } = entry.now;
      return { type: entry.type, seq, at, seat: entry.seat, now: { kind, name, bot } };
    }
    case "starting":
      return { type: entry.type, seq, at, until: entry.until };
    case "started":
      return startedJson(seq, entry, viewer, isOver);
    case "salted":
    case "undone":
    case "take_back_asked":
    case "came_back":
      return { type: entry.type, seq, at, seat: entry.seat };
    case "stood_in":
      return { type: entry.type, seq, at, seat: entry.seat, reason: entry.reason };
    case "said": {
      const { seat, text, phrase } = entry;
      return { type: entry.type, seq, at, seat, text: text || null, phrase: phrase || null };
    }
    case "muted":
      return { type: entry.type, seq, at, seat: entry.seat, muted: entry.muted };
    case "rematched":
      return { type: entry.type, seq, at, game: entry.game, seat: entry.seat };
    case "closed":
    case "moved":
      return { type: "closed", seq, at };
  }
}

function startedJson(
  seq: number,
  { at, start, hands, display }: Started,
  viewer: Viewer,
  isOver: boolean,
): Omit<shapes.StartedEntry, "told"> {
  const shown = hands.map((hand, seat) => (isOver || seat === viewer.seat ? hand : null));
  return { type: "started", seq, at, start, hands: shown, display };
}
