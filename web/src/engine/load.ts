import type { DataFiles } from "./data";

/** The built files by name; each is loaded when it is asked for. */
const FILES = import.meta.glob<string>("./built/*.{bin,wasm}", {
  query: "?url",
  import: "default",
  eager: true,
});

async function load(name: string): Promise<Response> {
  const response = await fetch(FILES[`./built/${name}`]!);
  if (!response.ok) throw new Error(`${name}: status ${response.status}`);
  return response;
}

const bytesOf = async (name: string): Promise<Uint8Array> =>
  new Uint8Array(await (await load(name)).arrayBuffer());

/** The kernels, compiled; modules can be sent to other workers. */
export const loadKernels = async (): Promise<WebAssembly.Module> =>
  WebAssembly.compile((await bytesOf("han.wasm")) as Uint8Array<ArrayBuffer>);

/** What games read: settings of searches, and the bots' tables for some numbers of players. */
export async function loadFiles(...players: number[]): Promise<DataFiles> {
  const names = ["games.bin", ...new Set(players.map((number) => `tables-${number}.bin`))];
  const loaded = await Promise.all(names.map(async (name) => [name, await bytesOf(name)] as const));
  return Object.fromEntries(loaded);
}
