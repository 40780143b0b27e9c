/** What this browser keeps of each table: of the newest ones only. */
export class Kept<Value> {
  /** A copy in memory, for browsers that block storage. */
  private kept: Record<string, Value> = {};

  constructor(
    private readonly key: string,
    private readonly most: number,
  ) {}

  of(table: string): Value | null {
    return this.readAll()[table] ?? null;
  }

  set(table: string, value: Value): void {
    const others = Object.entries(this.readAll()).filter(([other]) => other !== table);
    this.kept = Object.fromEntries([...others.slice(1 - this.most), [table, value]]);
    try {
      localStorage.setItem(this.key, JSON.stringify(this.kept));
    } catch {
      // storage is blocked: it is known until the page is closed
    }
  }

  private readAll(): Record<string, Value> {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(this.key) ?? "null");
      if (found && typeof found === "object") this.kept = found as Record<string, Value>;
    } catch {
      // storage is blocked, or holds something else
    }
    return this.kept;
  }
}
