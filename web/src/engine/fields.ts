import type { Records } from "./built/kernels";
import { fieldIn, type FieldOf } from "./memory";

/** What some bytes of a record hold, outside of the memory of kernels. */
export const fieldsOf = <R extends "State" | "Board", F extends FieldOf<R>>(
  record: R,
  bytes: Uint8Array,
  name: F,
): Records[R][F] => fieldIn(record, bytes.buffer as ArrayBuffer, bytes.byteOffset, name);

/** The members of a set of spaces or provinces, ascending. */
export function membersOf(mask: bigint | number): number[] {
  const members: number[] = [];
  for (let rest = BigInt(mask), index = 0; rest; rest >>= 1n, index++) {
    if (rest & 1n) members.push(index);
  }
  return members;
}

/** How many members a set has. */
export const countOf = (mask: bigint | number): number => membersOf(mask).length;

export const sum = (numbers: Iterable<number>): number => {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
};
