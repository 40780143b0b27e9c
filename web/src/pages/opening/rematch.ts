import { notify } from "../../app/notices.svelte";
import { standUp } from "../../net/api";
import type { Table } from "../../net/schema";
import { t } from "../../text/index.svelte";
import { noteFreed } from "./news";

/** Leaves one's seats at a rematch that one was invited to. */
export async function declineRematch({ id, mine }: Pick<Table, "id" | "mine">): Promise<void> {
  for (const seat of mine) {
    noteFreed(id, seat);
    await standUp(id, seat);
  }
  notify(t("game.rematch_declined"));
}
