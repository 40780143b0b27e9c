/** Background work: deal, and let bots decide (`han.server.chores`). */
import { isBrought } from "../engine/brought";
import type { Hub } from "./hub";
import type { LiveTable } from "./live_table";
import { playBot } from "./moves";
import { dealIfDue } from "./opening";
import { isLevel, kindOf } from "./options";
import { StaleWriterError } from "./storage";
import type { Table } from "./table";

/** The pause after an error. */
const LATER_MS = 5_000;

/** Work that can be given up before it is done. */
class Chore {
  isStopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly need: string) {}

  readonly stop = (): void => {
    this.isStopped = true;
    clearTimeout(this.#timer);
  };

  /** Do something later, unless the work is given up. */
  after(ms: number, work: () => void): void {
    this.#timer = setTimeout(work, ms);
  }
}

export class Chores {
  constructor(private readonly hub: Hub) {}

  /** Start the work that the table needs now, and give up what it needed before. */
  arrange(live: LiveTable): void {
    const need = needOf(live.table);
    if (need === live.chore?.need) return; // after talk, for example, the same work goes on
    live.stopChore();
    if (!need) return;
    const chore = new Chore(need);
    live.chore = chore;
    this.#begin(live, chore);
  }

  #begin(live: LiveTable, chore: Chore): void {
    const work = live.table.botToMove ? this.#letBotDecide(live, chore) : this.#deal(live, chore);
    work.catch((error: unknown) => {
      if (chore.isStopped || error instanceof StaleWriterError) return;
      // whatever it is, a game must not wait for ever
      console.error(error);
      chore.after(LATER_MS, () => this.#begin(live, chore));
    });
  }

  async #letBotDecide(live: LiveTable, chore: Chore): Promise<void> {
    const { table } = live;
    const { toMove: seat, botToMove: level } = table;
    if (seat === null || level === null || !isLevel(level)) return;
    const view = table.position.view(seat).packed;
    const seed = table.fair.botSeed(seat, table.moment);
    const { thinkers, now } = this.hub.parts;
    const kind = kindOf(table.options);
    const map = isBrought(kind.map) ? table.game.map : null;
    const choice = await thinkers.ask(table.id, { kind, map, level, view, seed });
    if (chore.isStopped) return;
    if (choice.isCutShort) this.#noteShortSearch(live);
    await this.hub.act(live, (current) =>
      // else the player came back, or the turn was taken back
      needOf(current) === chore.need ? playBot(current, now(), choice.action) : null,
    );
  }

  /** Say once while the table is open that a bot had to stop thinking early. */
  #noteShortSearch(live: LiveTable): void {
    if (live.isShortSearchTold) return;
    live.isShortSearchTold = true;
    for (const listener of live.listeners) listener.hearOfShortSearch();
  }

  /** Begin the game when the salt is in, or nobody waits for it any longer. */
  async #deal(live: LiveTable, chore: Chore): Promise<void> {
    const due = live.table.dealAt;
    if (due === null) return;
    const { now } = this.hub.parts;
    const left = due - now();
    if (left > 0) return chore.after(left, () => this.#begin(live, chore));
    await this.hub.act(live, (table) => dealIfDue(table, now()));
  }
}

/** What work a table needs, in a text that is another one when that changes. */
function needOf({ moment, botToMove, dealAt }: Table): string {
  if (botToMove) return `${botToMove} ${moment}`;
  return dealAt === null ? "" : `deal ${dealAt}`;
}
