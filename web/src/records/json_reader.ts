/**
 * Reads JSON as Python's `json.loads` does for records: keys that appear twice, numbers that are
 * none and halves of characters are refused, and whole numbers of any size keep their digits.
 */
import { RecordError } from "./errors";
import { asciiQuoted, Fraction, type Json, type JsonObject } from "./json";

/** Far deeper than any record. */
const DEEPEST = 500;
/** Longer whole numbers are refused, as in Python. */
const MOST_DIGITS = 4300;
/** As much of a fault as is shown. */
const MOST_SHOWN = 60;

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /(-?(?:0|[1-9]\d*))(\.\d+)?([eE][-+]?\d+)?/y;
const CONSTANT = /NaN|-?Infinity/y;
const WORD = /null|true|false/y;
const PLAIN = /[^"\\\x00-\x1f]*/y; // eslint-disable-line no-control-regex
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const HALF_CHARACTER = /\p{Surrogate}/u;
const WORDS: Record<string, Json> = { null: null, true: true, false: false };

/** The value that a text holds; a `RecordError` if it is not JSON. */
export function loads(text: string): Json {
  return new Reader(text).read();
}

class Reader {
  #at = 0;
  #depth = 0;
  #hasHalves = false;

  constructor(private readonly text: string) {}

  read(): Json {
    if (this.text.startsWith("\ufeff")) this.#fail("Unexpected UTF-8 BOM (decode using utf-8-sig)");
    this.#take(SPACE);
    const value = this.#value();
    this.#take(SPACE);
    if (this.#at < this.text.length) this.#fail("Extra data");
    if (this.#hasHalves) throw new RecordError("records.half_character");
    return value;
  }

  #value(): Json {
    const next = this.text[this.#at];
    if (next === '"') return this.#string();
    if (next === "{") return this.#nested(() => this.#object());
    if (next === "[") return this.#nested(() => this.#array());
    const word = this.#take(WORD);
    if (word) return WORDS[word]!;
    const constant = this.#take(CONSTANT);
    if (constant) throw new RecordError("records.not_a_number", { value: constant });
    return this.#number();
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > DEEPEST) throw new RecordError("records.not_json_at_all");
    this.#at++;
    this.#take(SPACE);
    const value = read();
    this.#depth--;
    return value;
  }

  #object(): JsonObject {
    const found = Object.create(null) as JsonObject;
    let twice: string | undefined;
    if (this.#ends("}")) return found;
    do {
      this.#take(SPACE);
      if (this.text[this.#at] !== '"') {
        this.#fail("Expecting property name enclosed in double quotes");
      }
      const key = this.#string();
      this.#take(SPACE);
      if (!this.#ends(":")) this.#fail("Expecting ':' delimiter");
      this.#take(SPACE);
      const value = this.#value();
      if (key in found) twice ??= key;
      found[key] = value;
    } while (this.#goesOn("}"));
    if (twice === undefined) return found;
    throw new RecordError("records.duplicate_key", { key: shown(asciiQuoted(twice)) });
  }

  #array(): Json[] {
    const found: Json[] = [];
    if (this.#ends("]")) return found;
    do {
      this.#take(SPACE);
      found.push(this.#value());
    } while (this.#goesOn("]"));
    return found;
  }

  /** Whether more follows in an object or an array. */
  #goesOn(end: string): boolean {
    this.#take(SPACE);
    if (this.#ends(end)) return false;
    return this.#ends(",") || this.#fail("Expecting ',' delimiter");
  }

  /** Whether a sign comes next, which is then behind us. */
  #ends(sign: string): boolean {
    if (this.text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  #string(): string {
    const start = this.#at++;
    for (;;) {
      this.#take(PLAIN);
      const next = this.text[this.#at];
      if (next === '"') break;
      if (next === undefined) this.#fail("Unterminated string starting at", start);
      if (next !== "\\") this.#fail("Invalid control character at");
      if (!this.#take(ESCAPE)) this.#failAtEscape(start);
    }
    const value = JSON.parse(this.text.slice(start, ++this.#at)) as string;
    this.#hasHalves ||= HALF_CHARACTER.test(value);
    return value;
  }

  #failAtEscape(start: number): never {
    const next = this.text[this.#at + 1];
    if (next === undefined) this.#fail("Unterminated string starting at", start);
    this.#fail(next === "u" ? "Invalid \\uXXXX escape" : "Invalid \\escape");
  }

  #number(): Json {
    NUMBER.lastIndex = this.#at;
    const [all, whole = "", ...rest] = NUMBER.exec(this.text) ?? this.#fail("Expecting value");
    this.#at += all.length;
    return rest.some(Boolean) ? fraction(all) : integer(whole);
  }

  /** What a pattern finds here, if anything; it is then behind us. */
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #fail(fault: string, at = this.#at): never {
    const line = 1 + (this.text.slice(0, at).match(/\n/g)?.length ?? 0);
    throw new RecordError("records.not_json", { line, fault });
  }
}

function fraction(text: string): Fraction {
  const value = Number(text);
  if (Number.isFinite(value)) return new Fraction(value);
  throw new RecordError("records.number_too_large", { value: shown(text) });
}

function integer(text: string): number | bigint {
  if (text.replace("-", "").length > MOST_DIGITS) throw new RecordError("records.not_json_at_all");
  const value = Number(text);
  return Number.isSafeInteger(value) ? value || 0 : BigInt(text);
}

/** The beginning of a long text. */
export const shown = (text: string): string =>
  [...text.slice(0, 2 * MOST_SHOWN)].slice(0, MOST_SHOWN).join("");
