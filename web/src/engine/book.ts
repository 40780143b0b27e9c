import type { Names } from "../net/schema";
import * as kinds from "./atom";
import { formatAtom, type Atom } from "./atom";
import { constants } from "./built/manifest.json";
import { formatCards, LETTERS } from "./cards";
import { NoSuchPlaceError } from "./errors";
import { fieldsOf } from "./fields";
import type { MapData } from "./maps";

export const WORD = 64;
const { A_MARKER, AN_EMISSARY, COLOUR_COUNT, TURN } = constants;
const TURN_KINDS: [string, number][] = [
  [kinds.DISCARD, constants.DISCARD],
  [kinds.TAKE, constants.TAKE],
  [kinds.PILE, constants.PILE_GIVES],
  [kinds.REFILL, constants.DISPLAY_GETS],
];
const MARKER_NAMES: Record<string, string> = {
  [kinds.FORTIFICATION]: "fortifications",
  [kinds.MARKET_PLACE]: "market_places",
};

/** The mapping between atoms and codes on a map; pieces and prices are read from its board. */
export class Book {
  readonly spaces: readonly string[];
  readonly provinces: readonly string[];
  readonly markerKind: string;
  /** Every code's atom, in the order of codes. */
  readonly atoms: ReadonlyMap<number, Atom>;
  /** Every code's notation. */
  readonly texts: ReadonlyMap<number, string>;
  readonly #name: Names;
  readonly #borders: ReadonlySet<string>;
  readonly #codes: ReadonlyMap<string, number>;

  constructor({ shape }: MapData, board: Uint8Array) {
    this.spaces = shape.spaces.map(({ id }) => id);
    this.provinces = shape.provinces.map(({ id }) => id);
    this.markerKind = shape.variant === "fortifications" ? kinds.FORTIFICATION : kinds.MARKET_PLACE;
    this.#name = shape.name;
    const borders = shape.spaces.filter(({ provinces }) => provinces.length === 2);
    this.#borders = new Set(borders.map(({ id }) => id));
    this.atoms = new Map([...this.#pieces(board), ...turnAtoms()]);
    this.texts = new Map([...this.atoms].map(([code, atom]) => [code, formatAtom(atom)]));
    this.#codes = new Map([...this.texts].map(([code, text]) => [text, code]));
  }

  /** The code of an atom; an error if it means nothing on this map. */
  encode(atom: Atom): number {
    const code = this.#codes.get(formatAtom(atom));
    if (code === undefined) throw this.#unknown(atom);
    return code;
  }

  /** The atom of a code that this map has. */
  decode(code: number): Atom {
    return this.atoms.get(code)!;
  }

  /** The codes of a kind of piece at a place: the ways to pay for it. */
  payments(kind: string, place: string): number[] {
    return [...this.atoms].flatMap(([code, atom]) =>
      atom.kind === kind && atom.place === place ? [code] : [],
    );
  }

  /** Every piece with each way to pay for it: the codes that have a price. */
  #pieces(board: Uint8Array): [number, Atom][] {
    const prices = fieldsOf("Board", board, "prices");
    const wordKinds = fieldsOf("Board", board, "word_kinds");
    const hands = fieldsOf("Board", board, "hand_cards");
    const found: [number, Atom][] = [];
    for (let code = 0; code < WORD * constants.PIECE_WORDS; code++) {
      const price = prices[code]!;
      if (!price) continue;
      const cards = hands.subarray(COLOUR_COUNT * price, COLOUR_COUNT * (price + 1));
      found.push([code, this.#piece(wordKinds[code >> 6]!, code & 63, formatCards(cards))]);
    }
    return found;
  }

  #piece(kind: number, index: number, cards: string): Atom {
    if (kind === AN_EMISSARY) {
      const place = this.provinces[index % this.provinces.length]!;
      return { kind: kinds.EMISSARY, place, cards };
    }
    const letter = kind === A_MARKER ? this.markerKind : kinds.HOUSE;
    return { kind: letter, place: this.spaces[index]!, cards };
  }

  /** The error for an atom without a code: wrong place, piece or payment. */
  #unknown({ kind, place, cards }: Atom): NoSuchPlaceError {
    const error = (key: string, params = { place, map: this.#name, cards }) =>
      new NoSuchPlaceError(`notation.${key}`, params);
    const isEmissary = kind === kinds.EMISSARY;
    if (place && !(isEmissary ? this.provinces : this.spaces).includes(place)) {
      return error(`no_such_${isEmissary ? "province" : "space"}`);
    }
    if (kind in MARKER_NAMES) {
      if (kind !== this.markerKind) return error(`no_${MARKER_NAMES[kind]}_here`);
      if (this.#borders.has(place)) return error("marker_on_border");
    }
    if (cards === kinds.HIDDEN) return new NoSuchPlaceError("notation.hidden_card");
    return error("no_such_payment");
  }
}

/** All that is no piece. */
function turnAtoms(): [number, Atom][] {
  const atoms: [number, Atom][] = [
    [constants.STOP, { kind: kinds.STOP, place: "", cards: "" }],
    [constants.TAKE_PILE, { kind: kinds.PILE, place: "", cards: "" }],
  ];
  for (const [kind, first] of TURN_KINDS) {
    [...LETTERS].forEach((cards, colour) =>
      atoms.push([first + colour, { kind, place: "", cards }]),
    );
  }
  return atoms
    .sort(([one], [other]) => one - other)
    .map(([bit, atom]) => [WORD * TURN + bit, atom]);
}

const books = new WeakMap<MapData, Book>();

/** The book of a map, whose board is always the same. */
export function bookOf(map: MapData, board: Uint8Array): Book {
  const book = books.get(map) ?? new Book(map, board);
  books.set(map, book);
  return book;
}
