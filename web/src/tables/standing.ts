/** How a table stands, in a few words. */
import { sitterNames } from "../app/seats";
import type { Summary } from "../net/schema";
import { formatList } from "../text/format";
import { t } from "../text/index.svelte";

export function isMyTurn(table: Summary, mine: readonly number[]): boolean {
  return table.status === "running" && table.to_move !== null && mine.includes(table.to_move);
}

/** What a reader wants to know first; `mine` are the reader's seats. */
export function standing(table: Summary, mine: readonly number[]): string {
  if (table.status === "closed") return t("web.was_closed");
  if (table.status === "open") return seatsLeft(table);
  if (table.status === "over") return resultOf(table, mine);
  if (isMyTurn(table, mine)) return t("web.your_turn");
  const name = sitterNames(table.seats)[table.to_move ?? -1];
  return name ? t("web.turn_of", { name }) : t("web.is_running");
}

function seatsLeft(table: Summary): string {
  const free = table.seats.filter((seat) => seat.kind === "open").length;
  return free > 0 ? t("web.seats_free", { count: free }) : t("web.about_to_start");
}

function resultOf(table: Summary, mine: readonly number[]): string {
  const winners = table.winners ?? [];
  if (winners.length === 1 && mine.includes(winners[0] ?? -1)) return t("web.you_won");
  const all = sitterNames(table.seats);
  const names = winners.flatMap((seat) => all[seat] ?? []);
  return t("web.won", { count: names.length, names: formatList(names) });
}
