/** Who sits down and stands up before the game, for those who wait there. */
import { notify } from "../../app/notices.svelte";
import { Kept } from "../../net/kept";
import type { Entry, SeatEntry, Table } from "../../net/schema";
import { t } from "../../text/index.svelte";

/** Shows what others have done with the seats of a table, and whoever lost their own hears of it. */
export function tellSeating(
  entries: readonly Entry[],
  before: Table | null,
  after: Table | null,
): void {
  for (const entry of entries) {
    if (entry.type === "seat" && before && after) tellChange(entry, before, after);
    else if (entry.type === "accepted" && after && !after.mine.includes(entry.seat))
      notify(t("game.log_accepted", { seat: after.seats[entry.seat]?.name ?? "" }));
  }
}

/** One's own seats: those that one has just freed are no news. */
const freed = new Set<string>();

/** Notes that one is about to leave a seat. */
export function noteFreed(table: string, seat: number): void {
  freed.add(`${table} ${seat}`);
}

function tellChange({ seat, now }: SeatEntry, before: Table, after: Table): void {
  const old = before.seats[seat];
  const isMine = after.mine.includes(seat);
  if (old?.is_mine && !isMine) {
    if (!freed.delete(`${after.id} ${seat}`)) notify(t("web.removed"));
  } else if (now.kind === "person" && !isMine) {
    notify(t("web.sat_down", { name: now.name }));
  } else if (old?.kind === "person" && now.kind !== "person") {
    notify(t("web.stood_up", { name: old.name }));
  }
}

const slow = new Kept<true>("han.slow", 100);

/** Says once at each table that this device is too slow for the bots' whole strength. */
export function tellShortSearch(table: string): void {
  if (slow.of(table)) return;
  slow.set(table, true);
  notify(t("web.search_cut_short"));
}
