/** A running game goes from this device to a server (`han.server.api.imports`). */
import { GameError } from "../engine/errors";
import type { ImportBody, Refusal, Table as ServerTable } from "../net/schema";
import { formatRecord } from "../records/record";
import { checkRunning } from "./absence";
import { TableError } from "./errors";
import type { Table } from "./table";

/** How long the game stands still for an answer; after that the same can be asked again. */
const PATIENCE_MS = 20_000;

/** Brings a game to the server; whatever hinders that is a `GameError`. */
export type BringOnline = (game: ImportBody, lang: string) => Promise<ServerTable>;

/** The server has said why it does not take a game. */
export class ServerRefusal extends GameError {
  constructor(
    readonly status: number,
    readonly body: Refusal,
  ) {
    super(body.key);
  }
}

/** The game as the server wants it. */
export function gameToBring(table: Table): ImportBody {
  checkRunning(table);
  const { options, seats } = table;
  const { casual, memory_aid, stand_in } = options;
  const fair = table.fair.meta(options.start === null, table.saltOrigins);
  const me = seats.findIndex(({ kind }) => kind === "person");
  return {
    record: JSON.parse(formatRecord(table.begun.record({ fair }))) as Record<string, unknown>,
    seats: seats.map(({ kind, name, bot }, seat) => {
      if (kind !== "person") return { kind, bot };
      return seat === me ? { kind: "me" } : { kind: "here", name };
    }),
    name: seats[me]?.name ?? "",
    ...{ casual, memory_aid, stand_in },
  };
}

/** Bring a game to the server from which the pages of this worker came. */
export const bringOnline: BringOnline = async (game, lang) => {
  let response: Response;
  try {
    response = await fetch(`/api/imports?lang=${lang}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(game),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch {
    throw new TableError("local.no_server");
  }
  if (response.ok) return (await response.json()) as ServerTable;
  throw await refusalOf(response);
};

async function refusalOf(response: Response): Promise<GameError> {
  try {
    return new ServerRefusal(response.status, (await response.json()) as Refusal);
  } catch {
    return new TableError("local.no_server"); // something between us and the server has answered
  }
}
