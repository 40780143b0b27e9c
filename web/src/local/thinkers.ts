/** Who lets bots think (`han.server.bot_pool`), and the workers that do it for a page. */
import type { DataFiles, GameKind } from "../engine/data";
import type { MapData } from "../engine/maps";
import type { PackedView } from "../engine/view";
import type { Material } from "./games";
import type { LevelName } from "./options";

/** A decision that a bot shall make. */
export interface Task {
  kind: GameKind;
  /** The map, if a user brought it. */
  map: MapData | null;
  level: LevelName;
  /** What the bot may know; hidden cards are not in it. */
  view: PackedView;
  seed: bigint;
}

/** What a bot has chosen. */
export interface BotChoice {
  action: string;
  /** Whether its time was up before its search was done. */
  isCutShort: boolean;
}

/** Bots that think for tables. */
export interface Thinkers {
  ask(table: string, task: Task): Promise<BotChoice>;
  /** The table needs no bots for now; a question that is open may stay without an answer. */
  forget(table: string): void;
}

/** What a worker that thinks is told: first what it needs, then tasks. */
export type ToThinker =
  { kernels: WebAssembly.Module; files: DataFiles } | { number: number; task: Task };
/** Its answer to the task of a number. */
export interface FromThinker {
  number: number;
  choice: BotChoice;
}

/** How often a task is given to another worker when one has failed. */
const TRIES = 3;

/** A worker for each table: a search keeps neither the tables nor another bot waiting. */
export class ThinkingWorkers implements Thinkers {
  readonly #workers = new Map<string, Promise<Worker>>();

  constructor(
    private readonly material: Material,
    private readonly startWorker: () => Worker,
  ) {}

  async ask(table: string, task: Task): Promise<BotChoice> {
    for (let tries = 1; ; tries++) {
      try {
        return await answerOf(await this.#worker(table, task.kind.players), task);
      } catch (error) {
        this.forget(table);
        if (tries >= TRIES) throw error;
      }
    }
  }

  forget(table: string): void {
    const worker = this.#workers.get(table);
    this.#workers.delete(table);
    worker?.then((started) => started.terminate()).catch(() => {});
  }

  #worker(table: string, players: number): Promise<Worker> {
    const known = this.#workers.get(table);
    if (known) return known;
    const started = this.#start(players);
    this.#workers.set(table, started);
    return started;
  }

  async #start(players: number): Promise<Worker> {
    const { material } = this;
    const needed = Promise.all([material.kernels(), material.files(players)]);
    const [kernels, files] = await needed;
    const worker = this.startWorker();
    worker.postMessage({ kernels, files } satisfies ToThinker);
    return worker;
  }
}

let lastNumber = 0;

/** Give a worker a task and wait for its answer; those to earlier tasks are for nobody any more. */
function answerOf(worker: Worker, task: Task): Promise<BotChoice> {
  const number = ++lastNumber;
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FromThinker>) => {
      if (data.number === number) resolve(data.choice);
    };
    worker.onerror = (event) => reject(new Error(event.message || "a bot's worker failed"));
    worker.postMessage({ number, task } satisfies ToThinker);
  });
}
