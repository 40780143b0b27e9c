import type { Engine } from "./engine";
import type { At } from "./memory";

/** A source of chance: each stream of a seed is a sequence of its own, the same as in Python. */
export class Chance {
  readonly generator: At<"Generator">;

  constructor(
    private readonly engine: Engine,
    seed: bigint,
    stream = 0n,
  ) {
    this.generator = engine.memory.reserve("Generator");
    engine.kernels.seed_generator(this.generator, seed, stream);
  }

  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number {
    return this.engine.kernels.draw_below(this.generator, limit);
  }
}
