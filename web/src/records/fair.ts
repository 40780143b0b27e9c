/**
 * Fair cards: drawn from a committed seed and salts (docs/reference/fair-cards.md), as
 * `han.records.fair` draws them.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

import { PILE, REFILL } from "../engine/atom";
import { constants } from "../engine/built/manifest.json";
import { LETTERS } from "../engine/cards";
import type { Game } from "../engine/game";
import type { Position } from "../engine/position";
import type { SaltOrigin } from "../net/schema";

export const SEED_BYTES = 32;
/** Characters that a person may add. */
export const LONGEST_SALT = 64;
/** Far more take-backs than the log of a table holds. */
export const MOST_REDRAWS = 10_000;

const HALF_CHARACTER = /\p{Surrogate}/u;
const BITS = 64n;
const { HAND_SIZE } = constants;

/** What a finished game's record says about its cards. */
export interface FairMeta {
  commitment: string;
  seed: string;
  salts: string[];
  start_drawn: boolean;
  redraws?: number[];
  brought?: CardsBefore;
  origins?: SaltOrigin[];
}

/** Where the cards came from before a game was brought from somebody's device to a server. */
export interface CardsBefore {
  /** The number of the redraw, counted from 1, that bringing the game was. */
  redraw: number;
  seed: string;
  salts: string[];
}

/** A random seed from the browser's secure generator. */
export const newSeed = (): Uint8Array => crypto.getRandomValues(new Uint8Array(SEED_BYTES));

/** The commitment to a seed: its hash. */
export const commitment = (seed: Uint8Array): string => bytesToHex(sha256(seed));

/** Whether a text is a valid salt: short enough and encodable as UTF-8. */
export const isSalt = (text: string): boolean =>
  [...text].length <= LONGEST_SALT && !HALF_CHARACTER.test(text);

/** How many cards the deal takes (S3): the number of the first card after it. */
export const cardsBefore = ({ players, map }: Game): number =>
  players * HAND_SIZE + map.shape.display;

/** The cards of one game, by their numbers; drawing one does not change the object. */
export class FairCards {
  readonly #key: Uint8Array;
  /** What draws the cards that were there before the game was brought to a server. */
  readonly #before: FairCards | null = null;

  /** Mix the salts, in seat order, into the seed; `redraws` has the first card of each redraw. */
  constructor(
    private readonly seed: Uint8Array,
    private readonly salts: readonly string[],
    private readonly redraws: readonly number[] = [],
    private readonly brought: CardsBefore | null = null,
  ) {
    if (brought) {
      const redrawn = redraws.slice(0, brought.redraw - 1);
      this.#before = new FairCards(hexToBytes(brought.seed), brought.salts, redrawn);
    }
    this.#key = hmac(sha256, seed, utf8ToBytes(JSON.stringify(salts)));
  }

  /** The number of a label, from 0 up to, not including, `limit`. */
  number(label: string, limit: number): number {
    return Number(this.#number(label, BigInt(limit)));
  }

  #number(label: string, limit: bigint): bigint {
    const digest = hmac(sha256, this.#key, utf8ToBytes(label));
    const first = new DataView(digest.buffer, digest.byteOffset).getBigUint64(0);
    return (first * limit) >> BITS;
  }

  /** The start player, where one is drawn (Q7). */
  start(players: number): number {
    return (this.#before ?? this).number("start", players);
  }

  /** The colour of card `n`, counted from 0, out of a pile given by colours. */
  card(n: number, pile: Iterable<number>): number {
    if (this.#before && this.#redrawOf(n) < this.brought!.redraw) return this.#before.card(n, pile);
    const cards = [...pile].flatMap((count, colour) => Array<number>(count).fill(colour));
    return cards[this.number(this.#label(n), cards.length)]!;
  }

  /** What the number of card `n` is made of; another after each take-back of that card. */
  #label(n: number): string {
    const redraw = this.#redrawOf(n);
    return redraw ? `card ${n} redraw ${redraw}` : `card ${n}`;
  }

  /** The last redraw, counted from 1, that put card `n` back; 0 if none did. */
  #redrawOf(n: number): number {
    return this.redraws.findLastIndex((first) => first <= n) + 1;
  }

  /** Deal the hands and the display (S3); the start player is drawn unless named. */
  deal(game: Game, start: number | null = null): Position {
    const { players, map } = game;
    const pile = [...game.deck];
    const hands = Array.from({ length: players }, (_, seat) =>
      this.#draw(pile, HAND_SIZE * seat, HAND_SIZE),
    );
    const display = this.#draw(pile, HAND_SIZE * players, map.shape.display);
    return game.dealCards(hands, display, start ?? this.start(players));
  }

  /** Take cards off the pile, beginning with number `first`. */
  #draw(pile: number[], first: number, count: number): string {
    return Array.from({ length: count }, (_, index) => {
      const colour = this.card(first + index, pile);
      pile[colour]!--;
      return LETTERS[colour]!;
    }).join("");
  }

  /** The outcome of chance that is due, after `n` cards. */
  outcome(position: Position, n: number): string {
    if (!position.isChance) throw new Error("a card is drawn only where chance is due");
    const kind = position.phase === "pile" ? PILE : REFILL;
    return kind + LETTERS[this.card(n, position.pile)]!;
  }

  /** 64 random bits, the seed of a bot's chance for one decision. */
  botSeed(seat: number, moment: number): bigint {
    return this.#number(`bot ${seat} ${moment}`, 1n << BITS);
  }

  /** The `meta.fair` of a finished game's record. */
  meta(startDrawn: boolean, origins: readonly SaltOrigin[] | null = null): FairMeta {
    return {
      commitment: commitment(this.seed),
      seed: bytesToHex(this.seed),
      salts: [...this.salts],
      start_drawn: startDrawn,
      ...(this.redraws.length ? { redraws: [...this.redraws] } : {}),
      ...(this.brought ? { brought: this.brought } : {}),
      ...(origins ? { origins: [...origins] } : {}),
    };
  }
}
