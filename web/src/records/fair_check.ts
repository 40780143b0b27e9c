/** Whether the cards of a record follow from its seed: the other half of `han.records.fair`. */
import { hexToBytes } from "@noble/hashes/utils.js";

import { parseAtom } from "../engine/atom";
import type { RefusalParams } from "../engine/errors";
import type { Position } from "../engine/position";
import { UnfairCardsError } from "./errors";
import {
  cardsBefore,
  commitment,
  FairCards,
  isSalt,
  MOST_REDRAWS,
  type CardsBefore,
  type FairMeta,
} from "./fair";
import type { GameRecord } from "./record";

const HEX = /^[0-9a-f]{64}$/;
const ORIGINS: readonly unknown[] = ["own", "shared", "none", "bot"];

/**
 * Whether a record contains the seed of its cards.
 *
 * A record of a running game may contain the commitment, but not yet the seed.
 */
export function claimsFair({ meta }: GameRecord): boolean {
  if (!("fair" in meta)) return false;
  const { fair } = meta;
  return !isObject(fair) || "seed" in fair;
}

/** Checks the cards of a record with a seed, card by card. */
export class FairCheck {
  readonly #cards: FairCards;
  #drawn: number;

  /** Check the record's seed, commitment and salts, and the deal `first`. */
  constructor(
    record: GameRecord,
    first: Position,
    private readonly lineOf: (key: string) => number,
  ) {
    this.#drawn = cardsBefore(first.game);
    const fair = this.#checkedMeta(record);
    const { seed, salts, redraws, brought } = fair;
    this.#cards = new FairCards(hexToBytes(seed), salts, redraws, brought);
    const right = this.#cards.deal(first.game, fair.start_drawn ? null : first.start);
    this.#checkDeal(first, right);
  }

  #checkedMeta({ kind, meta }: GameRecord): FairMeta {
    const fair = meta["fair"];
    if (!isObject(fair)) this.#refuseValue("fair");
    const { commitment: told, seed, salts, start_drawn: isDrawn, redraws = [] } = fair;
    if (!isHex(told)) this.#refuseValue("commitment");
    if (!isHex(seed)) this.#refuseValue("seed");
    if (!areSalts(salts) || salts.length !== kind.players) this.#refuseValue("salts");
    if (typeof isDrawn !== "boolean") this.#refuseValue("start_drawn");
    if (!areRedraws(redraws, this.#drawn)) this.#refuseValue("redraws");
    if (commitment(hexToBytes(seed)) !== told) this.#fail("meta", "records.fair_commitment");
    if ("origins" in fair) this.#checkOrigins(fair["origins"], salts); // else an old record
    const checked = { commitment: told, seed, salts, start_drawn: isDrawn, redraws };
    if (!("brought" in fair)) return checked;
    if (!areCardsBefore(fair["brought"], kind.players, redraws)) this.#refuseValue("brought");
    return { ...checked, brought: fair["brought"] };
  }

  /** Refuse salts that are not a person's own: a server could have chosen them. */
  #checkOrigins(origins: unknown, salts: string[]): void {
    const areKnown = Array.isArray(origins) && origins.every((origin) => ORIGINS.includes(origin));
    if (!areKnown || origins.length !== salts.length) this.#refuseValue("origins");
    if (origins.includes("shared") && !origins.includes("own")) this.#refuseValue("origins");
    const seat = salts.findIndex((salt, one) => (origins[one] === "own") !== Boolean(salt));
    if (seat >= 0) this.#fail("meta", "records.fair_origin", { seat });
  }

  #checkDeal(told: Position, right: Position): void {
    if (told.start !== right.start) {
      this.#fail("start", "records.fair_start", { told: told.start, right: right.start });
    }
    const dealt = right.hands;
    told.hands.forEach((hand, seat) => {
      const own = dealt[seat]!;
      if (hand !== own) this.#fail("deal", "records.fair_hand", { seat, told: hand, right: own });
    });
    if (told.display !== right.display) {
      this.#fail("deal", "records.fair_display", { told: told.display, right: right.display });
    }
  }

  /** Check an action of a turn, if it is an outcome of chance. */
  follow(before: Position, action: string, turn: number): void {
    if (!before.isChance) return;
    const [told, right] = [parseAtom(action), parseAtom(this.#cards.outcome(before, this.#drawn))];
    if (told.kind !== right.kind || told.cards !== right.cards) {
      const cards = { number: this.#drawn, told: told.cards, right: right.cards };
      this.#fail("turns", "records.fair_card", cards, 1 + turn);
    }
    this.#drawn++;
  }

  #refuseValue(name: string): never {
    this.#fail("meta", "records.fair_value", { name });
  }

  #fail(where: string, key: string, params: RefusalParams = {}, below = 0): never {
    throw new UnfairCardsError(key, { line: this.lineOf(where) + below, ...params });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || !value) return false;
  return [null, Object.prototype].includes(Object.getPrototypeOf(value) as object | null);
}

const isHex = (value: unknown): value is string => typeof value === "string" && HEX.test(value);

const areSalts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((salt) => typeof salt === "string" && isSalt(salt));

/** Whether a value says where the cards came from before a game was brought to a server. */
function areCardsBefore(
  value: unknown,
  players: number,
  redraws: readonly number[],
): value is CardsBefore {
  if (!isObject(value) || Object.keys(value).sort().join() !== "redraw,salts,seed") return false;
  const { redraw, seed, salts } = value;
  if (typeof redraw !== "number" || redraw < 1 || redraw > redraws.length) return false;
  return isHex(seed) && areSalts(salts) && salts.length === players;
}

/** Whether a value lists numbers of cards; none of the deal can be drawn anew. */
const areRedraws = (value: unknown, least: number): value is number[] =>
  Array.isArray(value) &&
  value.length <= MOST_REDRAWS &&
  value.every((number) => typeof number === "number" && number >= least);
