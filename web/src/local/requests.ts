/** A request on its way through the routes of a device's tables. */
import { TableError } from "./errors";
import { DEVICE, type Hub } from "./hub";
import type { LocalRequest } from "./protocol";
import { whole } from "./reading";
import type { Command } from "./command";
import type { Table } from "./table";
import { tableJson, type Viewer } from "./telling";
import type { Texts } from "./texts";

/** What a route answers. */
export interface Answer {
  status: number;
  body: unknown;
  text?: string;
}

/** What is asked, and of whom. */
export class Asked {
  constructor(
    readonly hub: Hub,
    readonly request: LocalRequest,
    /** What the path names, in order. */
    readonly names: readonly string[],
    readonly texts: Texts,
  ) {}

  /** What the path names first; for most routes the table. */
  get name(): string {
    return this.names[0]!;
  }

  get body(): unknown {
    return this.request.body;
  }

  /** A whole number in the path. */
  number(index: number, name: string, most: number): number {
    return whole(0, most)(Number(this.names[index]), `path.${name}`);
  }

  /** A whole number of the query; null if it is not there. */
  queried(name: string, least: number, most: number): number | null {
    const value = this.request.query[name];
    return value === undefined ? null : whole(least, most)(Number(value), `query.${name}`);
  }

  /** Who looks at a table: one of this device's own seats, or a spectator. */
  viewer(table: Table): Viewer {
    const seat = this.queried("seat", 0, 4);
    if (seat !== null && !table.seatsOf(DEVICE).includes(seat)) {
      throw new TableError("table.not_your_seat");
    }
    return { guest: DEVICE, seat };
  }

  /** Carry a command out and answer with the table after it. */
  async send(command: Command, seat: number | null = null): Promise<Answer> {
    await this.hub.send(this.name, { command, guest: DEVICE, seat });
    return ok(tableJson(await this.hub.table(this.name), DEVICE));
  }
}

/** What answers requests of one kind. */
export type Route = (asked: Asked) => Promise<Answer>;

export const ok = (body: unknown, status = 200): Answer => ({ status, body });
