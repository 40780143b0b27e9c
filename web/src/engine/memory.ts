import { records } from "./built/manifest.json";
import type { Records } from "./built/kernels";

declare const held: unique symbol;

/** The address of a record or a number, or of the first of several. */
export type At<R extends string> = number & { readonly [held]: R };
export type RecordName = keyof Records;
export type FieldOf<R extends RecordName> = keyof Records[R] & string;
/** The fields that are numbers, or arrays of them. */
type NumbersOf<R extends RecordName> = {
  [F in FieldOf<R>]: Records[R][F] extends number ? never : F;
}[FieldOf<R>];

const ALIGNMENT = 16;
const PAGE = 65_536;
const VIEWS = {
  u1: Uint8Array,
  b1: Uint8Array,
  i1: Int8Array,
  u2: Uint16Array,
  i2: Int16Array,
  i4: Int32Array,
  u8: BigUint64Array,
  i8: BigInt64Array,
  f4: Float32Array,
  f8: Float64Array,
};

interface Field {
  type: string;
  at: number;
  shape?: number[];
}

/** Where a field lies, and how it is stored. */
function fieldOf(record: RecordName, name: string): Field {
  return (records[record].fields as Record<string, Field>)[name]!;
}

/** A field of a record that begins `at` some place of a buffer. */
export function fieldIn<R extends RecordName, F extends FieldOf<R>>(
  record: R,
  buffer: ArrayBuffer,
  at: number,
  name: F,
): Records[R][F] {
  const { type, at: offset, shape = [] } = fieldOf(record, name);
  const View = VIEWS[type as keyof typeof VIEWS];
  const place = at + offset;
  return (View ? new View(buffer, place, product(shape)) : place) as Records[R][F];
}

export const sizeOf = (record: RecordName): number => records[record].size;

/**
 * The linear memory of the kernels: records by their layout.
 *
 * Nothing is ever freed: whoever plays reserves what a game needs and starts another module for the
 * next. Reserving may move the memory, so views of fields are for the moment.
 */
export class Memory {
  #top: number;

  constructor(
    private readonly linear: WebAssembly.Memory,
    base: number,
  ) {
    this.#top = base;
  }

  /** All of it, until more is reserved. */
  get buffer(): ArrayBuffer {
    return this.linear.buffer;
  }

  /** Room for some records, all zero. */
  reserve<R extends RecordName>(record: R, count = 1): At<R> {
    return this.#take(sizeOf(record) * count) as At<R>;
  }

  /** Room for some bytes. */
  reserveBytes(count: number): At<"u1"> {
    return this.#take(count) as At<"u1">;
  }

  #take(bytes: number): number {
    const at = Math.ceil(this.#top / ALIGNMENT) * ALIGNMENT;
    this.#top = at + bytes;
    const missing = this.#top - this.buffer.byteLength;
    if (missing > 0) this.linear.grow(Math.ceil(missing / PAGE));
    return at;
  }

  /** A field: its numbers, which can be changed, or the address of a nested record. */
  field<R extends RecordName, F extends FieldOf<R>>(record: R, at: At<R>, name: F): Records[R][F] {
    return fieldIn(record, this.buffer, at, name);
  }

  /** The number in a field that is no array. */
  read<R extends RecordName>(record: R, at: At<R>, name: NumbersOf<R>): number {
    return Number((this.field(record, at, name) as ArrayLike<number | bigint>)[0]);
  }

  /** Set such a number. */
  write<R extends RecordName>(record: R, at: At<R>, name: NumbersOf<R>, number: number): void {
    const field = this.field(record, at, name) as Record<number, number | bigint>;
    field[0] = typeof field[0] === "bigint" ? BigInt(number) : number;
  }

  /** The bytes of a record or of several. */
  bytes(record: RecordName, at: number, count = 1): Uint8Array {
    return new Uint8Array(this.buffer, at, sizeOf(record) * count);
  }

  /** Copy the bytes of a record, from outside or of another one. */
  copy<R extends RecordName>(record: R, at: At<R>, from: Uint8Array | At<R>): void {
    this.bytes(record, at).set(typeof from === "number" ? this.bytes(record, from) : from);
  }

  /** Fill records with zeros. */
  clear(record: RecordName, at: number, count = 1): void {
    this.bytes(record, at, count).fill(0);
  }

  /** One of several records. */
  nth<R extends RecordName>(record: R, at: At<R>, index: number): At<R> {
    return (at + index * sizeOf(record)) as At<R>;
  }
}

const product = (numbers: number[]): number => numbers.reduce((one, other) => one * other, 1);
