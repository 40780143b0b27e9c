/** What is said at a table, and what of it one has not read yet. */
import { Kept } from "./kept";
import type { Entry, SaidEntry, Table } from "./schema";

const lastRead = new Kept<number>("han.read", 100);

export class Talk {
  #read = $state.raw(-1);
  #isInView = false;
  /** All that was said and that one wants to hear, in order. */
  readonly said = $derived.by((): readonly SaidEntry[] => {
    const muted = this.table()?.muted ?? [];
    return this.entries().filter(
      (entry): entry is SaidEntry => entry.type === "said" && !muted.includes(entry.seat),
    );
  });
  /** How many lines of others are new since one last looked. */
  readonly unread = $derived.by(
    () => this.said.filter(({ seq, seat }) => seq > this.#read && !this.#isMine(seat)).length,
  );

  constructor(
    private readonly id: string,
    private readonly entries: () => readonly Entry[],
    private readonly table: () => Table | null,
  ) {
    this.#read = lastRead.of(id) ?? -1;
  }

  /** Whether the lines are to be seen, so that new ones count as read. */
  get isInView(): boolean {
    return this.#isInView;
  }

  set isInView(isInView: boolean) {
    this.#isInView = isInView;
    this.update();
  }

  /** Takes what is in view as read; called whenever there is something new. */
  update(): void {
    const last = this.said.at(-1)?.seq ?? -1;
    if (this.isInView) this.#readUpTo(last);
  }

  /** Somebody who looks on for the first time has missed nothing. */
  beginAt(seq: number): void {
    if (lastRead.of(this.id) === null) this.#readUpTo(seq);
  }

  /** Whether a line is news to the reader: from somebody else, and not in view. */
  isNews({ seat }: SaidEntry): boolean {
    return !this.#isMine(seat) && !this.isInView && !this.table()?.muted.includes(seat);
  }

  #readUpTo(seq: number): void {
    if (seq <= this.#read) return;
    this.#read = seq;
    lastRead.set(this.id, seq);
  }

  #isMine(seat: number): boolean {
    return this.table()?.mine.includes(seat) ?? false;
  }
}
