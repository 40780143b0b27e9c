/** Keeps two tabs from playing the same table. */

/** Gives a lock back. */
export type Release = () => void;

/** Locks that only one tab has at a time. */
export interface Locks {
  /** The lock of a name, or null if another tab has it. */
  take(name: string): Promise<Release | null>;
}

/** Locks of the browser: the end of a tab frees them. */
export class WebLocks implements Locks {
  constructor(private readonly manager: LockManager | undefined = navigator.locks) {}

  take(name: string): Promise<Release | null> {
    const { manager } = this;
    // without them the database refuses the second of two entries with one number
    if (!manager) return Promise.resolve(() => {});
    return new Promise((resolve, reject) => {
      const hold = (lock: Lock | null) => {
        if (!lock) return resolve(null);
        return new Promise<void>((release) => resolve(release));
      };
      manager.request(name, { ifAvailable: true }, hold).catch(reject);
    });
  }
}

/** Locks of tabs that are all in this process, for tests. */
export class SharedLocks implements Locks {
  readonly #taken = new Set<string>();

  async take(name: string): Promise<Release | null> {
    if (this.#taken.has(name)) return null;
    this.#taken.add(name);
    return () => this.#taken.delete(name);
  }
}
