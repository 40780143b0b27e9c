/** JSON as Python's `json` writes it, so that records are the same to the byte everywhere. */

/** A number that is written with a fraction or an exponent, which Python tells from a whole one. */
export class Fraction {
  constructor(readonly value: number) {}

  /** As Python writes it: the fewest digits, `1.0` and `1e+16`. */
  toString(): string {
    const [digits = "", power = "0"] = this.value.toExponential().split("e");
    const exponent = Number(power);
    if (exponent < -4 || exponent >= 16) {
      const sign = exponent < 0 ? "-" : "+";
      return `${digits}e${sign}${String(Math.abs(exponent)).padStart(2, "0")}`;
    }
    const plain = Object.is(this.value, -0) ? "-0" : String(this.value);
    return plain.includes(".") ? plain : `${plain}.0`;
  }
}

export type Json = null | boolean | number | bigint | string | Fraction | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** A value as `json.dumps(value, ensure_ascii=False)` writes it. */
export function dumps(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(dumps).join(", ")}]`;
  if (value instanceof Fraction || typeof value === "bigint") return String(value);
  if (typeof value === "number") return numeral(value);
  if (typeof value === "object" && value) {
    const given = Object.entries(value).filter(([, one]) => one !== undefined);
    const parts = given.map(([key, one]) => `${quoted(key)}: ${dumps(one)}`);
    return `{${parts.join(", ")}}`;
  }
  return typeof value === "string" ? quoted(value) : String(value);
}

const numeral = (value: number): string =>
  Number.isSafeInteger(value) ? String(value) : String(new Fraction(value));

/** A text in quotes. JavaScript escapes the same characters, and halves of characters besides. */
const quoted = (text: string): string => JSON.stringify(text);

/** A text in quotes with nothing but ASCII, as `json.dumps` writes it. */
export const asciiQuoted = (text: string): string =>
  quoted(text).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
