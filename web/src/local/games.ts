/** Opens games over one module of the kernels, which is loaded when the first is asked for. */
import type { DataFiles, GameKind } from "../engine/data";
import { kindName } from "../engine/data";
import { startEngine, type Engine } from "../engine/engine";
import { Game } from "../engine/game";

/** What kernels need, loaded once and when it is needed. */
export interface Material {
  kernels(): Promise<WebAssembly.Module>;
  /** Boards and set-ups, and what the bots of games with so many players have learned. */
  files(...players: number[]): Promise<DataFiles>;
}

/** Opens games; those of one kind are the same object. */
export type OpenGame = (kind: GameKind) => Game;

export class Games {
  readonly #open = new Map<string, Game>();
  #ready: Promise<OpenGame> | null = null;

  constructor(private readonly material: Material) {}

  /** What opens games at once. */
  opener(): Promise<OpenGame> {
    this.#ready ??= this.#prepare();
    this.#ready.catch(() => (this.#ready = null));
    return this.#ready;
  }

  async open(kind: GameKind): Promise<Game> {
    return (await this.opener())(kind);
  }

  async #prepare(): Promise<OpenGame> {
    const [kernels, files] = await Promise.all([this.material.kernels(), this.material.files()]);
    const engine = await startEngine(kernels);
    return (kind) => this.#opened(engine, files, kind);
  }

  #opened(engine: Engine, files: DataFiles, kind: GameKind): Game {
    const name = kindName(kind);
    const game = this.#open.get(name) ?? Game.open(engine, files, kind);
    this.#open.set(name, game);
    return game;
  }
}
