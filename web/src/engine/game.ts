import { bookOf, type Book } from "./book";
import { constants } from "./built/manifest.json";
import { LETTERS, parseCards } from "./cards";
import type { Chance } from "./chance";
import { recordNamed, type DataFiles, type GameKind } from "./data";
import { deskOf, type Desk } from "./desk";
import type { Engine } from "./engine";
import { SetupError } from "./errors";
import { fieldsOf } from "./fields";
import { loadMap, type MapData } from "./maps";
import type { At } from "./memory";
import { kindIn, parsePosition } from "./parse_position";
import { Position } from "./position";

/** What a game is made of. */
export interface GameParts {
  map: MapData;
  /** All bits of what lies open. */
  open: Uint8Array;
  /** The game of another kind on the same map. */
  ofKind: (kind: GameKind) => Game;
}

/** A map, a number of players and the options of the rules, over an engine's kernels. */
export class Game {
  readonly map: MapData;
  readonly players: number;
  readonly book: Book;
  /** How many cards of each colour are in the game. */
  readonly deck: readonly number[];
  readonly desk: Desk;
  readonly board: At<"Board">;
  readonly boardBytes: Uint8Array;
  readonly open: Uint8Array;
  /** The game of another kind on the same map. */
  readonly ofKind: (kind: GameKind) => Game;
  readonly #setup: Uint8Array;

  constructor(
    readonly engine: Engine,
    readonly kind: GameKind,
    { map, open, ofKind }: GameParts,
  ) {
    this.map = map;
    this.players = kind.players;
    this.desk = deskOf(engine);
    this.board = this.desk.board(map);
    this.boardBytes = engine.memory.bytes("Board", this.board).slice();
    this.book = bookOf(map, this.boardBytes);
    this.open = open;
    this.ofKind = ofKind;
    this.#setup = this.desk.setup(map, kind);
    this.deck = [...fieldsOf("State", this.newSetup(), "pile")];
  }

  /** A game on a map that is known here. */
  static open(engine: Engine, files: DataFiles, kind: GameKind): Game {
    const map = loadMap(kind.map);
    checkSetup(map, kind.players);
    return new Game(engine, kind, {
      map,
      open: recordNamed(files, "open").slice(),
      ofKind: (other) => Game.open(engine, files, other),
    });
  }

  /** The round, counted from 1, that a turn is in; turns are counted from 0. */
  roundOf(turn: number): number {
    return Math.floor(turn / this.players) + 1;
  }

  /** A fresh state before the deal. */
  newSetup(): Uint8Array {
    return this.#setup.slice();
  }

  /** Shuffle and deal; the start player is drawn unless named. */
  deal(chance: Chance, start?: number): Position {
    const { kernels } = this.engine;
    const drawn = chance.below(this.players);
    kernels.deal(this.board, this.desk.put(this.#started(start ?? drawn)), chance.generator);
    return new Position(this, this.desk.taken());
  }

  /** Start with given cards, as in a record. */
  dealCards(hands: readonly string[], display: string, start = 0): Position {
    const { players } = this;
    if (hands.length !== players) {
      throw new SetupError("setup.hands", { players, count: hands.length });
    }
    const state = this.#started(start);
    hands.forEach((cards, seat) => {
      if (cards.length !== constants.HAND_SIZE) throw new SetupError("setup.hand_size", { cards });
      dealOut(state, "hands", constants.COLOUR_COUNT * seat, cards);
    });
    const size = this.map.shape.display;
    if (display.length !== size) {
      throw new SetupError("setup.display_size", { size, cards: display });
    }
    dealOut(state, "display", 0, display);
    return new Position(this, state);
  }

  /** The position of this game that a position string describes. */
  position(text: string): Position {
    const position = new Position(this, parsePosition(this, text));
    const [found, expected] = [position.bytes, this.#setup].map(kindOf) as [string, string];
    if (found !== expected) {
      throw new SetupError("notation.position_other_game", { found, expected });
    }
    return position;
  }

  /** The notation of some codes. */
  textsOf(codes: readonly number[]): string[] {
    return codes.map((code) => this.book.texts.get(code)!);
  }

  #started(start: number): Uint8Array {
    if (!Number.isInteger(start) || start < 0 || start >= this.players) {
      throw new SetupError("setup.start", { start, last: this.players - 1 });
    }
    const state = this.newSetup();
    fieldsOf("State", state, "start")[0] = start;
    fieldsOf("State", state, "seat")[0] = start;
    return state;
  }
}

/** The position that a position string describes, of whatever game it says. */
export const openPosition = (engine: Engine, files: DataFiles, text: string): Position =>
  Game.open(engine, files, kindIn(text)).position(text);

/** Refuse a number of players that the map is not for. */
export function checkSetup({ shape: { name, players: possible } }: MapData, players: number): void {
  if (!possible.includes(players)) {
    const [fewest, most] = [possible[0]!, possible.at(-1)!];
    throw new SetupError("setup.players", { map: name, fewest, most, players });
  }
}

function kindOf(state: Uint8Array): string {
  const [players, variant, wild] = (["players", "variant", "wild_in_prices"] as const).map(
    (name) => fieldsOf("State", state, name)[0]!,
  );
  return `players=${players} variant=${variant ? "on" : "off"} wild=${wild ? "on" : "off"}`;
}

/** Let some cards from the pile go to a hand or the display. */
function dealOut(state: Uint8Array, to: "hands" | "display", at: number, cards: string): void {
  const pile = fieldsOf("State", state, "pile");
  const size = fieldsOf("State", state, "pile_size");
  const place = fieldsOf("State", state, to);
  parseCards(cards).forEach((count, colour) => {
    if (count > pile[colour]!) {
      throw new SetupError("setup.too_many_cards", { letter: LETTERS.charAt(colour) });
    }
    pile[colour]! -= count;
    size[0]! -= count;
    place[at + colour]! += count;
  });
}
