/** Reads what pages send; whatever is not of the right shape is refused with its place. */
import { BadRequestError } from "./errors";

/** Reads one value; `where` is its place in the request. */
export type Reader<Value> = (value: unknown, where: string) => Value;

type Readers = Readonly<Record<string, Reader<unknown>>>;
type Read<R extends Readers> = { [Key in keyof R]: ReturnType<R[Key]> };

const refuse = (where: string): never => {
  throw new BadRequestError(where);
};

/** A text of at most so many characters. */
export const text =
  (most: number, least = 0): Reader<string> =>
  (value, where) => {
    if (typeof value !== "string") return refuse(where);
    const { length } = [...value];
    return length < least || length > most ? refuse(where) : value;
  };

export const whole =
  (least: number, most: number): Reader<number> =>
  (value, where) => {
    const isWithin = Number.isInteger(value) && (value as number) >= least;
    return isWithin && (value as number) <= most ? (value as number) : refuse(where);
  };

export const flag: Reader<boolean> = (value, where) =>
  typeof value === "boolean" ? value : refuse(where);

export const oneOf =
  <Word extends string>(...words: Word[]): Reader<Word> =>
  (value, where) =>
    words.includes(value as Word) ? (value as Word) : refuse(where);

export const orNull =
  <Value>(reader: Reader<Value>): Reader<Value | null> =>
  (value, where) =>
    value === null ? null : reader(value, where);

/** A value that may be left out. */
export const or =
  <Value, Default>(reader: Reader<Value>, otherwise: Default): Reader<Value | Default> =>
  (value, where) =>
    value === undefined ? otherwise : reader(value, where);

export const listOf =
  <Value>(reader: Reader<Value>, least: number, most: number): Reader<Value[]> =>
  (value, where) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) return refuse(where);
    return value.map((one: unknown) => reader(one, where));
  };

/** An object with these keys and no others. */
export const shape =
  <R extends Readers>(readers: R): Reader<Read<R>> =>
  (value, where) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return refuse(where);
    const given = value as Record<string, unknown>;
    const unknownKey = Object.keys(given).find((key) => !(key in readers));
    if (unknownKey !== undefined) return refuse(`${where}.${unknownKey}`);
    const read = Object.entries(readers).map(([key, reader]) => [
      key,
      reader(given[key], `${where}.${key}`),
    ]);
    return Object.fromEntries(read) as Read<R>;
  };
