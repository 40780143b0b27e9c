import { constants } from "./built/manifest.json";
import { parseCards } from "./cards";
import type { Draft } from "./draft";
import { NotationError } from "./errors";
import { PHASES, REASONS } from "./position_text";

const { COLOUR_COUNT, SEATS, SOURCES } = constants;
const LONGEST_CARDS = 57;
const LONGEST_NUMBER = 4;

/** Puts the value of a field into a state. */
type Reader = (draft: Draft, text: string) => void;

/** The error for a value that makes no sense. */
export const bad = (name: string, text: string): NotationError =>
  new NotationError("notation.position_value", { name, text });

/** The text before a mark, and what is behind it. */
export function partition(text: string, mark: string): [string, string, boolean] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, "", false] : [text.slice(0, at), text.slice(at + mark.length), true];
}

const lengthOf = (text: string): number => [...text].length;

function indexOf(name: string, ids: readonly (string | undefined)[], text: string): number {
  const index = ids.indexOf(text);
  if (index < 0) throw bad(name, text);
  return index;
}

const provinceOf = ({ game }: Draft, name: string, text: string): number =>
  indexOf(name, game.book.provinces, text);

function seatOf({ game }: Draft, text: string): number {
  if (!/^[0-4]$/.test(text) || Number(text) >= game.players) {
    throw new NotationError("notation.position_seat", { text, last: game.players - 1 });
  }
  return Number(text);
}

/** The pieces of `0:wei-1,wei-2;2:qi-1`. */
const pieces =
  (name: "houses" | "markers"): Reader =>
  (draft, text) => {
    const taken = new Set<string>();
    for (const part of text.split(";")) {
      const [seat, spaces] = partition(part, ":");
      for (const place of spaces.split(",")) {
        if (taken.has(place)) throw new NotationError("notation.position_space_twice", { place });
        taken.add(place);
        const owner = seatOf(draft, seat);
        draft.field(name)[owner]! |= 1n << BigInt(indexOf(name, draft.game.book.spaces, place));
      }
    }
  };

const readEmissaries: Reader = (draft, text) => {
  for (const part of text.split(";")) {
    const [name, digits] = partition(part, ":");
    if (digits.length !== draft.game.players || !/^\d+$/.test(digits)) {
      throw bad("emissaries", part);
    }
    const province = provinceOf(draft, "emissaries", name);
    if (draft.bySeat("emissaries", province).some(Boolean)) throw bad("emissaries", text);
    draft.field("emissaries").set([...digits].map(Number), SEATS * province);
  }
};

const hands =
  (name: "hands" | "known"): Reader =>
  (draft, text) => {
    const each = text.split(",");
    const most = Math.max(...each.map(lengthOf));
    if (each.length !== draft.game.players || most > constants.HAND_SIZE) throw bad(name, text);
    each.forEach((hand, seat) => draft.field(name).set(parseCards(hand), COLOUR_COUNT * seat));
  };

const cards =
  (name: "display" | "discards"): Reader =>
  (draft, text) => {
    if (lengthOf(text) > LONGEST_CARDS) throw bad(name, text);
    draft.field(name).set(parseCards(text));
  };

const readPlaced: Reader = (draft, text) => {
  const [count, where] = partition(text, ":");
  if (count !== "1" && count !== "2") throw bad("placed", text);
  draft.set("placed", Number(count));
  for (const part of where.split(",")) {
    const wasEmpty = part.endsWith("!");
    const province = provinceOf(draft, "placed", wasEmpty ? part.slice(0, -1) : part);
    draft.mark("touched", province);
    if (!wasEmpty) draft.mark("settled", province);
  }
};

const readPasses: Reader = (draft, text) => {
  if (!/^[012]$/.test(text)) throw bad("pass", text);
  draft.set("times_pile_emptied", Number(text));
};

const readDisks: Reader = (draft, text) => {
  for (const part of text.split(",")) draft.mark("disks", provinceOf(draft, "disks", part));
};

const readPoints: Reader = (draft, text) => {
  const rows = text.split("/");
  if (rows.length !== 1 && rows.length !== SOURCES) throw bad("points", text);
  rows.forEach((row, source) => {
    const numbers = row.split(",").map((number) => {
      if (!/^\d+$/.test(number) || number.length > LONGEST_NUMBER) throw bad("points", number);
      return Number(number);
    });
    if (numbers.length !== draft.game.players) throw bad("points", text);
    draft.field("points").set(numbers, SEATS * source);
  });
};

/** How each field is read. */
export const FIELDS: Readonly<Record<string, Reader>> = {
  start: (draft, text) => draft.set("start", seatOf(draft, text)),
  seat: (draft, text) => draft.set("seat", seatOf(draft, text)),
  phase: (draft, text) => draft.set("phase", indexOf("phase", PHASES, text)),
  placed: readPlaced,
  reason: (draft, text) => draft.set("reason", indexOf("reason", REASONS, text)),
  pass: readPasses,
  houses: pieces("houses"),
  markers: pieces("markers"),
  emissaries: readEmissaries,
  hands: hands("hands"),
  known: hands("known"),
  display: cards("display"),
  discards: cards("discards"),
  disks: readDisks,
  points: readPoints,
};
