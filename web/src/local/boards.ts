/** The boards that people brought to this device, as map files. */
import { idIn, isBrought, nameOfBrought } from "../engine/brought";
import { bringMap, isKnownMap, loadDrawing, loadMap, mapSummaries } from "../engine/maps";
import type { GameMap } from "../maps/model";
import type { MapSummary } from "../net/schema";
import type { GameRecord } from "../records/record";
import { MissingBoardError } from "./errors";
import type { Store } from "./storage";
import type { Texts } from "./texts";

/** A map file that is kept. */
export interface StoredBoard {
  /** Its name on this device. */
  name: string;
  file: Uint8Array;
  /** When it was brought, in milliseconds since 1970. */
  brought: number;
  summary: MapSummary;
  sha256: string;
  editions: string[];
}

/** What became of a map file. */
export interface Brought {
  /** The board; null if the file has faults. */
  board: MapSummary | null;
  /** The faults, with their lines as far as they have one. */
  faults: { line: number | null; text: string }[];
}

/** What reads and draws map files is loaded when the first one comes. */
const reading = () => import("../maps/reading");

export class Boards {
  readonly #maps = new Map<string, Promise<GameMap>>();

  constructor(private readonly store: Store) {}

  /** Read a map file, and keep it if it has no faults. */
  async bring(file: Uint8Array, now: number, texts: Texts): Promise<Brought> {
    const { dataOf, explain, loadMapFile } = await reading();
    const { map, faults } = loadMapFile(file);
    if (!map) {
      const told = faults.map((fault) => ({ line: fault.line, text: explain(fault, texts.t) }));
      return { board: null, faults: told };
    }
    const packaged = mapSummaries().find(({ id }) => loadMap(id).sha256 === map.sha256);
    if (packaged) return { board: packaged, faults: [] };
    const { id, sha256, editions } = map;
    const { name, players, variant } = dataOf(map).shape;
    const summary = { id: nameOfBrought(id, sha256), name, players, variant };
    await this.store.keepBoard({
      ...{ name: summary.id, file, brought: now, summary, sha256, editions: [...editions] },
    });
    return { board: summary, faults: [] };
  }

  /** Forget a board; not while a game that is kept here needs it. */
  async delete(name: string): Promise<void> {
    await this.store.deleteBoard(name);
    this.#maps.delete(name);
  }

  /** Have a map ready for games; those of this package always are. */
  async need(name: string): Promise<void> {
    if (isBrought(name)) await this.#map(name);
    else if (!isKnownMap(name)) throw new MissingBoardError(name);
  }

  /** A board as a picture. */
  async drawing(name: string, { lang, t }: Texts): Promise<string> {
    if (!isBrought(name)) return loadDrawing(name, lang);
    const [map, { drawMap }] = [await this.#map(name), await reading()];
    return drawMap(map, lang, (term) => t(`terms.${term}`));
  }

  /** The board of a record, by its name on this device. */
  async nameFor({ kind, sha256 }: GameRecord): Promise<string> {
    const kept = await this.store.boards();
    const found = kept.find(
      (board) =>
        idIn(board.name) === idIn(nameOfBrought(kind.map, sha256)) &&
        [board.sha256, ...board.editions].includes(sha256),
    );
    if (found) return found.name;
    if (isBrought(kind.map) || !isKnownMap(kind.map)) throw new MissingBoardError(kind.map);
    return kind.map;
  }

  #map(name: string): Promise<GameMap> {
    const known = this.#maps.get(name);
    if (known) return known;
    const found = this.#load(name);
    this.#maps.set(name, found);
    found.catch(() => this.#maps.delete(name));
    return found;
  }

  async #load(name: string): Promise<GameMap> {
    const kept = await this.store.board(name);
    if (!kept) throw new MissingBoardError(name);
    const { dataOf, loadMapFile } = await reading();
    const { map } = loadMapFile(kept.file);
    if (!map) throw new MissingBoardError(name); // a later version of this page is stricter
    bringMap(name, dataOf(map));
    return map;
  }
}
