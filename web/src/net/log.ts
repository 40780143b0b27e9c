/** Collects the entries of a table, which may arrive twice or out of order. */
import type { Entry } from "./schema";

export class EntryLog {
  /** All entries up to this number have arrived. */
  complete = -1;
  private entries = new Map<number, Entry>();
  private readonly later = new Set<number>();
  private newest = -1;
  private promised = -1;

  /** In order; an entry that arrives again replaces the earlier one. */
  get list(): Entry[] {
    return [...this.entries.values()].sort((one, other) => one.seq - other.seq);
  }

  /** A history up to this entry will follow. */
  expect(seq: number): void {
    this.promised = seq;
    this.newest = Math.max(this.newest, seq);
  }

  /** Adds a history; one that is not expected was meant for the seat looked from before. */
  addHistory(entries: readonly Entry[]): void {
    if (this.promised < 0) return;
    for (const entry of entries) this.entries.set(entry.seq, entry);
    this.complete = Math.max(this.complete, this.promised);
    this.advance();
  }

  /** Adds an update; false if entries before it are missing. */
  addUpdate(seq: number, entries: readonly Entry[]): boolean {
    const follows = seq <= this.newest + 1;
    for (const entry of entries) this.entries.set(entry.seq, entry);
    this.newest = Math.max(this.newest, seq);
    this.later.add(seq);
    this.advance();
    return follows;
  }

  /** Takes all entries for incomplete; they stay until they arrive again. */
  forget(): void {
    this.complete = -1;
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
