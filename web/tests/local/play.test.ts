import { expect, test } from "vitest";

import type { Table } from "../../src/net/schema";
import { addSalt, Page } from "./device";

test("a game against bots", async () => {
  const page = new Page();
  const table = await page.get<Table>("POST", "/api/play-now", { name: "Ann", players: 3 });
  await addSalt(page, table);
  const line = page.open(table.id);
  const game = await line.until(() => true);
  expect(game.view.hand).not.toBe("");
  let moves = 0;
  for (;;) {
    const now = await line.until((one) => one.to_move === 0 || one.result !== null);
    if (now.result) break;
    const answer = await line.send({
      type: "play",
      moment: now.moment,
      action: now.legal[moves++ % now.legal.length]!,
    });
    expect(answer.type).toBe("done");
  }
  expect(line.game!.result!.winners.length).toBeGreaterThan(0);
  const record = await page.ask("GET", `/api/tables/${table.id}/record`);
  expect(record.text).toContain("han-record/1");
});
