import { constants } from "./built/manifest.json";
import { LETTERS } from "./cards";
import { checkPosition, needsDisk } from "./check_position";
import type { GameKind } from "./data";
import { Draft } from "./draft";
import { NotationError, term } from "./errors";
import { countOf, sum } from "./fields";
import type { Game } from "./game";
import { bad, FIELDS, partition } from "./position_fields";

const { COLOUR_COUNT, SEATS } = constants;
const SPACE = /\p{White_Space}+/u;
const SWITCHES = ["variant", "wild"];
const REQUIRED = ["start", "seat", "phase", "hands"];
const LONGEST_HEADING = 40;

/** The first two words of a position string. */
export interface Heading {
  map: string;
  players: number;
}

const wordsOf = (text: string): string[] => text.split(SPACE).filter(Boolean);

/** The map's id and the number of players. */
export function parseHeading(text: string): Heading {
  const [map = "", players = ""] = wordsOf(text);
  if (!map || map.includes("=") || !/^(\d|[1-9]\d)$/.test(players)) {
    const begin = [...wordsOf(text).slice(0, 2).join(" ")].slice(0, LONGEST_HEADING).join("");
    throw new NotationError("notation.position_map", { text: begin });
  }
  return { map, players: Number(players) };
}

/** The game that a position string names, whatever it is. */
export function kindIn(text: string): GameKind {
  const words = wordsOf(text);
  const [variant, wild] = [words.includes("variant=on"), !words.includes("wild=off")];
  return { ...parseHeading(text), variant, wild };
}

/** The state that a position string describes on the map of a game. */
export function parsePosition(game: Game, text: string): Uint8Array {
  const heading = parseHeading(text);
  const expected = game.map.shape.id;
  if (heading.map !== expected) {
    throw new NotationError("notation.position_other_map", { found: heading.map, expected });
  }
  const values = new Map(splitFields(wordsOf(text).slice(2)));
  const variant = isOn("variant", values.get("variant") ?? "off");
  const wild = isOn("wild", values.get("wild") ?? "on");
  const { map } = game.kind; // under which the game was opened
  const draft = new Draft(game.ofKind({ ...heading, map, variant, wild }));
  SWITCHES.forEach((name) => values.delete(name));
  for (const name of REQUIRED) {
    if (!values.has(name)) throw new NotationError("notation.position_missing_field", { name });
  }
  for (const [name, value] of values) FIELDS[name]!(draft, value);
  complete(draft, values.has("disks"));
  checkPosition(draft);
  return draft.bytes;
}

function* splitFields(words: string[]): Generator<[string, string]> {
  const [seen, known] = [new Set<string>(), [...SWITCHES, ...Object.keys(FIELDS)]];
  for (const word of words) {
    const [name, value, isField] = partition(word, "=");
    if (!isField) throw new NotationError("notation.position_field", { text: word });
    if (!known.includes(name)) {
      const params = { name, known: known.join(", ") };
      throw new NotationError("notation.position_unknown_field", params);
    }
    if (seen.has(name)) throw new NotationError("notation.position_repeated_field", { name });
    seen.add(name);
    yield [name, value];
  }
}

function isOn(name: string, text: string): boolean {
  if (text !== "on" && text !== "off") throw bad(name, text);
  return text === "on";
}

/** Work out what is not written. */
function complete(draft: Draft, hasDisks: boolean): void {
  const { board, book, desk, engine } = draft.game;
  markSettled(draft);
  countSupplies(draft);
  countPile(draft);
  engine.kernels.recount(board, desk.put(draft.bytes));
  draft.bytes.set(desk.taken());
  if (hasDisks) return;
  book.provinces.forEach((_, index) => {
    if (needsDisk(draft, index)) draft.mark("disks", index);
  });
}

/** Mark the provinces that had a piece when the turn began (T5). */
function markSettled(draft: Draft): void {
  draft.game.book.provinces.forEach((_, index) => {
    if (!draft.has("touched", index) && draft.hasPiece(index)) draft.mark("settled", index);
  });
}

/** Take the pieces on the board out of the supplies. */
function countSupplies(draft: Draft): void {
  const seats = Array.from({ length: SEATS }, (_, seat) => seat);
  const [houses, markers] = [draft.field("houses"), draft.field("markers")];
  const emissaries = draft.field("emissaries");
  const onMarkers = (seat: number) => (draft.markersHoldEmissaries ? countOf(markers[seat]!) : 0);
  const out = {
    houses_left: seats.map((seat) => countOf(houses[seat]!)),
    markers_left: seats.map((seat) => countOf(markers[seat]!)),
    emissaries_left: seats.map(
      (seat) => sum(emissaries.filter((_, at) => at % SEATS === seat)) + onMarkers(seat),
    ),
  };
  for (const name of ["houses_left", "markers_left", "emissaries_left"] as const) {
    const left = draft.field(name);
    out[name].forEach((count, seat) => {
      if (count > left[seat]!) {
        const params = { seat: term(`narration.seat_${seat}`) };
        throw new NotationError("notation.position_too_many", params);
      }
      left[seat]! -= count;
    });
  }
}

/** Take the cards that are elsewhere out of the pile. */
function countPile(draft: Draft): void {
  const pile = draft.field("pile");
  const [hands, display, discards] = (["hands", "display", "discards"] as const).map((name) =>
    draft.field(name),
  ) as [Uint8Array, Uint8Array, Uint8Array];
  [...LETTERS].forEach((letter, colour) => {
    const held = sum(hands.filter((_, at) => at % COLOUR_COUNT === colour));
    const count = held + display[colour]! + discards[colour]!;
    if (count > pile[colour]!) {
      const params = { colour: term(`terms.colour_${letter}`) };
      throw new NotationError("notation.position_cards", params);
    }
    pile[colour]! -= count;
  });
}
