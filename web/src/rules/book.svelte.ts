/** What the rules' chapters need: their texts, the boards' names, and the drawings asked for. */
import { getMaps } from "../net/api";
import { sentenceOf } from "../net/refusal";
import type { MapSummary } from "../net/schema";
import { language, loadBundle, nameIn } from "../text/index.svelte";
import { fetchSheet, type Sheet } from "./sheet";

export const BOARDS = ["border-disputes", "ways-of-diplomacy"] as const;

export class Book {
  /** The boards' drawings by their maps, as far as they have come. */
  sheets = $state.raw<Readonly<Record<string, Sheet>>>({});
  fault = $state("");
  #maps = $state.raw<readonly MapSummary[] | null>(null);
  /** The boards that are needed so far. */
  #wanted = $state.raw<readonly string[]>([BOARDS[0]]);

  readonly isOpen = $derived.by(() => this.#maps !== null);
  readonly names = $derived.by(() => ({
    first: this.#nameOf(BOARDS[0]),
    second: this.#nameOf(BOARDS[1]),
  }));

  async open(): Promise<void> {
    try {
      const [found] = await Promise.all([getMaps(), loadBundle("guide")]);
      this.#maps = found;
    } catch (error) {
      this.fault = sentenceOf(error);
    }
  }

  /** A chapter needs the drawing of a board. */
  want(board: string): void {
    if (!this.#wanted.includes(board)) this.#wanted = [...this.#wanted, board];
  }

  /** Fetches what is wanted, with the names on the boards in the reader's language. */
  async draw(): Promise<void> {
    const lang = language();
    try {
      const found = await Promise.all(this.#wanted.map(fetchSheet));
      if (lang !== language()) return; // those of the new language are on their way or there
      this.sheets = Object.fromEntries(found.map((sheet) => [sheet.map.id, sheet]));
    } catch (error) {
      this.fault = sentenceOf(error);
    }
  }

  #nameOf(id: string): string {
    const map = this.#maps?.find((one) => one.id === id);
    return map ? nameIn(map.name) : "";
  }
}
