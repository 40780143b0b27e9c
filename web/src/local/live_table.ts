/** A table in the memory of its worker, and the sockets that follow it (`han.server.live_table`). */
import type { GameError } from "../engine/errors";
import type { ServerMessage } from "../net/schema";
import type { Entry } from "./entry";
import type { Release } from "./locks";
import type { Progress } from "./progress";
import type { Table } from "./table";
import { momentJson, tableJson, tellNews, type Viewer } from "./telling";

/** Entries after which the table itself, its seats and so on, is mostly as before. */
const IN_PLAY: readonly Entry["type"][] = ["played", "undone", "said"];

/** A socket that follows a table. */
export interface Listener {
  /** Who it belongs to, and whose cards they may see now. */
  readonly viewer: Viewer;
  hear(message: ServerMessage): void;
  /** A bot's time was up before its search was done. */
  hearOfShortSearch(): void;
  /** Another tab plays this table, or it has been deleted. */
  loseTable(reason: GameError): void;
}

/** A table, its listeners and the lock that lets only this tab change it. */
export class LiveTable {
  readonly listeners = new Set<Listener>();
  /** What background work the table needs, and how to stop waiting for it. */
  chore: { need: string; stop: () => void } | null = null;
  /** Runs out when nobody has asked for the table for a while. */
  idle: ReturnType<typeof setTimeout> | undefined;
  /** Whether the table has left the memory: nothing may be changed any more. */
  isForgotten = false;
  /** Whether those at the table know that bots have too little time on this device. */
  isShortSearchTold = false;
  /** The last work that reads and changes the table; the next one waits for it. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    public table: Table,
    readonly release: Release,
  ) {}

  /** Do one thing after the other. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = this.#last.then(work);
    this.#last = next.catch(() => {});
    return next;
  }

  stopChore(): void {
    this.chore?.stop();
    this.chore = null;
  }

  /** Go on to what a stored entry has made of the table, and tell all listeners. */
  moveTo({ before, after, entry, events }: Progress): void {
    this.table = after;
    const isSame = after.status === before.status && after.standIns === before.standIns;
    const isTableChanged = !(IN_PLAY.includes(entry.type) && isSame);
    const news = { past: after, held: before.held, entry, events };
    for (const { viewer, hear } of [...this.listeners].map(bound)) {
      hear({
        type: "update",
        seq: after.seq,
        entries: tellNews(after, news, viewer),
        game: momentJson(after, viewer),
        ...(isTableChanged ? { table: tableJson(after, viewer.guest) } : {}),
      });
    }
  }
}

const bound = (listener: Listener) => ({
  viewer: listener.viewer,
  hear: (message: ServerMessage) => listener.hear(message),
});
