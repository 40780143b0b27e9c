/** Lets the tabs of this device know which tables have been deleted. */

/** What one tab tells all others. */
export interface Tabs {
  /** Say that a table is deleted. */
  tell(table: string): void;
  /** Hear what others say, from now on. */
  listen(hear: (table: string) => void): void;
}

/** Over the browser's channel. A tab without one hears of it when it wants to keep an entry. */
export class BrowserTabs implements Tabs {
  readonly #channel =
    typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("han deleted tables");

  tell(table: string): void {
    this.#channel?.postMessage(table);
  }

  listen(hear: (table: string) => void): void {
    this.#channel?.addEventListener("message", ({ data }: MessageEvent<string>) => hear(data));
  }
}

/** Tabs that are all in this process, for tests. */
export class SharedTabs implements Tabs {
  readonly #listening: ((table: string) => void)[] = [];

  tell(table: string): void {
    for (const hear of this.#listening) hear(table);
  }

  listen(hear: (table: string) => void): void {
    this.#listening.push(hear);
  }
}
