/** Where the game of a link stands in an address: behind the page, where no server gets to see it. */
import { wholeAddress } from "../app/address";
import { linkOf } from "../records/link";

/** Numbers behind the page are positions of a replay, not games. */
const POSITION = /^\d*$/;

/** The address at which anybody can look at a game, which is in the address itself. */
export async function addressWith(record: string): Promise<string> {
  return wholeAddress(`/replay#${await linkOf(record)}`);
}

/** The game that an address carries; empty if there is none. */
export function gameIn(address: string): string {
  const behind = /\/replay[#:](.*)$/s.exec(address)?.[1]?.trim() ?? "";
  return POSITION.test(behind) ? "" : behind;
}
