/** A fault of a map file (`han.maps.fault`). */
import type maps from "$messages/en/maps.json";

import type { Params } from "../text/catalogue";

export type FaultKey = `maps.${keyof typeof maps & string}`;
export type FaultParams = Readonly<Record<string, string | number>>;

/** A fault with its place and the message that explains it. */
export interface MapFault {
  /** null where the fault is the whole file's. */
  line: number | null;
  key: FaultKey;
  params: FaultParams;
  /** What was probably meant, if a word looks misspelt. */
  hint: string;
}

type Say = (key: FaultKey, params?: Params) => string;

/** The sentence of a fault; numbers are written as in files. */
export function explain({ key, params, hint }: MapFault, say: Say): string {
  const said = Object.entries(params).map(([gap, value]) => [
    gap,
    gap === "count" ? value : String(value),
  ]);
  const sentence = say(key, Object.fromEntries(said) as Params);
  return hint ? `${sentence} ${say("maps.did_you_mean", { hint })}` : sentence;
}

const CUTOFF = 0.6;
/** Longer words are no slips. */
const LONGEST = 200;

/** The choice that a word was probably meant to be; empty if there is none. */
export function closest(word: string, choices: Iterable<string>): string {
  let [best, found] = [CUTOFF, ""];
  if (word.length > LONGEST) return "";
  for (const choice of choices) {
    if (choice.length > LONGEST) continue;
    const ratio = likeness(choice, word);
    if (ratio > best || (ratio === best && choice > found)) [best, found] = [ratio, choice];
  }
  return found;
}

/** How alike two words are, as Python's `SequenceMatcher.ratio` has it. */
function likeness(one: string, other: string): number {
  const all = one.length + other.length;
  return all ? (2 * matches(one, other)) / all : 1;
}

/** How many characters are in the longest common part and in those before and after it. */
function matches(one: string, other: string): number {
  const { at, from, size } = longestMatch(one, other);
  if (!size) return 0;
  const before = matches(one.slice(0, at), other.slice(0, from));
  return before + size + matches(one.slice(at + size), other.slice(from + size));
}

/** The longest common part of two words, the earliest of several. */
function longestMatch(one: string, other: string): { at: number; from: number; size: number } {
  let best = { at: 0, from: 0, size: 0 };
  let lengths: number[] = [];
  for (let at = 0; at < one.length; at++) {
    const next: number[] = [];
    for (let from = 0; from < other.length; from++) {
      if (one[at] !== other[from]) continue;
      const size = (lengths[from - 1] ?? 0) + 1;
      next[from] = size;
      if (size > best.size) best = { at: at - size + 1, from: from - size + 1, size };
    }
    lengths = next;
  }
  return best;
}
