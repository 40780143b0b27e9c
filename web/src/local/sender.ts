/** Who sends a command, and when (`han.table.sender`). */
import type { Stamp } from "./entry";
import { TableError } from "./errors";
import type { Table } from "./table";

/** A guest as this device knows them; nothing here is a page's to say but the id. */
export class Sender {
  constructor(
    readonly guest: string,
    /** Milliseconds since 1970. */
    readonly at: number,
    /** The id of the command. */
    readonly id = "",
    /** The seat they send it for, which must be theirs. */
    readonly seat: number | null = null,
  ) {}

  /** What the entry of the command says about where it came from. */
  get stamp(): Stamp {
    return { at: this.at, guest: this.guest, cid: this.id };
  }

  /** The seat, if it is theirs. */
  seatAt(table: Table): number {
    if (this.seat === null || !table.seatsOf(this.guest).includes(this.seat)) {
      throw new TableError("table.not_your_seat");
    }
    return this.seat;
  }
}
