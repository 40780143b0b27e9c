/** A table: what all entries of its log add up to (`han.table.table`). */
import type { Game } from "../engine/game";
import type { Position } from "../engine/position";
import type { GameEvent } from "../net/schema";
import { lastDecision } from "./decision";
import type {
  CameBack,
  Created,
  Entry,
  Muted,
  Played,
  Salted,
  SeatChanged,
  Started,
  StoodIn,
  TakeBackAsked,
  Undone,
} from "./entry";
import { LogError } from "./errors";
import { TableState, type TableKeys } from "./state";
import { NO_PERSON, replay, Timeline, type Step } from "./timeline";

/** How many commands of each guest are recognised when they come again. */
const REMEMBERED = 32;
/** In one turn. Who tries things out needs a dozen; more only fills the log. */
export const MOST_UNDOS = 50;

/**
 * One game that people and bots share.
 *
 * Only the methods named `apply` change it, each by one entry: whoever applies the same log has the
 * same table. A table that others look at is never changed; a copy of it goes on (`progress`).
 */
export class Table extends TableState {
  /** The last commands of guests and their entries, by guest and id; replaced, never changed. */
  private answers: ReadonlyMap<string, number> = new Map();

  /** The table that a stored log describes. */
  static load(keys: TableKeys, game: Game, entries: Iterable<Entry>): Table {
    const table = new Table(keys, game);
    for (const entry of entries) table.apply(entry);
    return table;
  }

  /** The same table before its first entry, to go through its past. */
  blank(): Table {
    return new Table(this.keys, this.game);
  }

  /** A table that can go on without changing this one. */
  copy(): Table {
    const twin = Object.assign(new Table(this.keys, this.game), this);
    twin.seats = [...this.seats];
    twin.timeline = this.timeline?.copy() ?? null;
    return twin;
  }

  /** The number of the entry that a guest's command has become, if it came before. */
  answered(guest: string, id: string): number | null {
    return id ? (this.answers.get(`${guest} ${id}`) ?? null) : null;
  }

  /** Do what the next entry of the log says; return what happened in the game. */
  apply(entry: Entry): GameEvent[] {
    if (entry.type === "started") {
      this.applyDeal(entry, this.game.dealCards(entry.hands, entry.display, entry.start));
      return [];
    }
    if (entry.type === "played") {
      return this.applySteps(entry, replay(this.position, entry.actions));
    }
    this.#count(entry);
    this.#change(entry);
    return [];
  }

  /** Begin the game with the position that the entry's cards make. */
  applyDeal(entry: Started, first: Position): void {
    this.#count(entry);
    this.starting = null;
    this.given = this.given.deal(entry.salts);
    this.timeline = new Timeline(first);
    this.status = "running";
    this.moment = this.toldMoment = this.seq;
  }

  /** Make a move whose action and chance outcomes have been played already. */
  applySteps(entry: Played, steps: readonly Step[]): GameEvent[] {
    this.#count(entry);
    this.#play(entry, steps);
    return eventsOf(steps);
  }

  /** Do what every entry does. */
  #count(entry: Entry): void {
    if (this.seq < 0 !== (entry.type === "created")) {
      throw new LogError(`entry ${this.seq + 1} of ${this.id} cannot be ${entry.type}`);
    }
    this.seq += 1;
    this.changed = entry.at;
    if (entry.cid) this.#remember(`${entry.guest} ${entry.cid}`);
  }

  #remember(command: string): void {
    const known = [...this.answers, [command, this.seq] as const];
    this.answers = new Map(known.slice(-REMEMBERED));
  }

  #change(entry: Exclude<Entry, Started | Played>): void {
    switch (entry.type) {
      case "created":
        return this.#create(entry);
      case "seat":
        return this.#changeSeat(entry);
      case "salted":
        return this.#addSalt(entry);
      case "starting":
        this.starting = entry;
        return;
      case "undone":
        return this.#undo(entry);
      case "take_back_asked":
        return this.#takeBack(entry);
      case "stood_in":
        return this.#standIn(entry);
      case "came_back":
        return this.#comeBack(entry);
      case "said":
        return; // talk changes nothing; it is only told
      case "muted":
        return this.#mute(entry);
      case "rematched":
        this.nextGame = entry.game;
        return;
      case "closed":
        return this.#close();
      case "moved":
        this.movedTo = entry.game;
        this.#close();
    }
  }

  #close(): void {
    this.status = "closed";
    this.starting = null;
  }

  #create({ options, seats, guest, rematch_of, at }: Created): void {
    this.options = options;
    this.seats = [...seats];
    this.host = guest;
    this.rematchOf = rematch_of;
    this.created = at;
  }

  #changeSeat({ seat, now }: SeatChanged): void {
    this.seats[seat] = now;
    this.starting = null;
  }

  #addSalt({ guest, salt }: Salted): void {
    this.given = this.given.add(guest, salt);
  }

  #play(entry: Played, steps: readonly Step[]): void {
    const { turns } = this.begun;
    const [decision, ...outcomes] = steps;
    this.begun.add(decision!, entry.by === "person" ? entry.seat : NO_PERSON);
    for (const outcome of outcomes) this.begun.add(outcome);
    if (this.begun.turns !== turns) this.undos = 0;
    if (this.position.isOver) this.status = "over";
    this.moment = this.seq;
    if (!this.#canStillUndo(entry.seat)) return this.showHeld();
    this.held = [...this.held, lastDecision(this.begun, this.seq, entry, eventsOf(steps))];
  }

  /** Whether the person on a seat, but no bot, can undo what was decided last. */
  #canStillUndo(seat: number): boolean {
    return this.toMove === seat && this.seats[seat]!.kind === "person" && this.undoable > 0;
  }

  /** Let all be told what had been told to the seat to move alone. */
  showHeld(): void {
    this.held = [];
    this.toldMoment = this.moment;
  }

  #undo({ length }: Undone): void {
    this.undos += 1;
    this.#cut(length);
    this.held = this.held.slice(0, this.undoable);
  }

  /** Go back at once: all who would have to agree are the guest who asks. */
  #takeBack({ length, redraw }: TakeBackAsked): void {
    const { turns } = this.begun;
    this.#cut(length, redraw);
    this.showHeld();
    if (this.begun.turns !== turns) this.undos = 0;
  }

  #cut(length: number, redraw = false): void {
    this.begun.cut(length, redraw);
    this.moment = this.seq;
  }

  #standIn({ seat }: StoodIn): void {
    this.standIns = new Set([...this.standIns, seat]);
  }

  #comeBack({ seat }: CameBack): void {
    this.standIns = new Set([...this.standIns].filter((one) => one !== seat));
  }

  #mute({ seat, muted }: Muted): void {
    const others = [...this.muted].filter((one) => one !== seat);
    this.muted = new Set(muted ? [...others, seat] : others);
  }
}

const eventsOf = (steps: readonly Step[]): GameEvent[] => steps.flatMap(({ events }) => events);
