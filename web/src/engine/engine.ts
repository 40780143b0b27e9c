import type { Kernels } from "./built/kernels";
import { Memory } from "./memory";

/** The rules and bots of Python, compiled (docs/adr/0020-wasm.md): kernels over a memory. */
export interface Engine {
  readonly kernels: Kernels;
  readonly memory: Memory;
}

interface Exports {
  memory: WebAssembly.Memory;
  __heap_base: WebAssembly.Global<"i32">;
}

/** A module of its own: its memory is its own too. */
export async function startEngine(wasm: WebAssembly.Module): Promise<Engine> {
  const instance = await WebAssembly.instantiate(wasm);
  const exported = instance.exports as unknown as Exports & Kernels;
  return { kernels: exported, memory: new Memory(exported.memory, exported.__heap_base.value) };
}
