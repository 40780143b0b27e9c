/** The tables at which one sits, kept up to date while one looks at the page. */
import { keepAsking } from "../../app/polling";
import { getMyTables } from "../../net/api";
import type { OwnTable } from "../../net/schema";
import { isInvited, isMyTurn } from "../../tables/standing";

/** How long the page waits, so that nothing moves away under somebody's finger. */
const PATIENCE_MS = 500;

export class OwnTables {
  private found = $state.raw<OwnTable[]>([]);
  /** What has been deleted meanwhile, which an answer that is on its way may still name. */
  private readonly deleted = new Set<string>();
  /** Whether it is known which there are, or it takes too long to find out. */
  isKnown = $state(false);
  /** Games that go on, those that wait for one first. */
  readonly running = $derived(
    this.found
      .filter(({ table }) => table.status === "running")
      .sort((one, other) => Number(isDue(other)) - Number(isDue(one))),
  );
  /** Tables whose game has not begun, one's invitations first, and those where it is over. */
  readonly others = $derived(
    [...this.having("open"), ...this.having("over")].sort(
      (one, other) => Number(isAsked(other)) - Number(isAsked(one)),
    ),
  );

  /** Looks for them again and again, until the returned function is called. */
  follow(): () => void {
    const stop = keepAsking(() => this.refresh());
    const patience = setTimeout(() => (this.isKnown = true), PATIENCE_MS);
    return () => {
      stop();
      clearTimeout(patience);
    };
  }

  /** A game has been deleted. */
  forget(id: string): void {
    this.deleted.add(id);
    this.take(this.found);
  }

  private take(found: OwnTable[]): void {
    this.found = found.filter(({ table }) => !this.deleted.has(table.id));
  }

  private having(status: OwnTable["table"]["status"]): OwnTable[] {
    return this.found.filter(({ table }) => table.status === status);
  }

  /** The server may take long: those that are known at once can be played meanwhile. */
  private showEarly(here: OwnTable[]): void {
    if (!this.isKnown) this.take(here);
  }

  private async refresh(): Promise<void> {
    try {
      this.take(await getMyTables({ tellEarly: (here) => this.showEarly(here) }));
    } catch {
      // the rest of the page works without
    }
    this.isKnown = true;
  }
}

function isDue({ table, mine }: OwnTable): boolean {
  return isMyTurn(table, mine);
}

/** Whether somebody waits for an answer to a rematch. */
function isAsked({ table, mine }: OwnTable): boolean {
  return isInvited(table, mine);
}
