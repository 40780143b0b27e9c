/** How a table stands, in a few words. */
import { clockText, variantName } from "../app/labels";
import { sitterNames } from "../app/seats";
import type { MapSummary, Summary } from "../net/schema";
import { formatAgo, formatLeft, formatList } from "../text/format";
import { nameIn, t } from "../text/index.svelte";
import { freeSeats } from "./filter";

export function isMyTurn(table: Summary, mine: readonly number[]): boolean {
  return table.status === "running" && table.to_move !== null && mine.includes(table.to_move);
}

/** What a reader wants to know first; `mine` are the reader's seats. */
export function standing(table: Summary, mine: readonly number[]): string {
  if (table.status === "closed") return t("web.was_closed");
  if (table.status === "open")
    return isInvited(table, mine) ? t("web.invited_table") : waiting(table);
  if (table.status === "over") return resultOf(table, mine);
  if (isMyTurn(table, mine)) return t("web.your_turn");
  const name = sitterNames(table.seats)[table.to_move ?? -1];
  return name ? t("web.turn_of", { name }) : t("web.is_running");
}

/** What a click on a table does for the reader. */
export function actionOf(table: Summary, mine: readonly number[]): string {
  if (table.status === "over") return t("web.see_result");
  if (mine.length) return t(table.status === "running" ? "web.continue" : "web.open_table");
  const canSit = table.status === "open" && freeSeats(table) > 0;
  return t(canSit ? "web.sit_down" : "web.watch");
}

/** Whether the reader is asked to play a rematch. */
export const isInvited = (table: Summary, mine: readonly number[]) =>
  table.status === "open" && table.invited.some((seat) => mine.includes(seat));

function waiting(table: Summary): string {
  const free = freeSeats(table);
  if (free > 0) return t("web.seats_free", { count: free });
  const names = table.invited.map((seat) => table.seats[seat]?.name ?? "");
  return names.length
    ? t("web.waiting_for", { names: formatList(names) })
    : t("web.about_to_start");
}

function resultOf(table: Summary, mine: readonly number[]): string {
  const winners = table.winners ?? [];
  if (winners.length === 1 && mine.includes(winners[0] ?? -1)) return t("web.you_won");
  const all = sitterNames(table.seats);
  const names = winners.flatMap((seat) => all[seat] ?? []);
  return t("web.won", { count: names.length, names: formatList(names) });
}

/** What is played, how much time is left and since when nothing has happened, in one line. */
export function factsOf(table: Summary, map: MapSummary | undefined, now: number): string {
  return [
    map ? nameIn(map.name) : "",
    map && table.variant ? variantName(map.variant) : "",
    table.clock.kind === "none" ? "" : clockText(table.clock),
    timeLeft(table, now),
    formatAgo(table.changed, now),
  ]
    .filter(Boolean)
    .join(" · ");
}

function timeLeft({ status, deadline }: Summary, now: number): string {
  if (status !== "running" || deadline === null || deadline <= now) return "";
  return t("web.time_left", { time: formatLeft(deadline - now) });
}
