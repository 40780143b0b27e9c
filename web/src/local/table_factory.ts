/** Creates tables: as somebody asks for, at once against bots, or for a rematch (`han.server.table_factory`). */
import { isBrought } from "../engine/brought";
import { commitment, newSeed } from "../records/fair";
import type { Entry, Seat } from "./entry";
import { DEVICE, type Hub } from "./hub";
import { newCommandId, newTableId } from "./ids";
import * as opening from "./opening";
import { checkBotName, checkOptions, kindOf, type Options } from "./options";
import { Sender } from "./sender";
import { Table } from "./table";
import { checkRematch, rematchOptions } from "./talk";

/** How a table is set up beside its options and seats. */
interface Setting {
  /** Whether to begin as soon as the salt is in. */
  start?: boolean;
  /** The table that it follows. */
  rematchOf?: string;
}

/** A new table; its seed is fixed before anybody is asked for a salt. */
export async function setUp(
  hub: Hub,
  options: Options,
  seats: readonly Seat[],
  { start = false, rematchOf = "" }: Setting = {},
): Promise<Table> {
  checkBotName(options.stand_in);
  for (const { kind, bot } of seats) if (kind === "bot") checkBotName(bot);
  if (isBrought(options.map)) await hub.boards.need(options.map);
  checkOptions(options);
  const seed = newSeed();
  const sender = new Sender(DEVICE, hub.parts.now());
  const created = opening.create(options, seats, sender, commitment(seed), rematchOf);
  const game = await hub.openGame(kindOf(options));
  const entries: Entry[] = [created];
  let table = Table.load({ id: newTableId(), seed, invite: "" }, game, entries);
  if (start) {
    const progress = opening.start(table, sender);
    table = progress.after;
    entries.push(progress.entry);
  }
  await hub.create(table, entries);
  return table;
}

/** Set a finished table up again, the next seat begins; the id of the new one. */
export async function setUpRematch(hub: Hub, table: Table, seat: number): Promise<string> {
  checkRematch(table, new Sender(DEVICE, hub.parts.now(), "", seat));
  const setting = { start: true, rematchOf: table.id };
  const after = await setUp(hub, rematchOptions(table), table.seats, setting);
  const command = { type: "rematch", id: newCommandId(), table_id: after.id } as const;
  try {
    await hub.send(table.id, { command, guest: DEVICE, seat });
  } catch (error) {
    const close = { type: "close", id: newCommandId() } as const;
    await hub.send(after.id, { command: close, guest: DEVICE, seat: null });
    throw error;
  }
  return after.id;
}
