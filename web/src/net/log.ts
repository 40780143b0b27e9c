/** The entries of a table in their order, however they arrive. */
import type { Entry } from "./schema";

export class EntryLog {
  /** All entries up to this one have been told. */
  complete = -1;
  private entries = new Map<number, Entry>();
  private readonly later = new Set<number>();
  private newest = -1;
  private promised = -1;

  /** In order; an entry that is told again replaces what was told before. */
  get list(): Entry[] {
    return [...this.entries.values()].sort((one, other) => one.seq - other.seq);
  }

  /** The table has come so far; the history up to there will follow. */
  expect(seq: number): void {
    this.promised = seq;
    this.newest = Math.max(this.newest, seq);
  }

  /** Take a history in; one that nobody expects was meant for the seat of before. */
  addHistory(entries: readonly Entry[]): void {
    if (this.promised < 0) return;
    for (const entry of entries) this.entries.set(entry.seq, entry);
    this.complete = Math.max(this.complete, this.promised);
    this.advance();
  }

  /** Whether nothing was missed before this update. */
  addUpdate(seq: number, entries: readonly Entry[]): boolean {
    const follows = seq <= this.newest + 1;
    for (const entry of entries) this.entries.set(entry.seq, entry);
    this.newest = Math.max(this.newest, seq);
    this.later.add(seq);
    this.advance();
    return follows;
  }

  private advance(): void {
    while (this.later.delete(this.complete + 1)) this.complete += 1;
    for (const seq of this.later) if (seq <= this.complete) this.later.delete(seq);
  }

  clear(): void {
    this.entries = new Map();
    this.later.clear();
    this.complete = this.newest = this.promised = -1;
  }
}
