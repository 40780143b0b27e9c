/**
 * The line numbers of values in a TOML text (`han.maps.line_numbers`).
 *
 * The text has been parsed before, so the scanner relies on correct syntax.
 */

/** The keys and indices that lead to a value. */
export type Path = readonly (string | number)[];

const TOKEN = new RegExp(
  [
    String.raw`(?<text>"{3}(?:\\.|[^\\])*?"{3}"{0,2}|'{3}.*?'{3}'{0,2}|"(?:\\.|[^"\\])*"|'[^']*')`,
    String.raw`(?<comment>#[^\n]*)`,
    String.raw`(?<mark>\n|[\][{}=,.])`,
    String.raw`(?<word>[^\][{}=,.\s"'#]+)`,
  ].join("|"),
  "gsu",
);

/** A word, a quoted text or a mark, with its line. */
interface Token {
  value: string;
  line: number;
  quoted: boolean;
}

const keyOf = (path: Path): string => JSON.stringify(path);

/** The lines of all tables, keys and array entries of a TOML text. */
export class LineNumbers {
  readonly #lines = new Map<string, number>([[keyOf([]), 1]]);
  readonly #tables = new Map<string, number>();
  readonly #tokens: Token[];
  #position = 0;

  constructor(text: string) {
    this.#tokens = [...tokensOf(text)];
    this.#scan();
  }

  /** The line of the value at a path, or of the innermost value that contains it. */
  at(path: Path): number {
    const line = this.#lines.get(keyOf(path));
    return line ?? this.at(path.slice(0, -1));
  }

  #scan(): void {
    let table: Path = [];
    while (!this.#atEnd()) {
      if (this.#skip("\n")) continue;
      if (this.#skip("[")) table = this.#header();
      else this.#pair(table);
    }
  }

  /** Read `[name]` or `[[name]]` after its first bracket; the path it opens. */
  #header(): Path {
    const line = this.#line;
    const isArray = this.#skip("[");
    let path: Path = [];
    for (const name of this.#key()) path = this.#newest([...path, name]);
    if (isArray) path = this.#openEntry(path);
    this.#record(path, line);
    while (this.#skip("]"));
    return path;
  }

  /** The path with the last index of each array of tables, which a header refers to. */
  #newest(path: Path): Path {
    const index = this.#tables.get(keyOf(path));
    return index === undefined ? path : [...path, index];
  }

  #openEntry(path: Path): Path {
    const array = typeof path.at(-1) === "number" ? path.slice(0, -1) : path;
    const index = (this.#tables.get(keyOf(array)) ?? -1) + 1;
    this.#tables.set(keyOf(array), index);
    return [...array, index];
  }

  /** Read `key = value`; all parts of a dotted key have its line. */
  #pair(table: Path): void {
    const line = this.#line;
    let path = table;
    for (const name of this.#key()) {
      path = [...path, name];
      this.#record(path, line);
    }
    this.#skip("=");
    this.#value(path);
  }

  #key(): string[] {
    const names = [this.#take().value];
    while (this.#skip(".")) names.push(this.#take().value);
    return names;
  }

  #value(path: Path): void {
    if (this.#skip("[")) this.#array(path);
    else if (this.#skip("{")) this.#inlineTable(path);
    else while (!this.#atEnd() && !this.#sees("\n", ",", "]", "}")) this.#position++;
  }

  #array(path: Path): void {
    for (let index = 0; !this.#skip("]");) {
      if (this.#skip("\n") || this.#skip(",")) continue;
      const entry = [...path, index++];
      this.#record(entry, this.#line);
      this.#value(entry);
    }
  }

  #inlineTable(path: Path): void {
    while (!this.#skip("}")) {
      if (!this.#skip("\n") && !this.#skip(",")) this.#pair(path);
    }
  }

  #record(path: Path, line: number): void {
    if (!this.#lines.has(keyOf(path))) this.#lines.set(keyOf(path), line);
  }

  #atEnd(): boolean {
    return this.#position >= this.#tokens.length;
  }

  get #line(): number {
    return this.#tokens[this.#position]!.line;
  }

  #take(): Token {
    return this.#tokens[this.#position++]!;
  }

  #sees(...marks: string[]): boolean {
    const { quoted, value } = this.#tokens[this.#position]!;
    return !quoted && marks.includes(value);
  }

  /** Skip a mark if it comes next. */
  #skip(mark: string): boolean {
    const seen = !this.#atEnd() && this.#sees(mark);
    this.#position += Number(seen);
    return seen;
  }
}

function* tokensOf(text: string): Generator<Token> {
  let [line, position] = [1, 0];
  for (const { index, groups, 0: found } of text.matchAll(TOKEN)) {
    line += countLines(text.slice(position, index));
    position = index;
    if (groups!["text"] !== undefined) yield { value: found.slice(1, -1), line, quoted: true };
    else if (groups!["comment"] === undefined) yield { value: found, line, quoted: false };
  }
}

export const countLines = (text: string): number => text.split("\n").length - 1;
